"""Lays out the instructions of a Body as steps on the buffers of a block: what is cast, and which buffer each result takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np

from ...base.records import record
from ...codegen.body import Body, Instruction
from ...graph.evaluate import compute_dtype
from ...graph.sines import block_form, may_write_over
from ...values.classes import DTYPES, INTEGER_LIMITS, saturate


@record
class Step:
    """Run ``function(*operands, out=buffer)``.

    ``operands`` are value numbers with the dtype they are cast to first (None: as they are) and the buffer for that;
    ``out`` is the buffer of the result, or ``~store`` for a store written directly; ``cast`` saturates or converts the result from
    its compute buffer into ``out``.  ``others`` are values that the function takes after its operands, then come ``rows``, buffers to write
    over; the last of them is then the value ``other``, where there is one.  No function: the linear index.
    """

    number: int
    function: Callable[..., Any] | None
    operands: tuple[tuple[int, int | None], ...]
    out: int
    via: int | None
    matlab_class: str
    guard: Callable[..., Any] | None
    rows: tuple[int, ...] = ()
    other: int | None = None
    others: tuple[int, ...] = ()


@record
class Program:
    """Steps, the dtypes of the block buffers they use, and stores that copy a value: (store, value number)."""

    steps: tuple[Step, ...]
    buffers: tuple[np.dtype, ...]
    copies: tuple[tuple[int, int], ...]


_PART = 1 << 20
"""The real part of a complex buffer has its number and this, the imaginary part its number and twice this."""


class _Pool:
    """Buffers by dtype, given out and taken back while steps are laid out."""

    def __init__(self) -> None:
        self.dtypes: list[np.dtype] = []
        self.free: dict[np.dtype, list[int]] = {}
        self.halves: set[int] = set()

    def take(self, dtype: np.dtype) -> int:
        waiting = self.free.get(dtype)
        if waiting:
            return waiting.pop()
        self.dtypes.append(dtype)
        return len(self.dtypes) - 1

    def pair(self, dtype: np.dtype) -> tuple[int, int]:
        """Two buffers that are the parts of a complex one."""
        whole = self.take(np.result_type(dtype, np.complex64))
        return whole + _PART, whole + 2 * _PART

    def give(self, buffer: int) -> None:
        if buffer >= _PART:
            whole = buffer % _PART
            if whole not in self.halves:
                self.halves.add(whole)
                return
            self.halves.remove(whole)
            buffer = whole
        self.free.setdefault(self.dtypes[buffer], []).append(buffer)


def raw_dtype(op: Any, matlab_class: str, compute: str) -> np.dtype:
    """The type that the function itself gives: bool for predicates, else the compute class."""
    return np.dtype(bool) if matlab_class == "logical" else compute_dtype(compute)


def program(body: Body) -> Program:
    """Lay out the instructions of a Body over block buffers."""
    return _Layout(body).program()


class _Layout:
    """The steps of a Body as they are laid out.

    ``home`` is the buffer of each value that has one, ``direct`` the store that a value is computed into, ``last`` the instruction after
    which it is not needed; ``partners`` are instructions that one function computes with the one that is their key.
    """

    def __init__(self, body: Body) -> None:
        self.body, self.first = body, len(body.inputs) + len(body.parameters)
        values: tuple[Any, ...] = (*body.inputs, *body.parameters, *body.instructions)
        self.classes = [x.matlab_class for x in values]
        self.last = _last_uses(body, self.first)
        self.partners = _partners(body, self.first)
        self.pool, self.steps = _Pool(), list[Step]()
        self.home: dict[int, int] = {}
        self.direct: dict[int, int] = {}
        self.copies: list[tuple[int, int]] = []
        for k, store in enumerate(body.stores):
            is_free = store.value >= self.first and store.value not in self.direct
            if is_free and self.classes[store.value] == store.matlab_class:
                self.direct[store.value] = k
            else:
                self.copies.append((k, store.value))

    def program(self) -> Program:
        computed = set(self.partners.values())
        for number, item in enumerate(self.body.instructions, self.first):
            if item.op.name == "index":
                out = self.home[number] = self.pool.take(DTYPES[item.matlab_class])
                self.steps.append(Step(number, None, (), out, None, item.matlab_class, None))
                continue
            if number not in computed:
                self._add(number, item)
            self._free(number, {*item.operands, number})
        return Program(tuple(self.steps), tuple(self.pool.dtypes), tuple(self.copies))

    def _free(self, number: int, values: set[int]) -> None:
        """Take back the buffers of values that nothing needs after an instruction."""
        for k in values:
            if self.last.get(k) == number and k in self.home:
                self.pool.give(self.home.pop(k))

    def _add(self, number: int, item: Instruction) -> None:
        pool, compute, wanted = self.pool, compute_dtype(item.compute_class), DTYPES[item.matlab_class]
        operands = self._operands(item, compute)
        function, rows = block_form(item.op.real or item.op.numpy, compute, prod(self.body.space))
        own = tuple([pool.take(compute) for _ in range(rows)])
        other = self.partners.get(number)
        others: tuple[int, ...] = ()
        if other is not None:
            function, others = self._with_partner(number, other, item, compute)
        if may_write_over(item.op.real or item.op.numpy):
            # It may write over an operand that nothing needs any more: fewer buffers, more of them in cache.
            self._free(number, set(item.operands))
        raw = wanted if item.op.raw_operands else raw_dtype(item.op, item.matlab_class, item.compute_class)
        out = self._target(number, wanted)
        via = None if raw == wanted else pool.take(raw)
        guard = item.op.numpy_guard if number in self.body.guards else None
        over = own if other is None else (*own, self._target(other, wanted))
        self.steps.append(Step(number, function, operands, out, via, item.matlab_class, guard, over, other, others))
        if out >= 0:
            self.home[number] = out
        for buffer in (*[cast for _, cast in operands if cast is not None], *own, *([via] if via is not None else [])):
            pool.give(buffer)

    def _operands(self, item: Instruction, compute: np.dtype) -> tuple[tuple[int, int | None], ...]:
        """The operands of an instruction, each with the buffer that it is cast into; parameters were cast before."""
        first, operands = len(self.body.inputs), list[tuple[int, int | None]]()
        for k in item.operands:
            as_it_is = first <= k < self.first or item.op.raw_operands or DTYPES[self.classes[k]] == compute
            operands.append((k, None if as_it_is else self.pool.take(compute)))
        return tuple(operands)

    def _with_partner(self, number: int, other: int, item: Instruction, compute: np.dtype) -> tuple[Callable[..., Any], tuple[int, ...]]:
        """The function of an instruction and its partner, the parts of one complex number, and the values that it takes for the partner.
        Both parts go into one complex buffer, unless both are computed into stores."""
        by_part: Any = item.op.planes
        functions, part = by_part
        beside = self.body.instructions[other - self.first].operands
        apart = tuple([k for k, (mine, theirs) in enumerate(zip(item.operands, beside, strict=True)) if mine != theirs])
        if number not in self.direct or other not in self.direct:
            self.copies += [(self.direct.pop(k), k) for k in (number, other) if k in self.direct]
            pair = self.pool.pair(compute)
            self.home[number], self.home[other] = pair if part == 0 else pair[::-1]
        return functions[part].beside(apart), tuple([beside[k] for k in apart])

    def _target(self, value: int, dtype: np.dtype) -> int:
        """The store (its complement) or the buffer that a value is computed into."""
        if value in self.direct:
            return ~self.direct[value]
        return self.home[value] if value in self.home else self.pool.take(dtype)


def _partners(body: Body, first: int) -> dict[int, int]:
    """For instructions that compute one part of a complex number, the later ones that compute the other part: of the same operands, but
    that parameters may be others, of the same value."""
    waiting: dict[Any, int] = {}
    partners: dict[int, int] = {}
    for number, item in enumerate(body.instructions, first):
        if item.op.planes is None or number in body.guards or DTYPES[item.matlab_class] != compute_dtype(item.compute_class):
            continue
        functions, part = item.op.planes
        operands = tuple(-1 if len(body.inputs) <= k < first else k for k in item.operands)
        earlier = waiting.pop((functions, 1 - part, operands, item.matlab_class), None)
        if earlier is None:
            waiting[functions, part, operands, item.matlab_class] = number
        else:
            partners[earlier] = number
    return partners


def _last_uses(body: Body, first: int) -> dict[int, int]:
    """The instruction after which a value is not needed; values that are accumulated or stored are needed to the end."""
    last: dict[int, int] = {}
    for number, item in enumerate(body.instructions, first):
        for k in item.operands:
            last[k] = number
        last.setdefault(number, number)
    for k in [a.operand for a in body.accumulations] + [s.value for s in body.stores]:
        last[k] = 1 << 60
    return last


class Scratch:
    """The block buffers of one thread, and their views for each shape of block that came by (nearly all have one)."""

    __slots__ = ("copies", "expanded", "flat", "ramps", "views")

    def __init__(self, dtypes: Sequence[np.dtype], length: int) -> None:
        self.flat = [np.empty(length, d) for d in dtypes]
        self.views: dict[tuple[int, ...], dict[int, np.ndarray]] = {}
        self.expanded: dict[int, tuple[object, np.ndarray]] = {}
        self.ramps: dict[np.dtype, np.ndarray] = {}
        self.copies: dict[np.dtype, np.ndarray] = {}

    def of(self, shape: tuple[int, ...]) -> dict[int, np.ndarray]:
        """The buffers as arrays of a block's shape."""
        views = self.views.get(shape)
        if views is None:
            count = prod(shape)
            views = self.views[shape] = {k: f[:count].reshape(shape, order="F") for k, f in enumerate(self.flat)}
            for k, array in list(views.items()):
                if array.dtype.kind == "c":
                    views[k + _PART], views[k + 2 * _PART] = array.real, array.imag
        return views

    def ramp(self, dtype: np.dtype, shape: tuple[int, ...]) -> np.ndarray:
        """0, 1, 2 ... in a block's shape; kept, since making it costs more than shifting it."""
        count = prod(shape)
        kept = self.ramps.get(dtype)
        if kept is None or kept.size < count:
            kept = self.ramps[dtype] = np.arange(count, dtype=dtype)
        return kept[:count].reshape(shape, order="F")

    def wide(self, block: np.ndarray, dtype: np.dtype) -> np.ndarray:
        """A column-major copy of a block in another type, in memory that the next such copy takes."""
        flat = self.copies.get(dtype)
        if flat is None or flat.size < block.size:
            flat = self.copies[dtype] = np.empty(block.size, dtype)
        copy = flat[: block.size].reshape(block.shape, order="F")
        np.copyto(copy, block)
        return copy


