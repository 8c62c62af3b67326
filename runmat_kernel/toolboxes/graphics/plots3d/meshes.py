"""Faces in space: ribbon, tetramesh, surfnorm, and patches made of surfaces, shrunk or reduced."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ....builtins import arguments as arg
from ....builtins.spec import ErrorCase, Example, builtin
from ....values import StructArray, Tensor
from ....values.convert import as_array, is_text, to_value
from ..composing import composed

_BLUE = np.array([0.0, 0.447, 0.741])


@builtin(
    "ribbon",
    "ribbon(Z)",
    "ribbon(Y, Z)",
    "h = ribbon(..., width)", "h = ribbon(ax, ...)",
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


@builtin("tetramesh", "tetramesh(T)", "tetramesh(T, X)", "tetramesh(T, X, c)", "h = tetramesh(...)", summary="Tetrahedra in space.",
         examples=(Example("h = tetramesh([1 2 3 4],[0 0 0;1 0 0;0 1 0;0 0 1]); numel(h)", "1"),))  # fmt: skip
def tetramesh(call, cells, *arguments):
    if hasattr(cells, "cells"):
        corners, points = cells.cells, cells.points
    elif not arguments:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
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


# --- patches of other things ---------------------------------------------------------------------------------------------


def _parts(call: Any, first: Any, rest: Sequence[Any]) -> tuple[np.ndarray, np.ndarray, Any]:
    """Faces and vertices of a patch, of a structure, or given one after the other; and the patch, where it is one."""
    if type(first) is StructArray:
        if first.numel != 1 or not {"faces", "vertices"} <= set(first.fields):
            raise call.error("Expected a structure with the fields faces and vertices.", f"MATLAB:{call.name}:InvalidPatch")
        item = first.array.flat[0]
        return as_array(item["faces"]), as_array(item["vertices"]).astype(np.float64), None
    if hasattr(first, "nodes"):
        node = first.node
        return node.array("Faces"), np.asarray(node.array("Vertices"), np.float64), first
    if not rest:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    return as_array(first), as_array(rest[0]).astype(np.float64), None


def _check_corners(call: Any, rows: Iterable[np.ndarray], corners: np.ndarray) -> None:
    """Faces (numbers from 0) must name corners that there are."""
    if any(row.size and not (row.min() >= 0 and row.max() < len(corners)) for row in rows):
        raise call.error("The faces must be numbers of vertices.", f"MATLAB:{call.name}:InvalidFaces")


def _given_back(call: Any, handle: Any, faces: np.ndarray, corners: np.ndarray) -> Any:
    if call.nargout >= 2:
        return np.asfortranarray(faces), np.asfortranarray(corners)
    if call.nargout == 1 or handle is None:
        return StructArray.scalar({"faces": Tensor(np.asfortranarray(faces)), "vertices": Tensor(np.asfortranarray(corners))})
    call.feval("set", handle, to_value("Faces"), to_value(faces), to_value("Vertices"), to_value(corners), nargout=0)
    return None


@builtin(
    "shrinkfaces", "shrinkfaces(p, sf)", "nfv = shrinkfaces(p, sf)", "nfv = shrinkfaces(fv, sf)", "nfv = shrinkfaces(f, v, sf)", "[nf, nv] = shrinkfaces(...)",
    summary="Each face of a patch made smaller around its middle, to a share of its area (0.3).",
    examples=(
        Example("s = shrinkfaces([1 2 3 4],[0 0 0;1 0 0;1 1 0;0 1 0],0.25); s.vertices(1,:)", "[0.25 0.25 0]"),
        Example("[f,v] = shrinkfaces([1 2 3;1 3 4],[0 0 0;1 0 0;1 1 0;0 1 0],1); {size(v), f}", "{[6 3], [1 2 3;4 5 6]}"),
    ),
    errors=(ErrorCase("shrinkfaces([1 2 3],[0 0 0;1 0 0;1 1 0],-1)", "MATLAB:shrinkfaces:InvalidFactor"),), see_also=("reducepatch", "patch"),
)  # fmt: skip
def shrinkfaces(call, first, *rest):
    faces, corners, handle = _parts(call, first, rest)
    after = rest if type(first) is StructArray or handle is not None else rest[1:]
    share = arg.scalar(after[0]) if after else 0.3
    if not share >= 0:
        raise call.error("The shrink factor must not be negative.", "MATLAB:shrinkfaces:InvalidFactor")
    rows = [np.asarray(face[~np.isnan(np.asarray(face, np.float64))], int) - 1 for face in faces]
    _check_corners(call, rows, corners)
    renumbered, points = np.full(faces.shape, np.nan), []
    count = 0
    for k, row in enumerate(rows):
        middle = corners[row].mean(axis=0)
        points.append(middle + np.sqrt(share) * (corners[row] - middle))
        renumbered[k, : row.size] = count + np.arange(1.0, row.size + 1)
        count += row.size
    if handle is not None and not call.nargout and len(shades := handle.node.array("FaceVertexCData")) == len(corners) and rows:
        handle.node.values["FaceVertexCData"] = Tensor(np.asfortranarray(shades[np.concatenate(rows)]))  # corners are shared no longer
    return _given_back(call, handle, renumbered, np.concatenate(points) if points else corners)


@builtin(
    "surf2patch", "fvc = surf2patch(h)", "fvc = surf2patch(Z)", "fvc = surf2patch(Z, C)", "fvc = surf2patch(X, Y, Z)", "fvc = surf2patch(X, Y, Z, C)",
    "fvc = surf2patch(..., 'triangles')", "[f, v, c] = surf2patch(...)",
    summary="Faces, vertices and colours of a surface, as patch takes them.",
    examples=(Example("s = surf2patch([1 2;3 4]); {s.faces, s.vertices(:,3)'}", "{[1 3 4 2], [1 3 2 4]}"), Example("[f,v] = surf2patch(peaks(3),'triangles'); size(f)", "[8 3]")),
    errors=(ErrorCase("surf2patch([1 2])", "MATLAB:surf2patch:InvalidInput"),), see_also=("patch", "surf"),
)  # fmt: skip
def surf2patch(call, *arguments):
    inputs = [a for a in arguments if not is_text(a)]
    if inputs and hasattr(inputs[0], "nodes"):
        node = inputs[0].node
        arrays = [np.asarray(node.array(f"{letter}Data"), np.float64) for letter in "XYZC"]
    else:
        arrays = [arg.floating(a).astype(np.float64) for a in inputs]
        if len(arrays) in (1, 2) and arrays[0].ndim == 2:
            down, across = arrays[0].shape
            arrays = [np.arange(1.0, across + 1), np.arange(1.0, down + 1), *arrays]
    if len(arrays) not in (3, 4) or arrays[2].ndim != 2 or min(arrays[2].shape) < 2:
        raise call.error("Z must be a matrix with two rows and columns or more.", "MATLAB:surf2patch:InvalidInput")
    x, y, z = arrays[:3]
    shape = z.shape
    x, y = (
        x if x.shape == shape else np.broadcast_to(x.reshape(1, -1), shape),
        y if y.shape == shape else np.broadcast_to(y.reshape(-1, 1), shape),
    )
    corners = np.stack([a.ravel(order="F") for a in (x, y, z)], axis=1)
    shades = arrays[3] if len(arrays) == 4 and arrays[3].shape[:2] == shape else z
    shades = shades.reshape(-1, 3, order="F") if shades.ndim == 3 else shades.reshape(-1, 1, order="F")
    number = np.arange(1.0, z.size + 1).reshape(shape, order="F")
    ring = [a.ravel(order="F") for a in (number[:-1, :-1], number[:-1, 1:], number[1:, 1:], number[1:, :-1])]
    faces = np.stack(ring, axis=1)
    if any(is_text(a) for a in arguments):
        faces = np.concatenate([faces[:, [0, 1, 2]], faces[:, [0, 2, 3]]])
    if call.nargout > 1:
        return np.asfortranarray(faces), np.asfortranarray(corners), np.asfortranarray(shades)
    return StructArray.scalar({"faces": Tensor(np.asfortranarray(faces)), "vertices": Tensor(np.asfortranarray(corners)), "facevertexcdata": Tensor(np.asfortranarray(shades))})  # fmt: skip


@builtin(
    "reducepatch", "reducepatch(p, r)", "nfv = reducepatch(p, r)", "nfv = reducepatch(fv, r)", "nfv = reducepatch(f, v, r)", "[nf, nv] = reducepatch(...)",
    summary="A patch of triangles with fewer faces that looks much the same; r is a share of the faces (0.5), or a number of them above 1.",
    examples=(
        Example("[x,y,z] = meshgrid(-2:0.4:2); fv = isosurface(x,y,z,x.^2+y.^2+z.^2,2); n = reducepatch(fv,0.3); size(n.faces,1) <= 0.35*size(fv.faces,1)", "true"),
        Example("[x,y,z] = meshgrid(-2:0.4:2); n = reducepatch(isosurface(x,y,z,x.^2+y.^2+z.^2,2),0.3); max(abs(sqrt(sum(n.vertices.^2,2)) - sqrt(2))) < 0.2", "true"),
    ),
    errors=(ErrorCase("reducepatch([1 2 3],[0 0 0;1 0 0;0 1 0],-1)", "MATLAB:reducepatch:InvalidReduction"),), see_also=("shrinkfaces", "isosurface"),
)  # fmt: skip
def reducepatch(call, first, *rest):
    faces, corners, handle = _parts(call, first, rest)
    after = [a for a in (rest if type(first) is StructArray or handle is not None else rest[1:]) if not is_text(a)]
    wanted = arg.scalar(after[0]) if after else 0.5
    if not wanted >= 0:
        raise call.error("The reduction must not be negative.", "MATLAB:reducepatch:InvalidReduction")
    if faces.ndim != 2 or faces.shape[1] < 3 or corners.ndim != 2 or corners.shape[1] != 3:
        raise call.error("Faces must have three columns or more, and vertices three.", "MATLAB:reducepatch:InvalidPatch")
    triangles = np.asarray(np.concatenate([faces[:, [0, k, k + 1]] for k in range(1, faces.shape[1] - 1)]), np.float64)
    triangles = triangles[~np.isnan(triangles).any(axis=1)].astype(int) - 1
    _check_corners(call, [triangles], corners)
    goal = int(wanted * len(triangles)) if wanted < 1 else int(wanted)
    kept, points = _collapsed(triangles, corners, max(goal, 0))
    return _given_back(call, handle, kept + 1.0, points)


def _collapsed(faces: np.ndarray, corners: np.ndarray, goal: int) -> tuple[np.ndarray, np.ndarray]:
    """Triangles until no more than ``goal`` are left: edges are drawn together to a point, those first that move the faces least."""
    import heapq

    points = [corner.astype(np.float64) for corner in corners]
    normals = np.cross(corners[faces[:, 1]] - corners[faces[:, 0]], corners[faces[:, 2]] - corners[faces[:, 0]])
    normals = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-300)
    planes = np.column_stack([normals, -(normals * corners[faces[:, 0]]).sum(axis=1)])
    errors = np.zeros((len(corners), 4, 4))
    around: list[set[int]] = [set() for _ in corners]
    alive = [tuple(face) for face in faces.tolist()]
    for k, face in enumerate(alive):
        for corner in face:
            errors[corner] += np.outer(planes[k], planes[k])
            around[corner].add(k)
    version = [0] * len(points)

    def price(a: int, b: int) -> tuple[float, np.ndarray]:
        whole = errors[a] + errors[b]
        choices = (points[a], points[b], (points[a] + points[b]) / 2)
        costs = [float(np.append(p, 1.0) @ whole @ np.append(p, 1.0)) for p in choices]
        best = int(np.argmin(costs))
        return costs[best] + 1e-9 * float(np.linalg.norm(points[a] - points[b])), choices[best]

    edges = {tuple(sorted((face[k], face[(k + 1) % 3]))) for face in alive for k in range(3)}
    heap = [(price(a, b)[0], a, b, 0, 0) for a, b in edges]
    heapq.heapify(heap)
    left, gone = len(alive), [False] * len(alive)
    while left > goal and heap:
        _, a, b, old_a, old_b = heapq.heappop(heap)
        if version[a] != old_a or version[b] != old_b:
            continue
        points[a] = price(a, b)[1]
        errors[a] += errors[b]
        version[a], version[b] = version[a] + 1, -1
        for k in around[b]:
            face = tuple(a if corner == b else corner for corner in alive[k])
            alive[k] = face
            if len(set(face)) < 3 and not gone[k]:
                gone[k], left = True, left - 1
        around[a] = {k for k in around[a] | around[b] if not gone[k]}
        for other in {corner for k in around[a] for corner in alive[k]} - {a}:
            around[other] = {k for k in around[other] if not gone[k]}
            heapq.heappush(heap, (price(*sorted((a, other)))[0], *sorted((a, other)), version[min(a, other)], version[max(a, other)]))
    kept = np.array([face for k, face in enumerate(alive) if not gone[k]], int).reshape(-1, 3)
    used, numbered = np.unique(kept, return_inverse=True)
    return numbered.reshape(-1, 3), np.array([points[k] for k in used]).reshape(-1, 3)
