"""The symbolic interpretation agrees with the concrete one.

Given constants only, it must end as the machine does: with the same globals, or by the same error
at the same place. Given unknowns, what it computes must have, for any choice of them, the value
that the machine computes with that choice.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concrete.choosers import Replay
from concrete.machine import Machine
from parser.asl import parse
from parser.loader import parse_files
from parser.source import Source
from proofs.execute import Evaluator
from proofs.state import State
from proofs.symbolic import Draw, Obligation
from semantics import types
from semantics.library import STDLIB
from semantics.primitives import PRIMITIVES
from semantics.program import Program
from semantics.specification import shipped
from semantics.term_values import evaluate
from semantics.types import Type
from semantics.values import DynamicError, Vec
from tests.proofs.random_programs import Writer

TESTS = Path(__file__).parents[1]
PRINTING = [
    TESTS / "programs" / "printing" / f"{n}.asl" for n in ("evaluation_order", "parts", "text")
]
PROGRAMS = [*sorted((TESTS / "programs").glob("*.asl")), *PRINTING]
SUPPORT = TESTS / "model" / "support.asl"
MODEL_TESTS = sorted(f for f in (TESTS / "model").glob("*.asl") if f != SUPPORT)


def silent(_: str) -> None:
    """Where programs of this module print to."""


def load(text: str, intrinsics: bool = True) -> Program:
    (library,) = parse_files([STDLIB])
    return Program([parse(Source("unit.asl", text))], library.unit, intrinsics)


def machine_of(program: Program, tracing: bool = False) -> Machine:
    return Machine(program, output=silent, tracing=tracing)


class Interpreter(Evaluator):
    """Interprets every call, whereas an Evaluator has the machine run what is known."""

    def _is_known(self, key: str, args: list[Any], state: State) -> bool:
        return False


EVALUATORS: list[type[Evaluator]] = [Evaluator, Interpreter]


def same_end(concrete: Program, symbolic: Program, kind: type[Evaluator]) -> None:
    """Both run `main` without an error and end in one state."""
    machine = machine_of(concrete)
    machine.call("main")
    other = machine_of(symbolic)
    evaluator = kind(symbolic, other)
    end = evaluator.run("main", [])
    assert end.path.term is True
    assert all(o.condition is True for o in evaluator.obligations)
    assert end.globals == {name: machine[name] for name in end.globals}


# ---------------------------------------------------------------- programs


@pytest.mark.parametrize("kind", EVALUATORS)
@pytest.mark.parametrize("file", PROGRAMS, ids=lambda f: f.name)
def test_programs(file: Path, kind: type[Evaluator]) -> None:
    (library, unit) = parse_files([STDLIB, file])
    programs = [Program([unit.unit], library.unit) for _ in range(2)]
    same_end(programs[0], programs[1], kind)


@pytest.mark.parametrize("kind", EVALUATORS)
@pytest.mark.parametrize("file", MODEL_TESTS, ids=lambda f: f.name)
def test_programs_on_the_model(file: Path, kind: type[Evaluator]) -> None:
    specification, extra = shipped(), parse_files([SUPPORT, file])
    same_end(specification.program(extra), specification.program(extra), kind)


# ---------------------------------------------------------------- errors

HEAD = """\
type Colour of enumeration { Red, Green };
type Point of record { x: integer, y: bits(8) };
type Oops of exception { n: integer };
var cells: array [[4]] of bits(8);
var point: Point;
pure func Id(n: integer) => integer
begin
    return n;
end;
pure func Word{N}(n: integer) => bits(N)
begin
    return n[N-1:0];
