"""A made-up contract that agrees with itself, and what becomes of it when texts are replaced."""

from __future__ import annotations

from pathlib import Path

from parser.asl import parse
from parser.loader import ParsedFile
from parser.source import Source
from proofs.audit import Audit, audit
from semantics.specification import Specification

SPEC = Path(__file__).parent / "spec"
TEXT = (SPEC / "asl" / "TDEMO.asl").read_text(encoding="utf-8")


def specification(*changes: tuple[str, str]) -> Specification:
    """The made-up specification, each change a text that is there and what replaces it."""
    text = TEXT
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    source = Source("TDEMO.asl", text)
    return Specification("made up", [ParsedFile(source, parse(source))])


def audited(*changes: tuple[str, str]) -> Audit:
    """Its audit without proofs."""
    (found,) = audit(specification(*changes), (), None)
    return found
