"""Memoized functions: what is remembered, for how many outputs, and when it is forgotten."""

from runmat_kernel.session import Session

DEFINED = "function [a, b] = two(x), fprintf('run '), a = x; b = 2*x; end\n"


def run(session, code):
    outcome = session.run("format compact\n" + code)
    assert outcome.error is None, outcome.error
    return outcome.text


def test_calls_are_remembered_by_inputs_classes_and_outputs():
    session = Session(provider="host")
    assert run(session, DEFINED + "g = memoize(@two); [p, q] = g(3); [p, q] = g(3); fprintf('%d %d', p, q)") == "run 3 6"
    assert run(session, "r = g(3); r = g(3);") == "run "
    assert run(session, "g([1 NaN]); g([1 NaN]); x = g(single(3)); disp(class(x))") == "run run single\n"
    assert run(session, "clearCache(g); y = 1 + g(3); disp(y)") == "run      4\n"


def test_the_cache_holds_the_last_calls():
    session = Session(provider="host")
    assert run(session, DEFINED + "g = memoize(@two); g.CacheSize = 2; for k = [1 2 1 3 1 2], y = g(k); end") == "run run run run "
    assert run(session, "s = stats(g); fprintf('%g ', s.Cache.TotalHits, s.Cache.TotalMisses, s.CacheOccupancyPercent)") == "2 4 100 "
    assert run(session, "g.Enabled = false; y = g(2);") == "run "


def test_a_function_that_is_defined_anew_is_called():
    session = Session(provider="host")
    run(session, "function y = f(x), y = x; end\nm = memoize(@f); m(2);")
    assert run(session, "function y = f(x), y = 10*x; end\nfprintf('%d', m(2))") == "20"
