"""What evaluating something may do, as coarsely as the rules of `pure` and `readonly` need it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from parser import syntax


class Purity(IntEnum):
    """From none to all: reads nothing that changes, reads only, may do anything."""

    PURE = 0
    READONLY = 1
    IMPURE = 2


@dataclass(frozen=True, slots=True)
class Effects:
    """On locals and on globals; `immutable`: nothing that is read can change."""

    on_locals: Purity = Purity.PURE
    on_globals: Purity = Purity.PURE
    immutable: bool = True

    def __or__(self, other: Effects) -> Effects:
        if self is NONE:
            return other
        if other is NONE:
            return self
        return Effects(
            max(self.on_locals, other.on_locals),
            max(self.on_globals, other.on_globals),
            self.immutable and other.immutable,
        )

    @property
    def purity(self) -> Purity:
        return max(self.on_locals, self.on_globals)

    @property
    def symbolic(self) -> bool:
        """Whether what is evaluated may stand in a type (is symbolically evaluable)."""
        return self.purity <= Purity.READONLY and self.immutable

    def outside(self) -> Effects:
        """What a caller sees of the effects of a body."""
        return Effects(Purity.PURE, self.on_globals, self.immutable)


NONE = Effects()
LOCAL_LET = Effects(Purity.READONLY, Purity.PURE, True)
LOCAL_VAR = Effects(Purity.READONLY, Purity.PURE, False)
LOCAL_WRITE = Effects(Purity.IMPURE, Purity.PURE, False)
GLOBAL_LET = Effects(Purity.PURE, Purity.READONLY, True)
GLOBAL_VAR = Effects(Purity.PURE, Purity.READONLY, False)
GLOBAL_WRITE = Effects(Purity.IMPURE, Purity.IMPURE, False)
ARBITRARY = Effects(Purity.READONLY, Purity.READONLY, False)
THROW = PRINT = Effects(Purity.IMPURE, Purity.IMPURE, True)


def of_call(qualifier: syntax.Qualifier | None) -> Effects:
    """The effects of calling a subprogram, which its qualifier alone decides."""
    match qualifier:
        case "pure":
            return NONE
        case "readonly":
            return GLOBAL_VAR
        case "noreturn" | None:
            return Effects(Purity.PURE, Purity.IMPURE, False)


def union(effects: list[Effects]) -> Effects:
    result = NONE
    for each in effects:
        result |= each
    return result
