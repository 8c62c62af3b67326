"""Pointwise functions of mathematics: exponentials, logarithms, trigonometry, special functions."""

from __future__ import annotations

import math

import numpy as np

from ...base.errors import MatlabError
from ...builtins.arguments import floating
from ...builtins.pointwise_rows import function_row, of_op, rejects_complex, two_floats
from ...builtins.spec import Effect, ErrorCase, Example, Fact, Trait, builtin
from ...graph import pointwise, ranges
from ...graph.op import Op
from ...graph.primitives import SQRT, compute_class, float_class, floats_only, real_only
from ...values.convert import as_array
from ...values.tensor import Tensor
from . import erf_gamma as special


def _wide(x):
    """Real elements as complex ones; -0 as 0, whose logarithm is real."""
    return (x + x.dtype.type(0)).astype(np.complex64 if x.dtype == np.float32 else np.complex128)


def _negative(x):
    return x < 0


def _non_negative(a: ranges.Range) -> bool:
    return a.low >= 0


def _log_over(z, real):
    """The logarithm of complex elements: the real logarithm of the modulus, and the angle over the logarithm of the base."""
    with np.errstate(divide="ignore"):
        result = np.empty(z.shape, z.dtype)
        result.real = real(np.abs(z))
        result.imag = np.angle(z) / np.log(z.real.dtype.type(2.0 if real is np.log2 else 10.0))
    return result


def _log2_of(z):
    return _log_over(z, np.log2)


def _log10_of(z):
    return _log_over(z, np.log10)


def _log1p_of(z):
    """log(1+z) of complex elements; near zero the modulus is not rounded to 1 before its logarithm."""
    x, y, near = z.real, z.imag, np.abs(z) < 0.5
    result = np.empty(z.shape, z.dtype)
    with np.errstate(divide="ignore"):
        result.real = np.where(near, np.log1p(np.where(near, x * (2 + x) + y * y, 0)) / 2, np.log(np.hypot(1 + x, y)))
    result.imag = np.arctan2(y, 1 + x)
    return result


def _log1p_below(x):
    """log(1+x) of real elements, some of them below -1; the others keep their accuracy."""
    result = np.empty(x.shape, np.complex64 if x.dtype == np.float32 else np.complex128)
    below = x < -1
    with np.errstate(divide="ignore"):
        result.real = np.where(below, np.log(np.where(below, -1 - x, 1)), np.log1p(np.where(below, 0, x)))
    result.imag = np.where(below, np.pi, 0)
    return result


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
    (ErrorCase("sqrt({1})", "MATLAB:UndefinedFunction"), ErrorCase("sqrt(int8(4))", "MATLAB:UndefinedFunction")),
).stating(Fact.COMPILED)
EXP = function_row(
    "exp",
    "Exponential.",
    np.exp,
    Example("exp([0 1])", "[1 2.718281828459045]"),
    range_rule=ranges.exponential,
    scalar=math.exp,
    within=ranges.between(-87.0, 88.0),
).stating(Fact.COMPILED)
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
    within=ranges.between(1e-30, 1e30),
).stating(Fact.COMPILED)
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
).stating(Fact.COMPILED)
LOG1P = function_row(
    "log1p",
    "log(1+x), accurate for small x.",
    np.log1p,
    Example("log1p(1e-20)", "1e-20"),
    complex_function=_log1p_of,
    outside=lambda x: x < -1,
    leave=_log1p_below,
    in_domain=lambda a: a.low >= -1,
    guard="{0} < -1.0R",
    scalar=math.log1p,
    range_rule=ranges.monotone(math.log1p),
).stating(Fact.COMPILED)
EXPM1 = function_row(
    "expm1",
    "exp(x)-1, accurate for small x.",
    np.expm1,
    Example("expm1(1e-20)", "1e-20"),
    scalar=math.expm1,
    range_rule=ranges.monotone(math.expm1),
).stating(Fact.COMPILED)


LOG2_OP = Op(
    "log2",
    1,
    real_only(np.log2, _log2_of, _negative, lambda x: _log2_of(_wide(x))),
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
    facts=Fact.COMPILED,
)
def log2(call, x):
    if call.nargout < 2:
        return call.engine.elementwise(LOG2_OP, (x,))
    array = floating(x)
    if array.dtype.kind == "c":
        raise call.error("Input must be real.", "MATLAB:log2:complexInput")
    fraction, exponent = np.frexp(array)
    return fraction, np.where(np.isfinite(array), exponent, 0).astype(array.dtype if array.dtype.kind == "f" else float)


HYPOT = two_floats(
    "hypot",
    "Square root of the sum of squares, without overflow.",
    np.hypot,
    Example("hypot(3, 4)", "5"),
    definition=lambda a, b: np.hypot(np.abs(a), np.abs(b)),
    cost=12.0,
    ulp=2.0,
    always_real=True,
    scalar=lambda a, b: math.hypot(a, b),  # math.hypot takes any number of arguments
    ranges=ranges.clipped(0.0, math.inf),
).stating(Fact.COMPILED)


def _special(name: str, summary: str, *examples: Example, **more):
    """A function of ``builtins.special``, or of scipy.special, imported when it is first used."""

    def real(x, out=None):
        own = getattr(special, name, None)
        if own is None:
            from scipy import special as scipy_special

            own = getattr(scipy_special, name)
        return pointwise.give(own(x), out)

    return function_row(
        name,
        summary,
        real,
        *examples,
        complex_function=rejects_complex(name),
        wgsl=name,
        cost=40.0,
        ulp=8.0,
        **more,
    )


