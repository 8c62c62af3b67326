"""The classes that MATLAB brings along (handle, the mixins, event data) and what every object can do."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np

from ...base.errors import MatlabError
from ...builtins.argument_errors import too_many_inputs
from ...builtins.conditions import Questions, conditions
from ...builtins.registry import builtins, stating
from ...builtins.spec import Fact
from ...values.classes import DTYPES
from ...values.containers import CellArray, StructArray, object_array
from ...values.convert import as_array, is_text, text_of, to_value
from ...values.text import StringArray
from . import described, display, enumerations, events, handle_order, set_get, test_sources, testing
from .definition import ClassInfo, Method, NativeFunction, Property
from .instances import Instance, ObjectValue, elements_array, object_value

DATA = "$data"
"""The key under which an object of a class derived from a built-in one keeps its value."""
Function = Callable[..., tuple[Any, ...]]

_METADATA = {
    "MetaData": (),
    "Class": ("Name", "Description", "DetailedDescription", "Hidden", "Sealed", "Abstract", "Enumeration", "ConstructOnLoad",
              "HandleCompatible", "InferiorClasses", "Namespace", "Aliases", "ContainingPackage", "RestrictsSubclassing", "PropertyList",
              "MethodList", "EventList", "EnumerationMemberList", "SuperclassList"),
    "Property": ("Name", "Description", "DetailedDescription", "GetAccess", "SetAccess", "Dependent", "Constant", "Abstract",
                 "Transient", "Hidden", "GetObservable", "SetObservable", "AbortSet", "NonCopyable", "GetMethod", "SetMethod",
                 "HasDefault", "DefaultValue", "DefiningClass", "Validation"),
    "Method": ("Name", "Description", "DetailedDescription", "Access", "Static", "Abstract", "Sealed", "ExplicitConversion",
               "Hidden", "InputNames", "OutputNames", "DefiningClass"),
    "Event": ("Name", "Description", "DetailedDescription", "Hidden", "NotifyAccess", "ListenAccess", "DefiningClass"),
    "EnumerationMember": ("Name", "Description", "DetailedDescription"),
    "Validation": ("Class", "Size", "ValidatorFunctions"),
    "ArrayDimension": (),
    "FixedDimension": ("Length",),
    "UnrestrictedDimension": (),
    "Namespace": ("Name", "Description", "DetailedDescription", "ClassList", "FunctionList", "InnerNamespaces", "ParentNamespace",
                  "PackageList", "ContainingPackage"),
}  # fmt: skip
"""The classes of ``matlab.metadata`` and their properties."""
OLD_NAMES = {
    f"meta.{old}": f"matlab.metadata.{new}"
    for old, new in {
        "class": "Class", "property": "Property", "method": "Method", "event": "Event", "EnumeratedValue": "EnumerationMember",
        "package": "Namespace", "MetaData": "MetaData", "DynamicProperty": "DynamicProperty", "Validation": "Validation",
        "ArrayDimension": "ArrayDimension", "FixedDimension": "FixedDimension", "UnrestrictedDimension": "UnrestrictedDimension",
    }.items()
}  # fmt: skip
"""The names of these classes before R2024a, which still mean them."""
_HANDLES = {
    "handle": (), "dynamicprops": ("handle",), "hgsetget": ("handle",), "matlab.mixin.SetGet": ("handle",),
    "matlab.mixin.SetGetExactNames": ("handle",), "matlab.mixin.Copyable": ("handle",), "event.EventData": ("handle",),
    "event.PropertyEvent": ("event.EventData",), "event.listener": ("handle",), "event.proplistener": ("event.listener",),
    **{f"matlab.metadata.{kind}": ("matlab.metadata.MetaData",) for kind in _METADATA},
    **{f"matlab.metadata.{kind}": ("handle",) for kind in ("MetaData", "Validation", "ArrayDimension")},
    **{f"matlab.metadata.{kind}": ("matlab.metadata.ArrayDimension",) for kind in ("FixedDimension", "UnrestrictedDimension")},
    "matlab.metadata.DynamicProperty": ("matlab.metadata.Property",), testing.BASE: ("handle",),
}  # fmt: skip
_VALUES = (
    "matlab.mixin.Heterogeneous", "matlab.mixin.CustomDisplay", "matlab.mixin.CustomCompactDisplayProvider", "matlab.mixin.Scalar",
    "matlab.mixin.indexing.RedefinesParen", "matlab.mixin.indexing.RedefinesBrace", "matlab.mixin.indexing.RedefinesDot",
    "matlab.mixin.indexing.OverridesPublicDotMethodCall", "matlab.mixin.internal.Scalar", "matlab.mixin.util.PropertyGroup",
    "matlab.indexing.IndexingOperation",
)  # fmt: skip
_PROPERTIES = {
    "event.EventData": ("Source", "EventName"),
    "event.PropertyEvent": ("AffectedObject",),
    "event.listener": ("Source", "EventName", "Callback", "Enabled", "Recursive"),
    "event.proplistener": ("Object",),
    "matlab.indexing.IndexingOperation": ("Type", "Indices", "Name"),
    "matlab.mixin.util.PropertyGroup": ("Title", "PropertyList", "NumProperties"),
    **{f"matlab.metadata.{kind}": names for kind, names in _METADATA.items()},
}  # fmt: skip
SOURCES = {
    **test_sources.SOURCES,
    "matlab.lang.OnOffSwitchState": "classdef OnOffSwitchState < logical\nenumeration\noff (false), on (true)\nend\nend\n",
}
"""Classes that are written in the language itself."""
_DYNAMIC = ("GetAccess", "SetAccess", "Hidden", "Transient", "GetMethod", "SetMethod", "NonCopyable", "AbortSet", "SetObservable")
"""The attributes of a dynamic property that a program may set."""


_LISTENERS = ("event.listener", "event.proplistener")


def make(table: Any, name: str) -> ClassInfo | None:
    """The ClassInfo of a class of MATLAB, or None."""
    if name not in _HANDLES and name not in _VALUES:
        return None
    supers = [table.get(parent) for parent in _HANDLES.get(name, ())]
    cls = ClassInfo(name, table, supers=supers, is_handle=name in _HANDLES, construct_native=lambda table, value, arguments: value)
    cls.properties.update({prop: _property(cls, prop) for prop in _PROPERTIES.get(name, ())})
    for method, function in _methods(table, name).items():
        access = "protected" if method == "copyElement" or name == "matlab.mixin.CustomDisplay" else "public"
        cls.methods[method] = Method(method, cls, NativeFunction(function), access)
    _add_statics(table, cls)
    if name in _LISTENERS:
        cls.construct_native = lambda table, value, arguments: table.events.add(*arguments, kept=False)
        cls.constructor = NativeFunction(lambda nargout, *arguments: arguments)
    elif name == "matlab.mixin.util.PropertyGroup":
        cls.construct_native = _property_group
        cls.constructor = NativeFunction(lambda nargout, *arguments: arguments)
    for parent in supers:
        inherited = parent.properties
        if name == "matlab.metadata.DynamicProperty":
            inherited = {prop: Property(prop, cls, set_access="public" if prop in _DYNAMIC else "private") for prop in inherited}
        cls.properties = {**cls.properties, **inherited}
        cls.methods = {**parent.methods, **cls.methods}
    cls.handle_compatible = True
    cls.finish()
    cls.ancestors += tuple(old for old, new in OLD_NAMES.items() if cls.derives_from(new) and old not in cls.ancestors)
    return cls


def _property(cls: ClassInfo, name: str) -> Property:
    listens = cls.name in _LISTENERS
    writable = listens and name in ("Enabled", "Recursive", "Callback")
    member = Property(name, cls, set_access="public" if writable else "private", hidden=name in ("ContainingPackage", "PackageList"))
    if writable:
        member.check = events.checked(name)
    if listens and name in ("Source", "Object"):
        member.getter = NativeFunction(events.source if name == "Source" else events.objects)
    return member


def _add_statics(table: Any, cls: ClassInfo) -> None:
    if cls.name == "matlab.mixin.CustomDisplay":
        for name, function in display.custom_statics(table).items():
            cls.methods[name] = Method(name, cls, NativeFunction(function), "protected", static=True, hidden=True)
    if cls.name == testing.BASE:
        interactive = NativeFunction(lambda nargout, *_arguments: testing.interactive(table))
        cls.methods["forInteractiveUse"] = Method("forInteractiveUse", cls, interactive, static=True)


def built_in(table: Any, name: str) -> ClassInfo | None:
    """A built-in class as a superclass: objects keep its value."""
    if name not in DTYPES and name not in ("string", "cell", "struct"):
        return None
    cls = ClassInfo(name, table, data_class=name, construct_native=_construct_data)
    cls.finish()
    return cls


def _construct_data(table: Any, value: Instance, arguments: tuple[Any, ...]) -> Instance:
    name = value.cls.data_class
    if arguments:
        value.values[DATA] = table.session.calls.operator(name)(1, *arguments)[0]
    elif DATA not in value.values:
        value.values[DATA] = to_value(np.zeros((1, 1) if value.cls.member_nodes else (0, 0), DTYPES.get(name or "double", np.float64)))
    return value


def _property_group(table: Any, value: Instance, arguments: tuple[Any, ...]) -> Instance:
    """``PropertyGroup(list, title)``."""
    value.values.update(zip(("PropertyList", "Title"), arguments, strict=False))
    return value


def _methods(table: Any, name: str) -> dict[str, Function]:
    """The methods of a class of MATLAB, written in Python."""
    if name == "matlab.mixin.Copyable":
        return {"copy": lambda nargout, value: (copy(table, value),), "copyElement": lambda nargout, value: (table.copy(value),)}
    if name in ("matlab.mixin.SetGet", "hgsetget", "matlab.mixin.SetGetExactNames"):
        return {
            "set": lambda nargout, *arguments: set_get.set_properties(table, nargout, *arguments),
            "get": lambda nargout, *arguments: set_get.get_properties(table, nargout, *arguments),
        }
    if name == "dynamicprops":
        return {"addprop": lambda nargout, value, arguments: (table.meta.add_property(value, text_of(arguments)),)}
    if name == "matlab.metadata.Class":
        return table.meta.comparisons()
    if name == "matlab.metadata.Validation":
        return described.methods()
    if name == testing.BASE:
        return testing.methods(table)
    if name == "matlab.mixin.CustomDisplay":
        return display.custom_methods(table)
    return {}


def copy(table: Any, value: ObjectValue) -> Any:
    """``copy`` of matlab.mixin.Copyable: ``copyElement`` of each element."""
    from .instances import object_value

    array = elements_array(value)
    copies = np.empty(array.shape, object, order="F")
    for position in np.ndindex(array.shape):
        element: Any = array[position]
        copies[position] = element.cls.methods["copyElement"].function(1, element)[0]
    return object_value(value.cls, copies)


def as_structure(table: Any, value: ObjectValue) -> StructArray:
    """``struct(obj)``: all properties, whoever may see them."""
    cls = value.cls
    if not cls.old_style:
        text = (
            "Calling STRUCT on an object prevents the object from hiding its implementation details and should thus be avoided. "
            "Use DISP or DISPLAY to see the visible public details of an object. See 'help struct' for more information."
        )
        table.session.feval("warning", (to_value("MATLAB:structOnObject"), to_value(text)), 0)
    fields = tuple(prop.name for prop in cls.properties.values())
    records = [{prop.name: table.members.value_of(element, prop) for prop in cls.properties.values()} for element in value.elements]
    if cls.old_style:
        fields = tuple(dict.fromkeys(name for element in value.elements for name in element.values))
        records = [dict(element.values) for element in value.elements]
    return StructArray(object_array(records, value.shape), fields)


# --- what every object can do ---------------------------------------------------------------------------------------


def default_method(table: Any, cls: ClassInfo, name: str) -> Function | None:
    """``function(nargout, *arguments)`` for what objects of a class can do without a method of their own, or None."""
    for methods in (_array_method, _enumeration_method, _object_method, _data_method):
        function = methods(table, cls, name)
        if function is not None:
            return function
    return None


def _array_method(table: Any, cls: ClassInfo, name: str) -> Function | None:
    """A function that moves, joins or counts the elements of an array of objects."""
    if name in stating(Fact.MOVES):
        return lambda nargout, *arguments: table.arrays.moved(name, nargout, *arguments)
    if name in ("horzcat", "vertcat") or name in _SIZE_QUESTIONS:
        function = _by_size_and_cat(table, cls, name)
        if function is not None:
            return function
    methods: dict[str, Function] = {
        "horzcat": lambda nargout, *arguments: (table.arrays.concatenate(2, arguments),),
        "vertcat": lambda nargout, *arguments: (table.arrays.concatenate(1, arguments),),
        "cat": lambda nargout, dim, *arguments: (table.arrays.concatenate(int(dim), arguments),),
    }
    return methods.get(name)


def _enumeration_method(table: Any, cls: ClassInfo, name: str) -> Function | None:
    """A function of the names of an enumeration's members."""
    if not cls.member_nodes:
        return None
    if name in ("char", "string", "cellstr"):
        return lambda nargout, value, *rest: (enumerations.text_conversion(name, value),)
    if name in ("eq", "ne"):
        return lambda nargout, a, b: (enumerations.compare(table, name == "eq", a, b),)
    if name in stating(Fact.TEXTS):
        return lambda nargout, *values: table.plain(name, nargout, tuple(_as_text(item) for item in values))
    if name in enumerations.SETS or (name == "sort" and cls.data_class is not None):
        return lambda nargout, *values: enumerations.arranged(table, cls, name, nargout, values)
    if name == "ismember":
        return lambda nargout, a, b: table.plain(name, nargout, (_as_text(a), _as_text(b)))
    return None


