"""Imports run one way, and only `proofs` sees the solver, only `ptoprove` the terminal."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def lint(directory: Path) -> subprocess.CompletedProcess[str]:
    """Check the contracts of the `pyproject.toml` of a directory on the packages in there."""
    return subprocess.run(
        [sys.executable, "-c", LINT, "--no-cache"],
        cwd=directory,
        capture_output=True,
        text=True,
        check=False,
    )


def test_contracts_hold() -> None:
    found = lint(ROOT)
    assert found.returncode == 0, found.stdout + found.stderr
    assert "4 kept, 0 broken" in found.stdout


def test_contracts_can_fail(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text("utf-8"))
    wrong = {
        "parser": "import semantics\n",
        "semantics": "import rich\n",
        "concrete": "import z3\n",
        "proofs": "import numpy\n",
        "ptoprove": "import z3, distributed\n",
    }
    for package, text in wrong.items():
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text(text)
    found = lint(tmp_path)
    assert found.returncode == 1
    assert "0 kept, 4 broken" in found.stdout
    for broken in (
        "parser is not allowed to import semantics",
        "semantics is not allowed to import rich",
        "concrete is not allowed to import z3",
        "ptoprove is not allowed to import z3",
        "ptoprove is not allowed to import distributed",
    ):
        assert broken in found.stdout
