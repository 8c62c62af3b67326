"""Classes that take over indexing: ``subsref``/``subsasgn``, and the methods of matlab.mixin.indexing."""

from __future__ import annotations

import math
from typing import Any

from ...base.errors import MatlabError
from ...values.containers import CellArray, StructArray, object_array
from ...values.convert import as_array, numel_of, text_of
from ...values.indexing import COLON
from ...values.subscripts import resolve
from ...values.tensor import Tensor
from ...values.text import CharArray, StringArray
from . import access
from .definition import ClassInfo
from .instances import Instance, ObjectValue, Steps, object_value

_TYPES = {"(": "()", "{": "{}", ".": "."}
_KINDS = {"()": "(", "{}": "{", ".": "."}
_OPERATION = "matlab.indexing.IndexingOperation"


class Overloads:
    """Overloaded indexing for the objects of a session.

    ``subsref`` and ``subsasgn`` are for code outside the class; the methods of the indexing mixins also for code inside,
    and those for dots only where the name is no property or method that may be used here.
    """

    def __init__(self, table: Any) -> None:
        self.table = table

    # ------------------------------------------------------------------ reading and writing

    def read(self, value: ObjectValue, steps: Steps, k: int, nargout: int) -> tuple[tuple[Any, ...], int] | None:
        """The values of all the steps from ``k`` on by the class's methods, or None where they do not apply."""
        methods = value.cls.methods
        if "subsref" in methods and not access.within(value.cls):
            rest = structure(steps[k:])
            if nargout < 2 and (count := methods.get("numArgumentsFromSubscript")) is not None:
                nargout = _count(count.function(1, value, rest, _reading(nargout)))
            elif steps[k][0] == "{" and nargout < 2 and methods["subsref"].source.nargout < 0:
                nargout = max(nargout, self._contents(value, steps[k][1]))
            return methods["subsref"].function(nargout, value, rest)[: max(nargout, 1)], len(steps)
        name = self._mixin(value, steps[k], "Reference")
        if name is None:
            return None
        operations = self.operations(steps[k:])
        count = methods.get(name.replace("Reference", "ListLength"))
        if nargout < 2 and count is not None and (len(steps) > k + 1 or steps[k][0] != "("):
            nargout = _count(count.function(1, value, operations, _reading(nargout)))
        else:
            nargout = max(nargout, 1)
        return methods[name].function(nargout, value, operations), len(steps)

    @staticmethod
    def _contents(value: ObjectValue, subscripts: tuple[Any, ...]) -> int:
        """How many values ``value{subscripts}`` asks for: what ``numel(value, subscripts)`` says."""
        own = value.cls.methods.get("numel")
        if own is not None:
            taken = own.source.nargin
            return _count(own.function(1, value, *_cell(subscripts).array.flat)) if taken < 0 or taken > len(subscripts) else 1
        shape = (value.numel,) if len(subscripts) == 1 else value.shape
        extents = (*shape, *[1] * len(subscripts))
        plain = (float, bool, Tensor)  # a text is one key
        return math.prod(
            extent if s is COLON else resolve(s, extent, None).count if type(s) in plain else 1
            for s, extent in zip(subscripts, extents, strict=False)
        )

    def list_length(self, value: Any, operations: Any, where: Any) -> float:
        """How many values ``value.(operations)`` has: what the class says, else what indexing gives."""
        steps = tuple(operation.values["$step"] for operation in operations.elements)
        if isinstance(value, ObjectValue) and (name := self._mixin(value, steps[0], "Reference")) is not None:
            count = value.cls.methods.get(name.replace("Reference", "ListLength"))
            if count is not None:
                return float(_count(count.function(1, value, operations, where)))
        try:
            return float(len(self.table.session.reader.path(value, steps, 1)))
        except MatlabError:
            if text_of(where) != "Assignment":
                raise
            return float(math.prod(numel_of(s) for s in steps[-1][1] if s is not COLON)) if steps[-1][0] == "{" else 1.0

    def write(self, value: ObjectValue, steps: Steps, k: int, *rhs: Any) -> Any:
        """The value after assigning to all the steps from ``k`` on by the class's methods, or None where they do not apply."""
        methods = value.cls.methods
        if self.takes_assignments(value):
            return methods["subsasgn"].function(1, value, structure(steps[k:]), *rhs)[0]
        name = self._mixin(value, steps[k], "Assign")
        if name is None:
            return None
        return methods[name].function(1, value, self.operations(steps[k:]), *rhs)[0]

    @staticmethod
    def told_index(value: ObjectValue, subscripts: tuple[Any, ...]) -> Any:
        """``value(subscripts)`` by the class's ``subsref``, whoever asks; None where it has none."""
        own = value.cls.methods.get("subsref")
        return own.function(1, value, structure((("(", subscripts),)))[0] if own is not None else None

    @staticmethod
    def told_assign(value: ObjectValue, subscripts: tuple[Any, ...], rhs: Any) -> Any:
        """``value(subscripts) = rhs`` by the class's ``subsasgn``, whoever asks; None where it has none."""
        own = value.cls.methods.get("subsasgn")
        return own.function(1, value, structure((("(", subscripts),)), rhs)[0] if own is not None else None

    @staticmethod
    def takes_assignments(value: ObjectValue) -> bool:
        """Whether assignments and deletions by the running code are calls of the class's ``subsasgn``."""
        return "subsasgn" in value.cls.methods and not access.within(value.cls)

    def places(self, value: ObjectValue, steps: Steps) -> int | None:
        """How many values an assignment to the steps takes, where the class says it."""
        name = self._mixin(value, steps[0], "Assign")
        count = value.cls.methods.get(name.replace("Assign", "ListLength")) if name is not None else None
        if count is None or (len(steps) == 1 and steps[0][0] == "("):
            return None
        return _count(count.function(1, value, self.operations(steps), _context("Assignment")))

    def delete(self, value: ObjectValue, subscripts: tuple[Any, ...]) -> Any:
        return value.cls.methods["parenDelete"].function(1, value, self.operations((("(", subscripts),)))[0]

    def _mixin(self, value: ObjectValue, step: tuple[str, Any], ending: str) -> str | None:
        kind, what = step
        methods = value.cls.methods
        name = {"(": "paren", "{": "brace", ".": "dot"}[kind] + ending
        if name not in methods:
            return None
        if kind == "." and self._known(value.cls, what):
            return None
        return name

    @staticmethod
    def _known(cls: ClassInfo, name: str) -> bool:
        caller = access.calling_class()
        member = cls.properties.get(name)
        if member is not None:
            return access.allowed(member.get_access, member.owner, caller)
        method = cls.methods.get(name)
        return method is not None and access.allowed(method.access, method.owner, caller)

    # ------------------------------------------------------------------ operations as objects

    def operations(self, steps: Steps) -> Any:
        """The steps as a row of matlab.indexing.IndexingOperation objects."""
        cls = self.table.get(_OPERATION)
        operations = [self._operation(cls, kind, what) for kind, what in steps]
        return object_value(cls, object_array(operations))

    def _operation(self, cls: ClassInfo, kind: str, what: Any) -> Instance:
        empty = self.table.empty
        name = {"(": "Paren", "{": "Brace", ".": "Dot"}[kind]
        values = {"Type": CharArray.row(name), "Indices": empty, "Name": empty, "$step": (kind, what)}
        if kind == ".":
            values["Name"] = CharArray.row(what)
        else:
            values["Indices"] = _cell(what)
        return Instance(cls, values)

    # ------------------------------------------------------------------ builtin subsref and subsasgn

    def builtin(self, name: str, nargout: int, value: Any, substruct: Any, *rest: Any) -> tuple[Any, ...]:
        """``builtin('subsref', obj, S)``: indexing as if the class did not take it over."""
        steps = steps_of(substruct)
        if name == "subsref":
            return self.table.session.reader.path(value, steps, nargout)
        return (self.table.writer.set_path(steps, rest[0], value),)


