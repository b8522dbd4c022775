"""The static check of a specification, done once for every text."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from concrete.machine import Machine
from parser.cache import Cache, code_digest, user_cache_directory
from parser.loader import ParsedFile
from semantics.checking.checker import check
from semantics.specification import Specification


def check_specification(spec: Specification, extra: Sequence[ParsedFile] = ()) -> None:
    """Check all that a specification and more files declare; warnings are dropped.

    A text that was right once is not checked again. Raises PtoError with all problems.
    """
    texts = [sha256(file.source.text.encode()).hexdigest() for file in extra]
    code = code_digest("parser", "semantics", "concrete")
    key = "static-" + sha256("\0".join([code, spec.digest, *texts]).encode()).hexdigest()
    kept = Cache(user_cache_directory())
    if kept.get(key) is None:
        program = spec.program(extra)
        Machine(program)
        check(program)
        kept.put(key, b"right")
