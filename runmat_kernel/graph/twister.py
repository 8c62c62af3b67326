"""MATLAB's default generator: the Mersenne Twister, and normal numbers from it by the ziggurat (Marsaglia and Tsang 2000)."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

_R, _V = 3.6541528853610088, 0.00492867323399

_AHEAD = 4096
"""Words that are taken from the generator at a time: a call of it, and noting where it was, takes as long as many numbers."""

_MOST_PASSED = 1 << 20
"""Words after which the generator's state is noted again: to go back to it, they are drawn again."""

_FEW = 16
"""Normal numbers up to which each is drawn for itself."""

_MOST = 4096
"""Pairs of words that are decided at a time."""

_MARGIN = 16
"""Pairs of words at the end that are left to the next round: what begins there may need more of them."""


class _Layers(NamedTuple):
    x: np.ndarray
    f: np.ndarray
    x_list: list[float]
    f_list: list[float]


@cache
def _layers() -> _Layers:
    x = np.zeros(257)
    x[256], x[255] = _V * math.exp(0.5 * _R * _R), _R
    for i in range(255, 1, -1):
        x[i - 1] = math.sqrt(-2 * math.log(_V / x[i] + math.exp(-0.5 * x[i] ** 2)))
    f = np.exp(-0.5 * x * x)
    return _Layers(x, f, x.tolist(), f.tolist())


