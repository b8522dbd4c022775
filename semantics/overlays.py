"""Overlays: a specification with other implementations of its hooks (design, decision 9).

A hook is an `impdef` function. An overlay is a file of `implementation`s: each takes the place of
the hook's default and of an implementation that the specification has, and is left out where the
specification has no such hook. What else the file declares is added.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from parser import syntax
from parser.diagnostics import Phase, fail
from parser.loader import ParsedFile, parse_files
from parser.outline import Declared
from semantics.declarations import override_shape
from semantics.library import ROOT
from semantics.specification import Specification

REFERENCE: Final = "reference"
_FILES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        REFERENCE: (),
        "ieee754": ("ieee754.asl",),
        "tile-library": ("ieee754.asl", "tile_library.asl"),
    }
)
PROFILES: Final = tuple(_FILES)
"""The numeric profiles: that of the specification itself, and those that come with ptoprove."""


def check_profile(name: str) -> None:
    """Raise PtoError (PROFILE-UNKNOWN) where no numeric profile has this name."""
    if name not in PROFILES:
        near = difflib.get_close_matches(name, PROFILES, 1)
        hint = f"did you mean `{near[0]}`?" if near else f"the profiles are {', '.join(PROFILES)}"
        raise fail("PROFILE-UNKNOWN", Phase.INPUT, f"no profile is named `{name}`", hint=hint)


def with_profile(spec: Specification, profile: str) -> Specification:
    """The specification under a numeric profile; of several files the later ones count.

    Raises PtoError (PROFILE-UNKNOWN).
    """
    check_profile(profile)
    files = _FILES[profile]
    overlays = parse_files([ROOT / "profiles" / name for name in files])
    for overlay in overlays:
        if overlay.source.text not in {file.source.text for file in spec.files}:
            spec = overlaid(spec, overlay)
    return spec


def overlaid(
    spec: Specification, overlay: ParsedFile, conditions: Sequence[str] = ()
) -> Specification:
    """The specification with the implementations of one more file; `conditions` say what it is
    under, as the scopes of verdicts do."""
    given = _implementations([overlay], "implementation")
    hooks = _implementations(spec.files, "impdef")
    base = [_without(file, given) if _has(file, given) else file for file in spec.files]
    files = [*base, _without(overlay, given - hooks)]
    return Specification(spec.name, files, [*spec.conditions, *conditions])


_Shape = tuple[str, object]


def _implementations(files: Sequence[ParsedFile], override: syntax.Override) -> set[_Shape]:
    return {
        shape
        for file in files
        if override in file.source.text
        for declared in file.outline
        if (shape := _shape(declared, override)) is not None
    }


def _shape(declared: Declared, override: syntax.Override) -> _Shape | None:
    """The name and shape of a function with this override; None for all else."""
    if declared.heading.override != override or declared.heading.kind != "function":
        return None
    assert isinstance(declared.tree, syntax.FuncDecl)
    return declared.tree.name, override_shape(declared.tree)


def _has(file: ParsedFile, shapes: set[_Shape]) -> bool:
    return bool(_implementations([file], "implementation") & shapes)


def _without(file: ParsedFile, shapes: set[_Shape]) -> ParsedFile:
    """The file without its implementations of these."""
    kept = [d.tree for d in file.outline if _shape(d, "implementation") not in shapes]
    return ParsedFile(file.source, syntax.Unit(file.source.path, tuple(kept)))
