"""Pointwise trigonometry: circular and hyperbolic functions and their inverses, in radians, degrees and multiples of pi."""

from __future__ import annotations

import math

import numpy as np

from ...builtins.pointwise_rows import function_row, rejects_complex, two_floats
from ...builtins.spec import Example, Fact
from ...graph import pointwise, ranges
from ...graph.sines import cosine, sine


def _wide(x):
    """Real elements as complex ones."""
    return x.astype(np.complex64 if x.dtype == np.float32 else np.complex128)


def _below_cut(x):
    """As complex, with the imaginary zero on the side of the branch cut that MATLAB takes: below it for x > 1."""
    z = _wide(x)
    return np.where(x > 1, np.conj(z), z)


def _on_real_axis(function):
    """``function`` of complex elements, where a zero imaginary part means what it means in a real array."""
    return lambda z: function(np.where((z.imag == 0) & (z.real > 1), np.conj(_wide(z.real)), z))


def _outside_unit(x):
    return np.abs(x) > 1


def _within_unit(a: ranges.Range) -> bool:
    return a.low >= -1 and a.high <= 1


_NEAR_ANGLES = ranges.between(-60_000.0, 60_000.0)
"""Angles that are reduced in three steps (see codegen.mathlib)."""

SIN = function_row(
    "sin",
    "Sine of radians.",
    sine,
    Example("sin([0 pi/2])", "[0 1]"),
    range_rule=ranges.clipped(-1.0, 1.0),
    scalar=math.sin,
    cost=15.0,
    within=_NEAR_ANGLES,
).stating(Fact.COMPILED)
COS = function_row(
    "cos",
    "Cosine of radians.",
    cosine,
    Example("cos([0 pi])", "[1 -1]"),
    range_rule=ranges.clipped(-1.0, 1.0),
    scalar=math.cos,
    cost=15.0,
    within=_NEAR_ANGLES,
).stating(Fact.COMPILED)
TAN = function_row("tan", "Tangent of radians.", np.tan, Example("tan(pi/4)", "1"), scalar=math.tan, cost=20.0).stating(Fact.COMPILED)
ASIN = function_row(
    "asin",
    "Inverse sine, in radians; complex outside [-1, 1].",
    np.arcsin,
    Example("asin([0 1])", "[0 pi/2]"),
    Example("asin(2)", "1.570796326794897 - 1.316957896924817i"),
    Example("asin(complex(2, 0))", "asin(2)"),
    outside=_outside_unit,
    complex_function=_on_real_axis(np.arcsin),
    leave=lambda x: np.arcsin(_below_cut(x)),
    in_domain=_within_unit,
    guard="abs({0}) > 1.0R",
    scalar=math.asin,
).stating(Fact.COMPILED)
ACOS = function_row(
    "acos",
    "Inverse cosine, in radians; complex outside [-1, 1].",
    np.arccos,
    Example("acos([1 -1])", "[0 pi]"),
    Example("acos(2)", "1.316957896924817i"),
    Example("acos([2 1i])", "[acos(2) acos(1i)]"),
    outside=_outside_unit,
    complex_function=_on_real_axis(np.arccos),
    leave=lambda x: np.arccos(_below_cut(x)),
    in_domain=_within_unit,
    guard="abs({0}) > 1.0R",
    scalar=math.acos,
).stating(Fact.COMPILED)
ATAN = function_row(
    "atan", "Inverse tangent, in radians.", np.arctan, Example("atan(1)", "pi/4"), range_rule=ranges.clipped(-1.58, 1.58), scalar=math.atan
).stating(Fact.COMPILED)
SINH = function_row(
    "sinh", "Hyperbolic sine.", np.sinh, Example("sinh(0)", "0"), scalar=math.sinh, range_rule=ranges.monotone(math.sinh)
).stating(Fact.COMPILED)
COSH = function_row(
    "cosh", "Hyperbolic cosine.", np.cosh, Example("cosh(0)", "1"), scalar=math.cosh, range_rule=ranges.clipped(1.0, math.inf)
).stating(Fact.COMPILED)
TANH = function_row(
    "tanh",
    "Hyperbolic tangent.",
    np.tanh,
    Example("tanh([0 Inf])", "[0 1]"),
    scalar=math.tanh,
    range_rule=ranges.clipped(-1.0, 1.0),
    within=ranges.between(-0.54, 0.54),
).stating(Fact.COMPILED)
ASINH = function_row("asinh", "Inverse hyperbolic sine.", np.arcsinh, Example("asinh(0)", "0"), scalar=math.asinh).stating(Fact.COMPILED)
ACOSH = function_row(
    "acosh",
    "Inverse hyperbolic cosine; complex below 1.",
    np.arccosh,
    Example("acosh(1)", "0"),
    Example("acosh(0.5)", "1.047197551196598i"),
    outside=lambda x: x < 1,
    leave=lambda x: np.arccosh(_wide(x)),
    in_domain=lambda a: a.low >= 1,
    guard="{0} < 1.0R",
    scalar=math.acosh,
    range_rule=ranges.clipped(0.0, math.inf),
).stating(Fact.COMPILED)
ATANH = function_row(
    "atanh",
    "Inverse hyperbolic tangent; complex outside [-1, 1].",
    np.arctanh,
    Example("atanh(0.5)", "0.5493061443340549"),
    Example("atanh(1)", "Inf"),
    outside=_outside_unit,
    leave=lambda x: np.arctanh(_wide(x)),
    in_domain=_within_unit,
    guard="abs({0}) > 1.0R",
    scalar=math.atanh,
).stating(Fact.COMPILED)


