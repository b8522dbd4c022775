"""Declarations by name: only what is asked for is looked at, and what is wrong is found."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from parser.asl import parse
from parser.diagnostics import PtoError
from parser.outline import Declared, Outline, outline
from parser.source import Source
from parser.syntax import Declaration
from semantics.declarations import Declarations
from semantics.program import Program

TEXT = """
type Color of enumeration { RED, GREEN };
constant A = 1;
var _b: integer;
func F(n: integer) => integer begin return n; end;
func F(n: boolean) => integer begin return 0; end;
func G() => integer begin return A; end;
impdef func H() => integer begin return 1; end;
implementation func H() => integer begin return 2; end;
accessor P() <=> value: bits(4)
begin
    getter return '0000'; end;
    setter pass; end;
end;
"""


def watched(text: str, seen: list[str]) -> Outline:
    """An outline that notes the names of trees that are made."""

    def make(declared: Declared) -> Callable[[], Declaration]:
        def tree() -> Declaration:
            seen.append(declared.heading.name)
            return declared.tree

        return tree

    whole = outline(parse(Source("text.asl", text)))
    return tuple(Declared(each.heading, make(each)) for each in whole)


def test_only_what_must_be_compared_is_looked_at() -> None:
    seen: list[str] = []
    found = Declarations([watched(TEXT, seen)])
    assert seen == ["F", "F", "H", "H"]
    assert found.functions["G"][0][1].name == "G"
    assert seen[4:] == ["G"]
    assert found.globals["_b"].keyword == "var"
    assert seen[5:] == ["_b"]
    assert list(found.types) == ["Color"]
    assert found.labels == {"RED": "Color", "GREEN": "Color"}
    assert "Color" not in seen and "P" not in seen


def test_keys() -> None:
    found = Declarations([outline(parse(Source("text.asl", TEXT)))])
    keys = list(found.keys())
    assert keys == ["F", "F#1", "G", "H", "P", "P.set"]
    assert [len(found.find(key).arguments) for key in keys] == [1, 1, 0, 0, 0, 1]
    assert found.find("H").override == "implementation"
    with pytest.raises(KeyError):
        found.find("F#2")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("constant A = 2;", "NAME-REDECLARED"),
        ("type T of enumeration { RED };", "NAME-REDECLARED"),
        ("func G() => integer begin return 3; end;", "NAME-REDECLARED"),
        ("implementation func G(n: integer) => integer begin return 3; end;", "OVERRIDE-NONE"),
        ("implementation func New() begin pass; end;", "OVERRIDE-NONE"),
    ],
)
def test_conflicts_are_found_at_once(text: str, code: str) -> None:
    with pytest.raises(PtoError) as caught:
        Declarations([parse(Source("text.asl", TEXT)), parse(Source("more.asl", text))])
    (only,) = caught.value.diagnostics
    assert only.code == code and only.span and only.span.path == "more.asl"


def test_the_library_is_known_by_its_keys() -> None:
    library = parse(Source("library.asl", "func F(n: real) => integer begin return 1; end;"))
    program = Program([parse(Source("text.asl", TEXT))], library)
    assert program.library == {"F"}
    assert program.declaration("F").span.path == "library.asl"
    assert program.declaration("F#1").span.path == "text.asl"
