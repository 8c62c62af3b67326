"""Errors and warnings: error, warning, assert, MException and what asks about them."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError, StackFrame
from ...builtins.arguments import name_values
from ...builtins.spec import Effect, ErrorCase, Example, Fact, Stored, builtin, methods
from ...builtins.texts import formatted
from ...values.containers import StructArray
from ...values.convert import class_of, is_text, numel_of, shape_of, text_of
from ...values.exceptions import MException, stack_value
from ...values.text import CharArray

_IDENTIFIER = re.compile(r"[A-Za-z][\w-]*(:[\w-]+)+")


def message_of(call: Any, arguments: Sequence[Any]) -> tuple[str, str]:
    """Identifier and message of ``([identifier,] format, values...)``.

    A message alone is taken as it is; with values (or an identifier) it is a format.
    """
    texts = [text_of(argument, "message") if is_text(argument) else None for argument in arguments]
    if texts[0] is None and type(arguments[0]) is CharArray:
        texts[0] = arguments[0].text
    if texts[0] is None:
        raise call.error("First argument must be a character vector or a string scalar.", f"MATLAB:{call.name}:invalidInput")
    if len(arguments) > 1 and texts[1] is not None and (texts[0] == "" or _IDENTIFIER.fullmatch(texts[0])):
        return texts[0], formatted(call, texts[1], arguments[2:])
    return "", texts[0] if len(arguments) == 1 else formatted(call, texts[0], arguments[1:])


@builtin(
    "error",
    "error(msg)",
    "error(errID, msg, A1, ..., An)",
    "error(errorStruct)",
    summary="Stop with an error message.",
    errors=(
        ErrorCase("error('My:id', 'x is %d', 3)", "My:id", "x is 3"),
        ErrorCase("error('plain 100%')", "", "plain 100%"),
        ErrorCase("error(struct('message', 'm', 'identifier', 'a:b'))", "a:b", "m"),
        ErrorCase("error(MException('a:b', 'c'))", "MATLAB:error:invalidMessageType", "The message must be specified as either"),
    ),
    facts=Fact.COMPILED | Fact.NAMELESS,
)
def error(call, *arguments):
    first = arguments[0]
    if type(first) is StructArray and first.numel == 1:
        raise _from_struct(first)
    if isinstance(first, MException):  # `throw` and `rethrow` take it
        text = "The message must be specified as either a character vector, string scalar, or a message structure."
        raise call.error(text, "MATLAB:error:invalidMessageType")
    if numel_of(first) == 0 and len(arguments) == 1:
        return
    identifier, message = message_of(call, arguments)
    if message or len(arguments) > 1:
        raise _thrown(MatlabError(message, identifier))


def _thrown(error: MatlabError) -> MatlabError:
    """An error of the program's own: its report names the function that threw it."""
    error.thrown = True
    return error


def _from_struct(value: StructArray) -> MatlabError:
    contents = value.array.item(0)
    message = text_of(contents["message"]) if "message" in contents else "Unspecified error"
    error = MatlabError(message, text_of(contents["identifier"]) if "identifier" in contents else "")
    stack = contents.get("stack")
    if isinstance(stack, StructArray):
        frames = [f for f in stack.array.ravel(order="F") if {"file", "name", "line"} <= set(f)]
        error.stack = tuple(StackFrame(text_of(f["file"]), text_of(f["name"]), int(f["line"])) for f in frames)
    return _thrown(error)


@builtin(
    "rethrow",
    "rethrow(ME)",
    summary="Throw a caught error again, with the place where it happened.",
    errors=(ErrorCase("try, error('a:b', 'c'), catch e, rethrow(e), end", "a:b", "c"),),
    facts=Fact.COMPILED | Fact.NAMELESS,
)
def rethrow(call, exception):
    if isinstance(exception, MException):
        raise exception.error
    if type(exception) is StructArray:
        raise _from_struct(exception)
    raise call.error("Argument must be an MException or a scalar structure.", "MATLAB:rethrow:invalidInput")


@builtin(
    "MException",
    "ME = MException(errID, msg)",
    "ME = MException(errID, msg, A1, ..., An)",
    summary="Make an error object without throwing it.",
    examples=(Example("ME = MException('a:b', 'n is %d', 4); ME.message", "'n is 4'"),),
)
def mexception(call, *arguments):
    if len(arguments) < 2:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    identifier = text_of(arguments[0], "identifier")
    if not _IDENTIFIER.fullmatch(identifier):
        raise call.error("First argument must be a valid message identifier.", "MATLAB:MException:InvalidErrorID")
    return MException(_thrown(MatlabError(formatted(call, text_of(arguments[1], "message"), arguments[2:]), identifier)))


