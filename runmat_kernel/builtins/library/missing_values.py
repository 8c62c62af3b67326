"""Missing values left out or filled."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...values.convert import is_text, text_of, to_value
from ...values.numbered import NumberedArray
from .. import arguments as arg
from ..spec import Example, builtin
from .interpolation import interpolate_lines


@builtin(
    "rmmissing",
    "R = rmmissing(A)",
    "R = rmmissing(A, dim)",
    "R = rmmissing(..., 'MinNumMissing', n)",
    "R = rmmissing(T, 'DataVariables', vars)",
    "[R, TF] = rmmissing(...)",
    summary="Without the elements or rows that hold NaN.",
    examples=(Example("rmmissing([1 NaN 2])", "[1 2]"), Example("rmmissing([1 2;NaN 3])", "[1 2]")),
)
def rmmissing(call: Any, a: Any, *rest: Any) -> Any:
    place = next((k for k, item in enumerate(rest) if is_text(item)), len(rest))
    dim, named = (rest[0] if place else None), arg.name_values(rest[place:], "rmmissing")
    wrong = next((name for name in named if name != "minnummissing"), None)
    if wrong is not None or place > 1:
        raise call.error("Parameter name must be 'MinNumMissing' or 'DataVariables'.", "MATLAB:rmmissing:NameValueNames")
    least = arg.integer(named["minnummissing"]) if "minnummissing" in named else 1
    missing = arg.floating(call.feval("ismissing", a)[0]).astype(bool)
    array = arg.elements(a)
    if dim is None and arg.is_vector(array.shape):
        keep = ~missing.ravel() if least == 1 else np.full(array.size, least > 0)
        return arg.like(a, array.ravel()[keep].reshape((1, -1) if array.shape[0] == 1 else (-1, 1))), missing & (least <= 1)
    axis = 0 if dim is None else arg.dimension(dim)
    bad = missing.sum(axis=1 - axis) >= least
    return arg.like(a, np.compress(~bad, array, axis)), bad.reshape((-1, 1) if axis == 0 else (1, -1))


def _filled_numbers(call: Any, a: NumberedArray, method: Any, value: Any) -> Any:
    """Missing elements of a datetime, duration or categorical array: filled among their numbers."""
    if value is not None:
        base, numbers = a.admitting(value)
        return base.like(np.where(np.isnan(a.numbers), numbers, a.numbers))
    return a.like(arg.elements(call.feval("fillmissing", to_value(a.numbers), method)[0]))


@builtin(
    "fillmissing",
    "F = fillmissing(A, 'constant', v)",
    "F = fillmissing(A, method)",
    summary="Missing elements filled by a constant, neighbours or interpolation.",
    examples=(
        Example("fillmissing([1 NaN 3],'linear')", "[1 2 3]"),
        Example("fillmissing([1 NaN],'constant',0)", "[1 0]"),
        Example("fillmissing([1 NaN 3],'previous')", "[1 1 3]"),
    ),
)
def fillmissing(call: Any, a: Any, method: Any, value: Any = None) -> Any:

    word = text_of(method).lower()
    if isinstance(a, NumberedArray):
        return _filled_numbers(call, a, method, value)
    array = arg.floating(a)
    if word == "constant":
        return np.where(np.isnan(array), arg.floating(value), array)
    axis = arg.first_nonsingleton(array.shape)
    lines = np.moveaxis(array, axis, 0).copy()
    flat = lines.reshape(lines.shape[0], -1)
    t = np.arange(len(flat), dtype=np.float64)
    for k in range(flat.shape[1]):
        bad = np.isnan(flat[:, k])
        if bad.any() and (~bad).sum() >= 2:
            flat[bad, k] = interpolate_lines(t[~bad], flat[~bad, k : k + 1], t[bad], word, "extrap")[:, 0]
        elif bad.any() and (~bad).sum() == 1 and word in ("previous", "nearest"):
            here = int(np.flatnonzero(~bad)[0])
            fill = bad & ((t > here) | (word == "nearest"))
            flat[fill, k] = flat[here, k]
    return np.moveaxis(flat.reshape(lines.shape), 0, axis)
