"""Whether two versions of a contract are equivalent, and else how they differ."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from concrete.pool import FORKS
from proofs.equivalence import SAME_TEXT, Equivalence, comparisons
from proofs.equivalence.answers import Comparison, Difference, End, Kind, Relation, exit_code
from proofs.equivalence.question import Pair, Run
from proofs.solver import Answer, Solver
from semantics import terms as t
from semantics.specification import Specification
from tests.proofs.equivalence.versions import TIMEOUT, compared, original, version

SUM = "value + addend"
MINUS_ONE = 2**64 - 1
LEGAL = "&& TileElementDefined(source, 0, 0);"
EXECUTE = "    let columns ="


def words(found: Difference) -> list[Any]:
    """The first element and the scalar; then come the status and the destinations before."""
    return [value for _, value in found.draws][:2]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (EXECUTE, "    /* one\n more */ let  columns  ="),
        ("begin\n", "begin // here\n"),
    ],
)
def test_comments_and_layout_make_no_difference(old: str, new: str) -> None:
    found = compared((old, new))
    assert (found.relation, found.scope, found.cases) == (Relation.EQUIVALENT, SAME_TEXT, ())


@pytest.mark.parametrize(
    "changes",
    [
        (("columns", "width"), ("valid_width", "valid_columns")),
        ((SUM, "addend - (NOT value + 1)"),),
        (
            (LEGAL, LEGAL.replace(";", " && Same(addend);")),
            ("readonly func", "pure func Same(word: Word) => boolean\nbegin\n    return "
             "(word XOR word) == Zeros{64};\nend;\n\nreadonly func"),
        ),
    ],
)  # fmt: skip
def test_another_text_of_the_same_meaning(changes: Sequence[tuple[str, str]]) -> None:
    found = compared(*changes)
    assert (found.relation, found.differences, found.reason) == (Relation.EQUIVALENT, (), None)
    assert found.types == ((), ())
    assert "S32 1x2 of 4" in found.cases
    assert "S32 1x2 of 4; [0, 0] of source 1 undefined" in found.cases


FAILS = """readonly func DemoFails(word: Word) => boolean
begin
    assert word != 5[63:0];
    return TRUE;
