"""Reads and parses many files: in parallel where that pays, and each text only once ever."""

from __future__ import annotations

import errno
import gc
import multiprocessing
import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256
from itertools import repeat
from pathlib import Path

from parser.asl import parse
from parser.cache import Cache, code_digest, user_cache_directory
from parser.diagnostics import Diagnostic, Phase, PtoError
from parser.metadata import Metadata, read_metadata
from parser.outline import Declared, Outline, outline
from parser.scan import Extent, pack, scan, unpack
from parser.source import Source, Span
from parser.syntax import Declaration, Unit
from parser.tree_json import TreeError, decode, decode_headings, decode_line, encode

# Starting processes takes as long as parsing this many characters.
WORTH_A_PROCESS = 500_000
PARSED_WHOLE = 4_000_000
"""Characters of the longest text that is parsed before anyone asks for its declarations."""

HINTS = {
    errno.EISDIR: "name a file",
    errno.EINVAL: "pipes and devices are not read: save the text in a file",
}


@dataclass(frozen=True)
class ParsedFile:
    """A file free of lexical, grammar and metadata errors; its parts are made when asked for.

    `content` is the tree, or its JSON from the cache or another process, or nothing but a promise
    that the text parses. Of a text of more than PARSED_WHOLE characters it is where declarations
    are: such a file is only known to have no errors outside of functions and accessors.
    """

    source: Source
    content: Unit | bytes | tuple[Extent, ...] | None = None
    trees: Cache | None = None

    @cached_property
    def outline(self) -> Outline:
        """The declarations; their trees are made when asked for, which may raise PtoError."""
        content = self.content
        if isinstance(content, tuple):
            return tuple(Declared(each.heading, partial(self._part, each)) for each in content)
        if isinstance(content, bytes):
            try:
                headings, lines = decode_headings(content)
            except TreeError:
                return outline(self.unit)
            return tuple(
                Declared(heading, partial(self._line, line, number))
                for number, (heading, line) in enumerate(zip(headings, lines, strict=True))
            )
        return outline(self.unit)

    @cached_property
    def unit(self) -> Unit:
        """The syntax tree; of a long text it may raise PtoError."""
        if isinstance(self.content, Unit):
            return self.content
        with no_collection():
            if isinstance(self.content, bytes):
                try:
                    return decode(self.content, self.source.path)
                except TreeError:
                    pass
            return parse(self.source)

    def _line(self, line: bytes, number: int) -> Declaration:
        """The declaration of that number, which is on this line."""
        try:
            return decode_line(line, self.source.path)
        except TreeError:
            return self.unit.declarations[number]

    def _part(self, extent: Extent) -> Declaration:
        """The declaration that a part of the text holds."""
        part = f"{extent.line}:{extent.column}:{extent.text(self.source)}"
        key = _key(sha256(part.encode()).digest())
        stored = self.trees and self.trees.get(key)
        if stored:
            with suppress(TreeError):
                return decode(stored, self.source.path).declarations[extent.number]
        unit = extent.parse(self.source)
        if self.trees:
            with suppress(TreeError):
                self.trees.put(key, encode(unit))
        return unit.declarations[extent.number]

    @cached_property
    def metadata(self) -> Metadata:
        """What the comments say."""
        return read_metadata(self.source)


def parse_files(
    paths: Sequence[Path], jobs: int | None = None, cache_dir: Path | None = None
) -> list[ParsedFile]:
    """Parse files, or texts that were generated under these names, in the order given.

    `jobs` limits the processes (None: one per processor), `cache_dir` names a cache other than the
    user's. Raises one PtoError with the problems of all files.
    """
    trees = Cache(cache_dir or user_cache_directory())
    problems: list[Diagnostic] = []
    sources: list[Source] = []
    for path in paths:
        try:
            sources.append(read_source(path))
        except PtoError as error:
            problems += error.diagnostics
    found: list[ParsedFile | None] = [_known(source, trees) for source in sources]
    missing = [number for number, file in enumerate(found) if file is None]
    checked = _check_all([sources[number] for number in missing], jobs, trees)
    for number, (content, stored, diagnostics) in zip(missing, checked, strict=True):
        found[number] = ParsedFile(sources[number], content or stored, trees)
        problems += diagnostics
    if problems:
        raise PtoError(*problems)
    return [file for file in found if file is not None]


