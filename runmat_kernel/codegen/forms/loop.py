"""Form ``loop``: a loop of the program inside one kernel; values are carried from each iteration to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import Any

import numpy as np

from ...base.records import record
from ...graph import node
from ...values.classes import DTYPES
from ..body import Body, Input, narrowed
from ..target import Target
from .form import Arrays, Form, Placed, Results
from .pointwise import interpret_plain


@record
class Region:
    """The part of an array that one iteration reads or writes: ``strides`` over the space, the first element in iteration 0 at ``offset``,
    ``move`` elements further on with each iteration (it may be negative).  ``shape`` is that of the whole array.  What is read unevenly
    lies ``move`` elements times the iteration's number in ``slots`` further on."""

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int
    move: int
    slots: tuple[int, ...] | None = None

    def first(self, iteration: int) -> int:
        """The first element of an iteration."""
        return self.offset + (iteration if self.slots is None else self.slots[iteration]) * self.move


@record
class Tail:
    """A reduction that follows a loop in the same kernel: ``body`` takes each element after the last iteration and reduces all of them to
    one result.

    ``sources`` has, for each of its inputs, the number of the loop's store whose last value it is; None for an array of its own, which
    lies exactly as the space does.
    """

    body: Body
    sources: tuple[int | None, ...]

    @property
    def own(self) -> list[int]:
        """The inputs that are arrays of their own."""
        return [k for k, source in enumerate(self.sources) if source is None]


@record
class LoopBody:
    """``step`` run ``iterations`` times over one index space.

    The first ``carries`` inputs of the step are the carried values: arrays of the space before the first iteration (or, where ``initial``
    has the number of a parameter, its value in all elements, and no array), then what the first ``carries`` stores gave in the iteration
    before.  The stores behind them are the ``kept`` ones, of which the last iteration's values stay, then one for each of ``writes``: there
    each iteration writes its own region of an array.  ``reads`` has the region of every input that moves with the iterations, and None for
    the others.  The last ``scheduled`` parameters have one value for each iteration; a call gives an array.  Those that are ``even`` count
    by the same whole number from iteration to iteration: devices compute them.

    The carries and kept stores that are ``silent`` are not wanted after the loop: nothing writes them.  A call of a loop with a ``tail``
    has the tail's own inputs and parameters behind those of the loop, and its stores and results behind the arrays of ``shown`` and
    ``writes``.
    """

    step: Body
    iterations: int
    carries: int
    scheduled: int
    reads: tuple[Region | None, ...]
    writes: tuple[Region, ...] = ()
    initial: tuple[int | None, ...] = ()
    even: tuple[bool, ...] = ()
    silent: tuple[int, ...] = ()
    tail: Tail | None = None

    def starts_from(self, carry: int) -> int | None:
        """The number of the parameter that a carry has in all elements before the first iteration; None where it is an array."""
        return self.initial[carry] if self.initial else None

    @property
    def space(self) -> tuple[int, ...]:
        return self.step.space

    @property
    def result_space(self) -> tuple[int, ...]:
        return self.step.space

    @property
    def inputs(self) -> tuple[Input, ...]:
        return self.step.inputs

    @property
    def parameters(self) -> tuple:
        return self.step.parameters

    @property
    def instructions(self) -> tuple:
        return self.step.instructions

    @property
    def stores(self) -> tuple:
        return self.step.stores

    @property
    def guards(self) -> tuple[int, ...]:
        return self.step.guards

    @property
    def accumulations(self) -> tuple:
        return ()

    @property
    def finish(self) -> tuple:
        return ()

    @property
    def results(self) -> tuple:
        return ()

    @property
    def reduced(self) -> tuple[int, ...]:
        return ()

    @property
    def kept(self) -> int:
        """How many stores have the last iteration's values besides the carries."""
        return len(self.step.stores) - self.carries - len(self.writes)

    @property
    def shown(self) -> list[int]:
        """The carries and kept stores that are arrays after the loop."""
        return [k for k in range(self.carries + self.kept) if k not in self.silent]

    @property
    def fixed(self) -> int:
        """How many parameters are the same in all iterations."""
        return len(self.step.parameters) - self.scheduled

    @property
    def counted(self) -> list[int]:
        """The parameters that count evenly."""
        return [self.fixed + k for k, even in enumerate(self.even) if even]

    @property
    def tabled(self) -> list[int]:
        """The scheduled parameters that devices read from a table."""
        counted = self.counted
        return [k for k in range(self.fixed, len(self.step.parameters)) if k not in counted]

    def moved(self, iteration: int) -> tuple[Input, ...]:
        """The inputs as they are read in an iteration."""
        pairs = zip(self.step.inputs, self.reads, strict=True)
        return tuple(item if r is None else replace(item, strides=r.strides, offset=r.first(iteration)) for item, r in pairs)