end;
"""


@pytest.mark.parametrize(
    ("old", "new", "kind", "case", "draws"),
    [
        (SUM, "value - addend", Kind.VALUES, "S32 1x1", [0, 1]),
        (SUM, "if value == addend then Zeros{64} else value + addend", Kind.VALUES, "S32 1x1",
         [1, 1]),
        (SUM, "ZeroExtend{64}((value + addend)[31:0])", Kind.CARRIER, "S32 1x1", [0, MINUS_ONE]),
        ("to columns - 1", "to columns - 2", Kind.VALUES, "S32 1x1", [0, 0]),
        ("_DemoCount + 1", "_DemoCount + 2", Kind.STATE, "S32 1x1", [0, 0]),
        (EXECUTE, "    RecordNumericStatusFlags(addend[4:0]);\n" + EXECUTE, Kind.STATUS, "S32 1x1",
         [0, 1]),
        (EXECUTE, "    assert UInt(addend) < 7;\n" + EXECUTE, Kind.FAILURE, "S32 1x1",
         [0, MINUS_ONE]),
        (LEGAL, "&& DemoFails(addend) " + LEGAL, Kind.FAILURE, "S32 1x1", [0, 5]),
        (LEGAL, LEGAL.replace(";", " && ReadTileElement(source, 0, 0) != 3[63:0];"),
         Kind.LEGALITY, "S32 1x1", [3, 0]),
        (LEGAL, ";", Kind.LEGALITY, "S32 1x1; [0, 0] of source 1 undefined", [0, 0]),
    ],
)  # fmt: skip
def test_a_difference(old: str, new: str, kind: Kind, case: str, draws: list[int]) -> None:
    fails = "readonly func DemoFails(word: Word) => boolean\nbegin\n    assert word != 5[63:0];\n"
    found = compared(
        (old, new), ("var _DemoCount", fails + "    return TRUE;\nend;\nvar _DemoCount")
    )
    assert found.relation is Relation.DIFFERENT
    (difference,) = found.differences
    assert (difference.kind, difference.case) == (kind, case)
    assert words(difference) == draws
    assert found.reason is None


def test_what_a_difference_shows() -> None:
    (found,) = compared((EXECUTE, "    assert addend != 7[63:0];\n" + EXECUTE)).differences
    assert (found.a.end, found.b.end) == (End.EXECUTED, End.FAILED)
    assert [tile.name for tile in found.sources] == ["source"]
    assert found.scalars == (("addend", "0x0000000000000007"),)
    (destination,) = found.a.tiles
    assert (destination.name, destination.words[0][0]) == ("destination", 7)
    assert found.b.tiles == ()
    assert found.b.failure is not None and found.a.failure is None
    assert found.b.failure.code == "ASSERTION"
    assert found.b.failure.span.path == "B.asl"
    assert [name for name, _ in found.b.failure.stack][:2] == [
        "InstructionContractExecute_TDEMO",
        "Execute_TDEMO",
    ]
    assert "U8 1x2 of 4" in found.elsewhere and found.case not in found.elsewhere


def test_what_was_there_before() -> None:
    (found,) = compared(("to columns - 1", "to columns - 2")).differences
    source, before = found.sources
    assert (source.name, before.name) == ("source", "destination before")
    (kept,) = found.b.tiles
    assert kept.words == before.words
    changes = ("_DemoCount + 1;", "_DemoCount + 1;\n    _NumericStatus = Zeros{5};")
    (found,) = compared(changes).differences
    assert found.kind is Kind.STATUS
    assert (found.a.values, found.b.values) == ((("status", "0x01"),), (("status", "0x00"),))


def test_other_state_is_shown() -> None:
    (found,) = compared(("_DemoCount + 1", "_DemoCount + 2")).differences
    assert ("_DemoCount", "0x01") in found.a.values
    assert ("_DemoCount", "0x02") in found.b.values


def test_several_kinds() -> None:
    found = compared((SUM, "value - addend"), ("_DemoCount + 1", "_DemoCount + 2"))
    assert [each.kind for each in found.differences] == [Kind.VALUES, Kind.STATE]


def test_types_that_only_one_version_takes() -> None:
    found = compared(("TileDataType_U8", "TileDataType_U16"))
    assert found.types == (("U8",), ("U16",))
    (difference,) = found.differences
    assert (difference.kind, difference.case) == (Kind.LEGALITY, "U8 1x1")
    assert (difference.a.end, difference.b.end) == (End.EXECUTED, End.REJECTED)
    assert "U16 1x2 of 4" in difference.elsewhere


def test_what_one_version_never_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofs.properties.direct.asking.MOST_RUNS", 1000)
    found = compared((LEGAL, "&& FALSE " + LEGAL))
    assert found.types == (("S32", "U8"), ())
    assert [each.kind for each in found.differences] == [Kind.LEGALITY]


OTHERS = (
    (", addend: Word", ""),
    (', {"field":"scalar0","role":"addend"}'.replace(" ", ""), ""),
    (SUM, "value"),
)
NEVER = ((LEGAL, "&& FALSE " + LEGAL),)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (((SUM, "value + ARBITRARY: Word"),), "the specification itself takes an ARBITRARY value"),
        (OTHERS, "the operands are others: A takes (destination, source, addend). B takes"),
        ((("OperandsLegal_TDEMO", "Operands_TDEMO"),), "its text differs, and it is no operation"),
        (((SUM, "value + undeclared"),), "NAME-UNDEFINED"),
    ],
)
def test_what_is_not_supported(changes: Sequence[tuple[str, str]], reason: str) -> None:
    found = compared(*changes)
    assert found.relation is Relation.UNSUPPORTED
    assert found.reason is not None and reason in found.reason


def test_nothing_is_legal_in_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofs.properties.direct.asking.MOST_RUNS", 50)
    a = version("A", *NEVER)
    b = version("B", *NEVER, (SUM, "value"))
    found = Equivalence(a, b, TIMEOUT, cache=False).compare("TDEMO")
    assert found.relation is Relation.UNSUPPORTED
    assert found.reason == "no legal operands were found, in neither version"


def test_state_of_another_type_is_not_compared() -> None:
    found = compared(("bits(8) = Zeros{8}", "bits(9) = Zeros{9}"))
    assert found.relation is Relation.EQUIVALENT
    assert found.scope.endswith("; not compared: _DemoCount")


def test_no_time() -> None:
    found = compared((SUM, "value"), timeout=1e-9)
    assert found.relation is Relation.UNKNOWN
    assert found.reason is not None and found.reason.startswith("timeout: ")


# ------------------------------------------------------------------------ solvers and replays


def unknown(self: Solver, query: t.Bool, *_: object) -> Answer:
    """A solver that knows nothing but constants."""
    if isinstance(query, t.Term):
        return Answer("unknown", reason="gave up")
    return Answer("sat" if query else "unsat")


def test_runs_find_what_no_solver_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Solver, "solve", unknown)
    monkeypatch.setattr("proofs.equivalence.question.RANDOM_RUNS", 10)
    found = compared((SUM, "value - addend"))
    assert found.relation is Relation.DIFFERENT
    assert words(found.differences[0]) == [0, 1]


def test_what_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Solver, "solve", unknown)
    monkeypatch.setattr("proofs.equivalence.question.RANDOM_RUNS", 3)
    found = compared((SUM, "addend - (NOT value + 1)"))
    assert found.relation is Relation.UNKNOWN
    assert found.reason is not None and found.reason.startswith("gave up (S32 1x1")


def test_what_does_not_differ_when_it_is_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Pair.run

    def agreeing(*given: Any) -> Run | None:
        found = run(*given)
        return found and replace(found, b=found.a)

    monkeypatch.setattr(Pair, "run", agreeing)
    found = compared((SUM, "value - addend"))
    assert (found.relation, found.differences) == (Relation.INTERNAL, ())
    assert found.reason is not None and "a fault of ptoprove" in found.reason


def test_a_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(*_: object) -> None:
        raise KeyError("oops")

    monkeypatch.setattr(Pair, "run", fault)
    found = compared((SUM, "value - addend"))
    assert (found.relation, found.reason) == (Relation.INTERNAL, "KeyError: 'oops'")


# ------------------------------------------------------------------------ contracts without tiles


def scalar(spec: Specification) -> Specification:
    """The same, but that the contract is none of tiles."""
    contract = replace(spec.contract("TDEMO"), record={"mnemonic": "TDEMO", "surface": "scalar"})
    spec.contracts["TDEMO"] = contract
    return spec


def test_of_a_scalar_instruction_only_the_text_is_compared() -> None:
    pairs = [((), Relation.EQUIVALENT), (((SUM, "value"),), Relation.UNSUPPORTED)]
    for changes, relation in pairs:
        a, b = scalar(version("A")), scalar(version("B", *changes))
        assert Equivalence(a, b, TIMEOUT, cache=False).compare("TDEMO").relation is relation


# ------------------------------------------------------------------------ many contracts


def test_processes_answer_as_one_does() -> None:
    b = version("B", (SUM, "value - addend"))
    found = comparisons(Equivalence(original(), b, TIMEOUT), ["TDEMO", "TDEMO"], 2)
    assert [each.relation for each in found] == [Relation.DIFFERENT] * 2


@pytest.mark.skipif(not FORKS, reason="a worker that is not forked has not the change")
def test_a_worker_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Equivalence, "compare", lambda *_: os._exit(3))
    both = Equivalence(original(), original(), TIMEOUT)
    for found in comparisons(both, ["TDEMO", "TDEMO"], 2):
        assert found.relation is Relation.INTERNAL
        assert found.reason is not None and found.reason.startswith("two processes comparing this")


@pytest.mark.parametrize(
    ("relations", "code"),
    [
        ([], 0),
        ([Relation.EQUIVALENT], 0),
        ([Relation.EQUIVALENT, Relation.UNKNOWN], 3),
        ([Relation.INTERNAL, Relation.DIFFERENT], 1),
    ],
)
def test_exit_codes(relations: list[Relation], code: int) -> None:
    assert exit_code(Comparison("TDEMO", each) for each in relations) == code
