"""All choices of k positions of n, a row each."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...graph.shapes import check_size
from ...values.convert import class_of


def choices_of(call: Any, v: Any, count: int, *, last_first: bool = False) -> Any:
    """The choices of ``count`` elements of the vector ``v``, a row each, in the order of the elements; ``last_first`` reverses the order of the rows.

    Raises MATLAB's error where the result can never be had.
    """
    items = arg.elements(v).ravel(order="F")
    shape = (math.comb(items.size, count), count)
    check_size(shape, class_of(v), call.session.settings.host_memory_bytes)
    chosen = np.empty(shape, items.dtype, order="F")
    positions = _positions(items.size, count) if chosen.size else None
    for k in range(count if chosen.size else 0):
        chosen[:, k] = items[positions[::-1, k] if last_first else positions[:, k]]
    return arg.like(v, chosen)


def _positions(n: int, count: int) -> np.ndarray:
    """The rows of ``count`` positions below ``n`` that ascend, in lexicographic order: each row grows by all that may follow it."""
    kind = np.min_scalar_type(n)
    rows = np.zeros((1, 0), kind, order="F")
    ends = np.full(1, -1)  # the last position of each row
    for k in range(count):
        followers = n - count + k - ends
        begins = np.cumsum(followers) - followers
        ends = np.repeat(ends - begins + 1, followers) + np.arange(followers.sum())
        rows = np.column_stack((np.repeat(rows, followers, axis=0), ends.astype(kind)))
    return rows
