"""What a declaration reaches: all by name that its meaning may depend on, and digests of that.

A name stands for all that is declared under it: overloads, a getter or a setter (`f()`, `f.set()`);
a label of an enumeration for its type. What a declaration names is read from its tree, as the
static checks read it: locals count as globals of their name, and a name that nothing declares
counts too, so that what is added under it is noticed. That is more than a run needs, never less.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from parser import syntax
from parser.diagnostics import PtoError
from parser.limits import lifted_limits
from parser.loader import ParsedFile
from parser.outline import Declared
from parser.source import Span
from semantics.checking.dependencies import components, used
from semantics.declarations import setter_name
from semantics.program import Program


@dataclass(frozen=True, slots=True)
class Digest:
    """Of declarations: `meaning` is that of their trees, whatever their comments, layout and
    places are; `places` is of their texts as they stand, and of where they stand."""

    meaning: bytes
    places: bytes


ABSENT = Digest(b"", b"")
"""Of a name that nothing declares."""


def names_of(declared: Declared) -> tuple[str, ...]:
    """The names under which a declaration is reached."""
    name = declared.heading.name
    match declared.heading.kind:
        case "function":
            return (f"{name}()",)
        case "accessor":
            return (f"{name}()", f"{setter_name(name)}()")
        case "type" | "global":
            return (name,)
        case "pragma":
            return ()


class Reach:
    """What declarations of a program reach. Each is looked at once.

    `files` hold the texts of the program. Those of `apart` are no part of the specification: it
    counts that a declaration stands in one of them. `needs` are names that a name reaches besides
    those in its text.
    """

    def __init__(
        self,
        program: Program,
        files: Iterable[ParsedFile],
        apart: Sequence[ParsedFile] = (),
        needs: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._program = program
        self._sources = {file.source.path: file.source for file in (*files, *apart)}
        self._apart = frozenset(file.source.path for file in apart)
        self._needs = needs or {}
        self._own: dict[str, tuple[Digest, tuple[str, ...]]] = {}
        self._whole: dict[str, Digest] = {}

    def own(self, name: str) -> Digest:
        """The digest of what is declared under a name, and of nothing that it names."""
        return self._node(name)[0]

    def names(self, roots: Iterable[str]) -> set[str]:
        """All names reached from some, which count; those of nothing are among them."""
        found: set[str] = set()
        waiting = list(roots)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += self._node(name)[1]
        return found

    def digest(self, name: str) -> Digest:
        """The digest of all that a name reaches."""
        if name not in self._whole:
            # Who is known has nobody in a circle who is not.
            graph: dict[str, tuple[str, ...]] = {}
            waiting = [name]
            while waiting:
                each = waiting.pop()
                if each not in graph and each not in self._whole:
                    graph[each] = self._node(each)[1]
                    waiting += graph[each]
            for circle in components(graph):
                self._whole.update(dict.fromkeys(circle, self._digest(circle)))
        return self._whole[name]

    def _digest(self, circle: Sequence[str]) -> Digest:
        """Of declarations that reach each other: theirs, and those of all others they name."""
        inside = sorted(circle)
        outside = sorted({n for name in circle for n in self._node(name)[1]}.difference(circle))
        own = [self.own(name) for name in inside]
        whole = [self._whole[name] for name in outside]
        return Digest(
            _hashed([inside, outside, [d.meaning for d in own], [d.meaning for d in whole]]),
            _hashed([inside, outside, [d.places for d in own], [d.places for d in whole]]),
        )

    def _node(self, name: str) -> tuple[Digest, tuple[str, ...]]:
        """The digest of what a name stands for, and the names in it."""
        found = self._own.get(name)
        if found is None:
            found = self._own[name] = self._looked_at(name)
        return found

    def _looked_at(self, name: str) -> tuple[Digest, tuple[str, ...]]:
        try:
            trees = self._trees(name)
        except PtoError as error:  # whoever runs it is told so
            text = str(error).encode()
            return Digest(text, text), ()
        owner = self._program.labels
        named = {owner.get(each, each) for tree in trees for each in used(tree)}
        named.update(self._needs.get(name, ()))
        if not trees:
            return ABSENT, tuple(named)
        with lifted_limits():
            meanings = sorted(repr((self._standing(tree.span), tree)) for tree in trees)
        places = sorted(f"{tree.span}\n{self._text(tree.span)}" for tree in trees)
        return Digest(_hashed(meanings), _hashed(places)), tuple(named)

    def _trees(self, name: str) -> list[syntax.Declaration]:
        program = self._program
        if name.endswith("()"):
            return [tree for _, tree in program.functions.get(name[:-2], ())]
        owner = program.labels.get(name, name)
        return [each[owner] for each in (program.types, program.globals) if owner in each]

    def _standing(self, span: Span) -> str | None:
        return span.path if span.path in self._apart else None

    def _text(self, span: Span) -> str:
        source = self._sources.get(span.path)
        lines = [] if source is None else source.lines[span.line - 1 : span.end_line]
        return "\n".join(lines)


def _hashed(parts: Sequence[object]) -> bytes:
    return sha256(repr(parts).encode()).digest()
