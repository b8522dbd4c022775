"""Runs a bundle on real tiles, with the model of a specification."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from concrete.bundle_calls import ModelCall, calls_of, contract_started, find_contract, mask_of
from concrete.bundle_names import ALL_PES, Bindings, Names, bundle_of_call, reject
from concrete.formatting import show
from concrete.machine import Machine
from concrete.tile import Tile, tile_index
from concrete.tile_state import TileState
from concrete.trace import Event
from parser.bundle_syntax import BIot, BStart, BStop, Bundle, Command, LibraryCall
from parser.cache import Cache, user_cache_directory
from parser.diagnostics import Diagnostic, PtoError
from parser.source import NOWHERE, Span
from semantics import types
from semantics.specification import Contract, Specification


@dataclass(frozen=True, slots=True)
class Step:
    """A command with one of the model's functions that it maps to: the call and its result as
    text, and what the call read and wrote (of a run that traces)."""

    command: Command
    function: str
    call: str
    result: str | None
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class BundleRun:
    """What came of a bundle.

    `sources` are the tiles as the bundle found them, `destinations` as it left them (none that is
    not allocated then). `fault` and `reason` are labels of FaultCode and Rejection; `clause` is
    the key and text of the contract's clause behind the reason. `no_op`: the PE mask is zero.
    `status` names the numeric status flags that are set.
    """

    accepted: bool
    no_op: bool
    fault: str | None
    reason: str | None
    contract: Contract | None
    clause: tuple[str, str] | None
    sources: Mapping[str, Tile]
    destinations: Mapping[str, Tile]
    status: tuple[str, ...]
    steps: tuple[Step, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """All events of the run, in order."""
        return tuple(event for step in self.steps for event in step.events)


def run_bundle(
    spec: Specification,
    bundle: Bundle | LibraryCall,
    tiles: Mapping[str, Tile],
    *,
    bindings: Bindings | None = None,
    tracing: bool = False,
) -> BundleRun:
    """Run a bundle, up to the first BSTOP that is rejected.

    Of the tiles, those are loaded that the bundle names, each for the processing elements that
    the first B.IOT that names it selects (all, where its mask is zero). `bindings` say what
    symbolic names stand for; see `Names` for those it leaves out, and docs/running.md.
    Raises PtoError for all that can't be encoded or loaded.
    """
    bindings = bindings or {}
    if isinstance(bundle, LibraryCall):
        called = find_contract(spec, bundle.operation, bundle.span)
        bundle = bundle_of_call(bundle, called, tiles, bindings)
    names = Names(bundle.commands, tiles, bindings)
    plan = _plan(bundle, spec, names)
    code = Cache(user_cache_directory())
    machine = Machine(spec.program(), tracing=tracing, cache=code)
    return _Runner(spec, machine, names, tiles).run(bundle, plan)


_Plan = Sequence[tuple[Command, ModelCall]]


def _plan(bundle: Bundle, spec: Specification, names: Names) -> _Plan:
    """All calls, so that nothing runs where something can't be encoded."""
    plan: list[tuple[Command, ModelCall]] = []
    problems: list[Diagnostic] = []
    contract: Contract | None = None
    for command in bundle.commands:
        try:
            if isinstance(command, BStart):
                contract = contract_started(spec, command, names)
            plan += [(command, call) for call in calls_of(command, spec, names, contract)]
        except PtoError as error:
            problems += error.diagnostics
    if problems:
        raise PtoError(*problems)
    ends = [i for i, each in enumerate(bundle.commands) if isinstance(each, BStop)]
    rest = bundle.commands[ends[-1] + 1 :] if ends else bundle.commands
    unended = next((each for each in rest if isinstance(each, BStart)), None)
    if unended is not None or not ends:
        span = (unended or bundle.commands[0]).span
        reject("STOP", "the bundle has no end", span, "end it with BSTOP")
    return plan


