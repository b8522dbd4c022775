"""The verdicts of clauses: the worst of what is known, and NOT FORMALISED where nothing is."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from proofs.audit import Audit, Coverage, audit, cited, exit_code
from proofs.audit.standing import Basis, ClauseAudit, Standing, worst
from proofs.verdicts import Result, Verdict
from tests.proofs.audit.contracts import audited, specification


def result(name: str, verdict: Verdict, profile: str = "reference", **case: str) -> Result:
    return Result(
        "TDEMO", name, ("legality[0]",), case, "every payload", verdict, 0.0, "", profile=profile
    )  # fmt: skip


def proved(*results: Result) -> Audit:
    """The audit of the made-up contract with these results, all others BOUNDED."""
    given = {each.property for each in results}
    others = [
        result(name, Verdict.BOUNDED, data_type=data_type)
        for name in (*cited(specification(), ()), "quotient")
        if name not in given
        for data_type in ("S32", "U32", "FP16")
    ]
    (found,) = audit(specification(), (), [*results, *others])
    return found


def clause(found: Audit, key: str) -> ClauseAudit:
    (each,) = (each for each in found.clauses if each.key == key)
    return each


def standings(found: Audit) -> dict[str, Standing]:
    return {each.key: each.standing for each in found.clauses}


def test_a_clause_has_the_worst_verdict_of_its_sentences() -> None:
    assert standings(proved()) == {
        "defaults[0]": Standing.BOUNDED,
        "defaults[1]": Standing.BOUNDED,
        "defaults[2]": Standing.NOT_FORMALISED,
        "exceptions[0]": Standing.BOUNDED,
        "legality[0]": Standing.BOUNDED,
        "legality[1]": Standing.BOUNDED,
        "legality[2]": Standing.BOUNDED,
        "legality[3]": Standing.BOUNDED,
        "legality[4]": Standing.NOT_FORMALISED,
        "memory_effects[0]": Standing.BOUNDED,
        "ordering[0]": Standing.BOUNDED,
        "state_effects[0]": Standing.BOUNDED,
        "PTO-TDEMO-CONTRACT-001": Standing.BOUNDED,
    }
    refuted = proved(result("padding-not-read", Verdict.REFUTED))
    assert clause(refuted, "exceptions[0]").standing is Standing.REFUTED
    first, second = clause(refuted, "exceptions[0]").sentences
    assert (first.standing, second.standing) == (Standing.BOUNDED, Standing.REFUTED)
    assert second.bases == (Basis("padding-not-read", Standing.REFUTED),)


def test_what_needs_no_property() -> None:
    found = proved(result("encoding", Verdict.PROVED))
    (sentence,) = clause(found, "legality[0]").sentences
    assert sentence.standing is Standing.CONSISTENT
    assert sentence.bases == (
        Basis("run on all selectors", Standing.PROVED),
        Basis("encoding", Standing.PROVED),
        Basis("record", Standing.CONSISTENT),
    )
    types = [result(name, Verdict.PROVED) for name in ("type-domain", "type-domain-bundle")]
    (sentence,) = clause(proved(*types), "legality[2]").sentences
    assert sentence.standing is Standing.PROVED


def test_a_function_that_says_otherwise_refutes() -> None:
    wrong = audited(("TileDataType_U32};", "TileDataType_U32, TileDataType_S16};"))
    assert clause(wrong, "legality[2]").standing is Standing.REFUTED


def test_a_place_of_the_record_that_says_otherwise_is_a_conflict() -> None:
    wrong = audited(('"standalone_opcode":false', '"standalone_opcode":true'))
    assert clause(wrong, "legality[0]").standing is Standing.CONFLICT


def test_a_verdict_counts_for_the_kinds_of_types_that_it_is_about() -> None:
    found = proved(
        result("quotient", Verdict.BOUNDED, data_type="S32"),
        result("quotient", Verdict.PROVED, data_type="U32"),
    )
    (sentence,) = clause(found, "state_effects[0]").sentences
    assert sentence.standing is Standing.NOT_FORMALISED
    assert sentence.reason == "no property states it yet: quotient of floating types"


def test_the_tile_library_refutes_no_clause() -> None:
    found = proved(
        *(result("quotient", Verdict.BOUNDED, data_type=each) for each in ("S32", "U32", "FP16")),
        result("quotient", Verdict.REFUTED, "tile-library", data_type="FP16"),
    )
    assert clause(found, "state_effects[0]").standing is Standing.BOUNDED
    (finding,) = found.findings
    assert finding.code == "profile-differs"
    assert finding.message == "quotient does not hold of the tile library's formula: FP16"


def test_reasons_of_what_is_not_formalised() -> None:
    found = proved()
    reasons = {s.sentence.text: s.reason for s in found.sentences if s.reason}
    assert reasons == {
        "The numeric profile owns fixed rounding": "left to the numeric profile: fixed rounding",
        "A demonstration is not a proof": "no form reads it",
    }
    assert Coverage.of([found]) == Coverage(sentences=19, read=18, formalised=17)


def test_part_of_a_clause_may_be_formalised() -> None:
    changed = ("A demonstration is not a proof.", "DataType is exactly S32, U32, or FP16; enjoy.")
    partly = clause(audited(changed), "legality[4]")
    assert [len(partly.formalised), len(partly.sentences)] == [1, 2]
    assert partly.standing is Standing.UNCHECKED


def test_without_proofs_properties_are_unchecked() -> None:
    found = audited()
    assert clause(found, "ordering[0]").standing is Standing.UNCHECKED
    assert clause(found, "legality[2]").standing is Standing.UNCHECKED
    assert exit_code([found]) == 0


def test_without_its_property_a_sentence_is_not_formalised() -> None:
    (found,) = audit(specification(), (), [result("padding", Verdict.PROVED)])
    assert clause(found, "defaults[1]").standing is Standing.PROVED
    (sentence,) = clause(found, "memory_effects[0]").sentences
    assert sentence.reason == (
        "no property states it yet: memory is neither read nor written"
    )  # fmt: skip


EXITS: list[tuple[list[Result], int]] = [
    ([], 0),
    ([result("padding", Verdict.UNKNOWN)], 3),
    ([result("padding", Verdict.INTERNAL)], 3),
    ([result("padding", Verdict.UNSUPPORTED), result("encoding", Verdict.VACUOUS)], 1),
    ([result("padding", Verdict.REFUTED)], 1),
]


@pytest.mark.parametrize(("results", "code"), EXITS)
def test_exit_codes(results: Sequence[Result], code: int) -> None:
    assert exit_code([proved(*results)]) == code


def test_a_conflict_fails_and_a_note_does_not() -> None:
    assert exit_code([audited(('"name":"TDEMO"', '"name":"TDUMMY"'))]) == 1
    assert exit_code([audited(('"role":"left-source"', '"role":"minuend"'))]) == 0


def test_the_worst_of_nothing() -> None:
    assert worst([]) is Standing.NOT_FORMALISED
    assert worst([Standing.PROVED, Standing.CONSISTENT]) is Standing.CONSISTENT
    assert {each.value for each in Verdict} <= {each.value for each in Standing}
