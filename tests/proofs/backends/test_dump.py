"""Files of queries: names that can't leave their folder, and records of all that is written."""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from proofs.backends.dump import PARTS, Dump, Record, plain_name, records
from proofs.backends.query import Query, encode
from proofs.encode import Theory
from semantics import term_arithmetic as ta
from semantics import terms as t
from semantics.formats import FORMATS
from semantics.term_floats import FloatOperation

N = t.variable("n", t.INT, (2, 1000))
F = t.variable("f", t.bv_sort(32))


def query(limit: int = 5) -> Query:
    condition = ta.lt(N, limit)
    assert isinstance(condition, t.Term)
    return encode(condition, Theory.LINEAR)


@pytest.mark.parametrize("name", ["TREM-range-S32-1-1", "lemma-UDiv", "a.b+c"])
def test_plain_names_stay(name: str) -> None:
    assert plain_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/x",
        "/etc/x",
        "a/b",
        "..",
        ".",
        ".hidden",
        "a\0b",
        "a\nb",
        "é",
        "\\\\host\\x",
        "x" * 500,
    ],
)
def test_other_names_name_no_other_folder(name: str) -> None:
    plain = plain_name(name)
    assert plain != name
    assert Path(plain).name == plain
    assert not plain.startswith(".")
    assert plain.isascii() and plain.isprintable() and len(plain) < 230


def test_different_names_stay_different() -> None:
    names = ["a/b", "a_b", "a\\b", "a:b", "../a_b"]
    assert len({plain_name(each) for each in names}) == len(names)


def test_nothing_is_written_outside(tmp_path: Path) -> None:
    folder = tmp_path / "queries"
    folder.mkdir()
    Dump(folder, "../outside", {"contract": "../C"}).write(query(), "sat", "z3 0", ["is it"])
    assert [each.name for each in tmp_path.iterdir()] == ["queries"]
    (record,) = records(folder)
    assert (folder / record.file).is_file()


def test_links_in_the_way_are_not_followed(tmp_path: Path) -> None:
    folder, victim = tmp_path / "queries", tmp_path / "victim"
    folder.mkdir()
    victim.write_text("mine")
    (folder / "q-001-linear.smt2").symlink_to(victim)
    Dump(folder, "q").write(query(), "sat", "z3 0", [])
    assert victim.read_text() == "mine"
    assert not (folder / "q-001-linear.smt2").is_symlink()
    part = folder / PARTS.replace("*", str(os.getpid()))
    part.unlink()
    part.symlink_to(victim)
    with pytest.raises(OSError, match="symbolic links"):
        Dump(folder, "q").write(query(), "sat", "z3 0", [])
    assert victim.read_text() == "mine"


def test_records(tmp_path: Path) -> None:
    dump = Dump(tmp_path, "C-p-S32", {"contract": "C", "property": "p"}, {"data_type": "S32"})
    dump.write(query(), "unsat", "z3 0", ["is it", "obligation: A at b.asl:1:1"])
    dump.write(query(), "unknown", "", ["what"])
    first, second = records(tmp_path)
    content = (tmp_path / "C-p-S32-001-linear.smt2").read_bytes()
    assert first == Record(
        "C-p-S32-001-linear.smt2", sha256(content).hexdigest(), "unsat", "linear integers", "z3 0",
        "is it", {"contract": "C", "property": "p"}, {"data_type": "S32"},
        ["obligation: A at b.asl:1:1"],
    )  # fmt: skip
    assert content.decode().startswith(
        "; contract: C\n; property: p\n; case: data_type=S32\n; asks: is it\n"
        "; obligation: A at b.asl:1:1\n; theory: linear integers\n(set-logic ALL)\n"
        "(set-info :status unsat)\n"
    )
    assert (second.expected, second.solver, second.asks) == ("unknown", "", "what")
    assert records(tmp_path) == []
    assert list(tmp_path.glob(PARTS)) == []


def test_the_text_is_the_one_that_was_answered(tmp_path: Path) -> None:
    operation = FloatOperation("add", FORMATS["FP32"].code)
    total = t.node("float", (F, t.node("float", (F, F), F.sort, operation)), F.sort, operation)
    condition = t.eq(F.sort, total, 0x4000_0000)
    assert isinstance(condition, t.Term)
    asked = encode(condition, Theory.BITS)
    assert not asked.exact
    for solver, own in (("z3 0", True), ("cvc5 0", False), ("", True)):
        Dump(tmp_path, f"q{solver[:2]}").write(asked, "sat", solver, [])
        text = (tmp_path / f"q{solver[:2]}-001-bits.smt2").read_text()
        assert ("fp.to_ieee_bv" in text) is own


def test_half_a_line_and_a_foreign_line_are_passed_over(tmp_path: Path) -> None:
    Dump(tmp_path, "q").write(query(), "sat", "z3 0", [])
    (part,) = tmp_path.glob(PARTS)
    whole = part.read_text()
    foreign = json.dumps({"file": "q", "and": "more"})
    (tmp_path / "records-1.part").write_text(f"{whole[:40]}\n[]\n7\n{foreign}\n{{")
    assert [each.file for each in records(tmp_path)] == ["q-001-linear.smt2"]


def _write_many(folder: Path, ready: Callable[[], object], status: str) -> None:
    ready()
    for number in range(25):
        dump = Dump(folder, f"lemma-{number}")
        dump.write(query(), "sat" if status == "sat" else "unknown", "z3 0", [])


def test_processes_write_the_same_files(tmp_path: Path) -> None:
    """With different answers: what is recorded is what is there."""
    context = multiprocessing.get_context("fork")
    barrier = context.Barrier(4)
    writers = [
        context.Process(target=_write_many, args=(tmp_path, barrier.wait, status))
        for status in ("sat", "unknown", "sat", "unknown")
    ]
    for each in writers:
        each.start()
    for each in writers:
        each.join()
    assert [each.exitcode for each in writers] == [0, 0, 0, 0]
    found = records(tmp_path)
    assert len(found) == 25
    for record in found:
        text = (tmp_path / record.file).read_text()
        assert f"(set-info :status {record.expected})" in text
        assert sha256(text.encode()).hexdigest() == record.sha256
    assert len(list(tmp_path.iterdir())) == 25
