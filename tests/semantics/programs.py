"""Programs kept as text: a line `==== what`, a line `---- expected`, and the ASL."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Case:
    """What it shows, what is expected of it, and the text."""

    what: str
    expected: str
    text: str


def read(name: str) -> list[Case]:
    """The cases of a file beside this one."""
    parts = re.split(r"^==== (.*)\n---- (.*)\n", (HERE / name).read_text("utf-8"), flags=re.M)[1:]
    return [
        Case(what, expected, text.strip() + "\n")
        for what, expected, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    ]


def body(statements: str) -> str:
    """A main function of these statements."""
    lines = "".join(f"    {line.strip()}\n" for line in statements.strip().splitlines())
    return f"func main() => integer\nbegin\n{lines}    return 0;\nend;\n"


def value(statements: str) -> str:
    """A main function that returns what the last of these lines computes."""
    *first, last = [line.strip() for line in statements.strip().splitlines()]
    return "\n".join(["func main() => integer", "begin", *first, f"return {last};", "end;", ""])