def _derived(name: str, summary: str, real, wgsl: str | None, *examples: Example, **more):
    return function_row(name, summary, real, *examples, wgsl=wgsl, **more)


def _reciprocal(function):
    def of(x, out=None):
        return np.divide(1, function(x, out=out), out=out)

    return of


SEC = _derived("sec", "Secant.", _reciprocal(np.cos), "sec", Example("sec(0)", "1"))
CSC = _derived("csc", "Cosecant.", _reciprocal(np.sin), "csc", Example("csc(pi/2)", "1"))
COT = _derived("cot", "Cotangent.", _reciprocal(np.tan), "rm_rdivide_T(1.0R, rm_tan_T({0}))", Example("cot(pi/4)", "1"))
SECH = _derived("sech", "Hyperbolic secant.", _reciprocal(np.cosh), "sech", Example("sech(0)", "1"))
CSCH = _derived("csch", "Hyperbolic cosecant.", _reciprocal(np.sinh), "csch", Example("csch(Inf)", "0"))
COTH = _derived("coth", "Hyperbolic cotangent.", _reciprocal(np.tanh), "coth", Example("coth(Inf)", "1"))


def _of_reciprocal(function):
    def of(x, out=None):
        return function(np.divide(1, x), out=out)

    return of


def _with_real_axis(function, on_axis):
    """``function`` of complex elements, where one without an imaginary part has the value that it has in a real array."""

    def of(z):
        real = z.imag == 0
        result = np.asarray(function(z))
        if real.any():
            result = np.where(real, on_axis(np.where(real, z.real, 1)), result)
        return result

    return of


def _inverse(name: str, summary: str, function, wgsl: str, outside, leave_with, *examples: Example):
    """The inverse of a reciprocal function: the inverse function of 1/x."""
    leave = None if outside is None else (lambda x: function(leave_with(np.divide(1, x))))
    return function_row(
        name,
        summary,
        _of_reciprocal(function),
        *examples,
        wgsl=wgsl,
        outside=outside,
        leave=leave,
        complex_function=None if leave is None else _with_real_axis(_of_reciprocal(function), leave),
        guard={"asec": "abs({0}) < 1.0R", "acsc": "abs({0}) < 1.0R", "acoth": "abs({0}) < 1.0R", "asech": "{0} < 0.0R || {0} > 1.0R"}.get(
            name
        ),
        in_domain=None if outside is None else (lambda a: False),
    )


ASEC = _inverse(
    "asec",
    "Inverse secant.",
    np.arccos,
    "rm_acos_T(rm_rdivide_T(1.0R, {0}))",
    lambda x: np.abs(x) < 1,
    _below_cut,
    Example("asec(2)", "1.047197551196598"),
    Example("asec([0.5 1i])", "[asec(0.5) asec(1i)]"),
)
ACSC = _inverse(
    "acsc",
    "Inverse cosecant.",
    np.arcsin,
    "rm_asin_T(rm_rdivide_T(1.0R, {0}))",
    lambda x: np.abs(x) < 1,
    _below_cut,
    Example("acsc(2)", "0.5235987755982989"),
)
ACOT = _inverse("acot", "Inverse cotangent.", np.arctan, "rm_atan_T(rm_rdivide_T(1.0R, {0}))", None, None, Example("acot(1)", "pi/4"))
ASECH = _inverse(
    "asech",
    "Inverse hyperbolic secant.",
    np.arccosh,
    "rm_acosh_T(rm_rdivide_T(1.0R, {0}))",
    lambda x: (x < 0) | (x > 1),
    _wide,
    Example("asech(1)", "0"),
)
ACSCH = _inverse(
    "acsch", "Inverse hyperbolic cosecant.", np.arcsinh, "rm_asinh_T(rm_rdivide_T(1.0R, {0}))", None, None, Example("acsch(Inf)", "0")
)
ACOTH = _inverse(
    "acoth",
    "Inverse hyperbolic cotangent.",
    np.arctanh,
    "rm_atanh_T(rm_rdivide_T(1.0R, {0}))",
    lambda x: np.abs(x) < 1,
    _wide,
    Example("acoth(2)", "0.5493061443340549"),
)

