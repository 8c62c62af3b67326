"""The arithmetic of split complex arrays: each operation on complex numbers as operations on real and imaginary planes.

MATLAB's arrays whose imaginary parts are all zero are real, which nobody knows yet here (``Numbers.storage`` may be uncertain).  Where zero
is not as good as nothing, as in ``0 * Inf``, the device drops the plane when all of it is zero (``Planes.kept``).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..graph.complex import (
    BOTH,
    COMPLEX_FUNCTIONS,
    DIFFERENCE,
    EITHER,
    EXPONENTIAL,
    KEPT,
    MODULUS,
    NEGATED,
    PHASE,
    POLAR,
    PRODUCT,
    QUOTIENT,
    SUM,
    ZERO,
)
from ..graph.node import range_of
from ..graph.op import Op
from ..graph.pointwise import repeated_product
from ..graph.primitives import CASTS, MINUS, PLUS, RDIVIDE, TIMES
from ..values.convert import class_of
from ..values.tensor import Tensor
from .protocols import Recorder

Pair = tuple[Any, Any]
_MOST_LOOKED_AT = 1 << 16
"""Elements on the host that are looked at for infinities, which is quicker than a reduction on the device."""


class Numbers(NamedTuple):
    """An operand: its parts, None for the imaginary part of a real one, and the storage that knows whether it is complex at all."""

    real: Any
    imaginary: Any
    storage: Any = None


class Planes:
    """The arithmetic of parts, None being an imaginary part that is not there."""

    def __init__(self, engine: Recorder, op: Op, result: str) -> None:
        self.engine, self.op, self.result = engine, op, result

    def __call__(self, op: Op, *operands: Any) -> Any:
        """A real operation; its class is single where the whole operation's is."""
        value = self.engine.elementwise(op, operands)
        if self.result == "single" and class_of(value) != "single":
            return self.engine.elementwise(CASTS["single"], (value,))
        return value

    def kept(self, part: Any, *numbers: Numbers) -> Any:
        """A part of the result, zero unless all the ``numbers`` turn out to be complex."""
        tracing = self.engine.tracing
        for x in numbers:
            if tracing is not None and x.storage is not None:
                unlike = tracing.complexness.unlike_real((x.storage,), None if part is x.imaginary else part)
            else:
                unlike = None if x.storage is None else x.storage.unlike_real()
            part = part if unlike is None else self(KEPT, part, unlike)
        return part

    def kept_by_any(self, part: Any, a: Numbers, b: Numbers) -> Any:
        """A part of the result, zero unless one of the two turns out to be complex."""
        storages = [x.storage for x in (a, b) if x.imaginary is not None]
        if self.engine.tracing is not None and None not in storages:
            unlike = [self.engine.tracing.complexness.unlike_real(storages, part)]
        else:
            unlike = [None if x is None else x.unlike_real() for x in storages]
        if any(u is None for u in unlike):
            return part
        return self(KEPT, part, unlike[0] if len(unlike) == 1 else self.engine.elementwise(EITHER, unlike))


def _finite(do: Planes, *parts: Any) -> bool:
    """Whether the parts are known to be without infinities: bounds say so (which know nothing of NaN), or the elements."""
    for x in parts:
        if type(x) is not Tensor:
            if x is not None and not math.isfinite(x):
                return False
        elif x._array is not None and x._array.size <= _MOST_LOOKED_AT:
            if not np.isfinite(x._array).all():
                return False
        else:
            bounds = range_of(do.engine._node(x))
            if math.isinf(bounds.low) or math.isinf(bounds.high):
                return False
    return True


def _sum(do: Planes, a: Numbers, b: Numbers) -> Pair:
    real = do(PLUS, a[0], b[0])
    if a[1] is None or b[1] is None:
        return real, _spread(do, b[1], a[0]) if a[1] is None else _spread(do, a[1], b[0])
    if do.engine.tracing is not None:
        return _as_one(do, SUM, a, b)
    return real, do(PLUS, a[1], b[1])


