"""The two meanings of every primitive agree: on values, and on terms given those values.

Each operand is tried as a constant and as an unknown, in all combinations. The unknown's term is
evaluated under the value; requirements must agree with whether the Python meaning raises.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from string import Formatter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semantics import terms as t
from semantics.intervals import FULL
from semantics.primitives import INTRINSICS, NATIVES, PRIMITIVES, NoMeaning, Primitive
from semantics.term_values import OPERATORS, evaluate
from semantics.values import DynamicError, Unsupported

INTS = range(-3, 6)
# Floating operations have formats and codes for operands: test_term_floats.py compares theirs.
MEANT = [
    p
    for p in PRIMITIVES.values()
    if not isinstance(p.smt, NoMeaning) and not p.name.startswith("float.")
]
MEANINGLESS = [p for p in PRIMITIVES.values() if isinstance(p.smt, NoMeaning)]


def outcome(primitive: Primitive, widths: Sequence[int], values: Sequence[Any]) -> Any:
    """The result on plain values, or the code of the dynamic error."""
    try:
        return primitive.apply(widths, values)
    except DynamicError as error:
        return error.code


def symbolic_outcome(
    primitive: Primitive, widths: Sequence[int], operands: Sequence[Any], given: dict[str, Any]
) -> Any:
    """The same through terms, as a proof would find it."""
    for requirement in primitive.requires:
        if not evaluate(requirement.smt(*widths, *operands), given):
            return requirement.code
    result = primitive.smt(*widths, *operands)
    if isinstance(result, t.Term):
        assert {s.op for s in t.subterms([result])} <= OPERATORS
        assert result.sort.kind == kind_of(primitive.result)
    return evaluate(result, given)


def kind_of(sort: str) -> str:
    return "bv" if sort.startswith("bits") else sort


def unknown(position: int, sort: str, width: int, value: Any, span: int | None) -> t.Value:
    """An unknown that may have that value; an integer's range reaches `span` to both sides."""
    name = f"x{position}"
    match sort:
        case "bool":
            return t.variable(name, t.BOOL)
        case "int":
            range_ = FULL if span is None else (value - span, value + span)
            return t.variable(name, t.INT, range_)
        case _:
            return t.variable(name, t.bv_sort(width)) if width else 0


def check(
    primitive: Primitive, widths: Sequence[int], values: Sequence[Any], span: int | None = 9
) -> None:
    """All mixes of constants and unknowns give the outcome of plain values."""
    by_name = dict(zip(primitive.widths, widths, strict=True))
    expected = outcome(primitive, widths, values)
    given = {f"x{i}": v for i, v in enumerate(values)}
    for mix in product((False, True), repeat=len(values)):
        operands = [
            unknown(i, sort, by_name.get(sort[-1], 0), value, span) if open_ else value
            for i, (open_, sort, value) in enumerate(
                zip(mix, primitive.operands, values, strict=True)
            )
        ]
        try:
            found = symbolic_outcome(primitive, widths, operands, given)
        except Unsupported:
            # Only a power or a logarithm may be refused, and only where what it needs is unknown.
            assert primitive.name in {*POWERS, "int.log2"} and mix[-1]
            continue
        assert found == expected, (primitive.name, widths, values, mix, operands)
        assert type(found) is type(expected) or primitive.result.startswith("bits")


POWERS = {"int.pow", "int.shl", "int.shr", "int.slice"}


def values_of(sort: str, widths: dict[str, int]) -> Sequence[Any]:
    match sort:
        case "bool":
            return (False, True)
        case "int":
            return INTS
        case _:
            return range(1 << widths[sort[-1]])


def cases(primitive: Primitive, widest: int) -> Iterator[tuple[tuple[int, ...], tuple[Any, ...]]]:
    for widths in product(range(widest + 1), repeat=len(primitive.widths)):
        by_name = dict(zip(primitive.widths, widths, strict=True))
        for values in product(*(values_of(s, by_name) for s in primitive.operands)):
            yield widths, values


@pytest.mark.parametrize("primitive", MEANT, ids=lambda p: p.name)
def test_meanings_agree_exhaustively(primitive: Primitive) -> None:
    # 16 x 5 widths x 9 positions x 16 values is too many only for `insert`, at its widest.
    for widths, values in cases(primitive, 3 if primitive.name == "bits.insert" else 4):
        check(primitive, widths, values)


def test_insert_agrees_at_width_four() -> None:
    insert = PRIMITIVES["bits.insert"]
    for width in range(6):
        for low, value, piece in product(range(-1, 6), (0, 5, 10, 15), range(0, 1 << width, 3)):
            check(insert, (4, width), (value, low, piece), span=3)


WIDTHS = st.integers(0, 128) | st.sampled_from([0, 1, 2, 31, 32, 33, 63, 64, 65, 127, 128])


def words(width: int) -> st.SearchStrategy[int]:
    top = (1 << width) - 1
    corners = {0, 1 & top, top, top >> 1, (top >> 1) + 1 & top, top - 1 if width > 1 else 0}
    return st.integers(0, top) | st.sampled_from(sorted(corners))


def integers() -> st.SearchStrategy[int]:
    powers = [sign << width for width in (7, 8, 31, 32, 63, 64, 127, 128) for sign in (1, -1)]
    corners = [power + offset for power in powers for offset in (-1, 0, 1)]
    return st.integers(-140, 140) | st.sampled_from(corners) | st.integers(-(1 << 130), 1 << 130)


