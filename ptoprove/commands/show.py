"""`ptoprove show`: all that is known of one contract."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from ptoprove import load
from ptoprove.options import checked_decoders, specification_options, target_option


@click.command()
@click.argument("contract")
@click.option(
    "--property", "property_id", metavar="PROPERTY", help="Print the ASL harness of this property."
)
@specification_options
@target_option
def show(
    contract: str,
    property_id: str | None,
    spec_dir: Path | None,
    decoders: tuple[Path, ...],
    target: str | None,
) -> None:
    """Show a contract: its bundle, operands, encoding, clauses and properties.

    \b
    Examples:
      ptoprove show TREM
      ptoprove show TREM --property divisor-sign
      ptoprove show TREM --target a5
    """
    spec = load(spec_dir, checked_decoders(spec_dir, decoders), target=target)
    found = spec.contract(contract)

    from proofs.properties import load_properties, select
    from ptoprove.contract_view import print_contract, property_text
    from ptoprove.portability_view import print_target
    from ptoprove.terminal import console

    wanted = [property_id] if property_id else []
    properties = select(load_properties(spec, [found.name]), [found.name], wanted)
    if property_id is None:
        print_contract(console(), found, properties)
        if target is not None:
            print_target(console(), found.name, target)
    else:
        for each in properties:
            click.echo(property_text(each))
