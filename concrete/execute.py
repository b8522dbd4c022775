"""Runs plain ASL1 programs: `main()` of some files, with the standard library."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from concrete.choosers import Random
from concrete.diagnosis import diagnose
from concrete.machine import Machine
from parser.diagnostics import Diagnostic, Phase, PtoError, fail
from parser.limits import lifted_limits
from parser.loader import parse_files
from parser.source import NOWHERE
from semantics import types
from semantics.program import Program
from semantics.specification import Specification
from semantics.values import DynamicError, Unsupported


def run_main(
    paths: Sequence[Path], *, output: Callable[[str], None], seed: int | None = None
) -> int:
    """Run `main()` of files; what it returns.

    ARBITRARY draws at random from `seed`, or is the simplest value. All files are checked before
    anything runs; raises PtoError with all that is wrong in them, or with the one dynamic error.
    """
    chooser = None if seed is None else Random(seed)
    machine = Machine(_program(paths), chooser=chooser, output=output)
    program = machine.program
    check(program)
    main = _main(program)
    try:
        for name in program.globals:
            if not program.is_constant(name):
                machine.variable(name)
        return int(machine.call(main))
    except DynamicError as error:
        raise PtoError(diagnose(error)) from None
    except Unsupported as error:
        raise PtoError(_unsupported(error)) from None


def check_files(paths: Sequence[Path]) -> None:
    """Check files and run nothing; they need no `main`. Raises PtoError with all problems."""
    check(Machine(_program(paths)).program)


def _program(paths: Sequence[Path]) -> Program:
    return Specification(", ".join(map(str, paths)), parse_files(paths)).program()


def check(program: Program) -> None:
    """Resolve and lower all that a program declares, the standard library left out.

    The program must have its machine. Raises one PtoError with all problems; an error in the
    evaluation of a constant is one of them. That of a `config` is a dynamic error, if all else
    is right.
    """
    with lifted_limits():
        _check(program)


def _check(program: Program) -> None:
    configured: dict[Diagnostic, None] = {}
    for name, declaration in program.globals.items():
        if declaration.keyword == "config":
            try:
                program.constant(name, NOWHERE)
            except DynamicError as error:
                configured[diagnose(error)] = None
            except (PtoError, Unsupported):
                pass  # found again below
    problems: dict[Diagnostic, None] = {}
    for action in _resolutions(program):
        try:
            action()
        except PtoError as error:
            problems.update(dict.fromkeys(error.diagnostics))
        except DynamicError as error:
            if diagnose(error) not in configured:
                problems[replace(diagnose(error), phase=Phase.STATIC)] = None
        except Unsupported as error:
            problems[_unsupported(error)] = None
    if problems or configured:
        raise PtoError(*(problems or configured))


def _resolutions(program: Program) -> Iterator[Callable[[], object]]:
    for name in program.types:
        yield partial(program.named_type, name, NOWHERE)
    for name in program.globals:
        yield partial(program.global_type, name, NOWHERE)
        if program.is_constant(name):
            yield partial(program.constant, name, NOWHERE)
    keys = program.keys()
    for key in keys:
        if key not in program.library:
            yield partial(program.function, key)


def _main(program: Program) -> str:
    """The key of the `main` that takes nothing and returns an integer."""
    hint = "declare `func main() => integer`"
    span = None
    for key, _ in program.functions.get("main", ()):
        signature = program.signature(key)
        takes = signature.parameters or signature.arguments
        if not takes and isinstance(signature.result, types.IntType):
            return key
        span = signature.span
    if span is None:
        raise fail("EXEC-NO-MAIN", Phase.DYNAMIC, "there is no function `main`", hint=hint)
    message = "`main` must take nothing and return an integer"
    raise fail("EXEC-MAIN", Phase.DYNAMIC, message, span, hint)


def _unsupported(error: Unsupported) -> Diagnostic:
    return Diagnostic("UNSUPPORTED", Phase.UNSUPPORTED, f"not supported: {error}")
