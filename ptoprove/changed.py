"""What `--changed-since` does: find the contracts that differ, and tell in what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from proofs.changes import Change, changes
from ptoprove.verdict_table import counted
from semantics.revisions import at_revision
from semantics.specification import Specification
from semantics.targets.overlay import on_target

MOST_SHOWN = 5
"""Names of declarations that are shown of a contract."""


def changed(
    spec: Specification,
    directory: Path,
    decoders: Sequence[Path],
    target: str | None,
    revisions: str,
    contracts: Sequence[str],
) -> list[Change]:
    """Those of some contracts that differ between a revision of a checkout and the specification
    loaded from it, or between the two of `A..B`, each with the same decoders and on the same
    target. Raises PtoError."""

    def at(revision: str) -> Specification:
        found = at_revision(directory, revision or "HEAD", decoders)
        return found if target is None else on_target(found, target)

    first, dots, last = revisions.partition("..")
    return changes(at(first), at(last) if dots else spec, contracts)


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
