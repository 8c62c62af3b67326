"""Differential equations with delays against solutions that are known piece by piece."""

import pytest

from runmat_kernel.session import Session, execute


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("s = dde23(@(t,y,Z) -Z, 1, 1, [0 3]); fprintf('%.4f ', s.y(end), deval(s, [0.5 1.5 2.5]))", "-0.1667 0.5000 -0.3750 -0.3958 "),
        ("s = dde23(@(t,y,Z) [Z(1,1); Z(1,1)+Z(2,2); y(2)], [1 0.2], @(t) ones(3,1), [0 5]); fprintf('%.2f ', s.y(1,end))", "19.17 "),
        ("s = dde23(@(t,y,Z) -Z, 1, 1, [0 2]); q = dde23(@(t,y,Z) -Z, 1, s, [2 3]); fprintf('%.4f ', q.y(end))", "-0.1667 "),
        ("s = dde23(@(t,y,Z) -y, [], 1, [0 1], ddeset('RelTol',1e-7,'AbsTol',1e-9)); disp(abs(s.y(end) - exp(-1)) < 1e-6)", "   1\n"),
        ("s = dde23(@(t,y,Z) Z - y, 0.5, @(t) exp(-t), [0 1], ddeset('InitialY', 2)); fprintf('%d', s.y(1) == 2)", "1"),
    ],
)
def test_solutions(code, text):
    outcome = Session(provider="host").run("format compact\n" + code)
    assert outcome.error is None, outcome.error
    assert outcome.text == text


def test_delays_that_depend_on_the_solution_or_vanish():
    code = """
        o = ddeset('RelTol', 1e-6, 'AbsTol', 1e-9);
        s = ddesd(@(t,y,Z) [y(2); -Z(2)*y(2)^2*exp(1-y(2))], @(t,y) exp(1-y(2)), @(t) [log(t); 1/t], [0.1 5], o);
        e = 0; for k = 0:30, e = e + (-1)^k * 2^k / factorial(k) / 2^(k*(k-1)/2); end
        p = ddesd(@(t,y,Z) -Z, @(t,y) t/2, 1, [0 2], o);
        q = ddesd(@(t,y,Z) -Z, 0.5, 1, [0 10], ddeset('Events', @(t,y,Z) deal(y - 0.5, 1, 0)));
        fprintf('%d ', max(abs(s.y(1,:) - log(s.x))) < 1e-5, abs(p.y(end) - e) < 1e-6, abs(q.xe(1) - 0.5) < 1e-2, q.x(end) == q.xe(1));
        fprintf('%s %.4f', p.solver, deval(s, 1)' * [0; 1])"""
    assert execute(code) == "1 1 1 1 ddesd 1.0000"


@pytest.mark.parametrize("solver", ["dde23", "ddesd"])
def test_steps_are_no_longer_than_the_option_says(solver):
    code = f"s = {solver}(@(t,y,Z) -Z, 1, 1, [0 2], ddeset('MaxStep', 0.01, 'InitialStep', 0.5));"
    assert execute(code + " fprintf('%d', max(diff(s.x)) <= 0.01 + 1e-12)") == "1"
