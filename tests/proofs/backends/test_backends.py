"""Each solver on text: right answers, values of its models, and what it refuses."""

from __future__ import annotations

import pytest

from proofs.backends.installed import OTHERS, Z3, Backend, installed
from proofs.backends.process import process_of
from proofs.backends.protocol import TIMEOUT, Reply, Request
from proofs.backends.query import encode
from proofs.encode import Theory
from proofs.solver import Solver, ask
from semantics import term_arithmetic as ta
from semantics import terms as t
from semantics.formats import FORMATS
from semantics.term_floats import FloatOperation
from tests.proofs.backends.test_process import FACTORS

WORD, FLOAT = t.bv_sort(8), t.bv_sort(32)
X, Y = t.variable("x", WORD), t.variable("y", WORD)
A, C = t.variable("a", FLOAT), t.variable("c", FLOAT)
N, M = t.variable("n", t.INT, (2, 1000)), t.variable("m", t.INT, (2, 1000))
B = t.variable("b", t.BOOL)

CVC5, BITWUZLA = OTHERS


def add(format: str, *words: t.Term) -> t.Term:
    """The sum of two floating elements of 32 bits."""
    return t.node("float", words, FLOAT, FloatOperation("add", FORMATS[format].code))


WORDS: dict[str, tuple[t.Bool, str]] = {
    "xor": (t.and_(B, t.eq(WORD, ta.bv_xor(8, X, Y), 0x90), t.eq(WORD, X, 0x11)), "sat"),
    "sum": (
        t.and_(t.eq(WORD, ta.bv_add(8, X, Y), 3), t.not_(t.eq(WORD, ta.bv_sub(8, 3, Y), X))),
        "unsat",
    ),
    "same": (t.not_(t.eq(WORD, ta.bv_xor(8, ta.bv_xor(8, X, Y), Y), X)), "unsat"),
    "sum of floats": (t.eq(FLOAT, add("FP32", A, A), 0x4000_0000), "sat"),
    "order of floats": (t.not_(t.eq(FLOAT, add("FP32", A, C), add("FP32", C, A))), "unsat"),
}
INTEGERS: dict[str, tuple[t.Bool, str]] = {
    "numbers": (t.and_(t.not_(B), ta.lt(N, M), t.eq(t.INT, ta.add(N, M), 17)), "sat"),
    "range": (t.and_(ta.lt(N, M), ta.lt(ta.add(N, M), 5)), "unsat"),
}


@pytest.fixture(params=(Z3, *OTHERS), ids=lambda each: str(each.name))
def solver(request: pytest.FixtureRequest) -> Backend:
    backend: Backend = request.param
    if backend not in installed():
        pytest.skip(f"{backend.name} is not installed")
    return backend


def check(solver: Backend, condition: t.Bool, theory: Theory, kind: str) -> None:
    assert isinstance(condition, t.Term)
    query = encode(condition, theory, lambda name: f"{name}@a b.asl:1")
    reply = ask(solver, query, 20)
    assert (reply.kind, reply.reason) == (kind, "")
    if kind == "sat":
        assert reply.values.keys() <= query.constants
        assert query.holds(reply.values)


@pytest.mark.parametrize("name", WORDS)
def test_words(solver: Backend, name: str) -> None:
    condition, kind = WORDS[name]
    check(solver, condition, Theory.BITS, kind)


@pytest.mark.parametrize("name", INTEGERS)
def test_integers(solver: Backend, name: str) -> None:
    condition, kind = INTEGERS[name]
    if solver.integers:
        check(solver, condition, Theory.LINEAR, kind)
    else:
        assert isinstance(condition, t.Term)
        reply = ask(solver, encode(condition, Theory.LINEAR), 20)
        assert reply == Reply("unknown", reason="has no integers")


def test_timeout(solver: Backend) -> None:
    reply = process_of(solver.name).decide(Request(FACTORS, frozenset(), 0.2))
    assert reply == Reply("unknown", reason=TIMEOUT)


def test_a_version(solver: Backend) -> None:
    check(solver, B, Theory.BITS, "sat")
    assert process_of(solver.name).version.startswith(f"{solver.name} ")


def test_text_that_it_can_not_read(solver: Backend) -> None:
    process = process_of(solver.name)
    reply = process.decide(Request("(assert (no such (text)))", frozenset(), 10))
    assert reply.kind == "unknown"
    assert reply.reason


@pytest.mark.skipif(BITWUZLA not in installed(), reason="bitwuzla is not installed")
@pytest.mark.parametrize(
    ("condition", "reason"),
    [
        (t.eq(FLOAT, add("TF32", A, A), 0x4000_0000), "refused: floating-point format 8/11"),
        (ta.lt(ta.add(ta.uint(8, X), ta.uint(8, Y)), 3), "refused: "),
    ],
)
def test_what_bitwuzla_refuses(condition: t.Bool, reason: str) -> None:
    assert isinstance(condition, t.Term)
    reply = ask(BITWUZLA, encode(condition, Theory.BITS), 10)
    assert reply.kind == "unknown"
    assert reason in reply.reason


def test_formats_that_smt_lib_lacks(solver: Backend) -> None:
    """A table of values, or a refusal; no exception."""
    operation = FloatOperation("add", FORMATS["E4M3"].code)
    condition = t.eq(WORD, t.node("float", (X, Y), WORD, operation), 0x38)
    assert isinstance(condition, t.Term)
    reply = ask(solver, encode(condition, Theory.BITS), 20)
    assert reply.kind == "sat" or (reply.kind == "unknown" and reply.reason)


def test_the_standard_text_has_what_all_know() -> None:
    condition = t.eq(FLOAT, add("FP32", A, add("FP32", A, C)), 0x4000_0000)
    assert isinstance(condition, t.Term)
    query = encode(condition, Theory.BITS)
    assert "fp.to_ieee_bv" in query.text
    assert "fp.to_ieee_bv" not in query.standard_text
    assert not query.exact
    words = t.eq(WORD, X, 3)
    assert isinstance(words, t.Term)
    assert encode(words, Theory.BITS).exact


def test_each_solver_alone_decides(solver: Backend) -> None:
    condition, _ = WORDS["xor"]
    answer = Solver(20, solvers=[solver]).solve(condition)
    assert (answer.kind, answer.theory) == ("sat", Theory.BITS)
    assert answer.model == {"b": True, "x": 0x11, "y": 0x81}
    assert answer.by == f"{process_of(solver.name).version}, bit-vectors"
