"""ptoprove proves instruction contracts of the PTO virtual ISA from their ASL, or refutes them.

The public API: `load` a specification, `check` its contracts and `run` them (`ptoprove.api`), and
judge each `Result` by its `Verdict`. Bad input raises `PtoError`. All other packages of this
distribution are private.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING

from parser.diagnostics import PtoError
from proofs.verdicts import Counterexample, Result, TileView, Verdict

if TYPE_CHECKING:
    from ptoprove.api import Results, Spec

__version__ = "0.1.0"
__all__ = [
    "Counterexample",
    "PtoError",
    "Result",
    "TileView",
    "Verdict",
    "__version__",
    "check",
    "load",
]


def load(
    spec_dir: str | PathLike[str] | None = None,
    decoders: Sequence[str | PathLike[str]] = (),
    *,
    profile: str | None = None,
    target: str | None = None,
) -> Spec:
    """The specification in a checkout with its generated decoders, or the shipped one.

    With `profile` (`ieee754` or `tile-library`), its floating arithmetic is that of the numeric
    profile. With `target` (`portable`, `a2a3`, `a5` or `cpu`), what that does not take is rejected
    too. Raises PtoError.
    """
    from ptoprove import loading
    from ptoprove.api import Spec

    return Spec(loading.load(spec_dir, decoders, profile=profile, target=target))


def check(
    *words: str | PathLike[str],
    spec: Spec | None = None,
    properties: Sequence[str] = (),
    case: Mapping[str, str] | None = None,
    profile: str | None = None,
    timeout: float = 60.0,
    jobs: int | None = None,
    smt2: Path | None = None,
    cache: bool = True,
    executor: str | None = None,
    cross_check: bool = False,
) -> Results:
    """Prove or refute properties of contracts, whose names `words` are (of all, without any).

    Words that end in `.asl`, or that name a file, are files of properties of your own: these are
    checked beside the shipped ones of the contracts, or alone where no contract is named.
    `properties`, `case` and `profile` select as `--property`, `--case` and `--profile` of the
    command line do; `executor` names others who prove, as `--executor` does, and `cross_check` is
    `--cross-check`. Raises PtoError where a name is unknown, a file is wrong, the executor can't
    work, or no second solver is installed.
    """
    from ptoprove.api import Results
    from ptoprove.checking import Checking, options

    spec = spec or load()
    chosen = options(timeout, jobs, smt2, cache, executor, cross_check)
    names = [fspath(each) for each in words]
    asked = spec.specification, names, properties, case or {}, profile, chosen.jobs
    checking = Checking.of(*asked)
    return Results(checking.in_order(checking.results(chosen)), spec)
