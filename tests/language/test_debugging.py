"""Stops that code asks for: dbstop, and the commands at the prompt."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from runmat_kernel.session import Session

FUNCTIONS = "function y = inner(x)\ny = x + 1;\ny = y * 2;\nend\nfunction y = outer(x)\ny = inner(x);\ny = y + 1;\nend\n"


class Typed:
    """A session whose prompts are answered from a list; what was shown before each answer is kept."""

    def __init__(self, *answers: str) -> None:
        self.answers, self.asked = list(answers), 0
        self.session = Session(provider="host", input=self._answer)
        assert self.session.run(FUNCTIONS).error is None

    def _answer(self, prompt: str) -> str:
        self.asked += 1
        return self.answers.pop(0)

    def run(self, code: str) -> str:
        outcome = self.session.run(code)
        assert outcome.error is None, outcome.error
        return outcome.text


def test_a_line_of_a_function_and_steps() -> None:
    typed = Typed("disp(x)", "dbstep", "disp(y)", "dbup", "disp(x)", "dbdown", "dbstep out", "disp(y)", "dbcont")
    text = typed.run("dbstop in inner\nq = outer(3); disp(q)")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    outer, inner = "In workspace belonging to outer.", "In workspace belonging to inner."
    assert lines == ["2  y = x + 1;", "3", "3  y = y * 2;", "4", outer, "3", inner, "7  y = y + 1;", "8", "9"]
    assert sys.gettrace() is None and not typed.answers


def test_conditions_and_lines() -> None:
    typed = Typed("disp([k s])", "return")
    code = "function s = summed(n)\ns = 0;\nfor k = 1:n\n  s = s + k;\nend\nend"
    typed.run(code)
    assert typed.run("dbstop in summed at 4 if k==5\ndisp(summed(2000))").split() == ["4", "s", "=", "s", "+", "k;", "5", "10", "2001000"]


def test_variables_are_changed_at_the_prompt() -> None:
    typed = Typed("x = 10;", "dbcont")
    assert typed.run("dbstop in inner\ndisp(inner(1))").split()[-1] == "22"


def test_dbquit_ends_the_program() -> None:
    typed = Typed("dbquit")
    typed.session.run("dbstop in inner")
    with pytest.raises(KeyboardInterrupt):
        typed.session.run("inner(1)")
    assert typed.run("dbclear all; disp(inner(1))").strip() == "4"


@pytest.mark.parametrize(
    ("condition", "code", "shown"),
    [
        ("error", "error('a:b', 'bad')", "bad\n2  error('a:b', 'bad')"),
        ("caught error", "try, error('a:b', 'bad'), end", "bad\n2  try, error('a:b', 'bad'), end"),
        ("warning", "warning('a:b', 'beware')", "beware\n2  warning('a:b', 'beware')"),
        ("naninf", "x = [1 0] / 0;\ny = 1;", "NaN/Inf in variable 'x'.\n3  y = 1;"),
    ],
)
def test_conditions_of_programs(condition: str, code: str, shown: str) -> None:
    typed = Typed("dbcont")
    outcome = typed.session.run(f"dbstop if {condition}\n{code}")
    assert typed.asked == 1 and outcome.text.startswith(shown)


def test_errors_that_are_caught_stop_nothing_uncaught() -> None:
    typed = Typed()
    typed.run("dbstop if error\ntry, error('a:b', 'bad'), catch, end")
    assert typed.asked == 0


def test_files_and_status(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "filed.m").write_text("function y = filed(x)\n% help\ny = x;\ny = local(y);\nend\nfunction y = local(x)\ny = x * 2;\nend\n")
    typed = Typed("dbcont", "dbcont")
    typed.run("dbstop in filed at 4\ndbstop in filed at local")
    assert typed.run("dbstatus").strip() == "Breakpoint for filed is on line 4, 7."
    assert typed.run("b = dbstatus('filed'); disp(b.line)").split() == ["4", "7"]
    assert typed.run("disp(filed(3))").split()[-1] == "6" and typed.asked == 2
    assert typed.run("dbclear in filed at 4\ndbstatus").strip() == "Breakpoint for filed is on line 7."
    assert typed.run("s = dbstatus; dbclear all; dbstop(s); dbstatus").strip() == "Breakpoint for filed is on line 7."
    assert "no statement" in typed.session.run("dbstop in filed at 99").error.message


def test_nothing_is_traced_without_a_reason() -> None:
    typed = Typed()
    code = "disp(class(py.sys.gettrace()))"
    assert typed.run(code).strip() == "py.NoneType"
    typed.run("dbstop in inner")
    assert typed.run(code).strip() == "py.function"
    assert typed.session.settings.loops
