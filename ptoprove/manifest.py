"""`manifest.json` beside queries of `check --smt2`: schema `ptoprove.smt2.v1` (docs/json.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from parser.diagnostics import Phase, PtoError, fail
from parser.files import read_bytes
from proofs.backends.dump import Record, forget_records, records
from ptoprove import __version__
from ptoprove.report import write
from semantics.specification import Specification

SCHEMA: Final = "ptoprove.smt2.v1"
NAME: Final = "manifest.json"
MOST_QUERIES: Final = 1_000_000

_FILE = re.compile(r"[A-Za-z0-9_+-][A-Za-z0-9_.+-]{0,249}\.smt2")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_TEXTS = ("file", "sha256", "expected", "theory", "asks")
_WHOSE = ("contract", "property", "profile", "lemma", "function")


@contextmanager
def manifest(folder: Path, spec: Specification) -> Iterator[None]:
    """Writes the manifest of all queries that are written to the folder meanwhile, at the end."""
    folder.mkdir(parents=True, exist_ok=True)
    forget_records(folder)
    path = folder / NAME
    path.unlink(missing_ok=True)  # that of another run, or a link that is in the way
    try:
        yield
    finally:
        write(path, document(spec, records(folder)))


def document(spec: Specification, queries: Sequence[Record]) -> dict[str, Any]:
    """The manifest as JSON values."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "spec": {"name": spec.name, "digest": spec.digest},
        "queries": [_query(each) for each in queries],
    }


def _query(record: Record) -> dict[str, Any]:
    return {
        "file": record.file,
        "sha256": record.sha256,
        "expected": record.expected,
        "theory": record.theory,
        "solver": record.solver or None,
        **{name: record.about.get(name) for name in _WHOSE},
        "case": dict(record.case),
        "asks": record.asks,
        "places": list(record.places),
    }


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a manifest says: of which version and specification, and of which queries."""

    version: str
    spec: str
    digest: str
    queries: tuple[Record, ...]


def read(folder: Path) -> Manifest:
    """The manifest of a folder; raises PtoError (MANIFEST-FILE) where there is none that is sound.

    What names a file anywhere but in the folder itself is not sound.
    """
    path = folder / NAME
    try:
        data = json.loads(read_bytes(path))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise _unsound(path, f"can't be read: {reason}") from None
    except (ValueError, RecursionError):
        raise _unsound(path, "is no JSON") from None
    with suppress(KeyError, TypeError, AttributeError):
        if data["schema"] != SCHEMA:
            raise _unsound(path, f"is not of the schema {SCHEMA}")
        spec, given = data["spec"], data["queries"]
        texts = (data["version"], spec["name"], spec["digest"])
        if all(isinstance(each, str) for each in texts) and isinstance(given, list):
            if len(given) > MOST_QUERIES:
                raise _unsound(path, f"names more than {MOST_QUERIES} queries")
            found = tuple(_record(path, number, each) for number, each in enumerate(given))
            return Manifest(*texts, found)
    raise _unsound(path, "lacks what every manifest has")


def _record(path: Path, number: int, data: dict[str, Any]) -> Record:
    where = f"queries[{number}]"
    texts = [data[name] for name in _TEXTS]
    solver, case, places = data["solver"], data["case"], data["places"]
    about = {name: data[name] for name in _WHOSE if data[name] is not None}
    texts += [solver or "", *about.values(), *case.values(), *places]
    if not all(isinstance(each, str) for each in texts) or not isinstance(places, list):
        raise _unsound(path, f"has something that is no text in {where}")
    if not _FILE.fullmatch(data["file"]):
        raise _unsound(
            path, f"names a file that can't be in its folder: {data['file']!r} in {where}"
        )
    if not _DIGEST.fullmatch(data["sha256"]):
        raise _unsound(path, f"has a digest that is none in {where}")
    if data["expected"] not in ("sat", "unsat", "unknown"):
        raise _unsound(path, f"expects what no solver answers in {where}")
    return Record(
        data["file"], data["sha256"], data["expected"], data["theory"], solver or "",
        data["asks"], about, case, places,
    )  # fmt: skip


def _unsound(path: Path, why: str) -> PtoError:
    return fail("MANIFEST-FILE", Phase.INPUT, f"`{path}` {why}")
