"""Pie and donut charts whose wedges follow from their properties: colours in their order, clockwise from above, words outside."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ..values import CharArray, Tensor
from .colors import COLOUR_ORDER
from .drawing import style

if TYPE_CHECKING:
    from .tree import Node

_PULLED = 0.1
"""How far an exploded wedge stands out, in radii."""
_WORDS = 1.08
"""Where the labels stand, in radii."""
_REACH = 1.35


def proportions(node: Node) -> np.ndarray:
    """The part of the whole that each wedge takes; what is missing or not positive takes none."""
    data = node.vector("Data").astype(np.float64)
    data = np.where(np.isfinite(data) & (data > 0), data, 0.0)
    return data / (data.sum() or 1.0)


def labels(node: Node) -> list[str]:
    """The words at the wedges: those that were set, or what LabelStyle says."""
    data, parts = node.vector("Data").astype(np.float64), proportions(node)
    labels_set = style.texts(node.get("Labels")) if "Labels" in node.values else []
    if labels_set:
        return (labels_set + [""] * data.size)[: data.size]
    names = style.texts(node.get("Names")) if "Names" in node.values else []
    kind = node.text("LabelStyle")
    kind = ("namepercent" if names else "percent") if kind == "auto" else kind
    names = (names + [str(k + 1) for k in range(len(names), data.size)])[: data.size]
    shares = [f"{100 * part:.0f}%" for part in parts]
    numbers = [f"{value:g}" for value in data]
    pairs = {
        "name": names, "percent": shares, "data": numbers, "namepercent": [f"{a} ({b})" for a, b in zip(names, shares, strict=True)],
        "namedata": [f"{a} ({b})" for a, b in zip(names, numbers, strict=True)], "datapercent": [f"{a} ({b})" for a, b in zip(numbers, shares, strict=True)],
    }  # fmt: skip
    return pairs.get(kind, [""] * data.size)


def fill(node: Node, axes: Node) -> None:
    """Draw the wedges and their words into the axes of the chart."""
    from .tree import Node

    parts, words = proportions(node), labels(node)
    colours = node.array("ColorOrder") if node.array("ColorOrder").ndim == 2 and node.array("ColorOrder").size else np.asarray(COLOUR_ORDER)
    pulled = {int(k) - 1 for k in node.vector("ExplodedWedges").tolist() if k == k}
    hole = node.number("InnerRadius") if "InnerRadius" in node.kind.defaults else 0.0
    onward = -1.0 if node.text("Direction") == "clockwise" else 1.0
    begin = math.pi / 2 + onward * math.radians(node.number("StartAngle"))
    for k in _order(parts, node.text("DisplayOrder")):
        if not parts[k]:
            continue
        end = begin + onward * 2 * math.pi * parts[k]
        arc, middle = np.linspace(begin, end, max(2, int(200 * parts[k]) + 2)), (begin + end) / 2
        out = _PULLED if k in pulled else 0.0
        x, y = np.append(np.cos(arc), hole * np.cos(arc[::-1])), np.append(np.sin(arc), hole * np.sin(arc[::-1]))
        corners = np.column_stack([x + out * math.cos(middle), y + out * math.sin(middle)])
        Node(
            "patch", axes, Vertices=corners, Faces=np.arange(1.0, len(corners) + 1)[None, :], FaceColor=colours[k % len(colours)][None, :],
            FaceAlpha=node.get("FaceAlpha"), EdgeColor=node.get("EdgeColor"), LineWidth=node.get("LineWidth"), DisplayName=_name(node, k),
        )  # fmt: skip
        if words[k]:
            across, up = math.cos(middle), math.sin(middle)
            side = "left" if across > 0.1 else "right" if across < -0.1 else "center"
            _text(
                node,
                axes,
                (_WORDS + out) * across,
                (_WORDS + out) * up,
                words[k],
                side,
                "bottom" if up > 0.9 else "top" if up < -0.9 else "middle",
            )
        begin = end
    if hole and node.text("CenterLabel"):
        _text(node, axes, 0.0, 0.0, node.text("CenterLabel"), "center", "middle")
    limits, manual = Tensor(np.array([[-_REACH, _REACH]])), CharArray.row("manual")
    axes.values.update(
        Visible=CharArray.row("off"), XLim=limits, YLim=limits, XLimMode=manual, YLimMode=manual, DataAspectRatio=Tensor(np.ones((1, 3))), DataAspectRatioMode=manual,
    )  # fmt: skip


def _order(parts: np.ndarray, order: str) -> list[int]:
    if order == "data":
        return list(range(parts.size))
    order_of_wedges: list[int] = np.argsort(parts if order == "ascend" else -parts, kind="stable").tolist()
    return order_of_wedges


def _name(node: Node, k: int) -> str:
    names = style.texts(node.get("Names")) if "Names" in node.values else []
    return names[k] if k < len(names) else str(k + 1)


def _text(node: Node, axes: Node, x: float, y: float, words: str, side: str, up: str) -> None:
    from .tree import Node

    Node("text", axes, Position=np.array([[x, y, 0.0]]), String=words, HorizontalAlignment=side, VerticalAlignment=up,
         FontSize=node.get("FontSize"), FontName=node.get("FontName"), Color=node.get("FontColor"), Interpreter=node.get("Interpreter"))  # fmt: skip
