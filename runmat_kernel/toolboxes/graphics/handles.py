"""Figures and handles: figure, close, gcf, gca, get, set, findobj, delete, drawnow."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.spec import Effect, ErrorCase, Example, Fact, builtin
from ...figures import arguments as read
from ...figures import series_styles
from ...figures.arguments import give, nodes_of
from ...figures.handles import Handle, array_of_nodes, get_property, properties_struct, set_property
from ...figures.properties import KINDS, resolve
from ...figures.property_checks import choices
from ...figures.rulers import RULERS
from ...figures.tree import LABELS, Node, default_value
from ...values import CellArray, CharArray, StructArray, Tensor
from ...values.convert import as_array, class_of, is_text, shape_of, text_of
from ...values.objects import HostObject
from ..system.timers import run_due


def node_of(call: Any, value: Any) -> Node:
    """The first Node that a value names; an error where it names none."""
    nodes = nodes_of(call, value)
    if not nodes:
        raise call.error("Invalid handle.", "MATLAB:class:InvalidHandle")
    return nodes[0]


@builtin(
    "figure",
    "f = figure()",
    "f = figure(n, Name, Value, ...)",
    summary="New figure, or make figure n (or handle f) current.",
    examples=(Example("f = figure(7); f.Number", "7"),),
    see_also=("gcf", "clf", "close"),
    effect=Effect.CODE,
)
def figure(call, *arguments):
    figures = call.session.figures
    rest = list(arguments)
    if rest and isinstance(rest[0], Handle):
        node = rest.pop(0).node
        figures.current = node
    elif rest and read.is_numeric(rest[0]):
        number_value = as_array(rest.pop(0))
        number = float(number_value.flat[0]) if number_value.size == 1 and number_value.dtype.kind != "c" else 0.0
        if number < 1 or number != int(number):
            raise call.error("Figure number must be a positive integer.", "MATLAB:figure:InvalidNumber")
        node = figures.figure(int(number))
    else:
        node = figures.figure()
    own = []
    for name, value in zip(rest[::2], rest[1::2], strict=False):
        if is_text(name) and text_of(name).lower().startswith("default"):
            figures.set_default(node, text_of(name), value)
        else:
            own += [name, value]
    read.apply([node], own + rest[len(rest) // 2 * 2 :], "figure")
    return give(call, [node])


@builtin("gcf", "f = gcf", summary="The current figure, made where there is none.", see_also=("gca", "figure"))
def gcf(call):
    return Handle.of(call.session.figures.gcf())


@builtin("gca", "ax = gca", "ax = gca()", "ax = gca(f)", summary="The current axes, made where there are none.", see_also=("gcf", "axes"))
def gca(call, *arguments):
    if arguments:
        call.session.figures.current = node_of(call, arguments[0])
    return Handle.of(call.session.figures.gca())


@builtin("groot", "r = groot", summary="The root of all graphics objects.")
def groot(call):
    return Handle.of(call.session.figures.root)


@builtin(
    "gcbo",
    "h = gcbo",
    "[h, f] = gcbo",
    summary="The object whose callback runs, and its figure; empty outside of callbacks.",
    see_also=("gcbf",),
)
def gcbo(call):
    running = call.session.figures.callbacks.running
    return (Handle.of(running[-1]) if running else Tensor(np.zeros((0, 0))), call.feval("gcbf")[0])


@builtin(
    "gcbf", "f = gcbf", summary="The figure of the object whose callback runs; empty outside of callbacks.", see_also=("gcbo", "closereq")
)
def gcbf(call):
    running = call.session.figures.callbacks.running
    return Handle.of(running[-1].parent_of("figure")) if running else Tensor(np.zeros((0, 0)))


@builtin("gco", "h = gco", "h = gco(f)", summary="The current object of a figure: none in a notebook until a program sets it.", hidden=True)
def gco(call, figure=None):
    node = node_of(call, figure).parent_of("figure") if figure is not None else call.session.figures.current
    return node.get("CurrentObject") if node is not None else Tensor(np.zeros((0, 0)))


@builtin("clf", "f = clf()", "clf(f, mode)", summary="Empty a figure.", see_also=("cla", "close"), effect=Effect.CODE)
def clf(call, *arguments):
    figures = call.session.figures
    numbers = [a for a in arguments if not is_text(a)]
    node = node_of(call, numbers[0]) if numbers else figures.gcf()
    for child in list(node.children):
        child.delete()
    figures.touch(node)
    return give(call, [node])


@builtin("cla", "cla()", "cla(ax, mode)", summary="Empty the axes.", see_also=("clf",), effect=Effect.CODE)
def cla(call, *arguments):
    figures = call.session.figures
    axes, rest = read.chosen_axes(figures, arguments)
    if rest and (left := axes.values.get("_twin", axes)).type == "axes":
        figures.one_sided(left).reset()
    else:
        for child in list(axes.children):
            child.delete()
        axes.labels.pop("Legend", None)
        series_styles.forget(axes)
    figures.touch(axes)


@builtin(
    "close",
    "close",
    "close(f)",
    "close(f, 'force')",
    "close all",
    "close all hidden",
    "s = close(...)",
    summary="Close figures: the current one, given ones, or all.  Their CloseRequestFcn decides, except by force.",
    examples=(Example("f = [figure(1) figure(2)]; close(f(1), 'force'); isvalid(f)", "[false true]"),),
    see_also=("figure", "clf", "closereq"),
    effect=Effect.CODE,
)
def close(call, *arguments):
    figures = call.session.figures
    words = [text_of(a) for a in arguments if is_text(a)]
    manner = {word.lower() for word in words} & {"force", "hidden", "all"}
    names = [word for word in words if word.lower() not in manner]
    targets = _figures_to_close(call, [a for a in arguments if not is_text(a)], manner, names)
    for node in targets:
        if node.alive and ("force" in manner or figures.callbacks.close_request(node)):
            figures.close(node)
    return float(not any(node.alive for node in targets)) if call.nargout else None


def _figures_to_close(call: Any, handles: list[Any], manner: set[str], names: list[str]) -> list[Node]:
    """The figures that ``close`` is asked to close: by handle, all of them, by name, or the current one."""
    figures = call.session.figures
    if handles:
        targets = [node for node in nodes_of(call, handles[0]) if node.alive]
        if any(node.type != "figure" for node in targets):
            raise call.error("Invalid figure handle.", "MATLAB:close:InvalidFigureHandle")
        return targets
    if "all" in manner:
        return [node for node in figures.all if manner - {"all"} or node.text("HandleVisibility") == "on"]
    if not names:
        return [figures.current] if figures.current is not None and figures.current.alive else []
    targets = [node for node in figures.all if node.text("Name").lower() == names[0].lower()]
    if not targets:
        raise call.error("Specified window does not exist.", "MATLAB:close:WindowNotExist")
    return targets


@builtin(
    "closereq", "closereq", summary="Close the figure whose callback runs, or the current one: what a figure's CloseRequestFcn does at first.",
    examples=(Example("f = figure('CloseRequestFcn', @(s, e) closereq); close(f); isvalid(f)", "false"),), see_also=("close", "gcbf"),
    effect=Effect.CODE,
)  # fmt: skip
def closereq(call):
    figures = call.session.figures
    running = figures.callbacks.running
    figure = running[-1].parent_of("figure") if running else figures.current
    if figure is not None and figure.alive:
        figures.close(figure)


def _full_name(node: Node, name: str) -> str:
    return resolve(node.kind, name, (*LABELS, *RULERS, "CurrentAxes", "CurrentFigure") if node.type in ("axes", "figure", "root") else LABELS if node.type in ("legend", "colorbar", "tiledlayout") else ())  # fmt: skip


def _default(node: Node, name: str) -> Any:
    """The value that objects begin with: as set for this node, else the factory's (``figurePosition``)."""
    if name in node.defaults:
        return node.defaults[name]
    for kind in KINDS.values():
        if name.startswith(kind.type):
            full = next((known for known in kind.defaults if known.lower() == name[len(kind.type) :]), None)
            if full is not None:
                set_here = next((value for key, value in node.defaults.items() if key.lower() == name), None)
                return default_value(kind, full) if set_here is None else set_here
    return Tensor(np.zeros((0, 0)))


