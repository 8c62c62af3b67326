"""Records Fourier transforms, where a device is open and the work is worth moving."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..graph.complex import KEPT
from ..graph.fourier import Fourier
from ..graph.node import Node
from ..graph.shapes import numel
from ..values.tensor import Tensor
from .protocols import Recorder
from .split_complex import FLOATS, asymmetric, is_split, planes_of, whole
from .storage import Source

_HOST_FLOPS = 2.5e9
"""Operations a second of a Fourier transform on one core."""


def record_fourier(
    engine: Recorder, value: Any, points: Sequence[tuple[int, int]], inverse: bool, symmetric: bool | None, where: Any
) -> Any:
    """The deferred transform along (0-based dimension, length) pairs; None where it is computed at once.

    ``symmetric``: an inverse transform whose imaginary parts are left out; None where the spectrum itself says so.
    """
    if engine.searches:
        _look_for_device(engine, value, points)
    if not _taken(engine, value, points):
        return None
    if not value._is_complex and value.is_complex and not _taken(engine, value, points):
        return None
    planes = planes_of(engine, value)
    unlike = None
    if inverse and symmetric is None and (unlike := asymmetric(engine, planes, [d for d, _ in points])) is None:
        return None
    real, imaginary = planes
    done: list[int] = []
    for dim, length in points:
        done.append(dim)
        mirror = tuple(done) if planes[1] is None else ()
        forms = [Fourier(dim, length, inverse, which, mirror) for which in (False, True)]
        operands = tuple(engine._node(x) for x in (real, imaginary) if x is not None)
        real, imaginary = (engine._tensor(_node(engine, form, operands, where)) for form in forms)
    if inverse and symmetric:
        return real
    if unlike is not None:
        imaginary = engine.elementwise(KEPT, (imaginary, unlike))
    return whole(engine, (real, imaginary))


def _taken(engine: Recorder, value: Any, points: Sequence[tuple[int, int]]) -> bool:
    """Whether a transform is recorded: of floats that the device has, along dimensions of the array, where it is faster there."""
    if type(value) is not Tensor or value.matlab_class not in FLOATS:
        return False
    if value.matlab_class not in engine.device.info.classes or 0 in value.shape:
        return False
    if any(dim >= len(value.shape) or length < 2 for dim, length in points):
        return False
    if type(value.storage) is Source and value.storage.constant:
        # A driver sees one number in all places, and takes the difference of two of them for zero: of NaN and Inf it is NaN.
        return False
    if engine.tracing is not None:
        return any(map(engine.tracing.complexness.changes, planes_of(engine, value)))
    on_host = value._array is not None and not is_split(value) and not engine.holds(value.storage)
    if not on_host:
        return True
    if numel(value.shape) < engine._least:
        return False
    return engine.wants_device or _saving(engine, value, points) > 0


def _saving(engine: Recorder, value: Tensor, points: Sequence[tuple[int, int]]) -> float:
    """The seconds that a device saves although the array has to go there and the result may have to come back."""
    figures, count = engine.figures, numel(value.shape)
    nbytes = count * (16 if value.matlab_class == "double" else 8)
    on_host = sum(5.0 * count * math.log2(max(n, 2)) for _, n in points) / _HOST_FLOPS
    moved = nbytes / figures.upload_bytes_per_second + nbytes / figures.download_bytes_per_second
    return on_host - moved - 4 * figures.device_launch_seconds


def _look_for_device(engine: Recorder, value: Any, points: Sequence[tuple[int, int]]) -> None:
    """Open a device once the transforms so far would have been worth it."""
    if type(value) is Tensor and value.matlab_class in FLOATS and numel(value.shape) >= engine._least:
        engine.open_for(max(0.0, _saving(engine, value, points)))


def _node(engine: Recorder, form: Fourier, operands: tuple[Node, ...], where: Any) -> Node:
    key = (form, *map(id, operands))

    def make() -> Node:
        node = Node.fourier(form, operands, where)
        engine.check_size(node.shape, node.matlab_class)
        return node

    return engine.interned(key, make)
