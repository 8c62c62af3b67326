"""Loop kernels on a device: what it refuses, and their dispatches, each a range of iterations whose arrays lie in one chunk each."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from ...base.records import record
from ..forms.form import Place, Placed
from ..forms.loop import LoopBody, Region, work_of_iteration
from ..target import Target, chunk_elements
from .limits import OWN_BINDINGS
from .loop import THREADS, loop_pass
from .loop_tail import merging, tail_bytes
from .shader import Binding

_MOST_PIECES = 4_096
_MOST_PARTS, _MOST_SOFTWARE_PARTS = 1_024, 8_192
_PART_WORK, _SOFTWARE_PART_WORK = 2e11, 1e8
"""Work (flops by the costs of Ops) of one dispatch: about 10 ms on an H200, and some tenths of a second on slow devices, so that no
watchdog fires and interrupts are seen between two of them.  A software adapter of two cores takes 0.1 s, several times as long where
others use them too."""


@record
class Piece:
    """Iterations ``first`` to ``last`` (exclusive); ``chunks``: the chunk of each moving array, inputs first, then writes (0 for the
    others)."""

    first: int
    last: int
    chunks: tuple[int, ...]


def loop_refusal(body: LoopBody, target: Target, cap: int) -> str | None:
    """Why a device cannot run a loop, beyond what holds for its step."""
    if any(r is not None and r.slots is not None for r in body.reads):
        return "what iterations read was to be looked up on the host"
    step = body.step
    bindings = len(step.inputs) + bool(body.tabled) + len(step.stores) - len(body.silent) + bool(step.guards)
    if body.tail is not None:
        bindings += len(body.tail.own) + len(body.tail.body.stores) + 1
        if THREADS * tail_bytes(body, target) > target.workgroup_bytes:
            return "the reductions after the loop take more memory than a workgroup has"
    if bindings > target.max_storage_buffers - OWN_BINDINGS + 1:
        return f"{bindings} arrays at once; this device binds {target.max_storage_buffers - OWN_BINDINGS + 1}"
    if prod(step.space) > cap:
        return "what the loop carries is larger than one binding of this device"
    for item, region in zip(step.inputs, body.reads, strict=True):
        if region is None and item.strides is not None and sum((n - 1) * s for n, s in zip(step.space, item.strides, strict=True)) >= cap:
            return "an array larger than one binding is read out of order"
    if pieces(body, cap) is None:
        return "an array larger than one binding of this device is not read column by column"
    return None


def iterations_at_once(body: LoopBody, target: Target) -> int:
    """The iterations of a dispatch of bounded time."""
    most = int((_SOFTWARE_PART_WORK if target.is_software else _PART_WORK) / work_of_iteration(body))
    return max(1, most, -(-body.iterations // (_MOST_SOFTWARE_PARTS if target.is_software else _MOST_PARTS)))


def parts(body: LoopBody, target: Target, cap: int) -> list[Piece]:
    """The dispatches' ranges of iterations, of a loop that is not refused: each with what it reads and writes in one chunk of every
    array."""
    most = iterations_at_once(body, target)
    return [
        Piece(first, min(first + most, piece.last), piece.chunks)
        for piece in pieces(body, cap) or []
        for first in range(piece.first, piece.last, most)
    ]


def pieces(body: LoopBody, cap: int) -> list[Piece] | None:
    """The ranges of iterations; None where an iteration's part of an array lies in several chunks."""
    regions: list[Region | None] = [*body.reads, *body.writes]
    if all(r is None or prod(r.shape) <= cap for r in regions):
        return [Piece(0, body.iterations, (0,) * len(regions))]
    ranges: list[Piece] = []
    start = 0
    while start < body.iterations:
        last, chunks = body.iterations, []
        for region in regions:
            if region is None or prod(region.shape) <= cap:
                chunks.append(0)
                continue
            chunk = chunk_elements(region.shape, cap)
            extent = sum((n - 1) * s for n, s in zip(body.space, region.strides, strict=True))
            low = region.offset + start * region.move
            number = low // chunk
            if (low + extent) // chunk != number:
                return None
            chunks.append(number)
            last = min(last, start + _iterations_inside(low - number * chunk, extent, chunk, region.move))
        if len(ranges) > _MOST_PIECES:
            return None
        ranges.append(Piece(start, last, tuple(chunks)))
        start = last
    return ranges


