"""Objects of Python as values: attributes, calls, subscripts and display."""

from __future__ import annotations

import builtins as python_builtins
import contextlib
import importlib
import importlib.util
import inspect
import io
import sys
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile
from types import ModuleType
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values.convert import as_array, text_of
from ...values.exceptions import MException
from ...values.numerals import DisplayFormat
from ...values.objects import HostObject, no_such_member, property_list
from ...values.subscripts import COLON
from ...values.text import CharArray

_UNRESOLVED = "MATLAB:undefinedVarOrClass"
_CONTAINERS = "    Use string, double or cell function to convert to a MATLAB array.\n"
_ARRAYS = (
    "    Use details function to view the properties of the Python object.\n\n    Use double function to convert to a MATLAB array.\n"
)


class PyException(MException):
    """What ``catch`` gives for an exception of Python: ``ExceptionObject`` is its ``sys.exc_info()``."""

    __slots__ = ()
    matlab_class = "matlab.exception.PyException"
    superclasses = ("MException",)

    def properties(self) -> Mapping[str, Any]:
        error: Any = self.error
        raised = error.raised
        return {**super().properties(), "ExceptionObject": PyObject((type(raised), raised, raised.__traceback__), error.session)}


class PythonError(MatlabError):
    """An exception that Python code raised."""

    object_class = PyException

    def __init__(self, raised: BaseException, session: Any) -> None:
        super().__init__(f"Python Error: {type(raised).__name__}: {raised}", "MATLAB:Python:PyException")
        self.raised, self.session = raised, session


class Keywords(HostObject):
    """What ``pyargs`` gives: keyword arguments of a Python function."""

    __slots__ = ("pairs",)
    matlab_class = "pyargs"

    def __init__(self, pairs: Mapping[str, Any]) -> None:
        self.pairs = dict(pairs)

    def properties(self) -> Mapping[str, Any]:
        return self.pairs


class _Printed(io.TextIOBase):
    """Where Python code prints while MATLAB code calls it."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write, self._streams = write, (sys.stdout, sys.stderr)

    def write(self, text: str) -> int:
        redirected = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = self._streams  # the session may write there
        try:
            self._write(text)
        finally:
            sys.stdout, sys.stderr = redirected
        return len(text)


@contextlib.contextmanager
def running_python(session: Any) -> Iterator[None]:
    """Python code runs: what it prints goes to the session, and its exceptions are MATLAB's errors."""
    try:
        with contextlib.redirect_stdout(_Printed(session.write)), contextlib.redirect_stderr(_Printed(session.write_error)):
            yield
    except MatlabError:
        raise
    except (Exception, SystemExit) as raised:  # a file of Python that exits does not end the session
        cause = raised.__traceback__
        raised.__traceback__ = cause.tb_next if cause is not None else None  # without the frame of this function
        raise PythonError(raised, session) from None


