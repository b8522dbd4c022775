"""Bitwuzla on SMT-LIB text: bit-vectors, and floats of the IEEE basic formats."""

from __future__ import annotations

import bitwuzla

from proofs.backends.protocol import TIMEOUT, Reply, Request, unknown


def start(memory: int) -> str:
    """Name and version; memory is limited by the system alone."""
    return f"bitwuzla {bitwuzla.version()}"


def decide(request: Request) -> Reply:
    """What Bitwuzla cannot read is unknown."""
    options = bitwuzla.Options()
    options.set(bitwuzla.Option.PRODUCE_MODELS, True)
    options.set(bitwuzla.Option.TIME_LIMIT_PER, max(1, int(request.seconds * 1000)))
    parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
    try:
        parser.parse(f"(set-logic ALL)\n{request.text}", True, False)
        solver = parser.bitwuzla()
        result = solver.check_sat()
    except bitwuzla.BitwuzlaException as problem:
        return unknown("refused: " + str(problem).splitlines()[0])
    if result == bitwuzla.Result.UNSAT:
        return Reply("unsat")
    if result == bitwuzla.Result.UNKNOWN:
        return unknown(TIMEOUT)
    values: dict[str, int | bool] = {}
    for term in parser.get_declared_funs():
        name = term.symbol().removeprefix("|").removesuffix("|")
        if name in request.constants:
            value = solver.get_value(term)
            boolean = value.sort().is_bool()
            values[name] = value.is_true() if boolean else int(value.value(16), 16)
    return Reply("sat", values)
