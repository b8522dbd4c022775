"""Relations between types, on types that are drawn at random and on chosen ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from semantics.checking import relations
from semantics.checking.types import (
    BOOLEAN,
    INTEGER,
    REAL,
    STRING,
    Array,
    Bitfield,
    Bits,
    Enumeration,
    Named,
    Parameter,
    Structure,
    Tuple,
    Type,
)
from tests.semantics.checking.expressions import QUICK
from tests.semantics.checking.names import Known, integers

LOW, HIGH = Bitfield("low", ((0, 1),)), Bitfield("high", ((3, 1),))
POINT = Structure("record", (("x", INTEGER), ("y", INTEGER)))
ENV = Known(
    {"N": Parameter("N")},
    named={
        "Digit": integers((0, 9)),
        "Count": integers((0, 9)),
        "Flags": Bits(4, (LOW,)),
        "Point": POINT,
        "Place": Named("Point"),
        "Colour": Enumeration(("Red", "Green")),
        "Paint": Named("Colour"),
    },
)
SIMPLE: st.SearchStrategy[Type] = st.sampled_from(
    [
        BOOLEAN, REAL, STRING, INTEGER, Parameter("N"), integers(1), integers((0, 9)), Bits(4),
        Bits(4, (LOW,)), Bits(4, (LOW, HIGH)), Bits(8), *map(Named, ENV.named),
    ]
)  # fmt: skip
TYPES: st.SearchStrategy[Type] = st.recursive(
    SIMPLE,
    lambda inner: st.one_of(
        st.builds(Array, st.integers(0, 2), inner),
        st.builds(Tuple, st.tuples(inner, inner)),
    ),
    max_leaves=4,
)


@QUICK
@given(TYPES)
def test_every_type_is_like_itself(t: Type) -> None:
    assert relations.equal(ENV, t, t)
    assert relations.satisfies(ENV, t, t)
    assert relations.subtype_satisfies(ENV, t, t)
    assert relations.common(ENV, t, t) == t


@QUICK
@given(TYPES, TYPES)
def test_relations_that_go_both_ways(s: Type, t: Type) -> None:
    assert relations.equal(ENV, s, t) == relations.equal(ENV, t, s)
    assert relations.clashes(ENV, s, t) == relations.clashes(ENV, t, s)
    assert (relations.common(ENV, s, t) is None) == (relations.common(ENV, t, s) is None)


@QUICK
@given(TYPES, TYPES)
def test_what_satisfies_a_type_can_not_be_told_apart_from_it(s: Type, t: Type) -> None:
    anonymous = relations.anonymous(ENV, t)
    if relations.satisfies(ENV, s, t) and not isinstance(anonymous, Structure):
        assert relations.clashes(ENV, s, t)


def named(t: Type) -> bool:
    """Whether there is a name in a type."""
    match t:
        case Named():
            return True
        case Array(element=element):
            return named(element)
        case Tuple(items=items):
            return any(map(named, items))
        case Structure(fields=fields):
            return any(named(type) for _, type in fields)
        case _:
            return False


@QUICK
@given(TYPES)
def test_a_structure_has_no_names(t: Type) -> None:
    structure = relations.structure(ENV, t)
    assert not named(structure)
    assert relations.structure(ENV, structure) == structure


@pytest.mark.parametrize(
    ("t", "s"),
    [
        (integers(3), Named("Digit")),
        (Named("Digit"), INTEGER),
        (Bits(4), Named("Flags")),
        (Bits(4, (LOW, HIGH)), Named("Flags")),
        (Named("Flags"), Bits(4)),
        (Tuple((integers(3), Bits(4))), Tuple((Named("Digit"), Named("Flags")))),
        (Array(3, INTEGER), Array(3, INTEGER)),
        (Parameter("N"), INTEGER),
    ],
)
def test_satisfies(t: Type, s: Type) -> None:
    assert relations.satisfies(ENV, t, s)


@pytest.mark.parametrize(
    ("t", "s"),
    [
        (Named("Digit"), Named("Count")),
        (Named("Place"), Named("Point")),
        (Bits(4, (HIGH,)), Named("Flags")),
        (Bits(8), Bits(4)),
        (Array(3, integers(1)), Array(3, INTEGER)),
        (Array(2, INTEGER), Array(3, INTEGER)),
        (Tuple((INTEGER,)), Tuple((INTEGER, INTEGER))),
        (Structure("exception", POINT.fields), Named("Point")),
        (INTEGER, REAL),
    ],
)
def test_does_not_satisfy(t: Type, s: Type) -> None:
    assert not relations.satisfies(ENV, t, s)


@pytest.mark.parametrize(
    ("s", "t", "common"),
    [
        (integers(1), integers(2), integers(1, 2)),
        (integers(1), INTEGER, INTEGER),
        (Named("Digit"), integers((0, 9)), Named("Digit")),
        (Named("Digit"), Named("Count"), integers((0, 9))),
        (Named("Digit"), integers(3), integers((0, 9), 3)),
        (Named("Flags"), Bits(4), Bits(4)),
        (Named("Place"), Named("Point"), POINT),
        (Named("Paint"), Named("Colour"), Enumeration(("Red", "Green"))),
        (Tuple((integers(1), REAL)), Tuple((integers(2), REAL)), Tuple((integers(1, 2), REAL))),
        (Bits(4), Bits(8), None),
        (BOOLEAN, INTEGER, None),
        (Array(2, INTEGER), Array(3, INTEGER), None),
        (Tuple((BOOLEAN, BOOLEAN)), Tuple((BOOLEAN, REAL)), None),
    ],
)  # fmt: skip
def test_common(s: Type, t: Type, common: Type | None) -> None:
    assert relations.common(ENV, s, t) == common


def test_types_with_shared_parts_are_not_unfolded() -> None:
    named: dict[str, Type] = {"T0": INTEGER}
    for i in range(60):
        named[f"T{i + 1}"] = Tuple((Named(f"T{i}"), Named(f"T{i}")))
    structures: dict[str, Type] = {}

    class Deep(Known):
        def structure(self, name: str) -> Type:
            if name not in structures:
                structures[name] = relations.structure(self, self.named[name])
            return structures[name]

    env = Deep(named=named)
    top = relations.structure(env, Named("T60"))
    assert relations.equal(env, top, relations.structure(env, Named("T60")))
    assert relations.subtype_satisfies(env, top, top)
