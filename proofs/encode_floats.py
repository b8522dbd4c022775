"""Floating operations in z3, on words.

Values of IEEE layouts come from the solver's own operation. Every other result, and all flags, come
from the exact result rounded to odd in a `Wide` sort, which says all that a second rounding has to
know. `minimum`, `maximum` and NaNs are chosen word by word: SMT-LIB leaves the sign of a zero from
`fp.min` open and has one NaN without bits.

`floor_modulo` is an abstraction: it rests on a remainder of which only axioms are known
(`FloatEncoder.remainder`). What is proved of it holds; what it refutes may be spurious, and has to
be checked by evaluation.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple

import z3

from proofs.float_formats import FloatFormat, float_format
from proofs.float_rounding import (
    Rounded,
    Wide,
    decode,
    entry,
    native,
    pack,
    round_to,
    solver_mode,
)
from semantics.floats.environment import RTM, RTO
from semantics.term_floats import FloatOperation

REMAINDER: Final = (
    "the exact remainder of x and y is smaller than y, no larger than x, has the sign of x, and is "
    "x where x is smaller"
)
"""What is assumed of `floor_modulo` and tested, not proved; in words."""

ARITHMETIC: Final[dict[str, Callable[..., Any]]] = {
    "add": z3.fpAdd,
    "sub": z3.fpSub,
    "mul": z3.fpMul,
    "div": z3.fpDiv,
    "fma": z3.fpFMA,
    "sqrt": z3.fpSqrt,
}
"""Operations that round an exact result, by name."""

NATIVE: Final = {**ARITHMETIC, "round_to_integral": z3.fpRoundToIntegral}
"""Those that the solver has in the sorts of IEEE layouts, in all modes but RTO."""

NEVER: Final = z3.BoolVal(False)


class Outcome(NamedTuple):
    """A result word and its flags, each a condition."""

    word: Any
    invalid: Any
    divide_by_zero: Any = NEVER
    overflow: Any = NEVER
    underflow: Any = NEVER
    inexact: Any = NEVER

    @property
    def flags(self) -> Any:
        """The flags as a word of 5 bits, Invalid the lowest."""
        one, zero = z3.BitVecVal(1, 1), z3.BitVecVal(0, 1)
        return z3.Concat(*(z3.If(flag, one, zero) for flag in reversed(self[1:])))


class FloatEncoder:
    """Encodes operations of one query; what it finds out about remainders goes to `definitions`."""

    def __init__(self, definitions: list[z3.BoolRef]) -> None:
        self._definitions = definitions
        self._remainders: dict[tuple[FloatFormat, Any, Any], Any] = {}

    def encode(self, operation: FloatOperation, operands: list[Any]) -> Any:
        """The value, or the flags, of an operation on words that are as wide as their elements."""
        format, name, mode = float_format(operation.format), operation.name, operation.mode
        if operation.part == "value" and format.adds and mode != RTO:
            if name in NATIVE:
                numbers = [native(format, word) for word in operands]
                return pack(format, NATIVE[name](solver_mode(mode), *numbers))
            if name == "floor_modulo":
                return self._native_floor_modulo(format, mode, operands)
        outcome = self._outcome(operation, format, operands)
        return outcome.word if operation.part == "value" else outcome.flags

    def _outcome(
        self, operation: FloatOperation, format: FloatFormat, operands: list[Any]
    ) -> Outcome:
        name, mode = operation.name, operation.mode
        match name:
            case "floor_modulo":
                return self._floor_modulo(format, mode, operands)
            case "round_to_integral":
                return _round_to_integral(format, mode, operands[0])
            case "convert":
                assert operation.target is not None
                return _convert(format, float_format(operation.target), mode, operands[0])
            case "from_int":
                return _from_int(format, mode, operation.signed, operands[0])
            case "to_signed" | "to_unsigned":
                signed = name == "to_signed"
                return _to_int(format, mode, operation.width, signed, operands[0])
            case "compare":
                return _compare(format, operands)
            case "minimum" | "maximum" | "minimum_number" | "maximum_number":
                return _extreme(name, format, operands)
            case _:
                return _arithmetic(name, format, mode, operands)

    # ------------------------------------------------------------ modulo

    def _native_floor_modulo(self, format: FloatFormat, mode: int, operands: list[Any]) -> Any:
        x, y = (native(format, word) for word in operands)
        r = native(format, self.remainder(format, *operands))
        result = _modulo(r, y, z3.fpAdd(solver_mode(mode), r, y))
        nan = z3.BitVecVal(format.not_a_number, format.bits)
        return z3.If(_modulo_undefined(x, y), nan, pack(format, result))

    def _floor_modulo(self, format: FloatFormat, mode: int, operands: list[Any]) -> Outcome:
        wide = Wide.of(format)
        x, y = (decode(format, word, wide) for word in operands)
        if format.sign is None:  # powers of two: each divides all that are larger
            r = z3.If(z3.fpLT(x, y), x, z3.fpPlusZero(wide.sort))
        else:
            r = decode(format, self.remainder(format, *operands), wide)
        total = _to_odd(lambda way: z3.fpAdd(way, r, y), mode, wide)
        rounded = round_to(format, mode, _modulo(r, y, total), wide)
        return _unless(
            format,
            rounded,
            z3.Or(_signalling(format, operands), _modulo_invalid(x, y)),
            _modulo_undefined(x, y),
        )

    def remainder(self, format: FloatFormat, x: Any, y: Any) -> Any:
        """A word that may be x - trunc(x / y) * y, for x finite and y neither NaN nor zero.

        It is exact: a value of the format. What is asserted of it besides: it is smaller than y
        and no larger than x; it is x where x is smaller than y, and a zero where x and y are of
        one size; and its sign is that of x, but of a zero either.
        """
        key = (format, x, y)
        if key not in self._remainders:
            r = z3.BitVec(f"remainder!float!{len(self._remainders)}", format.bits)
            self._remainders[key] = r
            self._definitions.append(remainder_axioms(format, x, y, r))
        return self._remainders[key]


def remainder_axioms(format: FloatFormat, x: Any, y: Any, r: Any) -> Any:
    """What the words x, y and r = fmod(x, y) have to do with each other."""
    if format.is_ieee:
        a, b, c = (native(format, word) for word in (x, y, r))
    else:
        wide = Wide.of(format)
        a, b, c = (decode(format, word, wide) for word in (x, y, r))
    size, divisor, rest = z3.fpAbs(a), z3.fpAbs(b), z3.fpAbs(c)
    return z3.Implies(
        z3.Not(_modulo_undefined(a, b)),
        z3.And(
            z3.fpLT(rest, divisor),
            z3.fpLEQ(rest, size),
            z3.Implies(z3.fpLT(size, divisor), z3.fpEQ(a, c)),
            z3.Implies(z3.fpEQ(size, divisor), z3.fpIsZero(c)),
            z3.Or(z3.fpIsZero(c), z3.fpIsNegative(c) == z3.fpIsNegative(a)),
        ),
    )


def _modulo(r: Any, y: Any, total: Any) -> Any:
    """The floor remainder from the truncated one, r; `total` is r + y, rounded."""
    negative, zero = z3.fpIsNegative(y), z3.fpPlusZero(y.sort())
    signed_zero = z3.If(negative, z3.fpNeg(zero), zero)
    adjusted = z3.If(z3.fpIsNegative(r) == negative, r, total)
    return z3.If(z3.fpIsZero(r), signed_zero, adjusted)


def _modulo_invalid(x: Any, y: Any) -> Any:
    return z3.And(z3.Not(_any_nan(x, y)), z3.Or(z3.fpIsInf(x), z3.fpIsZero(y)))


def _modulo_undefined(x: Any, y: Any) -> Any:
    return z3.Or(_any_nan(x, y), z3.fpIsInf(x), z3.fpIsZero(y))


# ---------------------------------------------------------------- arithmetic


def _arithmetic(name: str, format: FloatFormat, mode: int, operands: list[Any]) -> Outcome:
    wide = Wide.of(format)
    numbers = [decode(format, word, wide) for word in operands]
    exact = _to_odd(lambda way: ARITHMETIC[name](way, *numbers), mode, wide)
    nan, known = z3.fpIsNaN(exact), z3.Not(_any_nan(*numbers))
    invalid = [_signalling(format, operands), z3.And(nan, known)]
    if name == "fma":  # invalid whatever is added
        x, y, _ = numbers
        for one, other in ((x, y), (y, x)):
            invalid.append(z3.And(z3.fpIsZero(one), z3.fpIsInf(other)))
    outcome = _unless(format, round_to(format, mode, exact, wide), z3.Or(invalid), nan)
    infinite = z3.Or([z3.fpIsInf(number) for number in numbers])
    return outcome._replace(
        divide_by_zero=z3.And(z3.fpIsInf(exact), z3.Not(infinite)) if name == "div" else NEVER
    )


def _to_odd(operate: Callable[[Any], Any], mode: int, wide: Wide) -> Any:
    """An exact result cut to the digits of a wide sort, with the last one set if that changed it.

    A zero that is exact has the sign that it has in the mode.
    """
    up, down = operate(z3.RTP()), operate(z3.RTN())
    if mode == RTM:
        cut = z3.If(z3.fpIsNegative(up), up, down)
    else:
        cut = z3.If(z3.fpGT(up, z3.fpPlusZero(wide.sort)), down, up)
    word, width = z3.fpToIEEEBV(cut), wide.exponent_bits + wide.precision
    odd = z3.fpBVToFP(word | z3.BitVecVal(1, width), wide.sort)
    return z3.If(z3.Or(z3.fpIsNaN(up), z3.fpEQ(up, down)), cut, odd)


def _unless(format: FloatFormat, rounded: Rounded, invalid: Any, nan: Any) -> Outcome:
    """A rounded result, but the format's NaN, with nothing rounded, where `nan` holds."""
    word = z3.If(nan, z3.BitVecVal(format.not_a_number, format.bits), rounded.word)
    counts = z3.Not(nan)
    return Outcome(
        word,
        z3.Or(invalid, z3.And(counts, rounded.invalid)),
        NEVER,
        *(z3.And(counts, flag) for flag in rounded[2:]),
    )


