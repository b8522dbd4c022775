"""`ptoprove list` and `ptoprove show`."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from parser.source import Span
from proofs.properties import Property
from ptoprove.contract_view import print_contract, property_text
from ptoprove.loading import load
from tests.ptoprove.samples import DATA, Golden, Run, plain

PROPERTIES = [
    Property(
        id="copy",
        contract="TDEMO",
        function="Property_TDEMO_Copy",
        title="The destination is [bold]equal[/bold] to the source.",
        clauses=("state_effects[0]",),
        cases=tuple({"data_type": t, "rows": r} for t in ("S32", "U32") for r in "12"),
        values={},
        coverage="every payload",
        bounds="shapes up to 2x2",
        source="func Property_TDEMO_Copy(data_type: TileDataType)\nbegin\n    pass;\nend;",
        path="demo.asl",
        span=Span("demo.asl", 3, 1, 6, 5),
    ),
    Property(
        *("encoding", "TDEMO", "Property_TDEMO_Encoding", "The selector is [x].", (), ({},), {}),
        *("every word", None, "func Property_TDEMO_Encoding()", "demo.asl"),
        Span("demo.asl", 9, 1, 9, 5),
    ),
]


def test_list_of_the_shipped_contracts(run: Run) -> None:
    found = run("list")
    assert found.exit_code == 0
    assert "TREM" in found.stdout
    assert "Compute divisor-signed modulo" in found.stdout
    assert "shipped specification: 4 contracts," in found.stdout


def test_list_of_a_checkout(run: Run, golden: Golden) -> None:
    found = run("list", "--spec", "spec")
    assert found.exit_code == 0
    golden("list.txt", plain(found.stdout))


def test_show(golden: Golden) -> None:
    console = Console(file=io.StringIO(), width=100, markup=False, highlight=False)
    print_contract(console, load(DATA / "spec").contract("TDEMO"), PROPERTIES)
    assert isinstance(console.file, io.StringIO)
    golden("show.txt", plain(console.file.getvalue()))


def test_show_a_property(golden: Golden) -> None:
    golden("property.txt", "\n\n".join(map(property_text, PROPERTIES)) + "\n")


def test_show_the_shipped_contract(run: Run) -> None:
    found = run("show", "trem")
    assert found.exit_code == 0
    for expected in (
        "BSTART.SFU TREM, DataType",
        "source1       ordered divisor",
        "│ variable │  00   │  00100   │ 00011001000110000001 │",
        "exceptions[0]          An integer zero in the valid divisor rectangle raises",
        "PTO-TREM-CONTRACT-001  TREM MUST retain TEPL Mode 0 Function 4",
        "divisor-sign",
    ):
        assert expected in found.stdout


def test_show_a_shipped_property(run: Run) -> None:
    found = run("show", "TREM", "--property", "divisor-sign")
    assert found.exit_code == 0
    assert found.stdout.startswith("// TREM divisor-sign: ")
    assert "\nfunc Property_TREM_DivisorSign(" in found.stdout
    assert found.stdout.endswith("end;\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("show",), "Missing argument"),
        (("show", "TRME"), "error[input] CONTRACT-UNKNOWN: shipped has no contract `TRME`"),
        (("show", "TREM", "--property", "x"), "error[input] PROPERTY-UNKNOWN"),
        (("show", "TREM", "--spec", "spec"), "error[input] CONTRACT-UNKNOWN"),
        (("show", "TREM", "--spec", "broken.asl"), "error[input] SPEC-MISSING"),
        (("list", "--decoders", "x"), "--decoders goes with --spec"),
    ],
)
def test_bad_usage(run: Run, words: tuple[str, ...], message: str) -> None:
    found = run(*words)
    assert found.exit_code == 2
    assert message in found.stderr
    assert found.stdout == ""
