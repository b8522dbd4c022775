"""Loading a specification: a checkout, or the shipped one; under a profile, on a target."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from semantics.specification import Specification


def load(
    spec_dir: str | PathLike[str] | None = None,
    decoders: Sequence[str | PathLike[str]] = (),
    *,
    profile: str | None = None,
    target: str | None = None,
) -> Specification:
    """The specification that `ptoprove.load` gives, as the layers below know it."""
    from semantics.overlays import with_profile
    from semantics.specification import checkout, shipped
    from semantics.targets.overlay import on_target

    if spec_dir is None:
        if decoders:
            raise ValueError("decoders go with spec_dir")
        spec = shipped()
    else:
        spec = checkout(Path(spec_dir), [Path(each) for each in decoders])
    if profile is not None:
        spec = with_profile(spec, profile)
    return spec if target is None else on_target(spec, target)
