"""Random harnesses with few inputs, so that all of them can be tried.

They are made for what proofs leave out: claims about some unknowns under conditions on others,
procedures that only move what they are given, pure functions that are called again, conditions that
nothing meets.
"""

from __future__ import annotations

import random

SPECIFICATION = """\
type Kind of enumeration { KIND_A, KIND_B, KIND_C };
type Box of record { w: bits(2), n: integer, b: boolean, k: Kind };
type Oops of exception { w: bits(2) };

var grid: array [[4]] of bits(2);
var boxes: array [[2]] of Box;
var by_kind: array [[3]] of bits(2);
var wide: array [[5000]] of bits(2);
var marks: bits(5000);
var num: integer;
var word: bits(2);

pure func Twice(w: bits(2)) => bits(2)
begin
    return w + w;
end;
pure func Inverse(n: integer) => integer
begin
    return 6 DIVRM n;
end;
pure func Checked(n: integer, w: bits(2)) => integer
begin
    assert n != 3 || w != '10';
    return n + UInt(w);
end;
pure func Ones2(w: bits(2)) => integer
begin
    var sum: integer = 0;
    for i = 0 to 1 do
        if w[i] == '1' then sum = sum + 1; end;
    end;
    return sum;
end;
pure func Pick(b: boolean, x: bits(2), y: bits(2)) => bits(2)
begin
    if b then return x; end;
    return y;
end;
pure func Grade(k: Kind) => integer
begin
    case k of
        when KIND_A => return 1;
        when KIND_B => return 4;
    end;
end;
pure func Part(w: bits(2), n: integer) => bits(1)
begin
    return w[n];
end;
readonly func At(n: integer) => bits(2)
begin
    return grid[[n MOD 4]];
end;
readonly func Far(n: integer) => bits(2)
begin
    return wide[[(n MOD 4) * 1600]];
end;

func Rotate()
begin
    let first = grid[[0]];
    for i = 0 to 2 do grid[[i]] = grid[[i + 1]]; end;
    grid[[3]] = first;
end;
func Swap()
begin
    let box = boxes[[0]];
    boxes[[0]] = boxes[[1]];
    boxes[[1]] = box;
end;
func Clear()
begin
    for i = 0 to 3 do grid[[i]] = Zeros{2}; end;
end;
func Spread()
begin
    for i = 1 to 3 do grid[[i]] = grid[[0]]; end;
end;
func Unbox(i: integer)
begin
    word = boxes[[i MOD 2]].w;
    num = boxes[[i MOD 2]].n;
end;
func Put(i: integer, w: bits(2), n: integer)
begin
    boxes[[i MOD 2]].w = w;
    boxes[[i MOD 2]].n = n;
end;
func Count(i: integer)
begin
    boxes[[i MOD 2]].n = UInt(boxes[[i MOD 2]].w);
end;
func Sort()
begin
    by_kind[[if boxes[[0]].k == KIND_C then 2 else 1]] = boxes[[0]].w;
    word = by_kind[[1]];
    boxes[[1]].k = boxes[[0]].k;
end;
func Judge()
begin
    if boxes[[0]].b then grid[[1]] = boxes[[0]].w; end;
end;
func Refuse()
begin
    if boxes[[1]].b then throw Oops { w = boxes[[1]].w }; end;
    num = num + 1;
end;
func Again()
begin
    word = ARBITRARY: bits(2);
end;
func Insist()
begin
    assert boxes[[0]].n != 2;
end;
func Mark(n: integer)
begin
    marks[(n MOD 4) * 1600] = '1';
    wide[[(n MOD 4) * 1600]] = word;
end;
"""

HARNESS = """\
// PTO-PROPERTY: {
//   "id": "claim", "contract": "SMALL", "function": "Claim", "title": "a claim",
//   "scope": "all inputs"%s
// }
var reached: boolean;
var covered: boolean;
func Claim()
begin
%s
end;
"""
"""`reached` tells whether an assertion was, `covered` whether a run makes `Cover` true."""

