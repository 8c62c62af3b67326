"""Integrals of functions: adaptive quadrature in one, two and three dimensions."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import is_text, numel_of, to_value
from ...values.functions import FunctionHandle

# Nodes and weights of the (7, 15) Gauss-Kronrod pair on [-1, 1].
_NODES = np.array([0.991455371120812639206854697526329, 0.949107912342758524526189684047851, 0.864864423359769072789712788640926, 0.741531185599394439863864773280788, 0.586087235467691130294144691693309, 0.405845151377397166906606412076961, 0.207784955007898467600689403773245])  # fmt: skip
_NODES = np.concatenate([-_NODES, [0.0], _NODES[::-1]])
_KRONROD = np.array([0.022935322010529224963732008058970, 0.063092092629978553290700663189204, 0.104790010322250183839876322541518, 0.140653259715525918745189590510238, 0.169004726639267902826583426598550, 0.190350578064785409913256402421014, 0.204432940075298892414161999234649])  # fmt: skip
_KRONROD = np.concatenate([_KRONROD, [0.209482141084727828012999174891714], _KRONROD[::-1]])
_GAUSS = np.array([0.129484966168869693270611432679082, 0.279705391489276667901467771423780, 0.381830050505118944950369775488975])
_GAUSS = np.concatenate([_GAUSS, [0.417959183673469387755102040816327], _GAUSS[::-1]])


def _transformed(f: Any, a: float, b: float) -> tuple[Any, float, float]:
    """The integrand on a finite interval, with weak singularities at the ends smoothed as MATLAB's quadgk does."""
    if a == -math.inf and b == math.inf:
        return (lambda t: f(t / (1 - t * t)) * (1 + t * t) / (1 - t * t) ** 2), -1.0, 1.0
    if b == math.inf:
        return (lambda t: f(a + (t / (1 - t)) ** 2) * 2 * t / (1 - t) ** 3), 0.0, 1.0
    if a == -math.inf:
        return (lambda t: f(b - (t / (1 + t)) ** 2) * -2 * t / (1 + t) ** 3), -1.0, 0.0
    quarter = b / 4 - a / 4

    def inside(t: np.ndarray) -> Any:
        # Measured from the nearer end, so that no point lies beyond it and those beside a singularity there keep their digits.
        x = np.where(t < 0, a + quarter * (1 + t) ** 2 * (2 - t), b - quarter * (1 - t) ** 2 * (2 + t))
        return f(x) * quarter * 3 * (1 - t * t)

    return inside, -1.0, 1.0


def integrate(
    f: Any, a: float, b: float, absolute: float = 1e-10, relative: float = 1e-6, points: Any = (), pieces: int = 10
) -> tuple[Any, float]:
    """Adaptive Gauss-Kronrod quadrature of a function of a 1-D array of points; the integral and its error bound."""
    if a == b:
        return 0.0, 0.0
    sign = 1.0
    if a > b:
        a, b, sign = b, a, -1.0
    total, error = 0.0, 0.0
    limits = [a, *sorted(p for p in points if a < p < b), b]
    for low, high in pairwise(limits):
        g, start, end = _transformed(f, low, high)
        part, bound = _adapted(g, start, end, absolute, relative, pieces)
        total, error = total + part, error + bound
    return sign * total, error


def _adapted(g: Any, start: float, end: float, absolute: float, relative: float, pieces: int = 10) -> tuple[Any, float]:
    edges = np.linspace(start, end, pieces + 1)
    low, high = edges[:-1], edges[1:]
    done, done_error = 0.0, 0.0
    for _ in range(200):
        middle, half = (low + high) / 2, (high - low) / 2
        t = middle[:, None] + half[:, None] * _NODES
        with np.errstate(all="ignore"):
            values = np.asarray(g(t.ravel())).reshape(t.shape)
        fine = values @ _KRONROD * half
        error = np.abs(fine - values[:, 1::2] @ _GAUSS * half)
        total = done + fine.sum()
        bound = max(absolute, relative * abs(total))
        if not np.isfinite(total) or done_error + error.sum() <= bound:
            return total, done_error + error.sum()
        good = error <= bound * np.abs(half) * 2 / (end - start) / 2
        good |= np.abs(half) < 100 * np.spacing(np.maximum(np.abs(low), np.abs(high)))
        done, done_error = done + fine[good].sum(), done_error + error[good].sum()
        low, middle, high = low[~good], middle[~good], high[~good]
        if not len(low):
            return done, done_error
        low, high = np.concatenate([low, middle]), np.concatenate([middle, high])
        if len(low) > 2000:
            break
    return done + fine[~good].sum(), done_error + error[~good].sum()


