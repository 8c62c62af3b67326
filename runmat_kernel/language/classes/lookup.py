"""Finding classes: those of cells, of MATLAB, of files and class folders; redefinition; ``Class.member``."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from ...base.errors import MatlabError, MatlabSyntaxError
from ...builtins.registry import builtins
from ...syntax import ast as m
from ...values.convert import text_of
from . import access, native
from .build import ClassBuilder, class_unit
from .definition import ClassInfo, Property

Function = Callable[..., tuple[Any, ...]]


class ClassFunction:
    """A class name that is called as a function: the constructor; ``member(name)`` for ``Name.member``."""

    __slots__ = ("cls", "table")

    def __init__(self, table: Any, cls: ClassInfo) -> None:
        self.table, self.cls = table, cls

    def __call__(self, nargout: int, *arguments: Any) -> tuple[Any, ...]:
        name = self.cls.name
        if name in self.table.method_names and self.table.means_method(name, arguments):  # a method comes before a constructor
            return self.table.call(name, nargout, arguments)
        return self.table.constructors.values(self.cls, arguments, nargout)

    def member(self, name: str) -> Function | None:
        return self.table.member_function(self.cls, name)


class Lookup:
    """The part of a ClassTable that knows which classes there are.

    ``declared`` holds what builds a class when it is first used, ``infos`` the built ones, ``files`` the state of the
    files that classes were read from, ``method_names`` all names that may be methods.
    """

    session: Any
    metaclass: Callable[[str], Any]
    metapackage: Callable[[str], Any]
    member: Callable[[ClassInfo, str], Any]
    constant: Callable[[Property], Any]
    old_style: Any
    constructors: Any
    infos: dict[str, ClassInfo]
    declared: dict[str, Callable[[], ClassInfo]]
    files: dict[str, tuple[tuple[Any, ...], str]]
    method_names: set[str]

    # ------------------------------------------------------------------ finding

    def get(self, name: str, functions: Any = None) -> ClassInfo | None:
        """The class of a name: of a cell, of MATLAB, of a file that ``functions`` (a FunctionTable) sees; None: there is none."""
        name = native.OLD_NAMES.get(name, name)
        if name in self.declared and name not in self.infos:
            self.infos[name] = self.declared[name]()
            self._learn(self.infos[name])
        info = self.infos.get(name)
        if info is not None and name not in self.files:
            return info
        if info is None and (native_class := native.make(self, name)) is not None:
            self.infos[name] = native_class
            self.method_names.update(native_class.methods)
            return native_class
        if info is None and name in native.SOURCES:
            self._define_from(native.SOURCES[name], name)
            return self.get(name)
        return self._from_files(name, getattr(functions, "folder", None)) or info

    def superclass(self, name: str, functions: Any) -> ClassInfo | None:
        """As ``get``, and the built-in classes that classes can derive from."""
        return self.get(name, functions) or native.built_in(self, name)

    def _from_files(self, name: str, folder: str | None) -> ClassInfo | None:
        for path in self._candidates(name, folder):
            info = self.load(path, name)
            if info is not None:
                return info
        return None

    def _candidates(self, name: str, folder: str | None) -> list[str]:
        paths = []
        for path in (self.session.path.constructor(name), self.session.path.find(name, folder)):
            if path is not None:
                paths.append(path)
        return paths

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
                    base = self._method_file(full, other[:-2])
                    if base.program.functions:
                        first, *rest = base.program.functions
                        builder.files.append((first, class_unit(self.session, base, rest, of_session=False)))
        return builder.build()

    def _method_file(self, path: str, name: str) -> Any:
        """The unit of a method's file; where that is not MATLAB, of a function that says so when it is called: the class can be used."""
        try:
            return self.session.file_unit(path, name)
        except MatlabSyntaxError as error:
            assert error.span is not None
            place = f"Error: File: {os.path.basename(path)} Line: {error.span.line} Column: {error.span.column}"
            text = f"{place}\n{error.message}".replace("'", "''").replace("\n", "', newline, '")
            body = f"function varargout = {name}(varargin)\nerror('{error.identifier}', '%s', ['{text}']);\nend\n"
            return self.session.text_unit(body, name)

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

    def _define_from(self, text: str, name: str) -> None:
        """A class of MATLAB that is written in its own language."""
        unit = self.session.text_unit(text, name)
        node = unit.program.classes[0]
        self.declared[name] = lambda: ClassBuilder(self, node, name, class_unit(self.session, unit, (), of_session=False)).build()
        self._learn_names(node)

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
        """The constructor of a class of a cell or of a class folder, which come before all functions; None otherwise."""
        if name in self.declared and name not in self.files:
            return ClassFunction(self, self.get(name, functions))  # type: ignore[arg-type]
        folder = self.session.path.find_class_folder(name)
        path = os.path.join(folder, name.rpartition(".")[2] + ".m") if folder is not None else ""
        return ClassFunction(self, info) if os.path.isfile(path) and (info := self.load(path, name)) is not None else None

    def constructor(self, path: str, name: str) -> Function:
        """The constructor of the class in a file."""
        return ClassFunction(self, self.load(path, name))  # type: ignore[arg-type]

    def file_function(self, name: str, functions: Any) -> Function | None:
        """The constructor of a class in files or of MATLAB, or a member of any class."""
        info = self.get(name, functions) if name not in builtins() else None
        if info is not None:
            return ClassFunction(self, info)
        head, _, last = name.rpartition(".")
        cls = self.get(head, functions) if head else None
        return self.member_function(cls, last) if cls is not None else None

    def member_function(self, cls: ClassInfo, name: str) -> Function | None:
        """``Class.name`` as a callable: static method, constant, enumeration member, ``empty``."""
        method = cls.methods.get(name)
        if method is not None and method.static:
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
        if name == "fromName" and cls.name == "matlab.metadata.Class":
            return lambda nargout, name: (self.metaclass(text_of(name)),)
        if name == "fromName" and cls.name == "matlab.metadata.Namespace":
            return lambda nargout, name: (self.metapackage(text_of(name)),)

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


def _stamp(path: str, in_folder: bool) -> tuple[Any, ...]:
    """A stamp that differs when a class file, or a file of its class folder, has changed."""
    if not in_folder:
        return (os.stat(path).st_mtime_ns,)
    folder = os.path.dirname(path)
    return tuple((name, os.stat(os.path.join(folder, name)).st_mtime_ns) for name in sorted(os.listdir(folder)) if name.endswith(".m"))
