"""Random numbers: rand, randn, randi, randperm and the control of their streams by rng.

Which stream an array comes from depends on its size alone (see ``graph.random``), so that a device and a host agree.
"""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.formula import Formula
from ...builtins.prototypes import wants_complex, with_imaginary_part
from ...builtins.spec import Effect, ErrorCase, Example, Fact, Trait, builtin
from ...graph.random import DEFAULT_SEED, PHILOX_ELEMENTS, STATE_WORDS, RandomStreams, clock_seed
from ...values.classes import DTYPES, FLOAT_CLASSES, INTEGER_LIMITS
from ...values.containers import StructArray
from ...values.convert import as_array, class_of, is_text, numel_of, text_of, to_value, word_of
from ...values.tensor import Tensor


def _draw(call: Any, kind: str, shape: tuple[int, ...], matlab_class: str) -> Any:
    """An array of random numbers; a large one is left to the engine, which may make it where it is used."""
    count = 1
    for n in shape:
        count *= n
    streams: RandomStreams = call.session.random
    if count == 1 and matlab_class == "double" and not streams.uses_philox(1):
        return float(streams.draw(kind, 1, np.float64)[0])
    arg.check_array_size(shape, matlab_class)
    dtype = DTYPES[matlab_class]
    if streams.uses_philox(count):
        return call.engine.random(kind, streams.key, streams.take_blocks(count, dtype), shape, matlab_class)
    return Tensor(streams.draw(kind, count, dtype).reshape(shape, order="F"))


def _is_former_syntax(arguments: tuple[Any, ...]) -> bool:
    """Whether this is ``rand('state', s)``, ``randn('seed', s)``, ``s = rand('twister')`` ...: how streams were controlled before rng."""
    return bool(arguments) and word_of(arguments[0]) in ("state", "seed", "twister")


def _former_state(call: Any, setting: tuple[Any, ...]) -> np.ndarray | None:
    """The state of the streams, or None after setting it: by one that this gave before, or by a seed.

    MATLAB's old generators behind these words are not here: all of them mean the present streams.
    """
    streams: RandomStreams = call.session.random
    if not setting:
        return np.append(streams.state_words(), np.uint32(streams.seed)).astype(np.float64).reshape(-1, 1)
    numbers = arg.floating(setting[0]).real.ravel()
    if numbers.size == STATE_WORDS + 1:
        streams.reseed(int(numbers[-1]), streams.forced)
        streams.set_state_words(numbers[:-1].astype(np.uint32))
    elif numbers.size == 1 and np.isfinite(numbers[0]):
        streams.reseed(int(abs(numbers[0])) % 2**32)
    else:
        streams.reseed(zlib.crc32(numbers.tobytes()))
    return None


def _random(call: Any, kind: str, arguments: tuple[Any, ...]) -> Any:
    if _is_former_syntax(arguments):
        return _former_state(call, arguments[1:])
    shape, matlab_class, prototype = arg.read_size_and_class(arguments, FLOAT_CLASSES)
    if not wants_complex(prototype):
        return _draw(call, kind, shape, matlab_class)
    # Both parts of an element follow each other in the stream; the parts of normal numbers share a variance of one.
    parts = as_array(_draw(call, kind, (2, *shape), matlab_class))
    scale = parts.dtype.type(np.sqrt(0.5) if kind == "normal" else 1)
    return with_imaginary_part(np.asfortranarray(scale * (parts[0] + 1j * parts[1])))


def _sizes(name: str) -> tuple[str, ...]:
    return (
        f"X = {name}",
        f"X = {name}(n)",
        f"X = {name}(sz1, ..., szN)",
        f"X = {name}(sz)",
        f"X = {name}(..., typename)",
        f"X = {name}(..., 'like', p)",
        f"s = {name}('state')",
        f"{name}('state', s)",
    )


