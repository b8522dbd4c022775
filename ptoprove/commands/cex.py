"""`ptoprove cex`: counterexamples of earlier checks, to read, to run again, to take elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from ptoprove.errors import BAD_INPUT, FAILED, report
from ptoprove.options import PATH, needed_decoders, specification_options, writable

if TYPE_CHECKING:
    from proofs.verdicts import Counterexample, Result
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
      ptoprove cex 3fa2b1c0de --as json --output found.json
      ptoprove cex replay found.json

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
    type=click.Choice(["avs", "json", "npz", "pytest"]),
    help="Write it as a test point of the specification, which fails as it does; as a document; as "
    "NumPy arrays; or as a test for those who implement the operation.",
)
@click.option(
    "--output",
    type=PATH,
    metavar="FILE",
    callback=writable,
    help="Write it there, and not to standard output.",
)
def show(id: str, form: str | None, output: Path | None) -> None:
    """Show a counterexample: tiles, values, path, call stack; or write it in another form."""
    if output is not None and form is None:
        raise click.UsageError("--output goes with --as")
    from ptoprove.kept import find

    found = find(id)
    _tell_of_changes(found)
    if form == "avs":
        _write_point(found, output)
    elif form is not None:
        _write(found, form, output)
    else:
        _print(found, found.result)


@cex.command()
@click.argument("id", metavar="ID|FILE")
@specification_options
@click.pass_context
def replay(ctx: click.Context, id: str, spec_dir: Path | None, decoders: tuple[Path, ...]) -> None:
    """Run a counterexample again, on the text of the specification as it is now.
    It is one that is kept, or in a file that `cex ID --as` has written. A test point is run on the
    specification that --spec names.

    \b
    Exit codes:
      0  it does not fail any more
      1  it fails, as before or otherwise, which is said
      2  bad usage or bad input
    """
    from dataclasses import replace

    from ptoprove.counterexample_files import SUFFIXES, read
    from ptoprove.kept import find

    path = Path(id)
    if path.suffix == ".asl":
        ctx.exit(_run_point(path, spec_dir, decoders))
    if spec_dir is not None:
        raise click.UsageError("--spec goes with a test point: others say what they are of")
    found = read(path) if path.suffix in SUFFIXES else find(id)
    _tell_of_changes(found)
    again = found.again()
    if again is None:
        click.echo(f"{found.id} does not fail any more")
        return
    before = found.result.counterexample
    _print(found, replace(found.result, counterexample=again))
    same = before is not None and _told(again) == _told(before)
    click.echo(f"{found.id} fails {'as before' if same else 'otherwise than before'}")
    ctx.exit(FAILED)


def _told(example: Counterexample) -> tuple[object, ...]:
    """What of a failure does not depend on where its lines are."""
    calls = [function for function, _ in example.stack]
    return example.failure, calls, example.tiles, example.values


def _print(found: Kept, result: Result) -> None:
    from ptoprove.counterexample import print_counterexample
    from ptoprove.kept_view import words
    from ptoprove.terminal import console

    clauses = found.spec.contract(result.contract).clauses
    print_counterexample(console(), result, clauses, words(found), found.explained())


def _tell_of_changes(found: Kept) -> None:
    if found.changed:
        text = "the text of the specification or of the properties has changed since this was found"
        click.echo(f"note: {text}; `ptoprove cex replay {found.id}` runs it on what is there now",
                   err=True)  # fmt: skip


def _write_point(found: Kept, output: Path | None) -> None:
    from proofs.export.test_point import export

    point = export(found.spec, found.harnesses, found.task().property, found.result)
    if output is None:
        click.echo(point.text, nl=False)
    else:
        output.write_text(point.text, encoding="utf-8")
        click.echo(f"{output}: {point.id}, whose place in a checkout is {point.path}")


def _write(found: Kept, form: str, output: Path | None) -> None:
    from ptoprove import counterexample_files as files

    why = found.explained()
    if output is None:
        files.write(sys.stdout.buffer, form, found, why)
    else:
        with output.open("wb") as stream:
            files.write(stream, form, found, why)


def _run_point(path: Path, spec_dir: Path | None, decoders: tuple[Path, ...]) -> int:
    from concrete.points import Point, PointRunner, Status
    from ptoprove.loading import load

    spec = load(spec_dir, needed_decoders(spec_dir, decoders))
    outcome = PointRunner(spec).run(Point(path.stem, "", "", path))
    if outcome.status is Status.PASSED:
        click.echo(f"{path} does not fail any more")
        return 0
    report(outcome.diagnostics)
    if outcome.status is Status.BROKEN:
        return BAD_INPUT
    click.echo(f"{path} fails")
    return FAILED
