"""`ptoprove run`: execute a bundle on real tiles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from parser.diagnostics import PtoError
from ptoprove.errors import BAD_INPUT, FAILED, check_writable, report
from ptoprove.loading import load
from ptoprove.options import (
    PATH,
    name_value_pairs,
    needed_decoders,
    profile_option,
    specification_options,
    target_option,
)

if TYPE_CHECKING:
    from parser.source import Source

COMMAND_LINE = "<command line>"
BUNDLE_TEXT = re.compile(r"[;\n]|^\s*(BSTART|B\.|pto\.|%)", re.IGNORECASE)


@click.command()
@click.argument("bundle")
@click.option(
    "--tiles",
    type=PATH,
    required=True,
    metavar="IN",
    help="The tiles: a .json, .npz or .npy file, or a directory of such files.",
)
@click.option(
    "--out", type=PATH, metavar="OUT", help="Write the destinations to a file of such a kind."
)
@click.option("--trace", is_flag=True, help="Print the calls of the model and what they touch.")
@click.option("--hex", "as_hex", is_flag=True, help="Print raw bits behind each value.")
@click.option(
    "--bind",
    "bindings",
    multiple=True,
    metavar="NAME=VALUE",
    callback=name_value_pairs,
    help="What a name in the bundle stands for: a number, a data type or a tile. May be repeated.",
)
@specification_options
@profile_option
@target_option
@click.pass_context
def run(
    ctx: click.Context,
    bundle: str,
    tiles: Path,
    out: Path | None,
    trace: bool,
    as_hex: bool,
    bindings: Mapping[str, str],
    spec_dir: Path | None,
    decoders: tuple[Path, ...],
    profile: str | None,
    target: str | None,
) -> None:
    """Execute BUNDLE, a file or the text itself, on tiles.

    \b
    Examples:
      ptoprove run examples/trem.bundle --tiles examples/trem.json
      ptoprove run examples/trem.bundle --tiles examples/trem.json --out result.npz
      ptoprove run examples/trem.bundle --tiles examples/trem.json --target a5
      ptoprove run 'BSTART.SFU TREM, S32; B.DIM LB0=4; B.DIM LB1=2;
          B.IOT T1, T2, mask=1111, <last>, ->T0<1>; BSTOP' --tiles examples/trem.json

    \b
    Exit codes:
      0  the bundle is accepted
      1  it is rejected with a fault
      2  bad usage or bad input
    """
    if out is not None:
        check_writable(out)
    spec = load(spec_dir, needed_decoders(spec_dir, decoders), profile=profile, target=target)

    from concrete.bundles import run_bundle
    from concrete.tile_text import run_text
    from concrete.tiles import read_tiles, write_tiles
    from parser.bundle import parse_bundle
    from semantics.targets.overlay import REASON, type_clause

    source = _source(bundle)
    try:
        given = read_tiles(tiles)
        values = {name: _value(text) for name, text in bindings.items()}
        found = run_bundle(spec, parse_bundle(source), given, bindings=values, tracing=trace)
    except PtoError as error:
        report(error.diagnostics, source)
        ctx.exit(BAD_INPUT)
    if target is not None and found.reason == REASON and found.contract is not None:
        found = replace(found, clause=type_clause(found.contract.name, target))
    click.echo(run_text(found, hex=as_hex, trace=trace))
    if out is not None and found.accepted:
        write_tiles(out, found.destinations)
    elif out is not None:
        click.echo(f"the bundle is rejected, so {out} is not written", err=True)
    ctx.exit(0 if found.accepted else FAILED)


def _source(bundle: str) -> Source:
    from parser.loader import read_source
    from parser.source import Source

    if BUNDLE_TEXT.search(bundle):
        return Source(COMMAND_LINE, bundle)
    return read_source(Path(bundle))


def _value(text: str) -> str | int:
    try:
        return int(text, 0)
    except ValueError:
        return text
