"""What makes proofs short, on against off: summaries of loops, and intrinsics of the library."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from concrete.choosers import Replay
from concrete.machine import Machine
from parser.asl import parse
from parser.loader import parse_files
from parser.source import Source
from proofs.execute import Evaluator
from proofs.summaries import Summaries, summary_files
from semantics.library import STDLIB
from semantics.program import Program
from semantics.term_values import evaluate
from tests.proofs.random_programs import Writer
from tests.proofs.test_agreement import Run, choice, load, machine_of, outcome, silent, value_of
from tests.proofs.test_summaries import DIVISION, MODULO, MULTIPLICATION

SAMPLES = 6
NAMES = ("DivideWordUnsigned", "MultiplyWord", "FloorModulo")


def check(seed: int) -> Counter[str]:
    """Outcomes by rule; raises AssertionError where a rule changes one."""
    return _intrinsics(seed) if seed % 2 else _summaries(seed)


# ---------------------------------------------------------------- intrinsics


def _intrinsics(seed: int) -> Counter[str]:
    """A formula with the library's intrinsics, and a machine that runs the library's own text."""
    text, source = Writer(seed, 1 + seed % 4).program(), random.Random(seed)
    run, machine = Run.of(text), machine_of(load(text, intrinsics=False))
    found: Counter[str] = Counter()
    for _ in range(SAMPLES):
        chosen = [choice(draw, source) for draw in run.evaluator.draws]
        with_intrinsics = run.agrees(chosen)
        given = {f"draw{i}": value for i, value in enumerate(chosen)}
        draws = zip(run.evaluator.draws, chosen, strict=True)
        machine.restore(run.initial)
        machine.choose_with(Replay([v for draw, v in draws if evaluate(draw.path, given)]))
        error = outcome(machine)
        assert with_intrinsics == ("ok" if error is None else error.code), text
        for name in run.initial:
            assert machine[name] == run.machine[name], f"{name} under {chosen}:\n{text}"
        found[f"intrinsics: {with_intrinsics}"] += 1
    return found


# ---------------------------------------------------------------- summaries


def _text(source: random.Random) -> str:
    """A program of words, whose functions have loops that summaries stand for."""
    names = ["a", "b"]

    def word() -> str:
        if source.random() < 0.2:
            return f"{source.getrandbits(source.choice([1, 8, 64]))}[63:0]"
        return source.choice(names)

    lines = []
    for number in range(source.choice([1, 2, 3])):
        first = word() if number else "a"  # of known words alone no summary is needed
        lines.append(f"    r{number} = {source.choice(NAMES)}({first}, {word()});")
        names.append(f"r{number}")
    declared = "".join(f"var r{number}: bits(64);\n" for number in range(3))
    inputs = "".join(f"    let {name} = ARBITRARY: bits(64);\n" for name in "ab")
    body = inputs + "\n".join(lines)
    main = f"{declared}func main() => integer\nbegin\n{body}\n    return 0;\nend;\n"
    return DIVISION + MULTIPLICATION + MODULO + main


def _load(text: str) -> Program:
    (library,) = parse_files([STDLIB])
    units = [parse(Source("unit.asl", text)), *(file.unit for file in summary_files())]
    return Program(units, library.unit)


def _summaries(seed: int) -> Counter[str]:
    """What a formula with summaries computes is what the machine does round by round."""
    source = random.Random(seed)
    text = _text(source)
    program = _load(text)
    machine = Machine(program, output=silent)
    initial = {name: machine[name] for name in program.globals}
    evaluator = Evaluator(program, machine)
    # tests/proofs/test_summaries.py proves them of these very functions.
    summaries = Summaries(program, machine, kept=lambda function: True)
    evaluator.summary_of = summaries.of
    end = evaluator.run("main", [])
    assert summaries.used, text
    found: Counter[str] = Counter()
    for _ in range(SAMPLES):
        chosen: list[Any] = [choice(draw, source) for draw in evaluator.draws]
        given = {f"draw{i}": value for i, value in enumerate(chosen)}
        broken = any(evaluate(each.violation, given) for each in evaluator.obligations)
        machine.restore(initial)
        machine.choose_with(Replay(chosen))
        error = outcome(machine)
        assert broken == (error is not None), text
        if error is None:
            for name, before in initial.items():
                value = value_of(end.globals.get(name, before), given)
                assert value == machine[name], f"{name} under {chosen}:\n{text}"
        found[f"summaries: {'ok' if error is None else error.code}"] += 1
    return found
