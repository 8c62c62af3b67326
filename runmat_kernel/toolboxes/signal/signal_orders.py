"""Smallest orders of filters that meet bounds in the pass band and the stop band; circular and blockwise convolution."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import Builtin, ErrorCase, Example, builtin
from ...values.convert import is_text, numel_of, text_of
from ..interpolation.polynomials import convolved


def _bounds(call: Any, numbers: tuple[Any, ...]) -> tuple[np.ndarray, np.ndarray, float, float, bool]:
    """Edges of the pass and the stop band, ripple and attenuation in decibels, and whether the filter is analog."""
    analog = len(numbers) == 5 and is_text(numbers[4]) and text_of(numbers[4]).lower() == "s"
    passed, stopped = (arg.floating(v).ravel(order="F") for v in numbers[:2])
    if len(passed) != len(stopped) or len(passed) not in (1, 2):
        raise call.error("The frequency vectors must both be the same length, 1 or 2.", f"signal:{call.name}:SignalErr")
    if not analog and any(((edges <= 0) | (edges >= 1)).any() for edges in (passed, stopped)):
        raise call.error("The cutoff frequencies must be within the interval of (0,1).", "signal:cutoffs:freqRange")
    return passed, stopped, arg.scalar(numbers[2]), arg.scalar(numbers[3]), analog


def _edges(edges: Any) -> Any:
    array = np.atleast_1d(np.asarray(edges, np.float64))
    return float(array[0]) if array.size == 1 else array.reshape(1, -1)


def _of_order(name: str, summary: str, example: Example) -> Builtin:
    """Chebyshev and elliptic orders: the cutoff is the edge of the band with ripples, which only a band stop moves."""

    def function(call: Any, wp: Any, ws: Any, rp: Any, rs: Any, kind: Any = None) -> Any:
        from scipy import signal

        passed, stopped, ripple, drop, analog = _bounds(call, (wp, ws, rp, rs, *([] if kind is None else [kind])))
        make = {"cheb1ord": signal.cheb1ord, "cheb2ord": signal.cheb2ord, "ellipord": signal.ellipord}[name]
        order, moved = make(passed if len(passed) > 1 else passed[0], stopped if len(stopped) > 1 else stopped[0], ripple, drop, analog)
        if name == "cheb2ord":
            return float(order), _edges(stopped)
        stops = len(passed) == 2 and passed[0] < stopped[0]
        return float(order), _edges(moved if stops else passed)

    usage = f"[n, Wn] = {name}(Wp, Ws, Rp, Rs)", f"[n, Wn] = {name}(Wp, Ws, Rp, Rs, 's')"
    error = ErrorCase(f"[n,Wn] = {name}(2,0.3,3,60)", "signal:cutoffs:freqRange")
    return Builtin(name, usage, summary, function, examples=(example,), errors=(error,))


ORDERS = (
    _of_order(
        "cheb1ord",
        "Order of a Chebyshev filter with ripples in the pass band.",
        Example("[n,Wn] = cheb1ord(40/500,150/500,3,60); [n Wn]", "[4 0.08]"),
    ),
    _of_order(
        "cheb2ord",
        "Order of a Chebyshev filter with ripples in the stop band.",
        Example("[n,Ws] = cheb2ord(40/500,150/500,3,60); [n Ws]", "[4 0.3]"),
    ),
    _of_order("ellipord", "Order of an elliptic filter.", Example("[n,Wn] = ellipord(40/500,150/500,3,60); [n Wn]", "[4 0.08]")),
)


@builtin(
    "buttord",
    "[n, Wn] = buttord(Wp, Ws, Rp, Rs)",
    "[n, Wn] = buttord(Wp, Ws, Rp, Rs, 's')",
    summary="Order and cutoff of a Butterworth filter that drops as far as asked at the edge of the stop band.",
    examples=(
        Example("[n,Wn] = buttord(40/500,150/500,3,60); [n round(Wn,4)]", "[5 0.081]"),
        Example("[n,Wn] = buttord([60 200]/500,[50 250]/500,3,40); [n round(Wn,4)]", "[16 0.1198 0.4005]"),
    ),
    errors=(ErrorCase("buttord(0.2,[0.3 0.4],3,60)", "signal:buttord:SignalErr"),),
)
def buttord(call: Any, wp: Any, ws: Any, rp: Any, rs: Any, kind: Any = None) -> Any:
    from scipy.optimize import fminbound
    from scipy.signal import band_stop_obj

    passed, stopped, ripple, drop, analog = _bounds(call, (wp, ws, rp, rs, *([] if kind is None else [kind])))
    if not analog:
        passed, stopped = np.tan(np.pi * passed / 2), np.tan(np.pi * stopped / 2)
    stops = len(passed) == 2 and passed[0] < stopped[0]
    if len(passed) == 1:
        high = passed[0] > stopped[0]
        ratio = float(passed[0] / stopped[0] if high else stopped[0] / passed[0])
    else:
        if stops:  # the edges of the pass band move inwards as far as the order stays
            for i, bound in enumerate((stopped[0] - 1e-12, stopped[1] + 1e-12)):
                low, top = sorted((passed[i], bound))
                passed[i] = fminbound(band_stop_obj, low, top, args=(i, passed, stopped, ripple, drop, "butter"), disp=0)
        apart = (stopped**2 - passed[0] * passed[1]) / (stopped * (passed[0] - passed[1]))
        ratio = float(np.abs(1 / apart if stops else apart).min())
    order = math.ceil(math.log10((10 ** (0.1 * abs(drop)) - 1) / (10 ** (0.1 * abs(ripple)) - 1)) / (2 * math.log10(ratio)))
    width = ratio / (10 ** (0.1 * abs(drop)) - 1) ** (1 / (2 * order))
    if len(passed) == 1:
        cutoff = passed / width if high else passed * width
    else:
        span, middle = passed[1] - passed[0], passed[0] * passed[1]
        root = math.sqrt(span**2 + 4 * width**2 * middle) if stops else math.sqrt((width * span) ** 2 / 4 + middle)
        ends = [(span + root) / (2 * width), (span - root) / (2 * width)] if stops else [root - width * span / 2, root + width * span / 2]
        cutoff = np.sort(np.abs(ends))
    return float(order), _edges(cutoff if analog else np.arctan(cutoff) * 2 / np.pi)


@builtin(
    "cconv",
    "c = cconv(a, b)",
    "c = cconv(a, b, n)",
    summary="Convolution in a ring of n elements.",
    examples=(
        Example("cconv([1 2 3],[1 1 1],3)", "[6 6 6]"),
        Example("cconv([2 1 2 1],[1 2 3 4],4)", "[14 16 14 16]"),
        Example("cconv([1 2],[1 3])", "[1 5 6]"),
        Example("cconv([1;2],[1;3],4)", "[1;5;6;0]"),
    ),
    errors=(ErrorCase("cconv([1 2],[1 3],0)", "signal:cconv:expectedPositive"),),
)
def cconv(call: Any, a: Any, b: Any, n: Any = None) -> np.ndarray:
    x, y = arg.same_precision(arg.flat(a), arg.flat(b))
    whole = convolved(x, y)
    size = len(whole) if n is None else arg.integer(n)
    if size < 1:
        raise call.error("Expected N to be positive.", "signal:cconv:expectedPositive")
    laps = -(-len(whole) // size)
    ring = np.concatenate([whole, np.zeros(laps * size - len(whole), whole.dtype)]).reshape(laps, size).sum(axis=0)
    return arg.oriented(ring, a if numel_of(a) > 1 else b)


@builtin(
    "fftfilt",
    "y = fftfilt(b, x)",
    "y = fftfilt(b, x, n)",
    summary="Filter of finite response, over each column.",
    examples=(Example("round(fftfilt([1 1]/2,[1 3 5 7]),12)", "[0.5 2 4 6]"), Example("round(fftfilt([1 1],[1 2;3 4]),12)", "[1 2;4 6]")),
)
def fftfilt(call: Any, b: Any, x: Any, n: Any = None) -> Any:
    return call.feval("filter", b, 1.0, x)[0]
