"""Summaries hold of the loops they speak of, and of nothing that only looks like them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from concrete.machine import Machine
from parser.asl import parse
from parser.diagnostics import PtoError
from parser.loader import ParsedFile, parse_files
from parser.source import Source
from proofs import execute, summaries
from proofs.backends.dump import records
from proofs.cache import LemmaCache, reach_of
from proofs.properties import properties_of
from proofs.prove import Prover, Settings
from proofs.summaries import Lemma, Summaries, lemmas, proves, summary_files
from proofs.verdicts import Result, Verdict
from semantics.library import STDLIB
from semantics.program import Program
from semantics.reach import Digest
from semantics.specification import Specification

LEMMAS = {lemma.function: lemma for lemma in lemmas(summary_files())}
DIVIDE, MULTIPLY = LEMMAS["DivideWordUnsigned"], LEMMAS["MultiplyWord"]

DIVISION = """\
func DivideWordUnsigned(dividend: bits(64), divisor: bits(64)) => bits(64)
begin
    assert !IsZero(divisor);
    var quotient = Zeros{64};
    var remainder: bits(65) = Zeros{65};
    for bit_index = 63 downto 0 do
        remainder = remainder[63:0] :: dividend[bit_index];
        if UInt(remainder) >= UInt(divisor) then
            remainder = remainder - ('0' :: divisor);
            quotient[bit_index] = '1';
        end;
    end;
    return quotient;
end;
"""
MULTIPLICATION = """\
func MultiplyWord(left: bits(64), right: bits(64)) => bits(64)
begin
    var result = Zeros{64};
    for bit_index = 0 to 63 do
        if right[bit_index] == '1' then
            result = result + LSL{64}(left, bit_index);
        end;
    end;
    return result;
end;
"""
MODULO = """\
func Magnitude(x: bits(64)) => bits(64)
begin
    return if SInt(x) < 0 then Zeros{64} - x else x;
end;

func FloorModulo(a: bits(64), b: bits(64)) => bits(64)
begin
    let divisor = Magnitude(b);
    let quotient = DivideWordUnsigned(Magnitude(a), divisor);
    var rest = Magnitude(a) - MultiplyWord(quotient, divisor);
    if !IsZero(rest) && (SInt(a) < 0) != (SInt(b) < 0) then
        rest = divisor - rest;
    end;
    return if SInt(b) < 0 then Zeros{64} - rest else rest;
end;
"""
HARNESS = """\
// PTO-PROPERTY: {"id":"sign","contract":"MODULO","function":"Sign","title":"divisor sign",
//   "scope":"every word of 32 bits"}
func Sign()
begin
    let a = SignExtend{64}(ARBITRARY: bits(32));
    let b = SignExtend{64}(ARBITRARY: bits(32));
    if IsZero(b) then return; end;
    let rest = SInt(FloorModulo(a, b));
    assert rest == 0 || (rest < 0) == (SInt(b) < 0);
    assert Abs(rest) < Abs(SInt(b));
