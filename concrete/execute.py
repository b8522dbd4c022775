"""Runs plain ASL1 programs: `main()` of some files, with the standard library."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from concrete.choosers import Chooser, Random, Replay
from concrete.machine import Machine
from concrete.operands import operands_of
from parser.cache import Cache, user_cache_directory
from parser.diagnostics import Diagnostic, Phase, PtoError, fail
from parser.limits import lifted_limits
from parser.loader import parse_files
from semantics import types
from semantics.checking.checker import check
from semantics.diagnosis import diagnose
from semantics.layers import Layer
from semantics.program import Program
from semantics.specification import Specification
from semantics.values import DynamicError, Unsupported

Warn = Callable[[Sequence[Diagnostic]], None]


def run_main(
    paths: Sequence[Path],
    *,
    output: Callable[[str], None],
    warn: Warn = lambda _: None,
    seed: int | None = None,
    spec: Specification | None = None,
) -> int:
    """Run `main()` of files, which may use what `spec` declares; what it returns.

    ARBITRARY draws at random from `seed`, or is the simplest value. All files are checked before
    anything runs; raises PtoError with all that is wrong in them, or with the one dynamic error.
    """
    chooser = Replay(()) if seed is None else Random(seed)
    with lifted_limits(), loaded(paths, spec, output) as (machine, warnings):
        warn(warnings)
        main = main_of(machine.program)
        try:
            return _run(machine, main, chooser)
        except DynamicError as error:
            raise PtoError(diagnose(error, operands_of(machine, error))) from None
        except Unsupported as error:
            raise PtoError(unsupported(error)) from None


def _run(machine: Machine, main: str, chooser: Chooser) -> int:
    machine.choose_with(chooser)
    if not isinstance(machine.program, Layer):  # a specification's globals start when needed
        machine.start()
    return int(machine.call(main))


def check_files(paths: Sequence[Path], spec: Specification | None = None) -> tuple[Diagnostic, ...]:
    """Check files, which may use what `spec` declares, and run nothing; they need no `main`.

    Gives their warnings; raises PtoError with all problems.
    """
    with lifted_limits(), loaded(paths, spec, lambda _: None) as (_, warnings):
        return warnings


@contextmanager
def loaded(
    paths: Sequence[Path], spec: Specification | None, output: Callable[[str], None]
) -> Iterator[tuple[Machine, tuple[Diagnostic, ...]]]:
    """A machine for files that have been checked, and their warnings."""
    files = parse_files(paths)
    code = Cache(user_cache_directory())
    if spec is not None:
        machine = Machine(spec.program(), output=output, cache=code)
        layer = spec.layer(machine.program, files)
        if not layer.changes():
            with machine.on_top(layer):
                yield machine, check(layer)
            return
    program = (spec or Specification("files", ())).program(files)
    machine = Machine(program, output=output, cache=code)
    yield machine, check(program)


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
