"""Lowering of operators and conditions.

Scalar doubles take an inline path, ``a + b if type(a) is type(b) is float else $plus(a, b)``; operands that are more than a
name are kept in temporaries, and the slow path clears those while it calls, so that no temporary keeps an intermediate array
alive (liveness is reference counting).
"""

from __future__ import annotations

import ast

from ..syntax import ast as m
from . import emit as e
from .constants import complex_literal, number_value
from .double_scalars import BOOL, FLOAT
from .lowering import Lowering, of_kind
from .statement_runs import Kept
from .variables import LocalScope
from .views import kind_is_float

BUILTIN_OF = {
    "+": "plus", "-": "minus", "*": "mtimes", "/": "mrdivide", "\\": "mldivide", "^": "mpower",
    ".*": "times", "./": "rdivide", ".\\": "ldivide", ".^": "power",
    "==": "eq", "~=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "&": "and", "|": "or",
}  # fmt: skip
_PYTHON_ARITHMETIC = {"+": ast.Add, "-": ast.Sub, "*": ast.Mult, ".*": ast.Mult}
_PYTHON_COMPARISON = {"==": ast.Eq, "~=": ast.NotEq, "<": ast.Lt, "<=": ast.LtE, ">": ast.Gt, ">=": ast.GtE}
_ALONE = {"-": "uminus", "+": "uplus", "~": "not", "'": "ctranspose", ".'": "transpose"}
_LONG = 2_000
"""Steps of a chain beyond which each is a call."""
Operand = tuple[ast.expr, ast.expr, str | None]


