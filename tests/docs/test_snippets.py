"""Data and ASL in the documentation can be read."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable

import pytest
import yaml

from parser.asl import parse
from parser.metadata import read_metadata
from parser.source import Source
from tests.docs.pages import CODE_PAGES, TEXTS, Block, blocks_of


def read_asl(text: str) -> None:
    source = Source("page.asl", text)
    parse(source)
    read_metadata(source)


READ: dict[str, Callable[[str], object]] = {
    "asl": read_asl,
    "json": json.loads,
    "toml": tomllib.loads,
    "yaml": yaml.safe_load,
}
BLOCKS = [block for page in TEXTS if page not in CODE_PAGES for block in blocks_of(page)]
SNIPPETS = [block for block in BLOCKS if block.language in READ]
OTHERS = {"asm", "pycon", "python", "sh", "text"}
"""`asm` is run in tests/test_docs.py, `sh` and `python` in test_sessions.py, `pycon` in
tests/ptoprove/test_api.py."""


@pytest.mark.parametrize("block", SNIPPETS, ids=lambda block: block.place)
def test_snippets_can_be_read(block: Block) -> None:
    READ[block.language](block.text)


def test_all_blocks_have_a_language_that_is_tried() -> None:
    assert {block.language for block in BLOCKS} == OTHERS | set(READ)
