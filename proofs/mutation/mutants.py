"""Small changes of the functions of a specification, each of one place in the text.

Those of Offutt's sufficient operators that ASL has: other relational, arithmetic and logical
operators, negated conditions, other constants; and besides, statements and checks that are left
out, and neighbours that change places.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

from parser import syntax
from parser.asl import parse
from parser.loader import ParsedFile
from parser.source import Source, Span
from semantics.checking.dependencies import used
from semantics.specification import Specification

INSTEAD: Final[Mapping[str, str]] = MappingProxyType(
    {
        "&&": "||", "||": "&&", "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=",
        ">=": ">", "+": "-", "-": "+", "*": "+", "DIV": "*", "DIVRM": "*", "MOD": "DIVRM",
        "AND": "OR", "OR": "AND", "XOR": "OR", "<<": ">>", ">>": "<<",
    }
)  # fmt: skip
"""What takes the place of an operator."""
NOTHING: Final = "pass;"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A function of which the text at `span` is another. `kind` says how in a few words."""

    function: str
    kind: str
    span: Span
    before: str
    after: str

    def of(self, spec: Specification) -> Specification:
        """The specification with this change; raises PtoError where it does not parse."""
        files = [
            self._changed(file) if file.source.path == self.span.path else file
            for file in spec.files
        ]
        return Specification(spec.name, files, spec.conditions)

    def _changed(self, file: ParsedFile) -> ParsedFile:
        text = file.source.text
        start, end = offsets(file.source, self.span)
        changed = Source(file.source.path, text[:start] + self.after + text[end:])
        return ParsedFile(changed, parse(changed))


def mutants(spec: Specification, functions: Collection[str]) -> list[Mutant]:
    """The mutants of functions with these names, in the order of the texts."""
    found: list[Mutant] = []
    for file in spec.files:
        names = {each.heading.name for each in file.outline}
        if names.isdisjoint(functions):
            continue
        for declared in file.outline:
            tree = declared.tree if declared.heading.name in functions else None
            if isinstance(tree, syntax.FuncDecl):
                made = _Mutator(file.source, tree.name).of_block(tree.body)
                found += sorted(made, key=lambda each: (each.span.line, each.span.column))
    return found


def offsets(source: Source, span: Span) -> tuple[int, int]:
    """Where a span begins and ends in the text."""
    starts = [0]
    for line in source.lines:
        starts.append(starts[-1] + len(line) + 1)
    return starts[span.line - 1] + span.column - 1, starts[span.end_line - 1] + span.end_column - 1


