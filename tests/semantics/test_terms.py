"""Terms mean what was built: simplification changes no value, and ranges hold.

Random graphs are built with the simplifying constructors and, beside them, the values they must
have under several assignments of the unknowns, computed with nothing but Python's arithmetic.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semantics import intervals
from semantics import term_arithmetic as ta
from semantics import terms as t
from semantics.term_values import OPERATORS, evaluate

SAMPLES = 6
WIDEST = 6


def mask(width: int) -> int:
    return (1 << width) - 1


def signed(width: int, x: int) -> int:
    return x - (1 << width) if x >> (width - 1) else x


@dataclass(frozen=True)
class Made:
    """What the constructors gave, and the value it must have in each sample."""

    term: t.Value
    values: tuple[Any, ...]


@dataclass
class Graph:
    """Pools of what has been made, by sort; new terms take their operands from there."""

    choose: random.Random
    pools: dict[t.Sort, list[Made]] = field(default_factory=dict)
    given: list[dict[str, Any]] = field(default_factory=lambda: [{} for _ in range(SAMPLES)])

    def put(self, sort: t.Sort, term: t.Value, values: Any) -> None:
        self.pools.setdefault(sort, []).append(Made(term, tuple(values)))

    def apply(
        self, sort: t.Sort, make: Callable[..., t.Value], mean: Callable[..., Any], *args: Made
    ) -> None:
        values = [mean(*operands) for operands in zip(*(a.values for a in args), strict=True)]
        self.put(sort, make(*(a.term for a in args)), values)

    def pick(self, sort: t.Sort) -> Made:
        pool = self.pools[sort]
        # Late ones more often: the graph should grow deep.
        return self.choose.choice(pool[-6:] if self.choose.random() < 0.7 else pool)

    def width(self) -> int:
        return self.choose.randint(1, WIDEST)

    def unknowns(self) -> None:
        for i in range(3):
            self.unknown(t.BOOL, f"b{i}", lambda: self.choose.random() < 0.5)
        for i, (low, high) in enumerate([(-3, 3), (0, 5), (2, 40)]):
            self.unknown(t.INT, f"i{i}", lambda: self.choose.randint(low, high), (low, high))  # noqa: B023
        self.unknown(t.INT, "i3", lambda: self.choose.randint(-100, 100))
        for value in (0, 1, -1, 7):
            self.put(t.INT, value, [value] * SAMPLES)
        for width in range(1, WIDEST + 1):
            for name in "xy":
                full = mask(width)
                self.unknown(
                    t.bv_sort(width),
                    f"{name}{width}",
                    lambda: self.choose.randint(0, full),  # noqa: B023
                )
            constant = self.choose.randint(0, full)
            self.put(t.bv_sort(width), constant, [constant] * SAMPLES)
        self.put(t.BOOL, True, [True] * SAMPLES)

    def unknown(
        self, sort: t.Sort, name: str, draw: Callable[[], Any], range_: Any = intervals.FULL
    ) -> None:
        values = [draw() for _ in range(SAMPLES)]
        for sample, value in zip(self.given, values, strict=True):
            sample[name] = value
        self.put(sort, t.variable(name, sort, range_), values)

    # ------------------------------------------------------------ one more term

    def one_of(self, *actions: Callable[[], None]) -> None:
        self.choose.choice(actions)()

    def grow(self) -> None:
        self.one_of(self.booleans, self.integers, self.words, self.words, self.between)

    def booleans(self) -> None:
        a, b, c = (self.pick(t.BOOL) for _ in range(3))
        x, y = self.pick(t.INT), self.pick(t.INT)
        width = self.width()
        v, w = self.pick(t.bv_sort(width)), self.pick(t.bv_sort(width))
        self.one_of(
            lambda: self.apply(t.BOOL, t.not_, lambda p: not p, a),
            lambda: self.apply(t.BOOL, t.and_, lambda *p: all(p), a, b, c),
            lambda: self.apply(t.BOOL, t.or_, lambda *p: any(p), a, b, c),
            lambda: self.apply(t.BOOL, t.implies, lambda p, q: not p or q, a, b),
            lambda: self.apply(t.BOOL, lambda p, q: t.eq(t.BOOL, p, q), lambda p, q: p == q, a, b),
            lambda: self.apply(t.BOOL, lambda p, q: t.eq(t.INT, p, q), lambda p, q: p == q, x, y),
            lambda: self.apply(t.BOOL, ta.le, lambda p, q: p <= q, x, y),
            lambda: self.apply(t.BOOL, ta.lt, lambda p, q: p < q, x, y),
            lambda: self.apply(t.BOOL, lambda p: ta.within(p, -2, 9), lambda p: -2 <= p <= 9, x),
            lambda: self.apply(
                t.BOOL, lambda p, q: ta.bv_eq(width, p, q), lambda p, q: p == q, v, w
            ),
            lambda: self.choice(t.BOOL),
        )

    def choice(self, sort: t.Sort) -> None:
        c, a, b = self.pick(t.BOOL), self.pick(sort), self.pick(sort)
        self.apply(
            sort, lambda p, x, y: t.ite(sort, p, x, y), lambda p, x, y: x if p else y, c, a, b
        )

    def integers(self) -> None:
        a, b = self.pick(t.INT), self.pick(t.INT)
        if max(map(abs, (*a.values, *b.values))) > 1 << 40:
            a = b = self.pools[t.INT][0]
        positive = [
            m for m in self.pools[t.INT] if (t.interval(m.term)[0] or 0) > 0 and min(m.values) > 0
        ]
        d = self.choose.choice(positive)
        self.one_of(
            lambda: self.apply(t.INT, ta.add, lambda x, y: x + y, a, b),
            lambda: self.apply(t.INT, ta.sub, lambda x, y: x - y, a, b),
            lambda: self.apply(t.INT, ta.mul, lambda x, y: x * y, a, b),
            lambda: self.apply(t.INT, ta.neg, lambda x: -x, a),
            lambda: self.apply(t.INT, ta.div, lambda x, y: x // y, a, d),
            lambda: self.apply(t.INT, ta.mod, lambda x, y: x % y, a, d),
            lambda: self.choice(t.INT),
        )

    def words(self) -> None:
        width = self.width()
        sort, full = t.bv_sort(width), mask(width)
        a, b = self.pick(sort), self.pick(sort)
        operations: list[tuple[Callable[..., t.Value], Callable[[int, int], int]]] = [
            (ta.bv_add, lambda x, y: x + y & full),
            (ta.bv_sub, lambda x, y: x - y & full),
            (ta.bv_and, lambda x, y: x & y),
            (ta.bv_or, lambda x, y: x | y),
            (ta.bv_xor, lambda x, y: x ^ y),
            (lambda n, x, y: ta.bv_not(n, x), lambda x, y: x ^ full),
        ]
        kind = self.choose.randrange(4)
        if kind == 0:
            self.choice(sort)
        elif kind == 1:
            self.shifts(width, a)
        else:
            make, mean = self.choose.choice(operations)
            self.apply(sort, lambda x, y: make(width, x, y), mean, a, b)

    def shifts(self, width: int, a: Made) -> None:
        amounts = [m for m in self.pools[t.INT] if intervals.inside(t.interval(m.term), (0, None))]
        by = self.choose.choice(amounts)
        full = mask(width)
        name, mean = self.choose.choice(
            [
                ("shl", lambda x, n: x << min(n, width) & full),
                ("lshr", lambda x, n: x >> min(n, width)),
                ("ashr", lambda x, n: signed(width, x) >> min(n, width) & full),
            ]
        )
        self.apply(t.bv_sort(width), lambda x, n: ta.shift(name, width, x, n), mean, a, by)

    def between(self) -> None:
        """From one width to another, and between words and integers."""
        width = self.width()
        a = self.pick(t.bv_sort(width))
        low = self.choose.randrange(width)
        high = self.choose.randrange(low, width)
        to = self.choose.randint(width, WIDEST)
        rest = self.choose.randint(1, WIDEST)
        other = self.pick(t.bv_sort(rest))
        n = self.pick(t.INT)
        options: list[Callable[[], None]] = [
            lambda: self.apply(t.INT, lambda x: ta.uint(width, x), lambda x: x, a),
            lambda: self.apply(t.INT, lambda x: ta.sint(width, x), lambda x: signed(width, x), a),
            lambda: self.apply(t.INT, lambda x: ta.count(width, x), lambda x: x.bit_count(), a),
            lambda: self.apply(
                t.INT, lambda x: ta.highest(width, x), lambda x: x.bit_length() - 1, a
            ),
            lambda: self.apply(
                t.bv_sort(width), lambda x: ta.from_int(width, x), lambda x: x & mask(width), n
            ),
            lambda: self.apply(
                t.bv_sort(high - low + 1),
                lambda x: ta.extract(width, x, high, low),
                lambda x: x >> low & mask(high - low + 1),
                a,
            ),
            lambda: self.apply(
                t.bv_sort(to), lambda x: ta.zero_extend(width, x, to), lambda x: x, a
            ),
            lambda: self.apply(
                t.bv_sort(to),
                lambda x: ta.sign_extend(width, x, to),
                lambda x: signed(width, x) & mask(to),
                a,
            ),
        ]
        if width + rest <= WIDEST:
            options += 3 * [
                lambda: self.apply(
                    t.bv_sort(width + rest),
                    lambda x, y: ta.concat(width, x, rest, y),
                    lambda x, y: x << rest | y,
                    a,
                    other,
                )
            ]
        self.one_of(*options)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 1 << 32))
def test_random_graphs_keep_their_values(seed: int) -> None:
    graph = Graph(random.Random(seed))
    graph.unknowns()
    for _ in range(80):
        graph.grow()
    for sort, pool in graph.pools.items():
        for made in pool:
            for given_, value in zip(graph.given, made.values, strict=True):
                assert evaluate(made.term, given_) == value
                if sort == t.INT:
                    low, high = t.interval(made.term)
                    assert (low is None or low <= value) and (high is None or value <= high)
            if isinstance(made.term, t.Term):
                assert made.term.sort == sort
                assert {s.op for s in t.subterms([made.term])} <= OPERATORS


# ---------------------------------------------------------------- intervals

BOUNDS = st.none() | st.integers(-6, 6)


@given(BOUNDS, BOUNDS, BOUNDS, BOUNDS, st.integers(-9, 9), st.integers(-9, 9))
def test_intervals_hold_what_they_bound(
    a0: int | None, a1: int | None, b0: int | None, b1: int | None, x: int, y: int
) -> None:
    a, b = (a0, a1), (b0, b1)
    if not (intervals.inside((x, x), a) and intervals.inside((y, y), b)):
        return
    results = [
        (intervals.add(a, b), x + y),
        (intervals.neg(a), -x),
        (intervals.mul(a, b), x * y),
        (intervals.union(a, b), x),
        (intervals.union(a, b), y),
    ]
    if y > 0:
        results += [(intervals.floor_div(a, b), x // y), (intervals.floor_mod(a, b), x % y)]
    for bounds, value in results:
        assert intervals.inside((value, value), bounds)


@pytest.mark.parametrize("b", [(0, 0), (-3, 0), (None, 0), (-4, -2), (0, None)])
def test_division_by_what_may_not_be_positive_has_an_interval(b: intervals.Interval) -> None:
    """Such a division fails when executed; its interval must not fail before."""
    for a in ((2, 8), (-8, -2), (-1, None), intervals.FULL):
        intervals.floor_div(a, b)
        intervals.floor_mod(a, b)


# ---------------------------------------------------------------- sharing

P, Q, R = (t.variable(name, t.BOOL) for name in "pqr")
X, Y = t.variable("x", t.bv_sort(8)), t.variable("y", t.bv_sort(8))
N = t.variable("n", t.INT, (0, 9))


def test_equal_terms_are_one_object() -> None:
    assert t.and_(P, Q) is t.and_(P, Q)
    assert ta.add(N, 1) is ta.add(1, N)
    assert ta.bv_add(8, X, Y) is ta.bv_add(8, X, Y)
    assert t.eq(t.bv_sort(8), X, Y) is t.eq(t.bv_sort(8), Y, X)
    assert ta.mul(N, ta.uint(8, X)) is ta.mul(ta.uint(8, X), N)


def test_plain_values_of_other_classes_are_told_apart() -> None:
    assert t.ite(t.INT, P, 1, N) is not t.ite(t.INT, P, True, N)


def test_unknowns_of_one_name_keep_their_own_ranges() -> None:
    """Two programs may number their unknowns alike; neither may get the other's range."""
    narrow, wide = t.variable("v", t.INT, (1, 5)), t.variable("v", t.INT)
    assert t.interval(narrow) == (1, 5)
    assert t.interval(wide) == intervals.FULL
    assert ta.lt(0, narrow) is True
    assert isinstance(ta.lt(0, wide), t.Term)


