"""Properties of values: each holds of a right operation, and is refuted by a broken twin."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from concrete.machine import Machine
from parser.loader import ParsedFile, parse_files
from proofs.properties.direct.irregular_facts import ORDERED
from proofs.properties.templates import DIRECT, RECORD, SUPPORT
from proofs.verdicts import Verdict
from semantics.formats import FORMATS
from semantics.library import contract_files, model_files
from semantics.specification import Specification, shipped
from semantics.types import EnumType
from tests.proofs.verdicts import Twin, is_refuted, made, verdicts

OPERATIONS = (Path(__file__).parent / "values.asl").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Operation:
    """A contract of `values.asl`: class, handler and operands, by field, as a record gives them."""

    kind: str
    handler: str
    operands: str
    constants: Sequence[str] = ()

    def record(self, name: str) -> str:
        """The line that describes it; an operand is `field` or `field:role`."""
        operands = [
            dict(zip(("field", "role"), f"{e}:".split(":"), strict=False))
            for e in self.operands.split()
        ]
        data = {
            "mnemonic": name,
            "surface": "tile",
            "classification": ["test", self.kind],
            "catalog_records": [
                {
                    "semantic_handler": self.handler,
                    "operands": operands,
                    "arguments": [{"constant": each} for each in self.constants],
                }
            ],
        }
        return f"// PTO-INSTRUCTION: {json.dumps(data)}\n"


def reduction(axis: str, what: str) -> Operation:
    kind = "row-reduction" if axis == "Row" else "column-reduction"
    constants = (f"TileReduction_{what}", f"TileAxis_{axis}")
    return Operation(kind, "ExecuteTileReduction", "destination0 source0", constants)


ONE, TWO = "destination0 source0", "destination0 source0 source1"
OFFSETS = "natural0:row-offset natural1:column-offset"
INDEXED = "destination0 address:address source0:indices"
CONTRACTS = {
    "ROWMAX": reduction("Row", "MAX"),
    "COLARGMIN": reduction("Column", "ARGMIN"),
    "ROWSUM": reduction("Row", "SUM"),
    "ROWPROD": reduction("Row", "PRODUCT"),
    "SEQUENCE": Operation("generation", "TCI", "destination0 scalar0 flag0"),
    "TRIANGLE": Operation("generation", "TTRI", "destination0 flag0 diagonal"),
    "FILL": Operation("generation", "TFILLPAD", f"{ONE} scalar0"),
    "SORT": Operation("sorting", "TSORT", "destination0 destination1 source0 sort_width flag0"),
    "MERGE": Operation("sorting", "TMRGSORT", f"{TWO} flag0"),
    "COPY": Operation("layout", "TMOV", ONE),
    "TRANSPOSE": Operation("layout", "TTRANS", ONE),
    "CONCATENATE": Operation("layout", "TCONCAT", TWO),
    "EXTRACT": Operation("layout", "TEXTRACT", f"{ONE} {OFFSETS}"),
    "INSERT": Operation("layout", "TINSERT", f"{TWO} {OFFSETS}"),
    "GATHER": Operation("layout", "TGATHER", f"{ONE} source1:index"),
    "WINDOWS": Operation(
        "layout", "TIMG2COL", "destination0:matrix source0:map natural0 natural1"
    ),
    "COUNT": Operation("layout", "THISTOGRAM", f"{TWO} selected_byte"),
    "LOAD": Operation("memory", "TLOAD", "destination0 address:address scalar0:stride"),
    "STORE": Operation("memory", "TSTORE", "address:address scalar0:stride source0"),
    "FETCH": Operation(
        "memory", "TPREFETCH", "address:address scalar0:stride positive0 positive1 positive2"
    ),
    "LOADEACH": Operation("memory", "MGATHER", INDEXED),
    "STOREEACH": Operation("memory", "MSCATTER", "address:address source0 source1:indices"),
    "SWAPEACH": Operation("memory", "MGATHER_CAS", f"{INDEXED} source1 source2"),
    "MULTIPLY": Operation(
        "matrix-matrix", "TMATMUL", "destination0 source0:left source1:right"
    ),
}  # fmt: skip


KEEPS = "return !SmallLess(TileDataType_FP16, if descending then x else y, "
SIGNALS = "    if SmallSignals(x) || SmallSignals(y) then RecordNumericStatusFlags('00001'); end;\n"
TWINS = [
    Twin("ROWMAX", "extremum", "word[7:0] XOR '10000000'", "word[7:0]"),
    Twin("ROWMAX", "floating-extremum", "then NOT word[15:0] else", "then word[15:0] else"),
    Twin(
        "COLARGMIN",
        "index-of-extremum",
        "SmallLess(data_type, other, word)",
        "!SmallLess(data_type, word, other)",
    ),
    Twin(
        "COLARGMIN",
        "floating-index-of-extremum",
        "SmallLess(data_type, other, word)",
        "!SmallLess(data_type, word, other)",
    ),
    Twin("ROWSUM", "sum", "total + SmallAt(s, row, column)", "total OR SmallAt(s, row, column)"),
    Twin("ROWPROD", "product", "total: integer = 1;", "total: integer = 2;"),
    Twin("SEQUENCE", "sequence", "if down then -column else column;", "column;"),
    Twin("TRIANGLE", "triangle", "then distance >= 0 else", "then distance > 0 else"),
    Twin(
        "FILL",
        "fill",
        "column) else scalar",
        "column) else Zeros{64}",
    ),
    Twin("SORT", "sorted", KEEPS, KEEPS.replace("if descending then x else y", "y")),
    Twin("SORT", "permutation", "if kept then Zeros{64} else", "if x == y then Zeros{64} else"),
    Twin("SORT", "invalid-on-signaling", SIGNALS, ""),
    Twin("MERGE", "merged", "return SmallIsNaN(y);", "return SmallIsNaN(x);"),
    Twin("COPY", "moves", "ReadTileElement(s, row, column)", "ReadTileElement(s, 0, column)"),
    Twin("TRANSPOSE", "moves", "s, column, row)", "s, 0, 0)"),
    Twin("CONCATENATE", "moves", "d, 0, width + column,", "d, 0, column,"),
    Twin("EXTRACT", "moves", "row + down, column + right)", "row + right, column + down)"),
    Twin("INSERT", "moves", "row + down, column + right,", "row, column,"),
    Twin("GATHER", "moves", "(s, chosen, column)", "(s, 0, chosen)"),
    Twin("WINDOWS", "image-to-column", "0 <= column &&", "0 < column &&"),
    Twin("COUNT", "prefix-histogram", "passes && value <= bin", "passes && value == bin"),
    Twin("LOAD", "load", "SignExtend{64}(byte)", "Zeros{64}"),
    Twin("STORE", "store", "WriteMemoryByte(place[63:0],", "WriteMemoryByte(base,"),
    Twin("FETCH", "prefetch", "for pe = 0 to 3 do", "for pe = 0 to 2 do"),
    Twin("LOADEACH", "gather-loads", "SmallAt(index, row, column)", "SmallAt(index, 0, 0)"),
    Twin("STOREEACH", "scatter-stores", "SmallAt(index, row, column)", "SmallAt(index, 0, 0)"),
    Twin(
        "STOREEACH",
        "scatter-winner",
        "WriteMemoryByte(place, SmallAt(s, row, column)[7:0])",
        "WriteMemoryByte(place, ReadMemoryByte(place) OR SmallAt(s, row, column)[7:0])",
    ),
    Twin("SWAPEACH", "compare-and-swap", "if held == Small", "if held != Small"),
    Twin("MULTIPLY", "matrix-product", "(b, inner, column)", "(b, column, inner)"),
]


def specification(contract: str, old: str = "", new: str = "") -> Specification:
    """The shipped model with one of the small contracts, perhaps with a change to it."""
    head, *parts = OPERATIONS.split("\n// ---- ")
    text = head + "\n// " + next(each for each in parts if f"_{contract}(" in each)
    assert old in text
    text = text.replace(old, new) if old else text
    small = made("values", CONTRACTS[contract].record(contract) + text)
    return Specification("values", [*_model(), small])


@cache
def _model() -> tuple[ParsedFile, ...]:
    """The shipped model, which has layouts of matrices too."""
    files = parse_files([*model_files(), *contract_files()])
    return tuple(map(_with_cubes, files))


def _with_cubes(file: ParsedFile) -> ParsedFile:
    old = "TileLayout_ColumnMajor };"
    text = file.source.text
    if old not in text:
        return file
    text = text.replace(old, "TileLayout_ColumnMajor, TileLayout_CUBE_M16, TileLayout_CUBE_N8 };")
    return made(f"values {Path(file.source.path).name}", text)


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: f"{twin.contract}-{twin.property}")
def test_a_right_operation_holds_and_a_broken_one_does_not(twin: Twin) -> None:
    right = specification(twin.contract)
    held = verdicts(right, twin.contract, twin.property)
    assert held == {twin.property: {Verdict.BOUNDED}}
    broken = specification(twin.contract, twin.old, twin.new)
    assert is_refuted(broken, twin.contract, twin.property)


def test_there_is_a_twin_for_every_property() -> None:
    """Those of elementwise operations have theirs in twins.toml."""
    ids = set()
    elementwise = {DIRECT / "values_elementwise.asl", DIRECT / "values_comparison.asl"}
    for path in set(DIRECT.glob("values_*.asl")) - elementwise:
        for match in RECORD.finditer(path.read_text(encoding="utf-8")):
            ids.add(match[1].partition('"id":"')[2].partition('"')[0])
    assert ids == {twin.property for twin in TWINS}


WORDS = (0, 1, 0x3C00, 0x3C01, 0x7BFF, 0x7C00, 0x7C01, 0x7E00, 0x7F80, 0x7FFF, 0x3F800000)


@pytest.mark.parametrize("name", ORDERED)
def test_the_order_of_floating_elements_is_that_of_ieee_754(name: str) -> None:
    """The properties tell it from sign and magnitude, which is easier to prove."""
    spec = shipped()
    machine = Machine(spec.program(parse_files(SUPPORT)))
    (key, _), *_ = machine.program.functions["PropertyOrder"]
    type = dict(machine.program.signature(key).arguments)["data_type"]
    assert isinstance(type, EnumType)
    data_type = type.labels.index(f"TileDataType_{name}")
    bits = FORMATS[name].bits
    words = [word | sign << (bits - 1) for word in WORDS for sign in (0, 1) if word < 1 << bits - 1]
    for x, y in itertools.product(words, repeat=2):
        order = machine.call("PropertyOrder", data_type, x, y)
        unordered = machine.call("PropertyIsNaN", data_type, x) or machine.call(
            "PropertyIsNaN", data_type, y
        )
        assert unordered == (order == 3)
        if not unordered:
            assert machine.call("PropertyBeyond", data_type, True, x, y) == (order == 2)
            assert machine.call("PropertyBeyond", data_type, False, x, y) == (order == 0)
