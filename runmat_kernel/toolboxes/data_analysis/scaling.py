"""Scaling of data: zscore, normalize, rescale, center."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.formula import Formula
from ...builtins.spec import Effect, ErrorCase, Example, builtin
from ...values.convert import is_text, numel_of, text_of, word_of
from .statistics import floats_along, lines_along


@builtin(
    "zscore",
    "Z = zscore(X)",
    "Z = zscore(X, flag, dim)",
    "Z = zscore(X, flag, vecdim)",
    "Z = zscore(X, flag, 'all')",
    "[Z, mu, sigma] = zscore(...)",
    summary="Data centred and scaled to deviation 1.",
    examples=(Example("zscore([1 2 3])", "[-1 0 1]"),),
)
def zscore(call: Any, x: Any, flag: Any = 0.0, dim: Any = None) -> Any:
    several = dim is not None and (is_text(dim) or numel_of(dim) > 1)
    array, axis = floats_along(call, x, None if several else dim)
    weight = float(not arg.is_empty_matrix(flag) and arg.scalar(flag) == 1)
    if several:
        mu, sigma = array.apply("mean", dim), array.apply("std", weight, dim)
    else:
        mu, sigma = array.mean(axis), array.apply("std", weight, axis + 1.0)
    one = np.ones((1, 1), np.float32 if array.matlab_class == "single" else float)
    return tuple(f.value for f in ((array - mu) / sigma.where(sigma.apply("eq", 0.0), one), mu, sigma))


@builtin(
    "normalize",
    "N = normalize(A)",
    "N = normalize(A, dim)",
    "N = normalize(..., method, type)",
    "N = normalize(..., 'center', C, 'scale', S)",
    "[N, C, S] = normalize(...)",
    summary="Data scaled by z-score, range, norm, centre or scale.",
    examples=(
        Example("normalize([1 2 3])", "[-1 0 1]"),
        Example("normalize([1 2 3],'range')", "[0 0.5 1]"),
        Example("normalize([1 2 9],'scale','mad')", "[1 2 9]"),
        Example("normalize([2 4 6],'center',2,'scale','first')", "[0 1 2]"),
        Example("normalize([1 2 3 4],'medianiqr')", "([1 2 3 4]-2.5)/2"),
        Example("normalize([1 2 9],'zscore','robust')", "[-1 0 7]"),
        Example("normalize([1 3],'range',[-1 1])", "[-1 1]"),
        Example("normalize([3 4],'norm')", "[0.6 0.8]"),
        Example("[N, C, S] = normalize([1 2 3;4 6 8])", "{[-1 -1 -1;1 1 1]*sqrt(0.5),[2.5 4 5.5],std([1 2 3;4 6 8])}"),
        Example("[N, C, S] = normalize([1 2 3],'range',[-1 1])", "{[-1 0 1],2,1}"),
    ),
    errors=(ErrorCase("normalize([1 2 3],'ranges')", "MATLAB:normalize:UnknownMethod"),),
    effect=Effect.NONE,
)
def normalize(call: Any, a: Any, *rest: Any) -> Any:
    arguments = list(rest)
    dim = arg.pop_value(arguments)
    if dim is not None:
        arg.dimension(dim)
    array, axis = floats_along(call, a, dim)
    steps = _steps(call, arguments)
    middle, width = None, None
    for centre, scale in [_normalizing(array, axis, method, parameter) for method, parameter in steps]:
        array = array if centre is None else array - centre
        array = array if scale is None else array / scale
        middle, width = centre if middle is None else middle, scale if width is None else width
    if steps[0][0] == "range":
        low, high = (arg.flat(steps[0][1]) if steps[0][1] is not None else np.array([0.0, 1.0])).tolist()
        array = array * (high - low) + low
        if call.nargout > 1:
            middle, width = middle - width * (low / (high - low)), width / (high - low)
    if call.nargout < 2:
        return array.value
    zeros = array.reduce("sum", axis) * 0.0  # one for each line, since a single number may hold for all lines
    return array.value, zeros.value if middle is None else middle.value, (zeros + 1.0).value if width is None else width.value


def _steps(call: Any, arguments: list[Any]) -> list[tuple[str, Any]]:
    """The methods with their parameters (a word, numbers, or None), the centre before the scale."""
    steps: list[tuple[str, Any]] = []
    while arguments:
        method, parameter = text_of(arguments.pop(0)).lower(), None
        if method not in _PARAMETERS:
            raise call.error(f"Unrecognized method '{method}'.", "MATLAB:normalize:UnknownMethod")
        if arguments and (not is_text(arguments[0]) or word_of(arguments[0]) in _PARAMETERS[method]):
            option = arguments.pop(0)
            parameter = word_of(option) or option
        steps.append((method, parameter))
    steps.sort()
    if len(steps) > 1 and [method for method, _ in steps] != ["center", "scale"]:
        raise call.error("Only 'center' and 'scale' go together.", "MATLAB:normalize:TooManyMethods")
    return steps or [("zscore", None)]


_PARAMETERS = {
    "zscore": ("std", "robust"),
    "norm": ("inf",),
    "scale": ("std", "mad", "first", "iqr"),
    "range": (),
    "center": ("mean", "median"),
    "medianiqr": (),
}
"""The words that may follow each method of ``normalize``."""


def _normalizing(x: Formula, axis: int, method: str, parameter: Any) -> tuple[Any, Any]:
    """The centre that ``normalize`` subtracts and the scale that it divides by; None for neither."""
    along = axis + 1.0
    numbers = None if parameter is None or type(parameter) is str else x.of(arg.floating(parameter))
    if method == "range":
        if 0 in x.shape[axis : axis + 1]:
            return (x.mean(axis),) * 2
        least, most = (x.reduce(kind, axis, omit_nan=True) for kind in ("min", "max"))
        return least, most - least
    if method == "norm":
        return None, x.apply("vecnorm", np.inf if parameter == "inf" else 2.0 if parameter is None else arg.scalar(parameter), along)
    if method == "scale":
        return None, _spread(x, axis, parameter or "std") if numbers is None else numbers
    if method == "center" and numbers is not None:
        return numbers, None
    by_median = method == "medianiqr" or parameter in ("median", "robust")
    centre = x.apply("median", along, "omitnan") if by_median else x.mean(axis, omit_nan=True)
    if method == "center":
        return centre, None
    return centre, _spread(x, axis, "iqr" if method == "medianiqr" else "mad" if parameter == "robust" else "std")


def _spread(x: Formula, axis: int, kind: str) -> Formula:
    along = axis + 1.0
    if kind == "mad":
        return (x - x.apply("median", along, "omitnan")).apply("abs").apply("median", along, "omitnan")
    if kind == "first":
        return x.part(axis, 0, 1)
    return x.apply("iqr", along) if kind == "iqr" else x.apply("std", 0.0, along, "omitnan")


@builtin(
    "rescale",
    "B = rescale(A)",
    "B = rescale(A, l, u)",
    "B = rescale(..., Name, Value...)",
    summary="Data scaled to an interval.",
    examples=(Example("rescale([1 2 3])", "[0 0.5 1]"), Example("rescale([1 2 3],-1,1)", "[-1 0 1]")),
    effect=Effect.NONE,
)
def rescale(call: Any, a: Any, *rest: Any) -> Any:
    numbers = list(rest[:2]) if len(rest) >= 2 and not is_text(rest[0]) else []
    options = arg.name_values(rest[len(numbers) :], "rescale", "inputmin inputmax")
    if not numel_of(a):
        return arg.floating(a)
    array, _ = floats_along(call, a, None)
    low, high = (array.of(n) for n in (numbers or (0.0, 1.0)))
    everywhere = tuple(range(len(array.shape)))
    least = array.of(options["inputmin"]) if "inputmin" in options else array.reduce("min", *everywhere, omit_nan=True)
    most = array.of(options["inputmax"]) if "inputmax" in options else array.reduce("max", *everywhere, omit_nan=True)
    inside = array.apply("max", least).apply("min", most).where(array.apply("isnan"), array) if options else array
    scaled = (inside - least) / (most - least) * (high - low) + low
    return scaled.where(most.apply("eq", least), low.apply(scaled.matlab_class)).value


@builtin(
    "center",
    "C = center(X)",
    "C = center(X, dim)",
    summary="Data without its mean.",
    examples=(Example("center([1 2 3])", "[-1 0 1]"),),
    hidden=True,
)
def center(call: Any, x: Any, dim: Any = None) -> Any:
    array, axis = lines_along(x, dim)
    return array - array.mean(axis=axis, keepdims=True)
