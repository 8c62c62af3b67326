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
from ..plan.placement import Figures, Placement, device_seconds, host_seconds, place
from ..providers import open_device
from ..providers.host.provider import HostProvider
from ..providers.null import NoDevice
from ..providers.provider import DeviceLost, KernelCall, OutOfMemory, Provider, reason_of
from ..values.classes import DTYPES
from .calibration import FILE, adapter_key, load, measure_device, measure_host, save
from .storage import Device

_OPENING_SECONDS = 0.2
"""Seconds that it takes to load wgpu and open a device: done when a device would have saved as much already."""
_WORTH_AN_ESTIMATE = 1 << 16
"""Elements of the smallest kernel that a device could ever win: smaller ones cost less than a launch."""


class DeviceSearch:
    """The part of an Engine that opens its device.  ``device`` is a NoDevice until one was worth opening; nobody else needs to know which.

    ``figures`` are the speeds of host and device that placement reckons with, ``unsettled`` the calls whose times are not known yet.
    """

    host: HostProvider

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.device: Provider = NoDevice("the host was asked for" if settings.provider == "host" else "too small to look for a device")
        self.figures = Figures()
        self.unsettled: list[KernelCall] = []
        self._missed_seconds = 0.0
        self.searches = settings.provider != "host"
        """Whether a device may still be opened."""

    @property
    def has_device(self) -> bool:
        """Whether a device is open.  What is recorded depends on what ``device.info`` says instead."""
        return self.device.closed is None

    @property
    def wants_device(self) -> bool:
        """Whether a device was asked for, however slow it is."""
        return self.settings.provider not in ("auto", "host")

    def note(self, event: Any) -> None:
        """Keep an event for the report and pass it on."""
        raise NotImplementedError

    def _forget_plans(self) -> None:
        """Plans were made for another device, or for none."""
        raise NotImplementedError

    def holds(self, storage: Any) -> bool:
        """Whether a Tensor's storage is on the device that is open now."""
        return type(storage) is Device and storage.provider is self.device

    def decide(self, group: Group, nbytes: int, upload: int, gather: int) -> Placement:
        """Where a group runs that moves ``nbytes`` in its kernel; first ``upload`` bytes go to the device, or ``gather`` to the host."""
        if self.device.closed is not None:
            return Placement("host", self.device.closed, {})
        refusal = self.device.refusal(group.kernel)
        return place(group, self.wants_device, nbytes, upload, gather, self.host.threads, self.figures, refusal)

    def note_refusal(self, kernel: Kernel, line: int | None, ops: tuple[str, ...]) -> None:
        """Note for the report why an open device does not take a kernel, where it does not."""
        refusal = self.device.refusal(kernel) if self.has_device else None
        if refusal is not None:
            self.note(Refused(refusal, line, ops, "device"))

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
        if not self.has_device:
            return
        self.device, self.unsettled = NoDevice("the device was lost"), []
        self.searches = True
        self._forget_plans()
        self.note(Notice(f"The device was lost ({reason_of(error)}). A new one is opened for the next work."))

    def _fits(self, kernel: Kernel) -> bool:
        """Whether the device binds as many arrays as a kernel has; the host takes any number."""
        body, most = kernel.body, self.device.info.max_arrays
        if kernel.form is LOOP:
            return not self.has_device or self.device.refusal(kernel) is None
        return not most or len(body.inputs) * (2 if body.accumulations else 1) + len(body.stores) + len(body.results) <= most

    def _look_for_device(self, nodes: Sequence[Node], planned: Plan) -> bool:
        """Open the device provider once it would have saved what opening it costs; whether it was opened now."""
        return self.open_for(sum(self.saving(nodes, group) for group in planned.groups))

    def expect_device(self) -> None:
        """Open the device now where it was asked for: what is recorded depends on it."""
        if self.wants_device:
            self.open_for(0.0)

    def find_device(self) -> None:
        """Open the device now, whatever work there is, unless the host was asked for."""
        if not self.has_device and self.settings.provider != "host":
            self._open_device()

    def look_for_device(self, group: Group, nbytes: int, upload_bytes: int) -> None:
        """As for a flush, for a loop that moves ``nbytes`` in its kernel."""
        if self.searches:
            on_host = host_seconds(group, nbytes, self.host.threads, self.figures)
            self.open_for(max(0.0, on_host - device_seconds(group, nbytes, upload_bytes, self.figures)))

    def open_for(self, saving: float) -> bool:
        """Open the device when the seconds that it would have saved so far are worth it; whether it was opened now."""
        if not self.searches:
            return False
        if not self.wants_device:
            self._missed_seconds += saving
            if self._missed_seconds < _OPENING_SECONDS:
                return False
        self._open_device()
        return self.has_device

    def saving(self, nodes: Sequence[Node], group: Group) -> float:
        """Seconds that a usual device would save on a group, uploads included; 0 where the host wins."""
        if numel(group.kernel.body.space) < _WORTH_AN_ESTIMATE:
            return 0.0
        sizes = {n: numel(nodes[n].shape) * DTYPES[nodes[n].matlab_class].itemsize for n in (*group.inputs, *group.outputs)}
        upload = sum(sizes[n] for n in group.inputs if nodes[n].kind == LEAF)
        total = sum(sizes.values())
        on_host = host_seconds(group, total, self.host.threads, self.figures)
        return max(0.0, on_host - device_seconds(group, total, upload, self.figures))

    def _open_device(self) -> None:
        self.searches = False
        try:
            self.device = open_device(self.settings)
            self.figures = load(self.settings.cache / FILE, adapter_key(self.device))
        except Exception as error:
            text = f"No GPU: {error}. Everything runs on the host." if self.wants_device else f"No GPU is used: {error}."
            self.device = NoDevice(f"no device: {error}")
            self.note(Notice(text))
            return
        self._forget_plans()

    def calibrate(self) -> Figures:
        """Measure host and device anew, use the figures, and keep them on disk for later sessions.  Takes seconds."""
        if self.searches:
            self._open_device()
        self.figures = measure_host(self._probe("host"))
        if self.has_device:
            probe = self._probe("gpu")
            probe.device = self.device
            self.figures = measure_device(probe, self.figures)
            save(self.settings.cache / FILE, adapter_key(self.device), self.figures)
        self._forget_plans()
        return self.figures

    def _probe(self, provider: str) -> Any:
        """An engine of its own that runs everything at one place, and opens no device."""
        engine = type(self)(replace(self.settings, provider=provider, fusion=True, defer_elements=1))
        engine.searches = False
        return engine