@builtin(
    "MException.last",
    "ME = MException.last",
    "MException.last(reset)",
    summary="The error that ended the last cell that failed; errors that a try caught do not count.",
    examples=(Example("MException.last('reset'); ME = MException.last; ME.message", "''"),),
    errors=(ErrorCase("MException.last('all')", "MATLAB:MException:last:InvalidArg"),),
)
def mexception_last(call, word=None):
    if word is None:
        return MException(call.session.uncaught_error or MatlabError("", ""))
    if not is_text(word) or text_of(word) != "reset":
        raise call.error("The argument must be 'reset'.", "MATLAB:MException:last:InvalidArg")
    call.session.uncaught_error = None
    return ()


def _own(call: Any, value: Any) -> MException:
    if isinstance(value, MException):
        return value
    raise MatlabError(f"Undefined function '{call.name}' for input arguments of type '{class_of(value)}'.", "MATLAB:UndefinedFunction")


def _copied(error: MatlabError) -> MatlabError:
    copy = MatlabError(error.message, error.identifier, function=error.function)
    copy.thrown = error.thrown
    copy.causes = error.causes
    return copy


@builtin(
    "throw",
    "throw(ME)",
    summary="Throw an error object from here.",
    errors=(ErrorCase("throw(MException('a:b', 'c'))", "a:b", "c"),),
    facts=Fact.NAMELESS,
)
def throw(call, exception):
    raise _copied(_own(call, exception).error)


@builtin("throwAsCaller", "throwAsCaller(ME)", summary="Throw an error object as if from the calling function.", facts=Fact.NAMELESS)
def throw_as_caller(call, exception):
    error = _copied(_own(call, exception).error)
    error.as_caller = True  # type: ignore[attr-defined]
    raise error


@builtin(
    "getReport",
    "msgText = getReport(ME, type, Name, Value)",
    "msgText = getReport(ME)",
    summary="The text that MATLAB would print for an error.",
    examples=(Example("getReport(MException('a:b', 'c'))", "'c'"),),
)
def get_report(call, exception, kind=None, *options):
    error = _own(call, exception).error
    if kind is not None and text_of(kind) not in ("basic", "extended"):
        raise call.error("The type of a report must be 'basic' or 'extended'.", "MATLAB:MException:InvalidReportType")
    name_values(options, "getReport", "hyperlinks")
    if kind is not None and text_of(kind) == "basic":
        return error.message
    frames = [frame for frame in error.stack if frame.name]
    lines = []
    if error.thrown and frames:
        lines = [f"Error using {frames[0].name} (line {frames[0].line})"]
        frames = frames[1:]
    elif error.function:
        lines = [f"Error using {error.function}"]
    lines.append(error.message)
    for frame in frames:
        lines += ["", f"Error in {frame.name} (line {frame.line})"]
    if error.causes:
        lines += ["", "Caused by:"]
    for cause in error.causes:
        lines += ["    " + line for line in get_report.function(call, MException(cause)).splitlines()]
    return "\n".join(lines)


@builtin(
    "addCause",
    "ME = addCause(ME, cause)",
    summary="Add a cause to an error object.",
    examples=(Example("ME = addCause(MException('a:b', 'c'), MException('d:e', 'f')); ME.cause{1}.message", "'f'"),),
)
def add_cause(call, exception, cause):
    copy = _copied(_own(call, exception).error)
    copy.stack = exception.error.stack
    copy.causes = (*copy.causes, _own(call, cause).error)
    return MException(copy)


@builtin("addCorrection", "ME = addCorrection(ME, correction)", summary="Add a correction to an error object (kept without effect).")
def add_correction(call, exception, correction):
    return _own(call, exception)


MEXCEPTION_METHODS = methods(
    MException,
    {
        "throw": throw.function,
        "rethrow": rethrow.function,
        "getReport": get_report.function,
        "addCause": add_cause.function,
        "addCorrection": add_correction.function,
        "throwAsCaller": throw_as_caller.function,
        "eq": lambda call, a, b: isinstance(a, MException) and a.equals(b),
        "ne": lambda call, a, b: not (isinstance(a, MException) and a.equals(b)),
    },
)


@builtin(
    "lasterr",
    "[msg, id] = lasterr()",
    "[msg, id] = lasterr(msg, id)",
    summary="The message of the last error.",
    examples=(Example("try, error('a:b', 'boom'), catch, end; lasterr", "'boom'"),),
)
def lasterr(call, message=None, identifier=None):
    last = call.session.last_error
    result = (last.message, last.identifier) if last is not None else ("", "")
    if message is not None:
        call.session.last_error = MatlabError(text_of(message), text_of(identifier) if identifier is not None else "")
        return result if call.nargout else None
    return result


@builtin("lasterror", "s = lasterror()", "s = lasterror('reset')", summary="The last error as a struct.")
def lasterror(call, reset=None):
    last = call.session.last_error
    if reset is not None:
        call.session.last_error = last = None
    text = (last.message, last.identifier) if last is not None else ("", "")
    return {"message": text[0], "identifier": text[1], "stack": stack_value(last.stack if last is not None else ())}


# --- warnings