def test_a_symbolic_condition_has_no_truth_value() -> None:
    with pytest.raises(TypeError, match="truth value"):
        bool(P)


# ---------------------------------------------------------------- junctions


def test_absorption() -> None:
    assert t.or_(P, t.and_(P, Q)) is P
    assert t.and_(P, t.or_(P, Q)) is P
    assert t.or_(P, t.and_(t.not_(P), Q)) is t.or_(P, Q)
    assert t.and_(P, t.or_(t.not_(P), Q)) is t.and_(P, Q)
    assert t.or_(t.and_(P, Q), P) is P


def test_complements() -> None:
    assert t.or_(P, t.not_(P)) is True
    assert t.and_(P, Q, t.not_(P)) is False
    assert t.or_(t.not_(P), t.not_(Q), t.and_(P, Q)) is True
    assert t.and_(t.or_(P, Q), t.not_(P), t.not_(Q)) is False


def test_negated_junctions_are_seen_through() -> None:
    """Both branches of `if a || b` end in one path: the condition of their join is true."""
    assert t.or_(P, Q, t.not_(t.or_(P, Q))) is True
    assert t.and_(P, Q, t.not_(t.and_(P, Q))) is False
    assert t.or_(P, t.not_(t.or_(P, Q))) is t.or_(P, t.not_(Q))


