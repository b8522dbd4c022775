"""With which operands two versions are compared."""

from __future__ import annotations

import pytest

from proofs.equivalence.operands import Operands, operands_of
from proofs.equivalence.version import Version
from proofs.properties.direct.asking import Configuration
from proofs.properties.direct.forms import Form, Kind
from proofs.properties.direct.search import Search
from semantics.values import Unsupported
from tests.proofs.equivalence.versions import original, version


def operands(*changes: tuple[str, str]) -> Operands:
    searches = []
    for spec in (original(), version("B", *changes)):
        made = Version(spec, cache=False)
        operation = made.operation("TDEMO")
        assert operation is not None
        searches.append(made.search(operation))
    return operands_of(*searches)


def test_those_that_either_takes() -> None:
    found = operands(("TileDataType_U8", "TileDataType_FP16"))
    assert found.types == (("U8",), ("FP16",))
    assert found.labels == (
        "S32 1x1 of 2",
        "S32 1x1",
        "S32 1x2 of 4",
        "U8 1x2 of 4",
        "S32 1x2",
        "FP16 1x2 of 4",
        "S32 1x2 of 4; [0, 0] of source 1 undefined",
        "S32 1x2 of 4; fresh destinations",
    )
    assert [each.number for each in found.cases[:6]] == [0, 1, 2, 3, 4, 5]


def test_the_same_types_with_one_element() -> None:
    found = operands()
    smaller = {case.label: least.label for case, least in found.smaller.items()}
    assert smaller["U8 1x2 of 4"] == "U8 1x1"
    assert smaller["S32 1x2 of 4; fresh destinations"] == "S32 1x1; fresh destinations"
    assert "S32 1x1" not in smaller
    configurations = found.a.configurations
    for least in found.smaller.values():
        assert configurations[least.number] == least.configuration


NUMERIC = Form(Kind.NUMERIC, "S32", 1, 1, 1)


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        (
            Configuration((NUMERIC, NUMERIC)),
            Configuration((NUMERIC, NUMERIC.predicate())),
            "the versions want tiles of different kinds",
        ),
        (
            Configuration((NUMERIC, NUMERIC)),
            Configuration((NUMERIC, NUMERIC), opened="S32"),
            "only one version wants a BSTART before the operation",
        ),
    ],
)
def test_what_can_not_be_compared(
    monkeypatch: pytest.MonkeyPatch, one: Configuration, other: Configuration, reason: str
) -> None:
    found = iter([[one], [other]])
    monkeypatch.setattr(Search, "found", lambda *_: next(found))
    with pytest.raises(Unsupported, match=reason):
        operands()