def _get_one(call: Any, node: Node, name: str) -> Any:
    if node.type in ("figure", "root") and name.lower().startswith("default"):
        return _default(node, name.lower().removeprefix("default"))
    try:
        full = _full_name(node, name)
    except MatlabError:
        raise call.error(f"There is no {name} property on the {node.kind.short_class} class.", "MATLAB:hg:InvalidProperty") from None
    figures = call.session.figures
    if full == "CurrentAxes":
        current = figures.axes_of(node if node.type == "figure" else figures.gcf())
        return Handle.of(current) if current is not None else Tensor(np.zeros((0, 0)))
    if full == "CurrentFigure":
        return Handle.of(figures.current) if figures.current is not None and figures.current.alive else Tensor(np.zeros((0, 0)))
    return get_property(node, full)


@builtin(
    "get",
    "v = get(h)",
    "v = get(h, name)",
    summary="Property of graphics objects, or all of them as a struct; names in any case, abbreviated while unique.",
    examples=(Example("h = plot(1:3); get(h, 'linewi')", "0.5"),),
    errors=(ErrorCase("get(plot(1), 'Nonsense')", "MATLAB:hg:InvalidProperty"),),
    see_also=("set", "findobj"),
)
def get(call, handle, *names):
    nodes = nodes_of(call, handle)
    for node in nodes:
        if not node.alive:
            raise call.error("Invalid or deleted object.", "MATLAB:class:InvalidHandle")
    if not nodes:
        return Tensor(np.zeros((0, 0)))
    if not names:
        return properties_struct(nodes[0])
    if type(names[0]) is CellArray:
        wanted = read.texts(names[0])
        return CellArray.of([_get_one(call, node, name) for name in wanted for node in nodes], (len(nodes), len(wanted)))
    name = text_of(names[0])
    values = [_get_one(call, node, name) for node in nodes]
    return values[0] if len(values) == 1 else CellArray.of(values, (len(values), 1))