def test_units() -> None:
    assert t.and_() is True and t.or_() is False
    assert t.and_(True, P) is P and t.or_(False, P) is P
    assert t.and_(False, P) is False and t.or_(True, P) is True
    assert t.and_(P, t.and_(Q, R)) is t.and_(t.and_(P, Q), R)
    assert t.not_(t.not_(P)) is P


# ---------------------------------------------------------------- simplification


def test_words_and_integers_cancel() -> None:
    assert ta.from_int(8, ta.uint(8, X)) is X
    assert ta.from_int(8, ta.sint(8, X)) is X
    assert ta.uint(8, ta.from_int(8, N)) is N
    assert ta.extract(16, ta.zero_extend(8, X, 16), 7, 0) is X
    assert ta.extract(16, ta.concat(8, X, 8, Y), 15, 8) is X
    assert ta.concat(4, ta.extract(8, X, 7, 4), 4, ta.extract(8, X, 3, 0)) is X
    assert ta.sub(N, N) == 0 and ta.bv_xor(8, X, X) == 0


def test_comparisons_with_constants_are_decided_by_ranges() -> None:
    assert ta.le(N, 9) is True and ta.lt(9, N) is False
    assert t.eq(t.INT, N, 10) is False
    assert t.eq(t.INT, ta.uint(8, X), 256) is False
    assert t.eq(t.INT, ta.sint(8, X), 128) is False


