"""Evaluating text and handles, and asking about the variables and arguments of the running code."""

from __future__ import annotations

import fnmatch
import math
import os
import re
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values.containers import CellArray, StructArray
from ...values.convert import class_of, is_text, numel_of, shape_of, text_of
from ...values.functions import FunctionHandle
from ..registry import builtins
from ..spec import ErrorCase, Example, builtin

_KEYWORDS = (
    "break", "case", "catch", "classdef", "continue", "else", "elseif", "end", "for", "function", "global", "if", "otherwise", "parfor",
    "persistent", "return", "spmd", "switch", "try", "while",
)  # fmt: skip


# --- calling and evaluating


@builtin(
    "feval",
    "[y1, ..., yN] = feval(fun)",
    "[y1, ..., yN] = feval(fun, x1, ..., xM)",
    summary="Call a function by name or handle.",
    examples=(Example("feval('max', [1 5 3])", "5"), Example("feval(@(x) x + 1, 2)", "3")),
)
def feval(call, function, *arguments):
    return call.session.feval(function, arguments, call.nargout)


@builtin("builtin", "[y1, ..., yN] = builtin(fun)", "[y1, ..., yN] = builtin(fun, x1, ..., xM)", summary="Call the builtin of a name, whatever else has it.")
def builtin_(call, name, *arguments):
    if text_of(name) == "end":
        value, position, count = arguments
        sizes = (*shape_of(value), *(1,) * int(position))
        return float(sizes[int(position) - 1]) if position < count else float(math.prod(sizes[int(position) - 1 :]))
    if text_of(name) not in builtins():
        raise call.error(f"Cannot find builtin function '{text_of(name)}'.", "MATLAB:UndefinedFunction")
    return call.session.classes.builtin(text_of(name), call.nargout, arguments)


def _evaluate(call: Any, text: str, view: Any) -> tuple[Any, ...] | None:
    """Run a text in a frame; with outputs it must be an expression, whose values come back."""
    values = call.session.evaluate(text, view, nargout=call.nargout)
    return values or None


@builtin(
    "eval",
    "[output1, ..., outputN] = eval(expression)",
    "eval(expression, catch_string)",
    summary="Run a text as MATLAB code.",
    examples=(Example("eval('3 + 4')", "7"), Example("eval('x = 5;'); x + 1", "6"), Example("eval('error(''a'')', 'y = 2;'); y", "2")),
    errors=(ErrorCase("eval('1 +')", "MATLAB:m_invalid_syntax"),),
)
def eval_(call, expression, otherwise=None):
    text, view = text_of(expression, "expression"), call.session.frame
    if otherwise is None:
        return _evaluate(call, text, view)
    try:
        return _evaluate(call, text, view)
    except MatlabError as error:
        call.session.last_error = error
        return _evaluate(call, text_of(otherwise), view)


@builtin(
    "evalc",
    "results = evalc(expression)",
    summary="Run a text as MATLAB code and give what it prints.",
    examples=(Example("evalc('disp(1)')", "sprintf('     1\\n')"),),
)
def evalc(call, expression, otherwise=None):
    session, view = call.session, call.session.frame
    with session.capture() as printed:
        try:
            session.evaluate(text_of(expression, "expression"), view)
        except MatlabError as error:
            if otherwise is None:
                raise
            session.last_error = error
            session.evaluate(text_of(otherwise), view)
    return printed.getvalue()


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
)
def evalin(call, workspace, expression, otherwise=None):
    view = _workspace(call, workspace)
    try:
        return _evaluate(call, text_of(expression, "expression"), view)
    except MatlabError:
        if otherwise is None:
            raise
        return _evaluate(call, text_of(otherwise), view)


@builtin(
    "assignin",
    "assignin(ws, var, val)",
    summary="Set a variable in the workspace of the caller, or in the base workspace.",
    examples=(Example("assignin('base', 'qq', 4); qq", "4"),),
)
def assignin(call, workspace, name, value):
    text = text_of(name, "variable name")
    if not _is_name(text):
        raise call.error(f"Invalid variable name '{text}' in ASSIGNIN.", "MATLAB:assigninInvalidVariable")
    _workspace(call, workspace).set(text, value)


@builtin("run", "run(scriptname)", summary="Run a script file.")
def run(call, name):
    path = text_of(name)
    path = path if path.endswith(".m") else path + ".m"
    if not os.path.isfile(path):
        raise call.error(f"RUN cannot find {text_of(name)}.", "MATLAB:run:FileNotFound")
    call.session.run_file(path)


