"""Handles: the values of MATLAB variables that refer to graphics objects; one handle, or an array of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np

from ..base.errors import MatlabError
from ..values import CellArray, CharArray, StructArray, Tensor
from ..values.coercion import to_string_array
from ..values.convert import as_array, text_of, to_value
from ..values.numerals import DisplayFormat
from ..values.objects import HostObject, Method, no_such_member, short_text
from ..values.times.categorical import Categorical
from . import category_axes, data_tips, pies, positions, rulers, tiles, time_axes
from .drawing import text_extents
from .drawing.contours import contour_matrix
from .properties import current_name
from .rotation import rotate
from .rulers import RULERS
from .tree import LABELS, Node

_STROKE = ("Color", "LineStyle", "LineWidth", "Marker")
_POINTS = ("XData", "YData", "ZData")
_IN_SPACE = frozenset(("ZData", "WData"))
"""Listed where they are given."""
_LISTED = {
    "figure": ("Number", "Name", "Color", "Position", "Units"),
    "polaraxes": ("ThetaLim", "RLim", "ThetaAxisUnits", "ThetaDir", "ThetaZeroLocation"),
    "axes": ("XLim", "YLim", "XScale", "YScale", "GridLineStyle", "Position", "Units"),
    "line": (*_STROKE, "MarkerSize", "MarkerFaceColor", *_POINTS),
    "stem": (*_STROKE, "MarkerSize", "MarkerFaceColor", *_POINTS),
    "stair": (*_STROKE, "MarkerSize", "MarkerFaceColor", *_POINTS),
    "animatedline": (*_STROKE,),
    "errorbar": (*_STROKE, *_POINTS, "XNegativeDelta", "XPositiveDelta", "YNegativeDelta", "YPositiveDelta"),
    "scatter": ("Marker", "MarkerEdgeColor", "MarkerFaceColor", "SizeData", "LineWidth", *_POINTS, "CData"),
    "bar": ("BarLayout", "BarWidth", "FaceColor", "EdgeColor", "BaseValue", "XData", "YData"),
    "histogram": ("Data", "Values", "NumBins", "BinEdges", "BinWidth", "BinLimits", "Normalization", "FaceColor", "EdgeColor"),
    "categoricalhistogram": (
        "Data",
        "Values",
        "NumDisplayBins",
        "Categories",
        "DisplayOrder",
        "Normalization",
        "DisplayStyle",
        "FaceColor",
        "EdgeColor",
    ),
    "boxchart": ("XData", "YData", "BoxWidth", "Notch", "Orientation", "BoxFaceColor", "BoxFaceAlpha", "MarkerStyle", "MarkerColor"),
    "area": ("FaceColor", "EdgeColor", "LineStyle", "LineWidth", "BaseValue", "XData", "YData"),
    "image": ("CData", "CDataMapping"),
    "surface": ("EdgeColor", "LineStyle", "FaceColor", "FaceLighting", "FaceAlpha", *_POINTS, "CData"),
    "patch": ("FaceColor", "FaceAlpha", "EdgeColor", "LineStyle", "Faces", "Vertices"),
    "contour": ("EdgeColor", "LineStyle", "LineWidth", "LevelList", *_POINTS),
    "rectangle": ("FaceColor", "EdgeColor", "LineWidth", "LineStyle", "Curvature", "Position"),
    "quiver": ("Color", "LineStyle", "LineWidth", *_POINTS, "UData", "VData", "WData"),
    "constantline": ("InterceptAxis", "Value", "Color", "LineStyle", "LineWidth", "Label", "DisplayName"),
    "graphplot": (
        "NodeColor",
        "MarkerSize",
        "Marker",
        "EdgeColor",
        "LineWidth",
        "LineStyle",
        "NodeLabel",
        "EdgeLabel",
        "XData",
        "YData",
        "ZData",
    ),
    "legend": ("String", "Location", "Orientation", "FontSize", "Position", "Units"),
    "colorbar": ("Location", "Limits", "FontSize", "Position", "Units"),
    "ruler": ("Limits", "Scale", "Exponent", "TickValues", "TickLabels", "TickLabelFormat", "TickLabelRotation", "Color", "FontSize"),
    "heatmap": ("XData", "YData", "ColorData"),
    "confusionchart": ("NormalizedValues", "ClassLabels"),
    "piechart": ("Data", "Names", "Proportions", "Labels"),
    "donutchart": ("Data", "Names", "Proportions", "Labels"),
    "stackedplot": ("DisplayVariables", "Color", "LineStyle", "LineWidth", "Marker", "MarkerSize"),
    "tiledlayout": ("TileArrangement", "GridSize", "Padding", "TileSpacing"),
    "text": ("String", "FontSize", "FontWeight", "FontName", "Color", "HorizontalAlignment", "Position", "Units"),
}
_OF_A_TABLE = ("SourceTable", "XVariable", "YVariable", "ColorVariable", "ColorMethod")
_OF_COLOUR_BARS = ("Label", "Title", "XLabel", "YLabel")
# Properties that change no image.
_UNSEEN = frozenset((
    "Name", "NumberTitle", "Tag", "UserData", "MenuBar", "ToolBar", "Renderer", "NextPlot", "HandleVisibility", "WindowStyle", "Pointer",
    "PaperPosition", "PaperUnits", "PaperSize", "PaperPositionMode", "PaperOrientation", "PaperType", "InvertHardcopy", "DoubleBuffer",
))  # fmt: skip


_MOST_LISTED = 20
"""Objects of an array of handles that are listed one by one."""


def array_of_nodes(nodes: Sequence[Node], shape: tuple[int, ...]) -> np.ndarray:
    array = np.empty(len(nodes), object)
    for i, node in enumerate(nodes):
        array[i] = node
    return array.reshape(shape, order="F")


def placeholder() -> Node:
    """The element of an array of handles that no program has set."""
    blank = Node("hggroup")
    blank.alive = False
    return blank


def is_placeholder(node: Node) -> bool:
    return not node.alive and node.type == "hggroup" and node.parent is None


class Handle(HostObject):
    """A graphics handle or array of handles: ``nodes`` is an object ndarray of Nodes, column-major."""

    __slots__ = ("nodes",)
    is_handle: ClassVar[bool] = True
    gives_lists: ClassVar[bool] = True

    def __init__(self, nodes: np.ndarray) -> None:
        self.nodes = nodes

    @classmethod
    def of(cls, *nodes: Node, row: bool = False) -> Handle:
        """The handle of one Node, or the column (row) of several."""
        return cls(array_of_nodes(nodes, (1, len(nodes)) if row else (len(nodes), 1) if nodes else (0, 0)))

    @property
    def matlab_class(self) -> str:  # type: ignore[override]
        kinds = {node.kind.matlab_class for node in self.nodes.flat if not is_placeholder(node)}
        return kinds.pop() if len(kinds) == 1 else "matlab.graphics.Graphics" if kinds else "matlab.graphics.GraphicsPlaceholder"

    @property
    def shape(self) -> tuple[int, ...]:
        return self.nodes.shape

    def each_element(self) -> np.ndarray:
        return np.asarray(np.frompyfunc(Handle.of, 1, 1)(self.nodes), object)

    def of_elements(self, elements: np.ndarray) -> Handle:
        return Handle(np.asfortranarray(np.frompyfunc(lambda handle: handle.nodes.flat[0], 1, 1)(elements), object))

    @property
    def node(self) -> Node:
        """The only Node; an error for arrays and for deleted objects."""
        if self.nodes.size != 1:
            raise MatlabError("A single graphics object is needed here.", "MATLAB:graphics:scalarHandle")
        node = self.nodes.flat[0]
        if not node.alive:
            raise MatlabError("Invalid or deleted object.", "MATLAB:class:InvalidHandle")
        return node

    def method(self, name: str) -> Method | None:
        from .listeners import LISTENING  # what it tells listeners are handles

        return METHODS.get(name) or LISTENING.get(name)

    def properties(self) -> Mapping[str, Any]:
        node = self.nodes.flat[0]
        names = _LISTED.get(node.kind.label or node.type, tuple(node.kind.defaults)[16:])
        names = _OF_A_TABLE if node.type == "heatmap" and "SourceTable" in node.values else names
        if "RData" in node.kind.defaults:
            names = tuple({"XData": "ThetaData", "YData": "RData"}.get(name, name) for name in names)
        return {name: get_property(node, name) for name in names if name not in _IN_SPACE or name in node.values}

    def get_property(self, name: str) -> Any:
        node = self.node
        name = current_name(node.kind, name)
        if not has_property(node, name):
            raise no_such_member(self, name)
        return get_property(node, name)

    def listed_property(self, name: str) -> tuple[Any, ...]:
        return tuple(Handle.of(node).get_property(name) for node in self.nodes.ravel(order="F"))

    def set_property(self, name: str, value: Any) -> Handle:
        node = self.node
        name = current_name(node.kind, name)
        if not has_property(node, name):
            raise MatlabError(f"Unrecognized property '{name}' for class '{node.kind.matlab_class}'.", "MATLAB:noPublicFieldForClass")
        set_property(node, name, value)
        return self

    def index(self, subscripts: Sequence[Any]) -> Handle:
        from ..values.indexing import index

        picked = index(CellArray(self.nodes), tuple(subscripts))
        return Handle(picked.array)

    def assign(self, subscripts: Sequence[Any], value: Any) -> Handle:
        from ..values.indexing import assign

        if not isinstance(value, Handle):
            raise MatlabError(f"Unable to perform assignment: a {self.matlab_class} is needed.", "MATLAB:assign:unsupported")
        grown = assign(CellArray(self.nodes), tuple(subscripts), CellArray(value.nodes)).array
        blank = placeholder()
        for i in np.ndindex(grown.shape):
            if not isinstance(grown[i], Node):
                grown[i] = blank
        return Handle(grown)

    def as_numbers(self) -> Any:
        """The old numeric handles, which ``get``, ``set`` and their like take as well."""
        return to_value(np.frompyfunc(lambda node: node.numeric_handle, 1, 1)(self.nodes).astype(np.float64))

    def delete(self, subscripts: Sequence[Any]) -> Handle:
        from ..values.indexing import delete

        return Handle(delete(CellArray(self.nodes), tuple(subscripts)).array)

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        return isinstance(other, Handle) and self.shape == other.shape and all(map(lambda a, b: a is b, self.nodes.flat, other.nodes.flat))

    def disp_text(self, format: DisplayFormat) -> str:
        if self.nodes.size != 1:
            size = "×".join(map(str, self.shape))
            title = f"  {size} {self.matlab_class.rpartition('.')[2]} array"
            if not 0 < self.nodes.size <= _MOST_LISTED or self.nodes.ndim > 2:
                return title + "\n"
            names = [[n.kind.short_class + _subtitle(n).rjust(2) for n in line] for line in self.nodes]
            width = max(len(name) for line in names for name in line) + 4
            return f"{title}:\n\n" + "".join("  " + "".join(name.ljust(width) for name in line).rstrip() + "\n" for line in names)
        node = self.nodes.flat[0]
        if not node.alive:
            return f"  handle to deleted {node.kind.short_class}\n"
        listed = self.properties()
        width = max(map(len, listed)) + 4
        title = f"  {node.kind.short_class}{_subtitle(node)} with properties:"
        return "\n".join([title, "", *(f"{name.rjust(width)}: {_listed_text(value)}" for name, value in listed.items())]) + "\n"


def _subtitle(node: Node) -> str:
    name = {"figure": str(int(node.number("Number"))) if node.type == "figure" else ""}.get(node.type)
    name = node.text("Title") if node.type in ("heatmap", "confusionchart", "piechart", "donutchart") else name
    name = node.text("DisplayName") if name is None and "DisplayName" in node.kind.defaults else name
    return f" ({name})" if name else ""


def _listed_text(value: Any) -> str:
    if type(value) is Tensor and value.shape[0] == 1 and 0 < value.numel <= 4 and not value.is_complex:
        return "[" + " ".join(f"{x:.0f}" if x == round(x) else f"{x:.4f}" for x in np.nan_to_num(value.array.ravel()).tolist()) + "]"
    return short_text(value)


def has_property(node: Node, name: str) -> bool:
    """Whether an object has a property of just this name, as dots ask for it."""
    more = (*LABELS, *RULERS) if node.type == "axes" else LABELS if node.type == "tiledlayout" else ()
    return name in node.kind.names or name in more or name in ("Type", "Parent", "Children", "CurrentAxes", "CurrentFigure")


def get_property(node: Node, name: str) -> Any:
    """A property by its full name as a Value; Parent, Children, labels and rulers as handles."""
    if node.type == "ruler":
        value = _of_ruler(node, name)
        if value is not None:
            return value
        node, name = rulers.owner(node, name)
    compute = _COMPUTED.get(name)
    value = compute(node, name) if compute is not None else None
    return value if value is not None else _on_ruler(node, name, node.get(name))


def _of_ruler(ruler: Node, name: str) -> Any:
    """A property of a ruler that is not a property of its axes under another name; None for the others."""
    axes = ruler.parent
    if axes is None:
        return None
    if name == "Label":
        return Handle.of(axes.label(f"{rulers.letter_of(ruler)}Label"))
    if name == "TickLabelFormat":
        return to_value(axes.values.get(f"_{rulers.letter_of(ruler)}TickFormat", ruler.get(name)))
    return axes.get(name) if name == "FontSize" and name not in ruler.values else None


def _layout(node: Node, name: str) -> Any:
    if node.parent is not None and node.parent.type == "tiledlayout":
        return tiles.layout_of(node)
    if node.type in ("legend", "colorbar") and name not in node.values:
        return StructArray.scalar({"Tile": Tensor(np.zeros((0, 0))), "TileSpan": Tensor(np.ones((1, 2)))})
    return None


def _data_tip_template(node: Node, name: str) -> Any:
    return data_tips.template(node) if name not in node.values else None


def _legend_information(node: Node, name: str) -> Any:
    return Handle.of(_attached(node, name)) if name in node.kind.defaults else None


def _base_line_handle(node: Node, name: str) -> Any:
    return Handle.of(_base_line(node)) if name in node.kind.defaults else None


def _contour_matrix(node: Node, name: str) -> Any:
    return Tensor(contour_matrix(node)) if node.type == "contour" else None


def _extent(node: Node, name: str) -> Any:
    return Tensor(np.asfortranarray(text_extents.of_text(node))) if node.type == "text" else None


def _grid_size(node: Node, name: str) -> Any:
    return Tensor(np.array([tiles.grid_size(node)], dtype=np.float64)) if node.type == "tiledlayout" else None


def _proportions(node: Node, name: str) -> Any:
    return Tensor(pies.proportions(node).reshape(1, -1)) if "ExplodedWedges" in node.kind.defaults else None


def _pie_labels(node: Node, name: str) -> Any:
    if "ExplodedWedges" not in node.kind.defaults:
        return None
    return to_string_array(CellArray.of([CharArray.row(word) for word in pies.labels(node)]))


def _current_point(node: Node, name: str) -> Any:
    return Tensor(np.zeros((2, 3), order="F")) if node.type == "axes" else None


def _ruler_handles(node: Node, name: str) -> Any:
    return Handle.of(*rulers.rulers(node, name)) if node.type == "axes" else None


def _label_handle(node: Node, name: str) -> Any:
    return Handle.of(node.label(name)) if name in _LABELS_OF.get(node.type, ()) else None


def _warp_to_fill(node: Node, name: str) -> Any:
    modes = {node.text("DataAspectRatioMode"), node.text("PlotBoxAspectRatioMode")}
    return CharArray.row("on" if modes == {"auto"} else "off")


def _parent(node: Node, name: str) -> Any:
    return Handle.of(node.parent) if node.parent is not None else Tensor(np.zeros((0, 0)))


def _children(node: Node, name: str) -> Any:
    return Handle.of(*reversed([child for child in node.children if child.text("HandleVisibility") != "off"]))


def _no_current_object(node: Node, name: str) -> Any:
    return Tensor(np.zeros((0, 0)))


_LABELS_OF = MappingProxyType({"axes": LABELS, "colorbar": _OF_COLOUR_BARS, "legend": ("Title",), "tiledlayout": ("Title",)})
"""The properties of each type of object that are handles of texts."""
_COMPUTED: Mapping[str, Callable[[Node, str], Any]] = MappingProxyType({
    **dict.fromkeys(("Label", *LABELS), _label_handle),
    **dict.fromkeys(RULERS, _ruler_handles),
    **dict.fromkeys(("Annotation", "LegendInformation"), _legend_information),
    **dict.fromkeys(("CurrentAxes", "CurrentFigure"), _no_current_object),
    "Layout": _layout, "DataTipTemplate": _data_tip_template, "BaseLine": _base_line_handle, "ContourMatrix": _contour_matrix,
    "Extent": _extent, "GridSize": _grid_size, "Proportions": _proportions, "Labels": _pie_labels, "CurrentPoint": _current_point,
    "WarpToFill": _warp_to_fill, "Parent": _parent, "Children": _children,
})  # fmt: skip
"""Properties that are computed when a program reads them; None where the object has a stored property of the name."""


def _on_ruler(node: Node, name: str, value: Any) -> Any:
    """Numbers of an axis of times or categories as such."""
    if (ruler := _ruler(node, name, time_axes.ruler_of)) is not None:
        return time_axes.times(as_array(value), ruler)
    names = _ruler(node, name, category_axes.ruler_of)
    if names is None:
        return value
    return category_axes.within(*as_array(value).ravel()[:2], names) if name[1:] == "Lim" else category_axes.shown(as_array(value), names)


def _base_line(node: Node) -> Node:
    """The line at the base of bars, stems or areas, created at the first use; all series of the axes share it."""
    axes = node.parent_of("axes")
    if "_BaseLine" not in axes.labels:
        axes.labels["_BaseLine"] = new = Node("baseline")
        new.parent = axes
        new.values["BaseValue"] = node.number("BaseValue")
    return axes.labels["_BaseLine"]


def _attached(node: Node, name: str) -> Node:
    """The object that says whether a series is listed in legends, created at the first use; it is no child."""
    if f"_{name}" not in node.labels:
        node.labels[f"_{name}"] = new = Node("annotationinfo" if name == "Annotation" else "legendinfo")
        new.parent = node
    return node.labels[f"_{name}"]


def _ruler(node: Node, name: str, ruler_of: Callable[[Node, str], Any]) -> Any:
    """The ruler of an axes' limits or ticks, or of a series' data, along an axis of times or categories; else None."""
    if name[1:] in ("Lim", "Tick") and node.type == "axes":
        return ruler_of(node, name[0])
    if name == "Value" and node.type == "constantline":
        return ruler_of(node.parent_of("axes"), node.text("InterceptAxis").upper())
    if name[1:] == "Data" and name[0] in "XYZ" and (axes := node.parent_of("axes")).type == "axes":
        return ruler_of(axes, name[0])
    return None


def _plain(node: Node, name: str, value: Any) -> Any:
    """Times and categories as the numbers of their axis."""
    names = _ruler(node, name, category_axes.ruler_of) if type(value) is Categorical else None
    if names is not None:
        return category_axes.between(value, names) if name[1:] == "Lim" else category_axes.numbers(value, names)
    return time_axes.plain(value)


def set_property(node: Node, name: str, value: Any) -> None:
    """Set a property by its full name; labels take text (or a text handle), Parent moves the object."""
    if node.type == "ruler":
        if name == "TickLabelFormat" and node.parent is not None:
            node.parent.values[f"_{rulers.letter_of(node)}TickFormat"] = text_of(value)
        node, name = rulers.owner(node, name)
    value = _plain(node, name, value)
    _store(node, name, value)
    if name not in _UNSEEN and not name.endswith("Fcn"):
        node.touch()


def _store(node: Node, name: str, value: Any) -> None:
    """Store a property where it belongs: in a label, in the tree of objects, in a layout, or among the node's values."""
    if (name in LABELS and node.type == "axes") or (node.type == "colorbar" and name in _OF_COLOUR_BARS):
        if isinstance(value, Handle):
            node.labels[name] = value.node
        else:
            node.label(name).set("String", value)
    elif name == "Parent":
        _move(node, value.node)
    elif name == "Layout" and node.type not in ("legend", "colorbar"):
        tiles.set_layout(node, value)
    elif name == "Children":
        node.children = [child.node if isinstance(child, Handle) else child for child in reversed(list(value.nodes.flat))]
    else:
        node.set(name, value)
        if name == "BaseValue" and node.type == "baseline" and node.parent is not None:
            _share_base_value(node.parent, value)
        if name == "Layout" and node.type in ("legend", "colorbar") and positions.own_tile(node) is not None:
            node.values["Location"] = CharArray.row("layout")


