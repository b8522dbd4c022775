"""Texts made to break the front end: deep, long and huge ones, and files that are no texts.

What each one gives is in `golden/hostile_*.txt`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from parser import lexer
from parser.asl import parse
from parser.diagnostics import MOST_SHOWN, Diagnostic, Phase, PtoError, render, render_all
from parser.files import MOST_BYTES, find_files
from parser.loader import ParsedFile, no_collection, parse_files
from parser.source import Source, Span
from parser.syntax import GlobalDecl, IntLiteral

MANY = 100_000
FILE = Path("text.asl")
Golden = Callable[[str, str], None]


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def parsed(content: str | bytes, name: Path = FILE) -> ParsedFile:
    name.write_bytes(content.encode() if isinstance(content, str) else content)
    (file,) = parse_files([name], cache_dir=Path("cache"))
    return file


def problems(content: str | bytes, name: Path = FILE) -> tuple[Diagnostic, ...]:
    with pytest.raises(PtoError) as caught:
        parsed(content, name)
    return caught.value.diagnostics


def message(content: str | bytes, name: Path = FILE) -> str:
    return render_all(problems(content, name))


def body(statements: str) -> str:
    return f"func f()\nbegin\n{statements}\nend;\n"


def value(expression: str) -> str:
    return f"let x = {expression};\n"


def report(texts: dict[str, str]) -> str:
    """The message of each text, under its name; the lines stay short."""
    shown = {name: message(text) for name, text in texts.items()}
    assert all(len(line) < 250 for text in shown.values() for line in text.split("\n"))
    return "\n".join(f"{name}:\n{text}\n" for name, text in shown.items())


# ------------------------------------------------------------------------ depth


def deep() -> dict[str, str]:
    return {
        "parentheses": value("(" * MANY + "1" + ")" * MANY),
        "parentheses that stay open": value("(" * MANY),
        "parentheses of types": "type t of " + "(" * MANY + "integer" + ")" * MANY + ";\n",
        "calls": value("f(" * MANY),
        "indices": value("a[[" * MANY),
        "slices": value("a[" * MANY),
        "records": value("r{a=" * MANY),
        "pattern sets": value("1 IN {" * MANY),
        "widths": value("ARBITRARY: bits(" * MANY),
        "bit-fields": "type t of bits(8) " + "{[0] a " * MANY,
        "array types": "type t of " + "array [[1]] of " * MANY + "integer;\n",
        "conditions": value("if " * MANY),
        "conditional expressions": value("if TRUE then 1 else " * MANY + "1"),
        "prefixes": value("-" * MANY + "1"),
        "operators": value("1 + " * MANY + "1"),
        "fields": value("a" + ".b" * MANY),
        "asserted types": value("1" + " as integer" * MANY),
        "assignment targets": body("a" + ".b" * MANY + " = 1;"),
        "if": body("if TRUE then\n" * MANY),
        "elsif": body("if TRUE then pass;\n" + "elsif TRUE then pass;\n" * MANY + "end;"),
        "while": body("while TRUE do\n" * MANY),
        "for": body("for i = 0 to 1 do\n" * MANY),
        "repeat": body("repeat\n" * MANY),
        "case": body("case 1 of when 1 =>\n" * MANY),
        "try": body("try\n" * MANY),
    }


def test_nesting_is_bounded(golden: Golden) -> None:
    golden("hostile_depth.txt", report(deep()))


# ------------------------------------------------------------------------ length


def long() -> dict[str, str]:
    return {
        "name": f"let {'a' * 1_000_000} = 1;\n",
        "decimal": value("9" * 1_000_000),
        "hexadecimal": value("0x" + "f" * 1_000_000),
        "real": value("1." + "3" * 1_000_000),
        "bit-vector": value("'" + "1" * 2_000_000 + "'"),
        "mask": value("x IN {'" + "x" * 2_000_000 + "'}"),
        "string": value('"' + "a" * 2_000_000 + '"'),
        "string without end": value('"' + "a" * 10_000_000),
        "bad number": value("0x" + "g" * 1_000_000),
        "reserved name": value("__" + "a" * 1_000_000),
        "foreign word": value("é" * 1_000_000),
        "line": value('"' + "a" * 100_000 + '"').replace("\n", "") * 100 + value("]"),
        "escaped quotes": '// "\n' + '"\\"' * 300_000,
        "comments without end": "/*" * MANY,
        "numbers in a record": '// PTO-TEST: {"a": ' + "1" * MANY + "}\n",
        "nesting in a record": '// PTO-TEST: {"a": ' + "[" * MANY + "]" * MANY + "}\n",
        "repeated key": "// PTO-TEST: {"
        + "".join(f'"k{n}": 1, ' for n in range(MANY))
        + '"k7": 1}\n',
    }


def test_tokens_and_lines_are_bounded(golden: Golden) -> None:
    golden("hostile_length.txt", report(long()))


@pytest.mark.parametrize("prefix", ["", "0x"])
def test_long_integers_have_their_value(prefix: str) -> None:
    (declaration,) = parsed(value(prefix + "9" * 100_000)).unit.declarations
    base = 16 if prefix else 10
    assert isinstance(declaration, GlobalDecl) and isinstance(declaration.value, IntLiteral)
    assert declaration.value.value == 9 * (base**100_000 - 1) // (base - 1)


def listed(opening: str, item: str, closing: str) -> str:
    """A text with MANY numbered items."""
    return opening + ",".join(item.format(n) for n in range(MANY)) + closing


WIDE: dict[str, tuple[int, Callable[[], str]]] = {
    "arguments": (1, lambda: listed("let x = f(", "{}", ");")),
    "tuple": (1, lambda: listed("let x = (", "{}", ");")),
    "patterns": (1, lambda: listed("let x = 1 IN {", "{}", "};")),
    "labels": (1, lambda: listed("type t of enumeration {", "L{}", "};")),
    "parameters": (1, lambda: listed("func f(", "a{}: bit", ") begin pass; end;")),
    "alternatives": (1, lambda: body("case 1 of\n" + "when 1 => pass;\n" * MANY + "end;")),
    "statements": (1, lambda: body("pass;\n" * MANY)),
    "50 MB of comments": (0, lambda: ("// " + 46 * "c" + "\n") * 1_000_000),
    "a comment of many lines": (1, lambda: "/* " + "\n" * 5_000_000 + "*/ pragma p;"),
    "nothing": (0, str),
    "a byte-order mark": (0, lambda: "\ufeff"),
    "line ends": (3, lambda: "pragma p;\r\npragma q;\rpragma r;"),
}


@pytest.mark.parametrize("kind", WIDE)
def test_width_is_no_problem(kind: str) -> None:
    count, text = WIDE[kind]
    assert len(parsed(text()).unit.declarations) == count


def test_a_million_declarations() -> None:
    with no_collection():
        unit = parse(Source("text.asl", "pragma p;\n" * 1_000_000))
    assert len(unit.declarations) == 1_000_000


def test_a_text_has_a_bounded_number_of_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexer, "MOST_PIECES", 1000)
    (found,) = problems("pragma p;\n" * 1001)
    assert (found.code, found.span) == ("LEX-LIMIT", Span("text.asl", 250, 9, 250, 10))
    assert found.message == "the text has more than 1,000 tokens and lines"
    assert len(parsed("pragma p;\n" * 249).unit.declarations) == 249


def test_a_text_has_a_bounded_number_of_problems() -> None:
    for line in ("§\n", "let = 1;\n", "// NDF-END: x\n", "// PTO-TEST: {\n"):
        found = problems(line * MANY)
        assert len(found) == 20
        assert found[-1].notes[-1] == ("there are more problems in this text", None)
        assert all(not each.notes for each in found[:-1])


# ------------------------------------------------------------------------ files

BYTES = {
    "binary": bytes(range(256)) * 1000,
    "NUL": b"let x\0 = 1;\n",
    "control characters": b"let\x1b[2J x\x07 = \x7f1;\n",
    "tab": b"\tlet\tx = \xc2\xa7;\n",
    "UTF-16": "let x = 1;\n".encode("utf-16"),
    "cut character": "let x = 1; // é".encode()[:-1],
    "surrogate": b"// \xed\xa0\x80\n",
    "line separator": "let x = 1\u2028;\n".encode(),
    "combining characters": 'let s = "e\u0301"; let y = ;\n'.encode(),
    "wide characters": 'let s = "漢字"; let y = ;\n'.encode(),
    "text that runs backwards": "let \u202eevil = 1;\n".encode(),
}


def test_bytes_that_are_no_text(golden: Golden) -> None:
    golden("hostile_bytes.txt", "\n".join(f"{k}:\n{message(v)}\n" for k, v in BYTES.items()))


def unreadable() -> Iterator[Path]:
    """Files of every kind that can't be read."""
    yield Path("missing.asl")
    for name in ("folder.asl", "file"):
        Path(name).mkdir() if name.startswith("folder") else Path(name).touch()
    yield Path("folder.asl")
    yield Path("file/below.asl")
    os.mkfifo("pipe.asl")
    yield Path("pipe.asl")
    for name, target in (("loop.asl", "loop.asl"), ("zero.asl", "/dev/zero"), ("gone.asl", "no")):
        Path(name).symlink_to(target)
        yield Path(name)
    yield Path("n" * 300 + ".asl")
    yield Path("a\0b.asl")
    yield Path("two\nlines \x1b[31m.asl")
    yield Path(os.fsdecode(b"not-\xff-utf-8.asl"))
    large = Path("large.asl")
    large.touch()
    os.truncate(large, MOST_BYTES + 1)
    yield large