@builtin(
    "set",
    "set(h)",
    "set(h, name, value, ...)",
    "s = set(h)",
    summary="Set properties of graphics objects; names in any case, abbreviated while unique.",
    examples=(Example("h = plot(1:3); set(h, 'LineWidth', 2); h.LineWidth", "2"),),
    errors=(ErrorCase("set(plot(1), 'Nonsense', 1)", "MATLAB:hg:InvalidProperty"),),
    see_also=("get",),
    effect=Effect.CODE,
)
def set_(call, handle, *arguments):
    nodes = nodes_of(call, handle)
    rest = list(arguments)
    if not nodes:
        return None
    if not rest:
        return properties_struct(nodes[0])
    while rest:
        name = rest.pop(0)
        if type(name) is StructArray:
            for field, value in name.array.flat[0].items():
                _set_all(call, nodes, field, [value] * len(nodes))
            continue
        if not rest:
            words = choices(nodes[0].kind, _full_name(nodes[0], text_of(name))) if nodes else ()
            return CellArray.of([CharArray.row(word) for word in words], (len(words), 1)) if words else None
        value = rest.pop(0)
        if type(name) is CellArray:
            fields, table = read.texts(name), value.array
            for j, field in enumerate(fields):
                _set_all(call, nodes, field, [table[min(i, table.shape[0] - 1), j] for i in range(len(nodes))])
        else:
            _set_all(call, nodes, text_of(name, "property name"), [value] * len(nodes))
    if nodes and nodes[0].kind.type == "root":
        call.session.levels.set_limit(int(nodes[0].get("RecursionLimit")))
    return None


def _set_all(call: Any, nodes: list[Node], name: str, values: list[Any]) -> None:
    figures = call.session.figures
    for node, value in zip(nodes, values, strict=True):
        if not node.alive:
            raise call.error("Invalid or deleted object.", "MATLAB:class:InvalidHandle")
        if node.type in ("root", "figure") and name.lower().startswith("default"):
            figures.set_default(node, name, value)
            continue
        full = _full_name(node, name)
        if full == "CurrentAxes":
            figures.select_axes(node_of(call, value))
        elif full == "CurrentFigure":
            figures.current = node_of(call, value)
        else:
            set_property(node, full, Handle.of(node_of(call, value)) if full == "Parent" else value)


def _is_graphics(name: str, kind: str | None, summary: str):
    @builtin(name, f"tf = {name}(h)", f"tf = {name}(h, type)", summary=summary, examples=(Example(f"{name}('a')", "false"),))
    def test(call, value, *kinds):
        wanted = text_of(kinds[0]) if kinds else kind
        if isinstance(value, Handle):
            nodes = value.nodes
            return np.frompyfunc(lambda n: n.alive and (wanted is None or n.type == wanted), 1, 1)(nodes).astype(bool)
        if not read.is_numeric(value):
            return np.zeros(shape_of(value), dtype=bool) if class_of(value) != "char" else False
        figures = call.session.figures

        def known(number: Any) -> bool:
            node = figures.root if number == 0 else figures.by_number(float(number))
            return node is not None and wanted in (None, node.type)

        return np.frompyfunc(known, 1, 1)(np.real(as_array(value))).astype(bool)

    return test


