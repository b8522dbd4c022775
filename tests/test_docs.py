"""The documentation: links resolve, examples do what the text says, every code has a page."""

from __future__ import annotations

import ast
import os
import re
import shlex
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from concrete.bundles import run_bundle
from concrete.execute import run_main
from concrete.machine import Machine
from concrete.tile import Tile
from concrete.tile_json import tiles_of_json
from concrete.tiles import read_tiles
from parser.bundle import parse_bundle
from parser.diagnostics import Diagnostic, PtoError
from parser.loader import parse_files
from parser.source import Source
from parser.syntax import FuncDecl
from proofs.properties import Property, argument, harness_files, load_properties, properties_of
from proofs.properties.templates import BUNDLES, DIRECT, FAMILIES, RECORD
from proofs.prove import Prover, Settings
from proofs.verdicts import Result, Verdict
from ptoprove.cli import cli
from semantics.checking.checker import check as check_program
from semantics.intrinsics import SPECS
from semantics.overlays import with_profile
from semantics.specification import Specification, shipped
from semantics.types import BitsType
from tests.docs.pages import CODE_PAGES, DOCS, ROOT, TEXTS, blocks, name_of, prose
from tests.proofs.test_twins import TWINS

# ------------------------------------------------------------------------ links


def anchors(path: Path) -> set[str]:
    """The fragments that name the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", prose(path), re.M)
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


@pytest.mark.parametrize("path", TEXTS, ids=name_of)
def test_links_resolve(path: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", prose(path)):
        if "://" in link:
            continue
        file, _, fragment = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        assert target.exists(), link
        assert not fragment or fragment in anchors(target), link


def test_every_page_can_be_reached() -> None:
    found, waiting = set[Path](), [ROOT / "README.md", DOCS / "index.md"]
    while waiting:
        page = waiting.pop()
        if page not in found:
            found.add(page)
            links = re.findall(r"\]\(([^)#\s]+\.md)", page.read_text("utf-8"))
            waiting += [(page.parent / link).resolve() for link in links if "://" not in link]
    assert set(DOCS.rglob("*.md")) <= found


# ------------------------------------------------------------------------ diagnostics

RAISING = {"fail", "Fail", "Diagnostic", "DynamicError", "Requirement", "TileError", "require"}
NO_CODES = re.compile(r"(PTO|NDF|DOC)-|SHA-|UTF-")
PREFIXES = {"reject": "RUN-", "_problem": "RUN-"}
"""Helpers that put something before the code that they are given."""


def codes_of(path: Path) -> Iterator[str]:
    """The codes that a module of Python raises."""
    bundles = path.parent.name == "parser" and path.stem in ("bundle", "library_call")
    prefixes = PREFIXES | ({"_error": "BUNDLE-"} if bundles else {})
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if re.fullmatch(r"[A-Z]+(-[A-Z]+)+", text):
                if not NO_CODES.match(text):
                    yield text
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args):
                for each in args:
                    word = each.value if isinstance(each, ast.Constant) else None
                    if isinstance(word, str) and re.fullmatch("[A-Z]{2,}", word):
                        if name in prefixes:
                            yield prefixes[name] + word
                        elif name in RAISING:
                            yield word


PACKAGES = ("parser", "semantics", "concrete", "proofs", "ptoprove")
CODES = {
    code
    for package in PACKAGES
    for path in (ROOT / package).rglob("*.py")
    for code in codes_of(path)
} | {"INTERNAL"}
WARNINGS = {
    code
    for path in (ROOT / "semantics" / "checking").glob("*.py")
    for code in re.findall(r'Diagnostic\(\s*"([A-Z-]+)", Phase.WARNING', path.read_text("utf-8"))
}


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert {page.stem for page in CODE_PAGES} == CODES


def test_pages_begin_alike() -> None:
    for page in CODE_PAGES:
        lines = page.read_text("utf-8").split("\n")
        assert lines[0] == f"# {page.stem}"
        assert lines[1] == lines[3] == ""
        assert lines[2].endswith(".")


def codes_in(action: Callable[[], object]) -> list[str]:
    """The codes of what an action fails with."""
    try:
        action()
    except PtoError as error:
        return [each.code for each in error.diagnostics]
    return []


SPEC = shipped()
TILES = read_tiles(ROOT / "examples" / "trem.json")


def try_asl(text: str, folder: Path, code: str) -> list[str]:
    path = folder / "page.asl"
    path.write_text(text, "utf-8")
    if code in ("PROPERTY-RECORD", "CASE-VALUE"):
        return codes_in(lambda: properties_and_arguments(path))
    if code in WARNINGS:
        return [each.code for each in check_file(path)]
    if "func main(" in text or code.startswith("EXEC-"):
        return codes_in(lambda: run_main([path], output=lambda _: None))
    return codes_in(lambda: check_file(path))


def check_file(path: Path) -> tuple[Diagnostic, ...]:
    """The warnings of a file, which needs no `main`."""
    program = Specification("page", parse_files([path], jobs=1)).program()
    Machine(program)
    return check_program(program)


def properties_and_arguments(path: Path) -> None:
    """What a record and its cases stand for."""
    files = parse_files([path], jobs=1)
    program = Specification("page", files).program()
    Machine(program)
    for found in properties_of(files[0]):
        for case in found.cases:
            for name, type in program.signature(found.function).arguments:
                argument(found, case[name], type)


def try_bundle(text: str, folder: Path, code: str) -> list[str]:
    bundle = partial(parse_bundle, Source("page.bundle", text))
    if code.startswith("BUNDLE-"):
        return codes_in(bundle)
    return codes_in(lambda: run_bundle(SPEC, bundle(), TILES))


def try_json(text: str, folder: Path, code: str) -> list[str]:
    return codes_in(lambda: tiles_of_json(Source("page.json", text)))


def try_python(text: str, folder: Path, code: str) -> list[str]:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    subprocess.run([sys.executable, "-c", text], cwd=folder, check=True, env=environment)
    return codes_in(lambda: read_tiles(folder))


def try_command(text: str, folder: Path, code: str) -> list[str]:
    assert text.startswith("ptoprove ")
    found = CliRunner().invoke(cli, shlex.split(text)[1:], prog_name="ptoprove")
    return re.findall(r"^error\[\w+\] ([A-Z-]+)", found.stderr, re.M)


TRY = {
    "asl": try_asl,
    "asm": try_bundle,
    "json": try_json,
    "python": try_python,
    "sh": try_command,
}
EXAMPLE = re.compile(r"^(Wrong|Right):\n\n```(\w+)\n(.*?)\n```", re.M | re.S)
OF_THE_PARSER = re.compile("(LEX|GRAMMAR|META)-")
"""Pages whose examples tests/parser/test_diagnostics_pages.py tries."""
UNTRIED = {"RUN-LIMIT"}
"""What takes a large file to show."""


@pytest.mark.parametrize(
    "page", [p for p in CODE_PAGES if not OF_THE_PARSER.match(p.stem)], ids=lambda p: p.stem
)
def test_examples_do_what_the_page_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("PTOPROVE_CACHE_DIR", str(tmp_path / "cache"))
    for number, (kind, language, text) in enumerate(EXAMPLE.findall(page.read_text("utf-8"))):
        if page.stem not in UNTRIED:
            folder = tmp_path / str(number)
            folder.mkdir()
            found = TRY[language](text, folder, page.stem)
            assert found == ([page.stem] if kind == "Wrong" else []), text


# ------------------------------------------------------------------------ properties, contracts


def page(name: str) -> str:
    return (DOCS / name).read_text("utf-8")


def asl_blocks(name: str) -> list[str]:
    return blocks(DOCS / name, "asl")


def decide(folder: Path, harness: str, specification: str = "") -> list[Result]:
    """All results of the properties of a text."""
    paths = [folder / "specification.asl", folder / "properties.asl"]
    for path, text in zip(paths, (specification, harness), strict=True):
        path.write_text(text, "utf-8")
    spec, properties = (parse_files([path], jobs=1) for path in paths)
    prover = Prover(Specification("page", spec), Settings(timeout=20), properties)
    found = properties_of(properties[0])
    return [prover.decide(each, case) for each in found for case in each.cases]


def test_the_examples_of_properties(tmp_path: Path) -> None:
    wrong, harness, right, tracing = asl_blocks("properties.md")
    refuted = decide(tmp_path, harness, wrong)
    assert [each.verdict for each in refuted] == [Verdict.REFUTED] * 2
    assert [dict(each.case) for each in refuted] == [{"larger": "first"}, {"larger": "second"}]
    for each in refuted:
        assert each.counterexample is not None
        assert [name for name, _ in each.counterexample.values] == ["average"]
    assert [r.verdict for r in decide(tmp_path, harness, right)] == [Verdict.PROVED] * 2
    assert [r.verdict for r in decide(tmp_path, tracing)] == [Verdict.PROVED]
    late = tracing.replace("= value + 1;", "= _Cells[[source]] + 1;")
    late = late.replace("let value = _Cells[[source]];", "_Cells[[target]] = _Cells[[source]];")
    assert [r.verdict for r in decide(tmp_path, late)] == [Verdict.REFUTED]


def test_properties_names_all_there_is() -> None:
    text = page("properties.md")
    for name, spec in SPECS.items():
        call = re.search(rf"^\| `{name}\(([^)]*)\)` \|", text, re.M)
        assert call is not None, name
        assert len([word for word in call[1].split(", ") if word]) == len(spec.arguments)
    keys = {key for file in harness_files(SPEC) for r in file.metadata.records for key in r.data}
    for key in keys:
        assert f"| `{key}` |" in text, key
    names = re.findall(r"`((?:Trace|Write|Read)\w+)\(", text)
    assert set(names) <= set(SPECS)


def test_the_twin_of_the_page_is_a_real_one() -> None:
    (text,) = blocks(DOCS / "properties.md", "toml")
    (twin,) = tomllib.loads(textwrap.dedent(text))["twin"]
    assert twin in TWINS


def test_the_model_is_described_file_by_file() -> None:
    described = re.findall(r"^\| `(\w+\.asl)` \|", page("contracts.md"), re.M)
    assert sorted(described) == sorted(p.name for p in (ROOT / "semantics/model").glob("*.asl"))
    for contract in SPEC.contracts:
        assert f"(contracts/{contract}.md)" in page("contracts.md")


def test_functions_that_pages_name_exist() -> None:
    program = SPEC.program(harness_files(SPEC))
    known = {*program.functions, *program.globals, *program.types, *program.labels, *HOOKS}
    pages = ("properties.md", "contracts.md", "profiles.md", *map(contract_page, SPEC.contracts))
    for name in pages:
        for word in re.findall(r"`(_?[A-Z]\w*)(?:\([^`]*\))?`", page(name)):
            word = word.replace("_NAME", "_TREM")
            if "…" not in word and re.search("[a-z]", word) and not word.isupper():
                assert word in known or word in OTHER_NAMES or word in SPECS, (name, word)


OTHER_NAMES = {
    "B",
    "BSTART",
    "Explain",
    "FloatDiv",
    "FloatFloorModulo",
    "Layout",
    "Property",
    "PadValue",
}
"""What pages name that is no declaration of the specification."""
HOOKS = {
    declaration.name
    for file in parse_files(sorted((ROOT / "semantics/profiles").glob("*.asl")), jobs=1)
    for declaration in file.unit.declarations
    if isinstance(declaration, FuncDecl) and declaration.override == "implementation"
}
"""What numeric profiles implement; the shipped specification has only some of them."""


def contract_page(contract: str) -> str:
    return f"contracts/{contract}.md"


def test_the_families_are_described() -> None:
    paths = [path for folder in (FAMILIES, DIRECT, BUNDLES) for path in folder.glob("*.asl")]
    records = {record: path for path in paths for record in RECORD.findall(path.read_text("utf-8"))}
    ids = {id for record in records for id in re.findall(r'"id":"([\w-]+)"', record)}
    text = page("properties.md").split("## Generated properties")[1].split("\n## ")[0]
    tables = re.findall(r"^\| property \| says \| of \|\n((?:\|.*\n)+)", text, re.M)
    rows = [line.split("|")[1] for table in tables for line in table.splitlines()]
    described = [id for row in rows for id in re.findall(r"`([\w-]+)`", row)]
    assert sorted(described) == sorted(ids)
    # What the values of an operation are follows from the operation itself.
    general = [record for record, path in records.items() if not path.name.startswith("values_")]
    applies = " ".join(each for r in general for each in re.findall(r'"applies":\[([^\]]*)\]', r))
    traits = set(re.findall(r'"([\w -]+)"', applies)) - {"calls"}  # how bundles are made
    assert all(f"`{trait}`" in text for trait in traits)


PROPERTY_ROW = re.compile(
    r"^\| `([\w-]+)` \| (.*) \| (.*) \| (\d+)(?: \((.*)\))? \| (.*) \|$", re.M
)
SUMMARY = re.compile(
    r"gives (\d+) results: (\d+) PROVED(?:,| and) (\d+) BOUNDED(?: and (\d+) REFUTED)?\."
)


@pytest.mark.parametrize("contract", SPEC.contracts)
def test_contracts_are_described_as_they_are(contract: str) -> None:
    text = page(contract_page(contract))
    for key, clause in SPEC.contract(contract).clauses.items():
        assert f"| `{key}` | {clause} |" in text
    properties = load_properties(SPEC, [contract])
    rows = PROPERTY_ROW.findall(text)
    assert sorted((id, title) for id, title, *_ in rows) == sorted(
        (p.id, p.title) for p in properties
    )
    by_title = {(p.id, p.title): p for p in properties}
    for id, title, clauses, cases, note, scope in rows:
        found = by_title[id, title]
        assert tuple(re.findall("`([^`]+)`", clauses)) == found.clauses, id
        assert int(cases) == results_of(found), id
        assert all(f"`{profile}`" in note for profile in found.profiles), id
        assert scope == found.scope, id
    stated = SUMMARY.search(text)
    assert stated is not None
    total, proved, bounded, refuted = (int(number or 0) for number in stated.groups())
    assert total == sum(map(results_of, properties)) == proved + bounded + refuted
    # What has bounds may be PROVED of every shape, what has none can't be BOUNDED.
    assert bounded <= sum(results_of(p) for p in properties if p.bounds is not None)
    assert refuted == sum(len(row.profiles) for row in REFUTED if row.contract == contract)


def results_of(property: Property) -> int:
    return len(property.cases) * max(1, len(property.profiles))


def tiles_of(contract: str) -> Mapping[str, Tile]:
    return read_tiles(ROOT / "examples" / f"{contract.lower()}.json")


@pytest.mark.parametrize("contract", SPEC.contracts)
def test_bundles_of_contract_pages_are_accepted(contract: str) -> None:
    bundles = blocks(DOCS / contract_page(contract), "asm")
    assert bundles
    for text in bundles:
        bundle = parse_bundle(Source("page.bundle", text))
        assert run_bundle(SPEC, bundle, tiles_of(contract)).accepted, text


# ------------------------------------------------------------------------ profiles


@dataclass(frozen=True)
class Refuted:
    """A row of the table of counterexamples."""

    contract: str
    property: str
    magnitudes: str
    profiles: tuple[str, ...]
    data_type: str
    words: tuple[int, ...]


REFUTED_ROW = re.compile(
    r"^\| `([\w-]+)`(?:, (\w+))? \| (`.*?`) \| (\w+) \| (.*) \| \((?:a|b|c)\) \|$", re.M
)
REFUTED = [
    Refuted(
        "TREM",
        property,
        magnitudes,
        tuple(re.findall("`([^`]+)`", profiles)),
        data_type,
        tuple(int(word, 16) for word in re.findall("`0x([0-9a-f]+)`", words)),
    )
    for property, magnitudes, profiles, data_type, words in REFUTED_ROW.findall(page("profiles.md"))
]


@pytest.mark.parametrize("profile", ["ieee754", "tile-library"])
def test_the_counterexamples_of_the_page_are_some(profile: str) -> None:
    prover = Prover(
        with_profile(SPEC, profile), Settings(timeout=20), harness_files(SPEC, ["TREM"])
    )
    properties = {p.id: p for p in load_properties(SPEC, ["TREM"]) if p.profiles}
    rows = [row for row in REFUTED if profile in row.profiles]
    assert rows
    for row in rows:
        found = properties[row.property]
        case = {"data_type": row.data_type, "magnitudes": row.magnitudes}
        ((key, _),) = prover.program.functions[found.function]
        arguments = [
            argument(found, case[name], type)
            for name, type in prover.program.signature(key).arguments
        ]
        dividend, divisor, result = row.words
        word = BitsType(64)
        example = prover.replayer.replay(key, arguments, [(word, dividend), (word, divisor)])
        assert example is not None, row
        (got,) = [tile.words[0][0] for tile in example.tiles if tile.role == "got"]
        assert got == result, row


# ------------------------------------------------------------------------ examples


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.bundle")), ids=name_of)
def test_examples_are_accepted(path: Path) -> None:
    bundle = parse_bundle(Source(str(path), path.read_text("utf-8")))
    assert run_bundle(SPEC, bundle, read_tiles(path.with_suffix(".json"))).accepted


def test_the_readme_counts_results() -> None:
    """Of all contracts, and of one."""
    text = (ROOT / "README.md").read_text("utf-8")
    counts = {
        sum(results_of(p) for p in load_properties(SPEC, contracts)) for contracts in ([], ["TNEG"])
    }
    assert {int(each) for each in re.findall(r"^(\d+) results in", text, re.M)} == counts
