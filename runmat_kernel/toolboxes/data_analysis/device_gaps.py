"""Filling of missing elements in large arrays on the device.  A running extreme of positions finds the nearest known neighbours."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...graph.scan import Scan
from ...values.convert import class_of, numel_of
from ...values.tensor import Tensor
from ..arrays.order_statistics import picked

WORDS = ("constant", "previous", "next", "nearest", "linear")
_LEAST_LONG = 16
"""Elements of a line, at least: where each line begins comes from the host."""


def filled(call: Any, a: Any, word: str, value: Any, dim: Any) -> tuple[Any, Any] | None:
    """``fillmissing`` along a dimension, and which elements were filled; None where the host does it."""
    if word not in WORDS or not on_device(call, a) or class_of(a) not in ("double", "single"):
        return None
    x = Formula(call, a)
    axis, missing = x.axis(dim), x.apply("isnan")
    if word == "constant":
        if class_of(value) not in ("double", "single", "logical") or numel_of(value) != 1 or np.iscomplexobj(number := arg.floating(value)):
            return None
        filling: Formula | None = x.where(missing, number.astype(x.float_dtype).reshape(1, 1))
    else:
        filling = _by_neighbours(x, missing, axis, word)
    if filling is None:
        return None
    return filling.value, missing.apply("and", filling.apply("isnan").apply("not")).value


def _by_neighbours(x: Formula, missing: Formula, axis: int, word: str) -> Formula | None:
    n = x.extent(axis)
    if axis >= len(x.shape) or n < _LEAST_LONG:
        return None
    at = x.of(1.0).apply("colon", float(n)).reshape(*(n if d == axis else 1 for d in range(len(x.shape))))
    own = at + missing * 0.0
    before = _running(own.where(missing, 0.0), Scan("max", axis))
    after = _running(own.where(missing, n + 1.0), Scan("min", axis, reverse=True))
    if before is None or after is None:
        return None
    if word != "linear":
        if word == "nearest":
            later = (after - at).apply("le", at - before).apply("and", after.apply("le", float(n))).apply("or", before.apply("eq", 0.0))
            source = before.where(later, after)
        else:
            source = before if word == "previous" else after
        nowhere = source.apply("lt", 1.0).apply("or", source.apply("gt", float(n)))
        known = picked(x, axis, source.apply("max", 1.0).apply("min", float(n)))
        return x.where(missing.apply("and", nowhere.apply("not")), known)
    # Beyond the ends the line through the two outermost elements goes on.
    good = missing.apply("not")
    first, last = after.part(axis, 0, 1), before.part(axis, n - 1, 1)
    second = own.where(good.apply("and", at.apply("gt", first)).apply("not"), n + 1.0).reduce("min", axis, matlab_class="double")
    former = own.where(good.apply("and", at.apply("lt", last)).apply("not"), 0.0).reduce("max", axis, matlab_class="double")
    early, late = before.apply("eq", 0.0), after.apply("gt", float(n))
    left = before.where(late, former + before * 0.0).where(early, first + before * 0.0)
    right = after.where(early, second + before * 0.0).where(late, last + before * 0.0)
    left, right = (f.apply("max", 1.0).apply("min", float(n)) for f in (left, right))
    low, high = picked(x, axis, left), picked(x, axis, right)
    step = high - low
    wide = [f.to("double") for f in (low, step)]
    filling = wide[0] + (at - left) / (right - left) * wide[1]
    filling = filling.to(x.matlab_class)
    alone = second.apply("gt", float(n))
    return x.where(missing.apply("and", alone.apply("not")), filling)


def _running(x: Formula, form: Scan) -> Formula | None:
    positions = x.session.engine.scan(form, x.value)
    return None if type(positions) is not Tensor else Formula(x, positions)
