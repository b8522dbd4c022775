"""Properties: `PTO-PROPERTY` records, their harnesses, and the cases they are asked in."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from parser import syntax
from parser.diagnostics import Phase, fail
from parser.loader import ParsedFile, parse_files
from parser.metadata import Record
from parser.source import Span
from proofs.properties.direct import search_together
from proofs.properties.templates import SUPPORT, harness_file
from semantics.overlays import PROFILES
from semantics.program import Program
from semantics.specification import Specification
from semantics.types import BoolType, EnumType, IntType, Type

KEYS = (
    "id", "contract", "function", "title", "clauses", "cases", "case_values", "profiles", "assumes",
    "scope", "bounds", "any_shape", "unsupported",
)  # fmt: skip
MOST_CASES = 10_000


@dataclass(frozen=True)
class AnyShape:
    """How the same is asked of operands of any shape, besides the bounded cases.

    The function `any` makes operands that lie within `bounds`, in place of `instead_of`. Each of
    `always_fit`, with the first argument of a case, asserts that all operands there are do. `alike`
    names for each label of that argument the first of those that differ in shapes alone. `left` is
    what is bounded even so.
    """

    instead_of: str
    any: str
    bounds: str
    always_fit: tuple[str, ...]
    alike: Mapping[str, str]
    left: str | None = None


@dataclass(frozen=True)
class Property:
    """What is to be proved: a function of the loaded program, called once per case.

    `cases` maps names of its arguments to labels; `values` gives labels that are no numbers,
    `TRUE`, `FALSE` or enumeration labels their numbers. `profiles` names the numeric profiles that
    it speaks of; it is empty where the profile does not matter. With `bounds`, a proof is BOUNDED.
    `assumes` names the property to which failures of the specification's own text are left.
    `any_shape` says how it is asked of every shape, or why it is not.
    `texts` is a digest of the user's files that it is read with, empty for shipped ones. With
    `unsupported`, the reason why it cannot be asked, it has no function and one case, unnamed.
    """

    id: str
    contract: str
    function: str
    title: str
    clauses: tuple[str, ...]
    cases: tuple[Mapping[str, str], ...]
    values: Mapping[str, int]
    coverage: str
    bounds: str | None
    source: str
    path: str
    span: Span
    profiles: tuple[str, ...] = ()
    assumes: str | None = None
    texts: str = ""
    unsupported: str | None = None
    any_shape: AnyShape | str | None = None

    @property
    def functions(self) -> tuple[str, ...]:
        """The functions that a verdict is about, in which it is asked."""
        if not self.function:
            return ()
        shape = self.any_shape
        more = (shape.any, *shape.always_fit) if isinstance(shape, AnyShape) else ()
        return self.function, *more

    @property
    def scope(self) -> str:
        """For which inputs a verdict speaks."""
        assumed = f"no runtime error ({self.assumes})" if self.assumes else None
        covered = ", ".join(filter(None, (self.coverage, assumed)))
        return covered if self.bounds is None else f"{covered}; {self.bounds}"


def harness_files(
    spec: Specification, contracts: Iterable[str] = (), jobs: int = 1
) -> tuple[ParsedFile, ...]:
    """The shipped harnesses of the named contracts of a specification (of all, without names),
    after what they share. As many processes as `jobs` look for operands."""
    named = [spec.contract(name) for name in list(contracts) or spec.contracts]
    search_together(spec, named, jobs)
    found = (harness_file(spec, each) for each in named)
    return (*parse_files(SUPPORT), *(file for file in found if file is not None))


def load_properties(
    spec: Specification, contracts: Iterable[str] = (), jobs: int = 1
) -> tuple[Property, ...]:
    """The shipped properties of the named contracts of a specification; without names, of all.
    Their scopes name the conditions of its overlays. `jobs` as of `harness_files`."""
    files = harness_files(spec, contracts, jobs)
    return tuple(p for file in files for p in properties_of(file, spec))


def properties_of(file: ParsedFile, spec: Specification | None = None) -> Iterator[Property]:
    """The properties one file states, of contracts of `spec`; their scopes name its conditions.

    Raises PtoError where a record is wrong (PROPERTY-RECORD) or names another contract
    (CONTRACT-UNKNOWN).
    """
    functions = {d.name: d for d in file.unit.declarations if isinstance(d, syntax.FuncDecl)}
    for record in file.metadata.records:
        if record.kind == "PTO-PROPERTY":
            found = _property(file, record, functions)
            if spec is not None:
                contract = spec.contract(found.contract, record.span).name
                coverage = ", ".join([found.coverage, *spec.conditions])
                found = replace(found, contract=contract, coverage=coverage)
            yield found


def _property(
    file: ParsedFile, record: Record, functions: Mapping[str, syntax.FuncDecl]
) -> Property:
    data: Mapping[str, Any] = record.data
    for key in data:
        if key not in KEYS:
            raise wrong(record, f"`{key}` is none of {', '.join(KEYS)}")
    clauses = data.get("clauses", [])
    if not isinstance(clauses, list) or not all(isinstance(c, str) for c in clauses):
        raise wrong(record, "`clauses` must be a list of texts")
    for key in ("id", "contract", "title", "scope"):
        if not isinstance(data.get(key), str):
            raise wrong(record, f"it has no text `{key}`")
    if "unsupported" in data:
        return _unsupported(file, record, tuple(clauses))
    if not isinstance(data.get("function"), str):
        raise wrong(record, "it has no text `function`")
    function = functions.get(data["function"])
    if function is None:
        raise wrong(record, f"this file has no function `{data['function']}`")
    names = [argument.name for argument in function.arguments]
    given = data.get("cases", {})
    if not isinstance(given, Mapping) or list(given) != names:
        raise wrong(record, f"`cases` must list the arguments {names}, in order")
    if not all(isinstance(given[name], list) for name in names):
        raise wrong(record, "`cases` must give a list for each argument")
    values = data.get("case_values", {})
    if not isinstance(values, Mapping) or not all(type(v) is int for v in values.values()):
        raise wrong(record, "`case_values` must be numbers by label")
    profiles = data.get("profiles", [])
    if not isinstance(profiles, list) or not all(each in PROFILES for each in profiles):
        raise wrong(record, f"`profiles` must be a list of {', '.join(PROFILES)}")
    for key in ("bounds", "assumes"):
        if not isinstance(data.get(key, ""), str):
            raise wrong(record, f"`{key}` must be a text")
    labels = [list(itertools.islice(_labels(given[name]), MOST_CASES + 1)) for name in names]
    if math.prod(map(len, labels)) > MOST_CASES:
        raise wrong(record, f"it has more than {MOST_CASES} cases")
    cases = tuple(dict(zip(names, choice, strict=True)) for choice in itertools.product(*labels))
    lines = file.source.lines[function.span.line - 1 : function.span.end_line]
    return Property(
        data["id"],
        data["contract"],
        data["function"],
        data["title"],
        tuple(clauses),
        cases,
        dict(values),
        data["scope"],
        data.get("bounds"),
        "\n".join(lines),
        file.source.path,
        function.span,
        tuple(profiles),
        data.get("assumes"),
        any_shape=_any_shape(record, functions),
    )


def _any_shape(record: Record, functions: Mapping[str, syntax.FuncDecl]) -> AnyShape | str | None:
    data = record.data.get("any_shape")
    if data is None or isinstance(data, str):
        return data
    texts = ("instead_of", "any", "bounds")
    left = data.get("left") if isinstance(data, Mapping) else None
    if (
        not isinstance(data, Mapping)
        or not all(isinstance(data.get(key), str) for key in texts)
        or not isinstance(data.get("always_fit"), list)
        or not isinstance(data.get("alike"), Mapping)
        or not isinstance(left, str | None)
    ):
        raise wrong(
            record, "`any_shape` must be a text, or have instead_of, any, bounds, always_fit, alike"
        )
    if not record.data.get("cases"):
        raise wrong(record, "`any_shape` goes with `cases`, of which the first is about shapes")
    instead_of, any, bounds = (data[key] for key in texts)
    always_fit = tuple(map(str, data["always_fit"]))
    for name in (instead_of, any, *always_fit):
        if name not in functions:
            raise wrong(record, f"this file has no function `{name}`")
    return AnyShape(instead_of, any, bounds, always_fit, dict(data["alike"]), left)


def _unsupported(file: ParsedFile, record: Record, clauses: tuple[str, ...]) -> Property:
    """What cannot be asked, and why."""
    data: Mapping[str, Any] = record.data
    for key in ("function", "cases", "case_values", "profiles", "assumes", "bounds", "any_shape"):
        if key in data:
            raise wrong(record, f"with `unsupported` it has no `{key}`")
    if not isinstance(data["unsupported"], str):
        raise wrong(record, "`unsupported` must be a text")
    return Property(
        data["id"],
        data["contract"],
        "",
        data["title"],
        clauses,
        ({},),
        {},
        data["scope"],
        None,
        "",
        file.source.path,
        record.span,
        unsupported=data["unsupported"],
    )


def _labels(given: Iterable[Any]) -> Iterator[str]:
    """`"0..3"` stands for 0, 1, 2, 3."""
    for each in given:
        interval = re.fullmatch(r"([0-9]{1,18})\.\.([0-9]{1,18})", str(each))
        if interval:
            yield from map(str, range(int(interval[1]), int(interval[2]) + 1))
        else:
            yield str(each)


def wrong(stated: Record | Property, message: str) -> Exception:
    """The error that a record is wrong."""
    hint = "docs/properties.md describes the record"
    text = f"this PTO-PROPERTY record is wrong: {message}"
    return fail("PROPERTY-RECORD", Phase.INPUT, text, stated.span, hint)


def key_of(program: Program, property: Property) -> str:
    """The key of the harness itself, whatever else has its name."""
    for key, declaration in program.functions[property.function]:
        if declaration.span == property.span:
            return key
    raise AssertionError(f"{property.function} is not in the program")


def argument(property: Property, label: str, type: Type) -> Any:
    """The value a case label stands for, as an argument of that type."""
    if label in property.values:
        label = str(property.values[label])
    if isinstance(type, EnumType):
        for position, name in enumerate(type.labels):
            if name == label or name.rpartition("_")[2] == label:
                return position
    elif isinstance(type, BoolType) and label in ("TRUE", "FALSE"):
        return label == "TRUE"
    elif isinstance(type, IntType) and re.fullmatch(r"-?\d+", label):
        number = int(label)
        ranges = (IntType((each,)).interval() for each in type.ranges or ())
        inside = (
            (low is None or low <= number) and (high is None or number <= high)
            for low, high in ranges
        )
        if type.ranges is None or any(inside):
            return number
    message = f"`{label}` is no {type} (property {property.id})"
    raise fail("CASE-VALUE", Phase.INPUT, message, property.span)


def select(
    properties: Sequence[Property], contracts: Sequence[str], names: Sequence[str]
) -> list[Property]:
    """The named properties of the named contracts; without names, all. Raises PtoError."""
    import difflib

    chosen = [p for p in properties if not contracts or p.contract in contracts]
    known = sorted({p.id for p in chosen})
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"did you mean `{near[0]}`?" if near else f"there are: {', '.join(known)}"
            raise fail("PROPERTY-UNKNOWN", Phase.INPUT, f"no property is named `{name}`", hint=hint)
    return [p for p in chosen if not names or p.id in names]
