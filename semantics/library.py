"""Shipped ASL: the standard library, the model and the contracts, found beside this module."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent
STDLIB = ROOT / "stdlib.asl"


def model_files() -> list[Path]:
    """The files of the shipped PTO model."""
    return sorted((ROOT / "model").glob("*.asl"))


def contract_files() -> list[Path]:
    """The files of the shipped contracts."""
    return sorted((ROOT / "contracts").glob("*.asl"))