def _object_method(table: Any, cls: ClassInfo, name: str) -> Function | None:
    """A function that every object has, or every handle."""
    if name == "struct":
        return lambda nargout, *values: (as_structure(table, values[0]),) if len(values) == 1 else table.plain("struct", nargout, values)
    if name in ("subsref", "subsasgn"):
        return lambda nargout, *values: table.overloads.builtin(name, nargout, *values)
    return _handle_method(table, cls, name) if cls.is_handle else None


def _data_method(table: Any, cls: ClassInfo, name: str) -> Function | None:
    """A function of the data of objects that derive from a built-in class."""
    if cls.data_class is None:
        return None
    if name == "validateattributes":
        return lambda nargout, value, classes, *rest: table.plain(name, nargout, (*_of_own_class(value, classes), *rest))
    if name not in builtins() or name in stating(Fact.OBJECTS):
        return None
    return lambda nargout, *values: table.session.calls.operator(name)(
        nargout, *(table.data(item) if isinstance(item, ObjectValue) and item.cls.data_class else item for item in values)
    )


def _by_size_and_cat(table: Any, cls: ClassInfo, name: str) -> Function | None:
    """Questions about the size, where a class has a ``size`` of its own; concatenation by the ``cat`` of classes of RedefinesParen."""
    redefined = cls.derives_from("matlab.mixin.indexing.RedefinesParen")
    if name in ("horzcat", "vertcat"):
        if not redefined:
            return None
        join = cls.methods.get("cat")
        return (lambda nargout, *arguments: join.function(1, 2.0 if name == "horzcat" else 1.0, *arguments)) if join is not None else None
    size = cls.methods.get("size")
    if size is None or (name == "numel" and not redefined):
        return None

    def answer(nargout: int, value: Any, *rest: Any) -> tuple[Any, ...]:
        if rest:
            raise too_many_inputs(name)
        extents = as_array(size.function(1, value)[0]).astype(float).ravel().tolist()
        return (to_value(_SIZE_QUESTIONS[name](extents)),)

    return answer


