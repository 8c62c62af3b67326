"""Subscripts and linear indices of large arrays on a device: only their bounds come to the host."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...values.tensor import Tensor
from .device_groups import whole_bounds


def _are_inside(columns: Sequence[Formula], lengths: Sequence[int]) -> bool:
    """Whether subscripts are whole numbers from 1 to the lengths of their dimensions."""
    return all(whole and 1 <= low and high <= n for (low, high, whole), n in zip(whole_bounds(columns), lengths, strict=True))


def joined_subscripts(call: Any, subscripts: Sequence[Any], lengths: Sequence[int]) -> Any:
    """``sub2ind``; None where the host computes it, or says which subscript is outside."""
    if not any(on_device(call, s) for s in subscripts) or any(type(s) is not Tensor or s.is_complex for s in subscripts):
        return None
    columns = [Formula(call, s).apply("double") for s in subscripts]
    if not _are_inside(columns, lengths):
        return None
    index, stride = columns[0], lengths[0]
    for x, n in zip(columns[1:], lengths[1:], strict=True):
        index, stride = index + (x - 1.0) * float(stride), stride * n
    return index.value


def parted_subscripts(call: Any, index: Any, lengths: Sequence[int]) -> tuple[Any, ...] | None:
    """``ind2sub``; None where the host computes it, or says which index is outside."""
    if not on_device(call, index) or index.is_complex:
        return None
    x, count = Formula(call, index).apply("double"), max(call.nargout, 1)
    ((low, high, whole),) = whole_bounds([x])
    if low < 1 or high > math.prod(lengths) or not whole:
        return None
    rest, out = x - 1.0, []
    for n in [*lengths, *[1] * (count - len(lengths))][: count - 1]:
        below = (rest / float(n)).apply("floor")
        out.append((rest - below * float(n) + 1.0).value)
        rest = below
    return (*out, (rest + 1.0).value)
