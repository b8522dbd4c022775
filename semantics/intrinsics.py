"""What a property may ask that ASL cannot say: equality of values, coverage, the order of events.

Both machines implement every entry; docs/properties.md describes them to authors of properties.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from semantics.types import BOOLEAN, INTEGER, STRING, VOID, Type


@dataclass(frozen=True, slots=True)
class IntrinsicSpec:
    """Name, formal argument types (None: any type, the same for all such) and result."""

    name: str
    arguments: tuple[Type | None, ...]
    result: Type


_SPECS = (
    # SameValue(a, b): equal throughout, whatever their type.
    IntrinsicSpec("SameValue", (None, None), BOOLEAN),
    # Cover(condition): some input must make it true here, or the property says too little.
    IntrinsicSpec("Cover", (BOOLEAN,), VOID),
    # TraceStart(): events are counted from here.
    IntrinsicSpec("TraceStart", (), VOID),
    # WritesOf(variable, index): writes to that element since TraceStart; index -1 counts all, and
    # so does the variable "*".
    IntrinsicSpec("WritesOf", (STRING, INTEGER), INTEGER),
    # ReadsOf(variable, index): the same for reads.
    IntrinsicSpec("ReadsOf", (STRING, INTEGER), INTEGER),
    # Explain(label, value): shown with a counterexample; no effect.
    IntrinsicSpec("Explain", (STRING, None), VOID),
    # ReadsAfterWrite(read, index, written, index): reads after the first such write.
    IntrinsicSpec("ReadsAfterWrite", (STRING, INTEGER, STRING, INTEGER), INTEGER),
    # WritesAfterWrite(variable, index, written, index): writes after the first such write.
    IntrinsicSpec("WritesAfterWrite", (STRING, INTEGER, STRING, INTEGER), INTEGER),
)
SPECS: Mapping[str, IntrinsicSpec] = MappingProxyType({spec.name: spec for spec in _SPECS})
TRACING = frozenset(SPECS) - {"SameValue", "Cover", "Explain"}
"""Those that need the event trace."""
ANY = "*"
"""Stands for every global variable where events are counted."""
