"""Pointwise functions of mathematics: exponentials, logarithms, trigonometry, special functions."""

from __future__ import annotations

import math

import numpy as np

from ...base.errors import MatlabError
from ...graph import pointwise, ranges
from ...graph.op import Op
from ...graph.primitives import SQRT, compute_class, float_class
from ...values.convert import as_array
from ..rows import floats_only, function_row, of_op, rejects_complex
from ..spec import ErrorCase, Example, Trait, builtin


def _wide(x):
    """Real elements as complex ones."""
    return x.astype(np.complex64 if x.dtype == np.float32 else np.complex128)


def _below_cut(x):
    """As complex, with the imaginary zero on the side of the branch cut that MATLAB takes: below it for x > 1."""
    z = _wide(x)
    return np.where(x > 1, np.conj(z), z)


def _outside_unit(x):
    return np.abs(x) > 1


def _negative(x):
    return x < 0


def _non_negative(a: ranges.Range) -> bool:
    return a.low >= 0


def _within_unit(a: ranges.Range) -> bool:
    return a.low >= -1 and a.high <= 1


def _log2_of(z):
    return np.log(z) / np.log(2.0)


def _log10_of(z):
    return np.log(z) / np.log(10.0)


def _log1p_of(z):
    return np.log1p(z)


SQRT_ROW = of_op(
    SQRT,
    ("B = sqrt(X)",),
    "Square root; complex for negative numbers.",
    (
        Example("sqrt([4 9])", "[2 3]"),
        Example("sqrt(-4)", "2i"),
        Example("sqrt([-1 4])", "[1i 2]"),
        Example("sqrt(single(2))", "single(1.4142135)"),
    ),
    (ErrorCase("sqrt({1})", "MATLAB:UndefinedFunction"),),
)
EXP = function_row(
    "exp", "Exponential.", np.exp, Example("exp([0 1])", "[1 2.718281828459045]"), range_rule=ranges.exponential, scalar=math.exp
)
LOG = function_row(
    "log",
    "Natural logarithm; complex for negative numbers.",
    np.log,
    Example("log([1 exp(1)])", "[0 1]"),
    Example("log(-1)", "pi*1i"),
    Example("log(0)", "-Inf"),
    outside=_negative,
    leave=lambda x: np.log(_wide(x)),
    in_domain=_non_negative,
    guard="{0} < 0.0R",
    scalar=math.log,
    range_rule=ranges.monotone(math.log),
)
LOG10 = function_row(
    "log10",
    "Logarithm to base 10.",
    np.log10,
    Example("log10([1 1000])", "[0 3]"),
    complex_function=_log10_of,
    outside=_negative,
    leave=lambda x: _log10_of(_wide(x)),
    in_domain=_non_negative,
    guard="{0} < 0.0R",
    scalar=math.log10,
    range_rule=ranges.monotone(math.log10),
)
LOG1P = function_row(
    "log1p",
    "log(1+x), accurate for small x.",
    np.log1p,
    Example("log1p(1e-20)", "1e-20"),
    complex_function=_log1p_of,
    outside=lambda x: x < -1,
    leave=lambda x: np.log(1 + _wide(x)),
    in_domain=lambda a: a.low >= -1,
    guard="{0} < -1.0R",
    scalar=math.log1p,
    range_rule=ranges.monotone(math.log1p),
)
EXPM1 = function_row(
    "expm1",
    "exp(x)-1, accurate for small x.",
    np.expm1,
    Example("expm1(1e-20)", "1e-20"),
    scalar=math.expm1,
    range_rule=ranges.monotone(math.expm1),
)


def _log2(x):
    """``log2`` of an array; complex where an element is negative."""
    if x.dtype.kind == "c":
        return _log2_of(x)
    return _log2_of(_wide(x)) if _negative(x).any() else np.log2(x)


LOG2_OP = Op(
    "log2",
    1,
    _log2,
    floats_only("log2"),
    float_class,
    "log2",
    ranges.monotone(math.log2),
    _non_negative,
    "{0} < 0.0R",
    _negative,
    12.0,
    2.0,
    None,
    math.log2,
    real=np.log2,
)


@builtin(
    "log2",
    "Y = log2(X)",
    "[F, E] = log2(X)",
    summary="Logarithm to base 2; or fraction and exponent, X = F .* 2.^E.",
    trait=Trait.ELEMENTWISE,
    examples=(Example("log2([1 8])", "[0 3]"), Example("[f, e] = log2(10)", "{0.625, 4}")),
)
def log2(call, x):
    if call.nargout < 2:
        return call.engine.elementwise(LOG2_OP, (x,))
    array = as_array(x)
    fraction, exponent = np.frexp(array)
    return fraction, np.where(np.isfinite(array), exponent, 0).astype(array.dtype if array.dtype.kind == "f" else float)


