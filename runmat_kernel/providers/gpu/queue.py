"""Runs kernels iteration by iteration on the same buffers: bound once, recorded with little work, many in one submission."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from ...base.records import record
from ...codegen.forms.loop import Region
from ..provider import Change, KernelCall, Queue
from .launch import Dispatch, parameter_fields
from .memory import GpuBuffer, Raw
from .native import Commands, Landing
from .protocols import Submitter

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
class Copy:
    """A copy of bytes between two buffers."""

    source: Any
    source_offset: int
    target: Any
    target_offset: int
    nbytes: int


@record
class Iteration:
    """The dispatches of an iteration: in order, and by call with the call's parameters."""

    dispatches: tuple[Bound, ...]
    by_call: tuple[tuple[tuple[Any, ...], tuple[Bound, ...]], ...]


class Submitted:
    """Submissions that may be waited for.  The last one has the tests' results behind the flags."""

    def __init__(self, owner: GpuQueue, landings: Sequence[Landing], tests: Sequence[GpuBuffer]) -> None:
        self._owner, self._landings, self._tests = owner, landings, tests

    def wait(self) -> list[bool]:
        owner, last, results = self._owner, self._landings[-1], []
        for landing in self._landings:
            with owner.provider.checked:
                data = landing.read(8 * (len(self._tests) + 1) if landing is last else 8)
            owner.landed(landing)
            owner.flagged |= bool(np.frombuffer(data, np.uint32, 1)[0])
            if landing is last:
                results = [data[8 * k : 8 * k + b.nbytes] for k, b in enumerate(self._tests, 1)]
        return [bool(np.frombuffer(data, test.dtype).all()) for test, data in zip(self._tests, results, strict=True)]


