"""``py``, ``pyrun``, ``pyrunfile``, ``pyargs`` and ``pyenv``."""

from __future__ import annotations

import os
import shlex
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...builtins.element_values import texts_of
from ...builtins.spec import Effect, ErrorCase, Example, builtin
from ...values.convert import is_text, text_of
from ...values.objects import HostObject
from ...values.text import StringArray
from .convert import from_python, to_python
from .objects import Keywords, Root, running_python

_DAYS = "pyrun(\"days = ['Mon', 'Tue']\", \"days\")"


@builtin(
    "py", "py.name(arg1, ..., argN)", "py.module.name(arg1, ..., argN, key=value)",
    summary="Functions, classes and modules of Python: py.math.sqrt(2), py.list({1, 2}), py.numpy.array([1 2 3]).",
    examples=(
        Example("py.math.sqrt(16)", "4"),
        Example("double(py.len(py.list({1, 'a', true})))", "3"),
        Example("char(py.str('a').join({'1', '2'}))", "'1a2'"),
        Example("x = py.dict(soup=3.5, bread=2); x{'soup'}", "3.5"),
    ),
    errors=(
        ErrorCase("py.list('x', 'y', 1)", "MATLAB:Python:PyException", "Python Error: TypeError: list"),
        ErrorCase("py.no_such_module.f(1)", "MATLAB:undefinedVarOrClass", "Unable to resolve the name 'py.no_such_module.f'."),
    ),
    see_also=("pyrun", "pyargs", "pyenv"),
    effect=Effect.CODE,
)  # fmt: skip
def py(call: Any) -> Root:
    return Root(call.session)


@builtin(
    "pyargs", "kwa = pyargs(argKey, argValue, ...)", summary="Keyword arguments of a Python function.",
    examples=(Example("z = py.complex(pyargs('real', 1, 'imag', 2)); z.imag", "2"),),
    errors=(ErrorCase("pyargs('a')", "MATLAB:Python:KeyValuePairs"), ErrorCase("pyargs(1, 2)", "MATLAB:Python:KeyValuePairs")),
    see_also=("py",),
    effect=Effect.NONE,
)  # fmt: skip
def pyargs(call: Any, *pairs: Any) -> Keywords:
    if len(pairs) % 2 or not all(is_text(name) for name in pairs[::2]):
        raise call.error("Field names and values must be specified in pairs, names as text.", "MATLAB:Python:KeyValuePairs")
    return Keywords({text_of(name): value for name, value in zip(pairs[::2], pairs[1::2], strict=True)})


@builtin(
    "pyrun", "pyrun(code)", "[out1, ..., outN] = pyrun(code, outputs)", "[out1, ..., outN] = pyrun(code, outputs, pyName, pyValue, ...)",
    summary="Run Python statements; their variables are kept for later calls.",
    examples=(
        Example(f"days = {_DAYS}; string(days)", '["Mon","Tue"]'),
        Example('[a, b] = pyrun(["a = x + 1", "b = a * 2"], ["a" "b"], x=2.5); [a b]', "[3.5 7]"),
    ),
    errors=(
        ErrorCase('pyrun("1/0")', "MATLAB:Python:PyException", "Python Error: ZeroDivisionError: division by zero"),
        ErrorCase('pyrun("a = 1", "no_such")', "MATLAB:Python:UnknownVariable"),
    ),
    see_also=("pyrunfile", "py"),
    effect=Effect.CODE,
)  # fmt: skip
def pyrun(call: Any, code: Any, *rest: Any) -> Any:
    text = "\n".join(texts_of(code))
    space = call.session.python_variables
    return _run(call, compile_python(call, text, "<pyrun>"), space, rest)


