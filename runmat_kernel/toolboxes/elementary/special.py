"""Special functions: Bessel, Airy, incomplete gamma and beta, elliptic, Legendre, exponential integral."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import Builtin, ErrorCase, Example, builtin
from ...graph.shapes import expand
from ...values.convert import is_text, shape_of


def _numbers(value: Any) -> np.ndarray:
    if is_text(value):
        raise MatlabError("Inputs must be single or double, not text.", "MATLAB:invalidType")
    return arg.floating(value)


def _operands(*values: Any) -> list[np.ndarray]:
    """Float arrays of one rank that broadcast as MATLAB expands them."""
    arrays = [_numbers(v) for v in values]
    ndim = max(a.ndim for a in arrays)
    arrays = [arg.pad_dims(a, ndim) for a in arrays]
    shape = arrays[0].shape
    for other in arrays[1:]:
        shape = expand(shape, other.shape)
    return arrays


def _classed(result: np.ndarray, *values: Any) -> np.ndarray:
    result = arg.narrow(np.asarray(result))
    if arg.float_class(*values) is np.float32:
        return result.astype(np.complex64 if result.dtype.kind == "c" else np.float32)
    return result


def _bessel(name: str, scipy_name: str, summary: str, example: Example) -> Builtin:
    def function(call: Any, nu: Any, z: Any, scale: Any = None) -> Any:
        from scipy import special

        order, argument = _operands(nu, z)
        scaled = scale is not None and arg.scalar(scale) == 1
        ufunc = getattr(special, scipy_name + ("e" if scaled else ""))
        real = argument.dtype.kind != "c" and not (argument < 0).any()
        with np.errstate(all="ignore"):
            if real:
                result = ufunc(order, argument)
            else:
                result = ufunc(order, argument.astype(np.complex128))
                if scipy_name in ("yv", "kv"):  # infinite at zero, where SciPy's complex functions have no value
                    result = np.where(argument == 0, ufunc(order, 0.0), result)
                if argument.dtype.kind != "c":
                    whole = (order == np.floor(order)) | (argument >= 0)
                    entire = scipy_name in ("jv", "iv")
                    result = np.where(whole & entire, result.real, result)
        return _classed(result, nu, z)

    return Builtin(name, (f"J = {name}(nu, Z)", f"J = {name}(nu, Z, scale)"), summary, function, examples=(example,))


BESSELS = (
    _bessel("besselj", "jv", "Bessel function of the first kind.", Example("besselj(0,0)", "1")),
    _bessel("bessely", "yv", "Bessel function of the second kind.", Example("bessely(0,0)", "-Inf")),
    _bessel("besseli", "iv", "Modified Bessel function of the first kind.", Example("besseli(0,0)", "1")),
    _bessel("besselk", "kv", "Modified Bessel function of the second kind.", Example("besselk(0,0)", "Inf")),
)


@builtin(
    "besselh",
    "H = besselh(nu, Z)",
    "H = besselh(nu, K, Z)",
    "H = besselh(nu, K, Z, scale)",
    summary="Hankel function.",
    examples=(Example("abs(real(besselh(0,1))-besselj(0,1))<1e-15", "true"),),
    errors=(ErrorCase("besselh(0,3,1)", "MATLAB:besselh:InvalidK"),),
)
def besselh(call: Any, nu: Any, *rest: Any) -> Any:
    from scipy import special

    kind, z = (1, rest[0]) if len(rest) == 1 else (arg.integer(rest[0]), rest[1])
    if kind not in (1, 2):
        raise call.error("K must be 1 or 2.", "MATLAB:besselh:InvalidK")
    scaled = len(rest) == 3 and arg.scalar(rest[2]) == 1
    order, argument = _operands(nu, z)
    name = f"hankel{kind}" + ("e" if scaled else "")
    return _classed(getattr(special, name)(order, argument.astype(np.complex128)), nu, z)


@builtin(
    "airy",
    "W = airy(Z)",
    "W = airy(k, Z)",
    "W = airy(k, Z, scale)",
    summary="Airy functions Ai, Ai', Bi, Bi'.",
    examples=(Example("abs(airy(0)-0.355028053887817)<1e-14", "true"),),
    errors=(ErrorCase("airy(-1,0)", "MATLAB:airy:InvalidK"), ErrorCase("airy(0,'foo')", "MATLAB:invalidType")),
)
def airy(call: Any, first: Any, z: Any = None, scale: Any = None) -> Any:
    from scipy import special

    k, argument = (0, first) if z is None else (arg.integer(first), z)
    if k not in (0, 1, 2, 3):
        raise call.error("K must be 0, 1, 2, or 3.", "MATLAB:airy:InvalidK")
    array = _numbers(argument)
    scaled = scale is not None and arg.scalar(scale) == 1
    result = (special.airye if scaled else special.airy)(array)[k]
    return _classed(result, argument)


@builtin("beta", "B = beta(Z, W)", summary="Beta function.", examples=(Example("round(beta(2,3),12)", "round(1/12,12)"),))
def beta(call: Any, z: Any, w: Any) -> Any:
    from scipy import special

    return _classed(special.beta(*_operands(z, w)), z, w)


@builtin("betaln", "L = betaln(Z, W)", summary="Logarithm of the beta function.", examples=(Example("betaln(1,1)", "0"),))
def betaln(call: Any, z: Any, w: Any) -> Any:
    from scipy import special

    return _classed(special.betaln(*_operands(z, w)), z, w)


@builtin(
    "betainc",
    "I = betainc(X, Z, W)",
    "I = betainc(X, Z, W, tail)",
    summary="Regularised incomplete beta function.",
    examples=(Example("betainc(0.5,1,1)", "0.5"), Example("betainc(0.25,1,1,'upper')", "0.75")),
    errors=(ErrorCase("betainc(2,1,1)", "MATLAB:betainc:XoutOfRange"),),
)
def betainc(call: Any, x: Any, z: Any, w: Any, tail: Any = None) -> Any:
    from scipy import special

    a, b, c = _operands(x, z, w)
    if a.size and (np.nanmin(a) < 0 or np.nanmax(a) > 1):
        raise MatlabError("X must be in the interval [0,1].", "MATLAB:betainc:XoutOfRange")
    if (b < 0).any() or (c < 0).any():
        raise MatlabError("Z and W must be nonnegative.", "MATLAB:betainc:NonNegative")
    upper = arg.option(call, tail, "lower", "upper") == "upper"
    return _classed(special.betaincc(b, c, a) if upper else special.betainc(b, c, a), x, z, w)


@builtin(
    "betaincinv",
    "X = betaincinv(Y, Z, W)",
    "X = betaincinv(Y, Z, W, tail)",
    summary="Inverse of the regularised incomplete beta function.",
    examples=(
        Example("betaincinv(0.5,1,1)", "0.5"),
        Example("abs(betaincinv(0.1,1e-3,1,'upper')/0.9^1000 - 1) < 1e-12", "true"),
    ),
    errors=(ErrorCase("betaincinv(-0.1,1,1)", "MATLAB:betaincinv:YOutOfRange"),),
)
def betaincinv(call: Any, y: Any, z: Any, w: Any, tail: Any = None) -> Any:
    from scipy import special

    a, b, c = _operands(y, z, w)
    if (a < 0).any() or (a > 1).any():
        raise MatlabError("Y must be in the interval [0,1].", "MATLAB:betaincinv:YOutOfRange")
    upper = arg.option(call, tail, "lower", "upper") == "upper"
    return _classed(special.betainccinv(b, c, a) if upper else special.betaincinv(b, c, a), y, z, w)


def _gammainc_of_negative(special: Any, x: np.ndarray, a: np.ndarray, upper: bool) -> np.ndarray:
    """P(a, x) or Q(a, x) for x below zero, by Kummer's function: complex unless a is a whole number."""
    kummer = special.hyp1f1(a, a + 1, -x) / special.gamma(a + 1)
    whole = (a == np.floor(a)).all()
    power = x**a if whole else (x + 0j) ** a
    lower = power * kummer
    return 1 - lower if upper else lower


