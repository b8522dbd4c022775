"""Mutation of files as bytes: of single ones, of tokens, and by what has broken readers before."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

MOST_BYTES = 100_000
TOKEN = re.compile(rb"\w+|[ \t]+|\s|.", re.DOTALL)
NASTY: tuple[bytes, ...] = (
    # bytes and characters
    b"\xff", b"\xed\xa0\x80", b"\xc0\x80", b"\0", b"\x1b[2J", b"\x7f", b"\t", b"\r", b"\r\n", b"\n",
    *map(str.encode, ("\ufeff", "\u2028", "\u0301", "\u202e", "漢", "\U0010ffff")),
    # what opens, closes or separates
    b'"', b"'", b"\\", b'"\\"', b"/*", b"*/", b"//", b"end;", b"begin", b"case x of when ", b"{}",
    b"[]", b"->", b"-->", b"..", b"<", b">", b",", b";", b"func main() => integer\nbegin\n",
    # depth and length
    b"(" * 400, b"[[" * 400, b"{" * 400, b"if TRUE then " * 200, b"- " * 600, b"! " * 1200,
    b".a" * 1200, b" + 1" * 1200, b"9" * 5000, b"0x" + b"f" * 5000, b"a" * 2000,
    # literals and types
    b"0x", b"1.", b"__a", b"'1x'", b"^ 100000", b"1e999999999", b"NaN", b"-Infinity", b"2^40",
    b"[[2^40]]", b"integer{0..2^200}", b"bits(-1)", b"ARBITRARY: integer", b"recurselimit ",
    # other formats
    b"// PTO-UNIT: {", b"// PTO-PROPERTY: ", b"// NDF-BEGIN: a\n", b"// NDF-END: a\n",
    b"// ndf: a=1 a=1\n", b"// DOC-BEGIN:", b"// DOC-END: x\n", b"%a = ", b"!pto.tile<",
    b"B.DIM LB0=4;", b"null", b'{"schema": "ptoprove.tiles.v1", "tiles": {',
)  # fmt: skip

Mutation = Callable[[Random, bytes, Sequence[bytes]], bytes]


def mutated(random: Random, seeds: Sequence[bytes], most: int = 8) -> bytes:
    """A seed after one to `most` mutations; of a large one only a part, of MOST_BYTES at most."""
    data = random.choice(seeds)
    if len(data) > MOST_BYTES:
        start = random.randrange(len(data) - MOST_BYTES)
        data = data[start : start + MOST_BYTES]
    for _ in range(random.randint(1, most)):
        data = random.choice(MUTATIONS)(random, data, seeds)[: 2 * MOST_BYTES]
    return data


def _cut(random: Random, data: bytes, longest: int = 40) -> tuple[int, int]:
    """Start and end of a part, mostly a short one."""
    start = random.randrange(len(data) + 1)
    length = random.randrange(longest if random.random() < 0.8 else len(data) + 1)
    return start, min(len(data), start + length)


def _insert(random: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    at, _ = _cut(random, data)
    return data[:at] + random.choice(NASTY) + data[at:]


def _insert_many(random: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    at, _ = _cut(random, data)
    return data[:at] + random.choice(NASTY) * random.randrange(2, 300) + data[at:]


def _flip(random: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    at, _ = _cut(random, data)
    return data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]


def _delete(random: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    start, end = _cut(random, data)
    return data[:start] + data[end:]


def _duplicate(random: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    start, end = _cut(random, data, 200)
    return data[:end] + data[start:end] * random.choice((1, 1, 2, 50)) + data[end:]


def _move(random: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    start, end = _cut(random, data)
    part, rest = data[start:end], data[:start] + data[end:]
    at, _ = _cut(random, rest)
    return rest[:at] + part + rest[at:]


def _truncate(random: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    return data[: _cut(random, data)[0]]


def _splice(random: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    other = random.choice(seeds)
    start, end = _cut(random, other, 300)
    at, _ = _cut(random, data)
    return data[:at] + other[start:end] + data[at:]


def _tokens(random: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """Exchange, repeat or leave out a token, or put one of the file in the place of another."""
    tokens = TOKEN.findall(data)
    if not tokens:
        return data
    one, other = random.randrange(len(tokens)), random.randrange(len(tokens))
    match random.randrange(4):
        case 0:
            tokens[one], tokens[other] = tokens[other], tokens[one]
        case 1:
            tokens[one] = tokens[other]
        case 2:
            tokens.insert(one, tokens[other])
        case _:
            del tokens[one]
    return b"".join(tokens)


def _line_ends(random: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    return data.replace(b"\n", random.choice((b"\r\n", b"\r", b" ", b"\n\n")))


MUTATIONS: tuple[Mutation, ...] = (
    _insert, _insert, _insert_many, _flip, _flip, _delete, _delete, _duplicate, _move, _truncate,
    _splice, _splice, *[_tokens] * 8, _line_ends,
)  # fmt: skip
