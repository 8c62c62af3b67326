"""NumPy functions with MATLAB's meaning where NumPy's own differ.  All take ``out`` and work on real arrays of one class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def round_half_away(x: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
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


def _near_whole(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Where ``b`` is no whole number and ``a / b`` is one up to rounding: MATLAB then takes the remainder to be zero."""
    quotient = np.asarray(np.divide(a, b))
    nearest = np.rint(quotient, out=np.empty_like(quotient))
    quotient -= nearest
    np.abs(quotient, out=quotient)
    np.abs(nearest, out=nearest)
    nearest *= np.finfo(quotient.dtype).eps
    return (quotient < nearest) & (b != np.rint(b))


def _whole_nonzero(b: np.ndarray) -> bool:
    return np.size(b) == 1 and bool(np.all((b == np.rint(b)) & (b != 0) & np.isfinite(b)))


def mod(a: np.ndarray, b: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    """``mod``: the sign of b, zeros too; ``mod(a, 0)`` is a."""
    if _whole_nonzero(b):
        return np.mod(a, b, out=out)
    near = _near_whole(a, b)
    if np.size(b) == 1 and np.all(b != 0):
        return _zero_where(near, b, np.mod(a, b, out=out))
    first = np.array(a) if out is not None else a
    result = np.mod(a, b, out=out)
    return give(np.where(b == 0, first, np.where(near, b * 0, result)), out)


def rem(a: np.ndarray, b: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    """``rem``: the sign of a, zeros too; ``rem(a, 0)`` is NaN."""
    if _whole_nonzero(b):
        return np.fmod(a, b, out=out)
    near = _near_whole(a, b)
    if not near.any():
        return np.fmod(a, b, out=out)
    return give(np.where(near, a * 0, np.fmod(a, b)), out)


def _zero_where(near: np.ndarray, b: np.ndarray, result: np.ndarray) -> np.ndarray:
    """``result`` with the zero that has the sign of ``b`` where it is ``near`` one."""
    if not near.any():
        return result
    if result.ndim == 0:
        return (b * 0)[()]
    np.copyto(result, b * 0, where=near)
    return result


def square(x: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    return np.multiply(x, x, out=out)


def moment_about(moment: np.ndarray, mean: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    """A sum of squared deviations from a mean: infinite where the mean of finite numbers overflowed; NaN stays."""
    return np.add(moment, np.where(np.isinf(mean), np.abs(mean), 0), out=out)


def times(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The product; of a real and a complex number part by part, as NumPy makes ``complex(Inf, 1) * 2`` NaN.

    NumPy's product of complex numbers leaves rounding where ``z .* conj(z)`` has no imaginary part, and would be real: such ones are
    multiplied again, every operation rounded by itself.
    """
    if a.dtype.kind == b.dtype.kind == "c":
        product = np.multiply(a, b)
        return joined(a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real) if _nearly_real(product) else product
    if a.dtype.kind == "c":
        return _by_parts(np.multiply, a, b)
    return _by_parts(np.multiply, b, a) if b.dtype.kind == "c" else np.multiply(a, b)


def divide(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The quotient; a complex number by a real one part by part (NumPy takes the real one for a complex number)."""
    if b.dtype.kind == "c":
        return quotient(a, b)
    return _by_parts(np.divide, a, b) if a.dtype.kind == "c" else np.divide(a, b)


def quotient(a: np.ndarray, b: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    """The quotient by complex numbers: by those that are real part by part, and without overflow on the way."""
    result = np.atleast_1d(np.divide(a, b, out=out))
    a, b = np.broadcast_arrays(a.astype(result.dtype), b.astype(result.dtype))
    sizes = [np.maximum(abs(x.real), abs(x.imag)) for x in (a, b)]
    limit = 0.125 / np.sqrt(np.finfo(result.dtype).tiny)
    odd = (b.imag == 0) | (np.maximum(*sizes) > limit) | (np.minimum(*sizes) < 1 / limit)
    if odd.any():
        at = np.broadcast_to(odd, result.shape)
        result[at] = _scaled_quotient(a[odd], b[odd])
    return result


def _scaled_quotient(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The quotient of complex numbers, computed with both scaled by powers of two."""
    (x, up), (y, down) = _scaled(a), _scaled(b)
    inner = np.divide(x, y)
    exact = b.imag == 0
    real, imaginary = (np.ldexp(part, up - down) for part in (inner.real, inner.imag))
    return joined(np.where(exact, a.real / b.real, real), np.where(exact, a.imag / b.real, imaginary))


def _scaled(z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Complex numbers whose larger part is between 1/2 and 1, and the exponents of two that were taken out."""
    size = np.maximum(abs(z.real), abs(z.imag))
    exponent = np.frexp(np.where(np.isfinite(size), size, 1))[1]
    return joined(np.ldexp(z.real, -exponent), np.ldexp(z.imag, -exponent)), exponent


def _nearly_real(z: np.ndarray) -> bool:
    """Whether all imaginary parts are nothing but rounding; most arrays are told by their first element."""
    limit = 8 * np.finfo(z.dtype).eps

    def near(x: np.ndarray) -> np.ndarray:
        return abs(x.imag) <= limit * abs(x.real)

    return z.size > 0 and bool(near(z.flat[0])) and bool(near(z).all())


def _by_parts(function: Callable[..., Any], z: np.ndarray, real: np.ndarray) -> np.ndarray:
    """A function of complex and real numbers that leaves real and imaginary parts apart."""
    if real.size == 1 and z.flags.f_contiguous and z.real.dtype == real.dtype:
        flat = z.reshape(-1, order="F").view(real.dtype)
        result = function(flat, real.reshape(-1)).view(z.dtype).reshape(z.shape, order="F")
        return result if result.ndim >= real.ndim else result.reshape(z.shape + (1,) * (real.ndim - z.ndim), order="F")
    return joined(function(z.real, real), function(z.imag, real))


def direction(z: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    """``sign`` of complex numbers: ``z ./ abs(z)``, part by part as by any real number; zero for zero."""
    size = np.abs(z)
    return give(np.where(size == 0, 0, divide(z, size)), out)


def repeated_product(x: Any, n: int, times: Callable[[Any, Any], Any]) -> Any:
    """``x``, of any kind that ``times`` multiplies, to the power of a positive whole number: products of it and of its squares."""
    power, factor = None, x
    while True:
        if n & 1:
            power = factor if power is None else times(power, factor)
        n >>= 1
        if not n:
            return power
        factor = times(factor, factor)


def joined(real: np.ndarray, imaginary: np.ndarray) -> np.ndarray:
    """The complex array of two parts of one shape."""
    array = np.empty(real.shape, np.result_type(real.dtype, np.complex64), order="F")
    array.real, array.imag = real, imaginary
    return array


def root(x: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    """``x .^ 0.5``: the square root, but ``(-0) .^ 0.5`` is +0."""
    return np.add(np.sqrt(x, out=out), 0, out=out)


def _reduced_degrees(x: np.ndarray) -> np.ndarray:
    """x modulo 360 in (-180, 180], exactly."""
    r = np.fmod(x, 360)
    return np.where(r > 180, r - 360, np.where(r < -180, r + 360, r))


def sind(x: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    """Sine of degrees, exact at multiples of 90 (and 30)."""
    r = _reduced_degrees(x)
    r = np.where(r > 90, 180 - r, np.where(r < -90, -180 - r, r))
    one = r.dtype.type
    inner = np.where(np.abs(r) <= 45, np.sin(np.deg2rad(r)), np.copysign(np.cos(np.deg2rad(90 - np.abs(r))), r))
    inner = np.where(np.abs(r) == 30, np.copysign(one(0.5), r), inner)
    return give(inner, out)


def cosd(x: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    """Cosine of degrees, exact at multiples of 90 (and 60)."""
    r = np.abs(_reduced_degrees(x))
    negative = r > 90
    r = np.where(negative, 180 - r, r)
    one = r.dtype.type
    inner = np.where(r <= 45, np.cos(np.deg2rad(r)), np.sin(np.deg2rad(90 - r)))
    inner = np.where(r == 60, one(0.5), inner)
    return give(np.where(negative, -inner, inner), out)


def tand(x: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    """Tangent of degrees: exact at multiples of 45; infinite at odd multiples of 90."""
    c, s = cosd(x), sind(x)
    quarter = np.mod(x, 90) == 45
    r = np.where(quarter, np.sign(s) * np.sign(c), s / c)
    # tand(90) = Inf, tand(-90) = tand(270) = -Inf.
    r = np.where(c == 0, np.where(np.mod(x, 360) == 90, np.inf, -np.inf), r)
    return give(r.astype(s.dtype), out)


def sinpi(x: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    """``sin(pi*x)`` exact at multiples of a half."""
    r = np.fmod(x, 2)
    r = np.where(r > 1, r - 2, np.where(r < -1, r + 2, r))
    r = np.where(r > 0.5, 1 - r, np.where(r < -0.5, -1 - r, r))
    return give(np.sin(r * r.dtype.type(np.pi)), out)


def cospi(x: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    """``cos(pi*x)`` exact at multiples of a half."""
    r = np.abs(np.fmod(x, 2))
    r = np.where(r > 1, 2 - r, r)
    return give(np.where(r <= 0.25, np.cos(r * r.dtype.type(np.pi)), np.sin((r.dtype.type(0.5) - r) * r.dtype.type(np.pi))), out)


def nthroot(x: np.ndarray, n: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    """The real n-th root, corrected by one Newton step so that ``nthroot(27, 3)`` is 3."""
    magnitude = np.abs(x)
    r = np.power(magnitude, 1 / n)
    step = (np.power(r, n) - magnitude) / (n * np.power(r, n - 1))
    r = np.where(np.isfinite(step) & (r != 0), r - step, r)
    return give(np.where(x < 0, -r, r), out)


def identity(x: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    if out is None:
        return np.array(x)
    out[...] = x
    return out


def give(result: np.ndarray, out: np.ndarray | None) -> np.ndarray:
    if out is None:
        return result
    out[...] = result
    return out
