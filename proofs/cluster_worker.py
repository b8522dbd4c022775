"""What the workers of a Dask cluster are sent, and what they do.

What is sent is text: the files of the specification and of the properties, whole, so that nothing
need be where it is at the client. A worker parses them with its own ptoprove, which must be the
same as the client's.
"""

from __future__ import annotations

import json
import pickle
import threading
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from distributed import Worker, WorkerPlugin

from parser.cache import ROOT
from parser.loader import ParsedFile, parse_files
from parser.source import Source
from parser.syntax import Unit
from proofs.cache import code_and_solver
from proofs.executors import MOST_TASKS
from proofs.provers import Provers
from proofs.tasks import Options, Task
from semantics.specification import Specification


@dataclass(frozen=True, slots=True)
class _Text:
    """A file; `kept` are where declarations start, if some are left out."""

    path: str
    text: str
    kept: frozenset[tuple[int, int]] | None

    @classmethod
    def of(cls, file: ParsedFile) -> _Text:
        kept = None
        if isinstance(file.content, Unit):
            kept = frozenset(map(_place, file.content.declarations))
        return cls(file.source.path, file.source.text, kept)

    def parsed(self) -> ParsedFile:
        Source.elsewhere(self.path, self.text)
        (file,) = parse_files([Path(self.path)])
        if self.kept is None:
            return file
        unit = file.unit
        declarations = tuple(d for d in unit.declarations if _place(d) in self.kept)
        return ParsedFile(file.source, Unit(unit.path, declarations))


def _place(declaration: Any) -> tuple[int, int]:
    return declaration.span.line, declaration.span.column


@dataclass(frozen=True, slots=True)
class _Spec:
    name: str
    conditions: tuple[str, ...]
    files: tuple[_Text, ...]


def packed(provers: Provers, todo: Sequence[Task]) -> bytes:
    """All that a worker needs to decide some tasks."""
    specs = {
        profile: _Spec(
            spec.name,
            spec.conditions,
            tuple(map(_Text.of, spec.files)),
        )
        for profile, spec in provers.specs.items()
    }
    given = provers.options
    options = Options(given.timeout, cache=given.cache, cross_check=given.cross_check)
    files = tuple(map(_Text.of, provers.files))
    return zlib.compress(pickle.dumps((specs, files, options, tuple(todo))))


# ---------------------------------------------------------------- in a worker


_ALONE = threading.Lock()
"""A worker may have several threads; provers and solvers are for one."""
_JOBS: dict[str, bytes] = {}


class Job(WorkerPlugin):
    """Brings what is sent to each worker, also to one that comes later, while a run lasts."""

    def __init__(self, name: str, content: bytes) -> None:
        self.name, self._content = name, content

    def setup(self, worker: Worker) -> None:
        """The worker is there."""
        _JOBS[self.name] = self._content

    def teardown(self, worker: Worker) -> None:
        """The run is over."""
        _JOBS.pop(self.name, None)
        _unpacked.cache_clear()


def decide(code: str, root: str, job: str, numbers: Sequence[int]) -> str:
    """The results of tasks of a job, as JSON, with the version of ptoprove that is here: none, if
    it is not that of `code`. Paths of our own files are as they are below `root`."""
    own = code_and_solver()
    results: list[dict[str, Any]] = []
    if own == code:
        with _ALONE:
            provers, todo = _unpacked(_JOBS[job])
            for number in numbers:
                results.append(asdict(provers.decide(todo[number])))
                if number % MOST_TASKS == 0:
                    provers.forget()
    text = json.dumps({"code": own, "results": results})
    return text.replace(json.dumps(str(ROOT))[1:-1], json.dumps(root)[1:-1])


@lru_cache(maxsize=1)
def _unpacked(job: bytes) -> tuple[Provers, tuple[Task, ...]]:
    sent: tuple[Mapping[str, _Spec], Sequence[_Text], Options, tuple[Task, ...]]
    sent = pickle.loads(zlib.decompress(job))
    specs, files, options, todo = sent
    loaded = {
        profile: Specification(each.name, [text.parsed() for text in each.files], each.conditions)
        for profile, each in specs.items()
    }
    return Provers(loaded, [text.parsed() for text in files], options), todo
