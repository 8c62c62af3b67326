"""Records reads and writes of parts of arrays: slices, elements at given positions, and parts that are replaced."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import zip_longest
from typing import Any

import numpy as np

from ..graph.complex import WHOLE
from ..graph.evaluate import cast_result
from ..graph.generators import LARGEST_INDEX, index_node
from ..graph.node import LEAF, Constant, Node, range_of
from ..graph.primitives import CASTS, MINUS
from ..graph.shapes import numel
from ..graph.views import (
    ABOVE,
    BELOW,
    MERGE,
    PLACE,
    SLICE,
    SPLICE,
    TAKE,
    View,
    axes_of,
    beside_node,
    own_view,
    position_node,
    shifted_node,
    slice_node,
    through,
)
from ..graph.window import Window, window_node
from ..values.classes import DTYPES
from ..values.convert import as_array
from ..values.subscripts import Resolved, folded, linear_shape, resolve
from ..values.tensor import Tensor, matlab_shape
from . import masked_elements
from .eager import from_array
from .masked_elements import read_chosen, write_chosen
from .protocols import Recorder
from .storage import Device, Pending

_FLOATS = frozenset({"double", "single"})
MOVED = frozenset({"double", "single", "logical", "int8", "int16", "int32", "uint8", "uint16", "uint32"})
"""Classes whose elements kernels move from place to place."""
_LOOK_ELEMENTS = 1 << 20
"""Elements of an array on a device from which on fetching one is cheaper than fetching all."""
_MOST_LOOKS = 32
_MOST_PATCHES = 8
"""Single elements written into a deferred array one after another before it is computed: each costs a pass over the array."""


def record_view(engine: Recorder, value: Tensor, view: View, shape: tuple[int, ...], where: Any) -> Any:
    """The deferred view of a real array; ``view`` is over ``shape`` and the array as it lies."""
    node, shape = engine._node(value), matlab_shape(shape)
    view = View(view.strides[: len(shape)], view.offset)
    if view == own_view(shape) and numel(shape) == numel(node.shape):
        return value if shape == node.shape else engine.reshape(value, shape)
    key = (SLICE, view, shape, id(node))

    def make() -> Node:
        engine.check_size(shape, value.matlab_class)
        return slice_node(node, view, shape, where)

    return engine._tensor(engine.interned(key, make))


def view_along(engine: Recorder, value: Tensor, steps: Sequence[tuple[int, int, int]], where: Any) -> Any:
    """Along each dimension of the array the first position, step and count of what is read."""
    node, shape = engine._node(value), tuple(count for _, _, count in steps)
    starts = [(first, step) for first, step, _ in steps]
    if node.op is SLICE:
        source = node.operands[0]
        base = source.tensor if source.kind == LEAF else engine._tensor(source)
        own = node.reduction
        own = View(own.strides + (1,) * (len(steps) - len(own.strides)), own.offset)
        return record_view(engine, base, through(own, value.shape, starts), shape, where)
    lengths = value.shape + (1,) * (len(steps) - len(value.shape))
    return record_view(engine, value, through(own_view(lengths), lengths, starts), shape, where)


def read(engine: Recorder, value: Tensor, subscripts: tuple[Any, ...], where: Any) -> Any:
    """``value(subscripts)``, deferred; None where it is read at once (errors are then worded there too).

    Deferred are large slices, and every part of an array that is not on the host, except single elements.
    """
    shape = value.shape
    if not subscripts or 0 in shape or (value._array is None and numel(shape) >= LARGEST_INDEX * 16):
        return None
    if len(subscripts) == 1 and (chosen := read_chosen(engine, value, subscripts[0], where)) is not None:
        return chosen
    extents = (numel(shape),) if len(subscripts) == 1 else folded(shape, len(subscripts))
    on_host = value._array is not None
    if (
        len(subscripts) == 1
        and not (on_host and not engine.device.info.gathers)
        and (_proved(subscripts[0], extents[0]) or _asked(engine, value, subscripts[0], extents[0]))
    ):
        return _take(engine, value, subscripts[0], where)
    if on_host and not _worth(engine, subscripts, extents):
        return None
    resolved = _resolved(subscripts, extents)
    counts = tuple(r.count for r in resolved)
    if 0 in counts or any(r.reach > n for r, n in zip(resolved, extents, strict=True)):
        return None
    if on_host and numel(counts) < engine._least:
        return None
    if all(n == 1 for n in counts):
        return _single(engine, value, resolved, extents, where)
    steps = [_steps(r) for r in resolved]
    if all(s is not None for s in steps):
        return _read_slice(engine, value, resolved, extents, steps, where)
    if on_host and not engine.device.info.gathers:
        return None
    return _read_positions(engine, value, resolved, extents, where)


def _proved(subscript: Any, extent: int) -> bool:
    """Whether a deferred subscript can only hold positions of the array: no NaN, which is within all bounds."""
    if type(subscript) is not Tensor or subscript._array is not None or type(subscript.storage) is not Pending or extent >= LARGEST_INDEX:
        return False
    bounds = range_of(subscript.storage.node)
    return subscript.matlab_class in _FLOATS and bounds.integer and bounds.defined and bounds.low >= 1 and bounds.high <= extent


def _asked(engine: Recorder, value: Tensor, subscript: Any, extent: int) -> bool:
    """Whether a large subscript on a device holds positions of the array alone: its bounds come to the host, not its elements."""
    if type(subscript) is not Tensor or subscript._array is not None or subscript.matlab_class not in MOVED - {"logical"}:
        return False
    if (
        engine.tracing is not None
        or not engine.prefers_device(subscript)
        or extent >= LARGEST_INDEX
        or numel(subscript.shape) < masked_elements.LEAST_ELEMENTS
    ):
        return False
    if value._array is not None and not engine.holds(value.storage):
        return False
    dims, kind = tuple(range(len(subscript.shape))), subscript.matlab_class
    asked = [engine.reduce(name, subscript, dims, kind) for name in ("min", "max")]
    if kind in _FLOATS:
        asked.append(engine.reduce("all", engine.elementwise(WHOLE, (subscript,)), dims, "logical"))
    low, high, *whole = (as_array(a).item() for a in asked)
    return low >= 1 and high <= extent and all(whole)


def _take(engine: Recorder, value: Tensor, subscript: Tensor, where: Any) -> Tensor:
    """Elements at positions that are computed on the way."""
    resolved = Resolved(None, numel(subscript.shape), subscript.shape, 0)
    shape = matlab_shape(linear_shape(resolved, value.shape))
    positions = engine.elementwise(CASTS["uint32"], (engine.elementwise(MINUS, (subscript, 1.0)),))
    if shape != subscript.shape:
        positions = engine.reshape(positions, shape)
    node = Node.map(TAKE, (engine._node(value), engine._node(positions)), value.matlab_class, value.matlab_class, shape, where)
    return engine._tensor(node)


def take(engine: Recorder, value: Any, positions: Any, where: Any) -> Any:
    """Elements at 0-based linear positions (class uint32) that are inside: deferred where either waits or is on a device."""
    if not (any(engine.prefers_device(v) for v in (value, positions)) and engine._viewable(value, 1) and engine._viewable(positions, 1)):
        return from_array(TAKE.numpy(as_array(value), as_array(positions)))
    node = Node.map(TAKE, (engine._node(value), engine._node(positions)), value.matlab_class, value.matlab_class, positions.shape, where)
    return engine._tensor(node)


def _single(engine: Recorder, value: Tensor, resolved: list[Resolved], extents: Sequence[int], where: Any) -> Any:
    """One element of a large array on a device, fetched without the others; None where all of them are."""
    if numel(value.shape) < _LOOK_ELEMENTS or not engine.device.info.gathers:
        return None
    if type(value.storage) is Pending:
        engine.flush("value needed on the host", value.storage.node)
    storage = value.storage
    if value._array is not None or not isinstance(storage, Device) or not engine.holds(storage) or storage.looks >= _MOST_LOOKS:
        return None
    storage.looks += 1
    offset, stride = 0, 1
    for r, extent in zip(resolved, extents, strict=True):
        offset += int(np.ravel(r.positions)[0] if type(r.positions) is not slice else r.positions.start) * stride
        stride *= extent
    return from_array(record_view(engine, value, View((1, 1), offset), (1, 1), where).array)


def _resolved(subscripts: Sequence[Any], extents: Sequence[int]) -> list[Resolved]:
    single = len(extents) == 1
    return [resolve(s, n, None if single else k) for k, (s, n) in enumerate(zip(subscripts, extents, strict=True), 1)]


def _worth(engine: Recorder, subscripts: Sequence[Any], extents: Sequence[int]) -> bool:
    """Whether a part of an array on the host could be large enough, told without looking at the subscripts' elements."""
    count = 1
    for s, extent in zip(subscripts, extents, strict=True):
        if type(s) is float or type(s) is bool:
            continue
        count *= len(s) if type(s) is range else numel(s.shape) if type(s) is Tensor else extent
    return count >= engine._least


