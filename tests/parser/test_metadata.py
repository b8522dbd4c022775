"""Records, clauses and regions, and what is said about malformed ones."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parser.diagnostics import Diagnostic, Phase, PtoError
from parser.metadata import RECORD_KINDS, Metadata, NdfClause, Record, read_metadata
from parser.source import NOWHERE, Source, Span


def read(text: str) -> Metadata:
    return read_metadata(Source("test.asl", text))


def error_of(text: str) -> Diagnostic:
    with pytest.raises(PtoError) as caught:
        read(text)
    (error,) = caught.value.diagnostics
    assert error.phase is Phase.INPUT
    return error


@pytest.mark.parametrize("kind", RECORD_KINDS)
def test_records(kind: str) -> None:
    (record,) = read(f'x\n  // {kind}: {{"a": [1, "}}"]}}  \n').records
    assert (record.kind, record.data) == (kind, {"a": [1, "}"]})
    assert record.span == Span("test.asl", 2, len(kind) + 8, 2, len(kind) + 23)


def test_a_record_over_several_lines() -> None:
    text = '// PTO-UNIT: {"a": "{",\n//   "b": [1,\n  // 2]}\n// no part of it\nlet x = 1;\n'
    (record,) = read(text).records
    assert record.data == {"a": "{", "b": [1, 2]}
    assert record.span == Span("test.asl", 1, 14, 3, 9)


def test_markers_inside_other_text_are_none() -> None:
    text = (
        'let a = "// PTO-TEST: {";\n/* // NDF-BEGIN: X\n// PTO-TEST: { */\n'
        "// see PTO-TEST: {}\n// PTO-REQ-1: {\n// PTO-TESTS: {\n"
        'let b = "\\"// DOC-END: x"; // DOC-BEGIN: y\n// DOC-END: y'
    )
    found = read(text)
    assert (found.records, found.clauses) == ((), ())
    assert [region.name for region in found.regions] == ["y"]


def test_a_clause() -> None:
    text = (
        "// NDF-BEGIN: C-1\n// ndf: kind=contract level=L1\n// ndf: status=accepted\n"
        "// TNEG MUST\n//   negate.\n//\n// NDF-END: C-1\n"
    )
    (clause,) = read(text).clauses
    attributes = {"kind": "contract", "level": "L1", "status": "accepted"}
    assert clause == NdfClause("C-1", attributes, "TNEG MUST\nnegate.\n", clause.span)
    assert clause.span == Span("test.asl", 1, 1, 7, 16)


def test_regions_and_clauses_may_overlap() -> None:
    found = read("// DOC-BEGIN: a\n// NDF-BEGIN: b\n// DOC-END: a\n// NDF-END: b")
    assert [each.name for each in found.regions] == ["a"]
    assert [each.text for each in found.clauses] == [""]


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ('// PTO-TEST: {"a": 1, }', 1, 23, "property name"),
        ('x\n  // PTO-TEST: {"a" 1}', 2, 21, "':' delimiter"),
        ('// PTO-TEST: {"a": 1} 2', 1, 23, "extra data"),
        ('// PTO-TEST: {"a":\n//  1,\n//  b}', 3, 5, "property name"),
        ('// PTO-TEST: {"a": 1\nlet x = 1;', 1, 21, "',' delimiter"),
        ('// PTO-TEST: {"a": 1\n\n// }', 1, 21, "',' delimiter"),
        ("// PTO-TEST: {\n// PTO-UNIT: {}", 1, 15, "property name"),
        ("// PTO-TEST:", 1, 13, "expecting value"),
        ("// PTO-TEST: [1]", 1, 14, "not a JSON object"),
        ('// PTO-TEST: {"a": 1, "a": 2}', 1, 14, "`a` is there twice"),
        ('// PTO-TEST: {"a": NaN}', 1, 14, "`NaN` is no JSON value"),
    ],
)
def test_malformed_records(text: str, line: int, column: int, words: str) -> None:
    error = error_of(text)
    assert error.code == "META-JSON"
    assert str(error.span) == f"test.asl:{line}:{column}"
    assert words in error.message


@pytest.mark.parametrize(
    ("text", "code", "line", "words"),
    [
        ("// NDF-BEGIN: a", "META-NDF", 1, "`a` has no end"),
        ("// NDF-BEGIN: a\n// NDF-BEGIN: b\n// NDF-END: b", "META-NDF", 1, "`a` has no end"),
        ("// NDF-BEGIN: a\n// NDF-END: b", "META-NDF", 2, "`a` is ended as `b`"),
        ("\n// NDF-END: a", "META-NDF", 2, "no clause is open"),
        ("// NDF-BEGIN: a\n// ndf: k\n// NDF-END: a", "META-NDF", 2, "not of the form"),
        ("// NDF-BEGIN: a\n// ndf: k=1 k=2\n// NDF-END: a", "META-NDF", 2, "is there twice"),
        ("// DOC-BEGIN: a\n// DOC-BEGIN: b\n// DOC-END: b", "META-DOC", 1, "`a` has no end"),
        ("// DOC-BEGIN: a\n// DOC-END: b", "META-DOC", 2, "`a` is ended as `b`"),
        ("// DOC-END: a", "META-DOC", 1, "no region is open"),
        ("// DOC-BEGIN:\n// DOC-END: ", "META-DOC", 1, "lacks a name"),
    ],
)
def test_malformed_clauses_and_regions(text: str, code: str, line: int, words: str) -> None:
    with pytest.raises(PtoError) as caught:
        read(text)
    error = caught.value.diagnostics[0]
    assert (error.code, error.phase) == (code, Phase.INPUT)
    assert str(error.span).startswith(f"test.asl:{line}:")
    assert words in error.message


def test_all_that_is_malformed_is_reported() -> None:
    with pytest.raises(PtoError) as caught:
        read("// PTO-UNIT: {\n// NDF-END: a\n// DOC-BEGIN: b")
    codes = [each.code for each in caught.value.diagnostics]
    assert codes == ["META-JSON", "META-NDF", "META-DOC"]


def test_deeply_nested_json_is_an_error_like_any_other() -> None:
    assert error_of("// PTO-TEST: " + "[" * 100_000).code == "META-JSON"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(st.dictionaries(st.text(), JSON, max_size=4), st.booleans())
def test_any_object_is_read_back(data: dict[str, object], over_lines: bool) -> None:
    text = json.dumps(data, indent=1 if over_lines else None).replace("\n", "\n// ")
    found = read(f"let x = 1;\n// PTO-STATE: {text}\nlet y = 2;")
    assert [each.data for each in found.records] == [data]
    assert Record("PTO-STATE", data, NOWHERE).kind == found.records[0].kind


@given(st.text(st.sampled_from('/*"{}[]:, \n\\xPTO-TESNDFBGIU')), st.sampled_from(RECORD_KINDS))
def test_any_text_gives_metadata_or_diagnostics(text: str, kind: str) -> None:
    for each in (text, f"// {kind}: {{{text}", f"// NDF-BEGIN: {text}"):
        with suppress(PtoError):
            read(each)