def _gamma(x, out=None):
    return pointwise.give(special.gamma(x), out)


GAMMA = function_row(
    "gamma",
    "Gamma function.",
    _gamma,
    Example("gamma([5 0.5])", "[24 1.772453850905516]"),
    complex_function=rejects_complex("gamma"),
    wgsl="gamma",
    cost=40.0,
    ulp=8.0,
).stating(Fact.COMPILED)
GAMMALN = _special("gammaln", "Logarithm of the gamma function.", Example("gammaln(10)", "12.80182748008147")).stating(Fact.COMPILED)
ERF = _special(
    "erf",
    "Error function.",
    Example("erf([0 Inf])", "[0 1]"),
    Example("erf(0.5)", "0.5204998778130465"),
    scalar=math.erf,
    range_rule=ranges.clipped(-1.0, 1.0),
).stating(Fact.COMPILED)
ERFC = _special(
    "erfc", "Complementary error function.", Example("erfc(0)", "1"), scalar=math.erfc, range_rule=ranges.clipped(0.0, 2.0)
).stating(Fact.COMPILED)
ERFCX = _special("erfcx", "Scaled complementary error function.", Example("erfcx(0)", "1"))
ERFINV = _special("erfinv", "Inverse error function.", Example("erfinv(1)", "Inf"))
ERFCINV = _special("erfcinv", "Inverse complementary error function.", Example("erfcinv(1)", "0"))


def _cbrt(x, out=None):
    return np.cbrt(x, out=out)


CBRT = function_row("cbrt", "Real cube root.", _cbrt, Example("cbrt([27 -8])", "[3 -2]"), complex_function=rejects_complex("cbrt"))


@builtin(
    "nthroot",
    "Y = nthroot(X, N)",
    summary="Real n-th root.",
    examples=(Example("nthroot(-27, 3)", "-3"), Example("nthroot([8 27], 3)", "[2 3]"), Example("nthroot([-8 16], [3 4])", "[-2 2]")),
    errors=(ErrorCase("nthroot(-4, 2)", "MATLAB:nthroot:NegXNotOddIntN"),),
    effect=Effect.NONE,
)
def nthroot(call, x, n):
    if type(n) is float and np.mod(n, 2) == 1 and type(x) is Tensor and not x.is_complex:
        return call.engine.elementwise(NTHROOT, (x, n))  # of any number
    base, order = as_array(x), as_array(n)
    if base.dtype.kind == "c" or order.dtype.kind == "c":
        raise call.error("Both X and N must be real.", "MATLAB:nthroot:ComplexInput")
    roots = call.engine.elementwise(NTHROOT, (x, n))  # sizes that do not match are its error
    if ((base < 0) & (np.mod(order, 2) != 1)).any():
        raise call.error("If X is negative, then N must be an odd integer.", "MATLAB:nthroot:NegXNotOddIntN")
    return roots


NTHROOT = Op("nthroot", 2, pointwise.nthroot, floats_only("nthroot"), float_class, "nthroot", cost=60.0, ulp=4.0, real=pointwise.nthroot)


@builtin(
    "factorial",
    "f = factorial(n)",
    summary="Product of the whole numbers from 1 to n.",
    examples=(Example("factorial([0 5])", "[1 120]"), Example("factorial(171)", "Inf")),
    errors=(ErrorCase("factorial(-1)", "MATLAB:factorial:NNegativeInt"),),
    effect=Effect.NONE,
)
def factorial(call, n):
    array = as_array(n)
    if array.dtype.kind == "c" or (array < 0).any() or (array != np.floor(array)).any():
        raise call.error("N must be an array of real non-negative integers.", "MATLAB:factorial:NNegativeInt")
    return call.engine.elementwise(FACTORIAL, (n,))


FACTORIAL = Op(
    "factorial",
    1,
    lambda x: _gamma(x + 1),
    lambda c: "double" if c in ("logical", "char") else c,
    compute_class,
    "rm_gamma_T({0} + 1.0R)",
    cost=40.0,
    ulp=8.0,
)


@builtin("sinc", "y = sinc(x)", summary="sin(pi*x)/(pi*x), 1 at zero.", examples=(Example("sinc([0 1])", "[1 0]"),), effect=Effect.NONE)
def sinc(call, x):
    return call.engine.elementwise(SINC, (x,))


def _sinc(x, out=None):
    return pointwise.give(np.where(x == 0, 1, pointwise.sinpi(x) / np.where(x == 0, 1, x * x.dtype.type(np.pi))).astype(x.dtype), out)


def _complex_sinc(z):
    angle = np.where(z == 0, 1, z * z.dtype.type(np.pi))
    return np.where(z == 0, 1, np.sin(angle) / angle).astype(z.dtype)


SINC = Op("sinc", 1, real_only(_sinc, _complex_sinc), floats_only("sinc"), float_class, "sinc", real=_sinc, cost=20.0, ulp=4.0)


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


REALSQRT = _refusing("realsqrt", SQRT_ROW, _negative, "Square root of non-negative real numbers.", Example("realsqrt(4)", "2")).stating(
    effect=Effect.NONE
)
REALLOG = _refusing("reallog", LOG, _negative, "Logarithm of non-negative real numbers.", Example("reallog(1)", "0")).stating(
    effect=Effect.NONE
)
