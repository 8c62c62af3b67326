"""Tracing one turn of a loop: its statements walked through with symbols in place of what differs from turn to turn.

Everything that touches a symbol is recorded by the engine; everything else is computed as ordinary code would.  What cannot be said
with symbols raises Untraceable, and the loop runs in the ordinary way: nothing here has side effects.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from ..accel.loops import Tracing, Untraceable, cast, node_of, tensor_of
from ..builtins import arguments as arg
from ..builtins.registry import builtins
from ..builtins.spec import Trait
from ..graph.loop import SELECT, Carry, Moving, Trace, symbol
from ..graph.node import Constant, Node
from ..graph.ranges import Range
from ..graph.shapes import numel
from ..graph.sources import LARGEST_INDEX, index_node, random_node
from ..syntax import ast as m
from ..values.classes import DTYPES, FLOAT_CLASSES, INTEGER_LIMITS
from ..values.convert import class_of, shape_of
from ..values.functions import FunctionHandle
from ..values.indexing import COLON
from ..values.tensor import Tensor, matlab_shape
from ..values.text import CharArray, StringArray
from .constants import constant_matrix, number_value
from .control import scalar_true, true
from .expressions import BUILTIN_OF
from .loop_arrays import Place, WrittenArray
from .loop_scalars import Schedule, Scheduled
from .reading import UNDEFINED, end

_PURE = frozenset(
    """
    zeros ones eye linspace logspace pi Inf inf NaN nan eps true false realmax realmin i j flintmax intmax intmin colon
    size numel length ndims isempty isscalar isvector ismatrix isrow iscolumn isreal isfloat isnumeric islogical isinteger isa class cast
    rows columns isequal cumsum cumprod diff norm factorial nchoosek bitand bitor bitxor bitshift heaviside normcdf normpdf
    primes isprime gcd lcm nthroot realsqrt reallog realpow
    """.split()
)
_PURE_TRAITS = frozenset((Trait.ELEMENTWISE, Trait.REDUCTION, Trait.PRODUCT, Trait.SHAPE))
_PLAIN = frozenset((float, bool, complex, Tensor, CharArray, StringArray, FunctionHandle, Scheduled))
_MOST_UNROLLED = 64
_MOST_CALLS = 16
_MOST_DRAWN = 1 << 25
"""Numbers of the sequential stream that are drawn before a loop."""
_SIZES = ("size", "numel", "length", "ndims", "isempty", "isscalar", "isvector", "isrow", "iscolumn", "class", "isa", "rows", "columns")
_DRAWS = {"rand": "uniform", "randn": "normal"}


class NotFixpoint(Untraceable):
    """A variable is of another class or size after a turn than before it."""


class FromArrays(Untraceable):
    """A scalar that is carried from turn to turn is computed from arrays: it must be carried as an array of one element."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the scalar '{name}' is computed from arrays that change from turn to turn")
        self.name = name


class Masked:
    """``whole(mask)``: what is computed from it pointwise is computed for all elements; only those of the mask are ever taken up."""

    __slots__ = ("mask", "whole")

    def __init__(self, whole: Any, mask: Tensor) -> None:
        self.whole, self.mask = whole, mask


class Frame:
    """Variables of the loop's body, or of a function called in it."""

    __slots__ = ("functions", "variables")

    def __init__(self, functions: Any, variables: dict[str, Any]) -> None:
        self.functions, self.variables = functions, variables