# ---------------------------------------------------------------- size


def terms_made(build: Callable[[], object]) -> int:
    before = len(t._table)
    build()
    return len(t._table) - before


def diamonds(depth: int, tag: str) -> tuple[t.Value, t.Value]:
    """Two words, each a choice between the two of the level above: 2^depth paths."""
    a: t.Value = t.variable(f"{tag}a", t.bv_sort(8))
    b: t.Value = t.variable(f"{tag}b", t.bv_sort(8))
    for i in range(depth):
        c, d = (t.variable(f"{tag}{n}{i}", t.BOOL) for n in "cd")
        a, b = t.ite(t.bv_sort(8), c, a, b), t.ite(t.bv_sort(8), d, b, a)
    return a, b


@pytest.mark.parametrize(
    "use",
    [
        lambda a, b: ta.uint(8, a),
        lambda a, b: ta.sint(8, a),
        lambda a, b: ta.extract(8, a, 5, 2),
        lambda a, b: ta.sign_extend(8, a, 32),
        lambda a, b: ta.bv_eq(8, a, b),
        lambda a, b: ta.bv_eq(8, a, 7),
        lambda a, b: ta.le(ta.uint(8, a), 7),
        lambda a, b: t.eq(t.INT, ta.uint(8, a), 7),
        lambda a, b: evaluate(ta.bv_add(8, a, b), {}),
    ],
)
def test_deep_diamonds_stay_linear(use: Callable[[t.Value, t.Value], object]) -> None:
    a, b = diamonds(100, "diamond")
    assert terms_made(lambda: use(a, b)) < 1000


def test_diamonds_of_mixed_operators_stay_linear() -> None:
    def build() -> None:
        word: t.Value = X
        for i in range(100):
            c = t.variable(f"mixed{i}", t.BOOL)
            low, high = ta.extract(8, word, 3, 0), ta.extract(8, word, 7, 4)
            swapped = ta.concat(4, low, 4, high)
            number = ta.add(ta.uint(8, word), ta.sint(8, swapped))
            word = t.ite(t.bv_sort(8), c, ta.from_int(8, number), ta.bv_not(8, word))
        assert isinstance(ta.bv_eq(8, word, 3), t.Term)
        assert evaluate(word, {}) in range(256)

    assert terms_made(build) < 5000


def test_long_chains_of_constants_stay_linear() -> None:
    """An array element at an unknown index, as a choice of constants."""
    index = t.variable("index", t.INT, (0, 399))
    word: t.Value = 0
    for i in range(200):
        word = t.ite(t.bv_sort(16), t.eq(t.INT, index, i), i * 7 + 1, word)
    made = terms_made(lambda: ta.bv_eq(8, ta.extract(16, word, 7, 0), 15))
    assert made < 4000
    assert evaluate(ta.uint(16, word), {"index": 150}) == 1051


def test_applications_are_told_apart_by_their_range() -> None:
    """One name may stand for different functions in different evaluations."""
    wide = t.application("f", (0,), t.INT, (0, 9))
    narrow = t.application("f", (0,), t.INT, (1, 9))
    assert wide is not narrow and wide.range == (0, 9) and narrow.range == (1, 9)
    assert wide is t.application("f", (0,), t.INT, (0, 9))