SIN = function_row(
    "sin", "Sine of radians.", np.sin, Example("sin([0 pi/2])", "[0 1]"), range_rule=ranges.clipped(-1.0, 1.0), scalar=math.sin, cost=15.0
)
COS = function_row(
    "cos", "Cosine of radians.", np.cos, Example("cos([0 pi])", "[1 -1]"), range_rule=ranges.clipped(-1.0, 1.0), scalar=math.cos, cost=15.0
)
TAN = function_row("tan", "Tangent of radians.", np.tan, Example("tan(pi/4)", "1"), scalar=math.tan, cost=20.0)
ASIN = function_row(
    "asin",
    "Inverse sine, in radians; complex outside [-1, 1].",
    np.arcsin,
    Example("asin([0 1])", "[0 pi/2]"),
    Example("asin(2)", "1.570796326794897 - 1.316957896924817i"),
    outside=_outside_unit,
    leave=lambda x: np.arcsin(_below_cut(x)),
    in_domain=_within_unit,
    guard="abs({0}) > 1.0R",
    scalar=math.asin,
)
ACOS = function_row(
    "acos",
    "Inverse cosine, in radians; complex outside [-1, 1].",
    np.arccos,
    Example("acos([1 -1])", "[0 pi]"),
    Example("acos(2)", "1.316957896924817i"),
    outside=_outside_unit,
    leave=lambda x: np.arccos(_below_cut(x)),
    in_domain=_within_unit,
    guard="abs({0}) > 1.0R",
    scalar=math.acos,
)
ATAN = function_row(
    "atan", "Inverse tangent, in radians.", np.arctan, Example("atan(1)", "pi/4"), range_rule=ranges.clipped(-1.58, 1.58), scalar=math.atan
)
SINH = function_row("sinh", "Hyperbolic sine.", np.sinh, Example("sinh(0)", "0"), scalar=math.sinh, range_rule=ranges.monotone(math.sinh))
COSH = function_row(
    "cosh", "Hyperbolic cosine.", np.cosh, Example("cosh(0)", "1"), scalar=math.cosh, range_rule=ranges.clipped(1.0, math.inf)
)
TANH = function_row(
    "tanh", "Hyperbolic tangent.", np.tanh, Example("tanh([0 Inf])", "[0 1]"), scalar=math.tanh, range_rule=ranges.clipped(-1.0, 1.0)
)
ASINH = function_row("asinh", "Inverse hyperbolic sine.", np.arcsinh, Example("asinh(0)", "0"), scalar=math.asinh)
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
)
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
)


def _derived(name: str, summary: str, real, wgsl: str | None, *examples: Example, complex_function=None, **more):
    return function_row(name, summary, real, *examples, complex_function=complex_function, wgsl=wgsl, **more)


def _reciprocal(function):
    def of(x, out=None):
        return np.divide(1, function(x, out=out), out=out)

    return of


SEC = _derived("sec", "Secant.", _reciprocal(np.cos), "1.0R / rm_cos_T({0})", Example("sec(0)", "1"))
CSC = _derived("csc", "Cosecant.", _reciprocal(np.sin), "1.0R / rm_sin_T({0})", Example("csc(pi/2)", "1"))
COT = _derived("cot", "Cotangent.", _reciprocal(np.tan), "1.0R / rm_tan_T({0})", Example("cot(pi/4)", "1"))
SECH = _derived("sech", "Hyperbolic secant.", _reciprocal(np.cosh), "1.0R / rm_cosh_T({0})", Example("sech(0)", "1"))
CSCH = _derived("csch", "Hyperbolic cosecant.", _reciprocal(np.sinh), "1.0R / rm_sinh_T({0})", Example("csch(Inf)", "0"))
COTH = _derived("coth", "Hyperbolic cotangent.", _reciprocal(np.tanh), "1.0R / rm_tanh_T({0})", Example("coth(Inf)", "1"))


def _of_reciprocal(function):
    def of(x, out=None):
        return function(np.divide(1, x), out=out)

    return of


