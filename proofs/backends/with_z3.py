"""z3 on SMT-LIB text."""

from __future__ import annotations

import time

import z3

from proofs.backends.protocol import MEMORY, STEPS, TIMEOUT, Reply, Request, unknown

REASONS = {
    "timeout": TIMEOUT,
    "canceled": TIMEOUT,
    "memout": MEMORY,
    "out of memory": MEMORY,
    "max. memory exceeded": MEMORY,
}
"""What z3 says where it gives up, in our words."""

OLDER = 2
"""z3's number for its older procedure for linear arithmetic."""
OLDER_SHARE = 0.3
"""How much of the time it is given."""


def start(memory: int) -> str:
    """Prepare to use so many megabytes; name and version."""
    z3.set_param("memory_max_size", memory)
    # What SMT-LIB leaves open (the bits of a NaN, an integer too large for its width) is never
    # asked for by the encoder, so nothing uninterpreted need stand for it.
    z3.set_param("rewriter.hi_fp_unspecified", True)
    return f"z3 {z3.get_version_string()}"


def decide(request: Request) -> Reply:
    """Answer in a context of its own, so that what was asked before has no part in it."""
    if not request.linear:
        return _decide(request, request.seconds)
    # The older of z3's procedures for linear arithmetic is several times as quick on many goals,
    # and gives up on some.
    start = time.monotonic()
    reply = _decide(request, request.seconds * OLDER_SHARE, OLDER)
    left = request.seconds - (time.monotonic() - start)
    return reply if reply.kind != "unknown" or left <= 0 else _decide(request, left)


def _decide(request: Request, seconds: float, arithmetic: int | None = None) -> Reply:
    try:
        context = z3.Context()
        # Tactics are worth their while for words and products; see docs/solvers.md.
        solver = (z3.SimpleSolver if request.linear else z3.Solver)(ctx=context)
        solver.set("timeout", max(1, int(seconds * 1000)))
        solver.set("random_seed", 0)
        if request.steps is not None:
            solver.set("rlimit", request.steps)
        if arithmetic is not None:
            solver.set("arith.solver", arithmetic)
        solver.from_string(request.text)
        status = solver.check()
        if status == z3.unsat:
            return Reply("unsat")
        if status == z3.unknown:
            used_up = request.steps is not None and _steps(solver) >= request.steps
            reason = STEPS if used_up else solver.reason_unknown()
            return unknown(REASONS.get(reason, reason))
        return Reply("sat", _values(solver.model(), request.constants))
    except z3.Z3Exception as problem:
        reason = str(problem)
        return unknown(MEMORY if "memory" in reason else reason)


def _steps(solver: z3.Solver) -> int:
    """What z3 counts of its work."""
    found = solver.statistics()
    return next((int(number) for name, number in found if name == "rlimit count"), 0)


def _values(model: z3.ModelRef, constants: frozenset[str]) -> dict[str, int | bool]:
    values: dict[str, int | bool] = {}
    for declaration in model.decls():
        if declaration.name() in constants:
            value = model[declaration]
            values[declaration.name()] = z3.is_true(value) if z3.is_bool(value) else value.as_long()
    return values
