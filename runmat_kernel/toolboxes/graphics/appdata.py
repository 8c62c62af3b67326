"""Values that programs attach to graphics objects: setappdata, getappdata, isappdata, rmappdata."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.spec import ErrorCase, Example, Fact, builtin
from ...figures.arguments import nodes_of
from ...figures.tree import Node
from ...values import StructArray
from ...values.convert import text_of


def _node(call: Any, handle: Any) -> Node:
    nodes = nodes_of(call, handle)
    if len(nodes) != 1:
        raise call.error("A single handle is expected.", "MATLAB:HandleGraphics:InvalidHandle")
    return nodes[0]


@builtin(
    "setappdata",
    "setappdata(obj, name, val)",
    summary="Attach a value to a graphics object by a name.",
    examples=(Example("setappdata(0, 'k', [1 2]); getappdata(0, 'k')", "[1 2]"),),
    see_also=("getappdata", "isappdata", "rmappdata"),
    facts=Fact.SPARSE | Fact.OBJECTS,
)
def setappdata(call, handle, name, value):
    for node in nodes_of(call, handle):
        node.attached[text_of(name, "name")] = value


@builtin(
    "getappdata",
    "val = getappdata(obj, name)",
    "vals = getappdata(obj)",
    summary="A value that was attached to a graphics object ([] where there is none), or a structure of all.",
    examples=(Example("getappdata(0, 'nothing of this name')", "[]"),),
    see_also=("setappdata",),
    facts=Fact.OBJECTS,
)
def getappdata(call, handle, name=None):
    attached = _node(call, handle).attached
    if name is None:
        return StructArray.scalar(dict(attached)) if attached else StructArray(np.array([[{}]], object), ())
    return attached.get(text_of(name, "name"), np.zeros((0, 0)))


@builtin(
    "isappdata",
    "tf = isappdata(obj, name)",
    summary="Whether a value of a name is attached to a graphics object.",
    examples=(Example("setappdata(0, 'k2', 1); isappdata(0, 'k2')", "true"),),
    see_also=("setappdata",),
    facts=Fact.OBJECTS,
)
def isappdata(call, handle, name):
    return text_of(name, "name") in _node(call, handle).attached


@builtin(
    "rmappdata",
    "rmappdata(obj, name)",
    summary="Take an attached value away from a graphics object.",
    examples=(Example("setappdata(0, 'k3', 1); rmappdata(0, 'k3'); isappdata(0, 'k3')", "false"),),
    errors=(ErrorCase("rmappdata(0, 'nothing of this name')", "MATLAB:HandleGraphics:Appdata:InvalidPropertyName"),),
    see_also=("setappdata",),
    facts=Fact.OBJECTS,
)
def rmappdata(call, handle, *names):
    for name in names:
        if _node(call, handle).attached.pop(text_of(name, "name"), None) is None:
            raise MatlabError(
                f"Invalid application-defined data name '{text_of(name)}'.", "MATLAB:HandleGraphics:Appdata:InvalidPropertyName"
            )
