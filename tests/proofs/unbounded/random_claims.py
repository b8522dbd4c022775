"""Claims about loops of unknown length, made at random: most do not hold.

`python -m tests.proofs.unbounded.random_claims [FIRST] [LAST]` tries those with these numbers, and
prints how many are proved; it fails if one that is proved fails in a run.
"""

from __future__ import annotations

import random
import sys

from concrete.choosers import Random
from concrete.machine import Machine
from parser.asl import parse
from parser.loader import parse_files
from parser.source import Source
from proofs.solver import Solver
from proofs.unbounded.question import EveryShape
from semantics.library import STDLIB
from semantics.program import Program
from semantics.values import DynamicError

RUNS = 25
"""With how many random inputs a claim that is proved is run."""

DECLARED = """
constant N = 4110;
type Words of array [[N]] of bits(8);
var _Words: Words;
var _Other: Words;

func Shape() => integer{0..4100}
begin
    return ARBITRARY: integer{0..4100};
end;

pure func Folded(word: bits(8)) => bits(8)
begin
    var result = Zeros{8};
    for k = 0 to 1 do
        if word[k] == '1' then result = result + word; end;
    end;
    return result;
end;

func Exchange()
begin
    let words = _Words;
    _Words = _Other;
    _Other = words;
end;
"""


class Claim:
    """The text of one claim."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def text(self) -> str:
        """An ASL unit with a function `Claim`."""
        loops = "".join(self._loop() for _ in range(self._random.choice([1, 1, 2])))
        return f"""{DECLARED}
func Claim()
begin
    _Words = ARBITRARY: Words;
    _Other = ARBITRARY: Words;
    let (n, m) = (Shape(), Shape());
    let up = ARBITRARY: boolean;
    let before = _Words;
    var all = TRUE;
    var some = FALSE;
    var flags = Zeros{{5}};
    var last: integer = 0;
{loops}{self._assertion()}end;
"""

    def _pick(self, *choices: str) -> str:
        return self._random.choice(choices)

    def _place(self) -> str:
        return self._pick("i", "i", "i", "i", "i + 1", "i DIVRM 2", "0", "(n - 1) - i", "last")

    def _at(self, array: str) -> str:
        return f"{array}[[({self._place()}) as integer{{0..N-1}}]]"

    def _value(self) -> str:
        return self._pick(
            "Zeros{8}", self._at("before"), f"{self._at('_Words')} + 1", self._at("_Other"),
            self._at("_Words"), "ARBITRARY: bits(8)", "(i MOD 7)[7:0]", f"{self._at('before')} + 1",
            f"Folded({self._at('before')})", f"Folded({self._at('_Other')})",
        )  # fmt: skip

    def _condition(self) -> str:
        return self._pick(
            f"{self._at('_Other')} == Zeros{{8}}", f"{self._at('before')}[0] == '1'", "up",
            "i MOD 2 == 0", "i < m", f"{self._at('_Words')} == {self._at('_Other')}", "some",
        )  # fmt: skip

    def _statement(self) -> str:
        write = f"{self._at('_Words')} = {self._value()};"
        return self._pick(
            write, write, write,
            f"if {self._condition()} then {write} end;",
            f"if {self._condition()} then {write} else {self._at('_Words')} = Zeros{{8}}; end;",
            f"all = all && {self._condition()};",
            f"some = some || {self._condition()};",
            f"flags = flags OR {self._at('_Other')}[4:0];",
            f"last = {self._place()};",
            f"if {self._condition()} then return; end;",
            "_Words = _Other;",
            "Exchange();",
        )  # fmt: skip

    def _loop(self) -> str:
        body = "".join(f"        {self._statement()}\n" for _ in range(self._random.choice([1, 2])))
        return f"    for i = {self._pick('0', '0', '1')} to n - 1 do\n{body}    end;\n"

    def _assertion(self) -> str:
        within = self._pick(
            f"{self._at('_Words')} == {self._value_known()}",
            f"{self._at('_Words')} == {self._value_known()}",
            f"!all || {self._condition()}",
            f"some || !({self._condition()})",
            f"(flags AND {self._at('_Other')}[4:0]) == {self._at('_Other')}[4:0]",
        )
        return f"    for i = 0 to n - 1 do\n        assert {within};\n    end;\n"

    def _value_known(self) -> str:
        return self._pick(
            "Zeros{8}", self._at("before"), f"{self._at('before')} + 1", self._at("_Other"),
            "(i MOD 7)[7:0]", f"Folded({self._at('before')})",
        )  # fmt: skip


def is_proved(seed: int) -> bool:
    """Whether a claim is proved. Raises AssertionError if it is, and fails in a run."""
    text = Claim(seed).text()
    (library,) = parse_files([STDLIB])
    program = Program([parse(Source("claim.asl", text))], library.unit)
    machine = Machine(program, output=lambda _: None)
    question = EveryShape(program, machine, Solver(2.0).alone())
    if question.why_not("Claim", [], frozenset({"claim.asl"})) is not None:
        return False
    for run in range(RUNS):
        machine = Machine(program, output=lambda _: None, chooser=Random(run))
        try:
            machine.call("Claim")
        except DynamicError as error:
            why = f"proved, but fails with {error.code} in run {run}:\n{text}"
            raise AssertionError(why) from error
    return True


def main(first: int = 0, last: int = 500) -> None:
    proved = sum(is_proved(seed) for seed in range(first, last))
    print(f"{last - first} claims, {proved} proved, none of these fails")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
