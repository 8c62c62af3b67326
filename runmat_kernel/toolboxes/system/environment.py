"""Environment variables."""

from __future__ import annotations

import os
import re
from typing import Any

import numpy as np

from ...builtins.arguments import name_values
from ...builtins.spec import Effect, ErrorCase, Example, builtin
from ...builtins.texts import collected, items, strings
from ...values.convert import is_text, text_of
from ...values.dictionary import Dictionary
from ..files.tabular import read_lines

_PAIR = re.compile(r"""\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*('[^']*'|"[^"]*"|[^#]*)""")
_REFERENCE = re.compile(r"\$\{(\w+)\}")


def _dictionary(call: Any, variables: dict[str, str]) -> Any:
    if not variables:
        return call.feval("dictionary")[0]
    parts = (list(variables), list(variables.values()))
    return call.feval("dictionary", *(strings(texts, (len(texts), 1)) for texts in parts))[0]


@builtin(
    "getenv",
    "value = getenv(name)",
    "values = getenv(names)",
    "d = getenv()",
    summary="Value of an environment variable (empty when it is not set), of several, or of all in a dictionary.",
    examples=(
        Example("isempty(getenv('no_such_variable'))", "true"),
        Example("setenv('RM_X', 'y'); getenv([\"RM_X\" \"no_such_variable\"])", '["y" ""]'),
        Example("setenv('RM_X', 'y'); d = getenv(); d(\"RM_X\")", '"y"'),
    ),
)
def getenv(call, names=None):
    if names is None:
        return _dictionary(call, dict(sorted(os.environ.items())))
    if is_text(names):
        return os.environ.get(text_of(names), "")  # a request of the program, no setting of this software
    names_list, shape = items(names, call)
    return collected(names, [os.environ.get(name or "", "") for name in names_list], shape)


@builtin(
    "setenv",
    "setenv(name, value)",
    "setenv(names, values)",
    "setenv(name)",
    "setenv(d)",
    summary="Set environment variables.",
    examples=(
        Example("setenv('RM_X', 'y'); getenv('RM_X')", "'y'"),
        Example('setenv(["RM_X" "RM_Y"], ["1" "2"]); getenv(\'RM_Y\')', "'2'"),
        Example('setenv(dictionary("RM_X", "3")); getenv(\'RM_X\')', "'3'"),
    ),
    errors=(ErrorCase('setenv("RM_X", ["1" "2"])', "MATLAB:setenv:sizeMismatch"),),
    effect=Effect.STATE,
)
def setenv(call, names, values=None):
    if type(names) is Dictionary:
        names, values = (call.feval(part, names)[0] for part in ("keys", "values"))
    names_list, _ = items(names, call)
    texts = items(values, call)[0] if values is not None else [""] * len(names_list)
    if len(texts) != len(names_list):
        raise call.error("The number of names and of values must be equal.", "MATLAB:setenv:sizeMismatch")
    os.environ.update({name or "": value or "" for name, value in zip(names_list, texts, strict=True)})


@builtin(
    "isenv",
    "tf = isenv(names)",
    summary="Whether environment variables are set.",
    examples=(
        Example("isenv('no_such_variable')", "false"),
        Example("setenv('RM_X', 'y'); isenv([\"RM_X\" \"no_such_variable\"])", "[true false]"),
    ),
)
def isenv(call, names):
    names_list, shape = items(names, call)
    return np.array([name in os.environ for name in names_list]).reshape(shape, order="F")


@builtin("unsetenv", "unsetenv(names)", summary="Remove environment variables.")
def unsetenv(call, names):
    for name in items(names, call)[0]:
        os.environ.pop(name or "", None)


@builtin(
    "loadenv",
    "loadenv(filename)",
    "d = loadenv(filename)",
    "loadenv(filename, Name, Value)",
    summary="Set the environment variables of a file of lines NAME=value; with an output, return them as a dictionary and set none.",
    examples=(
        Example("f = [tempname '.env']; writelines([\"RM_A='x y'\" \"# none\" \"RM_B=${RM_A}!\"], f); loadenv(f); delete(f); getenv('RM_B')", "'x y!'"),
        Example("f = [tempname '.env']; writelines(\"RM_C=5\", f); d = loadenv(f); delete(f); {d(\"RM_C\"), isenv(\"RM_C\")}", '{"5", false}'),
        Example("f = tempname; writelines('RM_D=${HOME}', f); d = loadenv(f, FileType='env', ExpandVariables=false); delete(f); d(\"RM_D\")", '"${HOME}"'),
    ),
    errors=(ErrorCase("loadenv('no such file.env')", "MATLAB:textio:textio:FileNotFound"),),
)  # fmt: skip
def loadenv(call, filename, *options):
    named = name_values(options, call.name, "filetype encoding expandvariables")
    expand = named.flag("expandvariables", True)
    encoding = named.text("encoding", "utf-8")
    variables: dict[str, str] = {}
    for line in read_lines(call.session.path.file(text_of(filename)), encoding):
        if (pair := _PAIR.match(line)) is None:
            continue
        text = pair[2].strip()
        literal = text[:1] == "'"
        text = text[1:-1] if text[:1] in ("'", '"') and len(text) > 1 else text
        if expand and not literal:
            text = _REFERENCE.sub(lambda name: variables.get(name[1], os.environ.get(name[1], "")), text)
        variables[pair[1]] = text
    if call.nargout:
        return _dictionary(call, variables)
    os.environ.update(variables)
    return None
