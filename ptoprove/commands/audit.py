"""`ptoprove audit`: check what the records of contracts say, against ASL and each other."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from ptoprove.loading import load
from ptoprove.options import (
    STANDARD_OUTPUT,
    json_option,
    needed_decoders,
    proving_options,
    specification_options,
)

if TYPE_CHECKING:
    from proofs.tasks import Options
    from proofs.verdicts import Result
    from semantics.specification import Specification


@click.command()
@click.argument("contracts", nargs=-1, metavar="[CONTRACT]...")
@specification_options
@click.option(
    "--no-prove",
    is_flag=True,
    help="Only compare places of records, and run functions that take few values.",
)
@proving_options
@json_option
@click.pass_context
def audit(
    ctx: click.Context,
    contracts: tuple[str, ...],
    spec_dir: Path | None,
    decoders: tuple[Path, ...],
    no_prove: bool,
    timeout: float,
    jobs: int | None,
    no_cache: bool,
    json_file: Path | None,
) -> None:
    """Audit the records of contracts: a verdict for each clause, and all that does not agree.
    Without CONTRACT, of all. What no form reads, or no property states, is NOT FORMALISED.

    \b
    Examples:
      ptoprove audit TREM
      ptoprove audit --no-prove
      ptoprove audit TNEG --spec ../pto-spec --no-prove --json audit.json

    \b
    Exit codes:
      0    no conflict, and every verdict holds (a sentence may be NOT FORMALISED)
      1    there is a conflict, or something is REFUTED or VACUOUS
      2    bad usage or bad input
      3    otherwise: something is UNKNOWN, UNSUPPORTED or INTERNAL
      130  interrupted
    """
    started = time.monotonic()
    decoders = needed_decoders(spec_dir, decoders)
    spec = load(spec_dir, decoders)

    from proofs.audit import audit as run_audit
    from proofs.audit import exit_code
    from ptoprove.audit_report import document
    from ptoprove.audit_view import print_audits
    from ptoprove.checking import options
    from ptoprove.report import write
    from ptoprove.terminal import console

    quiet = json_file == STANDARD_OUTPUT
    proving = options(timeout, jobs, cache=not no_cache)
    results = None if no_prove else _results(spec, contracts, proving, quiet)
    audits = list(run_audit(spec, contracts, results))
    if not quiet:
        print_audits(console(), audits, time.monotonic() - started)
    if json_file is not None:
        write(json_file, document(spec, audits))
    ctx.exit(exit_code(audits))


def _results(
    spec: Specification,
    contracts: tuple[str, ...],
    proving: Options,
    quiet: bool,
) -> list[Result]:
    """The results of all properties that the clauses rest on."""
    from proofs.audit import cited
    from ptoprove.checking import Checking
    from ptoprove.progress import RESULTS, with_live_progress
    from ptoprove.terminal import console, interactive

    properties = cited(spec, contracts)
    if not properties:
        return []
    checking = Checking.of(spec, contracts, properties)
    found: Iterable[Result] = checking.results(proving)
    if not quiet and interactive():
        found = with_live_progress(found, len(checking.tasks), console(error=True), RESULTS)
    return list(found)
