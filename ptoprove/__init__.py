"""ptoprove proves instruction contracts of the PTO virtual ISA from their ASL, or refutes them.

The public API: `load` a specification, `check` its contracts, and judge each `Result` by its
`Verdict`. Bad input raises `PtoError`. All other packages of this distribution are private.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from parser.diagnostics import PtoError
from proofs.verdicts import Counterexample, Result, TileView, Verdict

if TYPE_CHECKING:
    from semantics.specification import Specification

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
    spec_dir: str | PathLike[str] | None = None, decoders: Sequence[str | PathLike[str]] = ()
) -> Specification:
    """The specification in a checkout with its generated decoders, or the shipped one.

    Raises PtoError.
    """
    from semantics.specification import checkout, shipped

    if spec_dir is None:
        if decoders:
            raise ValueError("decoders go with spec_dir")
        return shipped()
    return checkout(Path(spec_dir), [Path(each) for each in decoders])


def check(
    *contracts: str,
    spec: Specification | None = None,
    properties: Sequence[str] = (),
    case: Mapping[str, str] | None = None,
    timeout: float = 60.0,
    jobs: int | None = None,
    smt2: Path | None = None,
    cache: bool = True,
) -> list[Result]:
    """Prove or refute the properties of contracts (all of them, where none is named).

    `properties` and `case` select some, as `--property` and `--case` of the command line do.
    Raises PtoError where a name is unknown.
    """
    from ptoprove.checking import Checking, options

    checking = Checking.of(spec or load(), contracts, properties, case or {})
    return checking.in_order(checking.results(options(timeout, jobs, smt2, cache)))
