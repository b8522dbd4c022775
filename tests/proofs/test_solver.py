"""Answers of the solver: right in each theory, and unknown where none is to be had."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import z3

from proofs.backends.dump import Dump
from proofs.backends.installed import OTHERS, Z3, Backend
from proofs.backends.process import SolverProcess
from proofs.backends.protocol import Reply, unknown
from proofs.backends.query import Query
from proofs.encode import Theory
from proofs.solver import VERSION, Answer, Models, PathSolver, Solver
from semantics import term_arithmetic as ta
from semantics import terms as t
from semantics.term_values import evaluate

WORD = t.bv_sort(8)
X, Y = t.variable("x", WORD), t.variable("y", WORD)
N, M = t.variable("n", t.INT, (2, 1000)), t.variable("m", t.INT, (2, 1000))
B = t.variable("b", t.BOOL)
FREE = t.variable("free", t.INT)


def equal(a: t.Int, b: t.Int) -> t.Bool:
    return t.eq(t.INT, a, b)


SATISFIABLE: dict[str, t.Bool] = {
    "boolean": t.not_(B),
    "numbers": t.and_(equal(ta.add(N, M), 17), ta.lt(N, M)),
    "negative": ta.lt(ta.add(FREE, 5), 0),
    "large": ta.lt(1 << 100, FREE),
    "words": t.eq(WORD, ta.bv_add(8, X, Y), 3),
    "signed": ta.lt(ta.sint(8, X), ta.sint(8, Y)),
    "choice": equal(t.ite(t.INT, B, N, M), 1000),
}
UNSATISFIABLE: dict[str, t.Bool] = {
    "boolean": t.and_(t.or_(B, equal(N, 3)), t.not_(B), ta.lt(M, N), ta.lt(3, M)),
    "range": t.and_(ta.lt(N, M), ta.lt(ta.add(N, M), 5)),
    "words": t.and_(
        equal(ta.add(ta.uint(8, X), ta.uint(8, Y)), 510), ta.lt(ta.uint(8, X), ta.uint(8, Y))
    ),
    "signed": t.and_(ta.lt(ta.sint(8, X), ta.sint(8, Y)), ta.lt(ta.sint(8, Y), -127)),
    "parity": equal(ta.mod(ta.add(ta.mul(FREE, 2), 1), 4), 2),
}


@pytest.mark.parametrize("theory", Theory)
@pytest.mark.parametrize("query", SATISFIABLE.values(), ids=SATISFIABLE)
def test_satisfiable(query: t.Bool, theory: Theory) -> None:
    answer = Solver(5).solve(query, [theory])
    assert (answer.kind, answer.theory, answer.reason) == ("sat", theory, "")
    assert evaluate(query, answer.model) is True
    assert answer.model.keys() == {v.data for v in t.variables([query])}


@pytest.mark.parametrize("theory", Theory)
@pytest.mark.parametrize("query", UNSATISFIABLE.values(), ids=UNSATISFIABLE)
def test_unsatisfiable(query: t.Bool, theory: Theory) -> None:
    assert Solver(5).solve(query, [theory]) == Answer("unsat", theory=theory)


@pytest.mark.parametrize("theory", Theory)
def test_values_are_of_their_kind(theory: Theory) -> None:
    query = t.and_(B, equal(N, 7), t.eq(WORD, X, 200))
    model = Solver(5).solve(query, [theory]).model
    assert model == {"b": True, "n": 7, "x": 200}
    assert {type(value) for value in model.values()} == {bool, int}


def test_what_needs_no_solver() -> None:
    assert Solver(0).solve(True) == Answer("sat")
    assert Solver(0).solve(False) == Answer("unsat")


def test_cheap_theories_first() -> None:
    assert Solver(5).solve(equal(ta.add(N, M), 17)).theory is Theory.LINEAR


# ---------------------------------------------------------------- from theory to theory

FACTORS = t.and_(equal(ta.mul(N, M), 323), ta.lt(N, M))
"""Only by 17 times 19, which linear integers can't know."""
PRIME = t.and_(equal(ta.mul(N, M), 127), ta.lt(N, 12), ta.lt(M, 64))


def test_abstraction_too_weak() -> None:
    linear = Solver(5).solve(FACTORS, [Theory.LINEAR])
    assert linear == Answer("unknown", reason="the abstraction is too weak")


def test_the_next_theory_knows() -> None:
    found = Solver(10).solve(FACTORS)
    assert (found.kind, found.theory) == ("sat", Theory.EXACT)
    assert found.model == {"n": 17, "m": 19}


def test_what_the_abstraction_refutes_may_hold() -> None:
    assert Solver(5).solve(PRIME, [Theory.LINEAR]).kind == "unknown"
    assert Solver(10).solve(PRIME, [Theory.EXACT]).kind == "unsat"


