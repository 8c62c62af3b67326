"""The classes of a session: what the language and the builtins ask about classes and objects."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.call import warn_of_destructor
from ...values.classes import DTYPES
from ...values.tensor import Tensor
from ..writing_paths import Writer
from . import access, display, enumerations, native, testing
from .arrays import Arrays
from .built_in import BuiltInMethods
from .construct import Constructors
from .definition import ClassInfo, Property
from .dispatch import Dispatch
from .events import Events
from .handle_order import HandleNumbers
from .instances import Handle, ObjectValue
from .members import Members
from .metaclass import Metaclasses
from .oldstyle import OldStyle
from .overloads import Overloads
from .validation import default_of


class ClassTable(Dispatch):
    """Everything about classes that a session owns."""

    def __init__(self, session: Any) -> None:
        self.session = session
        self.writer = Writer(session.reader)
        self.members = Members(self)
        self.arrays = Arrays(self)
        self.overloads = Overloads(self)
        self.events = Events(self)
        self.old_style = OldStyle(self)
        self.built_in = BuiltInMethods(session)
        self.constructors = Constructors(self)
        self.meta = Metaclasses(self)
        self.empty = Tensor(np.empty((0, 0)))
        self.infos: dict[str, ClassInfo] = {}
        self.describes = False
        self.declared: dict[str, Callable[[], ClassInfo]] = {}
        self.files: dict[str, tuple[tuple[Any, ...], str]] = {}
        self.method_names: set[str] = set()
        self.destroying: set[int] = set()
        self.handle_number = HandleNumbers().of
        session.calls.define("$new_object", self.constructors.new_object)
        session.calls.define("$construct_super", self.constructors.construct_super)

    # ------------------------------------------------------------------ values

    def construct(self, cls: ClassInfo, arguments: tuple[Any, ...]) -> Any:
        return self.constructors.values(cls, arguments, 1)[0]

    def convert(self, cls: ClassInfo, value: Any) -> Any:
        """A value of another class as objects of ``cls``, or None."""
        if cls.member_nodes:
            return enumerations.convert(self, cls, value)
        if isinstance(value, ObjectValue) and cls.short_name in value.cls.methods:
            return value.cls.methods[cls.short_name].function(1, value)[0]
        if not self.constructors.takes_arguments(cls):
            return None
        return self.construct(cls, (value,))

    def default_value(self, prop: Property) -> Any:
        """The default of a property, evaluated once."""
        values = prop.owner.values
        if prop.name not in values:
            if prop.node is None:
                values[prop.name] = self.empty
            elif prop.node.default is not None:
                values[prop.name] = self._checked_default(prop, prop.owner.unit.evaluate(prop.node.default))
            else:
                bare = prop.node.sizes is None and prop.node.matlab_class is None
                values[prop.name] = self.empty if bare else default_of(self, prop.node)
        return values[prop.name]

    constant = default_value

    @staticmethod
    def _checked_default(prop: Property, value: Any) -> Any:
        if prop.check is None:
            return value
        try:
            return prop.check(value)
        except MatlabError as error:
            reason = error.message.partition("'. ")[2]
            text = f"Invalid default value for property '{prop.name}' in class '{prop.owner.name}':\n{reason}"
            raise MatlabError(text, error.identifier) from None

    def member(self, cls: ClassInfo, name: str) -> Any:
        """An enumeration member."""
        return enumerations.member(self, cls, name)

    def data(self, value: ObjectValue) -> Any:
        """The built-in value of objects whose class derives from a built-in one."""
        return native.data(self, value)

    def converted(self, value: ObjectValue, name: str) -> Any:
        """Objects as values of a built-in class: by their method of that name, or the built-in value that they keep; None: neither."""
        if name not in DTYPES:
            return None
        method = value.cls.methods.get(name)
        if method is not None:
            return method.function(1, value)[0]
        return self.data(value) if value.cls.data_class is not None else None

    def subscript(self, value: ObjectValue) -> Any:
        """An object used as a subscript."""
        method = value.cls.methods.get("subsindex")
        if method is not None:
            return self.session.calls.operator("plus")(1, method.function(1, value)[0], 1.0)[0]
        if value.cls.data_class is not None:
            return self.data(value)
        raise MatlabError(f"Unable to use a value of type {value.cls.name} as an index.", "MATLAB:badsubscript")

    def copy(self, value: Any) -> Any:
        """A new handle object with the same property values."""
        values = dict(value.values)
        for prop in value.cls.properties.values():
            if prop.non_copyable and prop.key in values:
                values[prop.key] = self.default_value(prop)
        duplicate = type(value)(value.cls, values)
        if isinstance(value, Handle) and value.dynamic:
            duplicate.dynamic = {}
            for name in value.dynamic:
                duplicate.values.pop(name, None)
        return duplicate

    def packed(self, variables: dict[str, Any]) -> dict[str, Any]:
        """Variables as they are saved: objects as structures."""
        from .saving import Saver, has_objects  # a tenth of what a start would load, for programs that save

        saver = Saver(self)
        return {name: saver.packed(value) if has_objects(value) else value for name, value in variables.items()}

    def unpacked(self, variables: dict[str, Any]) -> dict[str, Any]:
        """Variables as they are after loading."""
        from .saving import Loader

        loader = Loader(self)
        return {name: loader.unpacked(value) for name, value in variables.items()}

    @contextmanager
    def describing(self) -> Iterator[None]:
        """While this lasts, objects in files are read as class and size alone: no code of their classes runs."""
        before, self.describes = self.describes, True
        try:
            yield
        finally:
            self.describes = before

    # ------------------------------------------------------------------ what the language asks of objects

    def matches(self, subject: ObjectValue, label: Any) -> bool:
        from ..control import true

        if "eq" in subject.cls.methods or self.default_method(subject.cls, "eq") is not None:
            items = list(label.array.flat) if getattr(label, "matlab_class", "") == "cell" else [label]
            return any(true(self.call("eq", 1, (subject, item))[0]) for item in items)
        return subject.equals(label)

    def truth(self, value: ObjectValue) -> bool:
        from ..control import true

        if "logical" in value.cls.methods:
            return true(value.cls.methods["logical"].function(1, value)[0])
        if value.cls.data_class is not None:
            return true(self.data(value))
        raise MatlabError(f"Conversion to logical from {value.cls.name} is not possible.", "MATLAB:invalidConversion")

    def text(self, value: ObjectValue) -> str:
        return display.text(self, value)

    def display(self, name: str, value: ObjectValue) -> None:
        display.show(self, name, value)

    def metaclass(self, name: str) -> Any:
        caller = access.calling_class()
        cls = self.superclass(name, caller.unit.functions if caller is not None and caller.unit else self.session.caller_functions())
        return self.meta.of(cls) if cls is not None else self.arrays.empty(self.get("matlab.metadata.Class"), (0, 0))  # type: ignore[arg-type]

    def metapackage(self, name: str) -> Any:
        """The meta.package object of a ``+package`` folder on the path; an empty one where there is none."""
        relative = os.path.join(*("+" + part for part in name.split(".")))
        folders = [folder for folder in (os.path.join(root, relative) for root in self.session.path.search()) if os.path.isdir(folder)]
        if not folders:
            return self.arrays.empty(self.get("matlab.metadata.Namespace"), (0, 0))  # type: ignore[arg-type]
        return self.meta.package(name, folders[0])

    def tests(self, name: str) -> Any:
        """The tests of a class of test cases; None for other names."""
        cls = self.get(name, self.session.caller_functions())
        return testing.suite(self, cls) if cls is not None and testing.is_test_class(cls) else None

    # ------------------------------------------------------------------ the end of handle objects

    def end_circles(self) -> None:
        """Variables were cleared: objects with destructors end though they hold each other (parents, callbacks of their own listeners)."""
        if any(cls.is_handle and "delete" in cls.methods for cls in self.infos.values()):
            gc.collect()

    def delete(self, nargout: int, value: ObjectValue) -> tuple[Any, ...]:
        for element in value.elements:
            if isinstance(element, Handle) and element.valid:
                if "$owner" in element.values:
                    self.meta.remove_property(element)
                self.destroy(element)
        return ()

    def destroy(self, value: Handle, *, quietly: bool = False) -> None:
        """Run the destructors of a handle object, once, and leave it invalid."""
        if id(value) in self.destroying:
            return
        self.destroying.add(id(value))
        try:
            if value.listeners:
                self.events.notify(value, "ObjectBeingDestroyed", None)
            for cls in (value.cls, *filter(None, (self.get(name) for name in value.cls.ancestors))):
                method = cls.methods.get("delete")
                if method is not None and method.owner is cls and not method.abstract:
                    method.function(0, value)
        except MatlabError as error:
            if not quietly:
                raise
            warn_of_destructor(self.session, value.cls.name, error)
        finally:
            self.destroying.discard(id(value))
            self.events.forget(value)
            value.invalidate()
