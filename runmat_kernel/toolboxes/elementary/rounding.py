"""Rounding, remainders, signs, the parts of complex numbers, and tests for NaN and infinity."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from ...accel import fast_functions as small
from ...builtins import arguments as arg
from ...builtins.pointwise_rows import keeping_row, of_op, rejects_complex
from ...builtins.spec import Effect, ErrorCase, Example, Fact, Trait, builtin
from ...graph import pointwise, ranges
from ...graph.op import Op
from ...graph.pointwise import direction, joined
from ...graph.primitives import RDIVIDE, TIMES, arithmetic, compute_class, compute_result, float_class, logical_result, real_only
from ...values.classes import INTEGER_LIMITS
from ...values.convert import as_array, class_of, is_text, text_of, to_value, word_of
from ...values.tensor import Tensor


def _by_parts(function):
    """A rounding of complex numbers: of their real and imaginary parts."""
    return lambda z: joined(function(z.real), function(z.imag))


def _scalar_round(x: float) -> float:
    whole = math.trunc(x)
    return math.copysign(whole + math.trunc(2 * (x - whole)), x)


def _scalar_sign(x: float) -> float:
    if x != x:
        raise ValueError
    return (x > 0) - (x < 0) + 0.0


def _scalar_mod(x: float, y: float) -> float:
    if y != math.floor(y) or math.isinf(y):
        raise ValueError
    return x % y


def _scalar_rem(x: float, y: float) -> float:
    if y != math.floor(y) or math.isinf(y):
        raise ValueError
    return math.fmod(x, y)


FLOOR = keeping_row(
    "floor",
    "Round towards minus infinity.",
    np.floor,
    Example("floor([2.7 -2.1])", "[2 -3]"),
    Example("floor(int8(3))", "int8(3)"),
    complex_function=_by_parts(np.floor),
    wgsl="floor({0})",
    range_rule=ranges.monotone(lambda x: float(math.floor(x)), True),
    scalar=lambda x: math.copysign(math.floor(x), x),
).stating(Fact.COMPILED, small=lambda engine: small.numbers(engine, None, np.floor, int))
CEIL = keeping_row(
    "ceil",
    "Round towards plus infinity.",
    np.ceil,
    Example("ceil([2.1 -2.7])", "[3 -2]"),
    complex_function=_by_parts(np.ceil),
    wgsl="ceil({0})",
    range_rule=ranges.monotone(lambda x: float(math.ceil(x)), True),
    scalar=lambda x: math.copysign(math.ceil(x), x),
).stating(Fact.COMPILED, small=lambda engine: small.numbers(engine, None, np.ceil, int))
FIX = keeping_row(
    "fix",
    "Round towards zero.",
    np.trunc,
    Example("fix([2.7 -2.7])", "[2 -2]"),
    complex_function=_by_parts(np.trunc),
    wgsl="rm_fix_T({0})",
    range_rule=ranges.monotone(lambda x: math.copysign(math.trunc(x), x), True),
    scalar=lambda x: math.copysign(math.trunc(x), x),
).stating(Fact.COMPILED, small=lambda engine: small.numbers(engine, None, np.trunc, int))
ROUND = Op(
    "round",
    1,
    real_only(pointwise.round_half_away, _by_parts(pointwise.round_half_away)),
    compute_result,
    compute_class,
    "round",
    ranges.monotone(_scalar_round, True),
    cost=3.0,
    real=pointwise.round_half_away,
    scalar=_scalar_round,
)


@builtin(
    "round",
    "Y = round(X)",
    "Y = round(X, n)",
    "Y = round(X, n, type)",
    "Y = round(..., TieBreaker=direction)",
    summary="Round to the nearest integer, halves away from zero; or to n digits.",
    trait=Trait.ELEMENTWISE,
    scalar=_scalar_round,
    examples=(
        Example("round([2.5 -2.5 0.49999999999999994])", "[3 -3 0]"),
        Example("round(pi, 2)", "3.14"),
        Example("round(1234, -2)", "1200"),
        Example("round(pi, 3, 'significant')", "3.14"),
        Example("round(int8(5))", "int8(5)"),
        Example("round(uint8([255 254]), -1)", "uint8([255 250])"),
        Example("round(int32(-123456), 2, 'significant')", "int32(-120000)"),
        Example("round(uint64(18446744073709551557), -1)", "uint64(18446744073709551560)"),
        Example("round([2.5 3.5 -2.5], TieBreaker='even')", "[2 4 -2]"),
        Example("round([2.5 -2.5], 'TieBreaker', 'plusinf')", "[3 -2]"),
        Example("round([0.25 0.75], 1, TieBreaker='tozero')", "[0.2 0.7]"),
    ),
    errors=(ErrorCase("round(pi,2,'signif')", "MATLAB:round:unknownOption"), ErrorCase("round(pi,'x')", "MATLAB:round:invalidDigits")),
    facts=Fact.COMPILED,
    small=lambda engine: small.numbers(engine, None, pointwise.round_half_away, int),
)
def round_(call, x, *rest):
    if len(rest) > 1 and word_of(rest[-2]) == "tiebreaker":
        return _ties_broken(call, x, rest[:-2], text_of(rest[-1]).lower())
    digits, kind = (*rest, None, None)[:2]
    if digits is None:
        return call.engine.elementwise(ROUND, (x,))
    if is_text(digits):
        raise call.error("Second input must be a real scalar integer.", "MATLAB:round:invalidDigits")
    kind = arg.option(call, kind, "decimals", "significant", default="decimals")
    wanted = as_array(digits)
    if wanted.size != 1 or wanted.dtype.kind not in "fiu" or wanted.item() != np.floor(wanted.item()):
        raise call.error("Second input must be a real scalar integer.", "MATLAB:round:invalidDigits")
    n = int(wanted.item())
    if class_of(x) in INTEGER_LIMITS:
        return _round_integers(as_array(x), n, kind == "significant")
    if kind == "significant":
        array = as_array(x)
        return _by_parts(partial(_round_significant, n=n))(array) if array.dtype.kind == "c" else _round_significant(array, n)
    engine = call.engine
    if abs(n) > 22:
        return _round_digits(as_array(x), n)
    scale = 10.0 ** abs(n)
    if n >= 0:
        return engine.elementwise(RDIVIDE, (engine.elementwise(ROUND, (engine.elementwise(TIMES, (x, scale)),)), scale))
    return engine.elementwise(TIMES, (engine.elementwise(ROUND, (engine.elementwise(RDIVIDE, (x, scale)),)), scale))


_TIES = ("fromzero", "tozero", "even", "odd", "plusinf", "minusinf")


def _round_significant(array: np.ndarray, n: int) -> np.ndarray:
    """Real numbers rounded to ``n`` significant digits."""
    with np.errstate(divide="ignore"):
        exponent = n - 1 - np.floor(np.log10(np.abs(np.where(array == 0, 1, array)))).astype(int)
    return _round_digits(array, exponent)


def _ties_broken(call, x, rest, direction):
    """Rounded as by ``round(x, rest...)``, with a rule for numbers half way between."""
    if direction not in _TIES:
        raise call.error("Tie-breaking direction must be " + ", ".join(f'"{t}"' for t in _TIES[:-1]) + f', or "{_TIES[-1]}".',
                         "MATLAB:round:invalidTieBreaker")  # fmt: skip
    array = as_array(x)
    if direction == "fromzero" or array.dtype.kind not in "fc":
        return round_.function(call, x, *rest)
    if array.dtype.kind == "c":
        return _by_parts(lambda part: as_array(to_value(_ties_broken(call, to_value(part), rest, direction))))(array)
    n = arg.integer(rest[0]) if rest else 0
    if len(rest) > 1 and text_of(rest[1]).lower().startswith("sig"):
        with np.errstate(divide="ignore"):
            n = n - 1 - np.floor(np.log10(np.abs(np.where(array == 0, 1, array)))).astype(int)
    with np.errstate(all="ignore"):
        up, down = np.power(10.0, np.maximum(n, 0)), np.power(10.0, np.maximum(-np.asarray(n), 0))
        scaled = array * up / down
        low = np.floor(scaled)
        even = np.where(np.mod(low, 2) == 0, low, low + 1)
        chosen = {
            "tozero": np.where(scaled > 0, low, low + 1),
            "even": even,
            "odd": 2 * low + 1 - even,
            "plusinf": low + 1,
            "minusinf": low,
        }
        whole = np.where(scaled - low == 0.5, chosen[direction], np.floor(scaled + 0.5))
        result = whole / up * down
    return np.where(np.isfinite(result), result, array).astype(array.dtype)


def _round_integers(array: np.ndarray, digits: int, significant: bool) -> np.ndarray:
    """Integers rounded to decimal or significant digits, halves away from zero, exactly; saturated as all integers are."""
    limits = np.iinfo(array.dtype)
    rounded = [_round_integer(x, len(str(abs(x))) - digits if significant else -digits) for x in array.ravel().tolist()]
    return np.array([min(max(x, limits.min), limits.max) for x in rounded], array.dtype).reshape(array.shape)


def _round_integer(x: int, zeros: int) -> int:
    if zeros <= 0:
        return x
    unit = 10**zeros
    size = (abs(x) + unit // 2) // unit * unit
    return -size if x < 0 else size


def _round_digits(array: np.ndarray, digits) -> np.ndarray:
    """Rounded to decimal digits that may differ by element; numbers whose scaled values do not fit into a double stay unchanged."""
    values = array.astype(float) if array.dtype.kind in "iub" else array
    with np.errstate(all="ignore"):
        up, down = np.power(10.0, np.maximum(digits, 0)), np.power(10.0, np.maximum(-np.asarray(digits), 0))
        result = pointwise.round_half_away(values * up / down) / up * down
    result = np.where(np.isfinite(result), result, values)
    return result.astype(array.dtype) if array.dtype.kind == "i" or array.dtype == np.float32 else result


def _remainder(name: str, real, summary: str, scalar, range_rule, *examples: Example):
    op = Op(
        name,
        2,
        real_only(real, rejects_complex(name)),
        arithmetic(name),
        compute_class,
        name,
        range_rule,
        cost=12.0,
        ulp=1.0,
        real=real,
        scalar=scalar,
        integer_rule=True,
    )
    return of_op(op, (f"R = {name}(X, Y)",), summary, examples)


MOD = _remainder(
    "mod",
    pointwise.mod,
    "Remainder with the sign of the divisor; mod(x, 0) is x.",
    _scalar_mod,
    ranges.modulus,
    Example("mod([5 -1], 3)", "[2 2]"),
    Example("mod(5, 0)", "5"),
    Example("mod(-1, 3)", "2"),
    Example("mod(5.5, -2)", "-0.5"),
    Example("mod(uint8(7), uint8(4))", "uint8(3)"),
    Example("mod(int8(-5), int8(0))", "int8(-5)"),
).stating(Fact.COMPILED, small=lambda engine: small.of_integers(small.whole_mod))
REM = _remainder(
    "rem",
    pointwise.rem,
    "Remainder with the sign of the dividend; rem(x, 0) is NaN.",
    _scalar_rem,
    None,
    Example("rem([5 -1], 3)", "[2 -1]"),
    Example("rem(5, 0)", "NaN"),
    Example("rem(int8(5), int8(0))", "int8(0)"),
).stating(Fact.COMPILED, small=lambda engine: small.of_integers(math.fmod))


ABS = keeping_row(
    "abs",
    "Absolute value, or modulus of complex numbers.",
    np.abs,
    Example("abs([-1 2])", "[1 2]"),
    Example("abs(3+4i)", "5"),
    Example("abs(int8(-128))", "int8(127)"),
    complex_function=np.abs,
    wgsl="abs({0})",
    range_rule=ranges.magnitude,
    scalar=abs,
    always_real=True,
).stating(Fact.COMPILED, small=lambda engine: small.numbers(engine, small.magnitude, np.abs, abs))
SIGN = keeping_row(
    "sign",
    "Sign: -1, 0 or 1.",
    np.sign,
    Example("sign([-3 0 2])", "[-1 0 1]"),
    Example("sign(3+4i)", "0.6+0.8i"),
    complex_function=direction,
    wgsl="sign",
    range_rule=ranges.clipped(-1.0, 1.0, True),
    scalar=_scalar_sign,
).stating(Fact.COMPILED)


def _zeros(x, out=None):
    if out is None:
        return np.zeros_like(x)
    out[...] = 0
    return out


def _angle(x, out=None):
    return np.arctan2(0.0 if x.dtype != np.float32 else np.float32(0), x, out=out)


REAL = keeping_row(
    "real",
    "Real part.",
    pointwise.identity,
    Example("real(3+4i)", "3"),
    Example("real('a')", "97"),
    complex_function=lambda z: z.real.copy(),
    wgsl="{0}",
    range_rule=lambda a: a,
    always_real=True,
).stating(Fact.COMPILED, small=lambda engine: small.numbers(engine, lambda z: z.real))
IMAG = keeping_row(
    "imag",
    "Imaginary part.",
    _zeros,
    Example("imag(3+4i)", "4"),
    Example("imag(2)", "0"),
    complex_function=lambda z: z.imag.copy(),
    wgsl="REAL(0)",
    range_rule=ranges.clipped(0.0, 0.0, True),
    always_real=True,
).stating(Fact.COMPILED, small=lambda engine: small.numbers(engine, lambda z: z.imag))
CONJ = keeping_row(
    "conj",
    "Complex conjugate.",
    pointwise.identity,
    Example("conj(3+4i)", "3-4i"),
    complex_function=np.conj,
    wgsl="{0}",
    range_rule=lambda a: a,
).stating(Fact.COMPILED, small=lambda engine: small.numbers(engine, lambda z: z.conjugate()))
ANGLE_OP = Op(
    "angle",
    1,
    real_only(_angle, np.angle),
    float_class,
    float_class,
    "rm_atan2_T(0.0R, {0})",
    ranges.clipped(0.0, 3.1416),
    cost=12.0,
    ulp=2.0,
    real=_angle,
    always_real=True,
)
ANGLE = of_op(
    ANGLE_OP, ("theta = angle(Z)",), "Phase angle in radians.", (Example("angle(1i)", "pi/2"), Example("angle(-1)", "pi"))
).stating(small=lambda engine: small.numbers(engine, lambda z: math.atan2(z.imag, z.real)))
ARG = of_op(ANGLE_OP, ("theta = arg(Z)",), "Phase angle in radians (another name of angle).", (Example("arg(-1)", "pi"),), name="arg")


def _test(name: str, summary: str, real, wgsl: str, scalar, *examples: Example):
    """A test of floats; integers and logicals, which hold neither NaN nor infinities, go the same way."""
    op = Op(
        name,
        1,
        lambda x: real(x),
        logical_result,
        compute_class,
        wgsl,
        ranges.clipped(0.0, 1.0, True),
        real=real,
        always_real=True,
        scalar=scalar,
    )

    def function(call, x):
        if class_of(x) == "string":
            return np.full(x.shape, False) if name == "isinf" else _of_strings(x)
        return call.engine.elementwise(op, (x,))

    row = of_op(op, (f"TF = {name}(A)",), summary, examples)
    return type(row)(row.name, row.usage, row.summary, function, row.trait, row.examples, row.errors, row.scalar)


def _of_strings(value) -> np.ndarray:
    return np.array([x is None for x in value.array.ravel(order="F")]).reshape(value.shape, order="F")


ISNAN = _test(
    "isnan", "Which elements are NaN.", np.isnan, "rm_isnan_T({0})", lambda x: x != x, Example("isnan([1 NaN])", "[false true]")
).stating(Fact.COMPILED)
ISINF = _test(
    "isinf", "Which elements are infinite.", np.isinf, "rm_isinf_T({0})", math.isinf, Example("isinf([1 -Inf])", "[false true]")
).stating(Fact.COMPILED)
ISFINITE = _test(
    "isfinite",
    "Which elements are finite.",
    np.isfinite,
    "rm_isfinite_T({0})",
    math.isfinite,
    Example("isfinite([1 NaN Inf])", "[true false false]"),
).stating(Fact.COMPILED)


@builtin(
    "complex",
    "z = complex(a, b)",
    "z = complex(x)",
    summary="Complex numbers of real and imaginary parts; they stay complex where the imaginary parts are zero.",
    examples=(Example("complex(1, 2)", "1+2i"), Example("z = complex([3 4]); {isreal(z), real(z)}", "{false, [3 4]}")),
    errors=(
        ErrorCase("complex(int8(1), 2)", "MATLAB:UnsupportedComplexInteger"),
        ErrorCase("complex(1i, 2)", "MATLAB:complex:notReal", "Input A must be real."),
    ),
    facts=Fact.COMPILED,
    effect=Effect.NONE,
    small=lambda engine: small.of_parts,
)
def complex_(call, a, b=None):
    for name, part in (("A", a), ("B", b))[: 1 if b is None else 2]:
        if class_of(part) in INTEGER_LIMITS:
            raise call.error("Complex integers are not supported.", "MATLAB:UnsupportedComplexInteger")
        if b is not None and getattr(part, "is_complex", type(part) is complex):
            raise call.error(f"Input {name} must be real.", "MATLAB:complex:notReal")
    if b is not None and (deferred := call.engine.paired(a, b)) is not None:
        return deferred
    left = as_array(a)
    right = as_array(b) if b is not None else np.zeros(1)
    if left.dtype.kind == "c" and b is None:
        return a
    kind = np.complex64 if np.float32 in (left.dtype, right.dtype) else np.complex128
    result = np.empty(np.broadcast_shapes(left.shape, right.shape), kind, order="F")
    result.real, result.imag = left, right
    return Tensor(result) if result.size != 1 or kind is np.complex64 or not result.imag.any() else result.item()


@builtin(
    "heaviside",
    "y = heaviside(x)",
    summary="Step function: 0, 1/2 at zero, 1.",
    examples=(Example("heaviside([-1 0 2])", "[0 0.5 1]"),),
    effect=Effect.NONE,
)
def heaviside(call, x):
    return call.engine.elementwise(HEAVISIDE, (x,))


def _step(x, out=None):
    return np.heaviside(x, x.dtype.type(0.5), out=out)


HEAVISIDE = Op(
    "heaviside",
    1,
    real_only(_step, rejects_complex("heaviside")),
    float_class,
    float_class,
    "select(select(select(0.0R, 0.5R, {0} == 0.0R), 1.0R, {0} > 0.0R), {0}, rm_isnan_T({0}))",
    ranges.clipped(0.0, 1.0),
    real=_step,
)


@builtin(
    "nextpow2",
    "p = nextpow2(a)",
    summary="Exponent of the next power of two: 2^p >= abs(a).",
    examples=(Example("nextpow2([1 100])", "[0 7]"), Example("nextpow2(0)", "0")),
    effect=Effect.NONE,
)
def nextpow2(call, a):
    array = np.abs(as_array(a)).astype(float)
    fraction, exponent = np.frexp(array)
    powers = np.where(np.isfinite(array), np.where(fraction == 0.5, exponent - 1, exponent), array)
    return powers.astype(np.float32 if class_of(a) == "single" else float)


@builtin(
    "pow2",
    "Y = pow2(E)",
    "Y = pow2(F, E)",
    summary="Power of two, or F .* 2.^E.",
    examples=(
        Example("pow2(3)", "8"),
        Example("pow2(0.5, 4)", "8"),
        Example("pow2([1 2 3], [Inf NaN 1])", "[Inf NaN 6]"),
        Example("pow2(single(3), 1)", "single(6)"),
    ),
)
def pow2(call, f, e=None):
    if e is None:
        return np.exp2(arg.floating(f))
    mantissa, exponent = arg.same_precision(arg.floating(f).real, np.trunc(arg.floating(e).real))
    finite = np.isfinite(exponent)
    # Beyond these bounds nothing but zero and infinity is left.
    power = np.ldexp(mantissa, np.where(finite, np.clip(exponent, -5000, 5000), 0).astype(int))
    return np.where(finite, power, mantissa * np.exp2(np.where(finite, 0, exponent)))
