"""Calling a builtin: what it is given besides its arguments, arity checks, and results as Values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..base.errors import MatlabError
from ..values.convert import class_of, to_value
from ..values.numerals import DisplayFormat
from .argument_errors import check_words, too_many_inputs, too_many_outputs
from .spec import Builtin
from .usage import names_words

if TYPE_CHECKING:
    from ..accel.engine import Engine
    from ..base.settings import Settings
    from .session_protocol import SessionProtocol


class Call:
    """One call of a builtin: the outputs that are asked for (``nargout``), and the session it runs in."""

    __slots__ = ("name", "nargout", "session")

    def __init__(self, session: SessionProtocol, name: str, nargout: int) -> None:
        self.session = session
        self.name = name
        self.nargout = nargout

    @property
    def engine(self) -> Engine:
        return self.session.engine

    @property
    def settings(self) -> Settings:
        return self.session.settings

    @property
    def display_format(self) -> DisplayFormat:
        """How numbers are shown (``format``)."""
        return self.session.display_format

    def write(self, text: str) -> None:
        """Text to the cell's standard output."""
        self.session.write(text)

    def feval(self, function: Any, *arguments: Any, nargout: int = 1) -> tuple[Any, ...]:
        """Call a FunctionHandle (or a function by name) with Values; a tuple of Values."""
        return self.session.feval(function, arguments, nargout)

    def warning(self, message: str, identifier: str = "") -> None:
        """Warn as MATLAB's ``warning(identifier, '%s', message)`` does, with its on/off states."""
        self.session.feval("warning", (to_value(identifier), to_value("%s"), to_value(message)), 0)

    def undefined(self, value: Any) -> MatlabError:
        """The error to raise where no function of this builtin's name takes a value of this class."""
        text = f"Undefined function '{self.name}' for input arguments of type '{class_of(value)}'."
        return self.error(text, "MATLAB:UndefinedFunction")

    def error(self, message: str, identifier: str = "") -> MatlabError:
        """The error to raise from this builtin: ``raise call.error("...", "MATLAB:...")``."""
        return MatlabError(message, identifier, function=self.name)


def checked(builtin: Builtin, session: SessionProtocol) -> Callable[[int, tuple[Any, ...]], tuple[Any, ...]]:
    """``function(nargout, arguments)`` that runs a builtin after checking counts and words of its arguments; the results are Values."""
    name, arity, usage, function = builtin.name, builtin.arity, builtin.usage, builtin.function
    least, most, most_outputs = arity.least_inputs, arity.most_inputs, arity.most_outputs
    has_words = names_words(name, usage)

    def run(nargout: int, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        if len(arguments) > most >= 0:
            raise too_many_inputs(name)
        if len(arguments) < least:
            raise MatlabError("Not enough input arguments.", "MATLAB:minrhs", function=name)
        if nargout > most_outputs >= 0:
            raise too_many_outputs(name)
        if has_words:
            check_words(name, usage, arguments)
        return values_of(name, nargout, function(Call(session, name, nargout), *arguments))

    return run


def invoke(builtin: Builtin, session: SessionProtocol, arguments: tuple[Any, ...], nargout: int) -> tuple[Any, ...]:
    """Run a builtin once, as ``checked`` does."""
    return checked(builtin, session)(nargout, arguments)


def values_of(name: str, nargout: int, result: Any) -> tuple[Any, ...]:
    """The results of a Python function as Values.  Raises where it returned fewer than ``nargout``."""
    if type(result) is tuple:
        values = tuple([to_value(item) for item in result])
    elif result is None:
        values = ()
    else:
        return (to_value(result),)
    if len(values) < nargout:
        raise too_many_outputs(name)
    return values


def warn_of_destructor(session: Any, name: str, error: MatlabError) -> None:
    """A destructor that nobody called failed: that is a warning."""
    text = f"The following error was caught while executing '{name}' class destructor:\n{error}"
    session.feval("warning", tuple(map(to_value, ("MATLAB:class:DestructorError", "%s", text))), 0)