class Tracer:
    """One turn of ``loop``.  ``initial`` are the variables before it; ``assigned`` the names that it assigns, ``written`` those that it
    assigns through indices only; ``numbers`` the values of its index."""

    def __init__(self, session: Any, functions: Any, initial: dict[str, Any], assigned: set[str], written: set[str], numbers: Any) -> None:
        self.session, self.initial, self.assigned, self.written = session, initial, assigned, written
        self.runtime = session.runtime
        self.trace = Trace(len(numbers))
        self.schedule = Schedule(len(numbers))
        self.tracing = Tracing(session.engine, self.trace)
        self.body = Frame(functions, {})
        self.frame = self.body
        self.carried: dict[str, Scheduled] = {}
        self.symbols: dict[int, tuple[Scheduled, Node]] = {}
        self.arrays: dict[str, WrittenArray] = {}
        self.draws: list[tuple[int, list[bool] | None, Node, Node]] = []
        self.index = Scheduled(numbers, numbers[0])
        self.ends: list[tuple[Any, int, int]] = []
        self.kept: list[Tensor] = []
        self.as_arrays: frozenset[str] = frozenset()
        self.conditions: list[Tensor] = []
        self.sequence: list[tuple[str, tuple[int, ...], str, list[bool] | None, Any]] = []
        self.depth = 0

    # ------------------------------------------------------------------ statements

    def block(self, statements: m.Block) -> None:
        for statement in statements:
            method = getattr(self, "_do_" + type(statement).__name__, None)
            if method is None:
                raise Untraceable(f"'{_word(statement)}' is not taken into loops")
            method(statement)

    def _do_Assign(self, node: m.Assign) -> None:
        if node.printed:
            raise Untraceable("a statement displays its result")
        if len(node.targets) == 1:
            target = node.targets[0]
            self.store(target, self.value(node.value))
            return
        for target, value in zip(node.targets, self.values(node.value, len(node.targets)), strict=False):
            if not isinstance(target, m.Ignored):
                self.store(target, value)

    def store(self, target: m.Expression, value: Any) -> None:
        if isinstance(target, m.Name):
            if self.frame is self.body and target.name in self.written:
                raise Untraceable(f"'{target.name}' is assigned in two ways")
            self.frame.variables[target.name] = self.plain(value)
            return
        if not isinstance(target, m.Index) or not isinstance(target.target, m.Name):
            raise Untraceable("fields and cells are not taken into loops")
        name = target.target.name
        if self.frame is not self.body or name not in self.written or self._as_one(name, target.arguments):
            old = self.variable(name)
            subscripts = self.subscripts(old, target.arguments)
            if len(subscripts) == 1 and type(old) is Tensor and self.is_mask(subscripts[0], old.shape):
                if any(self.is_symbolic(x) for x in (old, value, subscripts[0])):
                    self.frame.variables[name] = self.masked(name, old, subscripts[0], value)
                    return
            if type(old) is WrittenArray:
                old = self.as_whole(name)
            if old is UNDEFINED or any(self.is_symbolic(x) for x in (old, value, *subscripts)):
                self.frame.variables[name] = self.replaced(name, old, subscripts, value)
                return
            self.frame.variables[name] = self.runtime["$set"](value, tuple(subscripts), old)
            return
        if self.schedule.mask is not None:
            raise Untraceable(f"'{name}' is written in some turns only")
        if type(value) is Masked:
            raise Untraceable("as many values as a mask marks are written")
        array = self.written_array(name)
        array.write(self, self.place(array.original, self.subscripts(array.original, target.arguments)), value)

    def _as_one(self, name: str, nodes: Sequence[m.Expression]) -> bool:
        """Whether ``name(nodes) = ...`` changes other elements than a part that moves with the turns; the variable is then one value."""
        array = self.written_array(name)
        if self.moves(self.subscripts(array, nodes)):
            return False
        self.as_whole(name)
        return True

    @staticmethod
    def moves(subscripts: Sequence[Any]) -> bool:
        """Whether subscripts are colons and scalars of which at least one depends on the turn."""
        return Scheduled in map(type, subscripts) and all(s is COLON or type(s) in (float, Scheduled) for s in subscripts)

    def replaced(self, name: str, old: Any, subscripts: Sequence[Any], value: Any) -> Tensor:
        """``old`` with a part replaced, as the engine records it."""
        known = (Tensor, float, bool)
        if type(old) is Tensor and all(s is COLON or (type(s) in known and not self.is_symbolic(s)) for s in subscripts):
            if type(value) in known and class_of(value) in DTYPES:
                found = self.session.engine.write(old, tuple(subscripts), value)
                if found is not None:
                    return found
        raise Untraceable(f"elements of '{name}' are assigned")

    def as_whole(self, name: str) -> Any:
        """A variable that is assigned through indices, as a whole: possible as long as no part was read or written by its place."""
        array = self.arrays.get(name)
        if array is not None and (array.reads or array.writes):
            raise Untraceable(f"'{name}' is written in parts and used as a whole")
        self.arrays.pop(name, None)
        self.written = self.written - {name}
        with self.inside(self.body):
            return self.variable(name)

    def plain(self, value: Any) -> Any:
        """A value under another name than its variable's: no part of that variable may be written by its place any more."""
        return self.as_whole(value.name) if type(value) is WrittenArray else value

    def is_mask(self, subscript: Any, shape: tuple[int, ...]) -> bool:
        return type(subscript) is Tensor and subscript.matlab_class == "logical" and subscript.shape == shape and subscript.numel > 1

    def masked(self, name: str, old: Tensor, mask: Tensor, value: Any) -> Tensor:
        """``old`` with what the mask marks taken from ``value``."""
        engine = self.session.engine
        if type(value) is Masked:
            if engine._node(value.mask) is not engine._node(mask):
                raise Untraceable(f"'{name}' takes elements of another mask")
            value = value.whole
            if shape_of(_first(value)) not in ((1, 1), old.shape):
                raise Untraceable(f"'{name}' takes elements of an array of another size")
        elif type(value) not in (Scheduled, float, bool, Tensor) or shape_of(_first(value)) != (1, 1):
            raise Untraceable(f"'{name}' takes as many values as a mask marks")
        if old.is_complex or old.matlab_class not in DTYPES:
            raise Untraceable(f"'{name}' is complex")
        have, want = class_of(value), old.matlab_class
        if have != want:
            if want not in FLOAT_CLASSES or have not in (*FLOAT_CLASSES, "logical"):
                raise Untraceable(f"a value of class {have} is written into '{name}'")
            value = self.apply(lambda x: cast(engine, x, want), (value,))
        operands = (engine._node(mask), self._operand(value), engine._node(old))
        return engine._tensor(Node.map(SELECT, operands, want, want, old.shape))

    def _do_If(self, node: m.If) -> None:
        self._branches([(b.condition, b.body) for b in node.branches], node.orelse)

    def _branches(self, branches: Sequence[tuple[m.Expression, m.Block]], orelse: m.Block) -> None:
        if not branches:
            self.block(orelse)
            return
        condition = self.condition(branches[0][0])
        if condition is True:
            self.block(branches[0][1])
        elif condition is False:
            self._branches(branches[1:], orelse)
        else:
            self._both(condition, branches[0][1], branches[1:], orelse)

    def _both(self, taken: Scheduled, body: m.Block, rest: Sequence[tuple[m.Expression, m.Block]], orelse: m.Block) -> None:
        """Some turns take the branch and some do not: both are traced, and what they assign is chosen from."""
        frame, outer = self.frame, self.schedule.mask
        before = dict(frame.variables)
        flags = [bool(v) for v in taken.values or ()]
        self.schedule.mask = [f and (outer is None or outer[k]) for k, f in enumerate(flags)]
        self.block(body)
        yes = frame.variables
        frame.variables = dict(before)
        self.schedule.mask = [not f and (outer is None or outer[k]) for k, f in enumerate(flags)]
        if any(self.schedule.mask):
            self._branches(rest, orelse)
        no = frame.variables
        self.schedule.mask = outer
        frame.variables = {**before}
        for name in dict.fromkeys((*yes, *no)):
            a, b = (x[name] if name in x else self.variable(name) for x in (yes, no))
            frame.variables[name] = self.choose(taken, flags, a, b, name)

    def choose(self, taken: Scheduled, flags: list[bool], a: Any, b: Any, name: str) -> Any:
        """``a`` in turns that take a branch, ``b`` in the others."""
        if a is b:
            return a
        if a is UNDEFINED or b is UNDEFINED or type(a) not in _PLAIN or type(b) not in _PLAIN:
            raise Untraceable(f"'{name}' is set in some turns only")
        if class_of(a) != class_of(b) or shape_of(_first(a)) != shape_of(_first(b)):
            raise Untraceable(f"'{name}' changes its class or size between turns")
        if type(a) in (Scheduled, float, bool) and type(b) in (Scheduled, float, bool):
            if any(type(x) is Scheduled and x.values is None for x in (a, b)):
                return self.schedule.call(lambda t, x, y: x if t else y, (taken, a, b))
            pairs = [a.values if type(a) is Scheduled else [a] * len(flags), b.values if type(b) is Scheduled else [b] * len(flags)]
            return self.schedule.known([pairs[0][k] if f else pairs[1][k] for k, f in enumerate(flags)])
        condition = self.symbol_node(taken)
        operands = [condition, *(self._operand(x) for x in (a, b))]
        engine = self.session.engine
        shape = shape_of(a)
        return engine._tensor(Node.map(SELECT, tuple(operands), class_of(a), class_of(a), shape))

    def _operand(self, value: Any) -> Any:
        if type(value) is Scheduled:
            return self.symbol_node(value)
        if type(value) is Tensor:
            if value._is_complex or value.matlab_class not in DTYPES:
                raise Untraceable("a complex value differs between turns")
            return self.session.engine._node(value)
        if type(value) in (float, bool):
            return Constant(value, class_of(value))
        raise Untraceable("a value that is no array of numbers differs between turns")

    def _do_For(self, node: m.For) -> None:
        """An inner loop of known turns is unrolled."""
        if not isinstance(node.target, m.Name):
            raise Untraceable("a loop variable with indices")
        items = self.value(node.iterable)
        if self.is_symbolic(items):
            raise Untraceable("the turns of an inner loop depend on the turn")
        from .control import NoRounds, for_columns

        rounds = for_columns(items)
        if type(rounds) is NoRounds:
            self.frame.variables[node.target.name] = rounds.value
            return
        rounds = list(rounds)
        if len(rounds) > _MOST_UNROLLED:
            raise Untraceable(f"an inner loop has {len(rounds)} turns")
        for item in rounds:
            self.frame.variables[node.target.name] = item
            self.block(node.body)

    def condition(self, node: m.Expression) -> Any:
        """True, False, or a Scheduled that is true in some turns and false in others."""
        value = self.value(node)
        if type(value) is Scheduled:
            if value.values is None:
                raise Untraceable("a branch depends on a running scalar")
            flags = {true(v) for v in value.values if v is not None}
            mask = self.schedule.mask
            if mask is not None:
                flags = {true(v) for v, active in zip(value.values, mask, strict=True) if active}
            return value if len(flags) == 2 else flags.pop()
        if self.is_symbolic(value):
            raise Untraceable("a branch depends on the elements of an array that changes from turn to turn")
        return true(value)

    # ------------------------------------------------------------------ expressions

    def value(self, node: m.Expression) -> Any:
        method = getattr(self, "_value_" + type(node).__name__, None)
        if method is None:
            raise Untraceable(f"'{_word(node)}' is not taken into loops")
        return method(node)

    def values(self, node: m.Expression, count: int) -> Sequence[Any]:
        """The outputs of a call of a user function."""
        if isinstance(node, m.Index) and isinstance(node.target, m.Name) and self.variable(node.target.name) is UNDEFINED:
            user = self.user_function(node.target.name)
            arguments = [self.value(a) for a in node.arguments]
            if user is not None:
                return self.call_user(user, arguments, count)
            return self.call_builtin(node.target.name, arguments, count)
        raise Untraceable("several outputs of an expression")

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
            raise Untraceable("'end' outside of an index")
        return end(*self.ends[-1])

    def _value_Name(self, node: m.Name) -> Any:
        value = self.variable(node.name)
        return self.call(node.name, []) if value is UNDEFINED else value

    def _value_Matrix(self, node: m.Matrix) -> Any:
        constant = constant_matrix(node)
        if constant is not None:
            return constant
        rows = [[self.value(x) for x in row] for row in node.rows]
        if any(self.is_symbolic(x) for row in rows for x in row):
            raise Untraceable("values that differ from turn to turn are joined to an array")
        joined = [self.runtime["$horzcat"](*row) for row in rows]
        return joined[0] if len(joined) == 1 else self.runtime["$vertcat"](*joined)

    def _value_Range(self, node: m.Range) -> Any:
        parts = [self.value(x) for x in (node.start, node.step, node.stop) if x is not None]
        if any(self.is_symbolic(x) for x in parts):
            raise Untraceable("a range depends on the turn")
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
        left, right = self.value(node.left), self.value(node.right)
        name = BUILTIN_OF[node.operator]
        if node.operator in ("^", ".^") and isinstance(node.right, m.Number) and right == 2.0:
            # Ordinary code multiplies a scalar by itself.
            if type(left) is float or (type(left) is Scheduled and left.is_double):
                return self.operate("times", (left, left))
        return self.operate(name, (left, right))

    def operate(self, name: str, operands: tuple[Any, ...]) -> Any:
        function = self.runtime["$" + name]
        return self.apply(function, operands, name)

    def _value_ShortCircuit(self, node: m.ShortCircuit) -> Any:
        ends = node.operator == "||"
        left = self.value(node.left)
        if type(left) is not Scheduled:
            if self.is_symbolic(left):
                raise Untraceable("a branch depends on the elements of an array that changes from turn to turn")
            if scalar_true(left) is ends:
                return ends
            right = self.value(node.right)
            return self.apply(scalar_true, (right,)) if type(right) is Scheduled else self._plain_truth(right)
        if left.values is None:
            raise Untraceable("a branch depends on a running scalar")
        outer = self.schedule.mask
        flags = [v is not None and scalar_true(v) for v in left.values]
        self.schedule.mask = mask = [f is not ends and (outer is None or outer[k]) for k, f in enumerate(flags)]
        try:
            right = self.value(node.right) if any(mask) else ends
        finally:
            self.schedule.mask = outer
        if type(right) is Scheduled:
            if right.values is None:
                raise Untraceable("a branch depends on a running scalar")
            return self.schedule.known([scalar_true(right.values[k]) if mask[k] else flags[k] for k in range(len(flags))])
        own = self._plain_truth(right)
        return self.schedule.known([own if mask[k] else flags[k] for k in range(len(flags))])

    def _plain_truth(self, value: Any) -> bool:
        if self.is_symbolic(value):
            raise Untraceable("a branch depends on the elements of an array that changes from turn to turn")
        return scalar_true(value)

    def _value_AnonymousFunction(self, node: m.AnonymousFunction) -> Any:
        captured = {}
        from .scope import usage_of

        for name in usage_of([node.body]).mentioned - set(node.parameters):
            value = self.plain(self.variable(name))
            if value is not UNDEFINED:
                captured[name] = value
        functions = self.frame.functions
        handle = FunctionHandle(None, "", None, captured=captured, parameters=node.parameters, node=node)
        handle.target = type("Target", (), {"__globals__": {"$functions": functions}})
        return handle

    def _value_FunctionReference(self, node: m.FunctionReference) -> Any:
        return FunctionHandle(node.name, node.name)

    # ------------------------------------------------------------------ variables and indices

    def variable(self, name: str) -> Any:
        """The value of a variable now; a carry becomes a symbol when it is read first."""
        variables = self.frame.variables
        if name in variables:
            return variables[name]
        if self.frame is not self.body:
            return UNDEFINED
        if name in self.written and name in self.initial:
            return self.written_array(name)
        value = self.initial.get(name, UNDEFINED)
        if value is UNDEFINED:
            return UNDEFINED
        if type(value) not in _PLAIN:
            raise Untraceable(f"'{name}' is of class {class_of(value)}")
        if name not in self.assigned:
            return value
        found = self._carry(name, value)
        variables[name] = found
        return found

    def _carry(self, name: str, value: Any) -> Any:
        if name in self.carried:
            return self.carried[name]
        known = next((c for c in self.trace.carries if c.name == name), None)
        if known is not None:
            return self.held(known.symbol)
        kind = type(value)
        if kind is float or kind is bool or (kind is Tensor and value.numel == 1 and not value.is_complex):
            if kind is Tensor and value._array is None:
                value = Tensor(value.array, value.matlab_class)
            if name in self.as_arrays:
                own = value if kind is Tensor else Tensor(np.array([[value]], DTYPES[class_of(value)]))
                node = symbol("carry", own.matlab_class, (1, 1))
                self.trace.carries.append(Carry(name, node, own))
                return self.held(node)
            found = self.carried[name] = self.schedule.carried(value)
            return found
        if kind is not Tensor or value.is_complex or value.matlab_class not in DTYPES or numel(value.shape) == 0:
            raise Untraceable(f"'{name}' is of class {class_of(value)}" if kind is not Tensor else f"'{name}' is empty or complex")
        node = symbol("carry", value.matlab_class, value.shape)
        self.trace.carries.append(Carry(name, node, value))
        return self.held(node)

    def held(self, node: Node) -> Tensor:
        """The Tensor of a symbol, kept as long as the trace."""
        tensor = tensor_of(self.session.engine, node)
        self.kept.append(tensor)
        return tensor

    def written_array(self, name: str) -> WrittenArray:
        array = self.arrays.get(name)
        if array is None:
            original = self.initial.get(name, UNDEFINED)
            if type(original) is not Tensor or original.is_complex or original.matlab_class not in DTYPES:
                raise Untraceable(f"'{name}' is made or grows in the loop")
            array = self.arrays[name] = WrittenArray(name, original)
        return array

    def subscripts(self, value: Any, nodes: Sequence[m.Expression]) -> list[Any]:
        found = []
        whole = value.original if type(value) is WrittenArray else value
        for k, node in enumerate(nodes):
            if type(whole) is not FunctionHandle:
                self.ends.append((_first(whole), k, len(nodes)))
            found.append(self.value(node))
            if type(whole) is not FunctionHandle:
                self.ends.pop()
        return found

    def _value_Index(self, node: m.Index) -> Any:
        if not isinstance(node.target, m.Name):
            raise Untraceable("an index of an expression")
        name = node.target.name
        value = self.variable(name)
        if value is UNDEFINED:
            return self.call(name, [self.value(a) for a in node.arguments])
        if type(value) is FunctionHandle:
            return self.call_handle(value, [self.value(a) for a in node.arguments])
        subscripts = self.subscripts(value, node.arguments)
        if len(subscripts) == 1 and type(value) in (Tensor, WrittenArray):
            shape = value.original.shape if type(value) is WrittenArray else value.shape
            if self.is_mask(subscripts[0], shape) and (self.is_symbolic(value) or self.is_symbolic(subscripts[0])):
                return Masked(self.as_whole(name) if type(value) is WrittenArray else value, subscripts[0])
        if type(value) is WrittenArray:
            if self.moves(subscripts):
                return value.read(self, self.place(value.original, subscripts))
            value = self.as_whole(name)
        if not self.is_symbolic(value):
            if not any(self.is_symbolic(s) for s in subscripts):
                return self.session.reader.index(value, *subscripts)
            return self.read(value, subscripts)
        if type(value) is Tensor and len(subscripts) == 1 and subscripts[0] is COLON:
            return self.session.engine.reshape(value, (value.numel, 1))
        if type(value) is Scheduled and all(s is COLON or (type(s) is float and s == 1.0) for s in subscripts):
            return value
        if type(value) is Tensor and all(s is COLON or (type(s) in (Tensor, float) and not self.is_symbolic(s)) for s in subscripts):
            found = self.session.engine.read(value, tuple(subscripts))
            if found is None:
                found = self._element(value, subscripts)
            if found is not None:
                return found
        raise Untraceable(f"elements of '{name}', which changes from turn to turn, are picked")

    def _element(self, value: Tensor, subscripts: list[Any]) -> Tensor | None:
        """One element of an array that changes from turn to turn, at a place that does not."""
        extents = _folded(value.shape, len(subscripts))
        if any(type(s) is not float or not 1 <= s <= n or s != int(s) for s, n in zip(subscripts, extents, strict=True)):
            return None
        at, step = 0, 1
        for s, n in zip(subscripts, extents, strict=True):
            at, step = at + (int(s) - 1) * step, step * n
        steps = []
        for n in value.shape:
            steps.append((at % n, 1, 1))
            at //= n
        return self.session.engine.view(value, steps)

    def read(self, value: Any, subscripts: list[Any]) -> Any:
        """Part of an array that stays the same, at a place that depends on the turn."""
        if type(value) is not Tensor or any(type(s) is Tensor and self.is_symbolic(s) for s in subscripts):
            raise Untraceable("an index depends on the elements of an array")
        if all(s is not COLON and numel(shape_of(_first(s))) == 1 for s in subscripts) and value._array is not None:
            return self.schedule.call(lambda *s: self.session.reader.index(value, *s), subscripts)
        place = self.place(value, subscripts)
        return self.moving(value, place)

    def moving(self, value: Tensor, place: Place) -> Tensor:
        if value.is_complex or value.matlab_class not in DTYPES:
            raise Untraceable("a part of a complex array is read")
        for read in self.trace.reads:
            if read.array is value and (read.strides, read.offset, read.move) == (place.strides, place.offset, place.move):
                return self.held(read.symbol)
        node = symbol("read", value.matlab_class, place.shape)
        self.trace.reads.append(Moving(node, value, place.strides, place.offset, place.move))
        return self.held(node)

    def place(self, array: Tensor, subscripts: Sequence[Any]) -> Place:
        """Where subscripts point to in each turn: colons and scalars, whose step from turn to turn is always the same."""
        count = len(subscripts)
        extents = _folded(array.shape, count)
        strides, shape, step = [], [], 1
        offsets = np.zeros(self.trace.turns, dtype=np.int64)
        for s, extent in zip(subscripts, extents, strict=True):
            if s is COLON:
                strides.append(step)
                shape.append(extent)
            else:
                offsets += (self.positions(s, extent) - 1) * step
                strides.append(0)
                shape.append(1)
            step *= extent
        if count == 1 and subscripts[0] is COLON:
            raise Untraceable("all elements of an array are written")
        moves = np.diff(offsets)
        if moves.size and (moves != moves[0]).any():
            raise Untraceable("an index moves unevenly from turn to turn")
        trimmed = matlab_shape(tuple(shape) if count > 1 else (1, 1))
        over = (*strides, 0)[: len(trimmed)]
        return Place(tuple(over), trimmed, int(offsets[0]), int(moves[0]) if moves.size else 0)

    def positions(self, subscript: Any, extent: int) -> np.ndarray:
        """A scalar subscript in each turn; it is inside in every one."""
        if type(subscript) is float:
            numbers = np.full(self.trace.turns, subscript)
        elif type(subscript) is Scheduled and subscript.values is not None and subscript.matlab_class != "logical":
            if any(v is None for v in subscript.values) or self.schedule.mask is not None:
                raise Untraceable("an index is used in some turns only")
            numbers = subscript.array().astype(float)
        else:
            raise Untraceable("an index is no scalar that is known for every turn")
        if not ((numbers >= 1) & (numbers <= extent) & (numbers == np.floor(numbers))).all():
            raise Untraceable("an index leaves the array, which then grows or is an error")
        return numbers.astype(np.int64)

    # ------------------------------------------------------------------ calls

    def is_symbolic(self, value: Any) -> bool:
        if type(value) in (Scheduled, WrittenArray, Masked):
            return True
        node = node_of(value) if type(value) is Tensor else None
        return node is not None and self.trace.depends(node)

    def apply(self, function: Any, operands: Sequence[Any], name: str = "") -> Any:
        """A pure function of values, of which some may be symbols."""
        kinds = set(map(type, operands))
        if WrittenArray in kinds:
            operands = [self.as_whole(x.name) if type(x) is WrittenArray else x for x in operands]
        if Masked in kinds:
            return self._apply_masked(function, operands, name)
        if Scheduled not in map(type, operands):
            return function(*operands)
        if all(type(x) is not Tensor or (x._array is not None and x.numel == 1) for x in operands):
            return self.schedule.call(function, operands, name)
        return function(*[self.as_tensor(x) if type(x) is Scheduled else x for x in operands])

    def _apply_masked(self, function: Any, operands: Sequence[Any], name: str) -> Masked:
        """A pointwise function of what one mask marks, and scalars."""
        engine = self.session.engine
        masks = [x.mask for x in operands if type(x) is Masked]
        others = [x for x in operands if type(x) is not Masked]
        record = builtins().get(name)
        pointwise = record is not None and (record.trait is Trait.ELEMENTWISE or (name in ("mtimes", "mrdivide") and len(masks) == 1))
        if name == "mrdivide" and type(operands[-1]) is Masked:
            pointwise = False
        if not pointwise or len({engine._node(mask) for mask in masks}) != 1:
            raise Untraceable("elements that a mask marks are not used one by one")
        if any(type(x) not in (Scheduled, float, bool, Tensor) or shape_of(_first(x)) != (1, 1) for x in others):
            raise Untraceable("elements that a mask marks are used with other arrays")
        return Masked(self.apply(function, [x.whole if type(x) is Masked else x for x in operands], name), masks[0])

    def as_tensor(self, scalar: Scheduled) -> Tensor:
        """A scheduled scalar as an array of one element that is given to the kernel."""
        return self.held(self.symbol_node(scalar))

    def symbol_node(self, scalar: Scheduled) -> Node:
        found = self.symbols.get(id(scalar))
        if found is None:
            if scalar.matlab_class not in DTYPES or scalar.matlab_class == "char":
                raise Untraceable(f"a scalar of class {scalar.matlab_class} depends on the turn")
            bounds = None
            if scalar.values is not None:
                array = scalar.array().astype(float)
                if not np.isnan(array).any():
                    bounds = Range(float(array.min()), float(array.max()), bool((array == np.floor(array)).all()))
            found = self.symbols[id(scalar)] = (scalar, symbol("scheduled", scalar.matlab_class, (1, 1), bounds))
        return found[1]

    def call(self, name: str, arguments: list[Any]) -> Any:
        """``name(arguments)`` where the name is a function; its first output."""
        user = self.user_function(name)
        if user is not None:
            return self.call_user(user, arguments, 1)[0]
        return self.call_builtin(name, arguments, 1)[0]

    def call_builtin(self, name: str, arguments: list[Any], count: int) -> Sequence[Any]:
        """The outputs of a builtin function, which has no effects."""
        function = self.frame.functions.lookup(name)
        if function is None:
            raise Untraceable(f"'{name}' is not known")
        if function is not self.session.calls.builtin(name):
            raise Untraceable(f"'{name}' is not taken into loops")
        if name in _DRAWS and count == 1:
            return (self.draw(name, arguments),)
        if name == "randi" and count == 1:
            return (self.draw_integers(arguments),)
        if name == "deal" and len(arguments) in (1, count):
            return arguments * (count // len(arguments))
        if name == "norm" and count == 1 and (found := self.norm(arguments)) is not None:
            return (found,)
        record = builtins()[name]
        if record.trait not in _PURE_TRAITS and name not in _PURE:
            raise Untraceable(f"'{name}' is not taken into loops")
        if any(a is COLON for a in arguments):
            raise Untraceable("a colon is given to a function")
        if name in _SIZES and arguments and type(arguments[0]) is WrittenArray:
            arguments = [arguments[0].original, *arguments[1:]]
        if count == 1:
            return (self.apply(lambda *given: function(1, *given)[0], arguments, name),)
        if {Scheduled, Masked, WrittenArray} & set(map(type, arguments)):
            raise Untraceable(f"several outputs of '{name}'")
        return function(count, *arguments)

    def call_handle(self, handle: FunctionHandle, arguments: list[Any]) -> Any:
        if handle.node is None:
            if handle.name is None:
                raise Untraceable("a function handle is called")
            return self.call(handle.name, arguments)
        parameters = handle.node.parameters
        if "varargin" in parameters or len(arguments) > len(parameters):
            raise Untraceable("an anonymous function with varargin")
        variables = {**handle.captured, **{p: self.plain(a) for p, a in zip(parameters, arguments, strict=False) if p != "~"}}
        functions = getattr(handle.target, "__globals__", {}).get("$functions")
        with self.inside(Frame(functions, variables)):
            return self.value(handle.node.body)

    def user_function(self, name: str) -> Any:
        """The function of a cell or a file that a name means, or None."""
        functions, session = self.frame.functions, self.session
        user = functions.own.get(name) or session.session_functions.get(name)
        if user is not None and functions.lookup(name) is user.function:
            return user
        path = None if name in builtins() else session.path.find(name, functions.folder)
        if path is None:
            return None
        unit = session.file_unit(path, name)
        first = unit.program.functions[0] if unit.program.functions and not unit.program.statements else None
        user = unit.own.get(first.name) if first is not None else None
        return user if user is not None and functions.lookup(name) is user.function else None

    def call_user(self, user: Any, arguments: list[Any], count: int) -> list[Any]:
        node = user.node
        plain = "varargin" not in node.parameters and "varargout" not in node.outputs and not (node.arguments or node.nested)
        if not plain or any(d is not None for d in node.defaults) or len(arguments) != len(node.parameters):
            raise Untraceable(f"'{node.name}' takes its arguments in a way that is not taken into loops")
        if count > len(node.outputs):
            raise Untraceable(f"'{node.name}' has not as many outputs")
        variables = {p: self.plain(a) for p, a in zip(node.parameters, arguments, strict=True) if p != "~"}
        with self.inside(Frame(user.unit.functions, variables)):
            self.block(node.body)
            found = [self.frame.variables.get(name, UNDEFINED) for name in node.outputs[:count]]
        if UNDEFINED in found:
            raise Untraceable(f"'{node.name}' does not set all its outputs")
        return found

    @contextmanager
    def inside(self, frame: Frame) -> Any:
        outer, ends = self.frame, self.ends
        self.frame, self.ends, self.depth = frame, [], self.depth + 1
        if self.depth > _MOST_CALLS:
            raise Untraceable("functions call each other too deeply")
        try:
            yield
        finally:
            self.frame, self.ends, self.depth = outer, ends, self.depth - 1

    def norm(self, arguments: list[Any]) -> Tensor | None:
        """The 2-norm of a vector that changes from turn to turn, as the builtin computes it where squares neither overflow nor vanish;
        that they do not is a condition of the trace."""
        vector = arguments[0] if arguments else None
        if type(vector) is not Tensor or not self.is_symbolic(vector) or (len(arguments) > 1 and arguments[1:] != [2.0]):
            return None
        if vector.matlab_class not in FLOAT_CLASSES or len(vector.shape) != 2 or 1 not in vector.shape or vector.numel == 1:
            return None
        total = self.session.engine.reduce("sum", self.operate("times", (vector, vector)), (0, 1), vector.matlab_class)
        found = self.call_builtin("sqrt", [total], 1)[0]
        least = 1e-140 if vector.matlab_class == "double" else 1e-15
        fine = self.operate("and", (self.operate("gt", (found, least)), self.operate("lt", (found, float("inf")))))
        self.conditions.append(fine)
        return found

    def draw(self, name: str, arguments: list[Any]) -> Any:
        """Random numbers of the counter-based stream: the blocks of each turn follow from how much is drawn before."""
        if any(self.is_symbolic(a) for a in arguments):
            if any(type(a) is not Tensor for a in arguments):
                raise Untraceable("the size of random numbers depends on the turn")
        shape, matlab_class, _ = arg.read_size_and_class(tuple(arguments), FLOAT_CLASSES)
        count = numel(shape)
        if not 0 < count < LARGEST_INDEX:
            raise Untraceable("no random numbers, or too many")
        if not self.session.random.uses_philox(count):
            return self.draw_in_order(_DRAWS[name], shape, matlab_class)
        arg.check_array_size(shape, matlab_class)
        halves = [symbol("scheduled", "uint32", (1, 1)) for _ in range(2)]
        self.draws.append((-(-count // (8 if matlab_class == "single" else 4)), self.schedule.mask, *halves))
        template = random_node(_DRAWS[name], self.session.random.key, 0, shape, matlab_class, index_node(shape), None)
        operands = (*template.operands[:3], *halves)
        node = Node.map(template.op, operands, matlab_class, matlab_class, shape)
        return self.session.engine._tensor(node)

    def draw_in_order(self, kind: str, shape: tuple[int, ...], matlab_class: str) -> Any:
        """Random numbers of the sequential stream: all turns' numbers are drawn before the loop, in the order of the turns."""
        count, mask = numel(shape), self.schedule.mask
        if count * self.trace.turns > _MOST_DRAWN:
            raise Untraceable(f"{count} random numbers come from the sequential stream in each turn")
        if count == 1:
            if matlab_class != "double" or mask is not None:
                raise Untraceable("single random numbers are drawn in some turns only")
            scalar = Scheduled(None, 0.5)
            self.sequence.append((kind, shape, matlab_class, mask, scalar))
            return scalar
        node = symbol("read", matlab_class, shape, Range(0.0, 1.0) if kind == "uniform" else None)
        self.sequence.append((kind, shape, matlab_class, mask, node))
        return self.held(node)

    def draw_sequence(self) -> None:
        """Draw what ``draw_in_order`` promised."""
        turns, streams = self.trace.turns, self.session.random
        arrays = [np.zeros((numel(shape), turns), DTYPES[c], order="F") for _, shape, c, _, _ in self.sequence]
        for turn in range(turns):
            for array, (kind, _, matlab_class, mask, _) in zip(arrays, self.sequence, strict=True):
                if mask is None or mask[turn]:
                    array[:, turn] = streams.draw(kind, len(array), DTYPES[matlab_class])
        for array, (_, shape, _, _, target) in zip(arrays, self.sequence, strict=True):
            if type(target) is Scheduled:
                target.values = array[0].tolist()
            else:
                strides = tuple(numel(shape[:d]) for d in range(len(shape)))
                self.trace.reads.append(Moving(target, Tensor(array), strides, 0, numel(shape)))

    def draw_integers(self, arguments: list[Any]) -> Any:
        """``randi``: the same numbers by the same operations on uniform ones."""
        if not arguments or any(self.is_symbolic(a) for a in arguments):
            raise Untraceable("the limits or the size of random integers depend on the turn")
        limits = arg.floating(arguments[0]).real.ravel()
        low, high = (1.0, float(limits[0])) if limits.size == 1 else (float(limits[0]), float(limits[-1])) if limits.size else (1.0, 0.0)
        _, matlab_class, _ = arg.read_size_and_class(tuple(arguments[1:]), (*FLOAT_CLASSES, *INTEGER_LIMITS, "logical"))
        if limits.size > 2 or not (low <= high and low.is_integer() and high.is_integer()) or matlab_class != "double":
            raise Untraceable("random integers of another class than double")
        uniform = self.draw("rand", [a for a in arguments[1:] if type(a) is not CharArray])
        scaled = self.operate("times", (uniform, high - low + 1.0))
        return self.operate("plus", (low, self.call_builtin("floor", [scaled], 1)[0]))

    def draw_tables(self) -> int:
        """Give every draw its blocks in each turn; the blocks taken in all."""
        turns = self.trace.turns
        if not self.draws:
            return 0
        needs = np.empty((turns, len(self.draws)), np.uint64)
        for d, (count, mask, _, _) in enumerate(self.draws):
            needs[:, d] = count if mask is None else np.where(mask, count, 0)
        ends = np.cumsum(needs.ravel(), dtype=np.uint64)
        starts = (ends - needs.ravel() + np.uint64(self.session.random.block)).reshape(needs.shape)
        for d, (_, _, low, high) in enumerate(self.draws):
            self.trace.scheduled.append((low, starts[:, d].astype(np.uint32)))
            self.trace.scheduled.append((high, (starts[:, d] >> np.uint64(32)).astype(np.uint32)))
        return int(ends[-1])


def _first(value: Any) -> Any:
    return value.first if type(value) is Scheduled else value


def _folded(shape: tuple[int, ...], count: int) -> tuple[int, ...]:
    """The extents that ``count`` subscripts see."""
    if count >= len(shape):
        return shape + (1,) * (count - len(shape))
    last = 1
    for n in shape[count - 1 :]:
        last *= n
    return (*shape[: count - 1], last)


def _word(node: m.Node) -> str:
    words = {"Break": "break", "Continue": "continue", "Return": "return", "While": "while", "Switch": "switch", "Try": "try",
             "CellIndex": "{}", "Field": ".field", "CellLiteral": "{}", "Command": "command", "ExpressionStatement": "call"}  # fmt: skip
    return words.get(type(node).__name__, type(node).__name__)
