"""Complex arrays and scalars while an iteration of a loop is traced: two real symbols each, as beside a device (accel.split_complex).

What has to be proved of them is carried along (accel.complex_assumptions).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...accel.eager import from_array
from ...accel.loops import LoopRefused, node_of
from ...accel.split_complex import SplitComplex, is_split, planes_of, truth, whole
from ...graph.evaluate import narrow
from ...graph.loop import Carry, symbol
from ...graph.node import Node
from ...graph.pointwise import joined as of_parts
from ...graph.shapes import numel
from ...values.classes import DTYPES
from ...values.convert import class_of
from ...values.tensor import Tensor
from .scalars import Guarded, Induction, NotFixpoint, first_of

if TYPE_CHECKING:
    from .symbols import Symbols
    from .trace import Tracer

_ONCE, _ALWAYS, _GUARDS = "$once", "$always", "$guards"
"""Carries that say at which elements all conditions have held."""


def part_names(name: str) -> tuple[str, str]:
    """The names of the two planes of a complex variable."""
    return f"real({name})", f"imag({name})"


def is_complex(value: Any) -> bool:
    """Whether a value is complex as far as is known; nothing is computed."""
    return type(value) is complex or (type(value) is Tensor and value._is_complex)


def in_symbols(tracer: Symbols, value: Any) -> bool:
    """Whether a complex value differs from iteration to iteration."""
    return is_split(value) and any(tracer.is_symbolic(x) for x in (value.storage.real, value.storage.imaginary))


def constant(tracer: Symbols, value: Tensor) -> Tensor:
    """A complex array that the loop does not change, as parts that iterations can take; the same ones each time."""
    tracer.record = None
    if not is_split(value) and tracer.session.engine.device.info.gathers:
        # The parts stay with the array, so that they go to the device once.
        planes_of(tracer.session.engine, value)
    if is_split(value):
        return value
    parts = tracer.halves.get(id(value))
    if parts is None:
        engine, array = tracer.session.engine, value.array
        real, imaginary = (Tensor(x.copy(order="F")) for x in (array.real, array.imag))
        storage = SplitComplex(engine, real, imaginary, keeps_complex=not array.imag.any())
        storage.uncertain = False
        parts = tracer.halves[id(value)] = Tensor.stored(storage, value.matlab_class, value.shape, True)
        tracer.kept += [value, parts]
    return parts


def halves(tracer: Symbols, value: Tensor) -> tuple[Tensor, Tensor]:
    """The real and the imaginary part of an array that the loop does not change, or takes as it was before."""
    storage: Any = constant(tracer, value).storage
    return storage.real, storage.imaginary


def carry(tracer: Symbols, name: str, value: Tensor) -> Tensor:
    """A complex array that each iteration takes from the iteration before, as two carries."""
    if numel(value.shape) < 2:
        what = "is empty" if not numel(value.shape) else f"is one complex number of class {value.matlab_class}"
        raise LoopRefused(f"'{name}' {what}")
    if not is_split(value) and not value.array.imag.any():
        raise NotFixpoint(f"'{name}' is complex without imaginary parts")
    symbols = []
    for own, part in zip(part_names(name), halves(tracer, value), strict=True):
        node = symbol("carry", value.matlab_class, value.shape)
        tracer.trace.carries.append(Carry(own, node, part))
        symbols.append(tracer.held(node))
    carried = tracer.complexes[name] = whole(tracer.session.engine, (symbols[0], symbols[1]))
    return carried


def scheduled(tracer: Symbols, scalar: Induction) -> Tensor:
    """A complex scalar that depends on the iteration, as an array of one element in parts."""
    tracer.record = None
    parts = tracer.halves.get(id(scalar))
    if parts is None:
        real, imaginary = (tracer.inductions.call(lambda x, which=which: float(getattr(x, which)), (scalar,)) for which in ("real", "imag"))
        tracer.kept += [scalar, real, imaginary]
        parts = whole(tracer.session.engine, (tracer.as_tensor(real), tracer.as_tensor(imaginary)))
        if imaginary.values is not None:
            if 0.0 not in imaginary.values:
                parts.storage.settle(True)
            else:
                parts.storage.in_iterations = tracer.as_tensor(tracer.inductions.call(lambda x: type(x) is complex, (scalar,)))
        tracer.halves[id(scalar)] = parts
        tracer.kept.append(parts)
    return parts


def by_parts(tracer: Symbols, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """The values themselves where all are real, else their real parts and their imaginary parts."""
    if not any(is_complex(first_of(x)) for x in values):
        return [tuple(values)]
    pairs = []
    for value in values:
        value = tracer.as_tensor(value) if type(value) is Induction else value
        if type(value) is Tensor and value._is_complex and not is_split(value):
            value = constant(tracer, value)
        real, imaginary = planes_of(tracer.session.engine, value)
        pairs.append((real, _zero(class_of(real)) if imaginary is None else imaginary))
    return [tuple(part) for part in zip(*pairs, strict=True)]


def _zero(matlab_class: str) -> Any:
    return 0.0 if matlab_class == "double" else Tensor(np.zeros((1, 1), DTYPES[matlab_class]), matlab_class)


def following(tracer: Tracer, carried: Carry) -> Any:
    """The value of a carry at the end of the iteration: its variable, or a plane of that.  Raises NotFixpoint where the variable became
    complex, or is so no more."""
    variables, name = tracer.body.variables, carried.name
    if name in variables:
        value = variables[name]
        if is_complex(first_of(value)):
            raise NotFixpoint(f"'{name}' becomes complex")
        return value
    name, which = next((own, k) for own in tracer.complexes for k, part in enumerate(part_names(own)) if part == name)
    value = variables[name]
    if type(value) is not Tensor or not value._is_complex:
        raise NotFixpoint(f"'{name}' changes its class or size")
    return planes_of(tracer.session.engine, value if is_split(value) else constant(tracer, value))[which]


def prove(tracer: Tracer) -> None:
    """Carry along what the iterations have to show (accel.complex_assumptions)."""
    complexness = tracer.tracing.complexness
    for name, conditions in ((_ONCE, complexness.once), (_ALWAYS, complexness.always), (_GUARDS, tracer.guards)):
        for shape in dict.fromkeys(x.shape for x in conditions):
            node = symbol("carry", "logical", shape)
            now = tracer.held(node)
            for condition in conditions:
                if condition.shape == shape:
                    now = tracer.operate("and", (now, condition))
                    tracer.kept.append(now)
            initial = tracer.session.calls.builtin("true")(1, *map(float, shape))[0]
            if type(initial) is bool:
                initial = Tensor(np.array([[initial]]))
            tracer.trace.carries.append(Carry(name, node, initial, tracer.session.engine._node(now)))


def proved(tracer: Tracer, tensors: Mapping[Node, Tensor]) -> bool:
    """Whether the iterations have shown it."""
    reduce, holds_so = tracer.session.engine.reduce, True
    for one in tracer.trace.carries:
        if one.name in (_ONCE, _ALWAYS, _GUARDS):
            value = tensors[one.following]
            holds = truth(reduce("any" if one.name == _ONCE else "all", value, tuple(range(len(value.shape))), "logical"))
            if one.name == _GUARDS and not holds:
                raise Guarded("elements of an array ask for an error")
            holds_so &= holds
    return holds_so


def results(tracer: Tracer, after: Mapping[str, Any]) -> dict[str, Tensor]:
    """The parts of complex variables that differ from iteration to iteration."""
    tensors: dict[str, Tensor] = {}
    for name, value in after.items():
        if in_symbols(tracer, value):
            tensors.update(zip(part_names(name), (value.storage.real, value.storage.imaginary), strict=True))
    return tensors


def joined(tracer: Tracer, value: Tensor, tensors: Mapping[Node, Tensor]) -> Any:
    """A complex variable after the loop, of which the ``tensors`` nodes were computed."""
    parts = []
    for part in (value.storage.real, value.storage.imaginary):  # type: ignore[union-attr]
        node = node_of(part)
        parts.append(tensors[node] if node is not None and node in tensors else part)
    return together(tracer.session.engine, *parts)


def together(engine: Any, real: Tensor, imaginary: Tensor) -> Any:
    """The complex array of two parts, real where it is so: on a device that is found when it is asked for."""
    if real._array is None and imaginary._array is None and engine.device.info.gathers:
        return whole(engine, (real, imaginary))
    return from_array(narrow(np.asfortranarray(of_parts(real.array, imaginary.array))))
