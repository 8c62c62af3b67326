"""Bodies built by hand for the GPU provider's tests, which hold it against ``codegen.interpret``."""

from __future__ import annotations

import numpy as np

from runmat_kernel.codegen.body import Accumulation, Body, Input, Instruction, Parameter, Store
from runmat_kernel.codegen.kernel import Kernel
from runmat_kernel.graph.op import Op
from runmat_kernel.values.classes import DTYPES, INTEGER_LIMITS


def op(name, arity, function, wgsl, **more) -> Op:
    return Op(name, arity, function, lambda *c: c[0], wgsl=wgsl, **more)


PLUS = op("plus", 2, np.add, "{0} + {1}")
MINUS = op("minus", 2, np.subtract, "{0} - {1}")
TIMES = op("times", 2, np.multiply, "{0} * {1}")
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


def kernel(body: Body) -> Kernel:
    return Kernel("reduction" if body.accumulations else "elementwise", "test", body)


__all__ = ["Accumulation", "Body", "Input", "Instruction", "Parameter", "Store"]
