"""Which branches of a specification were taken, by file and function."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from concrete.branches import Branch, Taken, branches_of
from concrete.machine import Machine
from concrete.points import Outcome
from parser.diagnostics import Diagnostic, PtoError
from parser.source import Span
from proofs.vectors import Vectors
from semantics import ir
from semantics.program import Program
from semantics.specification import Contract, Specification


@dataclass(frozen=True, slots=True)
class Figures:
    """Of some branches: how many, how many went both ways, and how many ways were taken, of two
    each."""

    branches: int
    both: int
    taken: int

    @classmethod
    def of(cls, branches: Iterable[Branch], taken: Collection[Taken]) -> Figures:
        counts = [sum(way in taken for way in each.ways) for each in branches]
        return cls(len(counts), counts.count(2), sum(counts))

    @property
    def share(self) -> float:
        """The share of the ways that were taken, 0 to 1; of none, 1."""
        return self.taken / (2 * self.branches) if self.branches else 1.0


@dataclass(frozen=True, slots=True)
class FunctionCoverage:
    """A function with branches."""

    name: str
    span: Span
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """Functions in the order of their places, of which some could not be read (`problems`), and
    the ways that their branches went."""

    functions: tuple[FunctionCoverage, ...]
    taken: frozenset[Taken]
    problems: tuple[Diagnostic, ...] = ()

    @property
    def figures(self) -> Figures:
        return self.of(self.functions)

    @property
    def reached(self) -> list[FunctionCoverage]:
        """The functions of which a branch was reached."""
        return [each for each in self.functions if self.of([each]).taken]

    def of(self, functions: Iterable[FunctionCoverage]) -> Figures:
        return Figures.of((b for each in functions for b in each.branches), self.taken)

    def files(self) -> Mapping[str, Sequence[FunctionCoverage]]:
        """The functions by their files."""
        grouped = groupby(self.functions, lambda each: each.span.path)
        return {path: tuple(functions) for path, functions in grouped}

    def missing(self, function: FunctionCoverage) -> list[tuple[Branch, tuple[bool, ...]]]:
        """The branches that did not go both ways, each with the values that it never had."""
        found = []
        for each in function.branches:
            never = tuple(way[2] for way in each.ways if way not in self.taken)
            if never:
                found.append((each, never))
        return found


def coverage(
    program: Program,
    taken: Iterable[Taken],
    paths: Collection[str],
    roots: Sequence[str] | None = None,
) -> Coverage:
    """The coverage of the functions in the files of these paths: of all, or of those that `roots`,
    keys of functions, reach."""
    declared = program.keys()
    own = [key for key in declared if program.declaration(key).span.path in paths]
    functions, problems = _read(program, own if roots is None else roots, roots is not None)
    chosen = {key: each for key, each in functions.items() if each.span.path in paths}
    found = [
        FunctionCoverage(function.name, function.span, tuple(branches_of({key: function})))
        for key, function in chosen.items()
    ]
    ordered = sorted((f for f in found if f.branches), key=lambda each: _order(each.span))
    return Coverage(tuple(ordered), frozenset(taken), problems)


def coverage_of_points(
    spec: Specification,
    contracts: Sequence[Contract],
    outcomes: Iterable[Outcome],
    apart: Collection[str] = (),
) -> Coverage:
    """What test points cover of the functions that contracts reach, or without any of all; the
    files of the paths `apart` are left out."""
    program = Machine(spec.program()).program  # which needs a machine to compute its constants
    paths = {file.source.path for file in spec.files}.difference(apart)
    roots = [key for contract in contracts for key in roots_of(contract, program)]
    taken = {way for outcome in outcomes for way in outcome.taken}
    return coverage(program, taken, paths, roots if contracts else None)


def coverage_of_vectors(spec: Specification, vectors: Vectors) -> Coverage:
    """What test vectors cover of the functions that legality and execution reach."""
    bench = vectors.bench
    program = bench.machine.program
    names = (bench.operation.legal, bench.operation.execute)
    roots = [key for name in names for key, _ in program.functions[name]]
    return coverage(program, vectors.taken, {file.source.path for file in spec.files}, roots)


def roots_of(contract: Contract, program: Program) -> list[str]:
    """The functions of a contract: those beside its record, and the handlers that this names."""
    handlers = {
        record.get(key)
        for record in contract.catalog
        for key in ("legality_handler", "semantic_handler")
    }
    return [
        key
        for name, overloads in program.functions.items()
        for key, tree in overloads
        if tree.span.path == contract.span.path or name in handlers
    ]


def _read(
    program: Program, roots: Sequence[str], follow: bool
) -> tuple[dict[str, ir.Function], tuple[Diagnostic, ...]]:
    """Functions, with all that they call if these are to be followed, and what is wrong in those
    that can't be read."""
    found: dict[str, ir.Function] = {}
    problems: dict[str, tuple[Diagnostic, ...]] = {}
    waiting = list(reversed(roots))
    while waiting:
        key = waiting.pop()
        if key in found or key in problems:
            continue
        try:
            found[key] = program.function(key)
        except PtoError as error:
            problems[key] = error.diagnostics
            continue
        if follow:
            waiting += sorted(found[key].calls, reverse=True)
    return found, tuple(each for diagnostics in problems.values() for each in diagnostics)


def _order(span: Span) -> tuple[str, int, int]:
    return span.path, span.line, span.column
