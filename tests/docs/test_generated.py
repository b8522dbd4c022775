"""What pages say of commands and codes is what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.generated import PART, written
from tests.docs.pages import CODE_PAGES, DIAGNOSTICS, TEXTS, name_of

GENERATED = [page for page in TEXTS if PART.search(page.read_text("utf-8"))]


@pytest.mark.parametrize("page", GENERATED, ids=name_of)
def test_generated_parts_are_up_to_date(page: Path, request: pytest.FixtureRequest) -> None:
    text = page.read_text("utf-8")
    if request.config.getoption("--update-goldens"):
        page.write_text(written(text), "utf-8")
    assert page.read_text("utf-8") == written(text), "run pytest --update-goldens"


def test_there_are_generated_parts() -> None:
    assert [name_of(page) for page in GENERATED] == ["docs/cli.md", "docs/diagnostics/index.md"]


def test_each_code_is_in_one_table_of_the_index() -> None:
    index = (DIAGNOSTICS / "index.md").read_text("utf-8")
    listed = re.findall(r"^\| \[([A-Z-]+)\]", index, re.M)
    assert sorted(listed) == sorted(page.stem for page in CODE_PAGES)
