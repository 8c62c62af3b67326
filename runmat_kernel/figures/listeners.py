"""Listeners of graphics objects: listeners of properties and of the end of objects, and links that keep properties of several objects equal."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np

from ..base.errors import MatlabError
from ..values import CellArray, CharArray, StructArray
from ..values.convert import is_text, text_of
from ..values.functions import FunctionHandle
from ..values.objects import HostObject, Method, no_such_member
from .handles import Handle, array_of_nodes, get_property, has_property, set_property
from .properties import resolve
from .tree import DESTROYED, LABELS, Node

_PROPERTY_EVENTS = ("PostSet", "PreSet", "PostGet", "PreGet")
_NEVER = ("MarkedClean", "MarkedDirty", "ButtonDown", "Hit", "SizeChanged", "LocationChanged", "ClaReset", "Cla", "Reset", "Reparent", "ObjectChildAdded",
          "ObjectChildRemoved", "WindowMousePress", "WindowMouseRelease", "WindowMouseMotion", "WindowScrollWheel", "WindowKeyPress", "WindowKeyRelease",
          "WindowPostChange", "FigureActivated", "Close")  # fmt: skip
"""Events that listeners may wait for and that images never have."""


class _Handle(HostObject):
    """Objects whose properties are kept by name and that end with ``delete``."""

    __slots__ = ("alive", "settings")
    is_handle: ClassVar[bool] = True
    writable: ClassVar[tuple[str, ...]] = ()

    def __init__(self, settings: dict[str, Any]) -> None:
        self.settings, self.alive = settings, True

    def properties(self) -> Mapping[str, Any]:
        return self.settings

    def set_property(self, name: str, value: Any) -> HostObject:
        if name not in self.settings:
            raise no_such_member(self, name)
        if name not in self.writable:
            raise MatlabError(
                f"Unable to set the '{name}' property of class '{self.matlab_class}' because it is read-only.", "MATLAB:class:SetProhibited"
            )
        self.settings[name] = value
        return self

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        return self is other

    def on(self, name: str) -> bool:
        value = self.settings[name]
        return text_of(value).lower() == "on" if is_text(value) else bool(value)


def _end(call: Any, ended: Any) -> None:
    ended.alive = False


def _isvalid(call: Any, asked: Any) -> bool:
    return bool(asked.alive)


class Event(_Handle):
    """The event data that a listener's function gets."""

    __slots__ = ("kind",)

    def __init__(self, settings: dict[str, Any], kind: str) -> None:
        super().__init__(settings)
        self.kind = kind

    @property
    def matlab_class(self) -> str:  # type: ignore[override]
        return self.kind


class Listener(_Handle):
    """Calls a function at an event of graphics objects."""

    __slots__ = ("busy", "event", "names", "session")
    writable = ("Callback", "Enabled", "Recursive")
    methods: ClassVar[Mapping[str, Method]] = {"delete": _end, "isvalid": _isvalid}

    def __init__(self, session: Any, source: Any, names: tuple[str, ...], event: str, callback: Any) -> None:
        super().__init__({
            "Source": source, "EventName": CharArray.row(event), "Callback": callback, "Enabled": True, "Recursive": False,
        })  # fmt: skip
        self.session, self.names, self.event, self.busy = session, names, event, False

    @property
    def matlab_class(self) -> str:  # type: ignore[override]
        return "event.proplistener" if self.names else "event.listener"

    def hear(self, node: Node, name: str) -> None:
        """Something was set, or the object ends: call the function where that is the event."""
        wanted = name in self.names if self.names else name == DESTROYED
        if not wanted or not self.alive or not self.on("Enabled") or (self.busy and not self.on("Recursive")):
            return
        about: Any = Handle(array_of_nodes([node], (1, 1)))
        event = {"EventName": CharArray.row(self.event)}
        if self.names:
            source: Any = described(node, name)
            data = Event({"AffectedObject": about, "Source": source, **event}, "event.PropertyEvent")
        else:
            source, data = about, Event({"Source": about, **event}, "event.EventData")
        self.busy = True
        try:
            self.session.feval(self.settings["Callback"], (source, data), 0)
        except MatlabError as error:
            self.session.write_error(
                f"Warning: Error occurred while executing the listener callback for event {self.event} defined for class "
                f"{node.kind.matlab_class}:\n{error}\n"
            )
        finally:
            self.busy = False


def described(node: Node, name: str) -> StructArray:
    """The description of a property in events and ``findprop``."""
    return StructArray.scalar({"Name": CharArray.row(name), "SetObservable": True, "GetObservable": True, "DefiningClass": CharArray.row(node.kind.matlab_class)})  # fmt: skip


def _watch(node: Node, hear: Callable[[Node, str], None]) -> None:
    node.watchers = [*node.watchers, hear]


def _weakly(listener: Any) -> Callable[[Node, str], None]:
    """Hear for something that somebody else keeps alive."""
    reference = weakref.ref(listener)

    def hear(node: Node, name: str) -> None:
        target = reference()
        if target is not None:
            target.hear(node, name)

    return hear


