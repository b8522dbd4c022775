"""Tokens and their places."""

from __future__ import annotations

import pytest

from parser.lexer import tokenize
from parser.source import Source
from parser.tables import END


def kinds(text: str) -> list[str]:
    return tokenize(Source("test.asl", text))[0].kinds[:-1]


def texts(text: str) -> list[str]:
    tokens, errors = tokenize(Source("test.asl", text))
    assert not errors
    return tokens.texts[:-1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a[[b[[1]]]]", "a [[ b [[ 1 ]] ]]"),
        ("a[b[1]]", "a [ b [ 1 ]]"),
        ("a[[[b]", "a [[ [ b ]"),
        ("]]]", "]] ]"),
        ("a<=>b<=c<<d<e", "a <=> b <= c << d < e"),
        ("a==>b==c=>d=e", "a ==> b == c => d = e"),
        ("a+:b++c+d*:e", "a +: b ++ c + d *: e"),
        ("a::b:c..d.e", "a :: b : c .. d . e"),
        ("1..2", "1 .. 2"),
        ("1.5..2.5", "1.5 .. 2.5"),
        ("1to 2", "1 to 2"),
        ("0x1F_ 1_000", "0x1F_ 1_000"),
        ("a--b", "a - - b"),
        ("a/b//c\nd", "a / b d"),
        ("a/*b\n/*c*/d**e", "a d * * e"),
        ("a/***/b", "a b"),
        ("elsif elsifs _a", "elsif elsifs _a"),
    ],
)
def test_where_tokens_end(text: str, expected: str) -> None:
    assert texts(text) == expected.split()


def test_tokens_with_blanks() -> None:
    assert texts("'1 0''1 x(0 1)'") == ["'1 0'", "'1 x(0 1)'"]
    assert texts('"a // b" "/* c"') == ['"a // b"', '"/* c"']


def test_kinds() -> None:
    text = "x 1 0x1 1.5 \"s\" '01' '' '1x' '(0)' if TRUE __debug__ IN [["
    classes = "IDENTIFIER INTEGER INTEGER REAL STRING BITS BITS MASK MASK"
    assert " ".join(kinds(text)) == f"{classes} if TRUE __debug__ IN [["


def test_places() -> None:
    tokens, _ = tokenize(Source("test.asl", "a\n  /* x\n y */ bc // d\n\n'é' \"é\"\n\n"))
    places = list(zip(tokens.lines, tokens.columns, tokens.ends, strict=True))
    assert tokens.texts[:2] == ["a", "bc"]
    assert places[:2] == [(1, 1, 2), (3, 7, 9)]
    assert tokens.kinds[-2:] == ["STRING", END]
    assert places[-2:] == [(5, 5, 8), (5, 8, 9)]


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("a \t b", "LEX-CHAR", 3),
        ("a // \t", "LEX-CHAR", 6),
        ("/* \x00 */", "LEX-CHAR", 4),
        ('"\x7f"', "LEX-CHAR", 2),
        ("a é b", "LEX-CHAR", 3),
        ("a ? b", "LEX-CHAR", 3),
        ("a --> b", "LEX-OPERATOR", 3),
        ("a <-> b", "LEX-OPERATOR", 3),
        ("0x", "LEX-NUMBER", 1),
        ("0x_1", "LEX-NUMBER", 1),
        ("0xFg", "LEX-NUMBER", 1),
        ("1. + 2", "LEX-NUMBER", 1),
        ("1.x", "LEX-NUMBER", 1),
        ("1.5e3", "LEX-NUMBER", 1),
        ("__x", "LEX-RESERVED", 1),
        ("__debug__x", "LEX-RESERVED", 1),
        ("a /* b", "LEX-COMMENT", 3),
        ("/*/", "LEX-COMMENT", 1),
        ('"a', "LEX-STRING", 1),
        ('"a\nb"', "LEX-STRING", 1),
        ('"\\x"', "LEX-STRING", 1),
        ("'01", "LEX-BITS", 1),
        ("'0(1'", "LEX-BITS", 1),
        ("'0\n1'", "LEX-BITS", 1),
    ],
)
def test_lexical_errors(text: str, code: str, column: int) -> None:
    _, errors = tokenize(Source("test.asl", text))
    assert errors[0].code == code
    assert errors[0].span is not None
    assert (errors[0].span.line, errors[0].span.column) == (1, column)


def test_text_beyond_ascii_is_fine_in_comments_and_strings() -> None:
    assert texts('// Größe — ∀\n"Größe" /* ✓ */') == ['"Größe"']


def test_many_tabs_are_one_error() -> None:
    _, errors = tokenize(Source("test.asl", "\ta;\n\t\tb;\x01"))
    assert [(each.message, each.hint) for each in errors] == [
        ("a tab is not allowed in ASL text", "use blanks (there are 2 more)"),
        ("the character U+0001 is not allowed in ASL text", "remove it"),
    ]
