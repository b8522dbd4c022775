"""Operations without a bundle: what they take, which forms are legal, and what is asked of them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from concrete.machine import Machine
from parser.source import NOWHERE, Span
from proofs.properties.bundles.commands import start_command
from proofs.properties.direct import direct_facts
from proofs.properties.direct.asking import Configuration
from proofs.properties.direct.forms import Fill, Form, Kind
from proofs.properties.direct.operation import Operation, operation_of
from proofs.properties.direct.search import Search
from proofs.prove import claims
from proofs.symbolic import Obligation
from proofs.verdicts import Verdict
from semantics import terms as t
from semantics.specification import Specification, shipped
from tests.proofs.test_elementwise import specification
from tests.proofs.verdicts import is_refuted, made, results, verdicts


@cache
def search(contract: str, small: bool = False) -> Search:
    spec = specification() if small else shipped()
    machine = Machine(spec.program(), output=lambda _: None)
    operation = operation_of(spec.contract(contract), machine.program)
    assert operation is not None
    return Search(machine, operation, start_command(spec, operation.contract))


def operation(contract: str, small: bool = False) -> Operation:
    return search(contract, small).operation


# ---------------------------------------------------------------- operations


def test_operands_are_those_of_the_record_and_the_function() -> None:
    found = operation("TREM")
    assert [(e.name, e.field, e.role) for e in found.tiles][1:] == [
        ("dividend", "source0", "dividend"),
        ("divisor", "source1", "divisor"),
    ]
    assert found.indices() == {"destination": 0, "dividend": 1, "divisor": 2}
    assert (found.legal, found.execute) == (
        "InstructionContractOperandsLegal_TREM",
        "InstructionContractExecute_TREM",
    )
    assert found.legal_constants == found.execute_constants == ()


def test_operands_that_are_no_tiles() -> None:
    (scalar,) = operation("SUMS", small=True).others
    assert (scalar.name, scalar.is_tile, scalar.is_integer) == ("scalar", False, False)


def test_a_contract_without_functions_is_no_operation() -> None:
    spec = Specification("none", [])
    program = spec.program()
    assert operation_of(shipped().contract("TREM"), program) is None
    found = direct_facts(spec, shipped().contract("TREM"))
    assert found is not None and found[0] == {"no operands"}


def test_of_a_contract_of_another_surface_nothing_is_expected() -> None:
    contract = shipped().contract("TREM")
    scalar = replace(contract, record={**contract.record, "surface": "scalar"})
    assert direct_facts(Specification("none", []), scalar) is None


# ---------------------------------------------------------------- forms


@pytest.mark.parametrize(
    ("form", "capacity", "rows", "shown"),
    [
        (Form(Kind.NUMERIC, "S32", 1, 2, 4), 128, 8, "S32 1x2 of 4"),
        (Form(Kind.NUMERIC, "FP64", 2, 2, 2), 128, 8, "FP64 2x2"),
        (Form(Kind.NUMERIC, "U32", 1, 256, 256), 1024, 1, "U32 1x256"),
        (Form(Kind.PREDICATE, "U8", 1, 2, 4, rows=8), 128, 8, "predicate 1x2 of 4"),
        (Form(Kind.CUBE_M16, "FP16", 1, 1, 1), 128, 64, "CUBE_M16 FP16 1x1"),
    ],
    ids=str,
)
def test_forms(form: Form, capacity: int, rows: int, shown: str) -> None:
    assert (form.capacity, form.physical_rows, str(form)) == (capacity, rows, shown)


def test_a_predicate_has_the_physical_shape_of_numbers() -> None:
    numbers = Form(Kind.NUMERIC, "S32", 1, 2, 4)
    assert numbers.predicate() == Form(Kind.PREDICATE, "U8", 1, 2, 4, rows=8)


def test_statements_are_what_the_configurator_does() -> None:
    (statement,) = Form(Kind.NUMERIC, "S16", 1, 2, 4).statements(3, "source")
    assert statement == (
        "ConfigureTileForMask(3, 128, 1, 4, 1, 2, TileDataType_S16, TileLayout_RowMajor, "
        "TileLocation_Any, '0001');"
    )


# ---------------------------------------------------------------- searching


def test_legal_types_are_found() -> None:
    found = {each.forms[0].data_type for each in search("TNEG").found()}
    assert found == {"S32", "S16", "S8", "FP32", "FP16", "BF16"}


def test_shapes_are_found_besides_types() -> None:
    shapes = {(f.valid_rows, f.valid_columns) for c in search("TDIV").found() for f in c.forms}
    assert {(1, 2), (2, 2)} <= shapes


def test_indices_may_have_a_type_of_their_own() -> None:
    types = {tuple(f.data_type for f in c.forms) for c in search("TSCATTER").found()}
    assert ("FP32", "FP32", "S32") in types


def test_the_same_forms_are_found_again() -> None:
    again = Search(search("TREM").machine, operation("TREM"), None)
    assert again.found() == search("TREM").found()


def test_where_nothing_is_legal_it_is_said() -> None:
    spec = specification(
        "    return Added(destination, left) && Added(destination, right)\n"
        "        && Alike(destination, left) && Alike(destination, right);",
        "    return FALSE;",
    )
    (result,) = results(spec, "SUM", "direct-operands", "bundle-commands", "direct-frame")
    assert (result.property, result.verdict) == ("direct-operands", Verdict.UNSUPPORTED)
    legality = "InstructionContractOperandsLegal_SUM"
    assert result.reason == f"none of the operands tried is legal, in 12000 runs of {legality}"


def test_sources_can_be_told_apart_by_what_they_hold() -> None:
    def held(fill: Fill, index: int) -> list[int]:
        return [fill.number(index, row, column, 2) for row in (0, 1) for column in (0, 1)]

    assert held(Fill.PLACE, 1) == held(Fill.PLACE, 2) == [1, 2, 3, 4]
    assert held(Fill.ROW, 1) == [0, 0, 1, 1]
    assert held(Fill.APART, 1) != held(Fill.APART, 2)


def test_labels_of_configurations() -> None:
    form = Form(Kind.NUMERIC, "S32", 1, 1, 1)
    other = Form(Kind.NUMERIC, "U32", 1, 1, 1)
    assert Configuration((form, form)).label == "S32 1x1"
    assert Configuration((form, other), (2,)).label == "S32 1x1, U32 1x1, 2"
    assert Configuration((), (1, 2)).label == "1, 2"


# ---------------------------------------------------------------- properties


def test_bits_above_a_scalar_have_no_part() -> None:
    id = "direct-scalar-carrier"
    assert verdicts(specification(), "SUMS", id) == {id: {Verdict.BOUNDED}}
    twin = specification("Narrow(_Tiles[[source]].data_type, scalar));", "LSR(scalar, 4));")
    assert is_refuted(twin, "SUMS", id)


FLAGS = "var _NumericStatus: bits(5);"
STATUS = (
    (FLAGS, "var _NumericStatus: bits(8);"),
    ("return _NumericStatus;", "return _NumericStatus[4:0];"),
    ("_NumericStatus = _NumericStatus OR flags;",
     "_NumericStatus[4:0] = NumericStatusFlags() OR flags;"),
    ("_NumericStatus = Zeros{5};", "_NumericStatus = Zeros{8};"),
)  # fmt: skip
"""What makes the variable of the status hold more than the status."""
BESIDE = "            _NumericStatus[7] = '1';\n"


@pytest.mark.parametrize(("added", "verdict"), [("", "PROVED"), (BESIDE, "REFUTED")])
def test_what_stands_beside_the_status_in_its_variable_stays(added: str, verdict: str) -> None:
    recorded = "RecordNumericStatusFlags(result[68:64]);    // of TOP\n"
    files = []
    for file in specification(recorded, f"{recorded}{added}").files:
        text = file.source.text
        if FLAGS in text:
            for old, new in STATUS:
                assert text.count(old) == 1, old
                text = text.replace(old, new)
            file = made("status", text)
        files.append(file)
    twin = Specification("status", files)
    assert Verdict(verdict) in verdicts(twin, "TOP", "direct-frame")["direct-frame"]


OWN = Span("own.asl", 1, 1, 1, 1)


def obligation(condition: t.Bool, span: Span, path: t.Bool = True) -> Obligation:
    return Obligation("ASSERTION", path, condition, span, ())


def test_without_an_assumption_every_obligation_is_a_claim() -> None:
    a, b = (t.variable(name, t.BOOL) for name in "ab")
    claimed, sound = claims([obligation(a, NOWHERE), obligation(b, OWN)], None)
    assert claimed == [(True, a), (True, b)]
    assert sound is True


def test_what_fails_elsewhere_before_a_claim_is_assumed_not_to() -> None:
    a, b, c = (t.variable(name, t.BOOL) for name in "abc")
    todo = [obligation(a, NOWHERE), obligation(b, OWN), obligation(c, NOWHERE)]
    claimed, sound = claims(todo, frozenset({"own.asl"}))
    assert claimed == [(a, b)]  # c comes after the claim, and hides nothing
    assert sound is t.and_(a, c)
