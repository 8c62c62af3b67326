"""The steps of a block as calls whose arguments are in place, for work that is repeated on the same arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from ...graph.interleaved import BothParts, Modulus
from ...values.classes import INTEGER_LIMITS, saturate
from .steps import Program, Scratch


class Calls:
    """Calls in order.  What differs from run to run is a hole: ``fill`` puts it in; ``flagged`` says that a guard was raised."""

    __slots__ = ("_holes", "calls", "flagged")

    def __init__(self) -> None:
        self.calls: list[tuple[Callable[..., Any], list[Any], dict[str, Any]]] = []
        self._holes: dict[int, list[tuple[Any, Any]]] = {}
        self.flagged = False

    def fill(self, number: int, value: Any) -> None:
        """A value (by its number) or a store (by the complement of its number) of the next run."""
        for arguments, place in self._holes.get(number, ()):
            arguments[place] = value

    def run(self) -> None:
        for function, operands, named in self.calls:
            function(*operands, **named)

    def add(self, function: Callable[..., Any], operands: Sequence[Any], out: Any) -> None:
        arguments, named = list(operands), {"out": out}
        for place, value in (*enumerate(arguments), *named.items()):
            if type(value) is _Hole:
                self._holes.setdefault(value.number, []).append((arguments if type(place) is int else named, place))
        self.calls.append((function, arguments, named))

    def guard(self, function: Callable[..., Any], operands: Sequence[Any]) -> None:
        def check(*values: Any, out: Any) -> None:
            if not self.flagged and np.any(function(*values)):
                self.flagged = True

        self.add(check, operands, None)


class _Hole:
    """An argument that is filled in before each run; ``like`` is one that it may be."""

    __slots__ = ("like", "number")

    def __init__(self, number: int, like: Any) -> None:
        self.number, self.like = number, like


def bind(
    program: Program,
    values: Mapping[int, Any],
    moving: Mapping[int, Any],
    scratch: Scratch,
    stores: Sequence[np.ndarray],
    shape: tuple[int, ...],
    offset: int,
) -> Calls:
    """The calls of a block.  ``values`` are the inputs' boxes and the parameters that stay; ``moving`` an example of each one that is
    filled in before each run, stores under the complement of their numbers; the rest as for ``run_steps``."""
    calls, buffers = Calls(), scratch.of(shape)
    known: dict[int, Any] = {k: _still(v) for k, v in values.items()}
    known |= {k: _Hole(k, v) for k, v in moving.items() if k >= 0}
    targets = [_Hole(~k, s) if ~k in moving else s for k, s in enumerate(stores)]
    for step in program.steps:
        if step.function is None:
            known[step.number] = index = buffers[step.out]
            calls.add(np.add, (scratch.ramp(index.dtype, shape), index.dtype.type(offset)), index)
            continue
        operands = [known[k] if cast is None else _cast(calls, known[k], buffers[cast], shape) for k, cast in step.operands]
        if step.guard is not None:
            calls.guard(step.guard, operands)
        operands += [known[k] for k in step.others]
        operands += [targets[~k] if k < 0 else buffers[k] for k in step.rows]
        out = targets[~step.out] if step.out < 0 else buffers[step.out]
        if step.via is None and isinstance(step.function, (BothParts, Modulus)):
            calls.add(*step.function.bound(operands, out))
        elif step.via is None:
            calls.add(step.function, operands, out)
        else:
            calls.add(step.function, operands, buffers[step.via])
            calls.add(_saturating(step.matlab_class) if step.matlab_class in INTEGER_LIMITS else _copy, (buffers[step.via],), out)
        known[step.number] = out
        if step.other is not None:
            known[step.other] = operands[-1]
    for k, value in program.copies:
        calls.add(_copy, (known[value],), targets[k])
    return calls


def _still(value: Any) -> Any:
    """Scalars as arrays: functions need not convert them in each call."""
    return np.asarray(value)


def _cast(calls: Calls, value: Any, buffer: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    like = value.like if type(value) is _Hole else value
    target = buffer if like.shape == shape else np.empty(like.shape, buffer.dtype)
    if target.dtype == np.bool_:
        calls.add(np.not_equal, (value, 0), target)
    else:
        calls.add(_copy, (value,), target)
    return target


def _copy(value: Any, out: np.ndarray) -> None:
    np.copyto(out, value, casting="unsafe")


@cache
def _saturating(matlab_class: str) -> Callable[..., None]:
    def put(value: np.ndarray, out: np.ndarray) -> None:
        out[...] = saturate(value, matlab_class)

    return put
