"""Emitting operations into the region at hand: types, bounds and constants are followed as they are made."""

from __future__ import annotations

from typing import Any

from ..graph.ranges import ANY, Range, of_scalar
from ..values.classes import INTEGER_LIMITS
from .nodes import DOUBLE, LOGICAL, SET, STATE, Constant, End, Op, Region, Type, Value
from .ops import FUNCTIONS, PURE, convert, result_range

WIDE = ("int64", "uint64")
_FOLDED = frozenset(("add", "sub", "mul", "neg", "convert"))


class Emitter:
    """The region that operations go into, and the line that they are of."""

    def __init__(self) -> None:
        self.region = Region()
        self.line = 0

    def emit(
        self, name: str, operands: tuple[Value, ...], kind: Type, bounds: Range = ANY, regions: tuple[Region, ...] = (), **attributes: Any
    ) -> Value:
        result = Value(kind, "", bounds)
        self.region.ops.append(Op(name, operands, (result,), regions, attributes, self.line))
        return result

    def constant(self, number: Any, kind: Type = DOUBLE) -> Constant:
        bounds = of_scalar(number) if type(number) in (float, int, bool) else ANY
        return Constant(kind, "", bounds, number)

    def pure(self, name: str, *operands: Value) -> Value:
        """An operation on single elements of one class."""
        kind = PURE[name].result or operands[-1].type
        if name in _FOLDED and kind == DOUBLE and all(isinstance(x, Constant) for x in operands):
            return self.constant(PURE[name].define(*[x.number for x in operands]))  # type: ignore[attr-defined]
        return self.emit(name, operands, kind, result_range(name, [x.range for x in operands], kind))

    def convert(self, value: Value, kind: Type) -> Value:
        """The number as one of another class; bounds hold on where they lie inside it."""
        if value.type == kind:
            return value
        if isinstance(value, Constant) and kind.matlab_class not in WIDE:
            return self.constant(convert(value.number, kind), kind)
        bounds = value.range
        if kind.matlab_class in INTEGER_LIMITS:
            low, high = INTEGER_LIMITS[kind.matlab_class]
            bounds = Range(max(float(low), bounds.low), min(float(high), bounds.high), True, True) if bounds.low <= bounds.high else ANY
        elif kind.matlab_class == "single":
            bounds = ANY
        elif kind == LOGICAL:
            bounds = Range(0.0, 1.0, True, True)
        if value.type.matlab_class == "char":
            bounds = Range(0.0, 65535.0, True, True)
        return self.emit("convert", (value,), kind, bounds, to=kind)

    def guard(self, condition: Value, reason: str) -> None:
        """Go on only where a condition holds."""
        if not (isinstance(condition, Constant) and condition.number):
            self.region.ops.append(Op("guard", (condition,), (), (), {"reason": reason}, self.line))

    def assume(self, value: Value, low: float, high: float, reason: str) -> Value:
        """The double, known to be a whole number within bounds."""
        if value.range.integer and low <= value.range.low and value.range.high <= high and value.range.defined:
            return value
        bounds = Range(max(low, value.range.low), min(high, value.range.high), True, True)
        return self.emit("assume", (value,), DOUBLE, bounds, low=low, high=high, reason=reason)

    def double(self, value: Value) -> Value:
        return self.convert(value, DOUBLE)

    def end(self, kind: str, values: tuple[Value, ...] = (), reason: str = "") -> None:
        if self.region.end is None:
            self.region.end = End(kind, values, reason, self.line)

    # ------------------------------------------------------------------ numbers of the language

    def arithmetic(self, name: str, a: Value, b: Value) -> Value | None:
        """``a name b`` of two real numbers, by the rule of their classes; None where ordinary code is asked."""
        x, y = a.type.matlab_class, b.type.matlab_class
        if x in INTEGER_LIMITS or y in INTEGER_LIMITS:
            return self._of_integers(name, a, b)
        if "single" in (x, y):
            kind = Type("single")
            if name in FUNCTIONS:
                return self.convert(self.pure(name, self.double(a), self.double(b)), kind)
            return self.pure(name, self.convert(a, kind), self.convert(b, kind))
        return self.pure(name, self.double(a), self.double(b))

    def _of_integers(self, name: str, a: Value, b: Value) -> Value | None:
        """Computed as doubles, which hold all numbers of up to 32 bits, rounded and cut off; of 64 bits whole numbers alone."""
        kind = a.type if a.type.matlab_class in INTEGER_LIMITS else b.type
        for other in (a.type, b.type):
            if other != kind and other != DOUBLE:
                return None
        if kind.matlab_class not in WIDE:
            return self.convert(self.pure(name, self.double(a), self.double(b)), kind)
        if name not in ("add", "sub", "mul"):
            return None
        operands = [self._wide(x, kind) for x in (a, b)]
        if None in operands:
            return None
        return self.pure(name, *operands)  # type: ignore[arg-type]

    def _wide(self, value: Value, kind: Type) -> Value | None:
        """A number as one of 64 bits; None for what is no constant."""
        if value.type == kind:
            return value
        if isinstance(value, Constant) and float(value.number).is_integer() and 0 <= value.number < 2.0**53:
            return self.constant(int(value.number), kind)
        return None

    def compare(self, name: str, a: Value, b: Value) -> Value | None:
        """``a name b`` of real numbers; None where ordinary code is asked."""
        if a.type == b.type and a.type.matlab_class != "char":
            return self.pure(name, a, b)
        wide = {a.type.matlab_class, b.type.matlab_class} & {*WIDE}
        if wide or {a.type.matlab_class, b.type.matlab_class} == {"single", "double"}:
            return None
        integers = {c for c in (a.type.matlab_class, b.type.matlab_class) if c in INTEGER_LIMITS}
        if len(integers) == 2 or (integers and "single" in (a.type.matlab_class, b.type.matlab_class)):
            return None
        return self.pure(name, self.double(a), self.double(b))

    def known(self, state: Value | None, reason: str) -> None:
        """Go on only where a variable is set."""
        if state is not None:
            self.guard(self.pure("eq", state, self.constant(SET, STATE)), reason)

    def is_true(self, value: Value) -> Value:
        """Whether a real number is not zero; NaN has no truth."""
        if value.type == LOGICAL:
            return value
        if value.type.matlab_class in ("double", "single") and not value.range.defined:
            self.guard(self.pure("not", self.pure("isnan", value)), "NaN has no truth value")
        zero = self.constant(0.0 if value.type.matlab_class in ("double", "single") else 0, value.type)
        return self.pure("ne", value, zero)
