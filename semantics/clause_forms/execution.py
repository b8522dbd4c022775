"""Forms about what every execution keeps to, whatever the values."""

from __future__ import annotations

import re
from typing import Final

from semantics.clause_forms.form import BEFORE, TILES, Form, Make, Said, forms
from semantics.clause_forms.statements import (
    Condition,
    Demands,
    Keeps,
    ProfileOwned,
    Rule,
    Sentence,
)
from semantics.clause_forms.words import (
    PUBLISHED,
    TOPICS,
    all_match,
    meanings_of,
)


def _keeps(*rules: Rule) -> Make:
    return lambda match, at: (Keeps(rules, sentence=at),)


def _follows(match: re.Match[str], at: Sentence) -> Said:
    topics = meanings_of(match["topics"], TOPICS)
    if topics is None:
        return None
    rules = tuple(each for each in topics if isinstance(each, Rule))
    conditions = tuple(each for each in topics if isinstance(each, Condition))
    demands = (Demands(conditions, sentence=at),) if conditions else ()
    return (Keeps(rules, sentence=at), *demands)


def _publishes(match: re.Match[str], at: Sentence) -> Said:
    if not all_match(match["what"], PUBLISHED):
        return None
    padding = (Rule.PADDING,) if "padding" in match["what"] else ()
    return (Keeps((Rule.ATOMIC, *padding), sentence=at),)


def _no_effect(match: re.Match[str], at: Sentence) -> Said:
    """Memory effects that are `none`, which says something only in a clause about them."""
    if not at.clause.startswith("memory_effects"):
        return None
    return (Keeps((Rule.NO_MEMORY_EFFECT,), sentence=at),)


def _owned(match: re.Match[str], at: Sentence) -> Said:
    return (ProfileOwned(match["topic"], sentence=at),)


_CHECKS: Final = r"(?:all|complete)(?: [\w/-]+,?(?: and)?)* (?:checks|preflight)"

EXECUTION: Final[tuple[Form, ...]] = (
    *forms(
        "zero mask",
        _keeps(Rule.MASK_NOOP),
        r"(?:PE_MASK zero|PE_MASK=0000|zero mask) (?:is|completes as) a strict no-op" + BEFORE,
    ),
    *forms("any mask", _keeps(Rule.ANY_MASK), r"any nonzero subset is legal"),
    *forms("padding not read", _keeps(Rule.PADDING_NOT_READ), r"[\w-]+ padding is not read"),
    *forms(
        "snapshot",
        _keeps(Rule.SNAPSHOT),
        rf"{TILES} ?(?:source payloads?|sources?) (?:is|are) snapshotted"
        rf"(?: after {_CHECKS})?(?: and)?" + BEFORE,
    ),
    *forms(
        "checks first",
        _keeps(Rule.CHECKS_FIRST),
        rf"{_CHECKS} precedes? (?:(?:the|every|both|all) )?source snapshots?",
    ),
    *forms(
        "aliasing",
        _keeps(Rule.READ_BEFORE_WRITE),
        r"aliasing is read-before-write",
        r"source-to-destination aliasing therefore observes the complete pre-operation source "
        r"payload",
    ),
    *forms(
        "atomic publication",
        _publishes,
        r"(?P<what>.+) publish(?:es)? atomically",
        r"publish (?P<what>.+) atomically",
    ),
    *forms(
        "rejection has no effect",
        _keeps(Rule.REJECTION_PURE),
        r"rejection (?:has no architectural effect|publishes none|publishes no destination state)",
        r"rejection leaves (?:descriptors?, payloads?, and allocation|architectural) state "
        r"unchanged",
        r"rejection precede all architectural effects",
    ),
    *forms(
        "sources persist",
        _keeps(Rule.SOURCES_PERSIST),
        r"(?:both |the |successful )?sources? persists?",
    ),
    *forms(
        "destination not read",
        _keeps(Rule.DESTINATION_NOT_READ),
        r"no previous destination value is read",
    ),
    *forms("no memory effect", _no_effect, r"none"),
    *forms(
        "no memory fault",
        _keeps(Rule.NO_MEMORY_EFFECT),
        r"this operation introduces no memory fault",
    ),
    *forms(
        "no invalid condition",
        _keeps(Rule.NO_INVALID),
        r"reports no floating invalid condition solely from its value transform",
    ),
    *forms(
        "family contract",
        _follows,
        r"(?P<topics>.+) follow the closed(?: Local)? (?:unary|binary) Tile contract",
        r"(?P<topics>.+) follow ADR-[0-9]+ and NDF clause PTO-@-CONTRACT-[0-9]+",
    ),
    *forms(
        "default layout",
        _keeps(Rule.ROW_MAJOR_DEFAULT),
        r"omitted B\.DATR retains row-major destination layout",
    ),
    *forms(
        "layout places",
        _keeps(Rule.LAYOUT_PLACES),
        r"an assigned legal Layout changes only destination physical placement",
    ),
    *forms(
        "numeric profile",
        _owned,
        r"the(?: selected)? numeric profile owns (?P<topic>.+)",
        r"(?P<topic>floating [\w ]+) (?:is handled by|enter) the (?:selected )?numeric profile",
    ),
)
