"""Each code of the command line has a page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "diagnostics"
CODE = re.compile(r'fail\(\s*"([A-Z]+-[A-Z-]+)"')
SOURCES = sorted((ROOT / "ptoprove").rglob("*.py"))
CODES = sorted({code for file in SOURCES for code in CODE.findall(file.read_text("utf-8"))})


@pytest.mark.parametrize("code", CODES)
def test_each_code_has_a_page(code: str) -> None:
    assert (PAGES / f"{code}.md").read_text("utf-8").startswith(f"# {code}\n")