class _Runner:
    """One run on a machine."""

    def __init__(
        self, spec: Specification, machine: Machine, names: Names, tiles: Mapping[str, Tile]
    ) -> None:
        self.spec, self.machine, self.names, self.tiles = spec, machine, names, tiles
        self.state = TileState(machine)

    def run(self, bundle: Bundle, plan: _Plan) -> BundleRun:
        iots = [each for each in bundle.commands if isinstance(each, BIot)]
        sources = self._registers([each for iot in iots for each in iot.sources])
        targets = self._registers([iot.destination.tile for iot in iots if iot.destination])
        self._load(iots)
        steps: list[Step] = []
        contract: Contract | None = None
        accepted = True
        for command, call in plan:
            if isinstance(command, BStart):
                contract = contract_started(self.spec, command, self.names) or contract
            step, value = self._step(command, call)
            steps.append(step)
            if isinstance(command, BStop) and not value:
                accepted = False
                break
        fault, reason = self._label("_LastFault"), self._label("_LastRejection")
        accepted = accepted and fault is None
        masks = {mask_of(iot, self.names) for iot in iots}
        after = {name: self.state.read(tile_index(name), name) for name in targets}
        return BundleRun(
            accepted,
            accepted and masks == {0},
            fault,
            None if accepted else reason,
            contract,
            None if accepted else _clause(contract, reason),
            {name: self.tiles[name] for name in sources if name in self.tiles},
            {name: tile for name, tile in after.items() if tile is not None},
            self._status(),
            tuple(steps),
        )

    def _registers(self, operands: Sequence[Any]) -> list[str]:
        return list(dict.fromkeys(map(self.names.register, operands)))

    def _load(self, iots: Sequence[BIot]) -> None:
        masks: dict[str, tuple[int, Span]] = {}
        for iot in iots:
            mask = mask_of(iot, self.names) or ALL_PES
            targets = [iot.destination.tile] if iot.destination else []
            for operand in (*iot.sources, *targets):
                masks.setdefault(self.names.register(operand), (mask, operand.span))
        self.state.call("ResetProfileState")
        for name, (mask, span) in masks.items():
            if name in self.tiles:
                self.state.load(self.tiles[name], mask, span)

    def _step(self, command: Command, call: ModelCall) -> tuple[Step, Any]:
        trace = self.machine.trace
        trace.start()
        value = self.state.call(call.function, *call.arguments)
        if call.function == "SetBundleDataAttributeState" and self._label("_LastFault") is None:
            # A specification may leave this to its decoder of B.DATR.
            self.machine["_BundleDataAttributesPresent"] = True
        signature = self.machine.program.signature(call.function)
        texts = (
            show(argument, type)
            for argument, (_, type) in zip(call.arguments, signature.arguments, strict=True)
        )
        text = f"{call.function}({', '.join(texts)})"
        result = None if signature.result is None else show(value, signature.result)
        return Step(command, call.function, text, result, tuple(trace.events)), value

    def _label(self, variable: str) -> str | None:
        """The label that a global of an enumeration holds, if there is one and it's not the first,
        which stands for nothing."""
        if variable not in self.machine.program.globals:
            return None
        type = self.machine.program.global_type(variable, NOWHERE)
        assert isinstance(type, types.EnumType)
        value = self.machine[variable]
        return type.labels[value] if value else None

    def _status(self) -> tuple[str, ...]:
        program, prefix = self.machine.program, "NumericStatus_"
        if "_NumericStatus" not in program.globals:
            return ()
        flags = [each for each in program.globals if each.startswith(prefix)]
        status = self.machine["_NumericStatus"]
        return tuple(
            each.removeprefix(prefix) for each in flags if program.constant(each, NOWHERE) & status
        )


def _clause(contract: Contract | None, reason: str | None) -> tuple[str, str] | None:
    key = contract.reasons.get(reason or "") if contract else None
    if contract is None or key is None or key not in contract.clauses:
        return None
    return key, contract.clauses[key]
