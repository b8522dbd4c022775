"""The symbolic machine: paths, merging, obligations, unknowns, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from concrete.machine import Machine
from parser.asl import parse
from parser.loader import parse_files
from parser.source import NOWHERE, Source
from proofs.calls import MAX_DEPTH
from proofs.choices import LARGEST_CHOICE, indices
from proofs.events import Event, merge_events
from proofs.execute import Evaluator
from proofs.state import (
    START,
    Path,
    State,
    is_plain,
    merge,
    merge_states,
    same_value,
)
from semantics import terms as t
from semantics import types
from semantics.library import STDLIB
from semantics.program import Program
from semantics.term_values import evaluate
from semantics.types import BOOLEAN, INTEGER, REAL, ArrayType, BitsType, RecordType, TupleType
from semantics.values import Unsupported, Vec

P, Q, R = (t.variable(name, t.BOOL) for name in "pqr")
X = t.variable("x", t.INT, (0, 5))
W = t.variable("w", t.bv_sort(8))


def evaluator_of(text: str) -> Evaluator:
    (library,) = parse_files([STDLIB])
    program = Program([parse(Source("unit.asl", text))], library.unit)
    return Evaluator(program, Machine(program, output=lambda _: None))


def main(body: str, before: str = "") -> tuple[Evaluator, State]:
    """Run a main function of these statements."""
    evaluator = evaluator_of(f"{before}\nfunc main() => integer\nbegin\n{body}\nreturn 0;\nend;\n")
    return evaluator, evaluator.run("main", [])


def broken(evaluator: Evaluator, **given: Any) -> list[str]:
    """The codes of the obligations that these inputs break."""
    return [o.code for o in evaluator.obligations if evaluate(o.violation, given)]


# ---------------------------------------------------------------- paths


def test_a_path_decides_what_it_contains() -> None:
    path = START.assume(P).assume(t.not_(Q))
    assert path.decides(P) is True and path.decides(Q) is False
    assert path.decides(t.not_(P)) is False and path.decides(R) is None
    assert START.decides(P) is None
    assert Path(path, False).decides(P) is None


def test_what_was_assumed_since() -> None:
    base = START.assume(P)
    path = base.assume(Q).assume(R)
    assert path.since(base) is t.and_(Q, R)
    assert path.since(path) is True and path.since(START) is path.term
    assert base.assume(True) is base
    assert path.depth == 3


# ---------------------------------------------------------------- merging


def test_merging_scalars() -> None:
    assert merge(P, 3, 3, INTEGER) == 3
    assert merge(P, True, False, BOOLEAN) is P
    assert t.interval(merge(P, X, 9, INTEGER)) == (0, 9)
    assert evaluate(merge(P, W, 7, BitsType(8)), {"p": False, "w": 9}) == 7
    assert merge(P, 1, 2, BitsType(8)).sort == t.bv_sort(8)
    assert merge(P, 0.5, 0.5, REAL) == 0.5


def test_merging_structures_part_by_part() -> None:
    record = RecordType("R", "record", (("a", INTEGER), ("b", TupleType((BOOLEAN, BitsType(4))))))
    merged = merge(P, (1, (True, 5)), (1, (True, 6)), record)
    assert merged[:1] == (1,) and merged[1][0] is True
    assert evaluate(merged[1][1], {"p": True}) == 5


def test_merging_arrays_leaves_equal_elements_alone() -> None:
    array = ArrayType(32768, BitsType(8))
    before = Vec(32768, 0)
    a, b = before.set(7, 1).set(20_000, 3), before.set(7, 1).set(9, 2)
    merged = merge(P, a, b, array)
    assert [i for i, v in merged.items() if isinstance(v, t.Term)] == [9, 20_000]
    assert evaluate(merged.get(9), {"p": True}) == 0 and evaluate(merged.get(9), {}) == 2
    assert merge(P, a, a, array) is a
    # Fresh arrays of different defaults differ everywhere.
    assert all(isinstance(v, t.Term) for v in merge(P, Vec(3, 0), Vec(3, 1), ArrayType(3, INTEGER)))


def test_what_cannot_be_merged() -> None:
    with pytest.raises(Unsupported, match="a real that depends on unknown values"):
        merge(P, 0.5, 0.25, REAL)


def test_merging_states_drops_what_only_one_declares_and_initialises_globals() -> None:
    a = State({"m": 1, "only": 2}, {"g": 5}, START.assume(P))
    b = State({"m": 3}, {"h": 6}, START.assume(t.not_(P)))
    asked: list[str] = []

    def local_type(name: str) -> types.Type:
        asked.append(name)
        return INTEGER

    after = merge_states(P, a, b, START, local_type, lambda _: INTEGER, lambda _: 0)
    assert set(after.locals) == {"m"} and asked == ["m"]
    assert evaluate(after.globals["g"], {"p": False}) == 0
    assert evaluate(after.globals["h"], {"p": False}) == 6
    assert after.path.term is True


def test_equal_locals_need_no_type() -> None:
    """What an expression binds in passing has none on record."""
    shared = Vec(3, 0)
    a = State({"temporary": shared}, {}, START.assume(P))
    b = State({"temporary": shared}, {}, START.assume(t.not_(P)))

    def no_type(name: str) -> types.Type:
        raise KeyError(name)

    after = merge_states(P, a, b, START, no_type, no_type, lambda _: 0)
    assert after.locals == {"temporary": shared}


def test_merging_events_keeps_the_common_beginning_once() -> None:
    first, left, right = (Event(i, "write", name, -1, True) for i, name in enumerate("abc"))
    assert merge_events((first, left), (first, right)) == (first, left, right)
    assert merge_events((first,), (first,)) == (first,)
    # Ways that went on together and were merged with others share more than a beginning.
    assert merge_events((first, right), (left, right)) == (first, left, right)
    assert merge_events(None, (first,)) is None


def test_plain_values() -> None:
    assert is_plain((1, (True, Vec(3, 0)))) and not is_plain((1, (X,)))
    assert not is_plain(Vec(3, 0).set(1, X)) and not is_plain(Vec(3, X))


def test_same_value() -> None:
    array = ArrayType(4, INTEGER)
    assert same_value(Vec(4, 0), Vec.of([0] * 4, 0), array) is True
    assert same_value(Vec(4, 0), Vec(4, 0).set(2, 1), array) is False
    assert same_value(Vec(4, 0).set(2, X), Vec(4, 0), array) is t.eq(t.INT, X, 0)
    assert same_value((P, 1), (True, 1), TupleType((BOOLEAN, INTEGER))) is P


# ---------------------------------------------------------------- obligations


def test_an_obligation_knows_its_path_place_and_calls() -> None:
    evaluator, _ = main(
        "let n = ARBITRARY: integer;\nif n > 3 then\nlet y = Half(n - 5);\nend;",
        "func Half(d: integer) => integer\nbegin\n    return 100 DIVRM d;\nend;\n",
    )
    (found,) = evaluator.obligations
    assert found.code == "DIV-NOT-POSITIVE"
    assert found.span.line == 3 and [name for name, _ in found.stack] == ["Half", "main"]
    assert [evaluate(found.violation, {"draw0": n}) for n in (3, 4, 5, 6)] == [0, 1, 1, 0]


def test_what_types_show_is_no_obligation() -> None:
    evaluator, _ = main(
        "let i = ARBITRARY: integer{0..3};\nvar a: array [[4]] of integer;\n"
        "a[[i]] = 8 DIVRM (i + 1);\nlet w = ARBITRARY: bits(8);\nlet x = w[i +: 4];"
    )
    assert evaluator.obligations == []


def test_assertions_are_recorded_even_where_they_hold() -> None:
    evaluator, end = main("let n = ARBITRARY: integer{0..3};\nassert n < 4;")
    assert [(o.code, o.condition) for o in evaluator.obligations] == [("ASSERTION", True)]
    assert end.path.term is True


def test_nothing_follows_a_certain_failure() -> None:
    evaluator, end = main("assert FALSE;\nassert ARBITRARY: boolean;")
    assert [(o.code, o.condition) for o in evaluator.obligations] == [("ASSERTION", False)]
    assert end.path.term is False and evaluator.draws == []


def test_a_failure_in_both_branches_ends_the_path() -> None:
    evaluator, end = main(
        "if ARBITRARY: boolean then assert FALSE; else unreachable; end;\nassert FALSE;"
    )
    assert [o.code for o in evaluator.obligations] == ["ASSERTION", "UNREACHABLE"]
    assert end.path.term is False


def test_a_branch_that_fails_leaves_the_other() -> None:
    evaluator, end = main(
        "let b = ARBITRARY: boolean;\nvar n: integer = 1;\n"
        "if b then n = 2; else unreachable; end;\nassert n == 2;"
    )
    assert broken(evaluator, draw0=False) == ["UNREACHABLE"] and not broken(evaluator, draw0=True)
    assert end.path.term is evaluator.draws[0].term


# ---------------------------------------------------------------- unknowns


def test_unknowns_have_types_and_paths() -> None:
    evaluator, _ = main(
        "let b = ARBITRARY: boolean;\nif b then let r = ARBITRARY: R; end;\nlet e = ARBITRARY: E;",
        "type E of enumeration { A, B, C };\n"
        "type R of record { n: integer{2, 5..7}, w: array [[2]] of bits(3) };\n",
    )
    assert [str(d.type) for d in evaluator.draws] == [
        "boolean", "integer{2, 5..7}", "bits(3)", "bits(3)", "E",
    ]  # fmt: skip
    b, n, *_, last = evaluator.draws
    assert n.path is b.term and last.path is not b.term
    assert t.interval(n.term) == (2, 7) and t.interval(last.term) == (0, 2)


def test_unknowns_of_unions_of_ranges_stay_inside() -> None:
    evaluator, _ = main("let n = ARBITRARY: integer{2, 5..7};\nassert n != 3 && n != 4;")
    assert not any(broken(evaluator, draw0=n) for n in (2, 3, 4, 5, 6, 7))
    evaluator, _ = main("let n = ARBITRARY: integer{2, 5..7};\nassert n != 6;")
    assert broken(evaluator, draw0=6) == ["ASSERTION"]


def test_bits_of_no_width_are_known() -> None:
    evaluator, _ = main("let w = ARBITRARY: bits(0);\nassert w == '';")
    assert evaluator.draws[0].term == 0 and not broken(evaluator)


# ---------------------------------------------------------------- control flow


def test_loops_ask_whether_they_can_go_on() -> None:
    asked: list[t.Bool] = []

    def feasible(path: t.Bool) -> bool:
        asked.append(path)
        return len(asked) < 8

    loop = "var n = ARBITRARY: integer;\nwhile n > 0 do\nn = n - 1;\nend;\nreturn n;"
    evaluator = evaluator_of(f"func main() => integer\nbegin\n{loop}\nend;\n")
    evaluator.feasible = feasible
    evaluator.run("main", [])
    assert len(asked) == 8


def test_limits_end_loops() -> None:
    evaluator, _ = main("var n = ARBITRARY: integer;\nwhile n > 0 looplimit 5 do\nn = n - 1;\nend;")
    assert broken(evaluator, draw0=5) == [] and broken(evaluator, draw0=6) == ["LOOP-LIMIT"]


def test_a_long_division_stays_linear() -> None:
    """64 steps with a branch each have 2^64 paths, and one merged state."""
    before = len(t._table)
    evaluator, _ = main(
        """
        let n = ARBITRARY: bits(64);
        let d = ARBITRARY: bits(64);
        var rest: bits(65) = Zeros{65};
        var quotient: bits(64) = Zeros{64};
        for i = 63 downto 0 do
            rest = rest[63:0] :: n[i];
            if UInt(rest) >= UInt(d) then
                rest = rest - ('0' :: d);
                quotient[i] = '1';
            end;
        end;
        assert d == Zeros{64} || UInt(quotient) == UInt(n) DIVRM Max(UInt(d), 1);
        """
    )
    assert len(t._table) - before < 12_000
    for n, d in ((100, 7), (2**64 - 1, 3), (5, 9), (2**63, 2**63)):
        assert broken(evaluator, draw0=n, draw1=d) == []


def test_early_returns_of_procedures_merge() -> None:
    evaluator, end = main(
        "let n = ARBITRARY: integer;\nStep(n);\nStep(n - 3);",
        "var log: integer;\nfunc Step(n: integer)\nbegin\n    if n < 0 then return; end;\n"
        "    log = log + 1;\n    if n > 2 then return; end;\n    log = log + 10;\nend;\n",
    )
    found = [evaluate(end.globals["log"], {"draw0": n}) for n in (-1, 0, 2, 3, 5, 6)]
    assert found == [0, 11, 11, 12, 12, 2]
    assert end.path.term is True and evaluator.obligations == []


def test_bindings_within_expressions_survive_branches() -> None:
    evaluator, _ = main(
        "let n = ARBITRARY: integer{0..9};\nvar r: integer = 0;\n"
        "if Next(n) IN {1, 2} then r = 1; else r = 2; end;\n"
        "if Next(n) IN {3..5} && Next(r) IN {2} then r = 3; end;\n"
        "assert (r == 1) == (n <= 1);",
        "func Next(n: integer) => integer\nbegin\n    return n + 1;\nend;\n",
    )
    assert not any(broken(evaluator, draw0=n) for n in range(10))


def test_indices_are_evaluated_once_and_before_the_write_is_noted() -> None:
    """The index of an inner array is found once, however many elements the outer one may name; for
    one with effects, the inner array is read before."""
    evaluator, end = main(
        "let i = ARBITRARY: integer{0..3};\nTraceStart();\ntable[[i]][[Next()]] = 5;",
        "var table: array [[4]] of array [[4]] of integer;\nvar count: integer;\n"
        "func Next() => integer\nbegin\n    count = count + 1;\n    return count;\nend;\n",
    )
    assert end.globals["count"] == 1
    assert [(e.kind, e.variable) for e in end.events or ()] == [
        ("read", "table"), ("read", "count"), ("write", "count"), ("read", "count"),
        ("write", "table"),
    ]  # fmt: skip
    assert evaluate(end.globals["table"].get(2).get(1), {"draw0": 2}) == 5
    assert not evaluator.obligations


def test_choices_of_an_unknown_index() -> None:
    array = Vec(6, 0)
    assert indices(array, t.variable("i", t.INT, (2, 3))) == range(2, 4)
    assert indices(array, t.variable("i", t.INT, (-5, 99))) == range(6)
    assert indices(array, t.variable("i", t.INT)) == range(6)
    with pytest.raises(Unsupported, match="an unknown index into 5000 elements"):
        indices(Vec(5000, 0), t.variable("i", t.INT))
    assert len(indices(Vec(LARGEST_CHOICE, 0), t.variable("i", t.INT))) == LARGEST_CHOICE


def test_a_choice_among_thousands_of_elements() -> None:
    evaluator, _ = main(
        "let i = ARBITRARY: integer{0..3999};\nvar a: array [[4000]] of bits(16);\n"
        "for k = 0 to 3999 do\na[[k]] = (3 * k)[15:0];\nend;\nassert UInt(a[[i]]) == 3 * i;"
    )
    assert not broken(evaluator, draw0=1234)


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("body", "why", "line"),
    [
        ("let x = ARBITRARY: real;", "an unknown real", 3),
        ("let x = ARBITRARY: string;", "an unknown string", 3),
        ("let n = ARBITRARY: integer;\nlet x = Real(n);", "real arithmetic on unknown values", 4),
        (
            "var x = 0.5;\nif ARBITRARY: boolean then x = 1.5; end;",
            "a real that depends on unknown values",
            4,
        ),
        (
            "let n = ARBITRARY: integer{0..8};\nlet x: bits(n) = Zeros{n};",
            "a width or size that depends on unknown values",
            4,
        ),
        (
            "let n = ARBITRARY: integer{0..8};\nfor i = n to 9 do pass; end;",
            "a loop that starts at an unknown value",
            4,
        ),
        ("let n = ARBITRARY: integer;\nlet x = 2 ^ n;", "a power whose exponent is unknown", 4),
        ("let n = ARBITRARY: integer;\nlet x = Deep(n);", f"nested more than {MAX_DEPTH} deep", 1),
    ],
)
def test_what_is_refused_says_why_and_where(body: str, why: str, line: int) -> None:
    deep = "func Deep(n: integer) => integer begin return Deep(n + 1); end;"
    text = f"{deep}\nfunc main() => integer begin\n{body}\nreturn 0;\nend;\n"
    evaluator = evaluator_of(text)
    with pytest.raises(Unsupported, match=why) as caught:
        evaluator.run("main", [])
    span = getattr(caught.value, "span", NOWHERE)
    assert span.line == line


# ---------------------------------------------------------------- pure calls


PURE = """
pure func Power(n: integer {0..100}) => boolean
begin
    var candidate: integer = 1;
    for i = 0 to 6 do
        if n == candidate then return TRUE; end;
        candidate = candidate * 2;
    end;
    return FALSE;
