"""Selects the elements of a large array on a device by a mask.  Only their number comes to the host.

Their positions come from a stable sort of the mask, whose keys are one digit long.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..graph.complex import DIFFER
from ..graph.node import Node
from ..graph.primitives import CASTS, MINUS
from ..graph.scan import Scan
from ..graph.shapes import numel
from ..graph.sort import Sort
from ..graph.views import MERGE, TAKE
from ..values.classes import DTYPES
from ..values.convert import as_array
from ..values.subscripts import Resolved, linear_shape, mask_shape
from ..values.tensor import Tensor
from .eager import from_array
from .protocols import Recorder
from .storage import Device, Pending

LEAST_ELEMENTS = 1 << 18
"""Elements of a mask from which on its positions are found on the device: smaller ones come to the host sooner than that is launched."""
_MOST_ELEMENTS = 1 << 28
"""Positions are doubles in one binding."""


def true_positions(engine: Recorder, mask: Any) -> tuple[int, Tensor | None] | None:
    """How many elements of a logical array are true, and their positions (from 1; a deferred column; None where there are none).

    None where the mask is small or on the host.  What the number depends on is computed now.
    """
    if not engine.device.info.gathers or type(mask) is not Tensor or mask.matlab_class != "logical" or mask._array is not None:
        return None
    count = numel(mask.shape)
    if not LEAST_ELEMENTS <= count < _MOST_ELEMENTS or type(mask.storage) not in (Pending, Device):
        return None
    dims = tuple(range(len(mask.shape)))
    chosen = int(as_array(engine.reduce("count_nonzero", mask, dims, "double")).item())
    if mask._array is not None or not engine.holds(mask.storage):
        return None
    if not chosen:
        return 0, None
    ones = engine.elementwise(CASTS["uint8"], (engine.reshape(mask, (count, 1)),))
    places = engine.sort(Sort(0, descending=True, positions=True), ones)
    return chosen, engine.view(places, [(0, 1, chosen), (0, 1, 1)])


def read_chosen(engine: Recorder, value: Tensor, mask: Any, where: Any) -> Any:
    """``value(mask)`` where both are on the device; None where it is read in another way."""
    if type(mask) is not Tensor or mask.matlab_class != "logical" or value._array is not None or numel(mask.shape) > numel(value.shape):
        return None
    selected = true_positions(engine, mask)
    if selected is None:
        return None
    count, places = selected
    shape = linear_shape(Resolved(None, count, mask_shape(mask.shape, count), 0, is_mask=True), value.shape)
    if places is None:
        return from_array(np.empty(shape, DTYPES[value.matlab_class]))
    return engine._tensor(taken_at(engine, value, places, shape, where))


def without(engine: Recorder, value: Tensor, mask: Any, where: Any) -> Any:
    """The rest of a vector after ``value(mask) = []``, both on the device; None where that is done in another way."""
    if type(mask) is not Tensor or mask.matlab_class != "logical" or mask._array is not None or numel(mask.shape) != numel(value.shape):
        return None
    if len(value.shape) != 2 or 1 not in value.shape or numel(mask.shape) < LEAST_ELEMENTS:
        return None
    return read_chosen(engine, value, engine.elementwise(DIFFER, (mask, 1.0)), where)


def write_chosen(engine: Recorder, old: Tensor, new: Tensor, mask: Tensor, where: Any) -> Tensor | None:
    """``old(mask) = new`` for as many elements as the mask chooses; None where the host does it, or says why it cannot."""
    selected = true_positions(engine, mask)
    if selected is None or not 0 < selected[0] == numel(new.shape):
        return None
    before = engine.scan(Scan("sum", 0), engine.reshape(mask, (numel(mask.shape), 1)))
    taken = engine._tensor(taken_at(engine, new, before, old.shape, where))
    nodes = tuple(engine._node(x) for x in (old, taken, mask))
    return engine._tensor(Node.map(MERGE, nodes, old.matlab_class, old.matlab_class, old.shape, where))


def taken_at(engine: Recorder, value: Tensor, places: Any, shape: tuple[int, ...], where: Any) -> Any:
    """The Node of the elements at positions from 1 that are inside (0: the first one), in a shape."""
    at = engine.elementwise(CASTS["uint32"], (engine.elementwise(MINUS, (places, 1.0)),))
    at = at if at.shape == shape else engine.reshape(at, shape)
    return Node.map(TAKE, (engine._node(value), engine._node(at)), value.matlab_class, value.matlab_class, shape, where)