end;
"""

FAILING = [
    ("ASSERTION", "assert Id(1) == 2;"),
    ("UNREACHABLE", "if Id(1) == 1 then unreachable; end;"),
    ("CASE-NO-MATCH", "case Id(3) of when 1 => pass; when {4..9} => pass; end;"),
    ("CAST-RANGE", "let x = Id(9) as integer{0..3, 10};"),
    ("CAST-WIDTH", "let n = Id(9) as {8..9};\n    let x = Word{8}(1) as bits(n);"),
    ("INDEX-RANGE", "let x = cells[[Id(4)]];"),
    ("INDEX-RANGE", "let x = cells[[Id(-1)]];"),
    ("INDEX-RANGE", "cells[[Id(7)]] = Word{8}(1);"),
    ("INDEX-RANGE", "cells[[Id(7)]][Id(9) +: 2] = '11';"),
    ("SLICE-RANGE", "let x = cells[[0]][Id(7) +: 2];"),
    ("SLICE-RANGE", "cells[[Id(1)]][Id(7) +: 2] = '11';"),
    ("SLICE-RANGE", "point.y[Id(-1) +: 1] = '1';"),
    ("SLICE-RANGE", "let x = Id(5)[Id(-1) +: 2];"),
    ("SLICE-OVERLAP", "point.y[Id(0) +: 2, 1] = '111';"),
    ("WIDTH-NEGATIVE", "let n = Id(-1) as {-1..8};\n    var x: bits(n);"),
    ("WIDTH-NEGATIVE", "let n = Id(-1) as {-1..8};\n    let x = Ones{n};"),
    ("SIZE-LIMIT", "let n = Id(2 ^ 29) as {0..2^30};\n    let x = Ones{n};"),
    ("ARRAY-LENGTH", "let n = Id(-1) as {-1..8};\n    var x: array [[n]] of integer;"),
    ("ARGUMENT-DOMAIN", "let x = FloorLog2(Id(0));"),
    ("DIV-NOT-POSITIVE", "if Id(3) IN {3, 6 DIV Id(0)} then return 1; end;"),
    ("DIV-NOT-POSITIVE", "let x = 1 + (Id(4) DIVRM Id(0));"),
    ("DIV-NOT-POSITIVE", "let x = Id(4) MOD Id(-2);"),
    ("DIV-NOT-POSITIVE", "let x = Id(4) DIV Id(0);"),
    ("DIV-INEXACT", "let x = Id(7) DIV Id(2);"),
    ("NEGATIVE-EXPONENT", "let x = Id(2) ^ Id(-1);"),
    ("NEGATIVE-EXPONENT", "let x = Id(2) << Id(-1);"),
    ("FLOAT-FORMAT", "let x = FloatSqrt(Id(-1), 0, Word{64}(3));"),
    ("FLOAT-MODE", "let x = FloatSqrt(0, Id(6), Word{64}(3));"),
    ("FLOAT-WIDTH", "let x = FloatToUnsigned(0, 0, Id(65), Word{64}(3));"),
    ("NEGATIVE-SHIFT", "let x = LSL{8}(Word{8}(3), Id(-1));"),
    ("EXTEND-NARROWER", "let x = ZeroExtend{4}(Word{8}(3));"),
    ("REPLICATE-WIDTH", "let x = Replicate{9}(Word{2}(3));"),
    ("LOOP-LIMIT", "var i: integer = Id(9);\n    while i > 0 looplimit 3 do i = i - 1; end;"),
    ("LOOP-LIMIT", "var i: integer = Id(9);\n    repeat i = i - 1; until i == 0 looplimit 3;"),
    ("LOOP-LIMIT", "for i = 1 to Id(9) looplimit 3 do point.x = i; end;"),
    ("UNCAUGHT", "if Id(1) == 1 then throw Oops{n = 1}; end;"),
    ("REAL-DIV-ZERO", "let x = 1.0 / (Real(Id(0)) * 2.0);"),
    ("REAL-POW-ZERO", "let x = Real(Id(0)) ^ -1;"),
    ("ASSERTION", "let x = CeilLog2(Id(0));"),
]


def failing(statements: str) -> Program:
    return load(f"{HEAD}func main() => integer\nbegin\n    {statements}\n    return 0;\nend;\n")


@pytest.mark.parametrize(("code", "statements"), FAILING, ids=[f"{c} {s[:30]}" for c, s in FAILING])
@pytest.mark.parametrize("tracing", [False, True], ids=["", "traced"])
@pytest.mark.parametrize("kind", EVALUATORS)
def test_errors(code: str, statements: str, tracing: bool, kind: type[Evaluator]) -> None:
    with pytest.raises(DynamicError) as caught:
        machine_of(failing(statements), tracing).call("main")
    error = caught.value
    assert error.code == code
    program = failing(statements)
    evaluator = kind(program, machine_of(program))
    end = evaluator.run("main", [], traced=tracing)
    assert end.path.term is False
    (broken,) = (o for o in evaluator.obligations if o.condition is not True)
    assert (broken.path, broken.condition) == (True, False)
    check_place(broken, error)


def check_place(broken: Obligation, error: DynamicError) -> None:
    assert (broken.code, broken.span) == (error.code, error.stack[0][1])
    assert [name for name, _ in broken.stack] == [name for name, _ in error.stack]


def test_every_error_is_covered() -> None:
    required = {r.code for p in PRIMITIVES.values() for r in p.requires}
    assert required <= {code for code, _ in FAILING}


# ---------------------------------------------------------------- unknowns


@dataclass(frozen=True)
class Run:
    """A symbolic run of a program, and a machine to compare it with."""

    machine: Machine
    evaluator: Evaluator
    end: State
    initial: dict[str, Any]

    @classmethod
    def of(cls, text: str, intrinsics: bool = True) -> Run:
        program = load(text, intrinsics)
        machine = machine_of(program, tracing=True)
        evaluator = Evaluator(program, machine)
        end = evaluator.run("main", [], traced=True)
        return cls(machine, evaluator, end, {name: machine[name] for name in program.globals})

    def agrees(self, chosen: Sequence[Any]) -> str:
        """Compare under this choice of all unknowns; the outcome."""
        given = {f"draw{i}": value for i, value in enumerate(chosen)}
        drawn = [
            value
            for draw, value in zip(self.evaluator.draws, chosen, strict=True)
            if evaluate(draw.path, given)
        ]
        broken = [o for o in self.evaluator.obligations if evaluate(o.violation, given)]
        self.machine.restore(self.initial)
        self.machine.choose_with(Replay(drawn))
        self.machine.trace.start()
        error = outcome(self.machine)
        if error is not None:
            check_place(broken[0], error)
            return error.code
        assert not broken
        assert evaluate(self.end.path.term, given) is True
        events = [
            (e.kind, e.variable, evaluate(e.index, given))
            for e in self.end.events or ()
            if evaluate(e.path, given)
        ]
        assert events == [(e.kind, e.variable, e.index) for e in self.machine.trace.events]
        for name, before in self.initial.items():
            assert value_of(self.end.globals.get(name, before), given) == self.machine[name]
        return "ok"


def outcome(machine: Machine) -> DynamicError | None:
    """The error with which `main` ends, if it does."""
    try:
        machine.call("main")
    except DynamicError as error:
        return error
    return None


def value_of(value: Any, given: dict[str, Any]) -> Any:
    if isinstance(value, tuple):
        return tuple(value_of(v, given) for v in value)
    if isinstance(value, Vec):
        return Vec.of([value_of(v, given) for v in value], value_of(value.default, given))
    return evaluate(value, given)


def choice(draw: Draw, source: random.Random) -> Any:
    """A value of an unknown, often an extreme one."""
    type: Type = draw.type
    match type:
        case types.BoolType():
            return source.random() < 0.5
        case types.BitsType(width=int(width)):
            full = (1 << width) - 1
            return source.choice([0, full, source.randint(0, full), source.randint(0, full)])
        case types.EnumType(labels=labels):
            return source.randrange(len(labels))
        case types.IntType(ranges=ranges) if ranges is not None:
            chosen = source.choice(ranges)
            assert isinstance(chosen.low, int) and isinstance(chosen.high, int)
            return source.randint(chosen.low, chosen.high)
        case _:
            return source.randint(-12, 12)


def compare(text: str, seed: int, samples: int = 6) -> list[str]:
    """The outcomes under several random choices, after comparing them."""
    run, source = Run.of(text), random.Random(seed)
    return [
        run.agrees([choice(draw, source) for draw in run.evaluator.draws]) for _ in range(samples)
    ]


@settings(max_examples=120, deadline=None)
@given(size=st.integers(1, 5), seed=st.integers(0, 1 << 32))
def test_random_programs(size: int, seed: int) -> None:
    compare(Writer(seed, size).program(), seed)


def test_random_programs_both_end_and_fail() -> None:
    """The generator is worth its name."""
    outcomes = {o for seed in range(60) for o in compare(Writer(seed, 3).program(), seed)}
    assert {"ok", "INDEX-RANGE", "DIV-NOT-POSITIVE", "CASE-NO-MATCH", "ASSERTION"} <= outcomes


@pytest.mark.parametrize(
    "file", sorted((TESTS / "programs" / "unknown").glob("*.asl")), ids=lambda f: f.name
)
def test_programs_of_unknowns(file: Path) -> None:
    outcomes = compare(file.read_text("utf-8"), seed=1, samples=60)
    assert "ok" in outcomes
