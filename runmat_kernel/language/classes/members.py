"""``obj.name``, ``obj.method(...)`` and ``obj.name... = value``: properties and methods of objects, with all their rules."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from ...base.errors import MatlabError
from ...values.equality import equal
from ...values.indexing import COLON
from ...values.objects import HostObject
from ...values.text import CharArray
from ..writing import CHILD_ALONE
from . import access
from .definition import ClassInfo, Property
from .instances import Handle, Instance, ObjectValue, Steps, not_scalar

Answer = tuple[tuple[Any, ...], int]


class Members:
    """Member access for the objects of a session."""

    def __init__(self, table: Any) -> None:
        self.table = table

    # ------------------------------------------------------------------ reading

    def read(self, value: ObjectValue, steps: Steps, k: int, nargout: int) -> Answer:
        """The values of the step at ``k`` and the number of the next step to take."""
        cls = value.cls
        if cls.overloads:
            answer = self.table.overloads.read(value, steps, k, nargout)
            if answer is not None:
                return answer
        kind, what = steps[k]
        if kind == ".":
            return self.read_dot(value, what, steps, k, nargout)
        if kind == "(":
            return (self.table.arrays.pick(value, what),), k + 1
        if cls.data_class is not None:
            return (self.table.session.reader.contents(value.cls.table.data(value), *what)), k + 1
        raise MatlabError("Brace indexing is not supported for variables of this type.", "MATLAB:cellRefFromNonCell")

    def read_dot(self, value: ObjectValue, name: str, steps: Steps, k: int, nargout: int) -> Answer:
        cls = value.cls
        method = cls.methods.get(name)
        if method is not None and name not in cls.properties and not cls.old_style:  # there, dots are for fields alone
            return self._call(value, method, steps, k, nargout)
        if not isinstance(value, Instance):
            return tuple(self.get(element, name) for element in value.elements) if value.numel else self._of_none(cls, name), k + 1
        if name not in cls.properties and not self.has_dynamic(value, name):
            default = self.table.default_method(cls, name)
            if default is not None and name not in cls.member_nodes:
                return self._call_default(value, default, name, steps, k, nargout)
        return (self.get(value, name),), k + 1

    def _of_none(self, cls: ClassInfo, name: str) -> tuple[Any, ...]:
        if name not in cls.properties and not cls.old_style:
            raise access.no_member(cls, name)
        return ()

    @staticmethod
    def has_dynamic(value: ObjectValue, name: str) -> bool:
        return isinstance(value, Handle) and value.dynamic is not None and name in value.dynamic

    def _call(self, value: ObjectValue, method: Any, steps: Steps, k: int, nargout: int) -> Answer:
        """``obj.method`` or ``obj.method(arguments)``."""
        access.check_method(method, value.cls, lambda: access.no_member(value.cls, method.name))
        if method.name == "delete" and value.is_handle:
            return self.table.delete(0, value), len(steps)
        following = k + 1
        arguments: tuple[Any, ...] = ()
        if following < len(steps) and steps[following][0] == "(":
            arguments = steps[following][1]
            if COLON in arguments:
                arguments = tuple(CharArray.row(":") if a is COLON else a for a in arguments)
            following += 1
        wanted = nargout if following == len(steps) else 1
        if method.static:
            return method.function(wanted, *arguments), following
        if method.abstract:
            raise access.no_member(value.cls, method.name)
        if method.access == "public" and not value.cls.overloads:
            value.cls.open_methods[method.name] = method.function
        return method.function(wanted, value, *arguments), following

    def _call_default(self, value: ObjectValue, default: Any, name: str, steps: Steps, k: int, nargout: int) -> Answer:
        arguments: tuple[Any, ...] = ()
        following = k + 1
        if following < len(steps) and steps[following][0] == "(":
            arguments, following = steps[following][1], following + 1
        return default(nargout if following == len(steps) else 1, value, *arguments), following

    def get(self, value: Instance, name: str) -> Any:
        """The value of a property of a scalar object, as the running code may see it."""
        cls = value.cls
        if name in cls.open_reads:
            try:
                return value.values[name]
            except KeyError:
                pass
        if not value.valid:
            raise access.invalid_handle()
        frame = access.calling_frame()
        caller = frame.f_globals.get("$class") if frame is not None else None
        prop = cls.property_seen_by(name, caller)
        if prop is None:
            return self._get_other(value, name)
        if not access.allowed(prop.get_access, prop.owner, caller):
            secret = access.inherited_secret(prop.get_access, prop.owner, cls)
            raise access.no_member(cls, name) if secret else access.get_prohibited(cls, name)
        if _inside_accessor(frame, "get", prop):
            return value.values.get(prop.key, self.table.empty)
        if prop.dependent and prop.getter is None and prop.key not in value.values:
            raise _no_accessor(cls, prop, "get", "access")
        return self.value_of(value, prop)

    def value_of(self, value: Instance, prop: Property) -> Any:
        """The value of a property, access granted."""
        if prop.constant:
            return self.table.constant(prop)
        if prop.get_observable:
            self.table.events.property_event(value, prop, "PreGet")
        if prop.getter is not None:
            result = prop.getter.function(1, value)[0]
        elif prop.key in value.values:
            result = value.values[prop.key]
        else:
            result = self.table.empty
        if prop.get_observable:
            self.table.events.property_event(value, prop, "PostGet")
        return result

    def _get_other(self, value: Instance, name: str) -> Any:
        """Dynamic properties, enumeration members, fields of old-style objects."""
        cls = value.cls
        if self.has_dynamic(value, name):
            return self.table.meta.get_dynamic(value, name)
        if cls.old_style:
            return self.table.old_style.get(value, name)
        if name in cls.member_nodes:
            return self.table.member(cls, name)
        raise access.no_member(cls, name)

    def shown(self, value: ObjectValue) -> Mapping[str, Any]:
        """Names and values of what a display lists; names alone for arrays."""
        scalar = value if isinstance(value, Instance) else None
        values: dict[str, Any] = {}
        for prop in _listed(value.cls):
            if scalar is None:
                values[prop.name] = None
                continue
            try:
                values[prop.name] = self.value_of(scalar, prop)
            except MatlabError:
                continue
        values.update((name, self.table.meta.get_dynamic(value, name)) for name in _listed_dynamic(value))
        return values

    @staticmethod
    def names_shown(value: ObjectValue) -> list[str]:
        """The names that ``properties`` lists; no ``get.name`` is called for them."""
        return [prop.name for prop in _listed(value.cls)] + _listed_dynamic(value)

    # ------------------------------------------------------------------ writing

    def write(self, value: ObjectValue, steps: Steps, k: int, rhs: Any, alone: bool) -> Any:
        """The object after assigning to the steps from ``k`` on; ``alone``: only the caller's variable holds it."""
        cls = value.cls
        if cls.overloads:
            changed = self.table.overloads.write(value, steps, k, rhs)
            if changed is not None:
                return changed
        kind, what = steps[k]
        last = k == len(steps) - 1
        if kind == ".":
            if not isinstance(value, Instance):
                raise not_scalar(what)
            return self.set(value, what, rhs, alone) if last else self._write_inside(value, what, steps, k, rhs, alone)
        if kind == "(":
            if last:
                return self.table.arrays.put(value, what, rhs)
            return self._write_element(value, what, steps, k, rhs, alone)
        raise MatlabError(f"Brace assignment is not supported for variables of this type: '{cls.name}'.", "MATLAB:cellAssToNonCell")

    def _write_element(self, value: ObjectValue, subscripts: tuple[Any, ...], steps: Steps, k: int, rhs: Any, alone: bool) -> Any:
        """``obj(subscripts).name... = rhs``."""
        if isinstance(value, Instance) and all(type(s) is float and s == 1.0 for s in subscripts):
            return self.write(value, steps, k + 1, rhs, alone)
        element = self.table.arrays.pick_or_new(value, subscripts)
        changed = self.write(element, steps, k + 1, rhs, False)
        if changed is element and value.is_handle and self.table.arrays.holds(value, subscripts):
            return value
        return self.table.arrays.put(value, subscripts, changed)

    def _write_inside(self, value: Instance, name: str, steps: Steps, k: int, rhs: Any, alone: bool) -> Any:
        """``obj.name(...)... = rhs``: the property's value is changed where it is, when nobody else holds it."""
        writer = self.table.writer
        cls = value.cls
        if not value.valid:
            raise access.invalid_handle()
        caller = access.calling_class() if name not in cls.open_writes or name not in cls.open_reads else None
        prop = cls.property_seen_by(name, caller)
        direct = (
            prop is not None
            and not (prop.getter or prop.setter or prop.check or prop.constant or prop.dependent or prop.set_observable or prop.abort_set)
            and prop.key in value.values
            and (name in cls.open_writes or access.may_set(prop, caller))
        )
        if not direct or not (alone or cls.is_handle):
            child = self.get(value, name)
            changed = writer.write(child, steps, k + 1, rhs, False)
            if changed is child and isinstance(child, HostObject) and child.is_handle:
                return value
            return self.set(value, name, changed, alone)
        assert prop is not None
        values, key = value.values, prop.key
        child = values[key]
        # The child stays where it is while it is written: an interrupt must find it there.
        child_alone = sys.getrefcount(child) <= CHILD_ALONE
        values[key] = writer.write(child, steps, k + 1, rhs, child_alone)
        return value

    def set(self, value: Instance, name: str, rhs: Any, alone: bool) -> Any:
        """The object with a property set, after the checks; a handle object gives itself back."""
        cls = value.cls
        if name in cls.open_writes and value.valid:
            return self._store(value, name, rhs, alone)
        if not value.valid:
            raise access.invalid_handle()
        frame = access.calling_frame()
        caller = frame.f_globals.get("$class") if frame is not None else None
        prop = cls.property_seen_by(name, caller)
        if prop is None:
            return self._set_other(value, name, rhs, alone)
        if prop.constant or not access.may_set(prop, caller):
            if access.inherited_secret(prop.get_access, prop.owner, cls):
                raise access.no_property(cls, name)
            raise access.set_prohibited(cls, name, access.allowed(prop.get_access, prop.owner, caller))
        if _inside_accessor(frame, "set", prop):
            return self._store(value, prop.key, rhs, alone)
        return self.assign(value, prop, rhs, alone)

    def assign(self, value: Instance, prop: Property, rhs: Any, alone: bool) -> Any:
        """Validate, tell listeners, and store or call ``set.name``; access granted."""
        if prop.check is not None:
            rhs = prop.check(rhs)
        if prop.abort_set and equal(self.value_of(value, prop), rhs):
            return value
        if prop.set_observable:
            self.table.events.property_event(value, prop, "PreSet")
        if prop.setter is not None:
            results = prop.setter.function(0 if not prop.setter.node.outputs else 1, value, rhs)
            changed = value if value.cls.is_handle else _changed_object(value.cls, prop, results)
        elif prop.dependent:
            raise _no_accessor(value.cls, prop, "set", "assign")
        else:
            changed = self._store(value, prop.key, rhs, alone)
        if prop.set_observable:
            self.table.events.property_event(value, prop, "PostSet")
        return changed

    def _set_other(self, value: Instance, name: str, rhs: Any, alone: bool) -> Any:
        if self.has_dynamic(value, name):
            self.table.meta.set_dynamic(value, name, rhs)
            return value
        if value.cls.old_style:
            return self.table.old_style.set(value, name, rhs)
        if name in value.cls.methods:
            raise MatlabError(f"Unable to assign to method '{name}' of class '{value.cls.name}'.", "MATLAB:class:SetProhibited")
        raise access.no_property(value.cls, name)

    @staticmethod
    def _store(value: Instance, key: str, rhs: Any, alone: bool) -> Any:
        if value.cls.is_handle or alone:
            value.values[key] = rhs
            return value
        changed = value.copy()
        changed.values[key] = rhs
        return changed


