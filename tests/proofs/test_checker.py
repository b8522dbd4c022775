"""Checking many cases: which, in how many processes, and what is kept of the verdicts."""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from parser.cache import Cache, code_digest
from parser.diagnostics import PtoError
from parser.loader import parse_files
from parser.source import Span
from proofs import cache
from proofs.cache import VerdictCache
from proofs.checker import check, tasks
from proofs.properties import Property, load_properties
from proofs.prove import Prover
from proofs.provers import Provers
from proofs.tasks import Options, Task
from proofs.verdicts import Counterexample, Result, TileView, Verdict
from semantics.library import ROOT, contract_files, model_files
from semantics.reach import Digest
from semantics.specification import Specification, shipped

QUICK = ["encoding", "type-domain", "divisor-sign"]
Decide = Callable[[Prover, Property, Mapping[str, str]], Result]
forked = pytest.mark.skipif(sys.platform != "linux", reason="a patch reaches forked processes only")


@pytest.fixture(autouse=True)
def cache_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    directory = tmp_path / "cache"
    monkeypatch.setenv("PTOPROVE_CACHE_DIR", str(directory))
    return directory


@pytest.fixture(scope="module")
def spec() -> Specification:
    return shipped()


def quick(spec: Specification) -> list[Task]:
    """Three properties in a few cases, each decided in no time."""
    return [
        task
        for task in tasks(spec, ["TREM"], QUICK)
        if task.case.get("data_type", "U32") in ("U32", "U16")
        and task.case.get("valid_columns", "1") == "1"
    ]


def by_task(results: Sequence[Result]) -> dict[str, Result]:
    """The results in no order, without what differs from run to run."""
    found = {
        f"{r.property} {dict(r.case)} {r.profile}": replace(r, seconds=0.0, cached=False)
        for r in results
    }
    assert len(found) == len(results)
    return found


def verdict_files(directory: Path) -> list[Path]:
    return sorted((directory / "ve").glob("rdict-*"))


class Decider:
    """Stands in for the prover: quick, and it counts."""

    def __init__(self, verdict: Verdict = Verdict.PROVED) -> None:
        self.verdict = verdict
        self.asked: list[str] = []

    def __call__(self, p: Property, case: Mapping[str, str]) -> Result:
        self.asked.append(p.id)
        reason = None if self.verdict is Verdict.PROVED else "because"
        return Result(
            p.contract,
            p.id,
            p.clauses,
            dict(case),
            p.scope,
            self.verdict,
            0.5,
            "none",
            None,
            reason,
        )


@pytest.fixture
def decider(monkeypatch: pytest.MonkeyPatch) -> Decider:
    fake = Decider()
    monkeypatch.setattr(Prover, "decide", lambda _, p, case: fake(p, case))
    return fake


# ---------------------------------------------------------------- tasks


def test_all_tasks(spec: Specification) -> None:
    found = tasks(spec)
    assert {task.property.contract for task in found} == set(spec.contracts)
    for p in load_properties(spec):
        for profile in p.profiles or ("reference",):
            asked = [t.case for t in found if t.property.span == p.span and t.profile == profile]
            assert asked == list(p.cases)


def test_a_chosen_profile(spec: Specification) -> None:
    """What speaks of other profiles only is left out; the scope names the one that was chosen."""
    found = tasks(spec, ["TREM"], profile="tile-library")
    assert {task.profile for task in found} == {"tile-library"}
    assert all(task.property.scope.count("profile tile-library") == 1 for task in found)
    own = tasks(spec, ["TDIV"], profile="reference")
    assert {task.profile for task in own} == {"reference"}
    assert not any("ieee754" in task.property.profiles for task in own)


def test_chosen_contracts_and_properties(spec: Specification) -> None:
    of_trem = tasks(spec, ["TREM"])
    assert of_trem == tasks(spec, ["trem"])
    assert of_trem == [task for task in tasks(spec) if task.property.contract == "TREM"]
    chosen = tasks(spec, ["TREM"], properties=["encoding", "range"])
    assert {task.property.id for task in chosen} == {"encoding", "range"}
    assert chosen == [task for task in of_trem if task in chosen]


def test_chosen_cases(spec: Specification) -> None:
    case = {"data_type": "S16", "valid_rows": "2"}
    chosen = tasks(spec, case=case)
    assert chosen
    assert all(task.case.items() >= case.items() for task in chosen)
    assert {task.case["valid_columns"] for task in chosen} == {"1", "2"}
    assert "encoding" not in {task.property.id for task in chosen}


