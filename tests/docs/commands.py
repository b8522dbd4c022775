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
    for line in script.replace("\\\n", " ").split("\n"):
        words: list[str] | None = None
        lexer = shlex.shlex(line, posix=True, punctuation_chars=OPERATORS)
        lexer.whitespace_split = True
        for word in lexer:
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
        value = values.get(parameter.name)
        stated = [value] if isinstance(value, str) else value
        if isinstance(stated, list | tuple) and not any(map(_is_placeholder, stated)):
            parameter.type_cast_value(context, value)
    asks_for_help = values.get("help") or values.get("version")
    if not isinstance(command, click.Group) and words and not asks_for_help:
        for parameter in command.params:
            if parameter.required and not values.get(parameter.name):
                raise click.MissingParameter(ctx=context, param=parameter)


def _is_placeholder(value: object) -> bool:
    return isinstance(value, str) and PLACEHOLDER.fullmatch(value) is not None
