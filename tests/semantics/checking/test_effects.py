"""Effects: a lattice, and what qualifiers say of calls."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from semantics.checking import effects
from semantics.checking.effects import NONE, Effects, Purity
from tests.semantics.checking.expressions import QUICK

PURITIES = st.sampled_from(Purity)
EFFECTS = st.builds(Effects, PURITIES, PURITIES, st.booleans())


@QUICK
@given(EFFECTS, EFFECTS, EFFECTS)
def test_union_is_that_of_a_lattice(a: Effects, b: Effects, c: Effects) -> None:
    assert a | b == b | a
    assert (a | b) | c == a | (b | c)
    assert a | a == a
    assert a | NONE == NONE | a == a


@QUICK
@given(EFFECTS, EFFECTS)
def test_union_loses_nothing(a: Effects, b: Effects) -> None:
    both = a | b
    assert both.purity == max(a.purity, b.purity)
    assert both.on_locals >= a.on_locals
    assert both.on_globals >= a.on_globals
    assert not both.symbolic or (a.symbolic and b.symbolic)
    assert effects.union([a, b]) == both


@QUICK
@given(EFFECTS)
def test_locals_are_no_concern_of_a_caller(a: Effects) -> None:
    assert a.outside().on_locals is Purity.PURE
    assert a.outside().on_globals == a.on_globals
    assert a.outside() | a == a


def test_calls() -> None:
    assert effects.of_call("pure") == NONE
    assert effects.of_call("readonly").purity is Purity.READONLY
    assert effects.of_call(None).purity is Purity.IMPURE
    assert effects.of_call("noreturn") == effects.of_call(None)


def test_what_may_stand_in_a_type() -> None:
    symbolic = {"NONE", "LOCAL_LET", "GLOBAL_LET"}
    every = {name: each for name, each in vars(effects).items() if isinstance(each, Effects)}
    assert {name for name, each in every.items() if each.symbolic} == symbolic
    assert every.keys() - symbolic >= {"LOCAL_VAR", "GLOBAL_VAR", "ARBITRARY", "THROW", "PRINT"}
