"""How far a program's variables may move when its inexact operations are off by what they may be off: stochastic arithmetic.

Tolerances that know nothing of a program are too wide for most and too narrow for ``tan(tan(sinh(x)))`` of singles.  Here the eager
strategy runs again with every inexact result moved at random by up to the tolerance of its Op, in ulp of its own class, and the operands of
sums and products moved by one ulp; exact operations (``+``, ``.*``, ``floor`` ...) are left as they are.  How far a value moves says what
another strategy may differ by, element by element.  In every other run, subnormal singles are zeros, as on graphics processors.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import numpy as np
from scipy import fft, signal

from runmat_kernel.accel import eager, engine, recording
from runmat_kernel.builtins import formula
from runmat_kernel.graph.op import Op
from runmat_kernel.language import dispatching
from runmat_kernel.toolboxes.data_analysis import correlations, moving_statistics, scaling, statistics
from runmat_kernel.toolboxes.elementary import cumulative
from runmat_kernel.toolboxes.interpolation import polynomials
from runmat_kernel.toolboxes.linalg import products
from runmat_kernel.toolboxes.signal import fourier

ROUNDED = frozenset({"sum", "prod", "moment2"})
"""Accumulations whose results depend on their order."""
EXTREMES = frozenset({"max", "min"})
CAREFUL = 12
"""Seeds from this one on move values farther: a sum of singles may round the same after all smaller moves, and not after another's."""
COMPLEX_ULP = 8.0
"""What complex functions may be off by by strategies that compute them in parts (see graph.complex)."""
COMPLEX_ROUNDED = frozenset({"times", "square", "abs"})
"""Exact for real numbers, or nearly so; for complex ones two products are rounded once or twice, and a modulus is a root."""
REMAINDERS = frozenset({"mod", "rem"})


