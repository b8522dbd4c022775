"""What reads hostile input: each reader takes a file, and raises PtoError or nothing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from concrete.machine import Machine
from concrete.tiles import read_tiles
from parser.asl import parse
from parser.bundle import parse_bundle
from parser.diagnostics import Diagnostic, PtoError
from parser.limits import lifted_limits
from parser.loader import ParsedFile, read_source
from parser.metadata import read_metadata
from parser.outline import Heading
from parser.scan import pack, scan, unpack
from parser.tree_json import TreeError, decode, encode
from proofs.properties import properties_of
from proofs.summaries import lemmas
from ptoprove.parsing import tree_values
from semantics.checking.checker import check
from semantics.specification import Specification

Reader = Callable[[Path], object]


def read_asl(path: Path) -> ParsedFile:
    """Parse, and read the metadata; a tree survives the cache, and can be written as JSON."""
    source = read_source(path)
    problems: list[Diagnostic] = []
    try:
        unit = parse(source)
        with suppress(TreeError):  # of a tree that the cache can't hold
            assert decode(encode(unit), source.path) == unit
        with lifted_limits():
            tree_values(unit.declarations)
    except PtoError as error:
        problems += error.diagnostics
    try:
        read_metadata(source)
    except PtoError as error:
        problems += error.diagnostics
    if problems:
        raise PtoError(*problems)
    return ParsedFile(source, unit)


def scan_asl(path: Path) -> None:
    """Find the declarations as in a very long text: they are those that parsing finds."""
    source = read_source(path)
    unit = parse(source)
    extents = unpack(pack(scan(source)))
    found = [each.parse(source).declarations[each.number] for each in extents]
    with lifted_limits():
        assert found == list(unit.declarations)
    assert [each.heading for each in extents] == [Heading.of(each) for each in found]


def check_asl(path: Path) -> None:
    """Parse a program, and check and lower it."""
    file = ParsedFile(source := read_source(path), parse(source))
    with lifted_limits():
        check(Machine(Specification("fuzz", [file]).program()).program)


def read_records(path: Path) -> None:
    """Read what the records of a file say: contracts, properties, summaries."""
    file = read_asl(path)
    for contract in Specification("fuzz", [file]).contracts.values():
        assert all(isinstance(each, str) for each in contract.bundle)
        assert contract.selector is None or contract.catalog
    list(properties_of(file))
    list(lemmas([file]))


def read_bundle(path: Path) -> None:
    """Read a bundle, or a call of the tile library."""
    tree_values(parse_bundle(read_source(path)))


READERS: dict[str, tuple[str, Reader]] = {
    "asl": (".asl", read_asl),
    "scan": (".asl", scan_asl),
    "check": (".asl", check_asl),
    "records": (".asl", read_records),
    "bundle": (".bundle", read_bundle),
    "tiles": (".json", read_tiles),
    "arrays": (".npz", read_tiles),
}
"""By name: the suffix of what it reads, and the reader."""
