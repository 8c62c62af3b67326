"""Kernels that do nothing but replace parts of arrays run as copies of those parts; no positions are computed."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from ...base.records import record
from ...codegen.body import Body
from ..provider import KernelCall
from .blocks import strides_of

_THREADED_BYTES = 1 << 20


@record
class Part:
    """The copy for one output: the input that is replaced in part, the input that is put there, and the parameters of the positions."""

    old: int
    new: int
    parameters: tuple[int, ...]


def parts_of(body: Body) -> tuple[Part, ...] | None:
    """The copies of such a kernel, one for each output; None for all other kernels (see ``graph.views``: SPLICE of TAKE at a position)."""
    if body.accumulations or len(body.instructions) != 3 * len(body.stores) + 1:
        return None
    parts = [_part_of(body, store.value, store.matlab_class) for store in body.stores]
    if None in parts or len({store.value for store in body.stores}) < len(parts):
        return None
    return tuple(parts)  # type: ignore[arg-type]


def _part_of(body: Body, number: int, matlab_class: str) -> Part | None:
    first = len(body.inputs) + len(body.parameters)

    def made_by(name: str, k: int) -> Any:
        """The operands of an instruction, where it is of this name."""
        item = body.instructions[k - first] if k >= first else None
        return item.operands if item is not None and item.op.name == name else None

    splice: Any = made_by("splice", number)
    take: Any = made_by("take", splice[1]) if splice is not None else None
    position: Any = made_by("position", splice[2]) if take is not None else None
    if position is None or take[1] != splice[2] or made_by("index", position[0]) is None:
        return None
    old, new = splice[0], take[0]
    numbers = [k - len(body.inputs) for k in position[1:]]
    if max(old, new) >= len(body.inputs) or not body.inputs[new].length or body.inputs[old].offset:
        return None
    if matlab_class != body.inputs[old].matlab_class or min(numbers) < 0 or max(numbers) >= len(body.parameters):
        return None
    own = strides_of(body, body.inputs[old])
    step = 1
    for n, stride in zip(body.space, own, strict=True):
        if n != 1 and stride != step:
            return None
        step *= n
    return Part(old, new, tuple(numbers))


def inputs_written_over(parts: tuple[Part, ...]) -> tuple[int, ...]:
    """The inputs that outputs may be written over, one for each; none where a part takes what another one would have written over."""
    taken = [k for part in parts for k in (part.old, part.new)]
    return tuple([part.old for part in parts]) if len(set(taken)) == len(taken) else ()


def pieces(call: KernelCall, output: int, part: Part, threads: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """The copies (to, from) that put the part of an output in its place, enough of them for all threads."""
    base, *numbers = (_signed(call.parameters[k]) for k in part.parameters)
    to, source = call.outputs[output].reshape(-1, order="F"), call.inputs[part.new].reshape(-1, order="F")
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
