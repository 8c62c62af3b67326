"""How a kernel's inputs are addressed: merged dimensions and the form of every read.

A shader depends on these forms and on the rank, never on sizes: sizes, strides and offsets are launch parameters.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from ...base.records import record
from ..body import Body, Input, KernelBody
from .random import PER_BLOCK, random_classes
from .scalars import SCALARS


@record
class Dimension:
    """One merged dimension of a space: its size, whether it is reduced, its stride in the linear index of the space."""

    size: int
    reduced: bool
    stride: int


@record
class Read:
    """How an input is read.

    ``form``: ``none`` (not read for elements), ``linear`` (a vector at the element's linear index), ``vector`` (a vector at a
    strided address), ``splat`` (one element for all lanes), ``gather`` (each lane on its own).  ``strides`` over the merged
    dimensions, ``offset`` in elements.
    """

    form: str
    strides: tuple[int, ...] = ()
    offset: int = 0


@record
class Space:
    """A space with its dimensions merged as far as every input allows, and the strides of the inputs over them."""

    dimensions: tuple[Dimension, ...]
    strides: tuple[tuple[int, ...], ...]
    offsets: tuple[int, ...]
    lanes: int

    @property
    def numel(self) -> int:
        return prod(d.size for d in self.dimensions)

    def linear(self, index: int) -> bool:
        """Whether an input lies exactly as the space itself."""
        return self.offsets[index] == 0 and all(
            s == d.stride for s, d in zip(self.strides[index], self.dimensions, strict=True) if d.size > 1
        )


def cumulative(shape: Sequence[int]) -> tuple[int, ...]:
    """The strides, in elements, of a contiguous column-major array."""
    strides, step = [], 1
    for size in shape:
        strides.append(step)
        step *= size
    return tuple(strides)


def result_strides(body: KernelBody) -> tuple[int, ...]:
    """The strides over the space of an array that lies as the result space: 0 along reduced dimensions."""
    own = cumulative(body.result_space)
    return tuple(0 if d in body.reduced else own[d] for d in range(len(body.space)))


def input_strides(body: KernelBody, item: Input) -> tuple[int, ...]:
    if item.strides is not None:
        return item.strides
    return result_strides(body) if item.result_space else cumulative(body.space)


def merged(body: Body, sizes: Sequence[int], inputs: Sequence[Input], offsets: Sequence[int]) -> Space:
    """The piece of ``body.space`` of the given ``sizes`` (only its last dimensions cut), with its dimensions merged.

    Two neighbours merge where both are reduced or both are kept and every input goes on evenly from one to the next.
    """
    own, used = cumulative(sizes), element_inputs(body)
    strides = [input_strides(body, item) if k in used else own for k, item in enumerate(inputs)]
    groups: list[list[int]] = []  # [size, reduced, own stride, stride of each input ...]
    for d, size in enumerate(sizes):
        if size == 1:
            continue
        entry = [size, int(d in body.reduced), own[d], *(s[d] for s in strides)]
        last = groups[-1] if groups else None
        if last is not None and last[1] == entry[1] and all(e == p * last[0] for e, p in zip(entry[2:], last[2:], strict=True)):
            last[0] *= size
        else:
            groups.append(entry)
    if not groups:
        groups.append([1, int(bool(body.reduced)), 1, *([0] * len(strides))])
    return Space(
        tuple(Dimension(g[0], bool(g[1]), g[2]) for g in groups),
        tuple(tuple(g[3 + k] for g in groups) for k in range(len(strides))),
        tuple(offsets),
        lanes(body, inputs),
    )


def element_inputs(body: KernelBody) -> frozenset[int]:
    """The inputs read for each element; the others are read once for each result, by finish instructions, or as a whole."""
    used = {k for instruction in body.instructions for k in instruction.operands}
    used |= {a.operand for a in body.accumulations} | {s.value for s in body.stores}
    return frozenset(k for k, item in enumerate(body.inputs) if k in used and not item.length)


def lanes(body: Body, inputs: Sequence[Input]) -> int:
    """Elements that one thread takes at a time: 16 bytes of the narrowest 32-bit class, or of doubles where all are.

    Where random numbers are drawn, the elements that one Philox block gives.
    """
    drawn = random_classes(body)
    if drawn:
        return max(PER_BLOCK[c] for c in drawn)
    classes = [i.matlab_class for i in inputs if not i.result_space] + [s.matlab_class for s in body.stores]
    shared_words = any(SCALARS[s.matlab_class].per_word > 1 for s in body.results)
    return 2 if classes and not shared_words and all(SCALARS[c].nbytes == 8 for c in classes) else 4


def reads(body: Body, space: Space, width: int) -> tuple[Read, ...]:
    """The form in which each input is read, ``width`` consecutive elements along the first merged dimension at a time.

    Without whole vectors in a row (the first dimension is no multiple of the width) only inputs that lie as the space are
    read as vectors.
    """
    first = space.dimensions[0].size
    whole_rows = first % width == 0 or len(space.dimensions) == 1
    forms, used = [], element_inputs(body)
    for k, (strides, offset) in enumerate(zip(space.strides, space.offsets, strict=True)):
        if k not in used:
            forms.append(Read("none"))
        elif space.linear(k):
            forms.append(Read("linear"))
        elif strides[0] == 0 and whole_rows:
            forms.append(Read("splat", strides, offset))
        elif whole_rows and width > 1 and strides[0] == 1 and not any(x % width for x in (offset, *strides[1:])):
            forms.append(Read("vector", strides, offset))
        else:
            forms.append(Read("gather", strides, offset))
    return tuple(forms)