def _any_nan(*numbers: Any) -> Any:
    return z3.Or([z3.fpIsNaN(number) for number in numbers])


def _signalling(format: FloatFormat, operands: list[Any]) -> Any:
    """Whether an operand is a signalling NaN, which only IEEE layouts have."""
    if not format.is_ieee:
        return NEVER
    quiet = format.low_zeros + format.precision - 2
    return z3.Or(
        [
            z3.And(_ranked(format, word).is_nan, z3.Extract(quiet, quiet, word) == 0)
            for word in operands
        ]
    )


# ---------------------------------------------------------------- integral values, conversions


def _integral(x: Any, mode: int, wide: Wide) -> Any:
    """A number of a wide sort rounded to an integral one."""
    if mode != RTO:
        return z3.fpRoundToIntegral(solver_mode(mode), x)
    # Between 2k and 2k + 2 lies one odd integer.
    one, half = z3.FPVal(1, wide.sort), z3.FPVal(0.5, wide.sort)
    pairs = z3.fpRoundToIntegral(z3.RTN(), z3.fpMul(z3.RNE(), x, half))
    odd = z3.fpAdd(z3.RNE(), z3.fpAdd(z3.RNE(), pairs, pairs), one)
    cut = z3.fpRoundToIntegral(z3.RTZ(), x)
    return z3.If(z3.Or(z3.fpIsNaN(x), z3.fpEQ(cut, x)), cut, odd)


