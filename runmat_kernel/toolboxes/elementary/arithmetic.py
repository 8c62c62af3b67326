"""The pointwise operators: arithmetic, powers, comparison, logic."""

from __future__ import annotations

import numpy as np

from ...accel.eager import unsupported, unsupported_operator
from ...base.errors import MatlabError
from ...builtins.pointwise_rows import of_op
from ...builtins.spec import Builtin, Effect, ErrorCase, Example, Fact, Trait, builtin
from ...builtins.strings import compare_strings, string_plus
from ...graph import pointwise, ranges
from ...graph.op import Op
from ...graph.powers import POWER, power_by
from ...graph.primitives import (
    EQ,
    GE,
    GT,
    LE,
    LT,
    MINUS,
    NE,
    PLUS,
    RDIVIDE,
    TIMES,
    UPLUS,
    arithmetic,
    compute_class,
    compute_result,
    logical_result,
)  # fmt: skip
from ...graph.shapes import expand
from ...values.classes import DTYPES, INTEGER_LIMITS
from ...values.containers import CellArray
from ...values.convert import class_of, shape_of, text_of
from ...values.pattern import either
from ...values.tensor import Tensor
from ...values.text import StringArray

_MISMATCH = "MATLAB:sizeDimensionsMustMatch"
_MIXED = "MATLAB:mixedClasses"


@builtin(
    "plus",
    "C = plus(A, B)",
    "C = A + B",
    summary="Addition; joins text when an operand is a string.",
    trait=Trait.ELEMENTWISE,
    scalar=PLUS.scalar,
    examples=(
        Example("plus([1 2], [3; 4])", "[4 5; 5 6]"),
        Example("int8(100) + int8(100)", "int8(127)"),
        Example("single(1) + 2", "single(3)"),
        Example("'a' + 1", "98"),
        Example("true + true", "2"),
        Example('"a" + 1', '"a1"'),
        Example("zeros(0, 3) + 1", "zeros(0, 3)"),
    ),
    errors=(
        ErrorCase("[1 2] + [1 2 3]", _MISMATCH, "Arrays have incompatible sizes"),
        ErrorCase("int8(1) + int16(1)", _MIXED),
        ErrorCase("{1} + 1", "MATLAB:UndefinedFunction", "'+'"),
    ),
    facts=Fact.COMPILED | Fact.NAMELESS,
)
def plus(call, a, b):
    if type(a) is StringArray or type(b) is StringArray:
        return string_plus(a, b)
    return call.engine.elementwise(PLUS, (a, b))


MINUS_ROW = of_op(
    MINUS,
    ("C = minus(A, B)", "C = A - B"),
    "Subtraction.",
    (
        Example("minus(5, [1 2])", "[4 3]"),
        Example("uint8(3) - uint8(5)", "uint8(0)"),
        Example("(intmax('int64') - int64(1)) == intmax('int64')", "false"),
    ),
    (ErrorCase("ones(2) - ones(3)", _MISMATCH),),
).stating(Fact.COMPILED | Fact.NAMELESS)
TIMES_ROW = of_op(
    TIMES,
    ("C = times(A, B)", "C = A .* B"),
    "Elementwise product.",
    (
        Example("times([1 2], [3 4])", "[3 8]"),
        Example("int8(50) .* 0.5", "int8(25)"),
        Example("0 .* NaN", "NaN"),
        Example("int16(5) .* 2.5", "int16(13)"),
    ),
    (ErrorCase("int8([1 2]) .* [1 2]", _MIXED),),
).stating(Fact.COMPILED | Fact.NAMELESS)
RDIVIDE_ROW = of_op(
    RDIVIDE,
    ("C = rdivide(A, B)", "C = A ./ B"),
    "Elementwise quotient.",
    (
        Example("rdivide([2 4], 4)", "[0.5 1]"),
        Example("1 ./ 0", "Inf"),
        Example("int32(7) ./ int32(2)", "int32(4)"),
        Example("int8(0) ./ int8(0)", "int8(0)"),
    ),
).stating(Fact.COMPILED | Fact.NAMELESS)


@builtin(
    "ldivide",
    "C = ldivide(A, B)",
    "C = A .\\ B",
    summary="Elementwise left division: B ./ A.",
    trait=Trait.ELEMENTWISE,
    examples=(Example("ldivide(4, [2 4])", "[0.5 1]"), Example("2 .\\ 6", "3")),
    facts=Fact.COMPILED | Fact.NAMELESS,
)
def ldivide(call, a, b):
    for value in (a, b):  # before the division is asked, whose error would name its own operator
        if (kind := getattr(value, "matlab_class", "double")) not in DTYPES:
            raise unsupported_operator(".\\", kind, 2)
    return call.engine.elementwise(RDIVIDE, (b, a))