SIND = function_row(
    "sind",
    "Sine of degrees.",
    pointwise.sind,
    Example("sind([0 30 180])", "[0 0.5 0]"),
    wgsl="sind",
    range_rule=ranges.clipped(-1.0, 1.0),
    complex_function=lambda z: pointwise.joined(
        pointwise.sind(z.real) * np.cosh(z.imag * np.pi / 180), pointwise.cosd(z.real) * np.sinh(z.imag * np.pi / 180)
    ),
)
COSD = function_row(
    "cosd",
    "Cosine of degrees.",
    pointwise.cosd,
    Example("cosd([60 90])", "[0.5 0]"),
    wgsl="cosd",
    range_rule=ranges.clipped(-1.0, 1.0),
    complex_function=lambda z: pointwise.joined(
        pointwise.cosd(z.real) * np.cosh(z.imag * np.pi / 180), -pointwise.sind(z.real) * np.sinh(z.imag * np.pi / 180)
    ),
)
TAND = function_row(
    "tand",
    "Tangent of degrees.",
    pointwise.tand,
    Example("tand([45 90])", "[1 Inf]"),
    wgsl="tand",
    complex_function=lambda z: np.tan(np.pi / 180 * z),
)
SINPI = function_row(
    "sinpi",
    "sin(pi*x), exact at halves.",
    pointwise.sinpi,
    Example("sinpi([1 0.5])", "[0 1]"),
    wgsl="sinpi",
    range_rule=ranges.clipped(-1.0, 1.0),
    complex_function=lambda z: np.sin(np.pi * z),
)
COSPI = function_row(
    "cospi",
    "cos(pi*x), exact at halves.",
    pointwise.cospi,
    Example("cospi([1 0.5])", "[-1 0]"),
    wgsl="cospi",
    range_rule=ranges.clipped(-1.0, 1.0),
    complex_function=lambda z: np.cos(np.pi * z),
)


def _scaled(x, factor, out=None):
    """Times a real factor: real and imaginary parts separately, so that an Inf in one does not make the other NaN."""
    x = np.asarray(x)
    if x.dtype.kind != "c":
        return np.multiply(x, x.dtype.type(factor), out=out)
    scaled = np.empty_like(x) if out is None else out
    scaled.real, scaled.imag = x.real * x.real.dtype.type(factor), x.imag * x.real.dtype.type(factor)
    return scaled


def _degrees(function):
    def of(x, out=None):
        return _scaled(function(x, out=out), 180 / np.pi, out)

    return of


def _leaving(function, over=False):
    """``function`` (of 1/x, where ``over``) in degrees, of real elements that it does not map to real ones."""
    return lambda x: _scaled(function(_below_cut(1 / x if over else x)), 180 / np.pi)


