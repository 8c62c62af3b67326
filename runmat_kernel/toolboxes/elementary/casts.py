"""Conversions between numeric classes, and operations on bits."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable

import numpy as np

from ...accel import fast_functions as small
from ...accel.fast_operators import integer
from ...base.errors import MatlabError
from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...builtins.spec import NO_FACTS, Builtin, Effect, ErrorCase, Example, Fact, Trait, builtin
from ...graph import pointwise
from ...graph.evaluate import WIDE_INTEGERS, same_rank
from ...graph.op import Op
from ...graph.primitives import CASTS, arithmetic, compute_class
from ...graph.shapes import expand
from ...values.classes import DTYPES, INTEGER_CLASSES, INTEGER_LIMITS
from ...values.containers import CellArray
from ...values.convert import as_array, class_of, text_of, to_value
from ...values.text import StringArray
from .arithmetic import TRUTH


def _parsed(value: StringArray) -> np.ndarray:
    """The numbers that strings spell; NaN for other strings."""
    numbers = np.empty(value.shape, float)
    for i, text in np.ndenumerate(value.array):
        try:
            numbers[i] = float(text.replace(",", "")) if text is not None else np.nan
        except ValueError:
            numbers[i] = np.nan
    return numbers


def _cast(name: str, summary: str, *examples: Example) -> Builtin:
    op = CASTS[name]
    narrow, dtype = name in INTEGER_LIMITS and name not in WIDE_INTEGERS, DTYPES[name]

    def function(call, x):
        kind = class_of(x)
        if kind == name:
            return x
        if kind == "char" and name == "double" and x.numel < call.settings.defer_elements:
            return x.array.astype(np.float64)
        if type(x) is StringArray:
            return call.engine.elementwise(op, (to_value(_parsed(x)),))
        if type(x) is CellArray or kind in ("struct", "function_handle"):
            raise MatlabError(f"Conversion to {name} from {kind} is not possible.", "MATLAB:invalidConversion", function=name)
        return call.engine.elementwise(op, (x,))

    scalar = (lambda x: integer(x, dtype)) if narrow else None
    return Builtin(name, (f"Y = {name}(X)",), summary, function, Trait.ELEMENTWISE, examples, scalar=scalar)


DOUBLE = _cast(
    "double",
    "Convert to double precision.",
    Example("double('a')", "97"),
    Example("double(int8([1 2]))", "[1 2]"),
    Example("double(true)", "1"),
).stating(Fact.COMPILED | Fact.OWN_WORDS | Fact.RECORDED, small=lambda engine: small.of_one(small.to_double))
SINGLE = _cast(
    "single", "Convert to single precision.", Example("single(0.5)", "single(0.5)"), Example("class(single(1))", "'single'")
).stating(Fact.COMPILED | Fact.OWN_WORDS | Fact.RECORDED)
INTEGERS = tuple(
    _cast(
        name,
        f"Convert to {name}: rounds, halves away from zero, and saturates.",
        Example(f"{name}(2.5)", f"{name}(3)"),
        Example(f"double({name}(1e30)) == double(intmax('{name}'))", "true"),
        Example(f"{name}(NaN)", f"{name}(0)"),
    ).stating(Fact.COMPILED | Fact.OWN_WORDS | (NO_FACTS if name in WIDE_INTEGERS else Fact.RECORDED))
    for name in INTEGER_CLASSES
)


@builtin(
    "logical",
    "L = logical(A)",
    summary="Convert to logical: true where not zero.",
    trait=Trait.ELEMENTWISE,
    examples=(Example("logical([2 0])", "[true false]"), Example("class(logical(1))", "'logical'")),
    errors=(ErrorCase("logical(NaN)", "MATLAB:nologicalnan"),),
    facts=Fact.COMPILED | Fact.OWN_WORDS | Fact.RECORDED,
)
def logical(call, x):
    kind = class_of(x)
    if kind == "logical":
        return x
    if kind not in DTYPES:
        raise call.error(f"Conversion to logical from {kind} is not possible.", "MATLAB:invalidConversion")
    if getattr(x, "is_complex", type(x) is complex):
        raise call.error("Complex values cannot be converted to logicals.", "MATLAB:nologicalcomplex")
    return call.engine.elementwise(TRUTH, (x,))


def _assumed(call, assumed):
    """The integer class that stands for doubles."""
    name = text_of(assumed)
    if name not in INTEGER_LIMITS:
        raise call.error("ASSUMEDTYPE must be an integer type name.", f"MATLAB:{call.name}:unknownType")
    return name


def _whole(call, a):
    """The operands of bit functions: doubles and logicals as 64 bits."""
    array = as_array(a)
    if array.dtype.kind == "c":
        raise call.error("Inputs must be real.", f"MATLAB:{call.name}:inputsMustBeReal")
    if class_of(a) == "char":
        raise call.error("Inputs must be numeric or logical.", f"MATLAB:{call.name}:inputsMustBeNumeric")
    _check_whole(call, array, "uint64")
    return array if array.dtype.kind in "iu" else array.astype(np.uint64)


def _check_whole(call, array, kind: str) -> None:
    """Raise where floats are no whole numbers of the class that they stand for."""
    if array.dtype.kind not in "fc":
        return
    low, high = INTEGER_LIMITS[kind]
    real = array.real
    if not ((array == np.floor(real)) & (real >= low) & (real <= high)).all():
        raise call.error("Double inputs must have integer values in the range of ASSUMEDTYPE.", f"MATLAB:{call.name}:outOfRange")


def _bit_operands(call, a, b, assumed=None):
    """Two operands of a bit function as unsigned or signed whole numbers, and the class of the result."""
    classes = [class_of(a), class_of(b)]
    integer = next((c for c in classes if c in INTEGER_LIMITS), None)
    if len({c for c in classes if c in INTEGER_LIMITS}) > 1:
        raise call.error("Integers can only be combined with integers of the same class, or scalar doubles.", "MATLAB:mixedClasses")
    result = integer or ("logical" if classes == ["logical", "logical"] else "double")
    work = _assumed(call, assumed) if assumed is not None else (integer or "uint64")
    arrays = same_rank([as_array(a), as_array(b)])
    expand(arrays[0].shape, arrays[1].shape)
    whole = []
    for array in arrays:
        if array.dtype.kind in "fc":
            _check_whole(call, array, work)
            array = array.astype(DTYPES[work])
        whole.append(array.astype(DTYPES[work]) if array.dtype != DTYPES[work] else array)
    return whole[0], whole[1], result


def _bit_op(name: str, function, symbol: str, register: str) -> Op:
    """The operation on integers of up to 32 bits, which kernels compute in double."""

    def definition(a, b):
        return function(a.astype(np.int64), b.astype(np.int64)).astype(float)

    def real(a, b, out=None):
        return pointwise.give(definition(a, b), out)

    wgsl = f"REAL({register}({{0}}) {symbol} {register}({{1}}))"
    return Op(f"{name}_{register}", 2, definition, arithmetic(name), compute_class, wgsl, integer_rule=True, real=real)


def _narrow_integers(a, b) -> str | None:
    """The class of two operands whose bits a kernel can work on: integers of up to 32 bits of one class, or one beside a scalar that fits."""
    classes = {class_of(x) for x in (a, b) if class_of(x) in INTEGER_LIMITS}
    if len(classes) != 1 or classes & WIDE_INTEGERS:
        return None
    name = classes.pop()
    low, high = INTEGER_LIMITS[name]
    fits = all(class_of(x) == name or (type(x) is float and x.is_integer() and max(low, 0) <= x <= high) for x in (a, b))
    return name if fits else None


def _of_whole(function: Callable[[int, int], int]) -> Callable[[float, float], float]:
    """A bit function of floats that are whole numbers; ValueError for others."""

    def scalar(a: float, b: float) -> float:
        i, j = int(a), int(b)
        if i != a or j != b or not (0 <= i < 2**53 and 0 <= j < 2**53):
            raise ValueError
        return float(function(i, j))

    return scalar


def _bits(name: str, function, symbol: str, summary: str, *examples: Example) -> Builtin:
    scalar = _of_whole({"&": operator.and_, "|": operator.or_, "^": operator.xor}[symbol])
    ops = {register: _bit_op(name, function, symbol, register) for register in ("i32", "u32")}

    @builtin(name, f"C = {name}(A, B)", f"C = {name}(A, B, assumedtype)", summary=summary, examples=examples, scalar=scalar)
    def of(call, a, b, assumed=None):
        kind = _narrow_integers(a, b) if assumed is None else None
        if kind is not None:
            return call.engine.elementwise(ops["u32" if kind.startswith("u") else "i32"], (a, b))
        left, right, result = _bit_operands(call, a, b, assumed)
        return function(left, right).astype(DTYPES[result])

    return of


BITAND = _bits(
    "bitand", np.bitwise_and, "&", "Bitwise and.", Example("bitand(12, [10 4])", "[8 4]"), Example("bitand(uint8(5), uint8(4))", "uint8(4)")
).stating(Fact.COMPILED, effect=Effect.NONE, small=lambda engine: small.bits(engine, np.bitwise_and, operator.and_))
BITOR = _bits("bitor", np.bitwise_or, "|", "Bitwise or.", Example("bitor(12, 3)", "15")).stating(
    Fact.COMPILED, effect=Effect.NONE, small=lambda engine: small.bits(engine, np.bitwise_or, operator.or_)
)
BITXOR = _bits("bitxor", np.bitwise_xor, "^", "Bitwise exclusive or.", Example("bitxor(12, 10)", "6")).stating(
    Fact.COMPILED, effect=Effect.NONE, small=lambda engine: small.bits(engine, np.bitwise_xor, operator.xor)
)


def _scalar_shift(a: float, k: float) -> float:
    """``bitshift`` of doubles that hold whole numbers."""
    if not (0.0 <= a < 2.0**53 and -64.0 < k < 64.0 and a.is_integer() and k.is_integer()):
        raise ValueError
    return float((int(a) << int(k)) & ((1 << 53) - 1) if k >= 0 else int(a) >> int(-k))


@builtin(
    "bitshift",
    "C = bitshift(A, k)",
    "C = bitshift(A, k, assumedtype)",
    summary="Shift bits left by k (right where negative).",
    examples=(Example("bitshift(1, 3)", "8"), Example("bitshift(16, -2)", "4"), Example("bitshift(uint8(255), 1)", "uint8(254)")),
    errors=(
        ErrorCase("bitshift(16, 1.5)", "MATLAB:bitshift:shiftsMustBeIntegers"),
        ErrorCase("bitshift(1.5, 1)", "MATLAB:bitshift:outOfRange"),
    ),
    scalar=_scalar_shift,
    facts=Fact.COMPILED,
    effect=Effect.NONE,
    small=lambda engine: small.shifted,
)
def bitshift(call, a, k, assumed=None):
    if type(k) is float and k == math.floor(k) and abs(k) < 32 and class_of(a) in ("uint8", "uint16", "uint32") and on_device(call, a):
        # Doubles hold the shifted numbers; the remainder of a division stays inside the class.
        wide = Formula(call, a).apply("double") * 2.0**k
        top = 2.0 ** (8 * DTYPES[class_of(a)].itemsize)
        return (wide.apply("mod", top) if k > 0 else wide.apply("floor")).apply(class_of(a)).value
    array, shift = as_array(a), as_array(k)
    if shift.dtype.kind == "c" or (shift != np.floor(shift)).any():
        raise call.error("Shifts must be integers.", "MATLAB:bitshift:shiftsMustBeIntegers")
    shift = shift.astype(int)
    kind = class_of(a) if class_of(a) in INTEGER_LIMITS else (_assumed(call, assumed) if assumed is not None else "uint64")
    _check_whole(call, array, kind)
    array, shift = same_rank([array.astype(DTYPES[kind]), shift])
    width = 8 * DTYPES[kind].itemsize
    limit = DTYPES[kind].type(width - 1)
    left = np.where(shift >= width, 0, array << np.clip(shift, 0, limit).astype(array.dtype))
    right = array >> np.clip(-shift, 0, limit).astype(array.dtype)
    result = np.where(shift >= 0, left, np.where(-shift >= width, 0 if kind[0] == "u" else right, right))
    if class_of(a) in INTEGER_LIMITS:
        return result.astype(DTYPES[kind])
    # Doubles hold 53 bits: bits that are shifted beyond them are lost.
    return np.bitwise_and(result, np.uint64((1 << 53) - 1)).astype(float) if kind == "uint64" else result.astype(float)


@builtin(
    "bitcmp",
    "C = bitcmp(A)",
    "C = bitcmp(A, assumedtype)",
    summary="Complement of the bits.",
    examples=(Example("bitcmp(uint8(5))", "uint8(250)"),),
)
def bitcmp(call, a, assumed=None):
    array = as_array(a)
    if class_of(a) in INTEGER_LIMITS:
        return ~array
    kind = _assumed(call, assumed) if assumed is not None else "uint64"
    _check_whole(call, array, kind)
    return (~array.astype(DTYPES[kind])).astype(float)


def _bit_positions(call, a, position):
    """Positions of bits, which must be those of the class."""
    bits = as_array(position)
    count = 8 * as_array(a).dtype.itemsize if class_of(a) in INTEGER_LIMITS else 53 if class_of(a) != "single" else 24
    if bits.dtype.kind == "c" or ((bits < 1) | (bits > count) | (bits != np.floor(bits))).any():
        raise call.error(f"Bit positions must be integers from 1 to {count}.", f"MATLAB:{call.name}:bitOutOfRange")
    return bits


@builtin(
    "bitget",
    "b = bitget(A, bit)",
    summary="The bit at a position, counted from 1.",
    examples=(Example("bitget(5, [1 2 3])", "[1 0 1]"),),
    errors=(ErrorCase("bitget(uint8(1), 9)", "MATLAB:bitget:bitOutOfRange"), ErrorCase("bitget(1, 0)", "MATLAB:bitget:bitOutOfRange")),
)
def bitget(call, a, position):
    array, bit = as_array(a), _bit_positions(call, a, position)
    whole = _whole(call, a)
    shifted, bits = same_rank([whole, bit])
    result = (shifted >> (bits.astype(whole.dtype) - whole.dtype.type(1))) & whole.dtype.type(1)
    return result.astype(array.dtype)


@builtin(
    "bitset",
    "C = bitset(A, bit)",
    "C = bitset(A, bit, V)",
    summary="Set the bit at a position to 1 (or to V).",
    examples=(Example("bitset(8, 1)", "9"), Example("bitset(9, 1, 0)", "8")),
    errors=(
        ErrorCase("bitset(uint8(1), 9)", "MATLAB:bitset:bitOutOfRange"),
        ErrorCase("bitset(-1, 2)", "MATLAB:bitset:outOfRange", "Double inputs must have integer values"),
    ),
)
def bitset(call, a, position, v=1.0):
    array, bit, on = same_rank([as_array(a), _bit_positions(call, a, position), as_array(v)])
    whole = _whole(call, a).reshape(array.shape, order="F")
    one = whole.dtype.type(1)
    mask = one << (bit.astype(whole.dtype) - one)
    return np.where(on != 0, whole | mask, whole & ~mask).astype(array.dtype)
