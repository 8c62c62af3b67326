"""Hostile arguments: every builtin, called with values that it hardly expects, gives results or errors of MATLAB.

Case k calls one builtin with up to four of ``VALUES`` and asks for up to three outputs, all drawn by k; or it runs an example of the
builtin with one or two arguments replaced, which reaches further.  Builtins that ask, wait, end the process or start others are left out,
and so are those that take files away.  A case may take ten seconds of processor time and 4 GB.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import tempfile
import time
from collections.abc import Iterator

from runmat_kernel.base.errors import MatlabSyntaxError
from runmat_kernel.base.source import Source, Span
from runmat_kernel.builtins.registry import builtins
from runmat_kernel.session import Session
from runmat_kernel.syntax import ast
from runmat_kernel.syntax.parser import parse

LIMIT = 10.0
"""Seconds of processor time for a call."""
VALUES = (
    "-1", "0", "1", "2", "3", "0.5", "-2.5", "NaN", "Inf", "-Inf", "1e9", "1e15", "1e300", "-1e9", "realmin", "2^53",
    "1i", "3 + 4i", "complex(NaN, Inf)", "single(2.5)", "single(1i)", "int8(-128)", "uint8(200)", "int64(5)", "intmax('uint64')",
    "true", "false", "'a'", "'abc'", "''", "' '", "'-1'", "['ab'; 'cd']", "char(0)", "char(65535)", "repmat('x', 1, 10000)", '"str"', '""',
    'string(missing)', '["a" "b"]', "strings(0, 3)", "'omitnan'", "'all'", "'native'", "'double'", "'UniformOutput'", "'like'", "'rows'",
    "[]", "zeros(0, 3)", "zeros(3, 0)", "zeros(1, 0)", "zeros(2, 0, 3)", "int8.empty(0, 1)", "{}", "struct([])", "false(0, 1)",
    "[1 2 3]", "[1; 2; 3]", "[3 NaN 1]", "[Inf -Inf]", "[1 2; 3 4]", "magic(4)", "zeros(3)", "nan(3)", "ones(2, 3)", "ones(2, 2, 2)",
    "rand(3, 1, 2)", "[1 2; 3 4] * 1i", "[true false]", "int32([1 2; 3 4])", "uint8(magic(3))", "single([1 2 3])", "1:100", "(1:1000)'",
    "[1e9 1e9]", "[-1 2]", "[0 0]", "[1.5 2.5]", "[2 3 4 5]", "{1}", "{1, 'a'; [], {}}", "{'a', 'b'}", "{'b'; 'a'}", "{@sin}",
    "struct('a', 1)", "struct('a', {1, 2})", "struct('x', struct('y', 2))", "sparse(1)", "sparse([1 0; 0 2])", "sparse(0, 0)",
    "sparse([1 2], [1 2], [1i 2])", "sparse([true false])", "sparse(3, 1e4)", "@sin", "@(x) x", "@(x, y) x + y", "@() error('a:b', 'c')",
    "containers.Map", "table([1; 2], {'a'; 'b'})", "table", "datetime(2020, 1, 1)", "NaT", "seconds(5)", "calmonths(1)",
    "categorical({'a', 'b'})", "missing", "timetable(seconds(1:2)', [3; 4])", "MException('a:b', 'c')", "dictionary", "1:0", "':'",
    "graph([1 2], [2 3])", "polyshape([0 1 1], [0 0 1])", "inputParser", "gpuArray(1)", "randn(50)", "rand(20, 20) > 0.5",
)  # fmt: skip
"""Texts of arguments; each makes a value of its own."""
_LEFT_OUT = frozenset(
    "input keyboard pause waitfor uiwait waitforbuttonpress waitforbuttonpress_ ginput gtext beep sound soundsc audioplayer "
    "system dos unix shell _shell quit exit web open edit run publish parpool gpuDevice urlread urlwrite webread webwrite websave "
    "delete rmdir movefile copyfile recycle cd savepath setenv unsetenv dbstop profile benchmark bench rundemos runtests drawnow "
    "mex tcpclient udpport serialport ftp sftp sendmail matlabshared batch parfeval parfevalOnAll spmd gather diary clear clc".split()
)
_WORDS_OF_PYTHON = re.compile(
    r"cannot be evaluated|[Ii]nternal error|NoneType|ndarray|object has no|numpy|scipy|dtype|Traceback|<class|<built-in|keyword argument|"
    r"positional argument|unhashable|recursion depth|not subscriptable|not iterable|__\w+__|\bPython\b|codec can't"
)


class Campaign:
    seconds = 60.0

    @staticmethod
    def add_arguments(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--builtin", default="", help="calls of this one alone")

    @staticmethod
    def summary(descriptions: list[str]) -> str:
        """How often each message came, without the names and sizes in it."""
        kinds: dict[str, int] = {}
        for description in descriptions:
            kind = description.partition("\n")[0].partition(": ")[2]
            kinds[kind] = kinds.get(kind, 0) + 1
        return "\n".join(f"{number:6} {kind}" for kind, number in sorted(kinds.items(), key=lambda item: -item[1]))

    def __init__(self, options: argparse.Namespace) -> None:
        self.names = [options.builtin] if options.builtin else [name for name in sorted(builtins()) if name not in _LEFT_OUT]
        os.chdir(tempfile.mkdtemp())
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))

    def case(self, number: int) -> str | None:
        text = self._text(number)
        session, start = Session(provider="host"), time.process_time()
        try:
            error = session.run(text).error
            if error is None and "y1" in text:
                error = session.run("evalc('y1'); class(y1); size(y1);").error
        except Exception as raised:
            return f"{text}: {type(raised).__name__}: {raised}"
        finally:
            session.run("close all force")
        took = time.process_time() - start
        if took > LIMIT:
            return f"{text}: took {took:.0f} s"
        if error is None or error.message.startswith("Python ") or not _WORDS_OF_PYTHON.search(error.message):
            return None
        return f"{text}: {error.message}\n{getattr(error, 'internal', '')}"

    def _text(self, number: int) -> str:
        """The program of a case."""
        dice = random.Random(number)
        name = self.names[number % len(self.names)]
        calls = _calls(name)
        if calls and dice.random() < 0.6:
            code, spans = dice.choice(calls)
            for span in sorted(dice.sample(spans, min(len(spans), dice.choice((1, 1, 2)))), key=lambda span: -span.start):
                code = code[: span.start] + dice.choice(VALUES) + code[span.end :]
            return code if "=" in code else f"y1 = {code};"
        arguments = ", ".join(dice.choices(VALUES, k=dice.choice((0, 1, 1, 2, 2, 3, 3, 4))))
        outputs = ", ".join(f"y{k}" for k in range(1, dice.choice((0, 1, 1, 1, 2, 3)) + 1))
        return f"[{outputs}] = {name}({arguments});" if outputs else f"{name}({arguments});"


def _calls(name: str) -> list[tuple[str, list[Span]]]:
    """The examples of a builtin that call it, each with the places of the arguments of one call."""
    calls = []
    for example in builtins()[name].examples:
        try:
            program = parse(Source("example", example.code))
        except MatlabSyntaxError:
            continue
        for node in _nodes(program.statements):
            if isinstance(node, ast.Index) and isinstance(node.target, ast.Name) and node.target.name == name and node.arguments:
                calls.append((example.code, [argument.span for argument in node.arguments]))
    return calls


def _nodes(part: object) -> Iterator[ast.Node]:
    """All nodes of a tree or of a tuple of trees."""
    if isinstance(part, tuple):
        for item in part:
            yield from _nodes(item)
    elif isinstance(part, ast.Node):
        yield part
        yield from _nodes(part._values())
