"""The values that properties of graphics objects take: words, colours, numbers in a range, vectors of a length.

``check`` is asked for every property that a program sets, by ``set``, by a dot or among the arguments of a plotting function.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import numpy as np

from ..base.errors import MatlabError
from ..values import CellArray, CharArray, Tensor
from ..values.coercion import to_string_array
from ..values.convert import as_array, class_of, is_text, text_of
from .colors import to_rgb
from .properties import AUTO, Kind

_COLOURS = frozenset((
    "Color", "FaceColor", "EdgeColor", "MarkerEdgeColor", "MarkerFaceColor", "XColor", "YColor", "ZColor", "RColor", "ThetaColor", "GridColor",
    "MinorGridColor", "BackgroundColor", "MissingDataColor", "DiagonalColor", "OffDiagonalColor", "TextColor", "LineColor", "AmbientLightColor", "BoxFaceColor", "BoxEdgeColor",
    "BoxMedianLineColor", "WhiskerLineColor", "MarkerColor", "FontColor", "TextEdgeColor", "TextBackgroundColor", "HighlightColor",
))  # fmt: skip
_TRANSLUCENT = frozenset(("line", "stair", "stem", "errorbar", "quiver", "constantline", "rectangle", "text", "annotation", "legend"))
"""Objects whose colours may have a fourth number, their opacity."""
_COORDINATES = ("XData", "YData", "ZData")
_SERIES = frozenset(("line", "stair", "stem", "bar", "area", "scatter", "errorbar"))
"""Objects that keep their coordinates as rows."""
_SWITCH = ("on", "off")
_STYLES = ("-", "--", ":", "-.", "none")
_MARKERS = ("+", "o", "*", ".", "x", "square", "diamond", "v", "^", ">", "<", "pentagram", "hexagram", "|", "_", "none")
_SIDES = ("north", "south", "east", "west", "northeast", "southeast", "northwest", "southwest")
_OUTSIDE = tuple(side + "outside" for side in _SIDES)
_UNITS = ("inches", "centimeters", "characters", "normalized", "points", "pixels")
_LIGHTING = ("flat", "gouraud", "phong", "none")
_INTERPRETERS = ("tex", "latex", "none")
_LIMIT_METHODS = ("tickaligned", "tight", "padded")
_SPACING = ("loose", "compact", "tight", "none", "normal")

_WORDS: MappingProxyType[str, tuple[str, ...]] = MappingProxyType({
    "LineStyle": _STYLES, "GridLineStyle": _STYLES, "MinorGridLineStyle": _STYLES, "Marker": _MARKERS, "WhiskerLineStyle": _STYLES, "MarkerStyle": _MARKERS, "LineJoin": ("miter", "round", "chamfer"),
    **{f"{axis}Scale": ("linear", "log") for axis in "XYZ"}, "ColorScale": ("linear", "log"),
    **{f"{axis}Dir": ("normal", "reverse") for axis in "XYZ"}, **{f"{axis}LimitMethod": _LIMIT_METHODS for axis in "XYZ"},
    "XAxisLocation": ("bottom", "top", "origin"), "YAxisLocation": ("left", "right", "origin"), "Layer": ("bottom", "top"),
    "TickDir": ("in", "out", "both", "none"), "TickDirection": ("in", "out", "both", "none"), "BoxStyle": ("full", "back"),
    **{f"{part}FontAngle": ("normal", "italic", "oblique") for part in ("Node", "Edge")},
    **{f"{part}FontWeight": ("normal", "bold") for part in ("Node", "Edge")},
    "FontWeight": ("normal", "bold", "light", "demi"), "TitleFontWeight": ("normal", "bold"), "FontAngle": ("normal", "italic", "oblique"),
    "FontUnits": ("inches", "centimeters", "normalized", "points", "pixels"), "HandleVisibility": ("on", "callback", "off"),
    "Interpreter": _INTERPRETERS, "TickLabelInterpreter": _INTERPRETERS, "Projection": ("orthographic", "perspective"),
    "HorizontalAlignment": ("left", "center", "right"), "TitleHorizontalAlignment": ("left", "center", "right"),
    "VerticalAlignment": ("middle", "top", "cap", "bottom", "baseline"), "Orientation": ("vertical", "horizontal"),
    "LabelHorizontalAlignment": ("left", "center", "right"), "LabelVerticalAlignment": ("top", "middle", "bottom"),
    "LabelOrientation": ("aligned", "horizontal"), "CDataMapping": ("scaled", "direct"), "AlphaDataMapping": ("scaled", "direct", "none"),
    "FaceLighting": _LIGHTING, "EdgeLighting": _LIGHTING, "BackFaceLighting": ("reverselit", "unlit", "lit"), "MeshStyle": ("both", "row", "column"),
    "Interpolation": ("nearest", "bilinear"), "TileIndexing": ("rowmajor", "columnmajor"), "TileSpacing": _SPACING, "Padding": _SPACING, "WindowStyle": ("normal", "modal", "docked", "alwaysontop"),
    "WindowState": ("normal", "maximized", "minimized", "fullscreen"), "BarLayout": ("grouped", "stacked"), "Alignment": ("tail", "center", "head"),
    "PickableParts": ("visible", "none", "all"), "BusyAction": ("queue", "cancel"), "PaperOrientation": ("portrait", "landscape"),
    "PaperUnits": ("inches", "centimeters", "normalized", "points"),
    **{f"{axis}Jitter": ("none", "density", "rand", "randn") for axis in "XYZ"},
})  # fmt: skip
_WORDS_OF: MappingProxyType[tuple[str, str], tuple[str, ...]] = MappingProxyType({
    ("legend", "Location"): (*_SIDES, *_OUTSIDE, "best", "bestoutside", "layout", "none"),
    ("colorbar", "Location"): (*_SIDES[:4], *_OUTSIDE[:4], "manual", "layout"), ("colorbar", "Direction"): ("normal", "reverse"),
    ("axes", "ThetaDir"): ("counterclockwise", "clockwise"), ("axes", "ThetaZeroLocation"): ("right", "top", "left", "bottom"),
    ("axes", "ThetaAxisUnits"): ("degrees", "radians"), ("axes", "RDir"): ("normal", "reverse"),
    **{("confusionchart", f"{side}Summary"): ("off", "absolute", f"{side.lower()}-normalized", "total-normalized") for side in ("Row", "Column")},
    ("confusionchart", "Normalization"): ("absolute", "column-normalized", "row-normalized", "total-normalized"),
    ("parallelplot", "DataNormalization"): ("range", "none", "zscore", "scale", "center", "norm"), ("wordcloud", "Shape"): ("oval", "rectangle"),
    **{(kind, "LabelStyle"): ("auto", "name", "data", "percent", "namedata", "namepercent", "datapercent", "none") for kind in ("piechart", "donutchart")},
    **{(kind, "Direction"): ("clockwise", "counterclockwise") for kind in ("piechart", "donutchart")},
    **{(kind, "DisplayOrder"): ("data", "ascend", "descend") for kind in ("piechart", "donutchart")},
    ("heatmap", "ColorScaling"): ("scaled", "scaledrows", "scaledcolumns", "log"),
    ("heatmap", "ColorMethod"): ("count", "mean", "median", "sum", "max", "min", "none"),
    ("axes", "NextPlot"): ("add", "replacechildren", "replaceall", "replace"), ("figure", "NextPlot"): ("new", "add", "replacechildren", "replace"),
    ("text", "Units"): (*_UNITS, "data"), ("annotation", "Units"): _UNITS, ("axes", "Units"): _UNITS, ("figure", "Units"): _UNITS,
    ("histogram", "Normalization"): ("count", "probability", "percentage", "countdensity", "cumcount", "pdf", "cdf"), ("light", "Style"): ("infinite", "local"), ("histogram", "DisplayStyle"): ("bar", "stairs", "tile", "bar3"),
})  # fmt: skip
_POSITIVE = frozenset(
    (
        "LineWidth",
        "FontSize",
        "MarkerSize",
        "BarWidth",
        "BoxWidth",
        "XJitterWidth",
        "YJitterWidth",
        "ZJitterWidth",
        "NumColumns",
        "LabelFontSizeMultiplier",
        "TitleFontSizeMultiplier",
    )
)
_SCALARS = frozenset(
    (
        "Rotation",
        "RAxisLocation",
        "RTickLabelRotation",
        "XTickLabelRotation",
        "YTickLabelRotation",
        "ZTickLabelRotation",
        "BaseValue",
        "CapSize",
        "MaxHeadSize",
    )
)
_FRACTIONS = frozenset(
    ("FaceAlpha", "EdgeAlpha", "BoxFaceAlpha", "MarkerFaceAlpha", "MarkerEdgeAlpha", "GridAlpha", "MinorGridAlpha", "Alpha")
)
_OF_PARTS = frozenset((
    "NodeColor", "EdgeColor", "NodeLabelColor", "EdgeLabelColor", "MarkerSize", "LineWidth", "ArrowSize", "NodeFontSize", "EdgeFontSize", "Marker", "LineStyle",
))  # fmt: skip
"""The properties that may differ between the nodes or the edges of a graph."""
_LIMITS = frozenset(("XLim", "YLim", "ZLim", "CLim", "ALim", "RLim", "ThetaLim"))
_TICKS = frozenset(("XTick", "YTick", "ZTick", "Ticks", "RTick", "ThetaTick"))
_LENGTHS: MappingProxyType[tuple[str, str], tuple[int, ...]] = MappingProxyType({
    **dict.fromkeys([(kind, "Position") for kind in ("figure", "axes", "legend", "colorbar", "rectangle", "annotation")], (4,)),
    **dict.fromkeys([("axes", "OuterPosition"), ("axes", "InnerPosition")], (4,)), ("text", "Position"): (2, 3), ("axes", "View"): (2, 3),
    ("axes", "DataAspectRatio"): (3,), ("axes", "PlotBoxAspectRatio"): (3,), ("axes", "CameraPosition"): (3,), ("axes", "CameraTarget"): (3,),
    ("rectangle", "Curvature"): (1, 2), ("axes", "TickLength"): (2,), ("light", "Position"): (3,),
})  # fmt: skip


def choices(kind: Kind, name: str) -> tuple[str, ...]:
    """The words that a property takes; none where it takes more than words."""
    words = _WORDS_OF.get((kind.type, name)) or _WORDS.get(name)
    if words is not None:
        return words
    default = kind.defaults.get(name)
    if default in ("on", "off"):
        return _SWITCH
    return ("auto", "manual") if name.endswith("Mode") and default == AUTO else ()


def check(kind: Kind, name: str, value: Any) -> Any:
    """The Value as the property ``name`` keeps it: words in full, colours as numbers.

    Raises MatlabError with MATLAB's words where the property does not take it.
    """
    if kind.type == "graphplot" and name in _OF_PARTS:
        return _of_parts(kind, name, value)
    if words := choices(kind, name):
        return _word(kind, name, value, words)
    for names, of_names in _CHECKS:
        if name in names:
            return of_names(kind, name, value)
    if name.endswith(("TickLabel", "TickLabels")):
        return _labels(value)
    if name in _COORDINATES and kind.type in _SERIES and type(value) is Tensor and value.numel == max(value.shape):
        return Tensor(as_array(value).reshape(1, -1))
    if lengths := _LENGTHS.get((kind.type, name)):
        return _vector(kind, name, value, lengths)
    return value


def refused(kind: Kind, name: str, reason: str, identifier: str = "MATLAB:hg:InvalidPropertyValue") -> MatlabError:
    return MatlabError(f"Error setting property '{name}' of class '{kind.short_class}':\n{reason}.", identifier)


def _fraction(kind: Kind, name: str, value: Any) -> Any:
    return value if is_text(value) else _number(kind, name, value, lambda x: 0 <= x <= 1, "Value must be a number between 0 and 1")


def _positive(kind: Kind, name: str, value: Any) -> Any:
    return _number(kind, name, value, lambda x: 0 < x < np.inf, "Value must be a finite number greater than 0")


def _scalar(kind: Kind, name: str, value: Any) -> Any:
    return _number(kind, name, value, np.isfinite, "Value must be a finite scalar")


def _string(kind: Kind, name: str, value: Any) -> Any:
    if class_of(value) in ("struct", "function_handle", "table"):
        raise refused(kind, name, "Value must be text, numbers, or a cell array of these")
    return value


def _word(kind: Kind, name: str, value: Any, words: tuple[str, ...]) -> Any:
    """The word in full: any case, and the first letters while they are those of one word only."""
    if words is _SWITCH and type(value) in (bool, float):
        return "on" if value else "off"
    text = text_of(value) if is_text(value) else None
    lower = text.strip().lower() if text is not None else ""
    if lower in words:
        return lower
    begun = [word for word in words if lower and word.startswith(lower)]
    if len(begun) == 1 or (begun and name == "Marker"):
        return begun[0]
    said = f"'{text}' is not a valid value" if text is not None else "Invalid enum value"
    listed = " | ".join(f"'{word}'" for word in words)
    raise refused(kind, name, f"{said}. Use one of these values: {listed}", "MATLAB:datatypes:InvalidEnumValueFor")


def _colour(kind: Kind, name: str, value: Any) -> Any:
    if is_text(value):
        try:
            return to_rgb(text_of(value))
        except MatlabError as error:
            raise refused(kind, name, error.message.removesuffix("."), error.identifier) from None
    array = _numbers(value)
    if array is None or array.size not in ((3, 4) if kind.type in _TRANSLUCENT else (3,)) or not ((array >= 0) & (array <= 1)).all():
        raise refused(kind, name, "Invalid RGB triplet. Specify a three-element vector of values between 0 and 1", "MATLAB:hg:ColorSpec")
    return Tensor(array.astype(np.float64).reshape(1, -1))


def _labels(value: Any) -> Any:
    """Labels of ticks as axes keep them: a column of cells; none are an empty char array."""
    if type(value) is CellArray:
        words = list(value.array.ravel(order="F"))
    elif (array := _numbers(value)) is not None:
        words = [CharArray.row(f"{x:.5g}") for x in array.ravel(order="F")]
        if not words:
            return CharArray(np.zeros((0, 0), np.uint16))
    elif class_of(value) in ("string", "categorical"):
        words = [CharArray.row(word or "") for word in to_string_array(value).array.ravel(order="F")]
    else:
        return value
    return CellArray.of(words, (len(words), 1))


def _numbers(value: Any) -> np.ndarray | None:
    """Real numbers on the host; None for anything else."""
    if is_text(value) or isinstance(value, CellArray) or type(value) not in (bool, float, Tensor):
        return None
    array = as_array(value)
    return None if array.dtype.kind == "c" else array


def _number(kind: Kind, name: str, value: Any, holds: Callable[[float], bool], reason: str) -> Any:
    array = _numbers(value)
    if array is None or array.size != 1 or not holds(float(array.flat[0])):
        raise refused(kind, name, reason)
    return float(array.flat[0])


def _of_parts(kind: Kind, name: str, value: Any) -> Any:
    """A property of a graph's nodes or edges: one for all of them, or one for each."""
    if name in ("Marker", "LineStyle"):
        if type(value) is not CellArray:
            return _word(kind, name, value, _WORDS[name])
        return CellArray.of([CharArray.row(_word(kind, name, item, _WORDS[name])) for item in value.array.ravel(order="F")])
    if name.endswith("Color"):
        if is_text(value) and text_of(value) in ("none", "flat"):
            return value
        array = _numbers(value)
        if array is not None and array.ndim == 2 and array.shape[1] == 3 and len(array) != 1 and ((array >= 0) & (array <= 1)).all():
            return Tensor(np.asfortranarray(array, dtype=np.float64))
        return _colour(kind, name, value)
    array = _numbers(value)
    if array is None or not array.size or not ((array > 0) & np.isfinite(array)).all():
        raise refused(kind, name, "Value must be a positive number or a vector of positive numbers")
    return float(array.flat[0]) if array.size == 1 else Tensor(array.astype(np.float64).reshape(1, -1, order="F"))


