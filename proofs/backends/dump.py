"""Queries as files of SMT-LIB, for reading and for other solvers, and a record of each.

Several processes write into one folder, some of them the same lemmas. So a file appears there whole
or not at all, and each process adds its records to a file of its own; `records` puts them together.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal, TypeAlias

from parser.files import read_bytes
from proofs.backends.query import Query

Status: TypeAlias = Literal["sat", "unsat", "unknown"]

SUFFIX: Final = ".smt2"
PARTS: Final = "records-*.part"
ORDER: Final = ("contract", "property", "case", "profile", "lemma", "function")
"""In which a text says whose query it is."""
LONGEST: Final = 200
"""Characters of a file's name before its number."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a file holds: a digest of its bytes, what solvers said, in which theory, and who knew.

    `about` says whose query it is (contract, property, profile; or lemma and function), `asks` what
    is asked, and `places` the obligations in question. `solver` is empty where nobody knew.
    """

    file: str
    sha256: str
    expected: Status
    theory: str
    solver: str
    asks: str
    about: Mapping[str, str] = field(default_factory=dict)
    case: Mapping[str, str] = field(default_factory=dict)
    places: Sequence[str] = ()


@dataclass
class Dump:
    """Writes queries to `folder`, as `name` and a number; `about` and `case` are of all records."""

    folder: Path
    name: str
    about: Mapping[str, str] = field(default_factory=dict)
    case: Mapping[str, str] = field(default_factory=dict)
    _count: int = 0

    def write(self, query: Query, status: Status, solver: str, about: Sequence[str]) -> None:
        """Write a query to which solvers gave this answer: the text that was answered.

        The first line of `about` is what is asked, the others are places.
        """
        self._count += 1
        asks, *places = about or [""]
        case = " ".join(f"{name}={value}" for name, value in self.case.items())
        whose = {**self.about, "case": case} if "contract" in self.about else self.about
        lines = [f"{name}: {whose[name]}" for name in ORDER if name in whose]
        lines += [*([f"asks: {asks}"] if asks else []), *places, f"theory: {query.theory}"]
        comments = "".join(f"; {' '.join(line.split())}\n" for line in lines)
        by_another = solver and not solver.startswith("z3 ")
        text = query.standard_text if by_another else query.text
        content = (
            f"{comments}(set-logic ALL)\n(set-info :status {status})\n{text}(check-sat)\n"
        ).encode()
        file = f"{plain_name(self.name)}-{self._count:03}-{query.theory.name.lower()}{SUFFIX}"
        digest = sha256(content).hexdigest()
        record = Record(
            file, digest, status, str(query.theory), solver, asks, self.about, self.case, places
        )
        self._put(file, content)
        self._note(record)

    def _put(self, file: str, content: bytes) -> None:
        """Whole, and never through a link that is in the way."""
        handle, temporary = tempfile.mkstemp(dir=self.folder, prefix=".new-")
        try:
            with open(handle, "wb") as out:
                out.write(content)
            Path(temporary).chmod(0o644)
            os.replace(temporary, self.folder / file)
        except BaseException:
            with suppress(OSError):
                os.unlink(temporary)
            raise

    def _note(self, record: Record) -> None:
        path = self.folder / PARTS.replace("*", str(os.getpid()))
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
        with open(os.open(path, flags, 0o644), "a", encoding="utf-8") as out:
            out.write(json.dumps(asdict(record)) + "\n")


def plain_name(name: str) -> str:
    """A name for a file: what texts of a specification say must not name another folder."""
    plain = re.sub(r"[^\w.+-]", "_", name, flags=re.ASCII).lstrip(".")
    if plain == name and len(plain) <= LONGEST:
        return plain
    return f"{plain[:LONGEST]}-{sha256(name.encode()).hexdigest()[:8]}"


def forget_records(folder: Path) -> None:
    """Remove what an earlier run that was ended has left."""
    for part in folder.glob(PARTS):
        part.unlink()


def records(folder: Path) -> list[Record]:
    """The records of all queries that are there, in the order of their names; what held them goes.

    Two processes may have written one file, with different answers: the record that counts is that
    of the text that is there.
    """
    found: dict[str, Record] = {}
    digests: dict[str, str] = {}
    for part in sorted(folder.glob(PARTS)):
        for line in read_bytes(part).decode(errors="replace").splitlines():
            with suppress(ValueError, TypeError):  # a process that died has left half a line
                record = Record(**json.loads(line))
                if record.file not in digests:
                    content = read_bytes(folder / record.file)
                    digests[record.file] = sha256(content).hexdigest()
                if record.sha256 == digests[record.file]:
                    found[record.file] = record
    forget_records(folder)
    return [found[file] for file in sorted(found)]
