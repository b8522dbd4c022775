"""An audit on the terminal: a row per clause, then the findings, and the coverage last."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from proofs.audit import Audit, Coverage
from proofs.audit.findings import Finding, Place, Severity
from proofs.audit.standing import QUIET, Basis, ClauseAudit, Standing
from ptoprove.terminal import short_path, verdict_text
from ptoprove.verdict_table import counted, seconds_text

SEVERITY_STYLES = {Severity.CONFLICT: "bold red", Severity.NOTE: "yellow"}


def print_audits(console: Console, audits: Sequence[Audit], elapsed: float) -> None:
    """Print the audits of some contracts, in order."""
    if audits:
        console.print(clause_table(audits))
    for audit in audits:
        for finding in audit.findings:
            console.print(finding_text(finding), soft_wrap=True)
    console.print(summary_line(audits, elapsed), soft_wrap=True)


def clause_table(audits: Sequence[Audit]) -> Table:
    """The clauses of all contracts, with what each rests on or why there is nothing."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("contract", no_wrap=True)
    table.add_column("clause", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    table.add_column("sentences", no_wrap=True)
    table.add_column("rests on, or why not", overflow="fold")
    for audit in audits:
        name = audit.contract.name
        for clause in audit.clauses:
            share = f"{len(clause.formalised)} of {len(clause.sentences)}"
            table.add_row(name, clause.key, verdict_text(clause.standing), share, _bases(clause))
            name = ""
    return table


def _bases(clause: ClauseAudit) -> Text:
    """What a clause rests on, and what is left of it, each on lines of their own."""
    bases = dict.fromkeys(basis for sentence in clause.sentences for basis in sentence.bases)
    lines = [Text(", ").join(map(_basis_text, bases))] if bases else []
    reasons = dict.fromkeys(each.reason for each in clause.sentences if each.reason)
    lines += [Text(reason, "dim") for reason in reasons]
    return Text("\n").join(lines)


def _basis_text(basis: Basis) -> Text:
    """A name, and its verdict if something is wrong."""
    if basis.standing in QUIET:
        return Text(basis.name)
    return Text.assemble(f"{basis.name} ", verdict_text(basis.standing))


def finding_text(finding: Finding) -> Text:
    """A finding with its places, and what to do."""
    text = Text.assemble(
        (str(finding.severity), SEVERITY_STYLES[finding.severity]),
        f" {finding.code} {finding.contract}: {finding.message}\n",
    )
    for place in finding.places:
        text.append_text(_place(place))
    return text.append(f"  hint: {finding.advice}\n")


def _place(place: Place) -> Text:
    span = place.span
    where = f" {short_path(span.path)}:{span.line}" if span else ""
    quoted = f": {place.text}" if place.text else ""
    return Text.assemble("  --> ", (place.name, "cyan"), f"{where}{quoted}\n")


def summary_line(audits: Sequence[Audit], elapsed: float) -> Text:
    """The coverage and the findings, in one line."""
    coverage = Coverage.of(audits)
    clauses = [clause for audit in audits for clause in audit.clauses]
    known = sum(clause.standing is not Standing.NOT_FORMALISED for clause in clauses)
    found = [finding.severity for audit in audits for finding in audit.findings]
    counts = [counted(found.count(each), str(each)) for each in Severity]
    return Text(
        f"{counted(len(audits), 'contract')} in {seconds_text(elapsed)}: "
        f"{known} of {counted(len(clauses), 'clause')} and {coverage.formalised} of "
        f"{counted(coverage.sentences, 'sentence')} are formalised, forms read {coverage.read}; "
        f"{', '.join(counts)}"
    )
