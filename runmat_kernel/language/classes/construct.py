"""Constructors: making an object, running the constructors of its class and superclasses on it."""

from __future__ import annotations

from typing import Any

from ...base.errors import MatlabError
from ...values.classes import DTYPES
from . import access, enumerations, native
from .definition import ClassInfo, Method, Property
from .instances import Destructible, Handle, Instance, ObjectValue


class Constructors:
    """Construction in a session.

    ``pending`` holds objects on their way into a constructor, which takes the last one as its first act (so that nobody
    else holds it, and its properties can be set in place).
    """

    def __init__(self, table: Any) -> None:
        self.table = table
        self.pending: list[Any] = []

    def values(self, cls: ClassInfo, arguments: tuple[Any, ...], nargout: int) -> tuple[Any, ...]:
        """``Class(arguments)``."""
        if cls.member_nodes:
            return (enumerations.from_arguments(self.table, cls, arguments),)
        if cls.old_style:
            return cls.constructor.function(max(nargout, 1), *arguments)
        self._check(cls, arguments)
        self.pending.append(self.fresh(cls))
        results = self._initialise(cls, max(nargout, 1), arguments)
        if not results or not isinstance(results[0], ObjectValue):
            raise MatlabError(
                f"When constructing an instance of class '{cls.name}', the constructor must preserve the class of the returned object.",
                "MATLAB:class:constructorMustReturnObject",
            )
        if cls.data_class in DTYPES:
            return (native.by_elements(results[0]), *results[1:])
        return results

    def _check(self, cls: ClassInfo, arguments: tuple[Any, ...]) -> None:
        if cls.abstract:
            members: list[Method | Property] = [*cls.methods.values(), *cls.properties.values()]
            inherits = any(x.owner is not cls for x in members if x.abstract)
            if cls.missing and inherits:
                text = (
                    f"Abstract classes cannot be instantiated. Class '{cls.name}' inherits abstract methods or properties but does not "
                    f"implement them. Use matlab.metadata.abstractDetails to see the list of methods and properties that '{cls.name}' must "
                    "implement if you do not intend the "
                    "class to be abstract."
                )
            else:
                text = f"Abstract classes cannot be instantiated. Class '{cls.name}' defines abstract methods and/or properties."
            raise MatlabError(text, "MATLAB:class:abstract")
        if cls.constructor_access != "public" and not access.allowed(cls.constructor_access, cls, access.calling_class()):
            raise MatlabError(f"Cannot access method '{cls.short_name}' in class '{cls.name}'.", "MATLAB:class:MethodRestricted")
        if arguments and not self.takes_arguments(cls):
            raise MatlabError("Too many input arguments.", "MATLAB:TooManyInputs", function=cls.name)

    def takes_arguments(self, cls: ClassInfo) -> bool:
        """Whether the class, or a superclass that its missing constructor passes arguments to, takes any."""
        if cls.constructor is not None:
            return cls.constructor.nargin != 0
        return cls.data_class is not None or any(self.takes_arguments(parent) for parent in cls.supers)

    def fresh(self, cls: ClassInfo) -> Instance:
        """An object whose properties have their defaults."""
        if cls.template is None:
            cls.template = self._template(cls)
        values = dict(cls.template)
        if not cls.is_handle:
            return Instance(cls, values)
        return Destructible(cls, values) if "delete" in cls.methods else Handle(cls, values)

    def _template(self, cls: ClassInfo) -> dict[str, Any]:
        template = {}
        hidden = [prop for owners in cls.shadowed.values() for prop in owners.values()]
        for prop in (*cls.properties.values(), *hidden):
            if prop.constant or prop.abstract or (prop.dependent and (prop.node is None or prop.node.default is None)):
                continue
            template[prop.key] = self.table.default_value(prop)
        return template

    def _initialise(self, cls: ClassInfo, nargout: int, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """Run the constructor of ``cls`` on the object on top of ``pending``."""
        if cls.construct_native is not None:
            return (cls.construct_native(self.table, self.pending.pop(), arguments),)
        if cls.constructor is None:
            for parent in cls.supers:
                self.pending.append(self._initialise(parent, 1, arguments)[0])
            return (self.pending.pop(),)
        depth = len(self.pending)
        try:
            return cls.constructor.function(nargout, *arguments)
        finally:
            del self.pending[depth - 1 :]

    # ------------------------------------------------------------------ what compiled constructors call

    def new_object(self, nargout: int) -> tuple[Any, ...]:
        """The object that the running constructor is for; superclasses that it does not call itself are initialised."""
        cls = access.calling_class()
        assert cls is not None
        for parent in cls.implicit_supers:
            if parent.construct_native is None or parent.data_class is not None:
                self.pending.append(self._initialise(parent, 1, ())[0])
        return (self.pending.pop(),)

    def construct_super(self, nargout: int, value: Any, name: Any, *arguments: Any) -> tuple[Any, ...]:
        """``obj@Super(arguments)``."""
        caller = access.calling_class()
        cls = self.table.superclass(name.text, caller.unit.functions if caller is not None else None)
        if cls is None or caller is None or not caller.derives_from(name.text):
            raise MatlabError(f"'{name.text}' is not a superclass of the class.", "MATLAB:class:invalidSuperclassCall")
        if arguments and not self.takes_arguments(cls) and cls.construct_native is None:
            raise MatlabError("Too many input arguments.", "MATLAB:TooManyInputs", function=cls.name)
        self.pending.append(value)
        return self._initialise(cls, 1, arguments)