def _inverse(name: str, summary: str, function, wgsl: str, outside, leave_with, *examples: Example):
    """The inverse of a reciprocal function: the inverse function of 1/x."""
    return function_row(
        name,
        summary,
        _of_reciprocal(function),
        *examples,
        wgsl=wgsl,
        outside=outside,
        leave=None if outside is None else (lambda x: function(leave_with(np.divide(1, x)))),
        guard={"asec": "abs({0}) < 1.0R", "acsc": "abs({0}) < 1.0R", "acoth": "abs({0}) < 1.0R", "asech": "{0} < 0.0R || {0} > 1.0R"}.get(
            name
        ),
        in_domain=None if outside is None else (lambda a: False),
    )


ASEC = _inverse(
    "asec",
    "Inverse secant.",
    np.arccos,
    "rm_acos_T(1.0R / {0})",
    lambda x: np.abs(x) < 1,
    _below_cut,
    Example("asec(2)", "1.047197551196598"),
)
ACSC = _inverse(
    "acsc",
    "Inverse cosecant.",
    np.arcsin,
    "rm_asin_T(1.0R / {0})",
    lambda x: np.abs(x) < 1,
    _below_cut,
    Example("acsc(2)", "0.5235987755982989"),
)
ACOT = _inverse("acot", "Inverse cotangent.", np.arctan, "rm_atan_T(1.0R / {0})", None, None, Example("acot(1)", "pi/4"))
ASECH = _inverse(
    "asech",
    "Inverse hyperbolic secant.",
    np.arccosh,
    "rm_acosh_T(1.0R / {0})",
    lambda x: (x < 0) | (x > 1),
    _wide,
    Example("asech(1)", "0"),
)
ACSCH = _inverse("acsch", "Inverse hyperbolic cosecant.", np.arcsinh, "rm_asinh_T(1.0R / {0})", None, None, Example("acsch(Inf)", "0"))
ACOTH = _inverse(
    "acoth",
    "Inverse hyperbolic cotangent.",
    np.arctanh,
    "rm_atanh_T(1.0R / {0})",
    lambda x: np.abs(x) < 1,
    _wide,
    Example("acoth(2)", "0.5493061443340549"),
)

SIND = function_row(
    "sind",
    "Sine of degrees.",
    pointwise.sind,
    Example("sind([0 30 180])", "[0 0.5 0]"),
    wgsl=None,
    range_rule=ranges.clipped(-1.0, 1.0),
    complex_function=lambda z: np.sin(np.pi / 180 * z),
)
COSD = function_row(
    "cosd",
    "Cosine of degrees.",
    pointwise.cosd,
    Example("cosd([60 90])", "[0.5 0]"),
    wgsl=None,
    range_rule=ranges.clipped(-1.0, 1.0),
    complex_function=lambda z: np.cos(np.pi / 180 * z),
)
TAND = function_row(
    "tand",
    "Tangent of degrees.",
    pointwise.tand,
    Example("tand([45 90])", "[1 Inf]"),
    wgsl=None,
    complex_function=lambda z: np.tan(np.pi / 180 * z),
)
SINPI = function_row(
    "sinpi",
    "sin(pi*x), exact at halves.",
    pointwise.sinpi,
    Example("sinpi([1 0.5])", "[0 1]"),
    wgsl=None,
    range_rule=ranges.clipped(-1.0, 1.0),
    complex_function=lambda z: np.sin(np.pi * z),
)
COSPI = function_row(
    "cospi",
    "cos(pi*x), exact at halves.",
    pointwise.cospi,
    Example("cospi([1 0.5])", "[-1 0]"),
    wgsl=None,
    range_rule=ranges.clipped(-1.0, 1.0),
    complex_function=lambda z: np.cos(np.pi * z),
)


def _degrees(function):
    def of(x, out=None):
        return np.multiply(function(x, out=out), np.asarray(x).dtype.type(180 / np.pi), out=out)

    return of


ASIND = function_row(
    "asind",
    "Inverse sine, in degrees.",
    _degrees(np.arcsin),
    Example("asind(1)", "90"),
    outside=_outside_unit,
    leave=lambda x: np.arcsin(_below_cut(x)) * (180 / np.pi),
    in_domain=_within_unit,
    guard="abs({0}) > 1.0R",
    wgsl=None,
)
ACOSD = function_row(
    "acosd",
    "Inverse cosine, in degrees.",
    _degrees(np.arccos),
    Example("acosd(0)", "90"),
    outside=_outside_unit,
    leave=lambda x: np.arccos(_below_cut(x)) * (180 / np.pi),
    in_domain=_within_unit,
    guard="abs({0}) > 1.0R",
    wgsl=None,
)
ATAND = function_row("atand", "Inverse tangent, in degrees.", _degrees(np.arctan), Example("atand(1)", "45"), wgsl=None)
SECD = function_row("secd", "Secant of degrees.", _reciprocal(pointwise.cosd), Example("secd(60)", "2"), wgsl=None)
CSCD = function_row("cscd", "Cosecant of degrees.", _reciprocal(pointwise.sind), Example("cscd(30)", "2"), wgsl=None)
COTD = function_row("cotd", "Cotangent of degrees.", _reciprocal(pointwise.tand), Example("cotd(45)", "1"), wgsl=None)


