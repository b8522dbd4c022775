"""The command line: `ptoprove COMMAND …`."""

from __future__ import annotations

import sys
from typing import Any

import rich_click as click

from ptoprove import __version__
from ptoprove.commands.audit import audit
from ptoprove.commands.avs import avs
from ptoprove.commands.cex import cex
from ptoprove.commands.check import check
from ptoprove.commands.coverage import coverage
from ptoprove.commands.diff import diff
from ptoprove.commands.execute import execute
from ptoprove.commands.inventory import list_contracts
from ptoprove.commands.mutate import mutate
from ptoprove.commands.parse import parse
from ptoprove.commands.portability import portability
from ptoprove.commands.profile import profile
from ptoprove.commands.recheck import recheck
from ptoprove.commands.report import report
from ptoprove.commands.run import run
from ptoprove.commands.show import show
from ptoprove.commands.specification import specification
from ptoprove.commands.vectors import vectors
from ptoprove.errors import errors_reported, open_missing_streams

# A blank line after the first paragraph; the others are laid out as they are written.
HELP = {"padding_helptext_first_line": (0, 0, 1, 0), "text_paragraph_linebreaks": ""}


class Commands(click.RichGroup):
    """The group of all commands, which reports their errors."""

    def invoke(self, ctx: click.Context) -> Any:
        with errors_reported():
            return super().invoke(ctx)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.rich_config(HELP)
@click.version_option(__version__, prog_name="ptoprove", message="%(prog)s %(version)s")
def cli() -> None:
    """Prove instruction contracts of the PTO virtual ISA, or see the smallest tile that breaks one.

    \b
    Examples:
      ptoprove check TREM                   prove all properties of a contract
      ptoprove cex list                     counterexamples that checks have found
      ptoprove show TREM                    read it: bundle, clauses, properties
      ptoprove portability TREM             which target takes which data types
      ptoprove run b.bundle --tiles t.json  execute a bundle on tiles

    \b
    Exit codes:
      0    all is PROVED or BOUNDED, or the program ran
      1    something is REFUTED or VACUOUS, or the program failed
      2    bad usage or bad input
      3    no answer: UNKNOWN, UNSUPPORTED, INTERNAL
      130  interrupted
    """


for command in (
    check,
    recheck,
    report,
    cex,
    audit,
    diff,
    list_contracts,
    show,
    portability,
    run,
    execute,
    vectors,
    avs,
    coverage,
    mutate,
    profile,
    specification,
    parse,
):
    cli.add_command(command)


def main() -> None:
    """The entry point. Characters that the terminal lacks become question marks."""
    open_missing_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    cli()
