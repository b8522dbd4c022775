"""Emitted code that is kept: what comes back is what was put, and what is forged gets nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from concrete.code import Code, ForeignCode, Places, compiled, pack, unpack
from concrete.machine import Machine
from parser.asl import parse
from parser.cache import Cache
from parser.loader import parse_files
from parser.source import Source, Span
from semantics.library import STDLIB
from semantics.program import Program
from semantics.values import DynamicError

TEXT = """
var _a: array [[40]] of bits(70000);
var _b: real = 1.5;
type E of enumeration { P, Q };
func Work(n: integer) => integer
begin
    var big = Ones{70000};
    big[n] = '0';
    _a[[n]] = NOT big;
    _b = _b + 0.25;
    assert n < 30;
    return UInt(_a[[n]]);
end;
func Large() => integer
begin
    return 2 ^ 20000 - 1;
end;
func Choose() => E
begin
    return ARBITRARY: E;
end;
"""


def machine(cache: Path) -> Machine:
    (library,) = parse_files([STDLIB])
    program = Program([parse(Source("text.asl", TEXT))], library.unit, digest=b"of this text")
    return Machine(program, cache=Cache(cache))


def entries(cache: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in cache.rglob("*") if path.is_file()}


def test_kept_code_does_the_same(tmp_path: Path) -> None:
    for _ in range(2):
        found = machine(tmp_path)
        assert found.call("Work", 3) == 8
        assert found.call("Large") == 2**20000 - 1
        assert found.call("Choose") == 0
        assert str(found["_b"]) == "7/4"
        with pytest.raises(DynamicError) as caught:
            found.call("Work", 35)
        assert [(n, s.line) for n, s in caught.value.stack] == [("Work", 11)]
        with pytest.raises(DynamicError) as caught:
            found.call("Work", 40)
        assert (caught.value.code, [s.column for _, s in caught.value.stack]) == (
            "INDEX-RANGE",
            [5],
        )
    assert entries(tmp_path)


def test_nothing_is_lowered_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine(tmp_path).call("Work", 3)
    again = machine(tmp_path)
    monkeypatch.setattr(Program, "function", lambda *_: pytest.fail("it is lowered again"))
    assert again.call("Work", 3) == 8


def test_a_program_of_unknown_text_keeps_nothing(tmp_path: Path) -> None:
    found = Machine(
        Program([parse(Source("a.asl", "func F() begin pass; end;"))]), cache=Cache(tmp_path)
    )
    found.call("F")
    assert entries(tmp_path) == {}


CODE = Code(
    "F",
    "def f_F(v_a): return v_a",
    Places.of([Span("a.asl", 1, 2, 3, 4)]),
    Places.of([Span("b.asl", 5, 6, 7, 8), Span("a.asl", 9, 10, 11, 12)]),
    3,
)


def test_what_is_packed_is_unpacked() -> None:
    content = pack(CODE)
    assert content is not None
    again = unpack(content)
    assert (again.title, again.text, again.recurse_limit) == ("F", CODE.text, 3)
    assert [again.failures[i] for i in range(2)] == [
        Span("b.asl", 5, 6, 7, 8),
        Span("a.asl", 9, 10, 11, 12),
    ]
    assert [again.lines[0]] == [Span("a.asl", 1, 2, 3, 4)]
    assert pack(Code("F", "", CODE.lines, CODE.lines, None, {"k0_f_F": object()})) is None


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"[]", b"7", b"[1,2,3,4,5,6,7]", b'["F",7,null,[],[],[],[]]',
     b'["F","x",null,[],["y"],[],[]]', b'["F","x",null,[],[0,1,1,1,1],[],[]]', b"[" * 9999],
)  # fmt: skip
def test_what_is_no_code_is_refused(content: bytes) -> None:
    with pytest.raises(ForeignCode):
        unpack(content)


FORGED = [
    "import os",
    "open('x', 'w')",
    "__import__('os').system('true')",
    "().__class__.__base__.__subclasses__()",
    "def f_F(): return fail.__globals__",
    "def f_F(): return (lambda: [].append)()",
    "'{0.__class__}'.format(fail)",
    "exec('1')",
    "print(1)",
    "class f_F: pass",
    "from sys import modules as f_F",
    "def f_F(v_x=print): return v_x",
    "f_F = [each for each in ().__class__.__mro__]",
    "def f_F(): global __builtins__; __builtins__ = 1",
    "@eval\ndef f_F(): return 1",
    "async def f_F(): return await g_x.send(None)",
]


@pytest.mark.parametrize("text", FORGED)
def test_forged_code_is_not_run(text: str) -> None:
    with pytest.raises(ForeignCode):
        compiled(text, {"fail"})


def test_python_itself_is_out_of_reach() -> None:
    found = Machine(Program([]))
    assert set(found._namespace["__builtins__"]) == {"min", "range"}


@pytest.mark.parametrize("text", [*FORGED, "def f_Large(", "x" * 100, "((((" * 500, "", "f_F = 1"])
def test_a_forged_entry_is_replaced(text: str, tmp_path: Path) -> None:
    machine(tmp_path).call("Large")
    before = entries(tmp_path)
    (path,) = before
    forged = pack(Code("Large", text, CODE.lines, CODE.lines))
    assert forged is not None
    key = path.parent.name + path.name
    Cache(tmp_path).put(key, forged)
    assert machine(tmp_path).call("Large") == 2**20000 - 1
    assert entries(tmp_path) == before
