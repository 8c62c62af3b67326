"""Arrays made from nothing but the index: Philox random numbers as operations, so that kernels make them where they are used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..values.classes import DTYPES
from .node import Constant, Node
from .op import Op
from .primitives import INDEX
from .random import RAND_NORMAL, RAND_UNIFORM, philox_normal, philox_uniform
from .ranges import ANY, Range

LARGEST_INDEX = 1 << 32


def _op(like: Op, draw: Callable[..., np.ndarray], matlab_class: str) -> Op:
    """The Op of one distribution and class: operands are the linear index, then key and first block as 32-bit halves."""

    def real(index: np.ndarray, key_low: Any, key_high: Any, block_low: Any, block_high: Any, out: np.ndarray | None = None) -> np.ndarray:
        key, block = _joined(key_low, key_high), _joined(block_low, block_high)
        # A block of indices is always a run of consecutive ones.
        made = draw(key, block, int(index.flat[0]), index.size, DTYPES[matlab_class]).reshape(index.shape, order="F")
        if out is None:
            return made
        out[...] = made
        return out

    call = f"rm_{like.name}_T({{0}}, vec2<u32>({{1}}, {{2}}), vec2<u32>({{3}}, {{4}}))"
    bounds = Range(0.0, 1.0) if like is RAND_UNIFORM else ANY
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
