"""Names of ASL in emitted Python, where `_1` is a temporary and `k0_f_X` a constant of `f_X`."""

from __future__ import annotations

import re


def local_name(name: str) -> str:
    """The Python name of a local."""
    return f"v_{name}"


def asl_name(python: str) -> str | None:
    """The local of that Python name, if it is that of one."""
    return python[2:] if python.startswith("v_") else None


def global_name(name: str) -> str:
    """The Python name of a global."""
    return f"g_{name}"


def python_name(key: str) -> str:
    """The Python name of the function of that key: `name`, `name.set`, `name#1`, `name.set#1`."""
    base, _, overload = key.partition("#")
    name, setter, _ = base.partition(".")
    return f"{'s' if setter else 'f'}{overload}_{name}"


def key_of(python: str) -> str | None:
    """The key of the function of that Python name, if it is that of one."""
    found = re.fullmatch(r"([fs])(\d*)_(.*)", python)
    if found is None:
        return None
    kind, overload, name = found.groups()
    return f"{name}{'.set' if kind == 's' else ''}{'#' if overload else ''}{overload}"
