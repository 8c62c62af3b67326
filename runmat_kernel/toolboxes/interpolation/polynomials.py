"""Polynomials as coefficient vectors, highest power first, and piecewise polynomials."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.cores import on_one_core
from ...builtins.formula import Formula
from ...builtins.spec import Effect, ErrorCase, Example, builtin
from ...values.classes import FLOAT_CLASSES
from ...values.containers import StructArray
from ...values.convert import as_array, numel_of, shape_of, to_value
from ..arrays.intervals import places_among
from ..elementary import windows
from ..elementary.filter_loops import linear_filter
from ..linalg.products import least_squares
from .device_fits import fitted
from .device_lines import piecewise


def _powers(x: np.ndarray, count: int) -> np.ndarray:
    """The Vandermonde matrix with the highest power first, in the class of ``x``."""
    powers = np.ones((x.size, count), x.dtype)
    for i in range(count - 2, -1, -1):
        powers[:, i] = powers[:, i + 1] * x
    return powers


@builtin(
    "polyfit",
    "p = polyfit(x, y, n)",
    "[p, S] = polyfit(x, y, n)",
    "[p, S, mu] = polyfit(x, y, n)",
    summary="Least-squares polynomial of degree n.",
    examples=(
        Example("round(polyfit([0 1 2],[1 3 5],1),10)", "[2 1]"),
        Example("round(polyfit(0:3,[0 1 4 9],2),8)", "[1 0 0]"),
        Example("warning off; polyfit(1,2,1)", "[2 0]"),
        Example("polyfit([1 2 3],[1 NaN 3],1)", "[NaN NaN]"),
        Example("round(polyfit(single([0 1 2]),[1 3 5],1),4)", "single([2 1])"),
        Example("[~,S] = polyfit(1:4,[1 3 2 4],1); round(S.rsquared,12)", "0.64"),
    ),
    errors=(ErrorCase("polyfit([1 2],[1 2 3],1)", "MATLAB:polyfit:XYSizeMismatch"),),
)
@on_one_core
def polyfit(call: Any, x: Any, y: Any, n: Any) -> Any:
    from scipy import linalg

    if numel_of(x) != numel_of(y):
        raise MatlabError("X and Y vectors must be the same size.", "MATLAB:polyfit:XYSizeMismatch")
    if (polynomial := fitted(call, x, y, arg.integer(n))) is not None:
        return polynomial
    (xs, ys), degree = arg.same_precision(arg.flat(x), arg.flat(y)), arg.integer(n)
    if degree < 0:
        raise MatlabError("N must be a nonnegative integer.", "MATLAB:polyfit:InvalidDegree")
    mu = None
    if call.nargout > 2:
        mu = np.array([[xs.mean()], [xs.std(ddof=1)]])
        xs = (xs - mu[0, 0]) / mu[1, 0]
    vandermonde = _powers(xs, degree + 1)
    # Infinite and missing data make infinite and missing coefficients, as in MATLAB.
    q, r = linalg.qr(vandermonde, mode="economic", check_finite=False)
    if r.shape[0] < r.shape[1] or (np.diagonal(r) == 0).any():
        p = least_squares(call, r, (q.conj().T @ ys)[:, None])[:, 0]
    else:
        p = linalg.solve_triangular(r, q.conj().T @ ys, check_finite=False)
    _warn_of_condition(call, r)
    freedom = max(0, len(ys) - degree - 1)
    structure = None
    if call.nargout > 1:
        rest = np.linalg.norm(ys - vandermonde @ p)
        with np.errstate(divide="ignore", invalid="ignore"):
            explained = 1 - np.square(rest / np.linalg.norm(ys - ys.mean()))
        structure = {"R": r, "df": float(freedom), "normr": np.asarray(rest), "rsquared": np.asarray(explained)}
    return p.reshape(1, -1), structure, mu


def _warn_of_condition(call: Any, r: np.ndarray) -> None:
    """Warn where the triangular factor of a fit is singular or nearly so."""
    if r.shape[0] < r.shape[1]:
        call.warning("Polynomial is not unique; degree >= number of data points.", "MATLAB:polyfit:PolyNotUnique")
    elif np.isfinite(r).all() and np.linalg.cond(r) > 1e10:
        text = "Polynomial is badly conditioned. Add points with distinct X values, reduce the degree of the polynomial, or try centering and scaling as described in HELP POLYFIT."
        call.warning(text, "MATLAB:polyfit:RepeatedPointsOrRescale")


@builtin(
    "polyval",
    "y = polyval(p, x)",
    "y = polyval(p, x, [], mu)",
    "[y, delta] = polyval(p, x, S, ...)",
    summary="Value of a polynomial.",
    examples=(Example("polyval([1 2 3],2)", "11"), Example("polyval([1 0],[1 2;3 4])", "[1 2;3 4]"), Example("polyval([],3)", "0")),
    errors=(
        ErrorCase("polyval(ones(2),1)", "MATLAB:polyval:InvalidP"),
        ErrorCase("[y,d] = polyval(1,1)", "MATLAB:polyval:RequiresS"),
        ErrorCase("polyval(1,1,[],0)", "MATLAB:polyval:InvalidMu"),
    ),
    effect=Effect.NONE,
)
def polyval(call: Any, p: Any, x: Any, structure: Any = None, mu: Any = None) -> Any:
    if not (arg.is_vector(shape_of(p)) or numel_of(p) == 0):
        raise MatlabError("P must be a vector.", "MATLAB:polyval:InvalidP")
    if call.nargout < 2 and mu is None and call.engine.prefers_device(x) and x.matlab_class in FLOAT_CLASSES and numel_of(p) > 1:
        return _horner(Formula(call, x), arg.flat(p)).value
    coefficients, points = arg.same_precision(arg.flat(p), arg.floating(x))
    if mu is not None:
        m = arg.flat(mu)
        if len(m) < 2:
            raise call.error("MU must be a vector of two elements, the mean and the standard deviation.", "MATLAB:polyval:InvalidMu")
        points = (points - m[0]) / m[1]
    y = np.zeros(points.shape, np.result_type(points.dtype, coefficients.dtype))
    with np.errstate(all="ignore"):
        for i, c in enumerate(coefficients):
            y = y * points + c if i else np.full_like(y, c)
    if call.nargout < 2:
        return arg.narrow(y)
    if type(structure) is not StructArray or numel_of(structure) != 1:
        raise call.error("S is required to estimate errors.", "MATLAB:polyval:RequiresS")
    return arg.narrow(y), _deviations(structure.array[0, 0], points, len(coefficients))


def _deviations(fit: dict[str, Any], points: np.ndarray, count: int) -> np.ndarray:
    """Standard errors of predictions at points, by the structure that ``polyfit`` gives."""
    e = np.linalg.solve(arg.square(fit["R"]).T, _powers(points.ravel(order="F"), count).T)
    delta = np.sqrt(1 + (np.abs(e) ** 2).sum(axis=0)) * arg.scalar(fit["normr"]) / np.sqrt(arg.scalar(fit["df"]))
    return delta.reshape(points.shape, order="F")


def _horner(x: Formula, coefficients: np.ndarray) -> Formula:
    y: Formula | Any = x.of(coefficients[0])
    for c in coefficients[1:]:
        y = y * x + c
    return y


@builtin(
    "polyvalm",
    "Y = polyvalm(p, X)",
    summary="Value of a polynomial of a square matrix.",
    examples=(Example("polyvalm([1 0 1],[1 1;0 1])", "[2 2;0 2]"),),
)
def polyvalm(call: Any, p: Any, x: Any) -> Any:
    coefficients, matrix = arg.same_precision(arg.flat(p), arg.square(x))
    y = np.zeros_like(matrix)
    for c in coefficients:
        y = y @ matrix + c * np.eye(len(matrix), dtype=matrix.dtype)
    return y


@builtin(
    "roots",
    "r = roots(p)",
    summary="Roots of a polynomial.",
    examples=(
        Example("round(roots([1 -3 2]),10)", "[2;1]"),
        Example("roots([0 0])", "[]"),
        Example("roots([1 0 0])", "[0;0]"),
        Example("size(roots(5))", "[0 1]"),
    ),
    errors=(ErrorCase("roots([1 Inf])", "MATLAB:roots:NonFiniteInput"),),
)
@on_one_core
def roots(call: Any, p: Any) -> Any:
    c = arg.flat(p)
    if not (arg.is_vector(shape_of(p)) or not c.size):
        raise MatlabError("Input must be a vector.", "MATLAB:roots:NonVectorInput")
    if not np.isfinite(c).all():
        raise MatlabError("Input to ROOTS must not contain NaN or Inf.", "MATLAB:roots:NonFiniteInput")
    nonzero = np.flatnonzero(c)
    if not nonzero.size:
        return np.zeros((0, 0))
    zeros = len(c) - 1 - nonzero[-1]
    c = c[nonzero[0] : nonzero[-1] + 1]
    while len(c) > 1 and not np.isfinite(c[1:] / c[0]).all():
        c = c[1:]
    if len(c) > 1:
        companion = np.diag(np.ones(len(c) - 2, c.dtype), -1)
        companion[0] = -c[1:] / c[0]
        result = np.linalg.eigvals(companion)
    else:
        result = np.zeros(0, c.dtype)
    result = np.concatenate([result, np.zeros(zeros, c.dtype)])
    return arg.narrow(result).reshape(-1, 1)


@builtin(
    "conv",
    "w = conv(u, v)",
    "w = conv(u, v, shape)",
    summary="Convolution of vectors, product of polynomials.",
    examples=(
        Example("conv([1 2],[1 3])", "[1 5 6]"),
        Example("conv([1;2;3],[1 1])", "[1;3;5;3]"),
        Example("size(conv(ones(3,1),ones(1,3)))", "[1 5]"),
        Example("conv([1 2 3],[1 1 1],'same')", "[3 6 5]"),
        Example("conv([1 2 3],[1 1],'valid')", "[3 5]"),
    ),
    errors=(
        ErrorCase("conv(ones(2),1)", "MATLAB:conv:AorBNotVector", "A and B must be vectors."),
        ErrorCase("conv([1 2],[1 3],'sam')", "MATLAB:conv:unknownOption"),
    ),
    effect=Effect.NONE,
)
def conv(call: Any, u: Any, v: Any, shape: Any = None) -> Any:
    if not (arg.is_vector(shape_of(u)) and arg.is_vector(shape_of(v))):
        raise MatlabError("A and B must be vectors.", "MATLAB:conv:AorBNotVector")
    kind = arg.option(call, shape, "full", "same", "valid", default="full")
    # The longer one says whether a full result is a row or a column, of two equally long ones the second.
    longer, shorter = (u, v) if kind != "full" or numel_of(u) > numel_of(v) else (v, u)
    if numel_of(longer) >= numel_of(shorter) and (deferred := windows.convolution(call, longer, shorter, kind, False)) is not None:
        return deferred
    a, b = arg.same_precision(arg.flat(u), arg.flat(v))
    full = convolved(a, b)
    if kind == "same":
        start = int(np.ceil((len(b) - 1) / 2)) if len(b) else 0
        return oriented_like(full[start : start + len(a)], u)
    if kind == "valid":
        return oriented_like(full[len(b) - 1 : len(a)] if len(a) >= len(b) else full[:0], u)
    return full.reshape((1, -1) if shape_of(longer)[0] == 1 else (-1, 1))


def convolved(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Full convolution; by FFT-free direct sums, as exact as MATLAB's."""
    if not (a.size and b.size):
        return np.zeros(max(len(a) + len(b) - 1, 0), a.dtype)
    if min(len(a), len(b)) > 2000:
        from scipy.signal import oaconvolve

        return oaconvolve(a, b)
    return np.convolve(a, b)


