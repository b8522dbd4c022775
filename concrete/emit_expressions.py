"""IR expressions as Python text. Checks that the types already settle are left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from concrete.code import Code, Places
from concrete.names import global_name, local_name, python_name
from parser.source import Span
from semantics import intervals, ir, types
from semantics import terms as t
from semantics.base_values import base_value
from semantics.primitives import Primitive
from semantics.types import Type, Width
from semantics.values import DynamicError, Unsupported, Vec
from semantics.widths import same

DEEPEST = 32
"""As many expressions are nested in the text."""
LONG_CHAIN = 24
"""As many operations one on the other (a + b + c + …) are nested in the text."""


LONGEST_LITERAL = 256
"""Bits of the longest integer that is written where it is used."""


@dataclass(frozen=True, slots=True)
class Outlined:
    """An expression that is called by a name; what it calls itself is `inside` it."""

    name: str
    text: str
    inside: tuple[Outlined, ...]


class ExpressionEmitter:
    """Emits the expressions of one piece of code, whose Python name is `name`.

    What the conditions in `counted` come to is noted, each under its number.
    """

    def __init__(
        self, name: str, tracing: bool, counted: Mapping[ir.Expr, int] | None = None
    ) -> None:
        self.name, self.tracing, self.counted = name, tracing, counted or {}
        self.outlined: list[Outlined] = []
        self._temporaries = 0
        self._depth = 0
        self._constants: dict[str, Any] = {}
        self._failures: list[Span] = []

    def code(
        self,
        title: str,
        lines: Sequence[str],
        spans: Sequence[Span],
        recurse_limit: int | None = None,
    ) -> Code:
        """The piece of code that has these lines, from these places, and what they name."""
        texts = {name: _text(value) for name, value in self._constants.items()}
        defined = [f"{name} = {text}" for name, text in texts.items() if text is not None]
        objects = {name: self._constants[name] for name, text in texts.items() if text is None}
        places = Places.of(spans), Places.of(self._failures)
        return Code(title, "\n".join([*lines, *defined]), *places, recurse_limit, objects)

    def constant(self, value: Any) -> str:
        """The name of an object."""
        name = f"k{len(self._constants)}_{self.name}"
        self._constants[name] = value
        return name

    def temporary(self) -> str:
        self._temporaries += 1
        return f"_{self._temporaries}"

    def width(self, width: Width) -> str | int:
        """Text of a width, or the int it is."""
        return width if isinstance(width, int) else self.expr(width)

    def expr(self, e: ir.Expr) -> str:
        """Text of an expression; safe to embed anywhere after what is in `outlined`."""
        text, number = self._nested(e), self.counted.get(e)
        return text if number is None else f"taken({self.name!r}, {number}, {text})"

    def _nested(self, e: ir.Expr) -> str:
        if self._depth < DEEPEST:
            self._depth += 1
            text = self._expr(e)
            self._depth -= 1
            return text
        # Python nests parentheses 200 deep at most: what is deeper is a function of its own.
        depth, outside = self._depth, self.outlined
        self._depth, self.outlined = 0, []
        text = self._expr(e)
        self._depth, inside = depth, self.outlined
        self.outlined = outside
        outside.append(Outlined(self.temporary(), text, tuple(inside)))
        return f"{outside[-1].name}()"

    def _expr(self, e: ir.Expr) -> str:
        match e:
            case ir.Const(value=value):
                return self.literal(value)
            case ir.LocalRef(name=name):
                return local_name(name)
            case ir.GlobalRef(name=name):
                return self._read(name, "-1", global_name(name))
            case ir.Let(variable=variable, value=value, body=body):
                return (
                    f"(({local_name(variable.name)} := {self.expr(value)}), {self.expr(body)})[1]"
                )
            case ir.PrimCall():
                return self._prim(e)
            case ir.Cond():
                return self._cond(e)
            case ir.CallExpr(function=key, args=args):
                return f"{python_name(key)}({', '.join(map(self.expr, args))})"
            case ir.Intrinsic(name="Explain", args=(label, value)):
                type = self.type(value.type)
                return f"intrinsic_Explain({self.expr(label)}, lambda: {self.expr(value)}, {type})"
            case ir.Intrinsic(name=name, args=args):
                return f"intrinsic_{name}({', '.join(map(self.expr, args))})"
            case ir.GetField(base=base, index=index):
                return f"{self.expr(base)}[{index}]"
            case ir.GetIndex(base=base, index=index, array=array):
                return self._element(base, index, array, e.span)
            case ir.MakeTuple(items=items):
                return f"({''.join(self.expr(i) + ', ' for i in items)})"
            case ir.CheckRange(value=value, type=type, code=code):
                assert isinstance(type, types.IntType)
                return self._check_range(value, type, code, e.span)
            case ir.CheckWidth(value=value, actual=actual, expected=expected):
                if same(actual, expected) is True:
                    return self.expr(value)
                test = f"{self.width(actual)} == {self.width(expected)}"
                return f"({self.expr(value)} if {test} else {self.failure('CAST-WIDTH', e.span)})"
            case ir.ArbitraryExpr(type=type):
                return self.arbitrary(type)
            case ir.BaseValue(type=type):
                return self.base(type)

    def failure(self, code: str, span: Span) -> str:
        """Text that raises a dynamic error of that place."""
        self._failures.append(span)
        return f'fail_at("{code}", {len(self._failures) - 1})'

    def type(self, type: Type) -> str:
        """Text of a type as an object, a vector's width computed."""
        if isinstance(type, types.BitsType) and not isinstance(type.width, int):
            return f"BitsType({self.width(type.width)})"
        return self.constant(type)

    def literal(self, value: Any) -> str:
        written = isinstance(value, str) or (
            isinstance(value, int) and value.bit_length() <= LONGEST_LITERAL
        )
        return (_text(value) if written else None) or self.constant(value)

    def _cond(self, e: ir.Cond) -> str:
        # Chains stay flat however long they are: Python nests parentheses 200 deep at most.
        operator = _junction(e)
        if operator is not None:
            operands: list[ir.Expr] = []
            link: ir.Expr = e
            while isinstance(link, ir.Cond) and _junction(link) == operator:
                operands.append(link.then if operator == "and" else link.otherwise)
                link = link.condition
            return f"({f' {operator} '.join(map(self.expr, [link, *reversed(operands)]))})"
        text, link = "", e
        while isinstance(link, ir.Cond) and _junction(link) is None:
            text += f"{self.expr(link.then)} if {self.expr(link.condition)} else "
            link = link.otherwise
        return f"({text}{self.expr(link)})"

    # ------------------------------------------------------------ primitives

    def _prim(self, e: ir.PrimCall) -> str:
        chain = [e]
        while chain[-1].args and isinstance(first := chain[-1].args[0], ir.PrimCall):
            chain.append(first)
        if len(chain) <= LONG_CHAIN:
            return self._operation(e, [self.expr(a) for a in e.args])
        # One step after the other keeps the text flat.
        so_far, last = self.temporary(), chain.pop()
        steps = f"({so_far} := {self._operation(last, [self.expr(a) for a in last.args])}), "
        for link in reversed(chain):
            operands = [so_far, *map(self.expr, link.args[1:])]
            steps += f"({so_far} := {self._operation(link, operands)}), "
        return f"({steps})[-1]"

    def _operation(self, e: ir.PrimCall, texts: Sequence[str]) -> str:
        """Text of the operation on these operands."""
        widths = [self.width(w) for w in e.widths]
        unmet = [r for r in e.primitive.requires if not _settled(e, r.smt)]
        if not unmet:
            return e.primitive.expression(e.primitive.python, widths, texts)
        return self._guarded(e.primitive, widths, texts, e.span)

    def _guarded(
        self, p: Primitive, widths: Sequence[str | int], texts: Sequence[str], span: Span
    ) -> str:
        """The operation after its requirements, each operand evaluated once and in order."""
        names = [self.temporary() for _ in texts]
        binds = "".join(f"({n} := {x}), " for n, x in zip(names, texts, strict=True))
        result = p.expression(p.python, widths, names)
        for requirement in reversed(p.requires):
            test = p.expression(requirement.python, widths, names)
            result = f"({result} if {test} else {self.failure(requirement.code, span)})"
        return f"({binds}{result})[-1]" if binds else result

    def insert(self, base: str, low: str, value: str, step: ir.SliceStep) -> str:
        """`base` with a slice replaced."""
        from semantics.primitives import PRIMITIVES

        primitive = PRIMITIVES["bits.insert"]
        widths = [self.width(step.total), self.width(step.width)]
        if isinstance(step.low, ir.Const) and isinstance(step.total, int):
            if isinstance(step.width, int) and 0 <= step.low.value <= step.total - step.width:
                return primitive.expression(primitive.python, widths, [base, low, value])
        return self._guarded(primitive, widths, [base, low, value], step.span)

    # ------------------------------------------------------------ arrays and checks

    def checked_index(self, index: ir.Expr, array: types.ArrayType, span: Span) -> str:
        """Text of an index, which raises where it is outside."""
        text = self.expr(index)
        if isinstance(array.size, int) and isinstance(index.type, types.IntType):
            if intervals.inside(index.type.interval(), (0, array.size - 1)):
                return text
        if array.index is not None:
            return text
        name = self.temporary()
        size = self.width(array.size)
        failure = self.failure("INDEX-RANGE", span)
        return f"({name} if 0 <= ({name} := {text}) < {size} else {failure})"

    def _element(self, base: ir.Expr, index: ir.Expr, array: types.ArrayType, span: Span) -> str:
        if self.tracing and isinstance(base, ir.GlobalRef):
            whole, name = self.temporary(), self.temporary()
            read = self._read(base.name, name, f"{whole}.get({name})")
            at = self.checked_index(index, array, span)
            return f"(({whole} := {global_name(base.name)}), ({name} := {at}), {read})[2]"
        return f"{self.expr(base)}.get({self.checked_index(index, array, span)})"

    def _read(self, name: str, index: str, text: str) -> str:
        if not self.tracing:
            return text
        return f"(trace_read({name!r}, {index}), {text})[1]"

    def _check_range(self, value: ir.Expr, type: types.IntType, code: str, span: Span) -> str:
        assert type.ranges is not None
        have = value.type.interval() if isinstance(value.type, types.IntType) else intervals.FULL
        name = self.temporary()
        tests = []
        for r in type.ranges:
            if isinstance(r.low, int) and isinstance(r.high, int):
                if intervals.inside(have, (r.low, r.high)):
                    return self.expr(value)
            tests.append(f"{self.width(r.low)} <= {name} <= {self.width(r.high)}")
        return (
            f"(({name} := {self.expr(value)}), "
            f"{name} if {' or '.join(tests)} else {self.failure(code, span)})[1]"
        )

    # ------------------------------------------------------------ values out of types

    def arbitrary(self, type: Type) -> str:
        """Text that draws an unknown of this type from the machine's chooser."""
        match type:
            case types.BoolType():
                return "choose.boolean()"
            case types.IntType(ranges=None):
                return "choose.integer(None)"
            case types.IntType(ranges=ranges):
                assert ranges is not None
                pairs = "".join(f"({self.width(r.low)}, {self.width(r.high)}), " for r in ranges)
                return f"choose.integer(({pairs}))"
            case types.BitsType(width=width):
                return f"choose.bits({self.width(width)})"
            case types.EnumType():
                return f"choose.label({self.constant(type)})"
            case types.RealType():
                return "choose.real()"
            case types.StringType():
                return "choose.string()"
            case types.RecordType(fields=fields):
                return f"({''.join(self.arbitrary(f) + ', ' for _, f in fields)})"
            case types.TupleType(items=items):
                return f"({''.join(self.arbitrary(i) + ', ' for i in items)})"
            case types.ArrayType(size=size, element=element):
                elements = f"many({self.width(size)}, lambda: {self.arbitrary(element)})"
                return f"Vec.of({elements}, {self.base(element)})"

    def base(self, type: Type) -> str:
        """Text of the base value of a type."""
        try:
            return self.literal(base_value(type))
        except DynamicError as error:
            return f'fail("{error.code}")'
        except Unsupported:
            pass  # a width or size that only the running program knows
        match type:
            case types.BitsType(width=width):
                return f"no_bits({self.width(width)})"
            case types.IntType(ranges=ranges):
                assert ranges is not None
                pairs = "".join(f"({self.width(r.low)}, {self.width(r.high)}), " for r in ranges)
                return f"nearest_to_zero(({pairs}))"
            case types.ArrayType(size=size, element=element):
                return f"fresh({self.width(size)}, {self.base(element)})"
            case types.RecordType(fields=fields):
                return f"({''.join(self.base(f) + ', ' for _, f in fields)})"
            case types.TupleType(items=items):
                return f"({''.join(self.base(i) + ', ' for i in items)})"
            case _:
                raise AssertionError(type)


