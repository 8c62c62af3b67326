"""Runs loops block by block: a block of the index space goes through all iterations while it is in cache.  Threads share the blocks."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...codegen.body import Body, Input
from ...codegen.forms.loop import LoopBody, Region
from ...graph.interleaved import Modulus, interleaved
from ...graph.sines import may_write_over
from ...values.classes import DTYPES, FLOAT_CLASSES
from ..provider import KernelCall
from .blocks import Layout, box_offset, box_shape, cuts, layout, select
from .bound_calls import bind
from .epilogue import parameter_types
from .loop_branches import one_way, ways
from .loop_tail import TailRun
from .steps import Program, Scratch, program, run_steps
from .workers import Workers

if TYPE_CHECKING:
    from ..native.boxes import Boxes, CompiledLoop


_CACHE_BYTES = 1536 << 10
"""Bytes of the arrays of a block together.  Threads wait for Python between two calls of NumPy, so that fewer and longer calls pay, also
where a core's own cache is smaller (two cores of an EPYC with 1 MiB each: Monte Carlo 117 ms with half of it, 85 to 99 so, an EMA bank 12
and 10); far beyond it memory is what takes time."""
_LEAST_BLOCK, _MOST_BLOCK = 16_384, 131_072
"""Elements of a block: calls of smaller ones cost more than what they compute."""
_GRAIN = 64
_PIECES = 4
"""Loops with a reduction after them are summed up in a multiple of so many pieces, whatever the number of threads; a block has some."""


class Prepared:
    """The preparation of a LoopBody, done once: merged dimensions, and the steps of an iteration and of the last iteration."""

    __slots__ = ("body", "compiled", "each", "in_place", "iteration", "last", "layout", "length", "pairs", "piece", "tail", "ways")

    def __init__(self, body: LoopBody) -> None:
        self.body = body
        step = body.step
        inputs = (*step.inputs, *(Input("double", r.strides, r.offset) for r in body.writes))
        self.layout: Layout = layout(replace(step, inputs=inputs))
        carried = step.stores[: body.carries]
        written = step.stores[body.carries + body.kept :]
        self.in_place = [_in_place(step, c) for c in range(body.carries)]
        self.pairs = _pairs(step)
        self.iteration = replace(step, stores=(*carried, *written))
        self.each: Program = program(self.iteration)
        self.ways: dict[Any, tuple[Body, Program, list[bool]]] = {}
        self.compiled: dict[Any, Any] = {}
        self.last: Program = program(step) if body.kept else self.each
        self.tail: Program | None = program(body.tail.body) if body.tail is not None else None
        self.length = self._length()
        self.piece = max(_LEAST_BLOCK, self.length // 2)

    def _length(self) -> int:
        """Elements of a block whose arrays stay in a core's cache from iteration to iteration."""
        classes = [i.matlab_class for i, r in zip(self.body.step.inputs, self.body.reads, strict=True) if r is None and i.strides is None]
        widths = [DTYPES[c].itemsize for c in classes] + [d.itemsize for d in self.each.buffers]
        widths += [DTYPES[s.matlab_class].itemsize for s, own in zip(self.body.step.stores, self.in_place, strict=False) if not own]
        return max(_LEAST_BLOCK, min(_MOST_BLOCK, _CACHE_BYTES // max(1, sum(widths))))

    def way(self, conditions: dict[int, bool]) -> tuple[Body, Program, list[bool]]:
        """An iteration whose branches are known, its steps, and which carries they may write over."""
        key = tuple(conditions.items())
        way = self.ways.get(key)
        if way is None:
            iteration = one_way(self.iteration, conditions)
            own = [iteration.stores[c].value == c or _in_place(iteration, c) for c in range(self.body.carries)]
            way = self.ways[key] = (iteration, program(iteration), own)
        return way


def run_loop(workers: Workers, call: KernelCall, prepared: Prepared) -> None:
    """Run a loop; ``call.outputs`` are the arrays of the stores, those of ``writes`` with what they had before."""
    _Run(workers, call, prepared).run()


class _Run:
    """One loop on the host."""

    def __init__(self, workers: Workers, call: KernelCall, prepared: Prepared) -> None:
        self.workers, self.call, self.prepared = workers, call, prepared
        body, merged = prepared.body, prepared.layout
        self.body, self.sizes = body, merged.sizes
        # None for a carry that begins with a number.
        self.views: list[Any] = [
            None if array is None else _view(array, strides or (), item.offset, self.sizes, region, body.iterations)
            for array, strides, item, region in zip(call.inputs, merged.strides, body.step.inputs, body.reads, strict=False)
        ]
        count = len(body.shown)
        self.results = dict(zip(body.shown, [a.reshape(self.sizes, order="F") for a in call.outputs[:count]], strict=True))
        strides = merged.strides[len(body.step.inputs) :]
        written = zip(call.outputs[count : count + len(body.writes)], strides, body.writes, strict=True)
        self.targets = [_view(array, s or (), r.offset, self.sizes, r, body.iterations) for array, s, r in written]
        self.fixed, self.scheduled = self._parameters()
        known = ways(body, self.scheduled)
        taken = [(prepared.iteration, prepared.each, prepared.in_place)] if known is None else [prepared.way(way) for way in known[0]]
        self.programs, self.which = [way for _, way, _ in taken], known[1] if known is not None else [0] * body.iterations
        self.in_place = [all(own) for own in zip(*[own for _, _, own in taken], strict=True)]
        code = self._compiled([iteration for iteration, _, _ in taken], known is not None)
        self.boxes = self._bound(code) if code is not None else None
        self.tail = TailRun(body, call, prepared.tail, self.sizes) if prepared.tail is not None else None
        self.flagged = False
        self.own = threading.local()

    def _parameters(self) -> tuple[dict[int, Any], list[tuple[int, np.ndarray]]]:
        """The parameters by number in the types in which they are used: scalars, and arrays over the iterations."""
        fixed: dict[int, Any] = {}
        scheduled: list[tuple[int, np.ndarray]] = []
        for (k, dtype), value in zip(parameter_types(self.body.step), self.call.parameters, strict=False):
            array = np.asarray(value)
            array = (array != 0) if dtype == np.bool_ else array.astype(dtype)
            if len(fixed) < self.body.fixed:
                fixed[k] = array[()]
            else:
                scheduled.append((k, array))
        return fixed, scheduled

    def run(self) -> None:
        with np.errstate(all="ignore"):
            boxes, pieces = self._cut()
            self.workers.each(lambda i: self._box(boxes[i], boxes, pieces[i]), len(boxes))
            if self.tail is not None:
                self.tail.end()
        self.call.flagged, self.call.compiled = self.flagged, self.boxes is not None

    def _cut(self) -> tuple[list[tuple[slice, ...]], list[list[tuple[int, tuple[slice, ...]]]]]:
        """The boxes of the blocks, cache-sized and equally many for every thread, and the numbered pieces of each, which are summed up
        apart: what the sum is must not depend on the number of threads."""
        threads, length = self.workers.threads, self.prepared.length
        if self.tail is None:
            boxes = self._boxes(threads, length)
            return boxes, [[] for _ in boxes]
        pieces = list(enumerate(self._boxes(_PIECES, self.prepared.piece)))
        wanted = threads * -(-_count(self.sizes) // (threads * length))
        some = max(1, len(pieces) // wanted) if len(self.sizes) == 1 else 1
        lots = [pieces[i : i + some] for i in range(0, len(pieces), some)]
        return [(slice(lot[0][1][0].start, lot[-1][1][0].stop),) if some > 1 else lot[0][1] for lot in lots], lots

    def _boxes(self, share: int, most: int) -> list[tuple[slice, ...]]:
        """Boxes of one size (whole blocks of random numbers) of at most about ``most`` elements, a multiple of ``share`` of them."""
        total = _count(self.sizes)
        tasks = share * -(-total // (share * most))
        return cuts(self.sizes, max(1, -(-total // (tasks * _GRAIN)) * _GRAIN))

    def _scratch(self, boxes: Sequence[tuple[slice, ...]]) -> tuple[list[Scratch], Scratch]:
        scratch = getattr(self.own, "scratch", None)
        if scratch is None:
            length = max(_count(box_shape(box, self.sizes)) for box in (boxes[0], boxes[-1]))
            scratch = self.own.scratch = ([Scratch(p.buffers, length) for p in self.programs], Scratch(self.prepared.last.buffers, length))
        return scratch

    def _box(self, box: tuple[slice, ...], boxes: Sequence[tuple[slice, ...]], pieces: Sequence[tuple[int, tuple[slice, ...]]]) -> None:
        """All iterations of one block, one of ``boxes``, and the reductions of its pieces."""
        shape = box_shape(box, self.sizes)
        if self.boxes is not None:
            final, flagged = self._native(box, shape), self.boxes.flagged
        else:
            final, flagged = self._interpreted(box, boxes, shape)
        for number, piece in pieces:
            own = final if len(pieces) == 1 else [a[piece[0].start - box[0].start : piece[0].stop - box[0].start] for a in final]
            self.tail.box(number, piece, own, _count(shape))  # type: ignore[union-attr]
        if flagged:
            self.flagged = True

    def _compiled(self, iterations: Sequence[Body], choices: bool) -> CompiledLoop | None:
        """The code of the iterations; None where NumPy runs them.  What is kept is computed in the last iteration alone, which then has no
        ways."""
        body = self.body
        if _count(self.sizes) * body.iterations < self.workers.compile_work or (choices and body.kept):
            return None
        arrays = [*self.views, *self.targets]
        strides = tuple(1 if k < body.carries else _stride(a) for k, a in enumerate(arrays))
        if any(a is None and k >= body.carries for k, a in enumerate(arrays)):
            return None
        from ..native.boxes import compile_loop  # with what writes shaders, a twentieth of what a start would load

        return compile_loop(
            body,
            self.sizes,
            strides,
            [body.step] if body.kept else iterations,
            self.which,
            self.prepared.compiled,
            self.workers.code_folder,
        )

    def _native(self, box: tuple[slice, ...], shape: tuple[int, ...]) -> list[np.ndarray]:
        """All iterations of one block by compiled code: what its carries and kept values are then."""
        body, final = self.body, []
        for k, store in enumerate(body.step.stores[: body.carries + body.kept]):
            final.append(self.results[k][box] if k in self.results else np.empty(shape, DTYPES[store.matlab_class], order="F"))
            if k < body.carries and body.starts_from(k) is None:
                final[k][...] = select(box, self.views[k])
        self.boxes.run(box, shape, {f"{'i' if k < body.carries else 's'}{k}": array for k, array in enumerate(final)})  # type: ignore[union-attr]
        return final

    def _bound(self, code: CompiledLoop) -> Boxes:
        """Compiled iterations with the arrays that they read and write."""
        from ..native.boxes import Boxes

        body = self.body
        iterations = range(body.iterations)
        moving: dict[str, Any] = {f"w{k}": (target, iterations) for k, target in enumerate(self.targets)}
        still: dict[str, Any] = {}
        for k, (array, region) in enumerate(zip(self.views, body.reads, strict=True)):
            if k >= body.carries and region is None:
                still[f"i{k}"] = array
            elif k >= body.carries and region is not None:
                moving[f"i{k}"] = (array, region.slots or iterations)
        return Boxes(code, body, self.sizes, still, moving, self.call.parameters, self.workers.interrupt)

    def _interpreted(
        self, box: tuple[slice, ...], boxes: Sequence[tuple[slice, ...]], shape: tuple[int, ...]
    ) -> tuple[list[np.ndarray], bool]:
        """The same through NumPy."""
        body, iterations, offset = self.body, self.body.iterations, box_offset(box, self.sizes)
        each, last = self._scratch(boxes)
        moving, still = [], dict(self.fixed)
        for k, (array, region) in enumerate(zip(self.views, body.reads, strict=True)):
            if k < body.carries:
                continue
            part = _part(array, box, region is not None)
            if region is not None:
                moving.append((k, part, region.slots or range(iterations)))
            else:
                still[k] = part
        now = [self._first(c, box, shape) for c in range(body.carries)]
        other = [a if own else np.empty(shape, a.dtype, order="F") for a, own in zip(now, self.in_place, strict=True)]
        for pair in self.prepared.pairs:
            self._beside(pair, still, now, other, shape)
        written = [_part(target, box, True) for target in self.targets]
        changing = {k: part[..., 0] for k, part, _ in moving} | {k: table[0] for k, table in self.scheduled}
        first = body.carries
        changing |= {~(first + k): part[..., 0] for k, part in enumerate(written)}
        places = [part[..., 0] for part in written]
        orders = [(now, other)] if all(self.in_place) else [(now, other), (other, now)]
        pairs = [
            [bind(way, still | dict(enumerate(mine)), changing, own, [*following, *places], shape, offset) for mine, following in orders]
            for way, own in zip(self.programs, each, strict=True)
        ]
        moves = [*moving, *((~(first + k), part, range(iterations)) for k, part in enumerate(written))]
        plain = iterations - 1 if body.kept else iterations
        for iteration in range(plain):
            if not iteration & 63 and self.workers.interrupt.wanted:
                raise KeyboardInterrupt
            calls = pairs[self.which[iteration]][iteration % len(orders)]
            for number, part, slots in moves:
                calls.fill(number, part[..., slots[iteration]])
            for number, table in self.scheduled:
                calls.fill(number, table[iteration])
            calls.run()
        if plain & 1:
            now, other = other, now
        flagged = any(calls.flagged for pair in pairs for calls in pair)
        if body.kept:
            values = (
                still
                | dict(enumerate(now))
                | {k: part[..., slots[plain]] for k, part, slots in moving}
                | {k: t[plain] for k, t in self.scheduled}
            )
            classes = [s.matlab_class for s in body.step.stores[: body.carries + body.kept]]
            final = [self.results[k][box] if k in self.results else np.empty(shape, DTYPES[c], order="F") for k, c in enumerate(classes)]
            flagged |= run_steps(self.prepared.last, values, last, [*final, *(w[..., plain] for w in written)], shape, offset)
        else:
            final = now
            for k, result in self.results.items():
                result[box] = now[k]
        return final, flagged

    def _beside(self, pair: tuple[int, int], still: dict[int, Any], now: list[np.ndarray], other: list[np.ndarray], shape: Any) -> None:
        """Put the parts of a complex input or carry side by side, for all iterations."""
        if all(k < self.body.carries for k in pair):
            if not any(self.in_place[k] for k in pair):
                for arrays in (now, other):
                    parts = interleaved(shape, arrays[pair[0]].dtype)
                    for k, part in zip(pair, parts, strict=True):
                        part[...] = arrays[k]
                        arrays[k] = part
        elif all(k in still and k >= self.body.carries and np.shape(still[k]) == shape for k in pair):
            parts = interleaved(shape, still[pair[0]].dtype)
            for k, part in zip(pair, parts, strict=True):
                part[...] = still[k]
                still[k] = part

    def _first(self, carry: int, box: tuple[slice, ...], shape: tuple[int, ...]) -> np.ndarray:
        """A block of a carry before the first iteration."""
        number = self.body.starts_from(carry)
        if number is None:
            return np.array(select(box, self.views[carry]), order="F")
        first = len(self.body.step.inputs)
        return np.full(shape, self.fixed[first + number], DTYPES[self.body.step.inputs[carry].matlab_class], order="F")


def _pairs(step: Body) -> list[tuple[int, int]]:
    """The inputs that are the parts of one complex number each."""
    pairs: dict[tuple[int, int], None] = {}
    for item in step.instructions:
        if item.op.planes is not None or isinstance(item.op.real, Modulus):
            pairs.update(dict.fromkeys(zip(item.operands[::2], item.operands[1::2], strict=False)))
    inputs = [pair for pair in pairs if pair[0] != pair[1] and max(pair) < len(step.inputs)]
    taken = [k for pair in inputs for k in pair]
    return [pair for pair in inputs if all(taken.count(k) == 1 for k in pair) and _alike(step, pair)]


def _alike(step: Body, pair: tuple[int, int]) -> bool:
    """Whether both are floats of one class, and both carries or both not."""
    classes = {step.inputs[k].matlab_class for k in pair}
    return len(classes) == 1 and classes <= {*FLOAT_CLASSES}


def _in_place(step: Body, carry: int) -> bool:
    """Whether a carry's new value may be written over the old one: nothing needs that any more."""
    first, value = len(step.inputs) + len(step.parameters), step.stores[carry].value
    if value < first or any(s.value == carry for s in step.stores) or [s.value for s in step.stores].index(value) != carry:
        return False
    maker = step.instructions[value - first]
    if maker.op.planes is not None:
        # It is computed together with the other part of a complex number, which may be earlier.
        return False
    later = any(carry in item.operands for item in step.instructions[value - first + 1 :])
    alike = maker.matlab_class == step.stores[carry].matlab_class
    return alike and not later and (carry not in maker.operands or may_write_over(maker.op.real or maker.op.numpy))


def _view(
    array: np.ndarray, strides: tuple[int, ...], offset: int, sizes: tuple[int, ...], region: Region | None, iterations: int
) -> np.ndarray:
    """An array over the merged space (dimensions in which it is expanded keep size one), and over the iterations, or slots, where it
    moves."""
    flat = array.reshape(-1, order="F")
    width = array.itemsize
    shape = tuple(n if s else 1 for n, s in zip(sizes, strides, strict=True))
    steps = tuple(s * width for s in strides)
    if region is not None:
        count = iterations if region.slots is None else max(region.slots) + 1
        shape, steps = (*shape, count), (*steps, region.move * width)
    return np.ndarray(shape, array.dtype, flat, offset * width, steps)


def _stride(array: np.ndarray) -> int:
    """How neighbours along the first dimension lie: 1 side by side, 2 apart; 0 where it is expanded."""
    return 0 if array.shape[0] == 1 else 1 if array.strides[0] == array.itemsize else 2


def _part(array: np.ndarray, box: tuple[slice, ...], moves: bool) -> np.ndarray:
    return select((*box, slice(None)) if moves else box, array)


def _count(shape: tuple[int, ...]) -> int:
    count = 1
    for n in shape:
        count *= n
    return count
