"""Calls: MATLAB's functions of single numbers, functions of the program compiled for the types of their arguments, and handles."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Protocol

from ..base.records import record
from ..graph.ranges import Range
from ..syntax import ast as m
from ..values.classes import FLOAT_CLASSES, INTEGER_CLASSES, INTEGER_LIMITS
from .bindings import Array, Binding, Handle, Scalar
from .emit import WIDE
from .expressions import Expressions
from .nodes import DOUBLE, INDEX, LOGICAL, Type


class Names(Protocol):
    """What names mean where a piece of the program stands."""

    def is_builtin(self, name: str) -> bool:
        """Whether a name means MATLAB's function."""

    def user(self, name: str) -> tuple[m.Function, Names] | None:
        """The function of the program that a name means, and what names mean in it."""


_CONSTANTS = {
    "pi": math.pi, "Inf": math.inf, "inf": math.inf, "NaN": math.nan, "nan": math.nan, "eps": 2.0**-52, "realmin": 2.0**-1022,
    "realmax": (2 - 2.0**-52) * 2.0**1023, "flintmax": 2.0**53, "true": True, "false": False,
}  # fmt: skip
_IMAGINARY = frozenset(("i", "j", "1i"))
_INFINITE = math.inf
_DOMAINS: dict[str, tuple[float, float]] = {
    "sqrt": (0.0, _INFINITE), "log": (0.0, _INFINITE), "log2": (0.0, _INFINITE), "log10": (0.0, _INFINITE), "log1p": (-1.0, _INFINITE),
    "asin": (-1.0, 1.0), "acos": (-1.0, 1.0), "acosh": (1.0, _INFINITE), "atanh": (-1.0, 1.0),
}  # fmt: skip
"""Where functions are real; outside, ordinary code is asked."""
_OF_DOUBLES = frozenset(("exp", "expm1", "sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "asinh", "erf", "erfc", *_DOMAINS))
_ROUNDING = frozenset(("floor", "ceil", "fix", "round"))
_OPERATORS = {"plus": "+", "minus": "-", "times": ".*", "mtimes": "*", "rdivide": "./", "mrdivide": "/", "power": ".^", "mpower": "^",
              "eq": "==", "ne": "~=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}  # fmt: skip
_BITS = {"bitand": "bitand", "bitor": "bitor", "bitxor": "bitxor"}
_EXACT = 2.0**53


@record
class _Builtin:
    least: int
    most: int
    make: Callable[..., Scalar]


class Calls(Expressions):
    """Calls of functions; ``names`` says what a name means."""

    names: Names

    def call_user(self, node: m.Function, names: Names, arguments: list[Binding], count: int) -> list[Scalar]:
        raise NotImplementedError

    def call(self, name: str, arguments: tuple[m.Expression, ...]) -> Scalar:
        user = self.names.user(name)
        if user is not None:
            return self.call_user(*user, [self._argument(a) for a in arguments], 1)[0]
        if not self.names.is_builtin(name):
            raise self.refused(f"'{name}' is not known")
        if not arguments and name in _CONSTANTS:
            known = _CONSTANTS[name]
            return self.of(self.constant(known, LOGICAL if isinstance(known, bool) else DOUBLE))
        if not arguments and name in _IMAGINARY:
            return Scalar("double", (self.constant(0.0), self.constant(1.0)))
        limit = _limit(name, arguments)
        if limit is not None:
            return self.of(self.constant(*limit))
        entry = _TABLE.get(name)
        if entry is None or not entry.least <= len(arguments) <= entry.most:
            raise self.refused(f"'{name}' is not compiled")
        return entry.make(self, name, *[self._argument(a) for a in arguments])

    def _argument(self, node: m.Expression) -> Binding:
        ends, self.ends = self.ends, []
        try:
            return self.value(node)
        finally:
            self.ends = ends

    def call_handle(self, handle: Handle, arguments: tuple[m.Expression, ...]) -> Scalar:
        """An anonymous function is written out where it is called."""
        if handle.node is None:
            return self.call(handle.name or "", arguments)
        parameters = handle.node.parameters
        if "varargin" in parameters or len(arguments) > len(parameters):
            raise self.refused("an anonymous function with other arguments")
        values = [self._argument(a) for a in arguments]
        env, names, ends = self.env, self.names, self.ends
        self.env = {**handle.captured, **{p: v for p, v in zip(parameters, values, strict=False) if p != "~"}}
        self.names, self.ends = handle.names, []
        try:
            return self.scalar(handle.node.body)
        finally:
            self.env, self.names, self.ends = env, names, ends

    # ------------------------------------------------------------------ functions of numbers

    def _real(self, bound: Binding) -> Scalar:
        """A real number among the arguments."""
        if not isinstance(bound, Scalar):
            raise self.refused("an array is handed to a function")
        return Scalar(bound.matlab_class, (self.as_real(bound),))

    def function(self, name: str, x: Binding) -> Scalar:
        """A function of doubles, of singles by way of doubles."""
        number = self._real(x)
        if number.matlab_class in INTEGER_LIMITS:
            raise self.refused(f"'{name}' of integers is not compiled")
        value = self.double(number.real)
        low, high = _DOMAINS.get(name, (-_INFINITE, _INFINITE))
        if value.range.low < low:
            self.guard(self.pure("not", self.pure("lt", value, self.constant(low))), f"'{name}' may be complex")
        if value.range.high > high:
            self.guard(self.pure("not", self.pure("gt", value, self.constant(high))), f"'{name}' may be complex")
        computed = self.pure(name, value)
        return self.of(self.convert(computed, Type("single")) if number.matlab_class == "single" else computed)

    def rounding(self, name: str, x: Binding) -> Scalar:
        number = self.plain(self._real(x))
        return number if number.matlab_class in INTEGER_LIMITS else self.of(self.pure(name, number.real))

    def magnitude(self, name: str, x: Binding) -> Scalar:
        if isinstance(x, Scalar) and x.is_complex:
            return self.of(self.pure("hypot", *x.parts))
        number = self.plain(self._real(x))
        if number.matlab_class in INTEGER_LIMITS:
            if number.matlab_class.startswith("u"):
                return number
            if number.matlab_class == "int64":
                raise self.refused("'abs' of int64 is not compiled")
            return self.of(self.convert(self.pure("abs", self.double(number.real)), number.real.type))
        return self.of(self.pure("abs", number.real))

    def sign(self, name: str, x: Binding) -> Scalar:
        number = self.plain(self._real(x))
        if number.matlab_class != "double":
            raise self.refused("'sign' of this class is not compiled")
        return self.of(self.pure("sign", number.real))

    def remainder(self, name: str, x: Binding, y: Binding) -> Scalar:
        a, b = self._real(x), self._real(y)
        divisor = self.double(b.real)
        if {a.matlab_class, b.matlab_class} & {"single", *WIDE}:
            raise self.refused(f"'{name}' of this class is not compiled")
        if not (divisor.range.integer and divisor.range.defined and abs(divisor.range.low) < _EXACT and divisor.range.high < _EXACT):
            whole = self.pure("eq", self.pure("floor", divisor), divisor)
            self.guard(self.pure("and", whole, self.pure("isfinite", divisor)), f"'{name}' by a number that is not whole")
        return self.of(self.arithmetic(name, a.real, b.real))

    def extreme(self, name: str, x: Binding, y: Binding) -> Scalar:
        a, b = self._real(x), self._real(y)
        if "char" in (a.matlab_class, b.matlab_class):
            raise self.refused(f"a text may be an option of '{name}'")
        if {a.matlab_class, b.matlab_class} & {"single", *WIDE} and a.matlab_class != b.matlab_class:
            raise self.refused(f"'{name}' of these classes is not compiled")
        if a.matlab_class == b.matlab_class and (a.matlab_class == "single" or a.matlab_class in INTEGER_LIMITS):
            return self.of(self.pure(name, a.real, b.real))
        if a.matlab_class == b.matlab_class == "logical":
            raise self.refused(f"'{name}' of logicals is not compiled")
        return self.of(self.arithmetic(name, a.real, b.real))

    def of_two(self, name: str, x: Binding, y: Binding) -> Scalar:
        a, b = self._real(x), self._real(y)
        if {a.matlab_class, b.matlab_class} - {"double", "logical", "char"}:
            raise self.refused(f"'{name}' of these classes is not compiled")
        return self.of(self.pure(name, self.double(a.real), self.double(b.real)))

    def operation(self, name: str, x: Binding, y: Binding) -> Scalar:
        if not (isinstance(x, Scalar) and isinstance(y, Scalar)):
            raise self.refused("an array is taken as a whole")
        return self.operator(_OPERATORS[name], x, y)

    def bits(self, name: str, x: Binding, y: Binding) -> Scalar:
        a, b = self._real(x), self._real(y)
        if a.matlab_class == b.matlab_class and a.matlab_class in INTEGER_LIMITS:
            return self.of(self.pure(name, a.real, b.real))
        if a.matlab_class == b.matlab_class == "double":
            wide = [self.convert(self.assume(v.real, 0.0, _EXACT - 1, "bits of a number that is not whole"), INDEX) for v in (a, b)]
            return self.of(self.emit("convert", (self.pure(name, *wide),), DOUBLE, Range(0.0, _EXACT, True, True), to=DOUBLE))
        raise self.refused(f"'{name}' of these classes is not compiled")

    def test(self, name: str, x: Binding) -> Scalar:
        number = self.plain(self._real(x))
        if number.matlab_class in INTEGER_LIMITS:
            return self.of(self.constant(name == "isfinite", LOGICAL))
        return self.of(self.pure(name, number.real))

    def part(self, name: str, x: Binding) -> Scalar:
        if not isinstance(x, Scalar) or x.matlab_class in INTEGER_LIMITS:
            raise self.refused(f"'{name}' is not compiled here")
        if not x.is_complex:
            number = self.plain(x)
            if name == "angle":
                raise self.refused("'angle' of real numbers is not compiled")
            return number if name != "imag" else self.of(self.constant(0.0, number.real.type))
        real, imaginary = x.parts
        if name == "angle":
            return self.of(self.pure("atan2", imaginary, real))
        if name == "conj":
            return Scalar("double", (real, self.pure("neg", imaginary)))
        return self.of(real if name == "real" else imaginary)

    def logical_of(self, name: str, x: Binding, *others: Binding) -> Scalar:
        values = [self.is_true(self._real(v).real) for v in (x, *others)]
        if name == "xor":
            return self.of(self.pure("ne", *values))
        return self.of(self.pure(name, *values) if name != "logical" else values[0])

    def cast(self, name: str, x: Binding) -> Scalar:
        if isinstance(x, Scalar) and x.is_complex and name == "double":
            return x
        number = self._real(x)
        classes = {name, number.matlab_class}
        if classes & {*WIDE} and len(classes) == 2 and not classes & {"double", "logical"}:
            raise self.refused(f"'{name}' of this class is not compiled")
        if name in WIDE and number.matlab_class == "double":
            value = self.assume(number.real, -_EXACT, _EXACT, "a number that is not whole becomes a wide integer")
            return self.of(self.convert(value, Type(name)))
        return self.of(self.convert(number.real, Type(name)))

    # ------------------------------------------------------------------ sizes

    def size(self, name: str, x: Binding, dimension: Binding | None = None) -> Scalar:
        if not isinstance(x, Array):
            if not isinstance(x, Scalar):
                raise self.refused(f"'{name}' is not compiled here")
            return self.of(self.constant(False, LOGICAL) if name == "isempty" else self.constant(1.0))
        if name == "size":
            k = getattr(dimension.real, "number", None) if isinstance(dimension, Scalar) else None
            if k not in (1.0, 2.0):
                raise self.refused("'size' without a dimension is not compiled")
            return self.of(self.double_of(self.extent(x, int(k))))
        if name == "isempty":
            return self.of(self.pure("eq", self.extent(x, 0), self.constant(0, INDEX)))
        if name in ("rows", "columns"):
            return self.of(self.double_of(self.extent(x, 1 if name == "rows" else 2)))
        count = self.double_of(self.extent(x, 0))
        if name == "numel":
            return self.of(count)
        largest = self.pure("max", self.double_of(self.extent(x, 1)), self.double_of(self.extent(x, 2)))
        empty = self.pure("eq", count, self.constant(0.0))
        return self.of(self.pure("select", empty, self.constant(0.0), largest))


def _limit(name: str, arguments: tuple[m.Expression, ...]) -> tuple[Any, Type] | None:
    """``intmax('int32')``: the number and its class."""
    if name not in ("intmax", "intmin") or len(arguments) > 1:
        return None
    kind = "int32"
    if arguments:
        if not isinstance(arguments[0], (m.CharLiteral, m.StringLiteral)) or arguments[0].value not in INTEGER_LIMITS:
            return None
        kind = arguments[0].value
    return INTEGER_LIMITS[kind][name == "intmax"], Type(kind)


_TABLE: dict[str, _Builtin] = {
    **{name: _Builtin(1, 1, Calls.function) for name in _OF_DOUBLES},
    **{name: _Builtin(1, 1, Calls.rounding) for name in _ROUNDING},
    "abs": _Builtin(1, 1, Calls.magnitude), "sign": _Builtin(1, 1, Calls.sign),
    "mod": _Builtin(2, 2, Calls.remainder), "rem": _Builtin(2, 2, Calls.remainder),
    "max": _Builtin(2, 2, Calls.extreme), "min": _Builtin(2, 2, Calls.extreme),
    "atan2": _Builtin(2, 2, Calls.of_two), "hypot": _Builtin(2, 2, Calls.of_two),
    **{name: _Builtin(2, 2, Calls.operation) for name in _OPERATORS},
    **{name: _Builtin(2, 2, Calls.bits) for name in _BITS},
    **{name: _Builtin(1, 1, Calls.test) for name in ("isnan", "isinf", "isfinite")},
    **{name: _Builtin(1, 1, Calls.part) for name in ("real", "imag", "conj", "angle")},
    "logical": _Builtin(1, 1, Calls.logical_of), "not": _Builtin(1, 1, Calls.logical_of), "xor": _Builtin(2, 2, Calls.logical_of),
    "and": _Builtin(2, 2, Calls.logical_of), "or": _Builtin(2, 2, Calls.logical_of),
    **{name: _Builtin(1, 1, Calls.cast) for name in (*FLOAT_CLASSES, *INTEGER_CLASSES)},
    **{name: _Builtin(1, 1, Calls.size) for name in ("numel", "length", "isempty", "rows", "columns")},
    "size": _Builtin(2, 2, Calls.size),
}  # fmt: skip
