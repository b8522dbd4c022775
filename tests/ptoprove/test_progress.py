"""Progress on a terminal: what does not hold is told at once."""

from __future__ import annotations

import io
from collections.abc import Iterator

from rich.console import Console

from parser.source import Span
from proofs.properties import Property
from proofs.tasks import Task
from proofs.verdicts import Result, Verdict
from ptoprove.progress import RESULTS, Work, with_live_progress, with_work
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


def task(property: str, **case: str) -> Task:
    span = Span("a.asl", 1, 1, 1, 1)
    return Task(Property(property, "TREM", "F", "", (), (), {}, "", None, "", "a.asl", span), case)


def test_what_is_being_proved_is_shown() -> None:
    work = Work()
    results = [result("range", data_type="S32"), result("padding", data_type="U16")]

    def proving() -> Iterator[Result]:
        work.begun(task("range", data_type="S32"))
        work.begun(task("padding", data_type="U16"))
        work.waiting()
        yield results[0]
        work.waiting()
        yield results[1]

    stream = io.StringIO()
    console = Console(file=stream, width=100, force_terminal=True, color_system=None)
    assert list(with_work(proving(), 2, console, RESULTS, work)) == results
    shown = stream.getvalue()
    assert "TREM range data_type=S32  0 s" in shown
    _, _, after = shown.partition("1/2")
    assert "TREM padding data_type=U16  0 s" in after
    assert "TREM range data_type=S32" not in after
    assert work.lines() == []
