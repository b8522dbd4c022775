"""Foreign SMT-LIB: only declarations and assertions reach a solver."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.backends.commands import ALLOWED, ForeignCommand, declarations_and_assertions
from proofs.backends.installed import installed
from proofs.backends.process import process_of
from proofs.backends.protocol import Request

QUERY = """; contract: C
(set-logic ALL)
(set-info :status sat)
(declare-fun |x y@a.asl:1| () Int)
(assert (and (< 3 |x y@a.asl:1|) ; a remark (
  (> 5 |x y@a.asl:1|)))
(check-sat)
"""


def test_a_query_is_kept() -> None:
    assert declarations_and_assertions(QUERY) == (
        "( declare-fun |x y@a.asl:1| ( ) Int )\n"
        "( assert ( and ( < 3 |x y@a.asl:1| ) ( > 5 |x y@a.asl:1| ) ) )\n"
    )
    assert declarations_and_assertions("") == ""


CHANNEL = '(set-option :regular-output-channel "{}")'
HOSTILE = {
    "an option": CHANNEL,
    "an option after a remark": "; x\n" + CHANNEL,
    "an option in a remark that ends early": "; x\r" + CHANNEL,
    "an option in a symbol with a backslash": "(assert |\\|) " + CHANNEL + "(assert |\\||)",
    "an option in a string": '(assert "' + CHANNEL,
    "include": '(include "{}")',
    "echo": '(echo "{}")',
    "exit": "(exit)",
    "push": "(push 1)",
    "a model": "(check-sat)(get-model)",
    "no command": "{}",
    "no name": "(assert true)()",
    "nested": "((set-option))",
    "an end too much": "(assert true))",
    "no end": "(assert (and true",
    "a control character": "(assert true\0)",
    "an escape": "(assert |\x1b[2J|)",
    "a line in a symbol": "(assert |a\nb|)",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_other_commands_are_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(ForeignCommand) as caught:
        declarations_and_assertions(text.replace("{}", str(tmp_path / "owned")))
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


PIECES = ["(", ")", "|", "\\", '"', ";", "\n", "\r", " ", "assert", "set-option", "a", "check-sat"]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_whatever_is_written_only_declares_and_asserts(text: str) -> None:
    try:
        lines = declarations_and_assertions(text).splitlines()
    except ForeignCommand:
        return
    for line in lines:
        assert line.startswith(tuple(f"( {name} " for name in ALLOWED))
        assert not set('"\\;\r') & set(line)


def test_nesting_is_bounded() -> None:
    with pytest.raises(ForeignCommand, match="parentheses"):
        declarations_and_assertions("(assert " + "(" * 200_000)


@pytest.mark.parametrize("name", [each.name for each in installed()])
def test_a_solver_would_open_the_file(name: str, tmp_path: Path) -> None:
    """So the refusal is needed, and not only polite."""
    path = tmp_path / "owned"
    text = f"{CHANNEL.format(path)}(assert true)"
    process_of(name).decide(Request(text, frozenset(), 10))
    assert path.exists()
    with pytest.raises(ForeignCommand):
        declarations_and_assertions(text)


@pytest.mark.parametrize("name", [each.name for each in installed()])
def test_solvers_read_what_is_left(name: str) -> None:
    text = declarations_and_assertions(
        "(set-logic ALL)(declare-fun x () (_ BitVec 8))"
        " (define-fun y () (_ BitVec 8) (bvadd x #x01))(assert (= y #x00))"
    )
    assert process_of(name).decide(Request(text, frozenset(), 10)).kind == "sat"