class LoopForm(Form[LoopBody]):
    name = "loop"
    body = LoopBody
    node = node.LOOP

    @staticmethod
    def llvm(body: LoopBody, strides: Sequence[int], name: str) -> tuple[str, Any]:  # type: ignore[override]
        from ..llvm.loop import loop_module

        return loop_module(body, strides, name)

    def define(self, body: LoopBody, inputs: Arrays, parameters: Sequence[Any], outputs: Arrays = ()) -> Results:
        """``outputs`` are the arrays that ``writes`` go to, which are changed; scheduled parameters are arrays over the iterations."""
        inputs, tail_inputs = inputs[: len(body.inputs)], inputs[len(body.inputs) :]
        parameters, tail_parameters = parameters[: len(body.parameters)], parameters[len(body.parameters) :]
        carried = [array if (k := body.starts_from(c)) is None else np.full(body.space, parameters[k], DTYPES[body.inputs[c].matlab_class])
                   for c, array in enumerate(inputs[: body.carries])]  # fmt: skip
        flagged = False
        step_results = Results((), False)
        for iteration in range(body.iterations):
            step = replace(body.step, inputs=body.moved(iteration))
            values = [*parameters[: body.fixed], *(table[iteration] for table in parameters[body.fixed :])]
            step_results = interpret_plain(step, [*carried, *inputs[body.carries :]], values)
            flagged |= step_results.flagged
            carried = list(step_results.arrays[: body.carries])
            for region, target, array in zip(body.writes, outputs, step_results.arrays[body.carries + body.kept :], strict=True):
                place(target, region, iteration, body.space)[...] = array
        last = step_results.arrays[: body.carries + body.kept]
        arrays = (*(last[k] for k in body.shown), *outputs)
        if body.tail is None:
            return Results(arrays, flagged)
        rest = iter(tail_inputs)
        values = [next(rest) if source is None else last[source] for source in body.tail.sources]
        tail = interpret_plain(body.tail.body, values, tail_parameters)
        return Results((*arrays, *tail.arrays), flagged or tail.flagged)

    def narrowed(self, body: LoopBody) -> LoopBody:
        # Those of an iteration were narrowed as it was lowered.
        return replace(body, tail=replace(body.tail, body=narrowed(body.tail.body))) if body.tail is not None else body

    def limits(self, body: LoopBody, target: Target, cap: int) -> str | None:
        from ..wgsl.limits import class_limits
        from ..wgsl.loop_dispatches import loop_refusal

        tail = class_limits(body.tail.body, target) if body.tail is not None else None
        return class_limits(body.step, target) or tail or loop_refusal(body, target, cap)

    def dispatches(self, body: LoopBody, target: Target, cap: int) -> list[Placed]:
        from ..wgsl.loop_dispatches import loop_dispatches

        return loop_dispatches(body, target, cap)

    def spares(self, body: LoopBody, target: Target, cap: int) -> list[int]:
        from ..wgsl.loop_dispatches import spares

        return spares(body, target, cap)

    def divided(self, body: LoopBody, target: Target) -> bool:
        from ..wgsl.loop_dispatches import iterations_at_once

        return iterations_at_once(body, target) < body.iterations

    def iterated_work(self, body: LoopBody) -> float:
        return work_of_iteration(body) * body.iterations


