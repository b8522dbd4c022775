"""Makes the LALR(1) tables from the grammar, with Lark: `python -m parser.make_tables`."""

from __future__ import annotations

import logging
from pathlib import Path

from lark import Lark, logger
from lark.grammar import Rule
from lark.lexer import PatternStr
from lark.parsers.lalr_analysis import Shift

from parser.tables import GRAMMAR_FILE, TABLES_FILE, Production, Tables, pack

STARTS = ("unit", "lone_expression")


class ConflictError(Exception):
    """The grammar is not LALR(1)."""


def make_tables(grammar: str) -> Tables:
    """The tables of a grammar that follows the conventions stated in `asl.lark`.

    Raises ConflictError where Lark would have to prefer shifting, and lark.GrammarError.
    """
    lark = _lark(grammar)
    written = {
        terminal.name: terminal.pattern.value
        for terminal in lark.terminals
        if isinstance(terminal.pattern, PatternStr)
    }
    rules = {rule.origin.name for rule in lark.rules}
    table = lark.parser.parser._parse_table
    # Lark numbers its states in the order of sets, which differs from run to run.
    order = sorted(table.states, key=lambda state: sorted(map(str, state)))
    number_of = {state: number for number, state in enumerate(order)}
    number_of_rule = {rule: number for number, rule in enumerate(sorted(lark.rules, key=str))}
    rows = []
    for state in order:
        row = {}
        for symbol, (action, target) in table.states[state].items():
            name = _rule(symbol) if symbol in rules else written.get(symbol, symbol)
            row[name] = number_of[target] if action is Shift else ~number_of_rule[target]
        rows.append(row)
    return Tables(
        rows=rows,
        productions=[_production(rule) for rule in number_of_rule],
        starts={name: number_of[state] for name, state in table.start_states.items()},
        ends={name: number_of[state] for name, state in table.end_states.items()},
        classes={
            terminal.name: terminal.pattern.value
            for terminal in lark.terminals
            if terminal.name not in written
        },
        literals=frozenset(written.values()),
    )


def _lark(grammar: str) -> Lark:
    """Lark's analysis; it only logs conflicts, so its log is watched."""
    conflicts: list[str] = []
    watcher = logging.Handler(logging.DEBUG)
    watcher.emit = lambda record: conflicts.append(record.getMessage())  # type: ignore[method-assign]
    level = logger.level
    logger.addHandler(watcher)
    logger.setLevel(logging.DEBUG)
    try:
        lark = Lark(
            grammar,
            parser="lalr",
            start=list(STARTS),
            lexer="basic",
            maybe_placeholders=True,
            debug=True,
        )
    finally:
        logger.setLevel(level)
        logger.removeHandler(watcher)
    conflicts = [each for each in conflicts if "conflict" in each.lower()]
    if conflicts:
        raise ConflictError("\n".join(conflicts))
    return lark


def _production(rule: Rule) -> Production:
    empty = rule.options.empty_indices or (False,) * len(rule.expansion)
    picks = []
    position = 0
    for is_empty in empty:
        if is_empty:
            picks.append(-1)
            continue
        symbol = rule.expansion[position]
        if rule.options.keep_all_tokens or not getattr(symbol, "filter_out", False):
            picks.append(position)
        position += 1
    name = rule.alias or rule.options.template_source or rule.origin.name
    passes_on = rule.options.expand1 and len(picks) == 1 and rule.alias is None
    return Production(
        origin=_rule(rule.origin.name),
        size=len(rule.expansion),
        method=None if passes_on else str(name),
        picks=tuple(picks),
    )


def _rule(name: str) -> str:
    """The symbol of a rule: no keyword may be taken for one of the same name."""
    return f"<{name}>"


def main() -> None:
    """Renew the stored tables."""
    here = Path(__file__).parent
    grammar = (here / GRAMMAR_FILE).read_text(encoding="utf-8")
    text = pack(make_tables(grammar), grammar)
    (here / TABLES_FILE).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
