"""Hooks of MkDocs: the site holds a copy of each file of the checkout that a page links to."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
PAGES, COPIES = "docs", "source"
"""The folder of pages in the checkout, and that of all other files in the site."""
LINK = re.compile(r"\]\(([^)#\s:]+)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds what pages link to outside their own folder."""
    linked = {
        _place(page.src_uri, link)
        for page in files.documentation_pages()
        for link in LINK.findall(page.content_string)
    }
    for place in sorted(linked):
        if place.startswith(f"{COPIES}/"):
            path = ROOT / place.removeprefix(f"{COPIES}/")
            if path.is_file():
                level = InclusionLevel.NOT_IN_NAV
                files.append(File.generated(config, place, abs_src_path=str(path), inclusion=level))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lets links lead to where files are in the site."""
    here = page.file.src_uri

    def moved(link: re.Match[str]) -> str:
        return "](" + posixpath.relpath(_place(here, link[1]), posixpath.dirname(here) or ".")

    return LINK.sub(moved, markdown)


def _place(page: str, link: str) -> str:
    """Where the site has what a page of it links to."""
    copied = page.startswith(f"{COPIES}/")
    origin = page.removeprefix(f"{COPIES}/") if copied else f"{PAGES}/{page}"
    path = posixpath.normpath(posixpath.join(posixpath.dirname(origin), link))
    outside = not path.startswith(f"{PAGES}/")
    return f"{COPIES}/{path}" if outside else path.removeprefix(f"{PAGES}/")
