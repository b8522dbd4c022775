"""Why an assertion failed: the values of what its condition compares.

They are computed when they are asked for, in the frame that failed, so that an assertion which
holds costs nothing. Conditions of assertions have no side effects (ASL1 reference, assertions).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import FrameType
from typing import Any

from concrete.formatting import brief
from concrete.machine import Machine, Thrown
from concrete.written import position, text_of
from parser.diagnostics import PtoError
from semantics import ir
from semantics.diagnosis import Operands
from semantics.ir_nodes import nodes
from semantics.types import ArrayType, BitsType, RecordType, TupleType, Type
from semantics.values import DynamicError, Unsupported

_LITERAL = re.compile(r"""[-'"0-9]|TRUE\b|FALSE\b""")


def operands_of(machine: Machine, error: DynamicError) -> Operands:
    """The operands of the assertion that failed, and the variables they name.

    Of a conjunction, those of the part that does not hold. Nothing where the error is no
    ASSERTION. `machine` must be as the error left it, and stays so.
    """
    place = machine.innermost(error) if error.code == "ASSERTION" else None
    if place is None:
        return ()
    frame, key, span = place
    assertion = next(
        (
            each
            for each in nodes(machine.program.function(key).body)
            if isinstance(each, ir.Assert) and each.span == span
        ),
        None,
    )
    if assertion is None:
        return ()
    with machine.undisturbed():
        return operands_in(machine, frame, assertion.condition)


def operands_in(machine: Machine, frame: FrameType, condition: ir.Expr) -> Operands:
    """The operands of a condition in the frame of a call, and the variables they name. Disturbs
    what `Machine.undisturbed` keeps."""
    try:
        return _Explanation(machine, frame).of(condition)
    except RecursionError:
        return ()  # it is nested too deeply to be of help


class _Explanation:
    """Evaluates parts of a condition in the frame of a call."""

    def __init__(self, machine: Machine, frame: FrameType) -> None:
        self.machine, self.frame = machine, frame

    def of(self, condition: ir.Expr) -> Operands:
        shown: dict[str, str] = {}
        operands = list(self.compared(condition))
        variables = (node for operand in operands for node in _variables(operand))
        for each in (*operands, *variables):
            text = text_of(each)
            if text and text not in shown and not _LITERAL.match(text):
                value = self.value(each)
                shown_value = text if value is None else brief(value, self.type(each.type))
                if shown_value != text:
                    shown[text] = shown_value
        return tuple(shown.items())

    def value(self, expression: ir.Expr) -> Any:
        """The value of an expression, None where it has none."""
        try:
            return self.machine.evaluate_in(self.frame, expression)
        except (DynamicError, PtoError, Thrown, Unsupported, NameError):
            return None

    def type(self, type: Type) -> Type:
        """The type with the width that a vector has in this call."""
        if isinstance(type, BitsType) and not isinstance(type.width, int):
            width = self.value(type.width)
            return type if width is None else BitsType(width)
        return type

    def compared(self, e: ir.Expr) -> Iterator[ir.Expr]:
        """What decides a condition, from left to right."""
        match e:
            case ir.Cond(condition=condition, then=then, otherwise=otherwise):
                holds = self.value(condition)
                taken, other = (then, otherwise) if holds else (otherwise, then)
                decides = isinstance(taken, ir.Const)
                alone = isinstance(other, ir.Const) and other.value == self.value(taken)
                if decides or not alone:
                    yield from self.compared(condition)
                if not decides:
                    yield from self.compared(taken)
            case ir.PrimCall(primitive=primitive, args=args) if primitive.name == "bool.not":
                yield from self.compared(args[0])
            case ir.PrimCall(args=args) | ir.CallExpr(args=args):
                yield from sorted(map(_unchecked, args), key=position)
            case ir.Let(value=value):
                yield _unchecked(value)
            case ir.Const():
                pass
            case _:
                yield e


def _unchecked(e: ir.Expr) -> ir.Expr:
    """What a check is made of, which has a place of its own."""
    return _unchecked(e.value) if isinstance(e, ir.CheckWidth | ir.CheckRange) else e


def _variables(e: ir.Expr) -> Iterator[ir.LocalRef | ir.GlobalRef]:
    """The variables an expression names that are no aggregates."""
    for node in nodes(e):
        if isinstance(node, ir.LocalRef | ir.GlobalRef):
            if not isinstance(node.type, ArrayType | RecordType | TupleType):
                yield node
