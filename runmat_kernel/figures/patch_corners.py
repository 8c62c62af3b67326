"""The corners of patches: by coordinates, a column for each face, or by vertices and faces; what was set last counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..values import Tensor

if TYPE_CHECKING:
    from .tree import Node

COORDINATES = ("XData", "YData", "ZData")


def along(node: Node, name: str) -> Any:
    """A coordinate of the corners of a patch that was given by vertices, NaN where a face has fewer; None where there are none."""
    k = COORDINATES.index(name)
    if not {"Faces", "Vertices"} <= node.values.keys():
        return None
    vertices, faces = (np.asarray(node.array(part), dtype=np.float64) for part in ("Vertices", "Faces"))
    if vertices.ndim != 2 or k >= vertices.shape[1] or not faces.size or not len(vertices):
        return None
    known = np.isfinite(faces) & (faces >= 1) & (faces <= len(vertices))
    coordinates = np.where(known, vertices[np.where(known, faces, 1).astype(int) - 1, k], np.nan)
    return Tensor(np.asfortranarray(coordinates.T))


def follow(node: Node, name: str) -> None:
    """A program has set coordinates, or vertices, of a patch that is there: the other description follows."""
    if name in COORDINATES and "Vertices" in node.values:
        others = {other: along(node, other) for other in COORDINATES if other != name}
        node.values.update({other: value for other, value in others.items() if value is not None})
        for part in ("Vertices", "Faces"):
            node.values.pop(part, None)
    elif name == "Vertices":
        if "Faces" not in node.values:
            x = np.asarray(node.values["XData"].array) if "XData" in node.values else np.zeros((0, 0))
            if x.size:
                node.values["Faces"] = Tensor(np.arange(1.0, x.size + 1).reshape(x.shape[1] if x.shape[0] > 1 else 1, -1))
        for other in COORDINATES:
            node.values.pop(other, None)
