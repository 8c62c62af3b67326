"""Callback properties that are called without anybody at a window: CreateFcn, DeleteFcn and CloseRequestFcn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..base.errors import MatlabError
from ..values import CellArray, CharArray
from ..values.convert import is_text, text_of
from ..values.functions import FunctionHandle
from .handles import Handle
from .listeners import Event
from .tree import Node

_CLOSE = "closereq"


class Callbacks:
    """Calls the functions that objects of a session name.

    ``feval(function, arguments, nargout)`` is the session's; ``running`` are the objects whose functions are being called, the innermost
    last; ``created`` are objects with a CreateFcn that is still to be called.
    """

    def __init__(self, feval: Callable[[Any, tuple[Any, ...], int], Any] | None, tell: Callable[[str], None] | None) -> None:
        self._feval, self._tell = feval or (lambda *asked: None), tell or (lambda text: None)
        self.running: list[Node] = []
        self.created: list[Node] = []

    def call(self, node: Node, name: str) -> None:
        """Call what the property says: a function, a cell of a function and more arguments, or text that runs in the base workspace.

        An error in it is told and ends nothing else.
        """
        function, more = node.get(name), []
        if type(function) is CellArray and function.numel:
            function, *more = function.array.ravel(order="F")
        self.running.append(node)
        try:
            if type(function) is FunctionHandle or more:
                event = Event({"Source": Handle.of(node), "EventName": CharArray.row(name)}, "matlab.ui.eventdata.ActionData")
                self._feval(function, (Handle.of(node), event, *more), 0)
            elif is_text(function) and text_of(function):
                self._feval("evalin", (CharArray.row("base"), function), 0)
        except MatlabError as error:
            self._tell(f"Warning: Error occurred while evaluating {node.kind.short_class} {name}.\n{error}\n")
        finally:
            self.running.pop()

    def deleting(self, node: Node) -> None:
        """Call the DeleteFcn of an object that still is."""
        node.values["BeingDeleted"] = CharArray.row("on")
        self.call(node, "DeleteFcn")

    def settle(self) -> None:
        """Call the CreateFcn of objects that were made and have got their properties."""
        while self.created:
            node = self.created.pop(0)
            if node.alive:
                self.call(node, "CreateFcn")

    def close_request(self, figure: Node) -> bool:
        """Ask a figure to close: its function decides.  Whether the usual one is asked for, which closes it."""
        asked = figure.get("CloseRequestFcn")
        if is_text(asked) and text_of(asked).strip().rstrip(";") in (_CLOSE, f"{_CLOSE}()"):
            return True
        self.call(figure, "CloseRequestFcn")
        return False
