"""Bundles on real tiles: the example, every reason to reject, and everything that can't be run."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from concrete.bundle_calls import bstart_word
from concrete.bundle_names import Bindings
from concrete.bundles import BundleRun, run_bundle
from concrete.tile import Tile, make_tile
from concrete.tile_state import stored_word
from concrete.tile_text import run_text, tile_text
from concrete.tiles import read_tiles, tile_of_values
from concrete.values import decode
from parser.bundle import parse_bundle
from parser.diagnostics import Diagnostic, Phase, PtoError, render_all
from parser.loader import parse_files
from parser.source import Source
from semantics.library import model_files
from semantics.specification import Specification, shipped

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "running.md").read_text("utf-8")
SPEC = shipped()
TEXT = (
    "BSTART.SFU TREM, S32; B.DIM LB0=2; B.DIM LB1=1; "
    "B.IOT T1, T2, mask=1111, <last>, ->T0<1>; BSTOP"
)


def tile(name: str, *rows: list[int | None], data_type: str = "S32") -> Tile:
    return tile_of_values(name, data_type, rows)


def given(*tiles: Tile) -> dict[str, Tile]:
    return {each.name: each for each in tiles}


PAIR = given(tile("T1", [-7, 7]), tile("T2", [3, -3]))


def run(
    text: str, tiles: dict[str, Tile], *, bindings: Bindings | None = None, tracing: bool = False
) -> BundleRun:
    parsed = parse_bundle(Source("test.bundle", text))
    return run_bundle(SPEC, parsed, tiles, bindings=bindings, tracing=tracing)


def problems(
    text: str, tiles: dict[str, Tile], bindings: Bindings | None = None
) -> list[Diagnostic]:
    with pytest.raises(PtoError) as caught:
        run(text, tiles, bindings=bindings)
    assert all(each.phase is Phase.INPUT for each in caught.value.diagnostics)
    return list(caught.value.diagnostics)


def problem(text: str, tiles: dict[str, Tile], bindings: Bindings | None = None) -> tuple[str, str]:
    """The code of the one problem, and the text that it marks."""
    (only,) = problems(text, tiles, bindings)
    assert only.span is not None
    return only.code, text[only.span.column - 1 : only.span.end_column - 1]


def example(tracing: bool = False) -> BundleRun:
    bundle = parse_bundle(Source.read(ROOT / "examples" / "trem.bundle"))
    return run_bundle(SPEC, bundle, read_tiles(ROOT / "examples" / "trem.json"), tracing=tracing)


# ------------------------------------------------------------------------ what is accepted


def test_example() -> None:
    result = example()
    assert result.accepted
    assert not result.no_op
    assert (result.fault, result.reason, result.clause, result.status) == (None, None, None, ())
    assert result.contract is not None
    assert result.contract.name == "TREM"
    (out,) = result.destinations.values()
    assert out.texts() == (("2", "-2", "-1", "1"), ("0", "0", "-1", "0"))
    assert out.elements[2:] == ((0, 0, 0, 0),) * 6
    assert list(result.sources) == ["T1", "T2"]
    assert [step.function for step in result.steps] == [
        "ExecuteCommandInstruction",
        "SetBundleDimension",
        "SetBundleDimension",
        "SetBundleDataAttributeState",
        "AddBundleTileBinding",
        "ExecuteBundleTileOperation",
    ]
    assert result.events == ()


def test_example_as_text(golden: Callable[[str, str], None]) -> None:
    golden("trem_run.txt", run_text(example(), hex=True) + "\n")
    golden("trem_trace.txt", run_text(example(tracing=True), trace=True) + "\n")


def test_trace_has_sources_read_before_the_destination_is_written() -> None:
    events = example(tracing=True).steps[-1].events
    writes = [i for i, each in enumerate(events) if each.touches("write", "_Tiles", 0)]
    reads = [
        i for i, each in enumerate(events) for t in (1, 2) if each.touches("read", "_Tiles", t)
    ]
    assert len(writes) == 1
    assert max(reads) < writes[0]


def test_columns_default_to_valid_ones() -> None:
    tiles = given(tile("T1", [9, 8, 7]), tile("T2", [4, 3, 2]))
    text = TEXT.replace("LB0=2", "LB0=3").replace("B.DIM LB1=1; ", "")
    assert run(text, tiles).destinations["T0"].texts() == (("1", "2", "1"),)


def test_padding_stays_undefined_without_datr() -> None:
    out = run(TEXT, PAIR).destinations["T0"]
    assert out.elements == ((2, 0xFFFF_FFFE), *[(None, None)] * 15)


@pytest.mark.parametrize(
    ("attributes", "word"),
    [
        ("PadValue=Max", 0x7FFF_FFFF),
        ("PadValue=10", 0x8000_0000),
        ("PadValue=Null", None),
        ("Layout=0, CMode=0, RMode=0, Sat=0, Canonicalize=FALSE", 0),
        ("DataType=S32", 0),
        ("DataType=DTYPE_NONE", 0),
    ],
)
def test_padding(attributes: str, word: int | None) -> None:
    out = run(TEXT.replace("B.IOT", f"B.DATR {attributes}; B.IOT"), PAIR).destinations["T0"]
    assert out.elements[1] == (word, word)


def test_alias() -> None:
    text = TEXT.replace("->T0", "->T1")
    result = run(text, PAIR)
    assert result.destinations["T1"].texts() == (("2", "-2"),)
    assert result.sources["T1"] == PAIR["T1"]


def test_data_type_by_numbers() -> None:
    text = TEXT.replace("BSTART.SFU TREM, S32", "BSTART.TEPL 0, 4, 17")
    result = run(text, PAIR)
    assert result.accepted
    assert result.contract is not None
    assert result.contract.name == "TREM"


def test_words() -> None:
    assert bstart_word(0, 4, 17) == 0x8841_9181
    assert bstart_word(3, 31, 31) >> 20 == 0xFFF


@pytest.mark.parametrize("data_type", ["S16", "U16", "S32", "U32"])
def test_extremes_are_stored_in_normal_form(data_type: str) -> None:
    source = tile("T1", [0], data_type=data_type)
    fmt = source.format
    for raw in (0, 1, fmt.mask, fmt.mask >> 1, (fmt.mask >> 1) + 1):
        value = int(decode(fmt, raw).text)
        assert stored_word(fmt, raw) == value % 2**64
        tiles = given(make_tile("T1", data_type, [[raw]]), tile("T2", [7], data_type=data_type))
        text = TEXT.replace("LB0=2", "LB0=1").replace("S32", data_type)
        assert run(text, tiles).destinations["T0"].texts() == ((str(value % 7),),)


def test_floating_status() -> None:
    tiles = given(
        tile_of_values("T1", "FP32", [[-7.0, 1.0]]), tile_of_values("T2", "FP32", [[3.0, 0.0]])
    )
    result = run(TEXT.replace("S32", "FP32"), tiles)
    assert result.status == ("Invalid",)
    assert result.destinations["T0"].texts() == (("2.0", "nan"),)
    assert "numeric status Invalid" in run_text(result)


def test_zero_mask_is_no_operation() -> None:
    result = run(TEXT.replace("1111", "0000"), given(tile("T1", [1, 2]), tile("T2", [0, 0])))
    assert result.accepted
    assert result.no_op
    assert result.destinations == {}
    assert "no effect" in run_text(result)


def test_bundles_in_sequence() -> None:
    second = TEXT.replace("T1, T2", "T0, T2").replace("->T0", "->U3")
    result = run(f"{TEXT}\n{second}", PAIR)
    assert result.accepted
    assert result.destinations["U3"].texts() == (("2", "-2"),)
    # What follows a rejected bundle does not run.
    bad = TEXT.replace("T1, T2", "T1, T3")
    result = run(f"{bad}\n{second}", PAIR | given(tile("T3", [0, 1])))
    assert result.reason == "Rejection_ZeroDivisor"
    assert sum(step.function == "ExecuteBundleTileOperation" for step in result.steps) == 1


def test_large_tiles() -> None:
    rows: list[list[int | None]] = [[(r * 100 + c) % 999 for c in range(64)] for r in range(64)]
    threes: list[list[int | None]] = [[3] * 64] * 64
    tiles = given(tile("T1", *rows), tile("T2", *threes))
    text = TEXT.replace("LB0=2", "LB0=64").replace("LB1=1", "LB1=64").replace("<1>", "<16KB>")
    out = run(text, tiles).destinations["T0"]
    assert out.valid[63] == tuple((6300 + c) % 999 % 3 for c in range(64))


# ------------------------------------------------------------------------ what is rejected


@pytest.mark.parametrize(
    ("change", "fault", "reason", "clause"),
    [
        (("B.DIM LB0=2", "B.DIM LB0=0"), "TileLegality", "Dimension", "defaults[0]"),
        (("B.DIM LB0=2; ", ""), "TileLegality", "Dimension", "defaults[0]"),
        (("LB0=2", "LB0=2; B.DIM LB0=2"), "BundleControl", "Sequence", "exceptions[1]"),
        (("LB0=2", "LB0=2, LB0=2"), "BundleControl", "Sequence", "exceptions[1]"),
        (("LB0=2", "LB0=2; B.DIM LB2=1"), "TileLegality", "Dimension", "defaults[0]"),
        (("LB0=2", "LB0=1"), "TileLegality", "ShapeMismatch", "legality[3]"),
        (("S32", "S64"), "TileLegality", "DataType", "legality[2]"),
        (("S32", "U32"), "TileLegality", "TypeMismatch", "legality[3]"),
        (("S32", "15"), "IllegalInstruction", "Encoding", "legality[2]"),
        (("T1, T2", "T1"), "TileLegality", "Binding", "legality[1]"),
        (("T1, T2, ", ""), "TileLegality", "Binding", "legality[1]"),
        (("<last>, ", ""), "TileLegality", "Binding", "legality[1]"),
        ((", ->T0<1>", ""), "TileLegality", "Binding", "legality[1]"),
        (("B.IOT", "B.IOR a0; B.IOT"), "TileLegality", "Binding", "legality[1]"),
        (("B.IOT", "B.IOS S1; B.IOT"), "TileLegality", "Binding", "legality[1]"),
        (("B.IOT", "B.DATR CMode=1; B.IOT"), "TileLegality", "DataAttribute", "legality[4]"),
        (("B.IOT", "B.DATR Sat=TRUE; B.IOT"), "TileLegality", "DataAttribute", "legality[4]"),
        (("<1>", "<0>"), "TileAllocation", "Capacity", "exceptions[1]"),
        (("<1>", "<2>"), "TileLegality", "ShapeMismatch", "legality[3]"),
        (("T1, T2", "T1, T3"), "TileLegality", "ZeroDivisor", "exceptions[0]"),
        (("T1, T2", "T4, T2"), "TileLegality", "Definedness", "legality[3]"),
        (("T1, T2", "T5, T2"), "TileLegality", "Layout", "legality[3]"),
        (("BSTOP", "BSTOP; B.DIM LB0=1"), "BundleControl", "Sequence", "exceptions[1]"),
    ],
)
def test_rejections(change: tuple[str, str], fault: str, reason: str, clause: str) -> None:
    others = given(
        tile("T3", [1, 0]), tile("T4", [1, None]),
        make_tile("T5", "S32", [[1, 2]], layout="ColumnMajor"),
    )  # fmt: skip
    result = run(TEXT.replace(*change), PAIR | others)
    assert not result.accepted
    assert (result.fault, result.reason) == (f"Fault_{fault}", f"Rejection_{reason}")
    assert result.clause is not None
    assert result.clause[0] == clause
    assert result.contract is not None
    assert result.clause[1] == result.contract.clauses[clause]


def test_rejection_leaves_the_destination(golden: Callable[[str, str], None]) -> None:
    tiles = given(tile("T0", [5, None]), tile("T1", [1, 2]), tile("T2", [1, 0]))
    result = run(TEXT, tiles)
    assert result.destinations == {"T0": tiles["T0"]}
    golden("trem_rejected.txt", run_text(result) + "\n")


def test_zero_divisor_in_padding_is_accepted() -> None:
    divisor = make_tile("T2", "S32", [[3, 3], [0, 0]], valid_shape=(1, 2))
    assert run(TEXT, PAIR | given(divisor)).accepted


def test_bundle_without_start() -> None:
    result = run("B.DIM LB0=2; BSTOP", {})
    assert (result.reason, result.contract, result.clause) == ("Rejection_Sequence", None, None)
    result = run("BSTART.TEPL 1, 9, S32; BSTOP", {})
    assert (result.fault, result.contract) == ("Fault_IllegalInstruction", None)
    assert run_text(result).startswith("the bundle: rejected with Fault_IllegalInstruction")


# ------------------------------------------------------------------------ what can't be run


@pytest.mark.parametrize(
    ("change", "code", "marked"),
    [
        (("TREM", "TRAM"), "OPERATION", "TRAM"),
        (("SFU", "VEC"), "ENGINE", "BSTART.VEC TREM, S32"),
        (("S32", "S33"), "TYPE", "S33"),
        (("S32", "32"), "VALUE", "32"),
        (("SFU TREM", "TEPL 4, 4"), "VALUE", "4"),
        (("SFU TREM", "TEPL 0, 32"), "VALUE", "32"),
        (("T1, T2", "T1, T3"), "TILE", "T3"),
        (("T1, T2", "T0, T2"), "TILE", "T0"),
        (("T1, T2", "T1, T2, U1"), "TILE", "U1"),
        (("T1, T2", "T1, T2, T2"), "OPERANDS", "T2"),
        (("mask=1111, ", ""), "OPERANDS", "B.IOT T1, T2, <last>, ->T0<1>"),
        (("1111", "PE_MASK"), "NAME", "PE_MASK"),
        (("<1>", "<TSize>"), "NAME", "TSize"),
        (("LB0=2", "LB0=ValidCol"), "NAME", "ValidCol"),
        (("T1, T2", "T1, T2, Third"), "TILE", "Third"),
        (("B.IOT", "B.DATR Layout=32; B.IOT"), "VALUE", "32"),
        (("B.IOT", "B.DATR CMode=LT; B.IOT"), "NAME", "LT"),
        (("B.IOT", "B.DATR Sat=2; B.IOT"), "VALUE", "2"),
        (("B.IOT", "B.DATR Sat=1, Sat=1; B.IOT"), "VALUE", "Sat=1"),
        (("B.IOT", "B.DATR DataType=S33; B.IOT"), "TYPE", "S33"),
        (("; BSTOP", ""), "STOP", "BSTART.SFU TREM, S32"),
        (("BSTOP", "BSTOP; BSTART.SFU TREM, U16"), "STOP", "BSTART.SFU TREM, U16"),
    ],
)
def test_what_can_not_be_encoded(change: tuple[str, str], code: str, marked: str) -> None:
    assert problem(TEXT.replace(*change), PAIR) == (f"RUN-{code}", marked)


def test_hints(golden: Callable[[str, str], None]) -> None:
    shown = []
    for change in (("TREM", "TRAM"), ("SFU", "VEC"), ("T1, T2", "T1, T3"), ("S32", "S33")):
        parsed = Source("test.bundle", TEXT.replace(*change))
        with pytest.raises(PtoError) as caught:
            run_bundle(SPEC, parse_bundle(parsed), PAIR)
        shown.append(render_all(caught.value.diagnostics))
    golden("bundle_problems.txt", "\n\n".join(shown) + "\n")


def test_all_problems_are_reported() -> None:
    text = TEXT.replace("S32", "S33").replace("LB0=2", "LB0=A").replace("<1>", "<B>")
    assert [each.code for each in problems(text, PAIR)] == ["RUN-TYPE", "RUN-NAME", "RUN-NAME"]
    text = TEXT.replace("T1, T2", "T3, T4")
    assert [each.code for each in problems(text, PAIR)] == ["RUN-TILE", "RUN-TILE"]


def test_tiles_that_the_model_does_not_hold() -> None:
    large = make_tile("T1", "U8", [[0] * 256] * 256)
    assert problem(TEXT, PAIR | given(large)) == ("RUN-LIMIT", "T1")
    odd = make_tile("T1", "S32", [[1, 2]], layout="Diagonal")
    assert problem(TEXT, PAIR | given(odd)) == ("RUN-LIMIT", "T1")
    half = [[0] * 128] * 128
    full = given(*(make_tile(f"T{i}", "S32", half) for i in (1, 2)))
    assert problem(TEXT.replace("1111", "0111"), full) == ("RUN-LIMIT", "T2")


def test_specification_without_a_model() -> None:
    partial = Specification("partial", parse_files(model_files()[:1]))
    text = TEXT.replace("BSTART.SFU TREM", "BSTART.TEPL 0, 4")
    with pytest.raises(PtoError, match="RUN-MODEL"):
        run_bundle(partial, parse_bundle(Source("t", text)), PAIR)
    with pytest.raises(PtoError, match="RUN-OPERATION"):
        run_bundle(partial, parse_bundle(Source("t", TEXT)), PAIR)


# ------------------------------------------------------------------------ names and calls

SYMBOLIC = (
    "BSTART.SFU TREM, DataType; B.DIM LB0=ValidCol; "
    "B.IOT Dividend, Divisor, mask=PE_MASK, <last>, ->DstTile<TSize>; BSTOP"
)
VALUES: Bindings = {"DataType": "S32", "ValidCol": 2, "PE_MASK": 3, "TSize": 1}


def test_names_get_registers_in_order() -> None:
    result = run(SYMBOLIC, PAIR, bindings=VALUES)
    assert list(result.sources) == ["T1", "T2"]
    assert {name: t.texts() for name, t in result.destinations.items()} == {"T0": (("2", "-2"),)}
    tiles = given(tile("T0", [9, 9]), tile("U4", [-7, 7]), tile("T1", [2, 2]))
    result = run(SYMBOLIC.replace("Divisor", "T0"), tiles, bindings=VALUES)
    assert list(result.sources) == ["U4", "T0"]
    assert list(result.destinations) == ["T2"]


def test_names_may_be_bound() -> None:
    names: Bindings = {**VALUES, "Dividend": "T2", "Divisor": "T1", "DstTile": "M9"}
    result = run(SYMBOLIC, PAIR, bindings=names)
    assert result.destinations["M9"].texts() == (("-4", "4"),)
    assert run(SYMBOLIC, PAIR, bindings={**VALUES, "DataType": 17}).accepted
    same = SYMBOLIC.replace("DstTile", "Dividend")
    assert list(run(same, PAIR, bindings=VALUES).destinations) == ["T1"]


@pytest.mark.parametrize(
    ("bindings", "code", "marked"),
    [
        ({"Dividend": "T16"}, "NAME", "Dividend"),
        ({"Dividend": 1}, "NAME", "Dividend"),
        ({"Dividend": "T7"}, "TILE", "Dividend"),
        ({"PE_MASK": 16}, "VALUE", "PE_MASK"),
        ({"PE_MASK": "1111"}, "NAME", "PE_MASK"),
        ({"TSize": 16}, "VALUE", "TSize"),
        ({"DataType": "S33"}, "TYPE", "DataType"),
        ({"DataType": 32}, "VALUE", "DataType"),
        ({"ValidCol": -1}, "VALUE", "ValidCol"),
    ],
)
def test_bad_bindings(bindings: Bindings, code: str, marked: str) -> None:
    assert problem(SYMBOLIC, PAIR, {**VALUES, **bindings}) == (f"RUN-{code}", marked)


def test_no_register_is_free() -> None:
    all_tiles = given(*(tile(f"{hand}{i}", [1, 2]) for hand in "TUMN" for i in range(16)))
    assert problem(SYMBOLIC, all_tiles, VALUES) == ("RUN-TILE", "DstTile")


@pytest.mark.parametrize(
    "text",
    [
        "%dst = trem %a, %b : !pto.tile<Vec, 1x2xi32>",
        "%dst = pto.trem %a, %b : (!pto.tile<...>, !pto.tile<...>) -> !pto.tile<...>",
        "pto.trem ins(%a, %b : !pto.tile_buf<dtype=i32, rows=16, cols=2, v_row=1, v_col=2>,"
        " !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)",
    ],
)
def test_library_calls(text: str) -> None:
    result = run(text, PAIR)
    assert result.accepted
    assert list(result.sources) == ["T1", "T2"]
    assert result.destinations["T0"].texts() == (("2", "-2"),)
    assert result.destinations["T0"].elements[1] == (None, None)


def test_library_call_names() -> None:
    text = "%M3 = pto.trem %T2, %x : (!t, !t) -> !t"
    result = run(text, PAIR)
    assert list(result.sources) == ["T2", "T1"]
    assert list(result.destinations) == ["M3"]
    result = run("%a = pto.trem %a, %b : (!t, !t) -> !t", PAIR, bindings={"a": "T2"})
    assert list(result.destinations) == ["T2"]


@pytest.mark.parametrize(
    "text",
    [
        "%d = pto.tscatter %a, %b : (!t<2x1xi32>, !t<2x1xi16>) -> !t<4x1xi32>",
        "pto.tscatter ins(%a, %b : !t, !t)"
        " outs(%d : !t<dtype=i32, rows=8, cols=1, v_row=4, v_col=1>)",
    ],
)
def test_library_call_whose_destination_has_rows_of_its_own(text: str) -> None:
    sources = given(tile("T1", [5], [6]), tile("T2", [3], [0], data_type="S16"))
    result = run(text, sources)
    assert result.accepted
    found = result.destinations["T0"]
    assert (found.valid_rows, found.columns) == (4, 1)
    assert found.valid == ((6,), (0,), (0,), (5,))


def test_library_call_takes_the_physical_shape() -> None:
    cells = [[-7, 7, 1], [1, 1, 1]]
    wide = {
        name: make_tile(
            name, "U16", [[abs(x) for x in row] for row in cells], columns=5, capacity_bytes=256
        )
        for name in ("T1", "T2")
    }
    out = run("%d = trem %a, %b : !pto.tile<2x3xi16>", wide).destinations["T0"]
    assert (out.rows, out.columns, out.valid_rows, out.valid_columns) == (25, 5, 2, 3)
    assert out.data_type == "U16"


@pytest.mark.parametrize(
    ("text", "code", "marked"),
    [
        ("%d = pto.tram %a, %b : (!t, !t) -> !t", "OPERATION", None),
        ("%d = pto.trem %a, %T9 : (!t, !t) -> !t", "TILE", "%T9"),
        ("%d = pto.trem %T9, %b : (!t, !t) -> !t", "TILE", "%T9"),
        ("%d = pto.trem %a, %b, %c : (!t, !t, !t) -> !t", "OPERANDS", None),
        ("%d, %e = pto.trem %a, %b : (!t, !t) -> !t, !t", "OPERANDS", None),
        ("%d = pto.trem %a, %b : (!t<1x2xf32>, !t) -> !t", "TYPE", "!t<1x2xf32>"),
        ("%d = pto.trem %a, %b : (!t, !t) -> !t<1x2xui32>", "TYPE", "!t<1x2xui32>"),
        ("%d = pto.trem %a, %b : (!t<valid=2x2>, !t) -> !t", "TYPE", "!t<valid=2x2>"),
        ("%d = pto.trem %a, %b : (!t<1x1xi32>, !t) -> !t", "TYPE", "!t<1x1xi32>"),
    ],
)
def test_bad_library_calls(text: str, code: str, marked: str | None) -> None:
    assert problem(text, PAIR) == (f"RUN-{code}", text if marked is None else marked)


def test_library_call_with_too_few_sources_is_rejected() -> None:
    assert run("%d = pto.trem %a : (!t) -> !t", PAIR).reason == "Rejection_Binding"


# ------------------------------------------------------------------------ text


def test_tiles_as_text(golden: Callable[[str, str], None]) -> None:
    counting = [[r + c for c in range(40)] for r in range(30)]
    shown = [
        tile_text(make_tile("T1", "S16", [[1, None, 3], [4, 5, 0xFFFF]], columns=5)),
        tile_text(make_tile("T1", "S16", [[1, 0xFFFF]]), hex=True),
        tile_text(make_tile("U2", "U8", counting)),
        tile_text(make_tile("U2", "U8", counting, valid_shape=(30, 20)), limit=4),
        tile_text(make_tile("U2", "U8", [[1, 2], [3, 4], [3, 4], [5, 6]], valid_shape=(1, 1))),
        tile_text(make_tile("M0", "FP32", [[0x3F80_0000, 0x7F80_0000]], columns=32)),
        tile_text(make_tile("N1", "U64", [[1] * 16], valid_shape=(1, 12))),
    ]
    golden("tiles.txt", "\n\n".join(shown) + "\n")


def test_codes_are_documented() -> None:
    files = [*(ROOT / "concrete").glob("*.py")]
    text = "".join(each.read_text("utf-8") for each in files)
    used = {f"RUN-{code}" for code in re.findall(r'(?:reject|_problem)\(\s*"([A-Z]+)"', text)}
    used |= set(re.findall(r'"(EXEC-[A-Z-]+)"', text))
    assert used == set(re.findall(r"\| \[`((?:RUN|EXEC)-[A-Z-]+)`", PAGE))
