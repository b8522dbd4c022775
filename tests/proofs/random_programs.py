"""Random ASL programs over integers, vectors, arrays and records, with unknown inputs.

All of them obey the static rules. What they compute ends up in globals. They may fail: by index,
slice, division, cast or assertion.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")

PRELUDE = """\
type Pair of record { n: integer, w: bits(8) };
type Stop of exception { n: integer, w: bits(8) };
type Halt of exception {-};

var g: integer;
var gw: bits(8);
var gx: bits(4);
var cells: array [[4]] of bits(8);
var counts: array [[3]] of integer;
var pair: Pair;
var log: integer;
"""

HELPERS = """
func Note(n: integer) => integer
begin
    log = (log * 10 + (n MOD 7)) MOD 1000000;
    return n;
end;

func Holds(n: integer) => boolean
begin
    log = (log * 10 + 9) MOD 1000000;
    if n MOD 3 == 0 then return TRUE; end;
    gw = gw + n;
    return n > 4;
end;

func Risky(n: integer) => integer
begin
    log = (log * 10 + 8) MOD 1000000;
    if n MOD 5 == 0 then throw Stop{n = n, w = gw}; end;
    if n MOD 11 == 3 then throw Halt{-}; end;
    pair.w = pair.w + n;
    return n + 1;
