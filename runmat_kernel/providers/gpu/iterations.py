"""Kernels that run turn after turn on the same buffers: bound once, recorded with next to no work, many turns in one submission."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.records import record
from ..provider import KernelCall
from .launch import Dispatch, parameter_fields
from .memory import GpuBuffer, Raw
from .native import Commands, Landing

if TYPE_CHECKING:
    from .provider import GpuProvider

_FLAG_BYTES = 256
_LANDING_BYTES = 1 << 16
_SLOT = 0
"""All kernels raise the same flag: one that is raised ends the whole loop."""


@record
class Bound:
    """One dispatch with its buffers and launch fields (``fields``: as they are packed)."""

    dispatch: Dispatch
    buffers: Any
    fields: bytes

    def with_parameters(self, parameters: Sequence[Any]) -> Bound:
        return Bound(self.dispatch, self.buffers, _packed(self.dispatch, parameters)) if self.dispatch.holes else self


@record
class Moved:
    """A copy of bytes between two buffers."""

    source: Any
    source_offset: int
    target: Any
    target_offset: int
    nbytes: int


class Submitted:
    """What a submission tells afterwards: ``flagged``, and the bytes of the small results that were asked for."""

    def __init__(self, owner: Turns, landing: Landing, small: Sequence[GpuBuffer], used: int) -> None:
        self._owner, self._landing, self._small, self._used = owner, landing, small, used

    def wait(self) -> tuple[bool, list[bytes]]:
        with self._owner.provider.checked:
            data = self._landing.read(self._used)
        self._owner._idle.append(self._landing)
        found = [data[8 * (k + 1) : 8 * (k + 1) + b.nbytes] for k, b in enumerate(self._small)]
        return bool(np.frombuffer(data, np.uint32, 1)[0]), found


class Turns:
    """The submissions of one loop.  ``close`` gives its memory back."""

    def __init__(self, provider: GpuProvider) -> None:
        self.provider = provider
        self._flags = provider._pool.take(_FLAG_BYTES)
        self._scratch: list[Raw | None] = []
        self._old: list[Raw] = []
        self._idle: list[Landing] = []

    @property
    def most(self) -> int:
        """The most dispatches of a submission."""
        return len(self.provider.field_bytes) // (1 << 12)

    def close(self) -> None:
        for raw in (self._flags, *self._scratch, *self._old):
            if raw is not None:
                self.provider._pool.give(raw)

    def bind(self, calls: Sequence[KernelCall]) -> list[list[Bound]]:
        """The dispatches of each kernel on its buffers."""
        provider = self.provider
        with provider.checked:
            launches = [provider.prepare(call.kernel) for call in calls]
            # What was bound before goes on using the old one.
            self._old += provider._grow(self._scratch, launches)
            return [[self._bound(call, d) for d in launch.dispatches] for call, launch in zip(calls, launches, strict=True)]

    def _bound(self, call: KernelCall, dispatch: Dispatch) -> Bound:
        raws = self.provider._raws(call, dispatch, self._flags, self._scratch)
        return Bound(dispatch, self.provider.programs.bind(dispatch.program, raws), _packed(dispatch, call.parameters))

    def moved(self, source: GpuBuffer, first: int, target: GpuBuffer, at: int, count: int) -> Moved | None:
        """``count`` elements from ``first`` on to ``at`` of another array; None where a device cannot copy them in one piece."""
        size = source.itemsize
        (a, own), (b, other) = divmod(first, source.chunk), divmod(at, target.chunk)
        inside = own + count <= source.chunk and other + count <= target.chunk
        if not inside or any(n * size % 4 for n in (own, other, count)):
            return None
        here, there = source.chunks[a], target.chunks[b]
        return Moved(here.handle, here.offset + own * size, there.handle, there.offset + other * size, count * size)

    def submit(self, items: Sequence[Bound | Moved], small: Sequence[GpuBuffer] = ()) -> Submitted:
        """Queue dispatches and copies in order.  ``small`` are arrays of at most eight bytes that come back."""
        provider = self.provider
        with provider.checked:
            commands = Commands(provider.native)
            commands.clear(self._flags.handle, _FLAG_BYTES)
            offset = self._record(commands, items)
            landing = self._idle.pop() if self._idle else Landing(provider.native, _LANDING_BYTES, spins=not provider.target.is_software)
            commands.copy(self._flags.handle, 0, landing.buffer, 0, 8)
            for k, buffer in enumerate(small, 1):
                commands.copy(buffer.chunks[0].handle, 0, landing.buffer, 8 * k, 8)
            provider.send_fields(offset)
            commands.submit()
        return Submitted(self, landing, small, 8 * (len(small) + 1))

    def _record(self, commands: Commands, items: Sequence[Bound | Moved]) -> int:
        memory, groups, offset = self.provider.field_bytes, self.provider.field_groups, 0
        for item in items:
            if type(item) is Moved:
                commands.copy(item.source, item.source_offset, item.target, item.target_offset, item.nbytes)
                continue
            dispatch = item.dispatch
            memory[offset : offset + len(item.fields)] = item.fields
            commands.dispatch(dispatch.program.pipeline, item.buffers, groups[dispatch.window], offset, dispatch.grid)
            offset += dispatch.window
        return offset


def _packed(dispatch: Dispatch, parameters: Sequence[Any]) -> bytes:
    fields = list(dispatch.fixed)
    parameter_fields(parameters, dispatch.holes, fields)
    if dispatch.slot is not None:
        fields[dispatch.slot] = _SLOT
    memory = bytearray(dispatch.window)
    dispatch.pack_into(memory, 0, *fields)
    return bytes(memory[: dispatch.program.shader.layout.size])