def _share_base_value(axes: Node, value: Any) -> None:
    """Give all series of axes that share a base line its value."""
    for child in axes.walk():
        if "BaseLine" in child.kind.defaults:
            child.set("BaseValue", value)


def _move(node: Node, parent: Node) -> None:
    node.touch()
    if node.parent is not None and node in node.parent.children:
        node.parent.children.remove(node)
    node.parent = parent
    parent.children.append(node)
    if parent.type == "tiledlayout":
        node.values["_tiles"] = (1,)
        tiles.arrange(parent)


def properties_struct(node: Node) -> StructArray:
    """``get(h)``: every property in a scalar struct, sorted as MATLAB does."""
    names = sorted({*node.kind.names, *(LABELS if node.type == "axes" else ()), "Type", "Parent", "Children"}, key=str.lower)
    return StructArray.scalar({name: get_property(node, name) for name in names})


def _concatenate(axis: int) -> Callable[..., Handle]:
    def join(call: Any, *items: Any) -> Handle:
        arrays = [item.nodes for item in items if isinstance(item, Handle) and item.nodes.size]
        others = [item for item in items if not isinstance(item, Handle) and getattr(item, "numel", 1)]
        if others:
            raise MatlabError("Graphics handles can be concatenated with graphics handles only.", "MATLAB:class:InvalidConcat")
        if not arrays:
            return Handle.of()
        try:
            return Handle(np.concatenate(arrays, axis=axis))
        except ValueError:
            raise MatlabError("Dimensions of arrays being concatenated are not consistent.", "MATLAB:catenate:dimensionMismatch") from None

    return join