_MOST_TERMS = 300


def _has_short_tail(x: np.ndarray, a: np.ndarray) -> np.ndarray:
    return (a == np.floor(a)) & (a >= 1) & (a <= _MOST_TERMS) & (x > 0) & np.isfinite(x)


def _short_tail(x: np.ndarray, a: np.ndarray) -> np.ndarray:
    """Q times gamma(a+1) * exp(x) / x^a for whole a: a/x + a(a-1)/x^2 + ..., a positive terms, so that no digit is lost."""
    result = np.zeros(np.broadcast_shapes(x.shape, a.shape))
    for k in range(1, int(a.max()) + 1):
        result = np.where(k <= a, (1 + result) * (k / x), result)
    return result


def _upper_gammainc(special: Any, x: np.ndarray, a: np.ndarray) -> np.ndarray:
    """Q(a, x); by a sum for whole a up to x, where SciPy's loses digits."""
    result = special.gammaincc(a, x)
    short = _has_short_tail(x, a) & ((x >= a) | (a == 1))
    if not short.any():
        return result
    n, y = np.where(short, a, 1.0), np.where(short, x, 1.0)
    tail = _short_tail(y, n) * np.exp(-y) * (y**n / special.gamma(n + 1))
    tail = np.where(n == 1, np.exp(-y), tail)
    return np.where(short & np.isfinite(tail) & (tail > 0), tail, result)


