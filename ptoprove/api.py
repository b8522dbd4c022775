"""The public API as objects: a specification, its instructions, verdicts and outcomes.

They show themselves as HTML in notebooks (`_repr_html_`) and as text elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from concrete.bundles import BundleRun, run_bundle
from concrete.tile import Tile, TileError
from concrete.tile_arrays import Array, tile_of_array, tile_to_array
from concrete.tile_text import run_text
from parser.bundle import parse_bundle
from parser.diagnostics import Phase, fail
from parser.source import Source
from proofs.verdicts import Result, Summary
from ptoprove.html import fragments
from semantics.specification import Contract, Specification

if TYPE_CHECKING:
    from proofs.properties import Property

NAME = "<bundle>"


class Spec(Mapping[str, "Instruction"]):
    """A specification: a mapping of its instructions by name, in any case.

    >>> import ptoprove
    >>> spec = ptoprove.load()
    >>> list(spec)
    ['TDIV', 'TNEG', 'TREM', 'TSCATTER']
    >>> spec["trem"]
    TREM: Compute divisor-signed modulo for corresponding Local Tile elements.
    """

    def __init__(self, specification: Specification) -> None:
        self.specification = specification

    def __getitem__(self, name: str) -> Instruction:
        """Raises PtoError (CONTRACT-UNKNOWN) where there is none of that name."""
        return Instruction(self, self.specification.contract(name))

    def __iter__(self) -> Iterator[str]:
        return iter(self.specification.contracts)

    def __len__(self) -> int:
        return len(self.specification.contracts)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.upper() in self.specification.contracts

    def __repr__(self) -> str:
        return f"<{self.specification.name}: {len(self)} instructions>"

    @property
    def contracts(self) -> tuple[str, ...]:
        """The names of its instructions."""
        return tuple(self)

    def run(self, bundle: str, **tiles: Array | Tile) -> Outcome:
        """Execute a bundle in assembly text on tiles, which are given by their names in it.

        Of an array, its type says the type of the elements (`np.int32`, `ml_dtypes.bfloat16`, …).
        Raises PtoError where the bundle or a tile is wrong.

        >>> import numpy as np, ptoprove
        >>> spec = ptoprove.load()
        >>> text = "BSTART.VEC TNEG, S16; B.DIM LB0=2; B.IOT T1, mask=1111, <last>, ->T0<1>; BSTOP"
        >>> spec.run(text, T1=np.array([[7, -3]], np.int16)).tiles["T0"]
        array([[-7,  3]], dtype=int16)
        """
        found = {name: _tile(name, value) for name, value in tiles.items()}
        parsed = parse_bundle(Source(NAME, bundle))
        return Outcome(run_bundle(self.specification, parsed, found))


@dataclass(frozen=True)
class Instruction:
    """One instruction of a specification: what it says of itself, and what can be asked of it."""

    spec: Spec
    contract: Contract

    @property
    def name(self) -> str:
        return self.contract.name

    @property
    def summary(self) -> str:
        """The record's own line on it."""
        return self.contract.summary

    @property
    def clauses(self) -> Mapping[str, str]:
        """The texts of its clauses, by key."""
        return self.contract.clauses

    @cached_property
    def properties(self) -> tuple[Property, ...]:
        """The properties that can be checked; raises PtoError."""
        from proofs.properties import load_properties

        return load_properties(self.spec.specification, [self.name])

    def __repr__(self) -> str:
        return f"{self.name}: {self.summary}" if self.summary else self.name

    def check(self, *properties: str, **options: Any) -> Results:
        """Prove or refute properties, all where none is named; `options` are those of
        `ptoprove.check`.

        >>> import ptoprove
        >>> trem = ptoprove.load()["TREM"]
        >>> trem.check("range", case={"data_type": "S32", "valid_rows": "1", "valid_columns": "1"})
        1 result: 1 BOUNDED
        """
        from ptoprove import check

        return check(self.name, spec=self.spec, properties=properties, **options)

    def run(
        self, *sources: Array | Tile, shape: tuple[int, int] | None = None, padding: str = "Null"
    ) -> Outcome:
        """Execute it on one or two sources, as the bundle that binds them to a new destination.

        The type is that of the first source, and so is the valid shape, unless `shape` states it;
        `padding` is what goes around that. Raises PtoError where a tile is wrong.

        >>> import numpy as np, ptoprove
        >>> trem = ptoprove.load()["TREM"]
        >>> outcome = trem.run(np.array([[-7, 7]], np.int32), np.array([[3, -3]], np.int32))
        >>> outcome.result
        array([[ 2, -2]], dtype=int32)
        >>> trem.run(np.array([[1]], np.int32), np.array([[0]], np.int32))
        TREM: rejected with Fault_TileLegality
        """
        names = [f"T{number}" for number in range(1, len(sources) + 1)]
        tiles = {name: _tile(name, each) for name, each in zip(names, sources, strict=True)}
        if not tiles:
            message = f"{self.name}.run() needs the sources as arrays, in their order"
            raise fail("BUNDLE-TILE", Phase.INPUT, message)
        first = tiles[names[0]]
        rows, columns = shape or (first.valid_rows, first.valid_columns)
        parts = [
            f"BSTART.{self.contract.engine} {self.name}, {first.data_type}",
            f"B.DIM LB0={columns}",
            f"B.DIM LB1={rows}",
            f"B.DIM LB2={first.columns}",
            f"B.DATR PadValue={padding}" if padding != "Null" else "",
            f"B.IOT {', '.join(names)}, mask=1111, <last>, ->T0<{first.size_code}>",
            "BSTOP",
        ]
        return self.spec.run("; ".join(filter(None, parts)), **tiles)