def oriented_like(vector: np.ndarray, template: Any) -> np.ndarray:
    """A column when the template is a column of more than one row, else a row."""
    return arg.oriented(vector, template)


@builtin(
    "deconv",
    "[q, r] = deconv(u, v)",
    summary="Division of polynomials.",
    examples=(Example("[q,r] = deconv([1 5 6],[1 2])", "{[1 3],[0 0 0]}"), Example("deconv(single([1 5 6]),[1 2])", "single([1 3])")),
    errors=(ErrorCase("deconv(1,0)", "MATLAB:deconv:ZeroCoef1"), ErrorCase("deconv([3 6],[1 2;3 4])", "MATLAB:deconv:YorHNotVector")),
)
def deconv(call: Any, u: Any, v: Any) -> Any:
    if not (arg.is_vector(shape_of(u)) and arg.is_vector(shape_of(v))):
        raise MatlabError("Y and H must be vectors.", "MATLAB:deconv:YorHNotVector")
    a, b = arg.same_precision(arg.flat(u), arg.flat(v))
    if not (a.size and b.size):
        raise MatlabError("Y and H must be vectors.", "MATLAB:deconv:YorHNotVector")
    if b[0] == 0:
        raise MatlabError("First coefficient of the second input must be non-zero.", "MATLAB:deconv:ZeroCoef1")
    if len(b) > len(a):
        return np.zeros((1, 1), a.dtype), oriented_like(a, u)
    impulse = np.zeros(len(a) - len(b) + 1, a.dtype)
    impulse[0] = 1
    q = linear_filter(a, b, impulse)
    return oriented_like(q, u), oriented_like(a - np.convolve(b, q), u)


