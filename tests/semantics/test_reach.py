"""What declarations reach: which digests a change of one declaration changes, and which not."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from parser.loader import ParsedFile, parse_files
from parser.source import Source
from semantics.reach import ABSENT, Digest, Reach, names_of
from semantics.specification import Specification

TEXT = """\
constant SIZE: integer = 4;
type Word of bits(SIZE);
type Kind of enumeration { Kind_A, Kind_B };
var _State: Word = Start();
var _Counted: integer = 0;
var _Other: integer = 1;

func Start() => Word
begin
    return Zeros{SIZE};
end;

accessor Part(k: Kind) <=> value: Word
begin
    getter
        return _State;
    end;
    setter
        _State = if k == Kind_A then value else Start();
    end;
end;

impdef func Hook() => integer
begin
    return 1;
end;

func Even(n: integer) => boolean recurselimit 9
begin
    return n == 0 || Odd(n - 1);
end;

func Odd(n: integer) => boolean recurselimit 9
begin
    return n != 0 && Even(n - 1);
end;

func UsesAll()
begin
    Part(Kind_A) = Start();
    assert Hook() > 0;
end;

func UsesEven()
begin
    assert Even(2);
end;

func Counts() => integer
begin
    return WritesOf("_Counted", -1);
end;

func UsesLocal()
begin
    let fresh = 1;
    assert fresh == 1;
