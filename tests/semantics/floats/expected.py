"""What every operation should give, case by case, with results as fractions of integers."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, cached_property
from math import isqrt
from typing import NamedTuple

from semantics.formats import Format
from tests.semantics.floats.oracle import (
    DIVIDE_BY_ZERO,
    INEXACT,
    INVALID,
    NAN,
    NEGATIVE_INFINITY,
    RTM,
    Table,
    oracle,
    packed,
)


class Operand(NamedTuple):
    """`number` counts units of the format; it is None of an infinity or NaN."""

    number: int | None
    negative: bool
    nan: bool
    signalling: bool


class Expected:
    """The answers of one format in one mode; see `in_format`."""

    def __init__(self, format: Format, mode: int, table: bool) -> None:
        self.oracle, self.mode = oracle(format), mode
        least = self.oracle.number(0) or self.oracle.number(1)
        self.scale = int(1 / least)
        self.table = Table(self.oracle, mode) if table else None
        self._known: dict[int, Operand] = {}

    @cached_property
    def _finer(self) -> int:
        """Units of the table in one of `scale`."""
        assert self.table is not None
        ratio = Fraction(1, self.scale) / self.table.unit
        assert ratio.denominator == 1
        return ratio.numerator

    def operand(self, word: int) -> Operand:
        found = self._known.get(word)
        if found is None:
            value, negative = self.oracle.value(word), self.oracle.is_negative(word)
            if isinstance(value, Fraction):
                found = Operand(int(value * self.scale), negative, False, False)
            else:
                signalling = self.oracle.is_signalling(word)
                found = Operand(None, value == NEGATIVE_INFINITY, value == NAN, signalling)
            if self.oracle.format.bits <= 16:
                self._known[word] = found
        return found

    def rounded(self, numerator: int, denominator: int = 1, negative_zero: bool = False) -> int:
        if numerator == 0:
            return self.oracle.round(Fraction(0), self.mode, negative_zero)
        if self.table is None:
            return self.oracle.round(Fraction(numerator, denominator * self.scale), self.mode)
        negative = (numerator < 0) != (denominator < 0)
        return self.table.round(abs(numerator) * self._finer, abs(denominator), negative)

    def infinite(self, negative: bool, flags: int = 0) -> int:
        return self.oracle.infinite(negative, self.mode, flags)

    def invalid(self) -> int:
        return self.oracle.not_a_number(True)

    def nan(self, *operands: Operand) -> int | None:
        """The answer if one of them is a NaN."""
        if any(each.nan for each in operands):
            return self.oracle.not_a_number(any(each.signalling for each in operands))
        return None

    # ------------------------------------------------------------ arithmetic

    def add(self, x: int, y: int) -> int:
        return self._sum(self.operand(x), self.operand(y))

    def sub(self, x: int, y: int) -> int:
        b = self.operand(y)
        opposite = None if b.number is None else -b.number
        return self._sum(self.operand(x), b._replace(number=opposite, negative=not b.negative))

    def _sum(self, a: Operand, b: Operand) -> int:
        if (nan := self.nan(a, b)) is not None:
            return nan
        if a.number is None or b.number is None:
            if a.number is None and b.number is None and a.negative != b.negative:
                return self.invalid()
            return self.infinite(a.negative if a.number is None else b.negative)
        same = a.number == 0 and b.number == 0 and a.negative == b.negative
        zero = a.negative if same else self.mode == RTM
        return self.rounded(a.number + b.number, 1, zero)

    def mul(self, x: int, y: int) -> int:
        a, b = self.operand(x), self.operand(y)
        if (nan := self.nan(a, b)) is not None:
            return nan
        negative = a.negative != b.negative
        if a.number is None or b.number is None:
            return self.invalid() if 0 in (a.number, b.number) else self.infinite(negative)
        return self.rounded(a.number * b.number, self.scale, negative)

    def div(self, x: int, y: int) -> int:
        a, b = self.operand(x), self.operand(y)
        if (nan := self.nan(a, b)) is not None:
            return nan
        negative = a.negative != b.negative
        if a.number is None:
            return self.invalid() if b.number is None else self.infinite(negative)
        if b.number is None:
            return self.rounded(0, 1, negative)
        if b.number == 0:
            return self.infinite(negative, DIVIDE_BY_ZERO) if a.number else self.invalid()
        return self.rounded(a.number * self.scale, b.number, negative)

    def fma(self, x: int, y: int, z: int) -> int:
        a, b, c = map(self.operand, (x, y, z))
        lost = (a.number == 0 and b.number is None) or (b.number == 0 and a.number is None)
        if lost and not a.nan and not b.nan:
            return self.invalid()
        if (nan := self.nan(a, b, c)) is not None:
            return nan
        negative = a.negative != b.negative
        if a.number is None or b.number is None:
            clash = c.number is None and c.negative != negative
            return self.invalid() if clash else self.infinite(negative)
        if c.number is None:
            return self.infinite(c.negative)
        product = a.number * b.number
        same = product == 0 and c.number == 0 and negative == c.negative
        zero = negative if same else self.mode == RTM
        return self.rounded(product + c.number * self.scale, self.scale, zero)

    def sqrt(self, x: int) -> int:
        a = self.operand(x)
        if (nan := self.nan(a)) is not None:
            return nan
        if a.number == 0:
            return self.rounded(0, 1, a.negative)
        if a.negative:
            return self.invalid()
        if a.number is None:
            return self.infinite(False)
        # The root in 2^-200 of a unit; what is not exact lies between two of these.
        square = a.number * self.scale << 400
        root = isqrt(square)
        exact = root * root == square
        return self.rounded(2 * root + (0 if exact else 1), 1 << 201)

    def floor_modulo(self, x: int, y: int) -> int:
        a, b = self.operand(x), self.operand(y)
        if (nan := self.nan(a, b)) is not None:
            return nan
        if a.number is None or b.number == 0:
            return self.invalid()
        if b.number is None:
            if a.number and (a.number < 0) != b.negative:
                return self.infinite(b.negative)
            return self.rounded(a.number, 1, b.negative)
        return self.rounded(a.number % b.number, 1, b.negative)

    # ------------------------------------------------------------ conversions

    def integer(self, number: int) -> tuple[int, bool]:
        """A number of units to an integer in the mode, and whether that is exact."""
        sign, (whole, rest) = (-1 if number < 0 else 1), divmod(abs(number), self.scale)
        twice = 2 * rest
        up = (
            rest != 0
            and {
                0: twice > self.scale or (twice == self.scale and whole % 2 == 1),
                1: sign < 0,
                2: sign > 0,
                3: False,
                4: twice >= self.scale,
                5: whole % 2 == 0,
            }[self.mode]
        )
        return sign * (whole + up), rest == 0

    def round_to_integral(self, x: int) -> int:
        a = self.operand(x)
        if (nan := self.nan(a)) is not None:
            return nan
        if a.number is None:
            return self.infinite(a.negative)
        whole, exact = self.integer(a.number)
        found = self.rounded(whole * self.scale, 1, a.negative)
        return found | packed(0, 0 if exact else INEXACT)

    def convert(self, target: Format, x: int) -> int:
        a, to = self.operand(x), oracle(target)
        if a.nan:
            return to.not_a_number(a.signalling)
        if a.number is None:
            return to.infinite(a.negative, self.mode)
        rounding = in_format(target, self.mode)
        return rounding.rounded(a.number * rounding.scale, self.scale, a.negative)

    def to_int(self, width: int, signed: bool, x: int) -> int:
        a = self.operand(x)
        if a.nan:
            return packed(0, INVALID)
        low = -(1 << width - 1) if signed else 0
        high = low + (1 << width) - 1
        mask = (1 << width) - 1
        if a.number is not None:
            whole, exact = self.integer(a.number)
            if low <= whole <= high:
                return packed(whole & mask, 0 if exact else INEXACT)
        return packed((low if a.negative else high) & mask, INVALID)

    def from_int(self, number: int) -> int:
        return self.rounded(number * self.scale)

    # ------------------------------------------------------------ choices

    def _order(self, x: int) -> tuple[float, bool]:
        """What compares as the numbers do, -0 before +0."""
        a = self.operand(x)
        infinity = float("-inf") if a.negative else float("inf")
        return infinity if a.number is None else a.number, not a.negative

    def compare(self, x: int, y: int) -> int:
        a, b = self.operand(x), self.operand(y)
        if a.nan or b.nan:
            return packed(3, INVALID if a.signalling or b.signalling else 0)
        left, right = self._order(x)[0], self._order(y)[0]
        return 0 if left < right else 1 if left == right else 2

    def minimum(self, x: int, y: int) -> int:
        return self._propagated(x, y, min(x, y, key=self._order))

    def maximum(self, x: int, y: int) -> int:
        return self._propagated(x, y, max(x, y, key=self._order))

    def minimum_number(self, x: int, y: int) -> int:
        return self._number(x, y, min(x, y, key=self._order))

    def maximum_number(self, x: int, y: int) -> int:
        return self._number(x, y, max(x, y, key=self._order))

    def _propagated(self, x: int, y: int, word: int) -> int:
        nan = self.nan(self.operand(x), self.operand(y))
        return word if nan is None else nan

    def _number(self, x: int, y: int, word: int) -> int:
        a, b = self.operand(x), self.operand(y)
        if a.nan == b.nan:
            return self._propagated(x, y, word)
        return packed(y if a.nan else x, INVALID if a.signalling or b.signalling else 0)


@cache
def in_format(format: Format, mode: int) -> Expected:
    """The answers of one format in one mode, by table where it has few numbers."""
    return Expected(format, mode, table=format.bits <= 8)