def full_name(node: Node, name: str) -> str:
    """A property's name in full; an error where the object has none like it."""
    full = resolve(node.kind, name, LABELS if node.type == "axes" else ())
    if not has_property(node, full):
        raise MatlabError(f"Unrecognized property '{name}' for class '{node.kind.matlab_class}'.", "MATLAB:hg:InvalidProperty")
    return full


def _listen(kept: bool) -> Method:
    def function(call: Any, handle: Any, *rest: Any) -> Listener:
        *words, callback = rest
        if not isinstance(handle, Handle) or type(callback) not in (FunctionHandle, CellArray) or not 1 <= len(words) <= 2:
            raise MatlabError("The callback of a listener must be a function handle.", "MATLAB:class:InvalidListenerCallback")
        nodes, event, names = list(handle.nodes.flat), text_of(words[-1]), ()
        if any(not node.alive for node in nodes):
            raise MatlabError("Invalid or deleted object.", "MATLAB:class:InvalidHandle")
        if len(words) == 2:
            names = tuple(full_name(nodes[0], name) for name in listed_names(words[0]))
        known = _PROPERTY_EVENTS if names else (DESTROYED, *_NEVER)
        if event not in known:
            raise MatlabError(f"Event '{event}' is not defined for class '{handle.matlab_class}'.", "MATLAB:class:invalidEvent")
        listener = Listener(call.session, CellArray.of([Handle.of(node) for node in nodes]), names, event, callback)
        if event in ("PostSet", DESTROYED):
            for node in nodes:
                _watch(node, listener.hear if kept else _weakly(listener))
        return listener

    return function


def listed_names(value: Any) -> list[str]:
    """Names of properties: text, texts in a cell, or what findprop gave."""
    if type(value) is StructArray:
        return [text_of(item["Name"]) for item in value.array.ravel(order="F")]
    if is_text(value):
        return [text_of(value)]
    if type(value) is not CellArray:
        raise MatlabError("Property names must be text.", "MATLAB:hg:InvalidPropertyName")
    return [name for item in value.array.ravel(order="F") for name in listed_names(item)]


def _findprop(call: Any, handle: Handle, name: Any) -> Any:
    return described(handle.node, full_name(handle.node, text_of(name)))


LISTENING: Mapping[str, Method] = {"addlistener": _listen(True), "listener": _listen(False), "findprop": _findprop}
"""Methods of all graphics objects."""


# --- links -------------------------------------------------------------------------------------------------------------------


class Link(_Handle):
    """Keeps properties of several objects equal while it lives."""

    __slots__ = ("busy", "names", "nodes")
    matlab_class: ClassVar[str] = "matlab.graphics.internal.LinkProp"
    writable = ("Enabled",)

    def __init__(self, nodes: list[Node], names: list[str]) -> None:
        super().__init__({"Enabled": CharArray.row("on")})
        self.nodes: list[Node] = []
        self.names: list[str] = []
        self.busy = False
        for node in nodes:
            self.add(node)
        for name in names:
            self.link(name)

    def properties(self) -> Mapping[str, Any]:
        return {
            "Targets": Handle(array_of_nodes(self.nodes, (1, len(self.nodes)))),
            "PropertyNames": CellArray.of([CharArray.row(name) for name in self.names]),
            **self.settings,
        }

    def method(self, name: str) -> Method | None:
        return LINK_METHODS.get(name)

    def add(self, node: Node) -> None:
        if node in self.nodes:
            return
        self.nodes.append(node)
        _watch(node, _weakly(self))
        for name in self.names:
            self._give(self.nodes[0], name, [node])

    def link(self, name: str) -> None:
        name = full_name(self.nodes[0], name) if self.nodes else name
        if name not in self.names:
            self.names.append(name)
            self._give(self.nodes[0], name, self.nodes[1:])

    def hear(self, node: Node, name: str) -> None:
        if name == DESTROYED:
            self.nodes = [other for other in self.nodes if other is not node]
        elif self.alive and not self.busy and name in self.names and node in self.nodes and self.on("Enabled"):
            self._give(node, name, [other for other in self.nodes if other is not node])

    def _give(self, source: Node, name: str, others: list[Node]) -> None:
        self.busy = True
        try:
            value = get_property(source, name)
            for other in others:
                text = value.node.get("String") if isinstance(value, Handle) and name in LABELS else value
                set_property(other, full_name(other, name), text)
        finally:
            self.busy = False


def _each_node(handle: Handle) -> list[Node]:
    return list(np.ravel(handle.nodes, order="F"))


def _addtarget(call: Any, link: Link, handle: Handle) -> None:
    for node in _each_node(handle):
        link.add(node)


def _removetarget(call: Any, link: Link, handle: Handle) -> None:
    gone = _each_node(handle)
    link.nodes = [node for node in link.nodes if node not in gone]


def _addprop(call: Any, link: Link, name: Any) -> None:
    for one in listed_names(name):
        link.link(one)


def _removeprop(call: Any, link: Link, name: Any) -> None:
    gone = {word.lower() for word in listed_names(name)}
    link.names = [name for name in link.names if name.lower() not in gone]


LINK_METHODS: Mapping[str, Method] = {
    "addtarget": _addtarget, "removetarget": _removetarget, "addprop": _addprop, "removeprop": _removeprop, "delete": _end, "isvalid": _isvalid,
}  # fmt: skip