def _derived(p: np.ndarray) -> np.ndarray:
    d = p[:-1] * np.arange(len(p) - 1, 0, -1, p.real.dtype)
    return _stripped(d)


def _stripped(p: np.ndarray) -> np.ndarray:
    nonzero = np.flatnonzero(p)
    return p[nonzero[0] :] if nonzero.size else np.zeros(1, p.dtype)


@builtin(
    "polyder",
    "k = polyder(p)",
    "k = polyder(a, b)",
    "[q, d] = polyder(b, a)",
    summary="Derivative of a polynomial, product or quotient.",
    examples=(
        Example("polyder([1 2 3])", "[2 2]"),
        Example("polyder(5)", "0"),
        Example("polyder([1 0],[1 0])", "[2 0]"),
        Example("polyder(single([1 2 3]))", "single([2 2])"),
    ),
    errors=(ErrorCase("polyder([1 2;3 4])", "MATLAB:polyder:InvalidInput"), ErrorCase("polyder(1,[])", "MATLAB:conv:AorBNotVector")),
    effect=Effect.NONE,
)
def polyder(call: Any, a: Any, b: Any = None) -> Any:
    for polynomial in (a,) if b is None else (a, b):
        if not arg.is_vector(shape_of(polynomial)) and numel_of(polynomial):
            raise MatlabError("Polynomials must be vectors.", "MATLAB:polyder:InvalidInput")
    u = arg.flat(a)
    if b is None:
        return _derived(u).reshape(1, -1)
    if not (numel_of(a) and numel_of(b)):
        raise MatlabError("A and B must be vectors.", "MATLAB:conv:AorBNotVector")
    u, v = arg.same_precision(u, arg.flat(b))
    if call.nargout < 2:
        return _derived(np.convolve(u, v)).reshape(1, -1)
    top = np.polysub(np.convolve(_derived(u), v), np.convolve(u, _derived(v)))
    return _stripped(top).reshape(1, -1), _stripped(np.convolve(v, v)).reshape(1, -1)


