"""Bodies built by hand, and what they mean in plain NumPy: the reference that the GPU provider is held against."""

from __future__ import annotations

import numpy as np

from runmat_kernel.codegen.body import Accumulation, Body, Input, Instruction, Parameter, Store
from runmat_kernel.codegen.kernel import Kernel
from runmat_kernel.graph.op import Op
from runmat_kernel.values.classes import DTYPES, INTEGER_LIMITS, saturate


def op(name, arity, function, wgsl, **more) -> Op:
    return Op(name, arity, function, lambda *c: c[0], wgsl=wgsl, **more)


PLUS = op("plus", 2, np.add, "{0} + {1}")
MINUS = op("minus", 2, np.subtract, "{0} - {1}")
TIMES = op("times", 2, np.multiply, "{0} * {1}")
HALF = op("half", 1, lambda x: x * x.dtype.type(0.5) + x.dtype.type(0.1), "{0} * 0.5R + 0.1R")
LESS = op("lt", 2, np.less, "{0} < {1}")
AND = op("and", 2, np.logical_and, "{0} && {1}")
EXP = op("exp", 1, np.exp, "exp", ulp=2)
SQRT = op("sqrt", 1, lambda x: np.sqrt(np.abs(x)), "sqrt(abs({0}))", guard="{0} < 0.0R", numpy_guard=lambda x: x < 0)
CAST = op("cast", 1, lambda x: x, "{0}")
SELECT = op("select", 3, lambda c, a, b: np.where(c != 0, a, b), "select({2}, {1}, {0} != 0.0R)")
INDEX = op("index", 0, None, None)


def array(shape, matlab_class, rng, *, special=True) -> np.ndarray:
    """Random elements of a class, with NaN, infinities and negative zero among the floats."""
    if matlab_class == "logical":
        return np.asfortranarray(rng.random(shape) < 0.5)
    if matlab_class in INTEGER_LIMITS:
        low, high = INTEGER_LIMITS[matlab_class]
        return np.asfortranarray(rng.integers(max(low, -1000), min(high, 1000), shape, endpoint=True).astype(matlab_class))
    values = np.asfortranarray(rng.normal(size=shape).astype(DTYPES[matlab_class]) * 3)
    if special and values.size > 8:
        flat = values.reshape(-1, order="F")
        places = rng.choice(flat.size, 5, replace=False)
        flat[places] = [np.nan, np.inf, -np.inf, -0.0, 0.0]
    return values


def convert(values, matlab_class):
    values = np.asarray(values)
    if matlab_class in INTEGER_LIMITS:
        return saturate(values, matlab_class)
    if matlab_class == "logical":
        return values != 0
    with np.errstate(over="ignore"):
        return values.astype(DTYPES[matlab_class])


def _read(item: Input, data: np.ndarray, body: Body) -> np.ndarray:
    flat = data.reshape(-1, order="F")
    space = body.space
    if item.strides is None:
        return flat.reshape(body.result_space if item.result_space else space, order="F")
    index = np.full(space, item.offset)
    for d, (size, stride) in enumerate(zip(space, item.strides, strict=True)):
        shape = [1] * len(space)
        shape[d] = size
        index = index + (np.arange(size) * stride).reshape(shape)
    return flat[index]


def _instructions(values, items, body) -> bool:
    flagged = False
    for number, item in enumerate(items):
        if item.op.name == "index":
            result = np.arange(np.prod(body.space), dtype=float).reshape(body.space, order="F")
        else:
            operands = [convert(values[k], item.compute_class) for k in item.operands]
            with np.errstate(all="ignore"):
                result = item.op.numpy(*operands)
            if item.op.numpy_guard is not None and number + len(body.inputs) + len(body.parameters) in body.guards:
                flagged |= bool(np.any(item.op.numpy_guard(*operands)))
        values.append(convert(result, item.matlab_class))
    return flagged


def _accumulate(item: Accumulation, x: np.ndarray, reduced) -> np.ndarray:
    axes = tuple(reduced)
    shape = tuple(1 if d in axes else n for d, n in enumerate(x.shape))
    keep = [d for d in range(x.ndim) if d not in axes]
    rows = np.transpose(x, [*keep, *reversed(axes)]).reshape(*[x.shape[d] for d in keep], -1)
    kind = item.kind
    with np.errstate(all="ignore"):
        if kind in ("argmax", "argmin"):
            y = rows.astype(float) * (1 if kind == "argmax" else -1)
            result = np.argmax(np.where(np.isnan(y), -np.inf, y), -1) + 1.0
            first = np.argmax(~np.isnan(y), -1) + 1.0  # all that is left is -Inf: the first that is no NaN
            top = np.max(np.where(np.isnan(y), -np.inf, y), -1)
            result = np.where(top == -np.inf, np.where(np.isnan(y).all(-1), 1.0, first), result)
        elif kind in ("max", "min"):
            f = np.maximum if kind == "max" else np.minimum
            f = (np.fmax if kind == "max" else np.fmin) if item.omit_nan and x.dtype.kind == "f" else f
            result = f.reduce(rows, -1)
        elif kind == "any":
            result = rows.any(-1)
        elif kind == "all":
            result = rows.all(-1)
        elif kind == "count_nonzero":
            result = np.count_nonzero(rows, -1)
        else:
            y = convert(rows, item.matlab_class).astype(np.float64)
            if item.omit_nan:
                y = np.where(np.isnan(y), {"sum": 0, "prod": 1}[kind], y)
            if kind == "moment2":
                result = ((y - y.mean(-1, keepdims=True)) ** 2).sum(-1)
            else:
                result = y.sum(-1) if kind == "sum" else y.prod(-1)
    return convert(np.asarray(result).reshape(shape), item.matlab_class)


def interpret(body: Body, inputs, parameters):
    """The outputs (stores, then results) and whether the flag is raised."""
    values = [_read(i, x, body) for i, x in zip(body.inputs, inputs, strict=True)]
    values += [convert(np.asarray(v), p.matlab_class) for p, v in zip(body.parameters, parameters, strict=True)]
    flagged = _instructions(values, body.instructions, body)
    outputs = [np.asfortranarray(np.broadcast_to(convert(values[s.value], s.matlab_class), body.space)) for s in body.stores]
    for item in body.accumulations:
        values.append(_accumulate(item, np.broadcast_to(values[item.operand], body.space), body.reduced))
    _instructions(values, body.finish, body)
    outputs += [np.asfortranarray(np.broadcast_to(convert(values[s.value], s.matlab_class), body.result_space)) for s in body.results]
    return outputs, flagged


def kernel(body: Body) -> Kernel:
    return Kernel("test", "reduction" if body.accumulations else "elementwise", "test", body)


__all__ = ["Accumulation", "Body", "Input", "Instruction", "Parameter", "Store"]