def _colormap(kind: Kind, name: str, value: Any) -> Any:
    array = _numbers(value)
    if array is None or array.ndim != 2 or array.shape[1] != 3:
        raise refused(kind, name, "Value must be a matrix of three columns: [R,G,B]", "MATLAB:colormap:InvalidNumberColumns")
    if not ((array >= 0) & (array <= 1)).all():
        raise refused(kind, name, "Colormap must have values in [0,1]", "MATLAB:colormap:InvalidInputRange")
    return value


def _vector(kind: Kind, name: str, value: Any, lengths: tuple[int, ...]) -> Any:
    array = _numbers(value)
    if array is None or array.size not in lengths:
        wanted = " or ".join(map(str, lengths))
        raise refused(kind, name, f"Value must be a {wanted} element vector")
    if name.endswith("AspectRatio") and not (array > 0).all():
        raise refused(kind, name, "Value must be a 3 element vector of positive numbers")
    if name == "Position" and kind.type in ("figure", "axes", "rectangle") and (array.ravel()[2:] < 0).any():
        raise refused(kind, name, "Width and height must be greater than or equal to 0")
    return value


def _limits(kind: Kind, name: str, value: Any) -> Any:
    array = _numbers(value)
    if array is None or array.size != 2 or not array.flat[0] < array.flat[1]:
        raise refused(
            kind, name, "Value must be a 1x2 vector of numeric type in which the second element is larger than the first and may be Inf",
            "MATLAB:hg:InvalidLimits",
        )  # fmt: skip
    return value


def _ticks(kind: Kind, name: str, value: Any) -> Any:
    array = _numbers(value)
    if array is None or not np.isfinite(array).all() or not (np.diff(array.ravel()) > 0).all():
        raise refused(kind, name, "Value must be a vector of increasing values of numeric type")
    return Tensor(array.reshape(1, -1)) if array.size else value


_CHECKS: tuple[tuple[frozenset[str], Callable[[Kind, str, Any], Any]], ...] = (
    (_COLOURS, _colour), (_FRACTIONS, _fraction), (_POSITIVE, _positive), (_SCALARS, _scalar), (_LIMITS, _limits),
    (frozenset(("Colormap",)), _colormap), (_TICKS, _ticks), (frozenset(("String",)), _string),
)  # fmt: skip
"""Names of properties and what checks them; the first set that has a name decides."""
