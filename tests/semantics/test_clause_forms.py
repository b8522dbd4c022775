"""Forms of clauses: what they read, and what they leave alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from parser.metadata import Metadata
from parser.source import NOWHERE
from semantics.clause_forms import data_types, readings, selector, statements
from semantics.clause_forms.data_type_words import data_types_of
from semantics.clause_forms.statements import (
    Computes,
    Condition,
    Covers,
    DataTypes,
    Demands,
    Dimension,
    Engine,
    IllegalAttributes,
    IllegalCommands,
    Keeps,
    NoStandaloneOpcode,
    OnlyAttributes,
    Operands,
    PadCodes,
    PadDefault,
    ProfileOwned,
    Rule,
    Selector,
    Sentence,
    Statement,
    Value,
    Waives,
)
from semantics.formats import FORMATS, Kind
from semantics.specification import Contract, contract_of, shipped

SIGNED, UNSIGNED, FLOAT = Kind.SIGNED, Kind.UNSIGNED, Kind.FLOAT
INTEGERS = (SIGNED, UNSIGNED)
BEFORE = Keeps((Rule.CHECKS_FIRST,), sentence=Sentence("", "", None))


def contract(**clauses: list[str]) -> Contract:
    """A contract TDEMO with such clauses."""
    return contract_of({"mnemonic": "TDEMO", "contract": clauses}, NOWHERE, Metadata())


def said(text: str, kind: str = "legality") -> list[Statement]:
    """What one clause says, without its place."""
    found = statements(contract(**{kind: [text]}))
    return [_placeless(each) for each in found]


def _placeless(statement: Statement) -> Statement:
    return replace(statement, sentence=Sentence("", "", None))


def at(kind: Callable[..., Statement], *fields: object) -> Statement:
    """A statement without its place."""
    return kind(*fields, sentence=Sentence("", "", None))


CASES: list[tuple[str, list[Statement]]] = [
    ("DataType is exactly S32, FP16, or BF16.", [at(DataTypes, ("S32", "FP16", "BF16"))]),
    ("The selected DataType is exactly U8.", [at(DataTypes, ("U8",))]),
    ("DataType is one of S32 or U32.", [at(DataTypes, ("S32", "U32"))]),
    (
        "Every B64 value pairs with every S16 or U16 index.",
        [at(DataTypes, ("FP64", "S64", "U64"), ("S16", "U16"))],
    ),
    (
        "TDEMO MUST accept every B64 value type with every S16 or U16 index type.",
        [at(DataTypes, ("FP64", "S64", "U64"), ("S16", "U16"))],
    ),
    (
        "TDEMO retains TEPL carrier Mode 0 Function 4 but is canonically classified as SFU.",
        [at(Selector, 0, 4), at(Engine, "SFU")],
    ),
    (
        "TDEMO is BSTART.VEC Mode 0 Function 17 and has no standalone opcode.",
        [at(Selector, 0, 17), at(Engine, "VEC"), at(NoStandaloneOpcode)],
    ),
    (
        "TDEMO uses the TEPL encoding carrier Mode 3 Function 16, is canonically assembled with "
        "BSTART.SFU, and has no standalone opcode.",
        [at(Selector, 3, 16), at(Engine, "SFU"), at(NoStandaloneOpcode)],
    ),
    (
        "TDEMO MUST retain TEPL Mode 1 Function 2 while executing on the VEC engine.",
        [at(Selector, 1, 2), at(Engine, "VEC")],
    ),
    (
        "Exactly one terminating Local B.IOT supplies ordered left and right sources plus one new "
        "Local destination; B.IOR and B.IOS are illegal and PE_MASK zero is a strict no-op.",
        [
            at(Operands, 2, 1),
            at(IllegalCommands, ("B.IOR", "B.IOS")),
            at(Keeps, (Rule.MASK_NOOP,)),
        ],
    ),
    (
        "Exactly one terminating Local B.IOT supplies one persistent value source, one persistent "
        "index source, and one newly allocated destination.",
        [at(Operands, 2, 1)],
    ),
    ("Only B.DATR Layout is applicable.", [at(OnlyAttributes, ("Layout",))]),
    (
        "nondefault CMode, Sat, secondary DataType, or Layout is illegal.",
        [at(IllegalAttributes, ("CMode", "Sat", "DataType", "Layout"))],
    ),
    (
        "LB0 is required and supplies nonzero ValidCol; omitted LB1 defaults ValidRow to one.",
        [at(Dimension, "LB0", "ValidCol", None), at(Dimension, "LB1", "ValidRow", "1")],
    ),
    (
        "Omitted LB1 selects ValidRow=1 and omitted LB2 selects Col=ValidCol.",
        [at(Dimension, "LB1", "ValidRow", "1"), at(Dimension, "LB2", "Col", "ValidCol")],
    ),
    (
        "Omitted B.DATR selects PadValue=Null; explicit 00, 01, 10, and 11 select Zero, Max, Min, "
        "and Null.",
        [at(PadDefault, "Null"), at(PadCodes, ("Zero", "Max", "Min", "Null"))],
    ),
    (
        "An integer zero in the valid divisor rectangle raises Fault_TileLegality before "
        "snapshots, allocation publication, or destination effects; divisor padding is not read.",
        [
            at(Demands, (Condition.DIVISOR,), "Fault_TileLegality"),
            BEFORE,
            at(Keeps, (Rule.PADDING_NOT_READ,)),
        ],
    ),
    (
        "Malformed bindings, undefined or mismatched source state, or insufficient TSize capacity "
        "raises Fault_TileAllocation before allocation.",
        [
            at(
                Demands,
                (Condition.BINDINGS, Condition.DEFINED, Condition.SHAPE, Condition.CAPACITY),
                "Fault_TileAllocation",
            ),
            BEFORE,
        ],
    ),
    (
        "Both source valid rectangles are defined and all three Tiles match valid shape, "
        "row-major layout, DataType, and the selected mask.",
        [
            at(Demands, (Condition.DEFINED,)),
            at(
                Demands,
                (Condition.SHAPE, Condition.LAYOUT, Condition.SAME_TYPE, Condition.MASK),
            ),
        ],
    ),
    (
        "It MUST reject negative, out-of-range, or duplicate destination coordinates before "
        "effects, move raw value carrier bits without numeric-validity rejection.",
        [
            at(Demands, (Condition.INDEX_RANGE, Condition.DISTINCT)),
            BEFORE,
            at(Computes, Value.BITS_KEPT, tuple(Kind)),
            at(Waives, (Condition.ENCODING,)),
        ],
    ),
    (
        "Both source payloads are snapshotted after all legality and integer-zero checks, so "
        "aliasing is read-before-write.",
        [at(Keeps, (Rule.SNAPSHOT,)), at(Keeps, (Rule.READ_BEFORE_WRITE,))],
    ),
    (
        "The valid modulo result and selected physical padding publish atomically; rejection "
        "leaves descriptor, payload, and allocation state unchanged.",
        [at(Keeps, (Rule.ATOMIC, Rule.PADDING)), at(Keeps, (Rule.REJECTION_PURE,))],
    ),
    (
        "Supported types, closed unary schema, and PadValue MUST follow the closed unary Tile "
        "contract.",
        [
            at(Keeps, (Rule.PADDING,)),
            at(Demands, (Condition.DATA_TYPE, Condition.BINDINGS)),
        ],
    ),
    (
        "floating zero is handled by the selected numeric profile.",
        [at(ProfileOwned, "floating zero")],
    ),
    (
        "Integer negation is zero minus the source modulo the selected element width, including "
        "unsigned types.",
        [at(Computes, Value.NEGATION, INTEGERS), at(Covers, (UNSIGNED,))],
    ),
    (
        "Signed integers use signed division, unsigned integers use unsigned division, and "
        "floating values use the selected floating division profile.",
        [
            at(Computes, Value.QUOTIENT, (SIGNED,)),
            at(Computes, Value.QUOTIENT, (UNSIGNED,)),
            at(Computes, Value.QUOTIENT, (FLOAT,)),
        ],
    ),
    (
        "TDEMO MUST negate integers modulo their element width or toggle only the floating sign "
        "bit.",
        [
            at(Computes, Value.NEGATION, INTEGERS),
            at(Computes, Value.SIGN_BIT, (FLOAT,)),
        ],
    ),
]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text[:40] for text, _ in CASES])
def test_what_a_clause_says(text: str, expected: list[Statement]) -> None:
    assert said(text) == expected


UNREAD = [
    "DataType is exactly S32, S128, or BF16.",
    "DataType is exactly B8.",
    "TOTHER retains TEPL carrier Mode 0 Function 4.",
    "TDEMO MUST NOT select VEC Mode 0 Function 4.",
    "PE_MASK zero is a strict no-op before lunch.",
    "Malformed bindings or odd weather reject before effects.",
    "Shape defaults and snapshots MUST follow the open binary Tile contract.",
    "DataType is exactly S32 and the moon is full.",
    "none",
]


@pytest.mark.parametrize("text", UNREAD)
def test_what_no_form_reads_says_nothing(text: str) -> None:
    assert said(text) == []


def test_none_says_something_of_memory_effects_alone() -> None:
    assert said("none", "memory_effects") == [at(Keeps, (Rule.NO_MEMORY_EFFECT,))]


def test_sentences_are_read_each_by_itself() -> None:
    found = readings(contract(legality=["DataType is exactly S32; so be it. B.IOR is fine."]))
    texts = ["DataType is exactly S32", "so be it", "B.IOR is fine"]
    assert [(sentence.text, len(said)) for sentence, said in found] == list(
        zip(texts, [1, 0, 0], strict=True)
    )
    assert {sentence.clause for sentence, _ in found} == {"legality[0]"}


def test_every_sentence_of_trem_is_read() -> None:
    trem = shipped().contract("TREM")
    assert [sentence for sentence, said in readings(trem) if not said] == []
    types, selected = data_types(trem), selector(trem)
    assert types is not None and selected is not None
    assert types.values == ("S32", "U32", "FP32", "S16", "U16", "FP16", "BF16")
    assert (types.indices, types.clause) == ((), "legality[2]")
    assert (selected.mode, selected.function, selected.clause) == (0, 4, "legality[0]")
    normative = [each for each in statements(trem) if each.clause == "PTO-TREM-CONTRACT-001"]
    assert len(normative) == 7
    for each in normative:
        assert each.sentence.span is not None and each.sentence.span.line > trem.span.line


def test_a_contract_may_list_no_types() -> None:
    assert data_types(contract()) is None
    assert selector(contract()) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BF16", ("BF16",)),
        ("S32, S32, or U8", ("S32", "U8")),
        ("B16", ("FP16", "BF16", "S16", "U16")),
        ("non-packed B8-NP", ("HiF8", "E4M3", "E5M2", "E3M2", "E2M3", "E8M0", "S8", "U8")),
        ("unsigned integer types", ("U64", "U32", "U16", "U8", "U4X2")),
        ("signed types and B64", ("S64", "S32", "S16", "S8", "S4X2", "FP64", "U64")),
        ("B24", None),
        ("fancy types", None),
        ("", None),
    ],
)
def test_words_of_types(text: str, expected: tuple[str, ...] | None) -> None:
    assert data_types_of(text) == expected


def test_widths_and_packed_types_are_all_there_is() -> None:
    wide = data_types_of("B8-NP, B16, B32, or B64")
    assert wide is not None
    assert {*FORMATS} - {*wide} == {name for name in FORMATS if name.endswith("X2")}