def _steps(resolved: Resolved) -> tuple[int, int, int] | None:
    """First position, step and count of an evenly spaced subscript."""
    positions = resolved.positions
    if type(positions) is int:
        return positions, 1, 1
    if type(positions) is slice:
        return positions.start, positions.step, resolved.count
    if len(positions) < 2:
        return (int(positions[0]), 1, 1) if len(positions) else None
    first, step = int(positions[0]), int(positions[1]) - int(positions[0])
    return (first, step, resolved.count) if step and (np.diff(positions) == step).all() else None


def _read_slice(engine: Recorder, value: Tensor, resolved: list[Resolved], extents: Sequence[int], steps: list[Any], where: Any) -> Any:
    if len(resolved) > 1:
        if tuple(extents) != value.shape + (1,) * (len(extents) - len(value.shape)):
            folded_view = through(own_view(extents), tuple(extents), [(first, step) for first, step, _ in steps])
            return record_view(engine, value, folded_view, tuple(s[2] for s in steps), where)
        return view_along(engine, value, steps, where)
    shape = linear_shape(resolved[0], value.shape)
    first, step, count = steps[0]
    if len(value.shape) == 2 and 1 in value.shape and len(shape) == 2 and 1 in shape:
        along = [(0, 1, 1), (first, step, count)] if value.shape[0] == 1 else [(first, step, count), (0, 1, 1)]
        vector = view_along(engine, value, along, where)
        return vector if vector.shape == shape else engine.reshape(vector, shape)
    own, at = own_view(shape), step
    return record_view(engine, value, View(tuple(s * at for s in own.strides), first), shape, where)


