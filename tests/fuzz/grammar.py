"""ASL1 texts at random: sentences of `parser/asl.lark`, most of which mean nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from random import Random

from lark import Lark
from lark.grammar import NonTerminal, Rule, Symbol
from lark.lexer import PatternStr

from parser.make_tables import STARTS
from parser.tables import GRAMMAR_FILE

TOKENS: dict[str, Sequence[str]] = {
    "IDENTIFIER": ["a", "b", "i", "n", "x", "T", "E", "Red", "R", "Zeros", "Len", "UInt", "main"],
    "INTEGER": ["0", "1", "2", "8", "64", "1_000", "0x1F", "99999999999999999999"],
    "REAL": ["0.0", "1.5", "3.141_592"],
    "STRING": ['""', '"text"', r'"\n\"\\"'],
    "BITS": ["''", "'0'", "'10 10'"],
    "MASK": ["'x'", "'1x(0)'", "'xxxx'"],
}
DEEPEST = 12
"""Below that level, each rule takes one of its shortest alternatives."""


@cache
def _grammar() -> tuple[dict[str, list[list[Symbol]]], dict[str, str], dict[str, int]]:
    """Alternatives by rule, texts by token that is written one way, height by rule."""
    text = files("parser").joinpath(GRAMMAR_FILE).read_text(encoding="utf-8")
    lark = Lark(text, parser="lalr", start=list(STARTS))
    written = {
        each.name: each.pattern.value
        for each in lark.terminals
        if isinstance(each.pattern, PatternStr)
    }
    rules: dict[str, list[list[Symbol]]] = {}
    for rule in lark.rules:
        rules.setdefault(rule.origin.name, []).append(list(rule.expansion))
    return rules, written, _heights(lark.rules)


def _heights(rules: Sequence[Rule]) -> dict[str, int]:
    """How many levels the shallowest sentence of each rule has."""
    heights: dict[str, int] = {}
    growing = True
    while growing:
        growing = False
        for rule in rules:
            below = [heights.get(s.name) for s in rule.expansion if isinstance(s, NonTerminal)]
            known = [each for each in below if each is not None]
            if len(known) == len(below):
                height = 1 + max(known, default=0)
                if height < heights.get(rule.origin.name, 1 << 30):
                    heights[rule.origin.name] = height
                    growing = True
    return heights


def sentence(random: Random, start: str = "unit", declarations: int = 4) -> str:
    """A text that the grammar accepts: so many declarations, or what another rule stands for."""
    if start == "unit":
        return "\n".join(sentence(random, "declaration") for _ in range(declarations))
    words: list[str] = []
    _expand(random, NonTerminal(start), 0, words)
    return " ".join(words).replace(" ; ", ";\n")


def _expand(random: Random, symbol: Symbol, level: int, words: list[str]) -> None:
    rules, written, heights = _grammar()
    if not isinstance(symbol, NonTerminal):
        words.append(written.get(symbol.name) or random.choice(TOKENS[symbol.name]))
        return
    alternatives = rules[symbol.name]
    if level > DEEPEST:

        def height(alternative: list[Symbol]) -> int:
            return max(
                (heights[s.name] for s in alternative if isinstance(s, NonTerminal)), default=0
            )

        least = min(map(height, alternatives))
        alternatives = [each for each in alternatives if height(each) == least]
    for each in random.choice(alternatives):
        _expand(random, each, level + 1, words)