TESTS = (
    _is_graphics("ishghandle", None, "Whether values are handles of living graphics objects."),
    _is_graphics("ishandle", None, "Whether values are handles of living graphics objects.").stating(Fact.COMPILED),
    _is_graphics("isgraphics", None, "Whether values are handles of living graphics objects."),
    _is_graphics("isaxes", "axes", "Whether a value is the handle of axes."),
    _is_graphics("isfigure", "figure", "Whether a value is the handle of a figure."),
)


@builtin(
    "handle",
    "obj = handle(H)",
    "obj = handle",
    summary="Handles of graphics objects as objects, from numbers as well; without them, an object of the class handle.",
    examples=(Example("f = figure(7); g = handle(7); g == f && handle(f) == f", "true"),),
    errors=(ErrorCase("handle('a')", "MATLAB:class:InvalidHandle"),),
    see_also=("ishghandle", "double"),
)
def handle(call, value=None):
    if value is None:
        classes = call.session.classes
        return classes.construct(classes.get("handle"), ())
    if isinstance(value, HostObject) and value.is_handle:
        return value
    return Handle(array_of_nodes(nodes_of(call, value), shape_of(value)))


@builtin(
    "drawnow",
    "drawnow()",
    "drawnow(mode)",
    summary="Show figures that changed now; a notebook updates them in place, and shows the last state at the end of the cell.",
    facts=Fact.COMPILED,
    effect=Effect.CODE,
)
def drawnow(call, *arguments):
    run_due(call.session, call, time.monotonic())
    call.session.show_figures()
    return None


@builtin("newplot", "ax = newplot()", "ax = newplot(ax)", summary="Make the axes ready for a new plot.")
def newplot(call, *arguments):
    figures = call.session.figures
    axes, _ = read.chosen_axes(figures, arguments)
    return give(call, [figures.new_plot(axes)])


def _group(name: str):
    @builtin(name, f"h = {name}(...)", summary="A group of graphics objects.")
    def group(call, *arguments):
        figures = call.session.figures
        axes, rest = read.chosen_axes(figures, arguments)
        node = Node(name, axes)
        read.apply([node], rest, name)
        return give(call, [node])

    return group


GROUPS = (_group("hggroup"), _group("hgtransform"))


@builtin("copyobj", "new = copyobj(h, parent)", "new = copyobj(h, parent, mode)", summary="Copy graphics objects below another parent.")
def copyobj(call, handle, parent, *legacy):
    copies: dict[int, Node] = {}

    def copy(node: Node, above: Node | None) -> Node:
        twin = copies[id(node)] = Node(node.type, above)
        kept = {name: value for name, value in node.values.items() if legacy or not name.endswith("Fcn")}
        twin.kind, twin.values, twin.follow = node.kind, kept, node.follow if node.type == "legend" else None
        for child in node.children:
            copy(child, twin)
        for name, label in node.labels.items():
            twin.labels[name] = copy(label, None)
            twin.labels[name].parent = twin
        for name in ("_items", "_known"):  # what a legend lists are the copies
            if name in twin.values:
                twin.values[name] = [copies.get(id(item), item) for item in twin.values[name]]
        return twin

    above = node_of(call, parent)
    call.session.figures.touch(above)
    return Handle.of(*[copy(node, above) for node in nodes_of(call, handle)])


@builtin(
    "isprop",
    "tf = isprop(obj, name)",
    summary="Whether an object has a property.",
    examples=(Example("isprop(plot(1), 'XData')", "true"),),
    facts=Fact.OBJECTS,
)
def isprop(call, value, name):
    if isinstance(value, Handle):
        return text_of(name) in (*value.node.kind.names, "Type", "Parent", "Children", *LABELS)
    cls = getattr(value, "cls", None)
    if cls is not None and text_of(name) in cls.properties:
        return np.full(value.shape, True)
    properties = getattr(value, "properties", None)
    return bool(properties is not None and text_of(name) in properties())


@builtin(
    "isvalid",
    "tf = isvalid(h)",
    summary="Whether handle objects have not been deleted.",
    examples=(Example("isvalid(gcf)", "true"),),
    facts=Fact.OBJECTS,
)
def isvalid(call, value):
    if isinstance(value, Handle):
        return np.frompyfunc(lambda node: node.alive, 1, 1)(value.nodes).astype(bool)
    if getattr(value, "is_handle", False):
        return True
    raise call.undefined(value)
