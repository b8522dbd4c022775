"""Commands of the documentation do what it shows, and name commands and options that there are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import yaml
from click.testing import CliRunner

from ptoprove.cli import cli
from tests.docs.commands import check_command, commands
from tests.docs.pages import CODE_PAGES, TEXTS, blocks_of, name_of, prose
from tests.docs.sessions import Workshop, difference, runs, steps_of

PAGES = [page for page in TEXTS if page not in CODE_PAGES]


@pytest.mark.parametrize(
    "page", [p for p in PAGES if any(map(runs, (s.block for s in steps_of(p))))], ids=name_of
)
def test_sessions_print_what_pages_show(page: Path, tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    for step in steps_of(page):
        if runs(step.block):
            printed = workshop.run(step.block)
            if step.shown is not None:
                wrong = difference(step.shown, printed)
                assert wrong is None, f"{step.block.place} does not print {wrong}\nbut\n{printed}"


def scripts(page: Path) -> Iterator[tuple[str, str]]:
    """What a page has of shell: blocks, steps of workflows, and commands in a sentence."""
    for block in blocks_of(page):
        if block.language == "sh":
            yield block.place, block.text
        elif block.language == "yaml":
            yield block.place, "\n".join(runs_of(yaml.safe_load(block.text)))
    for text in re.findall(r"`(ptoprove [^`]+)`", prose(page)):
        yield name_of(page), text


def runs_of(document: object) -> Iterator[str]:
    match document:
        case {"run": str(script)}:
            yield script
        case dict():
            for value in document.values():
                yield from runs_of(value)
        case list():
            for value in document:
                yield from runs_of(value)


def helps(
    command: click.Command, words: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], str]]:
    """The help of a command and those below it."""
    yield words, command.help or ""
    if isinstance(command, click.Group):
        for name, each in command.commands.items():
            yield from helps(each, (*words, name))


HELPS = dict(helps(cli))


@pytest.mark.parametrize("page", TEXTS, ids=name_of)
def test_commands_of_pages_exist(page: Path) -> None:
    for place, script in scripts(page):
        for words in commands(script):
            try:
                check_command(words)
            except click.UsageError as error:
                pytest.fail(f"{place}: ptoprove {' '.join(words)}: {error.format_message()}")


@pytest.mark.parametrize("words", HELPS, ids=" ".join)
def test_examples_of_the_help_exist(words: tuple[str, ...]) -> None:
    examples = HELPS[words].partition("Examples:\n")[2].partition("\n\n")[0]
    found = list(commands(re.sub(r"(?<=\w) {2,}\w.*", "", examples)))
    for each in found:
        check_command(each)
    assert len(found) == len(re.findall("^ *ptoprove ", examples, re.M))


@pytest.mark.parametrize("words", HELPS, ids=" ".join)
def test_headings_of_the_help_have_their_own_lines(words: tuple[str, ...]) -> None:
    printed = CliRunner().invoke(cli, [*words, "--help"], prog_name="ptoprove").stdout
    lines = [line.strip() for line in printed.split("\n")]
    for heading in ("Examples:", "Exit codes:"):
        assert (heading in lines) == (heading in HELPS[words])
