"""`ptoprove portability`: which data types a contract takes on which target."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from ptoprove.loading import load
from ptoprove.options import STANDARD_OUTPUT, json_option, needed_decoders, specification_options


@click.command()
@click.argument("contract", required=False)
@specification_options
@json_option
def portability(
    contract: str | None,
    spec_dir: Path | None,
    decoders: tuple[Path, ...],
    json_file: Path | None,
) -> None:
    """Show which data types CONTRACT takes on which target. Without CONTRACT, of all contracts.

    \b
    Examples:
      ptoprove portability TREM
      ptoprove portability --json - | jq '.contracts[0].data_types[0]'

    \b
    A data type is
      legal       taken, as in the contract
      different   taken, but with a zero divisor the contract rejects what a target defines
      illegal     not taken
      not stated  of this no page speaks
    """
    spec = load(spec_dir, needed_decoders(spec_dir, decoders))
    chosen = [spec.contract(name) for name in ([contract] if contract else sorted(spec.contracts))]

    from ptoprove.portability import document, portability
    from ptoprove.portability_view import print_portability
    from ptoprove.report import write
    from ptoprove.terminal import console
    from ptoprove.verdict_table import counted

    found = portability(spec, chosen)
    if json_file != STANDARD_OUTPUT:
        for each in found:
            if contract or each.says_something:
                print_portability(console(), each)
        silent = sum(not each.says_something for each in found)
        if silent and not contract:
            what = counted(silent, "more contract")
            console().print(f"{what}: neither the specification nor a page states data types")
    if json_file is not None:
        write(json_file, document(spec, found))
