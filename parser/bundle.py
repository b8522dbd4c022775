"""Bundle assembly text: commands such as `B.DIM LB0=4`, separated by newlines or `;`.

Only syntax is judged here: repeated, missing or misplaced commands are kept for the model to
reject. Values stay symbolic where the text has a name. `parser.library_call` reads the tile
library's spelling of the same operations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from parser.bundle_syntax import (
    BDatr,
    BDim,
    BIot,
    BStart,
    BStop,
    Bundle,
    Command,
    Destination,
    Field,
    LibraryCall,
    Name,
    Number,
    Operand,
    RawCommand,
    RawOperand,
    TileRef,
    Value,
)
from parser.diagnostics import MOST_ERRORS, Diagnostic, Phase, PtoError, in_text
from parser.library_call import is_library_call, parse_library_call
from parser.source import Source, Span

# ------------------------------------------------------------------------ tokens

_TOKEN: Final = re.compile(
    r"""(?P<comment>//[^\n]*|(?<![^\s;])\#[^\n]*)
    |(?P<end>[\n;])
    |(?P<blank>[^\S\n]+)
    |(?P<arrow>->)
    |(?P<word>[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*)
    |(?P<number>[0-9][A-Za-z0-9_]*)
    |(?P<mark>[=,<>])
    |(?P<bad>.)""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int
    end: int


def _lines(text: str) -> Iterator[list[_Token]]:
    """The tokens of each command."""
    line: list[_Token] = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        if kind == "end":
            if line:
                yield line
            line = []
        elif kind not in ("comment", "blank"):
            line.append(_Token(kind, match[0], match.start(), match.end()))
    if line:
        yield line


# ------------------------------------------------------------------------ commands

_ENGINES: Final = ("SFU", "VEC", "TEPL")
_DIMENSIONS: Final = ("LB0", "LB1", "LB2")
_ATTRIBUTES: Final = (
    "PadValue", "PadValueOrByteId", "Layout", "DataType", "CMode", "RMode", "Sat", "Canonicalize",
)  # fmt: skip
_PAD_VALUES: Final = ("Zero", "Max", "Min", "Null")
_TSIZE_CODES: Final = {128 << step: step + 1 for step in range(10)}
_BYTES: Final = re.compile(r"([0-9]{1,6})(B|KB|KiB)", re.IGNORECASE)
_TILE: Final = re.compile(r"([TUMN])([0-9]+)")
_MASK_HINT: Final = "write four binary digits, such as 1111, or 0xf"


def parse_bundle(source: Source) -> Bundle | LibraryCall:
    """The bundle, or the tile library's call, of a text.

    Raises PtoError with one diagnostic for each bad command (codes BUNDLE-…).
    """
    if is_library_call(source):
        return parse_library_call(source)
    commands: list[Command] = []
    problems: list[Diagnostic] = []
    for tokens in _lines(source.text):
        try:
            commands.append(_Reader(source, tokens).command())
        except PtoError as error:
            problems += error.diagnostics
            if len(problems) > MOST_ERRORS:
                break
    whole = source.span(0, len(source.text))
    if problems:
        raise in_text(problems)
    if not commands:
        hint = "a bundle is written BSTART.SFU TREM, S32; B.DIM LB0=4; B.IOT …; BSTOP"
        problem = Diagnostic("BUNDLE-EMPTY", Phase.GRAMMAR, "no command", whole, hint)
        raise PtoError(problem)
    return Bundle(tuple(commands), span=commands[0].span.to(commands[-1].span))


class _Reader:
    """Reads one command from its tokens."""

    def __init__(self, source: Source, tokens: list[_Token]) -> None:
        self.source = source
        self.head, *self.rest = tokens
        self.span = source.span(self.head.start, tokens[-1].end)

    def command(self) -> Command:
        mnemonic = self.head.text.upper()
        if mnemonic in ("B.IOR", "B.IOS"):
            return RawCommand(mnemonic, self._raw_operands(), span=self.span)
        for token in self.rest:
            if token.kind == "bad":
                hint = "a tile is written T1" if token.text == "#" else None
                raise self._error("CHARACTER", f"unexpected character {token.text!r}", token, hint)
        engine = mnemonic.removeprefix("BSTART.")
        if engine != mnemonic and engine in _ENGINES:
            return self._start(engine)
        commands: dict[str, Callable[[], Command]] = {
            "B.DIM": lambda: BDim(self._fields(_DIMENSIONS), span=self.span),
            "B.DATR": lambda: BDatr(self._fields(_ATTRIBUTES), span=self.span),
            "B.IOT": self._io_tiles,
            "BSTOP": self._stop,
        }
        if mnemonic not in commands:
            known = [*commands, "B.IOR", "B.IOS", *(f"BSTART.{each}" for each in _ENGINES)]
            what = f"unknown command '{self.head.text[:40]}'"
            raise self._error("COMMAND", what, self.head, _closest(mnemonic, known))
        return commands[mnemonic]()

    def _start(self, engine: str) -> BStart:
        form = "BSTART.TEPL Mode, Function, DataType" if engine == "TEPL" else (
            f"BSTART.{engine} Operation, DataType"
        )  # fmt: skip
        values = [self._value(self._single(each, form)) for each in self._operands(form)]
        if len(values) == 3 and engine == "TEPL":
            mode, function, data_type = values
            return BStart(engine, None, mode, function, data_type, span=self.span)
        if len(values) == 2 and isinstance(values[0], Name):
            operation = Name(values[0].text.upper(), span=values[0].span)
            return BStart(engine, operation, None, None, values[1], span=self.span)
        raise self._error("OPERANDS", f"BSTART.{engine} has other operands", None, f"write {form}")

    def _stop(self) -> BStop:
        if self.rest:
            raise self._error("OPERANDS", "BSTOP has no operands", self.rest[0])
        return BStop(span=self.span)

    def _fields(self, known: tuple[str, ...]) -> tuple[Field, ...]:
        form = f"{self.head.text.upper()} {known[0]}={'4' if known is _DIMENSIONS else 'Zero'}"
        fields = []
        for tokens in self._operands(form):
            if len(tokens) != 3 or tokens[0].kind != "word" or tokens[1].text != "=":
                raise self._error(
                    "SYNTAX", "a field is written name=value", tokens[-1], f"write {form}"
                )
            name = next((each for each in known if each.lower() == tokens[0].text.lower()), None)
            if name is None:
                what = f"unknown field '{tokens[0].text[:40]}'"
                raise self._error("FIELD", what, tokens[0], _closest(tokens[0].text, known))
            pad = name.startswith("PadValue")
            value = self._pad_value(tokens[2]) if pad else self._value(tokens[2])
            fields.append(Field(name, value, span=self._between(tokens)))
        return tuple(fields)

    def _io_tiles(self) -> BIot:
        form = "B.IOT T1, T2, mask=1111, <last>, ->T0<1>"
        sources: list[Operand] = []
        masks: list[Value] = []
        last: list[bool] = []
        destinations: list[Destination] = []
        for tokens in self._operands(form):
            shape = "".join(each.text if each.kind in ("mark", "arrow") else "x" for each in tokens)
            first = tokens[0]
            if shape == "->x<x>":
                size = self._size_code(tokens[3])
                span = self._between(tokens)
                destinations.append(Destination(self._tile(tokens[1]), size, span=span))
            elif shape == "x=x" and first.text.lower() == "mask":
                masks.append(self._mask(tokens[2]))
            elif shape == "x=x":
                what = f"unknown field '{first.text[:40]}'"
                raise self._error("FIELD", what, first, _closest(first.text, ["mask"]))
            elif shape in ("x", "<x>") and tokens[len(tokens) // 2].text.lower() == "last":
                last.append(True)
            elif shape == "x":
                sources.append(self._tile(first))
            elif shape == "->x":
                what = "the destination has no TSize"
                raise self._error("SYNTAX", what, tokens[1], f"write ->{tokens[1].text}<1>")
            else:
                raise self._error("SYNTAX", "no operand of B.IOT", tokens, f"write {form}")
            for what, seen in (("mask", masks), ("<last>", last), ("destination", destinations)):
                if len(seen) > 1:
                    raise self._error(
                        "SYNTAX", f"a second {what}", tokens, "a B.IOT has one at most"
                    )
        return BIot(
            tuple(sources),
            masks[0] if masks else None,
            bool(last),
            destinations[0] if destinations else None,
            span=self.span,
        )

    # -------------------------------------------------------------------- operands

    def _operands(self, form: str) -> list[list[_Token]]:
        """The tokens between the commas, none of them empty."""
        operands: list[list[_Token]] = [[]]
        before = self.head
        for token in self.rest:
            if token.text == ",":
                if not operands[-1]:
                    raise self._error("SYNTAX", "an operand is missing", token, f"write {form}")
                operands.append([])
            else:
                operands[-1].append(token)
            before = token
        if not operands[-1]:
            raise self._error("SYNTAX", "an operand is missing at the end", before, f"write {form}")
        return operands

    def _raw_operands(self) -> tuple[RawOperand, ...]:
        if not self.rest:
            return ()
        start, text = self.rest[0].start, self.source.text
        operands = []
        for comma in [*(each for each in self.rest if each.text == ","), None]:
            end = comma.start if comma else self.rest[-1].end
            raw = text[start:end]
            blanks = len(raw) - len(raw.lstrip())
            span = self.source.span(start + blanks, start + max(len(raw.rstrip()), blanks))
            operands.append(RawOperand(raw.strip(), span=span))
            start = comma.end if comma else end
        return tuple(operands)

    def _single(self, tokens: list[_Token], form: str) -> _Token:
        if len(tokens) > 1 or tokens[0].kind not in ("word", "number"):
            culprit = tokens[1] if len(tokens) > 1 else tokens[0]
            raise self._error(
                "SYNTAX", f"unexpected '{culprit.text[:40]}'", culprit, f"write {form}"
            )
        return tokens[0]

    def _tile(self, token: _Token) -> Operand:
        span = self._between([token])
        match = _TILE.fullmatch(token.text)
        if match:
            hand, number = match.groups()
            if str(int(number[:9])) != number or int(number) > 15:
                hint = f"the tiles are {hand}0 to {hand}15"
                raise self._error("TILE", f"'{token.text[:40]}' is no tile", token, hint)
            return TileRef(token.text, "TUMN".index(hand) * 16 + int(number), span=span)
        if token.kind != "word" or "." in token.text:
            raise self._error(
                "TILE", f"'{token.text[:40]}' is no tile", token, "a tile is written T1"
            )
        return Name(token.text, span=span)

    def _value(self, token: _Token) -> Value:
        if token.kind == "word":
            return Name(token.text, span=self._between([token]))
        return Number(self._number(token), span=self._between([token]))

    def _number(self, token: _Token) -> int:
        if not re.fullmatch(
            r"0[xX][0-9a-fA-F]{1,16}|0[bB][01]{1,64}|0|[1-9][0-9]{0,18}", token.text
        ):
            what = f"'{token.text[:40]}' is no number"
            raise self._error("VALUE", what, token, "numbers are written 12, 0xc or 0b1100")
        return int(token.text, 0)

    def _mask(self, token: _Token) -> Value:
        if re.fullmatch("[01]{4}", token.text):
            return Number(int(token.text, 2), span=self._between([token]))
        if token.kind == "number" and token.text[:2].lower() not in ("0x", "0b"):
            raise self._error("VALUE", f"'{token.text[:40]}' is no mask", token, _MASK_HINT)
        value = self._value(token)
        if isinstance(value, Number) and value.value > 15:
            raise self._error("VALUE", "a mask has four bits", token, _MASK_HINT)
        return value

    def _pad_value(self, token: _Token) -> Name:
        span = self._between([token])
        if re.fullmatch("[01]{2}", token.text):
            return Name(_PAD_VALUES[int(token.text, 2)], span=span)
        if token.kind == "number":
            code = self._number(token)
            if code > 3:
                hint = "write Zero, Max, Min or Null, or 00 to 11"
                raise self._error("VALUE", "a pad value has two bits", token, hint)
            return Name(_PAD_VALUES[code], span=span)
        for name in _PAD_VALUES:
            if name.lower() == token.text.lower():
                return Name(name, span=span)
        what = f"unknown pad value '{token.text[:40]}'"
        raise self._error("VALUE", what, token, _closest(token.text, _PAD_VALUES))

    def _size_code(self, token: _Token) -> Value:
        size = _BYTES.fullmatch(token.text)
        if size:
            count = int(size[1]) * (1 if size[2].upper() == "B" else 1024)
            if count not in _TSIZE_CODES:
                hint = "the sizes are 128B, 256B, 512B, 1KB, 2KB, … 64KB, with the codes 1 to 10"
                raise self._error("VALUE", f"no TSize is {token.text}", token, hint)
            return Number(_TSIZE_CODES[count], span=self._between([token]))
        value = self._value(token)
        if isinstance(value, Number) and value.value > 15:
            hint = "write a code of 1 to 10, or bytes such as 128B"
            raise self._error("VALUE", "a TSize has four bits", token, hint)
        return value

    # -------------------------------------------------------------------- places

    def _between(self, tokens: list[_Token]) -> Span:
        return self.source.span(tokens[0].start, tokens[-1].end)

    def _error(
        self, code: str, message: str, at: _Token | list[_Token] | None, hint: str | None = None
    ) -> PtoError:
        tokens = [at] if isinstance(at, _Token) else at
        span = self._between(tokens) if tokens else self.span
        return PtoError(Diagnostic(f"BUNDLE-{code}", Phase.GRAMMAR, message, span, hint))


def _closest(word: str, known: list[str] | tuple[str, ...]) -> str:
    lower = {each.lower(): each for each in known}
    close = get_close_matches(word.lower(), lower, 1, cutoff=0.75)
    return f"did you mean '{lower[close[0]]}'?" if close else "known are " + ", ".join(known)
