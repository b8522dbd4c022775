"""Progress on a terminal: what does not hold is told at once."""

from __future__ import annotations

import io

from rich.console import Console

from proofs.verdicts import Verdict
from ptoprove.progress import RESULTS, with_live_progress
from tests.ptoprove.samples import result


def test_live_progress() -> None:
    results = [
        result("range", Verdict.BOUNDED, data_type="S32"),
        result("padding", Verdict.UNKNOWN, data_type="S16", reason="timeout", seconds=60),
        result("range", Verdict.PROVED, data_type="U32"),
    ]
    stream = io.StringIO()
    console = Console(file=stream, width=100, force_terminal=True, color_system=None)
    assert list(with_live_progress(results, 3, console, RESULTS)) == results
    text = stream.getvalue()
    assert "UNKNOWN TREM padding data_type=S16 in 60.0 s" in text
    assert "BOUNDED TREM range" not in text
    assert "1 PROVED  1 BOUNDED  1 UNKNOWN" in text
    assert "3/3" in text