class PyObject(HostObject):
    """A Python object.  All variables share it, as they do in Python."""

    __slots__ = ("object", "session")
    is_handle = False
    reads_steps = True
    takes_chains = True

    def __init__(self, item: Any, session: Any) -> None:
        self.object, self.session = item, session

    @property
    def matlab_class(self) -> str:
        return class_name(type(self.object))

    @property
    def superclasses(self) -> tuple[str, ...]:
        return tuple(class_name(base) for base in type(self.object).__mro__[1:])

    # --- shape: sequences are rows, as ``for`` and ``length`` see them

    @property
    def is_sequence(self) -> bool:
        return isinstance(self.object, Sequence) and not isinstance(self.object, memoryview | array)

    @property
    def shape(self) -> tuple[int, ...]:
        if isinstance(self.object, np.ndarray):
            dims = self.object.shape
            return dims if len(dims) > 1 else (1, *dims) if dims else (1, 1)
        return (1, len(self.object)) if self.is_sequence or isinstance(self.object, Mapping) else (1, 1)

    def end_index(self, position: int, count: int) -> float | None:
        return float(len(self.object)) if count == 1 and self.is_sequence else None

    # --- attributes and calls

    def method(self, name: str) -> Callable[..., Any] | None:
        """The conversions and operators of MATLAB, then the methods of the object's class: ``append(list, 3)``."""
        declared = self.methods.get(name)
        if declared is not None:
            return declared
        if name.startswith("_") or isinstance(self.object, ModuleType | type):
            return None
        return _call_of_attribute if inspect.isroutine(inspect.getattr_static(type(self.object), name, None)) else None

    def dot_method(self, name: str) -> None:
        """None: chains of steps call methods (``read_steps``)."""
        return None

    def properties(self) -> Mapping[str, Any]:
        """Attributes that are data, by name."""
        from .convert import from_python

        listed: dict[str, Any] = {}
        if isinstance(self.object, ModuleType | type) or inspect.isroutine(self.object):
            return listed
        for name in sorted(_data_names(self.object)):
            with contextlib.suppress(Exception):
                value = getattr(self.object, name)
                if not inspect.isroutine(value):
                    listed[name] = from_python(value, self.session)
        return listed

    def property_names(self) -> list[str]:
        return [name for name in dir(self.object) if not name.startswith("_")]

    def known_property(self, name: str) -> Any:
        """Of modules and classes; attributes of objects may compute."""
        held = getattr(self.object, "__dict__", {}) if isinstance(self.object, ModuleType | type) else {}
        return PyObject(held[name], self.session) if name in held else None

    def get_property(self, name: str) -> Any:
        from .convert import from_python

        return from_python(self.attribute(name), self.session)

    def set_property(self, name: str, value: Any) -> PyObject:
        from .convert import to_python

        item = to_python(value, self.session)
        with running_python(self.session):
            if getattr(self.object, name, None) is not item:
                setattr(self.object, name, item)
        return self

    def attribute(self, name: str) -> Any:
        """The attribute of the object; of a module also a module inside it that is not imported yet."""
        with running_python(self.session):
            try:
                return getattr(self.object, name)
            except AttributeError:
                if not isinstance(self.object, ModuleType):
                    raise no_such_member(self, name) from None
            full = f"{self.object.__name__}.{name}"
            if hasattr(self.object, "__path__") and importlib.util.find_spec(full) is not None:
                return importlib.import_module(full)
        raise unresolved(full)

    def read_steps(self, steps: tuple[tuple[str, Any], ...], k: int, nargout: int) -> tuple[tuple[Any, ...], int]:
        """Attributes, calls and subscripts until one gives a value of MATLAB, or no step is left."""
        from .convert import from_python

        value: Any = self
        while k < len(steps) and isinstance(value, PyObject):
            kind, what = steps[k]
            k += 1
            if kind == ".":
                item = value.attribute(what if isinstance(what, str) else text_of(what))
                # A class gives an object of Python, also one that results of functions are converted from.
                convert = PyObject if isinstance(item, type) else from_python
                called = k < len(steps) and steps[k][0] == "(" and callable(item) and (_is_function(item) or not _is_container(item))
                if called:
                    item = call_python(item, steps[k][1], self.session)
                    k += 1
                elif k == len(steps) and _is_function(item):
                    item = call_python(item, (), self.session)
                if item is None and k == len(steps) and nargout == 0:
                    return (), k
                value = convert(item, self.session)
            elif kind == "(":
                value = value.index(what)
            else:
                (value,) = value.cell_index(what)
        return (value,), k

    # --- subscripts

    def index(self, subscripts: Sequence[Any]) -> Any:
        """``x(i)`` and ``x(i:k)``: a sequence of the same class; what can be called and is no container is called."""
        from .convert import from_python

        if not _is_container(self.object) and callable(self.object):
            return from_python(call_python(self.object, subscripts, self.session), self.session)
        if not self.is_sequence:
            raise MatlabError(
                f"Array formation and parentheses-style indexing with objects of class '{self.matlab_class}' is not allowed. Use objects "
                f"of class '{self.matlab_class}' only as scalars or use a cell array.", "MATLAB:index:unsupported",
            )  # fmt: skip
        place = self._places(subscripts)
        return PyObject(self.object[place], self.session)

    def cell_index(self, subscripts: Sequence[Any]) -> list[Any]:
        """``x{i}``: an element of a sequence, or the value of a key."""
        from .convert import from_python, to_python

        if self.is_sequence:
            place = self._places(subscripts)
            items = self.object[place]
            return [from_python(item, self.session) for item in items]
        if not hasattr(type(self.object), "__getitem__") or len(subscripts) != 1:
            return super().cell_index(subscripts)
        with running_python(self.session):
            return [from_python(self.object[to_python(subscripts[0], self.session)], self.session)]

    def cell_assign(self, subscripts: Sequence[Any], value: Any) -> PyObject:
        """``x{i} = v`` in place: Python's objects are shared by all variables."""
        from .convert import to_python

        if len(subscripts) != 1 or not hasattr(type(self.object), "__setitem__"):
            super().cell_assign(subscripts, value)
        key: Any = to_python(subscripts[0], self.session)
        if self.is_sequence:
            place = self._places(subscripts)
            if len(range(*place.indices(len(self.object)))) != 1:
                raise MatlabError("Only one element can be assigned with braces.", "MATLAB:index:assignmentToTemporary")
            key = place.start
        with running_python(self.session):
            self.object[key] = to_python(value, self.session)
        return self

    def _places(self, subscripts: Sequence[Any]) -> slice:
        """The slice that a subscript means: a number, or numbers in even steps, from 1."""
        count = len(self.object)
        rows, last = (subscripts[0], subscripts[-1]) if len(subscripts) == 2 else (1.0, subscripts[0])
        if not subscripts or len(subscripts) > 2 or not (rows is COLON or rows == 1.0):
            raise MatlabError("Only one subscript is supported for sequences of Python.", "MATLAB:index:unsupported")
        if last is COLON:
            return slice(0, count)
        numbers = as_array(last).reshape(-1, order="F")
        steps = np.unique(np.diff(numbers))
        if numbers.dtype.kind == "b" or len(steps) > 1 or 0 in steps:
            raise MatlabError("Index must be of the form start:step:stop.", "MATLAB:index:unsupported")
        if not numbers.size:
            return slice(0, 0)
        first, step = int(numbers[0]), int(numbers[1] - numbers[0]) if numbers.size > 1 else 1
        if min(numbers) < 1 or any(n != int(n) for n in numbers):
            raise MatlabError("Array indices must be positive integers or logical values.", "MATLAB:badsubscript")
        if max(numbers) > count:
            raise MatlabError(f"Index exceeds the number of array elements. Index must not exceed {count}.", "MATLAB:badsubscript")
        if step < 0:
            stop = int(numbers[-1]) - 2
            return slice(first - 1, stop if stop >= 0 else None, step)
        return slice(first - 1, int(numbers[-1]), step)

    # --- display

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        if not isinstance(other, PyObject):
            return False
        mine, theirs = self.object, other.object
        with running_python(self.session):
            if isinstance(mine, np.ndarray) or isinstance(theirs, np.ndarray):
                return np.array_equal(mine, theirs)
            return bool(mine == theirs)

    def disp_text(self, format: DisplayFormat) -> str:
        item, title = self.object, f"Python {type(self.object).__name__}"
        if isinstance(item, np.ndarray) and item.dtype.kind in "biufc":
            from ...values.display import disp
            from ...values.interchange import array_value

            return f"  {title}:\n\n{disp(array_value(item), format)}\n{_ARRAYS}"
        shown = "\n".join("    " + line for line in str(item).split("\n")) + "\n"
        if isinstance(item, list | tuple):
            return f"  {title} with values:\n\n{shown}\n{_CONTAINERS}"
        listed = self.properties()
        head = property_list(title, listed, format.style) if listed else f"  {title} with no properties.\n"
        return f"{head}\n{shown}"

    def brief(self) -> str | None:
        return None

    def summary(self) -> str:
        return f"1×1 {self.matlab_class}"


