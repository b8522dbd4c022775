"""Bitwuzla on SMT-LIB text: bit-vectors, and floats of the IEEE basic formats."""

from __future__ import annotations

import re

import bitwuzla

from proofs.backends.protocol import TIMEOUT, Reply, Request, unknown

FORMAT = re.compile(r"\(_ (?:to_fp|to_fp_unsigned|FloatingPoint) (\d+) (\d+)\)")
BASIC = frozenset({("5", "11"), ("8", "24"), ("11", "53"), ("15", "113")})
"""Others are experimental: what it says of them, where it does not refuse, is not relied on."""


def start(memory: int) -> str:
    """Name and version; memory is limited by the system alone."""
    return f"bitwuzla {bitwuzla.version()}"


def decide(request: Request) -> Reply:
    """What Bitwuzla cannot read, or only as an experiment, is unknown."""
    for format in FORMAT.findall(request.text):
        if format not in BASIC:
            return unknown(f"refused: floating-point format {'/'.join(format)}")
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
