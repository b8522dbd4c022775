"""Parts of pages that are written from the code: the commands, and the index of diagnostics.

Such a part stands between `<!-- KIND: … -->` and `<!-- end -->`. `pytest --update-goldens` writes
it anew.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase

import click

from ptoprove.cli import cli
from tests.docs.pages import CODE_PAGES

PART = re.compile(r"(<!-- (commands|codes): ([^>]*) -->\n)(.*?)(<!-- end -->)", re.S)


def written(text: str) -> str:
    """A page with its generated parts as they must be."""
    return PART.sub(lambda part: f"{part[1]}\n{WRITERS[part[2]](part[3])}\n{part[5]}", text)


# ------------------------------------------------------------------------ commands


def _commands(program: str) -> str:
    return "\n\n".join(_sections(cli, (program,)))


def _sections(command: click.Command, names: tuple[str, ...]) -> Iterator[str]:
    """A section for each command below a group."""
    assert isinstance(command, click.Group)
    for name, each in sorted(command.commands.items()):
        path = (*names, name)
        yield _section(each, path)
        if isinstance(each, click.Group):
            yield from _sections(each, path)


def _section(command: click.Command, path: tuple[str, ...]) -> str:
    context = click.Context(command, info_name=" ".join(path))
    heading = "#" * len(path) + " " + " ".join(path)
    usage = " ".join([*path, *command.collect_usage_pieces(context)])
    parts = [heading, f"```text\n{usage}\n```"]
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        parts += _paragraph(paragraph)
    rows = [p.get_help_record(context) for p in command.params if isinstance(p, click.Option)]
    if any(rows):
        table = ["| option | meaning |", "| --- | --- |"]
        table += [f"| `{row[0]}` | {_cell(row[1])} |" for row in rows if row is not None]
        parts.append("\n".join(table))
    return "\n\n".join(parts)


def _paragraph(text: str) -> Iterator[str]:
    """A paragraph of a help text; what is laid out there stays so."""
    if not text.startswith("\b\n"):
        yield textwrap.fill(text.replace("\n", " "), 120)
        return
    heading, _, lines = text.removeprefix("\b\n").partition("\n")
    yield heading
    if heading == "Examples:":
        yield "<!-- not run: they show what there is -->"
    language = "sh" if heading == "Examples:" else "text"
    yield f"```{language}\n{textwrap.dedent(lines)}\n```"


def _cell(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("|", "\\|")


# ------------------------------------------------------------------------ diagnostics


def _codes(patterns: str) -> str:
    """The table of the codes that one of the patterns matches."""
    table = ["| code | about |", "| --- | --- |"]
    for page in CODE_PAGES:
        if any(fnmatchcase(page.stem, pattern) for pattern in patterns.split()):
            about = page.read_text("utf-8").split("\n")[2].removesuffix(".")
            table.append(f"| [{page.stem}]({page.name}) | {about[0].lower()}{about[1:]} |")
    return "\n".join(table)


WRITERS: dict[str, Callable[[str], str]] = {"commands": _commands, "codes": _codes}
