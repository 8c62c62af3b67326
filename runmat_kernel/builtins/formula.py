"""Formulas over Values, of which builtins are composed: recorded where their operands are, computed at once where they are small."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..graph.op import Op
from ..graph.scan import Scan
from ..graph.scan import scan as running
from ..graph.shapes import first_dimension
from ..graph.views import MERGE
from ..values.convert import as_array, class_of, shape_of, to_value
from ..values.tensor import matlab_shape
from .call import Call
from .registry import builtins


class Formula:
    """A Value in a formula: ``+ - * / **`` are MATLAB's elementwise operators, methods are its functions.  ``value`` is the result."""

    __slots__ = ("session", "value")

    def __init__(self, call: Any, value: Any) -> None:
        self.session = call.session
        self.value = to_value(value)

    @property
    def shape(self) -> tuple[int, ...]:
        return shape_of(self.value)

    @property
    def matlab_class(self) -> str:
        return class_of(self.value)

    @property
    def float_class(self) -> str:
        """The class of what sums and means of the elements are."""
        return "single" if self.matlab_class == "single" else "double"

    @property
    def float_dtype(self) -> type[np.floating[Any]]:
        """The NumPy class of what sums and means of the elements are."""
        return np.float32 if self.matlab_class == "single" else np.float64

    def extent(self, axis: int) -> int:
        shape = self.shape
        return shape[axis] if axis < len(shape) else 1

    def axis(self, dim: Any = None) -> int:
        """The axis (from 0) of a dimension argument, or the first whose extent is not one."""
        from . import arguments as arg

        return first_dimension(self.shape) if dim is None else arg.dimension(dim)

    def of(self, value: Any) -> Formula:
        """Another value in the same formula."""
        return value if type(value) is Formula else Formula(self, value)

    def apply(self, name: str, *arguments: Any) -> Formula:
        """The builtin of that name on this and further arguments."""
        values = [a.value if type(a) is Formula else to_value(a) for a in arguments]
        result = builtins()[name].function(Call(self.session, name, 1), self.value, *values)
        return Formula(self, result[0] if type(result) is tuple else result)

    def to(self, matlab_class: str) -> Formula:
        """The same numbers in a class."""
        return self if self.matlab_class == matlab_class else self.apply(matlab_class)

    def op(self, op: Op, *others: Any) -> Formula:
        """An Op on this and other operands."""
        values = [o.value if type(o) is Formula else to_value(o) for o in others]
        return Formula(self, self.session.engine.elementwise(op, (self.value, *values)))

    def __add__(self, other: Any) -> Formula:
        return self.apply("plus", other)

    def __radd__(self, other: Any) -> Formula:
        return self.of(other).apply("plus", self)

    def __sub__(self, other: Any) -> Formula:
        return self.apply("minus", other)

    def __rsub__(self, other: Any) -> Formula:
        return self.of(other).apply("minus", self)

    def __mul__(self, other: Any) -> Formula:
        return self.apply("times", other)

    def __rmul__(self, other: Any) -> Formula:
        return self.of(other).apply("times", self)

    def __truediv__(self, other: Any) -> Formula:
        return self.apply("rdivide", other)

    def __rtruediv__(self, other: Any) -> Formula:
        return self.of(other).apply("rdivide", self)

    def __pow__(self, other: Any) -> Formula:
        return self.apply("power", other)

    def __neg__(self) -> Formula:
        return self.apply("uminus")

    def where(self, mask: Any, other: Any) -> Formula:
        """This, but ``other`` of the same class where ``mask`` is true."""
        return self.op(MERGE, other, mask)

    def reduce(self, kind: str, *axes: int, matlab_class: str | None = None, omit_nan: bool = False) -> Formula:
        """A reduction over axes, which keep extent one."""
        result = matlab_class or self.float_class
        return Formula(self, self.session.engine.reduce(kind, self.value, axes, result, omit_nan))

    def count(self, *axes: int, omit_nan: bool = False) -> float | Formula:
        """How many elements are reduced, without NaN where those are left out."""
        if omit_nan and self.matlab_class in ("double", "single"):
            return self.apply("isnan").apply("not").reduce("count_nonzero", *axes, matlab_class="double")
        return float(np.prod([self.extent(a) for a in axes], dtype=float))

    def mean(self, *axes: int, omit_nan: bool = False) -> Formula:
        return self.reduce("sum", *axes, omit_nan=omit_nan) / self.count(*axes, omit_nan=omit_nan)

    def part(self, axis: int, first: int, count: int, step: int = 1) -> Formula:
        """``count`` elements along an axis from the ``first`` (from 0)."""
        shape = self.shape + (1,) * (axis + 1 - len(self.shape))
        steps = [(first, step, count) if d == axis else (0, 1, n) for d, n in enumerate(shape)]
        if count and (view := self.session.engine.view(self.value, steps)) is not None:
            return Formula(self, view)
        stop = first + step * count
        chosen = slice(first, stop if stop >= 0 else None, step)
        array = as_array(self.value).reshape(shape, order="F")
        return Formula(self, array[tuple(chosen if d == axis else slice(None) for d in range(len(shape)))])

    def reshape(self, *shape: int) -> Formula:
        value = self.value
        if hasattr(value, "matlab_class") and hasattr(value, "storage"):
            return Formula(self, self.session.engine.reshape(value, matlab_shape(shape)))
        return Formula(self, as_array(value).reshape(shape, order="F"))

    def permute(self, *axes: int) -> Formula:
        return self.apply("permute", np.array([[a + 1.0 for a in axes]]))

    def gathered(self, axes: tuple[int, ...]) -> Formula:
        """The elements with several axes joined into the first of them; the others have extent one."""
        shape = self.shape
        axes = tuple(sorted({a for a in axes if a < len(shape)}))
        if len(axes) < 2:
            return self
        rest = [d for d in range(len(shape)) if d not in axes]
        joined = int(np.prod([shape[a] for a in axes]))
        place = sum(d < axes[0] for d in rest)
        order = [*rest[:place], *axes, *rest[place:]]
        moved = self if order == list(range(len(shape))) else self.permute(*order)
        return moved.reshape(*(joined if d == axes[0] else 1 if d in axes else n for d, n in enumerate(shape)))

    def running(self, kind: str, axis: int) -> Formula:
        """The running accumulation along an axis."""
        form = Scan(kind, axis)
        scan = self.session.engine.scan(form, self.value)
        if scan is None:
            array = as_array(self.value)
            array = array.astype(float) if array.dtype.kind == "b" else array
            scan = running(form, array, self.matlab_class) if axis < array.ndim else array
        return Formula(self, scan)


def norms(x: Formula, order: float, *axes: int) -> Formula:
    """The 1-, 2- or infinity-norms of real vectors, whose elements lie along ``axes``."""
    if order == 2:
        return (x * x).reduce("sum", *axes).apply("sqrt")
    size = x.apply("abs")
    return size.reduce("sum", *axes) if order == 1 else size.reduce("max", *axes)


def along(x: Formula, vector: Any, axis: int) -> Formula:
    """A vector of doubles as long as ``x`` is along an axis, laid along it."""
    result = x.of(vector)
    if result.matlab_class not in ("double", "single"):
        result = result.apply("double")
    return result.reshape(*(result.extent(0) * result.extent(1) if d == axis else 1 for d in range(max(axis + 1, 2))))


def weighted_mean(x: Formula, weights: Formula, axis: int, omit_nan: bool) -> Formula:
    """The mean along an axis with weights laid along it; NaN count nothing where they are left out."""
    if not omit_nan:
        return (x * weights).reduce("sum", axis) / weights.reduce("sum", axis)
    missing = x.apply("isnan")
    total = (missing.apply("not") * weights).reduce("sum", axis)
    return (x * weights).reduce("sum", axis, omit_nan=True) / total
