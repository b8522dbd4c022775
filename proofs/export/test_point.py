"""A counterexample as a test point: a file with a PTO-TEST record and a `main()` that fails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final

from concrete.points import Outcome, Point, PointRunner, Status
from parser import syntax
from parser.diagnostics import Phase, PtoError, fail, render_all
from parser.loader import ParsedFile
from parser.source import Source, Span
from proofs.counterexample import Replayer
from proofs.export.draws import Draws
from proofs.export.equality import INDENT, Equality, in_use
from proofs.export.excerpt import Edit, LeftOut, Line, pieces, removals
from proofs.export.records import KIND, MOST_LINES, point_id, point_path, record_line
from proofs.export.rewriting import ARBITRARY, Place, places
from proofs.properties import Property, argument, key_of
from proofs.verdicts import Result
from semantics.intrinsics import TRACING
from semantics.ir_nodes import nodes
from semantics.overlays import with_profile
from semantics.specification import Specification
from semantics.types import BoolType, EnumType, Type
from semantics.values import DynamicError, Unsupported

SAME: Final = "PointSame"
DRAW: Final = "PointDraw"


@dataclass(frozen=True, slots=True)
class ExportedPoint:
    """A test point: `path` is where it belongs in a checkout of the specification."""

    id: str
    path: PurePosixPath
    text: str


def export(
    spec: Specification, files: Sequence[ParsedFile], property: Property, result: Result
) -> ExportedPoint:
    """The counterexample of a result as a test point, which has failed as that did.

    `files` hold the harness. Raises PtoError (CEX-EXPORT) where ASL can't say it, or where the
    point does not fail in the same place.
    """
    try:
        return _export(spec, files, property, result)
    except Unsupported as reason:
        raise _refused(result, str(reason)) from None


def _export(
    spec: Specification, files: Sequence[ParsedFile], property: Property, result: Result
) -> ExportedPoint:
    assert result.counterexample is not None
    profiled = with_profile(spec, result.profile)
    if profiled.digest != spec.digest:
        why = f"it is one of the profile `{result.profile}`, which no text of ASL can choose"
        raise Unsupported(why)
    program = spec.program(files)
    extents: dict[int, int] = {}

    def same_value(a: Any, b: Any) -> bool:
        in_use(a, extents)
        in_use(b, extents)
        return bool(a == b)

    replayer = Replayer(program, same_value)
    if property.assumes:
        replayer.within = frozenset(file.source.path for file in files)
    found = replayer.again(property, result.case, result.counterexample)
    if found is None:
        raise Unsupported("it does not fail any more")
    drawn, failure = found
    left_out = _left_out(files)
    used = pieces(files, [property.function], left_out)
    draws, equality = Draws(DRAW, drawn), Equality(SAME, extents)
    edits = [edit for piece in used for edit in removals(piece.tree, left_out)]
    for place in places(program, used, left_out):
        edits.append(_edit(place, draws, equality))
    types = program.signature(key_of(program, property)).arguments
    given = ", ".join(_constant(property, result.case[name], type) for name, type in types)
    body = [f"{INDENT}{property.function}({given});", f"{INDENT}return 0;"]
    lines = [
        *(Line(text) for text in _head(spec, property, result)),
        *(line for piece in used for line in (Line(""), *piece.lines(edits))),
        *(Line(text) for text in (*equality.lines(), *(draws.lines() if drawn else ()))),
        *(Line(text) for text in ("", "func main() => integer", "begin", *body, "end;")),
    ]
    if len(lines) > MOST_LINES:
        raise Unsupported(f"it has {len(lines)} lines, of which a test point may have {MOST_LINES}")
    contract, words = spec.contract(property.contract), f"{property.id}-{result.counterexample_id}"
    path = point_path(spec, contract, words)
    _check(spec, lines, path, failure)
    text = "".join(f"{line.text}\n" for line in lines)
    return ExportedPoint(point_id(contract, words), path, text)


def _refused(result: Result, why: str) -> PtoError:
    name = f"{result.contract} {result.property}"
    message = f"the counterexample {result.counterexample_id} ({name}) is no test point: {why}"
    return fail("CEX-EXPORT", Phase.INPUT, message, hint="`ptoprove cex replay` runs it as it is")


# ---------------------------------------------------------------- the harness in plain ASL


def _left_out(files: Sequence[ParsedFile]) -> LeftOut:
    """Leaves out what only shows or covers, and calls of procedures that do nothing else."""
    idle: set[str] = set()

    def left_out(statement: syntax.Statement) -> bool:
        match statement:
            case syntax.CallStatement(call=syntax.Call(name="Explain")):
                return True
            case syntax.CallStatement(call=syntax.Call(name=name, arguments=given)):
                acts = any(
                    isinstance(e, syntax.Call | syntax.Arbitrary) for e in nodes(given, syntax)
                )
                return (name == "Cover" or name in idle) and not acts
        return False

    procedures: dict[str, list[syntax.FuncDecl]] = {}
    for file in files:
        for each in file.unit.declarations:
            if isinstance(each, syntax.FuncDecl):
                procedures.setdefault(each.name, []).append(each)
    before = -1
    while len(idle) != before:
        before = len(idle)
        for name, overloads in procedures.items():
            if all(d.return_type is None and all(map(left_out, d.body)) for d in overloads):
                idle.add(name)
    return left_out


def _edit(place: Place, draws: Draws, equality: Equality) -> Edit:
    if place.name == ARBITRARY:
        assert place.type is not None
        return Edit(place.span, draws.expression(place.type, place.written))
    if place.name == "SameValue":
        assert place.type is not None
        return place.renamed(equality.of(place.type, place.written))
    if place.name == "Cover":
        return place.renamed("- = ")
    if place.name in TRACING:
        why = f"its harness asks for the order of events (`{place.name}`), which ASL can't say"
        raise Unsupported(why)
    raise Unsupported(f"its harness calls `{place.name}`, which only ptoprove has")


def _constant(property: Property, label: str, type: Type) -> str:
    """The value of a case as ASL writes it."""
    value = argument(property, label, type)
    match type:
        case EnumType(labels=labels):
            return str(labels[value])
        case BoolType():
            return "TRUE" if value else "FALSE"
    return str(value)


# ---------------------------------------------------------------- the record and the place


def _head(spec: Specification, property: Property, result: Result) -> list[str]:
    contract = spec.contract(property.contract)
    cases = ", ".join(f"{name} {value}" for name, value in result.case.items())
    about = f"{property.id} ({cases})" if cases else property.id
    condition = (
        "No assertion fails for the inputs of the counterexample "
        f"{result.counterexample_id} of ptoprove"
    )
    summary = f"{contract.name} {about}: {property.title}"
    id = point_id(contract, f"{property.id}-{result.counterexample_id}")
    return [record_line(spec, contract, id, summary, condition)]


# ---------------------------------------------------------------- whether it fails as it should


def _check(
    spec: Specification, lines: Sequence[Line], path: PurePosixPath, failure: DynamicError
) -> None:
    """Raise Unsupported unless the point fails here as the harness did, call by call."""
    source = Source.generated(f"<{path}>", "".join(f"{line.text}\n" for line in lines))
    outcome = PointRunner(spec).run(Point(path.stem, KIND, "", Path(source.path)))
    if outcome.status is not Status.FAILED:
        told = render_all(outcome.diagnostics).strip()
        raise Unsupported(f"as one it is {outcome.status}{': ' + told if told else ''}")
    expected = [(span.path, span.line) for _, span in failure.stack]
    got = [_origin(span, source, lines) for span in _stack(outcome)]
    if outcome.diagnostics[0].code != failure.code or got[: len(expected)] != expected[: len(got)]:
        raise Unsupported(f"as one it fails elsewhere: {render_all(outcome.diagnostics)}")


def _stack(outcome: Outcome) -> list[Span]:
    first = outcome.diagnostics[0]
    spans = [first.span, *(span for _, span in first.notes)]
    return [span for span in spans if span is not None]


def _origin(span: Span, source: Source, lines: Sequence[Line]) -> tuple[str, int]:
    """The path and line that a place of the point is from."""
    if span.path != source.path:
        return span.path, span.line
    return lines[span.line - 1].origin or (span.path, span.line)