def run_steps(
    layout: Program,
    values: dict[int, Any],
    scratch: Scratch,
    stores: Sequence[np.ndarray],
    shape: tuple[int, ...],
    offset: int = 0,
) -> bool:
    """Run the steps on one block.  ``values`` holds the inputs' boxes and the parameters, and gets every result; ``stores`` are the
    boxes to write, ``offset`` the linear index of the block's first element.  Returns whether a guard was raised."""
    flagged = False
    buffers = scratch.of(shape)
    for step in layout.steps:
        if step.function is None:
            values[step.number] = index = buffers[step.out]
            np.add(scratch.ramp(index.dtype, shape), index.dtype.type(offset), out=index)
            continue
        operands = []
        for k, cast in step.operands:
            value = values[k]
            if cast is not None:
                target = buffers[cast] if value.shape == shape else np.empty(value.shape, layout.buffers[cast])
                if target.dtype == np.bool_:
                    np.not_equal(value, 0, out=target)
                else:
                    np.copyto(target, value, casting="unsafe")
                value = target
            operands.append(value)
        if step.guard is not None and not flagged:
            flagged = bool(np.any(step.guard(*operands)))
        operands += [values[k] for k in step.others]
        operands += [stores[~k] if k < 0 else buffers[k] for k in step.rows]
        out = stores[~step.out] if step.out < 0 else buffers[step.out]
        if step.via is None:
            step.function(*operands, out=out)
        else:
            made_value = buffers[step.via]
            step.function(*operands, out=made_value)
            if step.matlab_class in INTEGER_LIMITS:
                out[...] = saturate(made_value, step.matlab_class)
            else:
                np.copyto(out, made_value, casting="unsafe")
        values[step.number] = out
        if step.other is not None:
            values[step.other] = operands[-1]
    for k, value in layout.copies:
        stores[k][...] = values[value]
    return flagged