@builtin(
    "polyint",
    "q = polyint(p)",
    "q = polyint(p, k)",
    summary="Integral of a polynomial.",
    examples=(
        Example("polyint([2 2])", "[1 2 0]"),
        Example("polyint([2 2],5)", "[1 2 5]"),
        Example("polyint(single([2 2]))", "single([1 2 0])"),
    ),
    errors=(ErrorCase("polyint(1,[])", "MATLAB:polyint:ConstantNotScalar"),),
    effect=Effect.NONE,
)
def polyint(call: Any, p: Any, k: Any = 0.0) -> Any:
    c = arg.flat(p)
    constant = arg.flat(k)
    if len(constant) != 1:
        raise call.error("The constant of integration must be a scalar.", "MATLAB:polyint:ConstantNotScalar")
    integral = np.concatenate(arg.same_precision(c / np.arange(len(c), 0, -1, c.real.dtype), constant))
    return integral.reshape(1, -1)


@builtin(
    "residue",
    "[r, p, k] = residue(b, a)",
    "[b, a] = residue(r, p, k)",
    summary="Partial fractions.",
    examples=(
        Example("[r,p,k] = residue([1],[1 3 2]); round(r,8)", "[-1;1]"),
        Example("[b,a] = residue([-1;1],[-2;-1],[])", "{[0 1],[1 3 2]}"),
    ),
)
def residue(call: Any, b: Any, a: Any, k: Any = None) -> Any:
    from scipy import signal

    if not numel_of(b):
        raise call.error("The numerator must not be empty.", "MATLAB:residue:EmptyNumerator")
    if k is not None:
        if numel_of(b) != numel_of(a):
            raise call.error("There must be as many poles as residues.", "MATLAB:residue:SizeMismatch")
        top, bottom = signal.invres(arg.flat(b), arg.flat(a), arg.flat(k))
        top = np.concatenate([np.zeros(max(len(bottom) - 1 - len(top), 0)), top])
        return arg.narrow(top).reshape(1, -1), arg.narrow(bottom).reshape(1, -1)
    if not numel_of(a):
        raise call.error("The denominator must not be empty.", "MATLAB:residue:EmptyDenominator")
    r, p, direct = signal.residue(arg.flat(b), arg.flat(a))
    if np.float32 in (arg.float_class(b, a),):
        r, p, direct = arg.same_precision(r, p, direct.astype(np.float32))
    order = np.lexsort((np.arange(len(p)), -np.round(np.abs(p), 12)))
    direct = direct.reshape(1, -1) if np.any(direct) else np.zeros((0, 0))
    return arg.narrow(r[order])[:, None], arg.narrow(p[order])[:, None], direct