end;
pure func Half(n: integer) => integer
begin
    assert n >= 0;
    return n DIV 2;
end;
pure func Down(n: integer) => integer recurselimit 9
begin
    return if n <= 0 then 0 else 1 + Down(n - 1);
end;
pure func Plain(n: integer) => integer
begin
    return if n <= 0 then 0 else 1 + Plain(n - 1);
end;
pure func Until(n: integer {0..100}, most: integer {0..100}) => integer
begin
    for i = 0 to most do
        if i == n then return i; end;
    end;
    return 0;
end;
"""


def drawn(evaluator: Evaluator) -> list[str]:
    """The names of the unknowns, in the order in which they are drawn."""
    return [each.data for each in t.variables([draw.term for draw in evaluator.draws])]


def test_a_pure_call_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    executed: list[str] = []
    execute = Evaluator._execute

    def noted(self: Evaluator, key: str, *rest: Any) -> Any:
        executed.append(key)
        return execute(self, key, *rest)

    monkeypatch.setattr(Evaluator, "_execute", noted)
    body = """
        let n = ARBITRARY: integer {0..100};
        let m = ARBITRARY: integer {0..100};
        assert Power(n) == Power(n);
        if n > 3 then assert Power(n) || n != 8; end;
        assert !Power(m) || m >= 1;
    """
    evaluator, _ = main(body, PURE)
    assert executed.count("Power") == 2  # of n, and of m
    for n, m in ((0, 0), (8, 64), (3, 100)):
        assert broken(evaluator, **dict(zip(drawn(evaluator), (n, m), strict=True))) == []


def test_what_must_hold_of_a_pure_call_is_asked_on_each_path() -> None:
    body = """
        let n = ARBITRARY: integer {-9..9};
        if n >= 0 then assert Half(n) <= 4; end;
        if n > 5 then assert Half(n) >= 3; end;
        if n < -8 then let x = Half(n); end;
    """
    evaluator, _ = main(body, PURE)
    (name,) = drawn(evaluator)
    assert broken(evaluator, **{name: 7}) == ["DIV-INEXACT", "DIV-INEXACT"]
    assert broken(evaluator, **{name: -9}) == ["ASSERTION", "DIV-INEXACT"]
    assert broken(evaluator, **{name: -8}) == []
    failing = [o for o in evaluator.obligations if o.code == "ASSERTION" and len(o.stack) == 2]
    assert len({o.stack[0][1].line for o in failing}) == 3  # each with the place of its own call


@pytest.mark.parametrize("function", ["Down(n)", "Plain(n)", "Until(n, n)"])
def test_how_often_something_repeats_is_told_by_the_path(function: str) -> None:
    # Without the path, a call could not be known to end.
    body = f"""
        let n = ARBITRARY: integer {{0..100}};
        if n <= 3 then assert {function} == n; end;
    """
    evaluator, _ = main(body, PURE)
    (name,) = drawn(evaluator)
    for n in (0, 3, 50):
        assert broken(evaluator, **{name: n}) == []
