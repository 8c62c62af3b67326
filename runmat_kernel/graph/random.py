"""Random numbers: MATLAB's Mersenne Twister stream for small arrays, Philox for large ones, the same on host and device.

Source of the small stream: MATLAB's documented ``twister`` generator (MT19937, 53-bit uniforms) and the ziggurat method of
Marsaglia and Tsang (2000) with 256 layers for normals (``graph.twister``); ``rng('default'); randn`` is 0.5377 as in MATLAB.
"""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np

from .op import Op
from .twister import Twister

PHILOX_ELEMENTS = 65_536
"""Arrays of at least this many elements come from Philox.  The rule depends on the size alone, never on the device."""

DEFAULT_SEED = 5489

STATE_WORDS = 627
"""Words of a state: the twister's 625, and the next Philox block as two."""


# ------------------------------------------------------------------ Philox, by position


def _words(key: int, counter: int, first: int, count: int, per_block: int) -> tuple[np.random.Philox, int]:
    """A Philox generator placed at the block that holds element ``first``, and how many elements to skip in it."""
    block, skip = divmod(first, per_block)
    # NumPy's generator counts up before it makes a block
    return np.random.Philox(key=key, counter=counter + block - 1), skip


def philox_uniform(key: int, counter: int, first: int, count: int, dtype: Any, out: np.ndarray | None = None) -> np.ndarray:
    """Elements ``first`` ... ``first + count - 1`` of the uniform array whose first block is ``counter``; ``out``: a row for them."""
    generator, skip = _words(key, counter, first, count, 8 if dtype == np.float32 else 4)
    if out is not None and not skip:
        return np.random.Generator(generator).random(out=out, dtype=dtype)
    return np.random.Generator(generator).random(skip + count, dtype=dtype)[skip:]


_ROW_BYTES = 262_144
"""Bytes of a row of the pairs of normals that are made at a time: a handful of them stay in cache, and each of two dozen calls of NumPy has
enough to do (threads that wait for Python between two of them cost some microseconds)."""


