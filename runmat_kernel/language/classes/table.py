"""The classes of a session: finding, defining and redefining them, and calling their methods."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.call import invoke
from ...builtins.registry import builtins
from ...builtins.spec import Trait
from ...syntax import ast as m
from ...values.tensor import Tensor
from ..writing import Writer
from . import access, display, enumerations, native
from .arrays import Arrays
from .build import ClassBuilder, ClassUnit, class_unit
from .construct import Constructors
from .definition import ClassInfo, Property
from .events import Events
from .instances import Handle, Instance, ObjectArray, ObjectValue
from .members import Members
from .metaclass import Metaclasses
from .oldstyle import OldStyle
from .overloads import Overloads
from .saving import Loader, Saver, has_objects
from .validation import default_of

Function = Callable[..., tuple[Any, ...]]
_NUMERIC_TRAITS = (Trait.ELEMENTWISE, Trait.REDUCTION, Trait.PRODUCT)


class ClassFunction:
    """What a class name means where a function is called: the constructor; ``member(name)`` for ``Name.member``."""

    __slots__ = ("cls", "table")

    def __init__(self, table: ClassTable, cls: ClassInfo) -> None:
        self.table, self.cls = table, cls

    def __call__(self, nargout: int, *arguments: Any) -> tuple[Any, ...]:
        return self.table.constructors.values(self.cls, arguments, nargout)

    def member(self, name: str) -> Function | None:
        return self.table.member_function(self.cls, name)


class ClassTable:
    """Everything about classes that a session owns."""

    def __init__(self, session: Any) -> None:
        self.session = session
        self.writer = Writer(session.reader)
        self.members = Members(self)
        self.arrays = Arrays(self)
        self.overloads = Overloads(self)
        self.events = Events(self)
        self.old_style = OldStyle(self)
        self.constructors = Constructors(self)
        self.meta = Metaclasses(self)
        self.empty = Tensor(np.empty((0, 0)))
        self.infos: dict[str, ClassInfo] = {}
        self.declared: dict[str, Callable[[], ClassInfo]] = {}
        self.files: dict[str, tuple[tuple[Any, ...], str]] = {}
        self.method_names: set[str] = set()
        self.destroying: set[int] = set()
        session.calls.define("$new_object", self.constructors.new_object)
        session.calls.define("$construct_super", self.constructors.construct_super)

    # ------------------------------------------------------------------ finding

    def get(self, name: str, functions: Any = None) -> ClassInfo | None:
        """The class of a name: of a cell, of MATLAB, of a file that ``functions`` (a FunctionTable) sees; None: there is none."""
        if name in self.declared and name not in self.infos:
            self.infos[name] = self.declared[name]()
            self._learn(self.infos[name])
        found = self.infos.get(name)
        if found is not None and name not in self.files:
            return found
        if found is None and (made := native.make(self, name)) is not None:
            self.infos[name] = made
            self.method_names.update(made.methods)
            return made
        return self._from_files(name, getattr(functions, "folder", None)) or found

    def superclass(self, name: str, functions: Any) -> ClassInfo | None:
        """As ``get``, and the built-in classes that classes can derive from."""
        return self.get(name, functions) or native.built_in(self, name)

    def _from_files(self, name: str, folder: str | None) -> ClassInfo | None:
        for path in self._candidates(name, folder):
            found = self.load(path, name)
            if found is not None:
                return found
        return None

    def _candidates(self, name: str, folder: str | None) -> list[str]:
        paths = []
        class_folder = self.session.path.find_class_folder(name)
        if class_folder is not None:
            paths.append(os.path.join(class_folder, name.rpartition(".")[2] + ".m"))
        path = self.session.path.find(name, folder)
        if path is not None:
            paths.append(path)
        return [path for path in paths if os.path.isfile(path)]

    def load(self, path: str, name: str) -> ClassInfo | None:
        """The class that a file (and the other files of its class folder) defines, read again when they have changed."""
        in_folder = os.path.basename(os.path.dirname(path)) == "@" + name.rpartition(".")[2]
        stamp = _stamp(path, in_folder)
        known = self.files.get(name)
        if known == (stamp, path) and name in self.infos:
            return self.infos[name]
        unit = self.session.file_unit(path, name)
        if unit.program.classes:
            node = unit.program.classes[0]
            self._forget(name)
            self.declared[name] = lambda: self._build_file(node, name, unit, path, in_folder)
            self._learn_names(node)
        elif in_folder and unit.program.functions:
            self._forget(name)
            self.declared[name] = lambda: self.old_style.build(name, path)
        else:
            return None
        self.files[name] = (stamp, path)
        self.infos[name] = self.declared[name]()
        self._learn(self.infos[name])
        return self.infos[name]

    def _build_file(self, node: m.ClassDefinition, name: str, unit: Any, path: str, in_folder: bool) -> ClassInfo:
        builder = ClassBuilder(self, node, name, class_unit(self.session, unit, unit.program.functions, of_session=False))
        if in_folder:
            for other in sorted(os.listdir(os.path.dirname(path))):
                full = os.path.join(os.path.dirname(path), other)
                if other.endswith(".m") and full != path:
                    base = self.session.file_unit(full, other[:-2])
                    if base.program.functions:
                        first, *rest = base.program.functions
                        builder.files.append((first, class_unit(self.session, base, rest, of_session=False)))
        return builder.build()

    # ------------------------------------------------------------------ defining

    def define(self, unit: Any) -> None:
        """The classes of a cell; a class of the same name is replaced, what derives from it is built anew."""
        for node in unit.program.classes:
            self._forget(node.name)
            self.files.pop(node.name, None)
            self.declared[node.name] = lambda node=node: ClassBuilder(  # type: ignore[misc]
                self, node, node.name, class_unit(self.session, unit, (), of_session=True)
            ).build()
            self._learn_names(node)
        if unit.program.classes:
            self.session.forget_lookups()

    def _forget(self, name: str) -> None:
        for other in [n for n, info in self.infos.items() if info.derives_from(name)]:
            del self.infos[other]

    def _learn_names(self, node: m.ClassDefinition) -> None:
        names = {f.name for block in node.methods for f in (*block.methods, *block.signatures)}
        if not names <= self.method_names:
            self.method_names |= names
            self.session.forget_lookups()

    def _learn(self, cls: ClassInfo) -> None:
        if not cls.methods.keys() <= self.method_names:
            self.method_names |= cls.methods.keys()
            self.session.forget_lookups()

    def clear(self) -> None:
        """``clear classes``: forget what was read from files and evaluated."""
        for name in (*self.files, *self.declared):
            self.infos.pop(name, None)
        for name in self.files:
            self.declared.pop(name, None)
        self.files.clear()

    # ------------------------------------------------------------------ functions by name

    def function(self, name: str, functions: Any) -> Function | None:
        """What a name (also ``Class.member``) means because of a class of a cell or of MATLAB; None otherwise."""
        if name in self.declared and name not in self.files:
            return ClassFunction(self, self.get(name, functions))  # type: ignore[arg-type]
        return None

    def constructor(self, path: str, name: str) -> Function:
        """The constructor of the class in a file."""
        return ClassFunction(self, self.load(path, name))  # type: ignore[arg-type]

    def file_function(self, name: str, functions: Any) -> Function | None:
        """The constructor of a class in files or of MATLAB, or a member of any class."""
        found = self.get(name, functions) if name not in builtins() else None
        if found is not None:
            return ClassFunction(self, found)
        head, _, last = name.rpartition(".")
        cls = self.get(head, functions) if head else None
        return self.member_function(cls, last) if cls is not None else None

    def member_function(self, cls: ClassInfo, name: str) -> Function | None:
        """``Class.name`` as a callable: static method, constant, enumeration member, ``empty``."""
        method = cls.methods.get(name)
        if method is not None:
            if method.abstract:
                raise MatlabError(f"Cannot call abstract method '{name}' of class '{cls.name}'.", "MATLAB:class:abstractMethodCall")

            def run(nargout: int, *arguments: Any) -> tuple[Any, ...]:
                access.check_method(method, cls)
                return method.function(nargout, *arguments)

            return run
        if name in cls.member_nodes:
            return self._reading(lambda: self.member(cls, name))
        prop = cls.properties.get(name)
        if prop is not None:
            return self._reading(lambda: self._constant_of(cls, prop))
        if name == "empty":
            return lambda nargout, *sizes: (native.empty(self, cls, sizes),)
        if name == "fromName" and cls.name == "meta.class":
            return lambda nargout, given: (self.metaclass(given.text if hasattr(given, "text") else given.array.item(0)),)

        def missing(nargout: int, *arguments: Any) -> tuple[Any, ...]:
            text = f"The class {cls.name} has no Constant property or Static method named '{name}'."
            raise MatlabError(text, "MATLAB:subscripting:classHasNoPropertyOrMethod")

        return missing

    def _reading(self, get: Callable[[], Any]) -> Function:
        def read(nargout: int, *subscripts: Any) -> tuple[Any, ...]:
            value = get()
            return self.session.reader.index_values(nargout, value, *subscripts) if subscripts else (value,)

        return read

    def _constant_of(self, cls: ClassInfo, prop: Property) -> Any:
        if not prop.constant:
            raise MatlabError(
                f"The property '{prop.name}' in class '{cls.name}' must be accessed from a class instance because it is not a "
                "Constant property.",
                "MATLAB:class:InstanceRequired",
            )
        if not access.allowed(prop.get_access, prop.owner, access.calling_class()):
            raise access.get_prohibited(cls, prop.name)
        return self.constant(prop)

    def overloaded(self, name: str, found: Function | None) -> Function | None:
        """``found`` preceded by the methods of that name of the objects among the arguments."""
        if name not in self.method_names or isinstance(found, ClassFunction):
            return found
        if found is not None and found is self.session.calls.builtin(name):
            return found

        def call(nargout: int, *arguments: Any) -> tuple[Any, ...]:
            for argument in arguments:
                if isinstance(argument, ObjectValue) and (name in argument.cls.methods or found is None):
                    return self.call(name, nargout, arguments)
            if found is not None:
                return found(nargout, *arguments)
            return self.session.unknown(name)(nargout, *arguments)

        return call

    # ------------------------------------------------------------------ methods

    def dispatched(self, cls: ClassInfo, name: str) -> Any:
        """The method (of the protocol of ``values.objects``) that a builtin's name means for objects of a class, or None."""
        try:
            return cls.dispatched[name]
        except KeyError:
            pass
        found: Any = None
        method = cls.methods.get(name)
        if (method is not None and not method.static) or self.default_method(cls, name) is not None or self._undefined(name):

            def found(call: Any, *arguments: Any) -> tuple[Any, ...]:
                return self.call(name, call.nargout, arguments)

        cls.dispatched[name] = found
        return found

    @staticmethod
    def _undefined(name: str) -> bool:
        """Whether objects have no such function unless their class defines it."""
        record = builtins().get(name)
        return name in access.OPERATORS or (record is not None and record.trait in _NUMERIC_TRAITS)

    def call(self, name: str, nargout: int, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """``name(arguments)`` by the method of the dominant object, else by what all objects can do."""
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
            access.check_method(method, chosen.cls)
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
            self.session.write(self.text(arguments[0]))
            return ()
        return self.plain(name, nargout, arguments)

    def default_method(self, cls: ClassInfo, name: str) -> Function | None:
        """What objects of a class can do without defining it: move elements, compare handles, convert enumerations."""
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
            self.session.write(self.text(arguments[0]))
            return ()
        if method_name in builtins():
            return self.plain(method_name, nargout, arguments)
        raise access.no_member(cls, method_name)

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
                value = prop.owner.unit.evaluate(prop.node.default)
                values[prop.name] = prop.check(value) if prop.check is not None else value
            else:
                bare = prop.node.sizes is None and prop.node.matlab_class is None
                values[prop.name] = self.empty if bare else default_of(self, prop.node)
        return values[prop.name]

    constant = default_value

    def member(self, cls: ClassInfo, name: str) -> Any:
        """An enumeration member."""
        return enumerations.member(self, cls, name)

    def data(self, value: ObjectValue) -> Any:
        """The built-in value of objects whose class derives from a built-in one."""
        return native.data(self, value)

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
        made = type(value)(value.cls, values)
        if isinstance(value, Handle) and value.dynamic:
            made.dynamic = {}
            for name in value.dynamic:
                made.values.pop(name, None)
        return made

    def packed(self, variables: dict[str, Any]) -> dict[str, Any]:
        """Variables as they are saved: objects as structures."""
        saver = Saver(self)
        return {name: saver.packed(value) if has_objects(value) else value for name, value in variables.items()}

    def unpacked(self, variables: dict[str, Any]) -> dict[str, Any]:
        """Variables as they are after loading."""
        loader = Loader(self)
        return {name: loader.unpacked(value) for name, value in variables.items()}

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
        return self.meta.of(cls) if cls is not None else self.arrays.empty(self.get("meta.class"), (0, 0))  # type: ignore[arg-type]

    # ------------------------------------------------------------------ the end of handle objects

    def delete(self, nargout: int, value: ObjectValue) -> tuple[Any, ...]:
        for element in value.elements:
            if isinstance(element, Handle) and element.valid:
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
            self.session.write_error(f"Warning: The following error was caught while executing '{value.cls.name}' class destructor:\n{error}\n")
        finally:
            self.destroying.discard(id(value))
            value.invalidate()


def _stamp(path: str, in_folder: bool) -> tuple[Any, ...]:
    """What tells that a class file, or a file of its class folder, has changed."""
    if not in_folder:
        return (os.stat(path).st_mtime_ns,)
    folder = os.path.dirname(path)
    return tuple((name, os.stat(os.path.join(folder, name)).st_mtime_ns) for name in sorted(os.listdir(folder)) if name.endswith(".m"))


__all__ = ["ClassTable", "ClassUnit", "Instance", "ObjectArray"]
