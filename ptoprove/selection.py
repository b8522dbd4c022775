"""Which specification a command line asks for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ptoprove.loading import load
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
        """The same from any working directory."""
        directory = None if self.spec_dir is None else self.spec_dir.absolute()
        decoders = tuple(each.absolute() for each in self.decoders)
        return Selection(directory, decoders, self.target)

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the command line that select it."""
        options = [("--spec", self.spec_dir), *(("--decoders", each) for each in self.decoders)]
        options = [(name, value) for name, value in options if value is not None]
        target = ("--target", self.target) if self.target is not None else ()
        return (*(word for name, value in options for word in (name, str(value))), *target)
