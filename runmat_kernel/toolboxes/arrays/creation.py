"""Making arrays: constants, ones and zeros, limits of classes, identities."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...accel import fast_functions as small
from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.argument_errors import too_many_inputs
from ...builtins.prototypes import wants_complex, with_imaginary_part
from ...builtins.spec import Builtin, Effect, ErrorCase, Example, Fact, Trait, builtin
from ...values.classes import DTYPES, FLOAT_CLASSES, INTEGER_LIMITS
from ...values.convert import as_array, class_of, is_text, numel_of, text_of
from ...values.tensor import Tensor
from ...values.text import CharArray

_SIZES = ("", "(n)", "(sz1, ..., szN)", "(sz)", "(..., 'like', p)")


def _usage(name: str, output: str = "X", *more: str) -> tuple[str, ...]:
    return tuple(f"{output} = {name}{sizes}" for sizes in (*_SIZES, *more))


def _constant(name: str, number: float, summary: str, examples: tuple[Example, ...]) -> Builtin:
    """A function that fills an array of any size with one float: ``zeros``, ``Inf``, ``pi``..."""

    def function(call: Any, *arguments: Any) -> Any:
        if not arguments:
            return number
        classes = FLOAT_CLASSES if name not in ("zeros", "ones") else None
        shape, matlab_class, prototype = arg.read_size_and_class(arguments, classes)
        if wants_complex(prototype):
            return with_imaginary_part(arg.filled(shape, matlab_class, number))
        if (filled := _deferred_fill(call, shape, matlab_class, number)) is not None:
            return filled
        array = arg.filled(shape, matlab_class, number)
        return Tensor(array) if array.size != 1 or matlab_class not in ("double", "logical") else array

    constant = None if name in ("zeros", "ones") else number
    return Builtin(name, _usage(name, "X", "(..., typename)"), summary, function, Trait.SOURCE, examples, constant=constant)


CONSTANTS = (
    _constant(
        "zeros",
        0.0,
        "Array of zeros.",
        (Example("zeros(2,3)", "[0 0 0;0 0 0]"), Example("zeros(1,2,'int8')", "int8([0 0])"), Example("size(zeros(0,3))", "[0 3]")),
    ).stating(
        Fact.COMPILED | Fact.FILLS, effect=Effect.NONE, small=lambda engine: small.block(engine, lambda m, n: np.zeros((m, n), order="F"))
    ),
    _constant(
        "ones",
        1.0,
        "Array of ones.",
        (
            Example("ones(2)", "[1 1;1 1]"),
            Example("ones(1,3,'single')", "single([1 1 1])"),
            Example("ones(1,2,'logical')", "[true true]"),
            Example("class(ones(2,'like',uint8(1)))", "'uint8'"),
        ),
    ).stating(
        Fact.COMPILED | Fact.FILLS, effect=Effect.NONE, small=lambda engine: small.block(engine, lambda m, n: np.ones((m, n), order="F"))
    ),
    _constant("Inf", math.inf, "Infinity.", (Example("Inf", "1/0"), Example("Inf(1,2)", "[1 1]/0"))).stating(
        Fact.COMPILED | Fact.FILLS, effect=Effect.NONE
    ),
    _constant("inf", math.inf, "Infinity.", (Example("-inf", "-1/0"),)).stating(Fact.COMPILED | Fact.FILLS, effect=Effect.NONE),
    _constant(
        "NaN", math.nan, "Not a number.", (Example("NaN(1,2)", "[1 1]*(0/0)"), Example("class(NaN(2,'single'))", "'single'"))
    ).stating(Fact.COMPILED | Fact.FILLS, effect=Effect.NONE),
    _constant("nan", math.nan, "Not a number.", (Example("isnan(nan)", "true"),)).stating(Fact.COMPILED | Fact.FILLS, effect=Effect.NONE),
    _constant("pi", math.pi, "The ratio of a circle's circumference to its diameter.", (Example("pi", "3.141592653589793"),)).stating(
        effect=Effect.NONE
    ),
)


def _deferred_fill(call: Any, shape: tuple[int, ...], matlab_class: str, number: Any) -> Any:
    """A large array of one number as the engine makes it; None for small ones."""
    value = DTYPES[matlab_class].type(number).item()

    def build(shape: tuple[int, ...]) -> Any:
        from ...graph.generators import fill_node

        return fill_node(value, shape, matlab_class)

    return call.engine.source(lambda: arg.filled(shape, matlab_class, number), build, shape, matlab_class, constant=True)


def _truth(name: str, value: bool) -> Builtin:
    def function(call: Any, *arguments: Any) -> Any:
        if not arguments:
            return value
        if is_text(arguments[-1]) and text_of(arguments[-1]) != "gpuArray":
            raise call.error("The only option is 'like' and a logical array.", f"MATLAB:{name}:invalidInput")
        shape, kind, prototype = arg.read_size_and_class(arguments, ("logical", "double"))
        if prototype is not None and kind != "logical":
            raise call.error("The prototype must be a logical array.", f"MATLAB:{name}:invalidPrototype")
        if (filled := _deferred_fill(call, shape, "logical", value)) is not None:
            return filled
        return arg.filled(shape, "logical", value)

    examples = (Example(name, str(value).lower()), Example(f"{name}(1,2)", f"logical([{int(value)} {int(value)}])"))
    errors = (
        ErrorCase(f"{name}(2, 'double')", f"MATLAB:{name}:invalidInput"),
        ErrorCase(f"{name}(2, 'like', 1)", f"MATLAB:{name}:invalidPrototype"),
    )
    return Builtin(name, _usage(name, "tf"), f"Logical {int(value)}.", function, Trait.SOURCE, examples, errors, constant=value)


def _imaginary(name: str) -> Builtin:
    return Builtin(
        name, (f"z = {name}",), "The imaginary unit.", lambda call: 1j, Trait.SOURCE, (Example(f"{name}*{name}", "-1"),), constant=1j
    )


MORE_CONSTANTS = (
    _truth("true", True).stating(Fact.COMPILED | Fact.FILLS, effect=Effect.NONE),
    _truth("false", False).stating(Fact.COMPILED | Fact.FILLS, effect=Effect.NONE),
    _imaginary("i").stating(effect=Effect.NONE),
    _imaginary("j").stating(effect=Effect.NONE),
)


@builtin(
    "eps",
    "d = eps",
    "d = eps(x)",
    "d = eps(class)",
    "d = eps('like', p)",
    summary="Distance to the next larger floating-point number.",
    examples=(
        Example("eps", "2^-52"),
        Example("eps('single')", "single(2^-23)"),
        Example("eps([1 100])", "[2^-52 2^-46]"),
        Example("eps(0)", "2^-1074"),
        Example("eps(realmax)", "2^971"),
    ),
    trait=Trait.SOURCE,
    facts=Fact.COMPILED,
    effect=Effect.NONE,
    constant=2.0**-52,
)
def eps(call: Any, *arguments: Any) -> Any:
    if not arguments:
        return 2.0**-52
    first = arguments[0]
    if type(first) is CharArray or is_text(first):
        word = text_of(first).lower()
        if word == "like":
            word = class_of(_prototype(call, arguments))
        elif len(arguments) > 1:
            raise too_many_inputs(call.name)
        if word not in FLOAT_CLASSES:
            raise MatlabError("Class must be 'double' or 'single'.", "MATLAB:eps:invalidClassName")
        return np.finfo(DTYPES[word]).eps
    if len(arguments) > 1:
        raise too_many_inputs(call.name)
    if class_of(first) not in FLOAT_CLASSES:
        raise MatlabError("Argument must be 'single' or 'double'.", "MATLAB:eps:mustBeFloat")
    array = np.abs(as_array(first))
    below_largest = np.nextafter(np.finfo(array.dtype).max, array.dtype.type(0))
    with np.errstate(invalid="ignore"):
        return np.where(np.isfinite(array), np.spacing(np.minimum(array, below_largest)), np.nan).astype(array.dtype)


def _prototype(call: Any, arguments: tuple[Any, ...]) -> Any:
    """What ``'like', p`` names."""
    if len(arguments) < 2:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    return arguments[1]


def _limit(name: str, attribute: str, summary: str) -> Builtin:
    """``realmin``, ``realmax`` and ``flintmax``: limits of the two float classes."""

    def number(dtype: np.dtype) -> Any:
        if attribute == "flint":
            return dtype.type(2.0 ** (np.finfo(dtype).nmant + 1))
        return getattr(np.finfo(dtype), attribute)

    def function(call: Any, *arguments: Any) -> Any:
        word = "double"
        if arguments:
            word = text_of(arguments[0])
            if word == "like":
                word = class_of(_prototype(call, arguments))
            elif len(arguments) > 1:
                raise too_many_inputs(call.name)
        if word not in FLOAT_CLASSES:
            raise MatlabError("Class must be 'double' or 'single'.", f"MATLAB:{name}:invalidClassName")
        return number(DTYPES[word])

    usage = (f"x = {name}", f"x = {name}(class)", f"x = {name}('like', p)")
    gives = {"tiny": "2^-1022", "max": "(2-eps)*2^1023", "flint": "2^53"}[attribute]
    examples = (Example(name, gives), Example(f"class({name}('single'))", "'single'"))
    return Builtin(name, usage, summary, function, Trait.SOURCE, examples, constant=number(np.dtype(float)).item())


def _integer_limit(name: str, which: int) -> Builtin:
    def function(call: Any, *arguments: Any) -> Any:
        word = "int32"
        if arguments:
            first = arguments[0]
            word = text_of(first) if is_text(first) else class_of(first)
            if word == "like":
                word = class_of(_prototype(call, arguments))
            elif len(arguments) > 1:
                raise too_many_inputs(call.name)
        if word not in INTEGER_LIMITS:
            raise MatlabError("Invalid class name.", f"MATLAB:{name}:invalidClassName")
        return np.array([[INTEGER_LIMITS[word][which]]], DTYPES[word])

    usage = (f"v = {name}", f"v = {name}(class)", f"v = {name}('like', p)")
    gives = ("int8(-128)", "int8(127)")[which]
    summary = f"{'Largest' if which else 'Smallest'} value of an integer class."
    return Builtin(name, usage, summary, function, Trait.SOURCE, (Example(f"{name}('int8')", gives), Example(f"class({name})", "'int32'")))


LIMITS = (
    _limit("realmin", "tiny", "Smallest normalised floating-point number.").stating(effect=Effect.NONE),
    _limit("realmax", "max", "Largest floating-point number.").stating(effect=Effect.NONE),
    _limit("flintmax", "flint", "Largest of the consecutive integers that floating-point numbers hold.").stating(effect=Effect.NONE),
    _integer_limit("intmin", 0).stating(effect=Effect.NONE),
    _integer_limit("intmax", 1).stating(effect=Effect.NONE),
)


@builtin(
    "eye",
    "I = eye",
    "I = eye(n)",
    "I = eye(m, n)",
    "I = eye(sz)",
    "I = eye(..., class)",
    "I = eye(..., 'like', p)",
    summary="Identity matrix.",
    examples=(Example("eye(2)", "[1 0;0 1]"), Example("eye(2,3)", "[1 0 0;0 1 0]"), Example("class(eye(2,'logical'))", "'logical'")),
    trait=Trait.SOURCE,
    errors=(ErrorCase("eye(2,2,2)", "MATLAB:maxrhs"),),
    facts=Fact.COMPILED | Fact.FILLS,
    effect=Effect.NONE,
    small=lambda engine: small.block(engine, lambda m, n: np.asfortranarray(np.eye(m, n))),
)
def eye(call: Any, *arguments: Any) -> Any:
    shape, matlab_class, prototype = arg.read_size_and_class(arguments)
    if len(shape) != 2:
        raise MatlabError(
            "N-dimensional arrays are not supported.", "MATLAB:eye:NDArraysNotSupported" if is_sz(arguments) else "MATLAB:maxrhs"
        )
    arg.check_array_size(shape, matlab_class)

    def make() -> np.ndarray:
        array = np.zeros(shape, DTYPES[matlab_class], order="F")
        np.fill_diagonal(array[: min(shape), : min(shape)], 1)
        return array

    if wants_complex(prototype):
        return with_imaginary_part(make())

    def build(lying: tuple[int, ...]) -> Any:
        from ...graph.views import identity_node

        return identity_node(lying, shape[0], matlab_class)

    # Without a device zeros with ones in them are made faster than computed.
    on_device = call.engine.device.info.gathers and not matlab_class.endswith("64")
    waiting = call.engine.source(make, build, shape, matlab_class) if on_device else None
    return waiting if waiting is not None else make()


def is_sz(arguments: tuple[Any, ...]) -> bool:
    """Whether the size came as one vector."""
    return len(arguments) > 0 and numel_of(arguments[0]) > 1
