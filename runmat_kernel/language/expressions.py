"""Lowering of expressions: Ast to Python expressions.

A value expression gives one Value.  Scalar doubles take an inline road, ``a + b if type(a) is type(b) is float else
$plus(a, b)``; operands that are more than a name are kept in temporaries, and the slow road clears those while it
calls, so that no temporary keeps an intermediate array alive (liveness is reference counting).
"""

from __future__ import annotations

import ast
from typing import Any

from ..syntax import ast as m
from . import emit as e
from .constants import complex_literal, constant_cell, constant_matrix, number_value
from .kinds import BOOL, FLOAT, is_float_fact
from .scope import usage_of
from .variables import LocalScope, Scope
from .views import Views, element_subscripts, kind_is_float

BUILTIN_OF = {
    "+": "plus", "-": "minus", "*": "mtimes", "/": "mrdivide", "\\": "mldivide", "^": "mpower",
    ".*": "times", "./": "rdivide", ".\\": "ldivide", ".^": "power",
    "==": "eq", "~=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "&": "and", "|": "or",
}  # fmt: skip
_PYTHON_ARITHMETIC = {"+": ast.Add, "-": ast.Sub, "*": ast.Mult, ".*": ast.Mult}
_PYTHON_COMPARISON = {"==": ast.Eq, "~=": ast.NotEq, "<": ast.Lt, "<=": ast.LtE, ">": ast.Gt, ">=": ast.GtE}
_COUNTS = ("nargin", "nargout")
Operand = tuple[ast.expr, ast.expr, str | None]
MULTIPLE = (m.CellIndex, m.Field, m.DynamicField)


