"""Filters with feedback along one dimension of many channels, as one loop inside a kernel."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from ..graph.generators import fill_node
from ..graph.loop import Carry, Moving, Trace, Written, symbol
from ..graph.node import Node, line_of
from ..graph.primitives import CASTS, MINUS, PLUS, TIMES
from ..plan.loops import lower
from ..values.classes import DTYPES
from ..values.tensor import Tensor
from .loops import Tracing, node_of, ready_inputs, run, tensor_of
from .protocols import Executor

MOST_ORDER = 16
"""Feedback reaches so far back at most: what is carried stays in registers."""
LEAST_TURNS = 3


def filtered(engine: Executor, top: Sequence[float], bottom: Sequence[float], x: Tensor, axis: int) -> Tensor | None:
    """``filter(top, bottom, x, [], axis + 1)`` in doubles, given in the class of ``x``; None where there are too few channels for a kernel.

    The coefficients are as many on both sides, divided by the first of ``bottom``.  The transposed direct form, term by term as scipy
    has it: the numbers are the same.
    """
    settings, shape = engine.settings, x.shape
    channels = tuple(1 if d == axis else n for d, n in enumerate(shape))
    if not (settings.loops and settings.fusion) or engine.tracing is not None or axis >= len(shape) or x.is_complex:
        return None
    least = settings.loop_elements if engine.device.info.gathers else settings.defer_elements
    if prod(channels) < max(least, 2) or shape[axis] < LEAST_TURNS or not 2 <= len(top) <= MOST_ORDER + 1:
        return None
    trace = _trace(engine, top, bottom, x, axis, channels)
    kept = ready_inputs(engine, trace, whole=False)
    line = line_of(engine.place())
    tensors = run(engine, lower(trace), () if line is None else (line,))
    del kept
    return tensors[-1] if tensors is not None else None


def _trace(engine: Executor, top: Sequence[float], bottom: Sequence[float], x: Tensor, axis: int, channels: tuple[int, ...]) -> Trace:
    """One step in time of all channels: y = b0 x + z1, then each state takes over the next one's place."""
    before, nothing = _filled(engine, channels, "double"), _filled(engine, x.shape, x.matlab_class)
    trace = Trace(x.shape[axis])
    steps = [prod(x.shape[:d]) for d in range(len(x.shape))]
    strides, move = tuple(0 if d == axis else s for d, s in enumerate(steps)), steps[axis]
    with Tracing(engine, trace):
        read = symbol("read", x.matlab_class, channels)
        trace.reads.append(Moving(read, x, strides, 0, move))
        now = engine.elementwise(CASTS["double"], (tensor_of(engine, read),))
        states = [symbol("carry", "double", channels) for _ in top[1:]]
        held = [tensor_of(engine, s) for s in states]
        y = engine.elementwise(PLUS, (held[0], engine.elementwise(TIMES, (now, top[0]))))
        for k, (state, b, a) in enumerate(zip(states, top[1:], bottom[1:], strict=True)):
            later = engine.elementwise(TIMES, (now, b))
            if k + 1 < len(held):
                later = engine.elementwise(PLUS, (held[k + 1], later))
            later = engine.elementwise(MINUS, (later, engine.elementwise(TIMES, (y, a))))
            trace.carries.append(Carry("", state, before, _node(later)))
        value = y if x.matlab_class == "double" else engine.elementwise(CASTS[x.matlab_class], (y,))
        trace.writes.append(Written("", nothing, strides, 0, move, channels, _node(value)))
    return trace


def _node(value: Any) -> Node:
    node = node_of(value)
    assert node is not None
    return node


def _filled(engine: Executor, shape: tuple[int, ...], matlab_class: str) -> Tensor:
    """Zeros, which are not made where they are many: they begin in the kernel, or are written all over."""

    def zeros() -> np.ndarray:
        return np.zeros(shape, DTYPES[matlab_class], order="F")

    deferred = engine.source(zeros, lambda own: fill_node(0.0, own, matlab_class), shape, matlab_class, constant=True)
    return deferred if deferred is not None else Tensor(zeros(), matlab_class)