def _context(name: str) -> StringArray:
    """A matlab.indexing.IndexingContext."""
    return StringArray(object_array([name]))


def _reading(nargout: int) -> StringArray:
    return _context("Expression" if nargout else "Statement")


def _count(answer: tuple[Any, ...]) -> int:
    return int(as_array(answer[0]).flat[0])


def _cell(subscripts: tuple[Any, ...]) -> CellArray:
    return CellArray.of([CharArray.row(":") if s is COLON else s for s in subscripts])


def structure(steps: Steps) -> StructArray:
    """The steps as MATLAB's struct array with fields ``type`` and ``subs``."""
    fields = [{"type": CharArray.row(_TYPES[kind]), "subs": CharArray.row(what) if kind == "." else _cell(what)} for kind, what in steps]
    return StructArray(object_array(fields), ("type", "subs"))


def steps_of(substruct: Any) -> Steps:
    """Steps from a struct array with fields ``type`` and ``subs``."""
    if type(substruct) is not StructArray or not {"type", "subs"} <= set(substruct.fields):
        raise MatlabError("The second argument must be a structure with fields 'type' and 'subs'.", "MATLAB:subsArgNotStruct")
    steps: list[tuple[str, Any]] = []
    for item in substruct.array.ravel(order="F"):
        kind = _KINDS.get(text_of(item["type"]))
        if kind is None:
            raise MatlabError("The 'type' field must be '()', '{}' or '.'.", "MATLAB:subsTypeMustBeSquigglyOrSmooth")
        if kind == ".":
            steps.append((kind, text_of(item["subs"])))
        else:
            steps.append((kind, tuple(COLON if _is_colon(s) else s for s in item["subs"].array.ravel(order="F"))))
    return tuple(steps)


def _is_colon(value: Any) -> bool:
    return type(value) is CharArray and value.shape == (1, 1) and value.text == ":"


def expanded(steps: Steps, k: int) -> Steps:
    """``obj.(operations)``: the steps with the operations in place."""
    return (*steps[:k], *(operation.values["$step"] for operation in steps[k][1].elements), *steps[k + 1 :])
