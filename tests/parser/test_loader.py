"""Reading many files: errors of all of them, the cache, and several processes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from parser import loader
from parser.asl import parse
from parser.cache import Cache
from parser.diagnostics import Phase, PtoError
from parser.loader import ParsedFile, parse_files
from parser.scan import Extent
from parser.source import Source
from parser.syntax import Unit

UNIT = """// PTO-UNIT: {{"id": {n}}}
func F{n}(x: integer) => integer
begin
    return x + {n};
end;
"""


@pytest.fixture
def units(tmp_path: Path) -> list[Path]:
    folder = tmp_path / "units"
    folder.mkdir()
    for number in range(5):
        (folder / f"u{number}.asl").write_text(UNIT.format(n=number))
    return sorted(folder.iterdir())


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def names(files: list[ParsedFile]) -> list[str]:
    return [file.unit.declarations[0].name for file in files]


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of what has been parsed, not read from the cache."""
    paths: list[str] = []

    def watched(source: Source) -> Unit:
        paths.append(source.path)
        return parse(source)

    monkeypatch.setattr(loader, "parse", watched)
    return paths


def test_files_come_in_the_order_given(units: list[Path], cache: Path) -> None:
    files = parse_files(units[::-1], cache_dir=cache)
    assert names(files) == ["F4", "F3", "F2", "F1", "F0"]
    assert [file.metadata.records[0].data for file in files] == [{"id": n} for n in (4, 3, 2, 1, 0)]
    assert files[0].unit.path == files[0].source.path == str(units[4])


def test_each_text_is_parsed_once(units: list[Path], cache: Path, parsed: list[str]) -> None:
    first = parse_files(units, cache_dir=cache)
    assert parsed == [str(each) for each in units]
    parsed.clear()
    second = parse_files(units, cache_dir=cache)
    assert [each.unit for each in first] == [each.unit for each in second]
    assert parsed == []
    units[1].write_text("let changed = 1;")
    assert names(parse_files(units, cache_dir=cache)) == ["F0", "changed", "F2", "F3", "F4"]
    assert parsed == [str(units[1])]


def test_a_moved_file_has_its_new_path(units: list[Path], cache: Path, parsed: list[str]) -> None:
    parse_files(units, cache_dir=cache)
    parsed.clear()
    moved = units[0].rename(units[0].with_name("moved.asl"))
    (file,) = parse_files([moved], cache_dir=cache)
    assert file.unit.declarations[0].span.path == file.unit.path == str(moved)
    assert parsed == []


def test_what_others_wrote_into_the_cache_is_ignored(units: list[Path], cache: Path) -> None:
    expected = names(parse_files(units, cache_dir=cache))
    for entry in [each for each in cache.rglob("*") if each.is_file()]:
        entry.write_bytes(b"cos\nsystem\n(S'false'\ntR.")
    assert names(parse_files(units, cache_dir=cache)) == expected


def test_a_cached_text_that_is_no_tree_is_parsed_anew(units: list[Path]) -> None:
    for content in (b"", b"[-1,[99999]]", b"[-1,[0]]", b"[0,1,1,1,1,2]", b"7", b"[" * 9999):
        file = ParsedFile(Source.read(units[0]), content)
        assert names([file]) == ["F0"]