def _scaled_gammainc(special: Any, x: np.ndarray, a: np.ndarray, upper: bool) -> np.ndarray:
    """P or Q times gamma(a+1) * exp(x) / x^a, without overflow of the factors: Kummer's series M(1, a+1, x) is the lower one."""
    bounded = np.isfinite(x) & np.isfinite(a)
    lower = special.hyp1f1(1.0, np.where(bounded, a, 1.0) + 1, np.where(bounded, x, 1.0))
    lower = np.where(np.isposinf(x) & np.isfinite(a), np.inf, np.where(np.isposinf(a), 1.0, lower))
    if not upper:
        return lower
    factor, share = np.exp(special.gammaln(a + 1) + x - a * np.log(x)), special.gammaincc(a, x)
    tail = a * special.hyperu(1.0, 1 + np.where(bounded, a, 1.0), np.where(bounded & (x > 0), x, 1.0))
    scaled = np.where((share > 0) & np.isfinite(factor), factor * share, tail)
    scaled = np.where(np.isposinf(x) & np.isfinite(a), 0.0, np.where(np.isposinf(a), np.inf, scaled))
    short = _has_short_tail(x, a)
    if short.any():
        scaled = np.where(short, _short_tail(np.where(short, x, 1.0), np.where(short, a, 1.0)), scaled)
    return np.where(a == 0, 0.0, np.where(x == 0, np.inf, scaled))


@builtin(
    "gammainc",
    "Y = gammainc(X, A)",
    "Y = gammainc(X, A, type)",
    summary="Regularised incomplete gamma function.",
    examples=(
        Example("gammainc(0,1)", "0"),
        Example("round(gammainc(1,1),12)", "round(1-exp(-1),12)"),
        Example("gammainc(0,1,'upper')", "1"),
        Example("gammainc([1 2 30],1,'upper')", "exp(-[1 2 30])"),
        Example("abs(gammainc(60,6,'upper')/6.18022358081160257e-20 - 1) < 1e-14", "true"),
        Example("gammainc([1 2 4],1,'scaledupper')", "[1 0.5 0.25]"),
    ),
    errors=(
        ErrorCase("gammainc(1,2,'uper')", "MATLAB:gammainc:unknownOption"),
        ErrorCase("gammainc(1,-1)", "MATLAB:gammainc:NonNegativeA"),
    ),
)
def gammainc(call: Any, x: Any, a: Any, tail: Any = None) -> Any:
    from scipy import special

    argument, shape = _operands(x, a)
    word = arg.option(call, tail, "lower", "upper", "scaledlower", "scaledupper", default="lower")
    if (shape < 0).any():
        raise MatlabError("A must be nonnegative.", "MATLAB:gammainc:NonNegativeA")
    with np.errstate(all="ignore"):
        upper = word.endswith("upper")
        result = _upper_gammainc(special, argument, shape) if upper else special.gammainc(shape, argument)
        result = np.where(shape == 0, 0.0 if upper else 1.0, result)
        negative = (argument < 0) & (shape > 0)
        if negative.any():
            result = np.where(negative, _gammainc_of_negative(special, argument, shape, upper), result)
        if word.startswith("scaled"):
            scaled = _scaled_gammainc(special, argument, shape, upper)
            result = (
                np.where(negative, result * special.gamma(shape + 1) * np.exp(argument) / (argument + 0j) ** shape, scaled)
                if negative.any()
                else scaled
            )
    return _classed(result, x, a)