def make_pp(breaks: np.ndarray, coefficients: np.ndarray, dim: tuple[int, ...] = (1,)) -> StructArray:
    """The struct of a piecewise polynomial: coefficients are pieces by order, highest power first."""
    return to_value(
        {
            "form": "pp",
            "breaks": breaks.reshape(1, -1),
            "coefs": coefficients,
            "pieces": float(len(breaks) - 1),
            "order": float(coefficients.shape[1]),
            "dim": np.array([dim], np.float64),
        }
    )


@builtin(
    "mkpp",
    "pp = mkpp(breaks, coefs)",
    "pp = mkpp(breaks, coefs, d)",
    summary="A piecewise polynomial from breaks and coefficients.",
    examples=(Example("ppval(mkpp([0 1 2],[1 0;0 5]),[0.5 1.5])", "[0.5 5]"),),
    errors=(ErrorCase("mkpp([0 1 2],[1 2 3])", "MATLAB:mkpp:PPNumberMismatchCoeffs"), ErrorCase("mkpp([],2)", "MATLAB:mkpp:InvalidBreaks")),
)
def mkpp(call: Any, breaks: Any, coefs: Any, d: Any = 1.0) -> Any:
    borders, dim = arg.flat(breaks), arg.read_size((d,)) if numel_of(d) > 1 else (arg.integer(d),)
    pieces = (len(borders) - 1) * int(np.prod(dim))
    if len(borders) < 2:
        raise call.error("There must be at least two breaks.", "MATLAB:mkpp:InvalidBreaks")
    if pieces < 1 or numel_of(coefs) % pieces:
        raise call.error(
            f"The requested number of polynomial pieces, {len(borders) - 1}, is incompatible with the proposed size, [{' '.join(map(str, dim))}], "
            f"of a coefficient and the number, {numel_of(coefs)}, of scalar coefficients provided.",
            "MATLAB:mkpp:PPNumberMismatchCoeffs",
        )
    return make_pp(borders, arg.floating(coefs).reshape(pieces, -1, order="F"), dim)


def _fields(pp: Any) -> dict[str, Any]:
    if type(pp) is not StructArray or "coefs" not in pp.fields:
        raise MatlabError("The input array does not seem to describe a pp function.", "MATLAB:unmkpp:NotPP")
    return pp.array[0, 0]


@builtin(
    "unmkpp",
    "[breaks, coefs, L, order, dim] = unmkpp(pp)",
    summary="The parts of a piecewise polynomial.",
    examples=(Example("[b,c] = unmkpp(mkpp([0 1],[2 3]))", "{[0 1],[2 3]}"),),
)
def unmkpp(call: Any, pp: Any) -> Any:
    f = _fields(pp)
    return f["breaks"], f["coefs"], f["pieces"], f["order"], f["dim"]


