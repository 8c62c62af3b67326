"""Polygons: fill, patch, triangles, rectangle."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....builtins.spec import builtin
from ....figures import arguments as read
from ....figures import patch_corners
from ....figures.arguments import give, row
from ....figures.tree import Node
from ....values import CharArray, Tensor
from ....values.convert import as_array, is_text, to_value
from .series import prepare, view_3d


def _polygons(call: Any, arguments: tuple[Any, ...], name: str, dimensions: int):
    axes, rest = prepare(call, arguments)
    patches = []
    if rest and not read.is_numeric(rest[0]):
        read.data(rest[0], name)
    while rest and read.is_numeric(rest[0]):
        points = [read.matrix(rest.pop(0), name) for _ in range(min(dimensions, len(rest)))]
        if len(points) < dimensions or not rest:
            raise call.error("Not enough input arguments.", "MATLAB:minrhs")
        patches.append(_polygon(axes, points, rest.pop(0), call))
    if dimensions == 3:
        view_3d(axes)
    read.apply(patches, rest, name)
    for node in patches:
        node.follow = patch_corners.follow
    return give(call, patches)


def _polygon(axes: Node, points: list[np.ndarray], colour: Any, call: Any) -> Node:
    node = Node("patch", axes)
    shaped = [p.reshape(-1, 1, order="F") if 1 in p.shape else p for p in points]
    rows = max(p.shape[0] for p in shaped)
    if any(p.shape[0] != rows for p in shaped):
        axes.children.remove(node)
        raise call.error("Vectors must be the same length.", "MATLAB:fill:VectorsSameLength")
    count = max(p.shape[1] for p in shaped)
    for letter, p in zip("XYZ", shaped, strict=False):
        node.values[f"{letter}Data"] = Tensor(np.asfortranarray(np.broadcast_to(p, (rows, count)).astype(np.float64)))
    _colour_patch(node, colour, count)
    return node


def _colour_patch(node: Node, colour: Any, faces: int) -> None:
    if is_text(colour):
        node.set("FaceColor", colour)
        return
    data = as_array(colour)
    if data.shape == (1, 3) and faces != 3 and node.array("XData").size != 3:
        node.values["FaceColor"] = to_value(data)
    else:
        node.values["CData"] = to_value(data)
        per_vertex = data.size == node.array("XData").size and data.size != faces
        node.values["FaceColor"] = CharArray.row("interp" if per_vertex else "flat")


@builtin("fill", "h = fill(X, Y, C)", "h = fill(X, Y, C, ...)", summary="Filled polygons.", see_also=("patch", "fill3"))
def fill(call, *arguments):
    return _polygons(call, arguments, "fill", 2)


@builtin("fill3", "h = fill3(X, Y, Z, C)", "h = fill3(X, Y, Z, C, ...)", summary="Filled polygons in three dimensions.", see_also=("fill",))
def fill3(call, *arguments):
    return _polygons(call, arguments, "fill3", 3)


@builtin(
    "patch",
    "h = patch(X, Y, C, ...)",
    "h = patch('Faces', F, 'Vertices', V, ...)",
    "h = patch(S)",
    summary="Add polygons to the axes.",
    see_also=("fill",),
)
def patch(call, *arguments):
    figures = call.session.figures
    axes, rest = read.chosen_axes(figures, arguments)
    arrays = []
    while rest and read.is_numeric(rest[0]) and len(arrays) < 3:
        arrays.append(rest.pop(0))
    if arrays:
        colour = rest.pop(0) if rest and (len(rest) % 2) else (arrays.pop() if len(arrays) == 3 else CharArray.row("k"))
        if len(arrays) < 2:
            raise call.error("Not enough input arguments.", "MATLAB:minrhs")
        node = _polygon(axes, [read.data(a, "patch") for a in arrays], colour, call)
    else:
        node = Node("patch", axes)
    read.apply([node], rest, "patch")
    if node.vector("ZData").any() or (node.array("Vertices").shape[-1] == 3 and np.any(node.array("Vertices")[:, 2])):
        if not axes.children[:-1]:
            axes.values.setdefault("View", row([0, 90]))
    figures.touch(axes)
    node.follow = patch_corners.follow
    return give(call, [node])


def _triangles(call: Any, arguments: tuple[Any, ...], name: str, face: Any, edge: Any):
    axes, rest = prepare(call, arguments)
    arrays = read.numbers(rest, name)
    if len(arrays) < 4:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    node = Node("patch", axes, Faces=arrays[0].astype(np.float64), Vertices=np.column_stack([a.ravel(order="F") for a in arrays[1:4]]))
    colours = arrays[4] if len(arrays) > 4 else arrays[3]
    node.values.update(FaceVertexCData=Tensor(colours.reshape(-1, 1, order="F")), FaceColor=to_value(face), EdgeColor=to_value(edge))
    view_3d(axes)
    read.apply([node], rest, name)
    node.follow = patch_corners.follow
    return give(call, [node])


@builtin(
    "trisurf", "h = trisurf(T, x, y, z)", "h = trisurf(T, x, y, z, c, ...)", summary="Surface of triangles.", see_also=("trimesh", "patch")
)
def trisurf(call, *arguments):
    return _triangles(call, arguments, "trisurf", "flat", np.zeros((1, 3)))


@builtin(
    "trimesh",
    "h = trimesh(T, x, y, z)",
    "h = trimesh(T, x, y, z, c, ...)",
    "h = trimesh(T, x, y)",
    summary="Wire mesh of triangles.",
    see_also=("trisurf",),
)
def trimesh(call, *arguments):
    if sum(read.is_numeric(item) for item in arguments[:4]) == 3:  # flat: lines
        results = call.feval("triplot", *arguments, nargout=call.nargout)
        return results[0] if results else None
    return _triangles(call, arguments, "trimesh", np.ones((1, 3)), CharArray.row("flat"))


@builtin(
    "rectangle",
    "h = rectangle()",
    "h = rectangle(Name, Value, ...)",
    summary="Rectangle, rounded rectangle or ellipse.",
    see_also=("patch", "line"),
)
def rectangle(call, *arguments):
    figures = call.session.figures
    axes, rest = read.chosen_axes(figures, arguments)
    node = Node("rectangle", axes)
    read.apply([node], rest, "rectangle")
    figures.touch(axes)
    return give(call, [node])
