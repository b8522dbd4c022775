"""All that a program declares, resolved and checked when it is first asked for.

Language reference, Global Storage, Type and Subprogram Declarations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from parser import syntax
from parser.diagnostics import Diagnostic, Phase, PtoError, fail
from parser.source import NOWHERE, Span
from semantics.checking import base_values, control_flow, relations, symbols
from semantics.checking import effects as effect
from semantics.checking.calls import Signature
from semantics.checking.dependencies import used
from semantics.checking.effects import NONE, Effects, Purity
from semantics.checking.environment import Environment, Local, Typed
from semantics.checking.expressions import constrained_symbol, expression
from semantics.checking.library import native_signature
from semantics.checking.parameters import inferred_parameters
from semantics.checking.statements import block, no_collection
from semantics.checking.types import (
    Boolean,
    Bound,
    Enumeration,
    Integer,
    Named,
    Parameter,
    Type,
    a,
)
from semantics.checking.written_types import no_precision_lost, resolve, structured
from semantics.declarations import shown_name
from semantics.diagnosis import diagnose
from semantics.program import Program
from semantics.resolving import Resolving
from semantics.suggestions import did_you_mean
from semantics.values import DynamicError, Unsupported


@dataclass(frozen=True, slots=True)
class Storage:
    """A global: its type, and for an immutable one the expression it stands for."""

    type: Type
    keyword: str
    equivalent: Bound | None = None


class Declarations:
    """Resolves the declarations of a program; `warnings` are those found so far.

    Those of a layer ask the declarations `below` for what is declared there.
    """

    def __init__(self, program: Program, below: Declarations | None = None) -> None:
        self.program = program
        self.warnings: dict[Diagnostic, None] = {}
        self._below = below
        self._checked: dict[str, frozenset[str]] = {}
        self._types: dict[str, tuple[Type, Effects]] = {}
        self._structures: dict[str, Type] = {}
        self._with_base_value: set[str] = set()
        self._storage: dict[str, Storage] = {}
        self._constants: dict[str, syntax.Expr | None] = {}
        self._signatures: dict[str, Signature] = {}
        self._resolving = Resolving()

    def report(self, warning: Diagnostic) -> None:
        self.warnings[warning] = None

    def empty(self, library: bool = False) -> Environment:
        """An environment without locals."""
        return Environment(self, library=library)

    def defined(self, name: str) -> bool:
        program = self.program
        return name in program.globals or name in program.types or name in program.labels

    # ------------------------------------------------------------ types

    def declared(self, name: str, span: Span = NOWHERE) -> Type:
        """The type a name was declared as; raises PtoError (NAME-UNDEFINED, NAME-CYCLE,
        NAME-DEPTH)."""
        return self._type(name, span)[0]

    def structure(self, name: str) -> Type:
        """The type of that name with no names in it; parts that are alike are one object."""
        found = self._structures.get(name)
        if found is None:
            env = self.empty()
            anonymous = relations.anonymous(env, self.declared(name))
            found = self._structures[name] = relations.structure(env, anonymous)
        return found

    def check_base_value(self, name: str, span: Span) -> None:
        """Raises PtoError (BASE-VALUE) where the type of that name has none."""
        if name not in self._with_base_value:
            base_values.check(self.empty(), self.declared(name), span)
            self._with_base_value.add(name)

    def effects_of_type(self, name: str) -> Effects:
        """Naming a type reads what stands in it, which is pure where all of that is constant."""
        _, effects = self._type(name, NOWHERE)
        return NONE if effects.purity is Purity.PURE else effect.GLOBAL_LET

    def _type(self, name: str, span: Span) -> tuple[Type, Effects]:
        found = self._types.get(name)
        if self._below is not None and name in self._below.program.types:
            return self._below._type(name, span)
        if found is None:
            decl = self.program.types.get(name)
            if decl is None:
                hint = did_you_mean(name, self.program.types)
                raise fail("NAME-UNDEFINED", Phase.STATIC, f"no type is named `{name}`", span, hint)
            with self._resolving.acyclic(f"type {name}", decl.span):
                found = self._types[name] = self._resolved(decl)
        return found

    def _resolved(self, decl: syntax.TypeDecl) -> tuple[Type, Effects]:
        match decl.type:
            case syntax.EnumerationType(labels=labels):
                for label, times in Counter(labels).items():
                    if times > 1:
                        message = f"`{label}` is declared twice"
                        raise fail("NAME-REDECLARED", Phase.STATIC, message, decl.span)
                return Enumeration(labels), NONE
            case syntax.RecordType() as record:
                return structured(self.empty(), record)
            case other:
                return resolve(self.empty(), other)

    # ------------------------------------------------------------ globals

    def storage(self, name: str) -> Storage:
        """A global; raises PtoError with what is wrong in its declaration."""
        if self._below is not None and name in self._below.program.globals:
            return self._below.storage(name)
        found = self._storage.get(name)
        if found is None:
            decl = self.program.globals[name]
            with self._resolving.acyclic(name, decl.span):
                found = self._storage[name] = self._declared_storage(decl)
        return found

    def storage_type(self, name: str) -> Type:
        """The type of a global or label; raises PtoError (NAME-UNDEFINED)."""
        return self.variable(syntax.Var(name)).type

    def mutable(self, name: str) -> bool:
        return name in self.program.globals and self.program.globals[name].keyword == "var"

    def equivalent(self, name: str) -> Bound | None:
        if name not in self.program.globals:
            return None
        return self.storage(name).equivalent

    def variable(self, e: syntax.Var) -> Typed:
        """A use of a global or label by its name; raises PtoError."""
        program, name = self.program, e.name
        if name in program.globals:
            storage = self.storage(name)
            match storage.keyword:
                case "constant":
                    literal = self.constant(name)
                    expr = e if literal is None else replace(literal, span=e.span)
                    return Typed(storage.type, expr, NONE)
                case "var":
                    return Typed(storage.type, e, effect.GLOBAL_VAR)
                case _:
                    return Typed(storage.type, e, effect.GLOBAL_LET)
        if name in program.labels:
            return Typed(Named(program.labels[name]), e, NONE)
        if name in program.functions:
            message = f"`{name}` is a function"
            raise fail("NAME-NOT-VALUE", Phase.STATIC, message, e.span, f"write `{name}()`")
        if name in program.types:
            message = f"`{name}` is a type, and no value"
            why = "an array is declared with its length, and indexed by integers"
            raise fail("NAME-NOT-VALUE", Phase.STATIC, message, e.span, why)
        known = [*program.globals, *program.labels, *program.functions]
        hint = did_you_mean(name, known)
        message = f"nothing is named `{name}`"
        raise fail("NAME-UNDEFINED", Phase.STATIC, message, e.span, hint)

    def _declared_storage(self, decl: syntax.GlobalDecl) -> Storage:
        env = self.empty()
        strict = decl.keyword in ("constant", "config")
        if decl.value is None:
            assert decl.type is not None
            type, effects = resolve(env, decl.type)
            if strict:
                env.expect_purity(effects, Purity.PURE, decl.span)
            base_values.check(env, type, decl.type.span)
            return Storage(type, decl.keyword)
        value = expression(env, decl.value)
        effects = value.effects
        if decl.type is None:
            type = value.type
            no_precision_lost(type, decl.span)
            no_collection(type, decl.span)
        else:
            inferred = None if decl.keyword == "config" else relations.structure(env, value.type)
            type, more = resolve(env, decl.type, inferred)
            env.expect(value.type, type, decl.value.span)
            effects |= more
        if strict:
            env.expect_purity(effects, Purity.PURE, decl.value.span)
        if strict and not relations.singular(env, value.type):
            message = f"a {decl.keyword} is a value without parts, not {a(value.type)}"
            raise fail("CONSTANT-TYPE", Phase.TYPE, message, decl.value.span)
        equivalent = None
        if decl.keyword == "let" and value.effects.symbolic:
            equivalent = symbols.normal_or_none(env, value.expr)
        return Storage(type, decl.keyword, equivalent)

    # ------------------------------------------------------------ values

    def constant(self, name: str) -> syntax.Expr | None:
        """The literal that a constant is, where it is an integer or a boolean.

        Raises PtoError where its value can't be computed.
        """
        if self._below is not None and name in self._below.program.globals:
            return self._below.constant(name)
        if name not in self._constants:
            decl = self.program.globals.get(name)
            self._constants[name] = None
            if decl is not None and decl.keyword == "constant":
                type = relations.anonymous(self.empty(), self.storage(name).type)
                value = self._valued(lambda: self.program.constant(name, decl.span), decl.span)
                match type:
                    case Integer() | Parameter():
                        self._constants[name] = syntax.IntLiteral(int(value), span=decl.span)
                    case Boolean():
                        self._constants[name] = syntax.BoolLiteral(bool(value), span=decl.span)
        return self._constants[name]

    def integer_constant(self, name: str) -> int | None:
        """The value of a constant that is an integer; raises PtoError where it has none."""
        literal = self.constant(name)
        return literal.value if isinstance(literal, syntax.IntLiteral) else None

    def static_integer(self, e: Bound, span: Span) -> int:
        """The integer an expression is in every run; raises PtoError (EXPR-STATIC)."""
        value = symbols.integer(self.empty(), e) if isinstance(e, int | syntax.IntLiteral) else None
        if value is not None:
            return value
        from semantics.lower_expressions import Lowerer

        low = Lowerer(self.program)
        lowered = None
        if all(self._static(name) for name in used(e)):
            with suppress(PtoError):
                lowered = low.expression(symbols.expression(e))
        if lowered is None or low.reads:
            message = "this must be known before the program runs"
            hint = "use literals, constants and `pure` functions of them"
            raise fail("EXPR-STATIC", Phase.TYPE, message, span, hint)
        return int(self._valued(lambda: self.program.evaluate(lowered), span))

    def _static(self, name: str) -> bool:
        decl = self.program.globals.get(name)
        return decl is None or decl.keyword == "constant"

    def _valued(self, compute: Callable[[], Any], span: Span) -> Any:
        try:
            return compute()
        except DynamicError as error:
            raise PtoError(replace(diagnose(error), phase=Phase.STATIC)) from None
        except Unsupported as error:
            raise fail("UNSUPPORTED", Phase.UNSUPPORTED, f"not supported: {error}", span) from None

    # ------------------------------------------------------------ subprograms

    def signatures(self, name: str, arguments: list[Type]) -> list[Signature] | None:
        """All subprograms of that name; None where there is none. Types of arguments tell those
        of a function that only the machines have."""
        entries = self.program.functions.get(name)
        if entries is None:
            native = native_signature(name, arguments)
            return None if native is None else [native]
        return [self.signature(key) for key, _ in entries]

    def signature(self, key: str) -> Signature:
        """The signature of one subprogram; raises PtoError."""
        if self._is_below(key):
            assert self._below is not None
            return self._below.signature(key)
        found = self._signatures.get(key)
        if found is None:
            decl = self.program.declaration(key)
            found = self._signatures[key] = self.entered(key, decl)[0]
        return found

    def entered(self, key: str, decl: syntax.FuncDecl) -> tuple[Signature, Environment]:
        """The signature of a declaration, and the environment of its body; raises PtoError."""
        library = key in self.program.library
        empty, env = self.empty(library), self.empty(library)
        effects = NONE
        if decl.recurse_limit is not None:
            effects |= constrained_symbol(empty, decl.recurse_limit)[1]
        parameters: list[tuple[str, Type]] = []
        for parameter in decl.parameters:
            type: Type = Parameter(parameter.name)
            if parameter.type not in (None, syntax.IntegerType()):
                assert parameter.type is not None
                type, more = resolve(empty, parameter.type)
                env.expect_constrained(type, parameter.type.span)
                effects |= more
            env.declare(parameter.name, Local(type, mutable=False), parameter.span)
            parameters.append((parameter.name, type))
        wanted = inferred_parameters(empty, decl)
        given = [name for name, _ in parameters]
        if given != wanted:
            must, are = (f"{{{', '.join(names)}}}" for names in (wanted, given))
            message = f"the parameters of `{shown_name(decl.name)}` must be {must}, not {are}"
            hint = "declare them in the order in which the return type and the arguments name them"
            raise fail("PARAMETER-LIST", Phase.TYPE, message, decl.name_span, hint)
        only_parameters = env.block()
        arguments: list[tuple[str, Type]] = []
        for argument in decl.arguments:
            assert argument.type is not None
            type, more = resolve(only_parameters, argument.type)
            env.declare(argument.name, Local(type, mutable=False), argument.span)
            arguments.append((argument.name, type))
            effects |= more
        if decl.return_type is not None:
            env.result, more = resolve(only_parameters, decl.return_type)
            effects |= more
        self._within_qualifier(decl, effects.outside())
        signature = Signature(
            key, decl.name, tuple(parameters), tuple(arguments), env.result,
            effect.of_call(decl.qualifier), library,
        )  # fmt: skip
        return signature, env

    def _within_qualifier(self, decl: syntax.FuncDecl, effects: Effects) -> None:
        """Raises PtoError (EXPR-PURITY) where a subprogram does what its qualifier rules out."""
        most = {"pure": Purity.PURE, "readonly": Purity.READONLY}.get(decl.qualifier or "")
        if most is not None and effects.purity > most:
            allowed = "reads what changes" if most is Purity.PURE else "changes, prints or throws"
            message = f"`{decl.name}` is declared {decl.qualifier}, but it {allowed}"
            if most is Purity.PURE and effects.purity is Purity.IMPURE:
                message = f"`{decl.name}` is declared pure, but it changes, prints or throws"
            hint = "drop the qualifier, or call only subprograms that have it"
            raise fail("EXPR-PURITY", Phase.TYPE, message, decl.name_span, hint)

    def check_body(self, key: str) -> frozenset[str]:
        """Check the body of a subprogram, if that has not been done; the keys of those it calls.

        Raises PtoError with the first thing that is wrong in each statement.
        """
        if self._is_below(key):
            assert self._below is not None
            return self._below.check_body(key)
        if key not in self._checked:
            self._checked[key] = self.calls_of(key, self.program.declaration(key))
        return self._checked[key]

    def calls_of(self, key: str, decl: syntax.FuncDecl) -> frozenset[str]:
        """Check a subprogram; the keys of those it calls. Raises PtoError."""
        _, env = self.entered(key, decl)
        effects = block(env, decl.body)
        if env.problems:
            raise PtoError(*env.problems)
        self._within_qualifier(decl, effects.outside())
        control_flow.check(self.program, decl)
        return frozenset(env.calls)

    def _is_below(self, key: str) -> bool:
        name, _, _ = key.partition("#")
        return self._below is not None and name in self._below.program.functions