def vectorised(call: Any, function: Any, name: str) -> Any:
    """A Python function of a 1-D array that calls a MATLAB function with a row and checks the size of its answer."""

    def evaluate(x: np.ndarray) -> np.ndarray:
        y = call.feval(function, to_value(x.reshape(1, -1)))[0]
        array = arg.floating(y).ravel(order="F")
        if len(array) != len(x):
            raise MatlabError(
                "Output of the function must be the same size as the input. If FUN is an array-valued integrand, set the 'ArrayValued' option to true.",
                f"MATLAB:{name}:UnequalSizeOfYAndX",
            )
        return array

    return evaluate


def integrate_path(f: Any, ends: list[complex], points: Any, absolute: float, relative: float) -> tuple[Any, float]:
    """Integral from the first to the second end; real waypoints part the interval, complex ends or waypoints make a path of lines."""
    path = [ends[0], *points, ends[1]]
    if all(complex(p).imag == 0 for p in path):
        a, b = (complex(e).real for e in ends)
        return integrate(f, a, b, absolute, relative, [complex(p).real for p in points])
    total, error = 0.0, 0.0
    for start, stop in pairwise(complex(p) for p in path):
        span = stop - start
        part, bound = _adapted(lambda t, start=start, span=span: f(start + span * t) * span, 0.0, 1.0, absolute, relative)
        total, error = total + part, error + bound
    return total, error


def _path_of(call: Any, fun: Any, low: Any, high: Any, named: dict[str, Any], name: str) -> tuple[Any, float]:
    """The quadrature that ``integral`` and ``quadgk`` share; single where a limit or a waypoint is single."""
    absolute, relative = _tolerances(named)
    ends, points = _path(call, low, high, named, name)
    total, error = integrate_path(vectorised(call, fun, name), ends, points, absolute, relative)
    _doubt(call, name, total, float(error), max(absolute, abs(total) * (relative if "reltol" in named else 1e-6)))
    if arg.float_class(low, high, named.get("waypoints", low)) is np.float32:
        return np.asarray(total).astype(np.complex64 if np.iscomplexobj(total) else np.float32), error
    return _plain(total), error


def _tolerances(named: dict[str, Any]) -> tuple[float, float]:
    return named.number("abstol", 1e-10), named.number("reltol", 1e-10)


def _path(call: Any, low: Any, high: Any, named: dict[str, Any], name: str) -> tuple[list[complex], list[Any]]:
    """The ends and the waypoints between them."""
    if numel_of(low) != 1 or numel_of(high) != 1:
        raise call.error("A and B must be floating-point scalars.", f"MATLAB:{name}:invalidEndpoint")
    ends = [complex(arg.floating(v).flat[0]) for v in (low, high)]
    return ends, arg.flat(named["waypoints"]).tolist() if "waypoints" in named else []


def _check_handle(call: Any, fun: Any, identifier: str) -> None:
    if not isinstance(fun, FunctionHandle) and not is_text(fun):  # Octave takes names
        raise call.error("First input argument must be a function handle.", identifier)


def _array_valued(call: Any, fun: Any, ends: list[complex], points: list[Any], absolute: float, relative: float) -> np.ndarray:
    """Integral of a function whose values are arrays of one size, along lines from end to end by way of the points."""
    from scipy.integrate import quad_vec

    def value(x: complex) -> np.ndarray:
        return arg.floating(call.feval(fun, x if x.imag else x.real)[0])

    total: Any = 0.0
    for start, stop in pairwise(complex(p) for p in (ends[0], *points, ends[1])):
        if start.imag == stop.imag == 0:
            total = total + quad_vec(value, start.real, stop.real, epsabs=absolute, epsrel=relative, norm="max")[0]
            continue
        span = stop - start
        line = quad_vec(lambda t, a=start, b=span: value(a + b * t) * b, 0.0, 1.0, epsabs=absolute, epsrel=relative, norm="max")
        total = total + line[0]
    return arg.narrow(np.asarray(total))


