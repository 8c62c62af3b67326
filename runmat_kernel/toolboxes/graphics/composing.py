"""Figures put together from other plots: drawing by name, held axes, and the handles of all parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values.convert import as_array, to_value
from ...values.functions import FunctionHandle


class Composition:
    """Plots drawn into one axes one after the other; ``handles`` are those of all of them."""

    __slots__ = ("call", "handles")

    def __init__(self, call: Any) -> None:
        self.call = call
        self.handles: list[Any] = []

    def draw(self, name: str, *arguments: Any) -> Any:
        """A plot by the name of its function; the axes are held after the first."""
        outputs = 2 if name.startswith("contour") else 1  # contour gives its matrix first
        handle = self.call.feval(name, *(_value(a) for a in arguments), nargout=outputs)[-1]
        if not self.handles:
            self.call.feval("hold", to_value("on"), nargout=0)
        self.handles.append(handle)
        return handle

    def label(self, name: str, *arguments: Any) -> None:
        """Something that belongs to the axes: a title, ticks, limits."""
        self.call.feval(name, *(_value(a) for a in arguments), nargout=0)

    def result(self) -> Any:
        """The output of the plot function: the handles in a column, or nothing where none are asked for."""
        if not self.call.nargout:
            return None
        return self.handles[0] if len(self.handles) == 1 else self.call.feval("vertcat", *self.handles)[0]


@contextmanager
def composed(call: Any) -> Iterator[Composition]:
    """A composition in the current axes, which are emptied first unless held, and held afterwards only if they were."""
    held = bool(call.feval("ishold")[0])
    if not held:
        call.feval("newplot", nargout=0)
    try:
        yield Composition(call)
    finally:
        if not held:
            call.feval("hold", to_value("off"), nargout=0)


def _value(item: Any) -> Any:
    if isinstance(item, np.ndarray) and item.ndim == 1:
        return to_value(item.reshape(1, -1))
    return to_value(item)


def sampled(call: Any, function: Any, *grids: np.ndarray) -> np.ndarray:
    """A function (handle, or text of an expression) at points: all at once where it takes arrays, else one by one."""
    target = function if isinstance(function, FunctionHandle) else as_function(call, function, len(grids))
    try:
        values = np.asarray(_array(call.feval(target, *(_value(g) for g in grids))[0]), np.float64)
        if values.shape == _value(grids[0]).shape or values.size == grids[0].size:
            return values.reshape(grids[0].shape)
    except MatlabError:
        pass  # a function of scalars only
    single = [_array(call.feval(target, *(float(x) for x in point))[0]) for point in zip(*(g.ravel() for g in grids), strict=True)]
    if any(value.size != 1 for value in single):
        raise call.error("The function must return a value for each point.", f"MATLAB:{call.name}:InvalidFunctionValue")
    return np.real(np.array([value.flat[0] for value in single])).astype(np.float64).reshape(grids[0].shape)


def as_function(call: Any, text: Any, count: int) -> Any:
    """The function of an expression in text, its operators taken element by element."""
    return call.feval("inline", call.feval("vectorize", text)[0])[0]


def _array(value: Any) -> np.ndarray:
    return np.real(as_array(value))


def numbers(items: Sequence[Any]) -> list[float]:
    """Limits given as one vector or several scalars, as floats."""
    return [float(x) for item in items for x in np.ravel(_array(item), order="F")]
