"""Evaluating text and handles, and asking about the arguments of the running code."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...base.folders import absolute, current_folder
from ...builtins import arguments as arg
from ...builtins.arguments import integer
from ...builtins.registry import builtins
from ...builtins.spec import Effect, ErrorCase, Example, Fact, builtin
from ...syntax.tokens import is_name
from ...values.containers import CellArray, StructArray
from ...values.convert import class_of, is_text, numel_of, shape_of, text_of
from ...values.functions import FunctionHandle

# --- calling and evaluating


@builtin(
    "feval",
    "[y1, ..., yN] = feval(fun)",
    "[y1, ..., yN] = feval(fun, x1, ..., xM)",
    summary="Call a function by name or handle.",
    examples=(Example("feval('max', [1 5 3])", "5"), Example("feval(@(x) x + 1, 2)", "3")),
    facts=Fact.COMPILED | Fact.OWN_WORDS | Fact.SPARSE | Fact.NAMELESS | Fact.OBJECTS,
    effect=Effect.CODE,
)
def feval(call, function, *arguments):
    return call.session.feval(function, arguments, call.nargout)


@builtin(
    "builtin",
    "[y1, ..., yN] = builtin(fun)",
    "[y1, ..., yN] = builtin(fun, x1, ..., xM)",
    summary="Call the builtin of a name, whatever else has it.",
    facts=Fact.NAMELESS | Fact.OBJECTS,
    effect=Effect.CODE,
)
def builtin_(call, name, *arguments):
    if text_of(name) == "end":
        value, position, count = arguments
        sizes = (*shape_of(value), *(1,) * int(position))
        return float(sizes[int(position) - 1]) if position < count else float(math.prod(sizes[int(position) - 1 :]))
    if text_of(name) not in builtins():
        raise call.error(f"Cannot find builtin function '{text_of(name)}'.", "MATLAB:UndefinedFunction")
    return call.session.classes.builtin(text_of(name), call.nargout, arguments)


def _evaluate(call: Any, expression: Any, otherwise: Any, view: Any, nargout: int) -> tuple[Any, ...]:
    """Run a text in a frame, and another where it fails; with outputs it must be an expression, whose values come back."""
    text, evaluate = text_of(expression, "expression"), call.session.evaluate
    if otherwise is None:
        return evaluate(text, view, nargout=nargout)
    try:
        with call.engine.trying():
            return evaluate(text, view, nargout=nargout)
    except MatlabError as error:
        call.session.last_error = error
        return evaluate(text_of(otherwise), view, nargout=nargout)


@builtin(
    "eval",
    "[output1, ..., outputN] = eval(expression)",
    "eval(expression, catch_string)",
    summary="Run a text as MATLAB code.",
    examples=(Example("eval('3 + 4')", "7"), Example("eval('x = 5;'); x + 1", "6"), Example("eval('error(''a'')', 'y = 2;'); y", "2")),
    errors=(ErrorCase("eval('1 +')", "MATLAB:m_invalid_syntax"),),
    facts=Fact.NAMELESS | Fact.OBJECTS,
    effect=Effect.VARIABLES,
)
def eval_(call, expression, otherwise=None):
    return _evaluate(call, expression, otherwise, call.session.frame, call.nargout) or None


@builtin(
    "evalc",
    "results = evalc(expression)",
    "results = evalc(expression, catch_string)",
    "[results, output1, ..., outputN] = evalc(expression)",
    summary="Run a text as MATLAB code and give what it prints.",
    examples=(
        Example("evalc('disp(1)')", "sprintf('     1\\n\\n')"),
        Example("evalc('error(''a'')', 'disp(2)')", "sprintf('     2\\n\\n')"),
        Example("[t, m, k] = evalc('max([1 7])')", "{'', 7, 2}"),
    ),
    facts=Fact.COMPILED | Fact.OWN_WORDS | Fact.NAMELESS | Fact.OBJECTS,
    effect=Effect.VARIABLES,
)
def evalc(call, expression, otherwise=None):
    view = call.session.frame
    with call.session.capture() as printed:
        values = _evaluate(call, expression, otherwise, view, max(call.nargout - 1, 0))
    return printed.getvalue(), *values


def _workspace(call: Any, which: Any) -> Any:
    name = text_of(which, "workspace")
    if name == "base":
        return call.session.base_view()
    if name == "caller":
        return call.session.frame_at(1)
    raise call.error("Workspace must be 'caller' or 'base'.", f"MATLAB:{call.name}:invalidWorkspace")


@builtin(
    "evalin",
    "[output1, ..., outputN] = evalin(ws, expression)",
    "evalin(ws, expression, catch_string)",
    summary="Run a text in the workspace of the caller, or in the base workspace.",
    examples=(Example("zz = 3; evalin('base', 'zz')", "3"),),
    facts=Fact.NAMELESS | Fact.OBJECTS | Fact.CALLER,
    effect=Effect.CODE,
)
def evalin(call, workspace, expression, otherwise=None):
    return _evaluate(call, expression, otherwise, _workspace(call, workspace), call.nargout) or None


@builtin(
    "assignin",
    "assignin(ws, var, val)",
    summary="Set a variable in the workspace of the caller, or in the base workspace.",
    examples=(Example("assignin('base', 'qq', 4); qq", "4"),),
    facts=Fact.COMPILED | Fact.SPARSE | Fact.OBJECTS,
    effect=Effect.CODE,
)
def assignin(call, workspace, name, value):
    text = text_of(name, "variable name")
    if not is_name(text):
        raise call.error(f"Invalid variable name '{text}' in ASSIGNIN.", "MATLAB:assigninInvalidVariable")
    _workspace(call, workspace).set(text, value)


@builtin(
    "run",
    "run(scriptname)",
    summary="Run a script file, in its folder where a folder is named.",
    facts=Fact.NAMELESS | Fact.OBJECTS,
    effect=Effect.VARIABLES,
)
def run(call, name):
    path, session = os.path.expanduser(text_of(name)), call.session
    path = path if path.endswith(".m") else path + ".m"
    if not os.path.isfile(path):
        script = None if os.path.dirname(path) else session.path.find(os.path.basename(path)[:-2])
        if script is None:
            raise call.error(f"RUN cannot find {text_of(name)}.", "MATLAB:run:FileNotFound")
        return session.run_file(script)
    before, folder = current_folder(), os.path.dirname(absolute(path))
    if os.path.samefile(before, folder):
        return session.run_file(path)
    os.chdir(folder)
    session.forget_lookups()
    try:
        session.run_file(os.path.basename(path))
    finally:
        if current_folder() == folder:  # a script that goes elsewhere stays there
            os.chdir(before)
        session.forget_lookups()
    return None


# --- handles


@builtin(
    "func2str",
    "c = func2str(fh)",
    summary="The text of a function handle.",
    examples=(Example("func2str(@sin)", "'sin'"), Example("func2str(@(x) x + 1)", "'@(x)x+1'")),
    facts=Fact.COMPILED | Fact.SPARSE | Fact.OBJECTS,
    effect=Effect.NONE,
)
def func2str(call, handle):
    if type(handle) is not FunctionHandle:
        raise call.error("FUNC2STR requires a function handle argument.", "MATLAB:func2str:FunctionHandleRequired")
    return handle.text


@builtin(
    "str2func",
    "fh = str2func(str)",
    summary="A function handle from text.",
    examples=(Example("f = str2func('@(x) x.^2'); f(3)", "9"), Example("f = str2func('cos'); f(0)", "1")),
    errors=(
        ErrorCase("str2func('@(x) x; disp(1)')", "MATLAB:str2func:invalidFunction"),
        ErrorCase("str2func('cos + disp(1)')", "MATLAB:str2func:invalidFunction"),
    ),
    facts=Fact.COMPILED | Fact.OBJECTS,
    effect=Effect.CODE,
)
def str2func(call, text, *options):
    source = text_of(text, "function name").strip()
    return call.session.handle(source if source.startswith("@") else "@" + source)


@builtin(
    "inline",
    "f = inline(expr)",
    "f = inline(expr, arg1, ..., argN)",
    summary="A function of the variables of an expression (old style).",
    examples=(Example("f = inline('x^2 + 1'); f(2)", "5"), Example("f = inline('a*b', 'a', 'b'); f(2, 3)", "6")),
    facts=Fact.OBJECTS,
)
def inline(call, expression, *names):
    source = text_of(expression)
    if names and not is_text(names[0]):
        parameters = ["x", *(f"P{k + 1}" for k in range(integer(names[0])))]
    elif names:
        parameters = [text_of(name) for name in names]
    else:
        variables = set(re.findall(r"(?<![\w.])([A-Za-z]\w*)(?!\w*\s*\()", re.sub(r"\d+\.?\d*[eEdD][+-]?\d+", "0", source)))
        parameters = sorted(variables - {"i", "j", "pi", "Inf", "NaN", "inf", "nan", "eps"}) or ["x"]
    return _inline_of(call, source, parameters)


def _inline_of(call: Any, source: str, parameters: Sequence[str]) -> FunctionHandle:
    text = f"@({','.join(parameters)}) {source}"
    handle = call.session.handle(text)
    counts = {"nargin_declared": handle.nargin_declared, "nargout_declared": handle.nargout_declared}
    return FunctionHandle(handle.name, text, handle.target, parameters=handle.parameters, node=handle.node, formula=source, **counts)


def _of_inline(call: Any, value: Any) -> FunctionHandle:
    if type(value) is not FunctionHandle or value.formula is None:
        raise call.error("Input must be a function made by inline.", "MATLAB:inline:notInline")
    return value


@builtin(
    "formula",
    "expr = formula(f)",
    summary="The expression of an inline function.",
    examples=(Example("formula(inline('x.^2 + 1'))", "'x.^2 + 1'"),),
    facts=Fact.OBJECTS,
)
def formula(call, value):
    return _of_inline(call, value).formula


@builtin(
    "argnames",
    "names = argnames(f)",
    summary="The names of the arguments of an inline function.",
    examples=(Example("argnames(inline('y + 2*z'))", "{'y'; 'z'}"),),
    facts=Fact.OBJECTS,
)
def argnames(call, value):
    names = _of_inline(call, value).parameters
    return CellArray.of([call.session.text(name) for name in names], (len(names), 1))


@builtin("functions", "s = functions(fh)", summary="Information about a function handle.", facts=Fact.OBJECTS)
def functions(call, handle):
    if type(handle) is not FunctionHandle:
        raise call.error("Input argument must be a function handle.", "MATLAB:functions:InvalidInput")
    if handle.name is not None:
        return {"function": handle.name, "type": "nested" if "/" in handle.name else "simple", "file": ""}
    workspace = CellArray.of([StructArray.scalar(dict(handle.captured))])
    return {"function": handle.text, "type": "anonymous", "file": "", "workspace": workspace, "within_file_path": ""}


@builtin("localfunctions", "fcns = localfunctions()", summary="Handles to the functions of the file that is running.", facts=Fact.OBJECTS)
def localfunctions(call):
    unit = call.session.frame.unit
    names = list(unit.own)[1:] if unit is not None and not unit.program.statements else list(unit.own if unit is not None else ())
    handles = [FunctionHandle(name, name, unit.own[name].function) for name in names]
    return CellArray.of(handles, (len(handles), 1 if handles else 0))


@builtin(
    "deal",
    "[B1, ..., Bn] = deal(A1, ..., An)",
    summary="Give the inputs to the outputs, one input to all of them.",
    examples=(Example("[a, b] = deal(7)", "{7, 7}"), Example("[a, b] = deal(1, 2)", "{1, 2}")),
    errors=(ErrorCase("[a, b] = deal(1, 2, 3)", "MATLAB:deal:narginNargoutMismatch"),),
    facts=Fact.SPARSE | Fact.OBJECTS,
)
def deal(call, *arguments):
    wanted = max(call.nargout, 1)
    if len(arguments) == 1:
        return arguments * wanted
    if len(arguments) != wanted:
        raise call.error("The number of outputs should match the number of inputs.", "MATLAB:deal:narginNargoutMismatch")
    return arguments


# --- arguments of the running function


@builtin(
    "nargin",
    "n = nargin(fun)",
    "n = nargin()",
    summary="How many inputs were given, or how many a function declares.",
    examples=(Example("nargin(@(a, b) a)", "2"),),
    facts=Fact.OBJECTS,
)
def nargin(call, function=None):
    if function is None:
        count = call.session.frame.nargin()
        if count is None:
            raise call.error("You can only call nargin/nargout from within a MATLAB function.", "MATLAB:nargin:notInFunction")
        return count
    return _declared(call, function)[0]


@builtin(
    "nargout",
    "n = nargout(fun)",
    "n = nargout()",
    summary="How many outputs are wanted, or how many a function declares.",
    facts=Fact.OBJECTS,
)
def nargout(call, function=None):
    if function is None:
        count = call.session.frame.nargout()
        if count is None:
            raise call.error("You can only call nargin/nargout from within a MATLAB function.", "MATLAB:nargin:notInFunction")
        return count
    return _declared(call, function)[1]


def _declared(call: Any, function: Any) -> tuple[float, float]:
    if type(function) is FunctionHandle and (function.target is not None or function.name is None):
        return float(function.nargin_declared), float(function.nargout_declared)
    name = function.name if type(function) is FunctionHandle else text_of(function)
    table = call.session.caller_functions()
    if table.lookup(name) is None:
        raise call.error(f"Not a valid MATLAB file: {name}.", "MATLAB:narginout:notValidMfile")
    counts = call.session.declared_counts(name, table)
    return float(counts[0]), float(counts[1])


@builtin(
    "narginchk",
    "narginchk(minArgs, maxArgs)",
    summary="Fail unless the number of inputs is in a range.",
    facts=Fact.NAMELESS | Fact.OBJECTS | Fact.CALLER,
)
def narginchk(call, least, most):
    count, least, most = call.session.frame.nargin() or 0.0, arg.scalar(least), arg.scalar(most)
    if count < least:
        raise MatlabError("Not enough input arguments.", "MATLAB:narginchk:notEnoughInputs")
    if count > most:
        raise MatlabError("Too many input arguments.", "MATLAB:narginchk:tooManyInputs")


@builtin(
    "nargoutchk",
    "nargoutchk(minArgs, maxArgs)",
    summary="Fail unless the number of outputs is in a range.",
    facts=Fact.NAMELESS | Fact.OBJECTS | Fact.CALLER,
)
def nargoutchk(call, least, most):
    count, least, most = call.session.frame.nargout() or 0.0, arg.scalar(least), arg.scalar(most)
    if count < least:
        raise MatlabError("Not enough output arguments.", "MATLAB:nargoutchk:notEnoughOutputs")
    if count > most:
        raise MatlabError("Too many output arguments.", "MATLAB:nargoutchk:tooManyOutputs")


@builtin(
    "nargchk",
    "msg = nargchk(minArgs, maxArgs, numArgs, outType)",
    "msg = nargchk(minArgs, maxArgs, numArgs)",
    summary="The message for a number of inputs outside a range (old style).",
    examples=(Example("nargchk(1, 2, 3)", "'Too many input arguments.'"), Example("isempty(nargchk(1, 2, 2))", "true")),
    facts=Fact.NAMELESS | Fact.OBJECTS | Fact.CALLER,
)
def nargchk(call, least, most, count, kind=None):
    count, least, most = arg.scalar(count), arg.scalar(least), arg.scalar(most)
    if count < least:
        return "Not enough input arguments."
    if count > most:
        return "Too many input arguments."
    return np.empty((0, 0))


@builtin(
    "inputname",
    "name = inputname(argNumber)",
    summary="The name of the variable given as an input of the running function.",
    facts=Fact.OBJECTS | Fact.CALLER,
)
def inputname(call, number, *options):
    place = arg.scalar(number) if class_of(number) not in ("char", "string", "cell") and numel_of(number) == 1 else 0.0
    if not (place >= 1 and place == math.floor(place)):
        raise call.error("Argument number is not valid.", "MATLAB:inputname:argNumberNotValid")
    return call.session.input_name(int(place))


@builtin(
    "isargout",
    "tf = isargout(k)",
    summary="Whether the caller uses an output of the running function.",
    facts=Fact.SPARSE | Fact.OBJECTS | Fact.CALLER,
)
def isargout(call, k):
    wanted = call.session.frame.nargout()
    return k <= max(wanted or 0.0, 1.0)


@builtin(
    "print_usage", "print_usage()", summary="Fail with a message that a function was called wrongly.", facts=Fact.OBJECTS | Fact.CALLER
)
def print_usage(call, *ignored):
    name = call.session.frame.name
    raise MatlabError(f"Invalid call to {name}", "Octave:invalid-fun-call")


@builtin("mfilename", "name = mfilename()", "name = mfilename(option)", summary="The name of the file that is running.", facts=Fact.OBJECTS)
def mfilename(call, option=None):
    unit = call.session.frame.unit
    path = unit.source.path if unit is not None else None
    if path is None:
        return ""
    full = os.path.splitext(absolute(path))[0]
    kind = text_of(option) if option is not None else ""
    if kind == "fullpath":
        return full
    return full + ".m" if kind == "fullpathext" else "" if kind == "class" else os.path.basename(full)


@builtin(
    "dbstack",
    "[ST, I] = dbstack()",
    "[ST, I] = dbstack(N)",
    "[ST, I] = dbstack(..., '-completenames')",
    summary="The functions that are running, innermost first, without the N innermost.",
    facts=Fact.OBJECTS,
)
def dbstack(call, *options):
    from .errors import stack_value

    left_out = next((int(arg.scalar(option)) for option in options if not is_text(option)), 0)
    stack = stack_value([frame for frame in call.session.running() if frame.name][left_out:])
    if call.nargout:
        return stack, 1.0
    for element in stack.array.ravel():
        call.write(f"In {text_of(element['name'])} (line {int(element['line'])})\n")
    return None


@builtin("mlock", "mlock()", summary="Keep the running function in memory (it always is).", facts=Fact.OBJECTS)
def mlock(call):
    return None


@builtin("munlock", "munlock(fun)", "munlock()", summary="Undo mlock.", facts=Fact.OBJECTS)
def munlock(call, function=None):
    return None


@builtin("mislocked", "tf = mislocked(fun)", "tf = mislocked()", summary="Whether mlock holds.", facts=Fact.OBJECTS)
def mislocked(call, function=None):
    return False


@builtin("quit", "quit()", "quit(code)", summary="End the session.", facts=Fact.OBJECTS)
def quit_(call, code=0.0, *options):
    raise SystemExit(int(code) if type(code) is float else 0)


@builtin("exit", "exit()", "exit(code)", summary="End the session.", facts=Fact.OBJECTS)
def exit_(call, code=0.0, *options):
    raise SystemExit(int(code) if type(code) is float else 0)
