"""What declarations need each other: groups that are declared together, in an order that works.

Only subprograms may need each other in a circle, and then a limit of recursion is expected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from parser import syntax
from semantics.declarations import setter_name
from semantics.intrinsics import TRACING

Names = frozenset[str]


def used(tree: object) -> Iterator[str]:
    """Names of globals and types in a tree, and names of subprograms followed by `()`.

    Intrinsics that count events name globals in strings.
    """
    pending: list[Any] = [tree]
    while pending:
        each = pending.pop()
        match each:
            case tuple():
                pending += each
            case syntax.Node():
                match each:
                    case syntax.Var(name=name) | syntax.TargetVar(name=name):
                        yield name
                    case syntax.NamedType(name=name) | syntax.RecordExpr(type_name=name):
                        yield name
                    case syntax.Call(name=name, arguments=arguments):
                        yield f"{name}()"
                        if name in TRACING:
                            strings = (a for a in arguments if isinstance(a, syntax.StringLiteral))
                            yield from (each.value for each in strings)
                    case syntax.TargetCall(name=name):
                        yield f"{name}()"
                        yield f"{setter_name(name)}()"
                    case _:
                        pass
                pending += (getattr(each, name) for name in _children(type(each)))
            case _:
                pass


_CHILDREN: dict[type, tuple[str, ...]] = {}


def _children(kind: type) -> tuple[str, ...]:
    if kind not in _CHILDREN:
        skipped = {"span", "name_span", "name", "keyword", "operator"}
        _CHILDREN[kind] = tuple(f.name for f in fields(kind) if f.name not in skipped)
    return _CHILDREN[kind]


def components(graph: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Strongly connected components, each after those it needs (Tarjan, SIAM J. Comput. 1972)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    found: list[list[str]] = []
    for root in graph:
        if root in index:
            continue
        work: list[tuple[str, Iterator[str]]] = []

        def enter(node: str, work: list[tuple[str, Iterator[str]]] = work) -> None:
            index[node] = low[node] = len(index)
            stack.append(node)
            on_stack.add(node)
            work.append((node, iter(graph[node])))

        enter(root)
        while work:
            node, successors = work[-1]
            for next_node in successors:
                if next_node not in graph:
                    continue
                if next_node not in index:
                    enter(next_node)
                    break
                if next_node in on_stack:
                    low[node] = min(low[node], index[next_node])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    component: list[str] = []
                    while not component or component[-1] != node:
                        component.append(stack.pop())
                        on_stack.discard(component[-1])
                    found.append(component)
    return found
