"""Harnesses with all they need, so that any tool for ASL1 can check them beside a specification."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from parser import syntax
from parser.loader import ParsedFile
from proofs.export.equality import INDENT, Equality, type_slug
from proofs.export.excerpt import Edit, pieces
from proofs.export.rewriting import ARBITRARY, Place, places
from proofs.properties import Property
from semantics.intrinsics import SPECS, TRACING
from semantics.primitives import NATIVES, PRIMITIVES
from semantics.program import Program
from semantics.specification import Specification
from semantics.types import VOID

NATIVE_CALL: Final = re.compile(rf"\b({'|'.join(NATIVES)})\(")
TYPES: Final = {"int": "integer", "bool": "boolean"}


def standalone(
    spec: Specification,
    program: Program,
    files: Sequence[ParsedFile],
    properties: Sequence[Property],
) -> str:
    """The harnesses of properties with what they call in `files`, and declarations that stand for
    what only ptoprove has: `SameValue` and `Explain` have a function for each type, the others say
    nothing but their signature.

    `program` is that of the specification and the files. Raises PtoError or Unsupported where a
    text has no meaning.
    """
    used = pieces(files, [p.function for p in properties if p.function], _keep)
    found = list(places(program, used, _keep))
    equality = Equality("SameValue")
    edits = [_edit(place, equality) for place in found if place.type and place.name != ARBITRARY]
    natives = {place.name for place in found if place.name in NATIVES} | _natives(spec)
    lines = [
        text
        for piece in used
        for text in ("", *piece.comment(), *(line.text for line in piece.lines(edits)))
    ]
    explained = {type_slug(p.written): p.written for p in found if p.name == "Explain"}
    asked = {p.name for p in found if p.name in TRACING or p.name == "Cover"}
    stands = [
        *(_explain(slug, written) for slug, written in sorted(explained.items())),
        *(_intrinsic(name) for name in sorted(asked)),
        *(_native(name) for name in sorted(natives)),
    ]
    own = ["", "// What only ptoprove has; of all but SameValue only the signature counts."]
    stand_ins = [*equality.lines(), *(line for each in stands for line in each)]
    return "\n".join([*lines, *(own if stand_ins else ()), *stand_ins])


def _keep(_: syntax.Statement) -> bool:
    return False


def _edit(place: Place, equality: Equality) -> Edit:
    assert place.type is not None
    if place.name == "SameValue":
        return place.renamed(equality.of(place.type, place.written))
    return place.renamed(f"Explain_{type_slug(place.written)}")


def _natives(spec: Specification) -> set[str]:
    """The functions without a body that the specification itself calls."""
    return {name for file in spec.files for name in NATIVE_CALL.findall(file.source.text)}


def _explain(slug: str, written: str) -> list[str]:
    return _procedure(f"Explain_{slug}", f"label: string, value: {written}")


def _intrinsic(name: str) -> list[str]:
    spec = SPECS[name]
    arguments = ", ".join(f"x{i}: {type}" for i, type in enumerate(spec.arguments))
    if spec.result == VOID:
        return _procedure(name, arguments)
    return _function("readonly", name, arguments, str(spec.result), f"ARBITRARY: {spec.result}")


def _native(name: str) -> list[str]:
    primitive = PRIMITIVES[NATIVES[name]]
    arguments = ", ".join(f"x{i}: {_sort(sort)}" for i, sort in enumerate(primitive.operands))
    width = primitive.result.removeprefix("bits ")
    return _function("pure", name, arguments, _sort(primitive.result), f"Zeros{{{width}}}")


def _sort(sort: str) -> str:
    return TYPES.get(sort) or f"bits({sort.removeprefix('bits ')})"


def _procedure(name: str, arguments: str) -> list[str]:
    return ["", f"readonly func {name}({arguments})", "begin", f"{INDENT}pass;", "end;"]


def _function(qualifier: str, name: str, arguments: str, result: str, value: str) -> list[str]:
    head = f"{qualifier} func {name}({arguments}) => {result}"
    return ["", head, "begin", f"{INDENT}return {value};", "end;"]
