"""The reports that a check writes, besides what it prints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ptoprove.options import STANDARD_OUTPUT, step_summary

if TYPE_CHECKING:
    from proofs.verdicts import Result
    from ptoprove.checking import Checking
    from ptoprove.findings import Found
    from ptoprove.selection import Selection


@dataclass(frozen=True, slots=True)
class Reports:
    """Which reports are wanted: files, and whether GitHub is told."""

    json: Path | None = None
    sarif: Path | None = None
    junit: Path | None = None
    github: bool = False

    def write(
        self,
        checking: Checking,
        selection: Selection,
        results: Sequence[Result],
        *,
        interrupted: bool,
    ) -> None:
        """Write all that are wanted; in JSON, only a check that came to its end."""
        from ptoprove.findings import Found
        from ptoprove.report import document, to_text, write_text

        found = Found(checking, selection, results, interrupted)
        if self.json is not None and not interrupted:
            write_text(self.json, to_text(document(found.spec, results)))
        if self.sarif is not None:
            from ptoprove import sarif

            write_text(self.sarif, to_text(sarif.document(found)))
        if self.junit is not None:
            from ptoprove import check_junit

            write_text(self.junit, check_junit.text(found))
        if self.github:
            self._tell_github(found)

    def _tell_github(self, found: Found) -> None:
        """Annotations go to standard output, or where a report takes that, to standard error:
        GitHub reads both."""
        from ptoprove.github import commands, summary

        taken = STANDARD_OUTPUT in (self.json, self.sarif, self.junit)
        for line in commands(found):
            click.echo(line, err=taken)
        file = step_summary()
        if file is not None:
            with file.open("a", encoding="utf-8") as stream:
                stream.write(summary(found))
