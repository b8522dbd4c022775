"""The stored tables belong to the grammar, and the grammar to the tree builder."""

from __future__ import annotations

import inspect
from importlib.resources import files

import pytest

from parser.build import Builder
from parser.make_tables import ConflictError, make_tables
from parser.tables import GRAMMAR_FILE, TABLES_FILE, load_tables, pack

GRAMMAR = files("parser").joinpath(GRAMMAR_FILE).read_text(encoding="utf-8")


def test_the_stored_tables_are_those_of_the_grammar() -> None:
    stored = files("parser").joinpath(TABLES_FILE).read_text(encoding="utf-8")
    assert pack(make_tables(GRAMMAR), GRAMMAR) == stored, "run python -m parser.make_tables"


def test_storing_loses_nothing() -> None:
    assert load_tables() == make_tables(GRAMMAR)


def test_each_production_has_a_method_that_takes_its_values() -> None:
    for production in load_tables().productions:
        if production.method is None:
            assert len(production.picks) == 1
            continue
        method = inspect.signature(getattr(Builder, production.method))
        method.bind("builder", 0, 0, *production.picks)


def test_each_method_of_the_builder_is_used() -> None:
    used = {production.method for production in load_tables().productions}
    takes_tokens = {
        name
        for name, method in inspect.getmembers(Builder, inspect.isfunction)
        if list(inspect.signature(method).parameters)[:3] == ["self", "first", "last"]
        and not name.startswith("_")
    }
    assert takes_tokens == used - {None}


def test_a_grammar_that_is_not_lalr_is_refused() -> None:
    with pytest.raises(ConflictError, match="Shift/Reduce"):
        make_tables(
            'unit: sum\nlone_expression: sum\nsum: NUMBER | sum "+" sum\nNUMBER: /[0-9]+/\n'
        )