def test_words_that_are_no_integers() -> None:
    query = t.and_(t.eq(WORD, ta.bv_xor(8, X, Y), 255), t.eq(WORD, ta.bv_or(8, X, Y), X))
    for theory in (Theory.LINEAR, Theory.EXACT):
        answer = Solver(5).solve(query, [theory])
        assert answer == Answer("unknown", reason=answer.reason)
        assert re.fullmatch(r"bv(xor|or) on words as integers", answer.reason)
    found = Solver(5).solve(query)
    assert (found.kind, found.theory, found.model) == ("sat", Theory.BITS, {"x": 255, "y": 0})


def test_no_theories() -> None:
    assert Solver(5).solve(B, []) == Answer("unknown", reason="no theory decides it")


# ---------------------------------------------------------------- limits

HARD = t.and_(
    *(
        equal(ta.mul(ta.mul(a, a), a), ta.add(ta.mul(ta.mul(b, b), b), ta.mul(ta.mul(c, c), c)))
        for a, b, c in [[t.variable(f"cube{i}", t.INT, (1, None)) for i in range(3)]]
    )
)
"""A cube that is the sum of two."""


def test_timeout() -> None:
    assert Solver(0.2, solvers=[Z3]).solve(HARD) == Answer("unknown", reason="timeout")


def test_no_time_at_all() -> None:
    assert Solver(0, solvers=[Z3]).solve(B) == Answer("unknown", reason="timeout")
    assert Solver(-1, solvers=[Z3]).solve(B) == Answer("unknown", reason="timeout")


def test_time_is_for_all_theories_together(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 1.0, 6.0, 11.0])
    given: list[float] = []

    def ask(solver: Backend, query: Query, seconds: float, steps: int | None) -> Reply:
        given.append(seconds)
        return unknown(query.theory.name)

    monkeypatch.setattr("proofs.solver.ask", ask)
    monkeypatch.setattr("proofs.solver.time.monotonic", lambda: next(clock))
    assert Solver(10, solvers=[Z3]).solve(B) == Answer("unknown", reason="timeout")
    assert given == [9.0, 4.0]


def test_a_part_that_there_is_no_time_for_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known of the parts before it says nothing of it."""
    clock = iter([0.0, 0.0, 0.0, 5.0, 5.0, 5.0, 12.0])
    replies = iter([unknown("too hard"), Reply("unsat")])
    monkeypatch.setattr("proofs.solver.ask", lambda *_: next(replies))
    monkeypatch.setattr("proofs.solver.time.monotonic", lambda: next(clock))
    query = t.or_(t.and_(B, ta.lt(N, M)), equal(M, 3))
    answer = Solver(10, solvers=[Z3]).solve(query, [Theory.LINEAR])
    assert answer == Answer("unknown", reason="too hard")
    assert next(replies, None) is None


# ---------------------------------------------------------------- from solver to solver


class Asked:
    """Stands in for solvers: says what it is told, and remembers who was asked what."""

    def __init__(self, **replies: Reply) -> None:
        self.replies = replies
        self.log: list[tuple[str, Theory]] = []

    def __call__(
        self, solver: Backend, query: Query, seconds: float, steps: int | None = None
    ) -> Reply:
        self.log.append((solver.name, query.theory))
        return self.replies[solver.name]


def test_what_one_leaves_open_goes_to_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(z3=unknown("timeout"), cvc5=unknown("gave up"), bitwuzla=Reply("unsat"))
    monkeypatch.setattr("proofs.solver.ask", asked)
    monkeypatch.setattr("proofs.solver.process_of", SolverProcess)
    solver = Solver(10, solvers=(Z3, *OTHERS))
    answer = solver.solve(B, [Theory.LINEAR, Theory.BITS])
    assert answer == Answer("unsat", theory=Theory.LINEAR)
    assert answer.by == "bitwuzla, linear integers"
    tried = [(name, theory) for name in ("z3", "cvc5") for theory in (Theory.LINEAR, Theory.BITS)]
    assert asked.log == [*tried, ("bitwuzla", Theory.LINEAR)]
    assert solver.refuted == [answer]


def test_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(z3=unknown("timeout"), cvc5=unknown("memory"), bitwuzla=unknown("solver died"))
    monkeypatch.setattr("proofs.solver.ask", asked)
    answer = Solver(10, solvers=(Z3, *OTHERS)).solve(B)
    assert answer == Answer("unknown", reason="timeout; cvc5: memory; bitwuzla: solver died")
    assert answer.by == VERSION


def test_what_is_no_counterexample_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither is what has no translation: no other solver would know better."""
    asked = Asked(z3=Reply("sat", {"n": 2, "m": 3}), cvc5=Reply("unsat"))
    monkeypatch.setattr("proofs.solver.ask", asked)
    answer = Solver(10, solvers=(Z3, OTHERS[0])).solve(FACTORS, [Theory.LINEAR])
    assert answer == Answer("unknown", reason="the abstraction is too weak")
    xor = t.eq(WORD, ta.bv_xor(8, X, Y), 255)
    assert Solver(10, solvers=(Z3, OTHERS[0])).solve(xor, [Theory.LINEAR]).kind == "unknown"
    assert asked.log == [("z3", Theory.LINEAR)]


