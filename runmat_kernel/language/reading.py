"""Reading values in generated code: ``x(i)``, ``c{i}``, ``s.f`` and chains of them.

The functions named with a digit are the short paths for scalar subscripts; all others go to ``values.indexing``.
"""

from __future__ import annotations

from typing import Any

from ..accel.fast_operators import reader as small_reader
from ..accel.fast_operators import tensor
from ..base.errors import MatlabError
from ..values.containers import CellArray, StructArray
from ..values.convert import numel_of, shape_of
from ..values.functions import FunctionHandle
from ..values.indexing import COLON, cell_get, field_get, index
from ..values.objects import HostObject, OddName, PositionName
from ..values.tensor import Tensor
from ..values.text import CharArray, StringArray
from .classes.instances import Handle, Instance, ObjectValue
from .classes.overloads import expanded

_MOST_RUN = 2.0**31
"""Positions that any vector here may have."""


class Undefined:
    """The marker in a Python local whose MATLAB variable is not set."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<undefined>"


UNDEFINED: Any = Undefined()


class Unfinished:
    """The start of a chain whose object takes over indexing: it is handed the whole chain, once the last step is known."""

    __slots__ = ("root", "steps")

    def __init__(self, root: Any, step: tuple[str, Any]) -> None:
        self.root: Any = root.root if type(root) is Unfinished else root
        self.steps: tuple[tuple[str, Any], ...] = (*root.steps, step) if type(root) is Unfinished else (step,)


class Reader:
    """Reading with a session at hand: handles and methods are called through ``calls``."""

    def __init__(self, calls: Any, engine: Any) -> None:
        self.calls, self.engine = calls, engine
        self.of_small, self.least = small_reader(engine), engine.settings.defer_elements

    # ------------------------------------------------------------------ parentheses

    def index1(self, value: Any, i: Any, _: Any = None) -> Any:
        if type(i) is float:
            if type(value) is Tensor:
                array = value._array
                if array is not None and 0.0 < i <= array.size:
                    k = int(i)
                    if k == i:
                        shape = array.shape
                        item = array.item(k - 1) if len(shape) == 2 and (shape[0] == 1 or shape[1] == 1) else array.T.item(k - 1)
                        kind = type(item)
                        if kind is bool or (kind is float and array.itemsize == 8):
                            return item
            elif type(value) is float and i == 1.0:
                return value
            elif type(value) is CharArray:
                text = value.text
                if text.isascii() and 1.0 <= i <= len(text) and (k := int(i)) == i:
                    return CharArray.row(text[k - 1])
        return self.index(value, i)

    def run(self, value: Any, start: Any, stop: Any) -> Any:
        """``value(start:stop)`` of a small real vector or a row of ASCII characters, without a range; None for all else."""
        if type(start) is not float or type(stop) is not float or not 1.0 <= start < stop < _MOST_RUN:
            return None
        first, last = int(start), int(stop)
        if first != start or last != stop:
            return None
        if type(value) is Tensor:
            array = value._array
            if array is None or array.ndim != 2 or not last <= array.size < self.least or array.dtype.char not in "d?":
                return None
            if array.shape[0] == 1:
                return tensor(array[:, first - 1 : last].copy("F"), value.matlab_class)
            return tensor(array[first - 1 : last].copy("F"), value.matlab_class) if array.shape[1] == 1 else None
        if type(value) is CharArray and value.is_row:
            text = value.text
            return CharArray.row(text[first - 1 : last]) if last <= len(text) and text.isascii() else None
        return None

    def index2(self, value: Any, i: Any, j: Any, _: Any = None) -> Any:
        if type(i) is type(j) is float and type(value) is Tensor:
            array = value._array
            if array is not None and array.ndim == 2 and i > 0.0 and j > 0.0:
                try:
                    r, c = int(i), int(j)
                    if r == i and c == j:
                        item = array.item(r - 1, c - 1)
                        if (type(item) is float and array.itemsize == 8) or type(item) is bool:
                            return item
                except (IndexError, OverflowError):
                    pass
        return self.index(value, i, j)

    def index(self, value: Any, *subscripts: Any) -> Any:
        """``value(subscripts)`` where one value is wanted."""
        if type(value) is Tensor:
            element = self.of_small(value, subscripts)
            if element is None:
                element = self.engine.read(value, subscripts)
            return element if element is not None else index(value, subscripts)
        if isinstance(value, (FunctionHandle, HostObject)):
            element = self.index_values(1, value, *subscripts)
            if not element:
                raise no_value()
            return element[0]
        return index(value, subscripts)

    def index_values(self, nargout: int, value: Any, *subscripts: Any) -> tuple[Any, ...]:
        """``value(subscripts)`` as outputs: a handle is called."""
        if type(value) is FunctionHandle:
            return self.calls.call_handle(value, nargout, tuple(as_argument(s) for s in subscripts))
        if isinstance(value, HostObject) and value.reads_steps:
            return value.read_steps((("(", subscripts),), 0, nargout)[0]
        if isinstance(value, HostObject):
            if value.is_function:
                return self.calls.call_method(value.method("feval"), "feval", nargout, (value, *map(as_argument, subscripts)))
            return (value.index(subscripts),)
        if type(value) is Tensor:
            return (self.index(value, *subscripts),)
        return (index(value, subscripts),)

    # ------------------------------------------------------------------ braces and fields

    def content1(self, value: Any, i: Any) -> Any:
        """``value{i}`` where one value is wanted."""
        if type(value) is CellArray and type(i) is float:
            array = value.array
            if 1.0 <= i <= array.size:
                k = int(i)
                if k == i:
                    shape = array.shape
                    return array.item(k - 1) if len(shape) == 2 and (shape[0] == 1 or shape[1] == 1) else array.T.item(k - 1)
        return single(self.contents(value, i))

    def first_content(self, value: Any, i: Any) -> Any:
        """The first value of ``value{i}``."""
        if type(i) is float and type(value) is CellArray:
            return self.content1(value, i)
        return first(self.contents(value, i))

    def content(self, value: Any, *subscripts: Any) -> Any:
        """``value{subscripts}`` where one value is wanted."""
        return single(self.contents(value, *subscripts))

    def contents(self, value: Any, *subscripts: Any) -> tuple[Any, ...]:
        if type(value) is Unfinished:
            return self.path(value.root, (*value.steps, ("{", subscripts)), 1)
        if isinstance(value, HostObject):
            return tuple(value.cell_index(subscripts))
        return tuple(cell_get(value, subscripts))

    def field(self, value: Any, name: str) -> Any:
        """``value.name`` where one value is wanted."""
        if type(value) is StructArray and value.array.size == 1:
            try:
                return value.array.item(0)[name]
            except KeyError:
                pass
        elif (type(value) is Instance or type(value) is Handle) and name in value.cls.open_reads and name in value.values:
            return value.values[name]
        return single(self.fields(value, name, 1))

    def first_field(self, value: Any, name: str) -> Any:
        """The first value of ``value.name``."""
        kind = type(value)
        if kind is Instance or kind is Handle or (kind is StructArray and value.array.size == 1):
            return self.field(value, name)
        return first(self.fields(value, name, 1))

    def inner_content(self, value: Any, *subscripts: Any) -> Any:
        """``value{subscripts}`` where more steps follow."""
        if type(value) is not CellArray and takes_chains(value):
            return Unfinished(value, ("{", subscripts))
        return self.content1(value, *subscripts) if len(subscripts) == 1 else self.content(value, *subscripts)

    def inner_field(self, value: Any, name: str) -> Any:
        """``value.name`` where more steps follow."""
        if type(value) is StructArray and value.array.size == 1:
            try:
                return value.array.item(0)[name]
            except KeyError:
                pass
        return Unfinished(value, (".", name)) if takes_chains(value) else self.field(value, name)

    def fields(self, value: Any, name: str, nargout: int) -> tuple[Any, ...]:
        if type(value) is Unfinished:
            return self.path(value.root, (*value.steps, (".", name)), nargout)
        if isinstance(value, HostObject):
            if value.reads_steps:
                return value.read_steps(((".", name),), 0, nargout)[0]
            method = value.dot_method(name)
            if method is not None:
                return self.calls.call_method(method, name, nargout, (value,))
            return value.listed_property(name)
        return tuple(field_get(value, name))

    # ------------------------------------------------------------------ chains

    def path(self, value: Any, steps: tuple[tuple[str, Any], ...], nargout: int) -> tuple[Any, ...]:
        """``value`` followed by steps; only the last step may give other than one value."""
        k, last = 0, len(steps) - 1
        while k <= last:
            kind, what = steps[k]
            wanted = nargout if k == last else 1
            if kind == "." and not isinstance(what, str):
                steps = expanded(steps, k)
                last = len(steps) - 1
                continue
            if isinstance(value, HostObject) and value.reads_steps:
                values, following = value.read_steps(steps, k, nargout)
                k = following - 1
            elif kind == "(":
                if type(value) is StructArray and k < last and (value_of_field := _field_of_one(value, what, *steps[k + 1])) is not None:
                    values = (value_of_field,)
                    k += 1
                else:
                    values = self.index_values(wanted, value, *what)
            elif kind == "{":
                values = self.contents(value, *what)
            elif isinstance(value, HostObject) and k < last and steps[k + 1][0] == "(" and value.dot_method(what) is not None:
                arguments = (value, *(as_argument(s) for s in steps[k + 1][1]))
                wanted = nargout if k + 1 == last else 1
                values = self.calls.call_method(value.method(what), what, wanted, arguments)
                k += 1
            elif (
                isinstance(value, HostObject)
                and k < last
                and steps[k + 1][0] == "("
                and (part := value.property_part(what, steps[k + 1][1])) is not None
            ):
                values = (part,)
                k += 1
            else:
                values = self.fields(value, what, wanted)
                if isinstance(value, HostObject) and k < last and steps[k + 1][0] != ".":
                    steps = (*steps[: k + 1], (steps[k + 1][0], value.located(what, steps[k + 1][1])), *steps[k + 2 :])
            if k >= last:
                return values
            if len(values) != 1:
                raise not_one(len(values))
            value = values[0]
            k += 1
        return (value,)

    def named_path(self, value: Any, name: str, functions: Any, steps: tuple[tuple[str, Any], ...], nargout: int) -> tuple[Any, ...]:
        """A chain whose root may be a variable, a function, a package or a class."""
        if value is not UNDEFINED:
            return self.path(value, steps, nargout)
        function, steps = self._rooted(name, functions, steps)
        if steps and steps[0][0] == "(":
            arguments = tuple(as_argument(s) for s in steps[0][1])
            if len(steps) == 1:
                return function(nargout, *arguments)
            return self.path(function(1, *arguments)[0], steps[1:], nargout)
        return self.path(function(1)[0], steps, nargout) if steps else function(nargout)

    @staticmethod
    def _rooted(name: str, functions: Any, steps: tuple[tuple[str, Any], ...]) -> tuple[Any, tuple[tuple[str, Any], ...]]:
        """The function that a dotted name (``containers.Map``, ``pkg.sub.f``) or a plain name means, and the steps left."""
        if name == "py":  # what a step means depends on the object before it
            return functions[name], steps
        find = getattr(functions, "lookup", functions.get)
        dotted, k = name, 0
        while k < len(steps) and steps[k][0] == "." and isinstance(steps[k][1], str):
            dotted += "." + steps[k][1]
            k += 1
            function = find(dotted)
            if function is not None:
                return Reader._member(function, steps[k:])
        return functions[name], steps

    @staticmethod
    def _member(function: Any, steps: tuple[tuple[str, Any], ...]) -> tuple[Any, tuple[tuple[str, Any], ...]]:
        """``pkg.Class.name``: the member of the class, where the function is a class's constructor."""
        member = getattr(function, "member", None)
        if member is not None and steps and steps[0][0] == ".":
            value_of_member = member(steps[0][1])
            if value_of_member is not None:
                return value_of_member, steps[1:]
        return function, steps

    def peek_path(self, value: Any, steps: tuple[tuple[str, Any], ...], name: str, functions: Any) -> Any:
        """The value that ``end`` asks about: of a variable if it exists, ``[]`` where there is none yet."""
        if value is UNDEFINED:
            if steps and name:
                try:
                    return single(self.named_path(value, name, functions, steps, 1))
                except MatlabError:
                    return _EMPTY
            return _EMPTY
        try:
            return single(self.path(value, steps, 1))
        except MatlabError:
            return _EMPTY