def test_cases_that_no_property_has_together(spec: Specification) -> None:
    assert tasks(spec, case={"data_type": "S16", "encoding": "3"}) == []


@pytest.mark.parametrize(
    ("contracts", "properties", "case", "code", "message", "hint"),
    [
        (["TRME"], [], {}, "CONTRACT-UNKNOWN", "shipped has no contract `TRME`", "`TREM`?"),
        (["TREM", "Q"], [], {}, "CONTRACT-UNKNOWN", "`Q`", "`ptoprove list` names"),
        ([], ["rang"], {}, "PROPERTY-UNKNOWN", "no property is named `rang`", "`range`?"),
        ([], ["range", "zzz"], {}, "PROPERTY-UNKNOWN", "`zzz`", "there are: "),
        ([], [], {"row": "1"}, "CASE-UNKNOWN", "has a case `row`", "valid_rows"),
        ([], ["encoding"], {"valid_rows": "1"}, "CASE-UNKNOWN", "`valid_rows`", ""),
        (
            *([], ["range"], {"valid_rows": "1", "data_type": "S64"}),
            *("CASE-UNKNOWN", "no property has the case data_type=S64", "S16, S32, U16, U32"),
        ),
    ],
)
def test_what_does_not_exist(
    spec: Specification,
    contracts: list[str],
    properties: list[str],
    case: dict[str, str],
    code: str,
    message: str,
    hint: str,
) -> None:
    with pytest.raises(PtoError) as caught:
        tasks(spec, contracts, properties, case)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == code
    assert message in diagnostic.message
    assert hint in (diagnostic.hint or "")


# ---------------------------------------------------------------- checking


@pytest.fixture(scope="module")
def expected(spec: Specification) -> dict[str, Result]:
    """The results of the quick tasks, one after the other."""
    todo = quick(spec)
    results = list(check(spec, todo, Options(timeout=20, jobs=1, cache=False)))
    assert [(r.property, r.case) for r in results] == [(t.property.id, t.case) for t in todo]
    return by_task(results)


def test_results_are_right(expected: dict[str, Result]) -> None:
    assert len(expected) > 4
    assert {r.verdict for r in expected.values()} == {Verdict.PROVED, Verdict.BOUNDED}
    assert not any(r.cached for r in expected.values())


@pytest.mark.parametrize("jobs", [2, 50, 0])
def test_processes_give_the_same(
    spec: Specification, expected: dict[str, Result], jobs: int
) -> None:
    options = Options(timeout=20, jobs=jobs, cache=False)
    assert by_task(list(check(spec, quick(spec), options))) == expected
    assert multiprocessing.active_children() == []


