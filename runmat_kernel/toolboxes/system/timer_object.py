"""Timer objects: their callbacks, their times, and the number of calls so far."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values.containers import CellArray
from ...values.convert import as_array, class_of, is_text, numel_of, text_of, to_value
from ...values.functions import FunctionHandle
from ...values.numerals import DisplayFormat
from ...values.objects import HostObject, no_such_member
from ...values.text import CharArray

_MODES = ("singleShot", "fixedDelay", "fixedRate", "fixedSpacing")
_CALLBACKS = ("ErrorFcn", "StartFcn", "StopFcn", "TimerFcn")
_READ_ONLY = ("AveragePeriod", "InstantPeriod", "Running", "TasksExecuted", "Type")
NAMES = (
    "AveragePeriod", "BusyMode", "ErrorFcn", "ExecutionMode", "InstantPeriod", "Name", "ObjectVisibility", "Period", "Running",
    "StartDelay", "StartFcn", "StopFcn", "Tag", "TasksExecuted", "TasksToExecute", "TimerFcn", "Type", "UserData",
)  # fmt: skip


_LEAST = {"Period": 0.001, "StartDelay": 0.0, "TasksToExecute": 1.0}
_CHOICES = {"ExecutionMode": _MODES, "BusyMode": ("drop", "error", "queue")}


class Timer(HostObject):
    """A handle object; ``due`` is when its function is called next (seconds of a monotonic clock), None while it does not run."""

    __slots__ = ("alive", "due", "last", "settings", "spans", "tasks")
    matlab_class = "timer"
    superclasses = ("handle",)
    is_handle = True

    def __init__(self, number: int) -> None:
        nothing = CharArray.row("")
        self.alive = True
        self.due: float | None = None
        self.last: float | None = None
        self.tasks = 0
        self.spans: list[float] = []
        self.settings: dict[str, Any] = {
            "BusyMode": CharArray.row("drop"),
            **dict.fromkeys(_CALLBACKS, nothing),
            "ExecutionMode": CharArray.row("singleShot"),
            "Name": CharArray.row(f"timer-{number}"),
            "ObjectVisibility": CharArray.row("on"),
            "Period": 1.0,
            "StartDelay": 0.0,
            "Tag": nothing,
            "TasksToExecute": float("inf"),
            "UserData": to_value(np.zeros((0, 0))),
        }

    @property
    def running(self) -> bool:
        return self.due is not None

    def properties(self) -> Mapping[str, Any]:
        fields = {
            **self.settings, "AveragePeriod": float(np.mean(self.spans)) if self.spans else float("nan"), "Type": CharArray.row("timer"),
            "InstantPeriod": self.spans[-1] if self.spans else float("nan"), "Running": CharArray.row("on" if self.running else "off"),
            "TasksExecuted": float(self.tasks),
        }  # fmt: skip
        return {name: fields[name] for name in NAMES}

    def get_property(self, name: str) -> Any:
        self.check()
        return super().get_property(name)

    def check(self) -> None:
        if not self.alive:
            raise MatlabError("Invalid timer object. This object has been deleted and should be removed from your workspace using CLEAR.",
                              "MATLAB:timer:invalid")  # fmt: skip

    def set_property(self, name: str, value: Any) -> HostObject:
        self.check()
        if name in _READ_ONLY:
            raise MatlabError(
                f"Unable to set the '{name}' property of class 'timer' because it is read-only.", "MATLAB:class:SetProhibited"
            )
        if name not in self.settings:
            raise no_such_member(self, name)
        if self.running and name in ("Period", "StartDelay", "ExecutionMode"):
            raise MatlabError(f"The {name} of a timer cannot be set while it runs.", "MATLAB:timer:running")
        self.settings[name] = self._checked(name, value)
        return self

    def _checked(self, name: str, value: Any) -> Any:
        if name in _LEAST:
            number = float(as_array(value).flat[0]) if class_of(value) == "double" and numel_of(value) == 1 else -1.0
            if not number >= _LEAST[name]:
                raise MatlabError(f"{name} must be a number of at least {_LEAST[name]:g}.", "MATLAB:timer:incorrectValue")
            return number
        if name in _CHOICES:
            matches = [w for w in _CHOICES[name] if is_text(value) and w.lower().startswith(text_of(value).lower())]
            if not matches:
                raise MatlabError(f"{name} must be one of: {', '.join(_CHOICES[name])}.", "MATLAB:datatypes:InvalidEnumValueFor")
            return CharArray.row(matches[0])
        if name in _CALLBACKS and not (is_text(value) or type(value) in (FunctionHandle, CellArray)):
            raise MatlabError(
                f"{name} must be a function handle, text, or a cell array that begins with one of these.", "MATLAB:timer:incorrectValue"
            )
        return value

    def begin(self, now: float) -> None:
        self.tasks, self.spans, self.last = 0, [], None
        self.due = now + float(self.settings["StartDelay"])

    def ran(self, before: float, after: float) -> bool:
        """Note a call of the function that went from ``before`` to ``after``; False where it was the last one."""
        if self.last is not None:
            self.spans.append(before - self.last)
        self.last = before
        self.tasks += 1
        mode, period = text_of(self.settings["ExecutionMode"]), float(self.settings["Period"])
        if mode == "singleShot" or self.tasks >= self.settings["TasksToExecute"]:
            return False
        assert self.due is not None
        starts = {"fixedRate": self.due, "fixedDelay": before, "fixedSpacing": after}
        self.due = starts[mode] + period
        if self.due < after and text_of(self.settings["BusyMode"]) != "queue":
            self.due += np.ceil((after - self.due) / period) * period  # missed calls are dropped
        return True

    def disp_text(self, format: DisplayFormat) -> str:
        if not self.alive:
            return "   Invalid timer object.\n"
        shown = {name: _shown(value) for name, value in self.properties().items()}
        lines = [f"   Timer Object: {shown['Name']}", "", "   Timer Settings"]
        lines += [f"{name:>19}: {shown[name]}" for name in ("ExecutionMode", "Period", "BusyMode", "Running")]
        lines += ["", "   Callbacks"]
        lines += [f"{name:>19}: {_shown(self.settings[name], quote=True)}" for name in ("TimerFcn", "ErrorFcn", "StartFcn", "StopFcn")]
        return "\n".join(lines) + "\n"


def _shown(value: Any, quote: bool = False) -> str:
    if type(value) is FunctionHandle:
        return value.text if value.text.startswith("@") else f"@{value.text}"
    if is_text(value):
        return f"'{text_of(value)}'" if quote else text_of(value)
    if type(value) is CellArray:
        return f"{{{value.shape[0]}x{value.shape[1]} cell}}"
    return f"{value:.5g}" if isinstance(value, float) else ""
