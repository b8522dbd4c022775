"""Where clauses are found in files."""

from __future__ import annotations

import json
from pathlib import Path

from parser.source import Source, Span
from ptoprove.clause_places import ClausePlaces
from ptoprove.loading import load


def written(folder: Path, record: str, region: str = "") -> ClausePlaces:
    """The places of a contract with that record, which may have several lines."""
    (folder / "asl").mkdir()
    lines = "\n// ".join(record.split("\n"))
    (folder / "asl" / "T.asl").write_text(f"// PTO-INSTRUCTION: {lines}\n{region}", "utf-8")
    return ClausePlaces(load(folder))


def text_of(span: Span | None) -> str:
    assert span is not None and span.line == span.end_line
    line = Source.read(Path(span.path)).line(span.line)
    return line[span.column - 1 : span.end_column - 1]


def test_every_clause_of_the_shipped_contracts() -> None:
    spec = load()
    places = ClausePlaces(spec)
    for contract in spec.contracts.values():
        regions = {each.id: each.span for each in contract.normative}
        for key, text in contract.clauses.items():
            found = places.clause(contract.name, key)
            if key in regions:
                assert found == regions[key]
            else:
                assert json.loads(text_of(found)) == text


def test_records_of_several_lines(tmp_path: Path) -> None:
    record = '{"mnemonic": "T", "contract":\n{"legality": ["A ü.",\n"B \\u00fc.", "C."]}}'
    places = written(tmp_path, record)
    assert text_of(places.clause("T", "legality[0]")) == '"A ü."'
    assert text_of(places.clause("T", "legality[1]")) == '"B \\u00fc."'
    assert text_of(places.clause("T", "legality[2]")) == '"C."'


def test_what_is_not_found(tmp_path: Path) -> None:
    """A text that is there twice, or is written otherwise, stands for the record."""
    record = '{"mnemonic": "T", "contract": {"legality": ["A.", "\\u0041."], "ordering": ["A."]}}'
    places = written(tmp_path, record)
    whole = places.contract("T")
    assert whole is not None
    assert places.clause("T", "legality[0]") == places.clause("T", "legality[1]") == whole
    assert places.clause("T", "legality[7]") is None
    assert places.clause("U", "legality[0]") is places.contract("U") is None