_EMPTY = CellArray.of([], (0, 0))


def takes_chains(value: Any) -> bool:
    """Whether a value reads the steps behind it itself: an object with subsref or the like, or the start of its chain."""
    return type(value) is Unfinished or (isinstance(value, HostObject) and value.takes_chains)


def _field_of_one(value: StructArray, subscripts: tuple[Any, ...], kind: str, name: Any) -> Any:
    """``value(i).name`` for a number ``i``, without making a structure of the element; None for the general path."""
    if kind != "." or type(name) is not str or len(subscripts) != 1 or type(subscripts[0]) is not float:
        return None
    i = subscripts[0]
    if not 1.0 <= i <= value.array.size or not i.is_integer():
        return None
    return value.array.T.item(int(i) - 1).get(name)


def as_argument(subscript: Any) -> Any:
    """A bare colon given to a function is the text ':'."""
    return CharArray.row(":") if subscript is COLON else subscript


def end(value: Any, position: int, count: int) -> float:
    """``end`` at a position (from 0) among ``count`` subscripts; 0 for a variable that does not exist yet."""
    if value is UNDEFINED:
        return 0.0
    if count == 1 and type(value) is CellArray:
        return float(value.array.size)
    if isinstance(value, HostObject) and (own := value.end_index(position, count)) is not None:
        return own
    if count == 1:
        return float(numel_of(value))
    shape = shape_of(value)
    if position < count - 1:
        return float(shape[position]) if position < len(shape) else 1.0
    n = 1
    for extent in shape[position:]:
        n *= extent
    return float(n)


