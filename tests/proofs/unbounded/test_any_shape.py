"""Small properties that are asked of every shape: what one is proved of is not said of another."""

from __future__ import annotations

import json
from typing import Any

import pytest

from parser.diagnostics import PtoError
from proofs.properties.user import user_files
from proofs.prove import EVERY_SHAPE
from proofs.verdicts import Result, Verdict
from semantics.specification import shipped
from tests.proofs.deciding import Bench

SHAPE: dict[str, Any] = {
    "instead_of": "Rows", "any": "AnyRows", "bounds": "up to 100 rows", "always_fit": ["Fits"],
    "alike": {},
}  # fmt: skip
ROWS = """
readonly func Rows(c: integer) => integer
begin
    return 2;
end;
readonly func AnyRows(c: integer) => integer
begin
    return ARBITRARY: integer{0..100};
end;
func Fits(c: integer)
begin
    assert c > 0;
end;
func DoesNotFit(c: integer)
begin
    assert c < 0;
end;
"""


def claim(condition: str, function: str, id: str = "claim", before: str = "", **shape: Any) -> str:
    """A property of the number of rows."""
    record = {
        "id": id, "contract": "TNEG", "function": function, "title": "a claim", "scope": "all",
        "cases": {"c": [1]}, "bounds": "two rows", "any_shape": {**SHAPE, **shape},
    }  # fmt: skip
    text = f"// PTO-PROPERTY: {json.dumps(record)}\n{before}"
    return f"{text}\nfunc {function}(c: integer)\nbegin\n    assert {condition};\nend;\n"


def everywhere(result: Result) -> bool:
    """Whether it is proved of every shape; it is proved within its bounds at least."""
    assert result.verdict in (Verdict.PROVED, Verdict.BOUNDED), result
    return EVERY_SHAPE in result.scope


def test_rows(bench: Bench) -> None:
    few, any = bench.results(
        claim("Rows(c) < 3", "Few", "few") + claim("Rows(c) >= 0", "Any") + ROWS
    )
    assert not everywhere(few) and few.verdict is Verdict.BOUNDED
    assert everywhere(any) and any.verdict is Verdict.PROVED


def test_what_calls_the_function_that_is_replaced_is_not_run_as_it_is(bench: Bench) -> None:
    """All is known in it, so that the machine might do it."""
    more = "readonly func More(c: integer) => integer\nbegin\n    return Rows(c) + 1;\nend;\n"
    (result,) = bench.results(claim("More(c) == 3", "Claim", before=more) + ROWS)
    assert not everywhere(result)


def test_two_properties_of_one_name(bench: Bench) -> None:
    first, second = claim("Rows(c) < 200", "First"), claim("Rows(c) == 2", "Second")
    assert [everywhere(each) for each in bench.results(first + second + ROWS)] == [True, False]


def test_bounds_are_those_of_each_property(bench: Bench) -> None:
    other: dict[str, Any] = {
        "always_fit": ["DoesNotFit"],
        "bounds": "up to 7 rows",
        "left": "known modes",
    }
    first = claim("Rows(c) < 200", "First")
    second = claim("Rows(c) < 200", "Second", id="second", **other)
    one, two = bench.results(first + second + ROWS)
    assert everywhere(one) and one.verdict is Verdict.PROVED
    assert everywhere(two) and two.verdict is Verdict.BOUNDED
    assert two.scope.endswith("; up to 7 rows; known modes")


NUMBER, TRUTH, NOTHING = "return 2;", "return TRUE;", "pass;"
WRONG = {
    "no arguments": ("any", "readonly func Other() => integer", NUMBER, "of `Rows`"),
    "another result": ("any", "readonly func Other(c: integer) => boolean", TRUTH, "of `Rows`"),
    "nothing to ask": ("always_fit", "func Other()", NOTHING, "like the first of `Claim`"),
    "another case": ("always_fit", "func Other(c: boolean)", NOTHING, "like the first of `Claim`"),
    "several": ("always_fit", "func Fits(c: boolean)", NOTHING, "several functions `Fits`"),
}


@pytest.mark.parametrize(("key", "head", "body", "message"), WRONG.values(), ids=WRONG)
def test_functions_that_cannot_be_called_so(
    key: str, head: str, body: str, message: str, bench: Bench
) -> None:
    name = head.partition("func ")[2].partition("(")[0]
    shape: dict[str, Any] = {key: [name] if key == "always_fit" else name}
    before = f"{head}\nbegin\n    {body}\nend;\n"
    path = bench.folder / "mine.asl"
    path.write_text(claim("Rows(c) < 200", "Claim", before=before, **shape) + ROWS, "utf-8")
    with pytest.raises(PtoError) as caught:
        user_files(shipped(), [path])
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "PROPERTY-RECORD" and message in diagnostic.message
    assert diagnostic.span is not None and diagnostic.span.path == str(path)
