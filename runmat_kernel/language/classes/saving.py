"""Objects in files: turned into structures when saved, made again when loaded, with ``saveobj`` and ``loadobj``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import prod
from typing import Any

import numpy as np

from ...base.errors import Damaged, MatlabError
from ...syntax.tokens import is_name
from ...values import packing
from ...values.containers import CellArray, StructArray, object_array
from ...values.convert import as_array, text_of, to_value
from ...values.functions import FunctionHandle
from ...values.stored import StoredFunction, UnknownObject
from ...values.text import CharArray
from ..calls import undefined
from . import enumerations
from .instances import Handle, Instance, ObjectValue, object_value
from .kept import NotKept, decoded, encoded, is_kept
from .native import DATA

CLASS, SIZE, OBJECTS, NUMBER = "objectClass__", "objectSize__", "objects__", "objectNumber__"
"""Fields of the structure that stands for objects in a file."""
PARTS = "objectParts__"
"""Field of the structure that stands for a time, a categorical array or a table."""
HELD = "objectHeld__"
"""Field of the structure that stands for an object of a class that is written in Python."""


class Saver:
    """One ``save``: a handle object that is met twice is written once and referred to by its number."""

    def __init__(self, table: Any) -> None:
        self.table = table
        self.numbers: dict[int, int] = {}

    def packed(self, value: Any) -> Any:
        """The value with objects as structures, also inside cells and structures."""
        if isinstance(value, ObjectValue):
            items = [self._object(element) for element in value.elements]
            return StructArray.scalar({
                CLASS: CharArray.row(value.cls.name),
                SIZE: to_value(np.array([value.shape], np.float64)),
                OBJECTS: CellArray.of(items),
            })  # fmt: skip
        if type(value) is FunctionHandle:
            return self._function(value)
        if isinstance(value, packing.PACKED):
            parts = {name: self.packed(item) for name, item in packing.packed(value).items()}
            return StructArray.scalar({CLASS: CharArray.row(value.matlab_class), PARTS: StructArray.scalar(parts)})
        if is_kept(value):
            try:
                return StructArray.scalar({CLASS: CharArray.row(value.matlab_class), HELD: encoded(value, self.packed)})
            except NotKept:
                return value
        if type(value) is CellArray:
            return CellArray(object_array([self.packed(item) for item in value.array.ravel(order="F")], value.shape))
        if type(value) is StructArray:
            items = [{name: self.packed(item[name]) for name in value.fields} for item in value.array.ravel(order="F")]
            return StructArray(object_array(items, value.shape), value.fields)
        return value

    def _function(self, value: FunctionHandle) -> Any:
        """A handle as its text and the values that it keeps."""
        names = list(value.captured)
        parts = {
            "text": CharArray.row(value.text),
            "names": CellArray.of([CharArray.row(n) for n in names], (1, len(names))),
            "values": CellArray.of([self.packed(value.captured[n]) for n in names], (1, len(names))),
        }
        return StructArray.scalar({CLASS: CharArray.row("function_handle"), PARTS: StructArray.scalar(parts)})

    def _object(self, value: Instance) -> Any:
        name = CharArray.row(value.cls.name)
        if value.cls.member_nodes:
            return StructArray.scalar({CLASS: name, "member": CharArray.row(enumerations.name_of(value))})
        number = 0
        if isinstance(value, Handle):
            if id(value) in self.numbers:
                return StructArray.scalar({CLASS: name, NUMBER: float(self.numbers[id(value)])})
            number = self.numbers[id(value)] = len(self.numbers) + 1
        method = value.cls.methods.get("saveobj")
        if method is not None:
            saved = method.function(1, value)[0]
            if not isinstance(saved, Instance):
                return StructArray.scalar({CLASS: name, NUMBER: float(number), "saved": self.packed(saved)})
            value = saved
        kept = {p.key: p.name for p in value.cls.properties.values() if not (p.transient or p.constant or p.dependent)}
        contents = {kept.get(key, key): self.packed(item) for key, item in value.values.items() if key in kept or value.cls.old_style}
        numbers = {"numbers": self.packed(value.values[DATA])} if DATA in value.values else {}
        return StructArray.scalar({CLASS: name, NUMBER: float(number), "values": StructArray.scalar(contents), **numbers})


@contextmanager
def _whole() -> Iterator[None]:
    """While a record of a file becomes a value: one whose parts are not there, or are others, is damaged."""
    try:
        yield
    except (LookupError, AttributeError, TypeError, ValueError) as error:
        raise Damaged("the parts of a value are damaged") from error


class Loader:
    """One ``load``."""

    def __init__(self, table: Any) -> None:
        self.table = table
        self.handles: dict[int, Any] = {}

    def unpacked(self, value: Any) -> Any:
        """The value with objects made again."""
        if isinstance(value, UnknownObject):
            return self._stored(value)
        if isinstance(value, StoredFunction):
            return self._made(value.text, {name: self.unpacked(item) for name, item in value.kept.items()})
        if type(value) is StructArray:
            if OBJECTS in value.fields and value.numel == 1:
                return self._objects(value.array.item(0))
            if HELD in value.fields and value.numel == 1:
                with _whole():
                    return decoded(value.array.item(0)[HELD], self.unpacked)
            if PARTS in value.fields and value.numel == 1:
                return self._of_parts(value.array.item(0))
            items = [{name: self.unpacked(item[name]) for name in value.fields} for item in value.array.ravel(order="F")]
            return StructArray(object_array(items, value.shape), value.fields)
        if type(value) is CellArray:
            return CellArray(object_array([self.unpacked(item) for item in value.array.ravel(order="F")], value.shape))
        return value

    def _of_parts(self, record: dict[str, Any]) -> Any:
        """A value of a class of the language that files hold as a structure of its parts."""
        with _whole():
            name, contents = record[CLASS].text, _contents(record[PARTS])
        parts = {name: self.unpacked(item) for name, item in contents.items()}
        with _whole():
            return self._function(parts) if name == "function_handle" else packing.unpacked(name, parts)

    def _function(self, parts: dict[str, Any]) -> Any:
        names = [text_of(name) for name in parts["names"].array.ravel(order="F")]
        return self._made(text_of(parts["text"]), dict(zip(names, parts["values"].array.ravel(order="F"), strict=True)))

    def _made(self, text: str, kept: dict[str, Any]) -> FunctionHandle:
        """A handle from its text and the values that it keeps; nothing of it runs.

        A text that is no handle (nested functions are written ``outer/inner``) gives one that fails when it is called.
        """
        variables = {name: value for name, value in kept.items() if is_name(name)}
        try:
            return self.table.session.handle(text if text.startswith("@") else "@" + text, variables)
        except MatlabError:
            self._warn(
                "MATLAB:dispatcher:UnresolvedFunctionHandle", f"Could not find appropriate function on path loading function handle {text}"
            )
            return FunctionHandle(text, text, _absent(text))

    def _warn(self, identifier: str, text: str) -> None:
        self.table.session.feval("warning", tuple(map(CharArray.row, (identifier, "%s", text))), 0)

    def _class(self, name: str) -> Any:
        """The class of a name in a file.  A name that no program can spell, such as a path, is none."""
        return self.table.get(name) if all(is_name(part) for part in name.split(".")) else None

    def _stored(self, value: UnknownObject) -> Any:
        """Objects that MATLAB wrote: where their class is not known here, the numbers that stand for them, as MATLAB gives them."""
        if self.table.describes:
            return value
        cls = self._class(value.matlab_class)
        if cls is None:
            text = (
                f"Variable originally saved as a {value.matlab_class} cannot be instantiated as an object and will be read in as a uint32."
            )
            self._warn("MATLAB:load:cannotInstantiateLoadedVariable", text)
            return to_value(value.numbers.astype(np.uint32)[:, None])
        items = []
        for element in value.elements:
            kept = {name: self.unpacked(item) for name, item in element.items()}
            packed = {CLASS: CharArray.row(cls.name), NUMBER: 0.0, "values": StructArray.scalar(kept)}
            items.append(self._object(packed))
        return object_value(cls, object_array(items, value.shape)) if len(items) != 1 else items[0]

    def _objects(self, record: dict[str, Any]) -> Any:
        with _whole():
            shape = tuple(int(n) for n in as_array(record[SIZE]).ravel())
            if self.table.describes:
                return UnknownObject(record[CLASS].text, shape, [], np.zeros(0))
            cls = self._class(record[CLASS].text)
            if cls is None:
                raise _no_class(record[CLASS].text)
            contents = record[OBJECTS]
            records = [item.array.item(0) for item in contents.array.ravel(order="F")] if type(contents) is CellArray else []
            if len(records) != prod(shape):
                raise Damaged("an array of objects does not fit its size")
        array = np.empty(len(records), object)
        array[:] = items = [self._object(item) for item in records]
        if any(not isinstance(item, Instance) for item in items):
            return items[0] if len(items) == 1 else CellArray(array.reshape(shape, order="F"))
        return object_value(cls, array.reshape(shape, order="F"))

    def _object(self, record: dict[str, Any]) -> Any:
        with _whole():
            cls = self._class(record[CLASS].text)
            if cls is None:
                raise _no_class(record[CLASS].text)
            if "member" in record:
                return self.table.member(cls, record["member"].text)
            number = int(record[NUMBER])
            if number in self.handles:  # later records of a handle object have its number alone
                return self.handles[number]
            values = _contents(record["values"]) if "saved" not in record else {}
        hook = cls.methods.get("loadobj")
        if "saved" in record:
            saved = self.unpacked(record["saved"])
            loaded = hook.function(1, saved)[0] if hook is not None else saved
        else:
            loaded = self.table.constructors.fresh(cls)
            if number:
                self.handles[number] = loaded
            for name, item in values.items():
                prop = cls.properties.get(name)
                if prop is not None or cls.old_style:
                    loaded.values[prop.key if prop is not None else name] = self.unpacked(item)
            if "numbers" in record:
                loaded.values[DATA] = self.unpacked(record["numbers"])
            loaded = hook.function(1, loaded)[0] if hook is not None else loaded
        if number:
            self.handles[number] = loaded
        return loaded


def _absent(text: str) -> Callable[..., tuple[Any, ...]]:
    """The function of a handle whose function does not exist."""

    def target(nargout: int, *arguments: Any) -> tuple[Any, ...]:
        raise undefined(text)

    return target


def _no_class(name: str) -> MatlabError:
    return MatlabError(f"Cannot load an object of class '{name}': its definition was not found.", "MATLAB:load:classNotFound")


def _contents(value: Any) -> dict[str, Any]:
    return value.array.item(0) if type(value) is StructArray and value.numel else {}


def has_objects(value: Any) -> bool:
    """Whether a value holds objects of classes."""
    if isinstance(value, (ObjectValue, FunctionHandle, *packing.PACKED)) or is_kept(value):
        return True
    if type(value) is CellArray:
        return any(has_objects(item) for item in value.array.flat)
    if type(value) is StructArray:
        return any(has_objects(item[name]) for item in value.array.flat for name in value.fields)
    return False
