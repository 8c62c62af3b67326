"""The options that sorting functions share: directions, 'ComparisonMethod' and 'MissingPlacement'."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.argument_errors import too_many_inputs

_CHOICES = {"comparisonmethod": ("auto", "real", "abs"), "missingplacement": ("auto", "first", "last")}
_NAMES = {"comparisonmethod": "ComparisonMethod", "missingplacement": "MissingPlacement"}


@dataclass(slots=True)
class Order:
    """``missing_first``: None where missing elements come last ascending and first descending."""

    directions: list[str] = field(default_factory=list)
    by: str = "auto"
    missing_first: bool | None = None


def read_order(function: str, words: Sequence[str], known: Sequence[str] = ("ascend", "descend"), *, directions: bool = True) -> Order:
    """The order that texts (in lower case) among the arguments of a sorting function ask for; ``known`` are its directions."""
    order, rest = Order(), list(words)
    while rest:
        word = rest.pop(0)
        option = next((name for name in _CHOICES if word and name.startswith(word)), None) if word not in known else None
        if option is not None and rest:
            value = _choice(function, option, rest.pop(0))
            if option == "comparisonmethod":
                order.by = value
            else:
                order.missing_first = {"first": True, "last": False, "auto": None}[value]
        elif directions and word in known:
            order.directions.append(word)
        elif directions and function == "sort":
            raise MatlabError("Sorting direction must be 'ascend' or 'descend'.", "MATLAB:sort:sortDirection")
        else:
            raise MatlabError(f"Invalid option '{word}'.", f"MATLAB:{function}:unknownOption")
    return order


def _choice(function: str, option: str, value: str) -> str:
    choices = _CHOICES[option]
    if value not in choices:
        allowed = ", ".join(f"'{c}'" for c in choices[:-1]) + f", or '{choices[-1]}'"
        raise MatlabError(f"'{_NAMES[option]}' value must be {allowed}.", f"MATLAB:{function}:Invalid{_NAMES[option]}")
    return value


def dimension_and_words(call: Any, arguments: Sequence[Any]) -> tuple[list[Any], list[str]]:
    """The arguments behind the array: at most one dimension, before the words, which come in lower case."""
    numbers, words = arg.split_options(arguments)
    if len(numbers) > 1:
        raise too_many_inputs(call.name)
    if numbers and numbers[0] is not arguments[0]:
        raise call.error("The dimension must come before the options.", f"MATLAB:{call.name}:notEnoughInputs")
    return numbers, words