def evaluate_pp(pp: Any, x: np.ndarray) -> np.ndarray:
    """Values at points (1-D): shape dim + (number of points,)."""
    f = _fields(pp)
    breaks, coefs = arg.flat(f["breaks"]), arg.floating(f["coefs"])
    dim = tuple(int(n) for n in as_array(f["dim"]).ravel())
    each, pieces = int(np.prod(dim)), len(breaks) - 1
    place = np.clip(places_among(breaks, x) - 1, 0, pieces - 1)
    local = x - breaks[place]
    table = coefs.reshape(each, pieces, coefs.shape[1], order="F")
    y = table[:, place, 0]
    for k in range(1, coefs.shape[1]):
        y = y * local + table[:, place, k]
    return np.where(np.isnan(x), np.nan, y).reshape((*dim, len(x)), order="F")


@builtin(
    "ppval",
    "v = ppval(pp, xq)",
    summary="Values of a piecewise polynomial.",
    examples=(Example("ppval(mkpp([0 2],[1 0 0]),[1 2])", "[1 4]"),),
)
def ppval(call: Any, pp: Any, x: Any) -> Any:
    if not isinstance(pp, StructArray):
        pp, x = x, pp
    fields = _fields(pp)
    if numel_of(fields["dim"]) == arg.flat(fields["dim"]).prod() == 1:
        large = piecewise(call, x, arg.flat(fields["breaks"]), arg.floating(fields["coefs"]).T)
        if large is not None:
            return large
    points = arg.floating(x)
    y = arg.single_like(evaluate_pp(pp, points.ravel(order="F")), x)
    if y.shape[0] == 1 and y.ndim == 2:
        return y.reshape(points.shape, order="F")
    shape = y.shape[:-1] + ((points.size,) if arg.is_vector(points.shape) else points.shape)
    return y.reshape(shape, order="F")


@builtin(
    "polyeig",
    "e = polyeig(A0, A1, ..., Ap)",
    "[X, e] = polyeig(A0, A1, ..., Ap)",
    summary="Polynomial eigenvalues.",
    examples=(Example("polyeig(-2,1)", "2"),),
)
@on_one_core
def polyeig(call: Any, *matrices: Any) -> Any:
    from scipy import linalg

    parts = [arg.square(m) for m in matrices]
    n, p = len(parts[0]), len(parts) - 1
    if p == 0:
        values, vectors = np.linalg.eig(parts[0])
    else:
        a, b = np.eye(n * p, dtype=parts[0].dtype), np.diag(np.ones(n * (p - 1)), -n) if p > 1 else np.zeros((n, n))
        a[:n, :n] = parts[0]
        b = b.astype(np.result_type(*(m.dtype for m in parts)))
        for k in range(p):
            b[:n, n * k : n * (k + 1)] = -parts[k + 1]
        values, vectors = linalg.eig(a, b)
    values = arg.narrow(values)
    if call.nargout < 2:
        return values[:, None]
    vectors = vectors[:n] / np.linalg.norm(vectors[:n], axis=0)
    return arg.narrow(vectors), values[:, None]


_MOST_PADE = 512
"""The highest order of a Pade approximation: the first coefficients of higher ones are no doubles."""


@builtin(
    "padecoef",
    "[num, den] = padecoef(T)",
    "[num, den] = padecoef(T, N)",
    summary="Coefficients of the Padé approximation of a delay of T seconds.",
    examples=(Example("[n, d] = padecoef(1)", "{[-1 2], [1 2]}"), Example("[n, d] = padecoef(2, 2)", "{[4 -12 12], [4 12 12]}")),
    errors=(ErrorCase("padecoef(-1)", "MATLAB:padecoef:InvalidDelay"),),
)
def padecoef(call: Any, delay: Any, order: Any = 1.0) -> Any:
    t, n = arg.scalar(delay), arg.integer(order)
    if not t >= 0 or math.isinf(t):
        raise call.error("The delay time must be a finite nonnegative scalar.", "MATLAB:padecoef:InvalidDelay")
    if n < 0:
        raise call.error("The order must be a nonnegative integer.", "MATLAB:padecoef:InvalidOrder")
    if n > _MOST_PADE:
        raise call.error("The order is too high: coefficients are larger than the largest number.", "MATLAB:padecoef:InvalidOrder")
    powers = range(n, -1, -1)
    weights = [math.factorial(2 * n - k) // (math.factorial(k) * math.factorial(n - k)) * math.factorial(n) for k in powers]
    least = weights[0]
    den = np.array([w / least * t**k for w, k in zip(weights, powers, strict=True)])
    return (den * [(-1.0) ** k for k in powers])[None, :], den[None, :]
