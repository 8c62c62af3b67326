"""Largest and smallest: of two arrays, along dimensions, with positions."""

from __future__ import annotations

import numpy as np

from ...accel import fast_functions as small
from ...builtins import arguments as arg
from ...builtins.reducing import numeric, options
from ...builtins.spec import Builtin, Effect, ErrorCase, Example, Fact, Trait, builtin
from ...graph import ranges
from ...graph.accumulate import front
from ...graph.op import Op
from ...graph.primitives import MINUS, arithmetic, compute_class
from ...values.classes import INTEGER_LIMITS
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of, to_value
from ...values.tensor import Tensor
from ..arrays.sort_options import read_order


def _sort_keys(array: np.ndarray, by: str) -> tuple[np.ndarray, np.ndarray]:
    """The numbers that elements are compared by, and those that decide between equal ones: modulus and angle, or real and imaginary part."""
    if by == "real" or (by == "auto" and array.dtype.kind != "c"):
        return array.real, array.imag
    exact = array.astype(np.longdouble) if array.dtype.kind in "iu" else array  # the modulus of the smallest integer is outside its class
    return np.abs(exact), np.angle(array)


def _best_first(array: np.ndarray, sign: int, by: str, omit: bool) -> np.ndarray:
    """Positions along axis 0 of the elements, the largest (or smallest) first; NaN last, or first where it is included."""
    first, second = _sort_keys(array, by)
    undefined = np.isnan(array)
    index = np.arange(array.shape[0]).reshape(-1, *[1] * (array.ndim - 1)) + np.zeros(array.shape)
    down = [np.where(undefined, 0, -sign * key.astype(np.result_type(key, np.float64))) for key in (second, first)]
    return np.lexsort((index, *down, undefined if omit else ~undefined), axis=0)


def _picked(sign: int, by: str, omit: bool):
    """The larger (or smaller) of two arrays, element by element, by a way of comparing."""

    def pick(a, b):
        a, b = np.broadcast_arrays(a, b)
        (size, angle), (other, other_angle) = _sort_keys(a, by), _sort_keys(b, by)
        left = (sign * size > sign * other) | ((size == other) & (sign * angle >= sign * other_angle))
        if omit:
            return np.where((left & ~np.isnan(a)) | np.isnan(b), a, b)
        return np.where((left & ~np.isnan(b)) | np.isnan(a), a, b)

    return pick


def _two(name: str, real, keeping, sign: int, range_rule, python) -> tuple[Op, Op]:
    def definition(function, omit):
        of_complex = _picked(sign, "abs", omit)

        def of(a, b):
            return of_complex(a, b) if "c" in (a.dtype.kind, b.dtype.kind) else function(a, b)

        return of

    passing = Op(name, 2, definition(real, True), _class(name), compute_class, name, range_rule, real=real, scalar=python)
    with_nan = Op(f"{name}_includenan", 2, definition(keeping, False), _class(name), compute_class, None, real=keeping)
    return passing, with_nan


def _by(name: str, sign: int) -> dict[tuple[str, bool], Op]:
    """The operations on two arrays that compare by real part or by modulus, by method and by whether NaN is omitted."""
    return {
        (by, omit): Op(f"{name}_{by}{'' if omit else '_includenan'}", 2, _picked(sign, by, omit), _class(name), compute_class)
        for by in ("real", "abs")
        for omit in (True, False)
    }


def _class(name: str):
    combine = arithmetic(name)
    return lambda a, b: combine(a, b) if a != b or a in INTEGER_LIMITS else ("double" if a in ("logical", "char") else a)


def _scalar_max(a: float, b: float) -> float:
    if a != a or b != b:
        raise ValueError
    return a if a >= b else b


def _scalar_min(a: float, b: float) -> float:
    if a != a or b != b:
        raise ValueError
    return a if a <= b else b


MAXIMUM, MAXIMUM_NAN = _two("max", np.fmax, np.maximum, 1, ranges.maximum, _scalar_max)
MINIMUM, MINIMUM_NAN = _two("min", np.fmin, np.minimum, -1, ranges.minimum, _scalar_min)
_COMPARED = {"max": _by("max", 1), "min": _by("min", -1)}


