"""The expressions of a traced iteration of a loop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...accel.loops import LoopRefused
from ...syntax import ast as m
from ...values.containers import CellArray, StructArray
from ...values.convert import class_of
from ...values.functions import FunctionHandle
from ...values.indexing import COLON
from ...values.tensor import Tensor
from ...values.text import CharArray, StringArray
from ..constants import constant_matrix, number_value, numbers_value
from ..control import scalar_true, true
from ..operator_expressions import BUILTIN_OF
from ..reading import UNDEFINED, end
from ..scope import usage_of
from .arrays import WrittenArray
from .calls import LoopCalls
from .eligibility import word
from .handles import anonymous
from .scalars import Induction, InOrder, NotFixpoint, Stretch
from .symbols import PLAIN, Masked

_COUNTS = ("nargin", "nargout")


class LoopExpressions(LoopCalls):
    """The value of each kind of expression."""

    def value(self, node: m.Expression) -> Any:
        method = getattr(self, "_value_" + type(node).__name__, None)
        if method is None:
            raise LoopRefused(f"'{word(node)}' is not taken into loops")
        return method(node)

    def values(self, node: m.Expression, count: int) -> Sequence[Any]:
        """The outputs of a call of a user function."""
        if isinstance(node, m.Index) and isinstance(node.target, m.Name) and self.variable(node.target.name) is UNDEFINED:
            self.stays_a_function(node.target.name)
            user = self.user_function(node.target.name)
            arguments = [self.value(a) for a in node.arguments]
            if user is not None:
                return self.call_user(user, arguments, count)
            return self.call_builtin(node.target.name, arguments, count)
        raise LoopRefused("several outputs of an expression")

    def _value_Number(self, node: m.Number) -> Any:
        return number_value(node)

    def _value_CharLiteral(self, node: m.CharLiteral) -> Any:
        return CharArray.row(node.value)

    def _value_StringLiteral(self, node: m.StringLiteral) -> Any:
        return StringArray.scalar(node.value)

    def _value_Parenthesized(self, node: m.Parenthesized) -> Any:
        return self.value(node.expression)

    def _value_ColonAll(self, node: m.ColonAll) -> Any:
        return COLON

    def _value_End(self, node: m.End) -> Any:
        if not self.ends:
            raise LoopRefused("'end' outside of an index")
        whole, position, count = self.ends[-1]
        if type(whole) is WrittenArray:
            if (last := self.end_of(whole, position, count)) is not None:
                return last
            self.take_size(whole)
            whole = whole.original
        return end(whole, position, count)

    def _value_Name(self, node: m.Name) -> Any:
        value = self.variable(node.name)
        if value is not UNDEFINED:
            return value
        if self.frame.counts is not None and node.name in _COUNTS:
            self.record = None
            return float(self.frame.counts[_COUNTS.index(node.name)])
        return self.call(node.name, [])

    def _value_Field(self, node: m.Field) -> Any:
        """A field of a structure that the loop does not change."""
        self.record = None
        if isinstance(node.target, m.Index):
            inner = node.target.target
            whole = self.variable(inner.name) if isinstance(inner, m.Name) else self.value(inner)
            if type(whole) is StructArray:
                return self._field_of_element(whole, node)
        value = self.value(node.target)
        if type(value) is not StructArray or value.numel != 1 or node.name not in value.fields:
            raise LoopRefused("a field is taken from what is no structure of one element with that field")
        return self._content(value.array[0, 0][node.name])

    def _field_of_element(self, whole: StructArray, node: m.Field) -> Any:
        """``whole(k).name``: the element may be another one in each iteration."""
        reader, subscripts = self.session.reader, self.subscripts(whole, node.target.arguments)  # type: ignore[attr-defined]

        def field(*values: Any) -> Any:
            return reader.field(reader.index(whole, *values), node.name)

        if any(self.is_symbolic(s) for s in subscripts):
            self.only_scalars(subscripts)
            return self.inductions.call(field, subscripts)
        return self._content(field(*subscripts))

    def _value_CellIndex(self, node: m.CellIndex) -> Any:
        """The content of a cell array that the loop does not change."""
        value, self.record = self.value(node.target), None
        if type(value) is not CellArray:
            raise LoopRefused("braces are used with what is no cell array")
        subscripts = self.subscripts(value, node.arguments)
        if any(self.is_symbolic(s) for s in subscripts):
            self.only_scalars(subscripts)
            return self.inductions.call(lambda *s: self.session.reader.content(value, *s), subscripts)
        return self._content(self.session.reader.content(value, *subscripts))

    @staticmethod
    def _content(value: Any) -> Any:
        if type(value) not in PLAIN and type(value) not in (StructArray, CellArray):
            raise LoopRefused(f"a value of class {class_of(value)} is used")
        return value

    def _value_Matrix(self, node: m.Matrix) -> Any:
        constant = constant_matrix(node)
        if constant is not None:
            return constant
        rows = [[self.value(x) for x in row] for row in node.rows]
        if any(self.is_symbolic(x) for row in rows for x in row):
            return self.joined([row for row in rows if row])
        joined = [self.runtime["$horzcat"](*row) for row in rows]
        return joined[0] if len(joined) == 1 else self.runtime["$vertcat"](*joined)

    def _value_Numbers(self, node: m.Numbers) -> Any:
        return numbers_value(node)

    def _value_Range(self, node: m.Range) -> Any:
        parts = [self.value(x) for x in (node.start, node.step, node.stop) if x is not None]
        if any(self.is_symbolic(x) for x in parts):
            stretch = self.range_that_moves(parts)
            return self.numbers_of(stretch) if type(stretch) is Stretch else stretch
        return self.runtime["$range"](*parts)

    def _value_Unary(self, node: m.Unary) -> Any:
        name = {"-": "uminus", "+": "uplus", "~": "not"}[node.operator]
        value = self.value(node.operand)
        if type(value) is float and node.operator == "-":
            return -value
        return self.operate(name, (value,))

    def _value_Postfix(self, node: m.Postfix) -> Any:
        return self.operate("ctranspose" if node.operator == "'" else "transpose", (self.value(node.operand),))

    def _value_Binary(self, node: m.Binary) -> Any:
        left, right = self._pair(node.left, node.right, node.operator)
        name = BUILTIN_OF[node.operator]
        if node.operator in ("^", ".^") and isinstance(node.right, m.Number) and right == 2.0:
            # Ordinary code multiplies a scalar by itself.
            if type(left) is float or (type(left) is Induction and left.is_double):
                return self.operate("times", (left, left))
        return self.operate(name, (left, right))

    def _pair(self, left_node: m.Expression, right_node: m.Expression, operator: str) -> tuple[Any, Any]:
        """Two operands; a double scalar beside an array that differs from iteration to iteration is given to the loop, where that can
        be."""
        seen = self.record
        if seen is None:
            return self.value(left_node), self.value(right_node)
        start = len(seen.reads)
        left = self.value(left_node)
        middle = len(seen.reads)
        right = self.value(right_node)
        if type(left) is float and type(right) is Tensor:
            left = self._given(left_node, left, right, (start, middle), operator, right=False)
        elif type(right) is float and type(left) is Tensor:
            right = self._given(right_node, right, left, (middle, len(seen.reads)), operator, right=True)
        else:
            self._keep(left_node, left, right, (start, middle))
            self._keep(right_node, right, left, (middle, len(seen.reads)))
        return left, right

    def _keep(self, node: m.Expression, value: Any, other: Any, span: tuple[int, int]) -> None:
        """Note what an array is that is computed from others than change from iteration to iteration, beside one that does."""
        seen = self.record
        if seen is None or id(value) not in seen.plain or self.frame is not self.body or not self.is_symbolic(other):
            return
        if usage_of([node]).mentioned - {*seen.reads[slice(*span)]} or not seen.make(node, value, span):
            self.record = None

    def _given(self, node: m.Expression, value: float, other: Tensor, span: tuple[int, int], operator: str, *, right: bool) -> Any:
        """A double scalar as what stands for it in the loop; itself where the trace depends on its value."""
        if self.record is None or other.numel == 1 or self.frame is not self.body or not self.is_symbolic(other):
            return value
        read = self.record.reads[span[0] : span[1]]
        if any(name in self.initial and type(self.initial[name]) is not float for name in read) or usage_of([node]).mentioned - {*read}:
            return value
        parameter = self.record.take(node, value, span, operator, other.matlab_class, self.initial, right=right)
        if parameter is None:
            return value
        self.trace.parameters[parameter.symbol] = value
        return self.held(parameter.symbol)

    def _value_ShortCircuit(self, node: m.ShortCircuit) -> Any:
        ends = node.operator == "||"
        left = self.value(node.left)
        if type(left) is Induction and left.values is not None:
            return self._short(left, node.right, ends)
        if type(left) is not Induction and not self.is_symbolic(left):
            if scalar_true(left) is ends:
                return ends
            right = self.value(node.right)
            return right if self.open and self.is_symbolic(right) else self._truth(right)
        drawn = len(self.draws) + len(self.sequence)
        right = self.value(node.right)
        if len(self.draws) + len(self.sequence) != drawn:
            raise LoopRefused(f"random numbers are drawn behind '{node.operator}'")
        return self._together(left, right, ends)

    def _together(self, left: Any, right: Any, ends: bool) -> Any:
        """Both operands are looked at: what the second one costs, or raises, does not matter as it has no effects."""
        if type(left) is Induction and type(right) in (Induction, float, bool):
            combine = any if ends else all
            return self.inductions.call(lambda *values: combine(map(scalar_true, values)), (left, right))
        if not self.open:
            raise LoopRefused("a branch depends on the elements of an array that changes from iteration to iteration")
        return self.operate("or" if ends else "and", (self.logical(left), self.logical(right)))

    def _short(self, left: Induction, node: m.Expression, ends: bool) -> Any:
        """``left && node``, or ``left || node`` where that ``ends``, of which the left part is known for all iterations."""
        outer = self.inductions.mask
        flags = [v is not None and scalar_true(v) for v in left.values or ()]
        mask = [f is not ends and (outer is None or outer[k]) for k, f in enumerate(flags)]
        self.inductions.mask = outer if mask == (outer or [True] * len(flags)) else mask
        try:
            right = self.value(node) if any(mask) else ends
        finally:
            self.inductions.mask = outer
        if (type(right) is Induction and right.values is None) or (self.open and type(right) is Tensor and self.is_symbolic(right)):
            return self._together(self.inductions.known(flags), right, ends)
        if type(right) is Induction:
            return self.inductions.known([scalar_true(right.values[k]) if mask[k] else flags[k] for k in range(len(flags))])
        own = self._truth(right)
        return self.inductions.known([own if mask[k] else flags[k] for k in range(len(flags))])

    def logical(self, value: Any) -> Any:
        """The truth of a value that may differ from iteration to iteration, as a logical scalar.  Raises LoopRefused where NaN would be an
        error."""
        if type(value) is Induction:
            if value.values is not None:
                value = self.inductions.known([None if v is None else true(v) for v in value.values])
            elif value.matlab_class != "logical":
                value = self.inductions.call(true, (value,))
            return self.as_tensor(value)
        if not self.is_symbolic(value):
            return true(value)
        if type(value) is not Tensor or value.matlab_class != "logical" or value.numel == 0:
            raise LoopRefused("a branch depends on numbers of an array that changes from iteration to iteration")
        if value.numel > 1:
            column = value if len(value.shape) == 2 and value.shape[1] == 1 else self.session.engine.reshape(value, (value.numel, 1))
            return self.call_builtin("all", [column], 1)[0]
        return value

    def _truth(self, value: Any) -> Any:
        if type(value) is Induction:
            return self.inductions.call(scalar_true, (value,))
        if self.is_symbolic(value):
            raise LoopRefused("a branch depends on the elements of an array that changes from iteration to iteration")
        return scalar_true(value)

    def _value_AnonymousFunction(self, node: m.AnonymousFunction) -> Any:
        captured = {}
        for name in usage_of([node.body]).mentioned - set(node.parameters):
            value = self.plain(self.variable(name))
            if value is UNDEFINED:
                self.stays_a_function(name)
            else:
                captured[name] = value
        return anonymous(node, captured, self.frame.functions)

    def _value_FunctionReference(self, node: m.FunctionReference) -> Any:
        if "." in node.name:
            raise LoopRefused("a handle of a method or of a function in a package is made")
        return self.runtime["$reference"](node.name, None, self.frame.functions, node.name)

    def _look_into(self, name: str, value: Any) -> None:
        """Elements of an array are looked at."""
        if self.record is None:
            return
        if self.frame is self.body and self.initial.get(name) is value and name not in self.assigned:
            self.record.contents.add(name)
        else:
            self.record = None

    def _value_Index(self, node: m.Index) -> Any:
        if isinstance(node.target, (m.Field, m.CellIndex)):
            return self._indexed(node.target.span.text, self.value(node.target), node.arguments)
        if not isinstance(node.target, m.Name):
            raise LoopRefused("an index of an expression")
        name = node.target.name
        value = self.variable(name)
        if value is UNDEFINED:
            if name in ("max", "min") and len(node.arguments) == 2:
                return self.call(name, list(self._pair(*node.arguments, name)))
            return self.call(name, [self.value(a) for a in node.arguments])
        return self._indexed(name, value, node.arguments)

    def must_be_in_order(self, name: str, subscripts: Sequence[Any], reason: str) -> None:
        """Raise InOrder for parts, at places that move, of an array that was used as a whole."""
        moves = any(type(s) in (Induction, Stretch) for s in subscripts) and not any(
            type(s) is Tensor and self.is_symbolic(s) for s in subscripts
        )
        if moves and self.frame is self.body and name in self.in_parts and name not in self.in_order:
            if type(self.initial.get(name)) is Tensor and not self.initial[name].is_complex and name not in self.appended:
                raise InOrder(name, reason)

    def _indexed(self, name: str, value: Any, nodes: Sequence[m.Expression]) -> Any:
        """``value(nodes)``: elements of an array, or a call of a handle."""
        if type(value) is FunctionHandle:
            return self.call_handle(value, [self.value(a) for a in nodes])
        subscripts = self.subscripts(value, nodes)
        if type(value) in (Tensor, WrittenArray) and (masked := self._indexed_by_mask(name, value, subscripts)) is not None:
            return masked
        if type(value) is WrittenArray:
            if self.in_lines(value, subscripts):
                return self.line_read(value, subscripts)
            if self._reads_by_place(name, subscripts):
                if 0 in value.shape:
                    raise NotFixpoint(f"'{name}' is empty")
                return value.read(self, self.place(value, subscripts, reads=True))  # type: ignore[arg-type]
            value = self.as_whole(name)
        if self.is_symbolic(value):
            self.must_be_in_order(name, subscripts, f"elements of '{name}', which changes from iteration to iteration, are picked")
            return self.picked(name, value, subscripts)
        if not any(self.is_symbolic(s) for s in subscripts):
            self._look_into(name, value)
            return self.session.reader.index(value, *subscripts)
        if self.single(value, subscripts):
            self._look_into(name, value)
        return self.read(value, subscripts)

    def _indexed_by_mask(self, name: str, value: Any, subscripts: list[Any]) -> Masked | None:
        """The elements, or the lines, that a mask marks; None where no subscript is a mask, or where the mask and the array are known."""
        if self.is_symbolic(value) or any(map(self.is_symbolic, subscripts)):
            mask = self.mask_of(subscripts, value.shape)
            if mask is not None and (len(subscripts) == 1 or self.is_symbolic(mask)):
                return Masked(self.as_whole(name) if type(value) is WrittenArray else value, mask)
        marked = self.line_mask(value, subscripts)
        if marked is None:
            return None
        if type(value) is WrittenArray:
            return Masked(value.read(self, self.place(value, marked[0], reads=True)), marked[1])  # type: ignore[arg-type]
        return Masked(self.read(value, marked[0]), marked[1]) if not self.is_symbolic(value) else None

    def _reads_by_place(self, name: str, subscripts: list[Any]) -> bool:
        """Whether subscripts of an array that iterations write name a part that moves with them, or stays while they go in order."""
        if self.moves(subscripts):
            return True
        fixed = all(s is COLON or type(s) is float or (type(s) is Tensor and self.stretch(s) is not None) for s in subscripts)
        return name in self.in_order and fixed and subscripts != [COLON]
