"""Fits the polynomials of the special functions and writes their files: ``python -m tests.mathlib.fit``.

Each polynomial interpolates at Chebyshev nodes, in 60 digits, is turned into powers and rounded to the type.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import mpmath
import numpy as np

from runmat_kernel.codegen import mathlib

mpmath.mp.dps = 60
FOLDER = Path(mathlib.__file__).parent
SUFFIX = {"f32": "f", "f64": "lf"}
ROOT_PI = mpmath.sqrt(mpmath.pi)


def interpolant(function: Callable, low, high, degree: int) -> list:
    """Coefficients, constant first, of the polynomial of ``degree`` through ``function`` at the Chebyshev nodes of [low, high]."""
    low, high = mpmath.mpf(low), mpmath.mpf(high)
    middle, half = (low + high) / 2, (high - low) / 2
    nodes = [mpmath.cos(mpmath.pi * (2 * k + 1) / (2 * degree + 2)) for k in range(degree + 1)]
    values = [function(middle + half * node) for node in nodes]
    # Newton's divided differences, then expanded into powers
    points = [middle + half * node for node in nodes]
    table = list(values)
    for level in range(1, degree + 1):
        for k in range(degree, level - 1, -1):
            table[k] = (table[k] - table[k - 1]) / (points[k] - points[k - level])
    powers = [mpmath.mpf(0)] * (degree + 1)
    for k in range(degree, -1, -1):
        powers = [(powers[j - 1] if j else 0) - points[k] * powers[j] for j in range(degree + 1)]
        powers[0] += table[k]
    return powers


def horner(coefficients: list, variable: str, scalar: str) -> str:
    """The polynomial as nested fma calls in ``variable``."""
    dtype = np.float32 if scalar == "f32" else np.float64
    literals = [repr(float(dtype(float(c)))) + SUFFIX[scalar] for c in coefficients]
    text = literals[-1]
    for literal in reversed(literals[:-1]):
        text = f"fma({text}, {variable}, {literal})"
    return text


def pair(value, scalar: str) -> str:
    """A number as a vec2 of its leading and trailing part."""
    dtype = np.float32 if scalar == "f32" else np.float64
    high = float(dtype(float(value)))
    low = float(dtype(float(value - mpmath.mpf(high))))
    return f"vec2<{scalar}>({high!r}{SUFFIX[scalar]}, {low!r}{SUFFIX[scalar]})"


def polynomial(name: str, scalar: str, caption: str, function: Callable, low, high, degree: int, variable: str = "x") -> str:
    text = horner(interpolant(function, low, high, degree), variable, scalar)
    return f"// {caption}\nfn rm_{name}_{scalar}({variable}: {scalar}) -> {scalar} {{\n    return {text};\n}}\n"


def erf_tail(z):
    """erf(x) / x - 1 over z = x^2."""
    if z < mpmath.mpf("1e-25"):
        return 2 / ROOT_PI * (1 - z / 3) - 1
    x = mpmath.sqrt(z)
    return mpmath.erf(x) / x - 1


SCALE = mpmath.mpf(3)


def erfcx_scaled(t):
    """(1 + 2x) exp(x^2) erfc(x) over t = (x - 3) / (x + 3)."""
    if t > 1 - mpmath.mpf("1e-15"):
        return 2 / ROOT_PI
    x = SCALE * (1 + t) / (1 - t)
    if x > 200:
        series = sum((-1) ** k * mpmath.fac2(2 * k - 1) / (2 * x * x) ** k for k in range(8))
        return (1 + 2 * x) * series / (x * ROOT_PI)
    return (1 + 2 * x) * mpmath.exp(x * x) * mpmath.erfc(x)


def erfinv_ratio(z):
    """erfinv(y) / y over z = y^2."""
    if z < mpmath.mpf("1e-30"):
        return ROOT_PI / 2
    y = mpmath.sqrt(z)
    return mpmath.erfinv(y) / y


def inverse_of_erfc(s):
    """The x with erfc(x) = exp(-s^2)."""
    start = mpmath.sqrt(max(s * s - mpmath.log(s * 2 + 1), mpmath.mpf("0.1")))
    return mpmath.findroot(lambda x: mpmath.log(mpmath.erfc(x)) + s * s, start)


def cube_root(m):
    return mpmath.cbrt(m)


def gamma_rise(u):
    """(gamma(2 + u) - 1) / u."""
    if abs(u) < mpmath.mpf("1e-25"):
        return mpmath.psi(0, 2)
    return (mpmath.gamma(2 + u) - 1) / u


def stirling_tail(z):
    """x (log gamma(x) - ((x - 1/2) log x - x + log(2 pi)/2)) over z = 1 / x^2."""
    if z < mpmath.mpf("1e-15"):
        return mpmath.mpf(1) / 12 - z / 360 + z * z / 1260
    x = 1 / mpmath.sqrt(z)
    return x * (mpmath.loggamma(x) - ((x - mpmath.mpf("0.5")) * mpmath.log(x) - x + mpmath.log(2 * mpmath.pi) / 2))


def gammaln_between(v):
    """log gamma(x) / ((x - 1) (x - 2)) over v = x - 3/2, |v| <= 1/2."""
    x = v + mpmath.mpf("1.5")
    return mpmath.loggamma(x) / ((x - 1) * (x - 2))


def gammaln_above(u):
    """log gamma(2 + u) / u."""
    if abs(u) < mpmath.mpf("1e-25"):
        return mpmath.psi(0, 2)
    return mpmath.loggamma(2 + u) / u


def erf_core(scalar: str) -> str:
    tail, scaled = {"f32": (6, 12), "f64": (13, 26)}[scalar]
    return (
        "// needs: bits\n"
        + polynomial("erf_tail", scalar, "erf(x) / x - 1 for z = x^2 <= 1", erf_tail, 0, 1, tail, "z")
        + polynomial("erfcx_scaled", scalar, "(1 + 2x) erfcx(x) for t = (x - 3) / (x + 3), x >= 0", erfcx_scaled, -1, 1, scaled, "t")
    )


def erfinv_core(scalar: str) -> str:
    middle = {"f32": 9, "f64": 19}[scalar]
    pieces = [("near", "5/6", "2.5", 7), ("mid", "2.5", "7", 8), ("far", "7", "27.5", 8)]
    text = "// needs: bits\n"
    text += polynomial("erfinv_ratio", scalar, "erfinv(y) / y for z = y^2 <= 0.391", erfinv_ratio, 0, mpmath.mpf("0.391"), middle, "z")
    for name, low, high, degree in pieces:
        caption = f"the x with erfc(x) = exp(-s^2), to a few parts in ten million, for s from {low} to {high}"
        text += polynomial(f"erfcinv_{name}", scalar, caption, inverse_of_erfc, mpmath.mpf(eval(low)), mpmath.mpf(high), degree, "s")
    return text


def gamma_core(scalar: str) -> str:
    rise, tail, limit = {"f32": (8, 1, 15), "f64": (18, 5, 24)}[scalar]
    between, above = {"f32": (10, 8), "f64": (22, 17)}[scalar]
    z = 1 / mpmath.mpf(limit) ** 2
    return (
        "// needs: bits\n"
        + polynomial("gamma_rise", scalar, "(gamma(2 + u) - 1) / u for 0 <= u <= 1", gamma_rise, 0, 1, rise, "u")
        + polynomial("stirling_tail", scalar, f"Stirling's series times x, for z = 1 / x^2, x >= {limit}", stirling_tail, 0, z, tail, "z")
        + f"const rm_stirling_from_{scalar} = {limit}.0{SUFFIX[scalar]};\n"
        + f"// log(2 pi) / 2 as a sum of two\nconst rm_half_log_two_pi_{scalar} = {pair(mpmath.log(2 * mpmath.pi) / 2, scalar)};\n"
        + polynomial(
            "gammaln_between",
            scalar,
            "log gamma(x) / ((x - 1)(x - 2)) for v = x - 3/2, 1 <= x <= 2",
            gammaln_between,
            -0.5,
            0.5,
            between,
            "v",
        )
        + polynomial("gammaln_above", scalar, "log gamma(2 + u) / u for 0 <= u <= 1", gammaln_above, 0, 1, above, "u")
    )


def turn_core(scalar: str) -> str:
    text = "// needs: trig_core, fmod\n"
    for name, caption, factor in (("pi", "pi r", mpmath.pi), ("degree", "r degrees in radians", mpmath.pi / 180)):
        text += f"""// {caption}, as a sum of two
