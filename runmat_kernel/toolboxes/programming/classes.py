"""Asking about classes and objects: methods, properties, events, enumerations; handle objects and listeners."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from ...base.errors import MatlabError
from ...builtins.element_values import cellstr_column
from ...builtins.methods_only import method_only
from ...builtins.registry import builtins
from ...builtins.spec import Effect, ErrorCase, Example, Fact, builtin
from ...builtins.texts import strings
from ...values.convert import class_of, is_text, text_of
from ...values.objects import HostObject


def _info(call: Any, value: Any) -> Any:
    """The ClassInfo of an object, or of the class that a text names; None where there is no such class."""
    if is_text(value):
        return call.session.classes.get(text_of(value), call.session.caller_functions())
    return getattr(value, "cls", None)


def _name(value: Any) -> str:
    return text_of(value) if is_text(value) else class_of(value)


def _visible(items: Any) -> list[Any]:
    return [item for item in items if not item.hidden]


def _method_names(info: Any) -> list[str]:
    names = [x.name for x in _visible(info.methods.values()) if x.access == "public"]
    if info.constructor is not None or not info.abstract:
        names.append(info.short_name)
    if info.is_handle:
        names += "addlistener delete eq findobj findprop ge gt isvalid le listener lt ne notify".split()
    if info.member_nodes:
        names += "char cellstr eq ne string".split()
    return sorted(set(names))


def _public(methods: Iterable[str]) -> list[str]:
    return sorted(name for name in methods if not name.startswith("_"))


def _native_methods(value: Any) -> list[str]:
    """The methods of an object whose class is written in Python, or of such a class by its name."""
    if isinstance(value, HostObject):
        return _public(value.methods)
    wanted = _name(value)
    builtins().get(wanted)  # the module that makes objects of the class has the class itself
    known = list(HostObject.__subclasses__())
    for cls in known:
        if cls.matlab_class == wanted:
            return _public(cls.methods)
        known += cls.__subclasses__()
    return []


@builtin(
    "methods",
    "m = methods(obj)",
    "methods(obj)",
    "m = methods(className)",
    summary="The public methods of an object or a class.",
    examples=(Example("m = methods('containers.Map'); all(ismember({'isKey', 'keys', 'remove', 'values'}, m))", "true"),),
    facts=Fact.OBJECTS,
)
def methods(call, value, *ignored):
    info = _info(call, value)
    names = _native_methods(value) if info is None else _method_names(info)
    if call.nargout:
        return cellstr_column(names)
    own = names if info is None or not info.is_handle else [n for n in names if n in info.methods or n == info.short_name]
    static = [n for n in own if info is not None and n in info.methods and info.methods[n].static]
    if not own:
        call.write(f"\nNo class '{_name(value)}'.\n\n")
        return None
    width = max(map(len, own)) + 2
    call.write(f"\nMethods for class {_name(value)}:\n\n{_in_columns([n for n in own if n not in static], width)}\n")
    if static:
        call.write(f"Static methods:\n\n{_in_columns(static, width)}\n")
    if info is not None and info.is_handle:
        call.write(f"Call \"methods('handle')\" for methods of {_name(value)} inherited from handle.\n\n")
    return None


def _in_columns(names: list[str], width: int) -> str:
    """Names in columns of that width, filled one column after the other."""
    rows = math.ceil(len(names) / max(80 // width, 1))
    return "".join("".join(name.ljust(width) for name in names[k::rows]) + "\n" for k in range(rows))


@builtin(
    "properties",
    "p = properties(obj)",
    "properties(obj)",
    "p = properties(className)",
    summary="The public properties of an object or a class.",
    facts=Fact.OBJECTS,
)
def properties(call, value):
    info = _info(call, value)
    if info is not None and not isinstance(value, HostObject):
        names = [p.name for p in _visible(info.properties.values()) if p.get_access == "public" and not p.abstract]
    else:
        names = value.property_names() if isinstance(value, HostObject) else []
    if call.nargout:
        return cellstr_column(names)
    listed = "".join(f"    {name}\n" for name in names)
    call.write(f"\nProperties for class {_name(value)}:\n\n{listed}\n" if names else f"\nNo properties for class {_name(value)}.\n\n")
    return None


@builtin("events", "e = events(obj)", "events(obj)", "e = events(className)", summary="The events of a class.")
def events(call, value):
    info = _info(call, value)
    names = [e.name for e in _visible(info.events.values()) if e.listen_access == "public"] if info is not None else []
    if info is not None and info.is_handle:
        names.append("ObjectBeingDestroyed")
    if call.nargout:
        return cellstr_column(names)
    call.write(f"\nEvents for class {_name(value)}:\n\n" + "".join(f"    {name}\n" for name in names) + "\n")
    return None


@builtin(
    "ismethod",
    "tf = ismethod(obj, name)",
    summary="Whether an object has a method.",
    examples=(Example("ismethod(1, 'plus')", "false"),),
    facts=Fact.OBJECTS,
)
def ismethod(call, value, name):
    info = _info(call, value)
    if info is not None:
        method = info.methods.get(text_of(name))
        return (method is not None and method.access == "public" and not method.hidden) or text_of(name) in _method_names(info)
    return isinstance(value, HostObject) and value.method(text_of(name)) is not None


@builtin("superclasses", "s = superclasses(obj)", "s = superclasses(className)", summary="Names of the superclasses of a class.")
def superclasses(call, value):
    info = _info(call, value)
    names = list(info.ancestors) if info is not None else list(getattr(value, "superclasses", ()))
    if call.nargout:
        return cellstr_column(names)
    listed = "".join(f"    {name}\n" for name in names)
    title = f"Superclasses for class {_name(value)}:\n\n" if names else f"No superclasses for class {_name(value)}.\n"
    call.write(f"\n{title}{listed}\n")
    return None


@builtin("metaclass", "mc = metaclass(obj)", summary="The meta.class object of an object's class.", facts=Fact.OBJECTS)
def metaclass(call, value):
    info = getattr(value, "cls", None)
    return call.session.classes.meta.of(info) if info is not None else call.session.classes.metaclass(class_of(value))


@builtin(
    "enumeration",
    "enumeration(className)",
    "m = enumeration(className)",
    "[m, s] = enumeration(className)",
    summary="Members of an enumeration class and their names.",
    facts=Fact.OBJECTS,
)
def enumeration(call, value):
    info = _info(call, value)
    if info is None:
        raise MatlabError(f"Class '{_name(value)}' does not exist.", "MATLAB:class:UndefinedClass")
    table, names = call.session.classes, list(info.member_nodes)
    if not call.nargout:
        call.write(f"\nEnumeration members for class '{info.name}':\n\n" + "".join(f"    {name}\n" for name in names) + "\n")
        return None
    members = [table.member(info, name) for name in names]
    column = table.arrays.concatenate(1, members) if members else table.arrays.empty(info, (0, 1))
    return column, cellstr_column(names)


def _context(package: str, name: str) -> Any:
    @builtin(
        f"matlab.{package}.IndexingContext.{name}",
        f"c = matlab.{package}.IndexingContext.{name}",
        summary="A place where an indexing expression stands.",
        hidden=True,
    )
    def function(call):
        return strings([name], (1, 1))

    return function


CONTEXTS = tuple(_context(package, name) for package in ("indexing", "mixin.util") for name in ("Statement", "Expression", "Assignment"))


@builtin(
    "listLength", "n = listLength(obj, indexOp, indexContext)", summary="How many values an indexing operation gives or takes.", hidden=True
)
def list_length(call, value, operations, context):
    if class_of(operations) != "matlab.indexing.IndexingOperation":
        raise call.undefined(value)
    return call.session.classes.overloads.list_length(value, operations, context)


@builtin("event.hasListener", "tf = event.hasListener(obj, eventName)", summary="Whether somebody listens to an event.", hidden=True)
def has_listener(call, value, name):
    return call.session.classes.events.heard(value, text_of(name))


@builtin(
    "isenum", "tf = isenum(A)", summary="Whether a value is an enumeration.", examples=(Example("isenum(1)", "false"),), facts=Fact.OBJECTS
)
def isenum(call, value):
    info = getattr(value, "cls", None)
    return bool(info is not None and info.member_nodes)


# --- events and dynamic properties: methods of handle classes; these stand for values that are none -------------------


def _handle_only(name: str, usage: str, summary: str):
    return method_only(name, usage, summary, errors=(ErrorCase(f"{name}(1, 'a', 'b')", "MATLAB:UndefinedFunction"),))


handle_methods = (
    _handle_only("notify", "notify(obj, eventName, data)", "Tell the listeners of an event.").stating(Fact.OBJECTS, effect=Effect.CODE),
    _handle_only(
        "addlistener", "L = addlistener(obj, eventName, ..., callback)", "Have a function called at an event of a handle object."
    ).stating(Fact.OBJECTS, effect=Effect.CODE),
    _handle_only("listener", "L = listener(obj, eventName, ..., callback)", "A listener that lives as long as its variable."),
    _handle_only("addprop", "p = addprop(obj, name, ...)", "Add a property to one object of a dynamicprops class."),
    method_only(
        "copy",
        "c = copy(obj)",
        "A copy of an object of a class of matlab.mixin.Copyable.",
        errors=(ErrorCase("copy(1)", "MATLAB:UndefinedFunction"),),
    ),
    _handle_only("findprop", "p = findprop(obj, name, ...)", "The meta.property of a property."),
)


@builtin("inferiorto", "inferiorto(className, ...)", summary="Let the methods of other classes come before this one's.", hidden=True)
def inferiorto(call, *names):
    call.session.classes.old_style.rank([text_of(name) for name in names], below=True)


@builtin(
    "superiorto", "superiorto(className, ...)", summary="Let the methods of this class come before those of other classes.", hidden=True
)
def superiorto(call, *names):
    call.session.classes.old_style.rank([text_of(name) for name in names], below=False)
