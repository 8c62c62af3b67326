"""Generators: arrays whose elements follow from their index alone, so that kernels compute them where they are used.

These are random numbers of Philox, constants and ranges.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite, prod
from typing import Any

import numpy as np

from ..values.classes import DTYPES
from . import pointwise
from .node import Constant, Node
from .op import Op
from .primitives import CASTS, INDEX, MINUS, PLUS, RDIVIDE, TIMES
from .random import RAND_NORMAL, RAND_UNIFORM, philox_normal, philox_uniform
from .ranges import Range

LARGEST_INDEX = 1 << 32


def _op(like: Op, draw: Callable[..., np.ndarray], matlab_class: str) -> Op:
    """The Op of one distribution and class: operands are the linear index, then key and first block as 32-bit halves."""

    def real(index: np.ndarray, key_low: Any, key_high: Any, block_low: Any, block_high: Any, out: np.ndarray | None = None) -> np.ndarray:
        key, block = _joined(key_low, key_high), _joined(block_low, block_high)
        # A block of indices is always a run of consecutive ones.
        row = None if out is None or not out.flags.f_contiguous else out.reshape(-1, order="F")
        numbers = draw(key, block, int(index.flat[0]), index.size, DTYPES[matlab_class], row)
        if out is None:
            return numbers.reshape(index.shape, order="F")
        if numbers is not row:
            out[...] = numbers.reshape(index.shape, order="F")
        return out

    call = f"rm_{like.name}_T({{0}}, vec2<u32>({{1}}, {{2}}), vec2<u32>({{3}}, {{4}}))"
    # normals are at most sqrt(-2 log(2^-53)) = 8.6
    bounds = Range(0.0, 1.0, defined=True) if like is RAND_UNIFORM else Range(-9.0, 9.0, defined=True)
    return Op(
        like.name,
        5,
        real,
        lambda *classes: matlab_class,
        wgsl=call,
        ranges=lambda *operands: bounds,
        cost=like.cost,
        ulp=like.ulp,
        real=real,
        raw_operands=True,
    )


def _joined(low: Any, high: Any) -> int:
    return int(np.asarray(low).flat[0]) | int(np.asarray(high).flat[0]) << 32


RANDOM: dict[tuple[str, str], Op] = {
    (kind, matlab_class): _op(like, draw, matlab_class)
    for kind, like, draw in (("uniform", RAND_UNIFORM, philox_uniform), ("normal", RAND_NORMAL, philox_normal))
    for matlab_class in ("double", "single")
}


def random_node(kind: str, key: int, block: int, shape: tuple[int, ...], matlab_class: str, index: Node, where: Any) -> Node:
    """The Node of an array of random numbers; ``index`` is the index Node of the same shape."""
    halves = [Constant(part, "uint32") for number in (key, block) for part in (number & 0xFFFFFFFF, number >> 32 & 0xFFFFFFFF)]
    return Node.map(RANDOM[kind, matlab_class], (index, *halves), matlab_class, matlab_class, shape, where)


def index_node(shape: tuple[int, ...]) -> Node:
    """The linear index of each element, from 0."""
    return Node.map(INDEX, (), "uint32", "uint32", shape)


# ------------------------------------------------------------------ constants and evenly spaced numbers

FILL = Op("fill", 1, pointwise.identity, lambda a: a, lambda a: a, "{0}", lambda a: a, cost=0.0, real=pointwise.identity)


def fill_node(value: Any, shape: tuple[int, ...], matlab_class: str) -> Node:
    """An array whose elements are all ``value``."""
    return Node.map(FILL, (Constant(value, matlab_class),), matlab_class, matlab_class, shape)


def _ends(y: Any, index: Any, first: Any, last: Any, count: Any, out: np.ndarray | None = None) -> np.ndarray:
    return pointwise.give(np.where(index == count, last, np.where(index == 0, first, y)), out)


ENDS = Op(
    "ends", 5, _ends, lambda *classes: "double", wgsl="select(select({0}, {3}, {1} == {4}), {2}, {1} == 0.0R)", real=_ends,
    raw_operands=True,
)  # fmt: skip
"""Evenly spaced numbers with exact ends: numbers, index, first, last, last index."""


def _halves(low: Any, high: Any, index: Any, half: Any, middle: Any, centre: Any, out: np.ndarray | None = None) -> np.ndarray:
    return pointwise.give(np.where(index == middle, centre, np.where(index >= half, high, low)), out)


HALVES = Op(
    "halves", 6, _halves, lambda *classes: "double", wgsl="select(select({0}, {1}, {2} >= {3}), {5}, {2} == {4})", real=_halves,
    raw_operands=True,
)  # fmt: skip
"""A range counted from both ends: numbers from the start, from the end, index, first index of the second half, middle index (or -1)
and its number."""


def _double(value: float) -> Constant:
    return Constant(float(value), "double")


def _map(op: Op, *operands: Any, shape: tuple[int, ...]) -> Node:
    return Node.map(op, operands, "double", "double", shape)


def _spaced(node: Node, low: float, high: float, whole: bool, matlab_class: str) -> Node:
    """The numbers in their class, with their bounds known."""
    if matlab_class != "double":
        node = Node.map(CASTS[matlab_class], (node,), matlab_class, "double", node.shape)
        low, high = float(np.float32(low)), float(np.float32(high))
    node._range = Range(min(low, high), max(low, high), whole, isfinite(low) and isfinite(high))
    return node


def linspace_node(first: float, last: float, shape: tuple[int, ...], matlab_class: str) -> Node:
    """``linspace(first, last, n)`` as the eager function computes it, in any shape of n elements."""
    count = prod(shape)
    index = Node.map(INDEX, (), "double", "double", shape)
    steps = _map(RDIVIDE, _map(TIMES, index, _double(last - first), shape=shape), _double(count - 1), shape=shape)
    y = _map(ENDS, _map(PLUS, steps, _double(first), shape=shape), index, _double(first), _double(last), _double(count - 1), shape=shape)
    if first == -last and count > 2 and count % 2:
        # Zero in the middle, not what rounding leaves.
        middle = (count - 1) // 2
        y = _map(HALVES, y, y, index, _double(0), _double(middle), _double(0), shape=shape)
    return _spaced(y, first, last, False, matlab_class)


def range_node(start: float, step: float, last: float, whole: bool, shape: tuple[int, ...], matlab_class: str) -> Node:
    """``start:step:stop``, the last element ``last``, in any shape of as many elements; ``whole``: start and step are whole numbers."""
    n = prod(shape) - 1
    index = Node.map(INDEX, (), "double", "double", shape)
    low = _map(PLUS, _map(TIMES, index, _double(step), shape=shape), _double(start), shape=shape)
    if whole:
        return _spaced(low, start, last, True, matlab_class)
    back = _map(TIMES, _map(MINUS, _double(n), index, shape=shape), _double(step), shape=shape)
    high = _map(MINUS, _double(last), back, shape=shape)
    half, middle = n - n // 2, n // 2 if n % 2 == 0 else -1
    y = _map(HALVES, low, high, index, _double(half), _double(middle), _double((start + last) / 2), shape=shape)
    return _spaced(y, start, last, False, matlab_class)
