"""Classes without ``classdef``: folders ``@name`` whose constructor calls ``class(s, 'name')``."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values.containers import StructArray
from ..units import UserFunction
from . import access
from .build import class_unit
from .definition import ClassInfo, Method
from .instances import Instance, ObjectValue, object_value


class OldStyle:
    """Old-style classes of a session; a parent object is kept as a field with the name of its class."""

    def __init__(self, table: Any) -> None:
        self.table = table

    def build(self, name: str, path: str) -> ClassInfo:
        """The class of a folder; ``path`` is its constructor's file."""
        cls = ClassInfo(name, self.table, old_style=True)
        folder = os.path.dirname(path)
        for other in sorted(os.listdir(folder)):
            if not other.endswith(".m"):
                continue
            base = self.table.session.file_unit(os.path.join(folder, other), other[:-2])
            if not base.program.functions:
                continue
            first, *rest = base.program.functions
            unit = class_unit(self.table.session, base, rest, of_session=False).belongs_to(cls)
            if other[:-2] == cls.short_name:
                cls.unit, cls.constructor = unit, UserFunction(first, unit)
            else:
                cls.methods[first.name] = Method(first.name, cls, UserFunction(first, unit))
        cls.finish()
        return cls

    def make(self, fields: Any, name: str, parents: tuple[Any, ...]) -> Any:
        """``class(s, name, parents...)`` in a constructor."""
        caller = access.calling_class()
        if caller is None or caller.name != name or not caller.old_style:
            raise MatlabError("The CLASS function must be called from a class constructor.", "MATLAB:class:mustBeConstructor")
        if type(fields) is not StructArray and not (hasattr(fields, "numel") and fields.numel == 0):
            raise MatlabError("The first argument of CLASS must be a structure.", "MATLAB:class:mustBeStruct")
        self._inherit(caller, parents)
        if type(fields) is not StructArray:
            fields = StructArray.scalar({})
        own = {parent.cls.name: parent for parent in parents}
        array = np.empty(fields.shape, object)
        for position in np.ndindex(array.shape):
            array[position] = Instance(caller, {**fields.array[position], **own})
        return object_value(caller, array)

    def _inherit(self, cls: ClassInfo, parents: tuple[Any, ...]) -> None:
        if [parent.cls for parent in parents] == cls.supers:
            return
        cls.supers = [parent.cls for parent in parents]
        for parent in cls.supers:
            for name, method in parent.methods.items():
                if name != cls.short_name:  # the constructor has that name
                    cls.methods.setdefault(name, method)
        cls.dispatched.clear()
        cls.finish()

    def arguments(self, method: Method, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        return arguments

    def _holder(self, value: Instance, name: str, caller: ClassInfo | None) -> Instance | None:
        """The object (itself or a parent part) that has a field the running code may see."""
        if caller is not None and name in value.values and value.cls.name == caller.name:
            return value
        for parent in value.cls.supers:
            part = value.values.get(parent.name)
            if isinstance(part, Instance) and (holder := self._holder(part, name, caller)) is not None:
                return holder
        return None

    def get(self, value: Instance, name: str) -> Any:
        caller = access.calling_class()
        holder = self._holder(value, name, caller)
        if holder is None:
            raise self._refused(value, name, caller)
        return holder.values[name]

    def set(self, value: Instance, name: str, rhs: Any) -> Any:
        caller = access.calling_class()
        holder = self._holder(value, name, caller)
        if holder is None:
            raise self._refused(value, name, caller)
        changed = value.copy()
        if holder is value:
            changed.values[name] = rhs
            return changed
        for parent in value.cls.supers:
            part = value.values.get(parent.name)
            if isinstance(part, Instance) and self._holder(part, name, caller) is not None:
                changed.values[parent.name] = self.set(part, name, rhs)
                return changed
        return changed

    @staticmethod
    def _refused(value: ObjectValue, name: str, caller: ClassInfo | None) -> MatlabError:
        if caller is not None and value.cls.derives_from(caller.name):
            return MatlabError(f'Reference to non-existent field "{name}".', "MATLAB:nonExistentField")
        return MatlabError("Access to an object's fields is only permitted within its methods.", "MATLAB:class:fieldAccess")

    def rank(self, names: list[str], *, below: bool) -> None:
        """``inferiorto`` and ``superiorto`` in a constructor."""
        caller = access.calling_class()
        if caller is None:
            raise MatlabError("Must be called from a class constructor.", "MATLAB:class:mustBeConstructor")
        if below:
            for name in names:
                other = self.table.get(name)
                if other is not None:
                    other.inferior = tuple(dict.fromkeys((*other.inferior, caller.name)))
        else:
            caller.inferior = tuple(dict.fromkeys((*caller.inferior, *names)))
