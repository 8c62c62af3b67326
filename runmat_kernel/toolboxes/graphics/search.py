"""Graphics objects by their properties: findobj, findall, allchild, ancestor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.conditions import Questions, conditions
from ...builtins.spec import ErrorCase, Example, builtin
from ...figures import arguments as read
from ...figures.arguments import nodes_of
from ...figures.handles import Handle, get_property
from ...figures.properties import resolve
from ...figures.tree import LABELS, Node
from ...values import CellArray, Tensor
from ...values.convert import is_text, text_of
from ...values.equality import equal


def _below(node: Node, depth: float, hidden: bool) -> Iterator[Node]:
    """An object and what is below it, as Children lists it: what was made last comes first; ``hidden``: titles and labels of axes too."""
    yield node
    if depth <= 0:
        return
    yield from (label for key, label in node.labels.items() if not key.startswith("_") and label.type in ("legend", "colorbar"))
    if hidden:
        yield from (label for key, label in node.labels.items() if key in LABELS and node.type == "axes")
    for child in reversed(node.children):
        yield from _below(child, depth - 1, hidden)


def _property(node: Node, name: str) -> Any:
    """A property by its name; None where the object has none of that name."""
    try:
        return get_property(node, resolve(node.kind, name, LABELS if node.type in ("axes", "polaraxes") else ()))
    except MatlabError:
        return None


class _Graphics(Questions):
    """Answers conditions about graphics objects; texts are compared without regard to case."""

    def property(self, element: Node, name: str) -> Any:
        return _property(element, name)

    def value(self, element: Node) -> Any:
        return Handle.of(element)

    def same(self, own: Any, wanted: Any) -> bool:
        return text_of(own).lower() == text_of(wanted).lower() if is_text(own) and is_text(wanted) else equal(own, wanted)


def _find(call: Any, arguments: tuple[Any, ...], hidden: bool) -> Handle:
    rest = list(arguments)
    starts = nodes_of(call, rest.pop(0)) if rest and (type(rest[0]) is CellArray or not is_text(rest[0])) else [call.session.figures.root]
    depth = np.inf
    while rest and is_text(rest[0]) and text_of(rest[0]).lower() in ("flat", "-depth"):
        depth = 0.0 if text_of(rest.pop(0)).lower() == "flat" else arg.scalar(rest.pop(0) if rest else np.inf, "depth")
    test = conditions(_Graphics(call.session), rest)
    nodes = dict.fromkeys(node for start in starts for node in _below(start, depth, hidden))
    return Handle.of(*(node for node in nodes if (hidden or node.text("HandleVisibility") == "on") and test(node)))


@builtin(
    "findobj", "h = findobj()", "h = findobj(name, value, ...)", "h = findobj(objects, ...)", "h = findobj(objects, '-depth', d, ...)",
    "h = findobj(..., '-regexp', name, pattern)", "h = findobj(..., '-property', name)", "h = findobj(..., '-not', ..., '-or', ...)",
    summary="Graphics objects with given property values; what was made last comes first.",
    examples=(
        Example("h = plot(1:2,[1 2;3 4]); f = findobj(gca,'Type','line'); isequal(f, flipud(h))", "true"),
        Example("plot(1:3,'DisplayName','run 7'); numel(findobj(gcf,'-regexp','DisplayName','^run \\d'))", "1"),
        Example("plot(1:3); numel(findobj(gcf,'Type','axes','-or','Type','line'))", "2"),
        Example("plot(1:3); numel(findobj(gca,'-property','MarkerSize','-not',{'Type','axes'}))", "1"),
    ),
    errors=(ErrorCase("findobj(gcf,'Type')", "MATLAB:findobj:IncompletePair"),),
    see_also=("get", "findall"),
)  # fmt: skip
def findobj(call, *arguments):
    return _find(call, arguments, hidden=False)


@builtin(
    "findall", "h = findall(objects)", "h = findall(objects, name, value, ...)",
    summary="Graphics objects with given property values, hidden ones too.",
    examples=(Example("h = plot(1:3,'HandleVisibility','off'); [numel(findobj(gca,'Type','line')) numel(findall(gca,'Type','line'))]", "[0 1]"),
              Example("plot(1:3); title('a'); set(findall(gcf,'Type','text'),'FontSize',14); get(get(gca,'Title'),'FontSize')", "14")),
    see_also=("findobj",),
)  # fmt: skip
def findall(call, *arguments):
    return _find(call, arguments, hidden=True)


@builtin("allchild", "h = allchild(h)", summary="All children of a graphics object.")
def allchild(call, handle):
    return Handle.of(*[child for node in nodes_of(call, handle) for child in reversed(node.children)])


@builtin(
    "ancestor",
    "h = ancestor(h, type)",
    "h = ancestor(h, type, 'toplevel')",
    summary="The nearest, or the highest, ancestor of a type; the object itself counts.",
    examples=(Example("h = plot(1); {ancestor(h,'axes') == gca, isempty(ancestor(gcf,'axes'))}", "{true,true}"),),
)
def ancestor(call, handle, kind, *mode):
    wanted = set(read.texts(kind)) if not is_text(kind) else {text_of(kind)}
    highest = bool(mode) and text_of(mode[0]).lower() == "toplevel"
    node, nearest = handle.node if isinstance(handle, Handle) else None, None
    while node is not None and (nearest is None or highest):
        nearest = node if node.type in wanted else nearest
        node = node.parent
    return Handle.of(nearest) if nearest is not None else Tensor(np.zeros((0, 0)))
