"""Objects below ``hgtransform``: where their points lie once the matrices above them are applied."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..values import Tensor

if TYPE_CHECKING:
    from .tree import Node

_VECTORS = {"UData": 0, "VData": 1, "WData": 2}


def placed(node: Node) -> Node:
    """The object itself where nothing above moves it, else a copy of it, outside of the tree, with its points moved."""
    matrix, above = np.eye(4), node.parent
    while above is not None and above.type not in ("axes", "polaraxes", "figure"):
        own = above.array("Matrix") if above.type == "hgtransform" else np.zeros(0)
        if own.shape == (4, 4):
            matrix = own @ matrix
        above = above.parent
    if np.array_equal(matrix, np.eye(4)) or node.type in ("hgtransform", "hggroup", "axes"):
        return node
    return _moved(node, matrix)


def _moved(node: Node, matrix: np.ndarray) -> Node:
    from .tree import Node

    copy = Node(node.type)
    copy.values, copy.parent, copy.labels = dict(node.values), node.parent, node.labels
    if node.type == "text":
        place = np.append(node.vector("Position"), [0.0, 0.0])[:3]
        copy.values["Position"] = _row(_apply(matrix, place[:, None])[:, 0])
    elif node.type == "light":
        return copy
    elif "Vertices" in node.values:
        corners = np.asarray(node.array("Vertices"), np.float64)
        whole = np.column_stack([corners, np.zeros((len(corners), 3 - corners.shape[1]))])
        copy.values["Vertices"] = Tensor(np.asfortranarray(_apply(matrix, whole.T).T))
    elif "XData" in node.kind.defaults and node.array("XData").size:
        _move_data(node, copy, matrix)
    return copy


def _move_data(node: Node, copy: Node, matrix: np.ndarray) -> None:
    x, y, z = (np.asarray(node.array(f"{letter}Data") if f"{letter}Data" in node.kind.defaults else [], np.float64) for letter in "XYZ")
    if node.type == "surface" and x.shape != z.shape:
        x, y = np.meshgrid(x.ravel(), y.ravel())
    flat = not z.size
    z = np.zeros(x.shape) if flat else z
    if not x.size == y.size == z.size:
        return
    moved = _apply(matrix, np.stack([x.ravel(order="F"), y.ravel(order="F"), z.ravel(order="F")]))
    for letter, values in zip("XYZ", moved, strict=True):
        if letter != "Z" or not flat or np.ptp(values) > 0 or values[0] != 0:
            copy.values[f"{letter}Data"] = Tensor(np.asfortranarray(values.reshape(x.shape, order="F")))
    if node.type != "quiver":
        return
    ahead = [node.array(name) for name in _VECTORS]
    vectors = matrix[:3, :3] @ np.stack([a.ravel(order="F") if a.size else np.zeros(x.size) for a in ahead])
    for name, k in _VECTORS.items():
        if ahead[k].size:
            copy.values[name] = Tensor(np.asfortranarray(vectors[k].reshape(x.shape, order="F")))


def _apply(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Points, one in each column, through a matrix of homogeneous coordinates."""
    moved = matrix @ np.vstack([points, np.ones((1, points.shape[1]))])
    return moved[:3] / moved[3]


def _row(values: np.ndarray) -> Tensor:
    return Tensor(values.reshape(1, -1))
