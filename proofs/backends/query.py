"""Queries: a condition of terms as SMT-LIB text in one theory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import z3

from proofs.backends.process import MEGABYTES
from proofs.encode import Encoder, Theory
from semantics import terms as t
from semantics.term_values import evaluate

z3.set_param("memory_max_size", MEGABYTES)  # here it only makes text


@dataclass(frozen=True, eq=False)
class Query:
    """Is there an input that satisfies `condition`?

    `symbols` are the names in the text of the unknowns.
    """

    condition: t.Term
    theory: Theory
    symbols: Mapping[str, str]
    text: str
    """Declarations and assertions, for z3."""
    _asserted: tuple[Any, ...]

    @cached_property
    def standard_text(self) -> str:
        """The same without what z3 alone knows, for any solver.

        The word of a number is there any word that has the number as its value. NaNs have many,
        so this may have more models.
        """
        return self.text if self.exact else _smt_lib(_without_words_of_numbers(self._asserted))

    @property
    def exact(self) -> bool:
        """Whether both texts say the same."""
        return "(fp.to_ieee_bv " not in self.text

    @property
    def constants(self) -> frozenset[str]:
        """The names of which a model gives values."""
        return frozenset(self.symbols.values())

    def model(self, values: Mapping[str, int | bool]) -> dict[str, int | bool]:
        """The value of every unknown; those that a solver leaves open are 0 or false."""
        return {
            unknown.data: values.get(
                self.symbols[unknown.data], False if unknown.sort.kind == "bool" else 0
            )
            for unknown in t.variables([self.condition])
        }

    def holds(self, values: Mapping[str, int | bool]) -> bool:
        """Whether a solver's values satisfy the condition, as evaluation has it."""
        return evaluate(self.condition, self.model(values)) is True


def encode(condition: t.Term, theory: Theory, symbol: Callable[[str], str] = str) -> Query:
    """The query in a theory; `symbol` names unknowns.

    Raises NoTheory, and z3.Z3Exception where that takes too much memory.
    """
    encoder = Encoder(theory, symbol)
    goal = encoder.bool(condition)
    symbols = {name: symbol(name) for name in encoder.unknowns}
    assert len(set(symbols.values())) == len(symbols), "two unknowns of one name"
    asserted = (*encoder.definitions, goal)
    return Query(condition, theory, symbols, _smt_lib(asserted), asserted)


def _smt_lib(asserted: tuple[Any, ...]) -> str:
    solver = z3.Solver()
    solver.add(*asserted)
    text: str = solver.to_smt2()
    lines = text.removesuffix("(check-sat)\n").splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith((";", "(set-info ")))


def _without_words_of_numbers(asserted: tuple[Any, ...]) -> tuple[Any, ...]:
    """Each `fp.to_ieee_bv` by a new constant, of which it is said what its value is."""
    words: dict[int, tuple[Any, Any]] = {}
    values: list[Any] = []
    waiting, seen = list(asserted), set()
    while waiting:
        each = waiting.pop()
        if each.get_id() in seen:
            continue
        seen.add(each.get_id())
        waiting += each.children()
        if z3.is_app_of(each, z3.Z3_OP_FPA_TO_IEEE_BV):
            word = z3.BitVec(f"word!{len(words)}", each.size())
            words[each.get_id()] = (each, word)
            number = each.arg(0)
            values.append(z3.fpBVToFP(word, number.sort()) == number)
    given = list(words.values())
    return tuple(z3.substitute(each, *given) for each in (*asserted, *values))