class GpuQueue(Queue[GpuBuffer]):
    """The submissions of one loop."""

    def __init__(self, provider: Submitter) -> None:
        self.provider = provider
        self._flags = provider.take(_FLAG_BYTES)
        self._scratch: list[Raw | None] = []
        self._outgrown: list[Raw] = []
        self._idle: list[Landing] = []
        self._items: list[Bound | Copy] = []
        self.most = len(provider.field_bytes) // (1 << 12)

    def close(self) -> None:
        for raw in (self._flags, *self._scratch, *self._outgrown):
            if raw is not None:
                self.provider.give(raw)

    def bind(self, calls: Sequence[KernelCall]) -> Iteration:
        provider = self.provider
        with provider.checked:
            launches = [provider.prepare(call.kernel) for call in calls]
            # What was bound before goes on using the old scratch memory.
            self._outgrown += provider.grow(self._scratch, launches)
            by_call = tuple(
                (call.parameters, tuple([self._bound(call, d) for d in launch.dispatches]))
                for call, launch in zip(calls, launches, strict=True)
            )
        return Iteration(tuple([b for _, own in by_call for b in own]), by_call)

    def divided(self, call: KernelCall) -> list[Iteration]:
        return [Iteration((dispatch,), ()) for dispatch in self.bind([call]).dispatches]

    def _bound(self, call: KernelCall, dispatch: Dispatch) -> Bound:
        raws = self.provider.raws(call, dispatch, self._flags, self._scratch)
        return Bound(dispatch, self.provider.programs.bind(dispatch.program, raws), _packed(dispatch, call.parameters))

    def add(self, bound: Iteration, changes: Sequence[Change] = ()) -> None:
        if not changes:
            self._items += bound.dispatches
            return
        values = {at: list(bound.by_call[at][0]) for at, _, _ in changes}
        for at, k, value in changes:
            values[at][k] = value
        for at, (_, own) in enumerate(bound.by_call):
            self._items += [b.with_parameters(values[at]) for b in own] if at in values else own

    @property
    def waiting(self) -> int:
        return len(self._items)

    def moves(self, array: GpuBuffer, region: Region, shape: tuple[int, ...]) -> bool:
        words = all(n * array.itemsize % 4 == 0 for n in (region.offset, region.move, prod(shape)))
        return words and len(array.chunks) == 1 and _is_contiguous(region, shape)

    def read(self, source: GpuBuffer, region: Region, iteration: int, target: GpuBuffer, shape: tuple[int, ...]) -> bool:
        copy = _copy(source, region.first(iteration), target, 0, target.numel) if _is_contiguous(region, shape) else None
        if copy is not None:
            self._items.append(copy)
        return copy is not None

    def write(self, target: GpuBuffer, region: Region, iteration: int, source: GpuBuffer, shape: tuple[int, ...]) -> None:
        copy = _copy(source, 0, target, region.first(iteration), source.numel)
        assert copy is not None
        self._items.append(copy)

    def submit(self, tests: Sequence[GpuBuffer] = ()) -> Submitted:
        items, self._items = self._items, []
        parts = [items[i : i + self.most] for i in range(0, len(items), self.most)] or [[]]
        landings = [self._submitted(part, ()) for part in parts[:-1]]
        return Submitted(self, [*landings, self._submitted(parts[-1], tests)], tests)

    def _submitted(self, items: Sequence[Bound | Copy], tests: Sequence[GpuBuffer]) -> Landing:
        """One submission of dispatches and copies in order, behind which flags and tests are copied."""
        provider = self.provider
        with provider.checked:
            commands = Commands(provider.native)
            commands.clear(self._flags.handle, _FLAG_BYTES)
            offset = self._record(commands, items)
            landing = self._idle.pop() if self._idle else Landing(provider.native, _LANDING_BYTES, spins=not provider.target.is_software)
            commands.copy(self._flags.handle, 0, landing.buffer, 0, 8)
            for k, buffer in enumerate(tests, 1):
                commands.copy(buffer.chunks[0].handle, 0, landing.buffer, 8 * k, 8)
            provider.send_fields(offset)
            commands.submit()
        return landing

    def landed(self, landing: Landing) -> None:
        """A landing was read: the next submission may take it."""
        self._idle.append(landing)

    def _record(self, commands: Commands, items: Sequence[Bound | Copy]) -> int:
        memory, groups, offset = self.provider.field_bytes, self.provider.field_groups, 0
        for item in items:
            if isinstance(item, Copy):
                commands.copy(item.source, item.source_offset, item.target, item.target_offset, item.nbytes)
                continue
            dispatch = item.dispatch
            memory[offset : offset + len(item.fields)] = item.fields
            commands.dispatch(dispatch.program.pipeline, item.buffers, groups[dispatch.window], offset, dispatch.grid)
            offset += dispatch.window
        return offset


def _copy(source: GpuBuffer, first: int, target: GpuBuffer, at: int, count: int) -> Copy | None:
    """``count`` elements from ``first`` on to ``at`` of another array; None where a device cannot copy them at once: they lie in several
    chunks, or are no whole words."""
    size = source.itemsize
    (a, own), (b, other) = divmod(first, source.chunk), divmod(at, target.chunk)
    inside = own + count <= source.chunk and other + count <= target.chunk
    if not inside or any(n * size % 4 for n in (own, other, count)):
        return None
    here, there = source.chunks[a], target.chunks[b]
    return Copy(here.handle, here.offset + own * size, there.handle, there.offset + other * size, count * size)


def _is_contiguous(region: Region, shape: tuple[int, ...]) -> bool:
    """Whether an iteration's part lies in one piece."""
    step = 1
    for n, stride in zip(shape, region.strides, strict=True):
        if n != 1 and stride != step:
            return False
        step *= n
    return True


def _packed(dispatch: Dispatch, parameters: Sequence[Any]) -> bytes:
    fields = list(dispatch.fixed)
    parameter_fields(parameters, dispatch.holes, fields)
    if dispatch.slot is not None:
        fields[dispatch.slot] = _SLOT
    memory = bytearray(dispatch.window)
    dispatch.pack_into(memory, 0, *fields)
    return bytes(memory[: dispatch.program.shader.layout.size])
