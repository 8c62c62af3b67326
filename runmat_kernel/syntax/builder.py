"""Parse-tree callbacks: each grammar rule makes its Ast node at once, with the Span of everything it covers.

Simple statements are made as functions of ``printed``, because only the enclosing block sees whether a semicolon follows.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ..base.errors import MatlabSyntaxError
from ..base.source import Span
from . import ast, mistakes
from .definitions import DefinitionBuilder
from .literals import exact_integer, number_value
from .precedence import fold
from .tokens import RESERVED, Token

Children = list[Any]


def cover(children: Children) -> Span:
    """The span from the first child to the last."""
    return children[0].span.to(children[-1].span)


class ListBuilder:
    """Rules that only gather: lists grow in place."""

    def empty_list(self, children: Children) -> list:
        return []

    def nothing(self, children: Children) -> None:
        return None

    def same(self, children: Children) -> Any:
        return children[0]

    def first(self, children: Children) -> list:
        return [children[0]]

    def next(self, children: Children) -> list:
        children[0].append(children[2])
        return children[0]

    def following(self, children: Children) -> list:
        children[0].append(children[1])
        return children[0]

    def following_both(self, children: Children) -> list:
        children[0].extend(children[1:])
        return children[0]

    arguments = parameter_list = target_list = argument_list = targets = same
    declarations = declaration_list = members = member_list = methods = method_list = same
    enumeration_members = enumeration_list = attribute_list = same

    def separator(self, children: Children) -> None:
        return None


class ExpressionBuilder:
    """Rules of expressions."""

    def name(self, children: Children) -> ast.Name:
        return ast.Name(children[0].span, children[0].text)

    def number(self, children: Children) -> ast.Number:
        try:
            value, matlab_class = number_value(children[0].text)
        except ValueError:
            raise MatlabSyntaxError(mistakes.LITERAL_TOO_LARGE, children[0].span) from None
        return ast.Number(children[0].span, value, matlab_class)

    def chars(self, children: Children) -> ast.CharLiteral:
        return ast.CharLiteral(children[0].span, children[0].value)

    def string(self, children: Children) -> ast.StringLiteral:
        return ast.StringLiteral(children[0].span, children[0].value)

    def end_index(self, children: Children) -> ast.End:
        return ast.End(children[0].span)

    def function_reference(self, children: Children) -> ast.FunctionReference:
        if children[0].value in RESERVED:
            raise MatlabSyntaxError(mistakes.reserved(children[0].value), children[0].span)
        return ast.FunctionReference(children[0].span, children[0].value)

    def meta_class(self, children: Children) -> ast.MetaClass:
        return ast.MetaClass(children[0].span, children[0].value)

    def super_reference(self, children: Children) -> ast.SuperReference:
        return ast.SuperReference(children[0].span, *children[0].value)

    def super_field(self, children: Children) -> ast.SuperReference:
        return ast.SuperReference(cover(children), *children[1].value, children[0])

    def parenthesized(self, children: Children) -> ast.Parenthesized:
        return ast.Parenthesized(cover(children), children[1])

    def colon_all(self, children: Children) -> ast.ColonAll:
        return ast.ColonAll(children[0].span)

    def keyword_argument(self, children: Children) -> ast.KeywordArgument:
        return ast.KeywordArgument(cover(children), children[0].text, children[2])

    def index(self, children: Children) -> ast.Index:
        _indexable(children[0], children[1])
        return ast.Index(cover(children), children[0], _exact(children[0], tuple(children[2])))

    def cell_index(self, children: Children) -> ast.CellIndex:
        _indexable(children[0], children[1])
        return ast.CellIndex(cover(children), children[0], tuple(children[2]))

    def field(self, children: Children) -> ast.Field:
        return ast.Field(cover(children), children[0], children[1].value)

    def dynamic_field(self, children: Children) -> ast.DynamicField:
        return ast.DynamicField(cover(children), children[0], children[2])

    def matrix(self, children: Children) -> ast.Matrix:
        return ast.Matrix(cover(children), _rows(children[1]))

    def numbers(self, children: Children) -> ast.Numbers:
        return ast.Numbers(cover(children), *children[1].value)

    def cell_literal(self, children: Children) -> ast.CellLiteral:
        return ast.CellLiteral(cover(children), _rows(children[1]))

    def anonymous_function(self, children: Children) -> ast.AnonymousFunction:
        return ast.AnonymousFunction(cover(children), tuple(p.name for p in children[2]), children[4])

    def term_prefixed(self, children: Children) -> list:
        return [*children[0], children[1]]

    def term_both(self, children: Children) -> list:
        return [*children[0], children[1], *children[2]]

    def term_transposed(self, children: Children) -> list:
        return [children[0], *children[1]]

    def fold_term(self, children: Children) -> ast.Expression:
        return fold(children[0])

    def first_chain(self, children: Children) -> list:
        return self.next_chain([[], children[0], *children[1:]])

    def next_chain(self, children: Children) -> list:
        chain = children[0]
        for child in children[1:]:
            if isinstance(child, list):
                chain.extend(child)
            else:
                chain.append(child)
        return chain

    def fold(self, children: Children) -> ast.Expression:
        return fold(children[0])


class StatementBuilder:
    """Rules of statements and blocks."""

    def empty_block(self, children: Children) -> tuple:
        return ()

    def block(self, children: Children) -> tuple:
        separator = children[1] if len(children) > 1 else None
        return tuple(_finished(children[0], separator))

    def block_after_separator(self, children: Children) -> tuple:
        return self.block(children[1:])

    def first_item(self, children: Children) -> list:
        return [children[0]]

    def next_item(self, children: Children) -> list:
        items, separator, statement = children
        _finished(items, separator)
        items.append(statement)
        return items

    def expression_statement(self, children: Children) -> partial:
        return partial(ast.ExpressionStatement, children[0].span, children[0])

    def assign(self, children: Children) -> partial:
        target, _, value = children
        check_target(target)
        if isinstance(target, ast.Index) and isinstance(value, ast.Matrix) and not value.rows:
            return partial(ast.Delete, cover(children), target)
        return partial(ast.Assign, cover(children), (target,), value)

    def assign_many(self, children: Children) -> partial:
        for target in children[1]:
            check_target(target)
        return partial(ast.Assign, cover(children), tuple(children[1]), children[4], bracketed=True)

    def ignored(self, children: Children) -> ast.Ignored:
        return ast.Ignored(children[0].span)

    def update(self, children: Children) -> partial:
        target, token, value = children
        return self._updated(cover(children), target, token.value, value)

    def increment(self, children: Children) -> partial:
        target, token = children
        return self._updated(cover(children), target, token.value, ast.Number(token.span, 1.0))

    def increment_prefix(self, children: Children) -> partial:
        token, target = children
        return self._updated(cover(children), target, token.value, ast.Number(token.span, 1.0))

    def _updated(self, span: Span, target: ast.Expression, operator: str, value: ast.Expression) -> partial:
        check_target(target)
        if isinstance(value, ast.Binary | ast.ShortCircuit | ast.Range | ast.Unary | ast.AnonymousFunction):
            value = ast.Parenthesized(value.span, value)
        return partial(ast.Assign, span, (target,), ast.Binary(span, operator, target, value))

    def command(self, children: Children) -> partial:
        name, words = children[0].value
        return partial(ast.Command, children[0].span, name, words)

    def import_statement(self, children: Children) -> ast.Import:
        return ast.Import(children[0].span, children[0].value[1])

    def declared(self, children: Children) -> ast.Declaration:
        return ast.Declaration(cover(children), children[0].text, children[2] if len(children) > 1 else None)

    def global_statement(self, children: Children) -> ast.Global:
        return ast.Global(children[0].span.to(children[1][-1].span), tuple(children[1]))

    def persistent_statement(self, children: Children) -> ast.Persistent:
        return ast.Persistent(children[0].span.to(children[1][-1].span), tuple(children[1]))

    def break_statement(self, children: Children) -> ast.Break:
        return ast.Break(children[0].span)

    def continue_statement(self, children: Children) -> ast.Continue:
        return ast.Continue(children[0].span)

    def return_statement(self, children: Children) -> ast.Return:
        return ast.Return(children[0].span)

    # ------------------------------------------------------------------ compound statements

    def else_if(self, children: Children) -> ast.IfBranch:
        return ast.IfBranch(_with_body(children[0].span, children[1], children[2]), children[1], control(children[2]))

    def if_statement(self, children: Children) -> ast.If:
        first = self.else_if(children[:3])
        return ast.If(cover(children), (first, *children[3]), ())

    def if_else_statement(self, children: Children) -> ast.If:
        first = self.else_if(children[:3])
        return ast.If(cover(children), (first, *children[3]), control(children[5]))

    def while_statement(self, children: Children) -> ast.While:
        return ast.While(cover(children), children[1], control(children[2]))

    def do_until(self, children: Children) -> ast.DoUntil:
        return ast.DoUntil(cover(children), control(children[1]), children[3])

    def for_statement(self, children: Children) -> ast.For:
        keyword, target, _, iterable, body, _ = children
        check_target(target)
        return ast.For(cover(children), target, iterable, control(body), keyword.text == "parfor")

    def for_in_parentheses(self, children: Children) -> ast.For:
        target, iterable, body = children[2], children[4], children[-2]
        check_target(target)
        return ast.For(cover(children), target, iterable, control(body), children[0].text == "parfor")

    def case(self, children: Children) -> ast.Case:
        return ast.Case(_with_body(children[0].span, children[1], children[2]), children[1], control(children[2]))

    def switch_statement(self, children: Children) -> ast.Switch:
        return ast.Switch(cover(children), children[1], tuple(children[3]), ())

    def switch_otherwise_statement(self, children: Children) -> ast.Switch:
        return ast.Switch(cover(children), children[1], tuple(children[3]), control(children[5]))

    def try_statement(self, children: Children) -> ast.Try:
        return ast.Try(cover(children), control(children[1]), None, ())

    def try_catch(self, children: Children) -> ast.Try:
        return ast.Try(cover(children), control(children[1]), None, control(children[3]))

    def try_catch_name(self, children: Children) -> ast.Try:
        return ast.Try(cover(children), control(children[1]), children[3].text, control(children[4]))

    def unwind(self, children: Children) -> ast.Unwind:
        return ast.Unwind(cover(children), control(children[1]), control(children[3]))

    def spmd(self, children: Children) -> ast.Spmd:
        return ast.Spmd(cover(children), control(children[-2]))


class Builder(ListBuilder, ExpressionBuilder, StatementBuilder, DefinitionBuilder):
    """All callbacks of the grammar.  Holds no state: tokens carry their Span, and Spans their Source."""

    def start(self, children: Children) -> ast.Block:
        return children[0]


def _finished(items: list, separator: Token | None) -> list:
    """Complete the last statement: it prints unless a semicolon follows."""
    if isinstance(items[-1], partial):
        items[-1] = items[-1](printed=separator is None or separator.text != ";")
    return items


def _with_body(start: Span, head: ast.Expression, body: ast.Block) -> Span:
    return start.to(body[-1].span if body else head.span)


def _rows(cells: list) -> tuple[tuple[ast.Expression, ...], ...]:
    """Rows of a literal from its elements and separators; empty rows vanish, two commas in a row are a mistake."""
    rows: list[list[ast.Expression]] = [[]]
    previous = None
    for cell in cells:
        if not isinstance(cell, Token):
            rows[-1].append(cell)
        elif cell.type == "ROW":
            rows.append([])
        elif previous is None or isinstance(previous, Token):
            raise MatlabSyntaxError(mistakes.INVALID_EXPRESSION, cell.span)
        previous = cell
    return tuple(tuple(row) for row in rows if row)


def _exact(target: ast.Expression, arguments: tuple[ast.Expression, ...]) -> tuple[ast.Expression, ...]:
    """The arguments, but a literal beyond flintmax in ``int64(...)`` or ``uint64(...)`` as an integer of that class: MATLAB reads it
    exactly there, and nowhere else (not in a matrix)."""
    if len(arguments) != 1 or not isinstance(target, ast.Name) or target.name not in ("int64", "uint64"):
        return arguments
    literal = arguments[0]
    negative = isinstance(literal, ast.Unary) and literal.operator == "-"
    digits = literal.operand if isinstance(literal, ast.Unary) and literal.operator in "+-" else literal
    value = exact_integer(digits.span.text, target.name, negative) if isinstance(digits, ast.Number) else None
    return arguments if value is None else (ast.Number(literal.span, value, target.name),)


def _indexable(target: ast.Expression, bracket: Token) -> None:
    """Raise where nothing can be indexed by ``()`` or ``{}``: only names, and what fields and braces take out of them."""
    if isinstance(target, ast.Index):
        raise MatlabSyntaxError(mistakes.PARENTHESES_LAST, bracket.span)
    if isinstance(target, ast.Matrix | ast.Numbers | ast.CellLiteral):
        raise MatlabSyntaxError(mistakes.UNBALANCED, bracket.span)
    if isinstance(target, ast.Parenthesized | ast.Number | ast.CharLiteral | ast.StringLiteral | ast.End | ast.FunctionReference):
        raise MatlabSyntaxError(mistakes.INVALID_EXPRESSION, bracket.span)


def check_target(target: ast.Expression) -> None:
    """Raise where nothing can be assigned to ``target``."""
    place: Any = target
    while isinstance(place, ast.Index | ast.CellIndex | ast.Field | ast.DynamicField):
        place = place.target
    if not isinstance(place, ast.Name | ast.Ignored):
        raise MatlabSyntaxError(mistakes.EQUAL_SIGN, target.span)


def control(body: ast.Block) -> ast.Block:
    """The body of a control statement, which cannot hold definitions."""
    for item in body:
        if isinstance(item, ast.Function | ast.ClassDefinition | ast.ArgumentsBlock):
            raise MatlabSyntaxError(mistakes.FUNCTION_PLACE, item.span)
    return body