@builtin(
    "warning",
    "warning(msg)",
    "warning(warnID, msg, A1, ..., An)",
    "s = warning(state, warnID, mode)",
    "s = warning()",
    summary="Print a warning, or say which warnings are printed.",
    examples=(Example("warning('off', 'My:id'); warning('My:id', 'quiet %d', 1); [m, id] = lastwarn", "{'quiet 1', 'My:id'}"),),
    facts=Fact.COMPILED | Fact.NAMELESS,
    effect=Effect.STATE,
)
def warning(call, *arguments):
    states = call.session.warnings
    if not arguments:
        return _states(states)
    first = arguments[0]
    if type(first) is StructArray:
        before = _states(states)
        if not {"identifier", "state"} <= set(first.fields):
            raise call.error("Structure input must have the fields 'identifier' and 'state'.", "MATLAB:warning:invalidStructure")
        for element in first.array.ravel(order="F"):
            states.set(text_of(element["identifier"]), text_of(element["state"]))
        return before if call.nargout else None
    word = text_of(first) if is_text(first) else None
    if word is not None and word.lower() in ("on", "off", "query", "error") and all(is_text(a) for a in arguments):
        return _change(call, states, word.lower(), [text_of(a) for a in arguments[1:]])
    if numel_of(first) == 0 and len(arguments) == 1:
        return None
    identifier, message = message_of(call, arguments)
    return _warn(call, identifier, message)


def _warn(call: Any, identifier: str, message: str) -> None:
    states = call.session.warnings
    state = states.state(identifier)
    if state == "error":
        raise MatlabError(message, identifier)
    states.message, states.identifier = message, identifier
    if state == "on" and "warning" in call.session.debugger.on_events:
        call.session.debugger.at_warning(sys._getframe(), message)
    if state == "on":
        call.session.write_error(f"Warning: {message}\n")


def _change(call: Any, states: Any, word: str, rest: list[str]) -> Any:
    identifier = rest[0] if rest else "all"
    if identifier in ("backtrace", "verbose"):
        before = states.modes.get(identifier, "on")
        if word != "query":
            states.modes[identifier] = word
        return {"identifier": identifier, "state": before} if call.nargout or word == "query" else None
    before = {"identifier": identifier, "state": states.state(identifier) if identifier != "all" else states.default}
    if word == "query":
        if call.nargout:
            return before
        call.write(f"The state of warning '{identifier}' is '{before['state']}'.\n")
        return None
    result = _states(states) if identifier == "all" and call.nargout else before
    states.set(identifier, word)
    return result if call.nargout else None


def _states(states: Any) -> StructArray:
    changed = [(states.spelling[name], state) for name, state in sorted(states.states.items()) if state != states.default]
    rows = [("all", states.default), *changed]
    array = np.empty((len(rows), 1), object)
    for k, (identifier, state) in enumerate(rows):
        array[k, 0] = {"identifier": CharArray.row(identifier), "state": CharArray.row(state)}
    return StructArray(array, ("identifier", "state"))


@builtin(
    "lastwarn",
    "[msg, warnID] = lastwarn()",
    "lastwarn(msg, warnID)",
    summary="The last warning.",
    examples=(Example("lastwarn('hello', 'a:b'); [m, id] = lastwarn", "{'hello', 'a:b'}"),),
)
def lastwarn(call, message=None, identifier=None):
    states = call.session.warnings
    result = (states.message, states.identifier)
    if message is not None:
        states.message = text_of(message) if numel_of(message) else ""
        states.identifier = text_of(identifier) if identifier is not None and numel_of(identifier) else ""
        return result if call.nargout else None
    return result


# --- assert


@builtin(
    "assert",
    "assert(cond)",
    "assert(cond, msg)",
    "assert(cond, msg, A1, ..., An)",
    "assert(cond, errID, msg, A1, ..., An)",
    summary="Fail with an error unless a condition holds.",
    examples=(Example("assert(true); 1", "1"),),
    errors=(
        ErrorCase("assert(false)", "MATLAB:assertion:failed", "Assertion failed."),
        ErrorCase("assert(1 == 2, 'a:b', 'got %d', 7)", "a:b", "got 7"),
    ),
    facts=Fact.SPARSE | Fact.NAMELESS,
)
def assert_(call, condition, *message):
    if class_of(condition) not in ("logical", "double", "single") and not hasattr(condition, "array"):
        raise call.error("The condition input argument must be convertible to a scalar logical.", "MATLAB:assertion:LogicalScalar")
    array = np.asarray(getattr(condition, "array", condition))
    if array.dtype == object:
        raise call.error("The condition input argument must be convertible to a scalar logical.", "MATLAB:assertion:LogicalScalar")
    if shape_of(condition) and array.size and array.all():
        return
    if not message:
        raise _thrown(MatlabError("Assertion failed.", "MATLAB:assertion:failed"))
    identifier, text = message_of(call, message)
    raise _thrown(MatlabError(text, identifier))


STORED = (Stored(MException),)
