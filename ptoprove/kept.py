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
from parser.diagnostics import Phase, PtoError, fail
from parser.loader import ParsedFile
from proofs import checker
from proofs.cache import NO_RESULT, result_of, result_text
from proofs.counterexample import Replayer
from proofs.explanation import Explainer, Explanation
from proofs.properties import harness_files
from proofs.properties.user import user_files
from proofs.tasks import Task
from proofs.verdicts import ID_DIGITS, Counterexample, Result
from ptoprove.selection import Selection
from semantics import decoders
from semantics.overlays import with_profile
from semantics.specification import Specification
from semantics.values import Unsupported

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

    def document(self) -> dict[str, Any]:
        """It as JSON values, of which `kept_of` makes it again."""
        directory = self.selection.spec_dir
        return {
            "spec_dir": None if directory is None else str(directory),
            "decoders": [str(path) for path in self.selection.decoders],
            "target": self.selection.target,
            "files": [str(path) for path in self.files],
            "digest": self.digest,
            "when": self.when,
            "result": json.loads(result_text(self.result)),
        }

    def explained(self) -> Explanation:
        """Why it fails, on the text as it is now; nothing, where it can't be run any more."""
        assert self.result.counterexample is not None
        try:
            task = self.task()
            program = with_profile(self.spec, task.profile).program(self.harnesses)
            explainer = Explainer(program, frozenset(file.source.path for file in self.harnesses))
            return explainer.explain(task.property, task.case, self.result.counterexample)
        except (PtoError, Unsupported):
            return Explanation()

    def again(self) -> Counterexample | None:
        """How it fails on the text as it is now, if it does; raises PtoError."""
        task = self.task()
        replayer = Replayer(with_profile(self.spec, task.profile).program(self.harnesses))
        if task.property.assumes:
            replayer.within = frozenset(file.source.path for file in self.harnesses)
        assert self.result.counterexample is not None
        found = replayer.again(task.property, task.case, self.result.counterexample)
        return None if found is None else replayer.counterexample(*found)

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
        paths = tuple(Path(file.source.path).absolute() for file in files)
        found = Kept(each, selection.absolute(), paths, digests[each.contract], time.time())
        cache.put(f"{PREFIX}{found.id}", json.dumps(found.document()).encode())


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
        return kept_of(json.loads(stored))
    except NO_RESULT:
        return None


def kept_of(data: dict[str, Any]) -> Kept:
    """A counterexample of its document; raises one of NO_RESULT where it is none."""
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


def _digest(spec: Specification, files: Sequence[ParsedFile]) -> str:
    texts = [spec.digest.encode(), *(file.source.digest for file in files)]
    return sha256(b"".join(texts)).hexdigest()
