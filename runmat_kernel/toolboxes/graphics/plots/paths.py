"""Paths: comet, comet3, gplot; plotyy."""

from __future__ import annotations

import numpy as np

from ....builtins import arguments as arg
from ....builtins.spec import ErrorCase, Example, builtin
from ....values.convert import as_array, to_value


def _alias(name: str, target: str, usage: tuple[str, ...], summary: str, *examples: Example):
    @builtin(name, *usage, summary=summary, examples=examples)
    def function(call, *arguments):
        most = {"comet": 2, "comet3": 3}.get(name, len(arguments))  # the length of a comet's tail does not matter
        value = call.feval(target, *arguments[:most], nargout=1)
        return value[0] if call.nargout else None

    return function


COMETS = (
    _alias("comet", "plot", ("comet(y)", "comet(x, y)", "comet(x, y, p)"), "Path of a comet: the whole path is drawn."),
    _alias("comet3", "plot3", ("comet3(z)", "comet3(x, y, z)", "comet3(x, y, z, p)"), "Path of a comet in space: the whole path is drawn."),
)


@builtin("plotyy", "[ax, h1, h2] = plotyy(x1, y1, x2, y2)", "plotyy(x1, y1, x2, y2, f1, f2)", summary="Two plots with axes at the left and the right.",
         examples=(Example("[ax,h1,h2] = plotyy(1:3,1:3,1:3,[10 20 30]); h2.YData", "[10 20 30]"),))  # fmt: skip
def plotyy(call, x1, y1, x2, y2, first=None, second=None):
    functions = [
        first if first is not None else to_value("plot"),
        second if second is not None else first if first is not None else to_value("plot"),
    ]
    handles = []
    for side, function, x, y in (("left", functions[0], x1, y1), ("right", functions[1], x2, y2)):
        call.feval("yyaxis", to_value(side), nargout=0)
        handles.append(call.feval(function, x, y, nargout=1)[0])
    if not call.nargout:
        return None
    axes = call.feval("gca")[0]
    return call.feval("horzcat", axes, axes)[0], handles[0], handles[1]


@builtin("gplot", "gplot(A, coordinates)", "gplot(A, coordinates, LineSpec)", "[X, Y] = gplot(A, coordinates)", summary="Nodes and edges of an adjacency matrix.",
         examples=(Example("[x,y] = gplot([0 1;0 0],[0 0;1 2]); {x,y}", "{[0;1;NaN],[0;2;NaN]}"),),
         errors=(ErrorCase("gplot([0 1;1 0],[1 2])", "MATLAB:gplot:InvalidCoordinates"),))  # fmt: skip
def gplot(call, matrix, coordinates, *rest):
    full = matrix.full_value() if hasattr(matrix, "full_value") else matrix
    places = as_array(coordinates).astype(np.float64)
    i, j = np.nonzero(arg.matrix(full))
    if places.ndim != 2 or places.shape[1] != 2 or len(places) < max(as_array(full).shape):
        raise call.error("The coordinates must have a row for each node.", "MATLAB:gplot:InvalidCoordinates")
    order = np.argsort(np.maximum(i, j), kind="stable")
    i, j = i[order], j[order]
    gap = np.full(i.size, np.nan)
    x, y = (np.stack([places[i, k], places[j, k], gap]).ravel(order="F").reshape(-1, 1) for k in range(2))
    if call.nargout:
        return x, y
    call.feval("plot", to_value(x), to_value(y), *rest, nargout=0)
    return None