def test_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(z3=unknown("timeout"), cvc5=Reply("unsat"))
    monkeypatch.setattr("proofs.solver.ask", asked)
    solver = Solver(10, solvers=(Z3, OTHERS[0]))
    assert solver.alone(1).solve(B, [Theory.LINEAR]).kind == "unknown"
    assert solver.alone(1).timeout == 1
    assert solver.solve(B, [Theory.LINEAR]).kind == "unsat"


# ---------------------------------------------------------------- SMT-LIB


def test_queries_are_written(tmp_path: Path) -> None:
    dump = Dump(tmp_path, "name", {"contract": "TREM"})
    written = Solver(5, dump, {"n": "word@a.asl:6", "m": "m", "b": "b"}.__getitem__, [Z3])
    written.solve(FACTORS, about=["can it be"])
    written.solve(True)
    written.solve(B)
    names = ["name-001-linear.smt2", "name-002-exact.smt2", "name-003-linear.smt2"]
    assert sorted(path.name for path in tmp_path.glob("*.smt2")) == names
    first, second, _ = ((tmp_path / name).read_text("utf-8") for name in names)
    head = "; contract: TREM\n; case:\n; asks: can it be\n; theory: {}\n(set-logic ALL)\n"
    assert first.startswith(head.format("linear integers") + "(set-info :status sat)\n")
    assert second.startswith(head.format("nonlinear integers") + "(set-info :status sat)\n")
    assert "(declare-fun |word@a.asl:6| () Int)\n" in second
    again = z3.Solver()
    again.from_string(second)
    assert again.check() == z3.sat
    assert again.model()[z3.Int("word@a.asl:6")] == 17


def test_a_status_is_what_any_solver_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(z3=unknown("timeout"), cvc5=Reply("unsat"))
    monkeypatch.setattr("proofs.solver.ask", asked)
    solver = Solver(5, Dump(tmp_path, "q"), solvers=(Z3, OTHERS[0]))
    solver.solve(B, [Theory.LINEAR, Theory.BITS])
    statuses = {
        path.name: path.read_text("utf-8").split(":status ")[1].split(")")[0]
        for path in tmp_path.glob("*.smt2")
    }
    assert statuses == {"q-001-linear.smt2": "unsat", "q-002-bits.smt2": "unknown"}


def test_version() -> None:
    assert re.fullmatch(r"z3 \d+\.\d+\.\d+", VERSION)


# ---------------------------------------------------------------- paths


def test_paths() -> None:
    paths = PathSolver(Solver(2))
    assert paths.feasible(True) is True
    assert paths.feasible(False) is False
    for query in SATISFIABLE.values():
        assert paths.feasible(query) is True
    for query in UNSATISFIABLE.values():
        assert paths.feasible(query) is False


def test_one_path_says_nothing_of_the_next() -> None:
    paths = PathSolver(Solver(2))
    for _ in range(2):
        assert paths.feasible(ta.lt(N, 5)) is True
        assert paths.feasible(ta.lt(5, N)) is True
        assert paths.feasible(t.and_(ta.lt(N, M), ta.lt(M, N))) is False


def test_paths_of_bits() -> None:
    paths = PathSolver(Solver(2))
    both = t.eq(WORD, ta.bv_xor(8, X, Y), 255)
    assert paths.feasible(both) is True
    assert paths.feasible(t.and_(both, t.eq(WORD, X, Y))) is False
    assert paths.feasible(t.and_(both, ta.lt(N, 5), ta.lt(M, N))) is True
    assert paths.feasible(t.and_(ta.lt(N, M), ta.lt(M, N))) is False


def test_a_path_not_decided_is_possible() -> None:
    assert PathSolver(Solver(0.2)).feasible(HARD) is True


# ---------------------------------------------------------------- models


@pytest.mark.parametrize("theory", Theory)
def test_models(theory: Theory) -> None:
    condition = t.and_(ta.lt(N, M), t.or_(B, equal(N, 5)))
    models = Models(condition, theory, Solver(5))
    conditions: list[t.Bool] = [True, t.not_(B), equal(M, 900), t.and_(B, equal(N, 999))]
    for further in conditions:
        model = models.find(further)
        assert model is not None
        assert evaluate(t.and_(condition, further), model) is True
    assert models.find(equal(M, 2)) is None
    assert models.find(False) is None
    assert models.find(True) is not None


def test_models_of_products() -> None:
    found = Models(equal(ta.mul(N, M), 323), Theory.LINEAR, Solver(10)).find(ta.lt(M, N))
    assert found == {"n": 19, "m": 17}


def test_models_of_bits() -> None:
    condition = t.eq(WORD, ta.bv_xor(8, X, Y), 255)
    assert Models(condition, Theory.BITS, Solver(5)).find(t.eq(WORD, X, 1)) == {"x": 1, "y": 254}
    assert Models(condition, Theory.LINEAR, Solver(5)).find(True) is None


def test_models_not_found_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofs.solver.ask", lambda *_: unknown("timeout"))
    assert Models(B, Theory.LINEAR, Solver(5)).find(equal(N, 5)) is None