class Root(HostObject):
    """``py``: Python's functions and classes, then its modules."""

    __slots__ = ("session",)
    matlab_class = "py"
    reads_steps = True
    takes_chains = True

    def __init__(self, session: Any) -> None:
        self.session = session

    def attribute(self, name: str) -> Any:
        """A builtin of Python, or a module, which is imported.  Raises MatlabError where there is neither."""
        if not name.startswith("_") and hasattr(python_builtins, name):
            return getattr(python_builtins, name)
        with running_python(self.session):
            if name in sys.modules or importlib.util.find_spec(name) is not None:
                return importlib.import_module(name)
        raise unresolved(name)

    def property_names(self) -> list[str]:
        names = [name for name in dir(python_builtins) if not name.startswith("_")]
        return names + sorted(name for name in sys.modules if "." not in name and not name.startswith("_"))

    def known_property(self, name: str) -> Any:
        """What is imported already."""
        item = vars(python_builtins).get(name, sys.modules.get(name))
        return PyObject(item, self.session) if item is not None else None

    def get_property(self, name: str) -> Any:
        from .convert import from_python

        return from_python(self.attribute(name), self.session)

    def read_steps(self, steps: tuple[tuple[str, Any], ...], k: int, nargout: int) -> tuple[tuple[Any, ...], int]:
        if steps[k][0] != ".":
            raise MatlabError("Unable to use 'py' without a name behind it.", _UNRESOLVED)
        try:
            return PyObject(_Names(self), self.session).read_steps(steps, k, nargout)
        except MatlabError as error:
            if error.identifier != _UNRESOLVED:
                raise
            names = [what for kind, what in takewhile(lambda step: step[0] == ".", steps[k:])]
            raise unresolved(".".join(map(str, names))) from None

    def resolved(self, dotted: str) -> Any:
        """The Python object of a dotted name."""
        first, *rest = dotted.split(".")
        item = PyObject(self.attribute(first), self.session)
        for name in rest:
            item = PyObject(item.attribute(name), self.session)
        return item.object

    def help_text(self, dotted: str) -> str | None:
        """What Python says about a name; None where there is no such name."""
        try:
            item = self.resolved(dotted)
        except MatlabError:
            return None
        return (inspect.getdoc(item) or f"py.{dotted} has no documentation.") + "\n"

    def function(self, dotted: str) -> Callable[..., tuple[Any, ...]] | None:
        """What ``py.dotted`` does when it is called; None where there is no such name.  Without arguments a module is a value."""
        from .convert import from_python

        try:
            item = self.resolved(dotted)
        except MatlabError as error:
            if isinstance(error, PythonError):
                raise
            return None

        def call(nargout: int, *arguments: Any) -> tuple[Any, ...]:
            result = call_python(item, arguments, self.session) if arguments or _is_function(item) else item
            convert = PyObject if isinstance(item, type) else from_python
            return () if result is None and not nargout else (convert(result, self.session),)

        return call

    def disp_text(self, format: DisplayFormat) -> str:
        return "  Python: functions, classes and modules follow the dot.\n"


