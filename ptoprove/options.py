"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import rich_click as click

Command = TypeVar("Command", bound=Callable[..., Any])

PATH = click.Path(path_type=Path)


def specification_options(command: Command) -> Command:
    """`--spec DIR` and `--decoders FILE`, as `spec_dir` and `decoders`."""
    spec = click.option(
        "--spec",
        "spec_dir",
        type=PATH,
        metavar="DIR",
        help="A checkout of the specification, instead of the contracts that come with ptoprove.",
    )
    decoders = click.option(
        "--decoders",
        type=PATH,
        multiple=True,
        metavar="FILE",
        help="A generated decoder to load with the checkout. May be repeated.",
    )
    return spec(decoders(command))


def checked_decoders(spec_dir: Path | None, decoders: tuple[Path, ...]) -> tuple[Path, ...]:
    """The decoders; it is an error to give some without a checkout."""
    if decoders and spec_dir is None:
        raise click.UsageError("--decoders goes with --spec")
    return decoders


def case_option(command: Command) -> Command:
    """`--case NAME=VALUE`, as the mapping `case`."""
    return click.option(
        "--case",
        multiple=True,
        metavar="NAME=VALUE",
        callback=name_value_pairs,
        help="Only cases of that value, as data_type=S32. May be repeated.",
    )(command)


def name_value_pairs(
    ctx: click.Context, param: click.Parameter, given: tuple[str, ...]
) -> dict[str, str]:
    """The values by name that a repeated `NAME=VALUE` gives."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise click.BadParameter(f"'{text}' is not of the form NAME=VALUE", ctx, param)
        if found.setdefault(name, value) != value:
            message = f"{name} can't be both {found[name]} and {value}"
            raise click.BadParameter(message, ctx, param)
    return found
