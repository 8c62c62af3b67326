"""Faces in space: ribbon, tetramesh, surfnorm, and patches made of surfaces, shrunk or reduced."""

from __future__ import annotations

import numpy as np

from ...values.convert import is_text
from .. import arguments as arg
from ..composing import composed
from ..spec import Example, builtin

_BLUE = np.array([0.0, 0.447, 0.741])


@builtin(
    "ribbon",
    "ribbon(Z)",
    "ribbon(Y, Z)",
    "h = ribbon(..., width)",
    summary="Columns as ribbons in space.",
    examples=(Example("h = ribbon([1 2;3 4]); numel(h)", "2"),),
)
def ribbon(call, *arguments):
    values = [arg.floating(a).astype(np.float64) for a in arguments]
    width = float(values.pop().flat[0]) if len(values) > 1 and values[-1].size == 1 else 0.75
    z = values[-1] if min(values[-1].shape) > 1 else values[-1].reshape(-1, 1)
    y = values[0] if len(values) > 1 else np.arange(1.0, len(z) + 1).reshape(-1, 1)
    with composed(call) as plot:
        for k in range(z.shape[1]):
            line = y[:, min(k, y.shape[1] - 1)] if y.shape[0] == len(z) else y.ravel()
            x = np.tile([k + 1 - width / 2, k + 1 + width / 2], (len(z), 1))
            plot.draw(
                "surface",
                np.asfortranarray(x),
                np.asfortranarray(np.column_stack([line, line])),
                np.asfortranarray(np.column_stack([z[:, k], z[:, k]])),
                np.full((len(z), 2), k + 1.0, order="F"),
            )
        plot.label("view", 3.0)
        plot.label("grid", "on")
        return plot.result()


@builtin("tetramesh", "tetramesh(T, X)", "tetramesh(T, X, c)", "h = tetramesh(...)", summary="Tetrahedra in space.",
         examples=(Example("h = tetramesh([1 2 3 4],[0 0 0;1 0 0;0 1 0;0 0 1]); numel(h)", "1"),))  # fmt: skip
def tetramesh(call, cells, *arguments):
    if hasattr(cells, "cells"):
        corners, points = cells.cells, cells.points
    else:
        corners, points = arg.matrix(cells).astype(np.float64), arg.matrix(arguments[0]).astype(np.float64)
    if corners.shape[1] != 4 or points.shape[1] != 3:
        raise call.error("T must have four columns, and X three.", "MATLAB:tetramesh:InvalidSize")
    faces = np.concatenate([corners[:, list(side)] for side in ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))])
    with composed(call) as plot:
        plot.draw("patch", "Faces", faces, "Vertices", points, "FaceColor", _BLUE, "FaceAlpha", 0.9)
        plot.label("view", 3.0)
        return plot.result()


@builtin("surfnorm", "surfnorm(Z)", "surfnorm(X, Y, Z)", "[Nx, Ny, Nz] = surfnorm(...)", summary="Normals of a surface.",
         examples=(Example("[x,y,z] = surfnorm(zeros(3)); z", "ones(3)"),))  # fmt: skip
def surfnorm(call, *arguments):
    arrays = [arg.floating(a).astype(np.float64) for a in arguments if not is_text(a)]
    if not arrays:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    z = arrays[-1]
    x, y = arrays[:2] if len(arrays) == 3 else np.meshgrid(np.arange(1.0, z.shape[1] + 1), np.arange(1.0, z.shape[0] + 1))
    if z.ndim != 2 or min(z.shape) < 2 or any(a.shape != z.shape for a in (x, y)):
        raise call.error("X, Y and Z must be matrices of one size, with two rows and columns or more.", "MATLAB:surfnorm:InvalidInput")
    across = np.stack([np.gradient(a, axis=1) for a in (x, y, z)], axis=-1)
    down = np.stack([np.gradient(a, axis=0) for a in (x, y, z)], axis=-1)
    n = np.cross(across, down)
    n = n / np.linalg.norm(n, axis=-1, keepdims=True)
    if call.nargout:
        return tuple(np.asfortranarray(n[..., k]) for k in range(3))
    with composed(call) as plot:
        plot.draw("surf", x, y, z)
        plot.draw("quiver3", x, y, z, *(np.asfortranarray(n[..., k]) for k in range(3)))
    return None
