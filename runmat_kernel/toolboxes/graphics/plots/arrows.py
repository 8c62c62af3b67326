"""Vector fields as arrows: quiver, quiver3."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....builtins.spec import builtin
from ....figures import arguments as read
from ....figures.arguments import give
from ....figures.tree import Node
from ....values import CharArray, Tensor
from ....values.convert import is_text, text_of
from .series import prepare, set_spec, view_3d


def _arrows(call: Any, arguments: tuple[Any, ...], name: str, dimensions: int):
    axes, rest = prepare(call, arguments)
    arrays = [a.astype(np.float64) for a in read.numbers(rest, name)]
    factor = 0.9
    if len(arrays) in (dimensions + 1, 2 * dimensions + 1) and arrays[-1].size == 1 and len(arrays) > dimensions:
        factor = float(arrays.pop().item())
    vectors = arrays[-dimensions:]
    if len(vectors) == dimensions and len({v.shape for v in vectors}) > 1 and len({v.size for v in vectors}) > 1:
        raise call.error("The size of U must match the size of V.", f"MATLAB:{name}:UVSizeMismatch")
    places = _places(call, arrays, vectors)
    node = Node("quiver", axes)
    call.session.figures.colour_next(axes, node)
    node.values.update({"AutoScale": CharArray.row("on" if factor > 0 else "off"), "AutoScaleFactor": factor})
    longest = float(np.sqrt(sum(v**2 for v in vectors)).max(initial=0.0))
    if factor > 0 and longest > 0:
        node.values["_scale"] = _scale(places, longest)
    for letter, data in zip("XYZ"[:dimensions] + "UVW", (*places, *vectors), strict=False):
        node.values[f"{letter}Data"] = Tensor(np.asfortranarray(data))
    rest = _take_look(node, rest)
    if dimensions == 3:
        view_3d(axes)
    read.apply([node], rest, name)
    return give(call, [node])


def _places(call: Any, arrays: list[np.ndarray], vectors: list[np.ndarray]) -> list[np.ndarray]:
    """The places of arrows: those given, or the rows and columns of the vectors or of the heights Z."""
    dimensions = len(vectors)
    if len(arrays) == 2 * dimensions:
        places = arrays[:dimensions]
    elif (dimensions, len(arrays)) in ((2, 2), (3, 4)):
        across, up = np.meshgrid(np.arange(1.0, arrays[0].shape[1] + 1), np.arange(1.0, arrays[0].shape[0] + 1))
        places = [across, up, *arrays[: len(arrays) - dimensions]]
    else:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    if dimensions == 2 and places[0].shape != vectors[0].shape and vectors[0].ndim == 2 and min(vectors[0].shape) > 1:
        return list(np.meshgrid(places[0].ravel(), places[1].ravel()))
    return places


def _scale(places: list[np.ndarray], longest: float) -> float:
    """The factor with which the longest arrow reaches the next place."""
    spans = [np.ptp(p) for p in places[:2]]
    cells = max(1.0, np.sqrt(places[0].size))
    return max(float(np.hypot(*spans)) / np.sqrt(2) / cells, 1e-12) / longest if any(spans) else 1.0


def _take_look(node: Node, rest: list[Any]) -> list[Any]:
    """Set what a line specification and 'filled' at the front say; the arguments behind them."""
    spec = read.take_spec(rest)
    filled = len(rest) % 2 == 1 and is_text(rest[0]) and text_of(rest[0]).lower() == "filled"
    set_spec(node, {key: value for key, value in spec.items() if key != "LineStyle" or value != "none"})
    if "Marker" in spec:  # in place of heads
        node.set("ShowArrowHead", CharArray.row("off"))
    if filled:
        node.set("MarkerFaceColor", CharArray.row("auto"))
    return rest[1:] if filled else rest


@builtin(
    "quiver",
    "h = quiver(U, V)",
    "h = quiver(X, Y, U, V, scale, LineSpec, ...)",
    summary="Vector field as arrows.",
    see_also=("quiver3", "contour"),
)
def quiver(call, *arguments):
    return _arrows(call, arguments, "quiver", 2)


@builtin(
    "quiver3",
    "h = quiver3(Z, U, V, W)",
    "h = quiver3(X, Y, Z, U, V, W, scale, ...)",
    summary="Vector field as arrows in three dimensions.",
    see_also=("quiver",),
)
def quiver3(call, *arguments):
    return _arrows(call, arguments, "quiver3", 3)
