"""The LALR(1) tables of ASL1 in the shape `asl.py` drives.

`asl.lark` is the grammar; `asl.tables.json` beside it is what Lark makes of it, kept so that a
process starts quickly and needs no place to write. `python -m parser.make_tables` renews it. Should
it not belong to the grammar (somebody is editing that), the tables are made on the spot.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

GRAMMAR_FILE = "asl.lark"
TABLES_FILE = "asl.tables.json"
END = "$END"


@dataclass(frozen=True, slots=True)
class Production:
    """One alternative of a rule, and how its value comes from those of its symbols.

    `method` names the builder's method and `picks` the symbols it is given (-1: left out, None);
    with no method the value of the one picked symbol is passed on.
    """

    origin: str
    size: int
    method: str | None
    picks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tables:
    """`rows[state][symbol]` is the state to go to or, negative, `~index` of a production.

    Symbols are keywords and punctuation as they are written (`literals`), names of token classes
    (`classes` has their patterns), names of rules between `<` and `>`, and `END`.
    """

    rows: Sequence[Mapping[str, int]]
    productions: Sequence[Production]
    starts: Mapping[str, int]
    ends: Mapping[str, int]
    classes: Mapping[str, str]
    literals: frozenset[str]


@cache
def load_tables() -> Tables:
    """The tables of the grammar that ships with this package."""
    grammar = files("parser").joinpath(GRAMMAR_FILE).read_text(encoding="utf-8")
    stored = files("parser").joinpath(TABLES_FILE)
    if stored.is_file():
        data = json.loads(stored.read_text(encoding="utf-8"))
        if data["grammar"] == digest(grammar):
            return _unpack(data)
    from parser.make_tables import make_tables  # Lark is not needed otherwise

    return make_tables(grammar)


def digest(grammar: str) -> str:
    """What ties stored tables to the text of their grammar."""
    return sha256(grammar.encode()).hexdigest()


def pack(tables: Tables, grammar: str) -> str:
    """The text of the tables file: JSON, a line per state."""
    symbols = sorted({symbol for row in tables.rows for symbol in row})
    number = {symbol: index for index, symbol in enumerate(symbols)}
    rows = [
        json.dumps([value for symbol in sorted(row) for value in (number[symbol], row[symbol])])
        for row in tables.rows
    ]
    head = {
        "grammar": digest(grammar),
        "symbols": symbols,
        "classes": tables.classes,
        "literals": sorted(tables.literals),
        "starts": tables.starts,
        "ends": tables.ends,
    }
    productions = [
        json.dumps([each.origin, each.size, each.method, each.picks]) for each in tables.productions
    ]
    lines = [
        f"{json.dumps(key)}: {json.dumps(value, sort_keys=True)}" for key, value in head.items()
    ]
    lines.append('"productions": [\n' + ",\n".join(productions) + "]")
    lines.append('"rows": [\n' + ",\n".join(row.replace(" ", "") for row in rows) + "]")
    return "{" + ",\n".join(lines) + "}\n"


def _unpack(data: dict[str, Any]) -> Tables:
    symbols = data["symbols"]
    return Tables(
        rows=[
            {symbols[row[each]]: row[each + 1] for each in range(0, len(row), 2)}
            for row in data["rows"]
        ],
        productions=[
            Production(origin, size, method, tuple(picks))
            for origin, size, method, picks in data["productions"]
        ],
        starts=data["starts"],
        ends=data["ends"],
        classes=data["classes"],
        literals=frozenset(data["literals"]),
    )
