"""Charts whose parts find their own places: clouds of words and of bubbles, and parallel coordinates; drawn anew when a program sets one of their properties."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import numpy as np

from ..values import CellArray, CharArray, Tensor
from . import positions
from .colors import COLOUR_ORDER
from .drawing import style
from .tree import Node

_OFF = CharArray.row("off")
_ASPECT = 0.52
"""Width of a usual letter, in heights of it."""
_WIDTHS = MappingProxyType({**dict.fromkeys("mwMW@%", 0.98), **dict.fromkeys("iljtfrI.,:;'|! ", 0.36)})
"""Widths of letters that differ much from the others, which have 0.64, in heights of the letters."""
_TRIES = 12
"""How often words are made smaller until all have a place."""


def follow(node: Node, name: str) -> None:
    """Draw a chart again after one of its properties was set."""
    fill(node)


def fill(node: Node) -> None:
    """Put into the axes of a chart what its properties say, instead of what was there."""
    axes = node.parent
    assert axes is not None
    for child in [child for child in axes.children if child is not node]:
        child.delete()
    _FILL[node.type](node, axes)
    if node.text("Title"):
        axes.label("Title").values["String"] = node.get("Title")


def _row(values: Any) -> Tensor:
    return Tensor(np.asarray(values, dtype=np.float64).reshape(1, -1))


def _blank(axes: Node, width: float, height: float) -> None:
    """Axes without rulers that show from nothing to a width and a height."""
    for letter, most in (("X", width), ("Y", height)):
        axes.set(f"{letter}Lim", _row([0.0, most]))
        axes.values.update(
            {f"{letter}Tick": _row([]), f"{letter}TickMode": CharArray.row("manual"), f"{letter}Color": CharArray.row("none")}
        )
    axes.values["Box"] = _OFF


def _texts(node: Node, name: str) -> list[str]:
    value = node.get(name)
    return value.texts() if hasattr(value, "texts") else style.texts(value) if getattr(value, "numel", 0) else []


# --- words ------------------------------------------------------------------------------------------------------------------


def _words(node: Node, axes: Node) -> None:
    """The largest word in the middle, others on a spiral around it where they cover none."""
    width, height = (float(side) for side in positions.figure_size(axes.parent_of("figure")) * positions.normalized(axes)[2:] * 0.75)
    _blank(axes, width, height)
    words, sizes = _texts(node, "WordData"), node.vector("SizeData")
    order = np.argsort(-sizes, kind="stable")[: int(node.number("MaxDisplayWords"))]
    order = order[sizes[order] > 0]
    if not order.size:
        return
    share = (sizes[order] / sizes[order[0]]) ** node.number("SizePower")
    area = float(sum(s**2 * max(len(words[k]), 1) * _ASPECT * 1.3 for s, k in zip(share, order, strict=True)))
    largest = min((0.45 * width * height / max(area, 1e-9)) ** 0.5, 0.9 * width / (max(len(words[order[0]]), 1) * _ASPECT), 0.5 * height)
    for _ in range(_TRIES):
        places = _placed([words[k] for k in order], largest * share, width, height)
        if len(places) == len(order):
            break
        largest *= 0.88
    for rank, (k, at) in enumerate(places):
        ink = node.vector("HighlightColor") if rank < 3 else node.vector("Color")
        Node("text", axes, Position=_row([*at, 0.0]), String=words[order[k]], Color=ink[None, :], FontSize=largest * share[k], HorizontalAlignment="center",
             VerticalAlignment="middle", Interpreter="none", FontName=node.get("FontName"))  # fmt: skip


def _placed(words: list[str], heights: np.ndarray, width: float, height: float) -> list[tuple[int, np.ndarray]]:
    """The words that found a place, and its middle: each the nearest to the middle of all that covers no other."""
    step = np.arange(0.0, 400.0)
    spiral = np.add(
        np.column_stack([width * np.cos(step / 5) * step, height * np.sin(step / 5) * step]) / (2 * step[-1]), [width / 2, height / 2]
    )
    taken, places = np.zeros((0, 4)), []
    for k, (word, size) in enumerate(zip(words, heights, strict=True)):
        half = np.array([sum(_WIDTHS.get(letter, 0.64) for letter in word) * size, 1.15 * size]) / 2
        boxes = np.column_stack([spiral - half, spiral + half])
        inside = (boxes[:, :2] >= 0).all(axis=1) & (boxes[:, 2] <= width) & (boxes[:, 3] <= height)
        low, high = boxes[:, None, :2], boxes[:, None, 2:]
        covers = ((taken[:, :2] < high) & (taken[:, 2:] > low)).all(axis=2).any(axis=1)
        free = np.flatnonzero(inside & ~covers)
        if free.size:
            places.append((k, spiral[free[0]]))
            taken = np.vstack([taken, boxes[free[0]]])
    return places


# --- bubbles ----------------------------------------------------------------------------------------------------------------


def packed(radii: np.ndarray) -> np.ndarray:
    """Middles of circles that touch and cover none of each other, the larger the nearer to the origin (rows of x and y)."""
    middles = np.zeros((len(radii), 2))
    done: list[int] = []
    for k in np.argsort(-radii, kind="stable").tolist():
        if len(done) == 1:
            middles[k] = [radii[done[0]] + radii[k], 0.0]
        elif done:
            known, sizes = middles[done], radii[done]
            best, least = middles[k], np.inf
            for i in range(len(done)):
                for j in range(i + 1, len(done)):
                    for at in _touching(known[i], sizes[i] + radii[k], known[j], sizes[j] + radii[k]):
                        far = float(np.hypot(*at))
                        if far < least and (np.hypot(*(known - at).T) >= sizes + radii[k] - 1e-9).all():
                            best, least = at, far
            middles[k] = best
        done.append(k)
    return middles


def _touching(a: np.ndarray, to_a: float, b: np.ndarray, to_b: float) -> list[np.ndarray]:
    """The points at given distances from two points."""
    between = b - a
    length = float(np.hypot(*between))
    if length > to_a + to_b or length < abs(to_a - to_b) or length == 0:
        return []
    along = (to_a**2 - to_b**2 + length**2) / (2 * length)
    aside = max(to_a**2 - along**2, 0.0) ** 0.5
    foot, normal = a + along * between / length, np.array([-between[1], between[0]]) / length
    return [foot + aside * normal, foot - aside * normal]


def _bubbles(node: Node, axes: Node) -> None:
    sizes = node.vector("SizeData")
    kept = np.flatnonzero(np.isfinite(sizes) & (sizes > 0))
    kept = kept[np.argsort(-sizes[kept], kind="stable")[: int(min(node.number("MaxDisplayBubbles"), 300))]]
    labels, groups = _texts(node, "LabelData"), _texts(node, "GroupData")
    names = list(dict.fromkeys(groups))
    axes.values.update(DataAspectRatio=_row([1, 1, 1]), DataAspectRatioMode=CharArray.row("manual"))
    if not kept.size:
        return
    clouds = [kept if not names else np.array([k for k in kept if groups[k] == name], int) for name in (names or [""])]
    left, highest = 0.0, 0.0
    placed = []
    for cloud in clouds:
        if not cloud.size:
            continue
        radii = np.sqrt(sizes[cloud])
        middles = packed(radii)
        low, high = (middles - radii[:, None]).min(axis=0), (middles + radii[:, None]).max(axis=0)
        placed.append((cloud, radii, np.add(middles, [left - low[0], -(low[1] + high[1]) / 2])))
        left, highest = left + high[0] - low[0] + 0.1 * radii.max(), max(highest, high[1] - low[1])
    _blank(axes, left, highest)
    axes.set("YLim", _row([-highest / 2, highest / 2]))
    angles = np.linspace(0, 2 * np.pi, 60)
    per_unit = 0.75 * min(positions.figure_size(axes.parent_of("figure")) * positions.normalized(axes)[2:] / [left, highest])
    series = []
    for number, (cloud, radii, middles) in enumerate(placed):
        ink = COLOUR_ORDER[number % len(COLOUR_ORDER)] if node.text("FaceColor") in ("flat", "") else node.vector("FaceColor")
        for k, radius, (x, y) in zip(cloud, radii, middles, strict=True):
            disc = Node("patch", axes, XData=(x + radius * np.cos(angles))[:, None], YData=(y + radius * np.sin(angles))[:, None], FaceColor=np.array([ink]),
                        EdgeColor=np.array([ink]), FaceAlpha=node.number("FaceAlpha"), DisplayName=names[number] if names else "")  # fmt: skip
            series += [disc] if k == cloud[0] else []
            if labels and (size := min(2 * radius * per_unit / max(len(labels[k]) * _ASPECT, 1.5), 12.0)) > 4:
                Node(
                    "text",
                    axes,
                    Position=_row([x, y, 0.0]),
                    String=labels[k],
                    FontSize=size,
                    HorizontalAlignment="center",
                    Interpreter="none",
                )
    axes.labels.pop("Legend", None)
    if names and node.on("LegendVisible"):
        _legend(axes, series, node.text("LegendTitle"))


def _legend(axes: Node, series: list[Node], title: str) -> None:
    from . import legends

    axes.labels["Legend"] = box = Node("legend", Location="northeastoutside")
    box.parent = axes
    box.values["AutoUpdate"] = _OFF
    legends.choose(box, series)
    if title:
        box.label("Title").values["String"] = CharArray.row(title)


# --- parallel coordinates -----------------------------------------------------------------------------------------------------


def normalized(data: np.ndarray, method: str) -> np.ndarray:
    """The columns as a method of ``DataNormalization`` makes them comparable."""
    with np.errstate(all="ignore"):
        if method == "range":
            low, high = np.nanmin(data, axis=0), np.nanmax(data, axis=0)
            return np.where(high > low, (data - low) / np.where(high > low, high - low, 1.0), 0.5)
        if method == "zscore":
            return (data - np.nanmean(data, axis=0)) / np.nanstd(data, axis=0, ddof=1)
        if method == "scale":
            return data / np.nanstd(data, axis=0, ddof=1)
        if method == "center":
            return data - np.nanmean(data, axis=0)
        if method == "norm":
            return data / np.sqrt(np.nansum(data**2, axis=0))
    return data


def _parallel(node: Node, axes: Node) -> None:
    data, method = np.asarray(node.array("_numbers"), np.float64), node.text("DataNormalization")
    heights, count = normalized(data, method), data.shape[1]
    groups = _texts(node, "_groups")
    names = list(dict.fromkeys(groups))
    order, x = node.array("Color"), np.arange(1.0, count + 1)
    first = []
    for k, line in enumerate(heights):
        number = names.index(groups[k]) if names else 0
        polyline = Node("line", axes, XData=_row(x), YData=_row(line), Color=order[[number % len(order)]], LineWidth=node.get("LineWidth"), DisplayName=groups[k] if names else "")  # fmt: skip
        polyline.values["_ColorAlpha"] = node.number("LineAlpha")
        if not names or groups[k] not in groups[:k]:
            first.append(polyline)
    axes.values.update(XTick=_row(x), XTickMode=CharArray.row("manual"), Box=_OFF)
    axes.set("XLim", _row([1.0 - 0.02 * count, count + (0.1 if method == "range" else 0.02) * count]))
    labels = _texts(node, "CoordinateTickLabels")
    axes.set("XTickLabel", CellArray.of([CharArray.row(label) for label in labels], (len(labels), 1)))
    axes.values["TickLabelInterpreter"] = CharArray.row("none")
    finite = heights[np.isfinite(heights)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    for j in range(count):
        Node("line", axes, XData=_row([x[j], x[j]]), YData=_row([low, high]), Color=np.full((1, 3), 0.15), HandleVisibility="off")
    if method == "range":  # each coordinate has values of its own
        axes.values.update(YColor=CharArray.row("none"), YTick=_row([]), YTickMode=CharArray.row("manual"))
        axes.set("YLim", _row([-0.02, 1.02]))
        words = node.values.get("_words")
        for j in range(count):
            own = words[j] if words is not None else None
            least, most = np.nanmin(data[:, j]), np.nanmax(data[:, j])
            at = np.linspace(least, most, 5) if own is None else np.arange(1.0, len(own) + 1)
            for value in at:
                place = (value - least) / (most - least) if most > least else 0.5
                text = f"{value:.4g}" if own is None else own[int(value) - 1]
                Node("text", axes, Position=_row([x[j] + 0.02 * count / 4, place, 0.0]), String=text, FontSize=8.0, Interpreter="none")
    if node.text("CoordinateLabel"):
        axes.label("XLabel").values["String"] = node.get("CoordinateLabel")
    if node.text("DataLabel"):
        axes.label("YLabel").values["String"] = node.get("DataLabel")
    axes.labels.pop("Legend", None)
    if names and node.on("LegendVisible"):
        _legend(axes, first, node.text("LegendTitle"))


_FILL: MappingProxyType[str, Callable[[Node, Node], None]] = MappingProxyType(
    {"wordcloud": _words, "bubblecloud": _bubbles, "parallelplot": _parallel}
)
