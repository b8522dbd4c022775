"""What `--changed-since` does: find the contracts that differ, and tell in what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from proofs.changes import Change, changes
from ptoprove.verdict_table import counted
from semantics.revisions import at_revision
from semantics.specification import checkout

MOST_SHOWN = 5
"""Names of declarations that are shown of a contract."""


def changed(
    directory: Path, decoders: Sequence[Path], revisions: str, contracts: Sequence[str]
) -> list[Change]:
    """Those of some contracts that differ between a revision of a checkout and its work tree, or
    between the two of `A..B`, each with the same generated decoders. Raises PtoError."""
    first, dots, last = revisions.partition("..")
    old = at_revision(directory, first or "HEAD", decoders)
    if dots:
        return changes(old, at_revision(directory, last or "HEAD", decoders), contracts)
    return changes(old, checkout(directory, decoders), contracts)


def lines(found: Sequence[Change], revisions: str, among: int) -> Iterator[str]:
    """What is told of changes: how many contracts differ, and a line for each."""
    since = f"in {revisions}" if ".." in revisions else f"since {revisions}"
    if not found:
        yield f"no contract has changed {since}, of {among}"
        return
    yield f"{counted(len(found), 'contract')} of {among} changed {since}:"
    for each in found:
        names = ["its record"] if each.record else []
        names += each.declarations[:MOST_SHOWN]
        more = len(each.declarations) - MOST_SHOWN
        names += [f"{more} more"] if more > 0 else []
        yield f"  {each.contract}: {', '.join(names) or 'its properties'}"