def _doubt(call: Any, name: str, total: Any, error: float, bound: float) -> None:
    """Warn of an integral that misses its tolerances."""
    if not np.isfinite(total):
        call.warning("Infinite or Not-a-Number value encountered.", f"MATLAB:{name}:NonFiniteValue")
    elif error > 2 * bound:
        text = (
            f"Reached the limit on the maximum number of intervals in use. Approximate bound on error is {error:9.1e}. The integral may not "
            "exist, or it may be difficult to approximate numerically to the requested accuracy."
        )
        call.warning(text, f"MATLAB:{name}:MaxIntervalCountReached")


def _plain(number: Any) -> Any:
    return complex(number) if np.iscomplexobj(number) and number.imag else float(np.real(number))


@builtin(
    "integral",
    "q = integral(fun, xmin, xmax)",
    "q = integral(fun, xmin, xmax, Name, Value...)",
    summary="Integral of a function of one variable.",
    examples=(
        Example("round(integral(@(x) x.^2,0,3),10)", "9"),
        Example("round(integral(@(x) exp(-x.^2),-Inf,Inf),10)", "round(sqrt(pi),10)"),
        Example("round(integral(@(t) [t 2*t],0,1,'ArrayValued',true),10)", "[0.5 1]"),
        Example("round(integral(@(z) [1/z;z],1,1,'ArrayValued',true,'Waypoints',[1i -1 -1i]),10)", "[round(2i*pi,10);0]"),
        Example("round(integral(@(z) [z 1],0,1i,'ArrayValued',true),10)", "[-0.5 1i]"),
    ),
    errors=(
        ErrorCase("integral(1,0,1)", "MATLAB:integral:funArgNotHandle"),
        ErrorCase("integral(@(x) 1,0,1)", "MATLAB:integral:UnequalSizeOfYAndX"),
    ),
)
def integral(call: Any, fun: Any, low: Any, high: Any, *options: Any) -> Any:
    _check_handle(call, fun, "MATLAB:integral:funArgNotHandle")
    named = arg.name_values(options, "integral", "abstol reltol arrayvalued waypoints")
    if "arrayvalued" in named and arg.scalar(named["arrayvalued"]):
        return _array_valued(call, fun, *_path(call, low, high, named, "integral"), *_tolerances(named))
    return _path_of(call, fun, low, high, named, "integral")[0]


@builtin(
    "quadgk",
    "q = quadgk(fun, a, b)",
    "[q, errbnd] = quadgk(fun, a, b, Name, Value...)",
    summary="Adaptive Gauss-Kronrod quadrature.",
    examples=(Example("round(quadgk(@(x) x.^2,0,3),10)", "9"),),
)
def quadgk(call: Any, fun: Any, low: Any, high: Any, *options: Any) -> Any:
    _check_handle(call, fun, "MATLAB:quadgk:FirstArgNotFunctionHandle")
    named = arg.name_values(options, "quadgk", "abstol reltol waypoints maxintervalcount") if not options or is_text(options[0]) else arg.Options()
    total, error = _path_of(call, fun, low, high, named, "quadgk")
    return total, float(error)


def _simple(name: str, tolerance: float):
    @builtin(
        name,
        f"q = {name}(fun, a, b)",
        f"q = {name}(fun, a, b, tol, trace, p1, ...)",
        f"[q, fcnt] = {name}(...)",
        summary="Integral of a function of one variable.",
        examples=(Example(f"round({name}(@(x) x.^2,0,3),6)", "9"), Example(f"class({name}(@sin,single(0),1))", "'single'")),
    )
    def function(call: Any, fun: Any, low: Any, high: Any, tol: Any = None, trace: Any = None, *parameters: Any) -> Any:
        limit = tolerance if tol is None or arg.is_empty_matrix(tol) else arg.scalar(tol)
        count = [0]

        def evaluate(x: np.ndarray) -> np.ndarray:
            count[0] += len(x)
            y = arg.floating(call.feval(fun, to_value(x.reshape(1, -1)), *parameters)[0]).ravel(order="F")
            if len(y) != len(x):
                raise MatlabError(
                    "The integrand function must return an output vector of the same length as the input vector.",
                    f"MATLAB:{name}:UnequalSizeOfYAndX",
                )
            return y

        total, _ = integrate(evaluate, arg.scalar(low), arg.scalar(high), limit, 1e-10)
        total = _plain(total)
        if arg.float_class(low, high) is np.float32:
            total = np.complex64(total) if type(total) is complex else np.float32(total)
        return total, float(count[0])

    return function


