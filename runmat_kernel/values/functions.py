"""Function handles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class FunctionHandle:
    """A handle ``@name`` or an anonymous function.

    ``name`` is the function's name, or None for an anonymous one.  ``text`` is what ``func2str`` gives.
    ``target`` is called as ``target(nargout, *arguments) -> tuple of Values`` (at least ``max(nargout, 1)`` of them
    where the function has that many); it is None for a simple handle that is resolved by name at each call.
    ``captured`` are the workspace values an anonymous function keeps, ``parameters`` its parameter names,
    ``nargin_declared``/``nargout_declared`` what ``nargin(f)`` and ``nargout(f)`` answer (-1 and the like when variable).
    ``node`` is the Ast of an anonymous function that a program wrote.  ``formula`` is the expression of what ``inline`` made,
    which is an anonymous function of class ``inline``.
    """

    __slots__ = (
        "__weakref__", "_text", "captured", "formula", "name", "nargin_declared", "nargout_declared", "node", "parameters", "target",
    )  # fmt: skip
    is_complex = False
    shape = (1, 1)
    numel = 1

    def __init__(
        self,
        name: str | None,
        text: str | Callable[[], str],
        target: Callable[..., tuple[Any, ...]] | None = None,
        *,
        captured: dict[str, Any] | None = None,
        parameters: tuple[str, ...] = (),
        nargin_declared: int = -1,
        nargout_declared: int = -1,
        node: Any = None,
        formula: str | None = None,
    ) -> None:
        self.node = node
        self.formula = formula
        self.name = name
        self._text = text
        self.target = target
        self.captured = captured or {}
        self.parameters = parameters
        self.nargin_declared = nargin_declared
        self.nargout_declared = nargout_declared

    @property
    def matlab_class(self) -> str:
        return "function_handle" if self.formula is None else "inline"

    @property
    def text(self) -> str:
        """The text of ``func2str``, written when somebody asks."""
        if not isinstance(self._text, str):
            self._text = self._text()
        return self._text

    def __repr__(self) -> str:
        return f"<FunctionHandle {self.text}>"
