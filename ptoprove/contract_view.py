"""A contract, and a property, as `show` prints them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from concrete.bundle_calls import BSTART_TEPL
from concrete.execute import unsupported
from concrete.machine import Machine
from parser.diagnostics import PtoError
from parser.loader import ParsedFile
from proofs.export.standalone import standalone
from proofs.properties import Property
from ptoprove.terminal import place
from ptoprove.verdict_table import counted
from semantics.specification import Contract, Specification
from semantics.values import Unsupported

BSTART_FIELDS = (("DataType", 31, 27), ("Mode", 26, 25), ("Function", 24, 20), ("Constant", 19, 0))


def print_contract(console: Console, contract: Contract, properties: Sequence[Property]) -> None:
    """Print a contract in sections; a section with nothing in it is left out."""
    engine = f" ({contract.engine})" if contract.engine else ""
    console.print(Text.assemble((contract.name, "bold"), engine))
    console.print(contract.summary)
    print_section(console, "Bundle", [(line,) for line in contract.bundle])
    print_section(console, "Operands", _operands(contract))
    for form in contract.catalog:
        if form.get("command_mnemonic") == "BSTART.TEPL" and "function" in form:
            console.print(Text("\nEncoding of the 32-bit word BSTART.TEPL", "bold"))
            console.print(Padding(encoding_diagram(form), (0, 0, 0, 2)))
    print_section(console, "Clauses", contract.clauses.items())
    print_section(console, "Properties", [(p.id, _meaning(p)) for p in properties])


def encoding_diagram(form: Mapping[str, Any]) -> Table:
    """The word that starts the operation, from its highest to its lowest bit."""
    bits = starting_bits(form)
    table = Table(box=box.SQUARE, show_lines=True, header_style="")
    for _, high, low in BSTART_FIELDS:
        table.add_column(f"{high}:{low}", justify="center", no_wrap=True)
    table.add_row(*[name for name, _, _ in BSTART_FIELDS])
    table.add_row(*[bits.get(name, "variable") for name, _, _ in BSTART_FIELDS])
    return table


def starting_bits(form: Mapping[str, Any]) -> dict[str, str]:
    """What the fields of that word hold that are fixed."""
    return {
        "Mode": f"{int(form.get('mode', 0)):02b}",
        "Function": f"{int(form['function']):05b}",
        "Constant": f"{BSTART_TEPL:020b}",
    }


def property_text(found: Property) -> str:
    """A property's meaning, in comments, above its harness."""
    return "\n".join([*_headed(found), found.source])


def standalone_text(
    spec: Specification, files: Sequence[ParsedFile], found: Sequence[Property]
) -> str:
    """The meanings of properties, and their harnesses, which are in `files`, with all that these
    need besides the specification.

    Raises PtoError (UNSUPPORTED) where a text has no meaning.
    """
    program = spec.program(files)
    Machine(program)  # which evaluates constants
    try:
        text = standalone(spec, program, files, found)
    except Unsupported as reason:
        raise PtoError(unsupported(reason)) from None
    return "\n".join([*(line for each in found for line in _headed(each)), text])


def _headed(found: Property) -> list[str]:
    asked = f"cases: {_cases(found)}" if found.function else f"unsupported: {found.unsupported}"
    return [
        f"// {found.contract} {found.id}: {found.title}",
        f"// clauses: {', '.join(found.clauses) or 'none'}",
        f"// scope: {found.scope}",
        *([f"// profiles: {', '.join(found.profiles)}"] if found.profiles else []),
        f"// {asked}",
        f"// {place(found.span)}",
    ]


def _operands(contract: Contract) -> list[tuple[str, str]]:
    body = contract.record.get("contract")
    listed = body.get("operands", ()) if isinstance(body, Mapping) else ()
    return [
        (str(each.get("field", "")), str(each.get("role", "")))
        for each in listed
        if isinstance(each, Mapping)
    ]


def _meaning(found: Property) -> Text:
    profiles = f"; profiles {', '.join(found.profiles)}" if found.profiles else ""
    clauses = f"; {', '.join(found.clauses)}" if found.clauses else ""
    asked = counted(len(found.cases), "case")
    if found.unsupported is not None:
        asked = f"unsupported: {found.unsupported}"
    told = f"({asked}{profiles}{clauses})"
    return Text.assemble(f"{found.title} ", (told, "dim"))


def _cases(found: Property) -> str:
    names = list(found.cases[0]) if found.cases else []
    values = {name: list(dict.fromkeys(case[name] for case in found.cases)) for name in names}
    listed = [f"{name}={'|'.join(labels)}" for name, labels in values.items()]
    return " ".join([str(len(found.cases)), *listed])


def print_section(console: Console, title: str, rows: Iterable[tuple[str | Text, ...]]) -> None:
    """Print rows below a title; nothing where there are none."""
    rows = list(rows)
    if not rows:
        return
    console.print(Text(f"\n{title}", "bold"))
    table = Table.grid(padding=(0, 2))
    if len(rows[0]) > 1:
        table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    for row in rows:
        table.add_row(*row)
    console.print(Padding(table, (0, 0, 0, 2)))