ASIND = function_row(
    "asind",
    "Inverse sine, in degrees.",
    _degrees(np.arcsin),
    Example("asind(1)", "90"),
    outside=_outside_unit,
    complex_function=_with_real_axis(_degrees(np.arcsin), _leaving(np.arcsin)),
    leave=_leaving(np.arcsin),
    in_domain=_within_unit,
    guard="abs({0}) > 1.0R",
    wgsl="asind",
)
ACOSD = function_row(
    "acosd",
    "Inverse cosine, in degrees.",
    _degrees(np.arccos),
    Example("acosd(0)", "90"),
    Example("acosd(complex(2, 0))", "acosd(2)"),
    outside=_outside_unit,
    complex_function=_with_real_axis(_degrees(np.arccos), _leaving(np.arccos)),
    leave=_leaving(np.arccos),
    in_domain=_within_unit,
    guard="abs({0}) > 1.0R",
    wgsl="acosd",
)
ATAND = function_row("atand", "Inverse tangent, in degrees.", _degrees(np.arctan), Example("atand(1)", "45"), wgsl="atand")
ASECD = function_row(
    "asecd",
    "Inverse secant, in degrees.",
    _degrees(lambda x, out=None: np.arccos(np.divide(1, x, out=out), out=out)),
    Example("asecd(2)", "60.00000000000001"),
    Example("asecd([0.5 1i])", "[asecd(0.5) asecd(1i)]"),
    outside=lambda x: np.abs(x) < 1,
    complex_function=_with_real_axis(_degrees(_of_reciprocal(np.arccos)), _leaving(np.arccos, over=True)),
    leave=_leaving(np.arccos, over=True),
    in_domain=lambda a: False,
    guard="abs({0}) < 1.0R",
    wgsl="rm_acosd_T(rm_rdivide_T(1.0R, {0}))",
)
ACSCD = function_row(
    "acscd",
    "Inverse cosecant, in degrees.",
    _degrees(lambda x, out=None: np.arcsin(np.divide(1, x, out=out), out=out)),
    Example("acscd(1)", "90"),
    outside=lambda x: np.abs(x) < 1,
    complex_function=_with_real_axis(_degrees(_of_reciprocal(np.arcsin)), _leaving(np.arcsin, over=True)),
    leave=_leaving(np.arcsin, over=True),
    in_domain=lambda a: False,
    guard="abs({0}) < 1.0R",
    wgsl="rm_asind_T(rm_rdivide_T(1.0R, {0}))",
)
ACOTD = function_row(
    "acotd",
    "Inverse cotangent, in degrees.",
    _degrees(lambda x, out=None: np.arctan(np.divide(1, x, out=out), out=out)),
    Example("acotd(1)", "45"),
    wgsl="rm_atand_T(rm_rdivide_T(1.0R, {0}))",
)
SECD = function_row(
    "secd",
    "Secant of degrees.",
    _reciprocal(pointwise.cosd),
    Example("secd(60)", "2"),
    wgsl="rm_rdivide_T(1.0R, rm_cosd_T({0}))",
    complex_function=lambda z: 1 / np.cos(np.pi / 180 * z),
)
CSCD = function_row(
    "cscd",
    "Cosecant of degrees.",
    _reciprocal(pointwise.sind),
    Example("cscd(30)", "2"),
    wgsl="cscd",
    complex_function=lambda z: 1 / np.sin(np.pi / 180 * z),
)
COTD = function_row(
    "cotd",
    "Cotangent of degrees.",
    _reciprocal(pointwise.tand),
    Example("cotd(45)", "1"),
    wgsl="cotd",
    complex_function=lambda z: 1 / np.tan(np.pi / 180 * z),
)


def _radians(x, out=None):
    return _scaled(x, np.pi / 180, out)


def _to_degrees(x, out=None):
    return _scaled(x, 180 / np.pi, out)


DEG2RAD = function_row(
    "deg2rad", "Degrees to radians.", _radians, Example("deg2rad(180)", "pi"), wgsl="{0} * 0.017453292519943295R", cost=1.0
)
RAD2DEG = function_row(
    "rad2deg", "Radians to degrees.", _to_degrees, Example("rad2deg(pi)", "180"), wgsl="{0} * 57.29577951308232R", cost=1.0
)


def _real_only_two(name, real):
    def definition(a, b):
        if "c" in (a.dtype.kind, b.dtype.kind):
            rejects_complex(name)()
        return real(a, b)

    return definition


ATAN2 = two_floats(
    "atan2",
    "Four-quadrant inverse tangent of (Y, X).",
    np.arctan2,
    Example("atan2(1, -1)", "3*pi/4"),
    definition=_real_only_two("atan2", np.arctan2),
    cost=20.0,
    ulp=2.0,
    scalar=math.atan2,
    ranges=ranges.clipped(-3.1416, 3.1416),
).stating(Fact.COMPILED)


def _atan2d(y, x, out=None):
    return np.multiply(np.arctan2(y, x, out=out), y.dtype.type(180 / np.pi), out=out)


ATAN2D = two_floats(
    "atan2d",
    "Four-quadrant inverse tangent, in degrees.",
    _atan2d,
    Example("atan2d(1, 1)", "45"),
    definition=_real_only_two("atan2d", _atan2d),
    wgsl="atan2d",
)
