"""What z3 is told of a term is what the term means, in every theory.

With all unknowns fixed, the value a term has by definition must be possible, and, but for the
theory that abstracts products and quotients, nothing else.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
import z3

from proofs.encode import Encoder, NoTheory, Theory
from proofs.solver import ABSTRACT, floating
from semantics import term_arithmetic as ta
from semantics import terms as t
from semantics.formats import FORMATS
from semantics.term_floats import FloatOperation
from semantics.term_values import OPERATORS
from tests.semantics.test_terms import Graph

X, Y = t.variable("x", t.bv_sort(5)), t.variable("y", t.bv_sort(5))
N, D = t.variable("n", t.INT), t.variable("d", t.INT, (1, 9))


def equation(sort: t.Sort, term: t.Value, value: Any) -> t.Term:
    """That a term has a value, unsimplified."""
    return t.node("eq", (term, value), t.BOOL, sort)


def answers(
    theory: Theory, claims: list[t.Term], given: dict[str, Any]
) -> tuple[z3.CheckSatResult, z3.CheckSatResult, int]:
    """Whether all claims can hold, and whether one can fail; and how many the theory can say."""
    encoder = Encoder(theory)
    said = []
    for claim in claims:
        try:
            said.append(encoder.bool(claim))
        except NoTheory:
            continue
    fixed = []
    for name, (term, unknown) in encoder.unknowns.items():
        fixed.append(
            unknown == given[name] if term.sort != t.BOOL else unknown == bool(given[name])
        )
    results = []
    for goal in (z3.And(said), z3.Not(z3.And(said))):
        solver = z3.Solver()
        solver.set("timeout", 5000)
        solver.add(*encoder.definitions, *fixed, goal)
        results.append(solver.check())
    return results[0], results[1], len(said)


def check(theory: Theory, claims: list[t.Term], given: dict[str, Any]) -> int:
    possible, other, said = answers(theory, claims, given)
    assert possible == z3.sat
    if theory not in ABSTRACT or (theory is Theory.WORDS and not floating(t.and_(*claims))):
        assert other == z3.unsat
    return said


@pytest.mark.parametrize("theory", Theory)
@pytest.mark.parametrize("seed", range(8))
def test_random_terms(theory: Theory, seed: int) -> None:
    graph = Graph(random.Random(seed))
    graph.unknowns()
    for _ in range(40):
        graph.grow()
    for sample, given in list(enumerate(graph.given))[:2]:
        claims = [
            equation(sort, made.term, made.values[sample])
            for sort, pool in graph.pools.items()
            for made in pool
            if isinstance(made.term, t.Term) and abs(made.values[sample]) < 1 << 60
        ]
        assert check(theory, claims, given) > 20


def operations() -> Iterator[tuple[str, t.Sort, t.Value, Any]]:
    """Each operator on the unknowns, with its value as a function of x, y, n and d."""

    def signed(x: int) -> int:
        return x - 32 if x & 16 else x

    word, wide = t.bv_sort(5), t.bv_sort(8)
    p, q = t.eq(t.INT, N, D), ta.le(N, D)
    yield "not", t.BOOL, t.not_(q), lambda x, y, n, d: not n <= d
    yield "and", t.BOOL, t.and_(t.not_(p), q), lambda x, y, n, d: n < d
    yield "or", t.BOOL, t.or_(p, t.not_(q)), lambda x, y, n, d: n >= d
    yield "eq", t.BOOL, t.eq(word, X, Y), lambda x, y, n, d: x == y
    three: t.Int = 3
    yield "ite", t.INT, t.ite(t.INT, q, N, three), lambda x, y, n, d: n if n <= d else 3
    yield "add", t.INT, ta.add(N, D), lambda x, y, n, d: n + d
    yield "neg", t.INT, ta.neg(N), lambda x, y, n, d: -n
    yield "mul", t.INT, ta.mul(N, D), lambda x, y, n, d: n * d
    yield "mul", t.INT, ta.mul(N, -7), lambda x, y, n, d: n * -7
    yield "div", t.INT, ta.div(N, D), lambda x, y, n, d: n // d
    yield "div", t.INT, ta.div(N, 3), lambda x, y, n, d: n // 3
    yield "mod", t.INT, ta.mod(N, D), lambda x, y, n, d: n % d
    yield "mod", t.INT, ta.mod(N, 8), lambda x, y, n, d: n % 8
    yield "le", t.BOOL, q, lambda x, y, n, d: n <= d
    yield "le", t.BOOL, ta.le(ta.uint(5, X), 20), lambda x, y, n, d: x <= 20
    yield "le", t.BOOL, ta.le(17, ta.uint(5, X)), lambda x, y, n, d: x >= 17
    yield "le", t.BOOL, ta.le(ta.uint(5, X), ta.uint(5, Y)), lambda x, y, n, d: x <= y
    yield "le", t.BOOL, ta.le(-4, ta.sint(5, X)), lambda x, y, n, d: signed(x) >= -4
    yield "le", t.BOOL, ta.le(ta.sint(5, Y), ta.uint(5, X)), lambda x, y, n, d: signed(y) <= x
    yield "uint", t.INT, ta.uint(5, X), lambda x, y, n, d: x
    yield "sint", t.INT, ta.sint(5, X), lambda x, y, n, d: signed(x)
    yield "fromint", word, ta.from_int(5, N), lambda x, y, n, d: n & 31
    yield "fromint", word, ta.from_int(5, ta.sub(D, 4)), lambda x, y, n, d: (d - 4) & 31
    yield "concat", t.bv_sort(10), ta.concat(5, X, 5, Y), lambda x, y, n, d: x << 5 | y
    yield "extract", t.bv_sort(3), ta.extract(5, X, 3, 1), lambda x, y, n, d: x >> 1 & 7
    yield "sext", wide, ta.sign_extend(5, X, 8), lambda x, y, n, d: signed(x) & 255
    yield "bvnot", word, ta.bv_not(5, X), lambda x, y, n, d: x ^ 31
    yield "bvadd", word, ta.bv_add(5, X, Y), lambda x, y, n, d: x + y & 31
    yield "bvsub", word, ta.bv_sub(5, X, Y), lambda x, y, n, d: x - y & 31
    yield "bvand", word, ta.bv_and(5, X, Y), lambda x, y, n, d: x & y
    yield "bvand", word, ta.bv_and(5, X, 7), lambda x, y, n, d: x & 7
    yield "bvor", word, ta.bv_or(5, X, Y), lambda x, y, n, d: x | y
    yield "bvxor", word, ta.bv_xor(5, X, Y), lambda x, y, n, d: x ^ y
    yield "shl", word, ta.shift("shl", 5, X, D), lambda x, y, n, d: x << d & 31
    yield "lshr", word, ta.shift("lshr", 5, X, D), lambda x, y, n, d: x >> d
    sum = FloatOperation("add", FORMATS["E2M1X2"].code)
    low = tuple(ta.extract(5, each, 3, 0) for each in (X, Y))
    added = t.node("float", low, t.bv_sort(4), sum)
    yield "float", t.bv_sort(4), added, lambda x, y, n, d: sum.apply(x & 15, y & 15)
    yield "ashr", word, ta.shift("ashr", 5, X, D), lambda x, y, n, d: signed(x) >> d & 31


OPERATIONS = list(operations())
SAMPLES = [
    (x, y, n, d)
    for x, y in ((0, 31), (16, 16), (21, 10), (15, 17))
    for n, d in ((-7, 3), (-1, 1), (0, 9), (6, 6), (40, 7), (-33, 8))
]


@pytest.mark.parametrize("theory", Theory)
def test_every_operator(theory: Theory) -> None:
    for x, y, n, d in SAMPLES:
        claims = [equation(sort, term, mean(x, y, n, d)) for _, sort, term, mean in OPERATIONS]
        said = check(theory, claims, {"x": x, "y": y, "n": n, "d": d})
        assert said == len(OPERATIONS) if theory in (Theory.WORDS, Theory.BITS) else said >= 24


def test_no_operator_is_forgotten() -> None:
    assert {op for op, *_ in OPERATIONS} | {"var", "apply"} == OPERATORS
    for op, _, term, _ in OPERATIONS:
        assert op in {s.op for s in t.subterms([term])}


def test_ranges_of_unknowns_are_told() -> None:
    encoder = Encoder(Theory.LINEAR)
    goal = encoder.bool(t.node("le", (10, D), t.BOOL))
    solver = z3.Solver()
    solver.add(*encoder.definitions, goal)
    assert solver.check() == z3.unsat


@pytest.mark.parametrize("theory", Theory)
def test_unknown_functions_are_for_no_solver(theory: Theory) -> None:
    asked = t.eq(t.INT, t.application("f", (N,), t.INT), 0)
    with pytest.raises(NoTheory):
        Encoder(theory).bool(asked)
