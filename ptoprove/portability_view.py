"""The portability of a contract as `portability` prints it, and a target as `show` does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from concrete.legality import type_function
from ptoprove.contract_view import print_section
from ptoprove.portability import Cell, Portability, Standing, constraints
from semantics.targets import PRODUCTS, Fact, Scratch, targets

STYLES: Mapping[Standing, str] = {
    Standing.LEGAL: "green",
    Standing.DIFFERENT: "yellow",
    Standing.ILLEGAL: "red",
    Standing.NOT_STATED: "dim",
}
UNLIMITED = 1000
"""Columns that no table needs."""


def print_portability(console: Console, found: Portability) -> None:
    """Print the matrix of a contract, what its words mean, and the other constraints."""
    console.print(Text(found.contract, "bold"))
    if found.data_types:
        _print_fitting(console, partial(_matrix, found))
        others = _others(found)
        if others:
            console.print(f"others: {', '.join(others)}")
    else:
        console.print(f"the specification has no {type_function(found.contract)}(data_type)")
    if not found.targets:
        console.print(f"no page states targets for {found.contract}\n")
        return
    if _differs(found):
        clause = f" ({found.zero_divisor})" if found.zero_divisor else ""
        console.print(
            f"different: the contract rejects an integer zero as divisor{clause}; a target need not"
        )
    console.print(f"numbers: lines of {found.page}")
    _print_fitting(console, partial(_constraints, found))


def print_target(console: Console, contract: str, name: str) -> None:
    """Print what is stated of a contract on a target."""
    title = f"Target {name}: {PRODUCTS[name]}"
    target = targets(contract).get(name)
    if target is None:
        print_section(console, title, [(f"no page states targets for {contract}",)])
        return
    facts = {"data_types": target.data_types, **constraints(target)}
    rows = [
        (TITLES[key], "not stated" if fact is None else f"{_text(key, fact)} ({fact.place})")
        for key, fact in facts.items()
    ]
    print_section(console, title, [*rows, ("source", target.page)])


def _print_fitting(console: Console, table: Callable[[str], Table]) -> None:
    """Print a table with sources beside what they are the source of, or else below."""
    beside = table(" ")
    wide = console.options.update_width(UNLIMITED)
    fits = console.measure(beside, options=wide).maximum <= console.width
    console.print(beside if fits else table("\n"))


def _matrix(found: Portability, gap: str) -> Table:
    """A row for each data type that something takes, and one for all others."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("data type", no_wrap=True)
    for name in ("contract", *found.targets):
        table.add_column(name)
    others = _others(found)
    shown = {name: row for name, row in found.data_types.items() if name not in others}
    if others:
        shown["others"] = found.data_types[others[0]]
    for name, (own, row) in shown.items():
        table.add_row(name, *[_cell(each, gap) for each in (own, *row.values())])
    return table


def _differs(found: Portability) -> bool:
    cells = (cell for _, row in found.data_types.values() for cell in row.values())
    return any(cell.standing is Standing.DIFFERENT for cell in cells)


def _others(found: Portability) -> list[str]:
    """The data types that nothing takes."""
    nothing = (Standing.ILLEGAL, Standing.NOT_STATED)
    return [
        name
        for name, (own, row) in found.data_types.items()
        if all(cell.standing in nothing for cell in (own, *row.values()))
    ]


def _cell(cell: Cell, gap: str) -> Text:
    style = STYLES[cell.standing]
    return _with_source(Text(cell.standing, style), cell.clause or _numbers(cell.lines), gap)


def _with_source(text: Text, source: str, gap: str) -> Text:
    return text.append(f"{gap}{source}", "dim") if source else text


def _numbers(lines: Sequence[int]) -> str:
    return ", ".join(map(str, lines))


# ------------------------------------------------------------------------ other constraints


def _constraints(found: Portability, gap: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("constraint")
    stated = {name: constraints(target) for name, target in found.targets.items()}
    for name in stated:
        table.add_column(name)
    for key, title in TITLES.items():
        facts = [each.get(key) for each in stated.values()]
        if any(facts):
            table.add_row(title, *[_fact(key, fact, gap) for fact in facts])
    return table


def _fact(key: str, fact: Fact[Any] | None, gap: str) -> Text:
    if fact is None:
        return Text(Standing.NOT_STATED, STYLES[Standing.NOT_STATED])
    return _with_source(Text(_text(key, fact)), _numbers(fact.lines), gap)


def _text(key: str, fact: Fact[Any]) -> str:
    return TEXTS[key](fact.value)


def _scratch(scratch: Scratch) -> str:
    if not scratch.used:
        return "accepted, not used"
    sizes = ((scratch.rows, "rows"), (scratch.columns, "columns"))
    least = [f"{size} {what}" for size, what in sizes if size is not None]
    return f"at least {', '.join(least)}" if least else "used"


def _names(names: Sequence[str]) -> str:
    return ", ".join(names)


TITLES: Mapping[str, str] = {
    "data_types": "data types",
    "layouts": "layout",
    "locations": "location",
    "equal_valid_shapes": "equal valid shapes",
    "iteration_domain": "iteration domain",
    "scratch": "tmp tile",
    "zero_divisor": "zero divisor",
    "high_precision": "high precision",
}
TEXTS: Mapping[str, Callable[[Any], str]] = {
    "data_types": _names,
    "layouts": _names,
    "locations": _names,
    "equal_valid_shapes": _names,
    "iteration_domain": lambda operand: f"valid region of the {operand}",
    "scratch": _scratch,
    "zero_divisor": str,
    "high_precision": lambda types: f"for {_names(types) or 'no type'}",
}
