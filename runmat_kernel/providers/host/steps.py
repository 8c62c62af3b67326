"""A Body's instructions as steps on block buffers: what is cast, which buffer each result takes, when a buffer is free again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np

from ...base.records import record
from ...codegen.body import Body
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
    """What the function itself gives: bools for predicates, else the compute class."""
    return np.dtype(bool) if matlab_class == "logical" else compute_dtype(compute)


def program(body: Body) -> Program:
    """Lay out the instructions of a Body over block buffers."""
    first = len(body.inputs) + len(body.parameters)
    classes = (
        [i.matlab_class for i in body.inputs] + [p.matlab_class for p in body.parameters] + [i.matlab_class for i in body.instructions]
    )
    last = _last_uses(body, first)
    direct: dict[int, int] = {}
    copies = []
    for k, store in enumerate(body.stores):
        if store.value >= first and store.value not in direct and classes[store.value] == store.matlab_class:
            direct[store.value] = k
        else:
            copies.append((k, store.value))
    pool, steps = _Pool(), []
    home: dict[int, int] = {}
    partners = _partners(body, first)
    computed = set(partners.values())
    for number, item in enumerate(body.instructions, first):
        if item.op.name == "index":
            home[number] = pool.take(DTYPES[item.matlab_class])
            steps.append(Step(number, None, (), home[number], None, item.matlab_class, None))
            continue
        compute = compute_dtype(item.compute_class)
        if number in computed:
            for k in {*item.operands, number}:
                if last.get(k) == number and k in home:
                    pool.give(home.pop(k))
            continue
        scratch, operands = [], []
        for k in item.operands:
            is_parameter = len(body.inputs) <= k < first
            if is_parameter or item.op.raw_operands or DTYPES[classes[k]] == compute:
                operands.append((k, None))
            else:
                buffer = pool.take(compute)
                scratch.append(buffer)
                operands.append((k, buffer))
        function, rows = block_form(item.op.real or item.op.numpy, compute, prod(body.space))
        own = tuple(pool.take(compute) for _ in range(rows))
        other, others = partners.get(number), ()
        if other is not None:
            functions, part = item.op.both
            beside = body.instructions[other - first].operands
            apart = tuple(k for k, (mine, theirs) in enumerate(zip(item.operands, beside, strict=True)) if mine != theirs)
            function, others = functions[part].beside(apart), tuple(beside[k] for k in apart)
            if number not in direct or other not in direct:
                copies += [(direct.pop(k), k) for k in (number, other) if k in direct]
                both = pool.pair(compute)
                home[number], home[other] = both if part == 0 else both[::-1]
        if may_write_over(item.op.real or item.op.numpy):
            # It may write over an operand that nothing needs any more: fewer buffers, more of them in cache.
            for k in set(item.operands):
                if last.get(k) == number and k in home:
                    pool.give(home.pop(k))
        made = DTYPES[item.matlab_class] if item.op.raw_operands else raw_dtype(item.op, item.matlab_class, item.compute_class)
        wanted = DTYPES[item.matlab_class]
        out = ~direct[number] if number in direct else home[number] if number in home else pool.take(wanted)
        via = None if made == wanted else pool.take(made)
        guard = item.op.numpy_guard if number in body.guards else None
        over = own if other is None else (*own, ~direct[other] if other in direct else home[other])
        steps.append(Step(number, function, tuple(operands), out, via, item.matlab_class, guard, over, other, others))
        if out >= 0:
            home[number] = out
        for buffer in (*scratch, *own, *([via] if via is not None else [])):
            pool.give(buffer)
        for k in set(item.operands) | {number}:
            if last.get(k) == number and k in home:
                pool.give(home.pop(k))
    return Program(tuple(steps), tuple(pool.dtypes), tuple(copies))


def _partners(body: Body, first: int) -> dict[int, int]:
    """For instructions that compute one part of a complex number, the later ones that compute the other part: of the same operands, but
    that parameters may be others, of the same value."""
    waiting: dict[Any, int] = {}
    found: dict[int, int] = {}
    for number, item in enumerate(body.instructions, first):
        if item.op.both is None or number in body.guards or DTYPES[item.matlab_class] != compute_dtype(item.compute_class):
            continue
        functions, part = item.op.both
        operands = tuple(-1 if len(body.inputs) <= k < first else k for k in item.operands)
        earlier = waiting.pop((functions, 1 - part, operands, item.matlab_class), None)
        if earlier is None:
            waiting[functions, part, operands, item.matlab_class] = number
        else:
            found[earlier] = number
    return found


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
        found = self.views.get(shape)
        if found is None:
            count = prod(shape)
            found = self.views[shape] = {k: f[:count].reshape(shape, order="F") for k, f in enumerate(self.flat)}
            for k, array in list(found.items()):
                if array.dtype.kind == "c":
                    found[k + _PART], found[k + 2 * _PART] = array.real, array.imag
        return found

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
    made: Program,
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
    for step in made.steps:
        if step.function is None:
            values[step.number] = index = buffers[step.out]
            np.add(scratch.ramp(index.dtype, shape), index.dtype.type(offset), out=index)
            continue
        operands = []
        for k, cast in step.operands:
            value = values[k]
            if cast is not None:
                target = buffers[cast] if value.shape == shape else np.empty(value.shape, made.buffers[cast])
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
    for k, value in made.copies:
        stores[k][...] = values[value]
    return flagged
