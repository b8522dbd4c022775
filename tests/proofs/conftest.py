"""Fixtures of the tests of proofs."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.register_assert_rewrite("tests.proofs.deciding")

from tests.proofs.deciding import Bench  # noqa: E402


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)
