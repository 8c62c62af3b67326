"""Fourier transforms, filters and convolution of arrays."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.argument_errors import too_many_inputs
from ...builtins.array_lines import Lines
from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...builtins.spec import Builtin, Effect, ErrorCase, Example, Fact, builtin
from ...graph.fourier import conjugate
from ...graph.window import convolved
from ...values.convert import class_of, is_text, numel_of, shape_of, to_value
from ...values.tensor import Tensor
from ..elementary import windows
from ..elementary.filter_loops import linear_filter
from .device_signals import both_ways


def _narrow_inverse(result: np.ndarray, spectrum: np.ndarray, symmetric: bool) -> np.ndarray:
    """The inverse transform, real where the spectrum is conjugate-symmetric, as in MATLAB."""
    if symmetric:
        return result.real
    return arg.narrow(_without_negative_zeros(result, spectrum))


def _without_negative_zeros(spectrum: np.ndarray, array: np.ndarray) -> np.ndarray:
    """The spectrum of a real array with +0 as zero imaginary parts, so that an angle is pi, never -pi."""
    if array.dtype.kind != "c" and spectrum.dtype.kind == "c":
        spectrum.imag += 0.0
    return spectrum


def _is_conjugate_symmetric(spectrum: np.ndarray, axes: tuple[int, ...]) -> bool:
    if len(axes) == 1:
        lines = spectrum.swapaxes(0, axes[0])
        return not np.any(lines[:1].imag) and bool((lines[1:] == lines[:0:-1].conj()).all() and (lines[:1] == lines[:1]).all())
    mirrored = np.roll(np.flip(spectrum, axes), [1] * len(axes), axes)
    return bool(np.array_equal(spectrum, mirrored.conj()))


_SYMMETRIES = {False: (), True: ("symmetric", "nonsymmetric")}


def _transform(name: str, inverse: bool) -> Builtin:
    def function(call: Any, x: Any, *arguments: Any) -> Any:
        from scipy import fft as transforms

        numbers, words = arg.split_options(arguments)
        arg.check_options(call, words, *_SYMMETRIES[inverse])
        if len(numbers) > 2:
            raise too_many_inputs(call.name)
        if (deferred := _deferred(call, x, numbers, words, inverse)) is not None:
            return deferred
        array = arg.floating(x)
        n = None if not numbers or arg.is_empty_matrix(numbers[0]) else arg.integer(numbers[0], "transform length")
        axis = arg.dimension(numbers[1]) if len(numbers) > 1 else arg.first_nonsingleton(array.shape)
        array = arg.pad_dims(array, axis + 1)
        if n == 0 or (n is None and array.shape[axis] == 0):
            return np.zeros([0 if i == axis else m for i, m in enumerate(array.shape)], array.dtype)
        if not inverse:
            return arg.narrow(_without_negative_zeros(transforms.fft(array, n, axis), array))
        symmetric = "symmetric" in words or (n is None and _is_conjugate_symmetric(array, (axis,)))
        return _narrow_inverse(transforms.ifft(array, n, axis), array, symmetric)

    examples = (
        (Example("ifft([10 -2+2i -2 -2-2i])", "[1 2 3 4]"), Example("isreal(ifft(fft([1 2 3])))", "true"))
        if inverse
        else (
            Example("fft([1 2 3 4])", "[10 -2+2i -2 -2-2i]"),
            Example("fft([1 0;0 1])", "[1 1;1 -1]"),
            Example("fft([1 2],4)", "[3 1-2i -1 1+2i]"),
            Example("class(fft(single([1 2])))", "'single'"),
        )
    )
    usage = (
        f"Y = {name}(X)",
        f"Y = {name}(X, n)",
        f"Y = {name}(X, n, dim)",
        *((f"X = {name}(..., symflag)", f"X = {name}(Y, n, dim, symflag)") if inverse else ()),
    )
    return Builtin(
        name, usage, f"{'Inverse d' if inverse else 'D'}iscrete Fourier transform along a dimension.", function, examples=examples
    )


def _transform_many(name: str, inverse: bool, two: bool) -> Builtin:
    def function(call: Any, x: Any, *arguments: Any) -> Any:
        from scipy import fft as transforms

        numbers, words = arg.split_options(arguments)
        arg.check_options(call, words, *_SYMMETRIES[inverse])
        if len(numbers) > (2 if two else 1):
            raise too_many_inputs(call.name)
        if not numbers and (deferred := _deferred_many(call, x, two, words, inverse)) is not None:
            return deferred
        array = arg.floating(x)
        sizes = _lengths(call, numbers, array.ndim, two) if numbers else None
        array = array if sizes is None else arg.pad_dims(array, len(sizes))
        axes = (0, 1) if two else tuple(range(array.ndim))
        shape = array.shape if sizes is None else (*sizes, *array.shape[len(sizes) :])
        if 0 in shape or 0 in array.shape:
            return np.zeros(shape, array.dtype)
        if not inverse:
            spectrum = transforms.fftn(array, sizes, axes)
            return arg.narrow(_without_negative_zeros(spectrum if array.dtype.kind == "c" else conjugate(spectrum, axes), array))
        symmetric = "symmetric" in words or (sizes is None and _is_conjugate_symmetric(array, axes))
        return _narrow_inverse(transforms.ifftn(array, sizes, axes), array, symmetric)

    examples = (Example(f"{name}([1 2;3 4])", "[2.5 -0.5;-1 0]" if inverse else "[10 -2;-4 0]"),)
    usage = (
        (f"Y = {name}(X)", f"Y = {name}(X, m, n)", f"Y = {name}(..., symflag)")
        if two
        else (f"Y = {name}(X)", f"Y = {name}(X, sz)", f"Y = {name}(..., symflag)")
    )
    sizes = "2,2" if two else "[2 2]"
    examples += (Example(f"{name}(zeros(0,3),{sizes})", "zeros(2)"),)
    words = f"{'Inverse d' if inverse else 'D'}iscrete Fourier transform in {'two' if two else 'all'} dimensions."
    errors = (ErrorCase(f"{name}(1, 2)", "MATLAB:minrhs"),) if two else (ErrorCase(f"{name}([1 2], 2)", f"MATLAB:{name}:InvalidSize"),)
    return Builtin(name, usage, words, function, examples=examples, errors=errors)


def _lengths(call: Any, numbers: list[Any], ndim: int, two: bool) -> list[int]:
    """The lengths to transform: of rows and columns, or of all dimensions."""
    if two and len(numbers) < 2:
        raise MatlabError("Not enough input arguments.", "MATLAB:minrhs")
    lengths = [arg.integer(v, "transform length") for v in (numbers if two else arg.flat(numbers[0]).tolist())]
    if not two and len(lengths) < ndim:
        raise call.error("The size vector must have a length for each dimension.", f"MATLAB:{call.name}:InvalidSize")
    if any(n < 0 for n in lengths):
        raise call.error("Transform lengths must be nonnegative integers.", f"MATLAB:{call.name}:InvalidSize")
    arg.check_array_size(lengths, "double")
    return lengths


def _deferred(call: Any, x: Any, numbers: Any, words: Any, inverse: bool) -> Any:
    """The transform along one dimension where the engine defers it."""
    if type(x) is not Tensor or 0 in x.shape:
        return None
    length = None if not numbers or arg.is_empty_matrix(numbers[0]) else arg.integer(numbers[0], "transform length")
    axis = arg.dimension(numbers[1]) if len(numbers) > 1 else arg.first_nonsingleton(x.shape)
    if axis >= len(x.shape):
        return None
    # Symmetry is tested on a whole spectrum only.
    symmetric = "symmetric" in words or (None if length is None else False)
    return call.engine.fourier(x, ((axis, x.shape[axis] if length is None else length),), inverse, symmetric)


def _deferred_many(call: Any, x: Any, two: bool, words: Any, inverse: bool) -> Any:
    """The transform along two dimensions, or all, where the engine defers it."""
    if type(x) is not Tensor or 0 in x.shape:
        return None
    points = tuple((d, n) for d, n in enumerate(x.shape) if n > 1 and (d < 2 or not two))
    return call.engine.fourier(x, points, inverse, "symmetric" in words or None) if points else None


TRANSFORMS = (
    _transform("fft", False).stating(Fact.COMPILED, effect=Effect.NONE), _transform("ifft", True).stating(Fact.COMPILED, effect=Effect.NONE), _transform_many("fft2", False, True).stating(Fact.COMPILED, effect=Effect.NONE), _transform_many("ifft2", True, True).stating(effect=Effect.NONE),
    _transform_many("fftn", False, False).stating(Fact.COMPILED, effect=Effect.NONE), _transform_many("ifftn", True, False).stating(effect=Effect.NONE),
)  # fmt: skip


def _shift(name: str, sign: int, *examples: Example) -> Builtin:
    def function(call: Any, x: Any, dim: Any = None) -> Any:
        shape = shape_of(x)
        axes = range(len(shape)) if dim is None else [arg.dimension(dim)]
        if type(x) is Tensor and x.matlab_class in ("double", "single"):
            shifts = [(d, sign * (shape[d] // 2)) for d in axes if d < len(shape)]
            if (deferred := call.engine.turned(x, shifts)) is not None:
                return deferred
        array = arg.elements(x)
        for axis in axes:
            if axis < array.ndim:
                n = array.shape[axis]
                array = np.roll(array, n // 2 if sign > 0 else -(n // 2), axis)
        return arg.like(x, array)

    return Builtin(
        name,
        (f"Y = {name}(X)", f"Y = {name}(X, dim)"),
        "Zero frequency to the middle." if sign > 0 else "The inverse of fftshift.",
        function,
        examples=examples,
    )


SHIFTS = (
    _shift("fftshift", 1, Example("fftshift(1:5)", "[4 5 1 2 3]"), Example("fftshift([1 2;3 4])", "[4 3;2 1]")).stating(effect=Effect.NONE),
    _shift("ifftshift", -1, Example("ifftshift([4 5 1 2 3])", "1:5")).stating(effect=Effect.NONE),
)


@builtin(
    "filter",
    "y = filter(b, a, x)",
    "y = filter(b, a, x, zi)",
    "y = filter(b, a, x, zi, dim)",
    "[y, zf] = filter(...)",
    summary="Digital filter along a dimension.",
    examples=(
        Example("filter(1,[1 -0.5],[1 1 1])", "[1 1.5 1.75]"),
        Example("filter([1 1]/2,1,[2 4 6])", "[1 3 5]"),
        Example("[y,z] = filter([1 1],1,[1 2 3])", "{[1 3 5],3}"),
        Example("filter([1 2],1,[1 NaN 3 4])", "[1 NaN NaN 10]"),
    ),
    errors=(ErrorCase("filter(1,0,1)", "MATLAB:filter:firstElementOfDenominatorFilterZero"),),
    facts=Fact.COMPILED,
    effect=Effect.NONE,
)
def filter(call: Any, b: Any, a: Any, x: Any, zi: Any = None, dim: Any = None) -> Any:
    if (zi is None or arg.is_empty_matrix(zi)) and call.nargout < 2:
        make = _without_feedback if numel_of(a) == 1 else _with_feedback
        if (deferred := make(call, b, a, x, dim)) is not None:
            return deferred
    top, bottom, array = arg.flat(b), arg.flat(a), arg.floating(x)
    if not bottom.size or bottom[0] == 0:
        raise MatlabError("First denominator filter coefficient must be non-zero.", "MATLAB:filter:firstElementOfDenominatorFilterZero")
    axis = arg.first_nonsingleton(array.shape) if dim is None else arg.dimension(dim)
    array = arg.pad_dims(array, axis + 1)
    order = max(len(top), len(bottom)) - 1
    top, bottom = (np.concatenate([c, np.zeros(order + 1 - len(c), c.dtype)]) for c in (top, bottom))
    state = _first_state(zi, order, array.shape, axis, np.result_type(top, bottom, array))
    if array.shape[axis] == 0:
        return array, state
    if order == 0:
        return arg.single_like(array * (top[0] / bottom[0]), b, a, x), np.zeros((0, 1))
    # Without feedback no NaN or Inf lasts longer than the coefficients reach.
    y, final = linear_filter(top, bottom if numel_of(a) > 1 or np.isfinite(array).all() else bottom[:1], array, axis, state)
    if arg.float_class(b, a, x) is np.float32:
        y = y.astype(np.complex64 if y.dtype.kind == "c" else np.float32)
    if call.nargout < 2:
        return y
    final = np.moveaxis(final, axis, 0)
    return y, final.reshape(final.shape[0], -1, order="F") if arg.is_vector(shape_of(x)) else final


def _first_state(zi: Any, order: int, shape: tuple[int, ...], axis: int, dtype: Any) -> np.ndarray:
    """The delays of a filter before the first element of each line along an axis: zero, one state for all lines, or one for each."""
    along = [order if i == axis else n for i, n in enumerate(shape)]
    if zi is None or arg.is_empty_matrix(zi):
        return np.zeros(along, dtype)
    states = arg.floating(zi)
    if states.size == order:
        return np.broadcast_to(states.ravel(order="F").reshape([-1 if i == axis else 1 for i in range(len(shape))]), along)
    return np.moveaxis(states.reshape([order, *(n for i, n in enumerate(shape) if i != axis)], order="F"), 0, axis)


def _without_feedback(call: Any, b: Any, a: Any, x: Any, dim: Any) -> Any:
    """A filter that is a weighted sum of the last elements, where it is deferred."""
    top, bottom = arg.flat(b), arg.flat(a)
    if top.dtype.kind != "f" or bottom.dtype.kind != "f" or bottom[0] == 0 or type(x) is not Tensor:
        return None
    if x.matlab_class != "single" and arg.float_class(b, a) is np.float32:
        return None
    axis = arg.first_nonsingleton(shape_of(x)) if dim is None else arg.dimension(dim)
    return windows.filtered(call, x, top / bottom[0], axis)


def _with_feedback(call: Any, b: Any, a: Any, x: Any, dim: Any) -> Any:
    """A filter of many channels, where it runs as a kernel."""
    if not call.engine.viewable(x):
        return None
    if type(x) is not Tensor or x.matlab_class not in ("double", "single") or x.is_complex:
        return None
    from ...accel.recurrences import filtered

    top, bottom = arg.flat(b), arg.flat(a)
    if top.dtype.kind != "f" or bottom.dtype.kind != "f" or not bottom.size or bottom[0] == 0:
        return None
    if x.matlab_class == "double" and arg.float_class(b, a, x) is np.float32:
        return None
    order = max(len(top), len(bottom))
    padded = [np.concatenate([c / bottom[0], np.zeros(order - len(c))]).astype(float).tolist() for c in (top, bottom)]
    axis = arg.first_nonsingleton(x.shape) if dim is None else arg.dimension(dim)
    return filtered(call.engine, *padded, x, axis)


@builtin(
    "filter2",
    "Y = filter2(H, X)",
    "Y = filter2(H, X, shape)",
    summary="Two-dimensional digital filter.",
    examples=(Example("filter2(ones(2),[1 2;3 4],'valid')", "10"),),
    errors=(ErrorCase("filter2(1, 2, 'conv')", "MATLAB:filter2:unknownOption"),),
    effect=Effect.NONE,
)
def filter2(call: Any, h: Any, x: Any, shape: Any = None) -> Any:
    kind = arg.option(call, shape, "full", "same", "valid", default="same")
    if on_device(call, x):
        rotated = to_value(np.asfortranarray(np.rot90(arg.matrix(h), 2)))
        if (deferred := windows.convolution(call, x, rotated, kind, True)) is not None:
            return deferred
    return _convolved(arg.matrix(x), np.rot90(arg.matrix(h), 2), kind)


def _convolved(a: np.ndarray, b: np.ndarray, kind: str) -> np.ndarray:
    """Convolution in all dimensions: full, same (central part of the size of a) or valid."""
    a, b = arg.same_precision(a, b)
    if 0 in a.shape or 0 in b.shape:
        return np.zeros([max(m + n - 1, 0) for m, n in zip(a.shape, b.shape, strict=True)] if kind == "full" else a.shape, a.dtype)
    if kind == "valid" and any(m < n for m, n in zip(a.shape, b.shape, strict=True)):
        return np.zeros([max(m - n + 1, 0) for m, n in zip(a.shape, b.shape, strict=True)], a.dtype)
    if min(a.size, b.size) <= 1000 or a.size * b.size < 10**9 or not np.isfinite(a).all() or not np.isfinite(b).all():
        full = convolved(a, b) if b.size <= a.size else convolved(b, a)
    else:
        from scipy import signal

        full = signal.convolve(a, b, method="fft")
    if kind == "valid":
        return full[tuple(slice(n - 1, m) for m, n in zip(a.shape, b.shape, strict=True))]
    if kind != "same":
        return full
    return full[tuple(slice(math.ceil((n - 1) / 2), math.ceil((n - 1) / 2) + m) for m, n in zip(a.shape, b.shape, strict=True))]


@builtin(
    "conv2",
    "C = conv2(A, B)",
    "C = conv2(u, v, A)",
    "C = conv2(..., shape)",
    "C = conv2(u, v, A, shape)",
    summary="Two-dimensional convolution.",
    examples=(
        Example("conv2([1 2;3 4],[1 1])", "[1 3 2;3 7 4]"),
        Example("conv2([1 2;3 4],ones(2),'same')", "[10 6;7 4]"),
        Example("conv2([1;1],[1 1],[1 2])", "[1 3 2;1 3 2]"),
        Example("conv2(1,[1 NaN 3])", "[1 NaN 3]"),
        Example("conv2([1 NaN 3 4],[1 0 1])", "[1 NaN NaN NaN 3 4]"),
        Example("conv2([1 2;3 4],[1 NaN;1 0])", "[1 NaN NaN;4 NaN NaN;3 4 0]"),
    ),
    errors=(
        ErrorCase("conv2(1,2,'whole')", "MATLAB:conv2:unknownOption"),
        ErrorCase("conv2(ones(2),1,1)", "MATLAB:conv2:firstTwoInputsNotVectors"),
    ),
    effect=Effect.NONE,
)
def conv2(call: Any, *arguments: Any) -> Any:
    kind = arg.option(call, arguments[-1] if is_text(arguments[-1]) else None, "full", "same", "valid", default="full")
    operands = [a for a in arguments if not is_text(a)]
    if len(operands) == 2 and (deferred := windows.convolution(call, operands[0], operands[1], kind, True)) is not None:
        return deferred
    arrays = [arg.matrix(a) for a in operands]
    if len(arrays) not in (2, 3):
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    if len(arrays) == 3:
        if any(max(vector.shape) != vector.size for vector in arrays[:2]):
            raise call.error(
                "The first two arguments must be vectors where there are three matrices.", "MATLAB:conv2:firstTwoInputsNotVectors"
            )
        u, v, a = arg.same_precision(*arrays)
        return _convolved(a, u.reshape(-1, 1, order="F") @ v.reshape(1, -1, order="F"), kind)
    return _convolved(arrays[0], arrays[1], kind)


@builtin(
    "convn",
    "C = convn(A, B)",
    "C = convn(A, B, shape)",
    summary="Convolution in n dimensions.",
    examples=(Example("convn([1 2],[1 1])", "[1 3 2]"), Example("convn([1 Inf 3 4],[1 0 1])", "[1 Inf NaN Inf 3 4]")),
)
def convn(call: Any, a: Any, b: Any, shape: Any = None) -> Any:
    left, right = arg.floating(a), arg.floating(b)
    ndim = max(left.ndim, right.ndim)
    kind = arg.option(call, shape, "full", "same", "valid", default="full")
    return _convolved(arg.pad_dims(left, ndim), arg.pad_dims(right, ndim), kind)


@builtin(
    "unwrap",
    "Q = unwrap(P)",
    "Q = unwrap(P, tol)",
    "Q = unwrap(P, tol, dim)",
    summary="Phase angles without jumps.",
    examples=(Example("unwrap([0 3 6])", "[0 3 6]"), Example("round(unwrap([0 2*pi]),10)", "[0 0]")),
)
def unwrap(call: Any, p: Any, tol: Any = None, dim: Any = None) -> Any:
    if on_device(call, p) and class_of(p) in ("double", "single"):
        x = Formula(call, p).apply("double")
        axis, n = x.axis(dim), x.extent(x.axis(dim))
        if axis < len(x.shape) and n > 1:
            angles = _unwrapped(x, axis, n, math.pi if tol is None or arg.is_empty_matrix(tol) else max(arg.scalar(tol), math.pi))
            return angles.value if class_of(p) == "double" else angles.apply("single").value
    lines = Lines.of(arg.floating(p), dim)
    limit = None if tol is None or arg.is_empty_matrix(tol) else max(arg.scalar(tol), math.pi)
    wide = lines.matrix if lines.matrix.dtype != np.float32 else lines.matrix.astype(np.float64)  # jumps accumulate
    return arg.single_like(lines.back(np.unwrap(wide, limit, 0)), p)


def _unwrapped(x: Formula, axis: int, n: int, limit: float) -> Formula:
    """Angles along an axis without jumps of more than pi, or of ``limit``."""
    steps = x.part(axis, 1, n - 1) - x.part(axis, 0, n - 1)
    wrapped = (steps + math.pi).apply("mod", 2 * math.pi) - math.pi
    half, number = wrapped.apply("eq", -math.pi).apply("and", steps.apply("gt", 0.0)), x.float_dtype
    wrapped = wrapped.where(half, np.full((1, 1), math.pi, number))
    jumps = (wrapped - steps).where(steps.apply("abs").apply("lt", limit), np.zeros((1, 1), number))
    return x.of(axis + 1.0).apply("cat", x.part(axis, 0, 1), x.part(axis, 1, n - 1) + jumps.running("sum", axis))


@builtin(
    "freqz",
    "[h, w] = freqz(b, a, n)",
    "[h, w] = freqz(b, a)",
    "[h, w] = freqz(b)",
    "h = freqz(b, a, w)",
    "[h, f] = freqz(b, a, n, fs)",
    "[h, w] = freqz(..., 'whole')",
    "freqz(...)",
    summary="Frequency response of a digital filter; its magnitude and phase are drawn where no result is asked for.",
    examples=(
        Example("numel(freqz(1,1,8))", "8"),
        Example("[h,f] = freqz([1 1],1,4,80); {round(h(3),12),f}", "{1-1i,[0;10;20;30]}"),
        Example("[h,w] = freqz([1 1],1,4,'whole'); {round(h(3),12),w/pi}", "{0,[0;0.5;1;1.5]}"),
        Example("round(freqz([1 1],1,[0 20 40],80),12)", "[2 1-1i 0]"),
    ),
    errors=(ErrorCase("freqz(1,1,8,'half')", "MATLAB:freqz:unknownOption"),),
)
def freqz(call: Any, b: Any, a: Any = 1.0, *arguments: Any) -> Any:
    from scipy import signal

    numbers, words = arg.split_options(arguments)
    arg.check_options(call, words, "whole")
    if not numel_of(a) or not numel_of(b):
        raise call.error("The coefficients must not be empty.", "MATLAB:freqz:expectedNonempty")
    n = numbers[0] if numbers and not arg.is_empty_matrix(numbers[0]) else 512.0
    rate = arg.scalar(numbers[1]) if len(numbers) > 1 else 2 * np.pi
    places = arg.integer(n) if numel_of(n) == 1 else arg.flat(n)
    w, h = signal.freqz(arg.flat(b), arg.flat(a), places, whole="whole" in words, fs=rate)
    if numel_of(n) != 1 or call.nargout:
        return (h[:, None], w[:, None]) if numel_of(n) == 1 else (arg.oriented(h, n), arg.oriented(w, n))
    value, hertz = call.session.value, len(numbers) > 1
    with np.errstate(divide="ignore"):
        panels = ((20 * np.log10(np.abs(h)), "Magnitude (dB)"), (np.degrees(np.unwrap(np.angle(h))), "Phase (degrees)"))
    for k, (line, label) in enumerate(panels):
        call.feval("subplot", 2.0, 1.0, k + 1.0, nargout=0)
        call.feval("plot", value((w if hertz else w / np.pi)[:, None]), value(line[:, None]), nargout=0)
        call.feval("grid", value("on"), nargout=0)
        call.feval("xlabel", value("Frequency (Hz)" if hertz else "Normalized frequency (\\times\\pi rad/sample)"), nargout=0)
        call.feval("ylabel", value(label), nargout=0)
    return None


@builtin(
    "filtfilt",
    "y = filtfilt(b, a, x)",
    summary="Zero-phase filtering, forwards and backwards.",
    examples=(Example("round(filtfilt(1,1,1:7),10)", "1:7"),),
)
def filtfilt(call: Any, b: Any, a: Any, x: Any) -> Any:
    from scipy import signal

    top, bottom = arg.flat(b), arg.flat(a)
    if not (top.size and bottom.size and bottom[0]):
        raise MatlabError(
            "Filter coefficients must not be empty, nor begin with a denominator of zero.", "MATLAB:filtfilt:InvalidCoefficients"
        )
    axis = arg.first_nonsingleton(shape_of(x))
    pad = 3 * (max(len(top), len(bottom)) - 1)
    if on_device(call, x) and 0 < pad < shape_of(x)[axis] and top.dtype.kind == bottom.dtype.kind == "f":
        make = _without_feedback if len(bottom) == 1 else _with_feedback
        if (there := both_ways(call, top, bottom, x, axis, pad, lambda y, d: make(call, b, a, y, d + 1.0))) is not None:
            return there
    array = arg.floating(x)
    if pad == 0:
        return arg.single_like(array * (top[0] / bottom[0]) ** 2, b, a, x)
    if array.shape[axis] <= pad:
        raise MatlabError("Data length must be larger than 3 times the filter order.", "MATLAB:filtfilt:invalidDataLength")
    return arg.single_like(signal.filtfilt(top, bottom, array, axis, padtype="odd", padlen=pad), b, a, x)
