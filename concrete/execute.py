"""Runs plain ASL1 programs: `main()` of some files, with the standard library."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from concrete.choosers import Random
from concrete.diagnosis import diagnose
from concrete.machine import Machine
from concrete.operands import operands_of
from parser.cache import Cache, user_cache_directory
from parser.diagnostics import Diagnostic, Phase, PtoError, fail
from parser.loader import parse_files
from parser.source import NOWHERE
from semantics import types
from semantics.declarations import setter_name
from semantics.program import Program
from semantics.specification import Specification
from semantics.values import DynamicError, Unsupported


def run_main(
    paths: Sequence[Path],
    *,
    output: Callable[[str], None],
    seed: int | None = None,
    spec: Specification | None = None,
) -> int:
    """Run `main()` of files, with a specification if one is given; what it returns.

    ARBITRARY draws at random from `seed`, or is the simplest value. All files are checked before
    anything runs; raises PtoError with all that is wrong in them, or with the one dynamic error.
    Of the specification, a function is checked when it is first called.
    """
    chooser = None if seed is None else Random(seed)
    code = None if spec is None else Cache(user_cache_directory())
    program, own = _program(paths, spec)
    machine = Machine(program, chooser=chooser, output=output, cache=code)
    check(program, own)
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


def check_files(paths: Sequence[Path], spec: Specification | None = None) -> None:
    """Check files and run nothing; they need no `main`. Raises PtoError with all problems."""
    program, own = _program(paths, spec)
    check(Machine(program).program, own)


def _program(
    paths: Sequence[Path], spec: Specification | None
) -> tuple[Program, frozenset[str] | None]:
    """The program of files, and the names that they declare on top of a specification."""
    files = parse_files(paths)
    if spec is None:
        return Specification(", ".join(map(str, paths)), files).program(), None
    names = (declared.heading.name for file in files for declared in file.outline)
    return spec.program(files), frozenset(names)


def check(program: Program, own: frozenset[str] | None = None) -> None:
    """Resolve and lower all that a program declares, the standard library left out, or only what
    has one of the names `own`.

    The program must have its machine. Raises one PtoError with all problems; an error in the
    evaluation of a constant is one of them. That of a `config` is a dynamic error, if all else
    is right.
    """
    configured: dict[Diagnostic, None] = {}
    for name in _chosen(program.globals, own):
        if program.globals[name].keyword == "config":
            try:
                program.constant(name, NOWHERE)
            except DynamicError as error:
                configured[diagnose(error)] = None
            except (PtoError, Unsupported):
                pass  # found again below
    problems: dict[Diagnostic, None] = {}
    for action in _resolutions(program, own):
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


def _resolutions(program: Program, own: frozenset[str] | None) -> Iterator[Callable[[], object]]:
    for name in _chosen(program.types, own):
        yield partial(program.named_type, name, NOWHERE)
    for name in _chosen(program.globals, own):
        yield partial(program.global_type, name, NOWHERE)
        if program.is_constant(name):
            yield partial(program.constant, name, NOWHERE)
    for name in _chosen(program.functions, own):
        for key, _ in program.functions[name]:
            if key not in program.library:
                yield partial(program.function, key)


def _chosen(names: Iterable[str], own: frozenset[str] | None) -> Iterator[str]:
    """Those of some names that are `own`, as are the setters of accessors."""
    return (name for name in names if own is None or name.removesuffix(setter_name("")) in own)


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
