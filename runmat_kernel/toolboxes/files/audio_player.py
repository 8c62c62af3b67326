"""audioplayer objects: samples that a notebook shows as a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values.convert import to_value
from ...values.objects import HostObject, no_such_member
from ...values.text import CharArray

_SETTABLE = ("SampleRate", "StartFcn", "StopFcn", "Tag", "TimerFcn", "TimerPeriod", "UserData")


class AudioPlayer(HostObject):
    """``samples`` are rows of channels from -1 to 1; a handle object."""

    __slots__ = ("bits", "samples", "settings")
    matlab_class = "audioplayer"
    superclasses = ("handle",)
    is_handle = True

    def __init__(self, samples: np.ndarray, rate: float, bits: int) -> None:
        nothing = to_value(np.zeros((0, 0)))
        self.samples, self.bits = samples, bits
        self.settings: dict[str, Any] = {
            "SampleRate": rate, "StartFcn": nothing, "StopFcn": nothing, "Tag": CharArray.row(""), "TimerFcn": nothing, "TimerPeriod": 0.05,
            "UserData": nothing,
        }  # fmt: skip

    def properties(self) -> Mapping[str, Any]:
        shown = {
            "SampleRate": self.settings["SampleRate"], "BitsPerSample": float(self.bits), "NumChannels": float(self.samples.shape[1]),
            "DeviceID": -1.0, "CurrentSample": 1.0, "TotalSamples": float(self.samples.shape[0]), "Running": CharArray.row("off"),
            "Type": CharArray.row("audioplayer"),
        }  # fmt: skip
        return {**shown, **{name: value for name, value in self.settings.items() if name != "SampleRate"}}

    def set_property(self, name: str, value: Any) -> HostObject:
        if name not in _SETTABLE:
            if name in self.properties():
                raise MatlabError(
                    f"Unable to set the '{name}' property of class 'audioplayer' because it is read-only.", "MATLAB:class:SetProhibited"
                )
            raise no_such_member(self, name)
        self.settings[name] = value
        return self
