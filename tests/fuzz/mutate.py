"""Mutated programs must never break the session: ``python -m tests.campaigns source`` runs them.

Programs of ``tests/programs`` and the examples of the builtins are changed piece by piece (tokens deleted, doubled, swapped,
replaced by others of the corpus) and run, each with a time limit.  What may come out is text or a MatlabError that has a line;
anything else (an internal error, a Python exception, a wrong kind of Outcome) is printed with the program.  So are errors
that only say which arguments a builtin could not be evaluated for: it ought to check them.
"""

from __future__ import annotations

import random
import re
import signal
from pathlib import Path

from runmat_kernel.base.errors import MatlabSyntaxError
from runmat_kernel.builtins.registry import builtins
from runmat_kernel.session import Session

PROGRAMS = Path(__file__).parent.parent / "programs"
LIMIT = 2.0
"""Seconds that one program may run."""
_TOKEN = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|\w+(?:\.\d+)?|\.[*/\\^']|[=~<>]=|&&|\|\||\n|[ \t]+|.")
_SPICE = (
    "end", "(", ")", "[", "]", "{", "}", ",", ";", ":", "'", "\n", "=", "==", "+", "-", "*", ".*", "/", "^", "~", "!", "@", ".", "NaN",
    "Inf", "-1", "0", "1e400", "[]", "{}", "''", '""', "1:3", "2:1", "int8(5)", "single(2)", "3i", "true", "x", "c{:}", "s.f", "zeros(0,3)",
    "struct('f',{1,2})", "@(x) x", "@sin", "cell(2)", "'abc'", '"str"', "ones(2,3)", "if", "for", "while", "function", "try", "catch",
    "switch", "case", "otherwise", "break", "continue", "return", "global", "persistent", "varargin", "nargin", "...", "%", "%{", "0x1F",
    "containers.Map", "eval('x')", "error('a:b','c')", "rethrow(lasterror)", "(:)", "(end)", "(end+1)", "(1,:)=[]", "uint8(200)",
)  # fmt: skip
# Functions that wait, stop the process, or reach outside.
_FORBIDDEN = re.compile(
    r"\b(pause|input|keyboard|system|shell|dos|unix|quit|exit|delete|rmdir|mkdir|cd|fopen|save|load|diary|movefile|copyfile|web|urlread|"
    r"webread|urlwrite|drawnow|dbstop|beep|waitfor|uiwait|print|saveas|exportgraphics|imwrite|savepath|getframe|unzip|zip|tar|gzip|"
    r"writematrix|dlmwrite|csvwrite|fwrite|tempname|recycle|setenv|publish|profile|parpool|benchmark|gpuDevice|ls|dir|what|matfile|"
    r"fileattrib|edit|open|run|addpath|rmpath|genpath|restoredefaultpath|tempdir|textscan|writetable|readtable|figure|plot)\b"
)


UNCHECKED = "arguments that a builtin did not check: "
"""Begins what is told of a program that failed with an error of ``language.rejected_arguments`` which only names the arguments."""


class TimeUp(BaseException):
    """A program that ran too long; no Exception, so that no handler takes it."""


def corpus() -> list[str]:
    """The programs that are mutated."""
    texts = [path.read_text("utf-8") for path in sorted(PROGRAMS.rglob("*.m"))]
    chunks = [text for text in texts if len(text) < 1500]
    for text in texts:
        lines = text.splitlines()
        if len(lines) > 12 and "function" not in text and "classdef" not in text:
            chunks += ["\n".join(lines[k : k + 8]) for k in range(0, len(lines) - 8, 8)]
    for record in builtins().values():
        chunks += [f"y = {example.code};" if "=" not in example.code else example.code for example in record.examples]
        chunks += [error.code for error in record.errors]
    return [chunk for chunk in chunks if not _FORBIDDEN.search(chunk)]


class Mutants:
    """Mutated programs by their numbers."""

    def __init__(self) -> None:
        self.texts = corpus()
        self.words = [token for text in self.texts for token in _TOKEN.findall(text) if token.strip()]

    def program(self, number: int) -> str:
        dice = random.Random(number)
        while True:
            tokens = _TOKEN.findall(dice.choice(self.texts))
            if dice.random() < 0.2:
                tokens += ["\n", *_TOKEN.findall(dice.choice(self.texts))]
            for _ in range(dice.choice((1, 1, 1, 2, 2, 3, 5))):
                _mutate(tokens, dice, self.words)
            program = "".join(tokens)
            if not _FORBIDDEN.search(program):
                return program


def _mutate(tokens: list[str], dice: random.Random, words: list[str]) -> None:
    if not tokens:
        return
    at = dice.randrange(len(tokens))
    way = dice.randrange(6)
    if way == 0:
        del tokens[at]
    elif way == 1:
        tokens.insert(at, tokens[at])
    elif way == 2:
        other = dice.randrange(len(tokens))
        tokens[at], tokens[other] = tokens[other], tokens[at]
    elif way == 3:
        tokens[at] = dice.choice(words)
    elif way == 4:
        tokens[at] = dice.choice(_SPICE)
    else:
        tokens.insert(at, dice.choice(_SPICE))


def _alarm(number: int, frame: object) -> None:
    raise TimeUp


def fault(program: str) -> str | None:
    """What is wrong with what running the program gives; None where all is well (or the time was up)."""
    signal.signal(signal.SIGALRM, _alarm)
    signal.setitimer(signal.ITIMER_REAL, LIMIT)
    try:
        outcome = Session(provider="host").run(program)
        signal.setitimer(signal.ITIMER_REAL, 0)
    except TimeUp:
        return None
    except SystemExit:
        return None
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return f"{type(error).__name__}: {error}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    error = outcome.error
    if error is None:
        return None
    if "Internal error" in error.message:
        return f"{error.message}\n{getattr(error, 'internal', '')}"
    if error.identifier.endswith(":invalidArguments"):
        return f"{UNCHECKED}{getattr(error, 'internal', '')}"
    if not isinstance(error, MatlabSyntaxError) and not error.stack:
        return f"no line: {error.identifier} {error.message}"
    return None
