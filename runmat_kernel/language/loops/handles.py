"""Function handles that an iteration of a traced loop makes: called in the loop by their Ast, and compiled when they are called after
it."""

from __future__ import annotations

from typing import Any

from ...accel.loops import LoopRefused
from ...syntax import ast as m
from ...syntax.unparse import unparse
from ...values.functions import FunctionHandle
from .scalars import Induction, Inductions


class LoopFunction:
    """The function of an anonymous handle that was made in a loop."""

    __slots__ = ("__weakref__", "_function", "captured", "functions", "node")

    def __init__(self, node: m.AnonymousFunction, captured: dict[str, Any], functions: Any) -> None:
        self.node, self.captured, self.functions = node, captured, functions
        self._function: Any = None

    @property
    def __globals__(self) -> dict[str, Any]:
        return {"$functions": self.functions}

    def __call__(self, nargout: int, *arguments: Any) -> Any:
        if self._function is None:
            from ..units import Unit

            node = self.node
            unit = Unit(self.functions.session, node.span.source, m.Program(node.span, (), (), ()), functions=self.functions)
            self._function = unit.anonymous(node, self.captured)
        return self._function(nargout, *arguments)


def anonymous(node: m.AnonymousFunction, captured: dict[str, Any], functions: Any) -> FunctionHandle:
    """The handle of an anonymous function, as ordinary iterations make it."""
    parameters = node.parameters
    count = -len(parameters) if parameters and parameters[-1] == "varargin" else len(parameters)
    function = LoopFunction(node, captured, functions)
    return FunctionHandle(None, lambda: unparse(node), function, captured=captured, parameters=parameters, nargin_declared=count, node=node)


def left_behind(handle: FunctionHandle, iterations: int | None, symbolic: Any) -> FunctionHandle:
    """A handle that a variable holds after so many iterations (None: not known yet), with the numbers of the last one.  Raises LoopRefused
    where it keeps an array that differs from iteration to iteration."""
    function = handle.target
    if type(function) is not LoopFunction:
        return handle
    captured = {}
    for name, value in function.captured.items():
        if type(value) is Induction:
            value = value.first if iterations is None else Inductions.after(value, iterations)
        elif type(value) is FunctionHandle:
            value = left_behind(value, iterations, symbolic)
        elif symbolic(value):
            raise LoopRefused(f"a function handle keeps '{name}', which changes from iteration to iteration")
        captured[name] = value
    return anonymous(function.node, captured, function.functions)
