"""The tree of graphics objects: root, figures, axes and what they hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from ..base.errors import MatlabError
from ..values import CellArray, CharArray, Tensor
from ..values.convert import as_array, is_text, text_of, to_value
from . import camera, legends, limits, paper, patch_corners, polar, positions, series_styles
from .colors import COLOUR_ORDER, colormap
from .drawing import contours, guide_boxes, text_extents
from .properties import KINDS, Kind, resolve
from .property_checks import check

_LABELS = {"Title": "title", "XLabel": "xlabel", "YLabel": "ylabel", "ZLabel": "zlabel", "Subtitle": "subtitle"}
_MODES = {
    "axes": {"XLim", "YLim", "ZLim", "CLim", "XTick", "YTick", "ZTick", "XTickLabel", "YTickLabel", "ZTickLabel", "XTickLabelRotation", "YTickLabelRotation", "ZTickLabelRotation", "DataAspectRatio", "PlotBoxAspectRatio", "FontSize"},
    "colorbar": {"Ticks", "TickLabels", "Limits"},
    "contour": {"LevelList"},
    "polaraxes": {"ThetaLim", "RLim", "ThetaTick", "RTick", "ThetaTickLabel", "RTickLabel", "RAxisLocation", "ThetaColor", "RColor", "CLim", "FontSize"},
}  # fmt: skip


DESTROYED = "ObjectBeingDestroyed"
MENUS = ("uimenu", "uicontextmenu")
"""Objects of figures that no image shows."""
_FOLLOWING = frozenset(
    {
        *patch_corners.COORDINATES,
        "CData",
        "Limits",
        "Ticks",
        "TickLabels",
        "Faces",
        "Vertices",
        "BoxEdgeColor",
        "BoxMedianLineColor",
        "MarkerColor",
        "LevelStep",
    }
)


class Node:
    """A graphics object: its kind, the properties that differ from the defaults, parent and children in drawing order.

    ``labels`` of an axes are its title and axis labels: text Nodes by property name.  ``alive`` ends with ``delete``;
    ``attached`` is what setappdata put there; ``follow`` is told which property a program has set, to set others by it; ``watchers`` are
    told as well, and of the object's end (``DESTROYED``); ``changed`` tells of a figure that it looks different from when it was last shown;
    ``callbacks`` of the root calls the functions that objects name (``callbacks.Callbacks``).
    """

    __slots__ = (
        "__weakref__",
        "alive",
        "attached",
        "callbacks",
        "changed",
        "children",
        "defaults",
        "follow",
        "kind",
        "labels",
        "parent",
        "values",
        "watchers",
    )

    def __init__(self, kind: str, parent: Node | None = None, **values: Any) -> None:
        self.kind: Kind = KINDS[kind]
        self.parent = parent
        self.children: list[Node] = []
        self.labels: dict[str, Node] = {}
        self.defaults: dict[str, Any] = {}
        self.values: dict[str, Any] = self._inherited_defaults()
        self.alive = True
        self.changed = False
        self.attached: dict[str, Any] = {}
        self.follow: Callable[[Node, str], None] | None = None
        self.watchers: Sequence[Callable[[Node, str], None]] = ()
        self.callbacks: Any = None
        for name, value in values.items():
            self.values[name] = to_value(value)
        if parent is not None:
            parent.children.append(self)
        if "CreateFcn" in self.values:
            self.await_creation()

    @property
    def type(self) -> str:
        return self.kind.type

    def _inherited_defaults(self) -> dict[str, Any]:
        """The defaults for this kind that ancestors have (``set(0, 'DefaultLineLineWidth', 2)``)."""
        chain, node = [], self.parent
        while node is not None:
            chain.append(node)
            node = node.parent
        defaults: dict[str, Any] = {}
        for ancestor in reversed(chain):
            for name, value in ancestor.defaults.items():
                if name.startswith(self.kind.type):
                    try:
                        defaults[resolve(self.kind, name[len(self.kind.type) :])] = value
                    except MatlabError:
                        continue
        return defaults

    def get(self, name: str) -> Any:
        """A property as a Value; ``name`` is the full name."""
        if name == "Type":
            return CharArray.row(self.kind.label or self.kind.type)
        for compute in _COMPUTED.get(self.kind.type, ()):
            value = compute(self, name)
            if value is not None:
                return value
        value = self.values.get(name)
        if value is None and name in _FOLLOWING:
            value = self._computed(name)
        if value is None and self.kind.type == "text" and self.parent is not None and self.parent.kind.type == "axes":
            value = self._label_default(name)
        return value if value is not None else default_value(self.kind, name)

    def _computed(self, name: str) -> Any:
        """A property that is computed from others unless it is set: colours of a surface and of bars, limits of a colour bar."""
        if self.kind.type == "surface" and name == "CData":
            return self.values.get("ZData")
        if self.kind.type == "bar" and name == "CData" and "_colour" in self.values:
            return Tensor(np.tile(np.array([self.values["_colour"]], np.float64), (max(self.array("YData").size, 1), 1)))
        if self.kind.type == "patch" and name in ("Faces", "Vertices"):
            return self._outline(name)
        if self.kind.type == "patch" and name in patch_corners.COORDINATES:
            return patch_corners.along(self, name)
        if self.kind.type == "contour" and name == "LevelStep":
            return to_value(contours.told_step(self))
        if self.kind.type == "boxchart":
            return self.get("BoxFaceColor")
        if self.kind.type == "colorbar" and self.parent is not None:
            return self._of_colorbar(self.parent, name)
        return None

    def _of_colorbar(self, axes: Node, name: str) -> Any:
        if name == "Limits":
            return axes.get("CLim")
        at = guide_boxes.ticks(self)
        if name == "Ticks":
            return Tensor(at[None, :].copy())
        return _column_of_texts([f"{x + 0.0:.5g}" for x in at])

    def _outline(self, name: str) -> Any:
        """Faces and vertices of a patch that was given by the coordinates of its corners, a column for each face."""
        x, y, z = (np.asarray(self.values[f"{k}Data"].array) if f"{k}Data" in self.values else np.zeros((0, 0)) for k in "XYZ")
        if not x.size or "Vertices" in self.values:
            return None
        columns = x.shape[1] if x.shape[0] > 1 else 1
        if name == "Faces":
            return Tensor(np.arange(1.0, x.size + 1).reshape(columns, -1))
        return Tensor(np.asfortranarray(np.column_stack([a.ravel(order="F") for a in (x, y, z) if a.size == x.size])))

    def _label_default(self, name: str) -> Any:
        """The default of a property of titles and labels of axes where it differs from that of other texts; None where it does not."""
        axes = self.parent
        assert axes is not None
        label = next((key for key, node in axes.labels.items() if node is self), None)
        if label not in _LABELS:
            return None
        if name == "FontSize":
            factor = "TitleFontSizeMultiplier" if label in ("Title", "Subtitle") else "LabelFontSizeMultiplier"
            return axes.number("FontSize") * (axes.number(factor) if label != "Subtitle" else 1.0)
        if axes.type == "axes" and (name == "FontName" or (name == "Color" and label.endswith("Label"))):
            return axes.get(name if name == "FontName" else f"{label[0]}Color")
        if name == "FontWeight" and label == "Title":
            return axes.get("TitleFontWeight")
        if name == "Rotation" and label == "YLabel":
            return 90.0
        if name == "Interpreter":
            return self._inherited_defaults().get(name)
        return {
            "HorizontalAlignment": CharArray.row("center"),
            "VerticalAlignment": CharArray.row("bottom" if "itle" in label else "top"),
        }.get(name)

    def set(self, name: str, value: Any) -> None:
        """Set a property by its full name; colours and on/off texts are brought to MATLAB's stored form."""
        if name == "InnerPosition" and self.kind.type == "figure":
            name = "Position"
        if name in ("Type", "Number"):
            raise MatlabError(
                f"Unable to set the '{name}' property of class '{self.kind.short_class}' because it is read-only.",
                "MATLAB:class:SetProhibited",
            )
        before = self.get(name) if name.startswith("Paper") else None
        units = self.text("Units") if name == "Units" else ""
        self.values[name] = self._without_opacity(name, to_value(check(self.kind, name, to_value(value))))
        if before is not None:
            paper.follow(self, name, before)
        if units:
            self._convert_units(units)
        self._set_dependents(name)
        series_styles.follow(self, name)
        if self.follow is not None:
            self.follow(self, name)
        self.announce(name)

    def _convert_units(self, before: str) -> None:
        """State the rectangles of an object in its new units; ``before`` are the units that they are in."""
        if self.kind.type in ("figure", "axes", "polaraxes", "colorbar", "legend"):
            positions.convert(self, before)
        elif self.kind.type == "text":
            text_extents.convert(self, before)

    def _set_dependents(self, name: str) -> None:
        """Set the mode of a property that a program has set, and the properties that follow from it."""
        if name in _MODES.get(self.kind.label or self.kind.type, ()):
            self.values[name + "Mode"] = CharArray.row("manual")
        elif name in positions.POSITIONS and self.kind.type == "axes":
            positions.follow(self, name)
        elif name in camera.NAMES:
            self.values[name + "Mode"] = CharArray.row("manual")
            camera.follow(self, name)
        elif name == "ThetaAxisUnits":
            polar.follow_units(self)
        elif name == "LevelStep":
            contours.step_levels(self)
        elif name.endswith("Data") and name[0] in "XYZC" and "Values" not in self.kind.defaults:
            self.values.setdefault(name + "Mode", CharArray.row("manual"))

    def announce(self, *names: str) -> None:
        """Tell the watchers which properties were set."""
        for watcher in tuple(self.watchers):
            for name in names:
                watcher(self, name)

    def _without_opacity(self, name: str, value: Any) -> Any:
        """A colour without its fourth number, which is drawn with but not read again, as in MATLAB."""
        self.values.pop(f"_{name}Alpha", None)
        if not name.endswith("Color") or type(value) is not Tensor or value.numel != 4:
            return value
        self.values[f"_{name}Alpha"] = float(value.array.flat[3])
        return Tensor(value.array[:, :3].copy(order="F"))

    def text(self, name: str) -> str:
        """A property that is text; other values are the empty text."""
        value = self.get(name)
        return text_of(value) if is_text(value) else ""

    def on(self, name: str) -> bool:
        value = self.get(name)
        return value if type(value) is bool else self.text(name).lower() == "on"

    def number(self, name: str) -> float:
        value = self.array(name)
        return float(value.flat[0]) if value.size else 0.0

    def array(self, name: str) -> np.ndarray:
        """A numeric property on the host, in its own class; of no elements where it is text or a cell."""
        value = self.get(name)
        if isinstance(value, (CellArray, CharArray)) or is_text(value):
            return np.zeros((0, 0))
        return as_array(value)

    def vector(self, name: str) -> np.ndarray:
        """A numeric property as a flat array of doubles in column-major order."""
        return np.asarray(self.array(name).ravel(order="F"), dtype=np.float64)

    @property
    def numeric_handle(self) -> float:
        """A figure's number, 0 for the root, otherwise a number that is the object's as long as it lives."""
        kind = self.kind.type
        return self.number("Number") if kind == "figure" else 0.0 if kind == "root" else float(id(self) % 2**40)

    def label(self, name: str) -> Node:
        """The text Node of an axes' ``Title``, ``XLabel`` ..., made when first asked for; a colour bar has one label under three names."""
        if self.type == "colorbar" and name in ("XLabel", "YLabel"):
            name = "Label"
        if name not in self.labels:
            self.labels[name] = node = Node("text")
            node.parent = self
        return self.labels[name]

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in drawing order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def parent_of(self, kind: str) -> Node:
        """The nearest ancestor (or this) of a kind; the root stands in where there is none."""
        node = self
        while node.kind.type != kind and node.parent is not None:
            node = node.parent
        return node

    def touch(self) -> None:
        """Mark the figure as changed."""
        figure = self.parent_of("figure")
        figure.changed = figure.kind.type == "figure"

    def await_creation(self) -> None:
        """Have the CreateFcn called once the object has got its properties."""
        callbacks = self.parent_of("root").callbacks
        if callbacks is not None and self not in callbacks.created:
            callbacks.created.append(self)

    def delete(self) -> None:
        if self.alive:
            callbacks = self.parent_of("root").callbacks if "DeleteFcn" in self.values else None
            if callbacks is not None:
                if "BeingDeleted" in self.values:  # by its own function
                    return
                callbacks.deleting(self)
            self.announce(DESTROYED)
        for child in [*self.children, *self.labels.values()]:
            child.delete()
        self.alive = False
        if self.parent is not None and self in self.parent.children:
            self.parent.children.remove(self)

    def reset(
        self, keep: tuple[str, ...] = ("Position", "PositionConstraint", "Units", "Layout", "OuterPosition", "_tiles", "_twin")
    ) -> None:
        """Back to the defaults as ``cla reset`` does, without the children and labels."""
        for child in [*self.children, *(label for label in self.labels.values() if label.type != "axes")]:
            child.delete()
        self.labels.clear()
        kept = {name: value for name, value in self.values.items() if name in keep}
        self.values = {**self._inherited_defaults(), **kept}