@pytest.mark.parametrize("primitive", MEANT, ids=lambda p: p.name)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_meanings_agree_when_wide(primitive: Primitive, data: st.DataObject) -> None:
    widths = {w: data.draw(WIDTHS, w) for w in primitive.widths}
    if primitive.name == "bits.replicate":
        widths["n"] = widths["m"] * data.draw(st.integers(0, 5)) + data.draw(
            st.sampled_from([0, 0, 1])
        )
    values: list[Any] = []
    for position, sort in enumerate(primitive.operands):
        if sort == "bool":
            values.append(data.draw(st.booleans()))
        elif sort == "int" and position and primitive.name in POWERS:
            values.append(data.draw(st.integers(-2, 130)))
        elif sort == "int" and primitive.widths:
            values.append(data.draw(st.integers(-2, 130) | integers()))
        elif sort == "int":
            values.append(data.draw(integers()))
        else:
            values.append(data.draw(words(widths[sort[-1]])))
    if primitive.name in ("int.div",) and data.draw(st.booleans()):
        values[0] *= values[1]
    check(
        primitive, tuple(widths.values()), values, span=data.draw(st.sampled_from([0, 1, 40, None]))
    )


def test_shift_by_far_more_than_the_width() -> None:
    for name, x in product(("bits.lsl", "bits.lsr", "bits.asr"), (0, 5, 9)):
        for by in (3, 4, 5, 15, 16, 17, 1 << 70):
            check(PRIMITIVES[name], (4,), (x, by))


@pytest.mark.parametrize("name", ["int.pow", "int.shl", "int.shr"])
def test_powers_of_unknowns_are_not_unrolled_for_ever(name: str) -> None:
    unknown = t.variable("x", t.INT, (0, 5))
    with pytest.raises(Unsupported, match="a power of more than"):
        PRIMITIVES[name].smt(unknown, 1 << 40)


# ---------------------------------------------------------------- totality


@pytest.mark.parametrize("primitive", MEANINGLESS, ids=lambda p: p.name)
def test_what_has_no_meaning_on_terms_says_why(primitive: Primitive) -> None:
    assert isinstance(primitive.smt, NoMeaning) and primitive.smt.why
    with pytest.raises(Unsupported, match=re.escape(primitive.smt.why)):
        primitive.smt(*primitive.operands)


def test_every_primitive_has_both_meanings_or_a_reason() -> None:
    for name, primitive in PRIMITIVES.items():
        assert name == primitive.name
        assert primitive.python
        assert callable(primitive.smt)
        assert all(r.code.isupper() and callable(r.smt) for r in primitive.requires)
    # Only reals and strings go without.
    assert {p.name.split(".")[0] for p in MEANINGLESS} == {"real", "string"}


def test_templates_name_each_operand_once() -> None:
    """An operand named twice would be evaluated twice, by emitted code."""
    for primitive in PRIMITIVES.values():
        named = [field for _, field, _, _ in Formatter().parse(primitive.python) if field]
        operands = [field for field in named if field.isdigit()]
        # An insertion is emitted by a rule of its own, which names its position.
        if primitive.name != "bits.insert":
            assert sorted(operands) == sorted(set(operands)), primitive.name


def test_functions_name_primitives() -> None:
    assert {*INTRINSICS.values(), *NATIVES.values()} <= set(PRIMITIVES)


# ---------------------------------------------------------------- reals and strings


@pytest.mark.parametrize(
    ("name", "operands", "expected"),
    [
        ("real.add", (Fraction(1, 2), Fraction(1, 3)), Fraction(5, 6)),
        ("real.sub", (Fraction(1, 2), Fraction(1, 3)), Fraction(1, 6)),
        ("real.mul", (Fraction(1, 2), Fraction(-2)), Fraction(-1)),
        ("real.neg", (Fraction(1, 2),), Fraction(-1, 2)),
        ("real.div", (Fraction(1), Fraction(-3)), Fraction(-1, 3)),
        ("real.div", (Fraction(1), Fraction(0)), "REAL-DIV-ZERO"),
        ("real.pow", (Fraction(2), -3), Fraction(1, 8)),
        ("real.pow", (Fraction(0), 0), Fraction(1)),
        ("real.pow", (Fraction(0), -1), "REAL-POW-ZERO"),
        ("real.eq", (Fraction(2, 4), Fraction(1, 2)), True),
        ("real.le", (Fraction(1, 2), Fraction(1, 2)), True),
        ("real.lt", (Fraction(1, 2), Fraction(1, 2)), False),
        ("real.of_int", (-3,), Fraction(-3)),
        ("real.floor", (Fraction(-5, 2),), -3),
        ("real.ceil", (Fraction(-5, 2),), -2),
        ("real.trunc", (Fraction(-5, 2),), -2),
        ("real.trunc", (Fraction(5, 2),), 2),
        ("real.log2", (Fraction(-9, 2),), 2),
        ("real.log2", (Fraction(1, 5),), -3),
        ("real.log2", (Fraction(0),), "ARGUMENT-DOMAIN"),
        ("real.sqrt", (Fraction(2), 3), Fraction(11, 8)),
        ("real.sqrt", (Fraction(9, 4), 3), Fraction(3, 2)),
        ("real.sqrt", (Fraction(0), 3), Fraction(0)),
        ("real.sqrt", (Fraction(2), 0), "ARGUMENT-DOMAIN"),
        ("real.sqrt", (Fraction(-2), 3), "ARGUMENT-DOMAIN"),
        ("string.concat", ("a", "b"), "ab"),
        ("string.of_bool", (True,), "TRUE"),
        ("string.of_int", (-12,), "-12"),
        ("string.of_real", (Fraction(-1, 4),), "-1/4"),
        ("string.of_real", (Fraction(6, 2),), "3"),
        ("string.eq", ("a", "a"), True),
    ],
)
def test_reals_and_strings(name: str, operands: tuple[Any, ...], expected: Any) -> None:
    found = outcome(PRIMITIVES[name], (), operands)
    assert found == expected and type(found) is type(expected)