@builtin(
    "rand", *_sizes("rand"), summary="Uniformly distributed random numbers between 0 and 1.",
    examples=(Example("rng('default'); round(rand(1,3)*1e4)", "[8147 9058 1270]"), Example("size(rand(2,0,3))", "[2 0 3]"),
              Example("class(rand(2,'single'))", "'single'"), Example("rng(3); a = rand(300); rng(3); isequal(a, rand(300))", "true"),
              Example("s = rand('state'); a = {rand, randn(1,3), rand(300)}; rand('state', s); isequal(a, {rand, randn(1,3), rand(300)})", "true"),
              Example("rand('seed', 5); a = rand(2); rand('twister', 5); isequal(a, rand(2))", "true")),
    errors=(ErrorCase("rand(2,'int8')", "MATLAB:zeros:invalidInputClass"),), trait=Trait.SOURCE, see_also=("randn", "randi", "rng"),
    facts=Fact.COMPILED | Fact.FILLS,
    effect=Effect.RANDOM,
)  # fmt: skip
def rand(call: Any, *arguments: Any) -> Any:
    return _random(call, "uniform", arguments)


@builtin(
    "randn", *_sizes("randn"), summary="Normally distributed random numbers.",
    examples=(Example("rng('default'); round(randn(1,3)*1e4)", "[5377 18339 -22588]"), Example("class(randn(2,'single'))", "'single'"),
              Example("rng(3); a = randn(300,'single'); abs(mean(a(:))) < 0.02 && abs(std(a(:))-1) < 0.02", "true")),
    trait=Trait.SOURCE, see_also=("rand", "randi", "rng"),
    facts=Fact.COMPILED | Fact.FILLS,
    effect=Effect.RANDOM,
)  # fmt: skip
def randn(call: Any, *arguments: Any) -> Any:
    return _random(call, "normal", arguments)


@builtin(
    "randi", "X = randi(imax)", "X = randi(imax, n)", "X = randi(imax, sz1, ..., szN)", "X = randi(imax, sz)",
    "X = randi(..., typename)", "X = randi([imin imax], ...)", summary="Uniformly distributed random integers.",
    examples=(Example("rng('default'); randi(10,1,5)", "[9 10 2 10 7]"), Example("class(randi(5,2,'int8'))", "'int8'"),
              Example("x = randi([-3 3],1,1000); [min(x) max(x)]", "[-3 3]")),
    errors=(ErrorCase("randi(0)", "MATLAB:randi:invalidLimits"),), trait=Trait.SOURCE, see_also=("rand", "randperm"),
    facts=Fact.COMPILED,
    effect=Effect.RANDOM,
)  # fmt: skip
def randi(call: Any, limits: Any, *arguments: Any) -> Any:
    bounds = arg.floating(limits).real.ravel()
    low, high = (1.0, bounds[0]) if bounds.size == 1 else (bounds[0], bounds[-1]) if bounds.size else (1.0, 0.0)
    if bounds.size > 2 or not (low <= high and low == np.floor(low) and high == np.floor(high)):
        raise MatlabError(
            "First input must be a positive scalar integer value IMAX, or two integer values [IMIN IMAX] with IMIN less than or equal to IMAX.",
            "MATLAB:randi:invalidLimits",
        )
    shape, matlab_class, _ = arg.read_size_and_class(arguments, (*FLOAT_CLASSES, *INTEGER_LIMITS, "logical"))
    uniform = _draw(call, "uniform", shape, "double")
    if call.engine.prefers_device(uniform):
        return ((Formula(call, uniform) * float(high - low + 1)).apply("floor") + float(low)).apply(matlab_class).value
    return (low + np.floor(as_array(uniform) * (high - low + 1))).astype(DTYPES[matlab_class])


