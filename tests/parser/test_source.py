"""Texts by name: those of files, and those that were made."""

from __future__ import annotations

from pathlib import Path

import pytest

from parser.source import Source


def test_a_made_text_does_not_stand_in_the_place_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "unit.asl"
    file.write_text("constant here = 1;\n", "utf-8")
    with pytest.raises(ValueError, match="is a file"):
        Source.generated(str(file), "constant made = 1;\n")
    assert Source.named(str(file)).text == "constant here = 1;\n"


def test_the_text_of_another_machine_does(tmp_path: Path) -> None:
    file = tmp_path / "unit.asl"
    file.write_text("constant here = 1;\n", "utf-8")
    Source.elsewhere(str(file), "constant there = 1;\n")
    assert Source.named(str(file)).text == "constant there = 1;\n"
