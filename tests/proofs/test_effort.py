"""Where the time of a proof goes."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from functools import partial

import pytest

from parser.source import NOWHERE, Span
from proofs import checker
from proofs.cache import result_of, result_text
from proofs.effort import Asked, Effort, Lines, Phase, Stopwatch, total, weight
from proofs.tasks import Options, Task, Watch
from proofs.verdicts import Result, Verdict
from semantics import term_arithmetic as ta
from semantics import terms as t
from semantics.specification import shipped


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that tests advance."""
    now = [0.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    return now


def test_a_phase_interrupts_another(clock: list[float]) -> None:
    watch = Stopwatch()
    with watch.phase(Phase.EVALUATION):
        clock[0] += 1
        with watch.phase(Phase.SOLVING):
            clock[0] += 10
        clock[0] += 2
    clock[0] += 100  # in no phase
    assert watch.effort().seconds == ((Phase.EVALUATION, 3), (Phase.SOLVING, 10))


def test_what_is_done_in_a_whole_phase_counts_for_it(clock: list[float]) -> None:
    watch = Stopwatch()
    with watch.phase(Phase.MINIMISATION), watch.phase(Phase.SOLVING):
        clock[0] += 10
        watch.note("smaller", "bit-vectors", "z3", "sat", "", t.variable("x", t.BOOL), 9)
    assert watch.effort() == Effort(
        ((Phase.MINIMISATION, 10),),
        (Asked("smaller", Phase.MINIMISATION, "bit-vectors", "z3", "sat", "", 1, 9),),
    )


def test_a_phase_that_fails_ends(clock: list[float]) -> None:
    watch = Stopwatch()
    with suppress(MemoryError), watch.phase(Phase.EVALUATION):
        clock[0] += 1
        raise MemoryError
    clock[0] += 1
    assert watch.effort().seconds == ((Phase.EVALUATION, 1),)


def test_total() -> None:
    one = Effort(((Phase.SOLVING, 1.0), (Phase.RUNS, 2.0)))
    assert total([one, one, Effort()]) == {Phase.SOLVING: 2, Phase.RUNS: 4}


def test_a_query_is_charged_to_the_lines_that_made_its_terms() -> None:
    lines = Lines()
    first, second = (Span("effort.asl", line, 1, line, 9) for line in (3, 4))
    x, y = (t.variable(f"effort {name}", t.INT, (0, 2**32 - 1)) for name in "xy")
    lines.at(first)
    product = ta.mul(x, y)
    lines.at(second)
    small = ta.le(product, 7)
    lines.at(NOWHERE)
    whole = t.and_(small, ta.le(1, x))
    assert isinstance(whole, t.Term)
    lines.charge(whole, 1.0)
    costs = {cost.span: cost for cost in lines.hardest()}
    assert list(costs) == [first, second]
    assert costs[first].operators == {"mul 64": 1}
    assert costs[first].seconds > 0.9 > 0.1 > costs[second].seconds > 0


def test_a_term_that_is_made_again_counts_for_its_first_line() -> None:
    lines = Lines()
    first, second = (Span("effort.asl", line, 1, line, 9) for line in (5, 6))
    x = t.variable("effort again", t.INT, (0, 99))
    for span in (first, second):
        lines.at(span)
        condition = ta.le(ta.mul(x, x), 7)
    assert isinstance(condition, t.Term)
    lines.charge(condition, 1.0)
    assert [cost.span for cost in lines.hardest()] == [first]


def test_products_weigh_more_than_sums_and_constants_are_cheap() -> None:
    x, y = (t.variable(f"effort {name}", t.INT, (0, 2**16 - 1)) for name in "uv")
    product, scaled, sum = ta.mul(x, y), ta.mul(x, 3), ta.add(x, y)
    assert isinstance(product, t.Term) and isinstance(scaled, t.Term) and isinstance(sum, t.Term)
    assert weight(product) > 10 * weight(sum) > 0
    assert weight(scaled) < 2 * weight(sum)
    assert weight(x) == 0


class Told(Watch):
    """Remembers what is begun."""

    def __init__(self) -> None:
        self.begun_tasks: list[Task] = []

    def begun(self, task: Task) -> None:
        self.begun_tasks.append(task)


def test_a_profile_has_phases_and_queries() -> None:
    spec, told = shipped(), Told()
    case = {"data_type": "S32", "valid_rows": "1", "valid_columns": "1"}
    todo = checker.tasks(spec, ["TREM"], ["divisor-sign"], case)
    start = time.monotonic()
    (found,) = checker.profile(spec, todo, Options(), Lines(), watch=told)
    assert told.begun_tasks == todo
    assert found.verdict is Verdict.BOUNDED
    assert [(asked.about, asked.kind) for asked in found.effort.asked] == [
        ("can an obligation fail", "unsat"),
        ("is what is claimed reached", "sat"),
    ]
    seconds = total([found.effort])
    assert {Phase.EVALUATION, Phase.SIMPLIFICATION, Phase.SOLVING} <= seconds.keys()
    assert sum(seconds.values()) <= time.monotonic() - start
    assert sum(asked.seconds for asked in found.effort.asked) <= seconds[Phase.SOLVING] + 0.001


@pytest.mark.parametrize("jobs", [1, 2])
def test_whoever_watches_is_told_what_is_begun(jobs: int) -> None:
    spec, told = shipped(), Told()
    todo = checker.tasks(spec, ["TREM"], ["divisor-sign"], {"data_type": "S32"})
    results = list(checker.check(spec, todo, Options(jobs=jobs, cache=False), watch=told))

    def name(each: Task | Result) -> list[tuple[str, str]]:
        return sorted(each.case.items())

    assert sorted(map(name, told.begun_tasks)) == sorted(map(name, results))
    assert all(each.effort.asked for each in results)


def test_the_effort_is_not_kept() -> None:
    made = partial(Result, "X", "p", (), {}, "scope", Verdict.PROVED, 1.0, "z3")
    with_effort = made(effort=Effort(((Phase.SOLVING, 1.0),)))
    assert '"effort"' not in result_text(with_effort)
    assert result_of(json.loads(result_text(with_effort))).effort == Effort()
    assert with_effort == made()