class Twister:
    """MATLAB's default generator: uniforms and normals in MATLAB's order.

    A normal number takes a pair of words, and where it is outside of the core of its layer a further pair for each uniform that decides.
    Words are taken ahead for normal numbers: ``_words`` from ``_at`` on come next, and ``_start`` is where the generator was, ``_passed``
    words before them.  ``_ready`` are normal numbers of those words, ``_ends`` where each ends, ``_next`` the one that is next unless
    the words were used for something else meanwhile.
    """

    def __init__(self, seed: int) -> None:
        self._state = np.random.RandomState(seed)
        self._bits = self._state._bit_generator
        self._words = np.empty(0, np.uint64)
        self._listed: list[int] = []
        self._at = self._passed = 0
        self._start: object = None
        self._ready, self._ends, self._next = np.empty(0), np.empty(0, np.intp), 0

    # ------------------------------------------------------------------ words

    def _settle(self) -> None:
        """Put the generator to where the numbers are."""
        if self._start is not None:
            if self._at < len(self._words):
                self._bits.state = self._start  # type: ignore[assignment]
                self._bits.random_raw(self._passed + self._at, output=False)
            self._forget()

    def _forget(self) -> None:
        self._words, self._listed, self._at, self._start, self._passed = np.empty(0, np.uint64), [], 0, None, 0
        self._ready, self._ends, self._next = np.empty(0), np.empty(0, np.intp), 0

    def _ensure(self, count: int) -> None:
        """Have so many words ahead."""
        if self._at + count <= len(self._words):
            return
        if self._passed > _MOST_PASSED:
            self._settle()
        if self._start is None:
            self._start = self._bits.state
        left = self._words[self._at :]
        self._passed += self._at
        more = np.asarray(self._bits.random_raw(max(count - len(left), _AHEAD)), np.uint64)
        self._ends = self._ends - self._at
        self._words, self._listed, self._at = np.concatenate([left, more]), [], 0

    def _pair(self) -> tuple[int, int]:
        """The next two words."""
        self._ensure(2)
        at = self._at
        self._at += 2
        if not self._listed:
            if len(self._words) > 2 * _AHEAD:
                return int(self._words[at]), int(self._words[at + 1])
            self._listed = self._words.tolist()
        return self._listed[at], self._listed[at + 1]

    # ------------------------------------------------------------------ numbers

    def uniform(self, count: int) -> np.ndarray:
        """``count`` doubles in [0, 1)."""
        if self._start is None or 8 * count > _AHEAD:
            self._settle()
            return self._state.random_sample(count)
        if count == 1:
            return np.array([self._uniform()])
        self._ensure(2 * count)
        words = self._words[self._at : self._at + 2 * count]
        self._at += 2 * count
        return _fractions(words[0::2], words[1::2])

    def normal(self, count: int) -> np.ndarray:
        """``count`` normal doubles."""
        if count <= _FEW:
            return np.array([self._normal() for _ in range(count)])
        out = np.empty(count)
        filled = 0
        while filled < count:
            first = self._following()
            if first < 0:
                self._decode(count - filled)
                first = 0
            last = min(first + count - filled, len(self._ready))
            if last > first:
                out[filled : filled + last - first] = self._ready[first:last]
                filled += last - first
                self._at, self._next = int(self._ends[last - 1]), last
        return out

    def _following(self) -> int:
        """Which of the ready numbers begins at the next word, or -1."""
        k = self._next
        if not 0 < k < len(self._ends) or self._ends[k - 1] != self._at:
            k = int(self._ends.searchsorted(self._at)) + 1
            if k >= len(self._ends) or self._ends[k - 1] != self._at:
                return -1
        return k

    def _uniform(self) -> float:
        first, second = self._pair()
        return ((first >> 5) * 67108864.0 + (second >> 6)) * 2.0**-53

    def _positive(self) -> float:
        while True:
            u = self._uniform()
            if u != 0.0:
                return u

    def _normal(self) -> float:
        layers = _layers()
        while True:
            low, high = self._pair()
            i = (high >> 24) + 1
            r = (((low >> 3) * 16777216.0 + (high & 0xFFFFFF)) * 2.0**-52 - 1.0) * layers.x_list[i]
            if abs(r) <= layers.x_list[i - 1]:
                return r
            value = self._outside(r, i, self._positive)
            if value is not None:
                return value

    def _outside(self, r: float, i: int, positive: Callable[[], float]) -> float | None:
        """A candidate outside the core of its layer: the wedge test, or the tail, with further uniforms; None when it is rejected."""
        f = _layers().f_list
        if i < 256:
            return r if f[i] + positive() * (f[i - 1] - f[i]) < math.exp(-0.5 * r * r) else None
        while True:
            a = math.log(positive()) / _R
            b = -math.log(positive())
            if 2 * b > a * a:
                return a - _R if r < 0 else _R - a

    def _decode(self, count: int) -> None:
        """Make the normal numbers of the words ahead, of at least as many as so many numbers take."""
        layers = _layers()
        self._ensure(2 * _pairs(min(count, _MOST)))
        pairs = min((len(self._words) - self._at) // 2, _MOST)
        words = self._words[self._at : self._at + 2 * pairs]
        low, high = words[0::2], words[1::2]
        layer = (high >> np.uint64(24)).astype(np.intp) + 1
        numbers = ((low >> np.uint64(3)).astype(float) * 16777216.0 + (high & np.uint64(0xFFFFFF)).astype(float)) * 2.0**-52 - 1.0
        numbers *= layers.x[layer]
        start = self._at
        kept, after, end = self._decide(numbers, layer, low, high)
        accepted = np.flatnonzero(kept[:end])
        ends = accepted + 1
        if after:
            special = np.array(list(after))
            at = accepted.searchsorted(special)
            known = (at < len(accepted)) & (accepted.take(at, mode="clip") == special) if len(accepted) else np.zeros(len(special), bool)
            ends[at[known]] = np.array(list(after.values()))[known]
        self._ready, self._ends, self._next = numbers[accepted], start + 2 * ends, 0
        if not len(accepted) and end:
            self._at = start + 2 * after.get(end - 1, end)

    def _decide(self, numbers: np.ndarray, layer: np.ndarray, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, dict[int, int], int]:
        """Which pairs are numbers (those of the tail are put in place), where pairs that took further ones end, and up to which pair all
        is decided."""
        x, f = _layers()[:2]
        outside = np.flatnonzero(np.abs(numbers) > x[layer - 1])
        following = np.minimum(outside + 1, len(numbers) - 1)
        u, i, r = _fractions(low[following], high[following]), layer[outside], numbers[outside]
        inside = f[i] + u * (f[i - 1] - f[i]) < np.exp(-0.5 * r * r)
        plain = (i < 256) & (u != 0.0)
        kept = np.ones(len(numbers), bool)
        after: dict[int, int] = {}
        free, last = 0, len(numbers) - _MARGIN

        def positive() -> float:
            """A further uniform from the pairs themselves; past their end an IndexError."""
            nonlocal free
            while True:
                u = ((int(low[free]) >> 5) * 67108864.0 + (int(high[free]) >> 6)) * 2.0**-53
                free += 1
                if u != 0.0:
                    return u

        for k, is_plain, is_inside in zip(outside.tolist(), plain.tolist(), inside.tolist(), strict=True):
            if k < free:
                continue
            if k >= last:
                return kept, after, k
            if is_plain:
                free = k + 2
                kept[k] = is_inside
            else:  # rare: the tail, or a uniform of zero
                free = k + 1
                try:
                    value = self._outside(float(numbers[k]), int(layer[k]), positive)
                except IndexError:
                    return kept, after, k
                kept[k], numbers[k] = value is not None, value or 0.0
            kept[k + 1 : free] = False
            after[k] = free
        return kept, after, last

    # ------------------------------------------------------------------ the state

    def get_state(self) -> np.ndarray:
        """625 words: the 624 of MT19937 and the position."""
        self._settle()
        _, keys, position, *_ = self._state.get_state(legacy=True)
        return np.append(keys, np.uint32(position))

    def set_state(self, words: np.ndarray) -> None:
        self._forget()
        self._state.set_state(("MT19937", words[:624].astype(np.uint32), int(words[624]), 0, 0.0))


def _pairs(count: int) -> int:
    """Pairs of words that nearly always give so many normal numbers."""
    return count + count // 32 + 2 * _MARGIN


def _fractions(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Doubles in [0, 1) of 53 bits from two words each."""
    return ((first >> np.uint64(5)).astype(float) * 67108864.0 + (second >> np.uint64(6)).astype(float)) * 2.0**-53
