"""Events and listeners: ``notify``, ``addlistener``, property events."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

from ...base.errors import MatlabError
from ...builtins.element_values import texts_of
from ...values.containers import CellArray
from ...values.convert import numel_of, text_of
from ...values.functions import FunctionHandle
from ...values.text import CharArray
from ..control import true
from . import access
from .definition import Property
from .instances import Handle, Instance, ObjectValue

PROPERTY_EVENTS = ("PreGet", "PostGet", "PreSet", "PostSet")


SOURCE, PROPERTIES = "$source", "$properties"


def objects(nargout: int, listener: Handle) -> tuple[Any, ...]:
    """The objects that a listener listens to, those that still exist, in a cell array."""
    elements = [element for element in (reference() for reference in listener.values[SOURCE]) if element is not None]
    return (CellArray.of(elements),)


def source(nargout: int, listener: Handle) -> tuple[Any, ...]:
    """The sources of events: objects, or the properties of a property event."""
    properties = listener.values.get(PROPERTIES)
    return objects(nargout, listener) if properties is None else (CellArray.of(list(properties)),)


def checked(name: str) -> Callable[[Any], Any]:
    """A function that checks and converts the value of a listener's property."""

    def refused(wanted: str) -> MatlabError:
        return MatlabError(f"Error setting property '{name}' of class 'listener': Value must be {wanted}.", "MATLAB:class:SetError")

    def callback(value: Any) -> Any:
        if type(value) is not FunctionHandle:
            raise refused("'function_handle'")
        return value

    def switch(value: Any) -> Any:
        if numel_of(value) != 1:
            raise refused("a scalar")
        return true(value)

    return callback if name == "Callback" else switch


def _names(value: Any) -> list[str]:
    """One or several names of properties: text, or descriptions of properties."""
    if isinstance(value, ObjectValue):
        return [element.values["Name"].text for element in value.elements]
    return texts_of(value)