def end_outside() -> float:
    raise MatlabError("The end operator must be used within an array index expression.", "MATLAB:endOutsideIndex")


def single(values: tuple[Any, ...]) -> Any:
    """The one value of an expression that could have given a list."""
    if len(values) != 1:
        raise not_one(len(values))
    return values[0]


def first(values: tuple[Any, ...]) -> Any:
    """``x = c{:}``: the first value of a list."""
    if not values:
        raise no_value()
    return values[0]


def not_one(count: int) -> MatlabError:
    return MatlabError(
        f"Expected one output from a curly brace or dot indexing expression, but there were {count} results.",
        "MATLAB:index:expected_one_output_from_expression",
    )


def no_value() -> MatlabError:
    return MatlabError(
        "Insufficient number of outputs from right hand side of equal sign to satisfy assignment.", "MATLAB:needMoreRhsOutputs"
    )


def field_name(value: Any) -> str:
    """The name in ``s.(value)``."""
    kind = type(value)
    if kind is CharArray and value.is_row:
        return _checked(value.text)
    if kind is StringArray and value.numel == 1 and value.array.item(0) is not None:
        return _checked(value.array.item(0))
    if isinstance(value, ObjectValue) and value.matlab_class == "matlab.indexing.IndexingOperation":
        return value  # type: ignore[return-value]
    if kind is float and value >= 1.0 and value == int(value):
        return PositionName(f"({int(value)})")
    raise bad_field_name()


def _checked(name: str) -> str:
    return name if len(name) <= 63 and name.isidentifier() and name.isascii() and name[0] != "_" else OddName(name)


def bad_field_name() -> MatlabError:
    return MatlabError("Argument to dynamic structure reference must evaluate to a valid field name.", "MATLAB:mustBeFieldName")