fn rm_{name}_pair_{scalar}(r: {scalar}) -> vec2<{scalar}> {{
    let c = {pair(factor, scalar)};
    let high = rm_keep_{scalar}(r * c.x, r);
    return vec2<{scalar}>(high, fma(r, c.y, rm_product_error_{scalar}(r, c.x, high)));
}}
"""
    return text


def degrees(scalar: str) -> str:
    factor = pair(180 / mpmath.pi, scalar)
    return f"""// needs: bits
const rm_degrees_per_radian_{scalar} = {factor};
// radians, given as a sum of two, in degrees
fn rm_degrees_{scalar}(y: vec2<{scalar}>) -> {scalar} {{
    let c = rm_degrees_per_radian_{scalar};
    let high = rm_keep_{scalar}(y.x * c.x, y.y);
    return high + (rm_product_error_{scalar}(y.x, c.x, high) + fma(y.x, c.y, y.y * c.x));
}}
"""


def cbrt_core(scalar: str) -> str:
    return "// needs: rdivide\n" + polynomial("cbrt_start", scalar, "the cube root of 1 <= m <= 2 to five digits", cube_root, 1, 2, 4, "m")


CORES = {
    "erf_core": erf_core,
    "erfinv_core": erfinv_core,
    "gamma_core": gamma_core,
    "turn_core": turn_core,
    "degrees": degrees,
    "cbrt_core": cbrt_core,
}


if __name__ == "__main__":
    for scalar in SUFFIX:
        for name, core in CORES.items():
            (FOLDER / f"{name}.{scalar}.wgsl").write_text(core(scalar), "utf-8")