def philox_normal(key: int, counter: int, first: int, count: int, dtype: Any, out: np.ndarray | None = None) -> np.ndarray:
    """Elements of the normal array whose first block is ``counter``: Box-Muller of pairs of uniforms; ``out``: a row for them."""
    start = first - first % 2
    pairs = (first + count - start + 1) // 2
    normals = out if out is not None and start == first and count == 2 * pairs else np.empty(2 * pairs, dtype)
    per_block = 8 if dtype == np.float32 else 4
    generator, skip = _words(key, counter, start, 2 * pairs, per_block)
    source = np.random.Generator(generator)
    # Rows that are used again and again: fresh memory costs more than the arithmetic that fills it.
    most = _ROW_BYTES // normals.itemsize
    rows = np.empty((5, min(pairs, most)), dtype)
    done = 0
    while done < pairs:
        # whole blocks, but for the first and the last piece
        step = min(pairs - done, most - skip // 2)
        u1, angle, *spare = (row[:step] for row in rows)
        piece = normals[2 * done : 2 * (done + step)]
        if dtype == np.float32:
            # Not random_raw: that keeps other threads waiting.
            words = source.integers(0, 2**64 - 1, 4 * ((skip + 2 * step + 7) // 8), np.uint64, endpoint=True).view(np.uint32)
            waves = rows[1:3, :step]
            _single_pairs(words[skip:], u1, waves, rows[3:5].view(np.int32)[:, :step])
            np.multiply(waves[0], u1, out=piece[0::2])
            np.multiply(waves[1], u1, out=piece[1::2])
        else:
            quarter = spare[0].view(np.uint64)
            _double_pairs(source.random(skip + 2 * step)[skip:], u1, angle, quarter, spare[-1])
            _box_muller(u1, angle, quarter, spare[1:], piece)
        done, skip = done + step, 0
    return normals[first - start : first - start + count]


_ONE, _WORD, _MINUS_TWO, _ANGLE = (np.array(x, np.float32) for x in (1, 2.0**-32, -2, np.float32(math.pi / 2) * np.float32(2.0**-30)))
_HIGH, _QUARTER = np.array(0xFFFFFF00, np.uint32), np.array(1 << 30, np.int32)
"""Arrays, since NumPy makes one of every number that it is given."""


def _single_pairs(words: np.ndarray, radius: np.ndarray, waves: np.ndarray, whole: np.ndarray) -> None:
    """From pairs of words: the radius sqrt(-2 log u1) of u1 in (0, 1] with 32 bits, and cosine and sine of the turn, which has 24, in the
    rows of ``waves``; those of ``whole`` (int32) are used up.

    Whole turns are 2^32.  Both are sines of an angle of at most a quarter, which is found by whole numbers and so loses nothing where
    the sine is small: cos(t) = sin(quarter - |t|), and sin(t) = sin(|t + quarter| - quarter), the sum cut to 32 bits.
    """
    count = 2 * radius.size
    radius[...] = words[0:count:2]
    radius += _ONE
    radius *= _WORD
    np.log(radius, out=radius)
    radius *= _MINUS_TWO
    np.sqrt(radius, out=radius)
    other, angle = whole
    np.bitwise_and(words[1:count:2], _HIGH, out=angle.view(np.uint32))
    np.abs(angle, out=other)
    np.subtract(_QUARTER, other, out=other)
    angle += _QUARTER
    np.abs(angle, out=angle)
    angle -= _QUARTER
    waves[...] = whole
    waves *= _ANGLE
    np.sin(waves, out=waves)


def _double_pairs(uniforms: np.ndarray, u1: np.ndarray, angle: np.ndarray, quarter: np.ndarray, spare: np.ndarray) -> None:
    """From pairs of uniforms: u1 in (0, 1]; the turn as the nearest quarter, in the two highest bits of ``quarter``, and half of the
    angle that is left."""
    np.subtract(1.0, uniforms[0::2], out=u1)
    np.multiply(uniforms[1::2], 4.0, out=angle)
    np.add(angle, 0.5, out=spare)
    np.floor(spare, out=spare)
    angle -= spare
    # half of it: see _waves
    angle *= math.pi / 4
    np.copyto(quarter, spare, casting="unsafe")
    quarter <<= np.uint64(62)


def _waves(angle: np.ndarray, spare: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Sine and cosine of the angles, and the row that is left.  NumPy has no fast ones for doubles, but a fast tangent, whose argument is
    half of the angle; within 2.4 ulp."""
    tangent = np.tan(angle, out=angle)
    square = np.multiply(tangent, tangent, out=spare[0])
    tangent += tangent
    whole = np.add(square, 1.0, out=spare[1])
    np.subtract(1.0, square, out=square)
    tangent /= whole
    square /= whole
    return tangent, square, whole


def _box_muller(u1: np.ndarray, angle: np.ndarray, quarter: np.ndarray, spare: list[np.ndarray], out: np.ndarray) -> None:
    """r cos(t) and r sin(t), one after the other, with r = sqrt(-2 log u1) and t = angle + k pi/2 for k in the two highest bits of
    ``quarter`` (unsigned integers as wide as the reals).  All but ``out`` is used up."""
    last = 8 * quarter.itemsize - 1
    single, sign, one = (np.array(x, quarter.dtype) for x in (1, 1 << last, 1 << last - 1))
    np.log(u1, out=u1)
    u1 *= np.array(-2, u1.dtype)
    radius = np.sqrt(u1, out=u1)
    sine, cosine, row = _waves(angle, spare)
    x, y, other = (array.view(quarter.dtype) for array in (cosine, sine, row))
    # odd quarters exchange the two, by their bits
    swap = np.left_shift(quarter, single, out=out.view(quarter.dtype)[: quarter.size])
    signed = swap.view(f"i{swap.itemsize}")
    signed >>= np.array(last, signed.dtype)
    np.bitwise_xor(x, y, out=other)
    other &= swap
    x ^= other
    y ^= other
    np.bitwise_and(quarter, sign, out=other)
    y ^= other
    quarter += one
    quarter &= sign
    x ^= quarter
    np.multiply(cosine, radius, out=out[0::2])
    np.multiply(sine, radius, out=out[1::2])


def _by_index(draw: Any) -> Any:
    def numpy_source(index: np.ndarray, key_low: Any, key_high: Any, counter_low: Any, counter_high: Any, *, dtype: Any) -> np.ndarray:
        key = int(np.asarray(key_low).flat[0]) | int(np.asarray(key_high).flat[0]) << 32
        counter = int(np.asarray(counter_low).flat[0]) | int(np.asarray(counter_high).flat[0]) << 32
        # an index block is always a run of consecutive elements
        first = int(index.flat[0]) if index.size else 0
        return draw(key, counter, first, index.size, dtype).reshape(index.shape, order="F")

    return numpy_source


RAND_UNIFORM = Op("rand_uniform", 5, _by_index(philox_uniform), lambda *classes: "double", wgsl="rand_uniform", cost=30.0)
"""Operands: the linear index (0-based), key (low, high word), counter (low, high word).  In WGSL: rm_rand_uniform_<type>(index, key,
counter) and rm_rand_uniform4_<type> for four elements at once.  The NumPy function takes ``dtype`` too."""

RAND_NORMAL = Op("rand_normal", 5, _by_index(philox_normal), lambda *classes: "double", wgsl="rand_normal", cost=60.0, ulp=4.0)


# ------------------------------------------------------------------ the session's streams


class Mark:
    """Where the streams were: the block of Philox, and the state of the twister where that was used since (to copy it takes long)."""

    __slots__ = ("block", "state")

    def __init__(self, block: int) -> None:
        self.block = block
        self.state: np.ndarray | None = None

    def passed(self, streams: RandomStreams) -> bool:
        """Whether numbers may have been drawn since."""
        return self.state is not None or streams.block != self.block


def clock_seed() -> int:
    """The seed of 'shuffle': another one a microsecond later."""
    return time.time_ns() // 1000 % 2**31


class RandomStreams:
    """The streams that ``rng`` controls: a twister, a Philox key and the next Philox block; ``forced`` names a stream for every size."""

    def __init__(self, seed: int = 0) -> None:
        self._marks: list[Mark] = []
        self._twister: Twister | None = None
        self.reseed(seed)

    def reseed(self, seed: int, forced: str | None = None) -> None:
        if self._marks:
            self.twister  # noqa: B018
        self.seed = seed
        self.forced = forced
        # Made when it is drawn from: its 624 words take longer than all else that seeding does.
        self._twister = None
        self.key = seed or DEFAULT_SEED
        self.block = 1

    @property
    def twister(self) -> Twister:
        """The sequential stream, to be drawn from or changed."""
        twister = self._twister
        if twister is None:
            twister = self._twister = Twister(self.seed or DEFAULT_SEED)
        for mark in self._marks:
            if mark.state is None:
                mark.state = twister.get_state()
        return twister

    def state_words(self) -> np.ndarray:
        """Where both streams are, as ``STATE_WORDS`` words of 32 bits."""
        block = np.array([self.block & 0xFFFFFFFF, self.block >> 32], np.uint32)
        return np.append(self.twister.get_state(), block).astype(np.uint32)

    def set_state_words(self, words: np.ndarray) -> None:
        """Go on from a state; one without Philox's words (625) leaves that stream where it is."""
        self.twister.set_state(words[:625])
        if words.size >= STATE_WORDS:
            self.block = int(words[625]) | int(words[626]) << 32

    def mark(self) -> Mark:
        """Where the streams are, for ``rewind``; to be given to ``unmark`` in the end."""
        mark = Mark(self.block)
        self._marks.append(mark)
        return mark

    def rewind(self, mark: Mark) -> None:
        """Put the streams back to where they were."""
        self.block = mark.block
        if mark.state is not None:
            self.twister.set_state(mark.state)

    def unmark(self, mark: Mark) -> None:
        self._marks.remove(mark)

    def uses_philox(self, count: int) -> bool:
        return self.forced == "philox" or (self.forced is None and count >= PHILOX_ELEMENTS)

    def take_blocks(self, count: int, dtype: Any) -> int:
        """The first block of a new array of ``count`` elements; the following array starts behind it."""
        block = self.block
        self.block += -(-count // (8 if dtype == np.float32 else 4))
        return block

    def draw(self, kind: str, count: int, dtype: Any) -> np.ndarray:
        """``count`` numbers of ``'uniform'`` or ``'normal'`` on the host, from the stream that the size asks for."""
        if self.uses_philox(count):
            make = philox_uniform if kind == "uniform" else philox_normal
            return make(self.key, self.take_blocks(count, dtype), 0, count, dtype)
        numbers = self.twister.uniform(count) if kind == "uniform" else self.twister.normal(count)
        return numbers.astype(dtype, copy=False)
