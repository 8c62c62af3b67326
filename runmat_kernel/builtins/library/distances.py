"""Distances between the rows of matrices."""

from __future__ import annotations

from typing import Any

from ...values.convert import text_of
from .. import arguments as arg
from ..spec import Example, builtin


@builtin(
    "pdist2",
    "D = pdist2(X, Y)",
    "D = pdist2(X, Y, metric)",
    summary="Distances between the rows of two matrices.",
    examples=(Example("pdist2([0 0],[3 4])", "5"),),
)
def pdist2(call: Any, x: Any, y: Any, metric: Any = None) -> Any:
    from scipy.spatial.distance import cdist

    return cdist(arg.matrix(x), arg.matrix(y), text_of(metric).lower() if metric is not None else "euclidean")


@builtin(
    "pdist",
    "D = pdist(X)",
    "D = pdist(X, metric)",
    summary="Distances between the rows of a matrix, as a row.",
    examples=(Example("pdist([0 0;3 4;0 0])", "[5 0 5]"),),
)
def pdist(call: Any, x: Any, metric: Any = None) -> Any:
    from scipy.spatial.distance import pdist as distances

    return distances(arg.matrix(x), text_of(metric).lower() if metric is not None else "euclidean").reshape(1, -1)


@builtin(
    "squareform",
    "Z = squareform(y)",
    "y = squareform(Z)",
    summary="Distances as a matrix or as a row.",
    examples=(Example("squareform([1 2 3])", "[0 1 2;1 0 3;2 3 0]"),),
)
def squareform(call: Any, y: Any) -> Any:
    from scipy.spatial.distance import squareform as form

    array = arg.matrix(y)
    return form(array.ravel()) if arg.is_vector(array.shape) else form(array, checks=False).reshape(1, -1)