def _as_one(do: Planes, ops: tuple[Op, Op], a: Numbers, b: Numbers) -> Pair:
    """Both parts by one function: in loops the host computes them together, as it does without a loop.  NumPy rounds once for the two
    products of a part, where the processor can."""
    return do(ops[0], a.real, a.imaginary, b.real, b.imaginary), do(ops[1], a.real, a.imaginary, b.real, b.imaginary)


def _difference(do: Planes, a: Numbers, b: Numbers) -> Pair:
    real = do(MINUS, a[0], b[0])
    if do.engine.tracing is not None and a[1] is not None and b[1] is not None:
        return _as_one(do, DIFFERENCE, a, b)
    if a[1] is None:
        return real, do(MINUS, 0.0, _spread(do, b[1], a[0]))
    return real, _spread(do, a[1], b[0], MINUS) if b[1] is None else do(MINUS, a[1], b[1])


def _spread(do: Planes, part: Any, other: Any, op: Op = PLUS) -> Any:
    """An imaginary part in the shape of the result, whose other operand is real: zero is added to it, or taken from it (a negative zero
    stays one only so, and decides on which side of a branch cut a number lies)."""
    shapes = [x.shape if type(x) is Tensor else (1, 1) for x in (part, other)]
    same = shapes[0] == shapes[1] or all(n == 1 for n in shapes[1])
    return do(op, part, 0.0 if same else do(ZERO, other))


def _product(do: Planes, a: Numbers, b: Numbers) -> Any:
    if a.imaginary is None or b.imaginary is None:
        factor, z = (a.real, b) if a.imaginary is None else (b.real, a)
        imaginary = do(TIMES, factor, z.imaginary)
        return do(TIMES, factor, z.real), imaginary if _finite(do, factor) else do.kept(imaginary, z)
    if do.engine.tracing is not None and _conjugate(do, a, b):
        # a loop is traced as if there were no infinities, whose product has an imaginary part: NaN
        real = do(PLUS, do(TIMES, a.real, a.real), do(TIMES, a.imaginary, a.imaginary))
        do.engine.tracing.complexness.stays_real(real)
        return real
    beside_a, beside_b = (() if _finite(do, *b[:2]) else (a,)), (() if _finite(do, *a[:2]) else (b,))
    products = do(TIMES, a.imaginary, b.imaginary), do(TIMES, a.real, b.imaginary), do(TIMES, a.imaginary, b.real)
    kept = [do.kept(x, *beside) for x, beside in zip(products, ((*beside_a, *beside_b), beside_b, beside_a), strict=True)]
    if do.engine.tracing is not None and all(x is y for x, y in zip(kept, products, strict=True)):
        return _as_one(do, PRODUCT, a, b)
    return do(MINUS, do(TIMES, a.real, b.real), kept[0]), do(PLUS, kept[1], kept[2])


def _conjugate(do: Planes, a: Numbers, b: Numbers) -> bool:
    """Whether one of two numbers is the conjugate of the other, by how it was made."""
    if a.real is not b.real or type(a.imaginary) is not Tensor or type(b.imaginary) is not Tensor:
        return False
    x, y = (do.engine._node(z.imaginary) for z in (a, b))
    return any(one.op is NEGATED and one.operands[0] is other for one, other in ((x, y), (y, x)))


def _ratio(do: Planes, a: Numbers, b: Numbers) -> Pair:
    if b.imaginary is None:
        imaginary = do(RDIVIDE, a.imaginary, b.real)
        harmless = type(b.real) is float and math.isfinite(b.real) and b.real != 0.0
        return do(RDIVIDE, a.real, b.real), imaginary if harmless else do.kept(imaginary, a)
    planes = (a.real, 0.0 if a.imaginary is None else a.imaginary, b.real, b.imaginary)
    return do(QUOTIENT[0], *planes), do.kept_by_any(do(QUOTIENT[1], *planes), a, b)


def _branched(name: str) -> Callable[..., Pair]:
    """A function of one number with a cut along the real axis: what turns out to be real lies on its upper side."""

    def rule(do: Planes, a: Numbers) -> Pair:
        planes = a.real, do.kept(a.imaginary, a)
        if name == "log" and a.storage is not None and a.storage.uncertain:
            # the logarithm of -0 is -Inf, without an angle
            planes = do(PLUS, a.real, 0.0), planes[1]
        return tuple(do(part, *planes) for part in COMPLEX_FUNCTIONS[name])

    return rule


