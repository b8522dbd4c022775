"""How bodies end, against all the ways in which they can run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parser import syntax
from parser.diagnostics import PtoError
from semantics.checking import control_flow
from semantics.program import Program
from tests.semantics.checking.expressions import QUICK

TRUE = syntax.BoolLiteral(True)
ONE = syntax.IntLiteral(1)
STOP = syntax.FuncDecl("Stop", (), (), None, (syntax.Unreachable(),), "noreturn")
GO = syntax.FuncDecl("Go", (), (), None, (syntax.Pass(),))
PROGRAM = Program([syntax.Unit("unit.asl", (STOP, GO))])


def call(name: str) -> syntax.Statement:
    return syntax.CallStatement(syntax.Call(name, (), ()))


SIMPLE: st.SearchStrategy[syntax.Statement] = st.sampled_from(
    [
        syntax.Pass(), syntax.Return(ONE), syntax.Unreachable(), syntax.Throw(ONE),
        syntax.Assert(TRUE), call("Stop"), call("Go"), syntax.Pragma("p", ()),
    ]
)  # fmt: skip


def blocks(inner: st.SearchStrategy[syntax.Statement]) -> st.SearchStrategy[syntax.Block]:
    return st.lists(inner, min_size=1, max_size=2).map(tuple)


def alternatives(body: syntax.Block) -> tuple[syntax.CaseAlternative, ...]:
    return (syntax.CaseAlternative(syntax.PatternSet((syntax.PatternAny(),)), None, body),)


STATEMENTS = st.recursive(
    SIMPLE,
    lambda inner: st.one_of(
        st.builds(lambda a, b: syntax.If(TRUE, a, b), blocks(inner), blocks(inner) | st.just(())),
        st.builds(lambda b: syntax.While(TRUE, None, b), blocks(inner)),
        st.builds(lambda b: syntax.Repeat(b, TRUE, None), blocks(inner)),
        st.builds(lambda b: syntax.For("i", ONE, False, ONE, None, b), blocks(inner)),
        st.builds(
            lambda a, b: syntax.Case(ONE, alternatives(a), b),
            blocks(inner), st.none() | blocks(inner),
        ),
        st.builds(
            lambda a, b, c: syntax.Try(a, (syntax.Catcher(None, syntax.NamedType("E"), b),), c),
            blocks(inner), blocks(inner), st.none() | blocks(inner),
        ),
    ),
    max_leaves=6,
)  # fmt: skip


def runs(block: syntax.Block) -> set[str]:
    """All ways in which a block may end, its conditions and exceptions being anything."""
    ends = {"next"}
    for each in block:
        if "next" in ends:
            ends = ends - {"next"} | set(ways(each))
    return ends


def ways(s: syntax.Statement) -> Iterator[str]:
    match s:
        case syntax.Pass() | syntax.Pragma():
            yield "next"
        case syntax.Return():
            yield from ("return", "fail")
        case syntax.Unreachable() | syntax.Throw():
            yield "fail"
        case syntax.CallStatement(call=called):
            yield from ("fail",) if called.name == "Stop" else ("next", "fail")
        case syntax.If(then=then, otherwise=otherwise):
            yield from {"fail"} | runs(then) | runs(otherwise)
        case syntax.While(body=body) | syntax.For(body=body):
            yield from {"fail", "next"} | runs(body)
        case syntax.Repeat(body=body):
            yield from {"fail"} | runs(body)
        case syntax.Case(alternatives=((syntax.CaseAlternative(body=body)),), otherwise=otherwise):
            yield from {"fail"} | runs(body) | (runs(otherwise) if otherwise else set())
        case syntax.Try(body=body, catchers=(catcher,), otherwise=otherwise):
            yield from runs(body) | runs(catcher.body) | (runs(otherwise) if otherwise else set())
        case _:
            yield from ("next", "fail")


@QUICK
@given(blocks(STATEMENTS))
def test_a_function_returns_on_all_paths(body: syntax.Block) -> None:
    function = syntax.FuncDecl("f", (), (), syntax.IntegerType(), body)
    if "next" in runs(body):
        with pytest.raises(PtoError, match="not all paths through `f` return"):
            control_flow.check(PROGRAM, function)
    else:
        control_flow.check(PROGRAM, function)


@QUICK
@given(blocks(STATEMENTS))
def test_a_noreturn_procedure_fails_on_all_paths(body: syntax.Block) -> None:
    procedure = syntax.FuncDecl("f", (), (), None, body, "noreturn")
    if runs(body) <= {"fail"}:
        control_flow.check(PROGRAM, procedure)
    else:
        with pytest.raises(PtoError, match="`f` is noreturn"):
            control_flow.check(PROGRAM, procedure)


@QUICK
@given(blocks(STATEMENTS))
def test_a_procedure_may_end_as_it_likes(body: syntax.Block) -> None:
    control_flow.check(PROGRAM, syntax.FuncDecl("f", (), (), None, body))