@builtin(
    "randperm", "p = randperm(n)", "p = randperm(n, k)", summary="Random permutation of the integers from 1 to n.",
    examples=(Example("rng('default'); randperm(6)", "[6 3 5 1 2 4]"), Example("sort(randperm(7))", "1:7"), Example("numel(unique(randperm(20,5)))", "5")),
    errors=(ErrorCase("randperm(3,4)", "MATLAB:randperm:inputKTooLarge"),), trait=Trait.SOURCE,
    facts=Fact.COMPILED,
    effect=Effect.RANDOM,
)  # fmt: skip
def randperm(call: Any, n: Any, k: Any = None) -> Any:
    count = arg.integer(n, "number of integers")
    chosen = count if k is None else arg.integer(k, "number of integers to select")
    if count < 0 or chosen < 0:
        raise MatlabError("Input must be a nonnegative integer.", "MATLAB:randperm:inputNegative")
    if chosen > count:
        raise MatlabError("K must be less than or equal to N.", "MATLAB:randperm:inputKTooLarge")
    keys = call.session.random.draw("uniform", count, np.float64)
    return (np.argsort(keys, kind="stable")[:chosen] + 1.0).reshape(1, -1)


def _settings(streams: RandomStreams) -> StructArray:
    """The structure of ``s = rng``; ``State`` ends in the next Philox block as two words, so that both streams are restored."""
    kind = streams.forced or "twister"
    return StructArray.scalar(
        {
            "Type": to_value(kind),
            "Seed": Tensor(np.array([[streams.seed]], np.uint32)),
            "State": Tensor(streams.state_words().reshape(-1, 1)),
        }
    )


def _restore(streams: RandomStreams, saved: StructArray) -> None:
    fields = saved.array.flat[0] if saved.numel == 1 else {}
    if not {"Type", "Seed", "State"} <= set(fields) or numel_of(fields["State"]) < 625:
        raise MatlabError("The structure must have the fields Type, Seed and State that RNG gives.", "MATLAB:rng:badSettings")
    words = as_array(fields["State"]).ravel().astype(np.uint32)
    kind = text_of(fields["Type"])
    seed = int(as_array(fields["Seed"]).flat[0])
    streams.reseed(seed, kind if kind == "philox" else streams.forced)
    streams.set_state_words(words)


@builtin(
    "rng", "rng(seed)", "rng(seed, generator)", "rng('default')", "rng('shuffle')", "rng(s)", "s = rng", "s = rng(...)",
    summary=f"Control the random streams: seed, or 'default', 'shuffle'.  Arrays of {PHILOX_ELEMENTS} elements or more come from Philox, smaller ones from the twister.",
    examples=(Example("rng(1); a = rand; rng(1); isequal(a, rand)", "true"), Example("s = rng; a = randn(1,9); rng(s); isequal(a, randn(1,9))", "true"),
              Example("rng('default'); rng(0); a = rand; rng('default'); a == rand", "true")),
    errors=(ErrorCase("rng(-1)", "MATLAB:rng:badSeed"), ErrorCase("rng(1,'mrg')", "MATLAB:rng:badGenerator")), trait=Trait.SOURCE,
    effect=Effect.STATE,
)  # fmt: skip
def rng(call: Any, seed: Any = None, generator: Any = None) -> Any:
    streams: RandomStreams = call.session.random
    before = _settings(streams) if call.nargout or seed is None else None
    if seed is None:
        return before
    if class_of(seed) == "struct":
        if generator is not None:
            raise call.error("Too many input arguments.", "MATLAB:maxrhs")
        _restore(streams, seed)
        return before
    forced = None
    if generator is not None:
        forced = {"twister": "twister", "philox": "philox", "philox4x32_10": "philox"}.get(text_of(generator).lower(), "")
        if not forced:
            raise MatlabError(f"Unknown generator type '{text_of(generator)}'.", "MATLAB:rng:badGenerator")
    streams.reseed(_seed_number(seed), forced)
    return before


def _seed_number(seed: Any) -> int:
    if is_text(seed):
        word = text_of(seed).lower()
        if word == "default":
            return 0
        if word == "shuffle":
            return clock_seed()
        raise MatlabError(
            "First input must be a nonnegative integer seed less than 2^32, 'shuffle', 'default', or a structure.", "MATLAB:rng:badSeed"
        )
    number = arg.scalar(seed, "seed") if numel_of(seed) == 1 else -1.0
    if not 0 <= number < 2**32 or number != int(number):
        raise MatlabError("Seed must be a nonnegative integer value less than 2^32.", "MATLAB:rng:badSeed")
    return 0 if int(number) == DEFAULT_SEED else int(number)
