"""`ptoprove parse`: check the grammar of files, or hand their trees to other tools."""

from __future__ import annotations

import time
from pathlib import Path

import rich_click as click

from ptoprove.errors import BAD_INPUT, report
from ptoprove.options import PATH


@click.command()
@click.argument("files", nargs=-1, required=True, type=PATH, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print trees and metadata in JSON.")
@click.option("--verbose", "-v", is_flag=True, help="Say how many tokens, and how fast.")
@click.pass_context
def parse(ctx: click.Context, files: tuple[Path, ...], as_json: bool, verbose: bool) -> None:
    """Check the grammar and the metadata of ASL files, and of bundles (.bundle).

    \b
    Examples:
      ptoprove parse unit.asl
      ptoprove parse asl/*.asl --verbose
      ptoprove parse unit.asl --json | jq '.files[0].declarations[].name'

    \b
    Exit codes:
      0  all files are well formed
      2  one is not, or can't be read
    """
    from ptoprove.parsing import document, read_all, speed_of, summary_text
    from ptoprove.report import to_text

    started = time.perf_counter()
    read, diagnostics = read_all(files)
    seconds = time.perf_counter() - started
    if as_json:
        click.echo(to_text(document(read, diagnostics), indent=None), nl=False)
    else:
        for each in read:
            click.echo(summary_text(each))
    if verbose:
        click.echo(speed_of(read, seconds), err=True)
    if diagnostics:
        report(diagnostics)
        ctx.exit(BAD_INPUT)
