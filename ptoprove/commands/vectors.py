"""`ptoprove vectors`: test vectors of a contract, for those who implement it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

import rich_click as click

from ptoprove.errors import check_writable, make_directory
from ptoprove.loading import load
from ptoprove.options import (
    PATH,
    case_option,
    needed_decoders,
    profile_option,
    specification_options,
)

ARRAYS = ".npz"


@click.command()
@click.argument("contract")
@click.option(
    "--out",
    type=PATH,
    metavar="OUT",
    help="Write the vectors to this .npz file, and their index beside it; with --as, to this "
    "directory.",
)
@click.option(
    "--as",
    "form",
    type=click.Choice(["avs"]),
    help="Write each vector as a test point of the specification.",
)
@case_option
@click.option("--missing", type=click.IntRange(min=0), default=20, show_default=True, metavar="N",
              help="Print at most N branches that did not go both ways.")  # fmt: skip
@specification_options
@profile_option
def vectors(
    contract: str,
    out: Path | None,
    form: str | None,
    case: Mapping[str, str],
    missing: int,
    spec_dir: Path | None,
    decoders: tuple[Path, ...],
    profile: str | None,
) -> None:
    """Make test vectors of CONTRACT: for each data type inputs on the boundaries and along each
    path that is found, with the tiles and the numeric status that they lead to.

    \b
    Examples:
      ptoprove vectors TREM
      ptoprove vectors TREM --out trem.npz
      ptoprove vectors TREM --case data_type=FP32 --profile ieee754 --out trem.npz
      ptoprove vectors TREM --as avs --out points

    \b
    Exit codes:
      0  the vectors were made
      2  bad usage or bad input
    """
    if form is not None and out is None:
        raise click.UsageError("--as needs --out DIR")
    if form is not None and profile not in (None, "reference"):
        raise click.UsageError("--as avs goes without --profile, which no text of ASL can choose")
    if form is not None and out is not None:
        make_directory(out)
    if form is None and out is not None:
        if out.suffix != ARRAYS:
            raise click.UsageError(f"--out needs a name that ends in {ARRAYS}, or --as avs")
        check_writable(out)
        check_writable(out.with_suffix(".json"))
    started = time.monotonic()
    spec = load(spec_dir, needed_decoders(spec_dir, decoders), profile=profile)

    from proofs.vectors import vectors_of
    from ptoprove.coverage import coverage_of_vectors
    from ptoprove.terminal import console
    from ptoprove.vectors_view import print_vectors

    found = vectors_of(spec, spec.contract(contract), case)
    covered = coverage_of_vectors(spec, found)
    if form is None and out is not None:
        from ptoprove.report import write
        from ptoprove.vectors_files import index, write_arrays
        from semantics.overlays import REFERENCE

        write_arrays(out, found)
        document = index(spec, profile or REFERENCE, case, found, covered)
        write(out.with_suffix(".json"), document)
    if form is not None and out is not None:
        from proofs.export.vector_point import export_vectors
        from ptoprove.vectors_files import write_points

        write_points(out, export_vectors(spec, found))
    top = spec_dir or Path(spec.contract(contract).span.path).parents[1]
    print_vectors(console(), found, covered, missing, top, time.monotonic() - started)
