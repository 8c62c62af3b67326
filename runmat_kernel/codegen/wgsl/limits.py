"""Limits of devices: classes, functions, and the number and size of the arrays that a kernel binds."""

from __future__ import annotations

from math import prod
from typing import Any

from ..body import KernelBody
from ..target import Target
from .access import element_inputs, input_strides
from .accumulate import supported
from .element import missing_form
from .pieces import lies_as_space, whole_slabs
from .results import finish_inputs
from .scalars import SCALARS, compute_class

MOST_PARAMETER_BYTES = 1 << 15
"""Half of the launch fields that every adapter binds."""

OWN_BINDINGS = 2
"""Bindings beside a kernel's arrays: the flags, and the states of a split reduction."""


def class_limits(body: KernelBody, target: Target) -> str | None:
    """Why a device has no form for the classes and functions of a body; None when it has."""
    items: tuple[Any, ...] = (*body.inputs, *body.parameters, *body.stores, *body.results, *body.accumulations)
    classes = {x.matlab_class for x in items}
    for instruction in (*body.instructions, *body.finish):
        classes |= {instruction.matlab_class, compute_class(instruction.compute_class)}
    for name in sorted(classes):
        if name not in SCALARS:
            return f"class {name} has no device form"
        if name == "double" and not target.f64:
            return "precision: this device has no double precision"
        if name in ("int64", "uint64") and not target.i64:
            return f"this device has no {name}"
    for instruction in (*body.instructions, *body.finish):
        reason = missing_form(instruction)
        if reason:
            return reason
    for accumulation in body.accumulations:
        if not supported(accumulation):
            return f"{accumulation.kind} of class {accumulation.matlab_class} has no device form"
    return None


def size_limits(body: KernelBody, target: Target, cap: int) -> str | None:
    """Why a device cannot bind the arrays of a body; None when it can."""
    # An input read both for elements and for results is bound twice.
    twice = len(element_inputs(body) & set(finish_inputs(body))) if body.accumulations else 0
    bindings = len(body.inputs) + twice + len(body.stores) + len(body.results)
    if 8 * len(body.parameters) > MOST_PARAMETER_BYTES:
        return f"{len(body.parameters)} scalars in one kernel"
    if bindings > target.max_storage_buffers - OWN_BINDINGS:
        return f"{bindings} arrays at once; this device binds {target.max_storage_buffers - OWN_BINDINGS}"
    numel, results = prod(body.space), prod(body.result_space)
    if body.accumulations and numel == 0:
        return "nothing to reduce"
    if body.accumulations and results > cap:
        return "the results are larger than one binding of this device"
    for item in body.inputs:
        if item.length > cap:
            return "an array larger than one binding is read at computed positions"
        if lies_as_space(body, item):
            continue
        extent = item.offset + sum((n - 1) * max(s, 0) for n, s in zip(body.space, input_strides(body, item), strict=True)) + 1
        if numel and extent > cap:
            return "an array larger than one binding is read out of order"
    if numel > cap and whole_slabs(body, cap) is None:
        whole = not body.accumulations or results == 1
        if not whole or any(not lies_as_space(body, i) and any(input_strides(body, i)) for i in body.inputs):
            return "one slice along the last dimension is larger than one binding of this device"
    return None
