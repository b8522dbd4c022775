"""A short run of the fuzzer over each reader, and the fuzzer itself."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parser.asl import parse
from parser.cache import Cache
from parser.diagnostics import Diagnostic, Phase, PtoError
from parser.loader import ParsedFile
from parser.source import Source, Span
from parser.tree_json import encode
from tests.fuzz.grammar import sentence
from tests.fuzz.judge import complaint
from tests.fuzz.minimise import minimised
from tests.fuzz.mutation import mutated
from tests.fuzz.readers import READERS, Reader
from tests.fuzz.sources import hostile, seeds

KEY = "0123456789abcdef"
RANDOMS = st.randoms(use_true_random=False)
few_examples = settings(
    max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), database=None
)


@pytest.mark.parametrize("name", READERS)
def test_every_input_ends_in_a_result_or_a_diagnostic(name: str, tmp_path: Path) -> None:
    files = [each for each in seeds(READERS[name][0]) if len(each) < 20_000]

    @few_examples
    @given(RANDOMS)
    def judged(random: Random) -> None:
        data = hostile(name, files, random)
        found = complaint(name, data, tmp_path)
        assert found is None, f"{found}\n{data!r}"

    judged()


# What the grammar leaves to the tree builder.
BUILDER_CODES = {
    "GRAMMAR-PRECEDENCE", "GRAMMAR-FORM", "GRAMMAR-TARGET", "GRAMMAR-QUALIFIER", "GRAMMAR-DEPTH",
}  # fmt: skip


def codes(text: str) -> set[str]:
    try:
        parse(Source("text.asl", text))
    except PtoError as error:
        return {each.code for each in error.diagnostics}
    return set()


@few_examples
@given(RANDOMS)
def test_sentences_of_the_grammar_are_accepted_by_the_parser(random: Random) -> None:
    text = sentence(random, declarations=2)
    assert codes(text) <= BUILDER_CODES, text


@few_examples
@given(RANDOMS)
def test_a_mutated_tree_of_the_cache_is_a_tree_or_none(random: Random) -> None:
    source = Source("text.asl", "func f(x: integer) => integer begin return x + 1; end;")
    unit = parse(source)
    stored = encode(unit)
    found = ParsedFile(source, mutated(random, [stored])).unit
    assert isinstance(found.declarations, tuple)


@few_examples
@given(RANDOMS)
def test_a_mutated_entry_of_the_cache_is_what_was_put_or_none(random: Random) -> None:
    with TemporaryDirectory() as folder:
        cache = Cache(Path(folder))
        cache.put(KEY, b"content")
        (entry,) = [each for each in Path(folder).rglob("*") if each.is_file()]
        entry.write_bytes(mutated(random, [entry.read_bytes()]))
        assert cache.get(KEY) in (None, b"content")


# ------------------------------------------------------------------------ the fuzzer itself


def raising(error: Exception) -> Reader:
    def read(_: Path) -> None:
        raise error

    return read


@pytest.mark.parametrize(
    ("error", "first_line"),
    [
        (KeyError("x"), "broken: KeyError at test_fuzz.py in read"),
        (PtoError(), "an error without diagnostics"),
        (PtoError(Diagnostic("meta json", Phase.INPUT, "m")), "meta json: that is no code"),
        (PtoError(Diagnostic("META-JSON", Phase.INPUT, "")), "META-JSON: there is no message"),
        (PtoError(Diagnostic("META-JSON", Phase.INPUT, "m")), "META-JSON: there is no place"),
    ],
)
def test_faults_are_noticed(
    error: Exception, first_line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(READERS, "broken", (".asl", raising(error)))
    found = complaint("broken", b"text", tmp_path)
    assert found is not None and found.split("\n")[0] == first_line


def test_places_outside_the_text_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "T1.asl")
    for place, inside in {
        (1, 1, 1, 5): True, (1, 5, 1, 6): True, (1, 6, 1, 6): False, (2, 1, 2, 1): False,
        (1, 0, 1, 1): False, (1, 3, 1, 2): False,
    }.items():  # fmt: skip
        error = PtoError(Diagnostic("META-JSON", Phase.INPUT, "m", Span(path, *place)))
        monkeypatch.setitem(READERS, "broken", (".asl", raising(error)))
        assert (complaint("broken", b"text", tmp_path) is None) == inside


def test_waiting_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(READERS, "slow", (".asl", lambda _: time.sleep(60)))
    found = complaint("slow", b"", tmp_path, seconds=0.05)
    assert found is not None and found.startswith("slow: takes more than 0.05 s\n")


def test_failing_input_is_made_small() -> None:
    data = b"a" * 500 + b"needle" + b"b" * 300
    assert minimised(data, lambda part: b"needle" in part) == b"needle"
    assert len(minimised(data, lambda part: b"needle" in part, most=3)) < len(data)


def test_the_same_seed_makes_the_same_input() -> None:
    files = seeds(".asl")
    assert hostile("asl", files, Random(5)) == hostile("asl", files, Random(5))
