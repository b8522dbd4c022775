"""Command words, encoded by the catalog records of the specification's own block instructions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from semantics.specification import Contract, Specification


@dataclass(frozen=True, slots=True)
class Command:
    """One encoding: the bits that it fixes, and where the bits of each field go.

    `fields` gives (lowest bit of the word, lowest bit of the value, width) of each piece.
    """

    text: str
    match: int
    fields: Mapping[str, tuple[tuple[int, int, int], ...]]

    def word(self, values: Mapping[str, int]) -> int:
        """The word with these values in its fields, and zero in the others.

        Raises ValueError where a field is none of its own or a value does not fit.
        """
        word = self.match
        for name, value in values.items():
            pieces = self.fields.get(name, ())
            if value >> sum(width for _, _, width in pieces) or value < 0:
                raise ValueError(f"{self.text}: no {name} is {value}")
            for place, low, width in pieces:
                word |= (value >> low & ((1 << width) - 1)) << place
        return word


def commands(spec: Specification, mnemonic: str) -> list[Command]:
    """The 32-bit encodings of a block instruction; none, where no record states them."""
    contract = spec.contracts.get(mnemonic)
    return [] if contract is None else list(_commands(contract))


def _commands(contract: Contract) -> Iterator[Command]:
    for record in contract.catalog:
        encodings, listed = record.get("encoding"), record.get("fields")
        if record.get("encoding_kind") != "L32" or not encodings or not isinstance(listed, list):
            continue
        fields = {str(field["name"]): tuple(map(_piece, field["pieces"])) for field in listed}
        yield Command(str(record.get("asm", "")), int(encodings[0]["match"], 16), fields)


def _piece(piece: Mapping[str, Any]) -> tuple[int, int, int]:
    return int(piece["instruction_lsb"]), int(piece["value_lsb"]), int(piece["width"])


def start_command(spec: Specification, contract: Contract) -> Command | None:
    """BSTART of a tile operation, in which only the data type is left to say."""
    for record in contract.catalog:
        found = commands(spec, str(record.get("command_mnemonic")))
        for command in found:
            chosen = {
                name: record[key]
                for name, key in (("Mode", "mode"), ("Function", "function"))
                if name in command.fields and isinstance(record.get(key), int)
            }
            if "DataType" in command.fields:
                return Command(command.text, command.word(chosen), command.fields)
    return None


def stated_attributes(contract: Contract) -> tuple[set[str], str] | None:
    """The fields of B.DATR that may be other than zero, and what the pad field means; None, where
    the catalog does not say."""
    stated = contract.catalog[0].get("datr_contract")
    if not isinstance(stated, Mapping):
        return None
    return set(stated.get("allowed_nonzero_fields", ())), str(stated.get("pad_union", ""))
