"""The entries of a legend: the series that it was created with, later ones, and their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..values import CellArray, CharArray, StringArray
from ..values.convert import is_text, text_of

if TYPE_CHECKING:
    from .tree import Node

_KINDS = frozenset({"line", "animatedline", "stair", "stem", "errorbar", "scatter", "bar", "histogram", "boxchart", "area", "patch", "surface", "contour", "quiver", "constantline", "graphplot"})  # fmt: skip


def right_side(axes: Node) -> Node | None:
    """The right-hand axes of ``yyaxis``, which are drawn over these."""
    twin = axes.labels.get("_right")
    return twin if twin is not None and twin.alive else None


def candidates(axes: Node) -> list[Node]:
    """The children that a legend lists, in drawing order; those of a right-hand axis come last."""
    nodes = [node for node in axes.walk() if node.type in _KINDS and node.text("HandleVisibility") != "off" and _has_icon(node)]
    twin = right_side(axes)
    return nodes + (candidates(twin) if twin is not None else [])


def _has_icon(node: Node) -> bool:
    """Whether nobody has taken the series out of legends (``Annotation.LegendInformation.IconDisplayStyle``)."""
    annotation = node.labels.get("_Annotation")
    information = annotation.labels.get("_LegendInformation") if annotation is not None else None
    return information is None or information.text("IconDisplayStyle") != "off"


def choose(box: Node, items: list[Node] | None) -> None:
    """Let a legend begin with some series; ``None``: with all that there are."""
    axes = box.parent
    assert axes is not None
    box.values.pop("_items", None)
    box.values["_known"] = known = candidates(axes)
    if items is not None:
        box.values["_items"] = list(items)
    elif not box.on("AutoUpdate"):
        box.values["_items"] = known
    box.follow = follow


def entries(box: Node) -> list[tuple[Node, str]]:
    """The series of a legend and their names: chosen ones, and later ones unless it shall not follow; those without a name are numbered."""
    axes = box.parent
    if axes is None:
        return []
    items, there = box.values.get("_items"), candidates(axes)
    if items is not None:
        known = {id(node) for node in box.values.get("_known", ())} | {id(node) for node in items}
        there = [node for node in items if node.alive and _has_icon(node)] + (
            [node for node in there if id(node) not in known] if box.on("AutoUpdate") else []
        )
    named, unnamed = [], 0
    for node in there:
        name = node.text("DisplayName")
        unnamed += not name
        named.append((node, name or f"data{unnamed}"))
    return named


def words(box: Node) -> CellArray:
    return CellArray.of([CharArray.row(name) for _, name in entries(box)])


def rename(box: Node, value: Any) -> None:
    """Give the series of a legend the names of its ``String``, as far as they go."""
    texts = (
        [text_of(value)] if is_text(value) and type(value) is not StringArray else [text_of(item) for item in value.array.ravel(order="F")]
    )
    for (node, _), name in zip(entries(box), texts, strict=False):
        node.values["DisplayName"] = CharArray.row(name)


def follow(box: Node, name: str) -> None:
    """Update the legend after a program has set a property."""
    if name == "String":
        rename(box, box.values.pop("String"))
    elif name == "AutoUpdate" and not box.on("AutoUpdate"):
        box.values.setdefault("AutoUpdate", CharArray.row("off"))
        if "_items" not in box.values:
            box.values["_items"] = candidates(box.parent) if box.parent is not None else []
    elif name == "Position":
        box.values["Location"] = CharArray.row("none")
