"""Counterexamples of earlier checks, which are kept under their ids in the user's cache."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from parser.cache import Cache, user_cache_directory
from parser.diagnostics import Phase, fail
from parser.loader import ParsedFile
from proofs import checker
from proofs.cache import NO_RESULT, result_of, result_text
from proofs.properties import harness_files
from proofs.properties.user import user_files
from proofs.tasks import Task
from proofs.verdicts import ID_DIGITS, Result
from ptoprove.selection import Selection
from semantics import decoders
from semantics.specification import Specification

PREFIX = "counterexample-"
SHORTEST = 4
"""Digits of the shortest beginning of an id that may stand for it."""


@dataclass(frozen=True)
class Kept:
    """A refutation: of which specification, with which users' files, and when it was found.

    `digest` is that of the texts it is about; `when` is in seconds since 1970.
    """

    result: Result
    selection: Selection
    files: tuple[Path, ...]
    digest: str
    when: float

    @property
    def id(self) -> str:
        return str(self.result.counterexample_id)

    @cached_property
    def spec(self) -> Specification:
        """The specification as it is now; raises PtoError."""
        selection = self.selection
        if selection.spec_dir is not None and any(map(decoders.is_made, selection.decoders)):
            made = decoders.kept(selection.spec_dir)
            selection = replace(selection, decoders=() if made is None else (made,))
        return selection.load()

    @cached_property
    def harnesses(self) -> tuple[ParsedFile, ...]:
        """The files of properties as they are now; raises PtoError."""
        shipped = harness_files(self.spec, [self.result.contract])
        return (*shipped, *user_files(self.spec, self.files))

    @property
    def changed(self) -> bool:
        """Whether the text of the specification or of the properties is another now."""
        return self.digest != _digest(self.spec, self.harnesses)

    def task(self) -> Task:
        """The property and the case; raises PtoError where there is no such any more."""
        asked = self.result
        users = user_files(self.spec, self.files)
        found = checker.tasks(
            self.spec, [asked.contract], [asked.property], asked.case, None, users
        )
        for each in found:
            if each.profile == asked.profile and dict(each.case) == dict(asked.case):
                return each
        message = f"`{asked.property}` of {asked.contract} has no such case any more"
        raise fail("CASE-UNKNOWN", Phase.INPUT, message)


def keep(
    results: Iterable[Result],
    spec: Specification,
    selection: Selection,
    files: Sequence[ParsedFile] = (),
) -> None:
    """Keep the refutations among results; where there is no cache, nothing is kept."""
    cache = Cache(user_cache_directory())
    digests: dict[str, str] = {}
    for each in results:
        if each.counterexample is None:
            continue
        if each.contract not in digests:
            harnesses = (*harness_files(spec, [each.contract]), *files)
            digests[each.contract] = _digest(spec, harnesses)
        directory = selection.spec_dir
        document = {
            "spec_dir": None if directory is None else str(directory.absolute()),
            "decoders": [str(_decoder(path)) for path in selection.decoders],
            "target": selection.target,
            "files": [str(Path(file.source.path).absolute()) for file in files],
            "digest": digests[each.contract],
            "when": time.time(),
            "result": json.loads(result_text(each)),
        }
        cache.put(f"{PREFIX}{each.counterexample_id}", json.dumps(document).encode())


def kept() -> list[Kept]:
    """All that are kept, the last found first; entries that are none of ours are passed over."""
    cache = Cache(user_cache_directory())
    found = (_read(cache, key) for key in cache.keys(PREFIX))
    return [each for each in found if each is not None]


def find(id: str) -> Kept:
    """The counterexample of that id, of which the beginning is enough if no other has it.

    Raises PtoError (CEX-UNKNOWN).
    """
    hint = "`ptoprove cex list` names those that are kept; a check finds them again"
    cache = Cache(user_cache_directory())
    digits = id.lower()
    if not re.fullmatch(rf"[0-9a-f]{{{SHORTEST},{ID_DIGITS}}}", digits):
        message = f"`{id}` is no id of a counterexample: these have {ID_DIGITS} hexadecimal digits"
        raise fail("CEX-UNKNOWN", Phase.INPUT, message, hint=hint)
    keys = cache.keys(f"{PREFIX}{digits}")
    if len(keys) > 1:
        message = f"{len(keys)} counterexamples have ids that begin with `{id}`"
        raise fail("CEX-UNKNOWN", Phase.INPUT, message, hint=hint)
    found = _read(cache, keys[0]) if keys else None
    if found is None:
        message = f"no counterexample `{id}` is kept"
        raise fail("CEX-UNKNOWN", Phase.INPUT, message, hint=hint)
    return found


def _read(cache: Cache, key: str) -> Kept | None:
    stored = cache.get(key)
    if stored is None:
        return None
    try:
        return _kept(json.loads(stored))
    except NO_RESULT:
        return None


def _kept(data: dict[str, Any]) -> Kept:
    directory = data["spec_dir"]
    selection = Selection(
        None if directory is None else Path(directory),
        tuple(map(Path, data["decoders"])),
        data["target"],
    )
    result = result_of(data["result"])
    if result.counterexample is None:
        raise ValueError("no counterexample")
    if selection.decoders and directory is None:
        raise ValueError("decoders without a checkout")
    files = tuple(map(Path, data["files"]))
    return Kept(result, selection, files, data["digest"], float(data["when"]))


def _decoder(path: Path) -> Path:
    """The name of a decoder everywhere; what a script made has no place."""
    return path if decoders.is_made(path) else path.absolute()


def _digest(spec: Specification, files: Sequence[ParsedFile]) -> str:
    texts = [spec.digest.encode(), *(file.source.digest for file in files)]
    return sha256(b"".join(texts)).hexdigest()
