"""What a Loop means, on Python's numbers and NumPy's arrays: the definition that machine code has to agree with."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..base.records import record
from ..values.classes import INTEGER_LIMITS, dtype_of
from .nodes import SET, UNSET, Constant, End, Loop, Op, Region, Type, Value
from .ops import PURE, as_single, convert

FINISHED, LEFT = "finished", "left"


@record
class Outcome:
    """How a loop went: ``finished``, or ``left`` for ordinary code before an iteration (from 0) because of a ``reason``.

    ``values``: what it carries then, in the order of its operands.
    """

    how: str
    iteration: int
    values: tuple[Any, ...]
    reason: str = ""


class _Exit(Exception):
    pass


def interpret(loop: Loop, inputs: dict[str, Any]) -> Outcome:
    """Run a loop from its first iteration on.  ``inputs``: by the path of each input (joined with dots) its values; arrays are copied.
    What need not be set may be missing."""
    env: dict[int, Any] = {}
    for item in loop.inputs:
        values = inputs.get(".".join(item.path)) if item.state is not None else inputs[".".join(item.path)]
        if item.state is not None:
            env[id(item.state)] = UNSET if values is None else SET
            values = values or (0,) * len(item.values)
        for value, number in zip(item.values, values, strict=True):  # type: ignore[arg-type]
            env[id(value)] = number.copy(order="F") if value.type.is_array else number
    return _Machine(loop, env).run()


class _Machine:
    def __init__(self, loop: Loop, env: dict[int, Any]) -> None:
        self.loop, self.env = loop, env
        self.functions = {f.name: f for f in loop.functions}

    def run(self) -> Outcome:
        op = self.loop.op
        numbers = op.operands[:4] if op.name == "for" else ()
        carried = [self.get(v) for v in op.operands[len(numbers) :]]
        iteration = 0
        while op.name == "while" or iteration < self.get(numbers[3]):
            start = [x.copy(order="F") if isinstance(x, np.ndarray) else x for x in carried]
            try:
                end = self.iteration(op, iteration, carried)
            except _Exit as error:
                return Outcome(LEFT, iteration, tuple(start), str(error))
            if end is None:
                break
            carried = [self.get(v) for v in end.values]
            if end.kind == "break":
                break
            iteration += 1
        return Outcome(FINISHED, iteration, tuple(carried))

    def iteration(self, op: Op, k: int, carried: list[Any]) -> End | None:
        """One iteration: how its region ends; None where the condition does not hold."""
        if op.name == "for":
            first, step, last = (self.get(v) for v in op.operands[:3])
            number = first + k * step
            if not op.attributes["whole"]:
                number = min(number, last) if step > 0 else max(number, last)
            self.bind(op.regions[0].parameters, [number, *carried])
            return self.region(op.regions[0])
        self.bind(op.regions[0].parameters, carried)
        condition = self.region(op.regions[0])
        return self.region(op.regions[1]) if self.get(condition.values[0]) else None

    def bind(self, parameters: Any, values: list[Any]) -> None:
        for parameter, value in zip(parameters, values, strict=True):
            self.env[id(parameter)] = value

    def get(self, value: Value) -> Any:
        return value.number if isinstance(value, Constant) else self.env[id(value)]

    def region(self, region: Region) -> End:
        """Go through a region; the end that is come to, which may be that of a region inside."""
        for op in region.ops:
            end = self.op(op)
            if end is not None:
                return end
        assert region.end is not None
        if region.end.kind == "exit":
            raise _Exit(region.end.reason)
        return region.end

    def op(self, op: Op) -> End | None:
        if op.name == "if":
            end = self.region(op.regions[0 if self.get(op.operands[0]) else 1])
            if end.kind != "yield":
                return end
            self.bind(op.results, [self.get(v) for v in end.values])
        elif op.name in ("for", "while"):
            return self.inner(op)
        elif op.name == "call":
            function = self.functions[op.attributes["function"]]
            outer, self.env = self.env, {}
            arguments = [outer[id(v)] if not isinstance(v, Constant) else v.number for v in op.operands]
            self.bind(function.region.parameters, arguments)
            end = self.region(function.region)
            results = [self.get(v) for v in end.values]
            self.env = outer
            self.bind(op.results, results)
        elif op.name in PURE:
            self.bind(op.results, [self.pure(op)])
        else:
            outcome = getattr(self, "_" + op.name)(op, *[self.get(v) for v in op.operands])
            self.bind(op.results, [outcome] if op.results else [])
        return None

    def inner(self, op: Op) -> End | None:
        carried, k = [self.get(v) for v in op.operands[4 if op.name == "for" else 0 :]], 0
        while op.name == "while" or k < self.get(op.operands[3]):
            end = self.iteration(op, k, carried)
            if end is None:
                break
            if end.kind == "return":
                return end
            carried = [self.get(v) for v in end.values]
            if end.kind == "break":
                break
            k += 1
        self.bind(op.results, carried)
        return None

    def pure(self, op: Op) -> Any:
        operands = [self.get(v) for v in op.operands]
        kind = op.results[0].type
        if op.name == "convert":
            return convert(operands[0], kind)
        return _in_class(PURE[op.name].define(*operands), kind)

    # ------------------------------------------------------------------ what exits, and arrays

    def _guard(self, op: Op, holds: bool) -> None:
        if not holds:
            raise _Exit(op.attributes["reason"])

    def _assume(self, op: Op, x: float) -> float:
        if not (op.attributes["low"] <= x <= op.attributes["high"] and x == math.floor(x)):
            raise _Exit(op.attributes["reason"])
        return x

    def _place(self, op: Op, x: float, extent: int) -> int:
        if not (1 <= x <= extent and x == math.floor(x)):
            raise _Exit(op.attributes["reason"])
        return int(x) - 1

    def _trips(self, op: Op, start: int, step: int, stop: int) -> int:
        return max(0, (stop - start) // step + 1) if step else 0

    def _count(self, op: Op, start: float, step: float, stop: float) -> int:
        number = count(start, step, stop)
        if number is None:
            raise _Exit(op.attributes["reason"])
        return number

    def _extent(self, op: Op, array: np.ndarray) -> int:
        dimension = op.attributes["dimension"]
        return array.size if not dimension else array.shape[dimension - 1]

    def _read(self, op: Op, array: np.ndarray, place: int) -> Any:
        item = array.reshape(-1, order="F")[place].item()
        return (item.imag if op.attributes["part"] else item.real) if isinstance(item, complex) else item

    def _update(self, op: Op, array: np.ndarray, place: int, number: Any) -> np.ndarray:
        flat = array.reshape(-1, order="F")
        if array.dtype.kind == "c":
            item = flat[place]
            number = complex(item.real, number) if op.attributes["part"] else complex(number, item.imag)
        flat[place] = number
        return array

    def _append(self, op: Op, array: np.ndarray, number: Any, imaginary: float | None = None) -> np.ndarray:
        if array.size and 1 not in array.shape:
            raise _Exit("a matrix grows by one subscript")
        item = number if imaginary is None else complex(number, imaginary)
        kind = op.results[0].type
        flat = np.append(array.reshape(-1, order="F"), np.array([item], dtype_of(kind.matlab_class, is_complex=kind.is_complex)))
        return flat.reshape((-1, 1) if array.shape[1] == 1 and array.shape[0] > 1 else (1, -1), order="F")


def count(start: float, step: float, stop: float) -> int | None:
    """How many numbers ``start:step:stop`` has; None where that is not a number that machine code goes through."""
    if not (math.isfinite(start) and math.isfinite(step) and math.isfinite(stop)):
        return None
    if not step or (step > 0 and start > stop) or (step < 0 and start < stop):
        return 0
    ratio = (stop - start) / step
    tolerance = 2.0 * 2.0**-52 * max(abs(start), abs(stop)) / abs(step)
    number = math.floor(ratio + min(tolerance, 0.5)) + 1
    return number if number < 2**53 else None


def _in_class(number: Any, kind: Type) -> Any:
    """What was computed, as its class holds it: singles are rounded, integers cut off."""
    if kind.matlab_class == "single":
        return as_single(number)
    if kind.matlab_class in INTEGER_LIMITS:
        low, high = INTEGER_LIMITS[kind.matlab_class]
        return min(max(number, low), high)
    return number
