"""Where the variables of a session are, as a table in text and HTML, with a line about the device."""

from __future__ import annotations

from html import escape as _escape
from math import prod
from typing import Any

from .html import STYLE
from .model import nbytes, size


def rows(session: Any) -> list[dict[str, Any]]:
    """A row for each variable: name, class, size, bytes, place."""
    return [resident.to_dict() for resident in session.engine.residency(session.workspace_values)]


def notes(session: Any, *, open_provider: bool = False) -> list[str]:
    """The device: which one it is, or why there is none."""
    engine = session.engine
    if open_provider:
        engine.find_device()
    if not engine.has_device:
        return [f"Provider: host ({engine.device.closed})."]
    info = engine.device.info
    kind = " (software)" if info.is_software else ""
    text = f"Provider: {info.name}, {info.device}{kind}, {info.backend} {info.driver}".rstrip(", ")
    return [f"{text}; on the device: {', '.join(sorted(info.classes))}."]


def _weight(row: dict[str, Any]) -> str:
    """The bytes of a variable's elements; a dash where they are unknown."""
    return nbytes(row["bytes"]) if row["bytes"] or not prod(row["size"]) else "–"


def text(table: list[dict[str, Any]], remarks: list[str]) -> str:
    """The table with aligned columns."""
    head = ("Name", "Class", "Size", "Bytes", "Where")
    cells = [(r["name"], r["class"], size(r["size"]), _weight(r), r["place"]) for r in table]
    widths = [max(len(row[k]) for row in [head, *cells]) for k in range(5)]
    out = ["  ".join(value.ljust(width) for value, width in zip(row, widths, strict=True)).rstrip() for row in [head, *cells]]
    return "\n".join([*out, *remarks]) + "\n"


def html(table: list[dict[str, Any]], remarks: list[str]) -> str:
    """The table as HTML."""
    body = "".join(
        f"<tr><td><code>{_escape(r['name'])}</code></td><td>{_escape(r['class'])}</td><td>{_escape(size(r['size']))}</td>"
        f"<td class='rm-n'>{_escape(_weight(r))}</td><td>{_escape(r['place'])}</td></tr>"
        for r in table
    )
    head = "<tr><th>Name</th><th>Class</th><th>Size</th><th class='rm-n'>Bytes</th><th>Where</th></tr>"
    lines = "".join(f"<p class='rm-facts'>{_escape(remark)}</p>" for remark in remarks)
    return f'<div class="rm-report"><style>{STYLE}</style><table>{head}{body}</table>{lines}</div>'
