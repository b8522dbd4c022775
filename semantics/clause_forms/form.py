"""What a form is: a pattern of phrases, and the statements that each makes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from semantics.clause_forms.statements import Keeps, Rule, Sentence, Statement
from semantics.clause_forms.words import EFFECTS, all_match

Said: TypeAlias = tuple[Statement, ...] | None
"""What a phrase says; None where a word in it is not understood."""

Make: TypeAlias = Callable[[re.Match[str], Sentence], Said]

SUBJECT: Final = r"(?:(?:@|it|this operation) )?"
BEFORE: Final = r"(?: before (?P<before>.+))?"
TILES: Final = r"(?:all|both|the|every|each) ?(?:two|three|four|complete|participating)?"


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of phrase. Where its pattern has a group `before`, that must be a list of effects."""

    name: str
    pattern: re.Pattern[str]
    make: Make

    def read(self, text: str, sentence: Sentence) -> Said:
        """What a phrase says, or None where it is not of this form."""
        match = self.pattern.fullmatch(text)
        if match is None:
            return None
        said = self.make(match, sentence)
        before = match.groupdict().get("before")
        if said is None or before is None:
            return said
        if not all_match(before, EFFECTS):
            return None
        return (*said, Keeps((Rule.CHECKS_FIRST,), sentence=sentence))


def forms(name: str, make: Make, *patterns: str) -> list[Form]:
    """One form for each pattern: written without MUST, and with @ for the mnemonic."""
    return [Form(name, re.compile(each, re.IGNORECASE), make) for each in patterns]
