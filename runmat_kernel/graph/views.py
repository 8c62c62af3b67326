"""Arrays read at other places than their own: strided slices, elements at computed positions, and elements replaced in place.

A slice (``SLICE``) is a map node whose ``reduction`` is a ``View`` of its one operand; kernels read the operand through it.
``TAKE`` reads its first operand, which must be in memory, at computed positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import prod
from typing import Any

import numpy as np

from ..base.records import record
from . import pointwise
from .generators import index_node
from .node import Constant, Node
from .op import Op
from .primitives import CASTS

NOWHERE = 0xFFFFFFFF
"""The position of an element that is not replaced."""


@record
class View:
    """Elements of a contiguous column-major array: ``strides`` (in elements) over the shape of the view, and the first one's ``offset``."""

    strides: tuple[int, ...]
    offset: int = 0


SLICE = Op("slice", 1, lambda x: x, lambda a: a, lambda a: a, "{0}", lambda a: a, cost=0.0, real=pointwise.identity)


def slice_node(source: Node, view: View, shape: tuple[int, ...], where: Any = None) -> Node:
    """The Node of a View of an array.  A view of a slice reads what that slice reads."""
    node = Node.map(SLICE, (source,), source.matlab_class, source.matlab_class, shape, where)
    node.reduction = view
    # Where it begins is no part of that: plans are the same, with another number.
    node.structure = (*node.structure, view.strides)
    return node


def viewed(array: np.ndarray, view: View, shape: tuple[int, ...]) -> np.ndarray:
    """A View of a host array."""
    flat = array.reshape(-1, order="F")
    # not the size of an element: a constant that is spread out has a stride of zero
    (step,) = flat.strides
    return np.lib.stride_tricks.as_strided(flat[view.offset :], shape, tuple(s * step for s in view.strides), writeable=False)


def through(view: View, shape: tuple[int, ...], steps: Sequence[tuple[int, int]]) -> View:
    """The view of a view: (first position, step) along each dimension of ``shape``."""
    strides = tuple(step * s for (_, step), s in zip(steps, view.strides, strict=True))
    return View(strides, view.offset + sum(first * s for (first, _), s in zip(steps, view.strides, strict=True)))


def own_view(shape: Sequence[int]) -> View:
    """An array as a view of itself."""
    strides, step = [], 1
    for n in shape:
        strides.append(step)
        step *= n
    return View(tuple(strides))


# ------------------------------------------------------------------ positions


