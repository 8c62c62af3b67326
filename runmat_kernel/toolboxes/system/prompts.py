"""Questions to the user: input, keyboard."""

from __future__ import annotations

import re

import numpy as np

from ...base.errors import MatlabError
from ...builtins.spec import Effect, builtin
from ...syntax.completeness import status
from ...values.convert import text_of, to_value

_ESCAPED = re.compile(r"\\([nt\\])")
_GOES_ON = ("return", "dbcont")


@builtin(
    "input",
    "x = input(prompt)",
    "text = input(prompt, 's')",
    summary="Ask the user for a value, or for text.",
    effect=Effect.CODE,
)
def input_(call, prompt, kind=None):
    shown = _ESCAPED.sub(lambda match: {"n": "\n", "t": "\t", "\\": "\\"}[match[1]], text_of(prompt, "prompt"))
    while True:
        answer = call.session.input(shown)
        if kind is not None:
            return answer
        if not answer.strip():
            return np.zeros((0, 0))
        try:
            return call.feval("eval", to_value(answer))[0]
        except MatlabError as error:
            call.session.write_error(f"Error: {error.message}\n")


@builtin(
    "keyboard",
    "keyboard",
    summary="Ask for commands that see and change the variables here, until return or dbcont; dbquit ends the program.",
    effect=Effect.VARIABLES,
)
def keyboard(call):
    ask, view = call.session.input, call.session.frame
    while True:
        text = ask("K>> ")
        while status(text)[0] == "incomplete":
            text += "\n" + ask("")
        word = text.strip().rstrip(";, ")
        if word in _GOES_ON:
            return
        if word == "dbquit":
            raise KeyboardInterrupt
        try:
            call.session.evaluate(text, view)
        except MatlabError as error:
            call.session.write_error(f"{error.message}\n")
