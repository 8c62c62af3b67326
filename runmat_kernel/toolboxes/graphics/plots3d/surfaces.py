"""Surfaces over a grid: surf, mesh, meshz, waterfall, surface, pcolor."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....builtins.spec import Example, builtin
from ....figures import arguments as read
from ....figures.arguments import give
from ....figures.tree import Node
from ....values import CharArray, Tensor
from ....values.convert import to_value
from ..plots.series import prepare, prepare_axes, view_3d


def surface_data(call: Any, arrays: list[np.ndarray], name: str) -> dict[str, Any]:
    if len(arrays) in (1, 2):
        z, rows, columns = arrays[0], *arrays[0].shape[:2]
        x, y = np.arange(1.0, columns + 1)[None, :], np.arange(1.0, rows + 1)[:, None]
    elif len(arrays) in (3, 4):
        x, y, z = arrays[:3]
        if z.ndim != 2 or (x.shape != z.shape and x.size != z.shape[1]) or (y.shape != z.shape and y.size != z.shape[0]):
            raise call.error("Data dimensions must agree.", f"MATLAB:{name}:DataDimsMustAgree")
    else:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    if z.ndim != 2 or (1 in z.shape and name != "surface"):
        raise call.error("Z must be a matrix, not a scalar or vector.", f"MATLAB:{name}:ZMustBeMatrix")
    data = {"XData": Tensor(x), "YData": Tensor(y), "ZData": Tensor(np.asarray(z, dtype=np.float64))}
    if len(arrays) in (2, 4):
        data["CData"] = Tensor(arrays[-1])
    return data


def draw_surface(call: Any, arguments: tuple[Any, ...], name: str, **look: Any):
    target, rest = read.take_axes(call.session.figures, arguments)
    values = surface_data(call, read.numbers(rest, name), name)
    axes = prepare_axes(call, target)
    node = Node("surface", axes)
    node.values.update({**values, **{k: to_value(v) for k, v in look.items()}})
    view_3d(axes)
    read.apply([node], rest, name)
    return axes, node


@builtin(
    "surf", "h = surf(Z)", "h = surf(X, Y, Z, C, ...)", summary="Coloured surface with black edges.", see_also=("mesh", "shading", "view")
)
def surf(call, *arguments):
    return give(call, [draw_surface(call, arguments, "surf")[1]])


@builtin("mesh", "h = mesh(Z)", "h = mesh(X, Y, Z, C, ...)", summary="Surface drawn as a coloured wire mesh.", see_also=("surf",))
def mesh(call, *arguments):
    return give(call, [draw_surface(call, arguments, "mesh", FaceColor=np.ones((1, 3)), EdgeColor="flat")[1]])


@builtin(
    "waterfall", "h = waterfall(Z)", "h = waterfall(X, Y, Z, ...)", summary="Rows of a surface as curtains that hang down to its lowest point.",
    see_also=("mesh", "meshz"),
)  # fmt: skip
def waterfall(call, *arguments):
    _, node = draw_surface(call, arguments, "waterfall", FaceColor=np.ones((1, 3)), EdgeColor="flat", MeshStyle="row")
    node.values["_curtain"] = True
    return give(call, [node])


@builtin(
    "meshz", "h = meshz(Z)", "h = meshz(X, Y, Z, C, ...)", summary="Mesh with a curtain around it.",
    examples=(Example("h = meshz([1 2;3 4]); h.ZData", "[1 1 1 1;1 1 2 1;1 3 4 1;1 1 1 1]"),), see_also=("mesh", "waterfall"),
)  # fmt: skip
def meshz(call, *arguments):
    _, node = draw_surface(call, arguments, "meshz", FaceColor=np.ones((1, 3)), EdgeColor="flat")
    z = node.array("ZData")
    colours = node.array("CData")
    x, y = (np.broadcast_to(node.array(name).reshape(shape) if node.array(name).size != z.size else node.array(name), z.shape)
            for name, shape in (("XData", (1, -1)), ("YData", (-1, 1))))  # fmt: skip
    if not z.size:
        raise call.error("Z must be a matrix with at least one element.", "MATLAB:meshz:InvalidInput")
    low = np.min(z, initial=np.inf, where=np.isfinite(z))
    node.values["ZData"] = Tensor(np.asfortranarray(np.pad(z, 1, constant_values=low)))
    if colours.shape == z.shape:
        finite = colours[np.isfinite(colours)]
        middle = (finite.max() + finite.min()) / 2 if finite.size else 0.0
        node.values["CData"] = Tensor(np.asfortranarray(np.pad(colours.astype(np.float64), 1, constant_values=middle)))
    for name, places in (("XData", x), ("YData", y)):
        node.values[name] = Tensor(np.asfortranarray(np.pad(places, 1, mode="edge")))
    return give(call, [node])


@builtin(
    "surface",
    "h = surface()",
    "h = surface(X, Y, Z, C, ...)",
    summary="Add a surface to the axes without changing the view.",
    see_also=("surf",),
)
def surface(call, *arguments):
    figures = call.session.figures
    axes, rest = read.chosen_axes(figures, arguments)
    arrays = read.numbers(rest, "surface")
    node = Node("surface", axes)
    if arrays:
        node.values.update(surface_data(call, arrays, "surface"))
    read.apply([node], rest, "surface")
    figures.touch(axes)
    return give(call, [node])


@builtin(
    "pcolor",
    "h = pcolor(C)",
    "h = pcolor(X, Y, C, ...)",
    summary="Matrix as coloured cells between grid points, seen from above.",
    see_also=("imagesc", "shading"),
)
def pcolor(call, *arguments):
    axes, rest = prepare(call, arguments)
    arrays = read.numbers(rest, "pcolor")
    values = surface_data(call, arrays, "pcolor")
    node = Node("surface", axes)
    colours = values["ZData"]
    node.values.update({**values, "CData": colours, "ZData": Tensor(np.zeros(colours.shape))})
    axes.values.update(XLimitMethod=CharArray.row("tight"), YLimitMethod=CharArray.row("tight"), Layer=CharArray.row("top"))
    read.apply([node], rest, "pcolor")
    return give(call, [node])
