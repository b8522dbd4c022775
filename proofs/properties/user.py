"""Properties in files that users give, beside or instead of the shipped ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from concrete.execute import loaded
from parser.diagnostics import Phase, fail
from parser.limits import lifted_limits
from parser.loader import ParsedFile, parse_files
from parser.source import Span
from proofs.properties import (
    AnyShape,
    Property,
    argument,
    harness_files,
    key_of,
    properties_of,
    wrong,
)
from semantics.program import Program, Signature
from semantics.specification import Specification
from semantics.types import Type


def user_files(spec: Specification, paths: Sequence[Path]) -> tuple[ParsedFile, ...]:
    """The files, in which all is in order: text, records, cases, and the static rules of ASL1.

    They may use what the specification declares and the shipped harnesses of the contracts that
    their records name. Raises PtoError with the place of what is wrong; a file without records is
    CHECK-EMPTY.
    """
    paths = list(dict.fromkeys(paths))
    files = tuple(parse_files(paths))
    for file in files:
        if not any(record.kind == "PTO-PROPERTY" for record in file.metadata.records):
            message = "the file has no PTO-PROPERTY record, so there is nothing to check"
            hint = "docs/properties.md describes the record"
            raise fail(
                "CHECK-EMPTY", Phase.INPUT, message, Span(file.source.path, 1, 1, 1, 1), hint
            )
    if files:
        found = user_properties(spec, files)
        harnesses = harness_files(spec, dict.fromkeys(p.contract for p in found))
        known = Specification(spec.name, [*spec.files, *harnesses])
        with lifted_limits(), loaded(paths, known, lambda _: None) as (machine, _):
            for each in found:
                if each.function:
                    _check_cases(machine.program, each)
                    _check_shapes(machine.program, each)
    return files


def _check_cases(program: Program, property: Property) -> None:
    """Raise PtoError (CASE-VALUE) for a label that is no value of its argument."""
    for name, type in program.signature(key_of(program, property)).arguments:
        for label in dict.fromkeys(case[name] for case in property.cases):
            argument(property, label, type)


def _check_shapes(program: Program, property: Property) -> None:
    """Raise PtoError (PROPERTY-RECORD) where functions that ask of every shape can't be called in
    the way that they are."""
    shape = property.any_shape
    if not isinstance(shape, AnyShape):
        return

    def named(name: str) -> Signature:
        keys = [k for k, each in program.functions[name] if each.span.path == property.path]
        if len(keys) > 1:
            raise wrong(property, f"this file has several functions `{name}`")
        return program.signature(keys[0])

    def types(signature: Signature) -> list[Type]:
        return [type for _, type in (*signature.parameters, *signature.arguments)]

    given, made = named(shape.instead_of), named(shape.any)
    if types(given) != types(made) or given.result != made.result:
        like = "the arguments and the result"
        raise wrong(property, f"`{shape.any}` must have {like} of `{shape.instead_of}`")
    (_, first), *_ = program.signature(key_of(program, property)).arguments
    for name in shape.always_fit:
        if types(named(name)) != [first]:
            message = f"`{name}` must have one argument, like the first of `{property.function}`"
            raise wrong(property, message)


def user_properties(spec: Specification, files: Sequence[ParsedFile]) -> tuple[Property, ...]:
    """The properties that users' files state; a verdict on one depends on the texts of them all.

    Raises PtoError where a record is wrong or names a contract that the specification lacks.
    """
    texts = sha256(b"".join(file.source.digest for file in files)).hexdigest()
    found = (p for file in files for p in properties_of(file, spec))
    return tuple(replace(p, texts=texts) for p in found)