def _known(source: Source, trees: Cache) -> ParsedFile | None:
    """The file of a text whose tree, or whose declarations, are in the cache."""
    stored = trees.get(_key(source.digest))
    if stored is None:
        return None
    if len(source.text) <= PARSED_WHOLE:
        return ParsedFile(source, stored, trees)
    with suppress(ValueError, TypeError):
        return ParsedFile(source, unpack(stored), trees)
    return None


# What a file holds, the JSON of it (each unless it can't be had), and what is wrong with it.
_Checked = tuple[Unit | tuple[Extent, ...] | None, bytes | None, tuple[Diagnostic, ...]]


def _check_all(sources: Sequence[Source], jobs: int | None, trees: Cache) -> list[_Checked]:
    work = sum(len(source.text) for source in sources if len(source.text) <= PARSED_WHOLE)
    workers = min(jobs or os.cpu_count() or 1, len(sources), work // WORTH_A_PROCESS)
    if workers < 2 or not _can_fork():
        with no_collection():
            return [_check(source, trees) for source in sources]
    # The largest first, so that none is left to run alone at the end.
    order = sorted(range(len(sources)), key=lambda number: -len(sources[number].text))
    found: list[_Checked] = [(None, None, ())] * len(sources)
    with ProcessPoolExecutor(workers, multiprocessing.get_context("fork")) as pool:
        results = pool.map(_check_in_worker, [sources[number] for number in order], repeat(trees))
        for number, result in zip(order, results, strict=True):
            found[number] = result
    return found


def _can_fork() -> bool:
    """A forked process knows this module already; with threads about, forking isn't safe."""
    return "fork" in multiprocessing.get_all_start_methods() and threading.active_count() == 1


def _check(source: Source, trees: Cache) -> _Checked:
    """Parse a text and read its metadata; remember the tree if there's nothing wrong."""
    problems: tuple[Diagnostic, ...] = ()
    content: Unit | tuple[Extent, ...] | None = None
    try:
        content = parse(source) if len(source.text) <= PARSED_WHOLE else scan(source)
    except PtoError as error:
        problems += error.diagnostics
    try:
        read_metadata(source)
    except PtoError as error:
        problems += error.diagnostics
    if content is None or problems:
        return None, None, problems
    try:
        stored = encode(content) if isinstance(content, Unit) else pack(content)
    except TreeError:
        return content, None, ()
    trees.put(_key(source.digest), stored)
    return content, stored, ()


def _check_in_worker(source: Source, trees: Cache) -> _Checked:
    """As `_check`, but the tree stays here: through the pipe its JSON is several times faster."""
    with no_collection():
        content, stored, problems = _check(source, trees)
    return None if isinstance(content, Unit) else content, stored, problems


def _key(digest: bytes) -> str:
    return sha256(code_digest("parser") + digest).hexdigest()


def read_source(path: Path) -> Source:
    """The text of a file, or the generated text of that name; raises PtoError (codes INPUT-…)
    where it can't be read."""
    try:
        return Source.named(str(path))
    except (OSError, ValueError) as error:
        raise PtoError(_unreadable(path, error)) from None


def _unreadable(path: Path, error: OSError | ValueError) -> Diagnostic:
    span = Span(str(path), 1, 1, 1, 1)
    if isinstance(error, UnicodeDecodeError):
        message = (
            f"the file is not UTF-8 text (byte {error.start} is {error.object[error.start]:#04x})"
        )
        hint = "save the file as UTF-8"
        return Diagnostic("INPUT-ENCODING", Phase.INPUT, message, span, hint)
    reason = getattr(error, "strerror", None) or str(error)
    reason = reason[:1].lower() + reason[1:]
    number: int = getattr(error, "errno", 0)
    if number == errno.EFBIG:
        return Diagnostic("INPUT-SIZE", Phase.INPUT, f"the file is {reason}", span, "split it")
    hint = HINTS.get(number, "check the name and the permissions")
    return Diagnostic("INPUT-FILE", Phase.INPUT, f"can't read the file: {reason}", span, hint)


@contextmanager
def no_collection() -> Iterator[None]:
    """Spares the garbage collector the sight of many new objects, none of them garbage."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
