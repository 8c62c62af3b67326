"""Which method a call means: the dominant object's, what every object can do, or the builtin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...base.errors import MatlabError
from ...builtins.call import invoke
from ...builtins.registry import builtins
from ...builtins.spec import Trait
from ...values.display import spaced
from . import access, native
from .definition import ClassInfo
from .instances import ObjectValue
from .lookup import ClassFunction, Lookup

Function = Callable[..., tuple[Any, ...]]
_NUMERIC_TRAITS = (Trait.ELEMENTWISE, Trait.REDUCTION, Trait.PRODUCT)


class Dispatch(Lookup):
    """The part of a ClassTable that calls methods."""

    def text(self, value: ObjectValue) -> str:
        raise NotImplementedError

    def data(self, value: ObjectValue) -> Any:
        raise NotImplementedError

    def delete(self, nargout: int, value: ObjectValue) -> tuple[Any, ...]:
        raise NotImplementedError

    def overloaded(self, name: str, ordinary: Function | None) -> Function | None:
        """``ordinary`` preceded by the methods of that name of the objects among the arguments."""
        if isinstance(ordinary, ClassFunction) or (ordinary is not None and ordinary is self.session.calls.builtin(name)):
            return ordinary
        # A class may be seen for the first time while the arguments of the call are computed.
        if name not in self.method_names and (ordinary is None or not self.session.path.is_method(name)):
            return ordinary

        def call(nargout: int, *arguments: Any) -> tuple[Any, ...]:
            if self.means_method(name, arguments) or (
                ordinary is None and any(isinstance(argument, ObjectValue) for argument in arguments)
            ):
                return self.call(name, nargout, arguments)
            if ordinary is not None:
                return ordinary(nargout, *arguments)
            return self.session.unknown(name)(nargout, *arguments)

        return call

    @staticmethod
    def means_method(name: str, arguments: tuple[Any, ...]) -> bool:
        """Whether the class of the arguments has a method of this name; static ones are called by the name of their class alone."""
        objects = [argument for argument in arguments if isinstance(argument, ObjectValue)]
        method = _dominant(objects).cls.methods.get(name) if objects else None
        return method is not None and not method.static

    # ------------------------------------------------------------------ methods

    def dispatched(self, cls: ClassInfo, name: str) -> Any:
        """The method (of the protocol of ``values.objects``) that a builtin's name means for objects of a class, or None."""
        try:
            return cls.dispatched[name]
        except KeyError:
            pass
        function: Any = None
        method = cls.methods.get(name)
        if (method is not None and not method.static) or self.default_method(cls, name) is not None or self._undefined(name):

            def function(call: Any, *arguments: Any) -> tuple[Any, ...]:
                return self.call(name, call.nargout, arguments)

        cls.dispatched[name] = function
        return function

    @staticmethod
    def _undefined(name: str) -> bool:
        """Whether objects have no such function unless their class defines it."""
        record = builtins().get(name)
        return name in access.OPERATORS or (record is not None and record.trait in _NUMERIC_TRAITS)

    def call(self, name: str, nargout: int, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """``name(arguments)`` by the method of the dominant object, else by what all objects can do."""
        results = self._call(name, nargout, arguments)
        if len(results) < nargout:
            raise MatlabError("Too many output arguments.", "MATLAB:TooManyOutputs", function=name)
        return results

    def _call(self, name: str, nargout: int, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        chosen: ObjectValue | None = None
        first: ObjectValue | None = None
        for argument in arguments:
            if not isinstance(argument, ObjectValue):
                continue
            first = first or argument
            method = argument.cls.methods.get(name)
            if method is not None and not method.static and (chosen is None or chosen.cls.name in argument.cls.inferior):
                chosen = argument
        if chosen is not None:
            method = chosen.cls.methods[name]
            access.check_method(method, chosen.cls, lambda: access.undefined_for(name, chosen))
            if name == "delete" and isinstance(chosen, ObjectValue) and chosen.is_handle and len(arguments) == 1:
                return self.delete(0, chosen)
            if method.abstract:
                raise access.undefined_for(name, chosen)
            return method.function(nargout, *self.old_style.arguments(method, arguments))
        assert first is not None
        default = next((d for a in arguments if isinstance(a, ObjectValue) and (d := self.default_method(a.cls, name))), None)
        if default is not None:
            return default(nargout, *arguments)
        if self._undefined(name) or name not in builtins():
            raise access.undefined_for(name, first)
        return self.plain(name, nargout, arguments)

    def plain(self, name: str, nargout: int, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """A builtin without asking the classes of its arguments."""
        return invoke(builtins()[name], self.session, arguments, nargout)

    def builtin(self, name: str, nargout: int, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """``builtin(name, arguments)``: what the function does for objects whose class does not overload it."""
        for argument in arguments:
            if isinstance(argument, ObjectValue) and (default := self.default_method(argument.cls, name)) is not None:
                return default(nargout, *arguments)
        if name in ("disp", "display") and arguments and isinstance(arguments[0], ObjectValue):
            self.session.write(spaced(self.text(arguments[0]), self.session.display_format))
            return ()
        return self.plain(name, nargout, arguments)

    def default_method(self, cls: ClassInfo, name: str) -> Function | None:
        """A method that objects of a class have without defining it: move elements, compare handles, convert enumerations."""
        return native.default_method(self, cls, name)

    def superclass_call(self, name: str, nargout: int, *arguments: Any) -> tuple[Any, ...]:
        """``method@Super(arguments)``."""
        method_name, _, super_name = name.partition("@")
        caller = access.calling_class()
        cls = self.superclass(super_name, caller.unit.functions if caller is not None and caller.unit else None)
        if cls is None:
            raise MatlabError(f"'{super_name}' is not a superclass.", "MATLAB:class:invalidSuperclassCall")
        method = cls.methods.get(method_name)
        if method is not None:
            return method.function(nargout, *arguments)
        if method_name == "delete":
            return ()
        default = self.default_method(cls, method_name)
        if default is not None:
            return default(nargout, *arguments)
        if cls.data_class is not None and method_name in builtins():
            return self.plain(method_name, nargout, tuple(self.data(a) if isinstance(a, ObjectValue) else a for a in arguments))
        if method_name in ("disp", "display"):
            self.session.write(spaced(self.text(arguments[0]), self.session.display_format))
            return ()
        if method_name in builtins():
            return self.plain(method_name, nargout, arguments)
        raise access.no_member(cls, method_name)


def _dominant(objects: list[ObjectValue]) -> ObjectValue:
    """The object whose class is asked for a method: the first that no other's class calls inferior."""
    for one in objects:
        if not any(one.cls.name in other.cls.inferior for other in objects):
            return one
    return objects[0]
