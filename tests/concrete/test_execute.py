"""Programs: what they print and return, and every way in which they go wrong."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from concrete.execute import run_main
from parser.diagnostics import Diagnostic, Phase, PtoError, render_all
from parser.source import Span
from semantics.diagnosis import MESSAGES, diagnose
from semantics.primitives import PRIMITIVES
from semantics.values import DynamicError

ROOT = Path(__file__).parents[2]


def run(folder: Path, *texts: str, seed: int | None = None) -> tuple[int, str]:
    paths = [folder / f"{i}.asl" for i, _ in enumerate(texts)]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    printed: list[str] = []
    result = run_main(paths, output=printed.append, seed=seed)
    return result, "".join(printed)


def problems(folder: Path, *texts: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(PtoError) as caught:
        run(folder, *texts)
    return caught.value.diagnostics


def main(body: str) -> str:
    return f"func main() => integer\nbegin\n{body}\nend;\n"


def test_prints_and_returns(tmp_path: Path) -> None:
    text = main('  println "one ", 1, " ", TRUE; print "two"; println \'1010\'; return 7;')
    assert run(tmp_path, text) == (7, "one 1 TRUE\ntwo0xa\n")


def test_several_files(tmp_path: Path) -> None:
    helper = "func twice(n: integer) => integer begin return 2 * n; end;\n"
    assert run(tmp_path, main("return twice(21);"), helper)[0] == 42


def test_globals_are_initialised_before_main(tmp_path: Path) -> None:
    text = (
        "func say(n: integer) => integer begin println n; return n; end;\n"
        "var first: integer = say(1);\nlet second = say(2);\nconstant third = 3;\n"
    )
    assert run(tmp_path, text + main("println first + third; return 0;"))[1] == "1\n2\n4\n"


def test_arbitrary(tmp_path: Path) -> None:
    text = main(
        "let n = ARBITRARY: integer{1000..2000}; let b = ARBITRARY: bits(64);\n"
        'println n, " ", b; return 0;'
    )
    assert run(tmp_path, text)[1] == "1000 0x0000000000000000\n"
    seven = run(tmp_path, text, seed=7)
    assert seven == run(tmp_path, text, seed=7)
    assert len({run(tmp_path, text, seed=seed)[1] for seed in range(8)}) > 1


def test_overloaded_main(tmp_path: Path) -> None:
    text = "func main(n: integer) => integer begin return 1; end;\n"
    assert run(tmp_path, text + main("return 2;"))[0] == 2


# ------------------------------------------------------------------------ before anything runs


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "EXEC-NO-MAIN"),
        ("func main() begin pass; end;", "EXEC-MAIN"),
        ("func main(n: integer) => integer begin return 1; end;", "EXEC-MAIN"),
        ("func main() => boolean begin return TRUE; end;", "EXEC-MAIN"),
    ],
)
def test_no_main(text: str, code: str, tmp_path: Path) -> None:
    (only,) = problems(tmp_path, text)
    assert (only.code, only.phase) == (code, Phase.DYNAMIC)


def test_all_problems_are_found_before_anything_runs(tmp_path: Path) -> None:
    text = (
        "type T of Missing;\nvar v: Absent;\nfunc unused()\nbegin\n  undefined();\n"
        "  let n: integer = TRUE;\nend;\n"
    )
    printed: list[str] = []
    path = tmp_path / "a.asl"
    path.write_text(text + main('println "ran"; return missing;'), encoding="utf-8")
    with pytest.raises(PtoError) as caught:
        run_main([path], output=printed.append)
    found = [(each.code, each.span.line if each.span else 0) for each in caught.value.diagnostics]
    assert found == [
        ("NAME-UNDEFINED", 1),
        ("NAME-UNDEFINED", 2),
        ("NAME-UNDEFINED", 5),
        ("TYPE-MISMATCH", 6),
        ("NAME-UNDEFINED", 10),
    ]
    assert printed == []


def test_files_that_do_not_parse(tmp_path: Path) -> None:
    found = problems(tmp_path, "func", "var 3;")
    assert {each.phase for each in found} == {Phase.GRAMMAR}
    assert len(found) == 2
    with pytest.raises(PtoError, match="INPUT-FILE"):
        run_main([tmp_path / "missing.asl"], output=lambda _: None)


def test_errors_in_constants_are_static(tmp_path: Path) -> None:
    text = "constant C = f(0);\npure func f(n: integer) => integer begin return 6 DIVRM n; end;\n"
    (only,) = problems(tmp_path, text + main("return C;"))
    assert (only.code, only.phase) == ("DIV-NOT-POSITIVE", Phase.STATIC)
    text = text.replace("constant C =", "config C: integer =")
    (only,) = problems(tmp_path, text + main("return C;"))
    assert (only.code, only.phase) == ("DIV-NOT-POSITIVE", Phase.DYNAMIC)
    wrong = "func wrong() => integer begin return TRUE; end;\n"
    (only,) = problems(tmp_path, text + wrong + main("return C;"))
    assert (only.code, only.phase) == ("TYPE-MISMATCH", Phase.TYPE)


# ------------------------------------------------------------------------ while it runs

N = "let n = ARBITRARY: integer;"  # zero
B = "let b = ARBITRARY: bits(8);"
R = "let r = ARBITRARY: real;"

ERRORS = {
    "ASSERTION": f"{N} assert n == 1;",
    "ARGUMENT-DOMAIN": f"{N} let m = FloorLog2(n);",
    "ARRAY-LENGTH": f"{N} let m = (n - 1) as integer{{-1..4}}; var a: array [[m]] of integer;",
    "CASE-NO-MATCH": f"{N} case n of when 1 => pass; end;",
    "CAST-RANGE": f"{N} let m = n as integer{{1..3}};",
    "CAST-WIDTH": f"{N} let m = n as integer{{0..4}}; let c = Zeros{{m}} as bits(4);",
    "DIV-INEXACT": f"{N} let m = (n + 7) DIV (n + 2);",
    "DIV-NOT-POSITIVE": f"{N} let m = 7 MOD n;",
    "EXTEND-NARROWER": f"{N} {B} let m = n as integer{{0..4}}; let c = ZeroExtend{{m}}(b);",
    "FLOAT-FORMAT": f"{N} let c = FloatSqrt(n - 1, 0, Zeros{{64}});",
    "FLOAT-MODE": f"{N} let c = FloatSqrt(0, n + 6, Zeros{{64}});",
    "FLOAT-WIDTH": f"{N} let c = FloatToSigned(0, 0, n, Zeros{{64}});",
    "INDEX-RANGE": f"{N} var a: array [[4]] of integer; a[[n - 1]] = 1;",
    "LOOP-LIMIT": f"{N} while n == 0 looplimit 3 do pass; end;",
    "NEGATIVE-EXPONENT": f"{N} let m = 2 ^ (n - 1);",
    "NEGATIVE-SHIFT": f"{N} {B} let m = LSL(b, n - 1);",
    "REAL-DIV-ZERO": f"{R} let s = 1.0 / r;",
    "REAL-POW-ZERO": f"{N} {R} let s = r ^ (n - 1);",
    "REPLICATE-WIDTH": (f"{N} let m = (n + 5) as integer{{0..8}}; let c = Replicate{{m}}('01');"),
    "SIZE-LIMIT": f"{N} let m = 3 ^ (n + 2 ^ 40);",
    "SLICE-OVERLAP": f"{N} var v: bits(8); v[n +: 2, 1] = '111';",
    "SLICE-RANGE": f"{N} {B} let c = b[n - 1];",
    "UNCAUGHT": "throw Oops {-};",
    "UNREACHABLE": "unreachable;",
    "WIDTH-NEGATIVE": f"{N} let m = (n - 1) as integer{{-1..4}}; let c = Zeros{{m}};",
    "RECURSION-LIMIT": "let m = deep(0);",
}
DECLARATIONS = (
    "type Oops of exception {-};\n"
    "func deep(n: integer) => integer begin return 1 + deep(n + 1); end;\n"
)


@pytest.mark.parametrize("code", ERRORS)
def test_dynamic_error(code: str, tmp_path: Path) -> None:
    text = DECLARATIONS + f"func f()\nbegin\n  {ERRORS[code]}\nend;\n" + main("f(); return 0;")
    (only,) = problems(tmp_path, text)
    assert (only.code, only.phase) == (code, Phase.DYNAMIC)
    assert only.span is not None
    if code == "RECURSION-LIMIT":
        assert only.span.line == 2
    else:
        assert only.span.line == 5
        *operands, caller = only.notes
        assert bool(operands) == (code == "ASSERTION")
        assert caller[0] == "called by `main`"
        assert caller[1] is not None
        assert caller[1].line == 9


def test_what_was_printed_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.asl"
    path.write_text(main("println 1; assert FALSE; println 2; return 0;"), encoding="utf-8")
    printed: list[str] = []
    with pytest.raises(PtoError):
        run_main([path], output=printed.append)
    assert "".join(printed) == "1\n"


def test_error_as_text(
    golden: Callable[[str, str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (
        "func quotient(n: integer, d: integer) => integer\nbegin\n  return n DIVRM d;\nend;\n"
        "func mean(n: integer) => integer\nbegin\n  return quotient(n, n - n);\nend;\n"
    )
    monkeypatch.chdir(tmp_path)
    Path("mean.asl").write_text(text + main("  return mean(3);"), encoding="utf-8")
    with pytest.raises(PtoError) as caught:
        run_main([Path("mean.asl")], output=lambda _: None)
    golden("dynamic_error.txt", render_all(caught.value.diagnostics) + "\n")


def test_long_stacks_are_cut() -> None:
    error = DynamicError("ASSERTION")
    error.stack = tuple(("f", Span("a.asl", line, 1, line, 2)) for line in range(1, 101))
    found = diagnose(error)
    assert found.span == Span("a.asl", 1, 1, 1, 2)
    assert len(found.notes) == 16
    assert found.notes[-1] == ("and 84 more calls", None)
    assert diagnose(DynamicError("NEW-CODE", "as it says")).message == "as it says"


def test_every_code_has_a_message_and_a_line_on_the_page() -> None:
    used = {each.code for primitive in PRIMITIVES.values() for each in primitive.requires}
    files = [*(ROOT / "semantics").glob("*.py"), ROOT / "concrete" / "machine.py"]
    text = "".join(each.read_text("utf-8") for each in files)
    used |= set(re.findall(r'(?:DynamicError|ir\.Fail)\(\s*"([A-Z-]+)"', text))
    page = (ROOT / "docs" / "running.md").read_text("utf-8")
    rows = page.split("A program that goes wrong")[1]
    known = set(re.findall(r"^\| \[`([A-Z-]+)`", rows, re.MULTILINE))
    assert set(MESSAGES) == known
    assert used | set(ERRORS) <= known