class Expressions(Views):
    """Expression lowering over a Scope; ``constants`` collects Values that the code refers to by name."""

    def __init__(self, scope: Scope, constants: dict[str, Any]) -> None:
        self.scope = scope
        self.constants = constants
        self.temporaries = 0
        self.ends: list[tuple[m.Expression, int, int]] = []
        self.views: dict[str, bool] = {}
        self.twins: set[str] = set()

    # ------------------------------------------------------------------ entry points

    def value(self, node: m.Expression) -> ast.expr:
        """A Python expression that gives one Value."""
        return getattr(self, "_value_" + type(node).__name__)(node)

    def values(self, node: m.Expression, nargout: ast.expr) -> ast.expr:
        """A Python expression that gives a tuple of Values: what ``[a, b] = node`` or an argument list can take."""
        while isinstance(node, m.Parenthesized):
            node = node.expression
        if isinstance(node, m.Index):
            return self._index(node, nargout)
        if isinstance(node, m.Name) and self.scope.is_variable(node.name) is not True:
            return self._call_or_value(node.name, nargout)
        if isinstance(node, m.CellIndex):
            return self._cell_list(node, nargout)
        if isinstance(node, (m.Field, m.DynamicField)):
            return self._field_list(node, nargout)
        return e.tuple_of([self.value(node)])

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

    def arguments(self, nodes: tuple[m.Expression, ...], indexed: m.Expression | None = None) -> list[ast.expr]:
        """Python arguments for subscripts or call arguments; ``indexed`` is what ``end`` belongs to."""
        result: list[ast.expr] = []
        for k, node in enumerate(nodes):
            if indexed is not None:
                self.ends.append((indexed, k, len(nodes)))
            if isinstance(node, m.KeywordArgument):
                result += [self.constant_text(node.name, string=True), self.value(node.value)]
            elif isinstance(node, MULTIPLE):
                result.append(ast.Starred(self.values(node, e.const(1)), e.LOAD))
            else:
                result.append(self.value(node))
            if indexed is not None:
                self.ends.pop()
        return result

    def temporary(self) -> str:
        self.temporaries += 1
        return f"$t{self.temporaries}"

    def clear(self, *temporaries: str) -> ast.expr:
        """An extra argument that is None, and empties the temporaries once the arguments before it are loaded."""
        result: ast.expr = e.const(None)
        for identifier in temporaries:
            result = e.walrus(identifier, result)
        return result

    # ------------------------------------------------------------------ literals and names

    def keep(self, value: Any) -> ast.expr:
        """A Value as a constant of the unit."""
        identifier = f"$k{len(self.constants)}"
        self.constants[identifier] = value
        return e.name(identifier)

    def constant_text(self, text: str, *, string: bool = False) -> ast.expr:
        from ..values.text import CharArray, StringArray

        return self.keep(StringArray.scalar(text) if string else CharArray.row(text))

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

    def _value_End(self, node: m.End) -> ast.expr:
        return self._end(len(self.ends) - 1)

    def _end(self, level: int) -> ast.expr:
        if level < 0:
            return e.call("$end_outside")
        indexed, k, n = self.ends[level]
        outer, self.ends = self.ends, self.ends[:level]
        try:
            position = [e.const(k), e.const(n)]
            if not isinstance(indexed, m.Name):
                return e.call("$end", self._peek(indexed), *position)
            if self.scope.is_variable(indexed.name):
                return e.call("$end", self.scope.peek(indexed.name), *position)
            known = e.call("$end", self.scope.peek(indexed.name), *position)
            is_set = e.is_not(self.scope.peek(indexed.name), e.name(e.UNDEFINED))
            return e.either(is_set, known, self._end(level - 1)) if level else known
        finally:
            self.ends = outer

    def _peek(self, node: m.Expression) -> ast.expr:
        """The value of a chain that ``end`` asks about; ``[]`` where it does not exist yet (assignment targets)."""
        root, steps = self.chain(node)
        if isinstance(root, m.Name):
            return e.call("$peek_path", self.scope.peek(root.name), steps, e.const(root.name), e.name("$functions"))
        return self.value(node)

    def _value_Matrix(self, node: m.Matrix) -> ast.expr:
        constant = constant_matrix(node)
        if constant is not None:
            return self.keep(constant)
        rows = [e.call("$horzcat", *self.arguments(row)) for row in node.rows]
        if len(rows) == 1:
            return rows[0]
        return e.call("$vertcat", *rows)

    def _value_CellLiteral(self, node: m.CellLiteral) -> ast.expr:
        constant = constant_cell(node)
        if constant is not None:
            return self.keep(constant)
        return e.call("$braces", *[e.tuple_of(self.arguments(row)) for row in node.rows])

    # ------------------------------------------------------------------ operators

    def operand(self, node: m.Expression) -> Operand:
        """How to mention an operand the first time, how again, and the temporary it is in, if any."""
        while isinstance(node, m.Parenthesized):
            node = node.expression
        value = self.value(node)
        if isinstance(node, m.Name) and node.name in self.scope.definite and isinstance(self.scope, LocalScope):
            return value, of_kind(e.name(e.local(node.name)), getattr(value, "kind", None)), None
        return self.operand_of(value)

    def operand_of(self, value: ast.expr) -> Operand:
        """As ``operand``, of a lowered expression; one that is surely a float has no effects and may stand in both roads."""
        if isinstance(value, (ast.Name, ast.Constant)) or kind_is_float(value):
            return value, value, None
        temporary = self.temporary()
        return e.walrus(temporary, value), e.name(temporary), temporary

    def _fast(self, operands: list[Operand], fast: ast.expr, slow: str, kind: str = FLOAT) -> ast.expr:
        """The float road where every operand is a float, else the builtin named ``slow``."""
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
        """``if A | B``: MATLAB does not evaluate B when A decides."""
        known = self.temporary()
        left = e.walrus(known, self.value(node.left))
        before = set(self.scope.definite)
        both = e.call("$" + BUILTIN_OF[node.operator], e.name(known), self.value(node.right), self.clear(known))
        self.scope.definite = before
        return ast.BoolOp(ast.Or() if node.operator == "|" else ast.And(), [e.call("$decides", left), e.call("$true", both)])

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
        parts = [node.start, node.stop] if node.step is None else [node.start, node.step, node.stop]
        return e.call("$range", *[self.value(part) for part in parts])

    # ------------------------------------------------------------------ calls and indexing

    def _value_Index(self, node: m.Index) -> ast.expr:
        target = node.target
        if isinstance(target, m.Name) and target.name not in _COUNTS and self.scope.is_variable(target.name) is not False:
            name = target.name
            if name in self.views and element_subscripts(node):
                return self.view_read(node)
            if isinstance(self.scope, LocalScope):
                return self._indexed(node, name)
        special = self.special_call(node)
        return special if special is not None else e.first(self._index(node, e.const(1)))

    def _indexed(self, node: m.Index, name: str) -> ast.expr:
        """One value of ``name(arguments)`` where the name is a Python local, or may turn out a function."""
        surely = self.scope.is_variable(name) or name in self.scope.parameters
        # A parameter that was not given is an error, not a function of that name.
        variable = self.scope.load(name) if name in self.scope.parameters else self.scope.peek(name)
        arguments = self.arguments(node.arguments, node.target)
        if not surely:
            return e.call("$apply1", variable, e.const(name), self._function_lookup(name), e.tuple_of(arguments))
        if len(arguments) <= 2 and arguments and not any(isinstance(a, ast.Starred) for a in arguments):
            return e.call(f"$index{len(arguments)}", variable, *arguments)
        return e.call("$index", variable, *arguments)

    def special_call(self, node: m.Index) -> ast.expr | None:
        """Calls that need to know the variables of this scope: ``exist('x', 'var')`` in a function."""
        target, arguments = node.target, node.arguments
        if not isinstance(target, m.Name) or target.name != "exist" or not isinstance(self.scope, LocalScope):
            return None
        literal = arguments and isinstance(arguments[0], (m.CharLiteral, m.StringLiteral)) and arguments[0].value
        if not literal or self.scope.is_variable("exist") is not False or self.scope.is_variable(literal) is False:
            return None
        if len(arguments) == 2 and not (isinstance(arguments[1], (m.CharLiteral, m.StringLiteral)) and arguments[1].value == "var"):
            return None
        call = e.first(e.call(self.scope.function_named("exist"), e.const(1), *self.arguments(arguments)))
        return e.either(e.is_not(self.scope.peek(literal), e.name(e.UNDEFINED)), e.const(1.0), call)

    def _index(self, node: m.Index, nargout: ast.expr) -> ast.expr:
        """``target(arguments)`` as a tuple of values."""
        target = node.target
        if isinstance(target, m.Name):
            return e.marked(self._named_index(target, node.arguments, nargout), node.span.start)
        if isinstance(target, m.SuperReference):
            name = e.const(f"{target.method}@{target.superclass}")
            return e.call("$superclass_call", name, nargout, *self.arguments(node.arguments))
        root, steps = self.chain(node)
        return self._run_chain(root, steps, nargout)

    def _named_index(self, target: m.Name, arguments: tuple[m.Expression, ...], nargout: ast.expr) -> ast.expr:
        name = target.name
        known = self.scope.is_variable(name)
        if name in _COUNTS and arguments:
            known = False
        if known is False:
            return e.call(self.scope.function_named(name), nargout, *[_no_colon(a, self) for a in self.arguments(arguments)])
        given = self.arguments(arguments, target)
        if known:
            return e.call("$index_values", nargout, self.scope.peek(name), *given)
        return e.call("$apply", self.scope.peek(name), e.const(name), self._function_lookup(name), nargout, *given)

    def _function_lookup(self, name: str) -> ast.expr:
        """The table in which a name is looked up when it turns out to be no variable."""
        if name in self.scope.nested:
            return ast.Dict([e.const(name)], [e.name("$nested_" + name)])
        return e.name("$parameters" if name in self.scope.parameters else "$functions")

    def _call_or_value(self, name: str, nargout: ast.expr) -> ast.expr:
        if self.scope.is_variable(name) is False:
            return e.call(self.scope.function_named(name), nargout)
        return e.call("$mention", self.scope.peek(name), e.const(name), self._function_lookup(name), nargout)

    def chain(self, node: m.Expression) -> tuple[m.Expression, ast.expr]:
        """The root of ``root(..).name{..}`` and a Python tuple of its steps ``(kind, subscripts or name)``."""
        links: list[m.Expression] = []
        while isinstance(node, (m.Index, m.CellIndex, m.Field, m.DynamicField)):
            links.append(node)
            node = node.target
        steps = [self._step(link) for link in reversed(links)]
        return node, e.tuple_of(steps)

    def _step(self, link: m.Expression) -> ast.expr:
        if isinstance(link, m.Field):
            return e.tuple_of([e.const("."), e.const(link.name)])
        if isinstance(link, m.DynamicField):
            return e.tuple_of([e.const("."), e.call("$field_name", self.value(link.name))])
        kind = "(" if isinstance(link, m.Index) else "{"
        return e.tuple_of([e.const(kind), e.tuple_of(self.arguments(link.arguments, link.target))])

    def _run_chain(self, root: m.Expression, steps: ast.expr, nargout: ast.expr) -> ast.expr:
        if isinstance(root, m.Name):
            if self.scope.is_variable(root.name):
                return e.call("$path", self.scope.peek(root.name), steps, nargout)
            table = self._function_lookup(root.name)
            return e.call("$named_path", self.scope.peek(root.name), e.const(root.name), table, steps, nargout)
        return e.call("$path", self.value(root), steps, nargout)

    def _value_CellIndex(self, node: m.CellIndex) -> ast.expr:
        if self._is_variable(node.target):
            target, arguments = self.value(node.target), self.arguments(node.arguments, node.target)
            return e.call("$content1" if _is_one(arguments) else "$content", target, *arguments)
        return e.call("$single", self._cell_list(node, e.const(1)))

    def one_content(self, node: m.CellIndex) -> tuple[ast.expr, ast.expr] | None:
        """Variable and subscript of ``c{i}``; None for other forms."""
        if not self._is_variable(node.target):
            return None
        target, arguments = self.value(node.target), self.arguments(node.arguments, node.target)
        return (target, arguments[0]) if _is_one(arguments) else None

    def _cell_list(self, node: m.CellIndex, nargout: ast.expr) -> ast.expr:
        if self._is_variable(node.target):
            return e.call("$contents", self.value(node.target), *self.arguments(node.arguments, node.target))
        root, steps = self.chain(node)
        return self._run_chain(root, steps, nargout)

    def _value_Field(self, node: m.Field) -> ast.expr:
        if self._is_variable(node.target):
            return e.call("$field", self.value(node.target), e.const(node.name))
        fields = e.call("$single", self._field_list(node, e.const(1)))
        target = node.target
        if not isinstance(target, m.Name) or not isinstance(self.scope, LocalScope) or self.scope.is_variable(target.name) is False:
            return fields
        is_set = e.is_not(self.scope.peek(target.name), e.name(e.UNDEFINED))
        return e.either(is_set, e.call("$field", self.scope.peek(target.name), e.const(node.name)), fields)

    def _value_DynamicField(self, node: m.DynamicField) -> ast.expr:
        return e.call("$single", self._field_list(node, e.const(1)))

    def _field_list(self, node: m.Expression, nargout: ast.expr) -> ast.expr:
        root, steps = self.chain(node)
        return self._run_chain(root, steps, nargout)

    def _is_variable(self, node: m.Expression) -> bool:
        """Whether this is surely a variable, or a field or content of one (so that no name can turn out a function)."""
        while isinstance(node, (m.Field, m.CellIndex)):
            node = node.target
        return isinstance(node, m.Name) and self.scope.is_variable(node.name) is True

    def _value_KeywordArgument(self, node: m.KeywordArgument) -> ast.expr:
        return self.value(node.value)

    def _value_SuperReference(self, node: m.SuperReference) -> ast.expr:
        return e.first(e.call("$superclass_call", e.const(f"{node.method}@{node.superclass}"), e.const(1)))

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

    def _anonymous_body(self, node: m.AnonymousFunction, captured: list[str], parameters: set[str]) -> ast.expr:
        variables = set(captured) | parameters
        scope = LocalScope("anonymous", parameters=parameters, variables=variables, nested=self.scope.nested, paths=self.scope.paths)
        if "varargin" in node.parameters:
            scope.variables.add("varargin")
            scope.definite.add("varargin")
        inner = Expressions(scope, self.constants)
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


def _is_one(arguments: list[ast.expr]) -> bool:
    """Whether there is exactly one subscript, and no list."""
    return len(arguments) == 1 and not isinstance(arguments[0], ast.Starred)


def of_kind(value: ast.expr, kind: str | None) -> ast.expr:
    """The expression, known to give a Python object of this kind (``float``, ``bool``)."""
    if kind is not None:
        value.kind = kind  # type: ignore[attr-defined]
    return value


def _no_colon(argument: ast.expr, lowering: Expressions) -> ast.expr:
    """A bare ``:`` given to a function is the text ':'."""
    if isinstance(argument, ast.Name) and argument.id == "$colon":
        return lowering.constant_text(":")
    return argument