@builtin(
    "gammaincinv",
    "X = gammaincinv(Y, A)",
    "X = gammaincinv(Y, A, type)",
    summary="Inverse of the regularised incomplete gamma function.",
    examples=(Example("gammaincinv(0,1)", "0"), Example("gammaincinv(1e-16,1)", "1e-16")),
    errors=(ErrorCase("gammaincinv(1.1,1)", "MATLAB:gammaincinv:YOutOfRange"),),
)
def gammaincinv(call: Any, y: Any, a: Any, tail: Any = None) -> Any:
    from scipy import special

    argument, shape = _operands(y, a)
    if (argument < 0).any() or (argument > 1).any():
        raise MatlabError("Y must be in the interval [0,1].", "MATLAB:gammaincinv:YOutOfRange")
    upper = arg.option(call, tail, "lower", "upper") == "upper"
    with np.errstate(divide="ignore"):
        result = special.gammainccinv(shape, argument) if upper else special.gammaincinv(shape, argument)
        exponential = -np.log(argument) if upper else -np.log1p(-argument)
    return _classed(np.where(shape == 1, exponential, result), y, a)


@builtin(
    "expint",
    "Y = expint(X)",
    summary="Exponential integral E1.",
    examples=(
        Example("expint(0)", "Inf"),
        Example("real(expint([Inf -1 NaN])) == [0 real(expint(-1)) NaN]", "[true true false]"),
        Example("abs(expint(1)-0.219383934395520)<1e-14", "true"),
    ),
)
def expint(call: Any, x: Any) -> Any:
    from scipy import special

    array = arg.floating(x)
    if array.dtype.kind == "c" or (array < 0).any():
        result = special.exp1(array.astype(np.complex128))
        result = np.where(
            (array.imag == 0) & (array.real < 0), np.where(np.isneginf(array.real), -np.inf, result.real) - 1j * np.pi, result
        )
        result[np.isnan(array)] = np.nan
        result[np.isposinf(array.real)] = 0
        return _classed(result, x)
    return _classed(special.exp1(array), x)


@builtin(
    "psi",
    "Y = psi(X)",
    "Y = psi(k, X)",
    summary="Digamma and polygamma functions.",
    examples=(Example("abs(psi(1)+0.577215664901533)<1e-14", "true"),),
)
def psi(call: Any, first: Any, x: Any = None) -> Any:
    from scipy import special

    if x is None:
        return _classed(special.psi(arg.floating(first)), first)
    return _classed(special.polygamma(arg.integer(first), arg.floating(x)), x)


@builtin(
    "ellipke",
    "[K, E] = ellipke(M)",
    "[K, E] = ellipke(M, tol)",
    summary="Complete elliptic integrals.",
    examples=(Example("[K,E] = ellipke(0)", "{pi/2,pi/2}"), Example("ellipke(1)", "Inf")),
)
def ellipke(call: Any, m: Any, tol: Any = None) -> Any:
    from scipy import special

    array = arg.floating(m)
    if array.size and (array > 1).any():
        raise MatlabError("Input M must be less than or equal to 1.", "MATLAB:ellipke:MOutOfRange")
    return _classed(special.ellipk(array), m), _classed(special.ellipe(array), m)


@builtin(
    "ellipj",
    "[SN, CN, DN] = ellipj(U, M)",
    "[SN, CN, DN] = ellipj(U, M, tol)",
    summary="Jacobi elliptic functions.",
    examples=(Example("[s,c,d] = ellipj(0,0.5)", "{0,1,1}"),),
)
def ellipj(call: Any, u: Any, m: Any, tol: Any = None) -> Any:
    from scipy import special

    return tuple(_classed(v, u, m) for v in special.ellipj(*_operands(u, m))[:3])


LONG_DEGREE = 50
"""Beyond this degree factorials of twice as much come near to overflow, and orders are computed by recurrence."""


def _legendre_order(degree: int, m: int, x: np.ndarray, word: str) -> np.ndarray:
    """One order by recurrence over degrees, normalized at each step, so that only results that are too large overflow."""
    sine, steps = np.sqrt((1 - x) * (1 + x)), np.arange(1.0, m + 1)
    with np.errstate(all="ignore"):
        if word == "unnorm":
            seed = (-1) ** m * np.prod(np.multiply.outer(2 * steps - 1, sine), axis=0)
        else:
            seed = np.sqrt(0.5) * np.prod(np.multiply.outer(np.sqrt((2 * steps + 1) / (2 * steps)), sine), axis=0)
        before, here = np.zeros_like(x), np.ones_like(x)
        for n in range(m + 1, degree + 1):
            if word == "unnorm":
                before, here = here, ((2 * n - 1) * x * here - (n + m - 1) * before) / (n - m)
            else:
                a, b = np.sqrt((4 * n * n - 1) / (n * n - m * m)), np.sqrt(((n - 1) ** 2 - m * m) / (4 * (n - 1) ** 2 - 1))
                before, here = here, a * (x * here - b * before)
        row = np.where(seed == 0, 0.0, seed * here)
    return row * np.sqrt((2.0 if m else 1.0) / (degree + 0.5)) if word == "sch" else row


