"""Loops over single numbers as machine code: what runs, what leaves it for ordinary code, and that nobody sees the difference."""

from __future__ import annotations

import os
import signal
import threading
from typing import Any

import pytest

from runmat_kernel.providers.native.compiler import is_available
from runmat_kernel.session import Outcome, Session

pytestmark = pytest.mark.skipif(not is_available(), reason="LLVM is not installed")


def machine() -> Session:
    return Session(provider="host", hot_milliseconds=0, strict=True)


def run(text: str) -> tuple[Session, Outcome]:
    session = machine()
    return session, session.run(text)


def loops(outcome: Outcome) -> list[tuple[int, int]]:
    """Line and iterations of each run of machine code."""
    assert outcome.report is not None
    return [(loop.line, loop.iterations) for loop in outcome.report.machined]


def test_a_loop_runs_from_its_first_iteration_on() -> None:
    session, outcome = run("s = 0;\nfor k = 1:1000\n  s = s + k;\nend")
    assert loops(outcome) == [(2, 1000)]
    assert session.workspace_values["s"] == 500500.0


def test_the_report_says_for_which_classes() -> None:
    _, outcome = run("u = uint8(1); z = 1i; x = [1 2 3];\nfor k = 1:3\n  u = u + 1; z = z * 1i; x(k) = k;\nend")
    assert outcome.report is not None
    assert outcome.report.machined[0].classes == "u uint8, x double[], z complex double, k double"


def test_loops_that_take_no_time_stay_ordinary_code() -> None:
    outcome = Session(provider="host").run("s = 0;\nfor k = 1:100\n  s = s + k;\nend")
    assert loops(outcome) == []


def test_an_iteration_that_prints_is_ordinary_code() -> None:
    session, outcome = run("s = 0;\nfor k = 1:200\n  s = s + k;\n  if k == 70, fprintf('%d %d\\n', k, s); end\nend")
    assert loops(outcome) == [(2, 69), (2, 130)]
    assert outcome.text == "70 2485\n"
    assert session.workspace_values["s"] == 20100.0


def test_an_error_has_the_line_and_leaves_what_was_done() -> None:
    session, outcome = run("x = [1 2 3]; n = 0;\nfor i = 1:9\n  for j = 1:2\n    x(j) = x(j) + 1;\n    n = n + x(i);\n  end\nend")
    assert outcome.error is not None
    assert (outcome.error.identifier, outcome.error.stack[0].line) == ("MATLAB:badsubscript", 5)
    held = session.workspace_values
    assert (held["i"], held["j"], held["x"].array.tolist()) == (4.0, 1.0, [[5.0, 5.0, 3.0]])


def test_writes_of_an_iteration_that_is_left_are_taken_back() -> None:
    text = "x = zeros(1, 5); c = 0;\nfor k = 1:60\n  x(mod(k, 5) + 1) = k;\n  if k == 33, c = sqrt(-k); end\n  x(1) = x(1) + 1;\nend"
    ordinary = Session(provider="host", loops=False)
    ordinary.run(text)
    session, outcome = run(text)
    assert outcome.error is None
    assert loops(outcome)[0] == (2, 32)
    assert session.workspace_values["x"].array.tolist() == ordinary.workspace_values["x"].array.tolist()
    assert session.workspace_values["c"] == ordinary.workspace_values["c"]


def test_vectors_grow() -> None:
    by_end = "v = 1; v(2) = 1;\nfor k = 1:20000\n  v(end + 1) = mod(v(end) + v(end - 1), 997);\nend\n"
    session, outcome = run(by_end + "w = zeros(3, 1);\nfor k = 4:9\n  w(k) = k;\nend")
    assert loops(outcome)[0] == (2, 20000)
    assert session.workspace_values["v"].shape == (1, 20002)
    assert session.workspace_values["w"].array.ravel().tolist() == [0, 0, 0, 4, 5, 6, 7, 8, 9]


def test_a_variable_that_shares_an_array_keeps_it() -> None:
    session, _ = run("a = [1 2 3]; b = a;\nfor k = 1:3\n  a(k) = 10 * k;\nend")
    assert session.workspace_values["a"].array.tolist() == [[10.0, 20.0, 30.0]]
    assert session.workspace_values["b"].array.tolist() == [[1.0, 2.0, 3.0]]


def test_a_function_that_takes_the_place_of_a_builtin_is_called() -> None:
    session = machine()
    loop = "s = 0;\nfor k = 1:5\n  s = s + abs(-k);\nend"
    session.run(loop)
    assert session.workspace_values["s"] == 15.0
    session.run("function y = abs(x)\n  y = 100;\nend")
    session.run(loop)
    assert session.workspace_values["s"] == 500.0


def test_recursion_that_is_too_deep_is_an_error_of_the_program() -> None:
    down = "function y = down(x)\n  if x < 0\n    y = 0;\n  else\n    y = down(x + 1);\n  end\nend"
    outcome = run("for k = 1:3\n  y = down(k);\nend\n" + down)[1]
    assert outcome.error is not None
    assert outcome.error.identifier == "MATLAB:recursionLimit"


def test_a_loop_over_nothing_leaves_an_empty_variable() -> None:
    session, _ = run("n = 0;\nfor i = 1:3\n  for j = 5:4 - i\n    n = n + 1;\n  end\nend")
    assert session.workspace_values["j"].shape == (0, 0)


def test_what_is_never_compiled_is_said_with_its_line() -> None:
    outcome = run("s = 0;\nfor k = 1:5\n  s = s + k;\n  c = {k};\nend")[1]
    assert outcome.report is not None
    assert "the loop is no machine code: { } is not compiled (line 4)" in [r.reason for r in outcome.report.refusals]


@pytest.mark.parametrize(
    "text",
    [
        "k = 0;\nwhile true\n  k = k + 1;\nend",
        "k = 0;\nfor t = 1:3\n  while k >= 0\n    k = k + 1;\n  end\nend",
        "k = 0;\nwhile true\n  k = forever(k);\nend\nfunction y = forever(x)\n  y = x;\n  while y >= 0\n    y = y + 1;\n  end\nend",
    ],
)
def test_an_interrupt_ends_machine_code(text: str) -> None:
    session = machine()
    timer: Any = threading.Timer(0.4, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            session.run(text)
    finally:
        timer.cancel()
    assert isinstance(session.workspace_values["k"], float)
    assert session.run("m = 1;").error is None
