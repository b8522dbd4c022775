"""`ptoprove exec` and `ptoprove parse`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from ptoprove import options
from ptoprove.cli import cli
from tests.ptoprove.samples import Run


@pytest.fixture
def program(tmp_path: Path) -> Path:
    return tmp_path / "program.asl"


def main(body: str) -> str:
    return f"func main() => integer\nbegin\n    {body}\n    return 0;\nend;\n"


def test_exec_prints_what_the_program_prints(run: Run, program: Path) -> None:
    program.write_text(main('print("hi "); println(1 + 2);').replace("return 0", "return 7"))
    found = run("exec", str(program))
    assert (found.exit_code, found.stdout, found.stderr) == (0, "hi 3\n", "")


def test_exec_reads_several_files(run: Run, program: Path, tmp_path: Path) -> None:
    library = tmp_path / "library.asl"
    library.write_text("func Twice(n: integer) => integer\nbegin\n    return 2 * n;\nend;\n")
    program.write_text(main("println(Twice(21));"))
    assert run("exec", str(library), str(program)).stdout == "42\n"


def test_exec_only_checks(run: Run, program: Path) -> None:
    program.write_text("func F() => integer\nbegin\n    println(1);\n    return 1;\nend;\n")
    found = run("exec", str(program), "--no-exec")
    assert (found.exit_code, found.stdout, found.stderr) == (0, "", "")
    program.write_text("func F() => integer\nbegin\n    return TRUE;\nend;\n")
    found = run("exec", "--no-exec", str(program))
    assert found.exit_code == 1 and found.stderr.startswith("error[type] TYPE-MISMATCH")


def test_exec_seed(run: Run, program: Path) -> None:
    program.write_text(main("println(ARBITRARY: bits(64));"))
    outputs = [
        run("exec", str(program), *words).stdout
        for words in ((), ("--seed", "1"), ("--seed", "1"), ("--seed", "2"))
    ]
    assert outputs[0] == "0x0000000000000000\n"
    assert outputs[1] == outputs[2]
    assert len(set(outputs)) == 3


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (main("assert 1 == 2;"), "error[dynamic] ASSERTION: "),
        (main("let x = y;"), "error[static] NAME-UNDEFINED: "),
        (main('let x: integer = "";'), "error[type] "),
        (main("let x = ;"), "error[grammar] "),
        (main('let x = "abc;'), "error[lexical] "),
    ],
)
def test_exec_errors(run: Run, program: Path, text: str, line: str) -> None:
    program.write_text(text)
    found = run("exec", str(program))
    assert found.exit_code == 1
    assert found.stdout == ""
    assert found.stderr.startswith(line)
    assert f"--> {program}:3:" in found.stderr
    assert "^" in found.stderr


def test_exec_prints_before_it_fails(run: Run, program: Path) -> None:
    program.write_text(main('print("so far"); assert FALSE;'))
    found = run("exec", str(program))
    assert (found.exit_code, found.stdout) == (1, "so far")


def test_exec_shows_what_a_failed_assertion_compared(run: Run, program: Path) -> None:
    program.write_text(main("let x: bits(8) = '00000011'; assert UInt(x) == 3 && x[0] == '0';"))
    notes = [line for line in run("exec", str(program)).stderr.splitlines() if "note:" in line]
    assert notes == ["  note: `x[0]` is 0x1 (1 bit)", "  note: `x` is 0x03 (8 bits)"]


def test_exec_with_a_specification(run: Run, program: Path) -> None:
    program.write_text(main("Step('00000011'); println(_Counter.value); - = Count(1);"))
    helper = program.with_name("helper.asl")
    helper.write_text("func Count(n: integer) => integer\nbegin\n    return n;\nend;\n")
    words = ("exec", str(program), str(helper), "--spec", "suite")
    assert run(*words).stdout == "0x03\n"
    assert run(*words, "--no-exec").exit_code == 0
    helper.write_text("func Count(n: integer) => integer\nbegin\n    return FALSE;\nend;\n")
    found = run(*words, "--no-exec")
    assert (found.exit_code, found.stderr.count("error")) == (1, 1)  # not that of STEP.asl
    assert run("exec", str(program), "--decoders", "x.asl").exit_code == 2
    assert run("exec", str(program), "--spec", "nowhere").exit_code == 2


def test_exec_missing_file(run: Run) -> None:
    found = run("exec", "nothing.asl")
    assert found.exit_code == 2
    assert "error[input] INPUT-FILE" in found.stderr


def test_parse(run: Run) -> None:
    found = run("parse", "broken.asl", "spec/asl/TDEMO.asl")
    assert found.exit_code == 0
    assert found.stdout == (
        "broken.asl: 1 declaration, 0 records, 0 clauses\n"
        "spec/asl/TDEMO.asl: 1 declaration, 1 record, 1 clause\n"
    )
    assert found.stderr == ""


def test_parse_tells_the_speed(run: Run) -> None:
    found = run("parse", "broken.asl", "--verbose")
    assert " tokens/s" in found.stderr
    assert "35 tokens" in found.stderr


def test_parse_bundles(run: Run, tmp_path: Path) -> None:
    bundle, call = tmp_path / "a.bundle", tmp_path / "b.bundle"
    bundle.write_text("BSTART.SFU TREM, S32\nBSTOP\n")
    call.write_text("%d = pto.trem %a, %b : (!pto.tile<x>, !pto.tile<x>) -> !pto.tile<x>")
    found = run("parse", str(bundle), str(call))
    assert found.stdout == f"{bundle}: 2 commands\n{call}: 1 library call\n"
    document = json.loads(run("parse", str(bundle), "--json").stdout)
    assert document["files"][0]["tree"]["commands"][0]["operation"]["text"] == "TREM"


def test_parse_json(run: Run) -> None:
    document = json.loads(run("parse", "spec/asl/TDEMO.asl", "--json").stdout)
    assert list(document) == ["schema", "version", "files", "diagnostics"]
    assert document["schema"] == "ptoprove.parse.v1"
    (file,) = document["files"]
    (declaration,) = file["declarations"]
    assert (declaration["node"], declaration["name"]) == ("FuncDecl", "Execute_TDEMO")
    assert declaration["span"] == [6, 1, 9, 5]
    assert declaration["body"][0]["node"] == "Pass"
    assert file["records"][0]["kind"] == "PTO-INSTRUCTION"
    assert file["records"][0]["data"]["mnemonic"] == "TDEMO"
    assert file["clauses"][0]["id"] == "PTO-TDEMO-001"


def test_parse_reports_bad_files_and_reads_the_others(run: Run, program: Path) -> None:
    program.write_text("func f()\n")
    found = run("parse", "broken.asl", str(program), "nothing.asl", "no.bundle", "--json")
    assert found.exit_code == 2
    document = json.loads(found.stdout)
    assert [each["path"] for each in document["files"]] == ["broken.asl"]
    codes = [each["code"] for each in document["diagnostics"]]
    assert "INPUT-FILE" in codes
    assert "GRAMMAR-UNEXPECTED" in codes
    assert all(code in found.stderr for code in codes)


# ------------------------------------------------------------------------ with a specification


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout whose script makes what its unit needs."""
    monkeypatch.setenv("PTOPROVE_CACHE_DIR", str(tmp_path / "cache"))
    directory = tmp_path / "checkout"
    for name, text in {
        "asl/unit.asl": "func Twice(n: integer) => integer\nbegin\n    return n * Two();\nend;\n"
        "func Broken()\nbegin\n    let x = undeclared;\nend;\n",
        "scripts/generate-asl-decoders": f"print({DECODER!r})",
    }.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(text)
    return directory


