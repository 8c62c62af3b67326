"""Random numbers that the turns of a traced loop draw: the same ones as turn by turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..accel.loops import Untraceable
from ..builtins import arguments as arg
from ..graph.loop import Moving, symbol
from ..graph.node import Node
from ..graph.ranges import Range
from ..graph.shapes import numel
from ..graph.sources import LARGEST_INDEX, index_node, random_node
from ..values.classes import DTYPES, FLOAT_CLASSES, INTEGER_LIMITS
from ..values.tensor import Tensor
from ..values.text import CharArray
from .loop_parts import Parts
from .loop_scalars import Scheduled

_MOST_DRAWN = 1 << 25
"""Numbers of the sequential stream that are drawn before a loop."""
DRAWS = {"rand": "uniform", "randn": "normal"}


class Draws(Parts):
    """Drawing random numbers."""

    def draw(self, name: str, arguments: list[Any]) -> Any:
        """Random numbers of the counter-based stream: the blocks of each turn follow from how much is drawn before."""
        arguments = self._named_class(arguments)
        if any(self.is_symbolic(a) for a in arguments):
            if any(type(a) is not Tensor for a in arguments):
                raise Untraceable("the size of random numbers depends on the turn")
        shape, matlab_class, _ = arg.read_size_and_class(tuple(arguments), FLOAT_CLASSES)
        count = numel(shape)
        if not 0 < count < LARGEST_INDEX:
            raise Untraceable("no random numbers, or too many")
        if not self.session.random.uses_philox(count):
            return self.draw_in_order(DRAWS[name], shape, matlab_class)
        arg.check_array_size(shape, matlab_class)
        halves = [symbol("scheduled", "uint32", (1, 1)) for _ in range(2)]
        self.draws.append((-(-count // (8 if matlab_class == "single" else 4)), self.schedule.mask, *halves))
        template = random_node(DRAWS[name], self.session.random.key, 0, shape, matlab_class, index_node(shape), None)
        operands = (*template.operands[:3], *halves)
        if self.seen is not None:
            self.seen.keys.update((id(half), (half, shift)) for half, shift in zip(operands[1:3], (0, 32), strict=True))
        node = Node.map(template.op, operands, matlab_class, matlab_class, shape)
        return self.session.engine._tensor(node)

    def _named_class(self, arguments: list[Any]) -> list[Any]:
        """``'like', x`` as the name of the class of an array of the loop."""
        if len(arguments) < 2 or type(arguments[-1]) is not Tensor or not self.is_symbolic(arguments[-1]):
            return arguments
        word = arguments[-2]
        if type(word) is not CharArray or word.text.lower() != "like" or arguments[-1].is_complex:
            return arguments
        return [*arguments[:-2], CharArray.row(arguments[-1].matlab_class)]

    def draw_in_order(self, kind: str, shape: tuple[int, ...], matlab_class: str) -> Any:
        """Random numbers of the sequential stream: all turns' numbers are drawn before the loop, in the order of the turns."""
        count, mask, self.seen = numel(shape), self.schedule.mask, None
        if count * self.trace.turns > _MOST_DRAWN:
            raise Untraceable(f"{count} random numbers come from the sequential stream in each turn")
        if count == 1:
            if matlab_class != "double" or mask is not None:
                raise Untraceable("single random numbers are drawn in some turns only")
            scalar = Scheduled(None, 0.5)
            self.sequence.append((kind, shape, matlab_class, mask, scalar))
            return scalar
        node = symbol("read", matlab_class, shape, Range(0.0, 1.0) if kind == "uniform" else None)
        self.sequence.append((kind, shape, matlab_class, mask, node))
        return self.held(node)

    def draw_sequence(self, turns: int | None = None) -> None:
        """Draw what ``draw_in_order`` promised; only so many ``turns``, where the loop turned out to have no more."""
        if not self.sequence:
            return
        again, streams = turns is not None, self.session.random
        turns = self.trace.turns if turns is None else turns
        arrays = [np.zeros((numel(shape), turns), DTYPES[c], order="F") for _, shape, c, _, _ in self.sequence]
        for turn in range(turns):
            for array, (kind, _, matlab_class, mask, _) in zip(arrays, self.sequence, strict=True):
                if mask is None or mask[turn]:
                    array[:, turn] = streams.draw(kind, len(array), DTYPES[matlab_class])
        if again:
            return
        for array, (_, shape, _, _, target) in zip(arrays, self.sequence, strict=True):
            if type(target) is Scheduled:
                target.values = array[0].tolist()
            else:
                strides = tuple(numel(shape[:d]) for d in range(len(shape)))
                self.trace.reads.append(Moving(target, Tensor(array), strides, 0, numel(shape)))

    def draw_integers(self, arguments: list[Any]) -> Any:
        """``randi``: the same numbers by the same operations on uniform ones."""
        self.seen = None
        if not arguments or any(self.is_symbolic(a) for a in arguments):
            raise Untraceable("the limits or the size of random integers depend on the turn")
        limits = arg.floating(arguments[0]).real.ravel()
        low, high = (1.0, float(limits[0])) if limits.size == 1 else (float(limits[0]), float(limits[-1])) if limits.size else (1.0, 0.0)
        _, matlab_class, _ = arg.read_size_and_class(tuple(arguments[1:]), (*FLOAT_CLASSES, *INTEGER_LIMITS, "logical"))
        if limits.size > 2 or not (low <= high and low.is_integer() and high.is_integer()) or matlab_class != "double":
            raise Untraceable("random integers of another class than double")
        uniform = self.draw("rand", [a for a in arguments[1:] if type(a) is not CharArray])
        scaled = self.operate("times", (uniform, high - low + 1.0))
        return self.operate("plus", (low, self.call_builtin("floor", [scaled], 1)[0]))

    def draw_tables(self) -> Callable[[int], int]:
        """Give every draw its blocks in each turn; how many blocks so many turns take."""
        turns = self.trace.turns
        if not self.draws:
            return lambda _: 0
        needs = np.empty((turns, len(self.draws)), np.uint64)
        for d, (count, mask, _, _) in enumerate(self.draws):
            needs[:, d] = count if mask is None else np.where(mask, count, 0)
        ends = np.cumsum(needs.ravel(), dtype=np.uint64)
        starts = (ends - needs.ravel() + np.uint64(self.session.random.block)).reshape(needs.shape)
        for d, (_, _, low, high) in enumerate(self.draws):
            self.trace.scheduled.append((low, starts[:, d].astype(np.uint32)))
            self.trace.scheduled.append((high, (starts[:, d] >> np.uint64(32)).astype(np.uint32)))
        return lambda done: int(ends[done * len(self.draws) - 1]) if done else 0
