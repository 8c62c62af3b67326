"""Arithmetic of images in their own class, and measures of the similarity of two images."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...builtins.spec import Builtin, ErrorCase, Example, builtin
from ...values.classes import DTYPES
from ...values.convert import as_array, class_of, numel_of, shape_of, text_of
from ...values.tensor import Tensor
from .levels import _counts as level_counts
from .pixels import correlated, image, in_class


def _operation(name: str, function: Callable[[Any, Any], Any], summary: str, *examples: Example) -> Builtin:
    def operate(call: Any, x: Any, y: Any) -> Any:
        left, right = image(x, name), image(y, name)
        if numel_of(y) != 1 and left.shape != right.shape:
            raise call.error("X and Y must be of the same size, or Y a double.", f"images:{name}:mismatchedSize")
        if class_of(y) != "double" and class_of(x) != class_of(y):
            raise call.error("X and Y must be of the same class, or Y a double.", f"images:{name}:mismatchedType")
        with np.errstate(all="ignore"):
            result = function(left.astype(np.float64), right.astype(np.float64))
        return in_class(result, np.dtype(np.float64) if left.dtype.kind == "b" else left.dtype)

    errors = (
        ErrorCase(f"{name}(uint8(1), uint16(1))", f"images:{name}:mismatchedType"),
        ErrorCase(f"{name}([1 2], [1 2 3])", f"images:{name}:mismatchedSize"),
    )
    return Builtin(name, (f"Z = {name}(X, Y)",), summary, operate, examples=examples, errors=errors)


OPERATIONS = (
    _operation("imadd", lambda x, y: x + y, "Sum of two images, or of an image and a number, in the class of the image.",
               Example("imadd(uint8([250 1]), uint8([10 2]))", "uint8([255 3])"), Example("imadd(uint8(5), 2.6)", "uint8(8)")),
    _operation("imsubtract", lambda x, y: x - y, "Difference of two images, or of an image and a number, in the class of the image.",
               Example("imsubtract(uint8([5 9]), uint8([7 2]))", "uint8([0 7])")),
    _operation("immultiply", lambda x, y: x * y, "Product of two images, or of an image and a number, in the class of the image.",
               Example("immultiply(uint8([100 3]), 2.5)", "uint8([250 8])")),
    _operation("imdivide", lambda x, y: x / y, "Quotient of two images, or of an image and a number, in the class of the image.",
               Example("imdivide(uint8([7 10]), 2)", "uint8([4 5])"), Example("imdivide(uint8([1 0]), uint8([0 5]))", "uint8([255 0])")),
    _operation("imabsdiff", lambda x, y: abs(x - y), "How far two images are apart, pixel by pixel.", Example("imabsdiff(uint8([5 9]), uint8([7 2]))", "uint8([2 7])")),
)  # fmt: skip


@builtin(
    "imcomplement", "J = imcomplement(I)", summary="The negative of an image: bright for dark.",
    examples=(Example("imcomplement(uint8([0 200]))", "uint8([255 55])"), Example("imcomplement([0.25 1])", "[0.75 0]"),
              Example("imcomplement([true false])", "[false true]"), Example("imcomplement(int8([-128 3]))", "int8([127 -4])")),
    errors=(ErrorCase("imcomplement('a')", "MATLAB:imcomplement:invalidType"),),
)  # fmt: skip
def imcomplement(call: Any, value: Any) -> Any:
    array = image(value, "imcomplement")
    return 1 - array if array.dtype.kind == "f" else ~array  # the inverted bits are 255 - x, and -1 - x for signed classes


@builtin(
    "imlincomb", "Z = imlincomb(K1, A1, ..., Kn, An)", "Z = imlincomb(K1, A1, ..., Kn, An, K)", "Z = imlincomb(..., output_class)",
    summary="Sum of images with factors, rounded once; a constant may follow.",
    examples=(Example("imlincomb(0.5, uint8([255 3]), 0.5, uint8([255 4]))", "uint8([255 4])"), Example("imlincomb(2, uint8(200), -100)", "uint8(255)")),
    errors=(ErrorCase("imlincomb(1, [1 2], 1, [1 2 3])", "images:imlincomb:mismatchedSize"),),
)  # fmt: skip
def imlincomb(call: Any, *terms: Any) -> Any:
    items = list(terms)
    kind = as_array(items[1]).dtype if len(items) > 1 else np.dtype(np.float64)
    if class_of(items[-1]) in ("char", "string"):
        kind = as_array(call.feval(text_of(items.pop()), 0.0)[0]).dtype
    total: Any = float(as_array(items.pop()).flat[0]) if len(items) % 2 else 0.0
    shape = as_array(items[1]).shape
    for factor, term in zip(items[::2], items[1::2], strict=True):
        array = image(term, "imlincomb")
        if array.shape != shape:
            raise call.error("The images must be of the same size.", "images:imlincomb:mismatchedSize")
        total = total + arg.scalar(factor) * array.astype(np.float64)
    return in_class(total, np.dtype(np.float64) if kind.kind == "b" else kind)


# --- what images are like ---------------------------------------------------------------------------------------------------


@builtin("mean2", "m = mean2(A)", summary="Mean of all elements, in double.", examples=(Example("mean2(uint8([1 2;3 5]))", "2.75"),))
def mean2(call: Any, a: Any) -> Any:
    if on_device(call, a, logical=True):
        x = Formula(call, a).apply("double")
        return x.mean(*range(len(x.shape))).value
    array = as_array(a)
    return np.mean(array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)) if array.size else math.nan


@builtin(
    "std2",
    "s = std2(A)",
    summary="Standard deviation of all elements, in double.",
    examples=(Example("std2(uint8([1 3;1 3]))", "sqrt(4/3)"),),
)
def std2(call: Any, a: Any) -> Any:
    if on_device(call, a, logical=True):
        return call.feval("std", Formula(call, a).apply("double").reshape(numel_of(a), 1).value)[0]
    array = as_array(a).astype(np.float64)
    return float(np.std(array, ddof=1)) if array.size > 1 else 0.0 if array.size else math.nan


@builtin(
    "corr2", "r = corr2(A, B)", summary="Correlation coefficient of all elements of two matrices.",
    examples=(Example("corr2([1 2;3 4], [2 4;6 8])", "1"), Example("round(corr2([1 2 3], [3 1 2]), 12)", "-0.5")),
    errors=(ErrorCase("corr2([1 2], [1 2 3])", "images:corr2:notSameSize"),),
)  # fmt: skip
def corr2(call: Any, a: Any, b: Any) -> Any:
    if (there := _pair_there(call, a, b)) is not None:
        x, y = (f - f.mean(0) for f in there)
        return ((x * y).reduce("sum", 0) / ((x * x).reduce("sum", 0) * (y * y).reduce("sum", 0)).apply("sqrt")).value
    left, right = _pair(call, a, b)
    left, right = left - left.mean(), right - right.mean()
    with np.errstate(all="ignore"):
        return float(np.float64((left * right).sum()) / np.sqrt((left * left).sum() * (right * right).sum()))


def _pair_there(call: Any, a: Any, b: Any) -> tuple[Formula, Formula] | None:
    """Two images of one size as columns of doubles, where at least one is on the device; None where the host compares them."""
    if not (on_device(call, a) or on_device(call, b)) or shape_of(a) != shape_of(b):
        return None
    if not all(type(v) is Tensor and not v.is_complex and class_of(v) not in ("int64", "uint64") for v in (a, b)):
        return None
    first, second = (Formula(call, v).apply("double").reshape(numel_of(v), 1) for v in (a, b))
    return first, second


def _pair(call: Any, a: Any, b: Any) -> tuple[np.ndarray, np.ndarray]:
    left, right = image(a, call.name), image(b, call.name)
    if left.shape != right.shape:
        raise call.error("The two images must be of the same size.", f"images:{call.name}:notSameSize")
    return left.astype(np.float64), right.astype(np.float64)


def _peak(call: Any, value: Any, peak: Any) -> float:
    """The largest difference that the class of an image can hold."""
    if peak is not None:
        return arg.scalar(peak)
    dtype = np.dtype(DTYPES[class_of(value)])
    return 1.0 if dtype.kind in "fb" else float(np.iinfo(dtype).max) - float(np.iinfo(dtype).min)


@builtin(
    "immse", "err = immse(X, Y)", summary="Mean squared error of two images.",
    examples=(Example("immse(uint8([1 2]), uint8([3 2]))", "2"), Example("immse(single([1 2]), [3 2])", "single(2)")), errors=(ErrorCase("immse(1, [1 2])", "images:immse:notSameSize"),),
)  # fmt: skip
def immse(call: Any, x: Any, y: Any) -> Any:
    if (there := _pair_there(call, x, y)) is not None:
        apart = there[0] - there[1]
        return (apart * apart).mean(0).apply("single" if "single" in (class_of(x), class_of(y)) else "double").value
    left, right = _pair(call, x, y)
    return arg.single_like(np.full((1, 1), np.mean((left - right) ** 2) if left.size else math.nan), x, y)


@builtin(
    "psnr", "peaksnr = psnr(A, ref)", "peaksnr = psnr(A, ref, peakval)", "[peaksnr, snr] = psnr(...)",
    summary="Ratio of the peak of an image to its error, and of its power to that, in decibels.",
    examples=(Example("psnr(uint8([1 2]), uint8([3 2]))", "10*log10(255^2/2)"), Example("psnr([0 1], [0 1])", "Inf"), Example("psnr([0 1], [1 1], 2)", "10*log10(8)")),
    errors=(ErrorCase("psnr(1, [1 2])", "images:psnr:notSameSize"),),
)  # fmt: skip
def psnr(call: Any, a: Any, reference: Any, peak: Any = None) -> Any:
    if (there := _pair_there(call, a, reference)) is not None:
        apart = there[0] - there[1]
        error, power = (np.float64(as_array((f * f).mean(0).value).item()) for f in (apart, there[1]))
    else:
        left, right = _pair(call, a, reference)
        error, power = np.float64(np.mean((left - right) ** 2)), np.mean(right**2)
    with np.errstate(divide="ignore"):
        return float(10 * np.log10(_peak(call, a, peak) ** 2 / error)), float(10 * np.log10(power / error))


@builtin(
    "ssim", "ssimval = ssim(A, ref)", "[ssimval, ssimmap] = ssim(A, ref)", "[...] = ssim(A, ref, Name, Value)",
    summary="How alike two images look (structural similarity, 1 for the same): over the image, and for each pixel.",
    examples=(Example("ssim(magic(9)/81, magic(9)/81)", "1"), Example("a = magic(16)/256; s = ssim(a, 1 - a); s < 0", "true")),
    errors=(ErrorCase("ssim(1, [1 2])", "images:ssim:notSameSize"),),
)  # fmt: skip
def ssim(call: Any, a: Any, reference: Any, *options: Any) -> Any:
    named = arg.name_values(options, "ssim", "dynamicrange radius exponents regularizationconstants")
    left, right = _pair(call, a, reference)
    span = _peak(call, a, named.get("dynamicrange"))
    radius = named.number("radius", 1.5)
    powers = arg.flat(named["exponents"]).tolist() if "exponents" in named else [1.0, 1.0, 1.0]
    constants = named.get("regularizationconstants")
    c1, c2, c3 = arg.flat(constants).tolist() if constants is not None else ((0.01 * span) ** 2, (0.03 * span) ** 2, (0.03 * span) ** 2 / 2)
    reach = math.ceil(3 * radius)
    line = np.exp(-(np.arange(-reach, reach + 1.0) ** 2) / (2 * radius**2))
    weights = np.outer(line, line) / line.sum() ** 2
    first, second = (correlated(x, weights) for x in (left, right))
    var1, var2 = (correlated(x * x, weights) - m * m for x, m in ((left, first), (right, second)))
    covariance = correlated(left * right, weights) - first * second
    if powers == [1.0, 1.0, 1.0] and c3 == c2 / 2:
        result = (2 * first * second + c1) * (2 * covariance + c2) / ((first**2 + second**2 + c1) * (var1 + var2 + c2))
    else:
        var1, var2 = np.maximum(var1, 0), np.maximum(var2, 0)
        spread = np.sqrt(var1 * var2)
        light = (2 * first * second + c1) / (first**2 + second**2 + c1)
        result = light ** powers[0] * ((2 * spread + c2) / (var1 + var2 + c2)) ** powers[1] * ((covariance + c3) / (spread + c3)) ** powers[2]
    return float(result.mean()), arg.single_like(result, a, reference)


@builtin(
    "entropy", "e = entropy(I)", summary="Entropy of the levels of an image in bits, counted in 256 bins (2 for logical images).",
    examples=(Example("entropy(uint8([1 2 3 4]))", "2"), Example("entropy([true false true false])", "1"), Example("entropy(ones(3))", "0")),
    errors=(ErrorCase("entropy('a')", "MATLAB:entropy:invalidType"),),
)  # fmt: skip
def entropy(call: Any, value: Any) -> Any:
    image(value, "entropy")
    share = level_counts(call, value, 2 if class_of(value) == "logical" else 256, "entropy")
    share = share[share > 0] / share.sum()
    return float(abs(np.sum(share * np.log2(share))))
