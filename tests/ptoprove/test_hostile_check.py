"""Specifications and properties made to break `check`: each ends in a verdict or in one error.

They try to take time or memory for ever, to be run as Python, and to lead to files elsewhere.
"""

from __future__ import annotations

import builtins
import json
import keyword
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result as Invocation

from parser.cache import Cache
from ptoprove.kept import PREFIX
from tests.ptoprove.samples import Run

ROOT = Path(__file__).parents[2]
FILE = Path("hostile.asl")
RECORD = (
    '// PTO-PROPERTY: {"id": "p", "contract": "TNEG", "function": "P", "title": "t", "scope": "s"}'
)
QUICK = ("--timeout", "0.3", "--jobs", "1", "--no-cache")


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(
    in_data_directory: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PTOPROVE_CACHE_DIR", str(tmp_path / "cache"))


def harness(body: str, before: str = "") -> None:
    FILE.write_text(f"{before}\n{RECORD}\nfunc P()\nbegin\n{body}\nend;\n")


def well(found: Invocation) -> Invocation:
    """It ended by itself, and nothing of ours broke."""
    assert found.exit_code in (0, 1, 2, 3), found.exception
    assert "INTERNAL" not in found.output
    assert "Traceback" not in found.output
    return found


# ------------------------------------------------------------------------ time

SPIN = """pure func Spin(start: integer) => integer
begin
    var n: integer = start;
    while n >= 0 do
        n = n + 1;
    end;
    return n;
end;
"""


def test_a_constant_that_takes_for_ever(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("concrete.machine.EXPRESSION_SECONDS", 0.2)
    harness("    assert ENDLESS == 3;", before=f"{SPIN}constant ENDLESS = Spin(0);")
    found = well(run("check", str(FILE), *QUICK))
    assert found.exit_code == 2
    assert "TIME-LIMIT: stopped after 0.2 s of processor time" in found.stderr
    assert "hostile.asl:4:5" in found.stderr


ENDLESS = {
    "a loop with unknowns": (
        "    var n = ARBITRARY: integer;\n    while n != n + 1 do n = n + 1; end;"
    ),
    "a function of what is known": "    assert Spin(0) == 3;",
    "a function of unknowns": "    assert Spin(ARBITRARY: integer{0..9}) == 3;",
    "recursion": "    assert Down(0) == 3;",
    "recursion with unknowns": "    assert Down(ARBITRARY: integer{0..9}) == 3;",
    "many draws": "    while (ARBITRARY: integer) >= 0 || TRUE do pass; end;",
}
DOWN = """pure func Down(n: integer) => integer
begin
    return Down(n + 1) + Down(n + 2);
end;
"""


@pytest.mark.parametrize("body", ENDLESS.values(), ids=ENDLESS)
def test_a_harness_that_takes_for_ever(body: str, run: Run) -> None:
    harness(body, before=SPIN + DOWN)
    found = well(run("check", str(FILE), *QUICK))
    assert found.exit_code in (1, 3)
    assert "PROVED" not in found.stdout and "BOUNDED" not in found.stdout


def test_a_specification_whose_legality_takes_for_ever(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("proofs.properties.direct.SEARCH_SECONDS", 0.5)
    for name in ("model", "contracts"):
        shutil.copytree(ROOT / "semantics" / name, Path("spec", "asl", name))
    legality = Path("spec", "asl", "model", "legality.asl")
    head, name, rest = legality.read_text("utf-8").partition("TileOperandsLegal_ExecuteTileUnary(")
    endless = rest.replace("begin\n", "begin\n    while TRUE do pass; end;\n", 1)
    legality.write_text(head + name + endless, "utf-8")
    words = ("check", "TNEG", "--property", "direct-operands", "--spec", "spec")
    found = well(run(*words, *QUICK))
    assert found.exit_code == 3
    assert "the search was stopped after 0.5 s of processor time" in found.stdout


# ------------------------------------------------------------------------ memory

LARGE = {
    "an array": (
        "    let n = ARBITRARY: integer{0..1000};\n    many[[n]][[n]] = n;\n"
        "    assert many[[n + 1]][[n]] == 0;",
        "var many: array [[1000000000000]] of array [[1000000000]] of integer;",
    ),
    "an unknown array": (
        "    let all = ARBITRARY: Many;\n    assert all[[7]] == 0;",
        "type Many of array [[100000000000]] of integer{0..3};",
    ),
    "a word": (
        "    let x = ARBITRARY: bits(1 << 40);\n    assert IsZero(x);".replace("1 << 40", "2 ^ 40"),
        "",
    ),
    "an integer": ("    let x = ARBITRARY: bits(8);\n    assert UInt(x) > 2 ^ (2 ^ 40);", ""),
    "an integer step by step": (
        "    let x = ARBITRARY: bits(8);\n    var n: integer = 7;\n"
        "    for i = 0 to 60 do n = n * n; end;\n    assert UInt(x) < n;",
        "",
    ),
    "an integer of unknowns": (
        "    var n: integer = 2 + UInt(ARBITRARY: bits(8));\n"
        "    for i = 0 to 60 do n = n * n; end;\n    assert n < 0;",
        "",
    ),
}


@pytest.mark.parametrize(("body", "before"), LARGE.values(), ids=LARGE)
def test_a_harness_that_takes_much_memory(body: str, before: str, run: Run) -> None:
    harness(body, before=before)
    found = well(run("check", str(FILE), *QUICK))
    assert found.exit_code != 0
    assert "PROVED" not in found.stdout and "BOUNDED" not in found.stdout


def test_no_memory_is_unknown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("proofs.prove.claims", full)
    harness("    assert TRUE;")
    found = well(run("check", str(FILE), *QUICK))
    assert found.exit_code == 3
    assert "UNKNOWN  TNEG p: memory" in found.stdout


# ------------------------------------------------------------------------ Python

NAMES = [
    "__import__", "__builtins__", "__class__", "__globals__", "__name__", "eval", "exec", "open",
    "print", "compile", "globals", "getattr", "self", "None", "True", "lambda", "import", "os",
    "fail", "choose", "v_x", "f_P", "g_x", "_1", "k0_f_P", "s_P", "def", "class", "range", "min",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_names_of_python_are_names_of_asl(
    name: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is emitted for them is theirs alone, or they are refused."""
    assert name in dir(builtins) or keyword.iskeyword(name) or name.isidentifier()
    harness(
        f"    let {name} = ARBITRARY: integer{{2..2}};\n    var {name}2 = {name};\n"
        f"    {name}3 = {name}2;\n    assert F_{name}({name}3) == 3;\n    assert {name} == 2;",
        before=f"var {name}3: integer;\ntype T_{name} of record {{ {name}: integer }};\n"
        f"pure func F_{name}({name}: integer) => integer\nbegin\n"
        f"    let r = T_{name}{{ {name} = {name} }};\n    return r.{name} + 1;\nend;\n",
    )
    found = well(run("check", str(FILE), "--jobs", "1", "--no-cache", "--timeout", "10"))
    if found.exit_code == 0:
        assert "1 PROVED" in found.stdout
    else:
        assert found.exit_code == 2
        assert any(each in found.stderr for each in ("LEX-RESERVED", "GRAMMAR-", "NAME-"))


@pytest.mark.parametrize("name", ["__import__", "__builtins__", "__class__"])
def test_names_with_two_underscores_are_refused(name: str, run: Run) -> None:
    harness(f"    let {name} = 1;")
    assert "LEX-RESERVED" in run("check", str(FILE), *QUICK).stderr


STRINGS = [
    r"\"", r"\\", r"\"); __import__('os').system('touch owned'); (\"", "' + open('owned', 'w') + '",
    "{0.__class__}", "%s%n", '{__import__("os")}'.replace('"', r"\""), r"\n\t", "\x85\u2028owned",
]  # fmt: skip


@pytest.mark.parametrize("text", STRINGS)
def test_strings_stay_strings(text: str, run: Run) -> None:
    FILE.write_text(f'func main() => integer\nbegin\n    println("{text}");\n    return 0;\nend;\n')
    found = run("exec", str(FILE))
    plain = text.replace(r"\"", '"').replace(r"\n", "\n").replace(r"\t", "\t")
    assert (found.exit_code, found.stderr) in ((0, ""), (1, found.stderr))
    assert found.exit_code or found.stdout == plain.replace("\\\\", "\\") + "\n"
    harness(f'    Explain("{text}", 1);\n    assert (ARBITRARY: bits(8)) == Zeros{{8}};')
    assert well(run("check", str(FILE), *QUICK)).exit_code in (1, 2)
    assert not Path("owned").exists()


# ------------------------------------------------------------------------ files elsewhere


def record(**members: object) -> str:
    known = {"id": "p", "contract": "TNEG", "function": "P", "title": "t", "scope": "s"}
    return f"// PTO-PROPERTY: {json.dumps({**known, **members})}"


ESCAPES = ["../../outside", "/tmp/ptoprove-outside", "..", "a/../../outside", "nul\0", "~/outside"]


@pytest.mark.parametrize("name", ESCAPES)
def test_names_in_records_lead_to_no_file(name: str, run: Run, tmp_path: Path) -> None:
    """Queries are named after properties and cases."""
    before = {each.name for each in tmp_path.parent.iterdir()}
    text = "func P(kind: integer)\nbegin\n    assert UInt(ARBITRARY: bits(8)) < 200;\nend;\n"
    for members in ({"id": name}, {"contract": name}, {"cases": {"kind": [name]}}):
        cases = {"cases": {"kind": [1]}, **members}
        FILE.write_text(f"{record(**cases)}\n{text}")
        well(run("check", str(FILE), *QUICK, "--smt2", "a/queries"))
    assert {each.name for each in tmp_path.parent.iterdir()} == before
    allowed = {"hostile.asl", "a", "cache"}
    assert {each.name for each in tmp_path.iterdir()} <= allowed
    assert [each.name for each in Path("a").iterdir()] == ["queries"]
    assert all(each.is_file() for each in Path("a/queries").iterdir())


@pytest.mark.parametrize("name", ESCAPES)
def test_names_in_a_catalog_are_no_files(name: str, run: Run) -> None:
    """A contract's record names functions and fields; none of them is opened."""
    units = Path("spec", "asl")
    shutil.copytree(ROOT / "semantics" / "model", units / "model")
    contracts = units / "contracts"
    shutil.copytree(ROOT / "semantics" / "contracts", contracts)
    (unit,) = contracts.glob("**/TNEG*.asl")
    text = unit.read_text("utf-8")
    quoted = json.dumps(name)
    for member in ("surface", "catalog_records", "classification", "block", "source", "path"):
        start = text.index("PTO-INSTRUCTION: {") + len("PTO-INSTRUCTION: {")
        unit.write_text(f"{text[:start]}{json.dumps(member)}: {quoted}, {text[start:]}", "utf-8")
        well(run("show", "TNEG", "--spec", "spec"))
        well(run("list", "--spec", "spec"))
    assert {each.name for each in Path().iterdir()} <= {"spec", "cache"}


def test_links_to_folders_of_a_specification_are_not_followed(run: Run, tmp_path: Path) -> None:
    Path("secret").mkdir()
    Path("secret", "broken.asl").write_text("let x = ;\n")
    units = Path("spec", "asl")
    shutil.copytree(ROOT / "semantics" / "model", units / "model")
    shutil.copytree(ROOT / "semantics" / "contracts", units / "contracts")
    (units / "link").symlink_to(tmp_path / "secret")
    (units / "up").symlink_to("..")
    found = run("list", "--spec", "spec")
    assert (found.exit_code, found.stderr) == (0, "")


def kept_entry(cache: Path, **members: Any) -> None:
    """A counterexample in the cache as somebody else may write it."""
    span = {"path": "x.asl", "line": 1, "column": 1, "end_line": 1, "end_column": 2}
    result = {
        "contract": "TNEG", "property": "negation", "clauses": [], "case": {}, "scope": "s",
        "verdict": "REFUTED", "seconds": 1.0, "solver": "z3", "reason": None, "lemmas": [],
        "profile": "reference", "assumptions": [], "cross_checked": "",
        "counterexample": {
            "draws": [], "failure": "ASSERTION", "span": span, "stack": [], "tiles": [],
            "values": [],
        },
    }  # fmt: skip
    document = {
        "spec_dir": None, "decoders": [], "target": None, "files": [], "digest": "", "when": 1.0,
        "result": result, **members,
    }  # fmt: skip
    Cache(cache).put(f"{PREFIX}0123456789", json.dumps(document).encode())


@pytest.mark.parametrize(
    "members",
    [
        {"spec_dir": "../../.."},
        {"spec_dir": "/etc"},
        {"spec_dir": "/dev/zero"},
        {"files": ["/etc/passwd"]},
        {"files": ["../../../etc/passwd", "/dev/zero"]},
        {"files": ["link.asl"]},
        {"target": "../../etc/passwd"},
        {"decoders": ["/etc/passwd"]},
        {"spec_dir": 7},
        {"files": [7]},
        {"result": {}},
        {"result": []},
    ],
    ids=str,
)
def test_a_forged_counterexample_is_an_error(
    members: dict[str, Any], run: Run, tmp_path: Path
) -> None:
    """What it names must be a specification or a file of properties; it is read, not written."""
    Path("secret").write_text("the secret")
    Path("link.asl").symlink_to("secret")
    kept_entry(tmp_path / "cache", **members)
    for words in (("show",), ("replay",)):
        found = well(run("cex", *words, "0123456789"))
        assert found.exit_code in (0, 2)
        # As with any file that a user names, the line where it is no ASL is quoted.
        assert "daemon:" not in found.output
        assert found.output.count("the secret") <= 1
    well(run("cex", "list"))
    found = well(run("cex", "0123456789", "--as", "avs", "--output", "point.asl"))
    assert {each.name for each in Path().iterdir()} <= {"secret", "link.asl", "cache", "point.asl"}