end;
"""
ROOTS = ("UsesAll()", "UsesEven()", "Counts()", "UsesLocal()")


def files(texts: Mapping[str, str]) -> list[ParsedFile]:
    for name, text in texts.items():
        Source.generated(name, text)
    return parse_files([Path(name) for name in texts])


def reach(text: str = TEXT, path: str = "<unit>", **more: str) -> Reach:
    spec = Specification("unit", files({path: text, **more}))
    return Reach(spec.program(), spec.files)


def digests(text: str = TEXT, **more: str) -> dict[str, Digest]:
    found = reach(text, **more)
    return {root: found.digest(root) for root in ROOTS}


def differing(one: Mapping[str, Digest], two: Mapping[str, Digest]) -> set[str]:
    return {root.removesuffix("()") for root in ROOTS if one[root].meaning != two[root].meaning}


CHANGES = {
    "constant": ("SIZE: integer = 4", "SIZE: integer = 5", {"UsesAll"}),
    "type": ("type Word of bits(SIZE)", "type Word of bits(4)", {"UsesAll"}),
    "label": ("Kind_A, Kind_B", "Kind_B, Kind_A", {"UsesAll"}),
    "initial value": ("Word = Start()", "Word = Ones{SIZE}", {"UsesAll"}),
    "called by an initial value": ("return Zeros{SIZE}", "return Ones{SIZE}", {"UsesAll"}),
    "setter": ("then value else", "then value OR Start() else", {"UsesAll"}),
    "getter": ("return _State", "return NOT _State", {"UsesAll"}),
    "default of a hook": ("return 1;", "return 2;", {"UsesAll"}),
    "in a circle": ("n == 0 ||", "n <= 0 ||", {"UsesEven"}),
    "round the circle": ("n != 0 &&", "n >  0 &&", {"UsesEven"}),
    "limit of recursion": (
        "Odd(n: integer) => boolean recurselimit 9",
        "Odd(n: integer) => boolean recurselimit 8",
        {"UsesEven"},
    ),
    "named in a string": ("_Counted: integer = 0", "_Counted: integer = 7", {"Counts"}),
    "nothing reaches it": ("_Other: integer = 1", "_Other: integer = 2", set()),
    "own text": ("let fresh = 1", "let fresh = 2 - 1", {"UsesLocal"}),
}


@pytest.mark.parametrize(("old", "new", "expected"), CHANGES.values(), ids=CHANGES)
def test_a_change_reaches_who_reaches_it(old: str, new: str, expected: set[str]) -> None:
    assert TEXT.count(old) == 1
    assert differing(digests(), digests(TEXT.replace(old, new))) == expected


ADDED = {
    "overload": (
        "func Start(n: integer) => Word\nbegin\n    return Ones{SIZE};\nend;",
        {"UsesAll"},
    ),
    "implementation": (
        "implementation func Hook() => integer\nbegin\n    return 3;\nend;",
        {"UsesAll"},
    ),
    "global of the name of a local": ("var fresh: integer = 0;", {"UsesLocal"}),
    "function of the name of an intrinsic": (
        "func WritesOf(name: string, n: integer) => integer\nbegin\n    return 0;\nend;",
        {"Counts"},
    ),
    "function of the library's name": (
        "func Zeros{N: integer}(x: bits(N)) => bits(N)\nbegin\n    return x;\nend;",
        {"UsesAll"},
    ),
    "what nobody names": ("func More()\nbegin\n    UsesAll();\nend;", set()),
}


@pytest.mark.parametrize(("text", "expected"), ADDED.values(), ids=ADDED)
def test_a_declaration_that_is_added(text: str, expected: set[str]) -> None:
    assert differing(digests(), digests(**{"<more>": text})) == expected


def test_layout_comments_and_places_are_no_meaning() -> None:
    other = TEXT.replace("    ", "  // why\n  ").replace("func Even", "/* even */ func Even")
    moved = "// A line above.\n" + TEXT
    for text in (other, moved):
        one, two = digests(), digests(text)
        assert differing(one, two) == set()
        assert all(one[root].places != two[root].places for root in ROOTS)
    elsewhere = reach(path="<elsewhere>").digest("UsesAll()")
    assert elsewhere.meaning == digests()["UsesAll()"].meaning
    assert elsewhere.places != digests()["UsesAll()"].places


def test_places_within_a_declaration() -> None:
    """What a failure shows may stand elsewhere though the whole begins and ends where it did."""
    one = digests()
    two = digests(TEXT.replace("assert Even(2);", "  assert Even(2);"))
    assert {root for root in ROOTS if one[root].places != two[root].places} == {"UsesEven()"}


def test_names() -> None:
    found = reach()
    names = found.names(["UsesAll()"])
    declared = {"UsesAll()", "Part()", "Part.set()", "Start()", "Hook()", "_State", "Word", "SIZE"}
    assert declared <= names
    assert not {"Even()", "_Other", "_Counted"} & names
    assert found.own("Nothing()") == found.own("nothing") == ABSENT
    assert "_Counted" in found.names(["Counts()"])


def test_names_of_declarations() -> None:
    (file,) = files({"<unit>": TEXT})
    found = [name for each in file.outline for name in names_of(each)]
    assert found[:6] == ["SIZE", "Word", "Kind", "_State", "_Counted", "_Other"]
    assert found[6:9] == ["Start()", "Part()", "Part.set()"]


def test_files_apart() -> None:
    """It counts that a declaration stands in a file that is no part of the specification."""
    spec = Specification("unit", files({"<unit>": TEXT}))
    program = spec.program()
    inside, apart = Reach(program, spec.files), Reach(program, [], spec.files)
    assert inside.digest("UsesEven()").meaning != apart.digest("UsesEven()").meaning


def test_further_needs() -> None:
    spec = Specification("unit", files({"<unit>": TEXT}))
    found = Reach(spec.program(), spec.files, needs={"Even()": ["_Other"]})
    assert "_Other" in found.names(["UsesEven()"])
    assert found.digest("UsesEven()").meaning != reach().digest("UsesEven()").meaning
    assert found.digest("UsesLocal()") == reach().digest("UsesLocal()")


def test_a_declaration_that_can_not_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a long text only the outline is read at first."""
    monkeypatch.setattr("parser.loader.PARSED_WHOLE", 10)
    wrong = TEXT.replace("assert Even(2);", "assert Even(2;")
    one, two = digests(), digests(wrong)
    assert differing(one, two) == {"UsesEven"}
