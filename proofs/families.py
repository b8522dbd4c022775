"""Arrays whose elements are told by terms: what they hold is a function of the index.

An unknown index needs no choice among all elements: a read says what was written last there. What a
loop writes in all its iterations is one write (see `unbounded`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from semantics import term_arithmetic as ta
from semantics import terms as t
from semantics.intervals import FULL, Interval
from semantics.term_substitution import substituted
from semantics.terms import Bool, Int, Sort, Term, Value
from semantics.values import Unsupported, Vec

MOST_STORED: Final = 64
"""Elements of a plain array, other than its default, any of which an unknown index may name."""


@dataclass(frozen=True, slots=True, eq=False)
class Write:
    """`value` goes to `index` where `guard` holds: once, or in each iteration of loops.

    `variables` number the iterations, `of` those of the loops around, and `when` says whether the
    loops ran at all. Of index k, `name`(*of, k) is whether any iteration writes there, and
    `name`.n(*of, k) what variable n is in the last one that does.
    """

    guard: Bool
    index: Int
    value: Value
    variables: tuple[Term, ...] = ()
    name: str = ""
    of: tuple[Term, ...] = ()
    when: Bool = True

    def hit(self, index: Int) -> Bool:
        """Whether it writes there."""
        if not self.variables:
            return t.and_(self.when, self.guard, t.eq(t.INT, self.index, index))
        return t.and_(self.when, t.application(self.name, (*self.of, index), t.BOOL))

    def written(self, index: Int) -> Value:
        """What it leaves there, if it writes there."""
        if not self.variables:
            return self.value
        place = {self.index: index} if isinstance(self.index, Term) else {}
        last = dict(zip(self.variables, self.last((*self.of, index)), strict=True))
        return substituted(self.value, {**last, **place})

    def last(self, at: tuple[Int, ...]) -> tuple[Term, ...]:
        """The variables in the last iteration that writes there: `at` is `of` and an index."""
        return tuple(
            t.application(f"{self.name}.{n}", at, t.INT, variable.range)
            for n, variable in enumerate(self.variables)
        )

    def under(self, condition: Bool) -> Write:
        """The same, only where a condition holds too."""
        return replace(self, when=t.and_(condition, self.when))

    def mentions(self, name: str) -> bool:
        """Whether what is written, or where or whether, depends on a function."""
        terms = t.subterms([self.value, self.guard, self.index])
        return any(each.op == "apply" and each.data == name for each in terms)


@dataclass(frozen=True, slots=True, eq=False)
class Unknown:
    """Any elements: an unknown function of the index, and of the loops around."""

    name: str
    of: tuple[Term, ...] = ()
    range: Interval = FULL


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """One array or another."""

    condition: Bool
    then: Family
    otherwise: Family


Base: TypeAlias = "Vec | int | Unknown | Choice"
"""What was there first; a number is a word, whose bits are the elements."""


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """`writes`, in order, over `base`; the elements are of one scalar sort."""

    size: int
    sort: Sort
    base: Base
    writes: tuple[Write, ...] = ()

    def get(self, index: Int) -> Any:
        """The element at an index, which the caller has checked."""
        result = self._first(index)
        for write in self.writes:
            result = t.ite(self.sort, write.hit(index), write.written(index), result)
        return result

    def set(self, index: Int, value: Value) -> Family:
        """This with one element replaced; this very one if it has that element."""
        return self if _same(self.get(index), value) else self.with_write(Write(True, index, value))

    def with_write(self, write: Write) -> Family:
        """This with one more write."""
        return replace(self, writes=(*self.writes, write))

    def _first(self, index: Int) -> Value:
        base = self.base
        match base:
            case Unknown():
                return t.application(base.name, (*base.of, index), self.sort, base.range)
            case Choice():
                then, otherwise = base.then.get(index), base.otherwise.get(index)
                chosen: Value = t.ite(self.sort, base.condition, then, otherwise)
                return chosen
            case Vec():
                if not isinstance(index, Term):
                    stored: Value = base.get(index)
                    return stored
                different = [(i, v) for i, v in base.items() if not _same(v, base.default)]
                return self._one_of(index, different, base.default)
        if not isinstance(index, Term):
            return base >> index & 1
        runs = list(_runs(base, self.size))
        if len(runs) > MOST_STORED:
            raise Unsupported("an unknown index among many different bits")
        inside = t.or_(*(ta.within(index, first, last) for first, last in runs))
        bit: Value = t.ite(self.sort, inside, 1, 0)
        return bit

    def _one_of(self, index: Term, stored: list[tuple[int, Value]], default: Value) -> Value:
        if len(stored) > MOST_STORED:
            raise Unsupported("an unknown index among many different elements")
        result = default
        for place, value in stored:
            result = t.ite(self.sort, t.eq(t.INT, index, place), value, result)
        return result


def _runs(word: int, size: int) -> Iterator[tuple[int, int]]:
    """The first and the last position of each run of ones."""
    position = 0
    while word:
        zeros = (word & -word).bit_length() - 1
        word >>= zeros
        ones = min((~word & word + 1).bit_length() - 1, size)
        yield position + zeros, position + zeros + ones - 1
        word >>= ones
        position += zeros + ones


def family_of(array: Vec | int | Family, size: int, sort: Sort) -> Family:
    """An array, or a word by its bits, as a family."""
    return array if isinstance(array, Family) else Family(size, sort, array)


def merged(condition: Bool, a: Any, b: Any) -> Family:
    """The array that is `a` where the condition holds, else `b`; one of them is a family."""
    like = a if isinstance(a, Family) else b
    x, y = (family_of(each, like.size, like.sort) for each in (a, b))
    if x.base is not y.base and (not isinstance(x.base, int) or x.base != y.base):
        return Family(like.size, like.sort, Choice(condition, x, y))
    shared = 0
    while shared < min(len(x.writes), len(y.writes)) and x.writes[shared] is y.writes[shared]:
        shared += 1
    own, other = x.writes[shared:], y.writes[shared:]
    joined = _joined(condition, own, other, like.sort)
    if joined is None:
        opposite = t.not_(condition)
        joined = (*(w.under(condition) for w in own), *(w.under(opposite) for w in other))
    return replace(x, writes=(*x.writes[:shared], *joined))


def exclusive(writes: Sequence[Write], numbers: frozenset[Term]) -> bool:
    """Whether only one of them ever happens, in whatever iteration."""
    always = []
    for each in writes:
        parts = each.when.args if isinstance(each.when, Term) and each.when.op == "and" else ()
        same = (p for p in parts or (each.when,) if numbers.isdisjoint(t.subterms([p])))
        always.append(t.and_(*same))
    pairs = itertools.combinations(always, 2)
    return bool(writes) and all(t.and_(a, b) is False for a, b in pairs)


def _joined(
    condition: Bool, own: tuple[Write, ...], other: tuple[Write, ...], sort: Sort
) -> tuple[Write, ...] | None:
    """One write for two branches that write one place each, the same one."""
    if len(own) != 1 or len(other) != 1:
        return None
    (a,), (b,) = own, other
    if a.variables or b.variables or not _same(a.index, b.index):
        return None
    when = t.ite(t.BOOL, condition, a.when, b.when)
    guard = t.ite(t.BOOL, condition, a.guard, b.guard)
    return (Write(guard, a.index, t.ite(sort, condition, a.value, b.value), when=when),)


def _same(a: Value, b: Value) -> bool:
    if isinstance(a, Term) or isinstance(b, Term):
        return a is b
    return a == b