def test_the_cache_need_not_be_writable(units: list[Path], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert len(names(parse_files(units, cache_dir=tmp_path / "file"))) == 5


def test_the_cache_of_the_user_is_outside_the_tree(
    units: list[Path], cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTOPROVE_CACHE_DIR", str(cache))
    parse_files(units)
    assert len([each for each in cache.rglob("*") if each.is_file()]) == 5


def test_the_errors_of_all_files_are_reported(units: list[Path], cache: Path) -> None:
    units[1].write_text("let x = ;\n// PTO-UNIT: {\n")
    units[3].write_bytes(b"let x = \xff;")
    units[4].write_text("// NDF-END: x")
    missing = units[0].with_name("missing.asl")
    with pytest.raises(PtoError) as caught:
        parse_files([*units, missing, units[0].parent, Path("a\0b")], cache_dir=cache)
    found = [(each.code, each.span and each.span.path) for each in caught.value.diagnostics]
    assert sorted(found, key=str) == sorted(
        [
            ("GRAMMAR-UNEXPECTED", str(units[1])),
            ("META-JSON", str(units[1])),
            ("META-NDF", str(units[4])),
            ("INPUT-ENCODING", str(units[3])),
            ("INPUT-FILE", str(missing)),
            ("INPUT-FILE", str(units[0].parent)),
            ("INPUT-FILE", "a\0b"),
        ],
        key=str,
    )
    inputs = [each for each in caught.value.diagnostics if each.code.startswith("INPUT")]
    assert all(each.phase is Phase.INPUT and each.hint for each in inputs)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_several_processes_do_what_one_does(
    units: list[Path], cache: Path, monkeypatch: pytest.MonkeyPatch, parsed: list[str]
) -> None:
    monkeypatch.setattr(loader, "WORTH_A_PROCESS", 1)
    monkeypatch.setattr(loader, "_can_fork", lambda: True)
    alone = parse_files(units, jobs=1, cache_dir=cache / "one")
    parsed.clear()
    together = parse_files(units, jobs=2, cache_dir=cache / "two")
    assert [each.unit for each in together] == [each.unit for each in alone]
    assert parsed == []
    units[2].write_text("let x = ;")
    with pytest.raises(PtoError) as caught:
        parse_files(units, jobs=2, cache_dir=cache / "three")
    assert [each.code for each in caught.value.diagnostics] == ["GRAMMAR-UNEXPECTED"]


def test_a_tree_too_deep_to_be_stored_is_still_parsed(units: list[Path], cache: Path) -> None:
    units[0].write_text("let deep = " + " + ".join(["a"] * 950) + ";")
    for _ in range(2):
        assert names(parse_files(units, cache_dir=cache))[0] == "deep"


def test_line_ends_do_not_change_the_tree(units: list[Path], cache: Path) -> None:
    (expected, *_) = parse_files(units, cache_dir=cache)
    units[0].write_bytes(b"\xef\xbb\xbf" + units[0].read_bytes().replace(b"\n", b"\r\n"))
    assert parse_files(units, cache_dir=cache)[0].unit == expected.unit


LONG = """type T of enumeration { A, B };
func Good() => integer
begin
    return 1;
end;
func Bad()
begin
    let x = ;
end;
var a, b: integer;
"""


@pytest.fixture
def long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that counts as too long to be parsed whole."""
    monkeypatch.setattr(loader, "PARSED_WHOLE", 20)
    path = tmp_path / "long.asl"
    path.write_text(LONG)
    return path


def test_a_long_text_is_parsed_where_it_is_reached(long: Path, cache: Path) -> None:
    for _ in range(3):  # anew, then from the cache
        (file,) = parse_files([long], cache_dir=cache)
        assert [each.heading.name for each in file.outline] == ["T", "Good", "Bad", "a", "b"]
        assert file.outline[0].heading.labels == ("A", "B")
        good = file.outline[1].tree
        assert good is file.outline[1].tree
        assert (good.name, str(good.span)) == ("Good", f"{long}:2:1")
        assert [file.outline[i].tree.name for i in (3, 4)] == ["a", "b"]
        with pytest.raises(PtoError) as caught:
            str(file.outline[2].tree)
        assert [str(each.span) for each in caught.value.diagnostics] == [f"{long}:8:13"]
        with pytest.raises(PtoError):
            str(file.unit)


def test_parts_of_a_long_text_are_parsed_once(
    long: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (file,) = parse_files([long], cache_dir=cache)
    assert file.outline[1].tree.name == "Good"
    monkeypatch.setattr(Extent, "parse", lambda *_: pytest.fail("it is parsed again"))
    (again,) = parse_files([long], cache_dir=cache)
    assert again.outline[1].tree == file.outline[1].tree


def test_a_long_text_is_checked_outside_of_functions(long: Path, cache: Path) -> None:
    long.write_text("// a long text with\nconstant x = ;\n// PTO-UNIT: {\n")
    with pytest.raises(PtoError) as caught:
        parse_files([long], cache_dir=cache)
    codes = [each.code for each in caught.value.diagnostics]
    assert codes == ["GRAMMAR-UNEXPECTED", "META-JSON"]


def test_what_others_wrote_of_a_long_text_is_ignored(long: Path, cache: Path) -> None:
    for forged in (b"[]]", b"[[1]]", b"7"):
        entry = Cache(cache)
        entry.put(loader._key(Source.read(long).digest), forged)
        (file,) = parse_files([long], cache_dir=cache)
        assert len(file.outline) == 5


def test_an_outline_needs_no_trees(units: list[Path], cache: Path) -> None:
    parse_files(units, cache_dir=cache)
    first, *_ = parse_files(units, cache_dir=cache)
    assert isinstance(first.content, bytes)
    (declared,) = first.outline
    assert declared.heading.name == "F0"
    assert declared.tree == first.unit.declarations[0]


def test_a_damaged_tree_is_parsed_anew(units: list[Path], cache: Path) -> None:
    parse_files(units, cache_dir=cache)
    first, *_ = parse_files(units, cache_dir=cache)
    assert isinstance(first.content, bytes)
    heading, tree = first.content.split(b",\n")
    damaged = ParsedFile(first.source, heading + b",\n" + tree.replace(b"[", b"{"))
    assert damaged.outline[0].tree == first.unit.declarations[0]


def test_generated_texts_are_files(cache: Path) -> None:
    Source.generated("<made>", "constant made = 1;")
    (file,) = parse_files([Path("<made>")], cache_dir=cache)
    assert str(file.outline[0].tree.span) == "<made>:1:1"
