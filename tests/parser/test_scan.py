"""Declarations found without parsing are those that parsing finds, in the same places."""

from __future__ import annotations

from pathlib import Path

import pytest

from parser.asl import parse
from parser.diagnostics import PtoError
from parser.outline import Heading
from parser.scan import pack, scan, unpack
from parser.source import Source
from parser.syntax import Unit
from parser.tree_json import encode
from semantics.library import ROOT, STDLIB, contract_files, model_files

FORMS = Path(__file__).parent / "golden" / "forms.asl"
FILES = [FORMS, STDLIB, *model_files(), *contract_files(), *sorted((ROOT / "profiles").glob("*"))]


def put_together(text: str) -> Unit:
    """The unit of the declarations that are found one by one."""
    source = Source("text.asl", text)
    declared = [each.parse(source).declarations[each.number] for each in scan(source)]
    assert [Heading.of(tree) for tree in declared] == [each.heading for each in scan(source)]
    return Unit(source.path, tuple(declared))


def names(text: str) -> list[str]:
    return [each.heading.name for each in scan(Source("text.asl", text))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_parts_are_the_whole(path: Path) -> None:
    text = path.read_text("utf-8")
    assert encode(put_together(text)) == encode(parse(Source("text.asl", text)))  # with places


TRICKY = """
// func NotThis() begin end;
/* func NorThis()
func NorThat() begin
 */ constant a = "func b() begin end; // \\" /* "; var c, d: integer; let e = 1;
pure /* func x */ impdef
  // func y
  func f(n: integer) => integer begin
let local = 2; var other = 3;
pragma hint;
    return local; end; func g() begin pass; end; var late: integer; type t of enumeration { u, v };
accessor h() <=> value: bits(4)
begin
    readonly getter
let inner = '0101'; return inner; end;
    setter pass; end;
end;
pragma last;
noreturn func i() begin unreachable; end; config j: integer = 4;
implementation func k() begin pass; end;
"""


def test_comments_strings_and_statements_declare_nothing() -> None:
    whole = parse(Source("text.asl", TRICKY))
    assert names(TRICKY) == [each.name for each in whole.declarations]
    assert encode(put_together(TRICKY)) == encode(whole)


def test_headings() -> None:
    found = {each.heading.name: each.heading for each in scan(Source("text.asl", TRICKY))}
    assert found["f"] == Heading("function", "f", "impdef")
    assert found["k"] == Heading("function", "k", "implementation")
    assert found["h"] == Heading("accessor", "h")
    assert found["t"] == Heading("type", "t", None, ("u", "v"))
    assert found["late"].kind == found["e"].kind == found["d"].kind == "global"


def test_an_error_in_a_body_is_found_with_the_body() -> None:
    source = Source("text.asl", "func f()\nbegin\n  let x = ;\nend;\nfunc g() begin pass; end;\n")
    f, g = scan(source)
    assert g.parse(source).declarations[0].name == "g"
    with pytest.raises(PtoError) as caught:
        f.parse(source)
    (only,) = caught.value.diagnostics
    assert (only.code, str(only.span)) == ("GRAMMAR-UNEXPECTED", "text.asl:3:11")


@pytest.mark.parametrize("text", ["x = 1;\nfunc f() begin pass; end;", "constant a = ;", "]", "/*"])
def test_an_error_elsewhere_is_found_at_once(text: str) -> None:
    with pytest.raises(PtoError):
        scan(Source("text.asl", text))


@pytest.mark.parametrize("text", ["", "// nothing", "/* nothing */\n\n"])
def test_nothing_declares_nothing(text: str) -> None:
    assert scan(Source("text.asl", text)) == ()


def test_what_is_found_can_be_kept() -> None:
    found = scan(Source("text.asl", TRICKY))
    assert unpack(pack(found)) == found
