"""Signatures of what only the machines have: native functions and the intrinsics of properties."""

from __future__ import annotations

from semantics import intrinsics
from semantics import types as ir_types
from semantics.checking import effects as effect
from semantics.checking.calls import Signature
from semantics.checking.types import BOOLEAN, INTEGER, STRING, Bits, Type
from semantics.primitives import NATIVES, PRIMITIVES


def native_signature(name: str, arguments: list[Type]) -> Signature | None:
    """The signature of such a function as a call with these arguments sees it."""
    if name in intrinsics.SPECS:
        spec = intrinsics.SPECS[name]
        formals = tuple(
            (f"x{i}", _type(wanted) if wanted is not None else _given(arguments, i))
            for i, wanted in enumerate(spec.arguments)
        )
        result = None if spec.result == ir_types.VOID else _type(spec.result)
        return Signature(name, name, (), formals, result, effect.of_call("readonly"), False)
    if name in NATIVES:
        primitive = PRIMITIVES[NATIVES[name]]
        formals = tuple((f"x{i}", _sort(s)) for i, s in enumerate(primitive.operands))
        result = _sort(primitive.result)
        return Signature(name, name, (), formals, result, effect.of_call("pure"), False)
    return None


def _given(arguments: list[Type], position: int) -> Type:
    """The type of an argument of which any type is taken."""
    return arguments[position] if position < len(arguments) else INTEGER


def _type(type: ir_types.Type) -> Type:
    match type:
        case ir_types.BoolType():
            return BOOLEAN
        case ir_types.IntType():
            return INTEGER
        case ir_types.StringType():
            return STRING
        case _:
            raise AssertionError(type)


def _sort(sort: str) -> Type:
    match sort.split():
        case ["int"]:
            return INTEGER
        case ["bool"]:
            return BOOLEAN
        case _:
            return Bits(int(sort.removeprefix("bits ")))