LABELS = tuple(_LABELS)


def _of_polar_axes(axes: Node, name: str) -> Any:
    return polar.computed(axes, name) if axes.kind.label == "polaraxes" else None


def _of_camera(axes: Node, name: str) -> Any:
    return camera.computed(axes, name) if name in camera.NAMES else None


def _of_axes(axes: Node, name: str) -> Any:
    """Limits, ticks and their labels while MATLAB chooses them, the rectangles, and the colours."""
    compute = _AUTOMATIC.get(name[1:])
    if compute is not None and name[0] in "XYZ" and axes.text(name + "Mode") == "auto":
        return compute(axes, name[0])
    if name == "CLim" and axes.text("CLimMode") == "auto":
        return to_value(np.array([limits.colour_limits(axes)]))
    if name in positions.POSITIONS:
        return positions.position(axes, name)
    if name == "ColorOrder" and name not in axes.values:
        return Tensor(COLOUR_ORDER.copy(order="F"))
    if name == "Colormap" and name not in axes.values:
        return axes.parent_of("figure").get(name)
    return None


def _axis_limits(axes: Node, letter: str) -> Any:
    return to_value(np.array([limits.axis_limits(axes, letter)]))


def _axis_ticks(axes: Node, letter: str) -> Any:
    return to_value(limits.ticks(axes, letter)[None, :])