DRAWS = (
    "integer{0..2}", "integer{1..3}", "integer{0, 2..3}", "integer{-1..1}", "bits(2)", "bits(2)",
    "boolean", "Kind",
)  # fmt: skip
MOVES = (
    "Rotate();", "Swap();", "Clear();", "Spread();", "Sort();", "Judge();", "Insist();", "Again();",
    "boxes[[1]] = boxes[[0]];", "Refuse();",
)  # fmt: skip


class Claimer:
    """Writes one harness."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._numbers, self._words, self._truths, self._kinds = (
            ["num", "boxes[[0]].n", "boxes[[1]].n"],
            ["word", "grid[[1]]", "grid[[3]]", "boxes[[0]].w", "boxes[[1]].w", "by_kind[[1]]"],
            ["boxes[[0]].b", "boxes[[1]].b"],
            ["boxes[[0]].k", "boxes[[1]].k"],
        )
        self._covers = False
        self._events = self._random.random() < 0.25
        """Where events are counted, no procedure is left to the machine."""

    def text(self) -> str:
        """The harness under its record, to be read beside `SPECIFICATION`."""
        lines = [self._drawn(number) for number in range(self._random.choice([2, 3, 3, 4]))]
        if self._events:
            lines.append("TraceStart();")
        lines += [self._given() for _ in range(self._random.choice([0, 1, 2, 3]))]
        lines += [self._statement(2) for _ in range(self._random.choice([2, 4, 6]))]
        lines.append(self._assertion())
        more = ', "assumes": "others"' if self._random.random() < 0.2 else ""
        return HARNESS % (more, "\n".join(lines))

    def _pick(self, *choices: str) -> str:
        return self._random.choice(choices)

    def _drawn(self, number: int) -> str:
        type = self._pick(*DRAWS)
        name = f"x{number}"
        names = {"integer": self._numbers, "bits": self._words, "boolean": self._truths}
        kind = type.partition("{")[0].partition("(")[0]
        names.get(kind, self._kinds).extend([name, name])
        return f"let {name} = ARBITRARY: {type};"

    def _given(self) -> str:
        """Unknowns go into the state."""
        return self._pick(
            f"grid[[{self._random.randrange(4)}]] = {self._word(0)};",
            f"boxes[[0]].w = {self._word(0)};", f"boxes[[1]].w = {self._word(0)};",
            f"boxes[[0]].n = {self._number(0)};", f"boxes[[1]].b = {self._truth(0)};",
            f"boxes[[0]].b = {self._truth(0)};", f"boxes[[0]].k = {self._kind()};",
            f"word = {self._word(0)};", f"num = {self._number(0)};",
        )  # fmt: skip

    # ------------------------------------------------------------ statements

    def _statement(self, depth: int) -> str:
        kind = self._random.random()
        if kind < 0.25:
            return self._pick(*MOVES)
        if kind < 0.4:
            return self._pick(
                f"Unbox({self._number(1)});", f"Put({self._number(0)}, {self._word(1)}, num);",
                f"Count({self._number(0)});", f"Mark({self._number(1)});",
            )  # fmt: skip
        if kind < 0.5:
            return self._given()
        if kind < 0.65:
            return f"if {self._truth(1)} then return; end;"
        if kind < 0.75:
            return self._assertion()
        if kind < 0.8 and not self._covers and depth == 2:
            self._covers = True
            condition = self._truth(1)
            return f"if {condition} then covered = TRUE; end; Cover({condition});"
        if depth == 0:
            return f"num = {self._number(2)};"
        inner = f"{self._statement(depth - 1)} {self._statement(depth - 1)}"
        caught = "catch when Oops => num = 7;"
        return self._pick(
            f"if {self._truth(1)} then {inner} end;",
            f"if {self._truth(1)} then {inner} else {self._statement(depth - 1)} end;",
            f"for i{depth} = 0 to {self._number(0)} looplimit 9 do {inner} end;",
            f"try {inner} Refuse(); {caught} end;",
        )

    def _assertion(self) -> str:
        claim = self._pick(
            self._truth(2), self._truth(1), f"{self._truth(1)} && {self._truth(1)}",
            f"({self._truth(1)}) ==> ({self._truth(1)})", f"{self._truth(1)} || {self._truth(1)}",
            f"{self._word(1)} == {self._word(1)}", f"{self._number(1)} < 9", "UInt(word) < 4",
        )  # fmt: skip
        return f"reached = TRUE; assert {self._alike() or claim};"

    def _alike(self) -> str:
        """The same of several unknowns, which may differ in their types; empty most of the time."""
        if self._random.random() < 0.8:
            return ""
        drawn = [each for each in dict.fromkeys(self._numbers) if each.startswith("x")]
        like = self._pick(
            "({0} MOD 2 == 0 || {0} == 1)", "({0} MOD 3 != 0 || {0} == 0 || num == 2)",
            "({0} MOD 2 == 1 || {0} >= 2 || {0} == 0)", "(Ones2('01') + {0} MOD 3 < 3)",
        )  # fmt: skip
        return " && ".join(like.format(each) for each in drawn)

    # ------------------------------------------------------------ expressions

    def _number(self, depth: int) -> str:
        if depth == 0 or self._random.random() < 0.2:
            return self._pick(*self._numbers, str(self._random.randrange(4)))
        d = depth - 1
        return self._pick(
            f"({self._number(d)} + {self._number(d)})", f"({self._number(d)} MOD 3)",
            f"UInt({self._word(d)})", f"SInt({self._word(d)})", f"Inverse({self._number(d)})",
            f"Checked({self._number(d)}, {self._word(d)})", f"Ones2({self._word(d)})",
            f"Ones2({self._word(d)})", f"Grade({self._kind()})",
            f"(if {self._truth(d)} then {self._number(d)} else {self._number(d)})",
            *(['WritesOf("grid", -1)', 'ReadsOf("boxes", 0)'] if self._events else []),
            self._guarded(), self._guarded(),
        )  # fmt: skip

    def _guarded(self) -> str:
        """A call that can't fail where it stands."""
        number, word = self._number(0), self._word(0)
        return self._pick(
            f"(if Ones2({word}) == 1 then Inverse(UInt({word})) else 2)",
            f"(if {number} MOD 3 == 1 && {number} >= 0 then Inverse({number}) else {number})",
            f"(if !({number} == 3 && {word} == '10') then Checked({number}, {word}) else 0)",
        )

    def _word(self, depth: int) -> str:
        if depth == 0 or self._random.random() < 0.2:
            return self._pick(*self._words, "'01'", "'10'")
        d = depth - 1
        return self._pick(
            f"Twice({self._word(d)})", f"Twice({self._word(d)})",
            f"Pick({self._truth(d)}, {self._word(d)}, {self._word(d)})", f"At({self._number(d)})",
            f"Far({self._number(d)})", f"grid[[{self._number(0)} MOD 4]]",
            f"({self._word(d)} XOR {self._word(d)})",
            f"(Part({self._word(d)}, {self._number(d)} MOD 2) :: '1')",
            f"(marks[({self._number(0)} MOD 4) * 1600] :: '0')",
        )  # fmt: skip

    def _kind(self) -> str:
        return self._pick(*self._kinds, "KIND_A", "KIND_B")

    def _truth(self, depth: int) -> str:
        if depth == 0 or self._random.random() < 0.2:
            equal = self._pick("==", "!=")
            return self._pick(
                *self._truths, f"({self._number(0)} {self._pick('==', '<=', '!=')} "
                f"{self._number(0)})", f"({self._word(0)} {equal} {self._word(0)})",
                f"({self._kind()} {equal} {self._kind()})",
            )  # fmt: skip
        d = depth - 1
        return self._pick(
            f"({self._truth(d)} && {self._truth(d)})", f"({self._truth(d)} || {self._truth(d)})",
            f"!({self._truth(d)})", f"({self._number(d)} <= {self._number(d)})",
            f"({self._word(d)} == {self._word(d)})", f"({self._word(d)} IN {{'1x'}})",
            f"SameValue(boxes[[0]], boxes[[{self._random.randrange(2)}]])",
        )  # fmt: skip