def _junction(e: ir.Cond) -> str | None:
    """The Python operator of a conjunction or disjunction."""
    if isinstance(e.otherwise, ir.Const) and e.otherwise.value is False:
        return "and"
    return "or" if isinstance(e.then, ir.Const) and e.then.value is True else None


def _text(value: Any) -> str | None:
    """Text of a value; None where it has a type that no text is written for."""
    match value:
        case bool() | str():
            return repr(value)
        case int():
            digits = hex(value) if value.bit_length() > LONGEST_LITERAL else str(value)
            return digits if value >= 0 else f"({digits})"
        case Fraction():
            return f"Fraction({_text(value.numerator)}, {_text(value.denominator)})"
        case tuple():
            items = [_text(item) for item in value]
            return None if None in items else f"({''.join(f'{item}, ' for item in items)})"
        case Vec(size=size, default=default, root=None) if (text := _text(default)) is not None:
            return f"Vec({size}, {text})"
        case _:
            return None


def _settled(e: ir.PrimCall, requirement: Callable[..., t.Bool]) -> bool:
    """Whether the types of the operands alone show that a requirement holds."""
    if not all(isinstance(w, int) for w in e.widths):
        return False
    operands: list[Any] = []
    for i, a in enumerate(e.args):
        match a, a.type:
            case ir.Const(value=value), _:
                operands.append(value)
            case _, types.IntType() as type:
                operands.append(t.variable(f"operand{i}", t.INT, type.interval()))
            case _, types.BitsType(width=int(width)):
                operands.append(t.variable(f"operand{i}", t.bv_sort(width)))
            case _:
                return False
    try:
        return requirement(*e.widths, *operands) is True
    except Unsupported:
        return False
