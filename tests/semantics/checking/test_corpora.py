"""The checker on real programs, where they are at hand.

ASLREF_TESTS names the tests of ASLRef, PTO_SPEC and PTO_DECODERS the specification.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from concrete.machine import Machine
from parser.asl import parse
from parser.diagnostics import PtoError
from parser.source import Source
from semantics.checking.checker import check
from semantics.program import Program
from semantics.specification import checkout
from tests.parser.test_corpora import COMMAND, folder
from tests.semantics.checking.test_checker import library

ERROR = re.compile(r"ASL (\w+) error", re.I)


def verdicts(tests: Path) -> Iterator[tuple[Path, bool]]:
    """Each file that a cram test runs with default options, and whether its types are wrong.

    Files whose text is wrong are left out.
    """
    for script in sorted(tests.glob("*.t/run.t")):
        for _, name, output in COMMAND.findall(script.read_text("utf-8")):
            file = script.parent / name
            error = ERROR.search(output)
            kind = error[1].lower() if error else ""
            if file.is_file() and kind not in ("lexical", "grammar"):
                yield file, kind in ("type", "static")


def accepted(file: Path) -> bool:
    try:
        program = Program([parse(Source.read(file))], library())
        Machine(program)
        check(program)
    except PtoError:
        return False
    return True


def test_the_suite_of_the_reference_implementation() -> None:
    found = [(file, wrong) for file, wrong in verdicts(folder("ASLREF_TESTS"))]
    assert len(found) > 500
    different = [str(file) for file, wrong in found if accepted(file) == wrong]
    assert different == []


def test_the_public_specification() -> None:
    specification = checkout(folder("PTO_SPEC"), [folder("PTO_DECODERS")])
    program = specification.program()
    Machine(program)
    check(program)
