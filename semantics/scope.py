"""Local names of one function: blocks nest, a name declared twice gets a fresh unique name."""

from __future__ import annotations

from dataclasses import dataclass

from semantics import ir
from semantics.types import Type


@dataclass(frozen=True, slots=True)
class Local:
    """A declared local: its unique reference and whether it may be assigned."""

    ref: ir.LocalRef
    mutable: bool


class Scope:
    """A stack of blocks, innermost last."""

    def __init__(self) -> None:
        self._blocks: list[dict[str, Local]] = [{}]
        self._used: set[str] = set()
        self._temporaries = 0

    def push(self) -> None:
        self._blocks.append({})

    def pop(self) -> None:
        self._blocks.pop()

    def declare(self, name: str, type: Type, mutable: bool) -> ir.LocalRef:
        """A new local in the innermost block."""
        unique, n = name, 1
        while unique in self._used:
            unique, n = f"{name}_{n}", n + 1
        self._used.add(unique)
        ref = ir.LocalRef(unique, type)
        self._blocks[-1][name] = Local(ref, mutable)
        return ref

    def declared_here(self, name: str) -> bool:
        """Whether some enclosing block of this function declares the name."""
        return any(name in block for block in self._blocks)

    def find(self, name: str) -> Local | None:
        for block in reversed(self._blocks):
            if name in block:
                return block[name]
        return None

    def named(self, unique: str) -> Local | None:
        """The local in scope whose unique name that is."""
        locals = (local for block in self._blocks for local in block.values())
        return next((local for local in locals if local.ref.name == unique), None)

    def temporary(self, type: Type) -> ir.LocalRef:
        """A local no source text can name."""
        self._temporaries += 1
        return ir.LocalRef(f"__t{self._temporaries}", type)
