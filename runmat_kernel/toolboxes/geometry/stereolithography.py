"""Triangulated surfaces in STL files: stlread and stlwrite."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from ...base.errors import Damaged
from ...base.stored import store
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import text_of
from ..files.formats.damage import reading
from ..interpolation.interpolant_objects import Triangulation

_FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
_TETRAHEDRON = "T = triangulation([1 2 3;1 2 4;2 3 4;1 3 4],[0 0 0;1 0 0;0 1 0;0 0 1]); f = [tempname '.stl']; "


@builtin(
    "stlread", "TR = stlread(filename)", "[TR, fileformat, attributes, solidID] = stlread(filename)",
    summary="Read a triangulated surface from an STL file, text or binary.",
    examples=(
        Example(_TETRAHEDRON + "stlwrite(T,f); [R,form] = stlread(f); delete(f); {size(R.ConnectivityList), size(R.Points), form}", "{[4 3],[4 3],'binary'}"),
        Example(_TETRAHEDRON + "stlwrite(T,f,'text'); [R,form] = stlread(f); delete(f); {R.Points(R.ConnectivityList(2,3),:), form}", "{[0 0 1],'text'}"),
    ),
    errors=(ErrorCase("stlread('nosuchfile.stl')", "MATLAB:polyfun:stlFailedToOpenFile"),),
    see_also=("stlwrite", "triangulation", "trisurf"),
)  # fmt: skip
def stlread(call: Any, filename: Any) -> Any:
    path = os.path.expanduser(text_of(filename, "file name"))
    try:
        with open(path, "rb") as stream:
            data = stream.read()
    except OSError as error:
        raise call.error(f"Unable to open file '{path}'.", "MATLAB:polyfun:stlFailedToOpenFile") from error
    count = int.from_bytes(data[80:84], "little") if len(data) >= 84 else -1
    if count >= 0 and len(data) == 84 + count * _FACET.itemsize:
        facets = np.frombuffer(data, _FACET, count, 84)
        form, corners, attributes = "binary", facets["corners"].astype(np.float64), facets["attribute"]
        solids = np.ones(count)
    elif data.lstrip()[:5].lower() == b"solid":
        form = "text"
        with reading(path, "STL file", "MATLAB:polyfun:stlInvalidFile"):
            corners, solids = _read_text(data.decode("utf-8", "replace"))
        attributes = np.zeros(len(corners), np.uint16)
    else:
        raise call.error(f"File '{path}' is no STL file.", "MATLAB:polyfun:stlInvalidFile")
    points, first, places = np.unique(corners.reshape(-1, 3), axis=0, return_index=True, return_inverse=True)
    # The points keep the order in which they come first.
    order = np.argsort(first)
    rank = np.empty(len(order), int)
    rank[order] = np.arange(len(order))
    surface = Triangulation(rank[places.ravel()].reshape(-1, 3) + 1, points[order], False)
    return surface, form, attributes.astype(np.uint16).reshape(-1, 1), solids.reshape(-1, 1)


def _read_text(text: str) -> tuple[np.ndarray, np.ndarray]:
    """Corners of the facets, and the number of the solid that each belongs to."""
    corners: list[list[float]] = []
    solids, number = [], 0
    for line in text.splitlines():
        words = line.split()
        head = words[0].lower() if words else ""
        number += head == "solid"
        if head == "facet":
            solids.append(float(number))
        elif head == "vertex":
            corners.append([float(w) for w in words[1:4]])
    if len(corners) != 3 * len(solids):
        raise Damaged("its facets are no triangles")
    return np.array(corners, np.float64).reshape(-1, 3, 3), np.array(solids)


@builtin(
    "stlwrite", "stlwrite(TR, filename)", "stlwrite(TR, filename, fileformat)", "stlwrite(..., Name, Value)",
    summary="Write a triangulated surface to an STL file: 'binary' or 'text', with Attribute and SolidIndex of the facets.",
    examples=(
        Example(_TETRAHEDRON + "stlwrite(T,f,'binary','Attribute',uint16([1;2;3;4])); [~,~,a] = stlread(f); delete(f); a'", "uint16([1 2 3 4])"),
        Example(_TETRAHEDRON + "stlwrite(T,f,'text','SolidIndex',[1;1;2;2]); [~,~,~,s] = stlread(f); delete(f); s'", "[1 1 2 2]"),
    ),
    errors=(
        ErrorCase("stlwrite(5,'f.stl')", "MATLAB:polyfun:stlInvalidTriangulation"),
        ErrorCase(_TETRAHEDRON + "stlwrite(T,f,'some')", "MATLAB:stlwrite:unrecognizedStringChoice"),
        ErrorCase(_TETRAHEDRON + "stlwrite(T,f,'binary','Attribute',[1;2])", "MATLAB:polyfun:stlAttributeSize"),
    ),
    see_also=("stlread",),
)  # fmt: skip
def stlwrite(call: Any, tr: Any, filename: Any, *rest: Any) -> None:
    if not isinstance(tr, Triangulation) or tr.cells.shape[1] != 3:
        raise call.error("The first input must be a triangulation of triangles.", "MATLAB:polyfun:stlInvalidTriangulation")
    names = list(rest)
    word = text_of(names.pop(0)).lower() if len(names) % 2 else "binary"
    if word not in ("binary", "text"):
        raise call.error(
            f"Expected the file format to be 'binary' or 'text'. The input was '{word}'.", "MATLAB:stlwrite:unrecognizedStringChoice"
        )
    options = arg.name_values(names, "stlwrite", "attribute solidindex")
    count = tr.cells.shape[0]
    attributes, solids = (
        options.read(name, arg.flat, np.full(count, default)).astype(int) for name, default in (("attribute", 0), ("solidindex", 1))
    )
    if len(attributes) != count or len(solids) != count:
        raise call.error(
            "Attributes and indices of solids must have as many elements as there are triangles.", "MATLAB:polyfun:stlAttributeSize"
        )
    corners, normals = _corners_and_normals(tr)
    path = os.path.expanduser(text_of(filename, "file name"))
    if word == "binary":
        facets = np.zeros(count, _FACET)
        facets["normal"], facets["corners"], facets["attribute"] = normals, corners, attributes
        data = b"binary STL file".ljust(80) + count.to_bytes(4, "little") + facets.tobytes()
    else:
        data = _text_of(normals, corners, solids).encode()
    try:
        store(path, data)
    except OSError as error:
        raise call.error(f"Unable to open file '{path}'.", "MATLAB:polyfun:stlFailedToOpenFile") from error
    call.session.wrote(path)


def _corners_and_normals(surface: Triangulation) -> tuple[np.ndarray, np.ndarray]:
    """The corners of the triangles in space, and their normals of length one (zero for flat triangles)."""
    points = np.zeros((surface.points.shape[0], 3))
    points[:, : surface.points.shape[1]] = surface.points
    corners = points[surface.cells.astype(int) - 1]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    return corners, np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0)


def _text_of(normals: np.ndarray, corners: np.ndarray, solids: np.ndarray) -> str:
    lines = []
    for solid in dict.fromkeys(solids.tolist()):
        lines.append(f"solid {solid}")
        for k in np.flatnonzero(solids == solid):
            lines.append("facet normal " + " ".join(f"{v:.9g}" for v in normals[k]))
            lines += ["outer loop", *["vertex " + " ".join(f"{v:.9g}" for v in corner) for corner in corners[k]], "endloop", "endfacet"]
        lines.append(f"endsolid {solid}")
    return "\n".join(lines) + "\n"
