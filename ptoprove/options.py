"""Options that several commands have."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import rich_click as click

from parser.diagnostics import Phase, fail
from ptoprove.errors import check_writable

Command = TypeVar("Command", bound=Callable[..., Any])

PATH = click.Path(path_type=Path)
ALLOW = "--allow-spec-scripts"
STEP_SUMMARY = "GITHUB_STEP_SUMMARY"
STANDARD_OUTPUT = Path("-")
"""What `-` names, as in `--json -`."""


def specification_options(command: Command) -> Command:
    """`--spec DIR` and `--decoders FILE`, as `spec_dir` and `decoders`, and
    `--allow-spec-scripts`."""
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
    return spec(decoders(allow_option(command)))


def allow_option(command: Command) -> Command:
    """`--allow-spec-scripts`, which `needed_decoders` goes by."""
    return click.option(
        ALLOW,
        is_flag=True,
        expose_value=False,
        callback=_note_permission,
        help="Let the checkout's own script make the decoders, if none are given.",
    )(command)


def _note_permission(ctx: click.Context, param: click.Parameter, allowed: bool) -> None:
    ctx.meta[ALLOW] = allowed


def checked_decoders(spec_dir: Path | None, decoders: tuple[Path, ...]) -> tuple[Path, ...]:
    """The decoders; it is an error to give some without a checkout."""
    if decoders and spec_dir is None:
        raise click.UsageError("--decoders goes with --spec")
    return decoders


def needed_decoders(spec_dir: Path | None, decoders: tuple[Path, ...]) -> tuple[Path, ...]:
    """The decoders, for a command that runs or proves something: if none are given, those that the
    checkout's own script makes. That runs with `--allow-spec-scripts`, or a yes on a terminal.

    Raises PtoError (SPEC-DECODERS) where there are none.
    """
    from semantics.decoders import SCRIPT, generate, has_script, kept

    if checked_decoders(spec_dir, decoders) or spec_dir is None or not has_script(spec_dir):
        return decoders
    found = kept(spec_dir)
    if found is None:
        question = f"Run {spec_dir / SCRIPT} to make the decoders that are missing?"
        context = click.get_current_context()
        allowed = context is not None and context.meta.get(ALLOW, False)
        if not allowed and not (is_terminal() and click.confirm(question, err=True)):
            message = f"the generated decoders of `{spec_dir}` are missing"
            hint = f"{ALLOW} lets its {SCRIPT} make them; --decoders FILE names a file with them"
            raise fail("SPEC-DECODERS", Phase.INPUT, message, hint=hint)
        found = generate(spec_dir)
    return (found,)


def is_terminal() -> bool:
    """Whether someone is there who can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def target_option(command: Command) -> Command:
    """`--target TARGET`, as `target`."""
    return click.option(
        "--target",
        metavar="TARGET",
        help="As on this target (portable, a2a3, a5, cpu): data types that its page does not allow "
        "are rejected. What a bundle can't express, such as a tmp tile, is left to `portability`.",
    )(command)


def profile_option(command: Command) -> Command:
    """`--profile PROFILE`, as `profile`."""
    return click.option(
        "--profile",
        metavar="PROFILE",
        help="The numeric profile: that of the specification itself (reference), IEEE 754 "
        "(ieee754), or the formulas of the tile library's pages (tile-library).",
    )(command)


def properties_option(command: Command) -> Command:
    """`--property PROPERTY`, as `properties`."""
    return click.option(
        "--property",
        "properties",
        multiple=True,
        metavar="PROPERTY",
        help="Only this property. May be repeated.",
    )(command)


def timeout_option(command: Command) -> Command:
    """`--timeout SECONDS` of proofs, as `timeout`."""
    return click.option(
        "--timeout",
        type=click.FloatRange(min=0, min_open=True),
        default=60.0,
        show_default=True,
        metavar="SECONDS",
        help="The longest time for one harness, and for a solver on one query.",
    )(command)


def proving_options(command: Command) -> Command:
    """`--timeout SECONDS`, `--jobs N` and `--no-cache`."""
    no_cache = click.option(
        "--no-cache", is_flag=True, help="Prove again what has been proved before."
    )
    return timeout_option(jobs_option(no_cache(command)))


def jobs_option(command: Command) -> Command:
    """`--jobs N`, as `jobs`."""
    return click.option(
        "--jobs",
        type=click.IntRange(min=1),
        metavar="N",
        help="Processes at work at the same time.  [default: one per processor]",
    )(command)


def writable(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
    """A file of a report; one that can't be written is an error before any work."""
    if path is not None and path != STANDARD_OUTPUT:
        check_writable(path)
    return path


def json_option(command: Command) -> Command:
    """`--json FILE`, as `json_file`."""
    return click.option(
        "--json",
        "json_file",
        type=PATH,
        metavar="FILE",
        callback=writable,
        help="Write a report in JSON; with - it takes the place of all other output.",
    )(command)


def junit_option(command: Command) -> Command:
    """`--junit FILE`, as `junit`."""
    return click.option(
        "--junit",
        type=PATH,
        metavar="FILE",
        callback=writable,
        help="Write a report in JUnit XML.",
    )(command)


def report_options(command: Command) -> Command:
    """`--json FILE`, `--sarif FILE`, `--junit FILE` and `--github`."""
    sarif = click.option(
        "--sarif",
        type=PATH,
        metavar="FILE",
        callback=writable,
        help="Write a report in SARIF 2.1.0, for code scanning and editors.",
    )
    github = click.option(
        "--github",
        is_flag=True,
        callback=_with_writable_summary,
        help="In GitHub Actions, annotate what does not hold and write the summary of the step.",
    )
    return json_option(sarif(junit_option(github(command))))


def step_summary() -> Path | None:
    """The file for the summary of a step of GitHub Actions; None elsewhere."""
    name = os.environ.get(STEP_SUMMARY)
    return Path(name) if name else None


def _with_writable_summary(ctx: click.Context, param: click.Parameter, wanted: bool) -> bool:
    summary = step_summary()
    if wanted and summary is not None:
        check_writable(summary)
    return wanted


def quiet(*reports: Path | None) -> bool:
    """Whether one of these reports takes the place of all other output.

    It is bad usage to write two of them to one file.
    """
    files = [path for path in reports if path is not None]
    if len(set(files)) < len(files):
        raise click.UsageError("two reports can't be written to one file")
    return STANDARD_OUTPUT in files


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
