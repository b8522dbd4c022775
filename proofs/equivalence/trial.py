"""What is found of one contract, one case after the other."""

from __future__ import annotations

from proofs.equivalence.answers import Difference, Kind, Relation
from proofs.equivalence.operands import Case, Operands
from proofs.equivalence.question import Example, Mismatch, Open, Pair, Question
from proofs.symbolic import TimeUp
from semantics.values import Unsupported

NO_REPLAY = "what the solver has found does not differ when it is replayed"
WORST_FIRST = (Relation.INTERNAL, Relation.UNKNOWN, Relation.UNSUPPORTED)


class Trial:
    """Asks for differences of each kind; of each, the smallest example counts."""

    def __init__(self, pair: Pair, operands: Operands) -> None:
        self._pair, self._operands = pair, operands
        self._reached = False
        self._notes: dict[tuple[Relation, str], list[str]] = {}
        """What kept from an answer, and for which cases."""
        self.differences: list[Difference] = []
        self.assumptions: set[str] = set()

    def run(self) -> None:
        """Ask of all cases; then make examples small."""
        examples: dict[Kind, list[Example]] = {}
        for case in self._operands.cases:
            for example in self._examples(case):
                examples.setdefault(example.kind, []).append(example)
        if not (self._reached or self._notes or examples):
            self._note(
                Relation.UNKNOWN, "no contents are known to be legal in either version", "all"
            )
        if Kind.VALUES in examples:
            examples.pop(Kind.CARRIER, None)
        for kind in Kind:
            if found := examples.get(kind):
                self._keep(found)

    @property
    def relation(self) -> Relation:
        """The answer to the whole."""
        if self.differences:
            return Relation.DIFFERENT
        return min((r for r, _ in self._notes), key=WORST_FIRST.index, default=Relation.EQUIVALENT)

    @property
    def reason(self) -> str | None:
        """Why something is not known."""
        told = (f"{why} ({', '.join(labels)})" for (_, why), labels in self._notes.items())
        return "; ".join(told) or None

    def _examples(self, case: Case) -> list[Example]:
        """An example of each kind of difference of a case."""
        found: list[Example] = []
        try:
            question = Question(self._pair, case)
            self._reached = self._reached or question.reached()
            for kind in Kind:
                if kind is Kind.CARRIER and any(each.kind is Kind.VALUES for each in found):
                    continue  # it would tell nothing new
                try:
                    example = question.example(kind)
                except Open as unknown:
                    self._note(Relation.UNKNOWN, str(unknown), case.label)
                except Mismatch:
                    self._mismatch(case.label)
                else:
                    found += [example] if example is not None else []
            self.assumptions |= question.assumed
        except TimeUp:
            self._note(Relation.UNKNOWN, "timeout: the harness has too many paths", case.label)
        except Unsupported as problem:
            why = f"{problem} at {problem.span}" if problem.span else str(problem)
            self._note(Relation.UNSUPPORTED, why, case.label)
        return found

    def _keep(self, examples: list[Example]) -> None:
        """The smallest of some examples of one kind; the first has the fewest elements."""
        first = self._smaller(examples[0]) or examples[0]
        elsewhere = [each.label for each in examples if each.label != first.label]
        try:
            self.differences.append(first.difference(elsewhere))
        except Mismatch:
            self._mismatch(first.label)

    def _smaller(self, example: Example) -> Example | None:
        """One of the same kind and types, with one element in each tile; None if there is none."""
        case = self._operands.smaller.get(example.question.case)
        if case is None:
            return None
        try:
            return Question(self._pair, case).example(example.kind)
        except (Open, Mismatch, TimeUp, Unsupported):
            return None

    def _mismatch(self, label: str) -> None:
        """A fault of ours, unless it is one of a lemma."""
        lemmas = self._pair.a.version.summaries.used | self._pair.b.version.summaries.used
        if lemmas:
            self._note(Relation.UNKNOWN, f"{NO_REPLAY}, and it rests on a lemma", label)
        else:
            self._note(Relation.INTERNAL, f"{NO_REPLAY}: a fault of ptoprove", label)

    def _note(self, relation: Relation, why: str, label: str) -> None:
        labels = self._notes.setdefault((relation, why), [])
        if label not in labels:
            labels.append(label)
