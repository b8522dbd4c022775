"""Groups of declarations that need each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from parser.asl import parse
from parser.source import Source
from semantics.checking.dependencies import components, used
from tests.semantics.checking.expressions import QUICK

NODES = "abcdef"
GRAPHS = st.dictionaries(
    st.sampled_from(NODES), st.lists(st.sampled_from(NODES + "z"), max_size=4), max_size=6
)


def reached(graph: Mapping[str, Sequence[str]], start: str) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for node in graph.get(waiting.pop(), ()):
            if node not in found:
                found.add(node)
                waiting.append(node)
    return found


@QUICK
@given(GRAPHS)
def test_a_group_is_what_reaches_each_other(graph: dict[str, list[str]]) -> None:
    found = components(graph)
    assert sorted(node for group in found for node in group) == sorted(graph)
    for group in found:
        for a in graph:
            both = group[0] in reached(graph, a) and a in reached(graph, group[0])
            assert (a in group) == (a == group[0] or both)


@QUICK
@given(GRAPHS)
def test_a_group_comes_after_those_it_needs(graph: dict[str, list[str]]) -> None:
    place = {node: i for i, group in enumerate(components(graph)) for node in group}
    for node, needed in graph.items():
        assert all(place[each] <= place[node] for each in needed if each in place)


def test_long_chains_need_no_recursion() -> None:
    graph = {str(n): [str(n + 1)] for n in range(50_000)}
    assert components(graph)[0] == ["49999"]
    ring = {**graph, "49999": ["0"]}
    assert [len(group) for group in components(ring)] == [50_000]


def test_names_that_a_declaration_uses() -> None:
    text = (
        "func f{N}(x: T) => bits(N)\nbegin\n    var y: U = g{C}(v.field);\n"
        "    w[[i]].part = R{name = 1};\n    Cell(a) = y;\n    return y;\nend;\n"
    )
    (declaration,) = parse(Source("unit.asl", text)).declarations
    found = set(used(declaration))
    assert found >= {"T", "U", "R", "C", "N", "v", "w", "i", "a", "y", "g()", "Cell()"}
    assert not found & {"f", "field", "part", "name", "f()"}