def _logarithm(base: float) -> Callable[..., Pair]:
    """The logarithm of the modulus, and the angle over that of the base."""

    def rule(do: Planes, a: Numbers) -> Pair:
        imaginary = do.kept(a.imaginary, a)
        return do(do.op, do(MODULUS, a.real, imaginary)), do(RDIVIDE, do(PHASE, a.real, imaginary), math.log(base))

    return rule


def _power(do: Planes, a: Numbers, b: Numbers) -> Pair | None:
    """A power: whole ones by products, as on the host; others of one real number by modulus and angle."""
    if b.imaginary is not None or type(b.real) is not float or not math.isfinite(b.real):
        return None
    if b.real == round(b.real):
        return _whole_power(do, a, int(b.real)) if abs(b.real) <= 64 else None
    operands = a.real, do.kept(a.imaginary, a), b.real
    return do(POLAR[0], *operands), do(POLAR[1], *operands)


def _numbers(parts: Pair, storage: Any) -> Numbers:
    return Numbers(parts[0], parts[1], storage)


def _whole_power(do: Planes, a: Numbers, n: int) -> Pair | None:
    if n == 0:
        return None
    power = repeated_product(a, abs(n), lambda x, y: _numbers(_product(do, x, y), a.storage))
    return _ratio(do, Numbers(1.0, None), power) if n < 0 else (power.real, power.imaginary)


def _sign(do: Planes, a: Numbers) -> Pair:
    """z / |z|, and zero for zero."""
    return tuple(do(part, *a[:2]) for part in COMPLEX_FUNCTIONS["sign"])


def _negated(do: Planes, a: Numbers) -> Pair:
    return do(NEGATED, a[0]), do(NEGATED, a[1])


def _test(join: Op) -> Callable[..., Any]:
    """A test of both parts."""

    def rule(do: Planes, *operands: Numbers) -> Any:
        first = do.engine.elementwise(do.op, [x[0] for x in operands])
        second = do.engine.elementwise(do.op, [0.0 if x[1] is None else x[1] for x in operands])
        return do.engine.elementwise(join, (first, second))

    return rule


def _compared(do: Planes, a: Numbers, b: Numbers) -> Any:
    """Order is that of the real parts."""
    return do.engine.elementwise(do.op, (a.real, b.real))


def _of_parts(do: Planes, a: Numbers) -> Pair:
    """Casts and rounding: both parts by themselves."""
    return do.engine.elementwise(do.op, (a[0],)), do.engine.elementwise(do.op, (a[1],))


RULES: dict[str, Callable[..., Any]] = {
    "plus": _sum,
    "minus": _difference,
    "times": _product,
    "rdivide": _ratio,
    "square": lambda do, a: _product(do, a, a),
    "uminus": _negated,
    "uplus": lambda do, a: (a.real, a.imaginary),
    "conj": lambda do, a: (a[0], do(NEGATED, a[1])),
    "real": lambda do, a: a[0],
    "imag": lambda do, a: a[1],
    "abs": lambda do, a: do(MODULUS, *a[:2]),
    "angle": lambda do, a: do(PHASE, a.real, do.kept(a.imaginary, a)),
    "exp": lambda do, a: (do(EXPONENTIAL[0], *a[:2]), do(EXPONENTIAL[1], *a[:2])),
    "eq": _test(BOTH),
    "ne": _test(EITHER),
    "isnan": _test(EITHER),
    "isinf": _test(EITHER),
    "isfinite": _test(BOTH),
    "power": _power,
    "root": _branched("sqrt"),
    "sign": _sign,
    "log2": _logarithm(2.0),
    "log10": _logarithm(10.0),
    **{name: _branched(name) for name in ("sqrt", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh")},
    **dict.fromkeys(("lt", "le", "gt", "ge"), _compared),
    **dict.fromkeys(("double", "single", "round", "floor", "ceil", "fix"), _of_parts),
}
SAME_REALNESS = frozenset({"uminus", "uplus", "conj"})
"""Operations whose result is complex just where the operand is."""
