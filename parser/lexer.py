"""Splits ASL1 text into tokens, in one pass of one regular expression."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice

from parser.diagnostics import MOST_ERRORS, Diagnostic, Phase
from parser.source import Source, Span
from parser.tables import END, load_tables

# A kind no production accepts: the parser gives up the declaration it stands in, silently.
BAD = "$BAD"
BAD_NUMBER = (
    r"0x[0-9A-Fa-f][0-9A-Fa-f_]*[g-zG-Z]\w*|0x(?![0-9A-Fa-f])\w*"
    r"|[0-9][0-9_]*\.[0-9][0-9_]*[A-Za-z]\w*|[0-9][0-9_]*\.(?![0-9.]|\Z)\w*"
)
BAD_ESCAPE = re.compile(r'\\(?:[nt"\\]|(.?))')
MOST_SHOWN = 40
# Tokens, line ends and comments of one text: the lists below take some 200 bytes for each.
MOST_PIECES = 10_000_000
# Characters of a token. The widest bit-vector, 2^19 bits, fits in each notation.
MOST_CHARACTERS = {"IDENTIFIER": 1000, "INTEGER": 1 << 18, "REAL": 1 << 17}
MOST_OTHERS = 1 << 20
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")


@dataclass(slots=True)
class Tokens:
    """Parallel lists, one entry per token and one for the end of the text.

    A kind is a keyword or punctuation as written, or the name of a token class. No token spans
    lines. `ends` are columns, exclusive.
    """

    path: str
    kinds: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    def span(self, first: int, last: int) -> Span:
        """The place from the start of token `first` to the end of token `last`."""
        return Span(
            self.path, self.lines[first], self.columns[first], self.lines[last], self.ends[last]
        )


def tokenize(source: Source) -> tuple[Tokens, list[Diagnostic]]:
    """The tokens, and the lexical errors; where there's an error stands a token of kind BAD.

    With more than MOST_ERRORS of them, or too long a text, the rest of it is left out.
    """
    text, path = source.text, source.path
    errors = _control_characters(source)
    if errors:
        text = CONTROL.sub(" ", text)
    tokens = Tokens(path)
    keyword = _words().get
    kinds, texts, lines = tokens.kinds.append, tokens.texts.append, tokens.lines.append
    columns, ends = tokens.columns.append, tokens.ends.append
    line, before = (
        source.first_line,
        -source.first_column,
    )  # `before`: offset of the character before the line
    line_in_error = 0
    for match in islice(_scanner().finditer(text), MOST_PIECES):
        group = match.lastgroup
        if group == "newline":
            line += 1
            before = match.end() - 1
            continue
        if group == "skip":
            continue
        if group is None:  # blanks at the end of the text
            break
        if group == "comment":
            breaks = match[0].count("\n")
            if breaks:
                line += breaks
                before = text.rindex("\n", 0, match.end())
            continue
        start, end = match.span(group)
        word = text[start:end]
        if group == "word":
            kinds(keyword(word, "IDENTIFIER"))
        elif group == "symbol":
            kinds(word)
        elif group in CLASSES:
            kinds(group)
        else:
            if line != line_in_error:  # the first one on a line tends to bring about others
                span = Span(path, line, start - before, line, end - before)
                errors.append(_bad_token(group, word, span))
                line_in_error = line
                if len(errors) > MOST_ERRORS:
                    break
            kinds(BAD)
        texts(word)
        lines(line)
        columns(start - before)
        ends(end - before)
    else:
        span = tokens.span(-1, -1) if tokens.lines else Span(path, line, 1, line, 1)
        errors.append(_too_many(span))
    errors += _too_long(tokens)
    # The end is shown behind the last token, not on some empty line.
    kinds(END)
    texts("")
    lines(tokens.lines[-1] if tokens.lines else source.first_line)
    columns(tokens.ends[-1] if tokens.ends else 1)
    ends(tokens.columns[-1] + 1)
    return tokens, errors


CLASSES = frozenset({"REAL", "INTEGER", "STRING", "BITS", "MASK"})


@cache
def _words() -> dict[str, str]:
    return {each: each for each in load_tables().literals if each[0].isalpha() or each[0] == "_"}


@cache
def _scanner() -> re.Pattern[str]:
    tables = load_tables()
    debug = "|".join(word for word in _words() if word.startswith("__"))
    groups = {
        "word": rf"(?!__){tables.classes['IDENTIFIER']}|(?:{debug})\b",
        "newline": r"\n",
        "skip": r"//[^\n]*",
        "comment": r"/\*(?s:.*?)\*/",
        "open_comment": r"/\*(?s:.*)",
        "arrow": "-->|<->",
        "symbol": _symbols(tables.literals),
        "number": BAD_NUMBER,
        **{name: tables.classes[name] for name in ("REAL", "INTEGER", "STRING", "BITS", "MASK")},
        "reserved": r"__\w*",
        "string": r'"(?:[^"\\\n]++|\\.)*"?',
        "bits": r"'[^'\n;]*'?",
        "foreign": r"[^\x00-\x7f]+",
        "other": r".",
    }
    # Without the possessive blanks, the last group would match a blank before the end.
    alternatives = "|".join(f"(?P<{name}>{pattern})" for name, pattern in groups.items())
    return re.compile(rf" *+(?:{alternatives}|\Z)", re.ASCII)


def _symbols(literals: frozenset[str]) -> str:
    """Longest match first; symbols that start no other are one character class."""
    symbols = {each for each in literals if not (each[0].isalnum() or each[0] == "_")} | {"*:"}
    alone = [
        each
        for each in symbols
        if len(each) == 1 and not any(other != each and other[0] == each for other in symbols)
    ]
    others = sorted(symbols.difference(alone), key=lambda each: (-len(each), each))
    return "|".join([f"[{re.escape(''.join(sorted(alone)))}]", *map(re.escape, others)])


def quoted(text: str) -> str:
    """A token as messages show it."""
    return f"`{text[:MOST_SHOWN]}…`" if len(text) > MOST_SHOWN else f"`{text}`"


def _bad_token(group: str, text: str, span: Span) -> Diagnostic:
    code, message, hint = "LEX-CHAR", f"unexpected {quoted(text)}", None
    match group:
        case "arrow":
            code, message = "LEX-OPERATOR", f"there is no operator {quoted(text)}"
            hint = f"write `{'==>' if text == '-->' else '<=>'}`"
        case "number":
            code, message = "LEX-NUMBER", f"malformed number {quoted(text)}"
            hint = "numbers look like 12, 1_000, 0x1F or 3.25; a blank must follow before a word"
        case "reserved":
            code, message = "LEX-RESERVED", f"the name {quoted(text)} is reserved"
            hint = "names that start with two underscores are reserved; choose another"
        case "open_comment":
            code, message, hint = "LEX-COMMENT", "this comment has no end", "close it with `*/`"
            span = replace(span, end_column=span.column + 2)
        case "string":
            code, message, hint = _bad_string(text)
        case "bits":
            code, message = "LEX-BITS", "malformed bit vector or mask"
            hint = "between quotes may stand 0, 1, blanks and, in a mask, x and (0) or (1)"
        case "foreign":
            hint = "only comments and strings may hold characters beyond ASCII"
    return Diagnostic(code, Phase.LEXICAL, message, span, hint)


def _too_many(span: Span) -> Diagnostic:
    message = f"the text has more than {MOST_PIECES:,} tokens and lines"
    return Diagnostic("LEX-LIMIT", Phase.LEXICAL, message, span, "split it into several files")


def _too_long(tokens: Tokens) -> list[Diagnostic]:
    """Refuse tokens that are too long; they become BAD."""
    texts, errors = tokens.texts, list[Diagnostic]()
    if max(map(len, texts), default=0) <= min(MOST_CHARACTERS.values()):
        return errors
    for index, (kind, text) in enumerate(zip(tokens.kinds, texts, strict=True)):
        most = MOST_CHARACTERS.get(kind, MOST_OTHERS)
        if len(text) > most and kind != BAD:
            what = "name" if kind == "IDENTIFIER" else "literal"
            message = f"{quoted(text)} has {len(text):,} characters, and a {what} at most {most:,}"
            hint = "choose a shorter name" if what == "name" else "put it together from parts"
            span = tokens.span(index, index)
            errors.append(Diagnostic("LEX-LIMIT", Phase.LEXICAL, message, span, hint))
            tokens.kinds[index] = BAD
    return errors


def _bad_string(text: str) -> tuple[str, str, str]:
    for escape in BAD_ESCAPE.finditer(text):
        if escape[1]:
            message = f"there is no escape sequence `{escape[0]}`"
            return "LEX-STRING", message, r"the escapes are \n, \t, \" and \\"
    return "LEX-STRING", "this string has no end on its line", 'close it with `"`'


def _control_characters(source: Source) -> list[Diagnostic]:
    """A diagnostic per control character, however often it is there."""
    places: dict[str, list[int]] = {}
    for match in CONTROL.finditer(source.text):
        places.setdefault(match[0], []).append(match.start())
    return [_control_character(source, each, found) for each, found in places.items()]


def _control_character(source: Source, character: str, places: list[int]) -> Diagnostic:
    name = "a tab" if character == "\t" else f"the character U+{ord(character):04X}"
    hint = "use blanks" if character == "\t" else "remove it"
    if len(places) > 1:
        hint += f" (there are {len(places) - 1} more)"
    message = f"{name} is not allowed in ASL text"
    span = source.span(places[0], places[0] + 1)
    return Diagnostic("LEX-CHAR", Phase.LEXICAL, message, span, hint)
