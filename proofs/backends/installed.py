"""Which solvers there are: z3 always, the others where their packages are installed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Final


@dataclass(frozen=True, slots=True)
class Backend:
    """A solver: the name of its Python package, and whether it has integers."""

    name: str
    integers: bool = True


Z3: Final = Backend("z3")
OTHERS: Final = (Backend("cvc5"), Backend("bitwuzla", integers=False))
"""Those that may be missing, in the order in which they are asked."""


@cache
def installed() -> tuple[Backend, ...]:
    """The solvers that can be asked, the first first."""
    return (Z3, *(each for each in OTHERS if find_spec(each.name) is not None))
