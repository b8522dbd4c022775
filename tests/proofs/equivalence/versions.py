"""Versions of a small contract on the shipped model, each with some texts replaced."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from parser.asl import parse
from parser.loader import ParsedFile, parse_files
from parser.source import Source
from proofs.equivalence import Equivalence
from proofs.equivalence.answers import Comparison
from semantics.library import model_files
from semantics.specification import Specification

PATH = Path(__file__).parent / "TDEMO.asl"
TEXT = PATH.read_text("utf-8")
TIMEOUT = 20.0


def version(name: str, *changes: tuple[str, str]) -> Specification:
    """The model with the contract, each change a text that is there and what replaces it."""
    text = TEXT
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    source = Source.generated(f"{name}.asl", text)
    return Specification(name, [*parse_files(model_files()), ParsedFile(source, parse(source))])


@cache
def original() -> Specification:
    return version("A")


def compared(*changes: tuple[str, str], timeout: float = TIMEOUT) -> Comparison:
    """The contract as it is, and as it is with these changes."""
    changed = version("B", *changes)
    return Equivalence(original(), changed, timeout, cache=False).compare("TDEMO")