def _extreme(name: str, word: str, ops: tuple[Op, Op], sign: int, python, examples: tuple[Example, ...]) -> Builtin:
    letter = "M"
    usage = (
        f"{letter} = {name}(A)", f"{letter} = {name}(A, [], 'all')", f"{letter} = {name}(A, [], dim)", f"{letter} = {name}(A, [], vecdim)",
        f"{letter} = {name}(A, [], ..., nanflag)", f"[{letter}, I] = {name}(...)", f"[{letter}, I] = {name}(A, [], ..., 'linear')",
        f"C = {name}(A, B)", f"C = {name}(A, B, nanflag)", f"{letter} = {name}(..., 'ComparisonMethod', method)",
    )  # fmt: skip
    errors = (
        ErrorCase(f"{name}({{1}})", f"MATLAB:{name}:wrongInput"),
        ErrorCase(f"{name}([1 2], [1 2 3])", "MATLAB:sizeDimensionsMustMatch"),
        ErrorCase(f"[a, b] = {name}(1, 2)", f"MATLAB:{name}:TwoInTwoOutNotSupported"),
        ErrorCase(f"{name}(1, 2, 1)", f"MATLAB:{name}:caseNotSupported"),
    )

    @builtin(
        name,
        *usage,
        summary=f"The {word} elements, or the {word} of two arrays, element by element.",
        trait=Trait.REDUCTION,
        examples=examples,
        errors=errors,
        scalar=python,
    )
    def function(call, a, *rest):
        if len(rest) == 1 and call.nargout <= 1 and type(a) is Tensor and type(rest[0]) is float:
            return call.engine.elementwise(ops[False], (a, rest[0]))
        kind = numeric(call, a)
        if rest and not is_text(rest[0]) and (numel_of(rest[0]) != 0 or len(rest) == 1):
            numeric(call, rest[0])
            if call.nargout > 1:
                raise call.error(
                    f"{name.upper()} with two matrices to compare and two output arguments is not supported.",
                    f"MATLAB:{name}:TwoInTwoOutNotSupported",
                )
            by, flags = _comparison(name, rest[1:])
            opts = options(call, a, flags)
            if opts.explicit:
                raise call.error(
                    f"{name.upper()} with two matrices to compare and a working dimension is not supported.",
                    f"MATLAB:{name}:caseNotSupported",
                )
            including = opts.omit_nan is False
            compared = by != "auto" and not (by == "real" and not any(getattr(v, "is_complex", type(v) is complex) for v in (a, rest[0])))
            return call.engine.elementwise(_COMPARED[name][by, not including] if compared else ops[including], (a, rest[0]))
        by, flags = _comparison(name, rest)
        return _along(call, name, sign, a, kind, options(call, a, flags), by)

    return function


def _is_complex(a) -> bool:
    return getattr(a, "is_complex", type(a) is complex)


def _dtype(a, kind: str) -> np.dtype:
    """The type of the extremes of an empty array.  Of no other: that would compute what waits."""
    return np.dtype(np.float64) if kind == "char" else as_array(a).dtype


def _comparison(name: str, rest) -> tuple[str, list]:
    """The method of comparing, and the arguments without it."""
    rest = list(rest)
    for k, item in enumerate(rest[:-1]):
        if is_text(item) and len(word := text_of(item).lower()) > 1 and "comparisonmethod".startswith(word):
            return read_order(name, [word, text_of(rest[k + 1]).lower()], directions=False).by, rest[:k] + rest[k + 2 :]
    return "auto", rest


def _along(call, name: str, sign: int, a, kind: str, opts, by: str):
    """The largest or smallest elements along dimensions, and their places where a second output is asked for."""
    shape, asked = shape_of(a), max(call.nargout, 1)
    dims = tuple(d for d in opts.dims if d < len(shape))
    omit = opts.omit_nan is not False
    if any(shape[d] == 0 for d in dims) or (not opts.explicit and shape == (0, 0)):
        # There is nothing to choose from: the reduced dimensions stay empty.
        empty = tuple(0 if d in dims else n for d, n in enumerate(shape))
        return (Tensor(np.zeros(empty, _dtype(a, kind))), Tensor(np.zeros(empty)))[:asked]
    is_linear = opts.linear or len(dims) > 1
    if by == "abs" or _is_complex(a):
        array = as_array(a).astype(np.float64) if kind == "char" else as_array(a)
        largest, position = _compared(array, dims, sign, by, omit)
        return (largest, linear_index(position, shape, dims) if is_linear and asked > 1 else position)[:asked]
    largest = call.engine.reduce(name, a, opts.dims, "double" if kind == "char" else kind, omit)
    if asked < 2:
        return largest
    if not dims:
        return largest, np.arange(1.0, numel_of(a) + 1).reshape(shape, order="F") if opts.linear else np.ones(shape)
    if numel_of(a) == 0:
        return largest, np.zeros(shape_of(largest))
    position = call.engine.reduce("arg" + name, a, opts.dims, "double", omit)
    return largest, linear_index(as_array(position), shape, dims) if is_linear else position


def _compared(array: np.ndarray, dims: tuple[int, ...], sign: int, by: str, omit: bool) -> tuple[np.ndarray, np.ndarray]:
    moved, shape = front(array, dims)
    index = _best_first(moved, sign, by, omit)[0]
    chosen = np.take_along_axis(moved, index[None], axis=0)
    return chosen.reshape(shape, order="F"), (index + 1.0).reshape(shape, order="F")


