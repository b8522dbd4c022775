"""Which verdicts are asked again after an edit: those that reach it, and no other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from proofs.backends.protocol import DIED, STEPS
from proofs.cache import VerdictCache, reach_of
from proofs.checker import tasks
from proofs.properties import harness_files, load_properties
from proofs.provers import internal
from proofs.verdicts import Verdict
from semantics.overlays import with_profile
from semantics.reach import ABSENT, Digest
from semantics.specification import Specification, checkout, shipped
from tests.proofs.editing import ARCHITECTURE, DISPATCH, TILES, TREM, copied, edit

Keys = dict[tuple[str, str, int], tuple[str, str]]
"""By contract, property and line: the key of a verdict that holds, and of one that does not."""


def keys(spec: Specification) -> Keys:
    """Of the first case of each property."""
    cache = VerdictCache(reach_of(spec, harness_files(spec)).digest)
    found: Keys = {}
    for p in load_properties(spec):
        holds, fails, _ = cache.keys(p, p.cases[0])
        found[p.contract, p.id, p.span.line] = holds, fails
    assert len({key for both in found.values() for key in both}) == 2 * len(found)
    return found


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Keys]:
    folder = copied(tmp_path_factory.mktemp("spec"))
    return folder, keys(checkout(folder))


def differing(one: Keys, two: Keys, which: int) -> set[str]:
    """`CONTRACT property` of those whose key differs, the direct properties as one."""
    assert one.keys() == two.keys()
    found = {name[:2] for name in one if one[name][which] != two[name][which]}
    return {f"{name} {p if not p.startswith('direct-') else 'direct'}" for name, p in found}


DIRECT = {
    "divisor-sign",
    "floor-congruence",
    "range",
    "representable",
    "snapshot-aliasing",
    "direct",
}
EDITS = {
    "a function of a contract": (
        *(TREM, "    ExecuteTileBinary(TileBinary_REM, destination"),
        *("    pass;\n    ExecuteTileBinary(TileBinary_REM, destination",),
        {f"TREM {name}" for name in DIRECT},
    ),
    "a function of the model": (
        *(DISPATCH, "when TileUnary_NEG => return TileOperation_TNEG;"),
        *("when TileUnary_NEG => assert TRUE; return TileOperation_TNEG;",),
        {
            *("TNEG involution", "TNEG layout-legality", "TNEG negation", "TNEG sign-bit-only"),
            *("TNEG snapshot-aliasing", "TNEG type-agreement", "TNEG direct"),
        },
    ),
    "what few call": (
        *(TILES, "_TileAllocationMasks[[index]] = '0000';"),
        *("_TileAllocationMasks[[index]] = Zeros{4};",),
        {f"{name} fault-order" for name in ("TDIV", "TNEG", "TREM", "TSCATTER")},
    ),
    "what nobody reaches": (
        *(ARCHITECTURE, "type Word of bits(64);"),
        *("type Word of bits(64);\nconstant UNUSED = 1;",),
        set[str](),
    ),
}


@pytest.mark.parametrize(("file", "old", "new", "expected"), EDITS.values(), ids=EDITS)
def test_only_what_reaches_an_edit_is_asked_again(
    before: tuple[Path, Keys], tmp_path: Path, file: str, old: str, new: str, expected: set[str]
) -> None:
    folder = copied(tmp_path)
    edit(folder, file, old, new)
    assert differing(before[1], keys(checkout(folder)), 0) == expected


def test_the_initial_state_and_types_are_reached_by_nearly_all(
    before: tuple[Path, Keys], tmp_path: Path
) -> None:
    untouched = {"TDIV type-domain", "TNEG type-domain", "TREM type-domain", "TSCATTER type-domain"}
    every = differing(before[1], dict.fromkeys(before[1], ("", "")), 0)
    for old, new in (
        ("var _LastFault: FaultCode;", "var _LastFault: FaultCode = Fault_TileLegality;"),
        ("integer{1..524288} = 32768;", "integer{1..524288} = 16384;"),
    ):
        folder = copied(tmp_path / new[-6:-1].strip("_"))
        edit(folder, ARCHITECTURE, old, new)
        found = differing(before[1], keys(checkout(folder)), 0)
        assert every - found <= untouched


def test_a_comment_matters_for_places_alone(before: tuple[Path, Keys], tmp_path: Path) -> None:
    """A proof stays; what fails shows lines, of which the comment has moved some."""
    folder = copied(tmp_path)
    here = keys(checkout(folder))
    assert differing(before[1], here, 0) == set()
    execute = "func InstructionContractExecute_TREM("
    edit(folder, TREM, execute, f"// One more line.\n{execute}")
    there = keys(checkout(folder))
    assert differing(here, there, 0) == set()
    assert differing(here, there, 1) == {f"TREM {name}" for name in DIRECT}


def test_a_numeric_profile_is_reached(before: tuple[Path, Keys]) -> None:
    """Only what computes with floating elements is asked again under another profile."""
    one = before[1]
    two = keys(with_profile(checkout(before[0]), "ieee754"))
    found = differing(one, two, 0)
    assert "TREM divisor-sign" in found
    assert "TREM encoding" not in found


def test_a_verdict_on_every_shape_depends_on_what_makes_any_tile() -> None:
    spec = shipped()
    (p,) = (each for each in load_properties(spec, ["TNEG"]) if each.id == "direct-frame")
    asked: list[str] = []

    def digest_of(name: str) -> Digest:
        asked.append(name)
        return ABSENT

    cache = VerdictCache(digest_of)
    keys = cache.keys(p, p.cases[0])
    fits = ["LegalFits_TNEG()", "ConfiguredFits_TNEG()"]
    assert asked == [f"{p.function}()", "AnyTiles_TNEG()", *fits]
    assert set(keys).isdisjoint(cache.keys(replace(p, any_shape="not asked"), p.cases[0]))


@pytest.mark.parametrize(
    ("why", "always"),
    [
        ("not for every shape: timeout", False),
        ("not for every shape, as of S32 1x2: timeout", False),
        (f"not for every shape: {STEPS}", True),
        (None, True),
    ],
)
def test_what_time_has_cut_short_is_kept_for_the_same_time(
    why: str | None, always: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTOPROVE_CACHE_DIR", str(tmp_path))
    task = tasks(shipped(), ["TNEG"], ["direct-frame"])[0]
    result = replace(internal(task, ""), verdict=Verdict.BOUNDED, reason=why)
    VerdictCache(lambda name: ABSENT, timeout=5.0).put(task.property, result)
    for timeout in (5.0, 60.0):
        found = VerdictCache(lambda name: ABSENT, timeout=timeout).get(task.property, task.case)
        kept = always or timeout == 5.0
        assert found == (replace(result, cached=True) if kept else None)


@pytest.mark.parametrize(
    ("verdict", "why", "kept"),
    [
        (Verdict.UNKNOWN, "timeout", True),
        (Verdict.UNKNOWN, DIED, False),
        (Verdict.UNSUPPORTED, "a real number that is unknown", True),
        (Verdict.INTERNAL, "ours", False),
    ],
)
def test_what_is_not_decided_is_kept_unless_it_is_ours(
    verdict: Verdict, why: str, kept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTOPROVE_CACHE_DIR", str(tmp_path))
    task = tasks(shipped(), ["TNEG"], ["direct-frame"])[0]
    result = replace(internal(task, why), verdict=verdict)
    cache = VerdictCache(lambda name: ABSENT, timeout=5.0)
    cache.put(task.property, result)
    found = cache.get(task.property, task.case)
    assert found == (replace(result, cached=True) if kept else None)


def test_what_was_left_open_is_asked_again_where_there_is_another_solver(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTOPROVE_CACHE_DIR", str(tmp_path))
    task = tasks(shipped(), ["TNEG"], ["direct-frame"])[0]
    cache = VerdictCache(lambda name: ABSENT, timeout=5.0)
    monkeypatch.setattr("proofs.cache.other_solvers", lambda: ())
    for verdict in (Verdict.UNKNOWN, Verdict.PROVED):
        result = replace(internal(task, "timeout"), verdict=verdict)
        cache.put(task.property, result)
        assert cache.get(task.property, task.case) == replace(result, cached=True)
        monkeypatch.setattr("proofs.cache.other_solvers", lambda: ("cvc5 1.4.2",))
        known = cache.get(task.property, task.case)
        assert (known is None) == (verdict is Verdict.UNKNOWN)
