"""What z3 makes of a bit-vector term for its SAT solver, evaluated on many inputs at once.

A circuit has a column for each Boolean: an integer whose bit s is the value in sample s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import and_, or_
from typing import Any

import z3

BLAST = z3.Then("simplify", "fpa2bv", "simplify", "bit-blast")


def word(name: str, width: int) -> Any:
    """A word whose bits are the Booleans `name`0, `name`1, ..."""
    one, zero = z3.BitVecVal(1, 1), z3.BitVecVal(0, 1)
    bits = [z3.If(z3.Bool(f"{name}{i}"), one, zero) for i in range(width)]
    return z3.Concat(*reversed(bits)) if width > 1 else bits[0]


def columns(width: int, values: Sequence[int]) -> list[int]:
    """The columns of the bits of a word, the lowest first, that has these values."""
    last_first = values[::-1]
    return [int("".join("01"[v >> i & 1] for v in last_first), 2) for i in range(width)]


def run(terms: Sequence[Any], inputs: Mapping[str, Sequence[int]], samples: int) -> list[list[int]]:
    """The columns of each term; `inputs` are columns of the words that occur in it, by name."""
    goal = z3.Goal()
    for at, term in enumerate(terms):
        for i in range(term.size()):
            output = z3.Function(f"{at}.{i}", z3.BoolSort(), z3.BoolSort())
            goal.add(output(z3.Extract(i, i, term) == 1))
    (circuit,) = BLAST(goal)
    known = {f"{name}{i}": c for name, bits in inputs.items() for i, c in enumerate(bits)}
    gates = _Gates((1 << samples) - 1, known)
    found = {output.decl().name(): gates.column(output.arg(0).as_ast()) for output in circuit}
    return [[found[f"{at}.{i}"] for i in range(term.size())] for at, term in enumerate(terms)]


class _Gates:
    """Evaluates gates once each; on bare handles, for circuits have tens of thousands."""

    def __init__(self, ones: int, inputs: dict[str, int]) -> None:
        self._ones, self._inputs = ones, inputs
        self._known: dict[int, int] = {}
        self._context = z3.main_ctx().ref()

    def column(self, root: Any) -> int:
        context, known = self._context, self._known
        stack = [root]
        while stack:
            gate = stack[-1]
            count = z3.Z3_get_app_num_args(context, gate)
            operands = [z3.Z3_get_app_arg(context, gate, i) for i in range(count)]
            keys = [z3.Z3_get_ast_id(context, each) for each in operands]
            missing = [each for each, key in zip(operands, keys, strict=True) if key not in known]
            stack += missing
            if not missing:
                stack.pop()
                key = z3.Z3_get_ast_id(context, gate)
                known[key] = self._evaluate(gate, [known[key] for key in keys])
        return known[z3.Z3_get_ast_id(context, root)]

    def _evaluate(self, gate: Any, values: list[int]) -> int:
        declaration = z3.Z3_get_app_decl(self._context, gate)
        match z3.Z3_get_decl_kind(self._context, declaration), values:
            case z3.Z3_OP_TRUE, []:
                return self._ones
            case z3.Z3_OP_FALSE, []:
                return 0
            case z3.Z3_OP_UNINTERPRETED, []:
                symbol = z3.Z3_get_decl_name(self._context, declaration)
                return self._inputs[z3.Z3_get_symbol_string(self._context, symbol)]
            case z3.Z3_OP_NOT, [a]:
                return a ^ self._ones
            case z3.Z3_OP_EQ | z3.Z3_OP_IFF, [a, b]:
                return a ^ b ^ self._ones
            case z3.Z3_OP_XOR, [a, b]:
                return a ^ b
            case z3.Z3_OP_ITE, [c, a, b]:
                return (c & a) | (b & ~c)
            case z3.Z3_OP_AND, _:
                return reduce(and_, values)
            case z3.Z3_OP_OR, _:
                return reduce(or_, values)
        raise AssertionError(z3.BoolRef(gate))