LOOP = LoopForm()


def work_of_iteration(body: LoopBody) -> float:
    """Operations of one iteration."""
    return max(1.0, prod(body.space) * (1.0 + sum([item.op.cost for item in body.step.instructions])))


def place(array: np.ndarray, region: Region, iteration: int, space: tuple[int, ...]) -> np.ndarray:
    """The writable view of an iteration's region of an array, which lies column-major."""
    flat = array.reshape(-1, order="F")[region.first(iteration) :]
    return np.lib.stride_tricks.as_strided(flat, space, tuple(s * array.itemsize for s in region.strides))


_WORDS = {"double": (np.float64, 2), "single": (np.float32, 1), "int64": (np.int64, 2), "uint64": (np.uint64, 2)}
_SIGNED = frozenset(("int8", "int16", "int32"))


def words(matlab_class: str) -> int:
    """How many 32-bit words a scheduled parameter takes in the table of a device."""
    return _WORDS.get(matlab_class, (None, 1))[1]


_EXACT = {"double": 2**53, "single": 2**24}


@record
class Counting:
    """Whole numbers that count evenly over the iterations, as ``evenly`` finds them: ``start + iteration * by``, for uint32 modulo 2^32."""

    start: Any
    by: Any
    iterations: int
    matlab_class: str

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        if self.matlab_class == "uint32":
            numbers = (self.start + self.by * np.arange(self.iterations, dtype=np.uint64)).astype(np.uint32)
        else:
            numbers = (self.start + self.by * np.arange(self.iterations, dtype=float)).astype(DTYPES[self.matlab_class])
        return numbers if dtype is None else numbers.astype(dtype)

    def __getitem__(self, iteration: int) -> Any:
        return np.asarray(self)[iteration]


def evenly(column: Any, matlab_class: str) -> tuple[Any, Any] | None:
    """Start and step of whole numbers that count evenly over the iterations (modulo 2^32 for uint32), so that a device gets the same
    numbers by one product and one sum; None for all other columns."""
    if type(column) is Counting:
        return column.start, column.by
    if matlab_class == "uint32":
        numbers = np.asarray(column).astype(np.uint32)
    elif matlab_class in _EXACT:
        numbers = np.asarray(column, float)
        limit = _EXACT[matlab_class]
        if not (np.abs(numbers) <= limit).all() or (numbers != np.floor(numbers)).any() or (np.signbit(numbers) & (numbers == 0)).any():
            return None
        if len(numbers) > 1 and abs(numbers[1] - numbers[0]) * len(numbers) > limit:
            return None
    else:
        return None
    by = numbers[1] - numbers[0] if len(numbers) > 1 else numbers.dtype.type(0)
    if (numbers[1:] - numbers[:-1] != by).any():
        return None
    return numbers[0].item(), by.item()


def device_parameters(body: LoopBody, values: Sequence[Any]) -> tuple[Any, ...]:
    """The parameters of a device's kernel: the fixed ones, then start and step of those that count evenly, then those of the tail."""
    counted: list[Any] = []
    for k in body.counted:
        start_and_step = evenly(values[k], body.step.parameters[k].matlab_class)
        assert start_and_step is not None
        counted += start_and_step
    return (*values[: body.fixed], *counted, *values[len(body.step.parameters) :])


def table(body: LoopBody, values: Sequence[Any]) -> np.ndarray | None:
    """The scheduled parameters that do not count evenly, as devices read them: uint32 words, a column for each iteration."""
    parts = []
    for k in body.tabled:
        kind = body.step.parameters[k].matlab_class
        dtype = _WORDS[kind][0] if kind in _WORDS else np.int32 if kind in _SIGNED else np.uint32
        own = np.ascontiguousarray(np.asarray(values[k]).astype(DTYPES[kind]).astype(dtype))
        parts.append(own.view(np.uint32).reshape(len(own), -1).T)
    return np.asfortranarray(np.concatenate(parts)) if parts else None
