"""The primitive table: every operation of the language, defined once with both its meanings.

A line holds the name, the signature, the meaning on Python values (an expression template, from
which code is emitted) and the meaning on terms. In templates `{0}`, `{1}` … are operands, `{n}`,
`{m}`, `{w}` are widths and `{mask_n}` is `2^n - 1`. A requirement is what must hold before the
operation is defined, again in both meanings, with the code of the dynamic error otherwise.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any

from semantics import reals, term_floats, term_parts
from semantics import term_arithmetic as ta
from semantics import terms as t
from semantics.floats import OPERATIONS
from semantics.floats.codecs import CODECS
from semantics.floats.environment import MODES
from semantics.texts import bits_text, boolean_text, integer_text, real_text
from semantics.values import Unsupported, fail

LONGEST_MASK = 256
"""Bits of the longest mask that is written out; Python reads some thousand digits at most."""


@dataclass(frozen=True, slots=True)
class NoMeaning:
    """Stands where an operation has no meaning on terms, with the reason."""

    why: str

    def __call__(self, *operands: object) -> Any:
        raise Unsupported(self.why)


@dataclass(frozen=True, slots=True)
class Requirement:
    """What must hold of the operands; `python` is a template, `smt` the same on terms."""

    code: str
    python: str
    smt: Callable[..., t.Bool]


@dataclass(frozen=True)
class Primitive:
    """One operation. `smt` and the requirements take the widths first, then the operands."""

    name: str
    signature: str
    python: str
    smt: Callable[..., Any]
    requires: tuple[Requirement, ...] = ()

    @cached_property
    def widths(self) -> tuple[str, ...]:
        """The names of its widths that are not fixed, in order of appearance."""
        return tuple(dict.fromkeys(re.findall(r"bits ([a-z])", self.signature)))

    @cached_property
    def operands(self) -> tuple[str, ...]:
        return tuple(s for s in self.signature.split(" -> ")[0].split(", ") if s)

    @property
    def result(self) -> str:
        return self.signature.split(" -> ")[1]

    def expression(
        self, template: str, widths: Sequence[str | int], operands: Sequence[str]
    ) -> str:
        """Python text of a template over the texts of widths and operands."""
        names: dict[str, object] = {}
        for name, width in zip(self.widths, widths, strict=True):
            names[name] = width
            short = isinstance(width, int) and 0 <= width <= LONGEST_MASK
            names[f"mask_{name}"] = (1 << int(width)) - 1 if short else f"ones({width})"
        return template.format(*operands, **names)

    @cached_property
    def _functions(self) -> tuple[Callable[..., Any], list[tuple[str, Callable[..., bool]]]]:
        formal = [f"a{i}" for i in range(len(self.operands))]
        head = f"lambda {', '.join([*self.widths, *formal])}: "

        def function(template: str) -> Callable[..., Any]:
            text = head + self.expression(template, list(self.widths), formal)
            meaning: Callable[..., Any] = eval(text, dict(RUNTIME))
            return meaning

        return function(self.python), [(r.code, function(r.python)) for r in self.requires]

    def apply(self, widths: Sequence[int], operands: Sequence[Any]) -> Any:
        """The meaning on Python values; raises DynamicError where a requirement fails."""
        meaning, requirements = self._functions
        for code, holds in requirements:
            if not holds(*widths, *operands):
                fail(code)
        return meaning(*widths, *operands)


@lru_cache(maxsize=256)
def ones(width: int) -> int:
    """So many bits that are all one."""
    return (1 << width) - 1


RUNTIME: Mapping[str, Any] = MappingProxyType(
    {"fail": fail, "floor": math.floor, "ceil": math.ceil, "trunc": math.trunc}
    | {"Fraction": Fraction, "ones": ones, "power": reals.power, "LARGEST": reals.LARGEST}
    | {name: function for name, function in vars(reals).items() if name.startswith("real_")}
    | {each.__name__: each for each in (bits_text, boolean_text, integer_text, real_text)}
    | {f"float_{name}": operation.function for name, operation in OPERATIONS.items()}
)
"""What templates may name besides operands and widths."""

_table: dict[str, Primitive] = {}


def _define(
    name: str, signature: str, python: str, smt: Callable[..., Any], *requires: Requirement
) -> None:
    assert name not in _table, name
    _table[name] = Primitive(name, signature, python, smt, requires)


_NO_REAL = NoMeaning("real arithmetic on unknown values")
_NO_STRING = NoMeaning("strings that depend on unknown values")

_positive = Requirement("DIV-NOT-POSITIVE", "{1} > 0", lambda a, b: ta.lt(0, b))
_in_bits = Requirement(
    "SLICE-RANGE",
    # Of no bits, a slice still starts at one that exists.
    "0 <= {1} <= {n} - ({w} or 1) < {n}",
    lambda n, w, x, low, *_: ta.within(low, 0, n - (w or 1)) if 0 <= w <= n else False,
)

# ---------------------------------------------------------------- booleans
_define("bool.not", "bool -> bool", "(not {0})", t.not_)
_define("bool.eq", "bool, bool -> bool", "({0} == {1})", lambda a, b: t.eq(t.BOOL, a, b))

# ---------------------------------------------------------------- integers
_define("int.add", "int, int -> int", "({0} + {1})", ta.add)
_define("int.sub", "int, int -> int", "({0} - {1})", ta.sub)
_define("int.mul", "int, int -> int", "({0} * {1})", ta.mul)
_define("int.neg", "int -> int", "(-{0})", ta.neg)
_define("int.eq", "int, int -> bool", "({0} == {1})", lambda a, b: t.eq(t.INT, a, b))
_define("int.le", "int, int -> bool", "({0} <= {1})", ta.le)
_define("int.lt", "int, int -> bool", "({0} < {1})", ta.lt)
_define("int.floordiv", "int, int -> int", "({0} // {1})", ta.div, _positive)
_define("int.mod", "int, int -> int", "({0} % {1})", ta.mod, _positive)
_define(
    "int.div", "int, int -> int", "({0} // {1})", ta.div, _positive,
    Requirement("DIV-INEXACT", "{0} % {1} == 0", lambda a, b: t.eq(t.INT, ta.mod(a, b), 0)),
)  # fmt: skip
_nonnegative = Requirement("NEGATIVE-EXPONENT", "{1} >= 0", lambda a, b: ta.le(0, b))
_define("int.pow", "int, int -> int", "power({0}, {1})", term_parts.power, _nonnegative)
_define(
    "int.log2", "int -> int", "({0}.bit_length() - 1)", term_parts.log2,
    Requirement("ARGUMENT-DOMAIN", "{0} > 0", lambda a: ta.lt(0, a)),
)  # fmt: skip
_define(
    "int.shl",
    "int, int -> int",
    "({0} << {1})",
    lambda a, b: ta.mul(a, term_parts.power(2, b)),
    _nonnegative,
)
_define(
    "int.shr",
    "int, int -> int",
    "({0} >> {1})",
    lambda a, b: ta.div(a, term_parts.power(2, b)),
    _nonnegative,
)
_define(
    "int.slice", "int, int -> bits w", "({0} >> {1} & {mask_w})",
    lambda w, x, low: ta.from_int(w, ta.div(x, term_parts.power(2, low))),
    Requirement(
        "SLICE-RANGE", "{1} >= 0 <= {w}", lambda w, x, low: ta.le(0, low) if w >= 0 else False
    ),
)  # fmt: skip
_define("int.bits", "int -> bits n", "({0} & {mask_n})", ta.from_int)

# ---------------------------------------------------------------- bit-vectors
_define("bits.add", "bits n, bits n -> bits n", "({0} + {1} & {mask_n})", ta.bv_add)
_define("bits.sub", "bits n, bits n -> bits n", "({0} - {1} & {mask_n})", ta.bv_sub)
_define("bits.and", "bits n, bits n -> bits n", "({0} & {1})", ta.bv_and)
_define("bits.or", "bits n, bits n -> bits n", "({0} | {1})", ta.bv_or)
_define("bits.xor", "bits n, bits n -> bits n", "({0} ^ {1})", ta.bv_xor)
_define("bits.not", "bits n -> bits n", "({0} ^ {mask_n})", ta.bv_not)
_define("bits.eq", "bits n, bits n -> bool", "({0} == {1})", ta.bv_eq)
_define(
    "bits.concat", "bits n, bits m -> bits n", "({0} << {m} | {1})",
    lambda n, m, high, low: ta.concat(n, high, m, low),
)  # fmt: skip
_define(
    "bits.slice", "bits n, int -> bits w", "({0} >> {1} & {mask_w})", term_parts.slice, _in_bits
)
_define(
    "bits.insert", "bits n, int, bits w -> bits n",
    "({0} & ~({mask_w} << {1}) | {2} << {1})", term_parts.insert, _in_bits,
)  # fmt: skip
_define("bits.uint", "bits n -> int", "({0})", ta.uint)
_define("bits.sint", "bits n -> int", "(({0} ^ (1 << {n} >> 1)) - (1 << {n} >> 1))", ta.sint)
_define(
    "bits.zero_extend", "bits m -> bits n", "({0})", lambda m, n, x: ta.zero_extend(m, x, n),
    Requirement("EXTEND-NARROWER", "{n} >= {m}", lambda m, n, x: n >= m),
)  # fmt: skip
_define(
    "bits.sign_extend", "bits m -> bits n",
    "(({0} ^ 1 << {m} - 1) - (1 << {m} - 1) & {mask_n})",
    lambda m, n, x: ta.sign_extend(m, x, n),
    Requirement("EXTEND-NARROWER", "{n} >= {m} > 0", lambda m, n, x: n >= m > 0),
)  # fmt: skip
_define(
    "bits.replicate", "bits m -> bits n", "({0} * ({mask_n} // {mask_m}))",
    lambda m, n, x: term_parts.repeat(n, m, x) if n else 0,
    Requirement(
        "REPLICATE-WIDTH", "{m} > 0 <= {n} and {n} % {m} == 0",
        lambda m, n, x: m > 0 <= n and n % m == 0,
    ),
)  # fmt: skip
_some_width = Requirement("WIDTH-NEGATIVE", "{n} >= 0", lambda n, *_: n >= 0)
_define("bits.zero", " -> bits n", "0", lambda n: 0, _some_width)
_define(
    "bits.ones", " -> bits n", "{mask_n}", lambda n: (1 << n) - 1, _some_width,
    Requirement("SIZE-LIMIT", "{n} <= LARGEST", lambda n: n <= reals.LARGEST),
)  # fmt: skip
_define("bits.is_zero", "bits n -> bool", "({0} == 0)", lambda n, x: ta.bv_eq(n, x, 0))
_define(
    "bits.is_ones", "bits n -> bool", "({0} == {mask_n})", lambda n, x: ta.bv_eq(n, x, (1 << n) - 1)
)
_shifts = Requirement("NEGATIVE-SHIFT", "{1} >= 0", lambda n, x, by: ta.le(0, by))
_define(
    "bits.lsl", "bits n, int -> bits n", "({0} << min({1}, {n}) & {mask_n})",
    lambda n, x, by: ta.shift("shl", n, x, by), _shifts,
)  # fmt: skip
_define(
    "bits.lsr", "bits n, int -> bits n", "({0} >> min({1}, {n}))",
    lambda n, x, by: ta.shift("lshr", n, x, by), _shifts,
)  # fmt: skip
_define(
    "bits.asr", "bits n, int -> bits n",
    "(({0} ^ 1 << {n} - 1) - (1 << {n} - 1) >> min({1}, {n}) & {mask_n})",
    lambda n, x, by: ta.shift("ashr", n, x, by), _shifts,
    Requirement("ARGUMENT-DOMAIN", "{n} > 0", lambda n, *_: n > 0),  # there is no sign
)  # fmt: skip
_define("bits.count", "bits n -> int", "{0}.bit_count()", ta.count)
_define("bits.highest", "bits n -> int", "({0}.bit_length() - 1)", ta.highest)

# ---------------------------------------------------------------- reals and strings
_define("real.add", "real, real -> real", "real_add({0}, {1})", _NO_REAL)
_define("real.sub", "real, real -> real", "real_sub({0}, {1})", _NO_REAL)
_define("real.mul", "real, real -> real", "real_mul({0}, {1})", _NO_REAL)
_define("real.neg", "real -> real", "real_neg({0})", _NO_REAL)
_define(
    "real.div", "real, real -> real", "real_div({0}, {1})", _NO_REAL,
    Requirement("REAL-DIV-ZERO", "{1} != 0", _NO_REAL),
)  # fmt: skip
_define(
    "real.pow", "real, int -> real", "real_power({0}, {1})", _NO_REAL,
    Requirement("REAL-POW-ZERO", "({0} != 0 or {1} >= 0)", _NO_REAL),
)  # fmt: skip
_define("real.eq", "real, real -> bool", "real_eq({0}, {1})", _NO_REAL)
_define("real.le", "real, real -> bool", "real_le({0}, {1})", _NO_REAL)
_define("real.lt", "real, real -> bool", "real_lt({0}, {1})", _NO_REAL)
_define("real.of_int", "int -> real", "real_of_int({0})", _NO_REAL)
_define("real.floor", "real -> int", "floor({0})", _NO_REAL)
_define("real.ceil", "real -> int", "ceil({0})", _NO_REAL)
_define("real.trunc", "real -> int", "trunc({0})", _NO_REAL)
_define(
    "real.log2", "real -> int", "real_log2({0})", _NO_REAL,
    Requirement("ARGUMENT-DOMAIN", "{0} != 0", _NO_REAL),
)  # fmt: skip
_define(
    "real.sqrt", "real, int -> real", "real_sqrt({0}, {1})", _NO_REAL,
    Requirement("ARGUMENT-DOMAIN", "{0} >= 0 < {1}", _NO_REAL),
)  # fmt: skip
_define("string.concat", "string, string -> string", "({0} + {1})", _NO_STRING)
_define("string.eq", "string, string -> bool", "({0} == {1})", _NO_STRING)
_define("string.of_bool", "bool -> string", "boolean_text({0})", _NO_STRING)
_define("string.of_int", "int -> string", "integer_text({0})", _NO_STRING)
_define("string.of_bits", "bits n -> string", "bits_text({n}, {0})", _NO_STRING)
_define("string.of_real", "real -> string", "real_text({0})", _NO_STRING)

# ---------------------------------------------------------------- floating arithmetic
_natives: dict[str, str] = {}
_FORMATS = (0, len(CODECS) - 1, "FLOAT-FORMAT")
_SETTINGS = {
    "format": _FORMATS, "target": _FORMATS, "mode": (MODES[0], MODES[-1], "FLOAT-MODE"),
    "width": (1, term_floats.WORD, "FLOAT-WIDTH"),
}  # fmt: skip
"""Integers that come before the words: least, greatest, and the error where one is neither."""


def _setting(position: int, least: int, greatest: int, code: str) -> Requirement:
    template = f"{least} <= {{{position}}} <= {greatest}"
    return Requirement(code, template, lambda *a: ta.within(a[position], least, greatest))


def _float(function: str, name: str) -> None:
    """An operation of semantics/floats, which ASL text calls as `function`."""
    settings, words = OPERATIONS[name].settings, OPERATIONS[name].words
    sorts = ["bool" if each == "signed" else "int" for each in settings] + ["bits 64"] * words
    requires = [_setting(i, *_SETTINGS[s]) for i, s in enumerate(settings) if s in _SETTINGS]
    operands = ", ".join(f"{{{i}}}" for i in range(len(sorts)))
    signature, template = f"{', '.join(sorts)} -> bits 69", f"float_{name}({operands})"
    _define(f"float.{name}", signature, template, term_floats.meaning(name), *requires)
    _natives[function] = f"float.{name}"


_float("FloatAdd", "add")
_float("FloatSub", "sub")
_float("FloatMul", "mul")
_float("FloatDiv", "div")
_float("FloatFma", "fma")
_float("FloatSqrt", "sqrt")
_float("FloatFloorModulo", "floor_modulo")
_float("FloatRoundToIntegral", "round_to_integral")
_float("FloatConvert", "convert")
_float("FloatToSigned", "to_signed")
_float("FloatToUnsigned", "to_unsigned")
_float("FloatFromInt", "from_int")
_float("FloatCompare", "compare")
_float("FloatMinimum", "minimum")
_float("FloatMaximum", "maximum")
_float("FloatMinimumNumber", "minimum_number")
_float("FloatMaximumNumber", "maximum_number")

PRIMITIVES: Mapping[str, Primitive] = MappingProxyType(_table)

INTRINSICS: Mapping[str, str] = MappingProxyType(
    {
        "UInt": "bits.uint",
        "SInt": "bits.sint",
        "ZeroExtend": "bits.zero_extend",
        "SignExtend": "bits.sign_extend",
        "Replicate": "bits.replicate",
        "Zeros": "bits.zero",
        "Ones": "bits.ones",
        "IsZero": "bits.is_zero",
        "IsOnes": "bits.is_ones",
        "LSL": "bits.lsl",
        "LSR": "bits.lsr",
        "ASR": "bits.asr",
        "Real": "real.of_int",
        "FloorLog2": "int.log2",
        "ILog2": "real.log2",
        "SqrtRounded": "real.sqrt",
        "RoundDown": "real.floor",
        "RoundUp": "real.ceil",
        "RoundTowardsZero": "real.trunc",
        "BitCount": "bits.count",
        "HighestSetBit": "bits.highest",
    }
)
"""Functions of the standard library done natively; each is tested to agree with its ASL body."""

NATIVES: Mapping[str, str] = MappingProxyType(_natives)
"""Functions that any ASL text may call and that have no body in ASL."""
