"""All solvers on the same queries: what random programs oblige to, and floating sums and products.

Of one text there is one answer; and what is impossible in one theory has no model in another.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator

import z3

from proofs.backends.installed import installed
from proofs.backends.protocol import Reply
from proofs.backends.query import Query, encode
from proofs.encode import NoTheory, Theory
from proofs.solver import ABSTRACT, PLAIN, ask, floating
from semantics import terms as t
from semantics.formats import FORMATS
from semantics.term_floats import FloatOperation
from tests.proofs.random_programs import Writer
from tests.proofs.test_agreement import Run

SECONDS = 1.0
MOST_QUERIES = 2
"""Conditions of one program."""


def conditions(seed: int) -> Iterator[t.Term]:
    """Some conditions that a solver may be asked about."""
    source = random.Random(seed)
    if seed % 4 == 0:
        yield _floats(source)
        return
    run = Run.of(Writer(seed, 1 + seed % 3).program())
    asked: list[t.Bool] = [each.violation for each in run.evaluator.obligations]
    asked += [run.end.path.term, t.not_(run.end.path.term)]
    asked += [t.or_(*source.sample(asked, min(3, len(asked))))]
    unknown = [each for each in asked if isinstance(each, t.Term)]
    yield from source.sample(unknown, min(MOST_QUERIES, len(unknown)))


def _floats(source: random.Random) -> t.Term:
    """An equation between two floating values; some hold of all words, some of few."""
    format = FORMATS[source.choice(["FP16", "FP32"])]
    assert format.layout is not None
    sort = t.bv_sort(format.bits)
    words = [t.variable(name, sort) for name in "abc"]

    def value(depth: int) -> t.Value:
        if depth == 0:
            known: t.Value = source.getrandbits(format.bits)
            return source.choice([*words, known])
        name = source.choice(["add", "sub", "mul"])
        args = (value(depth - 1), value(0))
        return t.node("float", args, sort, FloatOperation(name, format.code))

    condition = t.eq(sort, value(1), value(source.choice([0, 1])))
    return condition if isinstance(condition, t.Term) else t.variable("b", t.BOOL)


def check(seed: int) -> Counter[str]:
    """How many answers were compared; raises AssertionError where two contradict each other."""
    found: Counter[str] = Counter()
    for condition in conditions(seed):
        found += _compared(condition)
    return found


def _compared(condition: t.Term) -> Counter[str]:
    theories = (*ABSTRACT, Theory.BITS) if floating(condition) else PLAIN
    answers = [
        (query, solver.name, ask(solver, query, SECONDS))
        for query in _queries(condition, theories)
        for solver in installed()
    ]
    for query in {query for query, _, _ in answers}:
        said = [(name, reply) for each, name, reply in answers if each is query]
        assert not _contradict(query, said), _report(query, said)
    impossible = [f"{name}, {q.theory}" for q, name, reply in answers if reply.kind == "unsat"]
    possible = [
        f"{name}, {q.theory}"
        for q, name, reply in answers
        if reply.kind == "sat" and q.holds(reply.values)
    ]
    assert not (impossible and possible), f"{impossible} and {possible}:\n{answers[0][0].text}"
    knowing = Counter(name for _, name, reply in answers if reply.kind != "unknown")
    return Counter({f"{name} answers": count for name, count in knowing.items()})


def _queries(condition: t.Term, theories: Iterable[Theory]) -> Iterator[Query]:
    for theory in theories:
        try:
            yield encode(condition, theory)
        except (NoTheory, z3.Z3Exception):
            continue


def _contradict(query: Query, said: list[tuple[str, Reply]]) -> bool:
    """Whether answers to one query differ. Others than z3 may find what is no model, where their
    text has more."""
    kinds = {
        reply.kind
        for name, reply in said
        if not (reply.kind == "sat" and name != "z3" and not query.exact)
        or query.holds(reply.values)
    }
    return {"sat", "unsat"} <= kinds


def _report(query: Query, said: list[tuple[str, Reply]]) -> str:
    kinds = ", ".join(f"{name}: {reply.kind}" for name, reply in said)
    return f"{kinds} in {query.theory}:\n{query.text}"