end;
"""


def load(text: str) -> tuple[Program, Machine]:
    """The program of a text and the summaries."""
    (library,) = parse_files([STDLIB])
    units = [parse(Source("spec.asl", text)), *(file.unit for file in summary_files())]
    program = Program(units, library.unit)
    return program, Machine(program)


def holds(lemma: Lemma, text: str) -> bool:
    return proves(lemma, *load(text))


def changed(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} must occur once"
        text = text.replace(old, new)
    return text


@pytest.fixture(scope="module", autouse=True)
def cache_directory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The cache of this module's tests, which leave the solver time enough on a busy machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(summaries, "QUERY_SECONDS", 60.0)
        directory = tmp_path_factory.mktemp("cache")
        patch.setenv("PTOPROVE_CACHE_DIR", str(directory))
        yield directory


# ---------------------------------------------------------------- what is shipped


@dataclass(frozen=True)
class Proved:
    """What proving a property that needs both lemmas gave."""

    result: Result
    prover: Prover
    specification: Specification
    harnesses: list[ParsedFile]


@pytest.fixture(scope="module")
def proved(tmp_path_factory: pytest.TempPathFactory, cache_directory: Path) -> Proved:
    folder = tmp_path_factory.mktemp("spec")
    files: list[ParsedFile] = []
    for name, text in (("spec", DIVISION + MULTIPLICATION + MODULO), ("harness", HARNESS)):
        path = folder / f"{name}.asl"
        path.write_text(text, encoding="utf-8")
        files += parse_files([path])
    specification = Specification("ours", files[:1])
    prover = Prover(specification, Settings(timeout=60), files[1:], cache=True)
    (property,) = properties_of(files[1])
    return Proved(prover.decide(property, {}), prover, specification, files[1:])


def test_floor_modulo_is_proved_with_both_lemmas(proved: Proved) -> None:
    assert proved.result.verdict is Verdict.PROVED, proved.result.reason
    assert proved.result.lemmas == tuple(sorted(lemma.title for lemma in LEMMAS.values()))
    assert not proved.prover.summaries.failed


def test_the_shipped_lemmas_hold(proved: Proved) -> None:
    for function, lemma in LEMMAS.items():
        assert proved.prover.summaries.of(function) == lemma.summary


def test_queries_of_a_lemma_are_recorded(tmp_path: Path) -> None:
    found = Summaries(*load(MULTIPLICATION), smt2=tmp_path)
    assert found.of("MultiplyWord") == MULTIPLY.summary
    written = records(tmp_path)
    assert [each.file for each in written] == sorted(each.name for each in tmp_path.iterdir())
    for each in written:
        assert each.about == {"lemma": MULTIPLY.title, "function": "MultiplyWord"}
        assert each.asks == "can this part of the lemma be wrong"
        assert each.file.startswith("lemma-MultiplyWord-0")
    assert written


def test_outcomes_are_kept(proved: Proved, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> bool:
        raise AssertionError("the lemma is proved once more")

    monkeypatch.setattr(summaries, "proves", never)
    kept = LemmaCache(reach_of(proved.specification, proved.harnesses).digest)
    prover = proved.prover
    again = Summaries(prover.program, prover.machine, kept.get, kept.put)
    assert [again.of(function) for function in LEMMAS] == [s.summary for s in LEMMAS.values()]
    assert again.used == {lemma.title for lemma in LEMMAS.values()}
    for other in (LemmaCache(lambda _: Digest(b"another", b"")), LemmaCache(None)):
        assert [other.get(function) for function in LEMMAS] == [None, None]


def test_functions_without_a_summary(proved: Proved) -> None:
    assert proved.prover.summaries.of("Magnitude") is None
    assert proved.prover.summaries.of("UInt") is None


def test_a_failure_is_not_kept() -> None:
    cache = LemmaCache(lambda _: Digest(b"", b""))
    cache.put("DivideWordUnsigned", False)
    assert cache.get("DivideWordUnsigned") is None
    cache.put("DivideWordUnsigned", True)
    assert cache.get("DivideWordUnsigned") is True
    assert cache.get("MultiplyWord") is None


def test_a_failure_is_found_once_and_told() -> None:
    outcomes: list[tuple[str, bool]] = []
    program, machine = load(changed(DIVISION, ("63 downto 0", "62 downto 0")))
    found = Summaries(program, machine, keep=lambda *outcome: outcomes.append(outcome))
    assert found.of("DivideWordUnsigned") is None
    assert found.of("DivideWordUnsigned") is None
    assert outcomes == [("DivideWordUnsigned", False)]
    assert (found.used, found.failed) == (set(), {DIVIDE.title})


# ---------------------------------------------------------------- loops that are wrong


WRONG_QUOTIENTS: dict[str, tuple[str, str]] = {
    "one round too few at the end": ("63 downto 0", "63 downto 1"),
    "one round too few at the start": ("63 downto 0", "62 downto 0"),
    "the other direction": ("63 downto 0", "0 to 63"),
    "wrong bit set": ("quotient[bit_index] =", "quotient[63 - bit_index] ="),
    "bit cleared": ("= '1'", "= '0'"),
    "greater for at least": (">=", ">"),
    "wrong bit read": ("dividend[bit_index]", "dividend[0]"),
    "nothing subtracted": ("remainder - ('0' :: divisor)", "remainder"),
    "wrong start": ("quotient = Zeros{64}", "quotient = Ones{64}"),
    "wrong result": ("return quotient", "return remainder[63:0]"),
    "arguments in the other order": (
        "dividend: bits(64), divisor: bits(64)",
        "divisor: bits(64), dividend: bits(64)",
    ),
}
WRONG_PRODUCTS: dict[str, tuple[str, str]] = {
    "one round too few": ("0 to 63", "1 to 63"),
    "wrong shift": ("LSL{64}(left, bit_index)", "LSL{64}(left, bit_index + 1)"),
    "wrong test": ("== '1'", "== '0'"),
    "wrong factor": ("(left, bit_index)", "(right, bit_index)"),
    "subtracted": ("result + ", "result - "),
}
SAMPLES = [(100, 7), (1 << 63, 3), (2**64 - 1, 1), (2**64 - 1, 2**64 - 1), (6, 2), (5, 9)]


def values(text: str, function: str) -> list[int]:
    program, machine = load(text)
    assert function in program.functions
    return [machine.call(function, a, b) for a, b in SAMPLES]


@pytest.mark.parametrize("change", WRONG_QUOTIENTS.values(), ids=WRONG_QUOTIENTS)
def test_wrong_quotient(change: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summaries, "QUERY_SECONDS", 0.5)
    text = changed(DIVISION, change)
    assert values(text, "DivideWordUnsigned") != [a // b for a, b in SAMPLES]
    assert not holds(DIVIDE, text)


@pytest.mark.parametrize("change", WRONG_PRODUCTS.values(), ids=WRONG_PRODUCTS)
def test_wrong_product(change: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summaries, "QUERY_SECONDS", 0.5)
    text = changed(MULTIPLICATION, change)
    assert values(text, "MultiplyWord") != [a * b % 2**64 for a, b in SAMPLES]
    assert not holds(MULTIPLY, text)


def test_the_samples_tell_right_from_wrong() -> None:
    assert values(DIVISION, "DivideWordUnsigned") == [a // b for a, b in SAMPLES]
    assert values(MULTIPLICATION, "MultiplyWord") == [a * b % 2**64 for a, b in SAMPLES]


# ---------------------------------------------------------------- more than a value

LOOP, BODY, END = "    for bit_index", "        remainder = remainder[63:0]", "    return quotient"
PROFILE = "var _Count: integer = 0;\nvar _Wide: boolean = TRUE;\ntype Stop of exception {-};\n"
PROFILE += "pure func _Never() => boolean\nbegin\n    return FALSE;\nend;\n"
MORE: dict[str, tuple[str, str]] = {
    "early return": (LOOP, f"    if divisor == dividend then return Zeros{{64}}; end;\n{LOOP}"),
    "return in the loop": (BODY, f"        if bit_index == 9 then return quotient; end;\n{BODY}"),
    "second return after": (END, f"    if dividend[3] == '1' then return Zeros{{64}}; end;\n{END}"),
    "write of a global before": (LOOP, f"    _Count = 1;\n{LOOP}"),
    "write of a global in": (BODY, f"        _Count = _Count + 1;\n{BODY}"),
    "write of a global after": (END, f"    _Count = 1;\n{END}"),
    "read of a global": (END, f"    if _Wide then quotient[0] = quotient[0]; end;\n{END}"),
    "unknown start": ("quotient = Zeros{64}", "quotient = ARBITRARY: bits(64)"),
    "limit too low": ("63 downto 0 do", "63 downto 0 looplimit 10 do"),
    "throw before": (LOOP, f"    if IsOnes(dividend) then throw Stop{{-}}; end;\n{LOOP}"),
    "throw in": (BODY, f"        if IsOnes(remainder) then throw Stop{{-}}; end;\n{BODY}"),
    "assertion before": (LOOP, f"    assert UInt(divisor) != 5;\n{LOOP}"),
    "assertion in": (BODY, f"        assert UInt(divisor) != 5;\n{BODY}"),
    "certain failure before": (LOOP, f"    assert _Never();\n{LOOP}"),
    "certain failure in": (BODY, f"        assert bit_index > 99;\n{BODY}"),
    "certain failure after": (END, f"    assert _Never();\n{END}"),
    "index out of range": (BODY, f"        quotient[bit_index - 1] = '0';\n{BODY}"),
    "endless loop after": (
        END,
        f"    while IsZero(divisor) || TRUE do quotient = quotient; end;\n{END}",
    ),
    "unknown bounds": ("63 downto 0", "UInt(divisor[5:0]) downto 0"),
    "no rounds": ("63 downto 0", "-1 downto 0"),
}


@pytest.mark.parametrize("change", MORE.values(), ids=MORE)
def test_more_than_a_value(change: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summaries, "QUERY_SECONDS", 0.5)
    monkeypatch.setattr(execute, "MAX_ROUNDS", 500)
    assert not holds(DIVIDE, PROFILE + changed(DIVISION, change))


HELPERS = """\
constant WIDTH = 64;

