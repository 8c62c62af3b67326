"""Kernels that do nothing but replace a part of an array: on the host that part is copied, and no positions are computed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from ..codegen.body import Body
from .blocks import strides_of
from .provider import KernelCall

_THREADED_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Part:
    """Where a kernel's work is: the input that is replaced in part, the input that is put there, and the parameters of the positions."""

    old: int
    new: int
    parameters: tuple[int, ...]


def part_of(body: Body) -> Part | None:
    """What such a kernel does; None for all other kernels (see ``graph.views``: SPLICE of TAKE at a position)."""
    if type(body) is not Body or len(body.stores) != 1 or body.accumulations or len(body.instructions) != 4:
        return None
    first = len(body.inputs) + len(body.parameters)
    by_name = {item.op.name: (number, item) for number, item in enumerate(body.instructions, first)}
    if set(by_name) != {"index", "position", "take", "splice"} or body.stores[0].value != by_name["splice"][0]:
        return None
    (at, position), (taken, take), (_, splice) = (by_name[name] for name in ("position", "take", "splice"))
    old, new = splice.operands[0], take.operands[0]
    if splice.operands[1:] != (taken, at) or take.operands[1] != at or position.operands[0] != by_name["index"][0]:
        return None
    numbers = [k - len(body.inputs) for k in position.operands[1:]]
    if max(old, new) >= len(body.inputs) or not body.inputs[new].length or body.inputs[old].offset:
        return None
    alike = body.stores[0].matlab_class == body.inputs[old].matlab_class
    if not alike or min(numbers) < 0 or max(numbers) >= len(body.parameters):
        return None
    own = strides_of(body, body.inputs[old])
    step = 1
    for n, stride in zip(body.space, own, strict=True):
        if n != 1 and stride != step:
            return None
        step *= n
    return Part(old, new, tuple(numbers))


def pieces(call: KernelCall, part: Part, threads: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """The copies (to, from) that put the part in its place, enough of them for all threads."""
    base, *numbers = (_signed(call.parameters[k]) for k in part.parameters)
    to, source = call.outputs[0].reshape(-1, order="F"), call.inputs[part.new].reshape(-1, order="F")
    axes = [numbers[k : k + 6] for k in range(0, len(numbers), 6)]
    start = sum(stride * first for stride, _, first, _, _, _ in axes)
    shape = tuple(span // step + 1 for _, _, _, span, step, _ in axes)
    width = to.itemsize
    target = np.lib.stride_tricks.as_strided(to[start:], shape, [stride * step * width for stride, _, _, _, step, _ in axes])
    taken = np.lib.stride_tricks.as_strided(source[base:], shape, [own * width for *_, own in axes])
    count = min(threads, shape[-1]) if target.nbytes >= _THREADED_BYTES else 1
    cuts = [shape[-1] * i // count for i in range(count + 1)]
    return [(target[..., a:b], taken[..., a:b]) for a, b in pairwise(cuts)]


def _signed(value: Any) -> int:
    number = int(value)
    return number - (1 << 32) if number >= 1 << 31 else number
