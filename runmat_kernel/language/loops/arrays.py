"""Arrays of which every iteration of a traced loop writes a part, and may read what earlier iterations wrote."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import gcd
from typing import TYPE_CHECKING, Any

import numpy as np

from ...accel.loops import LoopRefused, cast
from ...accel.split_complex import whole
from ...accel.uniform_arrays import uniform_value
from ...base.records import record
from ...graph.loop import Carry, Moving, Written, symbol
from ...graph.node import Node
from ...graph.primitives import CASTS
from ...values.classes import DTYPES
from ...values.convert import class_of, shape_of, to_value
from ...values.tensor import Tensor
from .complex import by_parts, is_complex
from .scalars import AsWhole, FromArrays, Induction, InOrder, NotFixpoint, first_of

if TYPE_CHECKING:
    from .trace import Tracer

_LONGEST_MEMORY = 8
_LARGEST_WHOLE = 1 << 20
"""Elements of an array up to which iterations write it as a whole where they read parts of what they wrote."""
_LARGEST_PART, _SMALL = 4, 1024
_MOST_SINGLE = 1 << 14
"""Iterations in which single elements are read of what earlier iterations wrote: each is computed by itself."""


@record
class Place:
    """A part of an array: its shape with the strides over that, its first element in iteration 0, and by how much it moves with each
    iteration. ``window``: it has a part of some dimensions only; ``overlaps``: those of two iterations may have elements in common.  What
    is read unevenly moves with the numbers of the iterations in ``slots``."""

    strides: tuple[int, ...]
    shape: tuple[int, ...]
    offset: int
    move: int
    window: bool = False
    overlaps: bool = False
    slots: tuple[int, ...] | None = None

    def first(self, iterations: int) -> np.ndarray:
        """The first element that each iteration takes."""
        return self.offset + self.move * (np.arange(iterations) if self.slots is None else np.array(self.slots[:iterations], np.int64))

    def last(self, iterations: int) -> np.ndarray:
        """The last element that each iteration takes."""
        return self.first(iterations) + sum((n - 1) * s for n, s in zip(self.shape, self.strides, strict=True))

    def at(self, other: Place) -> int | None:
        """Which element, from 0, the first one of a place that moves alike is in every iteration; None where it is none."""
        if (self.move, self.slots) != (other.move, other.slots):
            return None
        rest, at, steps = other.offset - self.offset, 0, np.cumprod((1, *self.shape)).tolist()
        for n, stride, step in sorted(zip(self.shape, self.strides, steps, strict=False), key=lambda part: -part[1]):
            k = rest // stride if n > 1 else 0
            if not 0 <= k < n:
                return None
            rest, at = rest - k * stride, at + k * step
        return at if rest == 0 else None

    def bounds(self, iterations: int) -> tuple[int, int]:
        """The first and the last element that any iteration takes."""
        ends = self.first(iterations)
        return int(ends.min()), int(ends.max()) + sum((n - 1) * s for n, s in zip(self.shape, self.strides, strict=True))


@dataclass(slots=True)
class WrittenArray:
    """An array of which each iteration writes parts, with its reads and writes.  ``reads`` are settled at the end, when all writes are
    known; ``single`` are those of one element, taken for scalars that no arrays go into.  What such scalars are written to is in ``known``
    then. ``halves`` are the real and the imaginary part of a complex array.

    One that is ``missing`` is made in the loop.  One that grows does so along ``dim`` to the size ``grown``, written at some ``positions``;
    ``sized``: an iteration takes its size."""

    name: str
    original: Tensor
    writes: dict[Place, Any] = field(default_factory=dict)
    reads: dict[Place, Node] = field(default_factory=dict)
    single: dict[Place, Induction] = field(default_factory=dict)
    known: dict[Place, Any] = field(default_factory=dict)
    halves: tuple[WrittenArray, ...] = ()
    missing: bool = False
    sized: bool = False
    grown: tuple[int, ...] | None = None
    dim: int | None = None
    positions: list[np.ndarray] = field(default_factory=list)
    before: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.before = self.original.shape

    @property
    def shape(self) -> tuple[int, ...]:
        return self.original.shape if self.grown is None else self.grown

    def _sizes(self, iterations: int) -> np.ndarray:
        """The extent along ``dim`` when each iteration begins, and after the last one."""
        shape = self.before
        start = shape[self.dim] if self.dim < len(shape) else 1  # type: ignore[operator, index]
        last = np.max([p[:iterations] for p in self.positions], axis=0)
        return np.maximum.accumulate(np.concatenate(([start if 0 not in shape else 0], last)))

    def size_after(self, iterations: int) -> int:
        """The extent along ``dim`` after so many iterations."""
        return int(self._sizes(iterations)[-1])

    def _check_reads(self, iterations: int) -> None:
        """Raise LoopRefused where an iteration reads what is not there yet; none of these was written by the same iteration before."""
        places = (*self.reads, *self.single)
        if not places:
            return
        step = int(np.prod(self.shape[: self.dim])) if self.dim is not None else 1
        if self.dim is not None and any(n != 1 for n in self.shape[self.dim + 1 :]):
            raise LoopRefused(f"'{self.name}' grows, and is read")
        there = self._sizes(iterations)[:-1] * step if self.grown is not None else np.full(iterations, self.original.numel)
        for place in places:
            if (place.last(iterations) >= there).any():
                raise LoopRefused("an index leaves the array, which then grows or is an error")

    def write(self, tracer: Tracer, place: Place, value: Any) -> None:
        shape = shape_of(first_of(value))
        if place.shape != shape and type(value) is Tensor and _long(shape) == _long(place.shape) != ():
            value = tracer.session.engine.reshape(value, place.shape)
            shape = place.shape
        own = self.name in tracer.in_order
        if (place.move == 0 and not own) or shape not in (place.shape, (1, 1)):
            reason = f"parts of '{self.name}' are written in a way that is not taken into loops"
            raise self.in_order(tracer, reason) if shape in (place.shape, (1, 1)) else LoopRefused(reason)
        if place.overlaps and not own:
            raise self.in_order(tracer, f"parts of '{self.name}' that overlap are written")
        for other in self._since(place) if own else self.writes:
            if other != place and not _apart(other, place, tracer.trace.iterations, same=own):
                reason = f"'{self.name}' is written twice in the same place"
                raise LoopRefused(reason) if own else self.in_order(tracer, reason)
        value = self.in_class(tracer, value)
        if type(value) is Tensor and shape != place.shape and tracer.is_symbolic(value):
            value = _spread(tracer, value, place.shape)
        self.writes[place] = value
        if self.halves:
            pair = [x for (x,) in by_parts(tracer, (value,))]
            for half, part in zip(self.halves, (*pair, 0.0), strict=False):
                half.writes[place] = half.in_class(tracer, part)
        elif is_complex(first_of(value)):
            raise NotFixpoint(f"'{self.name}' becomes complex")

    def in_class(self, tracer: Tracer, value: Any) -> Any:
        """A value as the array takes it."""
        have, want = class_of(value), self.original.matlab_class
        if have == want:
            return value
        if want not in CASTS or have not in ("double", "single", "logical"):
            raise LoopRefused(f"a value of class {have} is written into '{self.name}'")
        return tracer.apply(lambda x: cast(tracer.session.engine, x, want), (value,))

    def read(self, tracer: Tracer, place: Place) -> Any:
        since = self._since(place)
        if place in self.writes and all(other == place or _apart(other, place, tracer.trace.iterations, same=True) for other in since):
            value = self.writes[place]
            if shape_of(first_of(value)) == place.shape:
                return value
            if self.halves:
                return whole(tracer.session.engine, tuple(half.read(tracer, place) for half in self.halves))
            return in_all(tracer, value, place.shape)
        if any(not _apart(other, place, tracer.trace.iterations, same=True) for other in self.writes):
            element = self._element_written(tracer, place)
            if element is not None:
                return element
            raise self._as_one_value(tracer)
        if self.halves:
            return whole(tracer.session.engine, tuple(half.read(tracer, place) for half in self.halves))
        if place.shape == (1, 1) and self.name not in tracer.as_arrays and self.name not in tracer.in_order:
            return self._single(tracer, place)
        node = self.reads.get(place)
        if node is None:
            node = self.reads[place] = symbol("carry", self.original.matlab_class, place.shape)
        return tracer.held(node)

    def _element_written(self, tracer: Tracer, place: Place) -> Any:
        """One element of a part that the same iteration wrote last; None for other places."""
        for written in reversed(self.writes):
            at = written.at(place)
            if at is not None and place.shape == (1, 1) and not self.halves:
                value = self.writes[written]
                if type(value) is not Tensor or value.shape == (1, 1):
                    return value
                if tracer.is_symbolic(value):
                    return tracer.element(value, [at + 1.0])
                return to_value(value.array.ravel(order="F")[at : at + 1])
            if not _apart(written, place, tracer.trace.iterations, same=True):
                return None
        return None

    def _since(self, place: Place) -> list[Place]:
        """The writes of an iteration after the one to a place: writes keep their order."""
        places = list(self.writes)
        return places[places.index(place) :] if place in self.writes else []

    def read_whole(self, tracer: Tracer) -> Any:
        """All elements as they are when an iteration reads them.  Raises AsWhole where it wrote some of them."""
        if self.writes:
            raise self._as_one_value(tracer)
        shape = self.original.shape
        strides = tuple([0 if n == 1 else int(np.prod(shape[:d])) for d, n in enumerate(shape)])
        return self.read(tracer, Place(strides, shape, 0, 0))

    def in_order(self, tracer: Tracer, reason: str) -> LoopRefused:
        """The error where iterations must read and write the array one after the other."""
        if self.halves or self.grown is not None or self.missing or self.name not in tracer.in_parts or self.name in tracer.appended:
            return LoopRefused(reason)
        return InOrder(self.name, reason)

    def _as_one_value(self, tracer: Tracer) -> LoopRefused:
        """The error where an iteration reads elements that it wrote in another way."""
        reason = f"'{self.name}' is read where the same iteration wrote something else"
        possible = isinstance(self.in_order(tracer, reason), InOrder) or self.name in tracer.in_order
        size, smallest = self.original.numel, min((int(np.prod(place.shape)) for place in self.writes), default=1)
        if not possible or size > _LARGEST_WHOLE or (not tracer.session.engine.device.info.gathers and not worth_whole(size, smallest)):
            return LoopRefused(reason)
        return AsWhole(self.name, reason)

    def _single(self, tracer: Tracer, place: Place) -> Induction:
        """One element, of the array or as an earlier iteration wrote it."""
        if tracer.trace.iterations > _MOST_SINGLE:
            raise LoopRefused(f"single elements of '{self.name}' are read and written in {tracer.trace.iterations} iterations")
        tracer.record = None
        if not 0 <= place.offset < self.original.numel:
            raise LoopRefused("an index leaves the array, which then grows or is an error")
        scalar = self.single.get(place)
        if scalar is None:
            scalar = self.single[place] = tracer.inductions.carried(self._element(place, 0))
        return scalar

    def _element(self, place: Place, iteration: int) -> Any:
        """The element of the array at a place of one element in an iteration, as a scalar."""
        part = part_of(self.original, place, iteration)
        return part.array.item() if part.matlab_class in ("double", "logical") else part

    def settle(self, tracer: Tracer) -> None:
        """Find for each read the iterations before that wrote there: what they wrote is carried along; else the array itself is read."""
        if self.halves:
            for half in self.halves:
                half.settle(tracer)
            return
        self._check_reads(tracer.trace.iterations)
        if self.name in tracer.in_order:
            self._settle_in_order(tracer)
            return
        if self.grown is not None:
            if len(self.writes) > 1:
                raise LoopRefused(f"'{self.name}' grows, and is written in several places in each iteration")
            self.original = tracer.enlarged(self)
        for place, scalar in self.single.items():
            self._settle_single(tracer, place, scalar)
        for place, node in self.reads.items():
            self._settle_read(tracer, place, node)
        if all(place.shape == (1, 1) and not tracer.is_array(value) for place, value in self.writes.items()):
            self.known, tracer.record = self.writes, None
        else:
            self._settle_writes(tracer)

    def _settle_read(self, tracer: Tracer, place: Place, node: Node) -> None:
        source = next(((w, d) for w in self.writes if (d := _distance(w, place)) is not None), None)
        if source is not None:
            self._remember(tracer, place, node, *source)
        elif all(_before(w, place, tracer.trace.iterations) for w in self.writes):
            tracer.trace.reads.append(Moving(node, self.original, place.strides, place.offset, place.move))
        else:
            raise self.in_order(tracer, f"'{self.name}' is read where an earlier iteration wrote")

    def _settle_writes(self, tracer: Tracer) -> None:
        for place, value in self.writes.items():
            if type(value) is Tensor:
                value = tracer.session.engine._node(value)
            elif type(value) is Induction:
                value = tracer.symbol_node(value)
            tracer.trace.writes.append(Written(self.name, self.original, place.strides, place.offset, place.move, place.shape, value))

    def _settle_single(self, tracer: Tracer, place: Place, scalar: Induction) -> None:
        """Where a single element that was read comes from."""
        iterations = tracer.trace.iterations
        source = next(((w, d) for w in self.writes if (d := _distance(w, place)) is not None), None)
        if source is not None and len(self.writes) == 1:
            written, distance = source
            if tracer.is_array(self.writes[written]):
                raise FromArrays(self.name)
            first = [self._element(place, iteration) for iteration in range(min(distance, iterations))]
            tracer.inductions.close(scalar, self.writes[written], first)
        elif all(_before(w, place, iterations) for w in self.writes):
            tracer.inductions.close(scalar, None, [self._element(place, iteration) for iteration in range(iterations)])
        elif any(tracer.is_array(value) for value in self.writes.values()):
            raise self.in_order(tracer, f"'{self.name}' is read where an earlier iteration wrote")
        else:
            raise LoopRefused(f"'{self.name}' is read where an earlier iteration wrote")

    def _settle_in_order(self, tracer: Tracer) -> None:
        """Each iteration reads what there is when it begins, and writes what it gives at its end."""
        trace, tracer.record = tracer.trace, None
        if not self.reads and all(place.shape == (1, 1) and not tracer.is_array(value) for place, value in self.writes.items()):
            if len(self.writes) == 1 and not tracer.staged:
                self.known = self.writes
                return
        for place, node in self.reads.items():
            trace.reads.append(Moving(node, self.original, place.strides, place.offset, place.move, place.slots, self.name))
        for place, value in self.writes.items():
            if self.reads or len(self.writes) > 1 or tracer.staged:
                value = in_all(tracer, value, place.shape)
            if type(value) is Tensor and value.shape == place.shape:
                own = tracer.session.engine._node(value)
            else:
                own = tracer.symbol_node(value) if type(value) is Induction else value
            if type(own) is Tensor:
                raise LoopRefused(f"parts of '{self.name}' are written in a way that is not taken into loops")
            trace.writes.append(
                Written(self.name, self.original, place.strides, place.offset, place.move, place.shape, own, place.slots, True)
            )

    def after(self, iterations: int) -> Tensor:
        """The array after so many iterations, of which what is written is ``known``."""
        whole = np.array(self.original.array, order="F")
        flat = whole.reshape(-1, order="F")
        for place, value in self.known.items():
            if type(value) is Tensor:
                value = value.array.item()
            flat[_offsets(place, iterations)] = value.array()[:iterations] if type(value) is Induction else value
        return Tensor(whole, self.original.matlab_class)

    def _remember(self, tracer: Tracer, place: Place, node: Node, written: Place, distance: int) -> None:
        """A read of what was written ``distance`` iterations ago: values handed from iteration to iteration."""
        trace = tracer.trace
        if distance > min(_LONGEST_MEMORY, trace.iterations) or len(self.writes) > 1:
            raise self.in_order(tracer, f"'{self.name}' is read where an earlier iteration wrote")
        value = self.writes[written]
        following: Any
        if type(value) is Tensor:
            following = tracer.session.engine._node(value)
        elif type(value) is Induction:
            following = tracer.symbol_node(value)
        else:
            following = value
        if type(following) is not Node:
            raise LoopRefused(f"'{self.name}' is read where an earlier iteration wrote")
        # The youngest value last: what is read is ``distance`` iterations old.
        chain = [node, *(symbol("carry", self.original.matlab_class, place.shape) for _ in range(distance - 1))]
        for age, own in enumerate(chain):
            initial = part_of(self.original, place, age)
            later = chain[age + 1] if age + 1 < len(chain) else following
            trace.carries.append(Carry(self.name, own, initial, later, part=(place, age)))


def worth_whole(size: int, part: int) -> bool:
    """Whether the host loses little where an array of a size is handed on as one value of which iterations replace a part."""
    return size <= _LARGEST_PART * max(part, _SMALL)


def _spread(tracer: Tracer, value: Tensor, shape: tuple[int, ...]) -> Tensor:
    """A scalar of an iteration in all elements of a part."""
    if value.matlab_class == "logical":
        return tracer.operate("or", (value, Tensor(np.zeros(shape, bool, order="F"), "logical")))
    return tracer.operate("times", (value, Tensor(np.ones(shape, DTYPES[value.matlab_class], order="F"), value.matlab_class)))


def in_all(tracer: Tracer, value: Any, shape: tuple[int, ...]) -> Any:
    """A number in all elements of a part, computed where it is one of the iteration: it is written in its iteration.  Anything else as it
    is."""
    if type(value) is Induction:
        return _spread(tracer, tracer.as_tensor(value), shape)
    if type(value) is not Tensor:
        value = Tensor(np.array([[value]]), class_of(value))
    if value.shape == shape or value.shape != (1, 1):
        return value
    if tracer.is_symbolic(value):
        spread = _spread(tracer, value, shape)
    else:
        spread = Tensor(np.full(shape, value.array.item(), DTYPES[value.matlab_class], order="F"), value.matlab_class)
    tracer.kept.append(spread)
    return spread


def part_of(array: Tensor, place: Place, iteration: int) -> Tensor:
    """The elements of an array at a place in an iteration."""
    value = uniform_value(array)
    if value is not None:
        return Tensor(np.full(place.shape, value, DTYPES[array.matlab_class], order="F"), array.matlab_class)
    whole = array.array
    flat = whole.reshape(-1, order="F")[place.offset + iteration * place.move :]
    part = np.lib.stride_tricks.as_strided(flat, place.shape, tuple(s * whole.itemsize for s in place.strides), writeable=False)
    return Tensor(np.array(part, DTYPES[array.matlab_class], order="F"), array.matlab_class)


def _long(shape: tuple[int, ...]) -> tuple[int, ...]:
    """A size without the dimensions of one element, which an assignment does not look at."""
    return tuple([n for n in shape if n != 1])


def _distance(written: Place, read: Place) -> int | None:
    """How many iterations ago was written what is read; None where that is not the same number in all iterations, or not in the past."""
    if (written.strides, written.shape, written.move) != (read.strides, read.shape, read.move) or written.slots or read.slots:
        return None
    distance, rest = divmod(written.offset - read.offset, read.move)
    return distance if rest == 0 and distance >= 1 else None


def _offsets(place: Place, iterations: int) -> np.ndarray:
    return place.first(iterations)


def _apart(one: Place, two: Place, iterations: int, *, same: bool = False) -> bool:
    """Whether two places never meet: in any iterations, or in one and the same iteration."""
    if same:
        first, other = one.first(iterations), two.first(iterations)
        common = gcd(*(s for x in (one, two) for n, s in zip(x.shape, x.strides, strict=True) if n > 1))
        if ((one.last(iterations) < other) | (two.last(iterations) < first)).all() or (
            common > 1 and ((first - other) % common != 0).all()
        ):
            return True
    if one.window or two.window:
        (low, high), (least, most) = one.bounds(iterations), two.bounds(iterations)
        return high < least or most < low
    if (one.strides, one.shape) != (two.strides, two.shape):
        return False
    if one.slots is two.slots is None and one.move == two.move != 0:
        distance = one.offset - two.offset
        return distance != 0 if same else distance % one.move != 0 or abs(distance) >= iterations * abs(one.move)
    a, b = _offsets(one, iterations), _offsets(two, iterations)
    return not (a == b).any() if same else not np.isin(a, b).any()


def _before(written: Place, read: Place, iterations: int) -> bool:
    """Whether no iteration reads what an earlier iteration wrote."""
    if written.window or read.window:
        return written == read or _apart(written, read, iterations)
    if (written.strides, written.shape) != (read.strides, read.shape):
        return False
    when = {offset: iteration for iteration, offset in enumerate(_offsets(written, iterations).tolist())}
    return all(when.get(offset, iterations) >= iteration for iteration, offset in enumerate(_offsets(read, iterations).tolist()))
