"""What lowering refuses. It takes what the static rules allow, so its refusals have one code."""

from __future__ import annotations

from parser.diagnostics import Phase, PtoError, fail
from parser.source import Span


def unchecked(message: str, span: Span) -> PtoError:
    """The error (UNSUPPORTED) of what a checked program may say and lowering has no place for."""
    return fail("UNSUPPORTED", Phase.UNSUPPORTED, f"lowering does not take this: {message}", span)