def _read_positions(engine: Recorder, value: Tensor, resolved: list[Resolved], extents: tuple[int, ...], where: Any) -> Any:
    """Elements at positions that are known on the host."""
    if numel(extents) >= LARGEST_INDEX:
        return None
    shape = matlab_shape(linear_shape(resolved[0], value.shape) if len(resolved) == 1 else tuple(r.count for r in resolved))
    steps, stride = [], 1
    for d, (r, extent) in enumerate(zip(resolved, extents, strict=True)):
        p = r.positions
        along = np.arange(r.count) * p.step + p.start if type(p) is slice else np.atleast_1d(p)
        steps.append((along.astype(np.uint32) * np.uint32(stride)).reshape([-1 if k == d else 1 for k in range(len(resolved))]))
        stride *= extent
    if len(resolved) > 1 and engine.device.info.gathers and len(shape) == len(resolved):
        # The steps of each dimension go to the device, not the positions of all elements.
        at = engine._node(Tensor(steps[0]))
        for step in steps[1:]:
            spread = tuple(max(n, m) for n, m in zip_longest(at.shape, step.shape, fillvalue=1))
            at = Node.map(PLACE, (at, engine._node(Tensor(step))), "uint32", "uint32", spread, where)
    else:
        at = engine._node(Tensor(np.asfortranarray(reduce(np.add, steps).reshape(shape, order="F"))))
    return engine._tensor(Node.map(TAKE, (engine._node(value), at), value.matlab_class, value.matlab_class, shape, where))


def triangle(engine: Recorder, value: Tensor, k: int, where: Any, *, upper: bool) -> Tensor:
    """The matrix with zeros below (above) its k-th diagonal."""
    shape = value.shape
    k = min(max(k, -shape[0]), shape[1])
    outside = beside_node(BELOW if upper else ABOVE, _index(engine, shape), shape[0], k, where)
    zero = Constant(cast_result(np.array(0.0), value.matlab_class).item(), value.matlab_class)
    return engine._tensor(Node.map(MERGE, (engine._node(value), zero, outside), value.matlab_class, value.matlab_class, shape, where))


