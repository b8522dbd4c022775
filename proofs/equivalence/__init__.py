"""Are two versions of an instruction equivalent?

Where legality and execution reach the same texts, nobody need ask. Else operands are found as for
direct properties, in each version, and the two are asked for contents of these on which they
differ. So what is said is bounded by these operands; of bundles, of the padding of destinations and
of tiles that are no destinations nothing is said.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import cached_property, partial

from concrete import pool
from concrete.limits import resident
from concrete.pool import FORKS, InTurn, Lost, Reply
from parser.diagnostics import PtoError
from proofs.equivalence.answers import Comparison, Relation
from proofs.equivalence.harness import Harness
from proofs.equivalence.operands import operands_of
from proofs.equivalence.question import Pair
from proofs.equivalence.trial import Trial
from proofs.equivalence.version import Version
from proofs.executors import MOST_RESIDENT
from proofs.properties.direct.operation import Operation
from proofs.provers import RECURSION
from semantics.specification import Specification
from semantics.values import Unsupported

SAME_TEXT = "every operand: legality and execution reach the same text"
EVERY = "every payload and word of the operands named"


class Equivalence:
    """Compares contracts of two specifications. `timeout` is in seconds, for each evaluation and
    each query. With `cache`, lemmas are kept between runs."""

    def __init__(
        self, a: Specification, b: Specification, timeout: float, cache: bool = True
    ) -> None:
        self.specs, self.timeout, self.cache = (a, b), timeout, cache

    @cached_property
    def a(self) -> Version:
        """The first version; raises PtoError where it is wrong."""
        return Version(self.specs[0], self.cache)

    @cached_property
    def b(self) -> Version:
        """The second version; raises PtoError where it is wrong."""
        return Version(self.specs[1], self.cache)

    def ready(self) -> None:
        """Make both versions; raises PtoError where one is wrong."""
        sys.setrecursionlimit(max(sys.getrecursionlimit(), RECURSION))
        _ = self.a, self.b

    def unmade(self) -> Equivalence:
        """The same, and no version made yet: it can be sent to another process."""
        return Equivalence(*self.specs, self.timeout, self.cache)

    def compare(self, name: str) -> Comparison:
        """The answer for a contract that both have, never an exception."""
        start = time.monotonic()
        try:
            found = self._compare(name)
        except Unsupported as problem:
            why = f"{problem} at {problem.span}" if problem.span else str(problem)
            found = Comparison(name, Relation.UNSUPPORTED, reason=why)
        except PtoError as error:
            found = Comparison(name, Relation.UNSUPPORTED, reason=str(error.diagnostics[0]))
        except Exception as fault:  # whatever it is, it is ours
            why = f"{type(fault).__name__}: {fault}"
            found = Comparison(name, Relation.INTERNAL, reason=why)
        return replace(found, seconds=time.monotonic() - start)

    def _compare(self, name: str) -> Comparison:
        a, b = self.a.operation(name), self.b.operation(name)
        if self._same_text(name, a, b):
            return Comparison(name, Relation.EQUIVALENT, SAME_TEXT)
        if a is None or b is None:
            raise Unsupported(
                "its text differs, and it is no operation on tiles with functions for legality "
                "and execution"
            )
        operands = operands_of(self.a.search(a), self.b.search(b))
        pair = Pair(Harness(self.a, operands.a), Harness(self.b, operands.b), self.timeout)
        for version in (self.a, self.b):
            version.summaries.used.clear()
        with pair.ready():
            trial = Trial(pair, operands)
            trial.run()
        known = operands.a.known_in_memory()
        scope = f"{EVERY}, but known {' and '.join(known)}" if known else EVERY
        scope += f"; not compared: {', '.join(pair.apart)}" if pair.apart else ""
        return Comparison(
            name,
            trial.relation,
            scope,
            cases=operands.labels,
            differences=tuple(trial.differences),
            types=operands.types,
            reason=trial.reason,
            lemmas=tuple(sorted(self.a.summaries.used | self.b.summaries.used)),
            assumptions=tuple(sorted(trial.assumptions)),
        )

    def _same_text(self, name: str, a: Operation | None, b: Operation | None) -> bool:
        """Whether all that the contract's functions reach is the same in both: of an operation
        legality and execution, else what its own file declares."""
        if a is None and b is None:
            own = self.a.declared(name)
            same = bool(own) and own == self.b.declared(name)
            return same and self.a.text(own) == self.b.text(own)
        if a is None or b is None or _call(a) != _call(b):
            return False
        functions = {a.legal, a.execute}
        return self.a.text(functions) == self.b.text(functions)


def _call(operation: Operation) -> tuple[object, ...]:
    """What of an operation its functions do not say."""
    o = operation
    return o.legal, o.execute, o.legal_constants, o.execute_constants


def comparisons(
    equivalence: Equivalence, names: Sequence[str], jobs: int
) -> Generator[Comparison, None, None]:
    """The answers for contracts that both have, as they are found, by so many processes.

    Raises PtoError where a specification is wrong.
    """
    equivalence.ready()
    if min(jobs, len(names)) <= 1:
        yield from map(equivalence.compare, names)
        return
    shared = equivalence if FORKS else equivalence.unmade()
    begin, lost = partial(_begin, shared, names), partial(_lost, names)
    with closing(pool.run(InTurn(len(names)), begin, lost, jobs=jobs)) as answers:
        yield from (answer for _, answer in answers)


def _begin(equivalence: Equivalence, names: Sequence[str]) -> pool.Work[Comparison]:
    """In a worker: what compares the contract of a number."""
    equivalence.ready()

    def work(number: int) -> Reply[Comparison]:
        return Reply(equivalence.compare(names[number]), last=resident() > MOST_RESIDENT)

    return work


def _lost(names: Sequence[str], number: int, loss: Lost) -> Comparison:
    why = f"two processes comparing this died: the last one {loss.how}"
    return Comparison(names[number], Relation.INTERNAL, seconds=loss.seconds, reason=why)