@builtin(
    "pyrunfile", "pyrunfile(file)", "[out1, ..., outN] = pyrunfile(file, outputs)", "[out1, ..., outN] = pyrunfile(file, outputs, pyName, pyValue, ...)",
    summary="Run a file of Python; words behind its name are its command line.",
    errors=(ErrorCase("pyrunfile('no_such_file.py')", "MATLAB:Python:FileNotFound"),),
    see_also=("pyrun", "py"),
    effect=Effect.CODE,
)  # fmt: skip
def pyrunfile(call: Any, file: Any, *rest: Any) -> Any:
    name = text_of(file, "file")
    words = [name] if os.path.isfile(name) else shlex.split(name)
    path = call.session.path.file(words[0]) if words else ""
    if not os.path.isfile(path):
        raise call.error(f"Unable to find file '{words[0] if words else ''}'.", "MATLAB:Python:FileNotFound")
    code = compile_python(call, Path(path).read_text("utf-8"), path)
    before, sys.argv = sys.argv, words
    try:
        return _run(call, code, {"__name__": "__main__", "__file__": path}, rest)
    finally:
        sys.argv = before


def compile_python(call: Any, text: str, name: str) -> Any:
    with running_python(call.session):
        return compile(text, name, "exec")


def _run(call: Any, code: Any, space: dict[str, Any], rest: tuple[Any, ...]) -> Any:
    """Run code in a namespace: the values of the variables that ``rest`` names as outputs, before its pairs of inputs."""
    outputs = texts_of(rest[0]) if len(rest) % 2 else []
    pairs = rest[len(rest) % 2 :]
    space |= {text_of(name): to_python(value, call.session) for name, value in zip(pairs[::2], pairs[1::2], strict=True)}
    with running_python(call.session):
        exec(code, space)
    absent = [name for name in outputs if name not in space]
    if absent:
        raise call.error(f"Python variable '{absent[0]}' does not exist.", "MATLAB:Python:UnknownVariable")
    return tuple(from_python(space[name], call.session) for name in outputs) or None


class PythonEnvironment(HostObject):
    """Which Python runs."""

    __slots__ = ()
    matlab_class = "matlab.pyclient.PythonEnvironment"

    def properties(self) -> Mapping[str, Any]:
        library = sysconfig.get_config_var("LDLIBRARY") or ""
        values = {
            "Version": f"{sys.version_info.major}.{sys.version_info.minor}", "Executable": sys.executable, "Library": library,
            "Home": sys.prefix, "Status": "Loaded", "ExecutionMode": "InProcess", "ProcessID": str(os.getpid()),
            "ProcessName": os.path.basename(sys.executable),
        }  # fmt: skip
        return {name: StringArray.scalar(value) for name, value in values.items()}


@builtin(
    "pyenv", "pe = pyenv", "pe = pyenv(Name, Value, ...)", summary="Which Python runs: version, executable, home.",
    examples=(Example("pe = pyenv; {char(pe.Status), char(pe.ExecutionMode)}", "{'Loaded','InProcess'}"),),
    errors=(
        ErrorCase("pyenv(Version='/no/such/python')", "MATLAB:Pyversion:PythonAlreadyLoaded"),
        ErrorCase("pyenv(ExecutionMode='OutOfProcess')", "MATLAB:Pyversion:PythonAlreadyLoaded"),
    ),
    see_also=("py", "pyrun"),
    effect=Effect.STATE,
)  # fmt: skip
def pyenv(call: Any, *pairs: Any) -> PythonEnvironment:
    """Settings other than those that hold are refused: the Python that runs this program cannot be changed."""
    environment = PythonEnvironment()
    current = {name.lower(): text_of(value) for name, value in environment.properties().items()}
    if len(pairs) % 2:
        raise call.error("Names and values must be given in pairs.", "MATLAB:Pyversion:InvalidInput")
    for name, value in zip(pairs[::2], pairs[1::2], strict=True):
        key = text_of(name).lower()
        accepted = (current["version"], current["executable"]) if key == "version" else (current.get(key, ""),)
        if text_of(value) not in accepted:
            raise call.error(
                "Python is loaded: it is the one that runs this kernel. To use another one, install the kernel there and start it.",
                "MATLAB:Pyversion:PythonAlreadyLoaded",
            )
    return environment