def circularly_shifted(engine: Recorder, value: Tensor, shifts: Sequence[tuple[int, int]], where: Any) -> Tensor | None:
    """``circshift`` by (dimension, shift) pairs, deferred where a device is open; each dimension at most once."""
    shape = value.shape
    if not engine.device.info.gathers or 2 * numel(shape) >= LARGEST_INDEX:
        return None
    strides = own_view(shape).strides
    axes = [(strides[d], shape[d], -shift % shape[d]) for d, shift in shifts if d < len(shape) and shift % shape[d]]
    if not axes:
        return value
    at = shifted_node(_index(engine, shape), axes, where)
    return engine._tensor(Node.map(TAKE, (engine._node(value), at), value.matlab_class, value.matlab_class, shape, where))


def record_window(engine: Recorder, value: Any, weights: Any, form: Window, shape: tuple[int, ...], where: Any) -> Tensor | None:
    """Weighted sums over windows, where they are large and of real floats."""
    if numel(shape) < engine._least or max(numel(shape), form.inner * form.rows * form.columns) >= LARGEST_INDEX // 2:
        return None
    for x in (value, weights):
        if type(x) is not Tensor or x._is_complex or x.matlab_class not in _FLOATS or 0 in x.shape:
            return None
        if x._array is None and x.is_complex:
            return None
    matlab_class = "single" if "single" in (value.matlab_class, weights.matlab_class) else "double"
    x, w = (engine._node(x if x.matlab_class == matlab_class else engine.elementwise(CASTS[matlab_class], (x,))) for x in (value, weights))
    engine.check_size(shape, matlab_class)
    return engine._tensor(window_node(x, w, _index(engine, shape), form, where))


# ------------------------------------------------------------------ writing


def write(engine: Recorder, old: Tensor, subscripts: tuple[Any, ...], new: Any, where: Any) -> Tensor | None:
    """``old(subscripts) = new`` as a new deferred array; None where it is written at once."""
    shape = old.shape
    if 0 in shape or numel(shape) >= LARGEST_INDEX or len(subscripts) > len(shape):
        return None
    new = _operand(old, new)
    if new is None:
        return None
    mask = subscripts[0]
    if len(subscripts) == 1 and type(mask) is Tensor and mask.matlab_class == "logical" and mask.shape == shape:
        return _write_mask(engine, old, mask, new, where) if type(new) is Constant else write_chosen(engine, old, new, mask, where)
    elsewhere = old._array is None or (type(new) is Tensor and new._array is None) or engine.holds(old.storage)
    if engine.tracing is None and (not engine.device.info.gathers or not elsewhere):
        return None
    extents = (numel(shape),) if len(subscripts) == 1 else folded(shape, len(subscripts))
    resolved = _resolved(subscripts, extents)
    steps: list[Any] = [_steps(r) for r in resolved]
    counts = tuple(r.count for r in resolved)
    if any(s is None for s in steps) or 0 in counts or any(r.reach > n for r, n in zip(resolved, extents, strict=True)):
        return None
    if type(new) is Tensor and [n for n in counts if n != 1] != [n for n in new.shape if n != 1]:
        if len(subscripts) > 1 or numel(new.shape) != counts[0]:
            return None
    if not engine.device.info.gathers and type(new) is Constant:
        # The host reads a mask faster than it computes positions.
        flags = np.zeros(extents, bool, order="F")
        flags[tuple(slice(first, first + step * count if first + step * count >= 0 else None, step) for first, step, count in steps)] = True
        return _write_mask(engine, old, Tensor(flags.reshape(shape, order="F"), "logical"), new, where)
    if numel(counts) == 1 and _patches(engine._node(old)) >= _MOST_PATCHES:
        return None
    return _splice(engine, old, steps, extents, new, where)


def _operand(old: Tensor, new: Any) -> Constant | Tensor | None:
    """The value that is written, in the class of the array; None where that needs a conversion that is not deferred."""
    own = old.matlab_class
    if type(new) is bool or type(new) is float:
        if own == "logical" and type(new) is float:
            return None
        return Constant(cast_result(np.array(new), own).item(), own)
    if type(new) is not Tensor or new._is_complex or new.matlab_class != own:
        return None
    if numel(new.shape) == 1:
        return Constant(new.array.item(), own) if new._array is not None and new._array.dtype == DTYPES[own] else None
    return None if new.storage is not None and new.storage.uncertain else new


