"""Expressions of the Ast as operations: what MATLAB's operators and subscripts mean for single numbers and elements of arrays."""

from __future__ import annotations

from typing import Any

from ..graph.ranges import Range
from ..syntax import ast as m
from ..values.classes import INTEGER_LIMITS
from .bindings import Array, Assumed, Binding, Handle, Refused, Scalar, Unsettled
from .emit import Emitter
from .nodes import DOUBLE, INDEX, LOGICAL, SET, STATE, Constant, End, Op, Region, Type, Value
from .ops import as_single

_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", ".*": "mul", "/": "div", "./": "div", "^": "pow", ".^": "pow"}
_COMPARISON = {"==": "eq", "~=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_SWAPPED = {"\\": "/", ".\\": "./"}
_LARGEST = 2.0**31
"""Subscripts and counts beyond it leave the machine code."""
_NAMES = {m.CellIndex: "{}", m.Field: "a field", m.DynamicField: "a field", m.Matrix: "[ ]", m.Numbers: "[ ]", m.CellLiteral: "{ }",
          m.StringLiteral: "a string", m.CharLiteral: "a text", m.Range: "a range", m.ColonAll: "':'",
          m.AnonymousFunction: "a function handle", m.FunctionReference: "a function handle"}  # fmt: skip


class Expressions(Emitter):
    """Values of expressions.  ``env``: what each variable is bound to."""

    env: dict[str, Binding]
    ends: list[tuple[Array | Scalar, int, int]]

    def call(self, name: str, arguments: tuple[m.Expression, ...]) -> Scalar:
        raise NotImplementedError

    def call_handle(self, handle: Handle, arguments: tuple[m.Expression, ...]) -> Scalar:
        raise NotImplementedError

    def refused(self, reason: str) -> Refused:
        return Refused(reason, self.line)

    # ------------------------------------------------------------------ values

    def value(self, node: m.Expression) -> Binding:
        """What an expression gives.  Raises Refused where it is for ordinary code."""
        method = getattr(self, "_" + type(node).__name__.lower(), None)
        if method is None:
            raise self.refused(f"{_NAMES.get(type(node), 'an expression')} is not compiled")
        return method(node)

    def scalar(self, node: m.Expression) -> Scalar:
        value = self.value(node)
        if not isinstance(value, Scalar):
            raise self.refused("an array is taken as a whole")
        return value

    def number(self, node: m.Expression) -> Value:
        """A real number."""
        return self.as_real(self.scalar(node))

    def as_real(self, scalar: Scalar) -> Value:
        """The real part of a number that has to be real."""
        if scalar.is_complex:
            self.guard(self.pure("eq", scalar.parts[1], self.constant(0.0)), "a number is complex")
        return scalar.real

    def of(self, value: Value | None, reason: str = "these classes are not combined here") -> Scalar:
        if value is None:
            raise self.refused(reason)
        return Scalar(value.type.matlab_class, (value,))

    def _number(self, node: m.Number) -> Scalar:
        if isinstance(node.value, complex):
            return Scalar("double", (self.constant(node.value.real), self.constant(node.value.imag)))
        return Scalar(node.matlab_class, (self.constant(node.value, Type(node.matlab_class)),))

    def _charliteral(self, node: m.CharLiteral) -> Scalar:
        if len(node.value) != 1 or ord(node.value) > 0xFFFF:
            raise self.refused("a text is not compiled")
        return Scalar("char", (self.constant(ord(node.value), Type("char")),))

    def _parenthesized(self, node: m.Parenthesized) -> Binding:
        return self.value(node.expression)

    def _name(self, node: m.Name) -> Binding:
        bound = self.env.get(node.name)
        if bound is None:
            return self.call(node.name, ())
        return self.usable(bound)

    def usable(self, bound: Binding) -> Binding:
        if isinstance(bound, Unsettled):
            raise self.refused(bound.reason)
        if isinstance(bound, Scalar) and bound.state is not None:
            self.known(bound.state, "a variable is not set")
            return Scalar(bound.matlab_class, bound.parts)
        return bound

    def _unary(self, node: m.Unary) -> Scalar:
        operand = self.scalar(node.operand)
        if node.operator == "~":
            return self.of(self.pure("not", self.is_true(self.as_real(operand))))
        if node.operator == "+":
            return self.plain(operand)
        if operand.is_complex:
            return Scalar("double", tuple(self.pure("neg", part) for part in operand.parts))
        if operand.matlab_class in INTEGER_LIMITS:
            return self.of(self.arithmetic("sub", self.constant(0.0), operand.real))
        return self.of(self.pure("neg", self.plain(operand).real))

    def plain(self, operand: Scalar) -> Scalar:
        """Truth values and characters as doubles."""
        if operand.matlab_class in ("logical", "char"):
            return Scalar("double", (self.double(operand.real),))
        return Scalar(operand.matlab_class, operand.parts)

    def _postfix(self, node: m.Postfix) -> Scalar:
        operand = self.scalar(node.operand)
        if operand.is_complex and node.operator == "'":
            return Scalar("double", (operand.parts[0], self.pure("neg", operand.parts[1])))
        return Scalar(operand.matlab_class, operand.parts)

    def _chain(self, node: m.Chain) -> Binding:
        done = node.first
        for operator, operand in node.steps:
            if operator in ("&&", "||"):
                done = m.ShortCircuit(node.span, operator, done, operand)  # type: ignore[arg-type]
            elif operand is not None:
                done = m.Binary(node.span, operator, done, operand)
            else:
                done = (m.Postfix if operator in ("'", ".'") else m.Unary)(node.span, operator, done)
        return self.value(done)

    # ------------------------------------------------------------------ operators

    def _binary(self, node: m.Binary) -> Scalar:
        left, right = self.scalar(node.left), self.scalar(node.right)
        if node.operator in ("&", "|"):
            a, b = self.is_true(self.as_real(left)), self.is_true(self.as_real(right))
            return self.of(self.pure("and" if node.operator == "&" else "or", a, b))
        return self.operator(node.operator, left, right)

    def operator(self, operator: str, left: Scalar, right: Scalar) -> Scalar:
        if operator in _SWAPPED:
            operator, left, right = _SWAPPED[operator], right, left
        if operator in _COMPARISON:
            return self._compared(_COMPARISON[operator], left, right)
        name = _ARITHMETIC[operator]
        if left.is_complex or right.is_complex:
            return self._complex(name, left, right)
        if name == "pow":
            return self.power(left, right)
        return self.of(self.arithmetic(name, left.real, right.real))

    def power(self, left: Scalar, right: Scalar) -> Scalar:
        base, exponent = left.real, right.real
        square = isinstance(exponent, Constant) and exponent.number == 2 and exponent.type == DOUBLE
        if square and left.matlab_class in ("double", "single"):
            return self.of(self.pure("mul", base, base))
        if {left.matlab_class, right.matlab_class} - {"double", "logical", "char"}:
            raise self.refused("powers of this class are not compiled")
        base, exponent = self.double(base), self.double(exponent)
        if base.range.low < 0 and not (exponent.range.integer and exponent.range.defined):
            whole = self.pure("and", self.pure("eq", self.pure("floor", exponent), exponent), self.pure("isfinite", exponent))
            fine = self.pure("or", self.pure("not", self.pure("lt", base, self.constant(0.0))), whole)
            self.guard(fine, "a power may be complex")
        return self.of(self.pure("pow", base, exponent))

    def _compared(self, name: str, left: Scalar, right: Scalar) -> Scalar:
        if not (left.is_complex or right.is_complex):
            a, b = self._of_one_float(left.real, right.real)
            return self.of(self.compare(name, a, b))
        if {left.matlab_class, right.matlab_class} != {"double"} or name not in ("eq", "ne"):
            raise self.refused("complex numbers are compared")
        (a, b), (c, d) = self._both_parts(left), self._both_parts(right)
        same = self.pure("and", self.pure("eq", a, c), self.pure("eq", b, d))
        return self.of(same if name == "eq" else self.pure("not", same))

    def _of_one_float(self, a: Value, b: Value) -> tuple[Value, Value]:
        """A single and a literal that is one: the literal as a single."""
        single = Type("single")
        if a.type == single and isinstance(b, Constant) and b.type == DOUBLE and as_single(b.number) == b.number:
            return a, self.convert(b, single)
        if b.type == single and isinstance(a, Constant) and a.type == DOUBLE and as_single(a.number) == a.number:
            return self.convert(a, single), b
        return a, b

    def _both_parts(self, scalar: Scalar) -> tuple[Value, Value]:
        if scalar.matlab_class not in ("double", "logical", "char"):
            raise self.refused("complex numbers of this class are not compiled")
        return self.double(scalar.real), scalar.parts[1] if scalar.is_complex else self.constant(0.0)

    def _complex(self, name: str, left: Scalar, right: Scalar) -> Scalar:
        """By parts; where an imaginary part is zero the number counts as real, of which a product has no NaN that is not due to it."""
        (a, b), (c, d) = self._both_parts(left), self._both_parts(right)
        if name in ("add", "sub"):
            return Scalar("double", (self.pure(name, a, c), self.pure(name, b, d)))
        zero = self.constant(0.0)
        real_left = self.constant(True, LOGICAL) if not left.is_complex else self.pure("eq", b, zero)
        real_right = self.constant(True, LOGICAL) if not right.is_complex else self.pure("eq", d, zero)
        if name == "mul":
            cross: Value = zero
            if left.is_complex and right.is_complex:
                cross = self.pure("select", self.pure("or", real_left, real_right), zero, self.pure("mul", b, d))
            ad = self._unless(real_right, self.pure("mul", a, d))
            bc = self._unless(real_left, self.pure("mul", b, c))
            return Scalar("double", (self.pure("sub", self.pure("mul", a, c), cross), self.pure("add", ad, bc)))
        if name == "pow" and isinstance(c, Constant) and not right.is_complex and c.number == 2.0:
            return self._complex("mul", left, left)
        if name == "div" and not right.is_complex:
            self.guard(self.pure("ne", c, zero), "a complex number is divided by zero")
            return Scalar("double", (self.pure("div", a, c), self.pure("div", b, c)))
        if name == "div":
            return self._quotient(a, b, c, d)
        raise self.refused("complex powers are not compiled")

    def _unless(self, condition: Value, value: Value) -> Value:
        if isinstance(condition, Constant):
            return self.constant(0.0) if condition.number else value
        return self.pure("select", condition, self.constant(0.0), value)

    def _quotient(self, a: Value, b: Value, c: Value, d: Value) -> Scalar:
        """Smith's way, for numbers of middle size; by parts where the divisor is real."""
        least, most = self.constant(2.0**-500), self.constant(2.0**500)
        for x, y in ((a, b), (c, d)):
            size = self.pure("max", self.pure("abs", x), self.pure("abs", y))
            self.guard(self.pure("and", self.pure("ge", size, least), self.pure("le", size, most)), "a complex quotient of extreme numbers")
        swap = self.pure("lt", self.pure("abs", c), self.pure("abs", d))
        large, small = self.pure("select", swap, d, c), self.pure("select", swap, c, d)
        x, y = self.pure("select", swap, b, a), self.pure("select", swap, a, b)
        ratio = self.pure("div", small, large)
        scale = self.pure("div", self.constant(1.0), self.pure("add", large, self.pure("mul", small, ratio)))
        real = self.pure("mul", self.pure("add", x, self.pure("mul", y, ratio)), scale)
        # (b - a*r)*s, and (b*r - a)*s where the parts of the divisor change places
        plain = self.pure("sub", b, self.pure("mul", a, ratio))
        imaginary = self.pure("mul", self.pure("select", swap, self.pure("sub", self.pure("mul", b, ratio), a), plain), scale)
        is_real = self.pure("eq", d, self.constant(0.0))
        by_parts = self.pure("div", a, c), self.pure("div", b, c)
        return Scalar("double", (self.pure("select", is_real, by_parts[0], real), self.pure("select", is_real, by_parts[1], imaginary)))

    # ------------------------------------------------------------------ truth

    def _shortcircuit(self, node: m.ShortCircuit) -> Scalar:
        return self.of(self._either(node.operator == "&&", node.left, lambda: self.truth(node.right, branch=False), branch=False))

    def truth(self, node: m.Expression, *, branch: bool = True) -> Value:
        """Whether a branch is taken; in the condition of a ``branch``, ``|`` and ``&`` look at their right side only where they have to."""
        while isinstance(node, m.Parenthesized):
            node = node.expression
        if branch and isinstance(node, m.Binary) and node.operator in ("&", "|"):
            right = node.right
            return self._either(node.operator == "&", node.left, lambda: self.is_true(self.number(right)), branch=branch)
        return self.is_true(self.number(node))

    def _either(self, decides: bool, left: m.Expression, right: Any, *, branch: bool) -> Value:
        """``left && right`` (``decides``) or ``left || right``."""
        first = self.truth(left, branch=branch)
        outer, inner, other = self.region, Region(), Region()
        self.region = inner
        second = right()
        self.end("yield", (second,))
        self.region = outer
        other.end = End("yield", (self.constant(not decides, LOGICAL),))
        return self.emit("if", (first,), LOGICAL, second.range, (inner, other) if decides else (other, inner))

    # ------------------------------------------------------------------ elements

    def _index(self, node: m.Index) -> Scalar:
        if not isinstance(node.target, m.Name):
            raise self.refused("a chain of subscripts is not compiled")
        bound = self.env.get(node.target.name)
        if bound is None:
            return self.call(node.target.name, node.arguments)
        bound = self.usable(bound)
        if isinstance(bound, Handle):
            return self.call_handle(bound, node.arguments)
        if isinstance(bound, Scalar):
            for k, argument in enumerate(node.arguments):
                one = self.pure("eq", self.double(self._subscript(bound, argument, k, len(node.arguments))), self.constant(1.0))
                self.guard(one, "a number has one element")
            return Scalar(bound.matlab_class, bound.parts)
        assert isinstance(bound, Array)
        return self.element(bound, self.place(bound, node.arguments))

    def element(self, array: Array, place: Value) -> Scalar:
        kind = array.value.type
        one = Type(kind.matlab_class)
        bounds = Assumed(kind.matlab_class).range()
        parts = [self.emit("read", (array.value, place), one, bounds, part=part) for part in range(1 + kind.is_complex)]
        return Scalar(kind.matlab_class, tuple(parts))

    def extent(self, array: Array, dimension: int) -> Value:
        """The number of elements (0), of rows (1) or of columns (2)."""
        return self.emit("extent", (array.value,), INDEX, dimension=dimension)

    def place(self, array: Array, arguments: tuple[m.Expression, ...]) -> Value:
        """The place of an element, from 0; exits where there is none."""
        if not 1 <= len(arguments) <= 2:
            raise self.refused("an element has one or two subscripts here")
        count = len(arguments)
        dimensions = (0,) if count == 1 else (1, 2)
        places = []
        for k, (argument, dimension) in enumerate(zip(arguments, dimensions, strict=True)):
            places.append(self.within(self._subscript(array, argument, k, count), self.extent(array, dimension)))
        return places[0] if count == 1 else self.pure("offset", *places, self.extent(array, 1))

    def within(self, subscript: Value, extent: Value) -> Value:
        return self.emit("place", (self.double(subscript), extent), INDEX, reason="a subscript is outside the array")

    def _subscript(self, array: Array | Scalar, node: m.Expression, position: int, count: int) -> Value:
        self.ends.append((array, position, count))
        subscript = self.scalar(node)
        self.ends.pop()
        if subscript.is_complex or subscript.matlab_class not in ("double", *INTEGER_LIMITS):
            raise self.refused("a subscript is no real number")
        return subscript.real

    def _end(self, node: m.End) -> Scalar:
        if not self.ends:
            raise self.refused("'end' outside a subscript")
        array, position, count = self.ends[-1]
        if isinstance(array, Scalar):
            return self.of(self.constant(1.0))
        extent = self.extent(array, 0 if count == 1 else 1 + position)
        return self.of(self.double_of(extent))

    def double_of(self, extent: Value) -> Value:
        """A count as a double."""
        return self.emit("convert", (extent,), DOUBLE, Range(0.0, _LARGEST, True, True), to=DOUBLE)

    # ------------------------------------------------------------------ writing elements

    def write(self, array: Array, arguments: tuple[m.Expression, ...], value: Scalar) -> Array:
        """The array after ``array(arguments) = value``."""
        if not array.own:
            raise self.refused("an argument of a function is changed")
        if array.grows and len(arguments) == 1:
            return self._written_or_longer(array, arguments[0], value)
        place = self.place(array, arguments)
        return self._updated(array, place, self._as_element(array, value))

    def _updated(self, array: Array, place: Value, parts: tuple[Value, ...]) -> Array:
        for part, item in enumerate(parts):
            updated = self.emit("update", (array.value, place, item), array.value.type, part=part)
            array = Array(updated, array.own, array.grows)
        return array

    def _written_or_longer(self, array: Array, subscript: m.Expression, value: Scalar) -> Array:
        """An element of a vector that may be the one behind its last."""
        at = self._subscript(array, subscript, 0, 1)
        parts = self._as_element(array, value)
        count = self.extent(array, 0)
        beyond = self.pure("gt", self.double(at), self.double_of(count))
        outer, then, other = self.region, Region(), Region()
        self.region = then
        next_one = self.pure("add", self.double_of(count), self.constant(1.0))
        self.guard(self.pure("eq", self.double(at), next_one), "an array grows by more than one element")
        longer = Array(self.emit("append", (array.value, *parts), array.value.type), True, True)
        self.end("yield", (longer.value,))
        self.region = other
        changed = self._updated(array, self.within(at, count), parts)
        self.end("yield", (changed.value,))
        self.region = outer
        return Array(self.emit("if", (beyond,), array.value.type, regions=(then, other)), True, True)

    def _as_element(self, array: Array, value: Scalar) -> tuple[Value, ...]:
        """A number as an element of an array, which keeps its class."""
        kind = array.value.type
        if kind.is_complex:
            if not value.is_complex:
                raise self.refused("a real number is written into a complex array")
            self.guard(self.pure("ne", value.parts[1], self.constant(0.0)), "a complex array may become real")
            return value.parts
        item, source, own = self.as_real(value), value.matlab_class, kind.matlab_class
        fits = source == own or source in ("double", "logical") or (source == "char" and own in ("double", "single"))
        if not fits or (own == "char" and source != own):
            raise self.refused("an element of another class is written")
        if own == "logical":
            return (self.is_true(item),)
        return (self.convert(item, Type(own)),)

    # ------------------------------------------------------------------ states

    def state_of(self, scalar: Scalar) -> Value:
        return scalar.state if scalar.state is not None else self.constant(SET, STATE)

    def store(self, op: Op) -> None:
        op.line = self.line
        self.region.ops.append(op)