QUADRATURES = (_simple("quad", 1e-6), _simple("quadl", 1e-6))


@builtin(
    "quadv",
    "Q = quadv(fun, a, b)",
    "Q = quadv(fun, a, b, tol, trace, p1, ...)",
    "[Q, fcnt] = quadv(...)",
    summary="Integral of a function of one variable whose values are arrays.",
    examples=(Example("round(quadv(@(x) [x x^2],0,3),6)", "[4.5 9]"),),
)
def quadv(call: Any, fun: Any, low: Any, high: Any, tol: Any = None, trace: Any = None, *parameters: Any) -> Any:
    from scipy.integrate import quad_vec

    limit = 1e-6 if tol is None or arg.is_empty_matrix(tol) else arg.scalar(tol)
    count = [0]

    def evaluate(x: float) -> np.ndarray:
        count[0] += 1
        return arg.floating(call.feval(fun, float(x), *parameters)[0])

    return np.asarray(quad_vec(evaluate, arg.scalar(low), arg.scalar(high), epsabs=limit / 100, epsrel=1e-10, norm="max")[0]), float(
        count[0]
    )


@builtin(
    "quad2d",
    "q = quad2d(fun, a, b, c, d)",
    "[q, errbnd] = quad2d(fun, a, b, c, d, Name, Value...)",
    summary="Integral over a region of the plane; c and d may be functions of x.",
    examples=(Example("round(quad2d(@(x,y) x.*y,0,1,0,2),8)", "1"),),
)
def quad2d(call: Any, fun: Any, a: Any, b: Any, c: Any, d: Any, *options: Any) -> Any:
    named = arg.name_values(options, "quad2d", "abstol reltol maxfunevals singular failureplot")
    tolerances = [v for name in ("abstol", "reltol") if name in named for v in (to_value(name), named[name])]
    return call.feval("integral2", fun, a, b, c, d, *tolerances)[0], 0.0


def _bound(call: Any, limit: Any, *at: float) -> float:
    return arg.scalar(call.feval(limit, *at)[0]) if type(limit).__name__ == "FunctionHandle" else arg.scalar(limit)


@builtin(
    "integral2",
    "q = integral2(fun, xmin, xmax, ymin, ymax)",
    "q = integral2(fun, xmin, xmax, ymin, ymax, Name, Value...)",
    summary="Integral over a region of the plane; ymin and ymax may be functions of x.",
    examples=(Example("round(integral2(@(x,y) x.*y,0,1,0,2),8)", "1"), Example("round(integral2(@(x,y) 1+0*x,0,1,0,@(x) x),8)", "0.5")),
    errors=(ErrorCase("integral2(@plus,1,2,3,4,'foo','bar')", "MATLAB:integral2:NameValueNames"),),
)
def integral2(call: Any, fun: Any, xmin: Any, xmax: Any, ymin: Any, ymax: Any, *options: Any) -> Any:
    named = arg.name_values(options, "integral2", "abstol reltol method")
    absolute = named.number("abstol", 1e-10)
    relative = named.number("reltol", 1e-6)

    def inner(x: float) -> Any:
        def along(y: np.ndarray) -> np.ndarray:
            out = arg.floating(call.feval(fun, to_value(np.full((1, len(y)), x)), to_value(y.reshape(1, -1)))[0]).ravel(order="F")
            if len(out) != len(y):
                raise MatlabError("Integrand output size does not match the input size.", "MATLAB:integral2:funSizeMismatch")
            return out

        return integrate(along, _bound(call, ymin, x), _bound(call, ymax, x), absolute / 10, relative / 10)[0]

    return _plain(integrate(lambda xs: np.array([inner(float(x)) for x in xs]), arg.scalar(xmin), arg.scalar(xmax), absolute, relative)[0])