def linear_index(position: np.ndarray, shape: tuple[int, ...], dims: tuple[int, ...]) -> np.ndarray:
    """1-based positions within the reduced dimensions as linear indices into the whole array."""
    within = np.unravel_index((position - 1).astype(np.int64), tuple(shape[d] for d in dims), order="F")
    grid = np.meshgrid(*[np.arange(1 if d in dims else n) for d, n in enumerate(shape)], indexing="ij")
    linear, step = np.zeros(position.shape), 1
    for d, n in enumerate(shape):
        coordinate = within[dims.index(d)].reshape(grid[d].shape, order="F") if d in dims else grid[d]
        linear = linear + (coordinate * step).reshape(position.shape, order="F")
        step *= n
    return linear + 1


MAX = _extreme(
    "max",
    "largest",
    (MAXIMUM, MAXIMUM_NAN),
    1,
    _scalar_max,
    (
        Example("max([1 5 3])", "5"),
        Example("[m, i] = max([3 9 2])", "{9, 2}"),
        Example("max([1 7; 4 2])", "[4 7]"),
        Example("max([1 7; 4 2], [], 2)", "[7; 4]"),
        Example("max([1 7; 4 2], [], 'all')", "7"),
        Example("max([1 NaN 3])", "3"),
        Example("max([1 NaN 3], [], 'includenan')", "NaN"),
        Example("max(NaN, 1)", "1"),
        Example("max([1 5], 3)", "[3 5]"),
        Example("max([])", "[]"),
        Example("max(int8(5), 7)", "int8(7)"),
        Example("[m, i] = max([1 7; 4 2], [], 'all')", "{7, 3}"),
        Example("[m, i] = max([1 7; 4 2], [], 2, 'linear')", "{[7; 4], [3; 2]}"),
        Example("max([3 4i])", "4i"),
        Example("max([3 -4],[],'ComparisonMethod','abs')", "-4"),
        Example("[m, i] = max([NaN NaN])", "{NaN, 1}"),
    ),
).stating(
    Fact.COMPILED | Fact.RECORDED,
    small=lambda engine: small.extremes(engine, np.fmax, max),
    pair=lambda engine: small.extreme_with_place(engine, np.argmax),
)
MIN = _extreme(
    "min",
    "smallest",
    (MINIMUM, MINIMUM_NAN),
    -1,
    _scalar_min,
    (
        Example("min([4 2 8])", "2"),
        Example("[m, i] = min([3 9 2])", "{2, 3}"),
        Example("min(NaN, 1)", "1"),
        Example("min([1 7; 4 2], [], 1)", "[1 2]"),
        Example("min([2 5], 3)", "[2 3]"),
        Example("min('ab')", "97"),
        Example("[m, i] = min([NaN 4 2 NaN])", "{2, 3}"),
    ),
).stating(
    Fact.COMPILED | Fact.RECORDED,
    small=lambda engine: small.extremes(engine, np.fmin, min),
    pair=lambda engine: small.extreme_with_place(engine, np.argmin),
)


@builtin(
    "range",
    "y = range(X)",
    "y = range(X, 'all')",
    "y = range(X, dim)",
    summary="Largest minus smallest element.",
    examples=(Example("range([4 9 1])", "8"),),
    effect=Effect.NONE,
)
def range_(call, x, *rest):
    dims = options(call, x, rest).dims
    x = to_value(arg.floating(x)) if class_of(x) == "char" else x
    kind = class_of(x)
    if numel_of(x) == 0 or _is_complex(x):
        highest, lowest = (call.feval(name, x, *((to_value(np.zeros((0, 0))), *rest) if rest else ()))[0] for name in ("max", "min"))
        return call.feval("minus", highest, lowest)[0]
    return call.engine.elementwise(MINUS, (call.engine.reduce("max", x, dims, kind, True), call.engine.reduce("min", x, dims, kind, True)))


@builtin(
    "bounds",
    "[S, L] = bounds(A)",
    "[S, L] = bounds(A, 'all')",
    "[S, L] = bounds(A, dim)",
    "[S, L] = bounds(..., nanflag)",
    summary="Smallest and largest elements.",
    examples=(Example("[s, l] = bounds([4 9 1])", "{1, 9}"),),
    effect=Effect.NONE,
)
def bounds(call, a, *rest):
    # times and ordered categories have an order of their own, and so have complex numbers
    none = to_value(np.zeros((0, 0)))
    return tuple(call.feval(name, a, *([none, *rest] if rest else ()))[0] for name in ("min", "max"))
