"""The site is built without a warning, holds what pages link to, and loads nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

pytest.importorskip("mkdocs")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "site"
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


def test_files_of_the_checkout_come_along(site: Path) -> None:
    copied = site / "source" / "ptoprove" / "schemas" / "check.v1.json"
    original = ROOT / "ptoprove" / "schemas" / "check.v1.json"
    assert copied.read_bytes() == original.read_bytes()
    assert 'href="source/ptoprove/schemas/check.v1.json"' in (site / "json.html").read_text("utf-8")
    contributing = (site / "source" / "CONTRIBUTING.html").read_text("utf-8")
    assert 'href="../properties.html#adding-one"' in contributing


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        tags = re.findall(r"<(?:script|link|img|iframe)\b[^>]*", text)
        assert tags
        assert not [tag for tag in tags if re.search(r"""(?:src|href)=["']?(?:https?:)?//""", tag)]
