"""What names a test point: its id, its PTO-TEST record, and its place in a checkout."""

from __future__ import annotations

import json
import re
from pathlib import Path, PurePosixPath
from typing import Final

from semantics.specification import Contract, Specification

KIND: Final = "boundary"
MOST_LINES: Final = 300
"""Lines of a test point, as the specification's own check of them demands."""


def point_id(contract: Contract, words: str) -> str:
    """`PTO-AVS-TILE-TREM-…`"""
    name = str(contract.record.get("id", contract.name)).removeprefix("PTO-")
    return "PTO-AVS-" + re.sub(r"[^A-Z0-9]+", "-", f"{name}-{words}".upper()).strip("-")


def record_line(
    spec: Specification, contract: Contract, id: str, summary: str, pass_condition: str
) -> str:
    """The comment with the PTO-TEST record."""
    requirement = str(contract.record.get("id", "")).removeprefix("PTO-")
    record = {
        "id": id,
        "source": str(_unit(spec, contract)),
        "requirements": [f"PTO-INST-{requirement}"],
        "kind": KIND,
        "summary": summary,
        "pass_condition": pass_condition,
        "related_sources": [],
    }
    return f"// PTO-TEST: {json.dumps(record, separators=(',', ':'), ensure_ascii=False)}"


def point_path(spec: Specification, contract: Contract, words: str) -> PurePosixPath:
    """Where a point belongs in a checkout of the specification."""
    unit = _unit(spec, contract)
    folder = PurePosixPath("tests", "asl", *unit.parts[1:]).with_suffix("")
    slug = re.sub(r"[^a-z0-9]+", "-", f"{contract.name}-{words}".lower()).strip("-")
    group = unit.parts[1] if unit.parts[1] in ("arch", "block", "scalar", "tile") else "tile"
    return folder / f"{group}-bound-{slug}-001.asl"


def _unit(spec: Specification, contract: Contract) -> PurePosixPath:
    """The unit of a contract, from the top of the checkout; the shipped ones are in none."""
    path = Path(contract.span.path)
    if path.is_relative_to(spec.name):
        return PurePosixPath(path.relative_to(spec.name).as_posix())
    return PurePosixPath("asl", "contracts", path.name)
