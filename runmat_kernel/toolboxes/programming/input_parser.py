"""``inputParser``: the declaration of a function's inputs, and what parsing them gave."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...base.errors import MatlabError
from ...base.records import record
from ...builtins.call import warn_of_destructor
from ...values.containers import CellArray, StructArray
from ...values.convert import as_array, text_of
from ...values.objects import HostObject, no_such_member
from ...values.text import CharArray

_SWITCHES = ("CaseSensitive", "KeepUnmatched", "PartialMatching", "StructExpand")


@record
class Parameter:
    """One declared input: ``kind`` is required, optional, parameter or switch; ``validator`` a function handle or None."""

    name: str
    kind: str
    default: Any = None
    validator: Any = None


class InputParser(HostObject):
    """A handle object: declared parameters, options, and the results of the last parse."""

    __slots__ = ("function_name", "parameters", "results", "switches", "unmatched", "using_defaults")
    matlab_class = "inputParser"
    superclasses = ("handle",)
    is_handle = True

    def __init__(self) -> None:
        self.parameters: list[Parameter] = []
        self.function_name = ""
        self.switches = {"CaseSensitive": False, "KeepUnmatched": False, "PartialMatching": True, "StructExpand": True}
        self.results: dict[str, Any] = {}
        self.unmatched: dict[str, Any] = {}
        self.using_defaults: list[str] = []

    def properties(self) -> Mapping[str, Any]:
        names = sorted((p.name for p in self.parameters), key=str.lower)
        return {
            "FunctionName": CharArray.row(self.function_name),
            **self.switches,
            "Parameters": CellArray.of([CharArray.row(name) for name in names]),
            "Results": _ordered(self.results),
            "Unmatched": _ordered(self.unmatched),
            "UsingDefaults": CellArray.of([CharArray.row(name) for name in self.using_defaults]),
        }

    def set_property(self, name: str, value: Any) -> InputParser:
        if name == "FunctionName":
            self.function_name = text_of(value, "FunctionName")
        elif name in _SWITCHES:
            self.switches[name] = bool(as_array(value).all())
        elif name in self.properties():
            raise MatlabError(
                f"Unable to set the '{name}' property of class 'inputParser' because it is read-only.", "MATLAB:class:SetProhibited"
            )
        else:
            raise no_such_member(self, name)
        return self

    def declare(self, parameter: Parameter) -> None:
        """Add an input; required ones come first, then optional ones, then parameters and switches."""
        order = ("required", "optional", "parameter", "switch")
        if any(p.name == parameter.name for p in self.parameters):
            raise MatlabError(f"Argument '{parameter.name}' was already declared.", "MATLAB:InputParser:ParamAlreadyExists")
        if (
            self.parameters
            and order.index(self.parameters[-1].kind) > order.index(parameter.kind)
            and parameter.kind in ("required", "optional")
        ):
            raise MatlabError(
                f"Argument '{parameter.name}' cannot be declared as {parameter.kind} after arguments of another kind.",
                "MATLAB:InputParser:AddOrder",
            )
        self.parameters.append(parameter)

    def of_kind(self, *kinds: str) -> list[Parameter]:
        return [p for p in self.parameters if p.kind in kinds]

    def named(self, text: str) -> Parameter | None:
        """The parameter or switch of a name, as CaseSensitive and PartialMatching have it."""
        fold = (lambda s: s) if self.switches["CaseSensitive"] else str.lower
        choices = self.of_kind("parameter", "switch")
        exact = [p for p in choices if fold(p.name) == fold(text)]
        if exact or not self.switches["PartialMatching"] or not text:
            return exact[0] if exact else None
        begun = [p for p in choices if fold(p.name).startswith(fold(text))]
        return begun[0] if len(begun) == 1 else None


def _ordered(contents: dict[str, Any]) -> StructArray:
    return StructArray.scalar({name: contents[name] for name in sorted(contents, key=lambda n: (n.lower(), n))})


class CleanupTask(HostObject):
    """``onCleanup``: calls its task when the last variable that holds it goes."""

    __slots__ = ("_session", "task")
    matlab_class = "onCleanup"
    superclasses = ("handle",)
    is_handle = True

    def __init__(self, session: Any, task: Any) -> None:
        self._session, self.task = session, task

    def properties(self) -> Mapping[str, Any]:
        return {"task": self.task}

    def __del__(self) -> None:
        if not hasattr(self, "task"):  # its constructor was interrupted
            return
        try:
            self._session.feval(self.task, (), 0)
        except MatlabError as error:
            warn_of_destructor(self._session, self.matlab_class, error)
