"""Scopes of lowering: how generated code reads and writes a variable.

``LocalScope`` keeps variables in Python locals: functions, and loops of a cell.  ``WorkspaceScope`` keeps them in a
Workspace (``$w``): the statements of a cell, and functions whose variables can change under their feet (``eval``, ``load``).
A local that may be unset holds the marker ``$undefined``; ``definite`` are the names that are surely set at this point.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from . import emit as e
from .double_scalars import is_float_fact


@dataclass(slots=True)
class Scope:
    """The common part of scopes: globals and persistents live in dictionaries of their own."""

    function: str | None = None
    globals: set[str] = field(default_factory=set)
    persistents: set[str] = field(default_factory=set)
    parameters: set[str] = field(default_factory=set)
    variables: set[str] = field(default_factory=set)
    nested: set[str] = field(default_factory=set)
    paths: dict[str, str] = field(default_factory=dict)
    """How handles and reports name the nested functions: ``outer/inner``."""
    cleared: set[str] = field(default_factory=set)
    definite: set[str] = field(default_factory=set)
    counts: bool = False
    """Whether ``nargin`` and ``nargout`` are those of a function."""
    open: bool = False
    """Whether other code may set or clear the variables (``language.outside_writes``): then nothing is sure about them."""

    def _elsewhere(self, name: str) -> str | None:
        """The dictionary of a global or persistent variable."""
        if name in self.globals:
            return "$globals"
        return "$persistents" if name in self.persistents else None

    def function_named(self, name: str) -> ast.expr:
        """The Python function behind a MATLAB function's name."""
        return e.item(e.name("$functions"), e.const(name))

    def _count(self, name: str) -> ast.expr | None:
        """``nargin`` or ``nargout`` of the function, unless it has a variable of that name."""
        if not self.counts or name in self.variables:
            return None
        if name == "nargin":
            return e.name("$nargin")
        return e.call("$float", e.name("$nargout")) if name == "nargout" else None

    def define(self, name: str, *, is_float: bool = False) -> None:
        """Note that a variable is set from here on, and whether to a double scalar.

        Not of globals and persistents: they are no locals, and a call may change them.
        """
        if self.open or self._elsewhere(name):
            return
        if name not in self.cleared:
            self.definite.add(name)
        self.definite.discard(is_float_fact(name))
        if is_float and not self.nested and name not in self.cleared:
            self.definite.add(is_float_fact(name))

    def floats(self) -> set[str]:
        """The variables that are surely double scalars here."""
        return {fact[:-6] for fact in self.definite if fact.endswith("$float")}

    def forget_floats(self, names: set[str]) -> None:
        self.definite = self.definite - {is_float_fact(name) for name in names}

    # --- what both kinds of scope answer

    def is_variable(self, name: str) -> bool | None:
        """True: surely a variable here; False: surely not; None: known when it runs."""
        raise NotImplementedError

    def load(self, name: str) -> ast.expr:
        """The value of a variable, or of calling the function of that name."""
        raise NotImplementedError

    def peek(self, name: str) -> ast.expr:
        """The value of a variable, or ``$undefined``; never calls."""
        raise NotImplementedError

    def place(self, name: str) -> ast.expr:
        """Where to store: an assignment target."""
        raise NotImplementedError


class LocalScope(Scope):
    __slots__ = ()

    def is_variable(self, name: str) -> bool | None:
        if self._elsewhere(name) or name in self.definite or self._count(name) is not None:
            return True
        return None if name in self.variables else False

    def load(self, name: str) -> ast.expr:
        if self._elsewhere(name) or self._count(name) is not None:
            return self.peek(name)
        if name in self.definite:
            return e.name(e.local(name))
        if name not in self.variables:
            return e.first(self.function_call(name))
        value = e.name(e.local(name))
        if name in self.parameters:
            self.define(name)
            return e.either(e.is_not(value, e.name(e.UNDEFINED)), value, e.call("$missing_argument", e.const(name)))
        return e.either(e.is_not(value, e.name(e.UNDEFINED)), value, e.first(self.function_call(name)))

    def function_call(self, name: str) -> ast.expr:
        return e.call(self.function_named(name), e.const(1))

    def function_named(self, name: str) -> ast.expr:
        return e.name("$nested_" + name) if name in self.nested else Scope.function_named(self, name)

    def peek(self, name: str) -> ast.expr:
        count = self._count(name)
        if count is not None:
            return count
        elsewhere = self._elsewhere(name)
        if elsewhere:
            return e.item(e.name(elsewhere), e.const(name))
        return e.name(e.local(name)) if name in self.variables or name in self.definite else e.name(e.UNDEFINED)

    def place(self, name: str) -> ast.expr:
        elsewhere = self._elsewhere(name)
        return e.item_target(elsewhere, name) if elsewhere else e.target(e.local(name))


class WorkspaceScope(Scope):
    __slots__ = ()

    def define(self, name: str, *, is_float: bool = False) -> None:
        """Kinds are not followed here: loops of a cell and other code change the workspace by other ways."""
        Scope.define(self, name)

    def is_variable(self, name: str) -> bool | None:
        return True if self._elsewhere(name) or self._count(name) is not None else None

    def load(self, name: str) -> ast.expr:
        if self._elsewhere(name) or self._count(name) is not None:
            return self.peek(name)
        if name in self.parameters:
            return e.call("$argument", e.name("$w"), e.const(name))
        return e.call("$value", e.name("$w"), e.const(name), e.name("$functions"))

    def peek(self, name: str) -> ast.expr:
        count = self._count(name)
        if count is not None:
            return count
        elsewhere = self._elsewhere(name)
        if elsewhere:
            return e.item(e.name(elsewhere), e.const(name))
        return e.call("$get", e.const(name), e.name(e.UNDEFINED))

    def place(self, name: str) -> ast.expr:
        return e.item_target(self._elsewhere(name) or "$w", name)