def _iterations_inside(at: int, extent: int, chunk: int, move: int) -> int:
    """How many iterations a region that begins ``at`` stays inside its chunk."""
    if move > 0:
        return (chunk - 1 - extent - at) // move + 1
    return at // -move + 1 if move < 0 else 1 << 40


def spares(body: LoopBody, target: Target, cap: int) -> list[int]:
    """The carries for which further arrays are needed, one each: where there are several dispatches, each reads what the one before
    stored.  Those that are silent have no array among the outputs either, and come twice."""
    return [*range(body.carries), *_silent_carries(body)] if len(parts(body, target, cap)) > 1 else []


def _silent_carries(body: LoopBody) -> list[int]:
    return [k for k in body.silent if k < body.carries]


def loop_dispatches(body: LoopBody, target: Target, cap: int) -> list[Placed]:
    """The passes in order."""
    count = len(body.step.inputs)
    ranges = parts(body, target, cap)
    stores, shown, silent = len(body.step.stores), body.shown, _silent_carries(body)
    tail = body.tail.body if body.tail is not None else None
    written = len(shown) + len(body.writes)
    extra = written + (len(tail.stores) + len(tail.results) if tail is not None else 0)
    regions = (*body.reads, *body.writes)
    dispatches = []

    def carried(k: int, own: int) -> int:
        """The output in which a dispatch stores a carry, or (not ``own``) finds what the one before stored."""
        if own:
            return extra + k
        return shown.index(k) if k in shown else extra + body.carries + silent.index(k)

    for number, piece in enumerate(ranges):
        # The last dispatch stores into the outputs, the one before into the spares, and so on.
        own = (len(ranges) - 1 - number) % 2
        starts = [0 if r is None else c * chunk_elements(r.shape, cap) for r, c in zip(regions, piece.chunks, strict=True)]
        variant = replace(body, initial=()) if number else body
        if number + 1 < len(ranges):
            variant = replace(variant, silent=tuple(k for k in body.silent if k >= body.carries), tail=None)
        one = loop_pass(variant, target, piece.first, piece.last, starts)

        def place(binding: Binding, number: int = number, own: int = own, piece: Piece = piece) -> tuple[str, int, int]:
            role, k = binding.role, binding.index
            if role == "input":
                if k < body.carries and number:
                    return ("output", carried(k, 1 - own), 0)
                return ("input", k, piece.chunks[k] if k < count else 0)
            if role == "store":
                if k < body.carries:
                    return ("output", carried(k, own), 0)
                if k >= stores:
                    return ("output", written + k - stores, 0)
                write = k - body.carries - body.kept
                if write >= 0:
                    return ("output", len(shown) + write, piece.chunks[count + write])
                return ("output", shown.index(k), 0)
            return (role, k, 0)

        dispatches.append(Placed(one, place))
        groups = one.groups
    if tail is not None:
        dispatches.append(Placed(merging(body, target, groups, THREADS), _merged_places(body, written)))
    return dispatches


def _merged_places(body: LoopBody, written: int) -> Place:
    """Where the last dispatch of a loop with a tail finds its arrays: the results, and the scalars that finish them."""
    assert body.tail is not None
    own, start, stores = body.tail.own, len(body.step.inputs) + bool(body.tabled), len(body.tail.body.stores)

    def place(binding: Binding) -> tuple[str, int, int]:
        if binding.role == "finish":
            return ("input", start + own.index(binding.index), 0)
        return ("output", written + stores + binding.index, 0) if binding.role == "result" else (binding.role, binding.index, 0)

    return place
