"""Takes boxes of a loop's index space through its iterations by machine code, line by line along the first dimension."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import prod
from operator import mul
from pathlib import Path
from typing import Any

import numpy as np

from ...base.interrupt import Interrupt
from ...base.records import record
from ...codegen.body import Body
from ...codegen.forms.loop import LoopBody
from ...codegen.wgsl.random import random_classes
from ...values.classes import DTYPES
from ..host.blocks import box_offset, select
from .compiler import is_available
from .iterations import Iterations, Moving

_LEAST_LINE = 512
"""Elements along the first dimension: a call of compiled code takes some microseconds."""


@record
class CompiledLoop:
    """The compiled ways through an iteration, and which iterations in a row go which way."""

    ways: tuple[Iterations, ...]
    runs: tuple[tuple[int, range], ...]


def compile_loop(
    body: LoopBody,
    sizes: tuple[int, ...],
    strides: tuple[int, ...],
    iterations: Sequence[Body],
    which: Sequence[int],
    kept: dict[Any, Any],
    folder: Path | None,
) -> CompiledLoop | None:
    """The code for a loop over ``sizes``; None where there is none or it would not pay.

    ``strides``, for each input and each written array: 1 where neighbours lie side by side, 0 where it is expanded, else 2.  ``iterations``
    are the ways through an iteration, ``which`` says which of them each iteration takes; ``kept`` has what was compiled before,
    ``folder`` what other sessions compiled.
    """
    known = ("alone", strides, id(iterations[0])) if len(iterations) == 1 else None
    if known in kept:
        return kept[known]
    total = prod(sizes)
    if sizes[0] < min(total, _LEAST_LINE) or not is_available():
        return None
    if random_classes(body.step) and len(sizes) > 1 and sizes[0] % 8:
        return None
    ways = []
    for iteration in iterations:
        # the same Body each time, whose hash would take as long as what a box needs
        key = (strides, id(iteration))
        if key not in kept:
            try:
                kept[key] = Iterations.of(replace(body, step=iteration, tail=None), strides, folder)
            except NotImplementedError:
                kept[key] = None
        way = kept[key]
        if way is None:
            return None
        ways.append(way)
    runs, start = [], 0
    for number, group in itertools.groupby(which):
        length = len(list(group))
        runs.append((number, range(start, start + length)))
        start += length
    compiled = CompiledLoop(tuple(ways), tuple(runs))
    if known is not None:
        kept[known] = compiled
    return compiled


class Boxes:
    """The arrays and parameters of one run of a loop, of which boxes are taken through all iterations; threads may share it.

    ``still`` and ``moving``: the arrays over the space by field, those that go on with the iterations with a last dimension of places and
    the place of each iteration.  ``flagged``: whether an element left the real domain.
    """

    def __init__(
        self,
        code: CompiledLoop,
        body: LoopBody,
        sizes: tuple[int, ...],
        still: Mapping[str, np.ndarray],
        moving: Mapping[str, tuple[np.ndarray, Sequence[int]]],
        parameters: Sequence[Any],
        interrupt: Interrupt,
    ) -> None:
        self.code, self.sizes, self.still, self.interrupt = code, sizes, still, interrupt
        self.moving = {name: array for name, (array, _) in moving.items()}
        self.slots = {name: np.asarray(places, np.int64) for name, (_, places) in moving.items()}
        self.offsets = {name: self.slots[name] * array.strides[-1] for name, array in self.moving.items()}
        self.parameters, self.tables = _parameter_fields(body, parameters)
        self.flag = np.zeros(1, np.int32)

    @property
    def flagged(self) -> bool:
        return bool(self.flag[0])

    def _check(self) -> None:
        if self.interrupt.wanted:
            raise KeyboardInterrupt

    def run(self, box: tuple[slice, ...], shape: tuple[int, ...], own: Mapping[str, np.ndarray]) -> None:
        """All iterations of a box of ``shape``; ``own`` are the carries and kept values of the box, by field."""
        arrays = {name: select(box, array) for name, array in self.still.items()} | dict(own)
        moving = {name: select((*box, slice(None)), array) for name, array in self.moving.items()}
        start = box_offset(box, self.sizes)
        if len(shape) == 1:
            self._line(shape[0], start, arrays, moving)
            return
        steps = [prod(self.sizes[: d + 1]) for d in range(len(shape) - 1)]
        for outer in itertools.product(*map(range, shape[1:])):
            lines = {name: _line(array, outer) for name, array in arrays.items()}
            far = {name: _line(array, outer) for name, array in moving.items()}
            self._line(shape[0], start + sum(map(mul, outer, steps)), lines, far)

    def _line(self, length: int, offset: int, lines: Mapping[str, np.ndarray], far: Mapping[str, np.ndarray]) -> None:
        """All iterations of elements along the first dimension, the first of which has the linear index ``offset``."""
        width = self.code.ways[0].signature.width
        main = length - length % width
        fields: dict[str, Any] = dict(lines)
        for name, line in far.items():
            fields[name] = Moving(line[:, 0], self.offsets[name])
        for number, iterations in self.code.runs:
            if main:
                self.code.ways[number].run(main, offset, iterations, fields, self.parameters, self.flag, self._check)
            if main < length:
                self._rest(self.code.ways[number], main, length, offset, iterations, lines, far)

    def _rest(
        self,
        way: Iterations,
        start: int,
        stop: int,
        offset: int,
        iterations: range,
        lines: Mapping[str, np.ndarray],
        far: Mapping[str, np.ndarray],
    ) -> None:
        """The last elements of a line, fewer than a vector, by copies of what they read and write."""
        width, count = way.signature.width, stop - start
        copies = {name: _padded(line, start, count, width) for name, line in lines.items()}
        fields: dict[str, Any] = dict(copies)
        for name, line in far.items():
            copies[name] = copy = _padded(line[:, self.slots[name][iterations.start : iterations.stop]], start, count, width)
            offsets = np.zeros(iterations.stop, np.int64)
            offsets[iterations.start :] = np.arange(len(iterations)) * copy.strides[1]
            fields[name] = Moving(copy[:, 0], offsets)
        way.run(width, offset + start, iterations, fields, self.parameters, self.flag, self._check)
        for name in way.written & copies.keys():
            if name in lines:
                lines[name][start:stop] = copies[name][:count]
            else:
                far[name][start:stop, self.slots[name][iterations.start : iterations.stop]] = copies[name][:count]


def _line(array: np.ndarray, outer: tuple[int, ...]) -> np.ndarray:
    """The elements along the first dimension (and over the iterations); expanded dimensions have one place."""
    place: tuple[Any, ...] = (slice(None), *(i if n > 1 else 0 for i, n in zip(outer, array.shape[1:], strict=False)))
    return array[place]


def _padded(array: np.ndarray, start: int, count: int, width: int) -> np.ndarray:
    """Elements from ``start`` on, the last of them repeated to a whole vector; side by side."""
    if array.shape[0] == 1 < start + count:  # one element for all
        return array
    copy = np.empty((width, *array.shape[1:]), array.dtype, order="F")
    copy[:count] = array[start : start + count]
    copy[count:] = array[start + count - 1]
    return copy


def _parameter_fields(body: LoopBody, values: Sequence[Any]) -> tuple[dict[str, int], list[np.ndarray]]:
    """The fields of the parameters, and the arrays to which some of them point."""
    fields, tables = {}, []
    for k, (value, parameter) in enumerate(zip(values, body.step.parameters, strict=False)):
        array = np.ascontiguousarray(value)
        dtype = DTYPES[parameter.matlab_class]
        array = (array != 0) if dtype == np.bool_ else array.astype(dtype)
        if k < body.fixed:
            bits = array.tobytes()
            fields[f"p{k}"] = int.from_bytes(bits + bytes(8 - len(bits)), "little", signed=True)
        else:
            tables.append(array)
            fields[f"p{k}"] = array.ctypes.data
    return fields, tables
