"""`ptoprove report`: results of a check as a site of pages."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import rich_click as click

from ptoprove.commands.check import check
from ptoprove.options import PATH, needed_decoders, specification_options


@click.command()
@click.argument("report", type=PATH, required=False)
@click.option(
    "--html", "directory", type=PATH, required=True, metavar="DIR", help="Write the site there."
)
@click.option(
    "--baseline",
    type=PATH,
    metavar="OLD",
    help="An earlier report: what has changed since is shown first.",
)
@specification_options
def report(
    report: Path | None,
    directory: Path,
    baseline: Path | None,
    spec_dir: Path | None,
    decoders: tuple[Path, ...],
) -> None:
    """Write the results of a check as a site that opens from disk.
    REPORT is what `check --json` has written, of the shipped specification or of the one that
    --spec names. Without it, all contracts are checked first.

    \b
    Examples:
      ptoprove check --json now.json
      ptoprove report now.json --html site
      ptoprove report now.json --html site --baseline before.json

    \b
    Exit codes:
      0  the site is written, whatever the verdicts are
      2  bad usage or bad input
    """
    from ptoprove.html.site import Site, prepare
    from ptoprove.reading import check_specification, read_report
    from ptoprove.selection import Selection

    selection = Selection(spec_dir, needed_decoders(spec_dir, decoders))
    spec = selection.load()
    earlier = None if baseline is None else read_report(baseline)
    if report is not None:
        found = read_report(report)
        check_specification(found, spec)
        prepare(directory)
    else:
        prepare(directory)  # so that a wrong one is told before the work
        with TemporaryDirectory() as made:
            whole = Path(made) / "report.json"
            check.main(["--json", str(whole), *selection.words], standalone_mode=False)
            found = read_report(whole)
    count = Site(found, spec, earlier, selection.words).write(directory)
    click.echo(f"{directory / 'index.html'}: {count} pages")