end;
"""


class Writer:
    """Writes one program; `size` bounds its statements."""

    def __init__(self, seed: int, size: int) -> None:
        self.random = random.Random(seed)
        self.size = size
        self.lines: list[str] = []
        self.depth = 1
        self.ints = ["g", "pair.n", "log"]
        self.words = ["gw", "pair.w"]
        self.fresh = 0
        self.in_function = False
        self.reading = False

    @contextmanager
    def only_reading(self) -> Iterator[None]:
        """What is written meanwhile has no effects, as the rules want it of some expressions."""
        before, self.reading = self.reading, True
        yield
        self.reading = before

    def program(self) -> str:
        """The text of a whole program; `main` takes the inputs."""
        texts = [PRELUDE, HELPERS]
        for name in ("First", "Second"):
            texts.append(self.function(name))
        self.ints, self.words = ["g", "pair.n", "a", "b"], ["gw", "pair.w", "v"]
        self.lines, self.in_function = [], False
        self.put("var a: integer = ARBITRARY: integer{-6..9};")
        self.put("var b: integer = ARBITRARY: integer;")
        self.put("var v: bits(8) = ARBITRARY: bits(8);")
        self.put("gx = ARBITRARY: bits(4);")
        self.block(self.size)
        self.put("g = a + b * 3;")
        self.put("gw = gw XOR v;")
        body = "\n".join(self.lines)
        texts.append(f"func main() => integer\nbegin\n{body}\n    return a;\nend;\n")
        return "\n".join(texts)

    def function(self, name: str) -> str:
        self.ints, self.words = ["g", "pair.n", "m"], ["gw", "u"]
        self.lines, self.in_function = [], True
        self.put("var m: integer = n;")
        self.put("var u: bits(8) = w;")
        self.block(self.size // 2)
        body = "\n".join(self.lines)
        head = f"func {name}(n: integer, w: bits(8)) => integer"
        return f"{head}\nbegin\n{body}\n    return m;\nend;\n"

    # ------------------------------------------------------------ statements

    def put(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def name(self, hint: str) -> str:
        self.fresh += 1
        return f"{hint}{self.fresh}"

    def block(self, count: int) -> None:
        ints, words = list(self.ints), list(self.words)
        for _ in range(max(1, count)):
            self.statement(count // 2)
        self.ints, self.words = ints, words

    def nested(self, count: int) -> None:
        self.depth += 1
        self.block(count)
        self.depth -= 1

    def statement(self, inner: int) -> None:
        compound = [self.branch, self.branch, self.match, self.bounded, self.unbounded]
        compound += [self.leave, self.attempt]
        if inner > 0 and self.depth < 4 and self.random.random() < 0.5:
            self.random.choice(compound)(inner)
        else:
            self.pick(self.assign, self.assign, self.store, self.declare, self.check)

    def assign(self) -> None:
        if self.random.random() < 0.5:
            self.put(f"{self.random.choice(self.ints)} = {self.number(2)};")
        else:
            self.put(f"{self.random.choice(self.words)} = {self.word(2)};")

    def store(self) -> None:
        match self.random.randrange(6):
            case 0:
                self.put(f"cells[[{self.index(4)}]] = {self.word(2)};")
            case 1:
                self.put(f"counts[[{self.index(3)}]] = {self.number(2)};")
            case 2:
                self.put(
                    f"cells[[{self.index(4)}]][{self.position(7)} +: 2] = {self.word(1)}[3:2];"
                )
            case 3:
                self.put(f"gw[{self.position(5)} +: 4] = gx;")
            case 4:
                self.put(f"gw[7:6, 1:0] = {self.word(1)}[0, 3:1];")
            case _:
                self.put(f"pair = Pair{{n = {self.number(1)}, w = {self.word(1)}}};")

    def declare(self) -> None:
        if self.random.random() < 0.5:
            name = self.name("i")
            self.put(f"var {name}: integer = {self.number(2)};")
            self.ints.append(name)
        else:
            name = self.name("t")
            self.put(f"var {name}: bits(8) = {self.word(2)};")
            self.words.append(name)

    def check(self) -> None:
        if self.random.random() < 0.2:
            with self.only_reading():
                self.put(f"assert {self.truth(1)} || {self.truth(1)} || {self.truth(1)};")
        else:
            self.assign()

    def branch(self, inner: int) -> None:
        self.put(f"if {self.truth(2)} then")
        self.nested(inner)
        if self.random.random() < 0.3:
            self.put(f"elsif {self.truth(1)} then")
            self.nested(inner)
        if self.random.random() < 0.6:
            self.put("else")
            self.nested(inner)
        self.put("end;")

    def match(self, inner: int) -> None:
        self.put(f"case {self.number(1)} of")
        self.depth += 1
        where = f" where {self.truth(1)}" if self.random.random() < 0.4 else ""
        self.put(f"when {{0, 2..5}}{where} =>")
        self.nested(inner)
        self.put("when {<= -1} =>")
        self.nested(inner)
        if self.random.random() < 0.8:
            self.put("otherwise =>")
            self.nested(inner)
        self.depth -= 1
        self.put("end;")

    def bounded(self, inner: int) -> None:
        name = self.name("k")
        down = self.random.random() < 0.3
        limit = "2" if self.random.random() < 0.5 else f"UInt(gx[{self.random.randrange(3)} +: 2])"
        header = f"3 downto {limit}" if down else f"1 to {limit}"
        self.put(f"for {name} = {header} do")
        self.ints.append(name)
        self.nested_loop(name, inner)

    def nested_loop(self, name: str, inner: int) -> None:
        # The variable of a loop may be read, not assigned.
        self.ints.remove(name)
        self.depth += 1
        self.put(f"{self.random.choice(self.ints)} = {name} + {self.number(1)};")
        self.depth -= 1
        self.nested(min(inner, 2))
        self.put("end;")

    def unbounded(self, inner: int) -> None:
        name = self.name("c")
        self.put(f"var {name}: integer = UInt(gx) MOD 4;")
        limit = self.random.choice(["", " looplimit 3", " looplimit 9"])
        if self.random.random() < 0.5:
            self.put(f"while {name} > 0 && {self.truth(1)}{limit} do")
            self.depth += 1
            self.put(f"{name} = {name} - 1;")
            self.depth -= 1
            self.nested(min(inner, 2))
            self.put("end;")
        else:
            self.put("repeat")
            self.depth += 1
            self.put(f"{name} = {name} - 1;")
            self.depth -= 1
            self.nested(min(inner, 2))
            self.put(f"until {name} <= 0 || {self.truth(1)}{limit};")

    def leave(self, inner: int) -> None:
        if not self.in_function:
            self.branch(inner)
            return
        self.put(f"if {self.truth(1)} then")
        self.depth += 1
        self.assign()
        self.put(f"return {self.number(1)};")
        self.depth -= 1
        self.put("end;")

    def attempt(self, inner: int) -> None:
        self.put("try")
        self.nested(inner)
        if self.random.random() < 0.7:
            self.depth += 1
            self.put(f"{self.random.choice(self.ints)} = Risky({self.number(1)});")
            if self.random.random() < 0.3:
                self.put(f"if {self.truth(1)} then throw Halt{{-}}; end;")
            self.depth -= 1
        self.put("catch")
        self.depth += 1
        caught = self.name("e")
        self.put(f"when {caught}: Stop => gw = {caught}.w + {caught}.n;")
        if self.random.random() < 0.6:
            self.put("when Halt =>")
            self.nested(inner)
        elif self.random.random() < 0.7:
            self.put("otherwise =>")
            self.nested(inner)
        self.depth -= 1
        self.put("end;")

    # ------------------------------------------------------------ expressions

    def pick(self, *choices: Callable[[], T]) -> T:
        return self.random.choice(choices)()

    def index(self, size: int, depth: int = 1) -> str:
        if self.random.random() < 0.9:
            return f"({self.number(depth)}) MOD {size}"
        return f"UInt({self.word(depth)}[2:0])"

    def position(self, size: int, depth: int = 1) -> str:
        """The lowest bit of a slice."""
        with self.only_reading():
            return self.index(size, depth)

    def call(self, function: str, argument: str) -> str:
        """A call that has effects; its argument alone where there must be none."""
        return f"({argument})" if self.reading else f"{function}({argument})"

    def integer(self, depth: int) -> str:
        """Any number, for all that the static rules can tell: they refuse what must fail."""
        return f"({self.random.choice(self.ints)} - {self.number(depth)})"

    def number(self, depth: int) -> str:
        between = self.random.randint
        if depth == 0 or self.random.random() < 0.2:
            return self.random.choice([*self.ints, *self.ints, f"({between(-3, 12)})"])
        inner = depth - 1
        if self.random.random() < 0.03:
            return self.pick(
                lambda: f"({self.number(inner)} DIVRM {self.integer(inner)})",
                lambda: f"({self.number(inner)} MOD {self.integer(inner)})",
                lambda: f"({self.integer(inner)} DIV 2)",
                lambda: f"({self.number(inner)} as integer{{-40..400}})",
                lambda: self.call("Risky", self.number(inner)),
            )
        if not self.in_function and not self.reading and self.random.random() < 0.15:
            callee = self.random.choice(["First", "Second"])
            return f"{callee}({self.number(inner)}, {self.word(inner)})"
        return self.pick(
            lambda: f"({self.number(inner)} + {self.number(inner)})",
            lambda: f"({self.number(inner)} - {self.number(inner)})",
            lambda: f"((({self.number(inner)}) MOD 50) * {self.number(0)})",
            lambda: f"({self.number(inner)} * {between(-2, 3)})",
            lambda: f"({self.number(inner)} DIVRM {between(1, 5)})",
            lambda: f"({self.number(inner)} MOD {between(1, 9)})",
            lambda: f"UInt({self.word(inner)})",
            lambda: f"SInt({self.word(inner)})",
            lambda: f"(if {self.truth(inner)} then {self.number(inner)} else {self.number(inner)})",
            lambda: f"Min({self.number(inner)}, {self.number(inner)})",
            lambda: f"UInt(cells[[{self.index(4, inner)}]])",
            lambda: f"counts[[{self.index(3, inner)}]]",
            lambda: self.call("Note", self.number(inner)),
            lambda: f"(-({self.number(inner)}))",
            lambda: f"(2 ^ UInt({self.word(inner)}[1:0]))",
            lambda: "(ARBITRARY: integer{0..3})",
            lambda: "(ARBITRARY: integer{-4, 2..5})",
        )

    def word(self, depth: int) -> str:
        if depth == 0 or self.random.random() < 0.2:
            literal = f"'{self.random.randrange(256):08b}'"
            return self.random.choice([*self.words, *self.words, literal])
        inner = depth - 1
        position = self.random.randrange(5)
        operator = self.random.choice(["+", "-", "AND", "OR", "XOR"])
        shift = self.random.choice(["LSL", "LSR", "ASR", "ROR"])
        extend = self.random.choice(["ZeroExtend", "SignExtend"])
        return self.pick(
            lambda: f"({self.word(inner)} {operator} {self.word(inner)})",
            lambda: f"({self.word(inner)} {operator} {self.word(inner)})",
            lambda: f"(NOT {self.word(inner)})",
            lambda: f"({self.word(inner)} + {self.number(inner)})",
            lambda: f"({self.word(inner)}[{position} +: 4] :: {self.word(inner)}[3:0])",
            lambda: f"(gx :: {self.word(inner)}[7:4])",
            lambda: f"{extend}{{8}}({self.word(inner)}[{position}:0])",
            lambda: f"{shift}{{8}}({self.word(inner)}, UInt(gx))",
            lambda: f"(if {self.truth(inner)} then {self.word(inner)} else {self.word(inner)})",
            lambda: f"cells[[{self.index(4, inner)}]]",
            lambda: f"({self.number(inner)})[7:0]",
            lambda: f"({self.word(inner)}[{self.position(5, inner)} +: 4] :: gx)",
            lambda: "(ARBITRARY: bits(8))",
        )

    def truth(self, depth: int) -> str:
        if depth == 0 or self.random.random() < 0.3:
            operator = self.random.choice(["==", "!=", "<", "<=", ">", ">="])
            return f"({self.number(0)} {operator} {self.number(0)})"
        inner = depth - 1
        operator = self.random.choice(["&&", "||", "==>", "<=>"])
        return self.pick(
            lambda: f"({self.truth(inner)} {operator} {self.truth(inner)})",
            lambda: f"(!{self.truth(inner)})",
            lambda: self.holds(inner),
            lambda: f"({self.holds(inner)} {operator} {self.truth(inner)})",
            lambda: f"({self.truth(inner)} {operator} {self.holds(inner)})",
            lambda: f"({self.number(inner)} IN {{0..3, 7, >= 20}})",
            lambda: f"({self.word(inner)} == {self.word(inner)})",
            lambda: "(gx IN {'1xx0', '0011'})",
            lambda: "(ARBITRARY: boolean)",
        )

    def holds(self, depth: int) -> str:
        """A condition that has effects, where there may be some."""
        return f"({self.call('Holds', self.number(depth))}{' > 4' if self.reading else ''})"