@builtin(
    "legendre",
    "P = legendre(n, X)",
    "P = legendre(n, X, normalization)",
    summary="Associated Legendre functions of degree n, orders 0 to n.",
    examples=(Example("legendre(1,0)", "[0;-1]"), Example("round(legendre(2,[0 1]),12)", "[-0.5 1;0 0;3 0]")),
    errors=(
        ErrorCase("legendre(1,[0 2])", "MATLAB:legendre:XOutOfRange"),
        ErrorCase("legendre(1,0,'no')", "MATLAB:legendre:unknownOption"),
    ),
)
def legendre(call: Any, n: Any, x: Any, normalization: Any = None) -> Any:
    from scipy import special

    degree, array = arg.integer(n), arg.floating(x)
    if degree < 0 or array.dtype.kind == "c" or (np.abs(array) > 1).any():
        raise MatlabError("The degree must be a nonnegative integer, and X real and in the range [-1,1].", "MATLAB:legendre:XOutOfRange")
    points = array.ravel(order="F")
    word = arg.option(call, normalization, "unnorm", "sch", "norm", default="unnorm")
    rows = []
    for m in range(degree + 1):
        if degree > LONG_DEGREE:
            rows.append(_legendre_order(degree, m, points, word))
            continue
        p = special.lpmv(m, degree, points)
        if word == "sch":
            p = p * (-1) ** m * (np.sqrt(2 * special.factorial(degree - m) / special.factorial(degree + m)) if m else 1)
        elif word == "norm":
            p = p * (-1) ** m * np.sqrt((degree + 0.5) * special.factorial(degree - m) / special.factorial(degree + m))
        rows.append(p)
    result = np.stack(rows) + 0.0
    shape = shape_of(x)
    return result if arg.is_vector(shape) else result.reshape((degree + 1, *shape), order="F")


def _elementwise(name: str, formula: Any, summary: str, *examples: Example) -> Builtin:
    def function(call: Any, x: Any) -> Any:
        from scipy import special

        return _classed(formula(special, arg.floating(x)), x)

    return Builtin(name, (f"Y = {name}(X)",), summary, function, examples=examples)


_EULER = np.longdouble("0.577215664901532860606512090082402431")


def _cosine_integral(special: Any, x: np.ndarray) -> np.ndarray:
    """Ci on the principal branch: negative numbers have the imaginary part pi."""
    if x.dtype.kind == "c":
        return np.where(x == 0, -np.inf, special.sici(x)[1])
    size = np.abs(x)
    result = np.where((size > 0) & (size <= 6), _cosine_series(np.minimum(size, 6)), special.sici(size)[1])
    return result + np.where(x < 0, 1j * np.pi, 0) if (x < 0).any() else result


def _cosine_series(x: np.ndarray) -> np.ndarray:
    """Ci(x) of numbers to 6 as a power series in long doubles: near its zeros SciPy's loses digits."""
    wide = np.asarray(x, np.longdouble)
    total, term = _EULER + np.log(wide), np.ones_like(wide)
    for k in range(1, 20):
        term = term * -wide * wide / (2 * k * (2 * k - 1))
        total = total + term / (2 * k)
    return total.astype(np.float64)


INTEGRALS = (
    _elementwise("sinint", lambda s, x: s.sici(x)[0], "Sine integral.", Example("sinint(0)", "0")),
    _elementwise("cosint", _cosine_integral, "Cosine integral.", Example("cosint(0)", "-Inf"), Example("cosint(complex(0))", "-Inf"), Example("abs(cosint(pi)/0.0736679120464254860 - 1) < 4e-15", "true")),
    _elementwise("dawson", lambda s, x: s.dawsn(x), "Dawson's integral.", Example("dawson(0)", "0")),
    _elementwise("lambertw", lambda s, x: s.lambertw(x), "Lambert W function, main branch.", Example("lambertw(0)", "0")),
    _elementwise("zeta", lambda s, x: s.zeta(x), "Riemann's zeta function.", Example("abs(zeta(2)-pi^2/6)<1e-14", "true")),
)
