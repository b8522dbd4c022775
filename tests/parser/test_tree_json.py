"""Trees survive being stored, places included (what is no tree: see `test_loader.py`)."""

from __future__ import annotations

import json
from pathlib import Path

from parser.asl import parse
from parser.outline import Heading
from parser.source import Source
from parser.tree_json import CLASSES, decode, decode_headings, decode_line, encode

FORMS = (Path(__file__).parent / "golden" / "forms.asl").read_text("utf-8")


def test_a_tree_comes_back() -> None:
    unit = parse(Source("forms.asl", FORMS))
    stored = encode(unit)
    again = decode(stored, "other.asl")
    assert again.declarations == unit.declarations
    assert {each.span.path for each in again.declarations} == {"other.asl"}
    assert encode(again) == stored  # which has the places, equality has not


def test_one_declaration_is_read_without_the_others() -> None:
    unit = parse(Source("forms.asl", FORMS))
    headings, lines = decode_headings(encode(unit))
    assert headings == tuple(map(Heading.of, unit.declarations))
    assert [decode_line(line, "forms.asl") for line in lines] == list(unit.declarations)


def test_the_forms_have_all_classes() -> None:
    stored = json.dumps(json.loads(encode(parse(Source("forms.asl", FORMS)))))
    for number, kind in enumerate(CLASSES):
        assert f"[{number}, " in stored, kind
