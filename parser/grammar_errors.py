"""What to say about a token that doesn't fit: what was expected, and what was probably meant."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

from parser.diagnostics import Diagnostic, Phase
from parser.lexer import Tokens, quoted
from parser.source import Span
from parser.tables import END

# How the kinds of the last tokens end where the text is written as in another version of the
# language, a kind that would be accepted there (or nothing), and what to say.
OTHER_WAYS: tuple[tuple[str, str, str, str], ...] = (
    ("elsif", "else", "an expression has no `elsif`", "use `else if` instead"),
    ("constant", "return", "constants can't be local", "did you mean `let`?"),
    (r"integer \{ - \}", "", "a type has no constraint `{-}`", "write `integer{}`"),
    (r"\*:", "", "a slice can't be written with `*:`", "write `[i * w +: w]` for `[i *: w]`"),
    (r"[\[,] :", "", "a slice can't start with `:`", "write `[0 +: w]` for `[:w]`"),
    (r"record [^{ ]+", "", "the fields are missing", "an empty record is declared with `{-}`"),
    (
        r"exception [^{ ]+",
        "",
        "the fields are missing",
        "an empty exception is declared with `{-}`",
    ),
    (r"collection [^{ ]+", "{", "the fields are missing", "an empty collection has `{-}`"),
    ("(let|var|constant|config) -", "", "a declaration must declare a name", "give it a name"),
    (r"IDENTIFIER \{ [,}]", "", "parameters can't be left out", "give all of them: `f{N}(…)`"),
)
PATTERNS = tuple(
    (re.compile(rf"(?:.* )?{end}"), accepted, message, hint)
    for end, accepted, message, hint in OTHER_WAYS
)
LOOK_BACK = 3

ENDS_A_BLOCK = frozenset({"end", "else", "elsif", "until", "when", "otherwise", "catch"})


def _kinds(text: str) -> frozenset[str]:
    return frozenset(text.split())


DECLARATIONS = _kinds(
    "func type constant let var config pragma accessor pure readonly noreturn impdef implementation"
)
STATEMENTS = _kinds(
    "if return while pass assert throw unreachable print println __debug__ __DEBUG__ pragma let "
    "var case repeat for try IDENTIFIER ( -"
)
EXPRESSIONS = _kinds("INTEGER TRUE ( IDENTIFIER REAL STRING BITS FALSE ARBITRARY if - ! NOT")
TYPES = _kinds("integer bits real boolean string bit array IDENTIFIER (")
OPERATORS = _kinds(
    "+ * && || ==> <=> == != < <= > >= - OR XOR AND :: ++ DIV DIVRM / MOD << >> ^ as IN . [ [["
)
# Named together where all of the core would do; the rest of the group is then not listed.
GROUPS = (
    ("a declaration", _kinds("func type constant"), DECLARATIONS),
    ("a statement", _kinds("if return while"), STATEMENTS),
    ("an expression", _kinds("INTEGER TRUE ("), EXPRESSIONS),
    ("a type", _kinds("integer bits"), TYPES),
    ("an operator", _kinds("+ *"), OPERATORS),
)
NAMES = {"IDENTIFIER": "a name", "MASK": "a mask", END: "the end of the text"}
MOST_LISTED = 5


def unexpected(tokens: Tokens, index: int, accepted: AbstractSet[str]) -> Diagnostic:
    """The diagnostic of token `index`, where only the `accepted` kinds would have done."""
    span = tokens.span(index, index)
    recent = " ".join(tokens.kinds[max(0, index - LOOK_BACK) : index + 1])
    for pattern, needed, message, hint in PATTERNS:
        if pattern.fullmatch(recent) and (not needed or needed in accepted):
            return Diagnostic("GRAMMAR-FORM", Phase.GRAMMAR, message, span, hint)
    kind = tokens.kinds[index]
    hint = _expected(accepted)
    if ";" in accepted and (kind == END or tokens.lines[index] > tokens.lines[index - 1]):
        before = index - 1
        message = f"`;` is missing after {quoted(tokens.texts[before])}"
        return Diagnostic(
            "GRAMMAR-SEMICOLON", Phase.GRAMMAR, message, tokens.span(before, before), hint
        )
    if kind in ENDS_A_BLOCK and accepted >= STATEMENTS:
        hint = "expected a statement; a block that does nothing is written `pass;`"
    elif _is_keyword(tokens, index) and "IDENTIFIER" in accepted and "a name" in hint:
        hint += "; a keyword can't be a name"
    return Diagnostic("GRAMMAR-UNEXPECTED", Phase.GRAMMAR, _naming(tokens, index), span, hint)


def too_deep(span: Span) -> Diagnostic:
    """The diagnostic of text nested more deeply than recursive passes can follow."""
    message = "the text is nested too deeply here"
    hint = "name parts of it, by `let` or a function"
    return Diagnostic("GRAMMAR-DEPTH", Phase.GRAMMAR, message, span, hint)


def _naming(tokens: Tokens, index: int) -> str:
    if tokens.kinds[index] == END:
        return "unexpected end of the text"
    what = "keyword " if _is_keyword(tokens, index) else ""
    return f"unexpected {what}{quoted(tokens.texts[index])}"


def _is_keyword(tokens: Tokens, index: int) -> bool:
    text = tokens.texts[index]
    return tokens.kinds[index] == text and text[:1].isalpha()


def _expected(accepted: AbstractSet[str]) -> str:
    rest = set(accepted)
    groups = []
    for name, core, members in GROUPS:
        if core <= rest:
            rest -= members
            groups.append(name)
    listed = groups[:1] + sorted(NAMES.get(each) or f"`{each}`" for each in rest) + groups[1:]
    if len(listed) > MOST_LISTED:
        listed = [*listed[:MOST_LISTED], "the like"]
    *head, last = listed
    return f"expected {', '.join(head)} or {last}" if head else f"expected {last}"
