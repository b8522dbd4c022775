"""A counterexample as a reader of the specification wants it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from proofs.explanation import Explanation
from proofs.verdicts import Counterexample, Result
from ptoprove.report import plain
from ptoprove.terminal import command_text, excerpt, place, result_case, verdict_text
from ptoprove.tile_grid import ANY
from ptoprove.tile_view import tiles_side_by_side
from semantics.overlays import REFERENCE

INDENT = (0, 0, 0, 2)
FREE_WORDS = f"{ANY}: it fails alike with each other value that was tried"
MOST_SHOWN = 12
"""Frames of a call stack, and draws, before the rest is only counted."""


def print_counterexample(
    console: Console,
    result: Result,
    clauses: Mapping[str, str],
    spec_words: tuple[str, ...] = (),
    why: Explanation | None = None,
) -> None:
    """Print a refuted result: what it is about, the tiles, the ASL line, and how to replay it.

    `clauses` are the texts of the contract's clauses by key; `spec_words` are the words of the
    command line that select the specification and users' files. With `why`, the path is printed,
    and what need not be as it is.
    """
    found = result.counterexample
    assert found is not None
    title = f"{result.contract} {result.property}  {result_case(result)}".rstrip()
    console.print(verdict_text(result.verdict, f"  {title}"))
    for key in result.clauses:
        text = f": {clauses[key]}" if key in clauses else ""
        console.print(Padding(Text.assemble((key, "cyan"), text), INDENT))
    if found.tiles:
        console.print()
        cells = why.cells if why else None
        console.print(Padding(tiles_side_by_side(found.tiles, cells), INDENT))
        if cells:
            console.print(Text(f"  {FREE_WORDS}", "dim"), soft_wrap=True)
    for line in _lines(found, why):
        console.print(Text(f"  {line}".rstrip()), soft_wrap=True)
    command = Text(replay_command(result, spec_words), "bold")
    console.print(Text.assemble("\n  replay: ", command), soft_wrap=True)
    console.print(Text(f"  id: {result.counterexample_id}\n"))


def _lines(found: Counterexample, why: Explanation | None) -> list[str]:
    """What goes on lines of its own, however long these are."""
    lines = ["", f"{found.failure} fails here:", *excerpt(found.span).split("\n")]
    lines += section("values", [f"{name} = {value}" for name, value in found.values])
    if why is not None and why.path:
        lines += ["path, where other inputs go another way:", *path_lines(why)]
    frames = [f"{name or '(top)'}  {place(span)}" for name, span in found.stack]
    lines += section("call stack", frames)
    if not found.tiles:
        free = why.free if why is not None else ()
        lines += section("inputs", _inputs(found, free))
        lines += [FREE_WORDS] if free else []
    return lines


def _inputs(found: Counterexample, free: Collection[int]) -> list[str]:
    return [
        f"{name} = {f'{ANY} ({value_text(value)})' if place in free else value_text(value)}"
        for place, (name, value) in enumerate(found.draws)
    ]


def path_lines(why: Explanation) -> list[str]:
    """The decisions of a path, a line each, with the values that they went by."""
    lines = [f"  … {why.more} before these"] if why.more else []
    for each in why.path:
        values = ", ".join(f"{name} = {value}" for name, value in each.values)
        times = f", {each.times} times" if each.times > 1 else ""
        given = f"  ({values})" if values else ""
        name = each.function.partition("(")[0]
        lines.append(f"  {name}: {each.text} is {str(each.way).upper()}{times}{given}")
        lines.append(f"    {place(each.span)}")
    return lines


def section(title: str, lines: list[str]) -> list[str]:
    """Lines under a title, of which so many are shown; none where there are none."""
    if len(lines) > MOST_SHOWN:
        lines = [*lines[:MOST_SHOWN], f"… and {len(lines) - MOST_SHOWN} more"]
    return [f"{title}:", *[f"  {line}" for line in lines]] if lines else []


def value_text(value: Any) -> str:
    """A value in one line: truth values as ASL writes them, aggregates as lists."""
    match plain(value):
        case bool(truth):
            return str(truth).upper()
        case list(items):
            return f"[{', '.join(map(value_text, items))}]"
        case other:
            return str(other)


def replay_command(result: Result, spec_words: tuple[str, ...] = ()) -> str:
    """The command that finds and replays this counterexample again."""
    case = [word for name, value in result.case.items() for word in ("--case", f"{name}={value}")]
    profile = ("--profile", result.profile) if result.profile != REFERENCE else ()
    words = ("check", result.contract, "--property", result.property, *case, *profile)
    return command_text("ptoprove", *words, *spec_words)
