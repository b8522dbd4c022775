"""What other repositories copy: the workflow and the hook. Their commands are those there are."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from ptoprove.cli import cli
from tests.proofs.editing import TREM, copied, edit
from tests.ptoprove.samples import Run

ROOT = Path(__file__).parents[2]
WORKFLOW = ROOT / "examples" / "ptoprove.yml"
HOOKS = ROOT / ".pre-commit-hooks.yaml"
PAGE = ROOT / "docs" / "ci.md"


def loaded(text: str) -> Any:
    return yaml.safe_load(text)


def parsed(words: list[str]) -> dict[str, Any]:
    """The options of a command line, as the command itself parses them, which checks nothing."""
    assert words[:2] == ["ptoprove", "check"]
    command = cli.commands["check"]
    context = click.Context(command, resilient_parsing=True)
    options, rest, _ = command.make_parser(context).parse_args(words[2:])
    assert rest == []
    return dict(options)


def test_the_page_shows_the_workflow() -> None:
    assert f"```yaml\n{WORKFLOW.read_text('utf-8')}```\n" in PAGE.read_text("utf-8")


def test_the_blocks_of_the_page_are_yaml() -> None:
    blocks = re.findall(r"```yaml\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    assert len(blocks) == 2
    (repository,) = loaded(blocks[1])["repos"]
    (hook,) = repository["hooks"]
    assert hook["id"] in [each["id"] for each in loaded(HOOKS.read_text("utf-8"))]
    assert parsed(["ptoprove", "check", *hook["args"]])["timeout"] == "10"


def test_the_workflow() -> None:
    workflow = loaded(WORKFLOW.read_text("utf-8"))
    # YAML 1.1 reads `on` as a truth value.
    assert set(workflow[True]) == {"push", "pull_request"}
    assert workflow["permissions"] == {"contents": "read", "security-events": "write"}
    (job,) = workflow["jobs"].values()
    steps = job["steps"]
    assert all(("run" in each) != ("uses" in each) for each in steps)
    assert all(re.fullmatch(r"[\w-]+(/[\w-]+)+@v\d+", s["uses"]) for s in steps if "uses" in s)
    (check,) = [each for each in steps if "ptoprove check" in each.get("run", "")]
    for base in ("", "abc"):
        script = f'printf "%s\\n" {check["run"]}'
        done = subprocess.run(
            ["sh", "-c", script], env={"BASE": base}, capture_output=True, text=True, check=True
        )
        options = parsed(done.stdout.splitlines())
        assert options.get("changed_since") == (base or None)
        assert (options["spec_dir"], options["github"]) == (".", True)
        (upload,) = [each for each in steps if "upload-sarif" in each.get("uses", "")]
        assert options["sarif"] == upload["with"]["sarif_file"]
        (artifact,) = [each for each in steps if "upload-artifact" in each.get("uses", "")]
        files = [options["sarif"], options["junit"]]
        assert artifact["with"]["path"].split() == files


def test_the_hook(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It checks what has changed, and nothing where nothing has."""
    (hook,) = loaded(HOOKS.read_text("utf-8"))
    assert hook["id"] == "ptoprove-check" and not hook["pass_filenames"]
    assert re.search(hook["files"], TREM) and not re.search(hook["files"], "README.md")
    words = shlex.split(hook["entry"])
    assert parsed(words)["changed_since"] == "HEAD"
    spec = copied(tmp_path / "spec")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b"]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "first"]):
        subprocess.run([*git, *command], cwd=spec, check=True, capture_output=True)
    monkeypatch.chdir(spec)
    monkeypatch.setenv("PTOPROVE_CACHE_DIR", str(tmp_path / "cache"))
    found = run(*words[1:])
    assert (found.exit_code, found.stdout) == (0, "no contract has changed since HEAD, of 4\n")
    edit(spec, TREM, "TileDataType_S32, TileDataType_U32,", "TileDataType_S32,")
    found = run(*words[1:], "--property", "type-domain", "--jobs", "1")
    assert found.exit_code == 1, found.output
    assert "REFUTED  TREM type-domain" in found.stdout
