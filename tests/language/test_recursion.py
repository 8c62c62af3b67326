"""MATLAB's recursion limit: 500 levels of functions, whatever they go through."""

from __future__ import annotations

import pytest

from runmat_kernel.session import Session

STEPS = {
    "plain": "r = 1 + down(n - 1);",
    "cellfun": "r = 1 + cellfun(@down, {n - 1});",
    "anonymous": "f = @(k) down(k); r = 1 + f(n - 1);",
    "eval": "r = 1 + eval('down(n - 1)');",
    "feval in arrayfun in structfun": "r = structfun(@(x) 1 + arrayfun(@(y) feval('down', y), x), struct('a', n - 1));",
    "rethrown": "try, r = 1 + down(n - 1); catch e, rethrow(e), end",
}
COUNT = "function r = count(n), try, r = count(n + 1); catch, r = n; end, end\n"


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_many_levels_work(step):
    outcome = Session(provider="host").run(f"function r = down(n), if n == 0, r = 0; else, {step} end, end\nfprintf('%d', down(490))")
    assert outcome.error is None, outcome.error
    assert outcome.text == "490"


def test_methods_recurse():
    text = "classdef Deep\nmethods\nfunction r = down(o, n), if n == 0, r = 0; else, r = 1 + o.down(n - 1); end, end\nend\nend\n"
    outcome = Session(provider="host").run(text + "d = Deep; fprintf('%d', d.down(490))")
    assert (outcome.text, outcome.error) == ("490", None)


def test_limit_is_an_error_and_the_session_lives():
    session = Session(provider="host")
    outcome = session.run("function r = endless(n), r = endless(n + 1); end\nendless(1)")
    assert outcome.error.identifier == "MATLAB:recursionLimit"
    assert outcome.error.message.startswith("Maximum recursion limit of 500 reached.")
    assert session.run(COUNT + "fprintf('%d ', count(1), count(1))").text == "500 500 "
    assert session.run("f = @(g) g(g); f(f)").error.identifier == "MATLAB:recursionLimit"


def test_limit_can_be_set():
    assert Session(provider="host").run(COUNT + "set(0, 'RecursionLimit', 100), fprintf('%d', count(1))").text == "100"
