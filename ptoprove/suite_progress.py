"""Who sees outcomes of test points as they come."""

from __future__ import annotations

from collections.abc import Iterable

from concrete.points import Outcome, Status
from ptoprove.progress import Tally, with_live_progress, with_plain_progress
from ptoprove.suite import Watch
from ptoprove.suite_view import outcome_line
from ptoprove.terminal import console, interactive


def watch(total: int, quiet: bool) -> Watch:
    """Progress on standard error; nothing, if quiet."""
    tally: Tally[Outcome] = Tally(
        lambda each: each.status.upper(), [each.upper() for each in Status], outcome_line
    )

    def watched(outcomes: Iterable[Outcome]) -> Iterable[Outcome]:
        if quiet:
            return outcomes
        if interactive():
            return with_live_progress(outcomes, total, console(error=True), tally, "running")
        return with_plain_progress(outcomes, total, console(error=True), tally)

    return watched
