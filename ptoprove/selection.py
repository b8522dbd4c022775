"""Which specification a command line asks for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ptoprove.loading import load
from ptoprove.options import ALLOW
from semantics.decoders import is_made
from semantics.specification import Specification


@dataclass(frozen=True, slots=True)
class Selection:
    """A checkout with its decoders, or without `spec_dir` the shipped one; on a target or none."""

    spec_dir: Path | None = None
    decoders: tuple[Path, ...] = ()
    target: str | None = None

    def load(self) -> Specification:
        """The specification; raises PtoError."""
        return load(self.spec_dir, self.decoders, target=self.target)

    def absolute(self) -> Selection:
        """The same from any working directory; what a script made has no place."""
        directory = None if self.spec_dir is None else self.spec_dir.absolute()
        decoders = tuple(each if is_made(each) else each.absolute() for each in self.decoders)
        return Selection(directory, decoders, self.target)

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the command line that select it."""
        spec = () if self.spec_dir is None else ("--spec", str(self.spec_dir))
        given = (each for each in self.decoders if not is_made(each))
        decoders = (word for each in given for word in ("--decoders", str(each)))
        allow = (ALLOW,) if any(map(is_made, self.decoders)) else ()
        target = () if self.target is None else ("--target", self.target)
        return (*spec, *decoders, *allow, *target)