class Noise:
    """Moves values at random; ``rng`` decides where to.  Every third seed moves all elements alike: constants stay constant; every sixth
    has the same share of what a function may be off by at each of its calls, as where a loop takes the exponential of one number again."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.alike = seed % 3 == 2
        self.reach = 1.0 if seed < CAREFUL else 3.0
        self.flushes = seed % 2 == 1
        self.shares: dict[str, float] | None = {} if seed % 6 == 5 else None

    def moved(self, array: np.ndarray, ulp: float, name: str = "") -> np.ndarray:
        """Floats moved by up to ``ulp`` of their class; zeros, infinities, NaN and other classes as they are.  ``name``: of a function."""
        if array.dtype.kind == "c":
            out = np.empty_like(array)
            out.real, out.imag = self.moved(array.real, ulp), self.moved(array.imag, ulp)
            return out
        if array.dtype.kind != "f":
            return array
        with np.errstate(all="ignore"):
            ulp *= self.reach
            if name and self.shares is not None:
                share: Any = self.shares.setdefault(name, self.rng.uniform(-1, 1))
            else:
                share = self.rng.uniform(-1, 1, () if self.alike else array.shape)
            steps = share * ulp * np.spacing(np.abs(array))
            return np.where(np.isfinite(array) & (array != 0), array + steps.astype(array.dtype), array).astype(array.dtype)

    def evaluate(self, op: Op, arrays: Any, result: str, compute: str) -> np.ndarray:
        if self.flushes and compute == "single":
            arrays = [self.flushed(x) for x in arrays]
        array = _EVALUATE(op, arrays, result, compute)
        if op.name in EXTREMES:
            array = self.signed(array)
        # What is left of whole numbers is whole: positions are made so.
        elif op.ulp and not (op.name in REMAINDERS and all([(x == np.floor(x)).all() for x in arrays])):
            array = self.moved(array, op.ulp, op.name) if array.dtype.kind != "c" else self.turned(array, max(op.ulp, COMPLEX_ULP))
        elif op.name in COMPLEX_ROUNDED and any([x.dtype.kind == "c" for x in arrays]):
            array = self.turned(array, 1.0) if array.dtype.kind == "c" else self.moved(array, 1.0)
        return self.flushed(array) if self.flushes and array.dtype in (np.float32, np.complex64) else array

    def flushed(self, array: np.ndarray) -> np.ndarray:
        """Zeros for what is no normal number as a single."""
        if array.dtype.kind == "c":
            out = np.empty_like(array)
            out.real, out.imag = self.flushed(array.real), self.flushed(array.imag)
            return out
        if array.dtype.kind != "f":
            return array
        return np.where(np.abs(array) < np.finfo(np.float32).smallest_normal, np.copysign(array.dtype.type(0), array), array)

    def accumulate(self, kind: str, array: np.ndarray, *rest: Any, **options: Any) -> np.ndarray:
        result = _ACCUMULATE(kind, self.moved(array, 1.0) if kind in ROUNDED else array, *rest, **options)
        if kind in EXTREMES:
            return self.signed(result)
        if kind == "prod" or kind not in ROUNDED or array.dtype.kind != "f":
            return self.moved(result, 2.0) if kind in ROUNDED else result
        with np.errstate(all="ignore"):
            # Sums on the way are as large as the magnitudes allow, and each is rounded, one after the other; a mean is off by its
            # rounding, and each deviation from it with it.
            sizes = np.where(np.isfinite(array), np.abs(array), 0.0)
            size = np.finfo(array.dtype).eps * np.asarray(_ACCUMULATE("sum", sizes, *rest, **options))
            size = size * np.sqrt(array.size / max(size.size, 1))
            if kind == "moment2":
                size = size * size
                if self.alike:
                    # What is nothing but the rounding of the mean is zero, as it may be elsewhere.
                    return self.moved(np.where(result <= 4 * size, 0, result).astype(result.dtype), 8.0)
        moved = self.moved(result, 8.0 if kind == "moment2" else 2.0)
        return moved + (self.rng.uniform(-1, 1, moved.shape) * size).astype(moved.dtype)

    def product(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return self.rounded(_PRODUCT(self.moved(a, 1.0), self.moved(b, 1.0)), _PRODUCT(np.abs(a), np.abs(b)))

    def scan(self, form: Any, array: np.ndarray, *rest: Any) -> np.ndarray:
        if form.kind not in ROUNDED:
            return self.signed(_SCAN(form, array, *rest))
        made = self.moved(_SCAN(form, self.moved(array, 1.0), *rest), 2.0)
        if form.kind != "sum" or made.dtype.kind != "f":
            return made
        with np.errstate(all="ignore"):
            size = np.finfo(made.dtype).eps * np.nan_to_num(_SCAN(form, np.abs(array), *rest), posinf=0.0) * np.sqrt(max(made.shape))
            return made + (self.rng.uniform(-1, 1, made.shape) * size).astype(made.dtype)

    def turned(self, array: np.ndarray, ulp: float) -> np.ndarray:
        """Complex numbers moved by up to ``ulp`` of their size in both parts, of which neither is exact where the other is not."""
        with np.errstate(all="ignore"):
            size = ulp * np.nan_to_num(np.spacing(np.abs(array)))
            out = array.copy()
            for part in (out.real, out.imag):
                part += np.where(part != 0, self.rng.uniform(-size, size), 0.0).astype(part.dtype)
                if self.alike:
                    # The difference of two equal products is zero, or with fused operations their rounding.
                    part[np.abs(part) <= 2 * size] = 0
        return out

    def emptied(self, made: np.ndarray, given: np.ndarray) -> np.ndarray:
        """In one run of three, what is nothing but rounding is zero, as it may be elsewhere."""
        if self.alike:
            for part, whole in ((made.real, given.real), (made.imag, given.imag)):
                part[np.abs(part) <= np.abs(part - whole).max()] = 0
        return made

    def signed(self, array: np.ndarray) -> np.ndarray:
        """Zeros with either sign: which of +0 and -0 is the larger one is nowhere said, and a sum of rounded terms has either."""
        if array.dtype.kind == "c":
            out = np.empty_like(array)
            out.real, out.imag = self.signed(array.real), self.signed(array.imag)
            return out
        if array.dtype.kind != "f" or array.all():
            return array
        return np.where(array == 0, np.copysign(array, self.rng.uniform(-1, 1, array.shape)), array).astype(array.dtype)

    def rounded(self, made: np.ndarray, magnitudes: np.ndarray) -> np.ndarray:
        """Sums of products, moved by the rounding of sums on the way: those may be as large as the sum of the terms' ``magnitudes``."""
        if made.dtype.kind not in "fc":
            return made
        with np.errstate(all="ignore"):
            size = np.finfo(made.dtype).eps * np.nan_to_num(magnitudes, posinf=0.0)
            return self.moved(made, 1.0) + (self.rng.uniform(-1, 1, made.shape) * size).astype(made.real.dtype)

    def covariance(self, data: np.ndarray, *rest: Any) -> np.ndarray:
        sizes = np.abs(data - np.mean(data, axis=0))
        return self.rounded(_COVARIANCE(self.moved(data, 1.0), *rest), _PRODUCT(sizes.T, sizes) / len(data))

    def convolved(self, a: np.ndarray, b: np.ndarray, kind: str) -> np.ndarray:
        return self.rounded(_CONVOLVED(self.moved(a, 1.0), self.moved(b, 1.0), kind), _CONVOLVED(np.abs(a), np.abs(b), kind))

    def polynomials(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return self.rounded(_POLYNOMIALS(self.moved(a, 1.0), self.moved(b, 1.0)), _POLYNOMIALS(np.abs(a), np.abs(b)))

    def along(self, *arguments: Any) -> tuple[np.ndarray, int]:
        array, axis = _ALONG(*arguments)
        return self.moved(array, 1.0), axis

    def transform(self, function: Any) -> Any:
        """A Fourier transform whose operand is moved by as much as its largest element may be, times the levels of the transform: every
        result depends on all elements, and is rounded at every level."""

        def moved(x: np.ndarray, *rest: Any) -> np.ndarray:
            if x.dtype.kind not in "fc" or not x.size:
                return function(x, *rest)
            with np.errstate(all="ignore"):
                size = 4 * np.log2(2 * max(x.shape)) * np.finfo(x.dtype).eps * np.nan_to_num(np.abs(x)).max()
                steps = self.rng.uniform(-size, size, x.shape)
                steps = steps + 1j * self.rng.uniform(-size, size, x.shape) if x.dtype.kind == "c" else steps
                return self.signed(self.emptied(function((x + steps).astype(x.dtype), *rest), function(x, *rest)))

        return moved

    def normal(self, *arguments: Any) -> np.ndarray:
        """Normal numbers, which strategies make of the same uniform ones with functions of their own."""
        return self.moved(_NORMAL(*arguments), 4.0)

    def filtered(self, b: np.ndarray, a: np.ndarray, x: np.ndarray, axis: int, *rest: Any) -> Any:
        made, *state = found = _FILTERED(b, a, self.moved(x, 1.0), axis, *rest)
        if made.dtype.kind != "f":
            return found
        # Coefficients are doubles; other strategies compute singles as singles.
        made = made.astype(x.dtype)
        with np.errstate(all="ignore"):
            # What each step rounds goes through the recursion like the input does.
            terms = _FILTERED(np.abs(b), a[:1], np.abs(x), axis) + _FILTERED(np.abs(a), a[:1], np.abs(made), axis)
            echoes = np.abs(_FILTERED(a[:1], a, np.eye(1, min(x.shape[axis], _ECHOES))[0]))
            return (self.rounded(made, _FILTERED(echoes, 1.0, np.abs(terms), axis)), *state)


_ECHOES = 256
"""Steps in which the rounding of one step is followed."""

_SCAN, _CONVOLVED, _POLYNOMIALS, _ALONG = cumulative.scan, fourier._convolved, polynomials.convolved, statistics.lines_along
_FILTERED, _NORMAL = signal.lfilter, engine.philox_normal
_TRANSFORMS = {name: getattr(fft, name) for name in ("fft", "ifft", "fftn", "ifftn")}
_COVARIANCE = correlations.covariance
_EVALUATE, _ACCUMULATE, _PRODUCT = eager.evaluate, recording.accumulate, products.product


@contextmanager
def noisy(seed: int) -> Iterator[None]:
    """Within, what the eager strategy computes is moved.  Functions of single numbers take no short path, on which nothing would move
    them."""
    noise = Noise(seed)
    with (
        mock.patch.object(dispatching, "_floats", lambda scalar: 0),
        mock.patch.object(eager, "evaluate", noise.evaluate),
        mock.patch.object(recording, "accumulate", noise.accumulate),
        mock.patch.object(engine, "philox_normal", noise.normal),
        mock.patch.object(products, "product", noise.product),
        mock.patch.object(correlations, "covariance", noise.covariance),
        mock.patch.object(cumulative, "scan", noise.scan),
        mock.patch.object(fourier, "_convolved", noise.convolved),
        mock.patch.object(formula, "running", noise.scan),
        mock.patch.object(polynomials, "convolved", noise.polynomials),
        mock.patch.object(moving_statistics, "lines_along", noise.along),
        mock.patch.object(scaling, "lines_along", noise.along),
        mock.patch.object(fourier, "linear_filter", noise.filtered),
        mock.patch.multiple(fft, **{name: noise.transform(function) for name, function in _TRANSFORMS.items()}),
    ):
        yield
