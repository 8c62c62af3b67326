"""A recorded graph drawn as inline SVG: layers from top to bottom, boxes coloured by the kernel that computes them.

An edge over several layers has a lane of its own in each layer between, so that no box hides it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Any

from .model import plural

MOST_NODES = 80
_WIDTH, _HEIGHT, _LANE, _GAP_X, _GAP_Y, _MARGIN = 116, 32, 8, 16, 20, 8
# The colour that hides the edges behind a box: the page colour of JupyterLab or of an editor, elsewhere the system's.
_PAGE = "var(--jp-layout-color0,var(--vscode-editor-background,Canvas))"
_HUES = (205, 28, 140, 280, 45, 340, 175, 95)


@dataclass(slots=True)
class _Spot:
    """A place in a layer: a node's box, or a lane of an edge that passes; ``above`` are the spots in the layer before that lead here."""

    layer: int
    node: int | None = None
    above: list[_Spot] = field(default_factory=list)
    rank: float = 0.0
    x: float = 0.0

    @property
    def width(self) -> float:
        return _WIDTH if self.node is not None else _LANE

    @property
    def top(self) -> float:
        return _MARGIN + self.layer * (_HEIGHT + _GAP_Y)


def depths(nodes: list[dict[str, Any]]) -> list[int]:
    """The layer of each node: one after the last of its operands; inputs stand just before their first use."""
    operands = _operands(nodes)
    depth = [0] * len(nodes)
    for i, used in enumerate(operands):
        depth[i] = 1 + max((depth[j] for j in used), default=-1)
    for i, node in enumerate(nodes):
        users = [depth[k] for k, used in enumerate(operands) if i in used]
        if node["input"] and users:
            depth[i] = max(0, min(users) - 1)
    return depth


def _operands(nodes: list[dict[str, Any]]) -> list[list[int]]:
    index = {node["number"]: i for i, node in enumerate(nodes)}
    return [list(dict.fromkeys(index[x] for x in node["operands"] if isinstance(x, int) and x in index)) for node in nodes]


def _spots(nodes: list[dict[str, Any]]) -> list[list[_Spot]]:
    """The layers with boxes and lanes, ordered so that edges run short, and placed."""
    depth = depths(nodes)
    boxes = [_Spot(depth[i], i) for i in range(len(nodes))]
    layers: list[list[_Spot]] = [[] for _ in range(max(depth) + 1)]
    for box in boxes:
        layers[box.layer].append(box)
    lanes: dict[tuple[int, int], _Spot] = {}
    for i, used in enumerate(_operands(nodes)):
        for j in used:
            before = boxes[j]
            for between in range(depth[j] + 1, depth[i]):
                lane = lanes.get((j, between))
                if lane is None:
                    lane = lanes[j, between] = _Spot(between, above=[before])
                    layers[between].append(lane)
                before = lane
            boxes[i].above.append(before)
    for layer in layers:
        for rank, spot in enumerate(layer):
            spot.rank = sum(above.rank for above in spot.above) / len(spot.above) if spot.above else float(rank)
        layer.sort(key=lambda spot: spot.rank)
        for rank, spot in enumerate(layer):
            spot.rank = float(rank)
    widths = [sum(spot.width for spot in layer) + _GAP_X * (len(layer) - 1) for layer in layers]
    for layer, width in zip(layers, widths, strict=True):
        x = _MARGIN + (max(widths) - width) / 2
        for spot in layer:
            spot.x = x
            x += spot.width + _GAP_X
    return layers


def draw(graph: dict[str, Any]) -> str:
    """The graph of one flush as SVG; empty text where there is nothing to draw or too much."""
    nodes = graph.get("nodes", [])
    if not nodes or len(nodes) > MOST_NODES:
        return ""
    layers = _spots(nodes)
    width = _MARGIN + max(spot.x + spot.width for layer in layers for spot in layer)
    height = 2 * _MARGIN + len(layers) * _HEIGHT + (len(layers) - 1) * _GAP_Y
    edges = [_edge(above, spot) for layer in layers for spot in layer for above in spot.above]
    boxes = {spot.node: _box(nodes[spot.node], (spot.x, spot.top)) for layer in layers for spot in layer if spot.node is not None}
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" '
        f'role="img" aria-label="Graph of {plural(len(nodes), "operation")}" style="font:11px sans-serif;color:inherit">{"".join(edges)}{"".join(boxes[i] for i in range(len(nodes)))}</svg>'
    )


def _edge(above: _Spot, spot: _Spot) -> str:
    """From the bottom of a spot to the top of one in the next layer: an arrow at a box, straight on through a lane."""
    x1, y1, x2, y2 = above.x + above.width / 2, above.top + _HEIGHT, spot.x + spot.width / 2, spot.top
    bend, arrives = (y1 + y2) / 2, spot.node is not None
    path = f"M{x1:g},{y1:g} C{x1:g},{bend:g} {x2:g},{bend:g} {x2:g},{y2 - 5 if arrives else y2:g}"
    path += "" if arrives else f" V{y2 + _HEIGHT:g}"
    line = f'<path d="{path}" fill="none" stroke="currentColor" stroke-opacity=".45"/>'
    if not arrives:
        return line
    return f'{line}<path d="M{x2 - 3:g},{y2 - 6:g} L{x2:g},{y2:g} L{x2 + 3:g},{y2 - 6:g} Z" fill="currentColor" fill-opacity=".45"/>'


def _constant(text: str) -> str:
    """A number among the operands, to four digits where it is long."""
    try:
        return text if len(text) <= 8 else f"{float(text):.4g}"
    except ValueError:
        return text


def _box(node: dict[str, Any], at: tuple[float, float]) -> str:
    x, y = at
    group = node["group"]
    fill = f"hsla({_HUES[(group - 1) % len(_HUES)]},65%,50%,.22)" if group and not node["input"] else "transparent"
    stroke = 'stroke="currentColor" stroke-width="2"' if node["held"] else 'stroke="currentColor" stroke-opacity=".5"'
    dash = ' stroke-dasharray="4 3"' if node["input"] else ""
    constants = [x for x in node["operands"] if isinstance(x, str)]
    full = node["name"] + (f" {', '.join(constants)}" if constants else "")
    name = node["name"] + (f" {', '.join(map(_constant, constants))}" if constants else "")
    notes = [full] if len(name) > 18 or name != full else []
    name = name if len(name) <= 18 else name[:17] + "…"
    shape = "×".join(map(str, node["shape"]))
    notes += [f"line {node['line']}"] if node.get("line") else []
    notes += [f"kernel {group}"] if group and not node["input"] else []
    notes += ["stored"] if node["held"] else []
    # Where a page shows no SVG (a notebook that is not trusted), its text is what is left: let it read as a list.
    title = f"<title>{escape(', '.join(notes))}</title>" if notes else ""
    return (
        f'<g><rect x="{x:g}" y="{y:g}" width="{_WIDTH}" height="{_HEIGHT}" rx="6" style="fill:{_PAGE}"/><rect x="{x:g}" y="{y:g}" width="{_WIDTH}" height="{_HEIGHT}" rx="6" fill="{fill}" {stroke}{dash}/>'
        f'<text x="{x + _WIDTH / 2:g}" y="{y + 14:g}" text-anchor="middle" fill="currentColor">{escape(name)}</text> '
        f'<text x="{x + _WIDTH / 2:g}" y="{y + 27:g}" text-anchor="middle" fill="currentColor" fill-opacity=".65" font-size="9">'
        f"{escape(shape)} {escape(node['class'])}</text> {title}; </g>"
    )
