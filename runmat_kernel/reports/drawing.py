"""A recorded graph drawn as inline SVG: layers from top to bottom, boxes coloured by the kernel that computes them."""

from __future__ import annotations

from html import escape
from typing import Any

MOST_NODES = 80
_WIDTH, _HEIGHT, _GAP_X, _GAP_Y, _MARGIN = 116, 32, 16, 20, 8
# What hides the edges behind a box: JupyterLab's page colour, elsewhere the system's.
_PAGE = "var(--jp-layout-color0,Canvas)"
_HUES = (205, 28, 140, 280, 45, 340, 175, 95)


def layers(nodes: list[dict[str, Any]]) -> list[list[int]]:
    """Indices of the nodes by layer: a node stands one layer after the last of its operands, inputs just before their first use."""
    index = {node["number"]: i for i, node in enumerate(nodes)}
    operands = [[index[x] for x in node["operands"] if isinstance(x, int) and x in index] for node in nodes]
    depth = [0] * len(nodes)
    for i in range(len(nodes)):
        depth[i] = 1 + max((depth[j] for j in operands[i]), default=-1)
    for i, node in enumerate(nodes):
        users = [depth[k] for k in range(len(nodes)) if i in operands[k]]
        if node["input"] and users:
            depth[i] = max(0, min(users) - 1)
    table: list[list[int]] = [[] for _ in range(max(depth, default=-1) + 1)]
    for i, d in enumerate(depth):
        table[d].append(i)
    place = {i: float(row) for layer in table for row, i in enumerate(layer)}
    for layer in table[1:]:
        layer.sort(key=lambda i: (sum(place[j] for j in operands[i]) / len(operands[i]) if operands[i] else place[i], i))
        place.update({i: float(row) for row, i in enumerate(layer)})
    return [layer for layer in table if layer]


def draw(graph: dict[str, Any]) -> str:
    """The graph of one flush as SVG; empty text where there is nothing to draw or too much."""
    nodes = graph.get("nodes", [])
    if not nodes or len(nodes) > MOST_NODES:
        return ""
    table = layers(nodes)
    widest = max(map(len, table))
    width = 2 * _MARGIN + widest * _WIDTH + (widest - 1) * _GAP_X
    height = 2 * _MARGIN + len(table) * _HEIGHT + (len(table) - 1) * _GAP_Y
    at: dict[int, tuple[float, float]] = {}
    for row, layer in enumerate(table):
        offset = (widest - len(layer)) * (_WIDTH + _GAP_X) / 2
        for column, i in enumerate(layer):
            at[i] = (_MARGIN + offset + column * (_WIDTH + _GAP_X), _MARGIN + row * (_HEIGHT + _GAP_Y))
    index = {node["number"]: i for i, node in enumerate(nodes)}
    edges = [_edge(at[index[x]], at[i]) for i, node in enumerate(nodes) for x in node["operands"] if isinstance(x, int) and x in index]
    boxes = [_box(node, at[i]) for i, node in enumerate(nodes)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" '
        f'style="font:11px sans-serif;color:inherit">{"".join(edges)}{"".join(boxes)}</svg>'
    )


def _edge(start: tuple[float, float], end: tuple[float, float]) -> str:
    x1, y1, x2, y2 = start[0] + _WIDTH / 2, start[1] + _HEIGHT, end[0] + _WIDTH / 2, end[1]
    bend = (y1 + y2) / 2
    path = f"M{x1:g},{y1:g} C{x1:g},{bend:g} {x2:g},{bend:g} {x2:g},{y2 - 5:g}"
    head = f"M{x2 - 3:g},{y2 - 6:g} L{x2:g},{y2:g} L{x2 + 3:g},{y2 - 6:g} Z"
    line = f'<path d="{path}" fill="none" stroke="currentColor" stroke-opacity=".45"/>'
    return f'{line}<path d="{head}" fill="currentColor" fill-opacity=".45"/>'


def _box(node: dict[str, Any], at: tuple[float, float]) -> str:
    x, y = at
    group = node["group"]
    fill = f"hsla({_HUES[(group - 1) % len(_HUES)]},65%,50%,.22)" if group and not node["input"] else "transparent"
    stroke = 'stroke="currentColor" stroke-width="2"' if node["held"] else 'stroke="currentColor" stroke-opacity=".5"'
    dash = ' stroke-dasharray="4 3"' if node["input"] else ""
    constants = [x for x in node["operands"] if isinstance(x, str)]
    name = node["name"] + (f" {', '.join(constants)}" if constants else "")
    notes = [name] if len(name) > 16 else []
    name = name if len(name) <= 16 else name[:15] + "…"
    shape = "×".join(map(str, node["shape"]))
    notes += [f"line {node['line']}"] if node.get("line") else []
    notes += ["stored"] if node["held"] else []
    # Where a page shows no SVG (a notebook that is not trusted), its text is what is left: let it read as a list.
    title = f"<title>{escape(', '.join(notes))}</title>" if notes else ""
    return (
        f'<g><rect x="{x:g}" y="{y:g}" width="{_WIDTH}" height="{_HEIGHT}" rx="6" style="fill:{_PAGE}"/><rect x="{x:g}" y="{y:g}" width="{_WIDTH}" height="{_HEIGHT}" rx="6" fill="{fill}" {stroke}{dash}/>'
        f'<text x="{x + _WIDTH / 2:g}" y="{y + 14:g}" text-anchor="middle" fill="currentColor">{escape(name)}</text> '
        f'<text x="{x + _WIDTH / 2:g}" y="{y + 27:g}" text-anchor="middle" fill="currentColor" fill-opacity=".65" font-size="9">'
        f"{escape(shape)} {escape(node['class'])}</text> {title}; </g>"
    )
