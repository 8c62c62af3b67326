"""Calls of builtin functions, of functions of the program, and of handles while an iteration of a loop is traced."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ...accel.loops import LoopRefused
from ...builtins.registry import builtins, stating
from ...builtins.spec import Fact, Trait
from ...values.classes import DTYPES, FLOAT_CLASSES
from ...values.functions import FunctionHandle
from ...values.indexing import COLON
from ...values.tensor import Tensor
from ...values.text import CharArray
from ..reading import UNDEFINED
from .arrays import WrittenArray
from .draws import DRAWS, Draws
from .masks import SIZES
from .scalars import Induction, NotFixpoint
from .symbols import Conditional, Frame, Masked
from .trace_record import steady

_ONE_BY_ONE = DRAWS.keys() | stating(Fact.CONSTANT, Trait.ELEMENTWISE) | {"max", "min"}
"""Functions that a trace may call and be used again, with one output: those of single elements."""


class LoopCalls(Draws):
    """Calling functions, which have no effects."""

    def call(self, name: str, arguments: list[Any]) -> Any:
        """``name(arguments)`` where the name is a function; its first output."""
        self.stays_a_function(name)
        user = self.user_function(name)
        if user is not None:
            return self.call_user(user, arguments, 1)[0]
        return self.call_builtin(name, arguments, 1)[0]

    def stays_a_function(self, name: str) -> None:
        """A name that the rest of the iteration assigns is a function in the first iteration alone."""
        if self.frame is self.body and name in self.assigned:
            raise NotFixpoint(f"'{name}' is a function in the first iteration and a variable in the next one")

    def call_builtin(self, name: str, arguments: list[Any], count: int) -> Sequence[Any]:
        """The outputs of a builtin function, which has no effects."""
        function = self._builtin(name)
        if self.record is not None:
            self._called(name, function, arguments, count)
        if name == "deal" and len(arguments) in (1, count):
            return arguments * (count // len(arguments))
        if count == 1 and (result := self._of_symbols(name, arguments)) is not None:
            return (result,)
        record = builtins()[name]
        if not record.pure:
            raise LoopRefused(f"'{name}' is not taken into loops")
        if any(a is COLON for a in arguments):
            raise LoopRefused("a colon is given to a function")
        if name in SIZES and arguments and type(arguments[0]) is WrittenArray:
            if (size := self.size_of(arguments[0], name, arguments[1:])) is not None:
                return (size,)
            if name != "class" and name != "isa":
                self.take_size(arguments[0])
            arguments = [arguments[0].original, *arguments[1:]]
        try:
            return self._applied(function, arguments, count, name)
        except LoopRefused as error:
            # A function may look at elements, which a trace does not have.
            if type(error) is LoopRefused and record.trait is Trait.OPAQUE and name not in SIZES:
                raise LoopRefused(f"'{name}' is not taken into loops here") from None
            raise

    def _builtin(self, name: str) -> Any:
        """The callable of a builtin.  Raises LoopRefused where the name means anything else."""
        function = self.frame.functions.lookup(name)
        if function is None:
            raise LoopRefused(f"'{name}' is not known")
        if function is not self.session.calls.builtin(name):
            raise LoopRefused(f"'{name}' is not taken into loops")
        return function

    def _of_symbols(self, name: str, arguments: list[Any]) -> Any:
        """The output of a function that a trace computes in a way of its own: random numbers, and what depends on masks or norms."""
        if name in DRAWS or name == "randperm":
            return self.draw(name, arguments)
        if name == "randi":
            return self.draw_integers(arguments)
        if arguments and type(arguments[0]) is Masked and (reduced := self.reduced(name, arguments)) is not None:
            self.record = None
            return reduced
        if name == "find" and len(arguments) == 1 and self._is_line(arguments[0]):
            return self.marked_places(arguments[0])
        return self.norm(arguments) if name == "norm" else None

    def _is_line(self, value: Any) -> bool:
        """Whether an array of several real numbers or truth values differs from iteration to iteration."""
        return type(value) is Tensor and self.is_array(value) and value.numel > 1 and not value.is_complex and value.matlab_class in DTYPES

    def _applied(self, function: Any, arguments: list[Any], count: int, name: str) -> Sequence[Any]:
        if count == 1:
            return (self.apply(lambda *values: function(1, *values)[0], arguments, name),)
        arguments = [self.plain(a) for a in arguments]
        if {Induction, Masked} & set(map(type, arguments)):
            raise LoopRefused(f"several outputs of '{name}'")
        return function(count, *arguments)

    def _called(self, name: str, function: Any, arguments: Sequence[Any], count: int) -> None:
        """Note a builtin that a trace may call and be used again: a constant, a size, one that works on elements one by one, or one that
        draws."""
        if name in DRAWS and any(id(a) in self.record.plain for a in arguments):  # type: ignore[union-attr]
            self.record = None
        elif name in SIZES or (name in _ONE_BY_ONE and count == 1):
            self.record.call(self.frame.functions, name, function)  # type: ignore[union-attr]
        else:
            self.record = None

    def call_handle(self, handle: FunctionHandle, arguments: list[Any]) -> Any:
        if handle.node is None:
            if handle.name is None:
                raise LoopRefused("a function handle is called")
            if handle.target is not None and self.frame.functions.lookup(handle.name) is not handle.target:
                raise LoopRefused(f"a handle of '{handle.name}', which is another function here, is called")
            return self.call(handle.name, arguments)
        parameters = handle.node.parameters
        if any(name.startswith("$nested_") for name in getattr(getattr(handle.target, "__code__", None), "co_freevars", ())):
            raise LoopRefused("an anonymous function calls a nested function")
        if "varargin" in parameters or len(arguments) > len(parameters):
            raise LoopRefused("an anonymous function with varargin")
        if not steady((handle.node,)):
            self.record = None
        variables = {**handle.captured, **{p: self.plain(a) for p, a in zip(parameters, arguments, strict=False) if p != "~"}}
        functions = getattr(handle.target, "__globals__", {}).get("$functions")
        with self.inside(Frame(functions, variables)):
            return self.value(handle.node.body)

    def user_function(self, name: str) -> Any:
        """The function of a cell or a file that a name means, or None."""
        return user_function(self.session, self.frame.functions, name)

    def call_user(self, user: Any, arguments: list[Any], count: int) -> list[Any]:
        node = user.node
        if self.record is not None and steady(node.body):
            self.record.call(self.frame.functions, node.name, user.function)
        else:
            self.record = None
        plain = "varargin" not in node.parameters and "varargout" not in node.outputs and not (node.arguments or node.nested)
        if not plain or any(d is not None for d in node.defaults) or len(arguments) > len(node.parameters):
            raise LoopRefused(f"'{node.name}' takes its arguments in a way that is not taken into loops")
        if count > len(node.outputs):
            raise LoopRefused(f"'{node.name}' has not as many outputs")
        variables = {p: self.plain(a) for p, a in zip(node.parameters, arguments, strict=False) if p != "~"}
        count_in = len(arguments)
        with self.inside(Frame(user.unit.functions, variables, (count_in, count), node.parameters[count_in:])):
            self.block(node.body)
            outputs = [self.frame.variables.get(name, UNDEFINED) for name in node.outputs[:count]]
        if UNDEFINED in outputs or any(type(x) is Conditional for x in outputs):
            raise LoopRefused(f"'{node.name}' does not set all its outputs")
        return outputs

    def norm(self, arguments: list[Any]) -> Tensor | None:
        """A norm of an array that changes from iteration to iteration.  Sums of squares as the builtin has them where these neither
        overflow nor vanish, the largest element or sum where none is NaN: that it is so is a condition of the trace."""
        array, kind = (*arguments, 2.0)[:2] if 0 < len(arguments) < 3 else (None, None)
        if type(kind) is CharArray:
            kind = {"inf": math.inf, "fro": "fro"}.get(kind.text.lower())
        if type(array) is not Tensor or not self.is_symbolic(array) or kind not in (1.0, 2.0, math.inf, "fro"):
            return None
        if array._is_complex or array.matlab_class not in FLOAT_CLASSES or len(array.shape) != 2 or array.numel < 2:
            return None
        reduce, matlab_class, vector = self.session.engine.reduce, array.matlab_class, 1 in array.shape
        if kind == 1.0 or kind == math.inf:
            result = self.call_builtin("abs", [array], 1)[0]
            if not vector:
                result = reduce("sum", result, (0,) if kind == 1.0 else (1,), matlab_class)
            elif kind == 1.0:
                return reduce("sum", result, (0, 1), matlab_class)
            self.conditions.append(self.call_builtin("all", [self.operate("eq", (array, array)), CharArray.row("all")], 1)[0])
            return reduce("max", result, (0, 1), matlab_class)
        if kind == 2.0 and not vector:
            return None
        result = self.call_builtin("sqrt", [reduce("sum", self.operate("times", (array, array)), (0, 1), matlab_class)], 1)[0]
        least = 1e-140 if matlab_class == "double" else 1e-15
        fine = self.operate("and", (self.operate("gt", (result, least)), self.operate("lt", (result, float("inf")))))
        self.conditions.append(fine)
        return result


def user_function(session: Any, functions: Any, name: str) -> Any:
    """The function of a cell or a file that a name means to code with this table of functions, or None."""
    user = functions.own.get(name) or session.session_functions.get(name)
    if user is not None and functions.lookup(name) is user.function:
        return user
    path = None if name in builtins() else session.path.find(name, functions.folder)
    if path is None:
        return None
    unit = session.file_unit(path, name)
    first = unit.program.functions[0] if unit.program.functions and not unit.program.statements else None
    user = unit.own.get(first.name) if first is not None else None
    return user if user is not None and functions.lookup(name) is user.function else None