@builtin(
    "integral3",
    "q = integral3(fun, xmin, xmax, ymin, ymax, zmin, zmax)",
    "q = integral3(..., Name, Value...)",
    summary="Integral over a region of space.",
    examples=(Example("round(integral3(@(x,y,z) x.*y.*z,0,1,0,1,0,2),6)", "0.5"),),
)
def integral3(call: Any, fun: Any, xmin: Any, xmax: Any, ymin: Any, ymax: Any, zmin: Any, zmax: Any, *options: Any) -> Any:
    arg.name_values(options, "integral3", "abstol reltol method")

    def innermost(x: float, y: float) -> Any:
        def along(z: np.ndarray) -> np.ndarray:
            n = len(z)
            return arg.floating(
                call.feval(fun, to_value(np.full((1, n), x)), to_value(np.full((1, n), y)), to_value(z.reshape(1, -1)))[0]
            ).ravel(order="F")

        return _smooth(along, _bound(call, zmin, x, y), _bound(call, zmax, x, y))

    def inner(x: float) -> Any:
        return _smooth(lambda ys: np.array([innermost(x, float(y)) for y in ys]), _bound(call, ymin, x), _bound(call, ymax, x))

    return _plain(_smooth(lambda xs: np.array([inner(float(x)) for x in xs]), arg.scalar(xmin), arg.scalar(xmax)))


def _smooth(f: Any, a: float, b: float) -> Any:
    """One 15-point rule where it agrees with its embedded rule, otherwise adaptive quadrature."""
    if math.isinf(a) or math.isinf(b):
        return integrate(f, a, b)[0]
    t = (a + b) / 2 + (b - a) / 2 * _NODES
    values = f(t)
    fine, coarse = values @ _KRONROD * (b - a) / 2, values[1::2] @ _GAUSS * (b - a) / 2
    if abs(fine - coarse) <= max(1e-11, 1e-8 * abs(fine)):
        return fine
    return integrate(f, a, b)[0]


@builtin(
    "dblquad",
    "q = dblquad(fun, xmin, xmax, ymin, ymax)",
    "q = dblquad(fun, xmin, xmax, ymin, ymax, tol)",
    "q = dblquad(fun, xmin, xmax, ymin, ymax, tol, method, p1, ...)",
    summary="Integral over a rectangle.",
    examples=(Example("round(dblquad(@(x,y) x.*y,0,1,0,2),8)", "1"),),
)
def dblquad(call: Any, fun: Any, xmin: Any, xmax: Any, ymin: Any, ymax: Any, tol: Any = None, method: Any = None, *extra: Any) -> Any:
    def inner(y: float) -> Any:
        return integrate(
            lambda x: arg.floating(call.feval(fun, to_value(x.reshape(1, -1)), y, *extra)[0]).ravel(order="F"),
            arg.scalar(xmin),
            arg.scalar(xmax),
        )[0]

    return _plain(integrate(lambda ys: np.array([inner(float(y)) for y in ys]), arg.scalar(ymin), arg.scalar(ymax))[0])


_FEW = 3
"""Pieces to begin with where each of their 15 points asks for integrals along the other dimensions."""


@builtin(
    "triplequad",
    "q = triplequad(fun, xmin, xmax, ymin, ymax, zmin, zmax)",
    "q = triplequad(fun, xmin, xmax, ymin, ymax, zmin, zmax, tol)",
    "q = triplequad(fun, xmin, xmax, ymin, ymax, zmin, zmax, tol, method)",
    summary="Integral over a box.",
    examples=(Example("round(triplequad(@(x,y,z) x.*y+z,0,1,0,2,0,1),8)", "2"),),
)
def triplequad(
    call: Any, fun: Any, xmin: Any, xmax: Any, ymin: Any, ymax: Any, zmin: Any, zmax: Any, tol: Any = None, method: Any = None
) -> Any:
    def along_x(y: float, z: float) -> Any:
        return integrate(
            lambda x: arg.floating(call.feval(fun, to_value(x.reshape(1, -1)), y, z)[0]).ravel(order="F"),
            arg.scalar(xmin),
            arg.scalar(xmax),
        )[0]

    def along_y(z: float) -> Any:
        return integrate(lambda ys: np.array([along_x(float(y), z) for y in ys]), arg.scalar(ymin), arg.scalar(ymax), pieces=_FEW)[0]

    return _plain(integrate(lambda zs: np.array([along_y(float(z)) for z in zs]), arg.scalar(zmin), arg.scalar(zmax), pieces=_FEW)[0])
