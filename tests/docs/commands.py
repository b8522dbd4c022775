"""Command lines of ptoprove in a script: do they name commands and options that there are?"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

import click

from ptoprove.cli import cli

OPERATORS = "&|;<>"
PLACEHOLDER = re.compile(r"[A-Z][A-Z_:/.]*\d?|…|\.\.\.")


def commands(script: str) -> Iterator[list[str]]:
    """The words behind each `ptoprove` of a shell script."""
    for line in _logical_lines(script):
        words: list[str] | None = None
        for word in _lexer(line):
            if word[0] in OPERATORS:
                if words is not None:
                    yield words
                words = None
            elif words is not None:
                words.append(word)
            elif word == "ptoprove":
                words = []
        if words is not None:
            yield words


def _logical_lines(script: str) -> Iterator[str]:
    """Lines, joined where a quotation goes on in the next."""
    line = ""
    for part in script.replace("\\\n", " ").split("\n"):
        line = f"{line}\n{part}" if line else part
        try:
            list(_lexer(line))
        except ValueError:
            continue
        yield line
        line = ""
    assert not line, f"a quotation has no end: {line}"


def _lexer(line: str) -> shlex.shlex:
    lexer = shlex.shlex(line, posix=True, punctuation_chars=OPERATORS)
    lexer.whitespace_split = True
    return lexer


def check_command(words: list[str]) -> None:
    """Raises UsageError if the command line has no such command, option or kind of value. Words
    in capitals stand for anything."""
    command: click.Command = cli
    context = click.Context(cli, info_name="ptoprove")
    while isinstance(command, click.Group):
        if not words or words[0].startswith("-") or PLACEHOLDER.fullmatch(words[0]):
            break
        _, found, words = command.resolve_command(context, words)
        assert found is not None
        command, context = found, click.Context(found, parent=context, info_name=found.name)
    values, _, _ = command.make_parser(context).parse_args(list(words))
    for parameter in command.params:
        value = values.get(parameter.name or "")
        stated = [value] if isinstance(value, str) else value
        if isinstance(stated, list | tuple) and not any(map(_is_placeholder, stated)):
            parameter.type_cast_value(context, value)
    if words and "…" not in words and not values.get("help"):
        for parameter in command.params:
            if parameter.required and not values.get(parameter.name or ""):
                raise click.MissingParameter(ctx=context, param=parameter)


def _is_placeholder(value: object) -> bool:
    return isinstance(value, str) and PLACEHOLDER.fullmatch(value) is not None