DECODER = "func Two() => integer\nbegin\n    return 2;\nend;\n"


def test_exec_with_decoders(run: Run, program: Path, checkout: Path, tmp_path: Path) -> None:
    program.write_text(main("println(Twice(21));"))
    decoder = tmp_path / "decoder.asl"
    decoder.write_text(DECODER)
    words = ("exec", str(program), "--spec", str(checkout), "--decoders", str(decoder))
    for _ in range(2):  # anew, then from the cache
        found = run(*words)
        assert (found.exit_code, found.stdout, found.stderr) == (0, "42\n", "")
    assert run(*words, "--no-exec").exit_code == 0


def test_exec_checks_what_it_reaches_of_a_specification(
    run: Run, program: Path, checkout: Path
) -> None:
    program.write_text(main("Broken();"))
    words = ("exec", str(program), "--spec", str(checkout), "--allow-spec-scripts")
    found = run(*words)
    assert found.exit_code == 1 and found.stderr.startswith("error[static] NAME-UNDEFINED")
    assert run(*words, "--no-exec").exit_code == 0
    program.write_text(main("let x: integer = TRUE;"))
    found = run(*words, "--no-exec")
    assert found.exit_code == 1 and found.stderr.startswith("error[type] TYPE-MISMATCH")


def test_without_permission_no_script_runs(run: Run, program: Path, checkout: Path) -> None:
    program.write_text(main("println(Twice(21));"))
    words = ("exec", str(program), "--spec", str(checkout))
    found = run(*words)
    assert found.exit_code == 2
    assert found.stderr.startswith("error[input] SPEC-DECODERS: ")
    assert "--allow-spec-scripts" in found.stderr and "--decoders FILE" in found.stderr
    assert run(*words, "--allow-spec-scripts").stdout == "42\n"
    assert run(*words).stdout == "42\n"  # what it made is kept
    assert run("list", "--spec", str(checkout)).exit_code == 0


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("n\n", 2), ("", 1)])
def test_on_a_terminal_the_user_is_asked(
    program: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch, answer: str, code: int
) -> None:
    program.write_text(main("println(Twice(21));"))
    monkeypatch.setattr(options, "is_terminal", lambda: True)
    words = ("exec", str(program), "--spec", str(checkout))
    found = CliRunner().invoke(cli, words, input=answer, prog_name="ptoprove")
    assert found.exit_code == code
    assert "generate-asl-decoders to make the decoders" in found.stderr
    assert found.stdout == ("42\n" if code == 0 else "")


def test_a_script_that_fails(run: Run, program: Path, checkout: Path) -> None:
    program.write_text(main("println(Twice(21));"))
    (checkout / "scripts" / "generate-asl-decoders").write_text("raise SystemExit('no catalog')")
    found = run("exec", str(program), "--spec", str(checkout), "--allow-spec-scripts")
    assert found.exit_code == 2
    assert found.stderr.startswith("error[input] SPEC-SCRIPT: ")
    assert "no catalog" in found.stderr


def test_decoders_go_with_a_specification(run: Run, program: Path) -> None:
    program.write_text(main("pass;"))
    found = run("exec", str(program), "--decoders", "decoder.asl")
    assert found.exit_code == 2 and "--decoders goes with --spec" in found.stderr
