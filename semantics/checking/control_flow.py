"""How a body can end: that a function returns on all paths, and that `noreturn` never does.

Language reference, Control Flow Analysis: each statement is approximated by the ways in which it
may end, whatever its expressions give.
"""

from __future__ import annotations

from enum import Flag, auto

from parser import syntax
from parser.diagnostics import Phase, fail
from semantics.program import Program


class End(Flag):
    """How a statement may end."""

    ABNORMAL = auto()
    """By an exception or an error."""
    RETURN = auto()
    NEXT = auto()
    """The next statement is executed."""


def check(program: Program, decl: syntax.FuncDecl) -> None:
    """Raises PtoError (PATH-NO-RETURN, PATH-RETURNS)."""
    ends = _block(program, decl.body)
    if decl.qualifier == "noreturn":
        if ends & ~End.ABNORMAL:
            message = f"`{decl.name}` is noreturn, and a path through it ends or returns"
            hint = "end all paths with `throw`, `unreachable` or a call of a noreturn procedure"
            raise fail("PATH-RETURNS", Phase.TYPE, message, decl.name_span, hint)
    elif decl.return_type is not None and End.NEXT in ends:
        message = f"not all paths through `{decl.name}` return a value"
        hint = "a path may also end with `throw`, `unreachable` or a call of a noreturn procedure"
        raise fail("PATH-NO-RETURN", Phase.TYPE, message, decl.name_span, hint)


def _block(program: Program, statements: syntax.Block) -> End:
    ends = End.NEXT
    for each in statements:
        if End.NEXT not in ends:
            break
        ends = (ends & ~End.NEXT) | _statement(program, each)
    return ends


def _statement(program: Program, s: syntax.Statement) -> End:
    match s:
        case syntax.Pass() | syntax.Pragma():
            return End.NEXT
        case syntax.Unreachable() | syntax.Throw():
            return End.ABNORMAL
        case syntax.Return():
            return End.RETURN | End.ABNORMAL
        case syntax.CallStatement(call=call):
            never = any(d.qualifier == "noreturn" for _, d in program.functions.get(call.name, ()))
            return End.ABNORMAL if never else End.ABNORMAL | End.NEXT
        case syntax.If(then=then, otherwise=otherwise):
            return End.ABNORMAL | _block(program, then) | _block(program, otherwise)
        case syntax.Case(alternatives=alternatives, otherwise=otherwise):
            ends = End.ABNORMAL if otherwise is None else _block(program, otherwise)
            for alternative in alternatives:
                ends |= _block(program, alternative.body)
            return ends | End.ABNORMAL
        case syntax.Repeat(body=body):
            return End.ABNORMAL | _block(program, body)
        case syntax.For(body=body) | syntax.While(body=body):
            return End.ABNORMAL | End.NEXT | _block(program, body)
        case syntax.Try(body=body, catchers=catchers, otherwise=otherwise):
            ends = _block(program, body)
            if otherwise is not None:
                ends |= _block(program, otherwise)
            for catcher in catchers:
                ends |= _block(program, catcher.body)
            return ends
        case _:
            return End.ABNORMAL | End.NEXT
