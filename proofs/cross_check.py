"""A second solver's word on every query that a verdict rests on."""

from __future__ import annotations

from collections.abc import Sequence

from proofs.backends.installed import installed
from proofs.backends.process import process_of
from proofs.backends.query import Query
from proofs.solver import Answer, ask
from proofs.verdicts import NOT_CONFIRMED

TOO_LOOSE = "its counterexample needs a NaN of other bits"


class Disagreement(Exception):
    """Two solvers answer differently: one of them is wrong."""


class CrossCheck:
    """Asks other solvers than the one that refuted a query; each may take `timeout` seconds."""

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout
        self._known: dict[tuple[str, str], tuple[str, bool]] = {}

    def of(self, refuted: Sequence[Answer]) -> str:
        """Who confirms all these answers, or why one is not confirmed (`Result.cross_checked`).

        Raises Disagreement.
        """
        if not refuted:
            return "evaluation"
        opinions = [self._opinion(answer) for answer in refuted]
        against = [said for said, confirmed in opinions if not confirmed]
        if against:
            count = f" ({len(against)} of {len(opinions)} queries)" if len(opinions) > 1 else ""
            return f"{NOT_CONFIRMED}{against[0]}{count}"
        return ", ".join(dict.fromkeys(said for said, _ in opinions))

    def _opinion(self, answer: Answer) -> tuple[str, bool]:
        """Who confirms an answer and True; or why nobody does, and False."""
        assert answer.query is not None
        key = (answer.solver, answer.query.text)
        if key not in self._known:
            self._known[key] = self._ask_others(answer, answer.query)
        return self._known[key]

    def _ask_others(self, answer: Answer, query: Query) -> tuple[str, bool]:
        reasons: list[str] = []
        for other in installed():
            if answer.solver.startswith(f"{other.name} "):
                continue
            reply = ask(other, query, self._timeout)
            version = process_of(other.name).version
            if reply.kind == "unsat":
                return version, True
            if reply.kind == "unknown":
                reasons.append(f"{other.name}: {reply.reason}")
            elif query.exact or query.holds(reply.values):
                message = f"{answer.solver} answers unsat and {version} sat, in {query.theory}"
                raise Disagreement(f"the solvers disagree: {message}")
            else:
                reasons.append(f"{other.name}: {TOO_LOOSE}")
        return "; ".join(reasons), False
