"""IR functions as Python source, with the ASL span of every line kept beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from concrete.code import Code
from concrete.emit_expressions import ExpressionEmitter, Outlined
from concrete.names import global_name, local_name
from concrete.repetition import Dependence, repeated
from parser.source import NOWHERE, Span
from semantics import ir, types
from semantics.program import Effects

DEEPEST_BLOCK = 14
"""As many blocks are nested in the text of one function."""


class FunctionEmitter:
    """Emits the statements of one function."""

    def __init__(self, expressions: ExpressionEmitter, effects: Callable[[str], Effects]) -> None:
        self.e, self._effects = expressions, effects
        self._lines: list[str] = []
        self._spans: list[Span] = []
        self._depth = 1
        self._globals: set[str] = set()
        self._parts: list[str] = []
        self._part_spans: list[Span] = []
        self._shared: set[str] = set()
        self._in_part = False

    def function(self, function: ir.Function, limit: int | None = None) -> Code:
        """The whole function as a `def`; no more than `limit` calls may be under way at once."""
        # What is noted of a run must not depend on those before it.
        noted = self.e.tracing or self.e.counted
        known = {} if noted else repeated(function, self._effects)
        for number, statement in enumerate(function.body):
            if statement in known:
                self._unless_known(statement, number, known[statement])
            else:
                self.statement(statement)
        formals = ", ".join(local_name(f.name) for f in function.formals)
        head = [f"def {self.e.name}({formals}):"]
        if self._globals:
            head.append(f"    global {', '.join(sorted(self._globals))}")
        if self._shared:
            given = {local_name(f.name) for f in function.formals}
            head += [f"    {each} = None" for each in sorted(self._shared - given)]
        lines = [*head, *self._parts, *(self._lines or ["    pass"])]
        own = self._spans or [NOWHERE]
        spans = [*[function.span] * len(head), *self._part_spans, *own]
        return self.e.code(function.name, lines, spans, limit)

    def _unless_known(self, loop: ir.Stmt, number: int, globals: Dependence) -> None:
        """A loop, unless it is known what that leaves."""
        before, after = self.e.temporary(), self.e.temporary()
        place = f'"{self.e.name}", {number}, {before}'
        used, changed = map(_tuple, (globals.used, globals.changed))
        self._globals.update(map(global_name, globals.changed))
        self.line(f"{before} = {used}", loop.span)
        self.line(f"{after} = recall({place})", loop.span)
        self.line(f"if {after} is None:", loop.span)
        self._depth += 1
        self.statement(loop)
        self.line(f"{after} = keep({place}, {changed})", loop.span)
        self._depth -= 1
        self.line(f"{changed} = {after}", loop.span)

    def line(self, text: str, span: Span) -> None:
        for each in self.e.outlined:
            self._define(each, self._depth, span)
        self.e.outlined.clear()
        self._lines.append("    " * self._depth + text)
        self._spans.append(span)

    def _define(self, part: Outlined, depth: int, span: Span) -> None:
        self._lines.append("    " * depth + f"def {part.name}():")
        self._spans.append(span)
        for each in part.inside:
            self._define(each, depth + 1, span)
        self._lines.append("    " * (depth + 1) + f"return {part.text}")
        self._spans.append(span)

    def block(self, statements: ir.Block) -> None:
        for statement in statements:
            self.statement(statement)

    def body(self, statements: ir.Block, span: Span) -> None:
        """An indented block, never empty."""
        self._depth += 1
        if statements:
            self.block(statements)
        else:
            self.line("pass", span)
        self._depth -= 1

    def statement(self, s: ir.Stmt) -> None:
        if self._depth > DEEPEST_BLOCK and isinstance(s, ir.If | ir.Loop | ir.For | ir.Try):
            self._part(s)
        else:
            self._statement(s)

    def _part(self, s: ir.Stmt) -> None:
        """A statement as a function of its own at the start of this one, for Python nests loops 20
        deep and indents 100 deep. It gives a tuple of the value where it returns."""
        lines, spans, depth, in_part = self._lines, self._spans, self._depth, self._in_part
        self._lines, self._spans, self._depth, self._in_part = [], [], 2, True
        self._statement(s)
        changed = set(map(local_name, assigned((s,))))
        head = [f"    def {(name := self.e.temporary())}():"]
        for keyword, names in (("nonlocal", changed), ("global", self._globals)):
            if names:
                head.append(f"        {keyword} {', '.join(sorted(names))}")
        self._shared |= changed
        self._parts += head + self._lines
        self._part_spans += [s.span] * len(head) + self._spans
        self._lines, self._spans, self._depth, self._in_part = lines, spans, depth, in_part
        result = self.e.temporary()
        self.line(f"{result} = {name}()", s.span)
        self.line(f"if {result}: return {result if in_part else f'{result}[0]'}", s.span)

    def _statement(self, s: ir.Stmt) -> None:
        match s:
            case ir.Assign():
                self._assign(s)
            case ir.CallStmt(call=call):
                self.line(self.e.expr(call), s.span)
            case ir.Return(value=value):
                text = "None" if value is None else self.e.expr(value)
                self.line(f"return ({text},)" if self._in_part else f"return {text}", s.span)
            case ir.Assert(condition=condition):
                self.line(f'if not {self.e.expr(condition)}: fail("ASSERTION")', s.span)
            case ir.Fail(code=code):
                self.line(f'fail("{code}")', s.span)
            case ir.If(condition=condition, then=then, otherwise=otherwise):
                self._if(condition, then, otherwise, s.span)
            case ir.Loop():
                self._loop(s)
            case ir.For():
                self._for(s)
            case ir.Throw(value=value, exception=exception):
                self.line(f"raise Thrown({exception.name!r}, {self.e.expr(value)})", s.span)
            case ir.Try():
                self._try(s)
            case ir.Print(args=args, newline=newline):
                parts = "".join(f"({self.e.expr(a)}, {self.e.type(a.type)}), " for a in args)
                self.line(f"out(({parts}), {newline})", s.span)

    def _if(self, condition: ir.Expr, then: ir.Block, otherwise: ir.Block, span: Span) -> None:
        keyword, depth = "if", self._depth
        while True:
            text = self.e.expr(condition)
            if keyword == "elif" and self.e.outlined:
                # What the condition calls has to be defined before it.
                outlined, self.e.outlined = self.e.outlined, []
                self.line("else:", span)
                self.e.outlined = outlined
                self._depth += 1
                keyword = "if"
            self.line(f"{keyword} {text}:", span)
            self.body(then, span)
            # A chain of alternatives stays flat however long it is.
            if len(otherwise) == 1 and isinstance(otherwise[0], ir.If):
                following = otherwise[0]
                condition, then, span = following.condition, following.then, following.span
                otherwise, keyword = following.otherwise, "elif"
                continue
            break
        if otherwise:
            self.line("else:", span)
            self.body(otherwise, span)
        self._depth = depth

    # ------------------------------------------------------------ assignment

    def _assign(self, s: ir.Assign) -> None:
        root, path = s.place.root, s.place.path
        value = self.e.expr(s.value)
        if isinstance(root, ir.LocalRef):
            name = local_name(root.name)
        else:
            name = global_name(root.name)
            self._globals.add(name)
        if path and not isinstance(s.value, ir.Const | ir.LocalRef):
            # The value is computed before the indices of the place.
            temporary = self.e.temporary()
            self.line(f"{temporary} = {value}", s.span)
            value = temporary
        index = "-1"
        traced = self.e.tracing and isinstance(root, ir.GlobalRef)
        if traced and path and isinstance(path[0], ir.IndexStep):
            index, base = self.e.temporary(), self.e.temporary()
            self.line(f"{base} = {name}", s.span)
            first = path[0]
            position = self.e.checked_index(first.index, first.array, first.span)
            self.line(f"{index} = {position}", s.span)
            steps = path[1:]
            updated = self._updated(f"{base}.get({index})", steps, value)
            self.line(f"{name} = {base}.set({index}, {updated})", s.span)
        else:
            self.line(f"{name} = {self._updated(name, path, value)}", s.span)
        if traced:
            self.line(f"trace_write({root.name!r}, {index})", s.span)

    def _updated(self, base: str, path: tuple[ir.Step, ...], value: str) -> str:
        """Text of `base` with the part at `path` replaced by `value`."""
        if not path:
            return value
        step, rest = path[0], path[1:]
        match step:
            case ir.SliceStep():
                return self.e.insert(base, self.e.expr(step.low), value, step)
            case ir.FieldStep(index=i):
                name, part = self.e.temporary(), self.e.temporary()
                inner = self._updated(f"{name}[{i}]", rest, value)
                # What does not change stays the same object, so that nothing above it changes.
                return (
                    f"(({name} := {base}), ({part} := {inner}), {name} if {part} is {name}[{i}] "
                    f"else (*{name}[:{i}], {part}, *{name}[{i + 1}:]))[2]"
                )
            case ir.IndexStep(index=index, array=array, span=span):
                name, at = self.e.temporary(), self.e.temporary()
                inner = self._updated(f"{name}.get({at})", rest, value)
                return (
                    f"(({name} := {base}), ({at} := {self.e.checked_index(index, array, span)}), "
                    f"{name}.set({at}, {inner}))[2]"
                )

    # ------------------------------------------------------------ loops

    def _limit(self, limit: ir.Expr | None, span: Span) -> tuple[str, str] | None:
        """Start counting: the names of the counter and of the limit."""
        if limit is None:
            return None
        counter, bound = self.e.temporary(), self.e.temporary()
        self.line(f"{counter}, {bound} = 0, {self.e.expr(limit)}", span)
        return counter, bound

    def _count(self, limit: tuple[str, str] | None, span: Span) -> None:
        """One more round."""
        if limit is not None:
            counter, bound = limit
            self._depth += 1
            self.line(f"{counter} += 1", span)
            self.line(f'if {counter} > {bound}: fail("LOOP-LIMIT")', span)
            self._depth -= 1

    def _loop(self, s: ir.Loop) -> None:
        limit = self._limit(s.limit, s.span)
        if s.test_first:
            self.line(f"while {self.e.expr(s.condition)}:", s.span)
            self._count(limit, s.span)
            self.body(s.body, s.span)
            return
        self.line("while True:", s.span)
        self._count(limit, s.span)
        self.body(s.body, s.span)
        self._depth += 1
        self.line(f"if {self.e.expr(s.condition)}: break", s.span)
        self._depth -= 1

    def _for(self, s: ir.For) -> None:
        start, end = self.e.temporary(), self.e.temporary()
        self.line(f"{start} = {self.e.expr(s.start)}", s.span)
        self.line(f"{end} = {self.e.expr(s.end)}", s.span)
        limit = None if trips_within_limit(s) else self._limit(s.limit, s.span)
        span = f"range({start}, {end} - 1, -1)" if s.down else f"range({start}, {end} + 1)"
        self.line(f"for {local_name(s.variable.name)} in {span}:", s.span)
        self._count(limit, s.span)
        self.body(s.body, s.span)

    # ------------------------------------------------------------ exceptions

    def _try(self, s: ir.Try) -> None:
        caught = self.e.temporary()
        self.line("try:", s.span)
        self.body(s.body, s.span)
        self.line(f"except Thrown as {caught}_:", s.span)
        self._depth += 1
        # Python unbinds the name of a handler at its end; an assigned one stays.
        self.line(f"{caught} = {caught}_", s.span)
        keyword = "if"
        for catcher in s.catchers:
            self.line(f"{keyword} {caught}.name == {catcher.exception.name!r}:", s.span)
            self._depth += 1
            if catcher.variable is not None:
                self.line(f"{local_name(catcher.variable.name)} = {caught}.value", s.span)
            self._depth -= 1
            self.body(catcher.body, s.span)
            keyword = "elif"
        self.line("else:" if s.catchers else "if True:", s.span)
        if s.otherwise is None:
            self._depth += 1
            self.line("raise", s.span)
            self._depth -= 1
        else:
            self.body(s.otherwise, s.span)
        self._depth -= 1


def assigned(block: ir.Block) -> set[str]:
    """The locals that a block assigns."""
    names: set[str] = set()
    for s in block:
        match s:
            case ir.Assign(place=ir.Place(root=ir.LocalRef(name=name))):
                names.add(name)
            case ir.If(then=then, otherwise=otherwise):
                names |= assigned(then) | assigned(otherwise)
            case ir.Loop(body=body):
                names |= assigned(body)
            case ir.For(variable=variable, body=body):
                names |= {variable.name} | assigned(body)
            case ir.Try(body=body, catchers=catchers, otherwise=rest):
                names |= assigned(body) | assigned(rest or ())
                for catcher in catchers:
                    names |= assigned(catcher.body)
                    if catcher.variable is not None:
                        names.add(catcher.variable.name)
    return names


def _tuple(globals: Iterable[str]) -> str:
    return f"({''.join(f'{global_name(name)}, ' for name in globals)})"


def trips_within_limit(s: ir.For) -> bool:
    """Whether the types of the bounds show that the loop never exceeds its limit."""
    if s.limit is None:
        return True
    if not isinstance(s.limit, ir.Const):
        return False
    low, high = (s.end, s.start) if s.down else (s.start, s.end)
    assert isinstance(low.type, types.IntType) and isinstance(high.type, types.IntType)
    first, last = low.type.interval()[0], high.type.interval()[1]
    return first is not None and last is not None and last - first + 1 <= s.limit.value
