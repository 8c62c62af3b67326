"""The device of a session: opened once it is worth its time, measured, lost and opened again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..base.events import Notice, Refused
from ..base.settings import Settings
from ..codegen.forms import LOOP
from ..codegen.kernel import Kernel
from ..graph.node import LEAF, Node
from ..graph.shapes import numel
from ..plan.group import Group, Plan
from ..plan.placement import Figures, device_seconds, host_seconds
from ..providers.host.provider import HostProvider
from ..providers.provider import DeviceLost, OutOfMemory, reason_of
from ..values.classes import DTYPES
from .calibration import FILE, adapter_key, load, measure, save
from .storage import Device

_OPENING_SECONDS = 0.2
"""What loading wgpu and opening a device costs: done when a device would have saved as much already."""
_WORTH_AN_ESTIMATE = 1 << 16
"""Elements of the smallest kernel that a device could ever win: smaller ones cost less than a launch."""


class DeviceSearch:
    """What an Engine knows of its device: ``device`` is None until one was worth opening, ``host_reason`` says why there is none.

    ``figures`` are the speeds of host and device that placement reckons with.
    """

    host: HostProvider

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.device: Any = None
        self._most_arrays = 0
        self.host_reason = "the host was asked for" if settings.provider == "host" else "too small to look for a device"
        self.figures = Figures()
        self.unsettled: list[Any] = []
        self._missed_seconds = 0.0
        self._looked_for_device = settings.provider == "host"

    def note(self, event: Any) -> None:
        """Keep an event for the report and pass it on."""
        raise NotImplementedError

    def _forget_plans(self) -> None:
        """Plans were made for another device, or for none."""
        raise NotImplementedError

    def holds(self, storage: Any) -> bool:
        """Whether a Tensor's storage is on the device that is open now."""
        return type(storage) is Device and storage.provider is self.device

    def device_failed(self, error: Exception, line: int | None = None) -> None:
        """The host does what the device could not: say why, and let go of a device that is gone."""
        if isinstance(error, OutOfMemory):
            self.note(Refused(f"the device has no memory for {error.nbytes} bytes", line, (), "memory"))
            return
        self.note(Refused(f"the device failed, so the host computed it: {reason_of(error)}", line, (), "device error"))
        self.unsettled = []
        if isinstance(error, DeviceLost):
            self.lose_device(error)

    def lose_device(self, error: Exception) -> None:
        """The device is gone: the next flush opens one again."""
        if self.device is None:
            return
        self.device, self.unsettled = None, []
        self._looked_for_device = False
        self._forget_plans()
        self.host_reason = "the device was lost"
        self.note(Notice(f"The device was lost ({reason_of(error)}). A new one is opened for the next work."))

    def _fits(self, kernel: Kernel) -> bool:
        """Whether the device binds as many arrays as a kernel has; the host takes any number."""
        if self.device is None:
            return True
        most = self._most_arrays
        body = kernel.body
        if kernel.form is LOOP:
            return self.device.refusal(kernel) is None
        return not most or len(body.inputs) * (2 if body.accumulations else 1) + len(body.stores) + len(body.results) <= most

    def _look_for_device(self, nodes: Sequence[Node], made: Plan) -> bool:
        """Open the device provider once it would have saved what opening it costs; whether one is there now."""
        return self._open_for(sum(self._saving(nodes, group) for group in made.groups))

    def expect_device(self) -> None:
        """Open the device now where it was asked for: what is recorded depends on it."""
        if self.settings.provider == "gpu" and not self._looked_for_device:
            self._open_for(0.0)

    def find_device(self) -> None:
        """Open the device now, whatever work there is, unless the host was asked for."""
        if self.device is None and self.settings.provider != "host":
            self._looked_for_device = True
            self._open_device()
            if self.device is not None:
                self._forget_plans()

    def look_for_device(self, group: Group, nbytes: int, upload_bytes: int) -> None:
        """As for a flush, for a loop that moves ``nbytes`` in its kernel."""
        on_host = host_seconds(group, nbytes, self.host.threads, self.figures)
        self._open_for(max(0.0, on_host - device_seconds(group, nbytes, upload_bytes, self.figures)))

    def _open_for(self, saving: float) -> bool:
        """Open the device when the seconds that it would have saved so far are worth it; whether one is there now."""
        if self.settings.provider != "gpu":
            self._missed_seconds += saving
            if self._missed_seconds < _OPENING_SECONDS:
                return False
        self._looked_for_device = True
        self._open_device()
        if self.device is None:
            return False
        self._forget_plans()
        return True

    def _saving(self, nodes: Sequence[Node], group: Group) -> float:
        """Seconds that a usual device would save on a group, uploads included; 0 where the host wins."""
        if numel(group.kernel.body.space) < _WORTH_AN_ESTIMATE:
            return 0.0
        sizes = {n: numel(nodes[n].shape) * DTYPES[nodes[n].matlab_class].itemsize for n in (*group.inputs, *group.outputs)}
        upload = sum(sizes[n] for n in group.inputs if nodes[n].kind == LEAF)
        total = sum(sizes.values())
        on_host = host_seconds(group, total, self.host.threads, self.figures)
        return max(0.0, on_host - device_seconds(group, total, upload, self.figures))

    def _open_device(self) -> None:
        try:
            from ..providers.gpu import open_provider

            self.device = open_provider(self.settings)
            # Two bindings are taken by the launch values and the flag.
            self._most_arrays = self.device.info.max_arrays or self.device.target.max_storage_buffers - 2
            self.figures = load(self.settings.cache / FILE, adapter_key(self.device))
        except Exception as error:
            if self.settings.provider == "gpu":
                text = f"No GPU: {error}. Everything runs on the host."
            else:
                text = f"No GPU is used: {error}."
            self.host_reason = f"no device: {error}"
            self.note(Notice(text))

    def calibrate(self) -> Figures:
        """Measure host and device anew, use the figures, and keep them on disk for later sessions.  Takes seconds."""
        if not self._looked_for_device:
            self._looked_for_device = True
            self._open_device()

        def probing(device: Any) -> Any:
            place = "host" if device is None else "gpu"
            engine = type(self)(replace(self.settings, provider=place, fusion=True, defer_elements=1))
            engine.device, engine._most_arrays, engine._looked_for_device = device, self._most_arrays, True
            return engine

        self.figures = measure(probing, self.device)
        self._forget_plans()
        if self.device is not None:
            save(self.settings.cache / FILE, adapter_key(self.device), self.figures)
        return self.figures
