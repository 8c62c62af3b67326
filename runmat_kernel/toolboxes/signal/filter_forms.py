"""Forms of filters: sections of second order, states, partial fractions, and conversion of analog filters to digital ones."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import Builtin, ErrorCase, Example, builtin
from ...values.convert import is_text, numel_of, text_of


def _row(vector: Any) -> np.ndarray:
    return arg.narrow(np.atleast_1d(vector)).reshape(1, -1)


def _column(vector: Any) -> np.ndarray:
    return arg.narrow(np.atleast_1d(vector)).reshape(-1, 1)


def _as_long_as(top: np.ndarray, bottom: np.ndarray) -> np.ndarray:
    """A numerator with zeros before it, as long as its denominator."""
    return np.pad(top, (max(bottom.size - top.size, 0), 0))


# --- sections of second order ----------------------------------------------------------------------------------------


def _sections(call: Any, z: np.ndarray, p: np.ndarray, k: float, words: list[str]) -> Any:
    from scipy import signal

    arg.check_options(call, words, "up", "down", "none")
    if z.size > p.size:
        raise call.error("There must not be more zeros than poles.", f"signal:{call.name}:TooManyZeros")
    try:
        sections = signal.zpk2sos(z, p, 1.0)
    except ValueError:
        raise call.error("Complex zeros and poles must come in conjugate pairs.", "MATLAB:cplxpair:ComplexValuesPaired") from None
    if "down" in words:
        sections = sections[::-1].copy()
    if call.nargout < 2:
        sections[0, :3] *= k
    return np.asfortranarray(sections), float(k)


def _orders(arguments: tuple[Any, ...]) -> list[str]:
    return [text_of(a).lower() for a in arguments if is_text(a)]


@builtin(
    "zp2sos", "[sos, g] = zp2sos(z, p, k)", "[sos, g] = zp2sos(z, p, k, order)",
    summary="Sections of second order, rows [b0 b1 b2 1 a1 a2], of zeros, poles and gain; poles next to the unit circle come last, with 'down' first.",
    examples=(
        Example("[s,g] = zp2sos([-1;-1],[0.5i;-0.5i],3); {round(s,12),g}", "{[1 2 1 1 0 0.25],3}"),
        Example("round(zp2sos([-1;-1],[0.5i;-0.5i],3),12)", "[3 6 3 1 0 0.25]"),
        Example("s = zp2sos(-ones(4,1),[0.2;0.1;0.9i;-0.9i],1,'down'); round(s(:,6)',12)", "[0.81 0.02]"),
    ),
    errors=(ErrorCase("zp2sos([1;2],1,1)", "signal:zp2sos:TooManyZeros"), ErrorCase("zp2sos([],1i,1)", "MATLAB:cplxpair:ComplexValuesPaired")),
    see_also=("sos2zp", "tf2sos", "sosfilt"),
)  # fmt: skip
def zp2sos(call: Any, z: Any, p: Any, k: Any = 1.0, *arguments: Any) -> Any:
    return _sections(call, arg.flat(z), arg.flat(p), arg.scalar(k), _orders(arguments))


@builtin(
    "tf2sos", "[sos, g] = tf2sos(b, a)", "[sos, g] = tf2sos(b, a, order)", summary="Sections of second order of a transfer function.",
    examples=(
        Example("[s,g] = tf2sos([1 0 0 0 0 1],[1 0 0 0 0 0.9]); {round(sortrows(s),4),g}", "{[1 -1.618 1 1 -1.5843 0.9587;1 0.618 1 1 0.6051 0.9587;1 1 0 1 0.9791 0],1}"),
        Example("[b,a] = sos2tf(tf2sos([2 3 4],[1 0.5 0.25])); {round(b,12),round(a,12)}", "{[2 3 4],[1 0.5 0.25]}"),
    ),
    errors=(ErrorCase("tf2sos(1,0)", "signal:tf2zp:ZeroDenominator"),), see_also=("sos2tf", "zp2sos"),
)  # fmt: skip
def tf2sos(call: Any, b: Any, a: Any, *arguments: Any) -> Any:
    top, bottom = arg.flat(b), arg.flat(a)
    longest = max(top.size, bottom.size)
    padded = [call.session.value(np.pad(v, (0, longest - v.size)).reshape(1, -1)) for v in (top, bottom)]  # powers of 1/z
    z, p, k = call.feval("tf2zp", *padded, nargout=3)
    return _sections(call, arg.flat(z), arg.flat(p), arg.scalar(k), _orders(arguments))


def _checked_sections(call: Any, sos: Any) -> np.ndarray:
    sections = arg.floating(sos)
    if sections.ndim != 2 or sections.shape[1] != 6 or not len(sections):
        raise call.error("SOS must be a matrix of six columns.", f"signal:{call.name}:InvalidDimensions")
    return sections


@builtin(
    "sos2tf", "[b, a] = sos2tf(sos)", "[b, a] = sos2tf(sos, g)", summary="Transfer function of sections of second order.",
    examples=(
        Example("[b,a] = sos2tf([1 1 1 1 0 -1;-2 3 1 1 10 1]); {b,a}", "{[-2 1 2 4 1],[1 10 0 -10 -1]}"),
        Example("[b,a] = sos2tf([1 2 0 1 0.5 0], 4); {b,a}", "{[4 8],[1 0.5]}"),
    ),
    errors=(ErrorCase("sos2tf([1 2 3])", "signal:sos2tf:InvalidDimensions"),), see_also=("tf2sos", "sos2zp"),
)  # fmt: skip
def sos2tf(call: Any, sos: Any, g: Any = 1.0) -> Any:
    top = bottom = np.ones(1)
    for section in _checked_sections(call, sos):
        top, bottom = np.convolve(top, section[:3]), np.convolve(bottom, section[3:])
    length = np.flatnonzero(np.abs(top) + np.abs(bottom)).max(initial=0) + 1  # powers of 1/z that are zero in numerator and denominator
    return _row(top[:length] * np.prod(arg.flat(g))), _row(bottom[:length])


@builtin(
    "sos2zp", "[z, p, k] = sos2zp(sos)", "[z, p, k] = sos2zp(sos, g)", summary="Zeros, poles and gain of sections of second order.",
    examples=(Example("[z,p,k] = sos2zp([2 -2 0 1 -5 6], 3); {z,p,k}", "{[1;0],[3;2],6}"),),
    errors=(ErrorCase("sos2zp([1 2 3])", "signal:sos2zp:InvalidDimensions"),), see_also=("zp2sos", "sos2tf"),
)  # fmt: skip
def sos2zp(call: Any, sos: Any, g: Any = 1.0) -> Any:
    sections = _checked_sections(call, sos)
    zeros, poles = (np.concatenate([_roots(part) for part in sections[:, cut]]) for cut in (slice(0, 3), slice(3, 6)))
    return _column(zeros), _column(poles), float(np.prod(arg.flat(g)) * np.prod(sections[:, 0] / sections[:, 3]))


def _roots(c: np.ndarray) -> np.ndarray:
    return np.asarray(np.roots(c), complex) if np.any(c) else np.zeros(0, complex)


# --- states ------------------------------------------------------------------------------------------------------------


@builtin(
    "tf2ss", "[A, B, C, D] = tf2ss(b, a)", summary="States of a transfer function in the controller's form.",
    examples=(
        Example("[A,B,C,D] = tf2ss([1 2 3],[1 4 5]); {A,B,C,D}", "{[-4 -5;1 0],[1;0],[-2 -2],1}"),
        Example("[A,B,C,D] = tf2ss([0 2 3;1 2 1],[1 0.4 1]); {C,D}", "{[2 3;1.6 0],[0;1]}"),
    ),
    errors=(ErrorCase("[A,B] = tf2ss(1,0)", "signal:tf2ss:ZeroDenominator"), ErrorCase("[A,B] = tf2ss([1 2 3],[1 2])", "signal:tf2ss:Improper")),
    see_also=("ss2tf",),
)  # fmt: skip
def tf2ss(call: Any, b: Any, a: Any) -> Any:
    bottom = np.trim_zeros(arg.flat(a), "f")
    if not bottom.size:
        raise call.error("The denominator must not be zero.", "signal:tf2ss:ZeroDenominator")
    numerators = arg.matrix(b)
    top = numerators.reshape(1, -1) if 1 in numerators.shape else numerators
    while top.shape[1] > bottom.size and not top[:, 0].any():
        top = top[:, 1:]
    if top.shape[1] > bottom.size:
        raise call.error("The order of the denominator must be greater than or equal to that of the numerator.", "signal:tf2ss:Improper")
    top = np.pad(top, ((0, 0), (bottom.size - top.shape[1], 0))) / bottom[0]
    bottom = bottom / bottom[0]
    n = bottom.size - 1
    states = np.zeros((n, n), np.result_type(top, bottom))
    states[:1] = -bottom[1:]
    states[1:, :-1] = np.eye(max(n - 1, 0))[:, : max(n - 1, 0)]
    return states, np.eye(n, 1), top[:, 1:] - top[:, :1] * bottom[1:], top[:, :1]


@builtin(
    "ss2tf", "[b, a] = ss2tf(A, B, C, D)", "[b, a] = ss2tf(A, B, C, D, ni)", summary="Transfer functions of states from one input (the first, or ni), a row for each output.",
    examples=(
        Example("[b,a] = ss2tf([-4 -5;1 0],[1;0],[-2 -2],1); {round(b,12),round(a,12)}", "{[1 2 3],[1 4 5]}"),
        Example("[b,a] = ss2tf(2,[1 3],1,[0 1],2); {round(b,12),a}", "{[1 1],[1 -2]}"),
    ),
    errors=(ErrorCase("[b,a] = ss2tf(1,[1 2],1,[0 0],3)", "signal:ss2tf:InvalidInput"),), see_also=("tf2ss",),
)  # fmt: skip
def ss2tf(call: Any, a: Any, b: Any, c: Any, d: Any, ni: Any = 1.0) -> Any:
    states, inputs, outputs, direct = arg.square(a), arg.matrix(b), arg.matrix(c), arg.matrix(d)
    number = arg.integer(ni)
    if not 1 <= number <= max(inputs.shape[1], direct.shape[1]):
        raise call.error("The number of the input must be one of those that there are.", "signal:ss2tf:InvalidInput")
    bottom = np.atleast_1d(np.poly(states)) if states.size else np.ones(1)
    if not states.size:
        return direct[:, number - 1 : number], _row(bottom)
    if direct.shape != (len(outputs), inputs.shape[1]) or len(inputs) != len(states):
        raise call.error("The sizes of A, B, C and D do not go together.", "signal:ss2tf:InvalidInput")
    entry, through = inputs[:, number - 1 : number], direct[:, number - 1 : number]
    rows = [np.poly(states - entry @ row[None, :]) + (feed - 1) * bottom for row, feed in zip(outputs, through[:, 0], strict=True)]
    return arg.narrow(np.array(rows).reshape(len(rows), bottom.size)), _row(bottom)


@builtin(
    "residuez", "[r, p, k] = residuez(b, a)", "[b, a] = residuez(r, p, k)", summary="Partial fractions in 1/z: r ./ (1 - p/z) and the terms k of 1, 1/z and so on.",
    examples=(
        Example("[r,p,k] = residuez([1 2],[1 -0.75 0.125]); {round(r,12),round(p,12),k}", "{[10;-9],[0.5;0.25],[]}"),
        Example("[b,a] = residuez([10;-9],[0.5;0.25],[]); {round(b,12),round(a,12)}", "{[1 2],[1 -0.75 0.125]}"),
    ),
    errors=(ErrorCase("residuez(1,[0 1])", "signal:residuez:LeadingZero"),), see_also=("residue",),
)  # fmt: skip
def residuez(call: Any, b: Any, a: Any, k: Any = None) -> Any:
    from scipy import signal

    if k is not None:
        if arg.flat(b).size != arg.flat(a).size or not arg.flat(a).size:
            raise call.error("There must be as many residues as poles.", "signal:residuez:InvalidDimensions")
        top, bottom = signal.invresz(arg.flat(b), arg.flat(a), arg.flat(k))
        return _row(top), _row(bottom)
    bottom = arg.flat(a)
    if not bottom.size or not bottom[0]:
        raise call.error("The first coefficient of the denominator must not be zero.", "signal:residuez:LeadingZero")
    r, p, direct = signal.residuez(arg.flat(b), bottom)
    order = np.lexsort((np.arange(p.size), -np.round(np.abs(p), 12)))
    return _column(r[order]), _column(p[order]), _row(direct) if np.any(direct) else np.zeros((0, 0))


@builtin(
    "polystab", "b = polystab(a)", summary="A polynomial with the roots outside the unit circle reflected into it.",
    examples=(Example("round(polystab([1 -2.5 1]),12)", "[1 -1 0.25]"), Example("polystab([2 -1])", "[2 -1]")),
)  # fmt: skip
def polystab(call: Any, a: Any) -> Any:
    c = arg.flat(a)
    if c.size < 2:
        return _row(c)
    roots = _roots(c)
    outside = np.abs(roots) > 1
    roots[outside] = 1 / np.conj(roots[outside])
    first = c[np.flatnonzero(c)[0]] if c.any() else 0.0
    stable = first * np.poly(roots)
    return _row(stable.real if c.dtype.kind == "f" else stable)


# --- filters of time -----------------------------------------------------------------------------------------------------


@builtin(
    "bilinear", "[bd, ad] = bilinear(b, a, fs)", "[zd, pd, kd] = bilinear(z, p, k, fs)", "[Ad, Bd, Cd, Dd] = bilinear(A, B, C, D, fs)", "[...] = bilinear(..., fs, fp)",
    summary="A filter of samples for one of time, by the bilinear transformation; at the frequency fp both agree.  Rows are coefficients, columns zeros and poles.",
    examples=(
        Example("[b,a] = bilinear(1,[1 1],2); {round(b,12),round(a,12)}", "{[0.2 0.2],[1 -0.6]}"),
        Example("[z,p,k] = bilinear([],-1,1,2); {z,round(p,12),round(k,12)}", "{-1,0.6,0.2}"),
        Example("[A,B,C,D] = bilinear(-1,1,1,0,2); round([A B*C D],12)", "[0.6 0.32 0.2]"),
        Example("[b,a] = bilinear(1,[1 1],2,0.5); f = exp(1i*pi/2); round(abs(polyval(b,f)/polyval(a,f)) - abs(1/(1i*pi+1)),12)", "0"),
    ),
    errors=(ErrorCase("[b,a] = bilinear([1 2 3],[1 2],1)", "signal:bilinear:InvalidRange"),),
)  # fmt: skip
def bilinear(call: Any, *arguments: Any) -> Any:
    if len(arguments) < 3:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    if call.nargout == 4 and len(arguments) >= 5:
        return _bilinear_states(*(arg.matrix(m) for m in arguments[:4]), _speed(arguments[4:]))
    z, p = arg.floating(arguments[0]), arg.floating(arguments[1])
    if call.nargout >= 3 or (len(arguments) >= 4 and z.shape[1] <= 1 and p.shape[1] <= 1 and (z.size > 1 or p.size > 1)):
        zeros, poles, gain = _bilinear_roots(call, z.ravel(), p.ravel(), arg.scalar(arguments[2]), _speed(arguments[3:]))
        return _column(zeros), _column(poles), gain
    top, bottom, speed = np.trim_zeros(z.ravel(), "f"), np.trim_zeros(p.ravel(), "f"), _speed(arguments[2:])
    if not bottom.size:
        raise call.error("The denominator must not be zero.", "signal:bilinear:ZeroDenominator")
    zeros, poles, gain = _bilinear_roots(call, _roots(top), _roots(bottom), (top[0] if top.size else 0.0) / bottom[0], speed)
    return _row(np.atleast_1d(gain * np.poly(zeros)).real), _row(np.atleast_1d(np.poly(poles)).real)


def _speed(rates: tuple[Any, ...]) -> float:
    """Twice the sample rate, or the rate at which both filters agree at a frequency."""
    rate = arg.scalar(rates[0])
    if len(rates) < 2:
        return 2 * rate
    at = 2 * math.pi * arg.scalar(rates[1])
    return at / math.tan(at / rate / 2)


def _bilinear_roots(call: Any, zeros: np.ndarray, poles: np.ndarray, gain: float, speed: float) -> tuple[np.ndarray, np.ndarray, float]:
    zeros = zeros[np.isfinite(zeros)]
    if zeros.size > poles.size:
        raise call.error("The numerator must not be of higher order than the denominator.", "signal:bilinear:InvalidRange")
    factor = gain * np.prod(speed - zeros) / np.prod(speed - poles)
    moved = np.concatenate([(1 + zeros / speed) / (1 - zeros / speed), -np.ones(poles.size - zeros.size)])
    return moved, (1 + poles / speed) / (1 - poles / speed), float(np.real(factor))


def _bilinear_states(a: np.ndarray, b: np.ndarray, c: np.ndarray, d: np.ndarray, speed: float) -> tuple[np.ndarray, ...]:
    t = 2 / speed
    r = math.sqrt(t)
    left, right = np.eye(len(a)) - a * t / 2, np.eye(len(a)) + a * t / 2
    return (
        np.linalg.solve(left, right),
        t / r * np.linalg.solve(left, b),
        r * np.linalg.solve(left.T, c.T).T,
        (np.linalg.solve(left.T, c.T).T @ b * t / 2 + d),
    )


_MOST_COEFFICIENTS = 1024
"""Of a filter of time that is moved: binomial coefficients of a higher order are no doubles."""


def _moved(name: str, numbers: int, summary: str, *examples: Example) -> Builtin:
    """An analog low-pass filter with a cutoff of 1 rad/s, transformed to other frequencies."""
    names = ("Wo",) if numbers == 1 else ("Wo", "Bw")

    def function(call: Any, b: Any, a: Any, *frequencies: Any) -> Any:
        from scipy import signal

        if len(frequencies) < numbers:
            raise call.error("Not enough input arguments.", "MATLAB:minrhs")
        move = getattr(signal, name)
        top, bottom = (np.trim_zeros(arg.flat(v), "f") for v in (b, a))
        if not bottom.size or top.size > bottom.size:
            raise call.error(
                "The order of the denominator must be greater than or equal to that of the numerator.", "signal:tf2ss:Improper"
            )
        if bottom.size > _MOST_COEFFICIENTS:
            raise call.error("The order of the filter is too high: coefficients are larger than the largest number.", f"signal:{name}:Order")
        top, bottom = move(top if top.size else np.zeros(1), bottom, *(arg.scalar(f) for f in frequencies[:numbers]))
        return _row(_as_long_as(top, bottom)), _row(bottom)

    error = ErrorCase(f"{name}([1 2 3],[1 1]{', 1' * numbers})", "signal:tf2ss:Improper")
    usage = f"[bt, at] = {name}(b, a, {', '.join(names)})"
    return Builtin(name, (usage,), summary, function, examples=examples, errors=(error,))


MOVED = (
    _moved("lp2lp", 1, "A low-pass filter of time with another cutoff.", Example("[b,a] = lp2lp(1,[1 1],2); {b,a}", "{[0 2],[1 2]}")),
    _moved("lp2hp", 1, "A high-pass filter of time from a low-pass filter.", Example("[b,a] = lp2hp(1,[1 1],2); {b,a}", "{[1 0],[1 2]}")),
    _moved("lp2bp", 2, "A band-pass filter of time, with centre and width of the band, from a low-pass filter.", Example("[b,a] = lp2bp(1,[1 1],2,1); {b,a}", "{[0 1 0],[1 1 4]}")),
    _moved("lp2bs", 2, "A band-stop filter of time, with centre and width of the band, from a low-pass filter.", Example("[b,a] = lp2bs(1,[1 1],2,1); {b,a}", "{[1 0 4],[1 1 4]}")),
)  # fmt: skip


def _upper(n: int) -> np.ndarray:
    """The poles of the left upper quarter of the unit circle, without the real one."""
    return np.exp(1j * (np.pi * np.arange(1, n, 2) / (2 * n) + np.pi / 2))


def _on_ellipse(n: int, mu: float) -> np.ndarray:
    """Poles on the left half of an ellipse, in the order of their angles."""
    upper = _upper(n)
    poles = np.concatenate([upper, -np.ones(n % 2), upper.conj()[::-1]])
    return math.sinh(mu) * poles.real + 1j * math.cosh(mu) * poles.imag


def _butterworth(n: int) -> tuple[Any, Any, float]:
    upper = _upper(n)  # in conjugate pairs, the real pole last
    return np.zeros(0), np.append(np.column_stack([upper, upper.conj()]).ravel(), -np.ones(n % 2)), 1.0


def _ripples_passed(n: int, ripple: float) -> tuple[Any, Any, float]:
    epsilon = math.sqrt(10 ** (ripple / 10) - 1)
    poles = _on_ellipse(n, math.asinh(1 / epsilon) / n)
    gain = float(np.prod(-poles).real)
    return np.zeros(0), poles, gain if n % 2 else gain / math.sqrt(1 + epsilon**2)


def _ripples_stopped(n: int, ripple: float) -> tuple[Any, Any, float]:
    delta = 1 / math.sqrt(10 ** (ripple / 10) - 1)
    poles = 1 / _on_ellipse(n, math.asinh(1 / delta) / n)
    places = np.cos(np.arange(1, n, 2) * np.pi / (2 * n))
    zeros = np.column_stack([1j / places, -1j / places]).ravel()
    return zeros, poles, float((np.prod(-poles) / np.prod(-zeros)).real)


def _elliptic(n: int, passed: float, stopped: float) -> tuple[Any, Any, float]:
    from scipy import signal

    return signal.ellipap(n, passed, stopped)  # type: ignore[no-any-return]


def _prototype(name: str, names: str, summary: str, make: Callable[..., tuple[Any, Any, float]], *examples: Example) -> Builtin:
    def function(call: Any, n: Any, *numbers: Any) -> Any:
        order = arg.integer(n)
        if order < 1:
            raise call.error("Expected N to be a positive integer.", f"MATLAB:{name}:expectedPositive")
        if len(numbers) < names.count(","):
            raise call.error("Not enough input arguments.", "MATLAB:minrhs")
        if any(not arg.scalar(v) > 0 for v in numbers[: names.count(",")]):
            raise call.error("The ripples must be positive decibels.", f"signal:{name}:InvalidRange")
        zeros, poles, gain = make(order, *(arg.scalar(v) for v in numbers[: names.count(",")]))
        return _column(zeros) if np.size(zeros) else np.zeros((0, 0)), _column(poles), gain

    errors = (ErrorCase(f"{name}(0{', 1' * names.count(',')})", f"MATLAB:{name}:expectedPositive"),)
    return Builtin(name, (f"[z, p, k] = {name}({names})",), summary, function, examples=examples, errors=errors)


PROTOTYPES = (
    _prototype("buttap", "n", "Zeros, poles and gain of a Butterworth filter of time with a cutoff of 1 rad/s.", _butterworth,
               Example("[z,p,k] = buttap(3); {z,round(p,12),k}", "{[],round([-0.5+sqrt(3)/2i*-1;-0.5-sqrt(3)/2i*-1;-1],12),1}")),
    _prototype("cheb1ap", "n, Rp", "Zeros, poles and gain of a Chebyshev filter of time with ripples in the pass band.", _ripples_passed,
               Example("[z,p,k] = cheb1ap(1,10*log10(2)); {z,round(p,12),round(k,12)}", "{[],-1,1}"),
               Example("[z,p,k] = cheb1ap(2,3); round(k/real(prod(-p)) - 10^(-3/20),12)", "0")),
    _prototype("cheb2ap", "n, Rs", "Zeros, poles and gain of a Chebyshev filter of time with ripples in the stop band.", _ripples_stopped,
               Example("[z,p,k] = cheb2ap(2,20); {round(abs(imag(z)),12), round(k*prod(-z)/prod(-p),12), round(k,12)}", "{round([sqrt(2);sqrt(2)],12),1,0.1}")),
    _prototype("ellipap", "n, Rp, Rs", "Zeros, poles and gain of an elliptic filter of time.", _elliptic,
               Example("[z,p,k] = ellipap(2,1,40); [numel(z) numel(p) round(k - 0.01,12)]", "[2 2 0]")),
)  # fmt: skip


@builtin(
    "freqs", "h = freqs(b, a, w)", "[h, w] = freqs(b, a)", "[h, w] = freqs(b, a, n)", "freqs(...)",
    summary="Frequency response of a filter of time, at angular frequencies w or at n (200) of them; drawn where no result is asked for.",
    examples=(Example("freqs(1,[1 1],[0 1])", "[1 0.5-0.5i]"), Example("[h,w] = freqs(1,[1 1],50); size(h)", "[1 50]"), Example("size(freqs([1 0],[1 2 1],[1;2;3]))", "[3 1]")),
)  # fmt: skip
def freqs(call: Any, b: Any, a: Any, w: Any = None) -> Any:
    from scipy import signal

    top, bottom = arg.flat(b), arg.flat(a)
    if not (top.size and bottom.size):
        raise call.error("The coefficients must not be empty.", "signal:freqs:expectedNonempty")
    chosen = w is not None and numel_of(w) > 1
    count = 200 if w is None or chosen or not numel_of(w) else arg.integer(w)
    if count < 1:
        raise call.error("The number of frequencies must be positive.", "signal:freqs:expectedPositive")
    at = arg.flat(w) if chosen else signal.findfreqs(top, bottom, count)
    with np.errstate(all="ignore"):
        response = np.polyval(top, 1j * at) / np.polyval(bottom, 1j * at)
    h, shown = (arg.oriented(response, w), arg.oriented(at, w)) if chosen else (response[None, :], at[None, :])
    if call.nargout:
        return h, shown
    value = call.session.value
    for k, (draw, line, label) in enumerate(
        (("loglog", np.abs(response), "Magnitude"), ("semilogx", np.degrees(np.angle(response)), "Phase (degrees)"))
    ):
        call.feval("subplot", 2.0, 1.0, k + 1.0, nargout=0)
        call.feval(draw, value(at[:, None]), value(line[:, None]), nargout=0)
        call.feval("grid", value("on"), nargout=0)
        call.feval("xlabel", value("Frequency (rad/s)"), nargout=0)
        call.feval("ylabel", value(label), nargout=0)
    return None
