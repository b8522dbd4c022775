"""The standard library: right values, and native functions that equal their bodies in ASL.

Every function is called through a wrapper, in a program with intrinsics and in one without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, floor, trunc
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concrete.machine import Machine
from parser.asl import parse
from parser.loader import parse_files
from parser.source import Source
from semantics.library import STDLIB
from semantics.primitives import INTRINSICS, PRIMITIVES
from semantics.program import Program
from semantics.values import DynamicError

FAILS = "fails"


def mask(width: int) -> int:
    return (1 << width) - 1


def signed(n: int, x: int) -> int:
    return x - (1 << n) if n and x >> (n - 1) else x


def bit(x: int, position: int) -> int:
    return x >> position & 1


def rotated(n: int, x: int, right: int) -> int:
    by = right % n
    return (x >> by | x << (n - by)) & mask(n)


def log2(x: Fraction | int) -> int:
    result = 0
    while Fraction(2) ** (result + 1) <= x:
        result += 1
    while Fraction(2) ** result > x:
        result -= 1
    return result


def aligned_down(x: int, size: int) -> int:
    return x // size * size


def aligned_up(x: int, size: int) -> int:
    return -(-x // size) * size


def up_in(n: int, x: int, p: int) -> int:
    return aligned_up(x, 1 << p) & mask(n)


def down_in(n: int, x: int, p: int) -> int:
    return aligned_down(x, 1 << p)


def sign_extended(n: int, m: int, x: int) -> Any:
    return signed(m, x) & mask(n) if n >= m > 0 else FAILS


def zero_extended(n: int, m: int, x: int) -> Any:
    return x if n >= m else FAILS


def replicated(n: int, m: int, x: int) -> Any:
    return FAILS if m == 0 or n % m else sum(x << i for i in range(0, n, m))


def ceil_pow2(x: int) -> Any:
    return 1 << max(x - 1, 0).bit_length() if x >= 0 else FAILS


def leading_signs(n: int, x: int) -> Any:
    if n == 0:
        return FAILS
    return next(i for i in range(n) if i == n - 1 or bit(x, n - 2 - i) != bit(x, n - 1))


def root(value: Fraction, fracbits: int) -> Any:
    """The root rounded down to a multiple of the last place, made odd where that is inexact."""
    if value < 0 or fracbits <= 0:
        return FAILS
    if value == 0:
        return Fraction(0)
    place = Fraction(2) ** (log2(value) // 2 - fracbits)
    count = 0
    for power in reversed(range(fracbits + 2)):
        if ((count + (1 << power)) * place) ** 2 <= value:
            count += 1 << power
    exact = (count * place) ** 2 == value
    return (count if exact or count % 2 else count + 1) * place


@dataclass(frozen=True)
class Case:
    """A function, the kinds of its parameters and arguments, its result, what it should give."""

    name: str
    parameters: str
    arguments: tuple[str, ...]
    result: str
    expected: Callable[..., Any]

    @property
    def id(self) -> str:
        return f"{self.name}({','.join(self.arguments)})"

    def wrapper(self, number: int) -> str:
        given = f"{{{self.parameters}}}" if self.parameters else ""
        formals = ", ".join(f"a{i}: {kind}" for i, kind in enumerate(self.arguments))
        actuals = ", ".join(f"a{i}" for i in range(len(self.arguments)))
        head = f"func test{number}{given}({formals}) => {self.result}"
        return f"{head}\nbegin\n    return {self.name}{given}({actuals});\nend;\n"


N, M, INT, REAL, BOOL = "bits(N)", "bits(M)", "integer", "real", "boolean"
UP_TO_N, ONE_TO_N, SIZE = "integer{0..N}", "integer{1..N}", "integer{1..2 ^ N}"


def shifted(
    name: str, plain: Callable[..., int], carry: Callable[..., int], least: int = 0
) -> list[Case]:
    """A shift of at least so many bits, and the one that also gives the last bit to leave."""

    def one(n: int, x: int, by: int) -> Any:
        return FAILS if by < 0 or n < least else plain(n, x, by)

    def two(n: int, x: int, by: int) -> Any:
        return FAILS if by <= 0 or n < least else (plain(n, x, by), carry(n, x, by))

    return [
        Case(name, "N", (N, INT), N, one),
        Case(f"{name}_C", "N", (N, INT), "(bits(N), bit)", two),
    ]


def checked(condition: Callable[..., bool], value: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *a: value(*a) if condition(*a) else FAILS


BITS = [
    Case("UInt", "N", (N,), INT, lambda n, x: x),
    Case("SInt", "N", (N,), INT, signed),
    Case("Zeros", "N", (), N, lambda n: 0),
    Case("Ones", "N", (), N, mask),
    Case("IsZero", "N", (N,), BOOL, lambda n, x: x == 0),
    Case("IsOnes", "N", (N,), BOOL, lambda n, x: x == mask(n)),
    Case("ReplicateBit", "N", (BOOL,), N, lambda n, zero: 0 if zero else mask(n)),
    Case("Len", "N", (N,), INT, lambda n, x: n),
    Case("BitCount", "N", (N,), INT, lambda n, x: bin(x).count("1")),
    Case("LowestSetBit", "N", (N,), INT, lambda n, x: (x & -x).bit_length() - 1 if x else n),
    Case("LowestSetBitNZ", "N", (N,), INT, lambda n, x: (x & -x).bit_length() - 1 if x else FAILS),
    Case("HighestSetBit", "N", (N,), INT, lambda n, x: x.bit_length() - 1),
    Case("HighestSetBitNZ", "N", (N,), INT, lambda n, x: x.bit_length() - 1 if x else FAILS),
    Case("CountLeadingZeroBits", "N", (N,), INT, lambda n, x: n - x.bit_length()),
    Case("CountLeadingSignBits", "N", (N,), INT, leading_signs),
    *shifted(
        "LSL",
        lambda n, x, by: x << min(by, n) & mask(n),
        lambda n, x, by: bit(x, n - by) if by <= n else 0,
    ),
    *shifted("LSR", lambda n, x, by: x >> by, lambda n, x, by: bit(x, by - 1)),
]
# Of no bits, there is no sign to shift in.
ASR, ASR_C = shifted(
    "ASR",
    lambda n, x, by: signed(n, x) >> by & mask(n),
    lambda n, x, by: signed(n, x) >> (by - 1) & 1,
    least=1,
)
BITS += [
    ASR,
    ASR_C,
    *shifted(
        "ROR",
        lambda n, x, by: rotated(n, x, by) if n else 0,
        lambda n, x, by: bit(x, (by - 1) % n) if n else 0,
    ),
    *shifted(
        "ROL",
        lambda n, x, by: rotated(n, x, -by) if n else 0,
        lambda n, x, by: bit(x, -by % n) if n else 0,
    ),
    Case("AlignDown", "N", (N, ONE_TO_N), N, down_in),
    Case("AlignUp", "N", (N, ONE_TO_N), N, up_in),
    Case("AlignDownSize", "N", (N, SIZE), N, lambda n, x, s: aligned_down(x, s)),
    Case("AlignUpSize", "N", (N, SIZE), N, lambda n, x, s: aligned_up(x, s) & mask(n)),
    Case("IsAlignedSize", "N", (N, SIZE), BOOL, lambda n, x, s: x % s == 0),
    Case("AlignDownP2", "N", (N, UP_TO_N), N, down_in),
    Case("AlignUpP2", "N", (N, UP_TO_N), N, up_in),
    Case("IsAlignedP2", "N", (N, UP_TO_N), BOOL, lambda n, x, p: x % (1 << p) == 0),
    Case("ZeroExtend", "N, M", (M,), N, zero_extended),
    Case("SignExtend", "N, M", (M,), N, sign_extended),
    Case(
        "Extend", "N, M", (M, BOOL), N,
        lambda n, m, x, unsigned: (zero_extended if unsigned else sign_extended)(n, m, x),
    ),
    Case("Replicate", "N, M", (M,), N, replicated),
]  # fmt: skip

INTEGERS = [
    Case("Min", "", (INT, INT), INT, min),
    Case("Max", "", (INT, INT), INT, max),
    Case("Abs", "", (INT,), INT, abs),
    Case("IsEven", "", (INT,), BOOL, lambda x: x % 2 == 0),
    Case("IsOdd", "", (INT,), BOOL, lambda x: x % 2 == 1),
    Case("FloorPow2", "", (INT,), INT, lambda x: 1 << (x.bit_length() - 1) if x > 0 else FAILS),
    Case("CeilPow2", "", (INT,), INT, ceil_pow2),
    Case("IsPow2", "", (INT,), BOOL, lambda x: x > 0 and x.bit_count() == 1),
    Case("FloorLog2", "", (INT,), INT, lambda x: x.bit_length() - 1 if x > 0 else FAILS),
    Case("CeilLog2", "", (INT,), INT, lambda x: (x - 1).bit_length() if x > 0 else FAILS),
    Case("AlignDownSize", "", (INT, INT), INT, checked(lambda x, s: x >= 0 < s, aligned_down)),
    Case("AlignUpSize", "", (INT, INT), INT, checked(lambda x, s: x >= 0 < s, aligned_up)),
    Case(
        "IsAlignedSize", "", (INT, INT), BOOL, checked(lambda x, s: s > 0, lambda x, s: x % s == 0)
    ),
    Case(
        "AlignDownP2", "", (INT, INT), INT,
        checked(lambda x, p: x >= 0 <= p, lambda x, p: aligned_down(x, 1 << p)),
    ),
    Case(
        "AlignUpP2", "", (INT, INT), INT,
        checked(lambda x, p: x >= 0 <= p, lambda x, p: aligned_up(x, 1 << p)),
    ),
    Case(
        "IsAlignedP2", "", (INT, INT), BOOL,
        checked(lambda x, p: p >= 0, lambda x, p: x % (1 << p) == 0),
    ),
    Case("Real", "", (INT,), REAL, Fraction),
]  # fmt: skip

REALS = [
    Case("Abs", "", (REAL,), REAL, abs),
    Case("Min", "", (REAL, REAL), REAL, min),
    Case("Max", "", (REAL, REAL), REAL, max),
    Case("RoundDown", "", (REAL,), INT, floor),
    Case("RoundUp", "", (REAL,), INT, ceil),
    Case("RoundTowardsZero", "", (REAL,), INT, trunc),
    Case("ILog2", "", (REAL,), INT, lambda x: log2(abs(x)) if x else FAILS),
    Case("SqrtRounded", "", (REAL, INT), REAL, root),
]
CASES = BITS + INTEGERS + REALS


@pytest.fixture(scope="module")
def machines() -> tuple[Machine, Machine]:
    """With intrinsics, and without."""
    text = "\n".join(case.wrapper(number) for number, case in enumerate(CASES))
    (library,) = parse_files([STDLIB])
    unit = parse(Source("wrappers.asl", text))
    return Machine(Program([unit], library.unit)), Machine(Program([unit], library.unit, False))


def outcome(machine: Machine, case: Case, values: tuple[Any, ...]) -> Any:
    try:
        return machine.call(f"test{CASES.index(case)}", *values)
    except DynamicError:
        return FAILS


def small_values(case: Case) -> Iterator[tuple[Any, ...]]:
    parameters = [p for p in case.parameters.split(", ") if p]
    limits = {"N": range(9 if "M" in parameters else 5), "M": range(5)}
    reals = [
        Fraction(n, d) for n in (-10, -4, -3, -1, 0, 1, 2, 5, 9, 1023) for d in (1, 2, 3, 1024)
    ]
    for widths in product(*(limits[p] for p in parameters)):
        size = dict(zip(parameters, widths, strict=True))
        kinds: dict[str, Any] = {
            INT: (*range(-3, 18), 31, 32, 33, 1023, 1024) if not widths else range(-1, 18),
            BOOL: (False, True),
            REAL: reals,
        }
        if "N" in size:
            n = size["N"]
            kinds |= {UP_TO_N: range(n + 1), ONE_TO_N: range(1, n + 1), SIZE: range(1, 2**n + 1)}
        for name, width in size.items():
            kinds[f"bits({name})"] = range(1 << width)
        yield from ((*widths, *v) for v in product(*(kinds[kind] for kind in case.arguments)))


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.id)
def test_values_are_right_and_native_functions_equal_their_bodies(
    machines: tuple[Machine, Machine], case: Case
) -> None:
    tried = 0
    for values in small_values(case):
        expected = case.expected(*values)
        for machine in machines:
            found = outcome(machine, case, values)
            assert found == expected, (case.id, values, machine.program.intrinsics)
            assert type(found) is type(expected)
        tried += 1
    assert tried


WIDTHS = st.sampled_from([1, 7, 8, 31, 32, 33, 63, 64, 65, 127, 128]) | st.integers(0, 128)


@pytest.mark.parametrize("case", [c for c in CASES if c.name in INTRINSICS], ids=lambda c: c.name)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_native_functions_equal_their_bodies_when_wide(
    machines: tuple[Machine, Machine], case: Case, data: st.DataObject
) -> None:
    widths = {p: data.draw(WIDTHS, p) for p in case.parameters.split(", ") if p}
    if "M" in widths and data.draw(st.booleans()):
        widths["N"] = widths["M"] * data.draw(st.integers(0, 4))
    values: list[Any] = []
    for kind in case.arguments:
        if kind == REAL:
            values.append(
                Fraction(
                    data.draw(st.integers(-(1 << 80), 1 << 80)), data.draw(st.integers(1, 999))
                )
            )
        elif kind == INT:
            long = st.integers(-1, 130) if REAL in case.arguments else st.integers(0, 1 << 70)
            values.append(data.draw(st.integers(-1, 130) | long))
        else:
            values.append(data.draw(st.integers(0, mask(widths[kind[5]]))))
    native, written = (outcome(m, case, (*widths.values(), *values)) for m in machines)
    assert native == written == case.expected(*widths.values(), *values)


def test_every_function_of_the_library_is_tested() -> None:
    (library,) = parse_files([STDLIB])
    program = Program([], library.unit)
    declared = sorted(
        (name, len(decl.arguments)) for name, all_ in program.functions.items() for _, decl in all_
    )
    assert declared == sorted((case.name, len(case.arguments)) for case in CASES)


def test_every_intrinsic_is_one_function_of_the_library() -> None:
    (library,) = parse_files([STDLIB])
    functions = Program([], library.unit).functions
    for name, primitive in INTRINSICS.items():
        ((_, declaration),) = functions[name]
        assert len(declaration.arguments) == len(PRIMITIVES[primitive].operands)
        assert name in {case.name for case in CASES}


def test_the_library_is_pure() -> None:
    (library,) = parse_files([STDLIB])
    program = Program([], library.unit)
    Machine(program)
    for key in sorted(program.library):
        assert program.declaration(key).qualifier == "pure", key
        assert not program.effects(key).globals and not program.effects(key).opaque, key