def _round_to_integral(format: FloatFormat, mode: int, word: Any) -> Outcome:
    wide = Wide.of(format)
    x = decode(format, word, wide)
    integral = _integral(x, mode, wide)
    rounded = round_to(format, mode, integral, wide)
    outcome = _unless(format, rounded, _signalling(format, [word]), z3.fpIsNaN(x))
    changed = z3.And(z3.Not(z3.fpIsNaN(x)), z3.Not(z3.fpEQ(integral, x)))
    return outcome._replace(inexact=z3.Or(outcome.inexact, changed))


def _convert(source: FloatFormat, target: FloatFormat, mode: int, word: Any) -> Outcome:
    wide = Wide.of(source, target)
    x = decode(source, word, wide)
    nan, infinite = z3.fpIsNaN(x), z3.fpIsInf(x)
    invalid = nan if target.nan is None else _signalling(source, [word])
    outcome = _unless(target, round_to(target, mode, x, wide), invalid, nan)
    if target.infinity is not None:
        return outcome
    lost = z3.And(infinite, z3.Not(outcome.invalid))
    return outcome._replace(
        overflow=z3.Or(outcome.overflow, lost), inexact=z3.Or(outcome.inexact, lost)
    )


def _from_int(format: FloatFormat, mode: int, signed: bool, word: Any) -> Outcome:
    wide = Wide.of(format, digits=word.size())
    to_number = z3.fpSignedToFP if signed else z3.fpUnsignedToFP
    exact = to_number(z3.RNE(), word, wide.sort)
    return _unless(format, round_to(format, mode, exact, wide), NEVER, NEVER)


