"""Assignments: to variables, to parts of them along a path, to slices and fields, and setters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from parser import syntax
from parser.source import Span
from semantics import ir, operators, types
from semantics.declarations import setter_name
from semantics.lower_calls import invoke
from semantics.lower_expressions import Lowerer, bitfield, no_field
from semantics.types import ArrayType, BitsType, RecordType, TupleType, Type
from semantics.unchecked import unchecked
from semantics.widths import expression, minus, plus

PARTS = syntax.TargetIndex | syntax.TargetField | syntax.TargetFields | syntax.TargetSlice


class AssignmentLowerer(Lowerer):
    """Lowers assignments in one scope."""

    def assign(self, target: syntax.Target, value: ir.Expr, span: Span) -> list[ir.Stmt]:
        match target:
            case syntax.TargetDiscard():
                return [ir.Assign(ir.Place(self.scope.temporary(value.type)), value, span)]
            case syntax.TargetTuple(items=items):
                return self._assign_tuple(items, value, span)
        setter, steps = _unwind(target)
        if isinstance(setter, syntax.TargetCall):
            return self._set(setter, steps, value, span)
        assert isinstance(setter, syntax.TargetVar)
        root = self._variable(setter)
        return self._store(root, steps, value, span)

    def _variable(self, target: syntax.TargetVar) -> ir.LocalRef | ir.GlobalRef:
        local = self.scope.find(target.name)
        if local is not None:
            if not local.mutable:
                raise unchecked(f"`{target.name}` can't be assigned", target.span)
            return local.ref
        decl = self.program.globals.get(target.name)
        if decl is None or decl.keyword != "var":
            raise unchecked(f"`{target.name}` is no variable", target.span)
        self.writes.add(target.name)
        return ir.GlobalRef(target.name, self.program.global_type(target.name, target.span))

    def _store(
        self,
        root: ir.LocalRef | ir.GlobalRef,
        steps: list[syntax.Target],
        value: ir.Expr,
        span: Span,
    ) -> list[ir.Stmt]:
        """Assign to the part of `root` that `steps` lead to."""
        path: list[ir.Step] = []
        type: Type = root.type
        for i, step in enumerate(steps):
            match step:
                case syntax.TargetIndex(index=index):
                    position = self.index(type, index)
                    assert isinstance(type, ArrayType)
                    path.append(ir.IndexStep(position, type, step.span))
                    type = type.element
                case syntax.TargetField(name=name) if isinstance(type, RecordType):
                    found = type.index(name)
                    if found is None:
                        raise no_field(type, name, step.span)
                    path.append(ir.FieldStep(found, type))
                    type = type.fields[found][1]
                case syntax.TargetField(name=name) if isinstance(type, BitsType):
                    field = bitfield(type, name, step.span)
                    return self._store_bits(root, path, type, field, steps[i + 1 :], value, span)
                case syntax.TargetSlice(slices=slices) if isinstance(type, BitsType):
                    pieces = [self.slice(s) for s in slices]
                    return self._store_slices(root, path, type, pieces, value, step.span)
                case syntax.TargetFields(names=names):
                    return self._store_fields(root, path, type, names, value, span)
                case _:
                    raise unchecked(f"a part of {types.a(type)}", step.span)
        return self._write(root, path, self.convert(value, type, span), span)

    def _write(
        self, root: ir.LocalRef | ir.GlobalRef, path: list[ir.Step], value: ir.Expr, span: Span
    ) -> list[ir.Stmt]:
        """Replace the part at the end of a path.

        By the ASL Reference (LESetArray) the indices of an array within another are evaluated to
        read it and again to write it, which shows where they have effects.
        """
        if len(path) == 1 or not any(map(self._has_effects, path)):
            return [ir.Assign(ir.Place(root, tuple(path)), value, span)]
        value, lowered = self.settled(value, span)
        *outer, last = path
        around = _read(root, outer)
        part = self.scope.temporary(around.type)
        lowered.append(ir.Assign(ir.Place(part), around, span))
        lowered.append(ir.Assign(ir.Place(part, (last,)), value, span))
        return [*lowered, *self._write(root, outer, part, span)]

    def _has_effects(self, step: ir.Step) -> bool:
        """Whether a step is an index that is computed by a function that may do more."""
        waiting = [step.index] if isinstance(step, ir.IndexStep) else []
        while waiting:
            e = waiting.pop()
            if (
                isinstance(e, ir.CallExpr)
                and self.program.declaration(e.function).qualifier is None
            ):
                return True
            waiting += ir.operands(e)
        return False

    def _store_bits(
        self,
        root: ir.LocalRef | ir.GlobalRef,
        path: list[ir.Step],
        type: BitsType,
        field: types.Field,
        rest: list[syntax.Target],
        value: ir.Expr,
        span: Span,
    ) -> list[ir.Stmt]:
        if not rest:
            return self._store_slices(root, path, type, _pieces(field), value, span)
        # A part of the field: after the value, change a copy, then store the copy.
        value, before = self.settled(value, span)
        copy = self.scope.temporary(field.type)
        current = self.field(_read(root, path), field.name, span)
        first = ir.Assign(ir.Place(copy), self.retype(current, field.type), span)
        change = self._store(copy, rest, value, span)
        return [*before, first, *change, *self._store_bits(root, path, type, field, [], copy, span)]

    def _store_slices(
        self,
        root: ir.LocalRef | ir.GlobalRef,
        path: list[ir.Step],
        type: BitsType,
        pieces: list[tuple[ir.Expr, types.Width]],
        value: ir.Expr,
        span: Span,
    ) -> list[ir.Stmt]:
        total: types.Width = 0
        for _, width in pieces:
            total = plus(total, width)
        value = self.convert(value, BitsType(total), span)
        if len(pieces) == 1:
            low, width = pieces[0]
            return self._write(
                root, [*path, ir.SliceStep(low, width, type.width, span)], value, span
            )
        whole, lowered = self.settled(value, span)
        # All positions are computed before the first slice is written.
        fixed: list[tuple[ir.Expr, types.Width]] = []
        for low, width in pieces:
            low, before = self.settled(low, span)
            fixed.append((low, width))
            lowered += before
        path, before = self._settled_path(path, span)
        lowered += before
        for (low, width), (other, length) in combinations(fixed, 2):
            apart = operators.either(
                operators.binary("<=", operators.sum_of(low, width), other, span),
                operators.binary("<=", operators.sum_of(other, length), low, span),
                span,
            )
            if not isinstance(apart, ir.Const) or not apart.value:
                lowered.append(ir.If(apart, (), (ir.Fail("SLICE-OVERLAP", span),), span))
        for low, width in fixed:
            total = minus(total, width)
            part = operators.slice_of(whole, expression(total), width, span)
            step = ir.SliceStep(low, width, type.width, span)
            lowered.append(ir.Assign(ir.Place(root, (*path, step)), part, span))
        return lowered

    def settled(self, value: ir.Expr, span: Span) -> tuple[ir.Expr, list[ir.Stmt]]:
        """A value that is computed now, if at all, and stays; and the statements for that."""
        if isinstance(value, ir.Const):
            return value, []
        variable = self.scope.temporary(value.type)
        return variable, [ir.Assign(ir.Place(variable), value, span)]

    def _settled_path(self, path: list[ir.Step], span: Span) -> tuple[list[ir.Step], list[ir.Stmt]]:
        """A path, for several assignments along it, whose indices are computed now."""
        steps: list[ir.Step] = []
        lowered: list[ir.Stmt] = []
        for step in path:
            if isinstance(step, ir.IndexStep):
                index, before = self.settled(step.index, span)
                step, lowered = replace(step, index=index), lowered + before
            steps.append(step)
        return steps, lowered

    def _assign_tuple(
        self, items: tuple[syntax.Target, ...], value: ir.Expr, span: Span
    ) -> list[ir.Stmt]:
        if not isinstance(value.type, TupleType) or len(value.type.items) != len(items):
            raise unchecked(f"{len(items)} targets for {types.a(value.type)}", span)
        whole = self.scope.temporary(value.type)
        lowered: list[ir.Stmt] = [ir.Assign(ir.Place(whole), value, span)]
        for i, item in enumerate(items):
            if not isinstance(item, syntax.TargetDiscard):
                lowered += self.assign(item, ir.GetField(whole, i, value.type.items[i]), span)
        return lowered

    def _store_fields(
        self,
        root: ir.LocalRef | ir.GlobalRef,
        path: list[ir.Step],
        type: Type,
        names: tuple[str, ...],
        value: ir.Expr,
        span: Span,
    ) -> list[ir.Stmt]:
        """`.[a, b] = value`: the bits of `value` shared out, most significant first."""
        if isinstance(type, BitsType):
            pieces = [piece for name in names for piece in _pieces(bitfield(type, name, span))]
            return self._store_slices(root, path, type, pieces, value, span)
        if not isinstance(type, RecordType):
            raise no_field(type, names[0], span)
        fields: list[tuple[int, BitsType]] = []
        total: types.Width = 0
        for name in names:
            index = type.index(name)
            if index is None:
                raise no_field(type, name, span)
            field = type.fields[index][1]
            if not isinstance(field, BitsType):
                raise unchecked(f"`{name}` has no bits", span)
            fields.append((index, field))
            total = plus(total, field.width)
        whole, lowered = self.settled(self.convert(value, BitsType(total), span), span)
        settled, before = self._settled_path(path, span)
        lowered += before
        for index, field in fields:
            total = minus(total, field.width)
            part = operators.slice_of(whole, expression(total), field.width, span)
            place = ir.Place(root, (*settled, ir.FieldStep(index, type)))
            lowered.append(ir.Assign(place, self.retype(part, field), span))
        return lowered

    def _set(
        self, setter: syntax.TargetCall, steps: list[syntax.Target], value: ir.Expr, span: Span
    ) -> list[ir.Stmt]:
        name, arguments = setter.name, setter.arguments
        if not steps:
            first: list[ir.Stmt] = []
            if arguments:  # they are evaluated after the value
                value, first = self.settled(value, span)
            call = invoke(self, setter_name(name), setter.parameters, arguments, span, [value])
            assert isinstance(call, ir.CallExpr)
            return [*first, ir.CallStmt(call, span)]
        current = invoke(self, name, setter.parameters, arguments, span)
        copy = self.scope.temporary(current.type)
        change = self._store(copy, steps, value, span)
        call = invoke(self, setter_name(name), setter.parameters, arguments, span, [copy])
        assert isinstance(call, ir.CallExpr)
        return [ir.Assign(ir.Place(copy), current, span), *change, ir.CallStmt(call, span)]


def _pieces(field: types.Field) -> list[tuple[ir.Expr, types.Width]]:
    """Lowest bit and width of the slices of a bit-field."""
    return [(expression(low), width) for low, width in field.slices]


def _unwind(target: syntax.Target) -> tuple[syntax.Target, list[syntax.Target]]:
    """The root of a target and the steps from it."""
    steps: list[syntax.Target] = []
    while isinstance(target, PARTS):
        steps.append(target)
        target = target.base
    return target, steps[::-1]


def _read(root: ir.LocalRef | ir.GlobalRef, path: Sequence[ir.Step]) -> ir.Expr:
    value: ir.Expr = root
    for step in path:
        match step:
            case ir.FieldStep(index=index, type=RecordType(fields=fields)):
                value = ir.GetField(value, index, fields[index][1])
            case ir.IndexStep(index=index, array=array, span=span):
                value = ir.GetIndex(value, index, array, array.element, span)
    return value
