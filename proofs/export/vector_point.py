"""A test vector as a test point: operands are set up, and legality and results asserted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from concrete.points import Point, PointRunner, Status
from concrete.tile_state import stored_word
from parser.diagnostics import Phase, PtoError, fail, render_all
from parser.source import Source
from proofs.export.records import KIND, MOST_LINES, point_id, point_path, record_line
from proofs.export.test_point import ExportedPoint
from proofs.properties.direct.forms import Form, Kind
from proofs.vectors import Vector, Vectors
from proofs.vectors.bench import Bench, Words
from semantics.formats import FORMATS
from semantics.specification import Specification
from semantics.types import BitsType, BoolType, EnumType, Type

INDENT = "    "


def export_vectors(spec: Specification, vectors: Vectors) -> Iterator[ExportedPoint]:
    """The vectors as test points, each of which has passed.

    Vectors of which the specification leaves open what comes, and those that fault, are left out.
    Raises PtoError (VECTORS-EXPORT) where a point can't be written, or does not pass.
    """
    contract = vectors.contract
    if vectors.bench.search.has_memory:
        raise _refused(vectors, "it works on memory, which no such point sets up")
    runner = PointRunner(spec)
    for each in vectors.vectors:
        if each.run.drawn or each.run.fault is not None:
            continue
        words = f"vector-{each.id.rpartition('-')[2]}"
        id, path = point_id(contract, words), point_path(spec, contract, words)
        summary = f"{contract.name} test vector: {each.label}"
        condition = "Operands are legal or not, and results are, as when ptoprove made the vector"
        record = record_line(spec, contract, id, summary, condition)
        body = [f"{INDENT}{line}" for line in _body(vectors.bench, each)]
        lines = [record, "func main() => integer", "begin", *body, f"{INDENT}return 0;", "end;"]
        if len(lines) > MOST_LINES:
            raise _refused(vectors, f"{each.id} has {len(lines)} lines, of {MOST_LINES} allowed")
        text = "".join(f"{line}\n" for line in lines)
        source = Source.generated(f"<{path}>", text)
        outcome = runner.run(Point(id, KIND, summary, Path(source.path)))
        if outcome.status is not Status.PASSED:
            told = render_all(outcome.diagnostics)
            raise _refused(vectors, f"as a point {each.id} is {outcome.status}: {told}")
        yield ExportedPoint(id, path, text)


def _refused(vectors: Vectors, why: str) -> PtoError:
    message = f"the vectors of {vectors.contract.name} are no test points: {why}"
    return fail("VECTORS-EXPORT", Phase.INPUT, message, hint="--out FILE.npz writes them as arrays")


def _body(bench: Bench, vector: Vector) -> Iterator[str]:
    input, run, operation = vector.input, vector.run, bench.operation
    indices = operation.indices()
    yield "ResetProfileState();"
    if input.opened is not None and bench.search.start is not None:
        word = bench.search.start.word({"DataType": FORMATS[input.opened].code})
        yield f"- = ExecuteCommandInstruction(Zeros{{64}} + 0x{word:08X}, 32);"
    words = iter(input.words)
    for tile, form in zip(operation.tiles, input.forms, strict=True):
        yield from form.statements(indices[tile.name], tile.name)
        if not tile.is_destination:
            yield from _written(indices[tile.name], form, next(words))
    given = {name: str(index) for name, index in indices.items()}
    for other, value in zip(operation.others, input.scalars, strict=True):
        given[other.name] = _text(other.type, value)
    names = [each.name for each in operation.parameters]
    taken = [*operation.legal_constants, *(given[name] for name in names)]
    yield f"assert {'' if run.legal else '!'}{operation.legal}({', '.join(taken)});"
    if not run.legal:
        return
    executed = [given[name] for name in names if name in operation.execute_takes]
    taken = [*operation.execute_constants, *executed]
    yield f"{operation.execute}({', '.join(taken)});"
    targets = zip(bench.destinations, bench.forms(input, bench.destinations), strict=True)
    for (tile, form), result in zip(targets, run.results, strict=True):
        yield from _expected(indices[tile.name], form, result)
    if run.status is not None:
        ((key, _),) = bench.machine.program.functions["NumericStatusFlags"]
        result_type = bench.machine.program.signature(key).result
        assert result_type is not None
        yield f"assert NumericStatusFlags() == {_text(result_type, run.status)};"


def _written(index: int, form: Form, words: Words) -> Iterator[str]:
    for place, word in enumerate(words):
        row, column = divmod(place, form.valid_columns)
        at = f"{index}, {row}, {column}"
        if word is None:
            continue
        if form.kind is Kind.PREDICATE:
            yield f"WriteTilePredicateBit({at}, {_truth(word)});"
        else:
            stored = stored_word(FORMATS[form.data_type], word)
            yield f"WriteTileElement({at}, Zeros{{64}} + 0x{stored:X});"


def _expected(index: int, form: Form, words: Words) -> Iterator[str]:
    for place, word in enumerate(words):
        row, column = divmod(place, form.valid_columns)
        at = f"{index}, {row}, {column}"
        if form.kind is Kind.PREDICATE:
            yield f"assert ReadTilePredicateBit({at}) == {_truth(word)};"
        elif word is None:
            yield f"assert !TileElementDefined({at});"
        else:
            bits = FORMATS[form.data_type].bits
            name = f"element_{index}_{row}_{column}"
            yield f"assert TileElementDefined({at});"
            yield f"let {name} = ReadTileElement({at});"
            yield f"assert {name}[{bits - 1}:0] == Zeros{{{bits}}} + 0x{word:X};"


def _truth(value: int | None) -> str:
    return "TRUE" if value else "FALSE"


def _text(type: Type, value: Any) -> str:
    """A value of a type as ASL writes it."""
    match type:
        case EnumType(labels=labels):
            return str(labels[value])
        case BoolType():
            return _truth(value)
        case BitsType(width=width):
            return f"Zeros{{{width}}} + 0x{value:X}"
    return str(value)
