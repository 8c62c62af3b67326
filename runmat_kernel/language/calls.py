"""Finding and calling functions.

A function is a Python callable ``function(nargout, *arguments) -> tuple of Values``.  A ``FunctionTable`` is what code of
one unit sees: name -> callable, looked up once and kept until the session says that names may mean something else.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

from ..base.errors import MatlabError
from ..builtins.argument_errors import worded
from ..builtins.call import Call, checked, values_of
from ..builtins.registry import builtins
from ..builtins.spec import Builtin
from ..values.containers import CellArray
from ..values.convert import class_of, is_text, numel_of, text_of
from ..values.functions import FunctionHandle
from ..values.objects import HostObject, find_method
from ..values.tensor import Tensor
from .dispatching import dispatcher
from .errors import name_function, running_function
from .reading import UNDEFINED, as_argument, no_value

Function = Callable[..., tuple[Any, ...]]


def undefined(name: str) -> MatlabError:
    error = MatlabError(f"Unrecognized function or variable '{name}'.", "MATLAB:UndefinedFunction")
    error.undefined_name = name  # type: ignore[attr-defined]
    return error


class FunctionTable(dict):
    """Name -> callable as the code of one unit sees it: its own functions first, then the session's, files, builtins."""

    __slots__ = ("__weakref__", "_counts", "folder", "imports", "own", "session")

    def __init__(self, session: Any, own: dict[str, Any] | None = None, folder: str | None = None) -> None:
        super().__init__()
        self.session = session
        self.own = own if own is not None else {}
        self.folder = folder
        self.imports: list[str] = []
        self._counts: dict[str, tuple[int, int]] = {}
        session.tables.add(self)

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __missing__(self, name: str) -> Function:
        function = self.lookup(name)
        if function is None:
            return self.session.unknown(name)
        return function

    def clear(self) -> None:
        super().clear()
        self._counts.clear()

    def add_imports(self, names: tuple[str, ...]) -> None:
        """``import names``: what was looked up may mean something else now."""
        new = [name for name in names if name not in self.imports]
        if new:
            self.imports.extend(new)
            self.clear()

    def importing(self, names: Iterable[str]) -> FunctionTable:
        """The table of a function that has its own imports, and no others."""
        table = FunctionTable(self.session, self.own, self.folder)
        table.add_imports(tuple(names))
        return table

    def declared_counts(self, name: str) -> tuple[int, int]:
        """The answers of ``nargin(name)`` and ``nargout(name)``; kept as names are, since handles in loops would search all folders
        again."""
        counts = self._counts.get(name)
        if counts is None:
            counts = self._counts[name] = self.session.declared_counts(name, self)
        return counts

    def lookup(self, name: str) -> Function | None:
        """The callable of a name, or None; what is found is kept."""
        known = self.get(name)
        if known is not None:
            return known
        user, session = self.own.get(name), self.session
        imported = session.imported(name, self, by_name=True) if self.imports else None
        if imported is not None:
            function = imported
        elif user is None:
            function = session.find_function(name, self)
        elif user.unit.script_name == name and os.path.basename(self.folder or "") != "private":
            # Local and private functions come before methods of their name; the function that a file is called after does not.
            function = session.classes.overloaded(name, user.function)
        else:
            function = user.function
        if function is not None:
            self[name] = function
        return function


