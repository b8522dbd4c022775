"""The pages of the documentation, and the blocks of text in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
DIAGNOSTICS = DOCS / "diagnostics"
CODE_PAGES = sorted(path for path in DIAGNOSTICS.glob("*.md") if path.stem != "index")
"""The pages of diagnostics. What they show under `Wrong:` and `Right:` has tests of its own."""
TEXTS = sorted([*DOCS.rglob("*.md"), *ROOT.glob("*.md")])
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.M | re.S)
SETUP = re.compile(r"^<!-- setup\n(.*?)^-->$", re.M | re.S)
MARK = re.compile(r"<!-- ([a-z ]+): ([^>]+) -->\n+\Z")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of a page. `mark` is the first word of the comment above it, as in
    `<!-- not run: it needs a cluster -->`."""

    page: Path
    line: int
    language: str
    text: str
    mark: str | None
    follows: bool
    """Whether nothing stands between it and the block before."""

    @property
    def place(self) -> str:
        return f"{name_of(self.page)}:{self.line}"


def blocks_of(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    text = page.read_text("utf-8")
    end = 0
    for found in FENCE.finditer(text):
        indent, language, body = found.groups()
        body = re.sub(rf"^{indent}", "", body, flags=re.M)
        before = text[end : found.start()]
        mark = MARK.search(before)
        line = text.count("\n", 0, found.start()) + 1
        name = None if mark is None else mark[1]
        yield Block(page, line, language, body, name, end > 0 and not before.strip())
        end = found.end()


def setups_of(page: Path) -> Iterator[Block]:
    """Scripts in comments of a page: what a reader would have already."""
    text = page.read_text("utf-8")
    for found in SETUP.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        yield Block(page, line, "sh", found[1], None, follows=False)


def blocks(page: Path, language: str) -> list[str]:
    """The texts of the blocks of one language."""
    return [block.text for block in blocks_of(page) if block.language == language]


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def prose(page: Path) -> str:
    """A page without its blocks."""
    return FENCE.sub("", page.read_text("utf-8"))