def _radians(x, out=None):
    return np.multiply(x, np.asarray(x).dtype.type(np.pi / 180), out=out)


def _to_degrees(x, out=None):
    return np.multiply(x, np.asarray(x).dtype.type(180 / np.pi), out=out)


DEG2RAD = function_row(
    "deg2rad", "Degrees to radians.", _radians, Example("deg2rad(180)", "pi"), wgsl="{0} * 0.017453292519943295R", cost=1.0
)
RAD2DEG = function_row(
    "rad2deg", "Radians to degrees.", _to_degrees, Example("rad2deg(pi)", "180"), wgsl="{0} * 57.29577951308232R", cost=1.0
)


def _two_floats(name: str, summary: str, real, *examples: Example, **more):
    op = Op(
        name,
        2,
        more.pop("definition", real),
        more.pop("result", floats_only(name)),
        more.pop("compute", float_class),
        more.pop("wgsl", name),
        real=real,
        **more,
    )
    return of_op(op, (f"C = {name}(A, B)",), summary, examples)


def _real_only_two(name, real):
    def definition(a, b):
        if "c" in (a.dtype.kind, b.dtype.kind):
            rejects_complex(name)()
        return real(a, b)

    return definition


ATAN2 = _two_floats(
    "atan2",
    "Four-quadrant inverse tangent of (Y, X).",
    np.arctan2,
    Example("atan2(1, -1)", "3*pi/4"),
    definition=_real_only_two("atan2", np.arctan2),
    cost=20.0,
    ulp=2.0,
    scalar=math.atan2,
    ranges=ranges.clipped(-3.1416, 3.1416),
)
ATAN2D = _two_floats(
    "atan2d",
    "Four-quadrant inverse tangent, in degrees.",
    lambda y, x, out=None: np.multiply(np.arctan2(y, x, out=out), y.dtype.type(180 / np.pi), out=out),
    Example("atan2d(1, 1)", "45"),
    wgsl=None,
)
HYPOT = _two_floats(
    "hypot",
    "Square root of the sum of squares, without overflow.",
    np.hypot,
    Example("hypot(3, 4)", "5"),
    definition=lambda a, b: np.hypot(np.abs(a), np.abs(b)),
    cost=12.0,
    ulp=2.0,
    always_real=True,
    scalar=math.hypot,
    ranges=ranges.clipped(0.0, math.inf),
)


def _special(name: str, summary: str, scipy_name: str, *examples: Example, **more):
    """A function of scipy.special, imported when it is first used."""

    def real(x, out=None):
        from scipy import special

        result = getattr(special, scipy_name)(x)
        if out is None:
            return result
        out[...] = result
        return out

    return function_row(
        name, summary, real, *examples, complex_function=rejects_complex(name), wgsl=more.pop("wgsl", None), cost=40.0, **more
    )


def _gamma(x, out=None):
    from scipy import special

    whole = (x == np.floor(x)) & (x > 0) & (x < 172)
    # Factorials are exact as far as doubles hold them.
    table = np.array([math.inf, *(float(math.factorial(k)) for k in range(171))])
    result = np.where(whole, table[np.where(whole, x, 0).astype(int)], special.gamma(x))
    result = np.where((x == 0) & np.signbit(x), -np.inf, np.where(x == 0, np.inf, result))
    result = np.where((x < 0) & (x == np.floor(x)) & np.isfinite(x), np.inf, np.where(x == -np.inf, np.inf, result)).astype(x.dtype)
    if out is None:
        return result
    out[...] = result
    return out


