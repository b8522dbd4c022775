"""Names of unknowns as the source has them: what `ARBITRARY` is assigned to, and where."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from parser.source import Span
from proofs.symbolic import Draw
from semantics import ir
from semantics.ir_nodes import nodes
from semantics.program import Program
from semantics.terms import Term


class SourceNames:
    """Names unknowns of the harnesses of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._places: dict[str, dict[Span, str]] = {}

    def of(self, harness: str, draws: Sequence[Draw]) -> DrawNames:
        """Names of the draws of the harness with that key, of which there may yet be more."""
        places: dict[Span, str] = {}
        for key, function in self._program.reachable([harness]).items():
            if function.opaque:
                if key not in self._places:
                    self._places[key] = _places(function)
                places |= self._places[key]
        return DrawNames(places, draws)


class DrawNames:
    """The names of draws: `word@support.asl:62`, and `word_1@support.asl:62` for the next there."""

    def __init__(self, places: dict[Span, str], draws: Sequence[Draw]) -> None:
        self._places, self._draws = places, draws
        self._named = 0
        self._names: dict[str, str] = {}
        self._uses: dict[tuple[str, str], int] = {}
        self._taken: set[str] = set()

    def __call__(self, unknown: str) -> str:
        """The name of an unknown; it stays as it is where no draw has made it."""
        for draw in self._draws[self._named :]:
            if isinstance(draw.term, Term):
                self._names[draw.term.data] = self._name(draw.span)
        self._named = len(self._draws)
        return self._names.get(unknown, unknown)

    def _name(self, span: Span) -> str:
        file = PurePath(span.path).name.translate({ord(c): "_" for c in "|\\"})
        word, place = self._places.get(span, "draw"), f"{file}:{span.line}"
        number = self._uses.get((word, place), 0)
        # The source may have a `word_1` there too.
        while (name := f"{word}_{number}@{place}" if number else f"{word}@{place}") in self._taken:
            number += 1
        self._uses[word, place] = number + 1
        self._taken.add(name)
        return name


def _places(function: ir.Function) -> dict[Span, str]:
    """By place of ARBITRARY, the variable whose value it is part of, else the function."""
    found: dict[Span, str] = {}
    for node in nodes(function.body):
        match node:
            case ir.Assign(place=ir.Place(root=root), value=value):
                for part in nodes(value):
                    if isinstance(part, ir.ArbitraryExpr):
                        found[part.span] = root.name
            case ir.ArbitraryExpr(span=span):
                found.setdefault(span, function.name)
    return found
