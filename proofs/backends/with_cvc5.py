"""cvc5 on SMT-LIB text."""

from __future__ import annotations

from typing import Any

import cvc5

from proofs.backends.protocol import TIMEOUT, Reply, Request, unknown


def start(memory: int) -> str:
    """Name and version; memory is limited by the system alone."""
    return f"cvc5 {cvc5.__version__}"


def decide(request: Request) -> Reply:
    """What cvc5 cannot read is unknown."""
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("produce-models", "true")
    solver.setOption("tlimit-per", str(max(1, int(request.seconds * 1000))))
    solver.setLogic("ALL")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, request.text, "query")
    symbols = parser.getSymbolManager()
    try:
        while not (command := parser.nextCommand()).isNull():
            command.invoke(solver, symbols)
        result = solver.checkSat()
    except RuntimeError as problem:
        return unknown(f"refused: {problem}".strip())
    if result.isUnsat():
        return Reply("unsat")
    if result.isUnknown():
        reason = result.getUnknownExplanation().name.lower().replace("_", " ")
        return unknown(TIMEOUT if reason == "timeout" else reason)
    named = {term.getSymbol(): term for term in symbols.getDeclaredTerms()}
    wanted = request.constants & named.keys()
    return Reply("sat", {name: _plain(solver.getValue(named[name])) for name in wanted})


def _plain(value: Any) -> int | bool:
    if value.isBooleanValue():
        return bool(value.getBooleanValue())
    if value.isIntegerValue():
        return int(value.getIntegerValue())
    return int(value.getBitVectorValue(16), 16)