func AtLeast(a: integer, b: integer) => boolean
begin
    return b <= a;
end;
"""


def test_the_same_otherwise_written() -> None:
    text = changed(
        DIVISION,
        ("63 downto 0 do", "WIDTH - 1 downto 0 looplimit WIDTH do"),
        (END, f"    assert UInt(remainder) < UInt(divisor);\n{END}"),
        ("UInt(remainder) >= UInt(divisor)", "AtLeast(UInt(remainder), UInt(divisor))"),
    )
    assert holds(DIVIDE, HELPERS + text)


# ---------------------------------------------------------------- other functions

SECOND_LOOP = f"    for again = 0 to 1 do quotient = quotient; end;\n{END}"
NARROW = ("(dividend: bits(64), divisor: bits(64))", "(dividend: bits(32), divisor: bits(64))")
OTHER: dict[str, str] = {
    "two loops": changed(DIVISION, (END, SECOND_LOOP)),
    "no loop": """\
func DivideWordUnsigned(dividend: bits(64), divisor: bits(64)) => bits(64)
begin
    return (UInt(dividend) DIVRM UInt(divisor))[63:0];
end;
""",
    "other names": DIVISION.replace("remainder", "rest"),
    "other variable": DIVISION.replace("bit_index", "i"),
    "other argument": DIVISION.replace("dividend", "numerator"),
    "a parameter": DIVISION.replace("64", "N").replace("63", "N-1").replace("65", "N+1")
    .replace("DivideWordUnsigned(", "DivideWordUnsigned{N}("),
    "fewer arguments": changed(
        DIVISION, (", divisor: bits(64)", ""), ("begin\n", "begin\n    let divisor = Ones{64};\n")
    ),
    "more arguments": changed(DIVISION, ("divisor: bits(64))", "divisor: bits(64), n: integer)")),
    "a narrower argument": changed(DIVISION, NARROW, ("63 downto", "31 downto")),
    "a number for a result": changed(
        DIVISION, ("=> bits(64)", "=> integer"), ("return quotient", "return UInt(quotient)")
    ),
    "a truth value for a result": changed(
        DIVISION, ("=> bits(64)", "=> boolean"), ("return quotient", "return TRUE")
    ),
    "no result": changed(DIVISION, (" => bits(64)", ""), ("return quotient", "return")),
    "a narrower local": changed(
        DIVISION,
        ("bits(65) = Zeros{65}", "bits(64) = Zeros{64}"),
        ("remainder[63:0] ::", "remainder[62:0] ::"),
        ("('0' :: divisor)", "divisor"),
    ),
    "a number for a local": changed(
        DIVISION,
        ("quotient = Zeros{64}", "quotient: integer = 0"),
        ("quotient[bit_index] = '1'", "quotient = quotient + 2 ^ bit_index"),
        ("return quotient", "return quotient[63:0]"),
    ),
    "an array for a local": changed(
        DIVISION,
        ("quotient = Zeros{64}", "quotient: array [[64]] of bits(1)"),
        ("quotient[bit_index]", "quotient[[bit_index]]"),
        ("return quotient", "return Zeros{64}"),
    ),
    "another function of the summary's name": DIVISION
    + "func Summary_DivideWordUnsigned(n: integer) => integer\nbegin\n    return n;\nend;\n",
}  # fmt: skip


@pytest.mark.parametrize("text", OTHER.values(), ids=OTHER)
def test_other_functions_are_not_summarised(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summaries, "QUERY_SECONDS", 0.5)
    program, machine = load(text)
    found = Summaries(program, machine)
    assert found.of("DivideWordUnsigned") is None
    assert found.failed == {DIVIDE.title}


# ---------------------------------------------------------------- records


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], list[Lemma]]:
    """The summaries that a text states."""

    def read(text: str) -> list[Lemma]:
        path = tmp_path / "summary.asl"
        path.write_text(text, encoding="utf-8")
        return list(lemmas(parse_files([path])))

    return read


def test_records(written: Callable[[str], list[Lemma]]) -> None:
    record = '// PTO-SUMMARY: {"function":"F","summary":"S","invariant":"I","title":"T"}\n'
    assert written(record) == [Lemma("F", "S", "I", "T")]
    assert written('// PTO-TEST: {"id":"x"}\n') == []


@pytest.mark.parametrize(
    "record",
    [
        "{}",
        '{"function":"F","summary":"S","invariant":"I"}',
        '{"function":"F","summary":"S","invariant":"I","title":1}',
    ],
)
def test_wrong_records(written: Callable[[str], list[Lemma]], record: str) -> None:
    with pytest.raises(PtoError) as caught:
        written(f"// PTO-SUMMARY: {record}\n")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "SUMMARY-RECORD"
    assert diagnostic.span is not None and diagnostic.span.line == 1
