"""What GitHub Actions shows of a check: annotations, and the summary of a step (docs/ci.md)."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Final

from concrete.tile_text import UNDEFINED
from proofs.verdicts import FAILS, HOLDS, Counterexample, Result, Summary, TileView, Verdict
from ptoprove.counterexample import replay_command
from ptoprove.findings import Found
from ptoprove.terminal import place, result_case
from ptoprove.tile_grid import word_texts
from ptoprove.verdict_table import WORST_FIRST, by_property, counted, worst

MOST_ANNOTATIONS: Final = 10
"""Errors, and warnings, of one step that GitHub shows."""
MOST_BYTES: Final = 1_000_000
"""Of a summary: GitHub refuses one of more than 1 MiB."""
MOST_ELEMENTS: Final = 8
"""Of a tile, in an annotation."""
WORKSPACE: Final = "GITHUB_WORKSPACE"


# ------------------------------------------------------------------------ annotations


def commands(found: Found) -> Iterator[str]:
    """Workflow commands: an error or a warning for each property under each profile that does not
    hold, ten of a kind at most, and how many more there are."""
    left = []
    for kind, those in _by_kind(found.results).items():
        for group in those[:MOST_ANNOTATIONS]:
            yield _annotation(found, kind, group)
        if len(those) > MOST_ANNOTATIONS:
            left.append(counted(len(those) - MOST_ANNOTATIONS, f"more {kind}"))
    if left:
        yield command("notice", f"{' and '.join(left)}", title="ptoprove")
    if found.interruption is not None:
        yield command("notice", found.interruption, title="ptoprove")


def command(name: str, message: str, **properties: str) -> str:
    """A workflow command, with what has a meaning in its texts escaped."""
    written = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{name} {written}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _by_kind(results: Sequence[Result]) -> dict[str, list[list[Result]]]:
    """The groups of results that do not hold, the worst first, without those of their results that
    matter less."""
    kinds: dict[str, list[list[Result]]] = {"error": [], "warning": []}
    for group in by_property(results):
        verdict = worst(group)
        if verdict not in HOLDS:
            kind = "error" if verdict in FAILS or verdict is Verdict.INTERNAL else "warning"
            kinds[kind].append([each for each in group if each.verdict is verdict])
    return {
        kind: sorted(those, key=lambda each: WORST_FIRST.index(each[0].verdict))
        for kind, those in kinds.items()
    }


def _annotation(found: Found, kind: str, group: Sequence[Result]) -> str:
    first = group[0]
    where = found.place(first)
    lines = [found.property_of(first).title]
    case = result_case(first)
    more = f", and {counted(len(group) - 1, 'more case')}" if len(group) > 1 else ""
    lines += [f"{first.verdict} for {case}{more}"] if case else []
    lines += _inputs(first.counterexample) if first.counterexample else []
    lines += [first.reason] if first.reason else []
    if first.counterexample is not None:
        lines.append(f"replay: {replay_command(first, found.words)}")
    return command(
        kind,
        "\n".join(lines),
        file=_file(where.path),
        line=str(where.line),
        endLine=str(where.end_line),
        title=f"{first.contract} {first.property} is {first.verdict}",
    )


def _inputs(found: Counterexample) -> list[str]:
    """A counterexample in few lines."""
    lines = [f"{found.failure} fails at {place(found.span)}"]
    lines += [f"{tile.role}: {_elements(tile)}" for tile in found.tiles]
    return lines + [f"{name}: {value}" for name, value in found.values]


def _elements(tile: TileView) -> str:
    """The valid elements of a tile in one line, rows apart by semicolons."""
    words = [row[: tile.valid_columns] for row in tile.words[: tile.valid_rows]]
    rows = [
        ", ".join(UNDEFINED if w is None else word_texts(tile.data_type, w)[0] for w in row)
        for row in words
    ]
    if sum(map(len, words)) > MOST_ELEMENTS:
        return f"{tile.data_type} {tile.valid_rows}x{tile.valid_columns}"
    return "; ".join(rows)


def _file(path: str) -> str:
    """A path as seen from the folder that GitHub has checked the repository out in."""
    workspace = Path(os.environ.get(WORKSPACE) or Path.cwd())
    workspace, file = workspace.resolve(), Path(path).resolve()
    return str(file.relative_to(workspace)) if file.is_relative_to(workspace) else path


# ------------------------------------------------------------------------ summary


def summary(found: Found) -> str:
    """The summary of a step in Markdown: verdicts by contract, and what does not hold, with its
    counterexample folded up."""
    parts = ["\n".join([*_table(found), ""])]
    room = MOST_BYTES - len(parts[0].encode())
    groups = [each for those in _by_kind(found.results).values() for each in those]
    for number, group in enumerate(groups):
        part = _details(found, group)
        room -= len(part.encode())
        if room < 0:
            parts.append(f"\nThere is no room for {len(groups) - number} more.\n")
            break
        parts.append(part)
    return "".join(parts)


def _table(found: Found) -> Iterator[str]:
    counts = Summary.of(found.results).counts
    shown = [verdict for verdict in reversed(WORST_FIRST) if counts[verdict]]
    told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in shown) or "nothing to check"
    yield f"### ptoprove: {told}\n"
    if found.interruption is not None:
        yield f"The check was {found.interruption}.\n"
    if shown:
        yield "| contract | " + " | ".join(shown) + " |"
        yield "| --- |" + " ---: |" * len(shown)
    for contract in dict.fromkeys(each.contract for each in found.results):
        own = Summary.of(each for each in found.results if each.contract == contract).counts
        numbers = [str(own[verdict] or "") for verdict in shown]
        yield f"| {_cell(contract)} | " + " | ".join(numbers) + " |"


def _details(found: Found, group: Sequence[Result]) -> str:
    first = group[0]
    title = f"{first.verdict} {first.contract} {first.property}"
    more = f" ({counted(len(group), 'case')})" if len(group) > 1 else ""
    return (
        f"\n<details><summary>{_html(title + more)}</summary>\n\n"
        f"<pre>\n{_html(found.text(first))}\n</pre>\n\n</details>\n"
    )


def _html(text: str) -> str:
    return escape(text, quote=False)


def _cell(text: str) -> str:
    return _html(text).replace("|", "\\|").replace("\n", " ")
