"""The whole front end: trees with their places, errors as they are shown, and robustness."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parser.asl import parse, parse_expression
from parser.diagnostics import MOST_ERRORS, Diagnostic, Phase, PtoError, render
from parser.source import Source, Span
from parser.syntax import FuncDecl, Node, Unit
from parser.tables import load_tables

GOLDEN = Path(__file__).parent / "golden"


def errors_of(text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(PtoError) as caught:
        parse(Source("test.asl", text))
    return caught.value.diagnostics


def body(statements: str) -> str:
    return f"func main() => integer\nbegin\n{statements}\nend;\n"


def described(value: object, indent: str = "") -> Iterator[str]:
    """A tree as text: a line per node, with its place and the fields that aren't nodes."""
    if isinstance(value, tuple) and value:
        for each in value:
            yield from described(each, indent + "- ")
    elif isinstance(value, Node):
        span = value.span
        place = f"{span.line}:{span.column}-{span.end_line}:{span.end_column}"
        plain: list[tuple[str, object]] = []
        nested: list[tuple[str, object]] = []
        for field in fields(value):
            found = getattr(value, field.name)
            if isinstance(found, Span):
                continue
            is_nested = isinstance(found, Node) or (
                isinstance(found, tuple) and any(isinstance(each, Node | tuple) for each in found)
            )
            (nested if is_nested else plain).append((field.name, found))
        words = "".join(f" {name}={found!r}" for name, found in plain)
        yield f"{indent}{type(value).__name__}{words} @{place}"
        for name, found in nested:
            yield f"{indent}  .{name}"
            yield from described(found, indent.replace("-", " ") + "    ")
    else:
        yield f"{indent}{value!r}"


def test_every_form(golden: Callable[[str, str], None]) -> None:
    unit = parse(Source("forms.asl", (GOLDEN / "forms.asl").read_text()))
    golden("forms.tree.txt", "\n".join(described(unit.declarations)) + "\n")


@pytest.mark.parametrize("name", [each.stem for each in sorted(GOLDEN.glob("*.bad.asl"))])
def test_errors_as_shown(name: str, golden: Callable[[str, str], None]) -> None:
    source = Source(f"{name}.asl", (GOLDEN / f"{name}.asl").read_text())
    with pytest.raises(PtoError) as caught:
        parse(source)
    shown = [render(each, lambda span: source.line(span.line)) for each in caught.value.diagnostics]
    golden(f"{name}.txt", "\n".join(shown) + "\n")


def test_the_place_of_a_name_is_the_name_alone() -> None:
    function, accessor = parse(
        Source(
            "test.asl",
            "pure impdef func Name{N}(n: bits(N)) => bit begin return '1'; end;\n"
            "accessor Other() <=> v: bit begin getter return '1'; end; setter pass; end; end;",
        )
    ).declarations
    assert isinstance(function, FuncDecl)
    assert function.name_span == Span("test.asl", 1, 18, 1, 22)
    assert function.span == Span("test.asl", 1, 1, 1, 67)
    assert accessor.name_span == Span("test.asl", 2, 10, 2, 15)  # type: ignore[union-attr]


def test_several_errors_are_reported_in_one_run() -> None:
    text = body("x = ;") + body("let y = a - b - c; return 1;") + "type T of ;\nlet z = 'q';\n"
    assert [(each.code, each.span and each.span.line) for each in errors_of(text)] == [
        ("GRAMMAR-UNEXPECTED", 3),
        ("GRAMMAR-PRECEDENCE", 7),
        ("GRAMMAR-UNEXPECTED", 9),
        ("LEX-BITS", 10),
    ]


def test_after_an_error_parsing_goes_on_at_a_declaration_only() -> None:
    text = body("x = ; y = ; let z = ; if a then end; end;") + "func ( ;\n" + body("pass;")
    assert [each.span and each.span.line for each in errors_of(text)] == [3, 5]


def test_a_missing_end_does_not_swallow_the_next_function() -> None:
    (error,) = errors_of("func f()\nbegin\n    if a then pass;\nend;\n\n" + body("pass;"))
    assert error.code == "GRAMMAR-UNEXPECTED"
    assert error.span == Span("test.asl", 6, 1, 6, 5)


def test_the_number_of_errors_is_bounded() -> None:
    assert len(errors_of("let x = ;\n" * 200)) == MOST_ERRORS


def test_empty_text_is_a_unit() -> None:
    assert parse(Source("test.asl", "")) == Unit("test.asl", ())
    assert parse(Source("test.asl", "  // only a comment")) == Unit("test.asl", ())


DEEP = 100_000
LONG = 20_000


@pytest.mark.parametrize(
    "text",
    [
        body("x = " + "(" * DEEP + "1" + ")" * DEEP + ";"),
        body("x = " + "1 + " * LONG + "1;"),
        body("x = " + "-" * LONG + "1;"),
        body("x = a" + ".b" * LONG + ";"),
        body("x = " + "if a then b else " * DEEP + "c;"),
        body("if a then " * DEEP + "pass;" + " end;" * DEEP),
        body("if a then pass;" + "elsif a then pass;" * LONG + "end;"),
        "type T of " + "array [[1]] of " * LONG + "bit;",
    ],
    ids=["parentheses", "sum", "minus", "fields", "conditional", "if", "elsif", "arrays"],
)
def test_deep_nesting_is_one_error(text: str) -> None:
    (error,) = errors_of(text)
    assert error.code == "GRAMMAR-DEPTH"
    assert error.phase is Phase.GRAMMAR


def test_nesting_that_generators_produce_is_fine() -> None:
    parse(Source("test.asl", body("x = " + " + ".join(["a"] * 900) + ";")))
    parse(Source("test.asl", body("if a then pass;" + "elsif a then pass;" * 900 + "end;")))
    parse(Source("test.asl", body("x = " + "(" * 400 + "1" + ")" * 400 + ";")))


def unit_or_errors(text: str) -> Unit | tuple[Diagnostic, ...]:
    try:
        return parse(Source("test.asl", text))
    except PtoError as error:
        diagnostics = error.diagnostics
    assert diagnostics
    assert all(each.span is not None for each in diagnostics)
    return diagnostics


@given(st.text())
def test_any_text_gives_a_unit_or_diagnostics(text: str) -> None:
    unit_or_errors(text)
    unit_or_errors(body(text))


OTHER_WORDS = ("x", "f", "1", "2.5", "'01'", "'1x'", '"s"', "//", "\n")
WORDS = [*sorted(load_tables().literals), *OTHER_WORDS]


@given(st.lists(st.sampled_from(WORDS), max_size=30))
def test_any_words_give_a_unit_or_diagnostics(words: list[str]) -> None:
    text = " ".join(words)
    unit_or_errors(text)
    unit_or_errors(body(text))
    with suppress(PtoError):
        parse_expression(Source("test.asl", text))


@given(st.integers(0, 4000), st.integers(1, 30))
def test_a_damaged_text_gives_diagnostics_and_the_line_ends_do_not_matter(
    start: int, length: int
) -> None:
    text = (GOLDEN / "forms.asl").read_text()
    damaged = text[:start] + text[start + length :]
    expected = unit_or_errors(damaged)
    assert unit_or_errors(damaged.replace("\n", "\r\n")) == expected
    assert unit_or_errors(damaged.replace("\n", "\r")) == expected
