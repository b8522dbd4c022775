"""What is in scope: the locals of one subprogram, and behind them all that is declared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from parser import syntax
from parser.diagnostics import Diagnostic, Phase, PtoError, fail
from parser.source import Span
from semantics.checking import relations, symbols
from semantics.checking.effects import Effects, Purity
from semantics.checking.types import Bits, Bound, Integer, Named, Parameter, Type, a, bits

if TYPE_CHECKING:
    from semantics.checking.declarations import Declarations


@dataclass(frozen=True, slots=True)
class Local:
    """A local; `equivalent` is the symbolic expression that an immutable one stands for."""

    type: Type
    mutable: bool
    equivalent: Bound | None = None


@dataclass(frozen=True, slots=True)
class Typed:
    """An expression with its type and effects; `expr` has constants in place of their names."""

    type: Type
    expr: syntax.Expr
    effects: Effects

    @property
    def span(self) -> Span:
        return self.expr.span


class Environment:
    """Names in scope at one place. Implements the protocols `Names` and `TypeNames`.

    `result` is the type that a `return` must give; what a `library` declares is found there, so
    that no program's names get in its way.
    """

    def __init__(
        self, declarations: Declarations, result: Type | None = None, library: bool = False
    ) -> None:
        self.declarations = declarations
        self.result = result
        self.library = library
        self.calls: set[str] = set()
        """Keys of the subprograms that are called here."""
        self.problems: dict[Diagnostic, None] = {}
        """What is wrong in the body so far."""
        self._misdeclared: dict[str, PtoError] = {}
        self._locals: dict[str, Local] = {}

    def block(self) -> Environment:
        """A block in here: what it declares ends with it."""
        inner = Environment(self.declarations, self.result, self.library)
        inner._locals = dict(self._locals)
        inner._misdeclared = dict(self._misdeclared)
        inner.calls, inner.problems = self.calls, self.problems
        return inner

    def local(self, name: str) -> Local | None:
        """The local of that name; raises PtoError again where its declaration is wrong."""
        if name in self._misdeclared:
            raise self._misdeclared[name]
        return self._locals.get(name)

    def defined(self, name: str) -> bool:
        """Whether the name stands for something other than a subprogram."""
        return name in self._locals or (not self.library and self.declarations.defined(name))

    def declare(self, name: str, local: Local, span: Span) -> None:
        """Add a local; raises PtoError (NAME-REDECLARED): a name in scope can't be declared."""
        if self.defined(name):
            message = f"`{name}` is already declared"
            hint = "a name in scope can't be declared again: choose another"
            raise fail("NAME-REDECLARED", Phase.STATIC, message, span, hint)
        self._locals[name] = local

    def misdeclare(self, names: Iterable[str], error: PtoError) -> None:
        """Names whose declaration is wrong: uses of them tell nothing new."""
        self.problems.update(dict.fromkeys(error.diagnostics))
        self._misdeclared.update(dict.fromkeys(names, error))

    # ------------------------------------------------------------ for symbolic reasoning

    def constant(self, name: str) -> int | None:
        return None if name in self._locals else self.declarations.integer_constant(name)

    def equivalent(self, name: str) -> Bound | None:
        local = self._locals.get(name)
        return local.equivalent if local else self.declarations.equivalent(name)

    def type_of(self, name: str) -> Type:
        local = self._locals.get(name)
        type = local.type if local else self.declarations.storage_type(name)
        return relations.anonymous(self, type)

    def declared(self, name: str) -> Type:
        return self.declarations.declared(name)

    def structure(self, name: str) -> Type:
        return self.declarations.structure(name)

    # ------------------------------------------------------------ what must hold

    def expect(self, actual: Type, wanted: Type, span: Span) -> None:
        """Raises PtoError (TYPE-MISMATCH) where a value may not be stored in such a place."""
        if not relations.satisfies(self, actual, wanted):
            match relations.anonymous(self, actual), relations.anonymous(self, wanted):
                case Bits(width=n), Bits(width=m) if not symbols.equal(self, n, m):
                    verb = "is" if m == 1 else "are"
                    raise other_width(f"{bits(n)} where {bits(m)} {verb} needed", span)
            message = f"{a(actual)} where {a(wanted)} is needed"
            raise fail("TYPE-MISMATCH", Phase.TYPE, message, span, self._mismatch(actual, wanted))

    def _mismatch(self, actual: Type, wanted: Type) -> str | None:
        if isinstance(actual, Named) and isinstance(wanted, Named):
            return "types of different names are different types"
        match relations.anonymous(self, actual), relations.anonymous(self, wanted):
            case ((Integer() | Parameter()), (Integer() | Parameter())):
                return "not all values of its type are allowed; `as` checks the value when it runs"
            case Bits(), Bits():
                return "their bit-fields differ"
            case _:
                return None

    def expect_integer(self, type: Type, span: Span) -> None:
        if not isinstance(relations.anonymous(self, type), Integer | Parameter):
            raise fail("TYPE-MISMATCH", Phase.TYPE, f"{a(type)} where an integer is needed", span)

    def expect_constrained(self, type: Type, span: Span) -> None:
        """Raises PtoError (TYPE-MISMATCH, TYPE-UNCONSTRAINED)."""
        self.expect_integer(type, span)
        anonymous = relations.anonymous(self, type)
        if isinstance(anonymous, Integer) and anonymous.constraints is None:
            message = "an unconstrained integer can't be a width, a length or a bound"
            hint = "constrain it: `x as integer{0..64}`, or declare it `integer{…}`"
            raise fail("TYPE-UNCONSTRAINED", Phase.TYPE, message, span, hint)

    def expect_symbolic(self, value: Typed, span: Span) -> None:
        """Raises PtoError (EXPR-SYMBOLIC): in a type nothing may stand that changes."""
        if not value.effects.symbolic:
            message = "this must be the same whenever it is evaluated"
            hint = "use constants, parameters, immutable names and `pure` functions"
            raise fail("EXPR-SYMBOLIC", Phase.TYPE, message, span, hint)

    def expect_purity(self, effects: Effects, most: Purity, span: Span) -> None:
        """Raises PtoError (EXPR-PURITY) where evaluation has more effects than allowed."""
        if effects.purity > most:
            raise impure(most, span)

    def width_of(self, type: Type, span: Span) -> Bound:
        """The width of a bit-vector; raises PtoError (TYPE-MISMATCH)."""
        anonymous = relations.anonymous(self, type)
        if not isinstance(anonymous, Bits):
            raise fail("TYPE-MISMATCH", Phase.TYPE, f"{a(type)} where a bit-vector is needed", span)
        return anonymous.width

    def normal(self, e: Bound) -> Bound:
        return symbols.normal(self, e)


def other_width(message: str, span: Span) -> PtoError:
    """The error of two widths that are not known to be the same."""
    return fail("WIDTH-MISMATCH", Phase.TYPE, message, span)


def impure(most: Purity, span: Span) -> PtoError:
    """The error of an expression with too many effects."""
    if most is Purity.PURE:
        message = "this must be pure: it may read nothing that is not constant, and change nothing"
        hint = "use constants and `pure` functions"
    else:
        message = "this must be readonly: it may change, print and throw nothing"
        hint = "call only `pure` and `readonly` functions here"
    return fail("EXPR-PURITY", Phase.TYPE, message, span, hint)
