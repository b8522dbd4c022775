"""Which properties make a statement of a contract precise: the one relation between the two.

Properties take the clauses that they cite from it, and an audit the verdict on a clause.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from semantics.clause_forms import statements
from semantics.clause_forms.statements import (
    Computes,
    Condition,
    DataTypes,
    Demands,
    Dimension,
    IllegalAttributes,
    IllegalCommands,
    Keeps,
    OnlyAttributes,
    Operands,
    PadCodes,
    PadDefault,
    Rule,
    Selector,
    Statement,
    Value,
    Waives,
)
from semantics.specification import Contract

CONDITIONS: Final[Mapping[Condition, tuple[str, ...]]] = {
    Condition.BINDINGS: ("binding-legality", "bundle-bindings"),
    Condition.ATTRIBUTES: ("attribute-legality", "bundle-attribute-legality"),
    Condition.DIMENSIONS: ("shape-defaults",),
    Condition.DATA_TYPE: ("type-domain-bundle",),
    Condition.CAPACITY: ("fault-order",),
    Condition.SHAPE: ("shape-legality", "bundle-operand-legality"),
    Condition.LAYOUT: ("layout-legality", "bundle-operand-legality"),
    Condition.SAME_TYPE: ("descriptor-legality", "bundle-operand-legality"),
    Condition.MASK: ("descriptor-legality",),
    Condition.DEFINED: ("source-definedness", "direct-definedness"),
    Condition.ENCODING: ("encoding-validity",),
    Condition.DIVISOR: ("zero-divisor-rejection",),
    Condition.INDEX_RANGE: ("index-range",),
    Condition.DISTINCT: ("duplicate-rejection",),
}
RULES: Final[Mapping[Rule, tuple[str, ...]]] = {
    Rule.MASK_NOOP: ("pe-mask-noop", "bundle-mask-noop"),
    Rule.ANY_MASK: ("descriptor-legality", "bundle-masks"),
    Rule.CHECKS_FIRST: ("rejection-purity", "atomic-publication", "bundle-rejection"),
    Rule.REJECTION_PURE: ("rejection-purity", "bundle-rejection", "direct-rejection"),
    Rule.SNAPSHOT: ("atomic-publication", "snapshot-aliasing", "direct-read-before-write"),
    Rule.READ_BEFORE_WRITE: ("snapshot-aliasing", "direct-aliasing"),
    Rule.ATOMIC: ("atomic-publication", "bundle-publication"),
    Rule.SOURCES_PERSIST: ("source-persistence", "direct-frame", "bundle-frame"),
    Rule.DESTINATION_NOT_READ: ("destination-not-read", "direct-destination-not-read"),
    Rule.PADDING: ("padding", "bundle-padding", "direct-padding"),
    Rule.PADDING_NOT_READ: ("padding-not-read", "direct-padding-not-read"),
    Rule.SHAPE_DEFAULTS: ("shape-defaults", "bundle-omitted-dimensions"),
    Rule.ROW_MAJOR_DEFAULT: ("layout-legality",),
    Rule.LAYOUT_PLACES: ("layout-legality",),
    Rule.NO_MEMORY_EFFECT: ("no-memory-effect", "direct-frame", "bundle-frame"),
    Rule.NO_INVALID: ("sign-bit-only", "direct-status"),
}
VALUES: Final[Mapping[Value, tuple[str, ...]]] = {
    Value.FLOOR_MODULO: (
        "divisor-sign", "floor-congruence", "range", "rounded-range", "direct-values",
    ),
    Value.REMAINDER: ("floor-congruence", "range", "direct-values"),
    Value.QUOTIENT: ("quotient", "direct-values"),
    Value.NEGATION: ("negation", "involution", "direct-values"),
    Value.SIGN_BIT: ("sign-bit-only", "involution", "direct-values"),
    Value.ZERO_FILL: ("zero-fill",),
    Value.SCATTER: ("scatter",),
    Value.BITS_KEPT: ("scatter", "moves", "encoding-validity"),
}  # fmt: skip
assert set(CONDITIONS) == set(Condition) and set(RULES) == set(Rule) and set(VALUES) == set(Value)


def properties_for(statement: Statement) -> tuple[str, ...]:
    """The identities of the properties that establish a statement; none, where it is one about
    the record itself or left to the numeric profile."""
    match statement:
        case DataTypes():
            return ("type-domain", "type-domain-bundle")
        case Selector():
            return ("encoding",)
        case Operands() | IllegalCommands():
            return ("binding-legality", "bundle-bindings")
        case OnlyAttributes() | IllegalAttributes():
            return ("attribute-legality",)
        case Dimension():
            return ("shape-defaults",)
        case PadDefault() | PadCodes():
            return ("padding", "direct-padding")
        case Demands(conditions=conditions) | Waives(conditions=conditions):
            return tuple(id for each in conditions for id in CONDITIONS[each])
        case Keeps(rules=rules):
            return tuple(id for each in rules for id in RULES[each])
        case Computes(value=value):
            return VALUES[value]
        case _:
            return ()


def clauses_for(contract: Contract, property_id: str) -> tuple[str, ...]:
    """The keys of the clauses that a property of a contract makes precise, in order."""
    cited = (s.clause for s in statements(contract) if property_id in properties_for(s))
    return tuple(dict.fromkeys(cited))
