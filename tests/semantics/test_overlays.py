"""Overlays: whose implementation of a hook counts, and the numeric profiles."""

from __future__ import annotations

from pathlib import Path

import pytest

from concrete.machine import Machine
from parser.diagnostics import PtoError
from parser.loader import parse_files
from semantics.overlays import PROFILES, overlaid, with_profile
from semantics.specification import Specification, shipped

BASE = """
impdef func Hook(x: integer) => integer
begin
    return x;
end;

impdef func Hook(x: boolean) => integer
begin
    return 0;
end;

impdef func Other() => integer
begin
    return 7;
end;

func Ask() => integer
begin
    return 100 * Hook(5) + 10 * Hook(TRUE) + Other();
end;
"""
OWN = """
implementation func Hook(x: integer) => integer
begin
    return x + 1;
end;
"""
OVERLAY = """
func Helper() => integer
begin
    return 3;
end;

implementation func Hook(x: integer) => integer
begin
    return Helper();
end;

implementation func Absent(x: Nothing) => integer
begin
    return 1;
end;
"""


def specification(folder: Path, *texts: str) -> Specification:
    paths = []
    for number, text in enumerate(texts):
        path = folder / f"{number}.asl"
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    return Specification("small", parse_files(paths))


def ask(spec: Specification) -> object:
    return Machine(spec.program()).call("Ask")


def test_an_overlay_takes_the_place_of_a_default(tmp_path: Path) -> None:
    base, overlay = specification(tmp_path, BASE, OVERLAY).files
    plain = Specification("small", [base])
    assert ask(plain) == 507
    under = overlaid(plain, overlay)
    assert ask(under) == 307
    assert under.digest != plain.digest


def test_an_overlay_takes_the_place_of_the_own_implementation(tmp_path: Path) -> None:
    base, own, overlay = specification(tmp_path, BASE, OWN, OVERLAY).files
    with_own = Specification("small", [base, own])
    assert ask(with_own) == 607
    assert ask(overlaid(with_own, overlay)) == 307
    assert ask(with_own) == 607


def test_of_two_overlays_the_later_counts(tmp_path: Path) -> None:
    base, own, overlay = specification(tmp_path, BASE, OWN, OVERLAY).files
    plain = Specification("small", [base])
    assert ask(overlaid(overlaid(plain, overlay), own)) == 607
    assert ask(overlaid(overlaid(plain, own), overlay)) == 307


def test_the_conditions_of_overlays_add_up(tmp_path: Path) -> None:
    base, own, overlay = specification(tmp_path, BASE, OWN, OVERLAY).files
    under = overlaid(Specification("small", [base], ["at night"]), overlay, ["in rain"])
    assert overlaid(under, own).conditions == ("at night", "in rain")


def test_a_profile_that_does_not_exist() -> None:
    with pytest.raises(PtoError) as caught:
        with_profile(Specification("empty", []), "ieee755")
    (problem,) = caught.value.diagnostics
    assert problem.code == "PROFILE-UNKNOWN"
    assert problem.hint == "did you mean `ieee754`?"


def test_the_reference_of_the_shipped_model_is_ieee754() -> None:
    spec = shipped()
    assert with_profile(spec, "reference") is spec
    assert with_profile(spec, "ieee754") is spec
    assert with_profile(spec, "tile-library").digest != spec.digest


FP16 = 4
"""The position of FP16 among the data types."""


@pytest.mark.parametrize(
    ("profile", "modulo"), [("reference", 0x3E00), ("ieee754", 0x3E00), ("tile-library", 0xB800)]
)
def test_a_pair_on_which_the_profiles_differ(profile: str, modulo: int) -> None:
    """953.5 mod 1.859375 is 1.5; the published formula gives -0.5."""
    machine = Machine(with_profile(shipped(), profile).program())
    assert machine.call("TileProfileFloatingModulo", FP16, 0x6373, 0x3F70) == modulo


def test_bfloat_pair_on_which_the_profiles_differ() -> None:
    """92.5 mod -1.3359375 is -1.015625; the published formula gives 0.5."""
    results = {}
    for profile in PROFILES:
        machine = Machine(with_profile(shipped(), profile).program())
        results[profile] = machine.call("TileProfileFloatingModulo", 5, 0x42B9, 0xBFAB)
    assert results == {"reference": 0xBF82, "ieee754": 0xBF82, "tile-library": 0x3F00}
