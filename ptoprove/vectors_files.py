"""Test vectors in files: arrays for NumPy, and an index of schema `ptoprove.vectors.v1`
(docs/vectors.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from concrete.tile_arrays import Array, saved_array
from proofs.export.test_point import ExportedPoint
from proofs.properties.direct.forms import Form, Kind
from proofs.properties.direct.operation import Parameter
from proofs.vectors import Vector, Vectors
from proofs.vectors.bench import Bench, Words
from ptoprove import __version__
from ptoprove.coverage import Coverage
from ptoprove.coverage_report import coverage_values
from ptoprove.errors import check_writable, make_directory
from ptoprove.report import diagnostic_values
from ptoprove.terminal import case_text
from semantics.formats import FORMATS
from semantics.specification import Specification
from semantics.types import BoolType, EnumType

SCHEMA = "ptoprove.vectors.v1"
Group: TypeAlias = Sequence[Vector]


def write_arrays(path: Path, vectors: Vectors) -> None:
    """Write the arrays of all groups to an `.npz` file, the same bytes each time."""
    arrays: dict[str, Any] = {}
    for number, group in enumerate(vectors.groups()):
        for name, array in _arrays(vectors.bench, group).items():
            arrays[f"g{number}.{name}"] = array
    with path.open("wb") as stream:
        np.savez_compressed(stream, allow_pickle=False, **arrays)


def write_points(directory: Path, points: Iterable[ExportedPoint]) -> None:
    """Write test points where they belong, if the directory is a checkout; raises PtoError
    (OUTPUT-FILE)."""
    for each in points:
        path = directory / each.path
        make_directory(path.parent)
        check_writable(path)
        path.write_text(each.text, encoding="utf-8")


def index(
    spec: Specification,
    profile: str,
    case: Mapping[str, str],
    vectors: Vectors,
    coverage: Coverage,
) -> dict[str, Any]:
    """What says how to read the arrays, as JSON values."""
    bench = vectors.bench
    return {
        "schema": SCHEMA,
        "version": __version__,
        "spec": {"name": spec.name, "digest": spec.digest},
        "contract": vectors.contract.name,
        "profile": profile,
        "case": case_text(case),
        "legality": bench.operation.legal,
        "execution": bench.operation.execute,
        "groups": [
            {
                "name": f"g{number}",
                "operands": _operands(bench, group),
                "opened": group[0].input.opened,
                "vectors": [_vector(each) for each in group],
            }
            for number, group in enumerate(vectors.groups())
        ],
        "failures": [diagnostic_values(each) for each in vectors.failures],
        "coverage": coverage_values(coverage),
    }


def _vector(vector: Vector) -> dict[str, Any]:
    run = vector.run
    return {
        "id": vector.id,
        "label": vector.label,
        "legal": run.legal,
        "fault": run.fault,
        "status": run.status,
        "open": run.drawn,
    }


# ---------------------------------------------------------------- operands


def _operands(bench: Bench, group: Group) -> list[dict[str, Any]]:
    """The operands of a group, in the order of the functions' arguments."""
    forms = dict(zip(bench.operation.tiles, group[0].input.forms, strict=True))
    return [
        _tile(each, forms[each], len(group)) if each.is_tile else _scalar(bench, each, group)
        for each in bench.operation.parameters
    ]


def _tile(tile: Parameter, form: Form, count: int) -> dict[str, Any]:
    shape = [count, form.valid_rows, form.valid_columns]
    return {
        "name": tile.name,
        "role": tile.role,
        "direction": "destination" if tile.is_destination else "source",
        "kind": form.kind.value,
        "data_type": form.data_type if form.kind is not Kind.PREDICATE else None,
        "columns": form.columns,
        "capacity_bytes": form.cube_capacity if form.kind.is_cube else form.capacity,
        "dtype": _elements(form, []).dtype.name,
        "shape": shape,
    }


def _scalar(bench: Bench, each: Parameter, group: Group) -> dict[str, Any]:
    labels = each.type.labels if isinstance(each.type, EnumType) else ()
    return {
        "name": each.name,
        "role": each.role,
        "direction": "value",
        "type": str(each.type),
        "labels": list(labels),
        "dtype": _values(bench, each, group).dtype.name,
        "shape": [len(group)],
    }


# ---------------------------------------------------------------- arrays


def _arrays(bench: Bench, group: Group) -> dict[str, Array]:
    """The arrays of a group, whose first axis is that of its vectors."""
    input = group[0].input
    found: dict[str, Array] = {}
    places = enumerate(zip(bench.sources, bench.forms(input, bench.sources), strict=True))
    for place, (tile, form) in places:
        found |= _tile_arrays(tile, form, [each.input.words[place] for each in group])
    targets = enumerate(
        zip(bench.destinations, bench.forms(input, bench.destinations), strict=True)
    )
    for place, (tile, form) in targets:
        nothing: Words = (None,) * form.size
        results = [each.run.results[place] if each.run.results else nothing for each in group]
        found |= _tile_arrays(tile, form, results)
    for other in bench.operation.others:
        found[other.name] = _values(bench, other, group)
    found["legal"] = np.array([each.run.legal for each in group])
    if any(each.run.status is not None for each in group):
        found["status"] = np.array([each.run.status or 0 for each in group], np.uint64)
    if any(each.run.memory for each in group):
        size = max(len(each.run.memory) for each in group)
        memory = [each.run.memory or (0,) * size for each in group]
        found["memory"] = np.array(memory, np.uint8)
    return found


def _tile_arrays(tile: Parameter, form: Form, tiles: Sequence[Words]) -> dict[str, Array]:
    """The elements of a tile in each vector, and which of them are defined."""
    shape = (len(tiles), form.valid_rows, form.valid_columns)
    elements = _elements(form, [[word or 0 for word in words] for words in tiles])
    defined = np.array([[word is not None for word in words] for words in tiles])
    return {
        tile.name: elements.reshape(shape),
        f"{tile.name}.defined": defined.reshape(shape),
    }


def _elements(form: Form, words: Sequence[Sequence[int]]) -> Array:
    if form.kind is Kind.PREDICATE:
        return np.array(words, np.bool_)
    return saved_array(FORMATS[form.data_type], words)


def _values(bench: Bench, each: Parameter, group: Group) -> Array:
    """An operand that is no tile, in each vector; of an enumeration, the place of the label."""
    place = bench.operation.others.index(each)
    values = [vector.input.scalars[place] for vector in group]
    if isinstance(each.type, BoolType):
        return np.array(values, np.bool_)
    return np.array(values, np.uint64 if min(values) >= 0 else np.int64)