_SIZE_QUESTIONS: dict[str, Callable[[list[float]], bool | float]] = {
    "numel": math.prod,
    "isempty": lambda extents: 0 in extents,
    "length": lambda extents: 0.0 if 0 in extents else max(extents),
    "ndims": lambda extents: float(max(len(extents), 2)),
    "isscalar": lambda extents: math.prod(extents) == 1,
    "isvector": lambda extents: len(extents) == 2 and 1 in extents,
    "isrow": lambda extents: len(extents) == 2 and extents[0] == 1,
    "iscolumn": lambda extents: len(extents) == 2 and extents[1] == 1,
    "ismatrix": lambda extents: len(extents) == 2,
}
"""Answers that follow from the size that a class reports, which need not be a real one (``Inf``)."""


class _Handles(Questions):
    """The questions of conditions to handle objects: about their public properties, methods and events, and of their classes."""

    more: ClassVar[Mapping[str, Callable[[Any, str], bool]]] = {
        "-class": lambda element, name: name == element.cls.name,
        "-isa": lambda element, name: name in (element.cls.name, *element.cls.ancestors),
        "-method": lambda element, name: name in element.cls.methods and element.cls.methods[name].access == "public",
        "-event": lambda element, name: name in element.cls.events,
    }

    def property(self, element: Instance, name: str) -> Any:
        return element.cls.table.members.shown(element).get(name)


