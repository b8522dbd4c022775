"""`ptoprove show`: all that is known of one contract."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from ptoprove.loading import load
from ptoprove.options import checked_decoders, specification_options, target_option


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="[CONTRACT] [FILE]...")
@click.option(
    "--property", "property_id", metavar="PROPERTY", help="Print the ASL harness of this property."
)
@click.option(
    "--standalone",
    is_flag=True,
    help="Print with a harness all it calls, and declarations of what only ptoprove has, so that "
    "other tools for ASL1 can check it beside the specification.",
)
@specification_options
@target_option
def show(
    words: tuple[str, ...],
    property_id: str | None,
    standalone: bool,
    spec_dir: Path | None,
    decoders: tuple[Path, ...],
    target: str | None,
) -> None:
    """Show a contract: its bundle, operands, encoding, clauses and properties. FILE (.asl) holds
    properties of your own; without CONTRACT, the harnesses of these are printed.

    \b
    Examples:
      ptoprove show TREM
      ptoprove show TREM --property divisor-sign
      ptoprove show TREM --property divisor-sign --standalone
      ptoprove show my_property.asl
      ptoprove show TREM --target a5
    """
    spec = load(spec_dir, checked_decoders(spec_dir, decoders), target=target)

    from proofs.properties import harness_files, load_properties, select
    from proofs.properties.user import user_files, user_properties
    from ptoprove.checking import names_and_files
    from ptoprove.contract_view import print_contract, property_text, standalone_text
    from ptoprove.portability_view import print_target
    from ptoprove.terminal import console

    names, paths = names_and_files(words)
    if len(names) > 1:
        raise click.UsageError(f"one contract at a time, not {' and '.join(names)}")
    contracts = [spec.contract(name) for name in names]
    shown = [contract.name for contract in contracts]
    files = user_files(spec, paths)
    shipped = load_properties(spec, shown) if shown else ()
    wanted = [property_id] if property_id else []
    properties = select([*shipped, *user_properties(spec, files)], shown, wanted)
    if standalone:
        harnesses = (*harness_files(spec, {p.contract for p in properties}), *files)
        click.echo(standalone_text(spec, harnesses, properties))
    elif contracts and property_id is None:
        print_contract(console(), contracts[0], properties)
        if target is not None:
            print_target(console(), contracts[0].name, target)
    else:
        for each in properties:
            click.echo(property_text(each))