# --- handles


@builtin(
    "func2str",
    "c = func2str(fh)",
    summary="The text of a function handle.",
    examples=(Example("func2str(@sin)", "'sin'"), Example("func2str(@(x) x + 1)", "'@(x)x+1'")),
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
)
def str2func(call, text, *options):
    source = text_of(text, "function name").strip()
    if source.startswith("@"):
        return call.session.expression(source)
    return call.session.expression("@" + source)


@builtin(
    "inline",
    "f = inline(expr)",
    "f = inline(expr, arg1, ..., argN)",
    summary="A function of the variables of an expression (old style).",
    examples=(Example("f = inline('x^2 + 1'); f(2)", "5"), Example("f = inline('a*b', 'a', 'b'); f(2, 3)", "6")),
)
def inline(call, expression, *names):
    source = text_of(expression)
    if names and not is_text(names[0]):
        parameters = ["x", *(f"P{k + 1}" for k in range(int(names[0])))]
    elif names:
        parameters = [text_of(name) for name in names]
    else:
        found = set(re.findall(r"(?<![\w.])([A-Za-z]\w*)(?!\w*\s*\()", re.sub(r"\d+\.?\d*[eEdD][+-]?\d+", "0", source)))
        parameters = sorted(found - {"i", "j", "pi", "Inf", "NaN", "inf", "nan", "eps"}) or ["x"]
    made = call.session.expression(f"@({','.join(parameters)}) {source}")
    counts = {"nargin_declared": made.nargin_declared, "nargout_declared": made.nargout_declared}
    return FunctionHandle(made.name, f"@({','.join(parameters)}) {source}", made.target, parameters=made.parameters, node=made.node, **counts)


def _of_inline(call: Any, value: Any) -> FunctionHandle:
    if type(value) is not FunctionHandle or value.node is None:
        raise call.error("Input must be a function made by inline.", "MATLAB:inline:notInline")
    return value


@builtin(
    "formula",
    "expr = formula(f)",
    summary="The expression of an inline function.",
    examples=(Example("formula(inline('x.^2 + 1'))", "'x.^2 + 1'"),),
)
def formula(call, value):
    return _of_inline(call, value).text.partition(")")[2].strip()


@builtin(
    "argnames",
    "names = argnames(f)",
    summary="The names of the arguments of an inline function.",
    examples=(Example("argnames(inline('y + 2*z'))", "{'y'; 'z'}"),),
)
def argnames(call, value):
    names = _of_inline(call, value).parameters
    return CellArray.of([call.session.text(name) for name in names], (len(names), 1))


@builtin("functions", "s = functions(fh)", summary="What a function handle refers to.")
def functions(call, handle):
    if handle.name is not None:
        return {"function": handle.name, "type": "simple", "file": ""}
    return {"function": handle.text, "type": "anonymous", "file": "", "workspace": CellArray.of([StructArray.scalar(dict(handle.captured))])}


@builtin("localfunctions", "fcns = localfunctions()", summary="Handles to the functions of the file that is running.")
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
)
def deal(call, *arguments):
    wanted = max(call.nargout, 1)
    if len(arguments) == 1:
        return arguments * wanted
    if len(arguments) != wanted:
        raise call.error("The number of outputs should match the number of inputs.", "MATLAB:deal:narginNargoutMismatch")
    return arguments


# --- variables


def _is_name(text: str) -> bool:
    return bool(re.fullmatch(r"[A-Za-z]\w{0,62}", text, re.ASCII)) and text not in _KEYWORDS


@builtin(
    "isvarname",
    "tf = isvarname(s)",
    summary="Whether a text can name a variable.",
    examples=(Example("isvarname('a_1')", "true"), Example("isvarname('1a')", "false"), Example("isvarname('for')", "false")),
)
def isvarname(call, value):
    return is_text(value) and _is_name(text_of(value))


@builtin(
    "iskeyword",
    "tf = iskeyword(str)",
    summary="Whether a text is a reserved word.",
    examples=(Example("iskeyword('while')", "true"), Example("iskeyword('x')", "false")),
)
def iskeyword(call, value=None):
    if value is None:
        return CellArray.of([call.session.text(word) for word in _KEYWORDS], (len(_KEYWORDS), 1))
    return is_text(value) and text_of(value) in _KEYWORDS