GAMMA = function_row(
    "gamma",
    "Gamma function.",
    _gamma,
    Example("gamma([5 0.5])", "[24 1.772453850905516]"),
    complex_function=rejects_complex("gamma"),
    wgsl=None,
    cost=40.0,
)
GAMMALN = _special("gammaln", "Logarithm of the gamma function.", "gammaln", Example("gammaln(10)", "12.80182748008147"))
ERF = _special(
    "erf",
    "Error function.",
    "erf",
    Example("erf([0 Inf])", "[0 1]"),
    Example("erf(0.5)", "0.5204998778130465"),
    scalar=math.erf,
    range_rule=ranges.clipped(-1.0, 1.0),
)
ERFC = _special(
    "erfc", "Complementary error function.", "erfc", Example("erfc(0)", "1"), scalar=math.erfc, range_rule=ranges.clipped(0.0, 2.0)
)
ERFCX = _special("erfcx", "Scaled complementary error function.", "erfcx", Example("erfcx(0)", "1"))
ERFINV = _special("erfinv", "Inverse error function.", "erfinv", Example("erfinv(1)", "Inf"))
ERFCINV = _special("erfcinv", "Inverse complementary error function.", "erfcinv", Example("erfcinv(1)", "0"))


def _cbrt(x, out=None):
    return np.cbrt(x, out=out)


CBRT = function_row(
    "cbrt", "Real cube root.", _cbrt, Example("cbrt([27 -8])", "[3 -2]"), complex_function=rejects_complex("cbrt"), wgsl=None
)


@builtin(
    "nthroot",
    "Y = nthroot(X, N)",
    summary="Real n-th root.",
    examples=(Example("nthroot(-27, 3)", "-3"), Example("nthroot([8 27], 3)", "[2 3]")),
    errors=(ErrorCase("nthroot(-4, 2)", "MATLAB:nthroot:NegXNotOddIntN"),),
)
def nthroot(call, x, n):
    base, order = as_array(x), as_array(n)
    if base.dtype.kind == "c" or order.dtype.kind == "c":
        raise call.error("Both X and N must be real.", "MATLAB:nthroot:ComplexInput")
    if (base < 0).any() and not (np.mod(order, 2) == 1).all():
        raise call.error("If X is negative, then N must be an odd integer.", "MATLAB:nthroot:NegXNotOddIntN")
    return call.engine.elementwise(NTHROOT, (x, n))


NTHROOT = Op("nthroot", 2, pointwise.nthroot, floats_only("nthroot"), float_class)


@builtin(
    "factorial",
    "f = factorial(n)",
    summary="Product of the whole numbers from 1 to n.",
    examples=(Example("factorial([0 5])", "[1 120]"), Example("factorial(171)", "Inf")),
    errors=(ErrorCase("factorial(-1)", "MATLAB:factorial:NNegativeInt"),),
)
def factorial(call, n):
    array = as_array(n)
    if array.dtype.kind == "c" or (array < 0).any() or (array != np.floor(array)).any():
        raise call.error("N must be an array of real non-negative integers.", "MATLAB:factorial:NNegativeInt")
    return call.engine.elementwise(FACTORIAL, (n,))


FACTORIAL = Op("factorial", 1, lambda x: _gamma(x + 1), lambda c: "double" if c in ("logical", "char") else c, compute_class)


@builtin("sinc", "y = sinc(x)", summary="sin(pi*x)/(pi*x), 1 at zero.", examples=(Example("sinc([0 1])", "[1 0]"),))
def sinc(call, x):
    return call.engine.elementwise(SINC, (x,))


def _sinc(x, out=None):
    return pointwise.give(np.where(x == 0, 1, pointwise.sinpi(x) / np.where(x == 0, 1, x * x.dtype.type(np.pi))).astype(x.dtype), out)


SINC = Op("sinc", 1, _sinc, floats_only("sinc"), float_class, real=_sinc, cost=20.0)


def _refusing(name: str, op_row, refuses, summary: str, example: Example):
    """``realsqrt`` and the like: the function, with an error instead of a complex result."""

    @builtin(
        name, f"Y = {name}(X)", summary=summary, examples=(example,), errors=(ErrorCase(f"{name}(-1)", f"MATLAB:{name}:complexResult"),)
    )
    def function(call, x):
        array = as_array(x)
        if array.dtype.kind == "c" or refuses(array).any():
            raise MatlabError(f"{name} produced complex result.", f"MATLAB:{name}:complexResult", function=name)
        return op_row.function(call, x)

    return function


REALSQRT = _refusing("realsqrt", SQRT_ROW, _negative, "Square root of non-negative real numbers.", Example("realsqrt(4)", "2"))
REALLOG = _refusing("reallog", LOG, _negative, "Logarithm of non-negative real numbers.", Example("reallog(1)", "0"))
