"""Whether a function keeps its work on the device."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..accel import masked_elements
from ..base.events import Refused
from ..graph.node import line_of
from ..values.classes import FLOAT_CLASSES
from ..values.convert import class_of, numel_of
from ..values.tensor import Tensor
from .formula import Formula

if TYPE_CHECKING:
    from .call import Call

_CLASSES = frozenset({"double", "single", "int8", "int16", "int32", "uint8", "uint16", "uint32"})
_MOST = 1 << 31
"""Elements of the longest array: positions are numbers of 32 bits there."""


def is_real_float(value: Any) -> bool:
    """Whether a value is a real array of doubles or singles."""
    return type(value) is Tensor and value.matlab_class in FLOAT_CLASSES and not value.is_complex


def on_device(call: Call, value: Any, *, logical: bool = False) -> bool:
    """Whether a function of a large real array is computed on the device: the array is there, or is deferred.

    ``logical`` takes arrays of logicals too.
    """
    engine, kind = call.engine, class_of(value)
    if engine.tracing is not None or not engine.prefers_device(value) or (kind not in _CLASSES and not (logical and kind == "logical")):
        return False
    # Positions are computed in doubles.
    if "double" not in engine.device.info.classes or not masked_elements.LEAST_ELEMENTS <= numel_of(value) <= _MOST:
        return False
    return value._array is None or engine.holds(value.storage)


def note_gathered(call: Call, value: Any, why: str) -> None:
    """Note for the report why a large array comes from the device to the host."""
    if on_device(call, value, logical=True):
        call.engine.note(Refused(f"{call.name} {why} is computed on the host", line_of(call.engine.place()), (call.name,), "op"))


def exact_column(call: Call, value: Any) -> Formula:
    """All elements as a column of a float class that holds each of them exactly."""
    x = Formula(call, value)
    if x.matlab_class not in ("double", "single"):
        x = x.apply("double" if x.matlab_class.endswith("32") else "single")
    return x.reshape(numel_of(value), 1)