class _Names:
    """The names behind ``py.`` as attributes."""

    def __init__(self, root: Root) -> None:
        self._root = root

    def __getattr__(self, name: str) -> Any:
        return self._root.attribute(name)


def unresolved(name: str) -> MatlabError:
    return MatlabError(f"Unable to resolve the name 'py.{name}'.", _UNRESOLVED)


def class_name(cls: type) -> str:
    """``py.list``, ``py.numpy.ndarray``."""
    return f"py.{cls.__qualname__}" if cls.__module__ == "builtins" else f"py.{cls.__module__}.{cls.__qualname__}"


def call_python(function: Callable[..., Any], values: Sequence[Any], session: Any) -> Any:
    """Call a Python function with Values."""
    from .convert import arguments_of

    subscripts = tuple(CharArray.row(":") if value is COLON else value for value in values)
    positional, keywords = arguments_of(subscripts, session)
    with running_python(session):
        return function(*positional, **keywords)


def _call_of_attribute(call: Any, *values: Any) -> Any:
    """``name(object, ...)`` for a method of the object's class: the first argument that has it is the object."""
    from .convert import from_python

    at = next(k for k, value in enumerate(values) if isinstance(value, PyObject) and value.method(call.name) is _call_of_attribute)
    others = (*values[:at], *values[at + 1 :])
    result = call_python(values[at].attribute(call.name), others, call.session)
    return None if result is None and not call.nargout else from_python(result, call.session)


def _is_function(item: Any) -> bool:
    """Whether a name alone calls it: functions, methods and classes, and no objects that can be called as well."""
    return inspect.isroutine(item) or isinstance(item, type) or isinstance(item, np.ufunc)


def _is_container(item: Any) -> bool:
    return hasattr(type(item), "__getitem__")


def _data_names(item: Any) -> Iterator[str]:
    """Names of attributes that hold data: descriptors of the class, and what the object itself holds."""
    for cls in type(item).__mro__:
        for name, attribute in vars(cls).items():
            if not name.startswith("_") and inspect.isdatadescriptor(attribute):
                yield name
    yield from (name for name in getattr(item, "__dict__", ()) if not name.startswith("_"))
