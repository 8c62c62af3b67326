"""Figures in .fig files: savefig, openfig.  Such a file is a .mat file that holds the tree of objects with their properties.

Files that MATLAB itself wrote hold its own objects and cannot be read.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...base.stored import replacing
from ...builtins.spec import ErrorCase, Example, builtin
from ...figures import charts, legends
from ...figures.arguments import give, row
from ...figures.drawing import guide_boxes
from ...figures.handles import Handle
from ...figures.properties import KINDS
from ...figures.tree import Node
from ...values import CellArray, CharArray, StructArray
from ...values.convert import as_array, is_text, text_of, to_value
from ..files.formats.damage import reading
from ..files.matfiles import read_mat, to_mat, without_strings
from .handles import node_of
from .plots.categories import count_anew
from .plots.histograms import bin_anew

_VARIABLE = "runmat_figure"
_LINKS = ("_twin", "_stack", "_items", "_known")
"""Private properties that are other objects of the figure."""


def _cells(items: Sequence[Any]) -> CellArray:
    return CellArray.of(list(items), (1, len(items)))


def _all(node: Node) -> list[Node]:
    """The node, all below it, and all labels, in an order that reading repeats."""
    nodes = [node]
    for other in (*node.children, *node.labels.values()):
        nodes += _all(other)
    return nodes


def _packed(call: Any, node: Node, numbers: dict[int, float]) -> StructArray:
    values, forms = {}, {}
    for name, value in node.values.items():
        forms[name] = next((word for kind, word in _FORMS if isinstance(value, kind)), "") if name.startswith("_") else ""
        if forms[name] == "array" and value.ndim == 1:
            forms[name] = "vector"
        if name in _LINKS:
            linked = value if isinstance(value, list) else [value]
            value = row([numbers[id(other)] for other in linked if id(other) in numbers])
        if value is not None and not isinstance(value, Handle):
            values[name] = without_strings(_as_value(value))
    children = [_packed(call, child, numbers) for child in node.children]
    labels = [_packed(call, label, numbers) for label in node.labels.values()]
    return StructArray.scalar({
        "type": CharArray.row(next(name for name, kind in KINDS.items() if kind is node.kind)), "forms": _cells([CharArray.row(forms[name]) for name in values]), "names": _cells([CharArray.row(name) for name in values]),
        "values": _cells([call.session.classes.packed({"v": value})["v"] for value in values.values()]), "children": _cells(children),
        "labelnames": _cells([CharArray.row(name) for name in node.labels]), "labels": _cells(labels),
    })  # fmt: skip


def _as_value(value: Any) -> Any:
    """A property as a Value: texts of a list as cells, numbers of a list or a tuple as a row."""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return _cells([CharArray.row(item) for item in value])
    return row(value) if isinstance(value, list | tuple) else to_value(value)


_FORMS = ((tuple, "tuple"), (list, "list"), (np.ndarray, "array"))
"""The forms of private properties that are no Values, by which reading makes them again."""


def _formed(value: Any, form: str) -> Any:
    if isinstance(value, tuple):
        return value
    if type(value) is CellArray:
        return [text_of(item) for item in value.array.ravel()]
    array = as_array(value)
    if form in ("array", "vector"):
        return np.array(array) if form == "array" else array.ravel()
    return {"tuple": tuple, "list": list}[form](array.ravel().tolist())


_FOLLOW: dict[str, Callable[[Node, str], None]] = {
    "histogram": bin_anew,
    **dict.fromkeys(("heatmap", "confusionchart", "piechart", "donutchart"), charts.follow),
    "colorbar": guide_boxes.follow,
    "legend": legends.follow,
}
"""The functions that update objects of a type after one of their properties was set."""


def _unpacked(call: Any, record: Any, parent: Node | None) -> Node:
    """The node of a record, with its children and labels; links are numbers still."""
    fields = record.array.flat[0]
    node = Node(text_of(fields["type"]), None if parent is None or parent.type == "root" else parent)
    names, values = (fields[key].array.ravel() for key in ("names", "values"))
    for name, value in zip(names, values, strict=True):
        word = text_of(name)
        value = call.session.classes.unpacked({"v": value})["v"]
        if word.startswith("_") and is_text(value) and word != "_letter":
            value = text_of(value)
        node.values[word] = tuple(as_array(value).ravel().tolist()) if word in ("_tiles", "_colour", "_dodge") else value
    for name, form in zip(names, fields["forms"].array.ravel() if "forms" in fields else (), strict=False):
        if (word := text_of(form)) and text_of(name) not in _LINKS:
            node.values[text_of(name)] = _formed(node.values[text_of(name)], word)
    if "_tiles" in node.values:
        node.values["_tiles"] = tuple(int(tile) for tile in node.values["_tiles"])
    follow = count_anew if node.kind.label == "categoricalhistogram" else _FOLLOW.get(node.type)
    if follow is not None:
        node.follow = follow
    for child in fields["children"].array.ravel():
        _unpacked(call, child, node)
    for name, label in zip(fields["labelnames"].array.ravel(), fields["labels"].array.ravel(), strict=True):
        node_of_label = _unpacked(call, label, None)
        node_of_label.parent = node
        node.labels[text_of(name)] = node_of_label
    return node


def _link(figure: Node) -> None:
    """Numbers become the objects they stand for; a right-hand axis is drawn as a child and known to its left one."""
    nodes = _all(figure)
    for node in nodes:
        for name in _LINKS:
            if name in node.values:
                others = [nodes[int(k)] for k in as_array(node.values[name]).ravel()]
                node.values[name] = others[0] if name in ("_twin", "_stack") else others
        twin = node.values.get("_twin")
        if twin is not None:
            twin.labels["_right"] = node


def save_figure(call: Any, node: Node, path: str) -> None:
    """Write a figure to a .fig file."""
    from scipy.io import savemat

    rights = [(other, other.labels.pop("_right")) for other in _all(node) if "_right" in other.labels]  # they are children as well
    try:
        numbers = {id(other): float(k) for k, other in enumerate(_all(node))}
        contents = {_VARIABLE: to_mat(_packed(call, node, numbers), _VARIABLE)}
        with replacing(path) as name:
            savemat(name, contents, do_compression=True, long_field_names=True, appendmat=False)
    except OSError as error:
        raise call.error(f"Cannot create output file '{path}': {error.strerror}.", "MATLAB:print:CannotCreateOutputFile") from None
    finally:
        for other, right in rights:
            other.labels["_right"] = right


@builtin(
    "savefig", "savefig(file)", "savefig(h, file)", "savefig(h, file, 'compact')", summary="Save a figure in a .fig file, which openfig opens again.",
    examples=(Example("f = [tempname '.fig']; plot([3 1 2]); savefig(f); close all; g = openfig(f); delete(f); h = findobj(g, 'Type', 'line'); h.YData", "[3 1 2]"),),
    errors=(ErrorCase("savefig(figure, '/nosuchfolder/a.fig')", "MATLAB:print:CannotCreateOutputFile"),), see_also=("openfig", "saveas"),
)  # fmt: skip
def savefig(call, *arguments):
    rest = list(arguments)
    node = node_of(call, rest.pop(0)) if rest and not is_text(rest[0]) else call.session.figures.gcf()
    path = os.path.expanduser(text_of(rest[0], "file name")) if rest else "Untitled.fig"
    save_figure(call, node.parent_of("figure"), path if path.lower().endswith(".fig") else path + ".fig")


@builtin(
    "openfig", "f = openfig(file)", "f = openfig(file, copies, visibility)", summary="Open a figure that savefig saved.",
    errors=(ErrorCase("openfig('nosuchfile')", "MATLAB:openfig:FileNotFound"),), see_also=("savefig",),
)  # fmt: skip
def openfig(call, file, *options):
    path = os.path.expanduser(text_of(file, "file name"))
    path = path if os.path.splitext(path)[1] else path + ".fig"
    if not os.path.isfile(path):
        raise call.error(f"File '{path}' not found.", "MATLAB:openfig:FileNotFound")
    try:
        record = (read_mat(path) or {}).get(_VARIABLE)
    except MatlabError:
        record = None
    if record is None:
        raise call.error(f"File '{path}' was not saved by savefig of this kernel and cannot be read.", "MATLAB:openfig:InvalidFile")
    figures = call.session.figures
    with reading(path, "figure file", "MATLAB:openfig:InvalidFile"):
        opened = _unpacked(call, record, None)
        _link(opened)
    figure = figures.figure()
    number = figure.values["Number"]
    figure.values = {**opened.values, "Number": number}
    for child in opened.children:
        child.parent = figure
    figure.children = opened.children
    if any(is_text(option) and text_of(option).lower() == "invisible" for option in options):
        figure.set("Visible", "off")
    figures.touch(figure)
    return give(call, [figure])


def _old_name(name: str, target: str, usage: tuple[str, ...], summary: str) -> Any:
    @builtin(name, *usage, summary=summary, see_also=(target,))
    def function(call, *arguments):
        outputs = call.feval(target, *arguments, nargout=min(call.nargout, 1))
        return outputs[0] if call.nargout else None

    return function


OLD_NAMES = (
    _old_name("hgsave", "savefig", ("hgsave(file)", "hgsave(h, file)"), "Save a figure in a .fig file, as savefig does."),
    _old_name("hgload", "openfig", ("h = hgload(file)",), "Open a figure that was saved, as openfig does."),
)