@builtin(
    "power",
    "C = power(A, B)",
    "C = A .^ B",
    summary="Elementwise power; complex where a negative base has a fractional exponent.",
    trait=Trait.ELEMENTWISE,
    scalar=POWER.scalar,
    examples=(
        Example("power([1 2 3], 2)", "[1 4 9]"),
        Example("2 .^ [1 2 3]", "[2 4 8]"),
        Example("(-8) .^ (1/3)", "1 + 1i*sqrt(3)"),
        Example("(-2) .^ 3", "-8"),
        Example("[(-Inf) .^ 0.5, real([-Inf 4] .^ 0.5)]", "[complex(Inf, Inf) Inf 2]"),
        Example("[0 2i] .^ -2", "[Inf -0.25]"),
        Example("int8(2) .^ 7", "int8(127)"),
        Example("0 .^ 0", "1"),
        Example("[4 9] .^ 0.5", "[2 3]"),
        Example("[2 -4] .^ -1", "[0.5 -0.25]"),
        Example("(1i) .^ 2", "-1"),
    ),
    facts=Fact.COMPILED | Fact.NAMELESS,
)
def power(call, a, b):
    if type(b) is float and type(a) not in (float, complex) and getattr(a, "matlab_class", "double") in DTYPES:
        return call.engine.elementwise(*power_by(a, b))
    return call.engine.elementwise(POWER, (a, b))


def _comparison(op: Op, summary: str, *examples: Example) -> Builtin:
    name, symbol, python = op.name, op.symbol, op.scalar

    def function(call, a, b):
        if type(a) is StringArray or type(b) is StringArray:
            return compare_strings(name, python, a, b)
        if type(a) is CellArray or type(b) is CellArray:
            raise MatlabError(f"Operator '{symbol}' is not supported for operands of type 'cell'.", "MATLAB:UndefinedFunction")
        return call.engine.elementwise(op, (a, b))

    usage = (f"tf = {name}(A, B)", f"tf = A {symbol} B")
    return Builtin(name, usage, summary, function, Trait.ELEMENTWISE, examples, (), python, op=op).stating(Fact.COMPILED | Fact.NAMELESS)


COMPARISON_ROWS = (
    _comparison(
        EQ,
        "Equality, element by element.",
        Example("eq([1 2], [1 3])", "[true false]"),
        Example("NaN == NaN", "false"),
        Example("'abc' == 'abd'", "[true true false]"),
        Example('"a" == ["a" "b"]', "[true false]"),
    ),
    _comparison(NE, "Inequality, element by element.", Example("ne(1, [1 2])", "[false true]"), Example("NaN ~= NaN", "true")),
    _comparison(LT, "Less than, element by element.", Example("lt([1 2 3], 2)", "[true false false]")),
    _comparison(LE, "Less than or equal.", Example("le([1 2 3], 2)", "[true true false]")),
    _comparison(GT, "Greater than.", Example("gt([1 2 3], 2)", "[false false true]")),
    _comparison(GE, "Greater than or equal.", Example("ge([1 2 3], 2)", "[false true true]")),
)


def _and(a, b, out=None):
    return np.logical_and(a, b, out=out)


def _or(a, b, out=None):
    return np.logical_or(a, b, out=out)


def _xor(a, b, out=None):
    return np.logical_xor(a, b, out=out)


def _not(a, out=None):
    return np.logical_not(a, out=out)


def _truth(x):
    if x.dtype.kind in "fc" and np.isnan(x).any():
        raise MatlabError("NaN values cannot be converted to logicals.", "MATLAB:nologicalnan")
    return x != 0


def _nonzero(x, out=None):
    return np.not_equal(x, 0, out=out)


TRUTH = Op(
    "truth",
    1,
    _truth,
    logical_result,
    compute_class,
    "{0} != 0.0R",
    ranges.clipped(0.0, 1.0, True),
    lambda a: a.defined,
    "rm_isnan_T({0})",
    np.isnan,
    real=_nonzero,
    always_real=True,
)