def _take(source: np.ndarray, positions: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    return np.take(source.reshape(-1, order="F"), positions, out=out, mode="clip")


TAKE = Op(
    "take", 2, _take, lambda source, positions: source, wgsl="take", ranges=lambda source, positions: source, cost=2.0, real=_take,
    raw_operands=True, whole=1,
)  # fmt: skip
"""The elements of the first operand, which is in memory, at 0-based positions (uint32)."""


def _merge(old: Any, new: Any, mask: Any, out: np.ndarray | None = None) -> np.ndarray:
    if out is None:
        return np.where(mask, new, old)
    if out is not old:
        out[...] = old
    mask, new = np.asarray(mask), np.asarray(new)
    alike = all(a.flags.f_contiguous and a.shape == out.shape for a in (out, mask, *([new] if new.ndim else [])))
    if alike:
        # Several times as fast as copying where the mask is true, but it knows one order of elements only.
        np.putmask(out.reshape(-1, order="F"), mask.reshape(-1, order="F"), new.reshape(-1, order="F"))
    else:
        np.copyto(out, new, where=mask)
    return out


def _merged(old: np.ndarray, new: np.ndarray, mask: np.ndarray) -> np.ndarray:
    return np.where(mask, new, old)


MERGE = Op(
    "merge", 3, _merged, lambda old, new, mask: old, wgsl="select({0}, {1}, {2})",
    ranges=lambda old, new, mask: _union(old, new), real=_merge, raw_operands=True,
)  # fmt: skip
"""``old`` with the elements where ``mask`` is true replaced; all but the mask are of one class."""


def _splice(old: Any, new: Any, at: Any, out: np.ndarray | None = None) -> np.ndarray:
    return _merge(old, new, np.asarray(at) != NOWHERE, out)


SPLICE = Op(
    "splice", 3, _splice, lambda old, new, at: old, wgsl=f"select({{0}}, {{1}}, {{2}} != {NOWHERE}u)",
    ranges=lambda old, new, at: _union(old, new), real=_splice, raw_operands=True,
)  # fmt: skip
"""``old`` with the elements that have a position replaced."""


def _union(a: Any, b: Any) -> Any:
    return type(a)(min(a.low, b.low), max(a.high, b.high), a.integer and b.integer)


def _place(first: Any, second: Any, out: np.ndarray | None = None) -> np.ndarray:
    return np.add(first, second, out=out, dtype=np.uint32)


PLACE = Op("place", 2, _place, lambda *classes: "uint32", wgsl="{0} + {1}", real=_place, raw_operands=True)
"""A position (uint32) from the steps along two dimensions."""


def _beside(name: str, symbol: str, compare: Any) -> Op:
    def numpy(index: Any, rows: Any, k: Any, out: np.ndarray | None = None) -> np.ndarray:
        column, row = np.divmod(np.asarray(index).astype(np.int64), int(np.asarray(rows).flat[0]))
        return pointwise.give(compare(column - row, int(np.asarray(k).flat[0])), out)

    wgsl = f"i32({{0}} / {{1}}) - i32({{0}} % {{1}}) {symbol} {{2}}"
    return Op(name, 3, numpy, lambda *classes: "logical", wgsl=wgsl, cost=20.0, real=numpy, raw_operands=True)


BELOW, ABOVE, ON = (_beside(n, s, c) for n, s, c in (("below", "<", np.less), ("above", ">", np.greater), ("on", "==", np.equal)))
"""Whether an element of a matrix lies below (above, on) the k-th diagonal; operands: its linear index, the rows, and k."""


def beside_node(op: Op, index: Node, rows: int, k: int, where: Any = None) -> Node:
    """BELOW, ABOVE or ON for each element of a matrix."""
    return Node.map(op, (index, Constant(rows, "uint32"), Constant(k, "int32")), "logical", "logical", index.shape, where)


def identity_node(shape: tuple[int, ...], rows: int, matlab_class: str) -> Node:
    """The identity of so many rows, lying in another shape."""
    diagonal = beside_node(ON, index_node(shape), rows, 0)
    return diagonal if matlab_class == "logical" else Node.map(CASTS[matlab_class], (diagonal,), matlab_class, "double", shape)


@record
class Axis:
    """A dimension of the array that is written: its stride and extent, the first position that is written, how far the last one lies
    behind it, the step, and the stride of what is written there (modulo 2^32)."""

    stride: int
    extent: int
    first: int
    span: int
    step: int
    source: int

    @property
    def numbers(self) -> tuple[int, ...]:
        return (self.stride, self.extent, self.first, self.span, self.step, self.source)


def axes_of(steps: Sequence[tuple[int, int, int]], extents: Sequence[int]) -> tuple[int, list[Axis]]:
    """The position of the first element and the axes of what is written at ``steps`` (first, step, count) of dimensions of these extents.

    Dimensions that are written whole are one with the next, where that one is written without a gap.
    """
    merged: list[tuple[int, int, int, int]] = []
    for (first, step, count), extent in zip(steps, extents, strict=True):
        if extent == 1:
            continue
        if merged and step == 1 and merged[-1][:3] == (0, 1, merged[-1][3]):
            inner = merged.pop()[3]
            first, count, extent = first * inner, count * inner, extent * inner
        merged.append((first, step, count, extent))
    base, stride, source, axes = 0, 1, 1, []
    for first, step, count, extent in merged:
        low = first if step > 0 else first + step * (count - 1)
        axes.append(Axis(stride, extent, low, abs(step) * (count - 1), abs(step), source if step > 0 else -source))
        base += 0 if step > 0 else source * (count - 1)
        stride, source = stride * extent, source * count
    return base, axes


@record
class AxisForm:
    """What the device need not compute for an axis: integer quotients cost it as much as twenty sums.

    ``inner``: neighbouring elements lie along it.  ``outer``: nothing lies beyond it.  ``every``: no element of its range is left out.
    """

    inner: bool
    outer: bool
    every: bool


@cache
def _position_op(forms: tuple[AxisForm, ...]) -> Op:
    """The Op of axes of these forms: operands are the linear index, the position of the first element, and six numbers for each axis."""
    rank = len(forms)

    def numpy(index: np.ndarray, base: Any, *numbers: Any, out: np.ndarray | None = None) -> np.ndarray:
        index = np.asarray(index).astype(np.int64)
        at, inside = np.zeros(index.shape, np.int64) + int(np.asarray(base).flat[0]), np.ones(index.shape, bool)
        for d in range(rank):
            stride, extent, first, span, step, source = (int(np.asarray(n).flat[0]) for n in numbers[6 * d : 6 * d + 6])
            distance = index // stride % extent - first
            inside &= (distance >= 0) & (distance <= span) & (distance % step == 0)
            at += distance // step * source
        positions = np.where(inside, at & 0xFFFFFFFF, NOWHERE).astype(np.uint32)
        return pointwise.give(positions, out)

    tests, terms = [], ["{1}"]
    for d, form in enumerate(forms):
        stride, extent, first, span, step, source = (f"{{{2 + 6 * d + k}}}" for k in range(6))
        own = "{0}" if form.inner else f"{{0}} / {stride}"
        distance = f"({own if form.outer else f'{own} % {extent}'} - {first})"
        tests.append(f"{distance} <= {span}" + ("" if form.every else f" && {distance} % {step} == 0u"))
        terms.append(f"{distance if form.every else f'{distance} / {step}'} * {source}")
    wgsl = f"select({NOWHERE}u, {' + '.join(terms)}, {' && '.join(tests) or 'true'})"
    return Op("position", 2 + 6 * rank, numpy, lambda *classes: "uint32", wgsl=wgsl, cost=2.0 + 4.0 * rank, real=numpy, raw_operands=True)


def position_node(index: Node, base: int, axes: Sequence[Axis], where: Any = None) -> Node:
    """For each element the 0-based position in what is written there, or ``NOWHERE``."""
    total = prod(index.shape)
    forms = tuple(AxisForm(axis.stride == 1, axis.stride * axis.extent >= total, axis.step == 1) for axis in axes)
    numbers = [Constant(n % 2**32, "uint32") for n in (base, *(n for axis in axes for n in axis.numbers))]
    return Node.map(_position_op(forms), (index, *numbers), "uint32", "uint32", index.shape, where)


def is_position(item: Any) -> bool:
    return type(item) is Node and item.op is not None and item.op.name == "position"


def as_copied(node: Node) -> Node:
    """What lies in memory where a part that is put into an array is copied: the part, for one that is taken at positions."""
    return node.operands[0] if node.op is TAKE and is_position(node.operands[1]) else node  # type: ignore[return-value]


@cache
def _shifted_op(rank: int) -> Op:
    """The Op of ``rank`` axes that are shifted circularly: operands are the linear index, then stride, extent and shift of each."""

    def numpy(index: np.ndarray, *numbers: Any, out: np.ndarray | None = None) -> np.ndarray:
        at = np.asarray(index).astype(np.int64)
        for d in range(rank):
            stride, extent, shift = (int(np.asarray(n).flat[0]) for n in numbers[3 * d : 3 * d + 3])
            own = at // stride % extent
            at = at + ((own + shift) % extent - own) * stride
        return pointwise.give(at.astype(np.uint32), out)

    terms = []
    for d in range(rank):
        stride, extent, shift = (f"{{{1 + 3 * d + k}}}" for k in range(3))
        own = f"{{0}} / {stride} % {extent}"
        terms.append(f"(({own} + {shift}) % {extent} - {own}) * {stride}")
    wgsl = " + ".join(["{0}", *terms])
    return Op("circshift", 1 + 3 * rank, numpy, lambda *classes: "uint32", wgsl=wgsl, cost=6.0 * rank, real=numpy, raw_operands=True)


def shifted_node(index: Node, axes: Sequence[tuple[int, int, int]], where: Any = None) -> Node:
    """For each element the position it takes its value from when axes (stride, extent, shift >= 0) are shifted circularly."""
    numbers = [Constant(n, "uint32") for axis in axes for n in axis]
    return Node.map(_shifted_op(len(axes)), (index, *numbers), "uint32", "uint32", index.shape, where)