def test_nothing_to_do(spec: Specification) -> None:
    for jobs in (0, 1, 2):
        assert list(check(spec, [], Options(jobs=jobs))) == []


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=forked)])
def test_faults_are_internal(
    spec: Specification, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def decide(self: Prover, p: Property, case: Mapping[str, str]) -> Result:
        if p.id == "type-domain":
            raise KeyError("oh")
        return Decider()(p, case)

    monkeypatch.setattr(Prover, "decide", decide)
    found = list(check(spec, quick(spec), Options(jobs=jobs, cache=False)))
    assert len(found) == len(quick(spec))
    for each in found:
        if each.property == "type-domain":
            assert (each.verdict, each.reason) == (Verdict.INTERNAL, "KeyError: 'oh'")
        else:
            assert each.verdict is Verdict.PROVED


def test_queries_are_written(spec: Specification, tmp_path: Path, cache_directory: Path) -> None:
    todo = tasks(spec, ["TREM"], ["encoding"])
    for _ in range(2):
        folder = tmp_path / "queries"
        folder.mkdir()
        (result,) = check(spec, todo, Options(timeout=20, smt2=folder))
        assert not result.cached
        names = sorted(path.name for path in folder.glob("*.smt2"))
        assert names[0] == "TREM-encoding-001-linear.smt2"
        assert all("(check-sat)" in (folder / name).read_text("utf-8") for name in names)
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()
    assert verdict_files(cache_directory) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_wrong_with_the_specification_is_said(
    spec: Specification, jobs: int, tmp_path: Path
) -> None:
    path = tmp_path / "twice.asl"
    path.write_text("type TileDataType of bits(3);\n", encoding="utf-8")
    wrong = Specification("wrong", [*spec.files, *parse_files([path])])
    with pytest.raises(PtoError) as caught:
        list(check(wrong, quick(spec), Options(jobs=jobs)))
    assert [d.code for d in caught.value.diagnostics] == ["NAME-REDECLARED"]


# ---------------------------------------------------------------- processes that fail


@forked
def test_a_process_that_dies(spec: Specification, monkeypatch: pytest.MonkeyPatch) -> None:
    def decide(self: Prover, p: Property, case: Mapping[str, str]) -> Result:
        if p.id == "type-domain":
            os._exit(1)
        return Decider()(p, case)

    monkeypatch.setattr(Prover, "decide", decide)
    todo = tasks(spec, ["TREM"], ["type-domain", "divisor-sign", "range", "encoding"])
    found = list(check(spec, todo, Options(jobs=2, cache=False)))
    assert len(by_task(found)) == len(todo)
    died = [r for r in found if r.verdict is not Verdict.PROVED]
    assert [r.property for r in died] == ["type-domain"]
    assert died[0].verdict is Verdict.INTERNAL
    assert died[0].reason == "two processes proving this died: the last one ended with code 1"
    assert multiprocessing.active_children() == []


@forked
def test_every_process_dies(spec: Specification, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Prover, "decide", lambda *_: os._exit(1))
    todo = quick(spec)
    found = list(check(spec, todo, Options(jobs=2)))
    assert len(by_task(found)) == len(todo)
    assert {r.verdict for r in found} == {Verdict.INTERNAL}
    assert not any(r.cached for r in check(spec, todo, Options(jobs=2)))


@forked
def test_stopping_early(spec: Specification, monkeypatch: pytest.MonkeyPatch) -> None:
    def decide(self: Prover, p: Property, case: Mapping[str, str]) -> Result:
        if p.id != "encoding":
            time.sleep(60)
        return Decider()(p, case)

    monkeypatch.setattr(Prover, "decide", decide)
    todo = sorted(quick(spec), key=lambda task: task.property.id != "encoding")
    start = time.monotonic()
    results = check(spec, todo, Options(jobs=2))
    assert isinstance(results, Iterator)
    with closing(results):  # type: ignore[type-var]
        assert next(results).property == "encoding"
        assert multiprocessing.active_children()
    assert multiprocessing.active_children() == []
    assert time.monotonic() - start < 10


# ---------------------------------------------------------------- what is kept


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_second_run_is_cached(
    spec: Specification, expected: dict[str, Result], jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = Options(timeout=20, jobs=jobs)
    first = list(check(spec, quick(spec), options))
    assert by_task(first) == expected
    monkeypatch.setattr(Provers, "of", lambda *_: pytest.fail("nothing is left to prove"))
    second = list(check(spec, quick(spec), options))
    assert all(r.cached for r in second)
    key = str
    assert sorted(second, key=key) == sorted((replace(r, cached=True) for r in first), key=key)


def test_only_what_is_new_is_proved(spec: Specification, decider: Decider) -> None:
    todo = quick(spec)
    list(check(spec, todo[1:], Options(jobs=1)))
    decider.asked.clear()
    found = list(check(spec, todo, Options(jobs=1)))
    assert [r.cached for r in found] == [True] * (len(todo) - 1) + [False]
    assert decider.asked == [todo[0].property.id]


def test_without_a_cache(spec: Specification, decider: Decider, cache_directory: Path) -> None:
    todo = quick(spec)
    for options in (Options(jobs=1, cache=False), Options(jobs=1), Options(jobs=1, cache=False)):
        assert not any(r.cached for r in check(spec, todo, options))
        assert len(verdict_files(cache_directory)) in (0, len(todo))
    assert len(decider.asked) == 3 * len(todo)


def test_a_directory_that_can_not_be_written(
    spec: Specification, decider: Decider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("PTOPROVE_CACHE_DIR", str(tmp_path / "file"))
    for _ in range(2):
        found = list(check(spec, quick(spec), Options(jobs=1)))
        assert {(r.verdict, r.cached) for r in found} == {(Verdict.PROVED, False)}


@pytest.mark.parametrize("verdict", Verdict)
def test_verdicts_that_are_kept(
    spec: Specification, decider: Decider, cache_directory: Path, verdict: Verdict
) -> None:
    decider.verdict = verdict
    todo = quick(spec)
    for again in (False, True):
        found = list(check(spec, todo, Options(jobs=1)))
        assert {r.verdict for r in found} == {verdict}
        assert {r.cached for r in found} == {again and verdict is not Verdict.INTERNAL}
    kept = 0 if verdict is Verdict.INTERNAL else len(todo)
    assert len(verdict_files(cache_directory)) == kept


# ---------------------------------------------------------------- what is not served


def is_cached(spec: Specification, task: Task) -> bool:
    (result,) = check(spec, [task], Options(jobs=1))
    return result.cached


def test_another_specification(spec: Specification, decider: Decider, tmp_path: Path) -> None:
    """A unit that nothing reaches does not matter; an overload of what is reached does."""
    (task,) = tasks(spec, ["TREM"], ["encoding"])
    assert not is_cached(spec, task)
    assert is_cached(Specification("of another name", spec.files), task)
    path = tmp_path / "more.asl"
    for text, matters in (
        ("func Unreached()\nbegin\n    pass;\nend;\n", False),
        ("func ResetProfileState(a: integer)\nbegin\n    pass;\nend;\n", True),
    ):
        path.write_text(text, encoding="utf-8")
        more = Specification("shipped", [*spec.files, *parse_files([path])])
        assert is_cached(more, task) is not matters
        assert is_cached(more, task)
    assert is_cached(spec, task)


CHANGES: dict[str, dict[str, Any]] = {
    "id": {"id": "another"},
    "title": {"title": "another"},
    "clauses": {"clauses": ("ordering[0]",)},
    "no clauses": {"clauses": ()},
    "bounds": {"bounds": "another"},
    "coverage": {"coverage": "another"},
    "values": {"values": {"absent": 2}},
    "names of values": {"values": {"present": 1}},
    "source": {"source": "func Another()\nbegin\n    pass;\nend;"},
    "place": {"span": Span("another.asl", 1, 1, 1, 1)},
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_another_property(spec: Specification, decider: Decider, change: dict[str, Any]) -> None:
    (task,) = tasks(spec, ["TREM"], ["encoding"])
    task = replace(task, property=replace(task.property, values={"absent": 1}))
    assert not is_cached(spec, task)
    assert not is_cached(spec, replace(task, property=replace(task.property, **change)))
    assert is_cached(spec, task)


def test_the_scope_in_other_parts(spec: Specification, decider: Decider) -> None:
    (task,) = tasks(spec, ["TREM"], ["encoding"])
    bounded = replace(task.property, coverage="all", bounds="small")
    proved = replace(task.property, coverage="all; small", bounds=None)
    assert bounded.scope == proved.scope
    assert not is_cached(spec, replace(task, property=bounded))
    assert not is_cached(spec, replace(task, property=proved))


def test_another_case(spec: Specification, decider: Decider) -> None:
    todo = tasks(spec, ["TREM"], ["divisor-sign"])
    assert not is_cached(spec, todo[0])
    assert not is_cached(spec, todo[1])
    assert is_cached(spec, replace(todo[0], case=dict(reversed(list(todo[0].case.items())))))


@pytest.fixture
def fresh_digest() -> Iterator[None]:
    """The digest of ptoprove is computed anew, and forgotten afterwards."""
    forget_digest()
    yield
    forget_digest()


def forget_digest() -> None:
    cache.code_and_solver.cache_clear()
    code_digest.cache_clear()


@pytest.mark.usefixtures("fresh_digest")
def test_another_solver(
    spec: Specification, decider: Decider, monkeypatch: pytest.MonkeyPatch
) -> None:
    (task,) = tasks(spec, ["TREM"], ["encoding"])
    assert not is_cached(spec, task)
    assert is_cached(spec, task)
    monkeypatch.setattr("proofs.cache.version", lambda _: "0.0.1")
    forget_digest()
    assert not is_cached(spec, task)


@pytest.mark.usefixtures("fresh_digest")
@pytest.mark.parametrize(
    ("name", "matters"),
    [
        ("parser/asl.lark", True),
        ("semantics/stdlib.asl", True),
        ("concrete/machine.py", True),
        ("proofs/properties/ours.asl", True),
        ("proofs/summaries/ours.asl", True),
        ("semantics/model/tiles.asl", False),
        ("semantics/contracts/TREM.asl", False),
        ("ptoprove/cli.py", False),
    ],
)
def test_another_version_of_ptoprove(
    spec: Specification,
    decider: Decider,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    matters: bool,
) -> None:
    """What a specification consists of is in the digest of the specification."""
    (task,) = tasks(spec, ["TREM"], ["encoding"])
    monkeypatch.setattr("parser.cache.ROOT", tmp_path)
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    path.write_text("one", encoding="utf-8")
    forget_digest()
    assert not is_cached(spec, task)
    path.write_text("two", encoding="utf-8")
    forget_digest()
    assert is_cached(spec, task) is not matters


def test_damaged_entries(spec: Specification, decider: Decider, cache_directory: Path) -> None:
    (task,) = tasks(spec, ["TREM"], ["encoding"])
    assert not is_cached(spec, task)
    (path,) = verdict_files(cache_directory)
    whole = path.read_bytes()
    for damaged in (
        b"",
        b"nonsense",
        whole[:-1],
        whole + b" ",
        whole.replace(b"PROVED", b"proved"),
    ):
        path.write_bytes(damaged)
        assert not is_cached(spec, task)
        assert path.read_bytes() == whole
    assert is_cached(spec, task)


def test_an_entry_in_the_place_of_another(
    spec: Specification, decider: Decider, cache_directory: Path
) -> None:
    first, second = tasks(spec, ["TREM"], ["encoding", "type-domain"])
    assert not is_cached(spec, first)
    (path,) = verdict_files(cache_directory)
    foreign = path.read_bytes()
    path.unlink()
    assert not is_cached(spec, second)
    (path,) = verdict_files(cache_directory)
    path.write_bytes(foreign)
    assert not is_cached(spec, second)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"null",
        b"[]",
        b"{}",
        b'{"counterexample": null}',
        b'{"counterexample": {}}',
        b'{"counterexample": {"draws": [], "tiles": ["a"], "span": {}, "stack": []}}',
    ],
)
def test_foreign_entries(spec: Specification, cache_directory: Path, content: bytes) -> None:
    (task,) = tasks(spec, ["TREM"], ["encoding"])
    verdicts = VerdictCache(lambda _: Digest(b"meaning", b"places"))
    Cache(cache_directory).put(verdicts.keys(task.property, task.case)[0], content)
    assert verdicts.get(task.property, task.case) is None


@pytest.mark.parametrize(
    ("key", "value"), [("verdict", "MAYBE"), ("verdict", None), ("seconds", "x"), ("lemmas", 1)]
)
def test_entries_of_another_form(
    spec: Specification, cache_directory: Path, key: str, value: object
) -> None:
    (task,) = tasks(spec, ["TREM"], ["encoding"])
    verdicts = VerdictCache(lambda _: Digest(b"meaning", b"places"))
    verdicts.put(task.property, Decider()(task.property, task.case))
    name = verdicts.keys(task.property, task.case)[0]
    stored = Cache(cache_directory).get(name)
    assert stored is not None
    assert verdicts.get(task.property, task.case) is not None
    document = {**json.loads(stored), key: value}
    Cache(cache_directory).put(name, json.dumps(document).encode())
    assert verdicts.get(task.property, task.case) is None


# ---------------------------------------------------------------- counterexamples


def test_a_counterexample_comes_back_whole(spec: Specification) -> None:
    (task,) = tasks(spec, ["TREM"], ["encoding"])
    span = Span("a.asl", 1, 2, 3, 4)
    tile = TileView("t", "divisor", "S32", 1, 2, 1, 1, ((5, None), (1 << 63, 0)))
    example = Counterexample(
        (("input 0: boolean", True), ("input 1: integer", -(1 << 80)), ("input 2: Kind", "A")),
        "ASSERTION",
        span,
        (("Inner", span), ("Outer", Span("b.asl", 9, 9, 9, 9))),
        (tile, replace(tile, name="u", words=())),
        (("average", "3"),),
    )
    made = Decider(Verdict.REFUTED)(task.property, task.case)
    result = replace(made, counterexample=example, reason=None, lemmas=("one", "two"))
    verdicts = VerdictCache(lambda _: Digest(b"meaning", b"places"))
    verdicts.put(task.property, result)
    assert verdicts.get(task.property, task.case) == replace(result, cached=True)


def test_the_same_text_elsewhere(tmp_path: Path) -> None:
    """A counterexample names places: those of the files that are loaded."""
    found: list[Result] = []
    for folder in (tmp_path / "one", tmp_path / "one", tmp_path / "two"):
        paths = []
        for path in [*model_files(), *contract_files()]:
            text = path.read_text(encoding="utf-8")
            if path.stem == "TREM":
                text = text.replace("TileDataType_FP16, TileDataType_BF16", "TileDataType_FP16")
            copy = folder / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, encoding="utf-8")
            paths.append(copy)
        twin = Specification("twin", parse_files(paths, jobs=1))
        found += check(twin, tasks(twin, ["TREM"], ["type-domain"]), Options(timeout=20))
    assert {r.verdict for r in found} == {Verdict.REFUTED}
    assert [r.cached for r in found] == [False, True, False]
    assert found[1] == replace(found[0], cached=True)
    assert str(tmp_path / "one") not in str(found[2])