def _listed(cls: ClassInfo) -> list[Property]:
    return [p for p in cls.properties.values() if not p.hidden and p.get_access == "public" and not p.abstract]


def _listed_dynamic(value: ObjectValue) -> list[str]:
    if not isinstance(value, Handle) or not value.dynamic:
        return []
    return [name for name, meta in value.dynamic.items() if meta.values["Hidden"] is False]


def _no_accessor(cls: ClassInfo, prop: Property, kind: str, purpose: str) -> MatlabError:
    return MatlabError(
        f"In class '{cls.name}', no {kind} method is defined for dependent property '{prop.name}'. "
        f"A dependent property needs a {kind} method to {purpose} its value.",
        f"MATLAB:class:no{kind.capitalize()}Method",
    )


def _changed_object(cls: ClassInfo, prop: Property, results: tuple[Any, ...]) -> Any:
    """The result of ``set.name`` of a value class: the object with the property set."""
    if not results or not isinstance(results[0], ObjectValue):
        raise MatlabError(
            f"The set function for property '{prop.name}' must return an instance of class '{cls.name}'.",
            "MATLAB:class:InvalidSetMethodOutput",
        )
    return results[0]


def _inside_accessor(frame: Any, kind: str, prop: Property) -> bool:
    """Whether the running code is the property's own ``get.name`` or ``set.name`` (another class may have one of that name)."""
    known = frame.f_globals if frame is not None else {}
    return known.get("$accessor") == (kind, prop.name) and known["$class"].name == prop.owner.name
