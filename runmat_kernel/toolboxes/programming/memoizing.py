"""Functions that remember what they gave: memoize, clearCache, stats, clearAllMemoizedCaches."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins.methods_only import method_only
from ...builtins.spec import ErrorCase, Example, builtin, methods
from ...values import CellArray, FunctionHandle, StructArray, Tensor
from ...values.convert import class_of
from .memoized import MemoizedFunction, Remembered


def _called(call: Any, memoized: MemoizedFunction, *inputs: Any) -> tuple[Any, ...]:
    if not memoized.enabled:
        return tuple(call.session.feval(memoized.function, inputs, call.nargout))
    meant = memoized.function.target or call.session.functions[memoized.function.name]
    if meant is not memoized.meant:  # it was defined anew
        memoized.forget()
        memoized.meant = meant
    for entry in reversed(memoized.entries):
        if entry.nargout == call.nargout and _same(call, entry.inputs, inputs):
            memoized.used(entry)
            return entry.outputs
    outputs = tuple(call.session.feval(memoized.function, inputs, call.nargout))
    memoized.keep(Remembered(inputs, call.nargout, outputs))
    return outputs


def _same(call: Any, known: tuple[Any, ...], arguments: tuple[Any, ...]) -> bool:
    """Whether inputs are of the same classes and hold the same, NaN included."""
    if len(known) != len(arguments) or any(class_of(a) != class_of(b) for a, b in zip(known, arguments, strict=True)):
        return False
    return all(a is b or bool(call.feval("isequaln", a, b)[0]) for a, b in zip(known, arguments, strict=True))


def _forgotten(call: Any, memoized: MemoizedFunction) -> None:
    memoized.forget()


def _statistics(call: Any, memoized: MemoizedFunction) -> StructArray:
    entries = memoized.entries
    counts = [float(e.hits) for e in entries]
    cache = {
        "Inputs": CellArray.of([CellArray.of(e.inputs) for e in entries]),
        "Nargout": _row([float(e.nargout) for e in entries]),
        "Outputs": CellArray.of([CellArray.of(e.outputs) for e in entries]),
        "HitCount": _row(counts),
        "TotalHits": float(memoized.hits),
        "TotalMisses": float(memoized.misses),
    }
    most: Any = Tensor(np.zeros((0, 0)))
    if memoized.hits and any(counts):
        best = max(entries, key=lambda e: e.hits)
        most = StructArray.scalar({"Hits": float(best.hits), "Input": CellArray.of([*best.inputs, float(best.nargout)])})
    calls = memoized.hits + memoized.misses
    return StructArray.scalar(
        {
            "Cache": StructArray.scalar(cache),
            "MostHitCachedInput": most,
            "CacheHitRatePercent": 100.0 * memoized.hits / calls if calls else 0.0,
            "CacheOccupancyPercent": 100.0 * len(entries) / memoized.size,
        }
    )


def _row(numbers: list[float]) -> Any:
    return Tensor(np.array(numbers).reshape(1, -1)) if len(numbers) != 1 else numbers[0]


MEMOIZED_FUNCTION_METHODS = methods(MemoizedFunction, {"feval": _called, "clearCache": _forgotten, "stats": _statistics})


@builtin(
    "memoize", "memoizedFcn = memoize(fcn)", summary="The function with a memory of what it gave for the inputs of its last calls.",
    examples=(
        Example("f = memoize(@plus); f(1,2) + f(1,2)", "6"),
        Example("f = memoize(@(x) x + 1); f(3); f(3); s = stats(f); s.Cache.TotalHits", "1"),
    ),
    errors=(ErrorCase("memoize(3)", "MATLAB:memoize:InvalidFunctionHandle"),),
)  # fmt: skip
def memoize(call, function):
    if not isinstance(function, FunctionHandle):
        raise call.error("The argument must be a function handle.", "MATLAB:memoize:InvalidFunctionHandle")
    memoized = MemoizedFunction(function)
    call.session.memoized.add(memoized)
    return memoized


@builtin("clearAllMemoizedCaches", "clearAllMemoizedCaches", summary="Empties the caches of all memoized functions.")
def clear_all_memoized_caches(call):
    for memoized in call.session.memoized:
        memoized.forget()


METHODS = (
    method_only(
        "clearCache", "clearCache(memoizedFcn)", "Empties the cache of a memoized function.",
        Example("f = memoize(@plus); f(1,2); clearCache(f); s = stats(f); s.CacheOccupancyPercent", "0"),
    ),
    method_only(
        "stats", "s = stats(memoizedFcn)", "The cache of a memoized function and how often it was used.",
        Example("f = memoize(@plus); f(1,2); f(1,2); s = stats(f); s.CacheHitRatePercent", "50"),
    ),
)  # fmt: skip