class OperatorExpressions(Lowering):
    """Operators: each method gives a Python expression."""

    def condition(self, node: m.Expression, *, branch: bool = True) -> ast.expr:
        """A Python expression that is true when MATLAB takes the branch; ``branch`` False is an operand of && or ||."""
        if isinstance(node, m.Parenthesized):
            return self.condition(node.expression, branch=branch)
        if isinstance(node, m.ShortCircuit):
            operator = ast.And() if node.operator == "&&" else ast.Or()
            left = self.condition(node.left, branch=False)
            before = set(self.scope.definite)
            right = self.condition(node.right, branch=False)
            self.scope.definite = before
            return ast.BoolOp(operator, [left, right])
        if isinstance(node, m.Chain) and node.steps[0][0] in ("&&", "||"):
            return self._short_chain(node)
        test = "$true" if branch else "$scalar_true"
        if isinstance(node, m.Binary) and node.operator in _PYTHON_COMPARISON:
            return self._compare(node, test)
        if branch and isinstance(node, m.Binary) and node.operator in ("&", "|"):
            return self._element_condition(node)
        known = self.temporary()
        if isinstance(node, m.Unary) and node.operator == "~":
            inner = e.walrus(known, self.value(node.operand))
            slow = e.call(test, e.call("$not", e.name(known), self.clear(known)))
            return e.either(e.type_is([inner], "$bool"), ast.UnaryOp(ast.Not(), e.name(known)), slow)
        value = self.value(node)
        if isinstance(value, ast.Constant) and type(value.value) is bool:
            return value
        held = e.walrus(known, value)
        return e.either(e.type_is([held], "$bool"), e.name(known), e.call(test, e.name(known), self.clear(known)))

    def operand(self, node: m.Expression) -> Operand:
        """How to mention an operand the first time, how again, and the temporary it is in, if any."""
        while isinstance(node, m.Parenthesized):
            node = node.expression
        value = self.value(node)
        if isinstance(node, m.Name) and node.name in self.scope.definite and isinstance(self.scope, LocalScope):
            return value, of_kind(e.name(e.local(node.name)), getattr(value, "kind", None)), None
        return self.operand_of(value)

    def operand_of(self, value: ast.expr) -> Operand:
        """As ``operand``, of a lowered expression; one that is surely a float has no effects and may stand in both paths."""
        if isinstance(value, (ast.Name, ast.Constant)) or kind_is_float(value):
            return value, value, None
        temporary = self.temporary()
        return e.walrus(temporary, value), e.name(temporary), temporary

    def _fast(self, operands: list[Operand], fast: ast.expr, slow: str, kind: str = FLOAT) -> ast.expr:
        """The float path where every operand is a float, else the builtin named ``slow``."""
        tested = [first for first, _, _ in operands if not kind_is_float(first)]
        if not tested:
            return of_kind(fast, kind)
        held = [temporary for _, _, temporary in operands if temporary]
        again = [mention for _, mention, _ in operands]
        return e.either(e.type_is(tested, "$float"), fast, e.call(slow, *again, *([self.clear(*held)] if held else [])))

    def _value_Binary(self, node: m.Binary) -> ast.expr:
        operator = node.operator
        if operator in _PYTHON_COMPARISON:
            return self._compare(node, None)
        number = complex_literal(node)
        if number is not None:
            return e.const(number)
        left, right = self.operand(node.left), self.operand(node.right)
        slow = "$" + BUILTIN_OF[operator]
        a, b = left[1], right[1]
        if operator in _PYTHON_ARITHMETIC:
            return self._fast([left, right], ast.BinOp(a, _PYTHON_ARITHMETIC[operator](), b), slow)
        if operator in ("/", "./"):
            return self._divide(left, right, slow)
        if operator in ("^", ".^") and isinstance(b, ast.Constant) and b.value == 2.0 and not isinstance(a, ast.Constant):
            if kind_is_float(a) and not isinstance(a, ast.Name):
                base = self.temporary()
                return of_kind(ast.BinOp(e.walrus(base, a), ast.Mult(), e.name(base)), FLOAT)
            return self._fast([left, right], ast.BinOp(a, ast.Mult(), a), slow)
        held = [temporary for _, _, temporary in (left, right) if temporary]
        if operator in ("&", "|") and not kind_is_float(left[0]) and not kind_is_float(right[0]):
            python = ast.BitAnd() if operator == "&" else ast.BitOr()
            again = e.call(slow, a, b, *([self.clear(*held)] if held else []))
            return e.either(e.type_is([left[0], right[0]], "$bool"), ast.BinOp(a, python, b), again)
        result = e.call(slow, *[first.value if isinstance(first, ast.NamedExpr) else first for first, _, _ in (left, right)])
        return of_kind(result, FLOAT) if operator in ("\\", ".\\") and kind_is_float(a) and kind_is_float(b) else result

    def _divide(self, left: Operand, right: Operand, slow: str) -> ast.expr:
        a, b = left[1], right[1]
        if isinstance(b, ast.Constant):
            if type(b.value) is float and b.value:
                return self._fast([left, right], ast.BinOp(a, ast.Div(), b), slow)
            value = e.call(slow, left[0].value if isinstance(left[0], ast.NamedExpr) else left[0], b)
            return of_kind(value, FLOAT) if kind_is_float(a) and kind_is_float(b) else value
        tested = [first for first in (left[0], right[0]) if not kind_is_float(first)]
        held = [temporary for temporary in (left[2], right[2]) if temporary]
        if tested:
            test: ast.expr = ast.BoolOp(ast.And(), [e.type_is(tested, "$float"), b])
        elif isinstance(b, ast.Name):
            test = b
        else:
            divisor = self.temporary()
            test, b = e.walrus(divisor, b), e.name(divisor)
        result = e.either(test, ast.BinOp(a, ast.Div(), b), e.call(slow, a, b, *([self.clear(*held)] if held else [])))
        return result if tested else of_kind(result, FLOAT)

    def _compare(self, node: m.Binary, test: str | None) -> ast.expr:
        left, right = self.operand(node.left), self.operand(node.right)
        operator = _PYTHON_COMPARISON[node.operator]
        fast = ast.Compare(left[1], [operator()], [right[1]])
        result = self._fast([left, right], fast, "$" + BUILTIN_OF[node.operator], BOOL)
        if test is not None and isinstance(result, ast.IfExp):
            result.orelse = e.call(test, result.orelse)
        return result

    def _element_condition(self, node: m.Binary) -> ast.expr:
        """``if A | B | C``: MATLAB does not evaluate B or C when what comes before decides."""
        first, others = node.left, [node.right]
        while isinstance(inner := _bare(first), m.Binary) and inner.operator == node.operator:
            first, others = inner.left, [inner.right, *others]
        known = self.temporary()
        tests: list[ast.expr] = [e.call("$decides", e.walrus(known, self.value(first)))]
        before = set(self.scope.definite)
        for k, other in enumerate(others, 1):
            combined = e.call("$" + BUILTIN_OF[node.operator], e.name(known), self.value(other), self.clear(known))
            if k < len(others):
                known = self.temporary()
                tests.append(e.call("$decides", e.walrus(known, combined)))
            else:
                tests.append(e.call("$true", combined))
        self.scope.definite = before
        return ast.BoolOp(ast.Or() if node.operator == "|" else ast.And(), tests)

    def _short_chain(self, node: m.Chain) -> ast.expr:
        """``a && b && c ...``, of which any but the first may not be evaluated."""
        tests = [self.condition(node.first, branch=False)]
        before = set(self.scope.definite)
        mark = self.temporaries
        for _, operand in node.steps:
            self.temporaries = mark
            tests.append(self.condition(operand, branch=False))  # type: ignore[arg-type]
        self.scope.definite = before
        return ast.BoolOp(ast.And() if node.steps[0][0] == "&&" else ast.Or(), tests)

    def _value_Chain(self, node: m.Chain) -> ast.expr:
        """``(t := a + b) is None or (t := t + c) is None or t + d``: as flat as the text, and what came before is let go at each step."""
        if node.steps[0][0] in ("&&", "||"):
            return self._short_chain(node)
        total = self.temporary()
        mark = self.temporaries
        if len(node.steps) > _LONG:
            return self._long_chain(node, total)
        done: m.Expression = node.first
        tests: list[ast.expr] = []
        for number, (operator, operand) in enumerate(node.steps, 1):
            self.temporaries = mark
            if operand is not None:
                step = self.value(m.Binary(node.span, operator, done, operand))
            elif operator in ("'", ".'"):
                step = self.value(m.Postfix(node.span, operator, done))
            else:
                step = self.value(m.Unary(node.span, operator, done))
            if number < len(node.steps):
                tests.append(e.is_(e.walrus(total, step), e.const(None)))
            else:
                tests.append(e.first(e.tuple_of([step, self.clear(total)])))
            done = Kept(node.span, total, kind_is_float(step))
        return ast.BoolOp(ast.Or(), tests)

    def _long_chain(self, node: m.Chain, total: str) -> ast.expr:
        """The same with calls alone: a float path for each of so many steps takes longer to compile than it ever saves."""
        mark = self.temporaries
        tests: list[ast.expr] = [e.is_(e.walrus(total, self.value(node.first)), e.const(None))]
        for operator, operand in node.steps:
            self.temporaries = mark
            if operand is not None:
                function, operands = BUILTIN_OF[operator], [e.name(total), self.value(operand)]
            else:
                function, operands = _ALONE[operator], [e.name(total)]
            step = e.call("$" + function, *operands, self.clear(total))
            tests.append(e.is_(e.walrus(total, step), e.const(None)))
        tests.append(e.first(e.tuple_of([e.name(total), self.clear(total)])))
        return ast.BoolOp(ast.Or(), tests)

    def _value_ShortCircuit(self, node: m.ShortCircuit) -> ast.expr:
        return self.condition(node)

    def _value_Unary(self, node: m.Unary) -> ast.expr:
        if node.operator == "-" and isinstance(node.operand, m.Number):
            value = number_value(node.operand)
            if type(value) is float or type(value) is complex:
                return e.const(-value)
        operand = self.operand(node.operand)
        first, again, held = operand
        clear = [self.clear(held)] if held else []
        if node.operator == "~" and not kind_is_float(again):
            return e.either(e.type_is([first], "$bool"), ast.UnaryOp(ast.Not(), again), e.call("$not", again, *clear))
        if node.operator == "~":
            return e.call("$not", again)
        if node.operator == "-":
            return self._fast([operand], ast.UnaryOp(ast.USub(), again), "$uminus")
        return self._fast([operand], again, "$uplus")

    def _value_Postfix(self, node: m.Postfix) -> ast.expr:
        operand = self.operand(node.operand)
        return self._fast([operand], operand[1], "$ctranspose" if node.operator == "'" else "$transpose")

    def _value_Range(self, node: m.Range) -> ast.expr:
        """``a:b:c:d:e`` is ``(a:b:c):d:e``; each range is computed before the next, as flat as the text."""
        ranges = [node]
        while isinstance(ranges[-1].start, m.Range):
            ranges.append(ranges[-1].start)
        if len(ranges) == 1:
            return self.range_of(node, "$range")
        start = self.temporary()
        tests: list[ast.expr] = [e.is_(e.walrus(start, self.range_of(ranges.pop(), "$range")), e.const(None))]
        while ranges:
            node = ranges.pop()
            outer = m.Range(node.span, Kept(node.span, start, False), node.step, node.stop)
            tests.append(e.is_(e.walrus(start, self.range_of(outer, "$range")), e.const(None)))
        tests.append(e.first(e.tuple_of([e.name(start), self.clear(start)])))
        return ast.BoolOp(ast.Or(), tests)

    def range_of(self, node: m.Range, maker: str, *before: ast.expr) -> ast.expr:
        parts = [node.start, node.stop] if node.step is None else [node.start, node.step, node.stop]
        return e.call(maker, *before, *[self.value(part) for part in parts])


def _bare(node: m.Expression) -> m.Expression:
    """An expression without the parentheses around it."""
    while isinstance(node, m.Parenthesized):
        node = node.expression
    return node
