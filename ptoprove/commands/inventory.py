"""`ptoprove list`: the contracts of a specification."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from ptoprove.loading import load
from ptoprove.options import checked_decoders, specification_options


@click.command("list")
@specification_options
def list_contracts(spec_dir: Path | None, decoders: tuple[Path, ...]) -> None:
    """List the contracts of a specification.

    \b
    Examples:
      ptoprove list
      ptoprove list --spec ../pto-spec
    """
    spec = load(spec_dir, checked_decoders(spec_dir, decoders))

    from collections import Counter

    from rich import box
    from rich.table import Table

    from proofs.properties import load_properties
    from ptoprove.terminal import console
    from ptoprove.verdict_table import counted

    properties = load_properties(spec)
    numbers = Counter(each.contract for each in properties)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("contract", no_wrap=True)
    table.add_column("engine")
    table.add_column("properties", justify="right")
    table.add_column("summary")
    for name, contract in sorted(spec.contracts.items()):
        table.add_row(name, contract.engine, str(numbers[name]), contract.summary)
    output = console()
    if spec.contracts:
        output.print(table)
    contracts = counted(len(spec.contracts), "contract")
    output.print(f"{spec.name} specification: {contracts}, {len(properties)} properties")
