"""Terms to z3, in one of four theories (design, decision 7; docs/concepts.md).

LINEAR   words are integers in range, wrapping is explicit; products and quotients of unknowns are
         abstracted under their algebra, and of floating operations nothing is known. What it
         refutes may be spurious, what it proves holds.
EXACT    the same with every product and quotient exact (nonlinear integers); no floats.
WORDS    words are bit-vectors; integers convert from and to them; of floats nothing is known.
BITS     the same with floating operations as `encode_floats` says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, Final

import z3

from proofs.encode_floats import FloatEncoder
from semantics import term_arithmetic as ta
from semantics.intervals import Interval
from semantics.terms import INT, Sort, Term, Value, interval, subterms

RELATED = 6
"""With how many earlier products of the same factor a product is compared."""


class Theory(StrEnum):
    LINEAR = "linear integers"
    EXACT = "nonlinear integers"
    WORDS = "bit-vectors, any floats"
    BITS = "bit-vectors"


_CONTEXT: Final = z3.main_ctx()
_CLASSES: Final = {
    z3.Z3_BOOL_SORT: z3.BoolRef,
    z3.Z3_INT_SORT: z3.ArithRef,
    z3.Z3_BV_SORT: z3.BitVecRef,
}


class NoTheory(Exception):
    """A term has no translation in this theory."""


# Most of what is encoded is made by these three, without the conversions of operands that z3's own
# functions do first, and that take most of their time.


def _junction(op: str, parts: Sequence[Any]) -> Any:
    make = z3.Z3_mk_and if op == "and" else z3.Z3_mk_or
    operands = (z3.Ast * len(parts))(*(part.as_ast() for part in parts))
    return z3.BoolRef(make(_CONTEXT.ref(), len(parts), operands), _CONTEXT)


def _equal(a: Any, b: Any) -> Any:
    return z3.BoolRef(z3.Z3_mk_eq(_CONTEXT.ref(), a.as_ast(), b.as_ast()), _CONTEXT)


def _choice(condition: Any, a: Any, b: Any) -> Any:
    made = z3.Z3_mk_ite(_CONTEXT.ref(), condition.as_ast(), a.as_ast(), b.as_ast())
    return _CLASSES[a.sort_kind()](made, _CONTEXT)


class Encoder:
    """Translates terms of one query; `definitions` must be asserted along with it.

    `symbol` gives the name that an unknown has there.
    """

    def __init__(self, theory: Theory, symbol: Callable[[str], str] = str) -> None:
        self.theory = theory
        self._symbol = symbol
        self._as_bits = theory in (Theory.WORDS, Theory.BITS)
        self.definitions: list[z3.BoolRef] = []
        self.unknowns: dict[str, tuple[Term, z3.ExprRef]] = {}
        self._known: dict[int, Any] = {}
        self._splits: dict[tuple[int, int], tuple[Any, Any]] = {}
        self._quotients: dict[tuple[int, int], tuple[Any, Any, Any]] = {}
        self._products: dict[tuple[int, int], Any] = {}
        self._wholes: list[tuple[Any, Any]] = []
        self._multiples: dict[int, list[tuple[Any, Any, Interval]]] = {}
        self._floats = FloatEncoder(self.definitions)
        self._fresh = 0

    def bool(self, value: Value) -> Any:
        """A condition."""
        if not isinstance(value, Term):
            return z3.BoolVal(bool(value))
        for term in subterms([value]):
            if term.id not in self._known:
                self._known[term.id] = self._encode(term)
        return self._known[value.id]

    # ------------------------------------------------------------ operands

    def _get(self, value: Value, sort: Sort) -> Any:
        if isinstance(value, Term):
            return self._known[value.id]
        if sort.kind == "bool":
            return z3.BoolVal(bool(value))
        if sort.kind == "bv" and self._as_bits:
            return z3.BitVecVal(value, sort.width)
        return z3.IntVal(value)

    def _int(self, value: Value) -> Any:
        return self._get(value, INT)

    def _bits(self, value: Value, width: int) -> Any:
        return self._get(value, Sort("bv", width))

    def _new(self, hint: str) -> Any:
        self._fresh += 1
        return z3.Int(f"{hint}!{self._fresh}")

    def _encode(self, t: Term) -> Any:
        match t.op:
            case "var":
                return self._variable(t)
            case "not":
                return z3.Not(self._known[t.args[0].id])
            case "and" | "or":
                return _junction(t.op, [self._get(a, t.sort) for a in t.args])
            case "eq":
                return _equal(self._get(t.args[0], t.data), self._get(t.args[1], t.data))
            case "ite":
                c, a, b = t.args
                return _choice(self._known[c.id], self._get(a, t.sort), self._get(b, t.sort))
            case "add":
                return self._int(t.args[0]) + self._int(t.args[1])
            case "neg":
                return -self._int(t.args[0])
            case "le":
                return self._at_most(*t.args)
            case "mul":
                return self._product(t.args[0], t.args[1])
            case "div":
                return self._quotient(t.args[0], t.args[1])[0]
            case "mod":
                return self._quotient(t.args[0], t.args[1])[1]
            case "float":
                return self._float(t)
            case "apply":
                raise NoTheory("an unknown function")
        return self._word_as_bits(t) if self._as_bits else self._word_as_int(t)

    def _at_most(self, a: Value, b: Value) -> Any:
        """a <= b; of words, as bit-vectors, for z3 is slow where it reads them as integers."""
        read = a if isinstance(a, Term) else b
        if self._as_bits and isinstance(read, Term) and read.op in ("uint", "sint"):
            left, right = self._unread(a, read), self._unread(b, read)
            if left is not None and right is not None:
                return z3.ULE(left, right) if read.op == "uint" else left <= right
        return self._int(a) <= self._int(b)

    def _unread(self, value: Value, like: Term) -> Any | None:
        """The word that gives a value when it is read as another one is, if there is one."""
        if isinstance(value, Term):
            same = value.op == like.op and value.data == like.data
            return self._bits(value.args[0], value.data) if same else None
        low, high = like.range
        inside = low is not None and high is not None and low <= value <= high
        return z3.BitVecVal(value, like.data) if inside else None

    def _float(self, t: Term) -> Any:
        """A floating operation; where nothing is known of it, any word."""
        match self.theory:
            case Theory.EXACT:
                raise NoTheory("floating operations on integers")
            case Theory.BITS:
                return self._floats.encode(
                    t.data, [self._bits(word, t.data.operand_width) for word in t.args]
                )
            case Theory.WORDS:
                self._fresh += 1
                return z3.BitVec(f"float!{self._fresh}", t.sort.width)
        result = self._new("float")
        self.definitions += [result >= 0, result < 1 << t.sort.width]
        return result

    def _variable(self, t: Term) -> Any:
        name, sort = self._symbol(t.data), t.sort
        result: Any
        if sort.kind == "bool":
            result = z3.Bool(name)
        elif sort.kind == "bv" and self._as_bits:
            result = z3.BitVec(name, sort.width)
        else:
            result = z3.Int(name)
            low, high = (0, (1 << sort.width) - 1) if sort.kind == "bv" else t.range
            if low is not None:
                self.definitions.append(result >= low)
            if high is not None:
                self.definitions.append(result <= high)
        self.unknowns[t.data] = (t, result)
        return result

    # ------------------------------------------------------------ products and quotients

    def _product(self, a: Value, b: Value) -> Any:
        if not isinstance(a, Term) or not isinstance(b, Term) or self.theory is not Theory.LINEAR:
            return self._int(a) * self._int(b)
        for x, y in ((a, b), (b, a)):
            if x.op == "neg":
                return -self._operand_product(x.args[0], y)
            if x.op == "ite":
                c, then, otherwise = x.args
                return z3.If(
                    self._known[c.id],
                    self._operand_product(then, y),
                    self._operand_product(otherwise, y),
                )
        for x, y in ((a, b), (b, a)):
            if x.op == "div" and x.args[1] is y:
                return self._quotient(x.args[0], y)[2]
            if x.op == "div" and x.args[1] is ta.neg(y):
                return -self._quotient(x.args[0], x.args[1])[2]
        key = (a.id, b.id)
        if key not in self._products:
            product, left, right = self._new("product"), self._int(a), self._int(b)
            self._products[key] = product
            self._relate(b, right, left, product, interval(a))
            self._relate(a, left, right, product, interval(b))
            self.definitions += [
                z3.Implies(z3.Or(left == 0, right == 0), product == 0),
                z3.Implies(left == 1, product == right),
                z3.Implies(right == 1, product == left),
                z3.Implies(z3.And(left > 0, right > 0), z3.And(product >= left, product >= right)),
                z3.Implies(
                    z3.And(left < 0, right < 0), z3.And(product >= -left, product >= -right)
                ),
                z3.Implies(z3.And(left > 0, right < 0), z3.And(product <= -left, product <= right)),
                z3.Implies(z3.And(left < 0, right > 0), z3.And(product <= left, product <= -right)),
            ]
        return self._products[key]

    def _relate(
        self, factor: Term, common: Any, times: Any, product: Any, range_: Interval
    ) -> None:
        """What products with a common factor have to do with each other: facts, a few for each.

        They suffice for steps that double, or add one bit to, the other factor, for changes of
        sign, and make the quotient unique.
        """
        known = self._multiples.setdefault(factor.id, [])
        for other, multiple, other_range in known[-RELATED:]:
            less = z3.And(product - multiple < common, multiple - product < common)
            self.definitions += [
                z3.Implies(times == other, product == multiple),
                z3.Implies(times == -other, product == -multiple),
                z3.Implies(less, times == other),
            ]
            for small, large, p, q in (
                (other, times, multiple, product),
                (times, other, product, multiple),
            ):
                for bit in (0, 1):
                    doubled = large == 2 * small + bit
                    self.definitions.append(z3.Implies(doubled, q == 2 * p + bit * common))
            if range_[1] is not None and range_[1] & (range_[1] + 1) == 0:
                size = range_[1] + 1  # the other is this one negated modulo the size of words
                self.definitions.append(
                    z3.Implies(times + other == size, product + multiple == size * common)
                )
            if range_[1] is not None and other_range[1] is not None:
                step = range_[1] - other_range[1]
                self.definitions.append(
                    z3.Implies(times == other + step, product == multiple + step * common)
                )
        known.append((times, product, range_))

    def _relate_multiples(self, divisor: Any, whole: Any) -> None:
        """Multiples of one positive number that differ by less than it are the same multiple.

        The divisors of two quotients may be equal without being the same term: a magnitude here,
        the number itself there.
        """
        for other, multiple in self._wholes[-RELATED:]:
            for sign in (1, -1):
                for steps in (-1, 0, 1):
                    near = sign * multiple + steps * divisor
                    close = z3.And(whole - near < divisor, near - whole < divisor)
                    self.definitions.append(
                        z3.Implies(z3.And(divisor > 0, other == divisor, close), whole == near)
                    )
        self._wholes.append((divisor, whole))

    def _operand_product(self, a: Value, b: Value) -> Any:
        if isinstance(a, Term) and isinstance(b, Term):
            return self._product(*sorted((a, b), key=lambda t: t.id))
        return self._int(a) * self._int(b)

    def _quotient(self, a: Value, b: Value) -> tuple[Any, Any, Any]:
        """Floor quotient of a by a positive b, remainder, and quotient times b."""
        key = (a.id if isinstance(a, Term) else -1, b.id if isinstance(b, Term) else -2 - b)
        if isinstance(a, Term) and key in self._quotients:
            return self._quotients[key]
        n, d = self._int(a), self._int(b)
        q, r = self._new("quotient"), self._new("remainder")
        if not isinstance(b, Term):
            whole = q * b
            self.definitions += [n == whole + r, r >= 0, r < b]
        else:
            whole = q * d if self.theory is not Theory.LINEAR else self._new("multiple")
            positive = [r >= 0, r < d, n == whole + r]
            if self.theory is Theory.LINEAR:
                ratio = ta.div(a, b)
                self._relate(b, d, q, whole, interval(ratio))
                if isinstance(ratio, Term):
                    self._relate(ratio, q, d, whole, interval(b))
                self._relate_multiples(d, whole)
                # whole = q * d with d > 0: they agree in sign, and |q| <= |whole|.
                positive += [
                    z3.Implies(n >= 0, z3.And(q >= 0, q <= whole)),
                    z3.Implies(n < 0, z3.And(q < 0, whole <= q)),
                ]
            self.definitions.append(z3.Implies(d > 0, z3.And(positive)))
        self._quotients[key] = (q, r, whole)
        return q, r, whole

    # ------------------------------------------------------------ words as integers

    def _word_as_int(self, t: Term) -> Any:
        match t.op:
            case "uint":
                return self._int(t.args[0])
            case "sint":
                return self._signed(self._int(t.args[0]), t.data)
            case "fromint":
                return self._wrap(self._int(t.args[0]), t.data, interval(t.args[0]))
            case "concat":
                high, low = t.data
                return self._bits(t.args[0], high) * (1 << low) + self._bits(t.args[1], low)
            case "extract":
                high, low = t.data
                inner = t.args[0]
                assert isinstance(inner, Term)
                value = self._known[inner.id]
                if low:
                    value = self._split(value, low)[0]
                if high < inner.sort.width - 1:
                    value = self._split(value, high - low + 1)[1]
                return value
            case "sext":
                width, to = t.data
                x = self._bits(t.args[0], width)
                return z3.If(x >= 1 << (width - 1), x + ((1 << to) - (1 << width)), x)
            case "bvnot":
                return (1 << t.data) - 1 - self._bits(t.args[0], t.data)
            case "bvadd" | "bvsub":
                a, b = (self._bits(x, t.data) for x in t.args)
                size = 1 << t.data
                total = a + b if t.op == "bvadd" else a - b
                over = total >= size if t.op == "bvadd" else total < 0
                return z3.If(over, total - size if t.op == "bvadd" else total + size, total)
            case "bvand" if isinstance(t.args[1], int) and not t.args[1] & (t.args[1] + 1):
                return self._split(self._bits(t.args[0], t.data), t.args[1].bit_length())[1]
        raise NoTheory(f"{t.op} on words as integers")

    def _signed(self, x: Any, width: int) -> Any:
        return z3.If(x >= 1 << (width - 1), x - (1 << width), x)

    def _wrap(self, value: Any, width: int, range_: tuple[int | None, int | None]) -> Any:
        """`value` modulo 2^width; where its range allows, as a choice of two or three."""
        size = 1 << width
        low, high = range_
        if low is None or high is None or low < -size or high >= 2 * size:
            return self._split(value, width)[1]
        if high >= size:
            value_high = z3.If(value >= size, value - size, value)
            return z3.If(value < 0, value + size, value_high) if low < 0 else value_high
        return z3.If(value < 0, value + size, value) if low < 0 else value

    def _split(self, value: Any, position: int) -> tuple[Any, Any]:
        """What is above and below a bit position."""
        key = (value.get_id(), position)
        if key not in self._splits:
            above, below = self._new("above"), self._new("below")
            size = 1 << position
            self.definitions += [value == above * size + below, below >= 0, below < size]
            self._splits[key] = (above, below)
        return self._splits[key]

    # ------------------------------------------------------------ words as bit-vectors

    def _word_as_bits(self, t: Term) -> Any:
        match t.op:
            case "uint":
                return z3.BV2Int(self._bits(t.args[0], t.data))
            case "sint":
                return z3.BV2Int(self._bits(t.args[0], t.data), is_signed=True)
            case "fromint":
                return z3.Int2BV(self._int(t.args[0]), t.data)
            case "concat":
                high, low = t.data
                return z3.Concat(self._bits(t.args[0], high), self._bits(t.args[1], low))
            case "extract":
                inner = t.args[0]
                assert isinstance(inner, Term)
                return z3.Extract(*t.data, self._known[inner.id])
            case "sext":
                width, to = t.data
                return z3.SignExt(to - width, self._bits(t.args[0], width))
            case "bvnot":
                return ~self._bits(t.args[0], t.data)
        a, b = (self._bits(x, t.data) for x in t.args)
        match t.op:
            case "bvadd":
                return a + b
            case "bvsub":
                return a - b
            case "bvand":
                return a & b
            case "bvor":
                return a | b
            case "bvxor":
                return a ^ b
            case "shl":
                return a << b
            case "lshr":
                return z3.LShR(a, b)
            case "ashr":
                return a >> b
        raise NoTheory(t.op)
