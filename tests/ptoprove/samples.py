"""Results that depend on neither time nor solvers, and a checker that gives them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from click.testing import Result as Invocation

from parser.source import Span
from proofs.properties import Property
from proofs.verdicts import Counterexample, Result, TileView, Verdict

DATA = Path(__file__).parent / "data"
Golden = Callable[[str, str], None]


class Run(Protocol):
    """A command line that is run: `run("check", "TREM")`."""

    def __call__(self, *words: str) -> Invocation: ...


def plain(text: str) -> str:
    """Text without blanks at the ends of lines, which tables are padded with."""
    return "\n".join(line.rstrip() for line in text.split("\n"))


# ------------------------------------------------------------------------ results


def result(
    property_id: str = "range",
    verdict: Verdict = Verdict.PROVED,
    *,
    contract: str = "TREM",
    seconds: float = 0.5,
    scope: str = "every payload",
    **more: Any,
) -> Result:
    """A result; further arguments are the case, and fields of a Result."""
    known = ("counterexample", "reason", "cached", "clauses", "cross_checked", "effort")
    fields = {name: more.pop(name) for name in known if name in more}
    case = {name: str(value) for name, value in more.items()}
    fields.setdefault("clauses", ("state_effects[0]",))
    return Result(
        contract, property_id, case=case, scope=scope, verdict=verdict, seconds=seconds,
        solver="z3 0.0", **fields,
    )  # fmt: skip


def tile(role: str, *rows: Sequence[int | None], valid: tuple[int, int] = (1, 1)) -> TileView:
    """A tile of S32 words, which may be negative."""
    words = tuple(tuple(None if w is None else w % 2**64 for w in row) for row in rows)
    return TileView(role, role, "S32", len(rows), len(rows[0]), *valid, words)


COUNTEREXAMPLE = Counterexample(
    draws=(("input 0: bits(64)", 2**64 - 1), ("input 1: bits(64)", 3)),
    failure="ASSERTION",
    span=Span("broken.asl", 6, 5, 6, 57),
    stack=(
        ("Property_Demo", Span("broken.asl", 6, 5, 6, 57)),
        ("", Span("broken.asl", 2, 1, 2, 5)),
    ),
    tiles=(
        tile("dividend", [-1], [None], [None]),
        tile("divisor", [3], [7], [7]),
        tile("expected", [2], [0], [0]),
        tile("got", [-1], [0], [None]),
    ),
    values=(("data type", "TileDataType_S32"),),
)


def mixed() -> list[Result]:
    """Results of all verdicts, in several groups."""
    found = [
        result("range", Verdict.BOUNDED, data_type=kind, valid_rows=rows, scope="shapes to 2x2")
        for kind in ("S16", "S32", "U32")
        for rows in (1, 2)
    ]
    found += [result("encoding", Verdict.PROVED, seconds=0.004, cached=True)]
    found += [
        result("padding", Verdict.PROVED, data_type="S32", seconds=12.34),
        result("padding", Verdict.BOUNDED, data_type="U32", scope="shapes to 2x2"),
        result(
            "padding",
            Verdict.REFUTED,
            data_type="U16",
            counterexample=COUNTEREXAMPLE,
            clauses=("state_effects[1]", "no such clause"),
        ),
        result("padding", Verdict.UNKNOWN, data_type="S16", reason="timeout after 60 s"),
    ]
    found += [
        result("aliasing", Verdict.UNSUPPORTED, data_type=kind, reason="a loop at x.asl:1:1")
        for kind in ("S16", "S32")
    ]
    found += [
        result("sign", Verdict.VACUOUS, data_type="S32", reason="no input meets the assumptions"),
        result("frame", Verdict.INTERNAL, reason="the model does not replay", contract="TDIV"),
    ]
    return found


# ------------------------------------------------------------------------ a checker that knows


@dataclass(frozen=True)
class FakeTask:
    property: Property
    case: Mapping[str, str]
    profile: str


@dataclass
class FakeChecker:
    """Stands in for `proofs.checker`: `results` are what it finds, in that order."""

    results: list[Result] = field(default_factory=list)
    interrupt_after: int | None = None
    options: Any = None
    asked: tuple[Any, ...] = ()

    def tasks(
        self,
        spec: object,
        contracts: Sequence[str],
        properties: Sequence[str],
        case: Mapping[str, str],
        profile: str | None,
        files: Sequence[object] = (),
        jobs: int = 1,
    ) -> list[FakeTask]:
        self.asked = (list(contracts), list(properties), dict(case), profile)
        """One for each result, in the order of their cases, whatever order they come in."""
        ordered = sorted(self.results, key=lambda each: list(each.case.values()))
        return [FakeTask(_property(each), each.case, each.profile) for each in ordered]

    def check(
        self,
        spec: object,
        tasks: Iterable[FakeTask],
        options: Any,
        files: object = (),
        watch: object = None,
    ) -> Iterator[Result]:
        self.options = options
        for number, each in enumerate(self.results):
            if number == self.interrupt_after:
                raise KeyboardInterrupt
            yield each


def _property(each: Result) -> Property:
    span = Span("broken.asl", 1, 1, 1, 1)
    return Property(
        each.property, each.contract, "F", "A title.", each.clauses, (each.case,), {},
        each.scope, None, "func F()", "broken.asl", span,
    )  # fmt: skip
