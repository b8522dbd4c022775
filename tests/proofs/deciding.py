"""Small properties, written to files and decided."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from concrete.choosers import Replay
from concrete.machine import Machine
from parser.loader import parse_files
from parser.source import Span
from proofs.properties import Property, properties_of
from proofs.prove import Prover, Settings
from proofs.verdicts import Counterexample, Result, Verdict
from semantics.specification import Specification
from semantics.values import DynamicError

OOPS = """\
type Oops of exception { a: integer };
type Other of exception { b: integer };
func Small(k: integer) => integer
begin
    if k > 2 then throw Oops { a = k }; end;
    return k;
end;
"""
"""Two exceptions, and a function that throws one of them."""


def harness(
    body: str,
    *,
    before: str = "",
    name: str = "Harness",
    arguments: str = "",
    cases: Mapping[str, Sequence[Any]] | None = None,
    bounds: str | None = None,
) -> str:
    """A harness under its record; `before` are declarations in the same file."""
    record: dict[str, Any] = {
        "id": name.lower(),
        "contract": "SMALL",
        "function": name,
        "title": "a claim",
        "scope": "all inputs",
        "cases": cases or {},
    }
    if bounds is not None:
        record["bounds"] = bounds
    comment = f"// PTO-PROPERTY: {json.dumps(record)}\n"
    return f"{comment}{before}\nfunc {name}({arguments})\nbegin\n{body}\nend;\n"


@dataclass(frozen=True)
class Bench:
    """Decides harnesses of one file in a folder, over a specification in another."""

    folder: Path

    def load(
        self, text: str, specification: str = "", timeout: float = 10
    ) -> tuple[Prover, list[Property]]:
        """A prover of these texts, and the properties of the first."""
        spec, harnesses = self.folder / "spec.asl", self.folder / "harness.asl"
        spec.write_text(specification or "constant NOTHING = 0;\n", encoding="utf-8")
        harnesses.write_text(text, encoding="utf-8")
        own, other = parse_files([spec, harnesses], jobs=1)
        prover = Prover(Specification("small", [own]), Settings(timeout), harnesses=[other])
        return prover, list(properties_of(other))

    def results(self, text: str, specification: str = "", timeout: float = 10) -> list[Result]:
        """The results of all properties in all cases, in order, by one prover."""
        prover, properties = self.load(text, specification, timeout)
        return [prover.decide(p, case) for p in properties for case in p.cases]

    def decide(
        self,
        body: str,
        specification: str = "",
        *,
        before: str = "",
        bounds: str | None = None,
        timeout: float = 10,
    ) -> Result:
        """The result of a harness without arguments that has this body."""
        text = harness(body, before=before, bounds=bounds)
        (result,) = self.results(text, specification, timeout)
        return result

    def fails(
        self, body: str, specification: str = "", *, draws: Sequence[Any] = (), tracing: bool = True
    ) -> str | None:
        """The code of the error that such a harness meets on the machine, with these inputs."""
        prover, _ = self.load(harness(body), specification)
        machine = Machine(prover.program, tracing=tracing, chooser=Replay(draws))
        try:
            machine.call("Harness")
        except DynamicError as error:
            return error.code
        return None


def proved(result: Result) -> None:
    assert result.verdict is Verdict.PROVED, result


def refuted(result: Result, *draws: Any, code: str = "ASSERTION", at: str | None = None) -> None:
    """By just these inputs, with that failure, in the text `at`."""
    assert result.verdict is Verdict.REFUTED, result
    found = result.counterexample
    assert isinstance(found, Counterexample)
    assert [value for _, value in found.draws] == list(draws), found
    assert found.failure == code
    if at is not None:
        assert text_at(found.span) == at


def unsupported(result: Result, reason: str) -> None:
    """For that reason; the message names the place as well."""
    assert result.verdict is Verdict.UNSUPPORTED, result
    assert result.reason is not None and reason in result.reason
    assert ".asl:" in result.reason


def text_at(span: Span) -> str:
    """What a span of one line covers."""
    assert span.line == span.end_line
    line = Path(span.path).read_text(encoding="utf-8").splitlines()[span.line - 1]
    return line[span.column - 1 : span.end_column - 1]
