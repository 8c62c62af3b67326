"""Lowering of expressions: Ast to Python expressions, here of literals, names, matrices and function handles.

A value expression gives one Value.  ``operator_expressions`` and ``call_expressions`` have the other kinds of nodes.
"""

from __future__ import annotations

import ast

from ..base.errors import MatlabSyntaxError
from ..syntax import ast as m
from ..syntax import mistakes
from . import emit as e
from .call_expressions import CallExpressions
from .constants import constant_cell, constant_matrix, number_value, numbers_value
from .double_scalars import FLOAT, is_float_fact
from .lowering import DEEPEST, of_kind
from .scope import usage_of
from .statement_runs import Kept
from .variables import LocalScope


class Expressions(CallExpressions):
    """Lowering of all expressions."""

    # ------------------------------------------------------------------ literals and names

    def _value_Number(self, node: m.Number) -> ast.expr:
        value = number_value(node)
        return e.const(value) if type(value) in (float, complex) else self.keep(value)

    def _value_CharLiteral(self, node: m.CharLiteral) -> ast.expr:
        return self.constant_text(node.value)

    def _value_StringLiteral(self, node: m.StringLiteral) -> ast.expr:
        return self.constant_text(node.value, string=True)

    def _value_Name(self, node: m.Name) -> ast.expr:
        value = self.scope.load(node.name)
        return of_kind(value, FLOAT) if is_float_fact(node.name) in self.scope.definite else value

    def _value_Parenthesized(self, node: m.Parenthesized) -> ast.expr:
        return self.value(node.expression)

    def _value_ColonAll(self, node: m.ColonAll) -> ast.expr:
        return e.name("$colon")

    def _value_Matrix(self, node: m.Matrix) -> ast.expr:
        constant = constant_matrix(node)
        if constant is not None:
            return self.keep(constant)
        parts = [self.arguments(row) for row in node.rows]
        width = len(parts[0]) if parts else 0
        if len(parts) > 1 and width > 1 and not any(len(row) != width or any(isinstance(p, ast.Starred) for p in row) for row in parts):
            return e.call("$matrix", e.const(width), *[part for row in parts for part in row])
        rows = [e.call("$horzcat", *row) for row in parts]
        if len(rows) == 1:
            return rows[0]
        return e.call("$vertcat", *rows)

    def _value_Numbers(self, node: m.Numbers) -> ast.expr:
        return self.keep(numbers_value(node))

    def _value_CellLiteral(self, node: m.CellLiteral) -> ast.expr:
        constant = constant_cell(node)
        if constant is not None:
            return self.keep(constant)
        return e.call("$braces", *[e.tuple_of(self.arguments(row)) for row in node.rows])

    def _value_Kept(self, node: Kept) -> ast.expr:
        return of_kind(e.name(node.identifier), FLOAT if node.is_float else None)

    def _value_KeywordArgument(self, node: m.KeywordArgument) -> ast.expr:
        return self.value(node.value)

    def _value_SuperReference(self, node: m.SuperReference) -> ast.expr:
        return e.first(self.superclass_call(node, (), e.const(1)))

    def _value_MetaClass(self, node: m.MetaClass) -> ast.expr:
        return e.call("$metaclass", e.const(node.name))

    # ------------------------------------------------------------------ function handles

    def _value_FunctionReference(self, node: m.FunctionReference) -> ast.expr:
        target = e.name("$nested_" + node.name) if node.name in self.scope.nested else e.const(None)
        shown = self.scope.paths.get(node.name, node.name)
        reference = e.call("$reference", e.const(node.name), target, e.name("$functions"), e.const(shown))
        base, dot, _ = node.name.partition(".")
        if not dot or self.scope.is_variable(base) is False:
            return reference
        bound = self._value_AnonymousFunction(_method_call(node))
        return e.either(e.is_not(self.scope.peek(base), e.name(e.UNDEFINED)), bound, reference)

    def _value_AnonymousFunction(self, node: m.AnonymousFunction) -> ast.expr:
        """``$anonymous(factory, text, names, values)``: the factory is a lambda over the captured variables."""
        self._check_depth(node)
        mentioned = usage_of([node.body]).mentioned - set(node.parameters)
        captured = sorted(name for name in mentioned if self.scope.is_variable(name) is not False)
        values = [self.scope.peek(name) for name in captured]
        parameters = [name for name in node.parameters if name != "varargin"]
        identifiers = [e.local(name) if name != "~" else f"$ignored{k}" for k, name in enumerate(parameters)]
        body = self._anonymous_body(node, captured, set(parameters) - {"~"})
        rest = "$rest"
        about = self.keep((node, tuple(captured)))
        if "varargin" in node.parameters:
            bound = e.walrus(e.local("varargin"), e.call("$varargin", e.name(rest)))
            body = e.either(e.is_not(bound, e.const(None)), body, e.const(None))
        else:
            body = e.either(e.name(rest), e.call("$too_many_inputs_of", about), body)
        inner = ast.Lambda(e.parameters(["$nargout"], identifiers, rest), body)
        factory = ast.Lambda(e.parameters([e.local(name) for name in captured], [], None), inner)
        return e.call("$anonymous", factory, about, e.tuple_of(values))

    def _check_depth(self, node: m.Expression) -> None:
        """Refuse functions in functions that are too many before the variables of each are looked for in all that are in it."""
        inner, depth = node, self.depth
        while isinstance(inner, m.AnonymousFunction):
            inner, depth = inner.body, depth + 1
        if depth > DEEPEST:
            raise MatlabSyntaxError(mistakes.TOO_DEEP, node.span)

    def _anonymous_body(self, node: m.AnonymousFunction, captured: list[str], parameters: set[str]) -> ast.expr:
        variables = set(captured) | parameters
        scope = LocalScope("anonymous", parameters=parameters, variables=variables, nested=self.scope.nested, paths=self.scope.paths)
        if "varargin" in node.parameters:
            scope.variables.add("varargin")
            scope.definite.add("varargin")
        inner = Expressions(scope, self.constants)
        inner.depth = self.depth
        return inner.values(node.body, e.name("$nargout"))


def _method_call(node: m.FunctionReference) -> m.AnonymousFunction:
    """``@obj.method`` of a variable: ``@(varargin)obj.method(varargin{:})``."""
    span = node.span
    base, *names = node.name.split(".")
    target: m.Expression = m.Name(span, base)
    for name in names:
        target = m.Field(span, target, name)
    rest = m.CellIndex(span, m.Name(span, "varargin"), (m.ColonAll(span),))
    return m.AnonymousFunction(span, ("varargin",), m.Index(span, target, (rest,)))