@dataclass(frozen=True, eq=False)
class Outcome:
    """What came of a bundle."""

    ran: BundleRun

    @property
    def accepted(self) -> bool:
        return self.ran.accepted

    @property
    def fault(self) -> str | None:
        """The label of the fault that it was rejected with."""
        return self.ran.fault

    @property
    def clause(self) -> tuple[str, str] | None:
        """Key and text of the clause behind a rejection, where the contract has it."""
        return self.ran.clause

    @property
    def status(self) -> tuple[str, ...]:
        """The names of the numeric status flags that are set."""
        return self.ran.status

    @cached_property
    def tiles(self) -> Mapping[str, Array]:
        """The valid elements of each destination; where some are undefined, masked arrays."""
        return {name: _array(tile) for name, tile in self.ran.destinations.items()}

    @property
    def result(self) -> Array | None:
        """The valid elements of the only destination; None where the bundle is rejected."""
        return next(iter(self.tiles.values()), None) if self.accepted else None

    def __repr__(self) -> str:
        name = self.ran.contract.name if self.ran.contract else "bundle"
        how = "accepted" if self.accepted else f"rejected with {self.fault}"
        return f"{name}: {how}"

    def __str__(self) -> str:
        return run_text(self.ran)

    def _repr_html_(self) -> str:
        return fragments.outcome(self.ran)


class Results(Sequence[Result]):
    """Results of a check, in order."""

    def __init__(self, results: Sequence[Result], spec: Spec) -> None:
        self._results, self._spec = tuple(results), spec

    @overload
    def __getitem__(self, index: int) -> Result: ...
    @overload
    def __getitem__(self, index: slice) -> Results: ...
    def __getitem__(self, index: int | slice) -> Result | Results:
        if isinstance(index, slice):
            return Results(self._results[index], self._spec)
        return self._results[index]

    def __len__(self) -> int:
        return len(self._results)

    @property
    def exit_code(self) -> int:
        """That of `ptoprove check`: 0 where all hold, 1 where one is refuted or vacuous, else 3."""
        return Summary.of(self).exit_code

    @property
    def refuted(self) -> Results:
        """Those with a counterexample."""
        return Results([each for each in self if each.counterexample is not None], self._spec)

    def __repr__(self) -> str:
        from ptoprove.verdict_table import WORST_FIRST, counted

        counts = Summary.of(self).counts
        told = (f"{counts[each]} {each}" for each in reversed(WORST_FIRST) if counts[each])
        return f"{counted(len(self), 'result')}: {', '.join(told)}"

    def _repr_html_(self) -> str:
        return fragments.results(self, self._spec.specification)


def _tile(name: str, value: Array | Tile) -> Tile:
    try:
        return value if isinstance(value, Tile) else tile_of_array(name, np.asarray(value))
    except TileError as error:
        raise fail(error.code, Phase.INPUT, f"{name}: {error.message}", hint=error.hint) from None


def _array(tile: Tile) -> Array:
    defined = [[word is not None for word in row] for row in tile.valid]
    if all(map(all, defined)):
        return tile_to_array(tile)
    whole = tuple(tuple(word or 0 for word in row) for row in tile.elements)
    filled = Tile(
        tile.name, tile.data_type, tile.rows, tile.columns, tile.valid_rows, tile.valid_columns,
        tile.capacity_bytes, whole, tile.layout,
    )  # fmt: skip
    return np.ma.array(tile_to_array(filled), mask=~np.array(defined))
