"""What was probably meant by a name that nothing has."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from itertools import islice

MOST_COMPARED = 2000


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """The hint that names the closest of the known names, if one is close.

    Only names of about the same length are compared, and not more than MOST_COMPARED of them.
    """
    alike = (each for each in known if abs(len(each) - len(name)) <= 3)
    near = difflib.get_close_matches(name, islice(alike, MOST_COMPARED), 1)
    return f"did you mean `{near[0]}`?" if near else None
