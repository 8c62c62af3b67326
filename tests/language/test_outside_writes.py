"""Variables that other code sets or clears: loops and functions see it at their next read, and other code sees what they wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

from runmat_kernel.session import Session

SET = "function put(name, value)\nassignin('base', name, value);\nend"
CALLER = "function hand(name, value)\nassignin('caller', name, value);\nend"
CLEAR = "function gone(name)\nevalin('base', ['clear ' name]);\nend"

# Cells, and what the last one leaves as "r".
PROGRAMS = {
    "assignin": (["n = 1; for k = 1:3, assignin('base', 'n', k * 10); r(k) = n; end, r(4) = n;"], "[10 20 30 30]"),
    "a function": ([SET, "n = 1; for k = 1:3, put('n', k * 10); r(k) = n; end, r(4) = n;"], "[10 20 30 30]"),
    "a handle": (["h = @(v) assignin('base', 'n', v); n = 1; for k = 1:3, h(k * 10); r(k) = n + 1; end, r(4) = n;"], "[11 21 31 30]"),
    "a handle in a cell": (["h = {@(v) assignin('base', 'n', v)}; n = 1; for k = 1:3, h{1}(k * 10); r(k) = n; end"], "[10 20 30]"),
    "a handle in a structure": (["s.h = @(v) assignin('base', 'n', v); n = 1; for k = 1:3, s.h(k); r(k) = n + n; end"], "[2 4 6]"),
    "another class": ([SET, "n = 1; for k = 1:2, put('n', [k k]); r = n + 1; end"], "[3 3]"),
    "a text": ([SET, "n = 1; for k = 1:2, put('n', 'ab'); r = n + 0; end"], "[97 98]"),
    "a new variable": ([SET, "for k = 1:3, put('fresh', [k k k]); r(k) = fresh(2); end"], "[1 2 3]"),
    "the loop's variable": ([SET, "x = 1:10; for k = 1:3, put('k', k + 5); r(k - 5) = x(k); end"], "[6 7 8]"),
    "an array that the loop reads": ([SET, "x = 1:9; for k = 1:3, put('x', k * ones(1, 9)); r(k) = x(k); end"], "[1 2 3]"),
    "an array that the loop writes": ([SET, "x = 1:3; for k = 1:3, x(k) = 7; put('x', [x k]); end, r = x;"], "[7 7 7 1 2 3]"),
    "a bound of while": ([SET, "n = 5; k = 0; while k < n, k = k + 1; if k == 3, put('n', 3); end, end, r = k;"], "3"),
    "a branch": ([SET, "go = true; r = 0; for k = 1:5, if go, r = r + 1; put('go', k < 2); end, end"], "2"),
    "cleared": ([CLEAR, "n = 3; r = 0; for k = 1:2, try, r = r + n; gone('n'); catch, r = r + 100; end, end, r = r + exist('n');"], "103"),
    "cleared and called": ([CLEAR, "pi = 3; for k = 1:2, r(k) = pi; gone('pi'); end"], "[3 pi]"),
    "eval by its handle": (["n = 1; h = @eval; for k = 1:2, h('n = [7 8];'); r = n + 1; end"], "[8 9]"),
    "eval by its name": (["n = 1; for k = 1:2, feval('eval', 'n = [7 8];'); r = n + 1; end"], "[8 9]"),
    "eval of many": (["n = 1; for k = 1:2, cellfun(@eval, {'n = [7 8];'}); r = n + 1; end"], "[8 9]"),
    "evalin": (["n = 1; for k = 1:2, evalin('base', 'n = n + 5;'); r(k) = n; end, r(3) = n;"], "[6 11 11]"),
    "evalin of the caller": (["n = 1; for k = 1:2, evalin('caller', 'n = n + 5;'); r(k) = n; end, r(3) = n;"], "[6 11 11]"),
    "assignin of the caller": ([CALLER, "n = 1; for k = 1:2, hand('n', [k k]); r = n + 1; end"], "[3 3]"),
    "in a function": ([CALLER, "function r = f\nn = 1; hand('n', [4 5]); r = n + 1;\nend", "r = f;"], "[5 6]"),
    "in a function that is compiled before": (
        ["function r = f(h)\nn = 1; h('n', [4 5]); r = n + 1;\nend", "r = f(@(a, b) 0);", CALLER, "r = f(@hand);"],
        "[5 6]",
    ),
    "in a loop of a function": (
        [CALLER, "function r = f\nx = 1:9; for k = 1:3, hand('k', k + 5); r(k - 5) = x(k); end\nend", "r = f;"],
        "[6 7 8]",
    ),
    "seen by others": (
        ["function r = look\nr = evalin('base', 's');\nend", "s = 0; for k = 1:3, s = s + k; r(k) = look; end"],
        "[1 3 6]",
    ),
    "saved by others": (
        ["function keep\nevalin('base', 'save(f, ''s'', ''n'')');\nend",
         "f = [tempname '.mat']; n = 4; s = 0; for k = 1:3, s = s + k; keep; end, q = load(f); delete(f); r = [q.s q.n];"],
        "[6 4]",
    ),
    "loaded by a handle": (
        ["f = [tempname '.mat']; n = [8 9]; save(f, 'n'); n = 1; h = @load; for k = 1:2, h(f); r = n + 1; end, delete(f)"],
        "[9 10]",
    ),
    "a property's method": (
        ["classdef Pusher < handle\nmethods\nfunction push(~, v)\nassignin('base', 'n', v);\nend\nend\nend",
         "p = Pusher; n = 1; for k = 1:3, p.push([k k]); r = n + 1; end"],
        "[4 4]",
    ),
    "a listener": (
        ["classdef Bell < handle\nevents\nRing\nend\nend",
         "b = Bell; l = addlistener(b, 'Ring', @(~, ~) assignin('base', 'n', 'c')); n = 1; for k = 1:2, notify(b, 'Ring'); r = n + 0; end"],
        "99",
    ),
    "a timer": (
        ["t = timer('TimerFcn', @(~, ~) assignin('base', 'n', [5 6]), 'StartDelay', 0.01); n = 1;"
         "start(t); for k = 1:2, pause(0.05); r = n + 1; end, delete(t)"],
        "[6 7]",
    ),
    "a global": (["function grow\nglobal G\nG = [G 1];\nend", "global G, G = 1; for k = 1:2, grow; r = G + 1; end"], "[2 2 2]"),
}  # fmt: skip


def result(session: Session, cells: list[str]) -> None:
    for cell in cells:
        outcome = session.run(cell)
        assert outcome.error is None, outcome.error


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_others_write_is_read(name):
    cells, expected = PROGRAMS[name]
    session = Session(provider="host")
    result(session, cells)
    outcome = session.run(f"if ~isequal(r, {expected}), disp(r), end")
    assert outcome.error is None and outcome.text == ""


def test_files_and_scripts(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("puts.m").write_text("function puts(v)\nputs_more(v)\nend\n")
    Path("puts_more.m").write_text("function puts_more(v)\nassignin('base', 'n', [v v])\nend\n")
    Path("hands.m").write_text("function hands(v)\nassignin('caller', 'n', [v v])\nend\n")
    Path("sets.m").write_text("n = [n 1]; other = 5;\n")
    session = Session(provider="host")
    result(session, ["n = 1; for k = 1:3, puts(k); r = n + 1; end", "assert(isequal(r, [4 4]))"])
    result(session, ["n = 1; for k = 1:2, run('sets'); end, assert(isequal(n, [1 1 1]))"])
    result(session, ["n = 1; for k = 1:2, feval('sets'); m = n + 1; end, assert(isequal(n, [1 1 1])), assert(isequal(m, [2 2 2]))"])
    session = Session(provider="host")  # that has seen no such text yet
    result(session, ["function r = f\nn = 1; hands(3); r = n + 1;\nend", "assert(isequal(f, [4 4]))"])


def test_persistent_variables_outlive_the_new_compilation():
    session = Session(provider="host")
    result(
        session, ["function r = count\npersistent n\nif isempty(n), n = 0; end\nn = n + 1; r = n;\nend", "count; count;", SET, "r = count;"]
    )
    assert session.workspace["r"] == 3.0


def test_what_cannot_be_foreseen_is_an_error_and_no_wrong_number(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("hands.m").write_text("function hands(v)\nassignin('caller', 'n', [v v])\nend\n")
    session = Session(provider="host")
    result(session, ["function r = f(name)\nn = 1; feval(name, 3); r = n + 1;\nend"])
    assert session.run("r = f('hands');").error.identifier == "MATLAB:workspace:static"
    result(session, ["r = f('hands');", "assert(isequal(r, [4 4]))"])
