"""Each code of the front end has a page, and the page's examples do what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parser.asl import parse
from parser.diagnostics import Diagnostic, PtoError
from parser.metadata import read_metadata
from parser.source import Source

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "diagnostics"
CODE = re.compile(r'"((?:LEX|GRAMMAR|META|INPUT)-[A-Z]+)"')
EXAMPLE = re.compile(r"^(Wrong|Right):\n\n```asl\n(.*?)\n```", re.M | re.S)
SOURCES = sorted((ROOT / "parser").glob("*.py"))
CODES = sorted({code for file in SOURCES for code in CODE.findall(file.read_text("utf-8"))})


def problems(text: str) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    for read in (parse, read_metadata):
        try:
            read(Source("page.asl", text))
        except PtoError as error:
            found += error.diagnostics
    return found


@pytest.mark.parametrize("code", CODES)
def test_each_code_has_a_page(code: str) -> None:
    page = (PAGES / f"{code}.md").read_text("utf-8")
    assert page.startswith(f"# {code}\n")
    for kind, text in EXAMPLE.findall(page):
        assert [each.code for each in problems(text)] == ([code] if kind == "Wrong" else [])


def test_each_page_has_a_code() -> None:
    pages = {page.stem for page in PAGES.glob("*.md") if CODE.fullmatch(f'"{page.stem}"')}
    assert pages == set(CODES)