@builtin(
    "exist",
    "tf = exist(name)",
    "tf = exist(name, searchType)",
    summary="What a name is: 1 variable, 2 file, 5 builtin function, 7 folder, 8 class, 0 nothing.",
    examples=(Example("x = 1; exist('x')", "1"), Example("exist('no_such_thing')", "0"), Example("x = 1; exist('x', 'var')", "1")),
)
def exist(call, name, kind=None):
    text, session = text_of(name, "name"), call.session
    kind = text_of(kind).lower() if kind is not None else ""
    if kind in ("", "var") and text in session.frame:
        return 1.0
    if (kind == "class" and session.classes.get(text) is not None) or (kind == "" and text in session.classes.declared):
        return 8.0
    if kind in ("", "builtin") and text in builtins() and not session.path.find(text):
        return 5.0
    if kind in ("", "file", "dir"):
        if os.path.isdir(text):
            return 7.0
        if kind != "dir" and (os.path.isfile(text) or (_is_name(text) and session.path.find(text))):
            return 2.0
    if kind in ("", "file") and text in session.session_functions:
        return 2.0
    return 0.0


def _matching(names: list[str], patterns: list[str], *, regular: bool) -> list[str]:
    if not patterns:
        return names
    if regular:
        return [name for name in names if any(re.search(p, name) for p in patterns)]
    return [name for name in names if any(fnmatch.fnmatchcase(name, p) for p in patterns)]


