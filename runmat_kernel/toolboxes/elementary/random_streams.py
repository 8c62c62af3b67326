"""RandStream: random streams as objects; the session draws from one of them, the global stream."""

from __future__ import annotations

from typing import Any

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin, methods
from ...graph.random import RandomStreams, clock_seed
from ...values.convert import is_text, text_of, word_of
from .random_stream import RandomStream

_KINDS = {
    "mt19937ar": "mt19937ar", "twister": "mt19937ar", "philox4x32_10": "philox4x32_10", "philox": "philox4x32_10",
}  # fmt: skip


def _kind_of(value: Any) -> str:
    kind = _KINDS.get(text_of(value, "type").lower())
    if kind is None:
        raise MatlabError(
            f"Unknown generator type '{text_of(value)}'; there are mt19937ar and philox4x32_10.", "MATLAB:RandStream:UnknownRNGType"
        )
    return kind


def _seed_of(value: Any) -> int:
    if word_of(value) == "shuffle":
        return clock_seed()
    number = arg.scalar(value, "seed") if not is_text(value) else -1.0
    # sum(100*clock) was the way to choose one: fractions are cut off
    if not 0 <= number < 2**32:
        raise MatlabError("Seed must be nonnegative and less than 2^32, or 'shuffle'.", "MATLAB:RandStream:BadSeed")
    return int(number)


def _made(call: Any, kind: str, seed: int, number: int = 1, count: int = 1) -> RandomStream:
    streams = RandomStreams(seed)
    # The streams of a set differ by their key; the first is the one that a seed alone gives.
    streams.reseed(seed + (number - 1) * 2**32 if number > 1 else seed, "philox" if kind != "mt19937ar" else None)
    if number > 1:
        streams.seed = seed
    session = call.session
    return RandomStream(streams, kind, lambda stream: session.random is stream.streams, (number, count))


@builtin(
    "RandStream", "s = RandStream(type)", "s = RandStream(type, 'Seed', seed)", "s = RandStream(type, Name, Value)", summary="A random stream: 'mt19937ar' or 'philox4x32_10'.",
    examples=(Example("s = RandStream('mt19937ar','Seed',5); a = rand(s,1,3); rng(5); isequal(a, rand(1,3))", "true"),
              Example("s = RandStream('mt19937ar','Seed',1); a = randn(s,2); reset(s); isequal(a, randn(s,2))", "true"),
              Example("rng(1); s = RandStream('twister','Seed',9); rand(s); a = rand; rng(1); a == rand", "true"),
              Example("s = RandStream('mt19937ar'); s.Seed", "0")),
    errors=(ErrorCase("RandStream('xyz')", "MATLAB:RandStream:UnknownRNGType"), ErrorCase("RandStream('twister','Seed',-1)", "MATLAB:RandStream:BadSeed")),
)  # fmt: skip
def rand_stream(call: Any, kind: Any, *options: Any) -> Any:
    named = _options(options, ("seed", "normaltransform"))
    return _made(call, _kind_of(kind), named.read("seed", _seed_of, 0))


def _options(arguments: tuple[Any, ...], known: tuple[str, ...]) -> dict[str, Any]:
    named = arg.name_values(arguments, "RandStream")
    for name in named:
        if name not in known:
            raise MatlabError(f"Invalid parameter name: {name}.", "MATLAB:RandStream:BadParameterName")
    return named


