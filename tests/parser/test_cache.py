"""A cache keeps whole entries or none, and never stands in the way."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from parser.cache import Cache, user_cache_directory

KEY = "0123456789abcdef"


def entry(directory: Path) -> Path:
    (file,) = [each for each in directory.rglob("*") if each.is_file()]
    return file


def test_what_is_put_can_be_got(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "new" / "cache")
    assert cache.get(KEY) is None
    cache.put(KEY, b"one\ntwo")
    cache.put(KEY, b"three\nfour")
    assert cache.get(KEY) == b"three\nfour"
    assert cache.get("f" * 64) is None


@pytest.mark.parametrize("damage", [b"", b"x", b"\n", b"0" * 64 + b"\nthree"])
def test_a_damaged_entry_is_none(tmp_path: Path, damage: bytes) -> None:
    cache = Cache(tmp_path)
    cache.put(KEY, b"content")
    file = entry(tmp_path)
    for content in (damage, file.read_bytes()[:-1], file.read_bytes() + b"x"):
        file.write_bytes(content)
        assert cache.get(KEY) is None


def test_an_entry_of_another_key_is_none(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put(KEY, b"content")
    other = "01" + "f" * 14
    entry(tmp_path).rename(tmp_path / "01" / other[2:])
    assert cache.get(other) is None


def test_a_directory_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = Cache(tmp_path / "file")
    cache.put(KEY, b"content")
    assert cache.get(KEY) is None


def test_an_entry_that_cannot_be_replaced_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / KEY[:2] / KEY[2:]).mkdir(parents=True)
    Cache(tmp_path).put(KEY, b"content")
    assert [each.name for each in tmp_path.rglob("*")] == [KEY[:2], KEY[2:]]


def test_no_directory_keeps_nothing() -> None:
    cache = Cache(None)
    cache.put(KEY, b"content")
    assert cache.get(KEY) is None


def test_keys_are_checked(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not a cache key"):
        Cache(tmp_path).get("../../etc/passwd")


def test_where_the_cache_of_a_user_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PTOPROVE_CACHE_DIR", "/chosen")
    monkeypatch.setenv("XDG_CACHE_HOME", "/xdg")
    monkeypatch.setenv("HOME", "/home/somebody")
    assert user_cache_directory() == Path("/chosen")
    monkeypatch.delenv("PTOPROVE_CACHE_DIR")
    assert user_cache_directory() == Path("/xdg/ptoprove")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    if os.name == "posix":
        assert user_cache_directory() == Path("/home/somebody/.cache/ptoprove")
