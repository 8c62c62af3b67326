"""Data tips: what a chart would say of a point under the mouse.  Images show none; programs set and ask for their rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..values import CharArray, StructArray, object_array

if TYPE_CHECKING:
    from .tree import Node

_FIELDS = ("Label", "Value", "Format")


def row(label: Any, value: Any, form: Any = "auto") -> StructArray:
    """A row of a data tip: its label, the values (or the name of the property that has them) and their format."""
    texts = [CharArray.row(item) if isinstance(item, str) else item for item in (label, value, form)]
    return StructArray.scalar(dict(zip(_FIELDS, texts, strict=True)))


def template(node: Node) -> StructArray:
    """The ``DataTipTemplate`` that a chart begins with: a row for each of its coordinates."""
    names = [f"{letter}Data" for letter in "XYZ" if f"{letter}Data" in node.kind.defaults and (letter != "Z" or node.vector("ZData").size)]
    rows = [row(name[0], name).array.flat[0] for name in names]
    return StructArray.scalar({
        "DataTipRows": StructArray(object_array(rows, (len(rows), 1)), _FIELDS), "Interpreter": CharArray.row("tex"), "FontSize": 10.0,
        "FontName": CharArray.row("Helvetica"), "FontAngle": CharArray.row("normal"),
    })  # fmt: skip
