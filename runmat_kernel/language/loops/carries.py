"""The end of a traced iteration: what each variable hands on to the next iteration, and what all iterations are asked for."""

from __future__ import annotations

import numpy as np

from ...accel.loops import LoopRefused
from ...graph.loop import Carry, symbol
from ...graph.shapes import numel
from ...values.classes import DTYPES
from ...values.convert import class_of, shape_of
from ...values.tensor import Tensor
from .complex import following, is_complex, prove
from .scalars import FromArrays, Induction, NotFixpoint, first_of
from .symbols import Conditional
from .trace import Tracer

_CONDITION, _PLACES, _MARKED = "$condition", "$places", "$marked"
ASKED = {
    _CONDITION: "a norm is too large or too small to be squared, or of elements that are no numbers",
    _PLACES: "an index depends on the elements of an array, and leaves the array, which then grows or is an error",
    _MARKED: "a mask marks no element in some iteration, of which there is no largest or smallest one",
}
"""Conditions of all iterations, with the reason why a loop runs iteration by iteration where one does not hold."""


def close(tracer: Tracer) -> None:
    """Give each carry its value at the end of an iteration, of the same class and size as before it."""
    variables, trace = tracer.body.variables, tracer.trace
    _close_scalars(tracer)
    named = list(trace.carries)
    for name, value in variables.items():
        if type(value) is Conditional:
            _conditional(tracer, name, value)
    for condition in tracer.conditions:
        _hold(tracer, condition, _CONDITION)
    prove(tracer)
    for carry in named:
        _close_array(tracer, carry)
    for condition in tracer.places:
        _hold(tracer, condition, _PLACES)
    for condition in tracer.marked:
        _hold(tracer, condition, _MARKED)
    for array in tracer.arrays.values():
        array.settle(tracer)
    _check_writes(tracer)
    if tracer.stops:
        stop = tracer.stops[0]
        for other in tracer.stops[1:]:
            stop = tracer.operate("or", (stop, other))
            tracer.kept.append(stop)
        trace.stop = tracer.session.engine._node(stop)


def _close_scalars(tracer: Tracer) -> None:
    for name, carried in tracer.carried.items():
        value = tracer.body.variables[name]
        scalar = type(value) in (Induction, float, bool, complex, Tensor) and shape_of(first_of(value)) == (1, 1)
        if not scalar or class_of(value) != carried.matlab_class or is_complex(first_of(value)) is not is_complex(carried.first):
            raise NotFixpoint(f"'{name}' changes its class or size")
        if type(value) is Tensor and tracer.is_symbolic(value):
            raise FromArrays(name)
        tracer.inductions.close(carried, value)


def _close_array(tracer: Tracer, carry: Carry) -> None:
    value = following(tracer, carry)
    if type(value) in (Induction, float, bool) and numel(carry.symbol.shape) == 1 and class_of(value) == carry.symbol.matlab_class:
        value = tracer.as_tensor(value) if type(value) is Induction else Tensor(np.array([[value]]), class_of(value))
        tracer.kept.append(value)
    if type(value) is not Tensor or value.matlab_class != carry.symbol.matlab_class or value.shape != carry.symbol.shape:
        raise NotFixpoint(f"'{carry.name}' changes its class or size")
    carry.following = tracer.session.engine._node(value)
    tracer.check_bounds(carry)


def _check_writes(tracer: Tracer) -> None:
    names = [w.name for w in tracer.trace.writes if not w.in_order]
    for k, name in enumerate(names):
        if name in names[:k]:
            reason = f"'{name}' is written in several places in each iteration"
            raise tracer.arrays[name].in_order(tracer, reason) if name in tracer.arrays else LoopRefused(reason)


def _conditional(tracer: Tracer, name: str, conditional: Conditional) -> None:
    """A variable that arrays may set in an iteration, and was not there before, as a carry beside whether it is there."""
    value = tracer.as_tensor(conditional.value) if type(conditional.value) is Induction else conditional.value
    matlab_class, shape = class_of(value), shape_of(value)
    node, flag = symbol("carry", matlab_class, shape), symbol("carry", "logical", (1, 1))
    kept = tracer.chosen_part(conditional.condition, value, tracer.held(node))
    there = tracer.operate("or", (tracer.held(flag), conditional.condition))
    tracer.kept += [kept, there]
    last = Carry(name, node, Tensor(np.zeros(shape, DTYPES[matlab_class], order="F"), matlab_class), tracer.session.engine._node(kept))
    ever = Carry("$" + name, flag, Tensor(np.array([[False]])), tracer.session.engine._node(there))
    tracer.trace.carries += [last, ever]
    tracer.conditional[name] = last, ever


def _hold(tracer: Tracer, condition: Tensor, name: str) -> None:
    """A condition that must hold in all iterations, as a carry."""
    node = symbol("carry", "logical", (1, 1))
    held = tracer.operate("and", (tracer.held(node), condition))
    tracer.kept.append(held)
    tracer.trace.carries.append(Carry(name, node, Tensor(np.array([[True]])), tracer.session.engine._node(held)))
