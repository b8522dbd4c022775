"""All that `check` prints: the table, counterexamples, reasons, and the summary line last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console

from proofs.verdicts import Result
from ptoprove.counterexample import print_counterexample
from ptoprove.terminal import result_case
from ptoprove.verdict_table import by_property, counted, reasons, summary_line, verdict_table
from semantics.specification import Specification


def print_results(
    console: Console,
    spec: Specification,
    results: Sequence[Result],
    elapsed: float,
    *,
    verbose: bool = False,
    spec_words: tuple[str, ...] = (),
) -> None:
    """Print results, which are in the order of the obligations."""
    if results:
        console.print(verdict_table(results, verbose=verbose))
    for group in by_property(results):
        refuted = [result for result in group if result.counterexample]
        shown = refuted if verbose else refuted[:1]
        for result in shown:
            print_counterexample(console, result, _clauses(spec, result), spec_words)
        if len(refuted) > len(shown):
            others = ", ".join(result_case(result) for result in refuted[1:4])
            more = ", …" if len(refuted) > 4 else ""
            told = counted(len(refuted) - 1, "more counterexample")
            told = f"  {told} (--verbose shows all): {others}{more}\n"
            console.print(told, soft_wrap=True)
    for lemma in sorted({lemma for result in results for lemma in result.lemmas}):
        console.print(f"lemma proved and used: {lemma}", soft_wrap=True, style="dim")
    for assumed in sorted({each for result in results for each in result.assumptions}):
        console.print(f"assumed, and tested: {assumed}", soft_wrap=True, style="dim")
    for reason in reasons(results, verbose):
        console.print(reason, soft_wrap=True)
    console.print(summary_line(results, elapsed), soft_wrap=True)


def _clauses(spec: Specification, result: Result) -> Mapping[str, str]:
    contract = spec.contracts.get(result.contract)
    return contract.clauses if contract else {}