@builtin(
    "RandStream.create", "s = RandStream.create(type, Name, Value)", "[s1, s2, ...] = RandStream.create(type, 'NumStreams', n)", summary="Independent random streams.",
    examples=(Example("[a,b] = RandStream.create('philox4x32_10','NumStreams',2); isequal(rand(a,1,4), rand(b,1,4))", "false"),),
    errors=(ErrorCase("RandStream.create('twister','NumStreams',2)", "MATLAB:RandStream:create:NoMultipleStreams"),),
)  # fmt: skip
def create(call: Any, kind: Any, *options: Any) -> Any:
    name = _kind_of(kind)
    named = _options(options, ("seed", "numstreams", "streamindices", "celloutput", "normaltransform"))
    count = arg.integer(named.get("numstreams", 1.0), "number of streams")
    if count > 1 and name == "mt19937ar":
        raise MatlabError("The mt19937ar generator does not support multiple streams.", "MATLAB:RandStream:create:NoMultipleStreams")
    numbers = [int(n) for n in arg.flat(named["streamindices"])] if "streamindices" in named else list(range(1, count + 1))
    seed = _seed_of(named.get("seed", 0.0))
    if any(not 1 <= n <= count for n in numbers):
        raise MatlabError(
            "Stream indices must be positive integers not above the number of streams.", "MATLAB:RandStream:create:BadStreamIndex"
        )
    streams = [_made(call, name, seed, n, count) for n in numbers]
    if named.flag("celloutput"):
        from ...values.containers import CellArray

        return CellArray.of(streams, (1, len(streams)))
    return tuple(streams)


@builtin(
    "RandStream.getGlobalStream", "s = RandStream.getGlobalStream", summary="The stream that rand, randn, randi and randperm draw from.",
    examples=(Example("s = RandStream.getGlobalStream; reset(s); a = rand; rng(0); a == rand", "true"),),
)  # fmt: skip
def get_global_stream(call: Any) -> Any:
    session = call.session
    streams = session.random
    kind = "philox4x32_10" if streams.forced == "philox" else "mt19937ar"
    return RandomStream(streams, kind, lambda stream: session.random is stream.streams)


@builtin(
    "RandStream.setGlobalStream", "RandStream.setGlobalStream(s)", "previous = RandStream.setGlobalStream(s)", summary="Draw random numbers from a stream from now on.",
    examples=(Example("old = RandStream.setGlobalStream(RandStream('mt19937ar','Seed',5)); a = rand; RandStream.setGlobalStream(old); rng(5); a == rand", "true"),),
    errors=(ErrorCase("RandStream.setGlobalStream(1)", "MATLAB:RandStream:setGlobalStream:InvalidInput"),),
)  # fmt: skip
def set_global_stream(call: Any, stream: Any) -> Any:
    if not isinstance(stream, RandomStream):
        raise MatlabError("Input must be a RandStream object.", "MATLAB:RandStream:setGlobalStream:InvalidInput")
    before = get_global_stream.function(call) if call.nargout else None
    call.session.random = stream.streams
    return before


@builtin(
    "RandStream.getDefaultStream", "s = RandStream.getDefaultStream", summary="The old name of RandStream.getGlobalStream.", hidden=True
)
def get_default_stream(call: Any) -> Any:
    return get_global_stream.function(call)


@builtin(
    "RandStream.setDefaultStream", "RandStream.setDefaultStream(s)", summary="The old name of RandStream.setGlobalStream.", hidden=True
)
def set_default_stream(call: Any, stream: Any) -> Any:
    return set_global_stream.function(call, stream)


def _drawing(name: str) -> Any:
    """The method ``name(s, ...)``: the builtin, with the session drawing from the stream meanwhile."""

    def method(call: Any, stream: Any, *arguments: Any) -> Any:
        if not isinstance(stream, RandomStream):
            raise MatlabError("A random stream must be the first argument.", "MATLAB:RandStream:InvalidInput")
        before, call.session.random = call.session.random, stream.streams
        try:
            return call.feval(name, *arguments)[0]
        finally:
            call.session.random = before

    return method


def _reset(call: Any, stream: RandomStream, seed: Any = None) -> None:
    streams, number = stream.streams, stream.place[0]
    kept = streams.seed if seed is None else _seed_of(seed)
    streams.reseed(kept + (number - 1) * 2**32, streams.forced)
    streams.seed = kept


RANDOM_STREAM_METHODS = methods(RandomStream, {name: _drawing(name) for name in ("rand", "randn", "randi", "randperm")} | {"reset": _reset})
