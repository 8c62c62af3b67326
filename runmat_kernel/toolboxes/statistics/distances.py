"""Distances between the rows of matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import as_array, is_text, text_of, to_value
from ...values.functions import FunctionHandle

_METRICS = {
    "euclidean": "euclidean", "fasteuclidean": "euclidean", "squaredeuclidean": "sqeuclidean", "fastsquaredeuclidean": "sqeuclidean",
    "seuclidean": "seuclidean", "fastseuclidean": "seuclidean", "cityblock": "cityblock", "chebychev": "chebyshev", "minkowski": "minkowski",
    "mahalanobis": "mahalanobis", "cosine": "cosine", "correlation": "correlation", "spearman": "correlation", "hamming": "hamming", "jaccard": "jaccard",
}  # fmt: skip
"""MATLAB's names of metrics and SciPy's; Spearman's is the correlation of ranks."""


def between(call: Any, x: np.ndarray, y: np.ndarray, metric: Any = None, parameter: Any = None) -> np.ndarray:
    """The distances of the rows of ``x`` (down) from those of ``y`` (across)."""
    from scipy.spatial.distance import cdist

    if x.shape[1] != y.shape[1]:
        raise call.error("X and Y must have the same number of columns.", f"stats:{call.name}:SizeMismatch")
    if any(v.dtype.kind == "c" for v in (x, y)):
        raise call.error("Complex data are not supported.", f"stats:{call.name}:InvalidInput")
    if type(metric) is FunctionHandle:
        columns = [arg.flat(call.feval(metric, to_value(row[None, :].copy()), to_value(x))[0]) for row in y]
        return np.stack(columns, axis=1) if columns else np.zeros((len(x), 0))
    name = text_of(metric, "distance metric").lower() if metric is not None and not arg.is_empty_matrix(metric) else "euclidean"
    if name not in _METRICS:
        raise call.error(f"Unrecognized distance metric '{name}'.", f"stats:{call.name}:UnrecognizedDistance")
    more: dict[str, Any] = {}
    if name == "minkowski":
        more["p"] = 2.0 if parameter is None else arg.scalar(parameter)
    elif _METRICS[name] == "seuclidean":
        more["V"] = (x.std(axis=0, ddof=1) if parameter is None else arg.flat(parameter)).astype(np.float64) ** 2
    elif name == "mahalanobis":
        more["VI"] = np.linalg.inv(np.atleast_2d(np.cov(x.T)) if parameter is None else arg.matrix(parameter))
    elif name == "spearman":
        from scipy.stats import rankdata

        x, y = (rankdata(v, axis=1) for v in (x, y))
    elif name == "jaccard":  # the share of coordinates that differ among those that are not both zero
        differ, known = (x[:, None] != y[None]), (x[:, None] != 0) | (y[None] != 0)
        with np.errstate(invalid="ignore"):
            return (differ & known).sum(axis=2) / known.sum(axis=2)
    return cdist(x, y, _METRICS[name], **more)


@builtin(
    "pdist2",
    "D = pdist2(X, Y)",
    "D = pdist2(X, Y, metric)",
    "D = pdist2(X, Y, metric, parameter)",
    "[D, I] = pdist2(..., 'Smallest', k)",
    "[D, I] = pdist2(..., 'Largest', k)",
    summary="Distances between the rows of two matrices; the smallest or largest of each column, and the rows of X they are from.",
    examples=(
        Example("pdist2([0 0],[3 4])", "5"), Example("pdist2([0 0;1 1],[3 4],'squaredeuclidean')", "[25;13]"), Example("pdist2([0 0],[3 4],'chebychev')", "4"),
        Example("pdist2([0 0],[3 4],'minkowski',1)", "7"), Example("[D,I] = pdist2([0 0;1 1;5 5],[1 0],'euclidean','Smallest',2)", "{[1;1],[1;2]}"),
        Example("pdist2([1 2;3 5],[0 0],@(a,b) sum(abs(a-b),2))", "[3;8]"),
    ),
    errors=(ErrorCase("pdist2([1 2],3)", "stats:pdist2:SizeMismatch"), ErrorCase("pdist2(1,2,'foo')", "stats:pdist2:UnrecognizedDistance")),
)  # fmt: skip
def pdist2(call: Any, x: Any, y: Any, *rest: Any) -> Any:
    values, ends = list(rest), {}
    while len(values) > 1 and is_text(values[-2]) and text_of(values[-2]).lower() in ("smallest", "largest", "sortindices", "cachesize"):
        ends[text_of(values[-2]).lower()] = values[-1]
        del values[-2:]
    distances = between(call, arg.matrix(x), arg.matrix(y), *values[:2])
    word = next((w for w in ("smallest", "largest") if w in ends), None)
    if word is None:
        return arg.single_like(distances, x, y)
    count = min(arg.integer(ends[word]), len(distances))
    order = np.argsort(distances if word == "smallest" else -distances, axis=0, kind="stable")[:count]
    return arg.single_like(np.take_along_axis(distances, order, axis=0), x, y), order + 1.0


@builtin(
    "pdist",
    "D = pdist(X)",
    "D = pdist(X, metric)",
    "D = pdist(X, metric, parameter)",
    summary="Distances between the rows of a matrix, as a row.",
    examples=(
        Example("pdist([0 0;3 4;0 0])", "[5 0 5]"), Example("pdist([0 0;3 4],'squaredeuclidean')", "25"),
        Example("pdist([0 0;3 4;1 1],@(a,b) sum(abs(a-b),2))", "[7 2 5]"),
    ),
    errors=(ErrorCase("pdist(1,'foo')", "stats:pdist:UnrecognizedDistance"),),
)  # fmt: skip
def pdist(call: Any, x: Any, metric: Any = None, parameter: Any = None) -> Any:
    rows = arg.matrix(x)
    distances = between(call, rows, rows, metric, parameter)
    upper = np.triu_indices(len(rows), 1)
    return arg.single_like(distances.T[upper].reshape(1, -1), x)


@builtin(
    "squareform",
    "Z = squareform(y)",
    "y = squareform(Z)",
    "Z = squareform(y, 'tomatrix')",
    "y = squareform(Z, 'tovector')",
    summary="Distances as a matrix or as a row, of the class that they have; the direction tells a row of one number from a matrix.",
    examples=(
        Example("squareform([1 2 3])", "[0 1 2;1 0 3;2 3 0]"), Example("squareform(7,'tomatrix')", "[0 7;7 0]"),
        Example("squareform(uint8([0 4;4 0]))", "uint8(4)"),
    ),
    errors=(ErrorCase("squareform([1 2;3 4],'tomatrix')", "stats:squareform:BadInput"), ErrorCase("squareform(1,'back')", "MATLAB:squareform:unknownOption")),
)  # fmt: skip
def squareform(call: Any, y: Any, direction: Any = None) -> Any:
    from scipy.spatial.distance import squareform as form

    array = as_array(y)
    word = "" if direction is None else arg.option(call, direction, "tomatrix", "tovector", default="tomatrix")
    if array.ndim != 2 or (word == "tomatrix" and 1 not in array.shape):
        raise call.error("Y must be a vector or a square matrix.", "stats:squareform:BadInput")
    to_matrix = word == "tomatrix" or (not word and arg.is_vector(array.shape))
    return form(array.ravel()) if to_matrix else form(array, checks=False).reshape(1, -1)
