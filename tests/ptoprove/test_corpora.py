"""The public test suite, where it is at hand: set PTO_SPEC to a checkout."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.ptoprove.samples import Run


@pytest.fixture
def checkout() -> str:
    folder = os.environ.get("PTO_SPEC")
    if not folder:
        pytest.skip("PTO_SPEC is not set")
    return folder


def test_inventory_of_the_public_specification(run: Run, checkout: str) -> None:
    found = run("spec", checkout, "--json", "-")
    assert found.exit_code == 0, found.stderr
    document = json.loads(found.stdout)
    units = list((Path(checkout) / "asl").rglob("*.asl"))
    points = list((Path(checkout) / "tests" / "asl").rglob("*.asl"))
    assert sum(document["units"].values()) == len(units)
    assert sum(document["points"].values()) == len(points)
    assert document["problems"] == []


def test_points_with_generated_decoders(run: Run, checkout: str) -> None:
    words = ("avs", "arch/memory-model", "--kind", "ordering", "--spec", checkout)
    found = run(*words, "--allow-spec-scripts", "--json", "-")
    assert found.exit_code == 0, found.stderr
    assert json.loads(found.stdout)["summary"]["passed"] > 0