def _find_objects(table: Any, value: ObjectValue, arguments: tuple[Any, ...]) -> Any:
    """``findobj(H, conditions)``: the objects of ``H`` for which they hold, each once, as a column; nothing is below them."""
    rest = list(arguments)
    while rest and is_text(rest[0]) and text_of(rest[0]).lower() in ("flat", "-depth"):
        del rest[: 1 if text_of(rest[0]).lower() == "flat" else 2]
    test = conditions(_Handles(table.session), rest)
    matches = [element for element in dict.fromkeys(value.elements) if test(element)]
    if not matches:
        return table.arrays.empty(value.cls, (0, 1))
    return object_value(value.cls, object_array(matches, (len(matches), 1)))


def _handle_method(table: Any, cls: ClassInfo, name: str) -> Function | None:
    if name in handle_order.RELATIONS:
        return lambda nargout, a, b: (handle_order.compared(table, name, a, b),)
    if name == "delete":
        return table.delete
    if name == "isvalid":
        return lambda nargout, value: (_each(value, lambda element: element.valid and id(element) not in table.destroying),)
    if name == "notify":
        return lambda nargout, value, event, *data: table.events.notify_by_name(value, text_of(event), *data)
    if name in ("addlistener", "listener"):
        return lambda nargout, value, *rest: (table.events.add(value, *rest, kept=name == "addlistener"),)
    if name == "findobj":
        return lambda nargout, value, *conditions: (_find_objects(table, value, conditions),)
    if name == "findprop":
        return lambda nargout, value, arguments: (table.meta.find_property(value, text_of(arguments)),)
    if name in stating(Fact.SETS):
        return lambda nargout, *arguments: _set_of_handles(table, cls, name, nargout, arguments)
    return None


