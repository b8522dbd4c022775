"""`ptoprove cex`: counterexamples of earlier checks, to read, to run again, to take elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from ptoprove.errors import FAILED
from ptoprove.options import PATH, writable

if TYPE_CHECKING:
    from ptoprove.kept import Kept


class ShowByDefault(click.RichGroup):
    """A group in which `cex ID` means `cex show ID`."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        known = args[0] in self.commands
        return super().resolve_command(ctx, args if known else ["show", *args])


@click.group(cls=ShowByDefault)
def cex() -> None:
    """Counterexamples of earlier checks, by the id that `check` prints; `cex ID` shows one.

    \b
    Examples:
      ptoprove cex list
      ptoprove cex 3fa2b1c0de
      ptoprove cex 3fa2b1c0de --as avs --output point.asl
      ptoprove cex replay 3fa2b1c0de

    \b
    Exit codes:
      0  it was shown or written, or does not fail any more
      1  `replay`: it fails
      2  bad usage or bad input
    """


@cex.command("list")
@click.argument("contracts", nargs=-1, metavar="[CONTRACT]...")
def list_kept(contracts: tuple[str, ...]) -> None:
    """List the counterexamples that are kept, the last found first."""
    from ptoprove.kept import kept
    from ptoprove.kept_view import print_list
    from ptoprove.terminal import console

    wanted = {name.upper() for name in contracts}
    print_list(console(), [e for e in kept() if not wanted or e.result.contract in wanted])


@cex.command()
@click.argument("id")
@click.option(
    "--as",
    "form",
    type=click.Choice(["avs"]),
    help="Write it as a test point of the specification, which fails as it does.",
)
@click.option(
    "--output",
    type=PATH,
    metavar="FILE",
    callback=writable,
    help="Write the test point there, and not to standard output.",
)
def show(id: str, form: str | None, output: Path | None) -> None:
    """Show a counterexample: tiles, values, call stack; or write it as a test point."""
    if output is not None and form is None:
        raise click.UsageError("--output goes with --as")
    from ptoprove.kept import find

    found = find(id)
    if form is not None:
        _write(found, output)
        return
    from ptoprove.counterexample import print_counterexample
    from ptoprove.kept_view import words
    from ptoprove.terminal import console

    _tell_of_changes(found)
    clauses = found.spec.contract(found.result.contract).clauses
    print_counterexample(console(), found.result, clauses, words(found))


@cex.command()
@click.argument("id")
@click.pass_context
def replay(ctx: click.Context, id: str) -> None:
    """Run a counterexample again, on the text of the specification as it is now."""
    from dataclasses import replace

    from proofs.counterexample import Replayer
    from ptoprove.counterexample import print_counterexample
    from ptoprove.kept import find
    from ptoprove.kept_view import words
    from ptoprove.terminal import console
    from semantics.overlays import with_profile

    found = find(id)
    task = found.task()
    _tell_of_changes(found)
    program = with_profile(found.spec, task.profile).program(found.harnesses)
    replayer = Replayer(program)
    if task.property.assumes:
        replayer.within = frozenset(file.source.path for file in found.harnesses)
    assert found.result.counterexample is not None
    again = replayer.again(task.property, task.case, found.result.counterexample)
    if again is None:
        click.echo(f"{found.id} does not fail any more")
        return
    result = replace(found.result, counterexample=replayer.counterexample(*again))
    clauses = found.spec.contract(result.contract).clauses
    print_counterexample(console(), result, clauses, words(found))
    ctx.exit(FAILED)


def _tell_of_changes(found: Kept) -> None:
    if found.changed:
        text = "the text of the specification or of the properties has changed since this was found"
        click.echo(f"note: {text}; `ptoprove cex replay {found.id}` runs it on what is there now",
                   err=True)  # fmt: skip


def _write(found: Kept, output: Path | None) -> None:
    from proofs.export.test_point import export

    point = export(found.spec, found.harnesses, found.task().property, found.result)
    _tell_of_changes(found)
    if output is None:
        click.echo(point.text, nl=False)
    else:
        output.write_text(point.text, encoding="utf-8")
        click.echo(f"{output}: {point.id}, whose place in a checkout is {point.path}")
