"""Errors for too many inputs or outputs, words that no usage line names, and inputs of classes that a function is not defined for.

MATLAB gives other ones for functions that are part of its executable (``MATLAB:maxrhs``) than for functions written in its own
language (``MATLAB:TooManyInputs``), so programs that catch them see which is which.
"""

from __future__ import annotations

from typing import Any

from ..base.errors import MatlabError
from ..values.convert import class_of, is_text, text_of
from ..values.objects import HostObject
from .registry import stating
from .spec import Fact
from .usage import words_at

CONTAINERS = ("cell", "struct", "string", "function_handle", "table")


def worded(error: MatlabError, name: str, arguments: tuple[Any, ...]) -> MatlabError:
    """The error of a compiled function whose argument is no number, or an object: it is not defined for that class."""
    if error.identifier == "MATLAB:invalidConversion" and _is_compiled(name) and name not in stating(Fact.OWN_WORDS) and not error.stack:
        kind = next((class_of(a) for a in arguments if class_of(a) in CONTAINERS or isinstance(a, HostObject)), None)
        if kind is not None:
            error.message = f"Undefined function '{name}' for input arguments of type '{kind}'."
            error.identifier = "MATLAB:UndefinedFunction"
            error.function = None
    return error


def _is_compiled(name: str) -> bool:
    return name in stating(Fact.COMPILED)


def too_many_inputs(name: str) -> MatlabError:
    """The error of a builtin that was given more inputs than it takes."""
    return MatlabError("Too many input arguments.", "MATLAB:maxrhs" if _is_compiled(name) else "MATLAB:TooManyInputs", function=name)


def too_many_outputs(name: str) -> MatlabError:
    """The error of a builtin that was asked for more outputs than it has."""
    return MatlabError("Too many output arguments.", "MATLAB:maxlhs" if _is_compiled(name) else "MATLAB:TooManyOutputs", function=name)


def check_words(name: str, usage: tuple[str, ...], arguments: tuple[Any, ...]) -> None:
    """Raise for a text where the usage lines name other words, or numbers alone; a word may be shortened."""
    for place, argument in enumerate(arguments):
        if not is_text(argument) or not (text := text_of(argument)):
            continue
        words = words_at(name, usage, place)
        if words is not None and not any(word.startswith(text.lower()) for word in words):
            raise MatlabError(f"Invalid option '{text}'.", f"MATLAB:{name}:unknownOption", function=name)