def _axis_tick_labels(axes: Node, letter: str) -> Any:
    return _column_of_texts(limits.tick_labels(axes, letter))


def _column_of_texts(words: Sequence[str]) -> CellArray:
    return CellArray.of([CharArray.row(word) for word in words], (len(words), 1))


def _of_figure(figure: Node, name: str) -> Any:
    if name == "InnerPosition":
        return figure.get("Position")
    if name == "Colormap" and name not in figure.values:
        return Tensor(colormap("parula", 256))
    if name == "Alphamap" and name not in figure.values:
        return Tensor(np.linspace(0.0, 1.0, 64)[None, :])
    return None


def _of_colour_bar(bar: Node, name: str) -> Any:
    return guide_boxes.position(bar) if name == "Position" else None


def _of_legend(legend: Node, name: str) -> Any:
    if name == "Position":
        return guide_boxes.position(legend)
    return legends.words(legend) if name == "String" else None


_AUTOMATIC: Mapping[str, Callable[[Node, str], Any]] = MappingProxyType({
    "Lim": _axis_limits, "Tick": _axis_ticks, "TickLabel": _axis_tick_labels,
})  # fmt: skip
"""Properties of an axis, without its letter, that follow from the data while their mode is automatic."""
_COMPUTED: Mapping[str, tuple[Callable[[Node, str], Any], ...]] = MappingProxyType({
    "axes": (_of_polar_axes, _of_camera, _of_axes), "figure": (_of_figure,), "colorbar": (_of_colour_bar,), "legend": (_of_legend,),
})  # fmt: skip
"""The functions that compute properties of a type of object; the first answer that is not None counts."""


def default_value(kind: Kind, name: str) -> Any:
    """The default of a property as a Value."""
    default = kind.defaults[name]
    if isinstance(default, tuple):
        return Tensor(np.array([default], order="F"))
    if isinstance(default, list):
        return Tensor(np.zeros((0, 0)))
    return to_value(default)
