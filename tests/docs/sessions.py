"""Sessions of the documentation: a page's commands, run in order, and what they print.

A `sh` block is run. A `text` block directly below it is what it prints, on both streams. There, a
line that is only `…` stands for any lines; times, dates and numbers of processes may be others.
`python` blocks run in between, in the same folder. These comments above a block make exceptions,
and give a reason:

* `<!-- not run: … -->`: only its command lines are checked;
* `<!-- slow: … -->`: run only if DOCS_SLOW is set: they take minutes.

A comment `<!-- setup`, a script below it and `-->` make what a reader has already, such as a
checkout. What `check` says of each result as it comes is left out: a reader at a terminal does not
see it.

The folder is like a checkout of ptoprove. Where `../pto-spec` is named, a checkout of the public
specification is needed, which PTO_SPEC names. `pip` does nothing: the package is installed already.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from proofs.verdicts import Verdict
from tests.docs.pages import ROOT, Block, blocks_of, setups_of

MARKS = {"not run", "slow"}
PUBLIC = "../pto-spec"
ELISION = "…"
TIME = re.compile(
    r" *\b\d[\d,]*(\.\d+)? (ms|s|min|jobs?|a second)\b| *\b\d{4}-\d\d-\d\d \d\d:\d\d\b"
)
CACHED = re.compile(r" \(\d+ from the cache\)$")
PROGRESS = re.compile(rf"^({'|'.join(Verdict)}) \S+ .* in [\d.]+ (ms|s|min)$")
RULE = re.compile("─+|-{4,}")
LONGEST = 600
"""Seconds for one block."""
FAILED_COMMAND = 99
PRELUDE = f"trap '[[ $? -eq 1 && $BASH_COMMAND == ptoprove* ]] || exit {FAILED_COMMAND}' ERR\n"
"""Exit code 1 of ptoprove is an answer; any other failure ends the script."""


@dataclass(frozen=True, slots=True)
class Step:
    """A block to be run, and what it prints, if the page shows that."""

    block: Block
    shown: str | None


def steps_of(page: Path) -> list[Step]:
    """What a page does, in order, but for what its comments except."""
    found: list[Step] = []
    for block in sorted([*blocks_of(page), *setups_of(page)], key=lambda block: block.line):
        previous = found[-1].block if found else None
        if block.language in ("sh", "python"):
            assert block.mark is None or block.mark in MARKS, block.place
            found.append(Step(block, None))
        elif block.language == "text" and block.follows and previous is not None:
            if _follows(previous, block):
                found[-1] = Step(previous, block.text)
    return found


def _follows(command: Block, output: Block) -> bool:
    lines = command.text.count("\n") + 3  # fences, and an empty line
    return command.language == "sh" and output.line == command.line + lines


def runs(block: Block) -> bool:
    """Whether it is run here and now."""
    if block.mark == "not run" or (block.mark == "slow" and "DOCS_SLOW" not in os.environ):
        return False
    return PUBLIC not in block.text or "PTO_SPEC" in os.environ


class Workshop:
    """A folder in which the steps of one page are run."""

    def __init__(self, folder: Path) -> None:
        self.work, self.tools = folder / "work", folder / "bin"
        self.work.mkdir()
        self.tools.mkdir()
        for path in ROOT.iterdir():
            if not path.name.startswith(".") and path.name != "build":
                (self.work / path.name).symlink_to(path)
        if "PTO_SPEC" in os.environ:
            (folder / "pto-spec").symlink_to(Path(os.environ["PTO_SPEC"]).resolve())
        self._tool("ptoprove", f'exec "{sys.executable}" -m ptoprove "$@"')
        self._tool("python", f'exec "{sys.executable}" "$@"')
        self._tool("pip", "exit 0")
        self.environment = {
            **{key: os.environ[key] for key in ("HOME", "LANG", "TMPDIR") if key in os.environ},
            "PATH": f"{self.tools}:{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "PTOPROVE_CACHE_DIR": str(folder / "cache"),
        }

    def _tool(self, name: str, line: str) -> None:
        path = self.tools / name
        path.write_text(f"#!/bin/sh\n{line}\n", "utf-8")
        path.chmod(0o755)

    def run(self, block: Block) -> str:
        """What a block prints."""
        python = block.language == "python"
        words = [sys.executable, "-c"] if python else ["bash", "-c"]
        done = subprocess.run(
            [*words, block.text if python else PRELUDE + block.text],
            cwd=self.work,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=LONGEST,
        )
        passed = done.returncode == 0 or (done.returncode == 1 and not python)
        assert passed, f"{block.place} fails ({done.returncode}):\n{done.stdout}"
        return done.stdout


def normal(text: str) -> list[str]:
    """The lines of an output, without what may be another each time."""
    lines = "\n".join(line.rstrip() for line in text.split("\n"))
    told = [line for line in lines.split("\n") if not PROGRESS.match(line)]
    return [_normal_line(line) for line in "\n".join(told).strip("\n").split("\n")]


def _normal_line(line: str) -> str:
    masked, times = TIME.subn(" TIME", CACHED.sub("", line))
    ruled, rules = RULE.subn("─", masked)
    return re.sub("  +", " ", ruled) if times or rules else ruled


def difference(shown: str, printed: str) -> str | None:
    """The first part of what is shown that is not in what was printed, if there is one."""
    rest = list(normal(printed))
    elided = False
    for lines in _parts(normal(shown)):
        place = _find(lines, rest, anywhere=elided)
        if place is None:
            return "\n".join(lines)
        rest = rest[place + len(lines) :]
        elided = True
    ends = normal(shown)[-1].strip() == ELISION
    return None if ends or not rest else "the end, after which there is:\n" + "\n".join(rest)


def _parts(lines: list[str]) -> Iterator[list[str]]:
    """The lines between elisions."""
    part: list[str] = []
    for line in lines:
        if line.strip() == ELISION:
            yield part
            part = []
        else:
            part.append(line)
    yield part


def _find(lines: list[str], within: list[str], *, anywhere: bool) -> int | None:
    last = len(within) - len(lines) if anywhere else 0
    for start in range(last + 1):
        if within[start : start + len(lines)] == lines:
            return start
    return None
