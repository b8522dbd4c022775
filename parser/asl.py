"""The front end of ASL1: text in, syntax tree out, or the diagnostics of all that is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from operator import itemgetter
from typing import Any, cast

from parser.build import Builder
from parser.diagnostics import MOST_ERRORS, Diagnostic, in_text
from parser.grammar_errors import DECLARATIONS, too_deep, unexpected
from parser.lexer import BAD, Tokens, tokenize
from parser.source import Source
from parser.syntax import Declaration, Expr, Unit
from parser.tables import END, Production, load_tables

# Nesting a person or a generator would write stays far below.
MOST_STACKED = 1000

# What starts a declaration even in the middle of a line; the others start statements too.
DECLARES_ANYWHERE = DECLARATIONS - {"let", "var", "pragma"}

# One production: its rule, its number of symbols, the builder's method (None: pass on a value), and
# which values it's given: the one at an index, or those a function picks.
Pick = Callable[[list[Any]], tuple[Any, ...]]
Reduction = tuple[str, int, Callable[..., Any] | None, int, Pick | None]


def parse(source: Source) -> Unit:
    """The unit a text holds; raises PtoError with the lexical and grammar errors of all of it."""
    declarations = cast("list[Declaration]", _parse(source, "unit"))
    return Unit(source.path, tuple(declarations))


def parse_expression(source: Source) -> Expr:
    """The one expression a text holds; raises PtoError."""
    return cast(Expr, _parse(source, "lone_expression"))


def _parse(source: Source, start: str) -> object:
    if "\r" in source.text:
        text = source.text.replace("\r\n", "\n").replace("\r", "\n")
        source = replace(source, text=text)
    tokens, errors = tokenize(source)
    if len(errors) > MOST_ERRORS or any(each.code == "LEX-LIMIT" for each in errors):
        raise in_text(errors)
    builder = Builder(tokens)
    value = _run(tokens, builder, start)
    errors += builder.errors
    if errors:
        errors.sort(key=lambda each: (each.span.line, each.span.column) if each.span else (0, 0))
        raise in_text(errors)
    return value


def _run(tokens: Tokens, builder: Builder, start: str) -> object:
    """Run the LALR(1) automaton; the value of the start symbol, unless the builder has errors."""
    tables, reductions = load_tables(), _reductions()
    rows, begin, end = tables.rows, tables.starts[start], tables.ends[start]
    kinds, texts = tokens.kinds, tokens.texts
    # Per symbol on the stack: the state behind it, its value, its first token.
    states, values, firsts = [begin], list[Any](), list[int]()
    row = rows[begin]
    index = 0
    while True:
        action = row.get(kinds[index])
        if action is None or len(states) > MOST_STACKED:
            if kinds[index] == END and states[-1] == end:
                return values[0]
            if kinds[index] != BAD:
                builder.errors.append(_problem(tokens, index, states))
            index = _next_declaration(tokens, index + (len(states) <= 2))
            if index < 0 or start != "unit" or len(builder.errors) > MOST_ERRORS:
                return None
            # Go on behind the declarations found so far.
            states[1:], values[1:], firsts[:] = [rows[begin]["<unit>"]], [], [0]
            values = values or [[]]
        elif action >= 0:
            states.append(action)
            values.append(texts[index])
            firsts.append(index)
            index += 1
        else:
            origin, size, method, only, pick = reductions[~action]
            if method is None:
                if size > 1:
                    value, first = values[only - size], firsts[-size]
                    del states[1 - size :], values[-size:], firsts[-size:]
                    values.append(value)
                    firsts.append(first)
                states[-1] = rows[states[-2]][origin]
            else:
                if size:
                    children, first = values[-size:], firsts[-size]
                    del states[-size:], values[-size:], firsts[-size:]
                else:
                    children, first = [], index
                if pick is not None:
                    children.append(None)
                    value = method(builder, first, index - 1, *pick(children))
                elif only >= 0:
                    value = method(builder, first, index - 1, children[only])
                else:
                    value = method(builder, first, index - 1)
                states.append(rows[states[-1]][origin])
                values.append(value)
                firsts.append(first)
        row = rows[states[-1]]


@cache
def _reductions() -> list[Reduction]:
    return [_reduction(each) for each in load_tables().productions]


def _reduction(production: Production) -> Reduction:
    picks = production.picks
    method = getattr(Builder, production.method) if production.method else None
    only = picks[0] if len(picks) == 1 else -1
    pick: Pick | None = None
    if len(picks) > 1:
        pick = itemgetter(*picks)
    elif picks == (-1,):
        pick = _nothing
    return production.origin, production.size, method, only, pick


def _nothing(children: list[Any]) -> tuple[None]:
    return (None,)


def _problem(tokens: Tokens, index: int, states: list[int]) -> Diagnostic:
    if len(states) > MOST_STACKED:
        return too_deep(tokens.span(index, index))
    tables = load_tables()
    candidates = (tables.rows[states[-1]].keys() | {END}) & (
        tables.literals | tables.classes.keys() | {END}
    )
    accepted = {kind for kind in candidates if _accepts(states, kind)}
    return unexpected(tokens, index, accepted)


def _accepts(states: list[int], kind: str) -> bool:
    """Whether a token of this kind would be taken, after the reductions it calls for."""
    tables = load_tables()
    stack = list(states)
    while True:
        action = tables.rows[stack[-1]].get(kind)
        if action is None:
            return kind == END and stack[-1] in tables.ends.values()
        if action >= 0:
            return True
        production = tables.productions[~action]
        del stack[len(stack) - production.size :]
        stack.append(tables.rows[stack[-1]][production.origin])


def _next_declaration(tokens: Tokens, index: int) -> int:
    """The first token from `index` on where a declaration starts, or -1.

    A keyword at the start of a line is believed to start one, and some are after `end;` too.
    """
    kinds, columns = tokens.kinds, tokens.columns
    for each in range(index, len(kinds)):
        if kinds[each] in DECLARATIONS and columns[each] == 1:
            return each
        after_end = each > index and kinds[each - 2 : each] == ["end", ";"]
        if after_end and kinds[each] in DECLARES_ANYWHERE and kinds[each + 1] != "getter":
            return each
    return -1