def _compare(equal: bool) -> Callable[..., Any]:
    def compare(call: Any, left: Any, right: Any) -> Any:
        if isinstance(left, Tensor | float) or isinstance(right, Tensor | float):  # numeric handles
            a, b = (as_array(item.as_numbers() if isinstance(item, Handle) else item) for item in (left, right))
            return to_value((a == b) == equal)
        a, b = _comparable(left), _comparable(right)
        return to_value(np.frompyfunc(lambda x, y: (x is y) == equal, 2, 1)(*np.broadcast_arrays(a, b)).astype(bool))

    return compare


def _comparable(item: Any) -> np.ndarray:
    if isinstance(item, Handle):
        return item.nodes
    array = np.empty(getattr(item, "shape", (1, 1)), object)
    array[...] = None
    return array


def _isvalid(call: Any, handle: Handle) -> Any:
    return to_value(np.frompyfunc(lambda node: node.alive, 1, 1)(handle.nodes).astype(bool))


def _double(call: Any, handle: Handle) -> Any:
    return handle.as_numbers()


def _transpose(call: Any, handle: Handle) -> Handle:
    return Handle(handle.nodes.T)


def _delete(call: Any, handle: Handle) -> None:
    figures = call.session.figures
    for node in list(handle.nodes.flat):
        if not node.alive:
            continue
        figures.touch(node)
        if node.type == "figure":
            figures.close(node)
        else:
            node.delete()


def _set_function(name: str) -> Method:
    """A function of sets, by the numbers of the handles."""

    def compute(call: Any, *values: Any) -> Any:
        known = {node.numeric_handle: node for value in values if isinstance(value, Handle) for node in value.nodes.flat}
        numbers = [value.as_numbers() if isinstance(value, Handle) else value for value in values]
        first, *more = call.feval(name, *numbers, nargout=max(call.nargout, 1))
        if name != "ismember":
            elements = as_array(first)
            if not known.keys() >= set(elements.ravel().tolist()):
                raise call.error("Graphics handles can be compared with graphics handles only.", f"MATLAB:{name}:InvalidInput")
            first = Handle(array_of_nodes([known[number] for number in elements.ravel(order="F").tolist()], elements.shape))
        return (first, *more)

    return compute


METHODS: Mapping[str, Method] = {
    "delete": _delete,
    "rotate": rotate,
    "horzcat": _concatenate(1),
    "vertcat": _concatenate(0),
    "eq": _compare(True),
    "ne": _compare(False),
    "isvalid": _isvalid,
    "double": _double,
    "transpose": _transpose,
    "ctranspose": _transpose,
    **{name: _set_function(name) for name in ("ismember", "unique", "union", "intersect", "setdiff", "setxor")},
}