class Calls:
    """Calling functions, handles and methods in a session."""

    def __init__(self, session: Any) -> None:
        self.session = session
        self._builtins: dict[str, Function] = {}

    # ------------------------------------------------------------------ builtins

    def builtin(self, name: str) -> Function | None:
        """The callable of a builtin, or None."""
        function = self._builtins.get(name)
        if function is None:
            record = builtins().get(name)
            if record is None:
                return None
            function = self._builtins[name] = self._caller(record)
        return function

    def define(self, name: str, function: Function) -> None:
        """Make a function of the session callable by a name that no program can spell."""
        self._builtins[name] = function

    def operator(self, name: str) -> Function:
        """The builtin that an operator stands for."""
        function = self.builtin(name)
        if function is None:
            raise undefined(name)
        return function

    def _caller(self, record: Builtin) -> Function:
        """The callable of a builtin: methods of its arguments come first, then the functions of its record."""
        session, name, run = self.session, record.name, checked(record, self.session)

        def general(nargout: int, *arguments: Any) -> tuple[Any, ...]:
            for argument in arguments:
                if isinstance(argument, HostObject) and (method := argument.method(name)) is not None:
                    if argument.of_builtin_class and len(arguments) > 1:
                        method = find_method(name, arguments) or method
                    return self.call_method(method, name, nargout, arguments)
            try:
                return run(nargout, arguments)
            except MatlabError as error:
                worded(error, name, arguments)
                name_function(error, name)
                raise

        def feval(nargout: int, *arguments: Any) -> tuple[Any, ...]:
            if arguments and type(arguments[0]) is FunctionHandle:
                return self.call_handle(arguments[0], nargout, arguments[1:])
            return general(nargout, *arguments)

        return feval if name == "feval" else dispatcher(record, session.engine, general)

    # ------------------------------------------------------------------ handles and methods

    def call_method(self, method: Callable[..., Any], name: str, nargout: int, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        try:
            result = method(Call(self.session, name, nargout), *arguments)
        except TypeError as error:
            if error.__traceback__ is not None and error.__traceback__.tb_next is not None:  # it went wrong inside
                raise
            if "missing" in str(error):
                raise MatlabError("Not enough input arguments.", "MATLAB:minrhs", function=name) from None
            raise MatlabError("Too many input arguments.", "MATLAB:TooManyInputs", function=name) from None
        return values_of(name, nargout, result)

    def call_handle(self, handle: FunctionHandle, nargout: int, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        if handle.target is None:
            assert handle.name is not None  # handles without a target are those of names
            return self._named(handle.name, arguments)(nargout, *arguments)
        values = handle.target(nargout, *arguments)
        if nargout > 1 and len(values) < nargout and handle.name is None:
            raise MatlabError(
                "Insufficient number of outputs from right hand side of equal sign to satisfy assignment.", "MATLAB:needMoreRhsOutputs"
            )
        return values

    def _named(self, name: str, arguments: tuple[Any, ...]) -> Any:
        """The function that a handle names; one that does not exist is undefined for what it is called with."""
        try:
            return self.session.functions[name]
        except MatlabError as error:
            if not arguments or error.identifier != "MATLAB:UndefinedFunction":
                raise
            kind = class_of(arguments[0])
            raise MatlabError(f"Undefined function '{name}' for input arguments of type '{kind}'.", error.identifier) from None

    def feval(self, function: Any, arguments: tuple[Any, ...], nargout: int) -> tuple[Any, ...]:
        """Call a handle, or a function by name (str, char or string value)."""
        if type(function) is FunctionHandle:
            return self.call_handle(function, nargout, arguments)
        if isinstance(function, HostObject) and (method := function.method("feval")) is not None:
            return self.call_method(method, "feval", nargout, (function, *arguments))
        if isinstance(function, str):
            name = function
        elif is_text(function) and function.numel:
            name = text_of(function)
        else:
            raise MatlabError(
                "Function to evaluate must be represented as a string scalar, character vector, or function_handle object.",
                "MATLAB:feval:argMustBeStringOrHandle",
            )
        return self.session.caller_functions()[name](nargout, *arguments)

    # ------------------------------------------------------------------ names of generated code

    def apply(self, value: Any, name: str, functions: Any, nargout: int, *arguments: Any) -> tuple[Any, ...]:
        """``name(arguments)`` where ``name`` may be a variable or a function."""
        if value is UNDEFINED:
            return functions[name](nargout, *[a if type(a) is Tensor else as_argument(a) for a in arguments])
        return self.session.reader.index_values(nargout, value, *arguments)

    def apply1(self, value: Any, name: str, functions: Any, arguments: tuple[Any, ...], _: Any = None) -> Any:
        """``name(arguments)`` where one value is wanted."""
        if value is UNDEFINED:
            return self.apply(value, name, functions, 1, *arguments)[0]
        reader = self.session.reader
        if len(arguments) == 1:
            return reader.index1(value, arguments[0])
        return reader.index2(value, *arguments) if len(arguments) == 2 else reader.index(value, *arguments)

    @staticmethod
    def mention(value: Any, name: str, functions: Any, nargout: int) -> tuple[Any, ...]:
        """``name`` alone where it may be a variable or a function."""
        return (value,) if value is not UNDEFINED else functions[name](nargout)

    @staticmethod
    def call_named(functions: Any, name: str, nargout: int, *arguments: Any) -> tuple[Any, ...]:
        """``name(arguments)`` of a function that is looked up once the arguments are there."""
        return functions[name](nargout, *arguments)

    @staticmethod
    def value(workspace: dict[str, Any], name: str, functions: Any) -> Any:
        """The value of ``name`` in a workspace, or of calling the function."""
        value = workspace.get(name, UNDEFINED)
        if value is UNDEFINED:
            return functions[name](1)[0]
        return value


def too_many_inputs(name: str) -> Any:
    raise _of_the_caller(MatlabError("Too many input arguments.", "MATLAB:TooManyInputs", function=name))


def too_many_outputs(name: str) -> Any:
    raise _of_the_caller(MatlabError("Too many output arguments.", "MATLAB:TooManyOutputs", function=name))


def _of_the_caller(error: MatlabError) -> MatlabError:
    """The error of a call that never entered its function, so that its stack begins where it was called."""
    error.as_caller = True  # type: ignore[attr-defined]
    return error


def missing_argument(name: str) -> Any:
    del name
    raise MatlabError("Not enough input arguments.", "MATLAB:minrhs")


class ParameterTable(dict[str, Any]):
    """Parameters that got no value: they hide functions of their names."""

    def __missing__(self, name: str) -> Any:
        return missing_argument(name)


def returns(nargout: int, function: str, names: tuple[str, ...], values: tuple[Any, ...], rest: Any = None) -> tuple[Any, ...]:
    """The outputs of a function that ended: errors for those that are wanted and not set; ``rest`` is varargout."""
    count = 0
    for name, value in zip(names, values, strict=True):
        if value is UNDEFINED:
            if nargout > count:
                raise unassigned(name)
            break
        count += 1
    else:
        if rest is not None and rest is not UNDEFINED:
            if type(rest) is not CellArray and numel_of(rest):
                raise MatlabError("varargout must be a cell array.", "MATLAB:varargoutNotCell", function=function)
            values += tuple(rest.array.ravel(order="F")) if type(rest) is CellArray else ()
            count = len(values)
        if nargout > count and rest is not None:
            if nargout <= len(names):
                raise unassigned(names[count])
            if not names and not count and nargout == 1:
                text = 'One or more output arguments not assigned during call to "varargout".'
                raise MatlabError(text, "MATLAB:unassignedOutputs")
            raise unassigned(f"varargout{{{count - len(names) + 1}}}")
    return values[:count]


def unassigned(name: str) -> MatlabError:
    return MatlabError(
        f'Output argument "{name}" (and possibly others) not assigned a value in the execution with "{running_function()}" function.',
        "MATLAB:unassignedOutputs",
    )


def exactly(values: tuple[Any, ...], count: int, needed: int) -> tuple[Any, ...]:
    """Outputs cut or filled to ``count``; an error where fewer than ``needed`` came."""
    have = len(values)
    if have >= count:
        return values if have == count else values[:count]
    if have < needed:
        if have == 0:
            raise no_value()
        raise MatlabError(
            "Insufficient number of outputs from right hand side of equal sign to satisfy assignment.", "MATLAB:needMoreRhsOutputs"
        )
    return values + (None,) * (count - have)


class Taker:
    """Hands out the values of a multiple assignment one after the other."""

    __slots__ = ("at", "values")

    def __init__(self, values: tuple[Any, ...], total: int) -> None:
        # `[varargout{1:nargout}] = f()` where nobody wants an output: what f gives still becomes the caller's ans.
        self.values = exactly(values, total, total) if total else values[:1]
        self.at = 0

    def take(self) -> Any:
        self.at += 1
        return self.values[self.at - 1]

    def take_many(self, count: int) -> tuple[Any, ...]:
        self.at += count
        if not self.at:
            return self.values
        return self.values[self.at - count : self.at]
