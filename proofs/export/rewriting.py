"""The places of a harness that are no ASL but for ptoprove, with the types that they have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from parser import syntax
from parser.source import Span
from proofs.export.excerpt import Edit, LeftOut, Piece, text_at, without
from semantics import ir
from semantics.intrinsics import SPECS
from semantics.ir_nodes import nodes
from semantics.primitives import NATIVES
from semantics.program import Program
from semantics.types import ArrayType, Type
from semantics.values import Unsupported


@dataclass(frozen=True, slots=True)
class Place:
    """An ARBITRARY, or a call of what only ptoprove has (its name alone), in some pieces.

    `type` is that of the value drawn, or of the last argument; `written` is the text of it.
    """

    name: str
    span: Span
    type: Type | None
    written: str

    def renamed(self, name: str) -> Edit:
        """The edit that makes a call one of another function."""
        end = self.span.column + len(self.name)
        return Edit(replace(self.span, end_line=self.span.line, end_column=end), name)


def places(program: Program, pieces: Sequence[Piece], left_out: LeftOut) -> Iterator[Place]:
    """All such places, statements that are left out apart. Raises Unsupported."""
    for piece in pieces:
        tree = without(piece.tree, left_out)
        lowered = _lowered(program, tree)
        for node in nodes(tree, syntax):
            match node:
                case syntax.Arbitrary(type=written):
                    yield Place(ARBITRARY, node.span, _type(lowered, node), text_at(written.span))
                case syntax.Call(name=name) if name in SPECS:
                    found = _type(lowered, node) if None in SPECS[name].arguments else None
                    yield Place(name, node.span, found, _written(program, lowered, node, found))
                case syntax.Call(name=name) if name in NATIVES and name not in program.functions:
                    yield Place(name, node.span, None, "")
                case _:
                    pass


ARBITRARY = "ARBITRARY"
_Lowered = dict[tuple[int, int], ir.ArbitraryExpr | ir.Intrinsic]


def _lowered(program: Program, tree: syntax.Declaration) -> _Lowered:
    """What a function became, by its places."""
    if not isinstance(tree, syntax.FuncDecl):
        return {}
    keys = [key for key, other in program.functions[tree.name] if other.span == tree.span]
    return {
        (node.span.line, node.span.column): node
        for key in keys
        for node in nodes(program.function(key).body)
        if isinstance(node, ir.ArbitraryExpr | ir.Intrinsic)
    }


def _type(lowered: _Lowered, node: syntax.Arbitrary | syntax.Call) -> Type:
    match lowered.get((node.span.line, node.span.column)):
        case ir.ArbitraryExpr(type=type):
            return type
        case ir.Intrinsic(args=args):
            return args[-1].type
    raise Unsupported(f"`{text_at(node.span)}`, whose type is not known there")


def _written(program: Program, lowered: _Lowered, call: syntax.Call, type: Type | None) -> str:
    """A type as the program writes it: of an array, as a global variable is declared, for its size
    may be one that only the specification's own words name."""
    node = lowered.get((call.span.line, call.span.column))
    if isinstance(type, ArrayType) and isinstance(node, ir.Intrinsic):
        for each in node.args:
            declared = program.globals[each.name].type if isinstance(each, ir.GlobalRef) else None
            if declared is not None:
                return text_at(declared.span)
    return str(type)
