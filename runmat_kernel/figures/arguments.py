"""Reading the arguments of plotting functions: target axes, line specifications, data groups, name-value pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..base.errors import MatlabError
from ..values import CellArray, StructArray, Tensor
from ..values.convert import as_array, class_of, is_text, text_of, to_value
from .colors import SHORT_COLOURS, to_rgb
from .drawing.style import MARKERS
from .handles import Handle, array_of_nodes, set_property
from .manager import Figures
from .properties import resolve
from .tree import LABELS, Node

_LINE_STYLES = ("--", "-.", "-", ":")


def is_numeric(value: Any) -> bool:
    return type(value) in (float, bool, complex, Tensor)


def nodes_of(call: Any, value: Any) -> list[Node]:
    """The Nodes that a value names: handles, figure numbers, 0 for the root."""
    if isinstance(value, Handle):
        return [node for node in value.nodes.flat]
    if type(value) is CellArray:
        return [node for item in value.array.ravel(order="F") for node in nodes_of(call, item)]
    if call.name in ("get", "set") and getattr(value, "cls", None) is not None:
        kind = "GetMethodUnknown" if call.name == "get" else "SetMethodUnknown"
        raise call.error(f"Cannot find '{call.name}' method for {class_of(value)} class.", f"MATLAB:graphics:{kind}")
    if not is_numeric(value):
        raise call.error("Invalid handle.", "MATLAB:class:InvalidHandle")
    figures = call.session.figures
    nodes = [figures.root if number == 0 else figures.by_number(float(number)) for number in as_array(value).ravel(order="F")]
    if None in nodes:
        raise call.error("Invalid or deleted object.", "MATLAB:class:InvalidHandle")
    return nodes


def data(value: Any, function: str = "plot") -> np.ndarray:
    """Numeric data on the host; real part only where it is complex; an error for text, cells and the like."""
    if not is_numeric(value):
        raise MatlabError(
            f"Invalid data argument of class '{class_of(value)}'.", f"MATLAB:{function}:InvalidDataArgument", function=function
        )
    array = as_array(value)
    return array.real if array.dtype.kind == "c" else array


def matrix(value: Any, function: str) -> np.ndarray:
    """Numeric data of at most two dimensions."""
    array = data(value, function)
    if array.ndim > 2:
        raise MatlabError("Data cannot have more than 2 dimensions.", f"MATLAB:{function}:InvalidDimensions", function=function)
    return array


def numbers(rest: list[Any], function: str) -> list[np.ndarray]:
    """The numeric arguments at the front of ``rest``, taken off it; an error where something other than numbers or text stands there."""
    arrays = []
    while rest and not is_text(rest[0]) and type(rest[0]) is not StructArray and not isinstance(rest[0], Handle):
        arrays.append(data(rest.pop(0), function))
    return arrays


def matrices(rest: list[Any], function: str, most: int | None = None) -> list[np.ndarray]:
    """The data in front of the first text, taken off ``rest``; not more than ``most`` arrays."""
    arrays: list[np.ndarray] = []
    while rest and not is_text(rest[0]) and (most is None or len(arrays) < most):
        arrays.append(matrix(rest.pop(0), function))
    return arrays


_LEAST_NUMBER = 4096.0
"""Numeric handles of objects other than figures are addresses: smaller numbers are data, and nothing is looked up."""
_MOST_NUMBERS = 1000
"""Larger arrays are data."""


def as_handle(figures: Figures, value: Any) -> Any:
    """The handle of the objects that numbers name, where all of them name living objects (``h = zeros(1, 2); h(1) = plot(x)``); else the value."""
    if type(value) is float:
        numbers = np.array([[value]])
    elif type(value) is Tensor and 0 < value.numel <= _MOST_NUMBERS and value.matlab_class == "double" and not value.is_complex:
        numbers = value.array
    else:
        return value
    if not (numbers > _LEAST_NUMBER).all():
        return value
    nodes = [figures.by_number(number) for number in numbers.ravel(order="F").tolist()]
    return value if None in nodes else Handle(array_of_nodes([node for node in nodes if node is not None], numbers.shape))


_HOLDERS = ("axes", "hggroup", "hgtransform", "tiledlayout")
"""Types of objects that hold plots."""


def take_axes(figures: Figures, arguments: Sequence[Any]) -> tuple[Node | None, list[Any]]:
    """The axes that a first argument names (a handle, or ``'Parent', ax`` at the end), and the other arguments."""
    rest = list(arguments)
    if rest and type(rest[0]) is float:
        rest[0] = as_handle(figures, rest[0])
    if rest and isinstance(rest[0], Handle) and rest[0].nodes.size == 1 and rest[0].node.type in _HOLDERS:
        return rest[0].node, rest[1:]
    for i in range(len(rest) - 1):
        if is_text(rest[i]) and text_of(rest[i]).lower() == "parent" and isinstance(parent := as_handle(figures, rest[i + 1]), Handle):
            return parent.node, rest[:i] + rest[i + 2 :]
    return None, rest


def chosen_axes(figures: Figures, arguments: Sequence[Any]) -> tuple[Node, list[Any]]:
    """As ``take_axes``, with the current axes where none are named."""
    axes, rest = take_axes(figures, arguments)
    return figures.gca() if axes is None else axes, rest


def owner(axes: Node | None) -> tuple[Handle, ...]:
    """The axes as the first argument of another plotting function; no argument where none were named."""
    return (Handle.of(axes),) if axes is not None else ()


def take_spec(rest: list[Any]) -> dict[str, Any]:
    """The properties of the line specification that ``rest`` begins with, which is taken off; none where it begins with anything else."""
    spec = line_spec(text_of(rest[0])) if rest and is_text(rest[0]) else None
    if spec is not None:
        rest.pop(0)
    return spec or {}


def line_spec(text: str) -> dict[str, Any] | None:
    """``'r--o'`` as properties; None where the text is no line specification.  A marker alone means no line."""
    rest, properties = text.strip(), {}
    if not rest:
        return {}
    while rest:
        style = next((s for s in _LINE_STYLES if rest.startswith(s)), None)
        if style is not None and "LineStyle" not in properties:
            properties["LineStyle"], rest = style, rest[len(style) :]
        elif rest[0] in SHORT_COLOURS and "Color" not in properties:
            properties["Color"], rest = to_rgb(rest[0]), rest[1:]
        elif rest[0] in MARKERS and "Marker" not in properties:
            properties["Marker"], rest = rest[0], rest[1:]
        else:
            return _worded_spec(text)
    if "Marker" in properties and "LineStyle" not in properties:
        properties["LineStyle"] = "none"
    return properties


_COLOUR_WORDS = ("red", "green", "blue", "cyan", "magenta", "yellow", "black", "white")
_MARKER_WORDS = ("square", "diamond", "pentagram", "hexagram")


def _worded_spec(text: str) -> dict[str, Any] | None:
    """A line specification with a colour or marker that is written out."""
    for name, word in (*(("Color", word) for word in _COLOUR_WORDS), *(("Marker", word) for word in _MARKER_WORDS)):
        before, separator, after = text.partition(word)
        spec = line_spec(before + after) if separator else None
        if spec is None or name in spec:
            continue
        if name == "Color":
            return {**spec, "Color": to_rgb(word)}
        style = spec.pop("LineStyle", "none")
        return {"LineStyle": style, **spec, "Marker": word}
    return None


def pairs(node_kind: Any, arguments: Sequence[Any], function: str) -> dict[str, Any]:
    """Name-value pairs (or structs of properties) as full property names and Values."""
    properties: dict[str, Any] = {}
    i = 0
    while i < len(arguments):
        item = arguments[i]
        if type(item) is StructArray and item.numel == 1:
            properties.update({resolve(node_kind, name): value for name, value in item.array.flat[0].items()})
            i += 1
            continue
        if not is_text(item):
            raise MatlabError("Invalid parameter/value pair arguments.", f"MATLAB:{function}:InvalidPair", function=function)
        if i + 1 == len(arguments):
            raise MatlabError("Incorrect number of arguments: a property name has no value.", "MATLAB:hg:NoValue", function=function)
        properties[resolve(node_kind, text_of(item), LABELS)] = arguments[i + 1]
        i += 2
    return properties


def apply(nodes: Sequence[Node], arguments: Sequence[Any], function: str) -> None:
    """Set name-value pairs on every node; nodes in axes are deleted again where one of the pairs is refused."""
    try:
        for node in nodes:
            for name, value in pairs(node.kind, arguments, function).items():
                set_property(node, name, value)
                if name == "CreateFcn":
                    node.await_creation()
    except MatlabError as error:
        for node in nodes:
            if node.parent is not None and node.parent.type in ("axes", "hggroup", "hgtransform") and node in node.parent.children:
                node.delete()
        error.function = error.function or function
        raise


def line_options(options: Sequence[Any], kind: Any, function: str) -> None:
    """An error where a text that stands alone is neither a line specification nor a property."""
    if len(options) % 2 == 0 or not is_text(options[0]):
        return
    try:
        resolve(kind, text_of(options[0]), LABELS)
    except MatlabError:
        raise MatlabError("Error in color/linetype argument.", f"MATLAB:{function}:InvalidLineSpec", function=function) from None


def groups(arguments: Sequence[Any], function: str, dimensions: int = 2) -> tuple[list[tuple[list[np.ndarray], dict[str, Any]]], list[Any]]:
    """Data groups ``(X, Y, spec)...`` and the name-value arguments after them.

    Each group is its arrays (one or two of them; three where ``dimensions`` is 3) and the properties of its line specification.
    """
    rest = list(arguments)
    series: list[tuple[list[np.ndarray], dict[str, Any]]] = []
    while rest and not is_text(rest[0]):
        arrays: list[np.ndarray] = []
        while rest and len(arrays) < dimensions and not is_text(rest[0]):
            arrays += _coordinates(rest.pop(0), function, alone=not arrays)
        spec = take_spec(rest)
        if dimensions == 3 and len(arrays) < 3:
            raise MatlabError("Not enough input arguments.", "MATLAB:minrhs", function=function)
        series.append((arrays[:dimensions], spec))
    if series:
        return series, rest
    if not arguments:
        raise MatlabError("Not enough input arguments.", "MATLAB:minrhs", function=function)
    raise MatlabError("Invalid first data argument", f"MATLAB:{function}:InvalidFirstInput", function=function)


def _coordinates(value: Any, function: str, alone: bool) -> list[np.ndarray]:
    """The data of one argument; complex data without an X before them (``alone``) are X and Y."""
    if type(value) is complex or (type(value) is Tensor and value.is_complex):
        array = as_array(value)
        return [array.real, array.imag] if alone else [array.real]
    return [matrix(value, function)]


def columns(arrays: list[np.ndarray], function: str) -> list[tuple[np.ndarray, ...]]:
    """The series of a group: ``Y`` alone against its index, vectors against vectors, or columns of matrices."""
    if len(arrays) == 1:
        y = arrays[0]
        y = y.reshape(-1, 1, order="F") if (1 in y.shape or not y.size) and y.ndim == 2 else y
        arrays = [np.arange(1.0, y.shape[0] + 1).reshape(-1, 1), y]
    shaped = [a.reshape(-1, 1, order="F") if 1 in a.shape[:2] and a.ndim == 2 else a for a in arrays]
    if not any(a.size for a in shaped):
        return [tuple(np.zeros(0) for _ in shaped)]
    if not all(a.size for a in shaped):
        return _mismatch(function)
    shaped = _along_columns(shaped, function)
    count = max(a.shape[1] for a in shaped)
    if len({a.shape[0] for a in shaped}) > 1 or any(a.shape[1] not in (1, count) for a in shaped):
        return _mismatch(function)
    return [tuple(a[:, min(j, a.shape[1] - 1)] for a in shaped) for j in range(count)]


def _along_columns(arrays: list[np.ndarray], function: str) -> list[np.ndarray]:
    """The arrays with those transposed whose rows, not columns, are as long as the others' columns."""
    rows = max(a.shape[0] for a in arrays)
    for i, array in enumerate(arrays):
        if array.shape[0] != rows and array.ndim == 2 and array.shape[1] == rows:
            arrays[i] = array.T
        if arrays[i].shape[0] != rows:
            other = next((a for a in arrays if a.shape[1] == arrays[i].shape[0]), None)
            if other is None or len(arrays) != 2:
                return _mismatch(function)
            arrays = [a if a is not other else a.T for a in arrays]
    return arrays


def _mismatch(function: str) -> Any:
    raise MatlabError("Vectors must be the same length.", f"MATLAB:{function}:VectorsSameLength", function=function)


def same_length(arrays: Sequence[np.ndarray], function: str) -> None:
    """An error unless all arrays have as many elements."""
    if len({array.size for array in arrays}) > 1:
        _mismatch(function)


def row(values: Any) -> Any:
    """Numbers as a 1-by-n Value."""
    return to_value(np.asarray(values, dtype=np.float64).reshape(1, -1))


def texts(value: Any) -> list[str]:
    """Texts of a cell array, string array or char array."""
    if type(value) is CellArray:
        return [text_of(item) for item in value.array.ravel(order="F")]
    from .drawing.style import texts as lines

    return lines(value)


def give(call: Any, nodes: Sequence[Node], *, row: bool = False) -> Handle | None:
    """The handles, in a column or a row, when an output was asked for; nothing is printed otherwise.  Functions for new objects are called."""
    call.session.figures.callbacks.settle()
    return Handle.of(*nodes, row=row) if call.nargout else None
