"""What the pages of the tile library state of targets: facts, each with the lines it comes from.

A file `NAME.json` holds the facts on one contract (docs/targets.md): `every` for all targets,
`targets` for single ones. What a page does not state is not there, and is None here. The target
`portable` is computed: it is as strict as all targets together.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar

from parser.diagnostics import Phase, PtoError, fail
from parser.source import Source, Span

FOLDER: Final = Path(__file__).parent
PORTABLE: Final = "portable"
PRODUCTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        PORTABLE: "every target that a page speaks of",
        "a2a3": "Atlas A2 and A3 products, for training and inference",
        "a5": "Ascend 950PR and 950DT",
        "cpu": "CPU emulation",
    }
)
"""The names of all targets, and what they stand for."""

Value = TypeVar("Value")
Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fact(Generic[Value]):
    """What a page states, and its lines, counted from 1, that do."""

    value: Value
    lines: tuple[int, ...]

    @property
    def place(self) -> str:
        """`line 46`, `lines 46, 52`"""
        return f"line{'s' if len(self.lines) > 1 else ''} {', '.join(map(str, self.lines))}"


@dataclass(frozen=True, slots=True)
class Scratch:
    """The `tmp` tile: whether the target uses it, and the rows and columns it has at least."""

    used: bool
    rows: int | None = None
    columns: str | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """What is stated of one contract on one target; None is not stated.

    `data_types`, `layouts` and `locations` are PTO names of what is legal; `equal_valid_shapes`
    names operands whose valid shapes are equal, `iteration_domain` the operand whose valid region
    is computed, and `high_precision` the data types that take that option (none: it is ignored).
    """

    name: str
    page: str
    data_types: Fact[Names] | None = None
    layouts: Fact[Names] | None = None
    locations: Fact[Names] | None = None
    equal_valid_shapes: Fact[Names] | None = None
    iteration_domain: Fact[str] | None = None
    scratch: Fact[Scratch] | None = None
    zero_divisor: Fact[str] | None = None
    high_precision: Fact[Names] | None = None


def targets(contract: str) -> Mapping[str, Target]:
    """What pages state of a contract, by target; empty where none speaks of it."""
    return _all_targets().get(contract, MappingProxyType({}))


def check_target(name: str) -> None:
    """Raise PtoError (TARGET-UNKNOWN) where no target has this name."""
    if name not in PRODUCTS:
        near = difflib.get_close_matches(name, PRODUCTS, 1)
        hint = f"did you mean `{near[0]}`?" if near else f"the targets are {', '.join(PRODUCTS)}"
        raise fail("TARGET-UNKNOWN", Phase.INPUT, f"no target is named `{name}`", hint=hint)


@cache
def _all_targets() -> Mapping[str, Mapping[str, Target]]:
    return MappingProxyType(
        dict(read_targets(Source.read(path)) for path in sorted(FOLDER.glob("*.json")))
    )


# ------------------------------------------------------------------------ reading


def read_targets(source: Source) -> tuple[str, Mapping[str, Target]]:
    """The contract that a file is about, and its facts by target.

    Raises PtoError (TARGET-RECORD) where the file is wrong.
    """
    try:
        document = json.loads(source.text)
        _members(document, ("contract", "page", "every", "targets"), "the file")
        contract, page = _text(document["contract"]), _text(document["page"])
        every = _facts(document["every"], "every")
        stated = _members(document["targets"], (*PRODUCTS,)[1:], "targets")
        own = {name: _facts(facts, f"targets.{name}") for name, facts in stated.items()}
    except json.JSONDecodeError as error:
        span = source.span(error.pos, min(error.pos + 1, len(source.text)))
        raise _wrong(f"no JSON: {error.msg}", span) from None
    except (ValueError, KeyError) as error:
        raise _wrong(_reason(error), Span(source.path, 1, 1, 1, 1)) from None
    strictest = {PORTABLE: _strictest(list(own.values())), **own}
    found = {name: Target(name, page, **{**every, **facts}) for name, facts in strictest.items()}
    return contract, MappingProxyType(found)


_Facts = dict[str, Fact[Any]]


def _facts(given: object, where: str) -> _Facts:
    found: _Facts = {}
    for name, fact in _members(given, (*_FIELDS,), where).items():
        try:
            _members(fact, ("value", "lines"), "the fact")
            found[name] = Fact(_FIELDS[name].read(fact["value"]), _lines(fact["lines"]))
        except (ValueError, KeyError) as error:
            raise ValueError(f"{where}.{name}: {_reason(error)}") from None
    return found


def _members(given: object, known: Sequence[str], where: str) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise ValueError(f"{where} is no object")
    for name in given:
        if name not in known:
            raise ValueError(f"{where} has `{name}`, which is none of {', '.join(known)}")
    return given


def _reason(error: ValueError | KeyError) -> str:
    return f"`{error.args[0]}` is missing" if isinstance(error, KeyError) else str(error)


def _text(given: object) -> str:
    if not isinstance(given, str) or not given:
        raise ValueError(f"{json.dumps(given)} is no text")
    return given


def _names(given: object) -> Names:
    if not isinstance(given, list) or len(set(map(str, given))) != len(given):
        raise ValueError(f"{json.dumps(given)} is no list of different names")
    return tuple(map(_text, given))


def _lines(given: object) -> tuple[int, ...]:
    if not isinstance(given, list) or not given:
        raise ValueError(f"{json.dumps(given)} is no list of lines")
    return tuple(map(_positive, given))


def _positive(given: object) -> int:
    if type(given) is not int or given < 1:
        raise ValueError(f"{json.dumps(given)} is no number from 1 up")
    return given


def _scratch(given: object) -> Scratch:
    members = _members(given, ("used", "rows", "columns"), "it")
    if type(members["used"]) is not bool:
        raise ValueError(f"`used` is {json.dumps(members['used'])}, not true or false")
    rows, columns = members.get("rows"), members.get("columns")
    return Scratch(
        members["used"],
        None if rows is None else _positive(rows),
        None if columns is None else _text(columns),
    )


def _wrong(message: str, span: Span) -> PtoError:
    hint = "docs/targets.md describes the file"
    return fail(
        "TARGET-RECORD", Phase.INPUT, f"these target facts are wrong: {message}", span, hint
    )


# ------------------------------------------------------------------------ portable


def _strictest(stated: Sequence[_Facts]) -> _Facts:
    """What holds on all targets that state anything."""
    found: _Facts = {}
    for name, field in _FIELDS.items():
        facts = [each[name] for each in stated if name in each]
        if facts and field.strictest:
            lines = sorted({line for fact in facts for line in fact.lines})
            found[name] = Fact(field.strictest([fact.value for fact in facts]), tuple(lines))
    return found


def _common(values: Sequence[Names]) -> Names:
    return tuple(name for name in values[0] if all(name in each for each in values))


def _any(values: Sequence[Names]) -> Names:
    return tuple(dict.fromkeys(name for each in values for name in each))


def _largest(values: Sequence[Scratch]) -> Scratch:
    used = [each for each in values if each.used] or values
    rows = max((each.rows for each in used if each.rows is not None), default=None)
    columns = next((each.columns for each in used if each.columns is not None), None)
    return Scratch(used[0].used, rows, columns)


@dataclass(frozen=True, slots=True)
class _Field:
    """How a fact is read, and what of several is portable (None: only what `every` states)."""

    read: Callable[[object], Any]
    strictest: Callable[[Sequence[Any]], Any] | None


_FIELDS: Final[Mapping[str, _Field]] = {
    "data_types": _Field(_names, _common),
    "layouts": _Field(_names, _common),
    "locations": _Field(_names, _common),
    "equal_valid_shapes": _Field(_names, _any),
    "iteration_domain": _Field(_text, None),
    "scratch": _Field(_scratch, _largest),
    "zero_divisor": _Field(_text, None),
    "high_precision": _Field(_names, _common),
}
