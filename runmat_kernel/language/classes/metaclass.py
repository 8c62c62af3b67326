"""Meta objects: ``?Name``, ``metaclass(obj)``, meta.property and the like; dynamic properties."""

from __future__ import annotations

import os
import re
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values.containers import CellArray, object_array
from ...values.convert import text_of, to_value
from ...values.functions import FunctionHandle
from ...values.text import CharArray
from . import access, described
from .definition import Access, ClassInfo, Event, Method, Property
from .instances import Handle, Instance, ObjectArray, object_value

_NOT_OF_ITSELF = ("Dependent", "Constant", "Abstract", "Transient", "Hidden", "GetObservable", "SetObservable", "AbortSet", "NonCopyable")
"""Attributes that a new dynamic property has not."""


class Metaclasses:
    """The meta objects of a session, one for each class."""

    def __init__(self, table: Any) -> None:
        self.table = table

    def _make(self, kind: str, **values: Any) -> Handle:
        cls = self.table.get(kind)
        texts = {name: CharArray.row("") for name in ("Description", "DetailedDescription") if name in cls.properties}
        texts.update({name: to_value(value) for name, value in values.items()})
        return Handle(cls, {**dict.fromkeys(cls.properties, self.table.empty), **texts})

    def _column(self, kind: str, items: Sequence[Any]) -> Any:
        cls = self.table.get(kind)
        if not items:
            return ObjectArray(cls, np.empty((0, 1), object))
        return object_value(cls, object_array(items, (len(items), 1)))

    def of(self, cls: ClassInfo) -> Any:
        """The meta.class object of a class."""
        meta = cls.values.get("$meta")
        if meta is not None:
            return meta
        described = self._make(
            "matlab.metadata.Class", Name=cls.name, Description=cls.help.strip().split("\n")[0].strip(), Hidden=cls.hidden,
            Sealed=cls.sealed, Abstract=cls.abstract, Enumeration=bool(cls.member_nodes), ConstructOnLoad=False,
            InferiorClasses=CellArray.of([self.of(low) for name in cls.inferior if (low := self.table.superclass(name, None)) is not None]),
            HandleCompatible=cls.is_handle or cls.handle_compatible, RestrictsSubclassing=cls.sealed or cls.heirs is not None,
        )  # fmt: skip
        cls.values["$meta"] = described
        values = described.values
        values["PropertyList"] = self._column("matlab.metadata.Property", [self.property(p) for p in cls.properties.values()])
        constructor = [Method(cls.short_name, cls, cls.constructor)] if cls.constructor is not None else []
        values["MethodList"] = self._column("matlab.metadata.Method", [self.method(x) for x in (*constructor, *cls.methods.values())])
        values["EventList"] = self._column("matlab.metadata.Event", [self._event(event) for event in cls.events.values()])
        members = [self._make("matlab.metadata.EnumerationMember", Name=name) for name in cls.member_nodes]
        values["EnumerationMemberList"] = self._column("matlab.metadata.EnumerationMember", members)
        values["SuperclassList"] = self._column("matlab.metadata.Class", [self.of(parent) for parent in cls.supers])
        return described

    def package(self, name: str, folder: str) -> Any:
        """The meta.package object of a package folder: its classes, functions and packages."""
        entries = sorted(os.listdir(folder))
        names = [entry[1:] if entry.startswith("@") else entry[:-2] for entry in entries if entry.startswith("@") or entry.endswith(".m")]
        classes = [cls for item in names if (cls := self.table.superclass(f"{name}.{item}", None)) is not None]
        known = {cls.short_name for cls in classes}
        functions = [self._make("matlab.metadata.Method", Name=item) for item in names if item not in known]
        inner = [self.package(f"{name}.{entry[1:]}", os.path.join(folder, entry)) for entry in entries if entry.startswith("+")]
        meta = self._make("matlab.metadata.Namespace", Name=name)
        meta.values["ClassList"] = self._column("matlab.metadata.Class", [self.of(cls) for cls in classes])
        meta.values["FunctionList"] = self._column("matlab.metadata.Method", functions)
        meta.values["InnerNamespaces"] = meta.values["PackageList"] = self._column("matlab.metadata.Namespace", inner)
        return meta

    def property(self, prop: Property) -> Any:
        has_default = prop.node is not None and prop.node.default is not None
        meta = self._make(
            "matlab.metadata.Property", Name=prop.name, GetAccess=_access(prop.get_access), SetAccess=_access(prop.set_access),
            Dependent=prop.dependent, Constant=prop.constant, Abstract=prop.abstract, Transient=prop.transient, Hidden=prop.hidden,
            GetObservable=prop.get_observable, SetObservable=prop.set_observable, AbortSet=prop.abort_set,
            NonCopyable=prop.non_copyable, HasDefault=has_default,
        )  # fmt: skip
        if has_default:
            meta.values["DefaultValue"] = self.table.default_value(prop)
        meta.values["Validation"] = described.validation(self.table, prop)
        if prop.owner.values.get("$meta") is not None:
            meta.values["DefiningClass"] = prop.owner.values["$meta"]
        elif prop.owner.unit is not None:
            meta.values["DefiningClass"] = self.of(prop.owner)
        return meta

    def method(self, method: Method) -> Any:
        node = getattr(method.source, "node", None)
        meta = self._make(
            "matlab.metadata.Method", Name=method.name, Access=_access(method.access), Static=method.static, Abstract=method.abstract,
            Sealed=method.sealed, Hidden=method.hidden, ExplicitConversion=False,
        )  # fmt: skip
        for name, texts in (("InputNames", node.parameters if node else ()), ("OutputNames", node.outputs if node else ())):
            meta.values[name] = CellArray.of([CharArray.row(text) for text in texts], (len(texts), 1))
        if method.owner.values.get("$meta") is not None:
            meta.values["DefiningClass"] = method.owner.values["$meta"]
        return meta

    def _event(self, event: Event) -> Any:
        return self._make(
            "matlab.metadata.Event", Name=event.name, Hidden=event.hidden,
            NotifyAccess=_access(event.notify_access), ListenAccess=_access(event.listen_access),
        )  # fmt: skip

    def comparisons(self) -> dict[str, Callable[..., tuple[Any, ...]]]:
        """``?A < ?B``: whether A derives from B."""

        def info(value: Any) -> ClassInfo | None:
            return self.table.superclass(value.values["Name"].text, None)

        def below(a: Any, b: Any) -> bool:
            cls = info(a)
            return cls is not None and b.values["Name"].text in cls.ancestors

        return {
            "lt": lambda nargout, a, b: (below(a, b),),
            "gt": lambda nargout, a, b: (below(b, a),),
            "le": lambda nargout, a, b: (a is b or below(a, b),),
            "ge": lambda nargout, a, b: (a is b or below(b, a),),
            "eq": lambda nargout, a, b: (_named(a) == _named(b),),
            "ne": lambda nargout, a, b: (_named(a) != _named(b),),
        }

    # ------------------------------------------------------------------ dynamic properties

    def add_property(self, value: Any, name: str) -> Any:
        """``addprop(obj, name)``: a property of this object alone."""
        if not re.fullmatch(r"[A-Za-z]\w*", name):
            raise MatlabError(f"'{name}' is not a valid property name.", "MATLAB:class:InvalidDynamicPropertyName")
        if name in value.cls.properties or (value.dynamic and name in value.dynamic) or name in value.cls.methods:
            raise MatlabError(
                f"The name '{name}' is already used by a property, method or event of class '{value.cls.name}'.",
                "MATLAB:class:PropertyInUse",
            )
        if value.dynamic is None:
            value.dynamic = {}
        meta = self._make(
            "matlab.metadata.DynamicProperty", Name=name, GetAccess="public", SetAccess="public", HasDefault=False,
            **dict.fromkeys(_NOT_OF_ITSELF, False),
        )  # fmt: skip
        meta.values["$owner"] = weakref.ref(value)  # who holds the property alone does not keep the object
        value.dynamic[name] = meta
        value.values[name] = self.table.empty
        return meta

    def remove_property(self, meta: Handle) -> None:
        """``delete(p)``: the object loses the dynamic property."""
        owner, name = meta.values.pop("$owner", lambda: None)(), meta.values["Name"].text
        if owner is not None and owner.dynamic and owner.dynamic.pop(name, None) is not None:
            owner.values.pop(name, None)

    def get_dynamic(self, value: Handle, name: str) -> Any:
        meta = value.dynamic[name]  # type: ignore[index]
        self._allow(value, meta, "Get")
        method = meta.values["GetMethod"]
        if type(method) is not FunctionHandle or meta.values.get("$busy"):
            return value.values[name]
        return self._alone(meta, method, (value,), 1)[0]

    def set_dynamic(self, value: Handle, name: str, rhs: Any) -> None:
        meta = value.dynamic[name]  # type: ignore[index]
        self._allow(value, meta, "Set")
        method = meta.values["SetMethod"]
        if type(method) is not FunctionHandle or meta.values.get("$busy"):
            value.values[name] = rhs
        else:
            self._alone(meta, method, (value, rhs), 0)

    def _alone(self, meta: Handle, method: Any, arguments: tuple[Any, ...], nargout: int) -> tuple[Any, ...]:
        """Call the access method of a property; inside it the property is what is stored."""
        meta.values["$busy"] = True
        try:
            return self.table.session.feval(method, arguments, nargout)
        finally:
            del meta.values["$busy"]

    @staticmethod
    def _allow(value: Handle, meta: Handle, way: str) -> None:
        caller = access.calling_class()
        if text_of(meta.values[way + "Access"]) == "public" or (caller is not None and value.cls.derives_from(caller.name)):
            return
        name = meta.values["Name"].text
        if way == "Set":
            raise access.set_prohibited(value.cls, name)
        raise MatlabError(f"No public property '{name}' for class '{value.cls.name}'.", "MATLAB:class:GetProhibited")

    def find_property(self, value: Instance, name: str) -> Any:
        prop = value.cls.properties.get(name)
        if prop is not None:
            return self.property(prop)
        if isinstance(value, Handle) and value.dynamic and name in value.dynamic:
            return value.dynamic[name]
        return ObjectArray(self.table.get("matlab.metadata.Property"), np.empty((0, 0), object))


def _named(value: Any) -> Any:
    return value.values["Name"].text if isinstance(value, Instance) and "Name" in value.values else value


def _access(access: Access) -> Any:
    return access if isinstance(access, str) else [*access]
