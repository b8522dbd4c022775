"""`ptoprove spec`: what a specification checkout holds."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from ptoprove.errors import BAD_INPUT, report
from ptoprove.options import PATH, STANDARD_OUTPUT, json_option


@click.command("spec")
@click.argument("directory", type=PATH, metavar="DIR")
@click.option(
    "--decoders",
    type=PATH,
    multiple=True,
    metavar="FILE",
    help="A generated decoder to load with the checkout. May be repeated.",
)
@json_option
@click.pass_context
def specification(
    ctx: click.Context, directory: Path, decoders: tuple[Path, ...], json_file: Path | None
) -> None:
    """Take the inventory of a specification checkout: units, declarations, contracts, clauses
    and test points, what functions are missing, and what can't be loaded, and why.

    \b
    Examples:
      ptoprove spec ../pto-spec
      ptoprove spec ../pto-spec --decoders decoder.asl
      ptoprove spec ../pto-spec --json - | jq .points

    \b
    Exit codes:
      0  all could be loaded
      2  a file can't be loaded, or there is no specification
    """
    from ptoprove.inventory import document, take

    inventory = take(directory, decoders)
    if json_file != STANDARD_OUTPUT:
        from ptoprove.inventory_view import print_inventory
        from ptoprove.terminal import console

        print_inventory(console(), inventory)
    if json_file is not None:
        from ptoprove.report import write

        write(json_file, document(inventory))
    if inventory.problems:
        report(inventory.problems)
        ctx.exit(BAD_INPUT)
