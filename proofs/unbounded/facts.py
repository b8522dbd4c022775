"""What is known of the unknown functions that tell what loops do.

A query may ask of them what it likes; `closed` adds facts about the applications in it, and puts an
unknown value in the place of each: equal arguments, equal values (Ackermann). Facts are instances
of statements about all iterations; which instances are needed is guessed from the terms of the
query, and those left out only make a proof fail.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from proofs.families import Write
from proofs.symbolic import TimeUp
from semantics import term_arithmetic as ta
from semantics import terms as t
from semantics.term_substitution import rebuilt, substituted
from semantics.terms import Bool, Int, Term, Value
from semantics.values import Unsupported

ROUNDS: Final = 6
"""How often facts are sought about what facts speak of."""
MOST_LOOKS: Final = 4
"""Functions that a condition may ask about its own iteration, for others to be looked at."""
MOST_TERMS: Final = 20_000
"""Terms of the largest query that a solver is asked."""
MOST_RELATED: Final = 24
"""Comparisons of a product with others."""
ARITHMETIC: Final = frozenset({"mul", "div", "mod"})

Tuple = tuple[Term, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Some:
    """Whether in some iteration, numbered by `variable`, `condition` holds."""

    variable: Term
    of: Tuple
    condition: Bool


class Facts:
    """The functions met in one evaluation."""

    def __init__(self) -> None:
        self.deadline = math.inf
        """When to give up, on the monotonic clock."""
        self._writes: dict[str, Write] = {}
        self._somes: dict[str, Some] = {}
        self._known: dict[tuple[object, ...], str] = {}
        self.nests: list[Tuple] = []
        """The variables that number iterations of loops, each after those of the loops around."""

    # ------------------------------------------------------------ what there is

    def writes(self, write: Write) -> Write:
        """A write of a loop, of which is known now what its functions mean."""
        self._writes[write.name] = write
        return write

    def some(self, variable: Term, of: Tuple, condition: Bool) -> tuple[Bool, dict[Term, Value]]:
        """Whether the condition holds in some iteration, and one in which it does if so.

        Of the same condition it is the same, in whatever loop that stands.
        """
        if not isinstance(condition, Term):
            low = {variable: variable.range[0] or 0}
            return condition, dict(low)
        standard = [
            t.variable(f"of!{n}", t.INT, each.range) for n, each in enumerate((*of, variable))
        ]
        key = (substituted(condition, dict(zip((*of, variable), standard, strict=True))),)
        name = self._known.setdefault(key, f"some!{len(self._known)}")
        self._somes.setdefault(name, Some(variable, of, condition))
        holds = t.application(name, of, t.BOOL)
        return holds, {variable: t.application(f"{name}.0", of, t.INT, variable.range)}

    # ------------------------------------------------------------ queries

    def closed(self, condition: Bool) -> Bool:
        """The condition and what is known of its functions, without functions; raises TimeUp, and
        Unsupported where that is too large."""
        if not isinstance(condition, Term):
            return condition
        parts: list[Bool] = [condition]
        seen: set[Term] = set()
        done: set[tuple[object, ...]] = set()
        tuples: list[Tuple] = []
        for _ in range(ROUNDS):
            terms = list(t.subterms(list(parts)))
            if len(terms) > MOST_TERMS:
                raise Unsupported("too much is known of what loops leave")
            known = set(terms)
            applications = [each for each in terms if each.op == "apply"]
            tuples = [nest for nest in self.nests if known.issuperset(nest)]
            for each in applications:
                tuples += self._tuples_of(each)
            tuples = list(dict.fromkeys(tuples))
            found = list(self._facts(applications, tuples, seen, done))
            parts += found
            if not found:
                break
        return self._without_functions(t.and_(*parts))

    def _tuples_of(self, application: Term) -> Iterator[Tuple]:
        """Iterations that an application speaks of."""
        some = self._somes.get(application.data)
        if some is not None and all(isinstance(each, Term) for each in application.args):
            here = t.application(
                f"{application.data}.0", application.args, t.INT, some.variable.range
            )
            yield (*application.args, here)

    def _facts(
        self,
        applications: Sequence[Term],
        tuples: Sequence[Tuple],
        seen: set[Term],
        done: set[tuple[object, ...]],
    ) -> Iterator[Bool]:
        """Facts about applications: of those not `seen` what defines them, and instances that are
        not `done`."""
        for each in applications:
            if time.monotonic() > self.deadline:
                raise TimeUp
            write, some = self._writes.get(each.data), self._somes.get(each.data)
            if write is not None:
                of, index = each.args[:-1], each.args[-1]
                if each not in seen:
                    yield t.implies(each, self._instance(write, of, write.last(each.args), index))
                for chosen in _iterations(write, index, tuples):
                    if (each, chosen) not in done:
                        done.add((each, chosen))
                        yield t.implies(self._instance(write, of, chosen, index), each)
            elif some is not None:
                if each not in seen:
                    here = t.application(f"{each.data}.0", each.args, t.INT, some.variable.range)
                    yield t.implies(each, self._condition(some, each.args, here))
                for one in _numbers(some, each.args, tuples, applications):
                    if (each, one) not in done:
                        done.add((each, one))
                        yield t.implies(self._condition(some, each.args, one), each)
            seen.add(each)

    def _without_functions(self, condition: Bool) -> Bool:
        """Unknowns for applications, and for products and quotients of what is no word."""
        if not isinstance(condition, Term):
            return condition
        known: dict[Term, Any] = {}
        applied: dict[str, list[tuple[tuple[Int, ...], Term]]] = {}
        products: list[tuple[Int, Int, Term]] = []
        facts: list[Bool] = []
        worded: dict[Term, bool] = {}
        for term in list(t.subterms([condition])):
            if time.monotonic() > self.deadline:
                raise TimeUp
            worded[term] = term.op in ("uint", "sint") or any(
                isinstance(a, Term) and worded[a] for a in term.args
            )
            hidden = term.op in ARITHMETIC and not worded[term] and isinstance(term.args[1], Term)
            if term.op != "apply" and not hidden:
                known[term] = rebuilt(term, tuple(_in(known, a) for a in term.args))
                continue
            args = tuple(_in(known, a) for a in term.args)
            name = term.data if term.op == "apply" else term.op
            earlier = applied.setdefault(name, [])
            same = next((value for other, value in earlier if _identical(args, other)), None)
            if same is not None:
                known[term] = same
                continue
            value = t.variable(f"{name}@{len(earlier)}", term.sort, term.range)
            known[term] = value
            facts += [_congruent(args, value, *other) for other in earlier]
            if term.op == "mul":
                left, right = args
                facts += _about_product(left, right, value, products)
                facts += _about_multiple(left, right, value, applied.get("div", []))
                products.append((left, right, value))
            earlier.append((args, value))
        return t.and_(known[condition], *facts)

    @staticmethod
    def _instance(write: Write, of: Tuple, chosen: tuple[Int, ...], index: Int) -> Bool:
        """That an iteration writes to an index."""
        place = dict(zip((*write.of, *write.variables), (*of, *chosen), strict=True))
        there = t.eq(t.INT, substituted(write.index, place), index)
        inside = map(_within, write.variables, chosen)
        return t.and_(*inside, substituted(write.guard, place), there)

    @staticmethod
    def _condition(some: Some, of: Tuple, chosen: Int) -> Bool:
        """That the condition holds in an iteration."""
        place = dict(zip((*some.of, some.variable), (*of, chosen), strict=True))
        return t.and_(_within(some.variable, chosen), substituted(some.condition, place))


def _within(variable: Term, value: Int) -> Bool:
    """Whether a variable may have a value: terms over it were simplified by what it may be."""
    return ta.within(value, *variable.range)


def _iterations(write: Write, index: Int, tuples: Sequence[Tuple]) -> Iterator[tuple[Int, ...]]:
    """Iterations that may be those that write to an index: it is made of their numbers."""
    if write.variables == (write.index,):
        yield (index,)
        return
    inside = set(t.subterms([index]))
    for each in tuples:
        if len(each) == len(write.variables) and inside.issuperset(each):
            yield each


def _numbers(
    some: Some, of: Tuple, tuples: Sequence[Tuple], applications: Sequence[Term]
) -> Iterator[Int]:
    """Iterations of which the condition may matter: of the same loops around, or those that look
    where others look."""
    depth = len(of)
    yield from dict.fromkeys(c[depth] for c in tuples if len(c) > depth and c[:depth] == of)
    looks = {
        (each.data, place)
        for each in t.subterms([some.condition])
        if each.op == "apply"
        for place, argument in enumerate(each.args)
        if argument is some.variable
    }
    if len(looks) <= MOST_LOOKS:
        for each in applications:
            for name, place in looks:
                if each.data == name:
                    yield each.args[place]


def _in(known: dict[Term, Any], value: Any) -> Any:
    return known[value] if isinstance(value, Term) else value


def _identical(a: tuple[Int, ...], b: tuple[Int, ...]) -> bool:
    return all(x is y or (not isinstance(x, Term) and x == y) for x, y in zip(a, b, strict=True))


def _congruent(args: tuple[Int, ...], value: Term, others: tuple[Int, ...], other: Term) -> Bool:
    equal = t.and_(*(t.eq(t.INT, x, y) for x, y in zip(args, others, strict=True)))
    return t.implies(equal, t.eq(value.sort, value, other))


def _about_product(
    a: Int, b: Int, value: Term, products: list[tuple[Int, Int, Term]]
) -> Iterator[Bool]:
    """What is known of a product: of no negative factors, that it grows with either, and by how
    much at least."""
    yield t.implies(t.or_(t.eq(t.INT, a, 0), t.eq(t.INT, b, 0)), t.eq(t.INT, value, 0))
    positive = t.and_(ta.le(1, a), ta.le(1, b))
    yield t.implies(positive, t.and_(ta.le(a, value), ta.le(b, value)))
    related = 0
    for c, d, other in reversed(products):
        for (x, y), (u, v) in itertools.product(((a, b),), ((c, d), (d, c))):
            if related == MOST_RELATED:
                return
            related += 1
            yield from _ordered(x, y, value, u, v, other)
            yield from _ordered(u, v, other, x, y, value)


def _about_multiple(
    a: Int, b: Int, value: Term, quotients: list[tuple[tuple[Int, ...], Term]]
) -> Iterator[Bool]:
    """That a quotient times its divisor is the dividend, but for less than the divisor."""
    for (dividend, divisor), quotient in quotients:
        for x, y in ((a, b), (b, a)):
            if x is quotient and _identical((y,), (divisor,)):
                near = t.and_(ta.le(value, dividend), ta.lt(dividend, ta.add(value, y)))
                yield t.implies(ta.le(1, y), near)


def _ordered(x: Int, y: Int, less: Term, u: Int, v: Int, more: Term) -> Iterator[Bool]:
    """That x*y is at most u*v where its factors are, and by how much less where they tell that."""
    positive = t.and_(ta.le(0, x), ta.le(0, y))
    yield t.implies(t.and_(positive, ta.le(x, u), ta.le(y, v)), ta.le(less, more))
    if _identical((y,), (v,)):
        yield t.implies(t.and_(ta.le(0, y), ta.lt(x, u)), ta.le(ta.add(less, y), more))
    if _identical((x,), (u,)):
        yield t.implies(t.and_(ta.le(0, x), ta.lt(y, v)), ta.le(ta.add(less, x), more))
