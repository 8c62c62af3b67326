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
_STEPS = {"dbstep": "over", "dbstep in": "in", "dbstep out": "out"}


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
    summary="Ask for commands that see and change the variables here, until return or dbcont; dbstep, dbstep in and dbstep out go on to "
    "another statement, dbup and dbdown show the variables of callers, dbquit ends the program.",
    effect=Effect.VARIABLES,
)
def keyboard(call):
    session, ask, level = call.session, call.session.input, 0
    while True:
        text = ask("K>> ")
        while status(text)[0] == "incomplete":
            text += "\n" + ask("")
        word = " ".join(text.strip().rstrip(";, ").split())
        if word in _GOES_ON:
            return
        if word == "dbquit":
            raise KeyboardInterrupt
        if word in _STEPS:
            session.debugger.step_from(session.frame.frame, _STEPS[word])
            return
        if word in ("dbup", "dbdown"):
            level = max(0, level + 1) if word == "dbup" else max(0, level - 1)
            session.write(f"In workspace belonging to {session.frame_at(level).name or 'the workspace'}.\n")
            continue
        try:
            session.evaluate(text, session.frame_at(level))
        except MatlabError as error:
            call.session.write_error(f"{error.message}\n")