def _set_of_handles(table: Any, cls: ClassInfo, name: str, nargout: int, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """A function of sets, by numbers that handles get in the order in which they are first met."""
    known: dict[int, Instance] = {}
    numbered = []
    for value in arguments:
        if isinstance(value, ObjectValue):
            for element in value.elements:
                known.setdefault(id(element), element)
            places = {key: k + 1.0 for k, key in enumerate(known)}
            array = elements_array(value)
            value = to_value(np.array([places[id(e)] for e in array.ravel(order="F")]).reshape(array.shape, order="F"))
        numbered.append(value)
    first, *more = table.session.calls.operator(name)(max(nargout, 1), *numbered)
    if name == "ismember":
        return (first, *more)
    objects, numbers = list(known.values()), as_array(first)
    picked = object_array([objects[int(n) - 1] for n in numbers.ravel(order="F")], numbers.shape)
    return (object_value(cls, picked), *more)


def _of_own_class(value: Any, classes: Any) -> tuple[Any, Any]:
    """The numbers of an object and the classes that they may be: any, where the object's own class is among those asked for."""
    if not isinstance(value, ObjectValue):
        return value, classes
    asked = {text_of(item) for item in classes.array.flat} if type(classes) is CellArray else set()
    own = {value.cls.name, *value.cls.ancestors} & asked
    return value.cls.table.data(value), CellArray.of([]) if own else classes


def _as_text(value: Any) -> Any:
    if isinstance(value, ObjectValue):
        return StringArray(enumerations.names_array(value)) if value.cls.member_nodes else value
    return value


def _each(value: ObjectValue, test: Callable[[Any], bool]) -> Any:
    array = elements_array(value)
    result = np.empty(array.shape, np.bool_, order="F")
    for position in np.ndindex(array.shape):
        result[position] = test(array[position])
    return to_value(result)


def empty(table: Any, cls: ClassInfo, sizes: tuple[Any, ...]) -> Any:
    """``Class.empty(m, n, ...)``."""
    if "empty" in cls.methods:
        return cls.methods["empty"].function(1, *sizes)[0]
    numbers = [int(n) for size in sizes for n in as_array(size).ravel(order="F")]
    if len(numbers) == 1:
        numbers *= 2
    shape = tuple(numbers) or (0, 0)
    if 0 not in shape:
        raise MatlabError("At least one dimension must be zero.", "MATLAB:class:emptyMustBeZero")
    return table.arrays.empty(cls, shape)


def by_elements(value: ObjectValue) -> ObjectValue:
    """An object that was made of an array of numbers as an array of objects, as which it is indexed and joined.

    One with properties stays what it is: its class has to say what its elements are.
    """
    if not isinstance(value, Instance) or value.values.keys() != {DATA} or value.cls.is_handle:
        return value
    numbers = as_array(value.values[DATA])
    if numbers.size == 1:
        return value
    elements = np.empty(numbers.shape, object)
    for position in np.ndindex(numbers.shape):
        elements[position] = Instance(value.cls, {DATA: to_value(numbers[position])})
    return object_value(value.cls, np.asfortranarray(elements))


def data(table: Any, value: ObjectValue) -> Any:
    """The built-in value of objects: one object's own, several side by side in their shape."""
    if isinstance(value, Instance):
        return value.values[DATA]
    from ...values.indexing import like

    arrays = [as_array(element.values[DATA]).reshape(-1) for element in value.elements]
    if not arrays:
        return to_value(np.zeros(value.shape, DTYPES.get(value.cls.data_class or "double", np.float64)))
    return like(value.elements[0].values[DATA], np.concatenate(arrays).reshape(value.shape, order="F"))
