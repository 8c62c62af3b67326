"""NumPy functions with MATLAB's meaning where NumPy's own differ.  All take ``out`` and work on real arrays of one class."""

from __future__ import annotations

import numpy as np


def round_half_away(x, out=None):
    """``round``: halves go away from zero.  The fraction is exact, so no value near a half is misjudged."""
    infinite = np.isinf(x)
    some_infinite = infinite.any()
    kept = np.array(x) if some_infinite and out is not None else x
    whole = np.trunc(x)
    step = np.subtract(x, whole)
    np.multiply(step, 2, out=step)
    np.trunc(step, out=step)
    negative = np.signbit(x)
    result = np.add(whole, step, out=out)
    if some_infinite:
        np.copyto(result, kept, where=infinite)
    # The sum loses the sign of a zero.
    lost = negative & (result == 0) & ~np.signbit(result)
    if lost.any():
        result = np.multiply(result, np.where(lost, -1, 1).astype(result.dtype), out=out)
    return result


def _near_whole(a, b):
    """Where ``b`` is no whole number and ``a / b`` is one up to rounding: MATLAB then takes the remainder to be zero."""
    quotient = np.divide(a, b)
    nearest = np.rint(quotient)
    eps = np.finfo(quotient.dtype).eps
    return (np.abs(quotient - nearest) < eps * np.abs(nearest)) & (b != np.rint(b))


def _whole_nonzero(b) -> bool:
    return np.size(b) == 1 and bool(np.all((b == np.rint(b)) & (b != 0) & np.isfinite(b)))


def mod(a, b, out=None):
    """``mod``: the sign of b, zeros too; ``mod(a, 0)`` is a."""
    if _whole_nonzero(b):
        return np.mod(a, b, out=out)
    near = _near_whole(a, b)
    first = np.array(a) if out is not None else a
    result = np.mod(a, b, out=out)
    result = np.where(b == 0, first, np.where(near, b * 0, result))
    if out is None:
        return result
    out[...] = result
    return out


def rem(a, b, out=None):
    """``rem``: the sign of a, zeros too; ``rem(a, 0)`` is NaN."""
    if _whole_nonzero(b):
        return np.fmod(a, b, out=out)
    near = _near_whole(a, b)
    result = np.where(near, a * 0, np.fmod(a, b))
    if out is None:
        return result
    out[...] = result
    return out


def sign(x, out=None):
    return np.sign(x, out=out)


def square(x, out=None):
    return np.multiply(x, x, out=out)


def times(a, b):
    """The product.  Complex numbers by their parts: NumPy's own leaves rounding in the imaginary part of ``z .* conj(z)``, and makes
    ``complex(Inf, 1) * 2`` NaN, since it takes the 2 for a complex number."""
    if a.dtype.kind != "c" and b.dtype.kind != "c":
        return np.multiply(a, b)
    if a.dtype.kind != "c" or b.dtype.kind != "c":
        factor, z = (a, b) if b.dtype.kind == "c" else (b, a)
        real, imag = np.multiply(factor, z.real), np.multiply(factor, z.imag)
    else:
        real, imag = a.real * b.real, a.real * b.imag
        real -= a.imag * b.imag
        imag += a.imag * b.real
    result = np.empty(real.shape, np.result_type(a, b), order="F")
    result.real, result.imag = real, imag
    return result


def divide(a, b):
    """The quotient; a complex number by a real one part by part (NumPy takes the real one for a complex number)."""
    if a.dtype.kind != "c" or b.dtype.kind == "c":
        return np.divide(a, b)
    real, imag = np.divide(a.real, b), np.divide(a.imag, b)
    result = np.empty(real.shape, np.result_type(a, b), order="F")
    result.real, result.imag = real, imag
    return result


def root(x, out=None):
    """``x .^ 0.5``: the square root, but ``(-0) .^ 0.5`` is +0."""
    return np.add(np.sqrt(x, out=out), 0, out=out)


def _reduced_degrees(x):
    """x modulo 360 in (-180, 180], exactly, and where it was finite."""
    r = np.fmod(x, 360)
    return np.where(r > 180, r - 360, np.where(r < -180, r + 360, r))


def sind(x, out=None):
    """Sine of degrees, exact at multiples of 90 (and 30)."""
    r = _reduced_degrees(x)
    r = np.where(r > 90, 180 - r, np.where(r < -90, -180 - r, r))
    one = r.dtype.type
    inner = np.where(np.abs(r) <= 45, np.sin(np.deg2rad(r)), np.copysign(np.cos(np.deg2rad(90 - np.abs(r))), r))
    inner = np.where(np.abs(r) == 30, np.copysign(one(0.5), r), inner)
    return give(inner, out)


def cosd(x, out=None):
    """Cosine of degrees, exact at multiples of 90 (and 60)."""
    r = np.abs(_reduced_degrees(x))
    negative = r > 90
    r = np.where(negative, 180 - r, r)
    one = r.dtype.type
    inner = np.where(r <= 45, np.cos(np.deg2rad(r)), np.sin(np.deg2rad(90 - r)))
    inner = np.where(r == 60, one(0.5), inner)
    return give(np.where(negative, -inner, inner), out)


def tand(x, out=None):
    """Tangent of degrees: exact at multiples of 45; infinite at odd multiples of 90."""
    c, s = cosd(x), sind(x)
    quarter = np.mod(x, 90) == 45
    r = np.where(quarter, np.sign(s) * np.sign(c), s / c)
    # tand(90) = Inf, tand(-90) = tand(270) = -Inf.
    r = np.where(c == 0, np.where(np.mod(x, 360) == 90, np.inf, -np.inf), r)
    return give(r.astype(s.dtype), out)


def sinpi(x, out=None):
    """``sin(pi*x)`` exact at multiples of a half."""
    r = np.fmod(x, 2)
    r = np.where(r > 1, r - 2, np.where(r < -1, r + 2, r))
    r = np.where(r > 0.5, 1 - r, np.where(r < -0.5, -1 - r, r))
    return give(np.sin(r * r.dtype.type(np.pi)), out)


def cospi(x, out=None):
    """``cos(pi*x)`` exact at multiples of a half."""
    r = np.abs(np.fmod(x, 2))
    r = np.where(r > 1, 2 - r, r)
    return give(np.where(r <= 0.25, np.cos(r * r.dtype.type(np.pi)), np.sin((r.dtype.type(0.5) - r) * r.dtype.type(np.pi))), out)


def nthroot(x, n, out=None):
    """The real n-th root, corrected by one Newton step so that ``nthroot(27, 3)`` is 3."""
    magnitude = np.abs(x)
    r = np.power(magnitude, 1 / n)
    step = (np.power(r, n) - magnitude) / (n * np.power(r, n - 1))
    r = np.where(np.isfinite(step) & (r != 0), r - step, r)
    return give(np.where(x < 0, -r, r), out)


def cast_logical(x, out=None):
    return np.not_equal(x, 0, out=out)


def identity(x, out=None):
    if out is None:
        return np.array(x)
    out[...] = x
    return out


def give(result, out):
    if out is None:
        return result
    out[...] = result
    return out
