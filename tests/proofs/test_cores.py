"""The cores of obligations: they follow from the whole, and leave out other things."""

from __future__ import annotations

from itertools import product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.cores import Cores, stated
from semantics import term_arithmetic as ta
from semantics import terms as t
from semantics.term_values import evaluate

NAMES = "abcdef"
X = {name: t.variable(name, t.INT, (-3, 3)) for name in NAMES}
P = {name: t.variable(name.upper(), t.BOOL) for name in NAMES}

atoms = st.one_of(
    st.sampled_from(list(P.values())),
    st.builds(ta.le, st.sampled_from(list(X.values())), st.integers(-3, 3)),
    st.builds(ta.le, st.sampled_from(list(X.values())), st.sampled_from(list(X.values()))),
    st.builds(
        lambda c, a, b, n: t.eq(t.INT, t.ite(t.INT, c, a, b), n),
        st.sampled_from(list(P.values())),
        st.sampled_from(list(X.values())),
        st.sampled_from(list(X.values())),
        st.integers(-3, 3),
    ),
)
conditions = st.recursive(
    atoms,
    lambda inner: st.one_of(
        st.builds(t.not_, inner),
        st.builds(lambda parts: t.and_(*parts), st.lists(inner, max_size=3)),
        st.builds(lambda parts: t.or_(*parts), st.lists(inner, max_size=3)),
    ),
    max_leaves=8,
)
inputs = st.fixed_dictionaries(
    {name: st.integers(-3, 3) for name in NAMES} | {n.upper(): st.booleans() for n in NAMES}
)


@given(conditions, inputs)
def test_what_a_path_states_holds_on_it(path: t.Bool, given_: dict[str, Any]) -> None:
    if evaluate(path, given_) is True:
        for condition, holds in stated(path).items():
            assert evaluate(condition, given_) is holds


def test_what_is_about_other_unknowns_is_left_out() -> None:
    a, b, c, d = (X[name] for name in "abcd")
    path = t.and_(ta.le(a, b), ta.le(b, 1), ta.le(c, d))
    assert Cores().of([(path, ta.le(a, 2))]) is t.and_(
        t.not_(ta.le(a, 2)), ta.le(a, b), ta.le(b, 1)
    )


def test_what_a_path_decides_ties_no_unknowns_together() -> None:
    a, b, c = (X[name] for name in "abc")
    zero = t.or_(t.eq(t.INT, a, 0), t.eq(t.INT, b, 0))
    nothing: t.Int = 0
    result = t.ite(t.INT, zero, nothing, c)  # where nothing is rejected, `c` alone
    core = Cores().of([(t.not_(zero), ta.le(result, 1))])
    assert core is t.not_(ta.le(c, 1))


def test_elements_ask_one_question() -> None:
    pairs = [(t.variable(f"x{n}", t.INT), t.variable(f"y{n}", t.INT)) for n in range(5)]
    path = t.and_(*(ta.le(1, y) for _, y in pairs))
    claims = [(path, ta.le(x, y)) for x, y in pairs]
    x, y = pairs[0]
    assert Cores().of(claims) is t.and_(t.not_(ta.le(x, y)), ta.le(1, y))


def test_the_parts_of_a_condition_are_asked_apart() -> None:
    a, b = X["a"], X["b"]
    path = t.and_(ta.le(a, 1), ta.le(b, 1))
    core = Cores().of([(path, t.and_(ta.le(a, 2), ta.le(b, 2)))])
    assert core is t.and_(t.not_(ta.le(a, 2)), ta.le(a, 1))  # of `b` the same


def test_ranges_tell_questions_apart() -> None:
    narrow, wide = t.variable("n", t.INT, (0, 1)), t.variable("w", t.INT, (0, 9))
    core = Cores().of([(True, t.eq(t.INT, narrow, 0)), (True, t.eq(t.INT, wide, 0))])
    assert core is t.or_(t.not_(t.eq(t.INT, narrow, 0)), t.not_(t.eq(t.INT, wide, 0)))


def test_an_impossible_path_and_a_plain_condition() -> None:
    a = P["a"]
    assert Cores().of([(False, a)]) is False
    assert Cores().of([(a, False)]) is a
    assert Cores().of([(a, True)]) is False
    assert Cores().of([]) is False


few = st.recursive(
    st.builds(ta.le, st.sampled_from([X["a"], X["b"]]), st.sampled_from([-1, 1])),
    lambda inner: st.one_of(
        st.builds(t.not_, inner),
        st.builds(lambda parts: t.and_(*parts), st.lists(inner, min_size=2, max_size=3)),
        st.builds(lambda parts: t.or_(*parts), st.lists(inner, min_size=2, max_size=3)),
    ),
    max_leaves=6,
)


@settings(max_examples=400)
@given(few, few)
def test_a_claim_that_can_be_broken_has_a_core_that_can(path: t.Bool, condition: t.Bool) -> None:
    core = Cores().of([(path, condition)])
    inputs = [{"a": a, "b": b} for a, b in product((-3, 0, 3), repeat=2)]
    if any(evaluate(t.and_(path, t.not_(condition)), each) for each in inputs):
        assert any(evaluate(core, each) for each in inputs)


def test_a_condition_that_contradicts_itself_is_broken_wherever_its_path_is_taken() -> None:
    """What it states was kept by condition, so that of two that exclude each other one was lost."""
    a, b = X["a"], X["b"]
    small = ta.le(a, -2)
    condition = t.and_(small, t.not_(t.or_(small, ta.le(b, -2))))
    path = t.and_(ta.le(1, a), ta.le(1, b))
    assert evaluate(t.and_(path, t.not_(condition)), {"a": 3, "b": 3}) is True
    assert evaluate(Cores().of([(path, condition)]), {"a": 3, "b": 3}) is True
