"""The shipped model and contracts as a checkout, of which single texts are edited."""

from __future__ import annotations

from pathlib import Path

from semantics.library import ROOT, contract_files, model_files

TREM = "asl/contracts/TREM.asl"
ARCHITECTURE = "asl/model/architecture.asl"
DISPATCH = "asl/model/dispatch.asl"
NUMERIC = "asl/model/numeric_profile.asl"
TILES = "asl/model/tiles.asl"


def copied(folder: Path) -> Path:
    """A checkout in this folder."""
    for path in [*model_files(), *contract_files()]:
        copy = folder / "asl" / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    return folder


def edit(folder: Path, file: str, old: str, new: str) -> None:
    """Replace a text that stands in a file once."""
    text = (folder / file).read_text("utf-8")
    assert text.count(old) == 1, (file, old, text.count(old))
    (folder / file).write_text(text.replace(old, new), "utf-8")