def _logic(name: str, symbol: str, real, wgsl: str, arity: int, summary: str, *examples: Example) -> Builtin:
    op = Op(
        name,
        arity,
        real,
        logical_result,
        logical_result,
        wgsl,
        ranges.clipped(0.0, 1.0, True),
        symbol=symbol or None,
        real=real,
        always_real=True,
    )

    def function(call, *operands):
        engine = call.engine
        if not all([type(x) is Tensor or type(x) is float for x in operands]):
            kinds = {class_of(x) for x in operands}
            if name == "or" and "string" in kinds and kinds <= {"string", "char"}:  # "AM" | "PM" is a pattern
                return either(*operands)
            if not kinds <= DTYPES.keys():
                raise unsupported(op, operands)
        if arity == 2 and (first := shape_of(operands[0])) != (second := shape_of(operands[1])):
            expand(first, second)  # an error of sizes comes before one of NaN, which needs the values
        return engine.elementwise(op, [x if class_of(x) == "logical" else engine.elementwise(TRUTH, (x,)) for x in operands])

    names = ("A", "B")[:arity]
    infix = (f"tf = A {symbol} B" if arity == 2 else f"tf = {symbol}A",) if symbol else ()
    return Builtin(name, (f"tf = {name}({', '.join(names)})", *infix), summary, function, Trait.ELEMENTWISE, examples)


AND = _logic(
    "and", "&", _and, "{0} && {1}", 2, "Logical and, element by element.", Example("and([1 0 2], [1 1 0])", "[true false false]")
).stating(Fact.COMPILED | Fact.NAMELESS)
OR = _logic(
    "or", "|", _or, "{0} || {1}", 2, "Logical or, element by element.", Example("or([1 0 0], [0 0 3])", "[true false true]")
).stating(Fact.COMPILED | Fact.NAMELESS)
XOR = _logic(
    "xor", "", _xor, "{0} != {1}", 2, "Exclusive or, element by element.", Example("xor([1 1 0], [1 0 0])", "[false true false]")
).stating(Fact.COMPILED)
NOT = _logic(
    "not", "~", _not, "!{0}", 1, "Logical negation.", Example("not([1 0])", "[false true]"), Example("~[]", "logical([])")
).stating(Fact.COMPILED | Fact.NAMELESS)
UMINUS_OP = Op(
    "uminus", 1, np.negative, compute_result, compute_class, "-{0}", ranges.negate, symbol="-", real=np.negative, scalar=lambda a: -a
)
UMINUS_ROW = of_op(
    UMINUS_OP,
    ("C = uminus(A)", "C = -A"),
    "Negation.",
    (Example("uminus([1 -2])", "[-1 2]"), Example("-int8(-128)", "int8(127)"), Example("-true", "-1")),
).stating(Fact.COMPILED | Fact.NAMELESS)
UPLUS_ROW = of_op(UPLUS, ("C = uplus(A)", "C = +A"), "Unary plus.", (Example("+'a'", "97"), Example("+true", "1"))).stating(
    Fact.COMPILED | Fact.NAMELESS
)


def _whole_quotient(rounding: str, function, wgsl: str) -> Op:
    # The operations differ by name: kernels are known by the names of their operations.
    definition = lambda a, b: function(np.divide(a, b))  # noqa: E731
    wgsl = wgsl.replace("{0}", "rm_rdivide_T({0}, {1})")

    def real(a, b, out=None):
        return pointwise.give(definition(a, b), out)

    return Op(f"idivide_{rounding}", 2, definition, arithmetic("./"), compute_class, wgsl, cost=10.0, integer_rule=True, real=real)


_WHOLE_QUOTIENTS = {
    "fix": _whole_quotient("fix", np.trunc, "rm_fix_T({0})"),
    "floor": _whole_quotient("floor", np.floor, "floor({0})"),
    "ceil": _whole_quotient("ceil", np.ceil, "ceil({0})"),
    "round": _whole_quotient("round", pointwise.round_half_away, "rm_round_T({0})"),
}


@builtin(
    "idivide",
    "C = idivide(A, B)",
    "C = idivide(A, B, rounding)",
    summary="Integer division: 'fix' (default), 'floor', 'ceil' or 'round'.",
    examples=(
        Example("idivide(int32(7), int32(2))", "int32(3)"),
        Example("idivide(int32([7 -7]), int32(2), 'floor')", "int32([3 -4])"),
        Example("idivide(int32(7), int32(2), 'round')", "int32(4)"),
    ),
    errors=(ErrorCase("idivide(1, 2)", "MATLAB:idivide:InvalidInputs"),),
    effect=Effect.NONE,
)
def idivide(call, a, b, rounding=None):
    result = next((class_of(x) for x in (a, b) if class_of(x) in INTEGER_LIMITS), None)
    if result is None:
        raise call.error("At least one argument must belong to an integer class.", "MATLAB:idivide:InvalidInputs")
    arithmetic("./")(class_of(a), class_of(b))
    rounding_name = "fix" if rounding is None else text_of(rounding)
    op = _WHOLE_QUOTIENTS.get(rounding_name)
    if op is None:
        raise call.error(f"Unknown rounding option '{rounding_name}'.", "MATLAB:idivide:InvalidRoundingOption")
    return call.engine.elementwise(op, (a, b))
