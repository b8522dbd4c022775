"""Checks a whole program: declarations in the order in which they need each other, then bodies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

from parser import syntax
from parser.diagnostics import Diagnostic, Phase, PtoError, fail
from semantics.checking import relations
from semantics.checking.calls import Signature
from semantics.checking.dependencies import components, used
from semantics.checking.statements import pragma
from semantics.checking.statics import Statics
from semantics.checking.types import Type
from semantics.declarations import is_setter, shown_name
from semantics.program import Program

MOST_PROBLEMS = 200


def check(program: Program) -> tuple[Diagnostic, ...]:
    """Check all that a program declares, the standard library left out; its warnings.

    Of a layer only its own units are checked. The program must have its evaluator. Raises one
    PtoError with the problems of all declarations.
    """
    statics = program.statics
    groups = components(_graph(program))
    _all(partial(_circle, program, group) for group in groups)
    calls: dict[str, frozenset[str]] = {}
    _all(
        chain(
            (partial(_resolve, statics, name) for group in groups for name in group),
            (partial(_told_apart, statics, name) for name in program.declared.functions),
            _bodies(program, statics, calls),
        )
    )
    for warning in _endless(program, calls):
        statics.report(warning)
    return tuple(statics.warnings)


def _all(steps: Iterable[Callable[[], None]]) -> None:
    """Take all steps; raises one PtoError with the problems of all, or of the first with many."""
    problems: dict[Diagnostic, None] = {}
    for step in steps:
        if len(problems) > MOST_PROBLEMS:
            break
        try:
            step()
        except PtoError as error:
            problems.update(dict.fromkeys(error.diagnostics))
    if len(problems) > MOST_PROBLEMS:
        *found, last = problems
        more = ("the check ended here: there may be more problems", None)
        raise PtoError(*found, replace(last, notes=(*last.notes, more)))
    if problems:
        raise PtoError(*problems)


def _bodies(
    program: Program, statics: Statics, calls: dict[str, frozenset[str]]
) -> Iterator[Callable[[], None]]:
    """A step for every body and pragma; `calls` takes the keys that each subprogram calls."""

    def body(key: str) -> None:
        calls[key] = statics.check_body(key)

    def default(decl: syntax.FuncDecl) -> None:
        statics.calls_of(f"{decl.name} (overridden)", decl)

    for key in list(program.declared.keys()):
        if key not in program.library:
            yield partial(body, key)
    for decl in program.declared.overridden:
        yield partial(default, decl)
    for each in program.declared.pragmas:
        yield partial(_pragma, statics, each)


def _pragma(statics: Statics, each: syntax.Pragma) -> None:
    pragma(statics.empty(), each.name, each.arguments, each.span)


def _resolve(statics: Statics, name: str) -> None:
    if name in statics.program.types:
        statics.declared(name)
    elif name in statics.program.globals:
        statics.storage(name)
        statics.constant(name)


def _graph(program: Program) -> dict[str, list[str]]:
    """Which names each declaration needs; those of subprograms end in `()`."""
    own = program.declared
    graph: dict[str, list[str]] = {}
    for name, type_decl in own.types.items():
        graph[name] = list(dict.fromkeys(_owners(program, type_decl)))
    for name, storage in own.globals.items():
        graph[name] = list(dict.fromkeys(_owners(program, storage)))
    for name, entries in own.functions.items():
        needed: dict[str, None] = {}
        for key, decl in entries:
            if key not in program.library:
                needed.update(dict.fromkeys(_owners(program, decl)))
        graph[f"{name}()"] = list(needed)
    return graph


def _owners(program: Program, tree: object) -> Sequence[str]:
    return [program.labels.get(name, name) for name in used(tree)]


def _circle(program: Program, group: list[str]) -> None:
    """Raises PtoError (NAME-CYCLE) for a circle through anything but subprograms.

    What needs itself alone is found when it is resolved.
    """
    others = [name for name in group if not name.endswith("()")]
    if len(group) > 1 and others:
        decl = program.types.get(others[0]) or program.globals[others[0]]
        shown = " and ".join(sorted(group)[:6])
        message = f"these need each other, and only subprograms may: {shown}"
        raise fail("NAME-CYCLE", Phase.STATIC, message, decl.span)


def _endless(program: Program, calls: Mapping[str, frozenset[str]]) -> Iterator[Diagnostic]:
    """Warnings of subprograms that call each other without a limit of recursion."""
    keys = set(program.declared.keys())
    unlimited = {
        key: sorted(callees)
        for key, callees in calls.items()
        if key in keys and program.declaration(key).recurse_limit is None
    }
    for group in components(unlimited):
        if len(group) > 1 or group[0] in unlimited[group[0]]:
            decl = program.declaration(min(group))
            message = f"`{shown_name(decl.name)}` is recursive and has no limit"
            hint = "write `recurselimit N` after its signature"
            yield Diagnostic("RECURSION-NO-LIMIT", Phase.WARNING, message, decl.name_span, hint)


def _told_apart(statics: Statics, name: str) -> None:
    """Raises PtoError (NAME-REDECLARED) where two subprograms of one name are too alike."""
    program, env = statics.program, statics.empty()
    entries = program.functions[name]
    rivals = [
        (decl, _compared(statics.signature(key)))
        for key, decl in (_rivals_of_setters(program, entries) if is_setter(name) else ())
    ]
    for key, decl in entries:
        mine = _compared(statics.signature(key))
        for other, theirs in rivals:
            alike = len(mine) == len(theirs) and all(
                relations.clashes(env, t, s) for t, s in zip(mine, theirs, strict=True)
            )
            if alike or decl.qualifier != other.qualifier:
                why = "with arguments too alike" if alike else "with another qualifier"
                message = f"`{shown_name(name)}` is declared twice, {why}"
                notes = (("the other declaration", other.name_span),)
                where = decl.name_span
                raise PtoError(
                    Diagnostic("NAME-REDECLARED", Phase.STATIC, message, where, None, notes)
                )
        rivals.append((decl, mine))


def _rivals_of_setters(
    program: Program, setters: Sequence[tuple[str, syntax.FuncDecl]]
) -> Iterator[tuple[str, syntax.FuncDecl]]:
    """The subprograms of the setters' name that are no getters."""
    accessors = {decl.name_span for _, decl in setters}
    for key, decl in program.functions.get(shown_name(setters[0][1].name), ()):
        if decl.name_span not in accessors:
            yield key, decl


def _compared(signature: Signature) -> list[Type]:
    """The types that tell subprograms apart: a setter takes its value first."""
    types = [type for _, type in signature.arguments]
    return [types.pop(), *types] if is_setter(signature.name) else types