def test_files_that_cannot_be_read(golden: Golden) -> None:
    with pytest.raises(PtoError) as caught:
        parse_files(list(unreadable()), cache_dir=Path("cache"))
    golden("hostile_files.txt", render_all(caught.value.diagnostics) + "\n")


def test_a_file_without_permission(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    FILE.touch()
    monkeypatch.setattr("parser.files.os.open", refused)
    with pytest.raises(PtoError) as caught:
        parse_files([FILE])
    (found,) = caught.value.diagnostics
    assert (found.code, found.message) == (
        "INPUT-FILE",
        "can't read the file: permission denied",
    )


@pytest.mark.parametrize("name", ["with blanks.asl", "two\nlines.asl", "é漢.asl", "n" * 200])
def test_odd_names_are_names(name: str) -> None:
    assert len(parsed("pragma p;", Path(name)).unit.declarations) == 1
    assert "\n" not in message("let x = ;", Path(name)).split(" --> ")[1].split(":1:9\n")[0]


def test_a_name_that_is_no_utf_8() -> None:
    name = Path(os.fsdecode(b"\xff.asl"))
    assert r"--> \udcff.asl:1:9" in message("let x = ;", name)


def test_a_file_that_changes_after_it_was_read() -> None:
    (found,) = problems("\n" * 100 + "let x = ;")
    for content in (b"", b"\xff", b"let x = 1;"):
        FILE.write_bytes(content)
        assert render(found).split("\n")[1] == "  --> text.asl:101:9"
    FILE.unlink()
    os.mkfifo(FILE)
    assert len(render(found).split("\n")) == 3


def test_links_to_folders_are_not_followed() -> None:
    Path("a/b").mkdir(parents=True)
    Path("a/b/loop").symlink_to(Path("..").resolve())
    Path("a/b/one.asl").touch()
    Path("a/b/two.asl").symlink_to("nowhere")
    assert find_files(Path("a"), ".asl") == [Path("a/b/one.asl"), Path("a/b/two.asl")]
    assert find_files(Path("missing"), ".asl") == []


def test_a_folder_that_cannot_be_listed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(folder: str) -> Iterator[None]:
        raise PermissionError(13, "Permission denied", folder)

    monkeypatch.setattr("os.scandir", refused)
    assert find_files(Path("closed"), ".asl") == [Path("closed")]


def test_a_bounded_number_of_problems_is_shown() -> None:
    span = Span("text.asl", 1, 1, 1, 2)
    found = [Diagnostic("INPUT-FILE", Phase.INPUT, str(n), span) for n in range(MOST_SHOWN + 7)]
    shown = render_all(found).split("\n")
    assert shown[-1] == "and 7 more in 1 file"
    assert len(shown) == 2 * MOST_SHOWN + 1
    assert render_all(found[:MOST_SHOWN]) == "\n".join(shown[:-1])


# ------------------------------------------------------------------------ the cache


@pytest.mark.parametrize("kind", ["pipe", "folder", "loop", "zero", "huge", "truncated", "empty"])
def test_whatever_an_entry_of_the_cache_is(kind: str) -> None:
    expected = parsed("pragma p;").unit
    (entry,) = [each for each in Path("cache").rglob("*") if each.is_file()]
    whole = entry.read_bytes()
    entry.unlink()
    match kind:
        case "pipe":
            os.mkfifo(entry)
        case "folder":
            entry.mkdir()
        case "loop":
            entry.symlink_to(entry)
        case "zero":
            entry.symlink_to("/dev/zero")
        case "huge":
            entry.touch()
            os.truncate(entry, 1 << 40)
        case "truncated":
            entry.write_bytes(whole[:-1])
        case _:
            entry.touch()
    for _ in range(2):
        (file,) = parse_files([FILE], cache_dir=Path("cache"))
        assert file.unit == expected