@builtin("who", "who(name1, ..., nameN)", "C = who(...)", summary="The names of the variables; name*, -regexp expression.")
def who(call, *patterns):
    texts = [text_of(p) for p in patterns]
    regular = "-regexp" in texts
    names = _matching(sorted(call.session.frame.variables(), key=lambda n: (n.lower(), n)), [t for t in texts if not t.startswith("-")], regular=regular)
    if call.nargout:
        return CellArray.of([call.session.text(name) for name in names], (len(names), 1 if names else 0))
    if names:
        width = max(len(name) for name in names) + 2
        per_line = max(1, 76 // width)
        rows = ["".join(name.ljust(width) for name in names[k : k + per_line]).rstrip() for k in range(0, len(names), per_line)]
        call.write("\nYour variables are:\n\n" + "\n".join(rows) + "\n\n")
    return None


def _bytes(value: Any) -> int:
    if type(value) in (float, bool, complex):
        return {float: 8, bool: 1, complex: 16}[type(value)]
    if type(value) is CellArray:
        return sum(_bytes(item) + 104 for item in value.array.ravel())
    if type(value) is StructArray:
        return sum(_bytes(item) + 104 for element in value.array.ravel() for item in element.values()) + 64 * len(value.fields)
    if hasattr(value, "nbytes"):
        return int(value.nbytes)
    return 2 * numel_of(value) if class_of(value) == "char" else 8


@builtin("whos", "whos(name1, ..., nameN)", "S = whos(...)", summary="The variables with size, bytes and class; name*, -regexp expression.")
def whos(call, *patterns):
    variables = call.session.frame.variables()
    texts = [text_of(p) for p in patterns]
    wanted = [t for t in texts if not t.startswith("-")]
    names = _matching(sorted(variables, key=lambda n: (n.lower(), n)), wanted, regular="-regexp" in texts)
    rows = [(n, "x".join(str(d) for d in shape_of(variables[n])), str(_bytes(variables[n])), class_of(variables[n])) for n in names]
    if call.nargout:
        fields = ("name", "size", "bytes", "class", "global", "sparse", "complex", "nesting", "persistent")
        array = np.empty((len(rows), 1), object)
        for k, (name, _, size, kind) in enumerate(rows):
            value = variables[name]
            is_complex = type(value) is complex or bool(getattr(value, "is_complex", False))
            contents = (name, np.array([shape_of(value)], float), float(size), kind, False, kind == "sparse", is_complex, {"function": "", "level": 1.0}, False)
            array[k, 0] = {f: call.session.value(c) for f, c in zip(fields, contents, strict=True)}
        return StructArray(array, fields)
    if rows:
        widths = [max(len(row[k]) for row in (*rows, ("Name", "Size", "Bytes", "Class"))) for k in range(4)]
        lines = [f"  {'Name'.ljust(widths[0])}  {'Size'.rjust(widths[1] + 6)}  {'Bytes'.rjust(widths[2] + 8)}  Class"]
        lines.append("")
        lines += [f"  {n.ljust(widths[0])}  {s.rjust(widths[1] + 6)}  {b.rjust(widths[2] + 8)}  {c}" for n, s, b, c in rows]
        call.write("\n".join(lines) + "\n\n")
    return None


def _clear(call: Any, names: list[str], view: Any) -> None:
    for name in names:
        view.delete(name)


@builtin("clear", "clear", "clear(name1, ..., nameN)", summary="Remove variables.", examples=(Example("x = 1; clear x; exist('x')", "0"),))
def clear(call, *arguments):
    view, texts = call.session.frame, [text_of(a) for a in arguments]
    variables = view.variables()
    if not texts or texts[0] in ("all", "variables", "-all", "-v", "-variables") or texts == ["classes"]:
        _clear(call, list(variables), view)
        if texts[:1] in (["all"], ["-all"]):
            call.session.globals.clear()
            call.session.clear_functions()
        return
    if texts[0] in ("functions", "-f", "mex", "import", "java"):
        call.session.clear_functions()
        return
    if texts[0] in ("global", "-global"):
        for name in _matching(list(call.session.globals), texts[1:], regular=False):
            call.session.globals.pop(name, None)
            view.delete(name)
        return
    if texts[0] in ("-regexp", "-x", "-exclusive"):
        chosen = set(_matching(list(variables), texts[1:], regular=texts[0] == "-regexp"))
        _clear(call, [n for n in variables if (n in chosen) == (texts[0] == "-regexp")], view)
        return
    _clear(call, _matching(list(variables), texts, regular=False), view)


@builtin("clearvars", "clearvars", "clearvars(name1, ..., nameN)", summary="Remove variables, except those after -except.")
def clearvars(call, *arguments):
    view, texts = call.session.frame, [text_of(a) for a in arguments]
    variables = list(view.variables())
    kept: set[str] = set()
    if "-except" in texts:
        at = texts.index("-except")
        rest = texts[at + 1 :]
        regular = rest[:1] == ["-regexp"]
        kept = set(_matching(variables, rest[regular:], regular=regular)) if rest else set()
        texts = texts[:at]
    regular = texts[:1] == ["-regexp"]
    chosen = _matching(variables, texts[regular:], regular=regular)
    _clear(call, [name for name in chosen if name not in kept], view)


@builtin("isglobal", "tf = isglobal(name)", summary="Whether a name is declared global here.")
def isglobal(call, name):
    return text_of(name) in call.session.frame._global_names()


# --- arguments of the running function


@builtin(
    "nargin",
    "n = nargin(fun)",
    "n = nargin()",
    summary="How many inputs were given, or how many a function declares.",
    examples=(Example("nargin(@(a, b) a)", "2"),),
)
def nargin(call, function=None):
    if function is None:
        count = call.session.frame.nargin()
        if count is None:
            raise call.error("You can only call nargin/nargout from within a MATLAB function.", "MATLAB:nargin:notInFunction")
        return count
    return _declared(call, function)[0]


@builtin("nargout", "n = nargout(fun)", "n = nargout()", summary="How many outputs are wanted, or how many a function declares.")
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


@builtin("narginchk", "narginchk(minArgs, maxArgs)", summary="Fail unless the number of inputs is in a range.")
def narginchk(call, least, most):
    count = call.session.frame.nargin() or 0.0
    if count < least:
        raise MatlabError("Not enough input arguments.", "MATLAB:narginchk:notEnoughInputs")
    if count > most:
        raise MatlabError("Too many input arguments.", "MATLAB:narginchk:tooManyInputs")


@builtin("nargoutchk", "nargoutchk(minArgs, maxArgs)", summary="Fail unless the number of outputs is in a range.")
def nargoutchk(call, least, most):
    count = call.session.frame.nargout() or 0.0
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
)
def nargchk(call, least, most, count, kind=None):
    if count < least:
        return "Not enough input arguments."
    if count > most:
        return "Too many input arguments."
    return np.empty((0, 0))


@builtin("inputname", "name = inputname(argNumber)", summary="The name of the variable given as an input of the running function.")
def inputname(call, number, *options):
    return call.session.input_name(int(number))


@builtin("isargout", "tf = isargout(k)", summary="Whether the caller uses an output of the running function.")
def isargout(call, k):
    wanted = call.session.frame.nargout()
    return k <= max(wanted or 0.0, 1.0)


@builtin("print_usage", "print_usage()", summary="Fail with a message that a function was called wrongly.")
def print_usage(call, *ignored):
    name = call.session.frame.name
    raise MatlabError(f"Invalid call to {name}", "Octave:invalid-fun-call")


