"""Pie charts: slices as patches, each followed by its label, so that a program can change them one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ....base.records import record
from ....builtins.spec import ErrorCase, Example, builtin
from ....figures import arguments as read
from ....figures.arguments import give, row
from ....figures.tree import Node
from ....values import CharArray, Tensor
from ....values.convert import as_array, class_of, is_text, text_of
from .series import prepare

_POINTS = 100
"""Points on the whole circle."""
_OUT, _THICKNESS = 0.1, 0.35
"""How far a slice is pulled out, and how thick a slice of ``pie3`` is, in radii."""


@record
class _Slice:
    """A slice: its number, its arc from ``begin`` to ``end`` (radians), whether it is pulled out, and its label."""

    number: int
    begin: float
    end: float
    pulled: bool
    label: str

    def outline(self) -> tuple[np.ndarray, np.ndarray]:
        """The polygon: centre, arc, centre."""
        share = (self.end - self.begin) / (2 * np.pi)
        angles = np.linspace(self.begin, self.end, max(1, int(np.ceil(_POINTS * share))) + 1)
        dx, dy = self.at(_OUT if self.pulled else 0.0)
        return np.concatenate([[0.0], np.cos(angles), [0.0]]) + dx, np.concatenate([[0.0], np.sin(angles), [0.0]]) + dy

    def at(self, radius: float) -> tuple[float, float]:
        """A place on the middle of the slice."""
        middle = (self.begin + self.end) / 2
        return radius * float(np.cos(middle)), radius * float(np.sin(middle))

    def colours(self, shape: tuple[int, ...]) -> Tensor:
        return Tensor(np.full(shape, float(self.number), order="F"))


def _slices(call: Any, rest: list[Any], name: str) -> list[_Slice]:
    """The slices of a pie, counterclockwise from the top; amounts that are not positive have none."""
    if not rest:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    amounts = read.matrix(rest[0], name).ravel(order="F").astype(np.float64)
    pulled, label_of = _pulled_and_labels(call, rest[1:], name, amounts.size)
    good = amounts > 0
    if not good.any():
        raise call.error("Must have positive data in the pie chart.", f"MATLAB:{name}:NoPositiveData")
    if not good.all():
        call.warning("Ignoring non-positive data in pie chart.", f"MATLAB:{name}:NonPositiveData")
    total = float(amounts[good].sum())
    shares = amounts / (total if total > 1 + 1e-9 else 1.0)  # shares that add up to less than one leave a gap
    slices, begin = [], np.pi / 2
    for i in np.flatnonzero(good):
        end = begin + 2 * np.pi * shares[i]
        slices.append(_Slice(len(slices) + 1, begin, end, bool(pulled.size and pulled[i]), label_of(i, shares[i])))
        begin = end
    return slices


def _pulled_and_labels(call: Any, options: list[Any], name: str, count: int) -> tuple[np.ndarray, Callable[[int, float], str]]:
    """Which of the slices are pulled out, and a function that labels a slice by its number and share."""
    pulled, labels, form = np.zeros(count, bool), None, ""
    for item in options:
        if read.is_numeric(item):
            pulled = as_array(item).ravel(order="F") != 0
        elif type(item) is CharArray and "%" in text_of(item):
            form = text_of(item)
        elif is_text(item) or class_of(item) in ("cell", "string"):
            labels = read.texts(item)
        else:
            raise call.error("Invalid data type for pie labels.", f"MATLAB:{name}:InvalidLabels")
    if pulled.size not in (0, count):
        raise call.error("X and EXPLODE must be the same length.", f"MATLAB:{name}:ExplodeLengthMismatch")
    if labels is not None and len(labels) != count:
        raise call.error("Cell array of labels must be the same length as X.", f"MATLAB:{name}:StringLengthMismatch")
    if form:
        return pulled, lambda _, share: text_of(call.feval("sprintf", CharArray.row(form), float(share * 100))[0])
    if labels is not None:
        return pulled, lambda number, _: labels[number]
    return pulled, lambda _, share: "< 1%" if share < 0.01 else f"{int(share * 100 + 0.5)}%"


def _ready(axes: Node, limit: float) -> None:
    axes.values.update(
        Visible=CharArray.row("off"), DataAspectRatio=row([1, 1, 1]), DataAspectRatioMode=CharArray.row("manual"),
        XLim=row([-limit, limit]), YLim=row([-limit, limit]), XLimMode=CharArray.row("manual"), YLimMode=CharArray.row("manual"),
    )  # fmt: skip


def _label(axes: Node, part: _Slice, radius: float, height: float = 0.0) -> Node:
    x, y = part.at(radius + (_OUT if part.pulled else 0.0))
    return Node("text", axes, Position=row([x, y, height]), String=CharArray.row(part.label), HorizontalAlignment=CharArray.row("center"))


@builtin(
    "pie", "h = pie(X)", "h = pie(X, explode)", "h = pie(X, labels)", "h = pie(X, explode, labels)", "h = pie(X, '%.1f%%')",
    summary="Pie chart; the handles are slice, label, slice, label ...",
    examples=(Example("h = pie([1 2 1]); numel(h)", "6"), Example("h = pie([1 3]); h(4).String", "'75%'"), Example("h = pie([1 3], {'a','b'}); h(2).String", "'a'"), Example("h = pie([1 7], '%.1f%%'); h(2).String", "'12.5%'")),
    errors=(ErrorCase("pie(0)", "MATLAB:pie:NoPositiveData"), ErrorCase("pie([1 2], {'a'})", "MATLAB:pie:StringLengthMismatch")), see_also=("pie3", "bar"),
)  # fmt: skip
def pie(call, *arguments):
    _, rest = read.take_axes(call.session.figures, arguments)
    parts = _slices(call, rest, "pie")
    axes, _ = prepare(call, arguments)
    handles = []
    for part in parts:
        x, y = part.outline()
        data = {"XData": Tensor(x[:, None]), "YData": Tensor(y[:, None]), "CData": part.colours((x.size, 1))}
        handles += [Node("patch", axes, **data, FaceColor=CharArray.row("flat")), _label(axes, part, 1.2)]
    _ready(axes, 1.2)
    return give(call, handles, row=True)


@builtin(
    "pie3", "h = pie3(X)", "h = pie3(X, explode)", "h = pie3(X, labels)", "h = pie3(X, explode, labels)",
    summary="Pie chart with thickness; the handles are bottom, rim, top and label of each slice.",
    examples=(Example("h = pie3([1 2]); numel(h)", "8"), Example("h = pie3([1 3]); h(8).String", "'75%'")),
    errors=(ErrorCase("pie3(-1)", "MATLAB:pie3:NoPositiveData"),), see_also=("pie",),
)  # fmt: skip
def pie3(call, *arguments):
    _, rest = read.take_axes(call.session.figures, arguments)
    parts = _slices(call, rest, "pie3")
    axes, _ = prepare(call, arguments)
    solids = {part.number: _solid(axes, part) for part in sorted(parts, key=_distance)}
    _ready(axes, 1.25)
    axes.values.update(View=row([-37.5, 30]), ZLim=row([0.0, _THICKNESS]), ZLimMode=CharArray.row("manual"))
    return give(call, [node for part in parts for node in solids[part.number]], row=True)


def _distance(part: _Slice) -> float:
    """How near a slice is to who looks at it: those behind are drawn first."""
    azimuth = np.deg2rad(-37.5)
    x, y = part.at(1.0)
    return float(x * np.sin(azimuth) - y * np.cos(azimuth))


def _solid(axes: Node, part: _Slice) -> list[Node]:
    x, y = part.outline()
    flat = CharArray.row("flat")
    wall = {
        "XData": Tensor(np.vstack([x, x])),
        "YData": Tensor(np.vstack([y, y])),
        "ZData": Tensor(np.repeat([[0.0], [_THICKNESS]], x.size, axis=1)),
    }
    lids = []
    for height in (0.0, _THICKNESS):
        data = {
            "XData": Tensor(x[:, None]),
            "YData": Tensor(y[:, None]),
            "ZData": Tensor(np.full((x.size, 1), height)),
            "CData": part.colours((x.size, 1)),
        }
        lids.append(data)
    bottom = Node("patch", axes, **lids[0], FaceColor=flat)
    rim = Node("surface", axes, **wall, CData=part.colours((2, x.size)), EdgeColor=CharArray.row("none"))
    top = Node("patch", axes, **lids[1], FaceColor=flat)
    return [bottom, rim, top, _label(axes, part, 1.25, _THICKNESS)]
