"""Which state besides tiles a bundle leaves alone, as far as a specification records its state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from semantics.program import Program
from semantics.specification import Specification

WORKED_ON: Final = frozenset(
    {"block", "program-control", "fault", "system-registers", "temporary-queues", "local",
     "feature-map"}
)  # fmt: skip
"""Classes of state that a bundle's own commands and its completion work on."""
SURFACES: Final = frozenset({"architecture", "tile", "scalar"})
"""Classes of state that say little."""


class Frame:
    """Says which classes of state a bundle does not write."""

    def __init__(self, spec: Specification, program: Program) -> None:
        self.spec, self.program = spec, program

    def _states(self) -> Iterator[tuple[frozenset[str], list[str]]]:
        """The classes and variables of each state that the specification records."""
        known = self.program.globals
        for file in self.spec.files:
            records = file.metadata.records if "PTO-STATE:" in file.source.text else ()
            for record in records:
                state: Mapping[str, Any] = record.data
                if record.kind == "PTO-STATE":
                    members = [name for name in state.get("members", ()) if name in known]
                    yield frozenset(state.get("classification", ())), members

    def assertions(self) -> list[str]:
        """That state of other classes is not written, as far as the specification records it."""
        return [
            f'assert WritesOf("{name}", -1) == 0;'
            for classes, names in self._states()
            if not classes & WORKED_ON
            for name in names
        ]

    def words(self) -> str:
        """Which other state is asserted to stay, as part of a title."""
        states = [classes - SURFACES for classes, names in self._states() if names]
        kept = sorted({"/".join(sorted(each)) for each in states if not each & WORKED_ON})
        return f", and writes no state of the classes {', '.join(kept)}" if kept else ""

    def bounds(self) -> str:
        """Which state is not compared, as part of bounds."""
        states = [classes for classes, _ in self._states()]
        if not states:
            return "; no state but that of tiles is compared"
        left_out = sorted((WORKED_ON - {"local"}) & frozenset().union(*states))
        named = f"state of the classes {', '.join(left_out)}, and what " if left_out else "what "
        return f"; {named}no record of state names, is not compared"
