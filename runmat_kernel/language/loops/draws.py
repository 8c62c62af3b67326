"""Random numbers that the iterations of a traced loop draw: the same ones as iteration by iteration."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...accel.loops import LoopRefused, node_of
from ...builtins import arguments as arg
from ...graph.generators import LARGEST_INDEX, index_node, random_node
from ...graph.loop import Moving, symbol
from ...graph.node import Node
from ...graph.ranges import Range
from ...graph.shapes import numel
from ...values.classes import DTYPES, FLOAT_CLASSES, INTEGER_LIMITS
from ...values.convert import as_array
from ...values.subscripts import COLON, folded
from ...values.tensor import Tensor
from ...values.text import CharArray
from .indices import Indices
from .scalars import Induction, Stretch

_MOST_DRAWN = 1 << 25
"""Numbers of the sequential stream that are drawn before a loop."""
_MOST_BYTES = 1 << 30
"""The elements that random subscripts of all iterations take, side by side."""
DRAWS = {"rand": "uniform", "randn": "normal"}


class NeedsDraws(LoopRefused):
    """A branch or an index takes random numbers: they must be known when the loop is traced.  ``sequence`` is what an iteration draws, as
    far as it was traced."""

    def __init__(self, sequence: Sequence[Any]) -> None:
        super().__init__("random numbers decide which random numbers are drawn")
        self.sequence = sequence


class Picks(NamedTuple):
    """Random whole numbers of an array, which may be subscripts: ``table`` has those of each iteration in a column; None where they are not
    known yet."""

    tensor: Tensor
    table: np.ndarray | None


def drawn(session: Any, sequence: Sequence[Any], iterations: int) -> list[np.ndarray]:
    """Draw what iterations draw from the sequential stream, in their order: for each draw an array with a column for each iteration."""
    streams = session.random
    arrays = [np.zeros((numel(shape), iterations), DTYPES[c], order="F") for _, shape, c, *_ in sequence]
    for iteration in range(iterations):
        for array, (kind, _, matlab_class, mask, *_) in zip(arrays, sequence, strict=True):
            if mask is not None and not mask[iteration]:
                continue
            if type(kind) is str:
                array[:, iteration] = streams.draw(kind, len(array), DTYPES[matlab_class])
            else:
                array[:, iteration] = as_array(session.calls.builtin("randperm")(1, *kind)[0]).ravel()
    return arrays


class Draws(Indices):
    """Drawing random numbers."""

    def draw(self, name: str, arguments: list[Any]) -> Any:
        """Random numbers of the counter-based stream: the blocks of each iteration follow from how much is drawn before."""
        if name == "randperm":
            return self._permutation(arguments)
        arguments = self._named_class(arguments)
        if any(self.is_symbolic(a) for a in arguments):
            if any(type(a) is not Tensor for a in arguments):
                raise LoopRefused("the size of random numbers depends on the iteration")
        shape, matlab_class, _ = arg.read_size_and_class(tuple(arguments), FLOAT_CLASSES)
        count = numel(shape)
        if not 0 < count < LARGEST_INDEX:
            raise LoopRefused("no random numbers, or too many")
        if not self.session.random.uses_philox(count):
            return self.draw_in_order(DRAWS[name], shape, matlab_class)
        arg.check_array_size(shape, matlab_class)
        halves = [symbol("scheduled", "uint32", (1, 1)) for _ in range(2)]
        self.draws.append((-(-count // (8 if matlab_class == "single" else 4)), self.inductions.mask, halves[0], halves[1]))
        template = random_node(DRAWS[name], self.session.random.key, 0, shape, matlab_class, index_node(shape), None)
        operands = (*template.operands[:3], *halves)
        if self.record is not None:
            self.record.keys.update((id(half), (half, shift)) for half, shift in zip(operands[1:3], (0, 32), strict=True))
        assert template.op is not None
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
        """Random numbers of the sequential stream: all iterations' numbers are drawn before the loop, in the order of the iterations."""
        mask, self.record = self.inductions.mask, None
        if numel(shape) == 1:
            if matlab_class != "double":
                raise LoopRefused("random scalars of another class than double are drawn")
            known = self._known(kind, shape, matlab_class)
            if known is None and mask is not None:
                self.sequence.append((kind, shape, matlab_class, mask, None))
                raise NeedsDraws(self.sequence)
            if known is None:
                scalar = Induction(None, 0.5)
            else:
                values = known[0].tolist()
                scalar = self.inductions.known(values if mask is None else [v if m else None for v, m in zip(values, mask, strict=True)])
            self.sequence.append((kind, shape, matlab_class, mask, scalar))
            return scalar
        node = symbol("read", matlab_class, shape, Range(0.0, 1.0, defined=True) if kind == "uniform" else None)
        return self._drawn_array(kind, matlab_class, node)

    def _drawn_array(self, kind: Any, matlab_class: str, node: Node) -> Tensor:
        if numel(node.shape) * self.trace.iterations > _MOST_DRAWN:
            raise LoopRefused(f"{numel(node.shape)} random numbers come from the sequential stream in each iteration")
        self.sequence.append((kind, node.shape, matlab_class, self.inductions.mask, node))
        return self.held(node)

    def _known(self, kind: Any, shape: tuple[int, ...], matlab_class: str) -> np.ndarray | None:
        """The next draw of each iteration, where it was drawn before the trace."""
        place = len(self.sequence)
        if place < len(self.drawn) and self.drawn[place][0] == (kind, shape, matlab_class, self.inductions.mask):
            return self.drawn[place][1]
        return None

    def _permutation(self, arguments: list[Any]) -> Tensor:
        """``randperm(n)``, ``randperm(n, k)``."""
        self.record = None
        if len(arguments) not in (1, 2) or any(type(a) is not float or a != a // 1 for a in arguments):
            raise LoopRefused("the size of a random permutation depends on the iteration, or is no number")
        count = arguments[-1]
        if not 2 <= count <= arguments[0] or self.session.random.uses_philox(int(arguments[0])):
            raise LoopRefused(f"a random permutation of {arguments[0]:.0f} numbers is drawn")
        shape = (1, int(count))
        known = self._known(tuple(arguments), shape, "double")
        drawn = self._drawn_array(tuple(arguments), "double", symbol("read", "double", shape, Range(1.0, arguments[0], True, True)))
        self.picks[id(drawn)] = Picks(drawn, known)
        return drawn

    def draw_sequence(self, iterations: int | None = None) -> None:
        """Draw what ``draw_in_order`` promised; only so many ``iterations``, where the loop turned out to have no more."""
        if not self.sequence:
            return
        if self.drawn and iterations is None:
            arrays = [array for _, array in self.drawn]
            self.session.random.twister.set_state(self.drawn_until)
        else:
            arrays = drawn(self.session, self.sequence, self.trace.iterations if iterations is None else iterations)
        if iterations is not None:
            return
        for array, (_, shape, _, _, target) in zip(arrays, self.sequence, strict=True):
            if type(target) is Induction:
                if target.values is None:
                    target.values = array[0].tolist()
            else:
                strides = tuple(numel(shape[:d]) for d in range(len(shape)))
                self.trace.reads.append(Moving(target, Tensor(array), strides, 0, numel(shape)))

    def draw_integers(self, arguments: list[Any]) -> Any:
        """``randi``: the same numbers by the same operations on uniform ones."""
        self.record = None
        if not arguments or any(self.is_symbolic(a) for a in arguments):
            raise LoopRefused("the limits or the size of random integers depend on the iteration")
        limits = arg.floating(arguments[0]).real.ravel()
        low, high = (1.0, float(limits[0])) if limits.size == 1 else (float(limits[0]), float(limits[-1])) if limits.size else (1.0, 0.0)
        _, matlab_class, _ = arg.read_size_and_class(tuple(arguments[1:]), (*FLOAT_CLASSES, *INTEGER_LIMITS, "logical"))
        if limits.size > 2 or not (low <= high and low.is_integer() and high.is_integer()) or matlab_class != "double":
            raise LoopRefused("random integers of another class than double")
        place = len(self.sequence)
        uniform = self.draw("rand", [a for a in arguments[1:] if type(a) is not CharArray])
        scaled = self.operate("times", (uniform, high - low + 1.0))
        integers = self.operate("plus", (low, self.call_builtin("floor", [scaled], 1)[0]))
        if type(integers) is Tensor and (node := node_of(integers)) is not None:
            node._range = Range(low, high, True, True)
        if type(integers) is Tensor and len(self.sequence) > place:
            known = self.drawn[place][1] if place < len(self.drawn) and self.drawn[place][0] == self.sequence[place][:4] else None
            self.picks[id(integers)] = Picks(integers, None if known is None else low + np.floor(known * (high - low + 1.0)))
        return integers

    # ------------------------------------------------------------------ as subscripts

    def running(self, scalar: Induction) -> frozenset[str]:
        names = super().running(scalar)
        if not names and any(entry[4] is item for entry in self.sequence for item in _within(scalar)):
            raise NeedsDraws(self.sequence)
        return names

    def picked(self, name: str, value: Any, subscripts: Sequence[Any]) -> Any:
        element, own = super().picked(name, value, subscripts), self.picks.get(id(value))
        if own is not None and element is not value:
            numbers = Tensor(np.arange(1.0, value.numel + 1).reshape(value.shape, order="F"))
            rows = as_array(self.session.reader.index(numbers, *subscripts)).ravel(order="F").astype(int) - 1
            self.picks[id(element)] = Picks(element, own.table if own.table is None else own.table[rows])
        return element

    def read(self, value: Any, subscripts: list[Any]) -> Any:
        random = [k for k, s in enumerate(subscripts) if id(s) in self.picks]
        rest = [s for s in subscripts if id(s) not in self.picks]
        if len(random) == 1 and type(value) is Tensor and all(s is COLON or type(s) is float for s in rest):
            return self._read_picks(value, subscripts, random[0])
        return super().read(value, subscripts)

    def _read_picks(self, value: Tensor, subscripts: list[Any], k: int) -> Tensor:
        """The elements that random subscripts take from an array that does not change (``X(:, randi(n, 1, 32))``): for all iterations side
        by side."""
        (index, table), iterations, mask = self.picks[id(subscripts[k])], self.trace.iterations, self.inductions.mask
        if table is None:
            raise NeedsDraws(self.sequence)
        count, rest = index.numel, [n for s, n in zip(subscripts, folded(value.shape, len(subscripts)), strict=True) if s is COLON]
        if count < 2 or count * numel(tuple(rest)) * iterations * DTYPES[value.matlab_class].itemsize > _MOST_BYTES:
            raise LoopRefused("what all iterations read is too much to put side by side")
        numbers = table if mask is None else np.where(mask, table, 1.0)
        parts = list(subscripts)
        parts[k] = Tensor(numbers.reshape(1, -1, order="F"))
        whole = self.session.reader.index(value, *parts)
        first = self.inductions.known([1.0 + count * iteration for iteration in range(iterations)], 1.0 + count * np.arange(iterations))
        places: list[Any] = [1.0 if type(s) is float else s for s in subscripts]
        places[k] = Stretch(first, 1, count, index.shape[1] == 1)
        elements = self.moving(whole, self.place(whole, places))
        if len(subscripts) == 1 and not _vectors(value.shape, index.shape):
            elements = self.session.engine.reshape(elements, index.shape)
        return elements

    def draw_tables(self) -> Callable[[int], int]:
        """Give every draw its blocks in each iteration; how many blocks so many iterations take."""
        iterations = self.trace.iterations
        if not self.draws:
            return lambda _: 0
        needs = np.empty((iterations, len(self.draws)), np.uint64)
        for d, (count, mask, _, _) in enumerate(self.draws):
            needs[:, d] = count if mask is None else np.where(mask, count, 0)
        ends = np.cumsum(needs.ravel(), dtype=np.uint64)
        starts = (ends - needs.ravel() + np.uint64(self.session.random.block)).reshape(needs.shape)
        for d, (_, _, low, high) in enumerate(self.draws):
            self.trace.scheduled.append((low, starts[:, d].astype(np.uint32)))
            self.trace.scheduled.append((high, (starts[:, d] >> np.uint64(32)).astype(np.uint32)))
        return lambda done: int(ends[done * len(self.draws) - 1]) if done else 0


def _within(scalar: Induction) -> Iterator[Any]:
    """The scalars that one is computed from, which are not known yet."""
    left, seen = [scalar], set()
    while left:
        item = left.pop()
        if type(item) is Induction and item.values is None and id(item) not in seen:
            seen.add(id(item))
            yield item
            if item.function is not None:
                left += item.arguments


def _vectors(*shapes: tuple[int, ...]) -> bool:
    return all(len(shape) == 2 and 1 in shape for shape in shapes)
