"""Mutants: which there are of a text, and that each changes one place."""

from __future__ import annotations

import pytest

from parser.asl import parse
from parser.loader import ParsedFile
from parser.source import Source
from proofs.mutation.mutants import Mutant, mutants
from semantics.specification import Specification

TEXT = """\
var total: integer;

func Clamp(n: integer, most: integer {0..100}, flag: boolean) => bits(8)
begin
    assert most >= 3;
    if n < 0 && flag then
        return Zeros{8};
    elsif n > most then
        total = 1;
        Count();
        return '0000 0001';
    end;
    return (n + 1)[7:0];
end;

func Count()
begin
    if total == 7 then
        total = 0;
    else
        total = total * 2;
    end;
end;
"""


def specification(text: str = TEXT) -> Specification:
    source = Source("unit.asl", text)
    return Specification("small", [ParsedFile(source, parse(source))])


def told(found: list[Mutant]) -> list[tuple[str, str, str]]:
    return [(each.kind, each.before, each.after) for each in found]


def test_the_mutants_of_a_function() -> None:
    found = mutants(specification(TEXT), {"Clamp"})
    assert {each.function for each in found} == {"Clamp"}
    assert told(found) == [
        ("condition negated", "n < 0 && flag", "!(n < 0 && flag)"),
        ("&& is ||", "n < 0 && flag", "((n < 0) || flag)"),
        ("< is <=", "n < 0", "(n <= 0)"),
        ("constant", "0", "1"),
        ("constant", "8", "9"),
        ("condition negated", "n > most", "!(n > most)"),
        ("> is >=", "n > most", "(n >= most)"),
        ("assignment dropped", "total = 1;", "pass;"),
        (
            "statements swapped",
            "total = 1;\n        Count();",
            "Count();\n        total = 1;",
        ),
        ("constant", "1", "2"),
        ("call dropped", "Count();", "pass;"),
        ("constant", "'0000 0001'", "'0000 0000'"),
        ("+ is -", "n + 1", "(n - 1)"),
        ("constant", "1", "2"),
        ("constant", "7", "8"),
        ("constant", "0", "1"),
    ]


def test_each_changes_one_place_of_the_text() -> None:
    spec = specification(TEXT)
    found = mutants(spec, {"Clamp", "Count"})
    texts = set()
    for each in found:
        (file,) = each.of(spec).files
        before, after = TEXT, file.source.text
        assert len(after) - len(before) == len(each.after) - len(each.before)
        assert after != before and after.count("\n") == before.count("\n")
        texts.add(after)
    assert len(texts) == len(found)


def test_a_check_without_an_alternative_can_be_left_out() -> None:
    body = "    if n == 0 then return 1; end;\n    return 2;\n"
    text = f"func F(n: integer) => integer\nbegin\n{body}end;\n"
    found = told(mutants(specification(text), {"F"}))
    assert ("check dropped", "if n == 0 then return 1; end;", "pass;") in found
    others = told(mutants(specification(), {"Count"}))
    assert not any(kind == "check dropped" for kind, _, _ in others)


def test_operators_between_parentheses_and_comments() -> None:
    body = "    return (a) /* a + b */ + (b);\n"
    text = f"func F(a: integer, b: integer) => integer\nbegin\n{body}end;\n"
    spec = specification(text)
    (mutant,) = mutants(spec, {"F"})
    (file,) = mutant.of(spec).files
    assert "return (a - b);" in file.source.text


def test_other_functions_and_types_stay() -> None:
    assert mutants(specification(), {"Nothing"}) == []
    text = "func F(a: bits(8)) => integer\nbegin\n    let b = a as bits(8);\n    return 5;\nend;\n"
    assert told(mutants(specification(text), {"F"})) == [("constant", "5", "6")]


@pytest.mark.parametrize(
    ("statements", "swapped"),
    [
        ("a = b; c = b;", False),
        ("a = b; b = c;", True),
        ("a = b; a = c;", True),
        ("a = F(); c = b;", True),
        ("r.x = b; r.y = c;", False),
        ("r.x = b; r.x = c;", True),
        ("r.x = b; r.y = r.x;", True),
        ("r = s; r.y = c;", True),
        ("v[[a]] = b; a = c;", True),
        ("v[[a]] = b; r.x = c;", False),
        ("v[[a]] = b; v[[c]] = b;", True),
        ("w[a] = '1'; w[b] = '0';", True),
        ("a = b; F();", True),
    ],
)
def test_neighbours_that_commute_are_not_swapped(statements: str, swapped: bool) -> None:
    text = f"func G()\nbegin\n    {statements}\nend;\n"
    kinds = {kind for kind, _, _ in told(mutants(specification(text), {"G"}))}
    assert ("statements swapped" in kinds) == swapped