class _Mutator:
    """Makes the mutants of one function."""

    def __init__(self, source: Source, function: str) -> None:
        self._source, self._function = source, function

    def of_block(self, block: syntax.Block) -> Iterator[Mutant]:
        """Of statements, and of what is in them; an assertion that holds does nothing, so neither
        does a weaker one."""
        for statement in block:
            yield from self._of_statement(statement)
        for first, second in pairwise(block):
            if _moves(first) and _moves(second) and not _commute(first, second):
                parts = second.span, _between(first.span, second.span), first.span
                swapped = "".join(map(self._text, parts))
                yield self._mutant("statements swapped", first.span.to(second.span), swapped)

    def _of_statement(self, s: syntax.Statement) -> Iterator[Mutant]:
        match s:
            case syntax.Assert():
                return
            case syntax.CallStatement():
                yield self._mutant("call dropped", s.span, NOTHING)
            case syntax.Assign():
                yield self._mutant("assignment dropped", s.span, NOTHING)
            case syntax.If(condition=condition, otherwise=otherwise):
                yield self._mutant("condition negated", condition.span, self._negated(condition))
                if not otherwise and self._text(s.span).startswith("if"):
                    yield self._mutant("check dropped", s.span, NOTHING)
        yield from self._inside(s)

    def _inside(self, node: Any) -> Iterator[Mutant]:
        """Of all that a node is made of."""
        for field in fields(node):
            value = getattr(node, field.name)
            parts = value if isinstance(value, tuple) else (value,)
            if field.name in ("then", "otherwise", "body") and isinstance(value, tuple):
                yield from self.of_block(value)
                continue
            for part in parts:
                if isinstance(part, syntax.CaseAlternative):
                    yield from self._inside(part)
                elif is_dataclass(part) and isinstance(part, syntax.Node):
                    if not isinstance(part, _TYPES):
                        yield from self._of_expression(part)
                elif isinstance(part, tuple):  # a field of a record and its value
                    for each in part:
                        if isinstance(each, syntax.Node):
                            yield from self._of_expression(each)

    def _of_expression(self, e: Any) -> Iterator[Mutant]:
        match e:
            case syntax.Binary(operator=operator, left=left, right=right) if operator in INSTEAD:
                other = INSTEAD[operator]
                lines = self._text(_between(left.span, right.span)).count("\n")
                blank = "\n" * lines or " "
                after = f"({self._operand(left)}{blank}{other} {self._operand(right)})"
                yield self._mutant(f"{operator} is {other}", e.span, after)
            case syntax.IntLiteral(value=value):
                yield self._mutant("constant", e.span, str(value + 1))
            case syntax.BoolLiteral(value=value):
                yield self._mutant("constant", e.span, "FALSE" if value else "TRUE")
            case syntax.BitsLiteral() if self._text(e.span)[-2:] in ("0'", "1'"):
                text = self._text(e.span)
                other = "1" if text[-2] == "0" else "0"
                yield self._mutant("constant", e.span, f"{text[:-2]}{other}'")
            case syntax.Conditional(condition=condition):
                yield self._mutant("condition negated", condition.span, self._negated(condition))
        yield from self._inside(e)

    def _operand(self, e: syntax.Expr) -> str:
        """Its text, in parentheses where another operator might take a part of it."""
        text = self._text(e.span)
        return f"({text})" if isinstance(e, syntax.Binary | syntax.Conditional) else text

    def _negated(self, condition: syntax.Expr) -> str:
        return f"!({self._text(condition.span)})"

    def _text(self, span: Span) -> str:
        start, end = offsets(self._source, span)
        return self._source.text[start:end]

    def _mutant(self, kind: str, span: Span, after: str) -> Mutant:
        return Mutant(self._function, kind, span, self._text(span), after)


_TYPES = (
    syntax.IntegerType, syntax.RealType, syntax.BooleanType, syntax.StringType, syntax.BitsType,
    syntax.TupleType, syntax.NamedType, syntax.ArrayType,
)  # fmt: skip
"""What is in types is left as it is: nearly all changes there are no ASL."""


def _moves(statement: syntax.Statement) -> bool:
    return isinstance(statement, syntax.Assign | syntax.CallStatement)


def _commute(first: syntax.Statement, second: syntax.Statement) -> bool:
    """Whether they are assignments to places apart, without calls, and neither reads what the other
    writes."""
    match first, second:
        case syntax.Assign(target=one, value=value), syntax.Assign(target=other, value=another):
            (root, *path), (other_root, *other_path) = _place(one), _place(other)
            reads, others = {*used(value), *_indices(one)}, {*used(another), *_indices(other)}
            apart = any(a != b for a, b in zip(path, other_path, strict=False))
            calls = any(name.endswith("()") for name in reads | others)
            free = root not in others and other_root not in reads
            return free and not calls and (root != other_root or apart)
    return False


def _place(target: syntax.Target) -> tuple[str, ...]:
    """The variable that is assigned to, and the fields that lead to the place in it. Of another
    kind of target, no more is known than that it may be any."""
    match target:
        case syntax.TargetVar(name=name):
            return (name,)
        case syntax.TargetField(base=base, name=name):
            return (*_place(base), name)
        case syntax.TargetIndex(base=base) | syntax.TargetSlice(base=base):
            return _place(base)
    return ("()",)


def _indices(target: syntax.Target) -> Iterator[str]:
    """The names that say where in a variable a place is; a call, where a target is of another
    kind."""
    match target:
        case syntax.TargetVar():
            return
        case syntax.TargetField(base=base):
            yield from _indices(base)
        case syntax.TargetIndex(base=base, index=index):
            yield from used(index)
            yield from _indices(base)
        case syntax.TargetSlice(base=base, slices=slices):
            yield from used(slices)
            yield from _indices(base)
        case _:
            yield "()"


def _between(left: Span, right: Span) -> Span:
    return Span(left.path, left.end_line, left.end_column, right.line, right.column)
