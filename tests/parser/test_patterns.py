"""Regular expressions mean the same in every Python that is supported."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted(
    path
    for package in ("parser", "semantics", "concrete", "proofs", "ptoprove")
    for path in (ROOT / package).rglob("*.py")
)
POSSESSIVE_GROUP = re.compile(r"\)[*+?]\+|\(\?>")


def test_there_are_sources() -> None:
    assert len(SOURCES) > 200


@pytest.mark.parametrize("text", [r"(?:a|b)*+", r"(a)++", r"(?>a|b)"])
def test_such_groups_are_found(text: str) -> None:
    assert POSSESSIVE_GROUP.search(text)


def test_no_group_is_possessive() -> None:
    """Python 3.11.2 matches them wrongly where they hold alternatives; sets are safe."""
    found = [
        f"{path.name}:{number}"
        for path in SOURCES
        for number, line in enumerate(path.read_text("utf-8").split("\n"), 1)
        if POSSESSIVE_GROUP.search(line) and re.search(r"""r[bf]?["']|re\.compile""", line)
    ]
    assert found == []
