"""Rulers: the objects that ``ax.XAxis`` and its like return.  Most of their properties are those of the axes under other names."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from ..values import CharArray
from ..values.convert import text_of
from . import category_axes, time_axes
from .properties import KINDS
from .tree import Node

RULERS = ("XAxis", "YAxis", "ZAxis", "XRuler", "YRuler", "ZRuler")
"""The second three are older names of the first."""
_OF_AXES: MappingProxyType[str, str] = MappingProxyType({
    "Limits": "{}Lim", "LimitsMode": "{}LimMode", "Scale": "{}Scale", "Direction": "{}Dir", "TickValues": "{}Tick", "TickValuesMode": "{}TickMode",
    "TickLabels": "{}TickLabel", "TickLabelsMode": "{}TickLabelMode", "TickLabelRotation": "{}TickLabelRotation", "Color": "{}Color",
    "MinorTick": "{}MinorTick", "TickDirection": "TickDir", "TickLabelInterpreter": "TickLabelInterpreter",
})  # fmt: skip


def ruler(axes: Node, letter: str) -> Node:
    """The ruler of an axes along x, y or z, created at the first use."""
    name = f"_{letter}Axis"
    if name not in axes.labels:
        axes.labels[name] = new = Node("ruler")
        new.parent, new.values["_letter"] = axes, CharArray.row(letter)
    shown = time_axes.ruler_of(axes, letter)
    words = shown.matlab_class if shown is not None else "categorical" if category_axes.ruler_of(axes, letter) is not None else ""
    axes.labels[name].kind = KINDS[f"{words}ruler"]
    return axes.labels[name]


def rulers(axes: Node, name: str) -> list[Node]:
    """The value of the ruler property ``name`` of axes: two rulers where there is a y-axis on the right as well."""
    letter = name[0]
    left = axes.values.get("_twin", axes)
    right = left.labels.get("_right")
    if letter == "Y" and right is not None and right.alive:
        return [ruler(left, "Y"), ruler(right, "Y")]
    return [ruler(axes, letter)]


def sharing(axes: Node, letter: str) -> list[Node]:
    """The axes that have an axis in common: both sides of ``yyaxis`` their x-axis."""
    left = axes.values.get("_twin", axes)
    right = left.labels.get("_right") if letter == "X" else None
    return [left, right] if right is not None and right.alive else [axes]


def owner(node: Node, name: str) -> tuple[Node, str]:
    """Where a property of a ruler is kept: the axes and its name there, or the ruler itself."""
    if name in _OF_AXES and node.parent is not None:
        return node.parent, _OF_AXES[name].format(letter_of(node))
    return node, name


def letter_of(node: Node) -> str:
    return text_of(node.values["_letter"])


def shown(axes: Node, letter: str) -> bool:
    """Whether line, ticks and labels of an axis are drawn."""
    ruler_node = axes.labels.get(f"_{letter}Axis")
    return ruler_node is None or ruler_node.on("Visible")


def own(axes: Node, letter: str, name: str) -> Any:
    """A property that a program gave the ruler itself; None where there is none."""
    ruler_node = axes.labels.get(f"_{letter}Axis")
    return ruler_node.values.get(name) if ruler_node is not None else None
