"""Bundle assembly and library calls: what is read, where things are, and what is refused."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parser.bundle import parse_bundle
from parser.bundle_syntax import (
    BDatr,
    BDim,
    BIot,
    BStart,
    BStop,
    Bundle,
    Command,
    Destination,
    Field,
    LibraryCall,
    Name,
    Number,
    RawCommand,
    SsaName,
    TileRef,
)
from parser.diagnostics import Phase, PtoError, render_all
from parser.source import Source, Span

TREM = (
    "BSTART.SFU TREM, S32; B.DIM LB0=4; B.DIM LB1=2; B.DATR PadValue=Zero; "
    "B.IOT T1, T2, mask=1111, <last>, ->T0<1>; BSTOP"
)
PACKAGE = Path(__file__).parents[2] / "parser"
DOCS = Path(__file__).parents[2] / "docs" / "bundles.md"


def bundle(text: str) -> Bundle:
    parsed = parse_bundle(Source("test.pto", text))
    assert isinstance(parsed, Bundle)
    return parsed


def command(text: str) -> Command:
    (only,) = bundle(text).commands
    return only


def call(text: str) -> LibraryCall:
    parsed = parse_bundle(Source("test.pto", text))
    assert isinstance(parsed, LibraryCall)
    return parsed


def codes(text: str) -> list[str]:
    with pytest.raises(PtoError) as caught:
        parse_bundle(Source("test.pto", text))
    assert all(each.phase is Phase.GRAMMAR for each in caught.value.diagnostics)
    return [each.code for each in caught.value.diagnostics]


def test_whole_bundle() -> None:
    assert bundle(TREM).commands == (
        BStart("SFU", Name("TREM"), None, None, Name("S32")),
        BDim((Field("LB0", Number(4)),)),
        BDim((Field("LB1", Number(2)),)),
        BDatr((Field("PadValue", Name("Zero")),)),
        BIot(
            (TileRef("T1", 1), TileRef("T2", 2)),
            Number(15),
            True,
            Destination(TileRef("T0", 0), Number(1)),
        ),
        BStop(),
    )


def test_separators_and_comments_do_not_matter() -> None:
    lines = TREM.replace("; ", "\n")
    noisy = "# a bundle\n" + TREM.replace("; ", " // why; and how\n\n;") + " # end"
    assert bundle(lines) == bundle(noisy) == bundle(TREM)


def test_spellings_of_case_do_not_matter() -> None:
    assert bundle("bstart.sfu trem, S32\nb.dim lb0=0X4\nbstop").commands == (
        BStart("SFU", Name("TREM"), None, None, Name("S32")),
        BDim((Field("LB0", Number(4)),)),
        BStop(),
    )


def test_carrier_form() -> None:
    expected = BStart("TEPL", None, Number(0), Number(4), Name("S32"))
    assert command("BSTART.TEPL 0, 4, S32") == expected
    assert command("BSTART.TEPL TREM, S32") == BStart("TEPL", Name("TREM"), None, None, Name("S32"))


def test_symbolic_names_stay() -> None:
    parsed = command("B.IOT Dividend, Divisor, mask=PE_MASK, <last>, ->DstTile<TSize>")
    assert parsed == BIot(
        (Name("Dividend"), Name("Divisor")),
        Name("PE_MASK"),
        True,
        Destination(Name("DstTile"), Name("TSize")),
    )


def test_parts_of_iot_may_be_left_out() -> None:
    assert command("B.IOT T1, mask=0b0101") == BIot((TileRef("T1", 1),), Number(5), False, None)
    assert command("B.IOT ->U2<2>, last") == BIot(
        (), None, True, Destination(TileRef("U2", 18), Number(2))
    )


@pytest.mark.parametrize(
    ("text", "index"), [("T0", 0), ("T15", 15), ("U0", 16), ("M9", 41), ("N15", 63)]
)
def test_tile_numbers(text: str, index: int) -> None:
    parsed = command(f"B.IOT {text}")
    assert isinstance(parsed, BIot)
    assert parsed.sources == (TileRef(text, index),)


@pytest.mark.parametrize(
    ("size", "code"), [("1", 1), ("0", 0), ("15", 15), ("128B", 1), ("1KB", 4), ("64kib", 10)]
)
def test_sizes(size: str, code: int) -> None:
    parsed = command(f"B.IOT ->T0<{size}>")
    assert isinstance(parsed, BIot)
    assert parsed.destination == Destination(TileRef("T0", 0), Number(code))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Zero", "Zero"),
        ("max", "Max"),
        ("10", "Min"),
        ("11", "Null"),
        ("0x1", "Max"),
        ("3", "Null"),
    ],
)
def test_pad_values(text: str, name: str) -> None:
    assert command(f"B.DATR PadValue={text}") == BDatr((Field("PadValue", Name(name)),))


def test_other_attributes() -> None:
    assert command("B.DATR Layout=ND2M16, sat=1, DataType=FP16") == BDatr(
        (
            Field("Layout", Name("ND2M16")),
            Field("Sat", Number(1)),
            Field("DataType", Name("FP16")),
        )
    )


def test_raw_commands_keep_their_operands() -> None:
    parsed = command("B.IOR a0, [a1 zero], ->a2#")
    assert isinstance(parsed, RawCommand)
    assert parsed.mnemonic == "B.IOR"
    assert [each.text for each in parsed.operands] == ["a0", "[a1 zero]", "->a2#"]
    assert str(parsed.operands[2].span) == "test.pto:1:22"


def test_order_and_repetition_are_kept() -> None:
    text = "BSTOP; B.DIM LB0=1; B.DIM LB0=2, LB0=3; BSTART.VEC TNEG, S8"
    kinds = [type(each) for each in bundle(text).commands]
    assert kinds == [BStop, BDim, BDim, BStart]


def test_spans() -> None:
    first, second = bundle("BSTART.VEC TNEG, S8 # x\n  B.DIM LB0=4, LB1 = 2\n").commands
    assert first.span == Span("test.pto", 1, 1, 1, 20)
    assert second.span == Span("test.pto", 2, 3, 2, 23)
    assert isinstance(second, BDim)
    assert second.fields[1].span == Span("test.pto", 2, 16, 2, 23)
    assert second.fields[1].value.span == Span("test.pto", 2, 22, 2, 23)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "EMPTY"),
        ("// nothing", "EMPTY"),
        ("BSTAR.SFU TREM, S32", "COMMAND"),
        ("BSTART.CUBE TREM, S32", "COMMAND"),
        ("4", "COMMAND"),
        ("BSTART.SFU TREM", "OPERANDS"),
        ("BSTART.SFU 0, 4, S32", "OPERANDS"),
        ("BSTART.SFU 4, S32", "OPERANDS"),
        ("BSTOP now", "OPERANDS"),
        ("B.DIM", "SYNTAX"),
        ("B.DIM LB0", "SYNTAX"),
        ("B.DIM LB0=4,", "SYNTAX"),
        ("B.DIM LB3=4", "FIELD"),
        ("B.DIM LB0=0x", "VALUE"),
        ("B.DIM LB0=010", "VALUE"),
        ("B.DIM LB0=" + "9" * 5000, "VALUE"),
        ("B.DATR PadValue=Zeroes", "VALUE"),
        ("B.DATR PadValue=4", "VALUE"),
        ("B.DATR Pad=Zero", "FIELD"),
        ("B.IOT T1,, T2", "SYNTAX"),
        ("B.IOT T1 T2", "SYNTAX"),
        ("B.IOT T1, mask=1111, mask=1111", "SYNTAX"),
        ("B.IOT T1, mask=15", "VALUE"),
        ("B.IOT T1, mask=0x1f", "VALUE"),
        ("B.IOT T1, masks=1111", "FIELD"),
        ("B.IOT ->T0", "SYNTAX"),
        ("B.IOT ->T0<16>", "VALUE"),
        ("B.IOT ->T0<100B>", "VALUE"),
        ("B.IOT T16", "TILE"),
        ("B.IOT T01", "TILE"),
        ("B.IOT 1", "TILE"),
        ("B.IOT T#1", "CHARACTER"),
    ],
)
def test_refusals(text: str, code: str) -> None:
    assert codes(text) == [f"BUNDLE-{code}"]


def test_every_bad_command_is_reported() -> None:
    assert codes("BSTRT; B.DIM LB0=4; B.DIM LB9=4\nB.IOT T99") == [
        "BUNDLE-COMMAND",
        "BUNDLE-FIELD",
        "BUNDLE-TILE",
    ]


def test_diagnostics_point_and_advise() -> None:
    text = "BSTART.SFU TREM, S32\nB.DATR PadValeu=Zero; B.IOT T1, T20, mask=1111\nBSTOPP"
    with pytest.raises(PtoError) as caught:
        parse_bundle(Source("test.pto", text))
    found = [(str(d.span), d.hint) for d in caught.value.diagnostics]
    assert found == [
        ("test.pto:2:8", "did you mean 'PadValue'?"),
        ("test.pto:2:33", "the tiles are T0 to T15"),
        ("test.pto:3:1", "did you mean 'BSTOP'?"),
    ]
    assert "T20" in render_all(caught.value.diagnostics)


FORMS = [
    "%dst = trem %src0, %src1 : !pto.tile<...>",
    "%dst = pto.trem %src0, %src1 : (!pto.tile<...>, !pto.tile<...>) -> !pto.tile<...>",
    "# Level 2 (DPS)\npto.trem ins(%src0, %src1 : !pto.tile<...>, !pto.tile<...>)\n"
    "    outs(%dst : !pto.tile<...>)  // done",
]


@pytest.mark.parametrize("text", FORMS)
def test_library_forms_agree(text: str) -> None:
    assert call(text) == call(FORMS[0])
    assert call(text).operation == "TREM"
    assert call(text).sources == (SsaName("src0"), SsaName("src1"))
    assert call(text).destinations == (SsaName("dst"),)
    assert [each.text for each in call(text).source_types] == ["!pto.tile<...>"] * 2


@pytest.mark.parametrize(
    ("inner", "element", "shape", "valid"),
    [
        ("...", None, None, None),
        ("Vec, 16x8xf32", "f32", (16, 8), None),
        ("2x4xi32, valid=1x3", "i32", (2, 4), (1, 3)),
        (
            "loc=vec, dtype=bf16, rows=2, cols=4, v_row=1, v_col=3, blayout=row_major, pad=#p<0>",
            "bf16",
            (2, 4),
            (1, 3),
        ),
        ("u16", "u16", None, None),
    ],
)
def test_what_types_state(inner: str, element: str | None, shape: object, valid: object) -> None:
    stated = call(f"%0 = pto.tneg %1 : !pto.tile<{inner}>").source_types[0]
    assert (stated.element, stated.shape, stated.valid_shape) == (element, shape, valid)
    assert stated.text == f"!pto.tile<{inner}>"


def test_call_spans() -> None:
    parsed = call("  %dst = trem %a, %b : !pto.tile<x->y<z>>  // end")
    assert parsed.span == Span("test.pto", 1, 3, 1, 42)
    assert parsed.sources[1].span == Span("test.pto", 1, 19, 1, 21)
    assert parsed.source_types[0].span == Span("test.pto", 1, 24, 1, 42)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("%dst = trem %a, %b", "CALL"),
        ("%dst = : !pto.tile", "CALL"),
        ("%dst = trem %a : !pto.tile<", "TYPE"),
        ("%dst = trem %a : ", "TYPE"),
        ("%d = trem %a : (T, T) -> T", "TYPE"),
        ("pto.trem ins(%a, %b : T) outs(%d : T)", "TYPE"),
        ("pto.trem ins(%a : T)", "CALL"),
        ("%d = trem %a : T\n%e = trem %d : T", "CALL"),
    ],
)
def test_refused_calls(text: str, code: str) -> None:
    assert codes(text) == [f"BUNDLE-{code}"]


PIECES = [
    *TREM.replace(",", " , ").replace(";", " ; ").split(" "),
    *" ".join(FORMS).split(" "),
    "B.IOR", "\n", "#", "//", "=", "<", ">", "->", "0x", "%", "mask=", "é", "T99", "10KB",
]  # fmt: skip


@given(st.one_of(st.text(), st.lists(st.sampled_from(PIECES)).map(" ".join)))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parsed = parse_bundle(Source("test.pto", text))
    except PtoError as error:
        problems = error.diagnostics
    else:
        assert parsed.span.path == "test.pto"
        return
    assert problems
    assert all(each.code.startswith("BUNDLE-") and each.span for each in problems)


def test_examples_of_the_page() -> None:
    examples = [block.split("```")[0] for block in DOCS.read_text("utf-8").split("```asm\n")[1:]]
    assert len(examples) >= 4
    for example in examples:
        parse_bundle(Source("bundles.md", example))


def test_codes_are_documented() -> None:
    page = DOCS.read_text("utf-8")
    sources = [PACKAGE / "bundle.py", PACKAGE / "library_call.py"]
    used = {
        code
        for each in sources
        for code in re.findall(r'(?:_error\(\s*|BUNDLE-)"?([A-Z]+)"', each.read_text("utf-8"))
    }
    assert len(used) == 10
    assert [each for each in used if f"`BUNDLE-{each}`" not in page] == []