def _to_int(format: FloatFormat, mode: int, width: int, signed: bool, word: Any) -> Outcome:
    """The nearest integer of a width, by the mode; a NaN gives 0."""
    wide = Wide.of(format)
    x = decode(format, word, wide)
    integral, nan = _integral(x, mode, wide), z3.fpIsNaN(x)
    low, high = (-(1 << (width - 1)), 1 << (width - 1)) if signed else (0, 1 << width)
    under = z3.fpLT(integral, z3.FPVal(low, wide.sort))
    over = z3.fpGEQ(integral, z3.FPVal(high, wide.sort))
    convert = z3.fpToSBV if signed else z3.fpToUBV
    result = convert(z3.RTZ(), integral, z3.BitVecSort(width))
    result = z3.If(under, z3.BitVecVal(low, width), result)
    result = z3.If(over, z3.BitVecVal(high - 1, width), result)
    result = z3.If(nan, z3.BitVecVal(0, width), result)
    invalid = z3.Or(nan, under, over)
    changed = z3.And(z3.Not(invalid), z3.Not(z3.fpEQ(integral, x)))
    return Outcome(result, invalid, inexact=changed)


# ---------------------------------------------------------------- order


class Ranked(NamedTuple):
    """A number as its place in the order of its format, which equal numbers share: a signed word.

    A comparison of words is far easier for a solver than one of floating numbers.
    """

    rank: Any
    is_nan: Any


def _ranked(format: FloatFormat, word: Any) -> Ranked:
    if not format.rises:
        ranks = _ranks(format)
        width = len(ranks).bit_length() + 1
        rank = entry([z3.BitVecVal(each, width) for each in ranks], word)
        return Ranked(rank, rank == z3.BitVecVal(-1, width))
    assert format.sign is not None
    magnitude = z3.Extract(format.sign - 1, format.low_zeros, word)
    greatest = format.largest_code if format.infinity is None else format.infinity
    last = z3.BitVecVal(greatest >> format.low_zeros, magnitude.size())
    is_negative = z3.And(z3.Extract(format.sign, format.sign, word) == 1, magnitude != 0)
    rank = z3.ZeroExt(1, magnitude)
    return Ranked(z3.If(is_negative, ~rank, rank), z3.UGT(magnitude, last))


@cache
def _ranks(format: FloatFormat) -> tuple[int, ...]:
    """Places from 0 on, of the numbers of all codes; -1 for no number."""
    numbers = sorted({value for value in format.values if not math.isnan(value)})
    places = {value: place for place, value in enumerate(numbers)}
    return tuple(places.get(value, -1) for value in format.values)


def _compare(format: FloatFormat, operands: list[Any]) -> Outcome:
    """0, 1, 2 or 3: less, equal, greater, unordered."""
    x, y = (_ranked(format, word) for word in operands)
    less, equal, greater, unordered = (z3.BitVecVal(code, 2) for code in range(4))
    ordered = z3.If(x.rank < y.rank, less, z3.If(x.rank == y.rank, equal, greater))
    result = z3.If(z3.Or(x.is_nan, y.is_nan), unordered, ordered)
    return Outcome(result, _signalling(format, operands))


def _extreme(name: str, format: FloatFormat, operands: list[Any]) -> Outcome:
    """`minimum` and its kin; -0 is less than +0."""
    a, b = (word & z3.BitVecVal(format.meaning_bits, format.bits) for word in operands)
    x, y = (_ranked(format, word) for word in operands)
    negative = NEVER if format.sign is None else z3.Extract(format.sign, format.sign, a) == 1
    least = z3.Or(x.rank < y.rank, z3.And(x.rank == y.rank, negative))
    first = least if name.startswith("minimum") else z3.Not(least)
    nan = z3.BitVecVal(format.not_a_number, format.bits)
    result = z3.If(first, a, b)
    if name.endswith("_number"):
        result = z3.If(x.is_nan, z3.If(y.is_nan, nan, b), z3.If(y.is_nan, a, result))
    else:
        result = z3.If(z3.Or(x.is_nan, y.is_nan), nan, result)
    return Outcome(result, _signalling(format, operands))
