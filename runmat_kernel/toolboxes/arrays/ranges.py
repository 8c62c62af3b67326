"""Ranges: the colon operator, linspace, logspace."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import Effect, ErrorCase, Example, Fact, Trait, builtin
from ...graph.spacing import Spacing, spacing
from ...values.classes import DTYPES, INTEGER_LIMITS, dtype_of
from ...values.convert import as_array, class_of, numel_of, to_value
from ...values.tensor import Tensor
from ...values.text import CharArray


def _colon_values(start: float, step: float, stop: float) -> np.ndarray:
    """``start:step:stop`` as a 1-D float64 array."""
    spaced = spacing(start, step, stop)
    return spaced.values() if type(spaced) is Spacing else spaced


def _colon_integers(start: Any, step: Any, stop: Any, matlab_class: str) -> np.ndarray:
    """``start:step:stop`` in an integer class; the numbers are Python ints, so 64-bit classes are exact."""
    low, high = INTEGER_LIMITS[matlab_class]
    for number in (start, step, stop):
        if math.isfinite(number) and number != math.floor(number):
            raise MatlabError(
                "Colon operands must be real scalars that are integers when one is of an integer class.", "MATLAB:colon:nonIntegerOperands"
            )
    if not (low <= start <= high and low <= stop <= high and math.isfinite(step)):
        raise MatlabError("Colon operands must be in the range of the data type.", "MATLAB:colon:OutOfRange")
    start, step, stop = int(start), int(step), int(stop)
    numbers = range(start, stop + (1 if step > 0 else -1), step) if step else range(0)
    arg.check_array_size((1, len(numbers)), matlab_class)
    return (
        np.array(numbers, DTYPES[matlab_class])
        if len(numbers) < 1024
        else (np.arange(len(numbers)) * step + start).astype(DTYPES[matlab_class])
    )


@builtin(
    "colon",
    "x = colon(j, k)",
    "x = colon(j, i, k)",
    "x = j:k",
    summary="Regularly spaced row vector, the operator j:i:k.",
    examples=(
        Example("colon(1,4)", "[1 2 3 4]"),
        Example("size(5:1)", "[1 0]"),
        Example("0:0.1:0.3", "[0 0.1 0.2 0.3]"),
        Example("numel(0:0.1:1)", "11"),
        Example("5:-2:0", "[5 3 1]"),
        Example("int8(1):3", "int8([1 2 3])"),
        Example("'a':'e'", "'abcde'"),
        Example("class(single(1):2)", "'single'"),
        Example("class([]:int8(3))", "'int8'"),
    ),
    trait=Trait.SOURCE,
    facts=Fact.COMPILED | Fact.NAMELESS,
    effect=Effect.NONE,
)
def colon(call: Any, *operands: Any) -> Any:
    if all(type(x) is float for x in operands):
        start, step, stop = (operands[0], 1.0, operands[1]) if len(operands) == 2 else operands
        return _range(call, start, step, stop, "double")
    classes = [class_of(x) for x in operands]
    if any(arg.is_empty_matrix(x) for x in operands):
        kind = next((c for c in classes if c in INTEGER_LIMITS or c == "single"), "double")
        return Tensor(np.zeros((1, 0), kind))
    firsts = [as_array(x).flat[0].real for x in operands]
    if len(operands) == 2:
        firsts.insert(1, 1)
    integers = {c for c in classes if c in INTEGER_LIMITS}
    if len(integers) > 1:
        raise MatlabError(
            "Colon operands must be all the same type, or mixed with real double scalars.", "MATLAB:colon:mixedNonScalarIntegers"
        )
    if integers:
        array = _colon_integers(*(x.item() if isinstance(x, np.generic) else x for x in firsts), integers.pop())
        return Tensor(array.reshape(1, -1))
    numbers = tuple(float(x) for x in firsts)
    if set(classes) == {"char"}:
        return CharArray(_colon_values(*numbers).reshape(1, -1))
    return _range(call, *numbers, "single" if "single" in classes else "double")


def _range(call: Any, start: float, step: float, stop: float, matlab_class: str) -> Any:
    """A range of floats; a large one is computed when its elements are needed."""
    spaced = spacing(start, step, stop)
    if type(spaced) is not Spacing:
        return spaced.reshape(1, -1).astype(DTYPES[matlab_class])

    def make() -> np.ndarray:
        return spaced.values().reshape(1, -1).astype(DTYPES[matlab_class], copy=False)

    def build(shape: tuple[int, ...]) -> Any:
        from ...graph.generators import range_node

        return range_node(spaced.start, spaced.step, spaced.last, spaced.whole, shape, matlab_class)

    positions = spaced.positions if matlab_class == "double" else None
    deferred = call.engine.source(make, build, (1, spaced.count), matlab_class, positions=positions)
    return make() if deferred is None else deferred


@builtin(
    "linspace",
    "y = linspace(x1, x2)",
    "y = linspace(x1, x2, n)",
    summary="n points from x1 to x2, both included; 100 without n.",
    examples=(
        Example("linspace(0,1,5)", "[0 0.25 0.5 0.75 1]"),
        Example("1./linspace(-0,0,3)", "[-Inf Inf Inf]"),
        Example("numel(linspace(0,1))", "100"),
        Example("linspace(1,2,1)", "2"),
        Example("linspace(Inf,Inf,3)", "[Inf Inf Inf]"),
        Example("class(linspace(single(0),1,3))", "'single'"),
    ),
    errors=(ErrorCase("linspace([1 2],3)", "MATLAB:linspace:scalarInputs"),),
    trait=Trait.SOURCE,
    effect=Effect.NONE,
    facts=Fact.FILLS,
)
def linspace(call: Any, x1: Any, x2: Any, n: Any = 100.0) -> Any:
    dtype, a, b = np.float64, x1, x2
    if type(a) is not float or type(b) is not float:
        if numel_of(x1) != 1 or numel_of(x2) != 1:
            raise MatlabError("Inputs must be scalars.", "MATLAB:linspace:scalarInputs")
        dtype = arg.float_class(x1, x2)
        a, b = arg.floating(x1).flat[0].item(), arg.floating(x2).flat[0].item()
    if numel_of(n) != 1:
        raise MatlabError("Inputs must be scalars.", "MATLAB:linspace:scalarInputs")
    count = math.floor(arg.scalar(n))
    if count < 2:
        return arg.single_like(np.full((1, 1), b), x1, x2) if count == 1 else Tensor(np.zeros((1, 0), dtype))
    arg.check_array_size((1, count), "double")
    matlab_class = "single" if dtype is np.float32 else "double"

    def make() -> np.ndarray:
        return _evenly(a, b, count, matlab_class)

    def build(shape: tuple[int, ...]) -> Any:
        from ...graph.generators import linspace_node

        return linspace_node(a, b, shape, matlab_class)

    if type(a) is float and type(b) is float and math.isfinite((b - a) * (count - 1)):
        deferred = call.engine.source(make, build, (1, count), matlab_class)
        if deferred is not None:
            return deferred
    return make()


def _evenly(a: Any, b: Any, count: int, matlab_class: str) -> np.ndarray:
    """``linspace`` in double, and then in its class."""
    last = count - 1
    steps = np.arange(count, dtype=np.float64)
    if a == b != 0:
        return np.full((1, count), a, dtype_of(matlab_class, is_complex=type(a) is complex))
    y = a + steps * (b - a) / last if np.isfinite((b - a) * last) else a + steps * (b / last) - steps * (a / last)
    y[0], y[-1] = a, b
    if a == -b and count > 2 and count % 2:
        y[last // 2] = 0
    return y.reshape(1, -1).astype(dtype_of(matlab_class, is_complex=y.dtype.kind == "c"), copy=False)


@builtin(
    "logspace",
    "y = logspace(a, b)",
    "y = logspace(a, b, n)",
    summary="n points from 10^a to 10^b, evenly spaced in the exponent; 50 without n.",
    examples=(Example("logspace(0,2,3)", "[1 10 100]"), Example("numel(logspace(1,2))", "50")),
    trait=Trait.SOURCE,
    effect=Effect.NONE,
    facts=Fact.FILLS,
)
def logspace(call: Any, a: Any, b: Any, n: Any = 50.0) -> Any:
    upper = math.log10(math.pi) if type(b) is float and b == math.pi else b
    exponents = arg.floating(to_value(linspace.function(call, a, upper, n)))
    y = np.power(exponents.dtype.type(10), exponents)
    if type(b) is float and b == math.pi and y.size:
        y[0, -1] = math.pi
    return y