@builtin("mfilename", "name = mfilename()", "name = mfilename(option)", summary="The name of the file that is running.")
def mfilename(call, option=None):
    unit = call.session.frame.unit
    path = unit.source.path if unit is not None else None
    if path is None:
        return ""
    full = os.path.splitext(os.path.abspath(path))[0]
    kind = text_of(option) if option is not None else ""
    if kind == "fullpath":
        return full
    return full + ".m" if kind == "fullpathext" else "" if kind == "class" else os.path.basename(full)


@builtin("dbstack", "[ST, I] = dbstack()", summary="The functions that are running, innermost first.")
def dbstack(call, *options):
    from .errors import stack_value

    stack = stack_value(call.session.running())
    if call.nargout:
        return stack, 1.0
    for element in stack.array.ravel():
        call.write(f"In {text_of(element['name'])} (line {int(element['line'])})\n")
    return None


@builtin("mlock", "mlock()", summary="Keep the running function in memory (it always is).")
def mlock(call):
    return None


@builtin("munlock", "munlock(fun)", "munlock()", summary="Undo mlock.")
def munlock(call, function=None):
    return None


@builtin("mislocked", "tf = mislocked(fun)", "tf = mislocked()", summary="Whether mlock holds.")
def mislocked(call, function=None):
    return False


@builtin("quit", "quit()", "quit(code)", summary="End the session.")
def quit_(call, code=0.0, *options):
    raise SystemExit(int(code) if type(code) is float else 0)


@builtin("exit", "exit()", "exit(code)", summary="End the session.")
def exit_(call, code=0.0, *options):
    raise SystemExit(int(code) if type(code) is float else 0)


# --- the search path


def _folders(arguments: tuple[Any, ...]) -> list[str]:
    return [folder for a in arguments if is_text(a) for folder in text_of(a).split(os.pathsep) if folder]


@builtin("addpath", "addpath(folder1, ..., folderN)", "oldpath = addpath(folder1, ..., folderN)", summary="Search folders for functions.")
def addpath(call, *arguments):
    session, at_end = call.session, False
    before = os.pathsep.join(session.path.folders)
    if arguments and (arguments[-1] in (0.0, 1.0) if type(arguments[-1]) is float else is_text(arguments[-1]) and text_of(arguments[-1]) in ("-begin", "-end")):
        at_end = arguments[-1] == 1.0 or (is_text(arguments[-1]) and text_of(arguments[-1]) == "-end")
        arguments = arguments[:-1]
    folders = _folders(arguments)
    for folder in folders:
        if not os.path.isdir(folder):
            call.warning(f"Name is nonexistent or not a directory: {folder}", "MATLAB:mpath:nameNonexistentOrNotADirectory")
    session.path.add([folder for folder in folders if os.path.isdir(folder)], at_end=at_end)
    session.forget_lookups()
    return before if call.nargout else None


@builtin("rmpath", "rmpath(folder1, ..., folderN)", summary="Search folders no more.")
def rmpath(call, *arguments):
    for folder in call.session.path.remove(_folders(arguments)):
        call.warning(f'"{folder}" not found in path.', "MATLAB:rmpath:DirNotFound")
    call.session.forget_lookups()


@builtin("genpath", "p = genpath(folderName)", summary="A folder and the folders below it as one path text.")
def genpath(call, folder, *skip):
    found = []
    for root, folders, _ in os.walk(text_of(folder)):
        folders[:] = sorted(f for f in folders if not f.startswith((".", "@", "+")) and f not in ("private", "resources"))
        found.append(root)
    return os.pathsep.join([*found, ""]) if found else ""


@builtin("path", "p = path()", "path(newpath)", summary="The folders that are searched.")
def path(call, *arguments):
    session = call.session
    if arguments:
        session.path.folders = [os.path.abspath(folder) for folder in _folders(arguments)]
        session.forget_lookups()
        return None
    return os.pathsep.join(session.path.folders)


@builtin("rehash", "rehash()", summary="Look at the files on the path again.")
def rehash(call, *ignored):
    call.session.forget_lookups()


@builtin("which", "str = which(item)", "which(item)", summary="What a name refers to.")
def which(call, name, *options):
    text, session = text_of(name), call.session
    found = ""
    if text in session.frame:
        found = "variable"
    elif (file := session.path.find(text)) is not None:
        found = file
    elif text in session.session_functions:
        found = session.session_functions[text].unit.source.name
    elif text in builtins():
        found = f"built-in ({text})"
    if call.nargout:
        return found
    call.write((f"{text} is a variable.\n" if found == "variable" else found + "\n") if found else f"'{text}' not found.\n")
    return None