def _write_mask(engine: Recorder, old: Tensor, mask: Tensor, new: Constant, where: Any) -> Tensor:
    node = Node.map(MERGE, (engine._node(old), new, engine._node(mask)), old.matlab_class, old.matlab_class, old.shape, where)
    return engine._tensor(node)


def _patches(node: Node) -> int:
    """How many elements were written one after another into this array since it was computed."""
    count = 0
    while node.op is SPLICE and type(node.operands[1]) is Constant and count < _MOST_PATCHES:
        node, count = node.operands[0], count + 1
    return count


def _splice(engine: Recorder, old: Tensor, steps: list[Any], extents: Sequence[int], new: Constant | Tensor, where: Any) -> Tensor:
    base, axes = axes_of(steps, extents)
    matlab_class, shape = old.matlab_class, old.shape
    at = position_node(_index(engine, shape), base, axes, where)
    if isinstance(new, Constant):
        taken: Any = new
    else:
        taken = Node.map(TAKE, (engine._node(new), at), matlab_class, matlab_class, shape, where)
    return engine._tensor(Node.map(SPLICE, (engine._node(old), taken, at), matlab_class, matlab_class, shape, where))


_MOST_JOINED = 8


def join(engine: Recorder, dim: int, values: Sequence[Any], matlab_class: str, where: Any) -> Tensor | None:
    """Values side by side along ``dim`` (from 1): each written where it belongs; None where the host joins them, or says why it cannot."""
    if sum([numel(v.shape) if type(v) is Tensor else 1 for v in values]) < engine._least:
        return None
    parts = [v for v in values if type(v) is not Tensor or v.shape != (0, 0)]
    if not 1 < len(parts) <= _MOST_JOINED or matlab_class not in MOVED:
        return None
    shapes = [v.shape if type(v) is Tensor else (1, 1) for v in parts]
    rank = max(dim, *map(len, shapes))
    shapes = [s + (1,) * (rank - len(s)) for s in shapes]
    if any(0 in s or s[: dim - 1] + s[dim:] != shapes[0][: dim - 1] + shapes[0][dim:] for s in shapes):
        return None
    shape = (*shapes[0][: dim - 1], sum(s[dim - 1] for s in shapes), *shapes[0][dim:])
    if numel(shape) >= LARGEST_INDEX:
        return None
    items = [_joinable(engine, v, matlab_class) for v in parts]
    if any(x is None for x in items):
        return None
    engine.check_size(shape, matlab_class)
    joined: Any = Constant(cast_result(np.array(0.0), matlab_class).item(), matlab_class)
    index, first = _index(engine, matlab_shape(shape)), 0
    for item, own in zip(items, shapes, strict=True):
        steps = [(first if d == dim - 1 else 0, 1, count) for d, count in enumerate(own)]
        at = position_node(index, *axes_of(steps, shape), where)
        taken = item if type(item) is Constant else Node.map(TAKE, (item, at), matlab_class, matlab_class, index.shape, where)
        joined = Node.map(SPLICE, (joined, taken, at), matlab_class, matlab_class, index.shape, where)
        first += own[dim - 1]
    return engine._tensor(joined)


def _joinable(engine: Recorder, value: Any, matlab_class: str) -> Node | Constant | None:
    """A part of what is joined, in the class of all; None where it is not real or has no deferred form."""
    if type(value) is float or type(value) is bool:
        return Constant(cast_result(np.array(value), matlab_class).item(), matlab_class)
    if type(value) is not Tensor or value._is_complex or value.matlab_class not in MOVED or (value._array is None and value.is_complex):
        return None
    cast = value if value.matlab_class == matlab_class else engine.elementwise(CASTS[matlab_class], (value,))
    return engine._node(cast) if type(cast) is Tensor else _joinable(engine, cast, matlab_class)


def _index(engine: Recorder, shape: tuple[int, ...]) -> Node:
    return engine.interned(("index", shape), lambda: index_node(shape))