class Events:
    """Events of the objects of a session.

    A handle object keeps its listeners by event name (``name/PostSet`` for property events); those made by ``listener``
    live only as long as somebody holds them.
    """

    def __init__(self, table: Any) -> None:
        self.table = table
        self.running: set[int] = set()

    # ------------------------------------------------------------------ listeners

    def add(self, value: Any, *rest: Any, kept: bool = True) -> Any:
        """``addlistener(obj, event, callback)`` or ``addlistener(obj, properties, propertyEvent, callback)``."""
        *names, callback = rest
        if type(callback) is not FunctionHandle or not 1 <= len(names) <= 2:
            raise MatlabError("Invalid input argument for function 'addlistener'.", "MATLAB:class:InvalidListenerCallback")
        sources = list(value.array.ravel(order="F")) if type(value) is CellArray else [value]
        heard = [element for one in sources for element in one.elements]
        event = text_of(names[-1])
        keys = [f"{name}/{event}" for name in _names(names[0])] if len(names) == 2 else [event]
        for element in heard:
            for key in keys:
                self._check(element, key.partition("/")[0], key)
        listener = Handle(self.table.get("event.proplistener" if len(names) == 2 else "event.listener"), {
            SOURCE: tuple(weakref.ref(element) for element in heard),  # a listener keeps no object that it listens to
            "EventName": CharArray.row(event),
            "Callback": callback,
            "Enabled": True,
            "Recursive": False,
        })  # fmt: skip
        if len(names) == 2:
            listener.values[PROPERTIES] = tuple(self._property(heard[0], key.partition("/")[0]) for key in keys) if heard else ()
        for element in heard:
            if element.listeners is None:
                element.listeners = {}
            for key in keys:
                element.listeners.setdefault(key, []).append(listener if kept else weakref.ref(listener))
        return listener

    def _property(self, value: Any, name: str) -> Any:
        return self.table.meta.property(value.cls.properties[name])

    def _check(self, value: Any, name: str, key: str) -> None:
        cls = value.cls
        if not isinstance(value, Handle):
            raise access.undefined_for("addlistener", value)
        if not value.valid:
            raise access.invalid_handle()
        if "/" in key:
            prop = cls.properties.get(name)
            event = key.rpartition("/")[2]
            if event not in PROPERTY_EVENTS:
                raise MatlabError(f"Event '{event}' is not defined for class '{cls.name}'.", "MATLAB:class:invalidEvent")
            if prop is None:
                text = f"The name '{name}' is not an accessible property for an instance of class '{cls.name}'."
                raise MatlabError(text, "MATLAB:class:InvalidProperty")
            if not (prop.set_observable if event.endswith("Set") else prop.get_observable):
                what = "SetObservable" if event.endswith("Set") else "GetObservable"
                text = f"While adding a {event} listener, property '{name}' in class '{cls.name}' is not defined to be {what}."
                raise MatlabError(text, "MATLAB:class:nonObservable")
        elif name != "ObjectBeingDestroyed":
            declared = cls.events.get(name)
            if declared is None:
                raise MatlabError(f"Event '{name}' is not defined for class '{cls.name}'.", "MATLAB:class:invalidEvent")
            if not access.allowed(declared.listen_access, declared.owner, access.calling_class()):
                raise MatlabError(f"Cannot listen to event '{name}' in class '{cls.name}'.", "MATLAB:class:ListenRestricted")

    def forget(self, value: Handle) -> None:
        """The listeners of an object that ends end with it, unless they listen to others too."""
        for entry in (entry for entries in (value.listeners or {}).values() for entry in entries):
            listener = entry() if isinstance(entry, weakref.ref) else entry
            if (
                listener is not None
                and listener.valid
                and not any(other is not None and other is not value and other.valid for other in (r() for r in listener.values[SOURCE]))
            ):
                listener.invalidate()

    # ------------------------------------------------------------------ notifying

    def notify_by_name(self, value: ObjectValue, name: str, data: Any = None) -> tuple[Any, ...]:
        """``notify(obj, name, data)``."""
        if data is not None and not (isinstance(data, ObjectValue) and data.cls.derives_from("event.EventData")):
            raise MatlabError("Invalid input argument for function 'notify'.", "MATLAB:class:InvalidArgument")
        for element in value.elements:
            if name == "ObjectBeingDestroyed":
                text = f"Cannot notify listeners of event '{name}' in class 'handle'."
                raise MatlabError(text, "MATLAB:class:NotifyRestricted")
            event = element.cls.events.get(name)
            if event is None:
                raise MatlabError(f"Event '{name}' is not defined for class '{element.cls.name}'.", "MATLAB:class:invalidEvent")
            if not access.allowed(event.notify_access, event.owner, access.calling_class()):
                text = f"Cannot notify listeners of event '{name}' in class '{element.cls.name}'."
                raise MatlabError(text, "MATLAB:class:NotifyRestricted")
            if not element.valid:
                raise access.invalid_handle()
            self.notify(element, name, data)
        return ()

    def notify(self, value: Handle, name: str, data: Any) -> None:
        if not value.listeners or name not in value.listeners:
            return
        if data is None:
            data = Handle(self.table.get("event.EventData"), {})
        data.values["Source"] = value
        data.values["EventName"] = CharArray.row(name)
        self._run(value, name, value, data)

    def property_event(self, value: Instance, prop: Property, event: str) -> None:
        """Tell the listeners of a property; their source is the meta.property."""
        key = f"{prop.name}/{event}"
        if not isinstance(value, Handle) or not value.listeners or key not in value.listeners:
            return
        source = self.table.meta.property(prop)
        data = Handle(self.table.get("event.PropertyEvent"), {
            "AffectedObject": value, "Source": source, "EventName": CharArray.row(event),
        })  # fmt: skip
        self._run(value, key, source, data)

    def heard(self, value: Any, name: str) -> bool:
        """Whether somebody listens to an event of an object."""
        self._check(value, name, name)
        entries = (value.listeners or {}).get(name, ())
        listeners = [entry() if isinstance(entry, weakref.ref) else entry for entry in entries]
        return any(listener is not None and listener.valid for listener in listeners)

    def _run(self, value: Handle, key: str, source: Any, data: Any) -> None:
        """Call the listeners of an event, the one that was added last first."""
        assert value.listeners is not None
        for entry in reversed(value.listeners[key]):
            listener = entry() if isinstance(entry, weakref.ref) else entry
            if listener is None or not listener.valid:
                if value.listeners is not None and entry in value.listeners.get(key, ()):
                    value.listeners[key].remove(entry)
                continue
            if not true(listener.values["Enabled"]) or (id(listener) in self.running and not true(listener.values["Recursive"])):
                continue
            self.running.add(id(listener))
            try:
                self.table.session.feval(listener.values["Callback"], (source, data), 0)
            except MatlabError as error:
                self.table.session.write_error(
                    f"Warning: Error occurred while executing the listener callback for event {key.rpartition('/')[2]} defined for class "
                    f"{value.cls.name}:\n{error}\n"
                )
            finally:
                self.running.discard(id(listener))
