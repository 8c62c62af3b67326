"""Plots over times: drawn over the numbers of a ruler that knows the times."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....builtins.spec import methods
from ....figures.handles import Handle
from ....figures.rulers import sharing
from ....figures.time_axes import plain
from ....values.convert import is_text, text_of
from ....values.times.times import Datetime, Duration, TimeArray
from ...datetime import time_methods  # noqa: F401  gives the classes their other methods, before these

_PLOTS = ("plot", "plot3", "scatter", "scatter3", "stem", "stairs", "area", "bar", "errorbar", "semilogy", "line", "fill", "patch", "text")
_OF_ONE = {
    "xline": "X",
    "yline": "Y",
    "xlim": "X",
    "ylim": "Y",
    "xticks": "X",
    "yticks": "Y",
    "xregion": "X",
    "yregion": "Y",
    "histogram": "X",
}


def _letters(name: str, arguments: tuple[Any, ...]) -> dict[int, str]:
    """The axis of each argument that is data: a lone one is y, pairs are x and y; ``barh`` has them the other way round."""
    if name in _OF_ONE:
        return {i: _OF_ONE[name] for i, item in enumerate(arguments) if isinstance(item, TimeArray)}
    size = 3 if name.endswith("3") else 2
    letters: dict[int, str] = {}
    group: list[int] = []
    for i, item in enumerate((*arguments, None)):
        if item is not None and not is_text(item) and not isinstance(item, Handle) and len(group) < size:
            group.append(i)
            continue
        letters.update(zip(group, "Y" if len(group) == 1 else "XYZ", strict=False))
        group = [i] if item is not None and not is_text(item) and not isinstance(item, Handle) else []
    letters.update(zip(group, "XYZ", strict=False))
    return letters


def _drawn(name: str) -> Callable[..., Any]:
    def method(call: Any, *arguments: Any) -> Any:
        arguments, formats = _without_tick_formats(arguments)
        letters = _letters(name, arguments)
        results = call.feval(name, *map(plain, arguments), nargout=call.nargout)
        figures = call.session.figures
        first = arguments[0].node if isinstance(arguments[0], Handle) else None
        axes = first if first is not None and first.type == "axes" else figures.gca()
        for i, item in enumerate(arguments):
            if isinstance(item, TimeArray) and i in letters:
                for side in sharing(axes, letters[i]):
                    side.values[f"_{letters[i]}Time"] = item.like([])
                if item.matlab_class in formats:
                    axes.values[f"_{letters[i]}TickFormat"] = formats[item.matlab_class]
        return results[0] if call.nargout else None

    return method


def _without_tick_formats(arguments: tuple[Any, ...]) -> tuple[tuple[Any, ...], dict[str, str]]:
    """The arguments without 'DatetimeTickFormat' and 'DurationTickFormat', and the format for either class."""
    kept: list[Any] = []
    formats: dict[str, str] = {}
    k = 0
    while k < len(arguments):
        word = text_of(arguments[k]).lower() if is_text(arguments[k]) else ""
        if word in ("datetimetickformat", "durationtickformat") and k + 1 < len(arguments):
            formats[word.removesuffix("tickformat")] = text_of(arguments[k + 1], "tick format")
            k += 1
        else:
            kept.append(arguments[k])
        k += 1
    return tuple(kept), formats


PLOTS_OF_TIMES = tuple(methods(of, {name: _drawn(name) for name in (*_PLOTS, *_OF_ONE)}) for of in (Datetime, Duration))
