"""Reports as HTML: a site of pages, and fragments for notebooks. All texts are escaped."""

from __future__ import annotations

from functools import lru_cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from proofs.verdicts import Verdict
from ptoprove.verdict_table import WORST_FIRST, counted, seconds_text

SYMBOLS = {
    Verdict.PROVED: "✓",
    Verdict.BOUNDED: "≤",
    Verdict.REFUTED: "✗",
    Verdict.VACUOUS: "∅",
    Verdict.UNKNOWN: "?",
    Verdict.UNSUPPORTED: "/",
    Verdict.INTERNAL: "!",
}
"""What stands for a verdict where there is no room for its word."""


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates of this package."""
    made = Environment(
        loader=PackageLoader("ptoprove.html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.globals |= {"symbols": SYMBOLS, "worst_first": WORST_FIRST}
    made.filters |= {"seconds": seconds_text, "counted": counted}
    return made
