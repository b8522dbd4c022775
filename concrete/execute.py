"""Runs plain ASL1 programs: `main()` of some files, with the standard library."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from concrete.choosers import Random
from concrete.diagnosis import diagnose
from concrete.machine import Machine
from concrete.operands import operands_of
from parser.diagnostics import Diagnostic, Phase, PtoError, fail
from parser.loader import ParsedFile, parse_files
from parser.source import NOWHERE
from semantics import types
from semantics.declarations import base_name
from semantics.program import Program
from semantics.specification import Specification
from semantics.values import DynamicError, Unsupported

NOTHING = Specification("nothing", ())


def run_main(
    paths: Sequence[Path],
    *,
    output: Callable[[str], None],
    seed: int | None = None,
    spec: Specification = NOTHING,
) -> int:
    """Run `main()` of files, which may use what `spec` declares; what it returns.

    ARBITRARY draws at random from `seed`, or is the simplest value. All files are checked before
    anything runs; raises PtoError with all that is wrong in them, or with the one dynamic error.
    """
    chooser = None if seed is None else Random(seed)
    files = parse_files(paths)
    machine = Machine(spec.program(files), chooser=chooser, output=output)
    program = machine.program
    check(program, _declared(files))
    main = main_of(program)
    try:
        for name in program.globals:
            if not program.is_constant(name):
                machine.variable(name)
        return int(machine.call(main))
    except DynamicError as error:
        raise PtoError(diagnose(error, operands_of(machine, error))) from None
    except Unsupported as error:
        raise PtoError(unsupported(error)) from None


def check_files(paths: Sequence[Path], spec: Specification = NOTHING) -> None:
    """Check files, which may use what `spec` declares, and run nothing; they need no `main`.

    Raises PtoError with all problems.
    """
    files = parse_files(paths)
    check(Machine(spec.program(files)).program, _declared(files))


def _declared(files: Iterable[ParsedFile]) -> set[str]:
    """The names that files declare."""
    return {each.heading.name for file in files for each in file.outline}


def check(program: Program, names: Container[str] | None = None) -> None:
    """Resolve and lower what a program declares under `names`, or all but the standard library.

    The program must have its machine. Raises one PtoError with all problems; an error in the
    evaluation of a constant is one of them. That of a `config` is a dynamic error, if all else
    is right.
    """
    configured: dict[Diagnostic, None] = {}
    for name, declaration in program.globals.items():
        if declaration.keyword == "config" and (names is None or name in names):
            try:
                program.constant(name, NOWHERE)
            except DynamicError as error:
                configured[diagnose(error)] = None
            except (PtoError, Unsupported):
                pass  # found again below
    problems: dict[Diagnostic, None] = {}
    for action in _resolutions(program, names):
        try:
            action()
        except PtoError as error:
            problems.update(dict.fromkeys(error.diagnostics))
        except DynamicError as error:
            if diagnose(error) not in configured:
                problems[replace(diagnose(error), phase=Phase.STATIC)] = None
        except Unsupported as error:
            problems[unsupported(error)] = None
    if problems or configured:
        raise PtoError(*(problems or configured))


def _resolutions(program: Program, names: Container[str] | None) -> Iterator[Callable[[], object]]:
    def wanted(declared: Iterable[str]) -> list[str]:
        return [each for each in declared if names is None or base_name(each) in names]

    for name in wanted(program.types):
        yield partial(program.named_type, name, NOWHERE)
    for name in wanted(program.globals):
        yield partial(program.global_type, name, NOWHERE)
        if program.is_constant(name):
            yield partial(program.constant, name, NOWHERE)
    for key in wanted(program.keys()):
        if key not in program.library:
            yield partial(program.function, key)


def main_of(program: Program) -> str:
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


def unsupported(error: Unsupported) -> Diagnostic:
    return Diagnostic("UNSUPPORTED", Phase.UNSUPPORTED, f"not supported: {error}")
