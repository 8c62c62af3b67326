"""Differential-algebraic and fully implicit equations, and partial differential equations in one space variable."""

# ruff: noqa: E501 (programs on one line)

import pytest

from runmat_kernel.session import Session

ROBERTSON = (
    "function r = rob(t, y), r = [-0.04*y(1)+1e4*y(2)*y(3); 0.04*y(1)-1e4*y(2)*y(3)-3e7*y(2)^2; y(1)+y(2)+y(3)-1]; end\n"
    "function r = robi(t, y, d), r = [d(1); d(2); 0] - rob(t, y); r(3) = -r(3); end\n"
    "o = odeset('RelTol', 1e-4, 'AbsTol', [1e-6 1e-10 1e-6]); s = [0 4*logspace(-6, 6)];\n"
)
SYSTEM = (
    "function [c, f, s] = pde(x, t, u, d), c = [1; 1]; f = [0.024; 0.17] .* d; y = u(1) - u(2); F = exp(5.73*y) - exp(-11.47*y); s = [-F; F]; end\n"
    "function [pl, ql, pr, qr] = bc(xl, ul, xr, ur, t), pl = [0; ul(2)]; ql = [1; 0]; pr = [ur(1)-1; 0]; qr = [0; 1]; end\n"
)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (ROBERTSON + "[t, y] = ode15s(@rob, s, [1; 0; 1e-3], odeset(o, 'Mass', diag([1 1 0]))); fprintf('%d %.4g %.4g %.2g', numel(t), y(end,1:2), abs(sum(y(end,:)) - 1) < 1e-12)", "51 0.0005168 2.068e-09 1"),
        (ROBERTSON + "[y0, d0, r] = decic(@robi, 0, [1; 0; 1e-3], [1; 1; 0], [0; 0; 0], []); fprintf('%d', norm([y0; d0] - [1; 0; 0; -0.04; 0.04; 0]) < 1e-12, r < 1e-12)", "11"),
        (ROBERTSON + "[t, y] = ode15i(@robi, s, [1; 0; 0], [-0.04; 0.04; 0], o); fprintf('%.4g ', y(end,1:2))", "0.0005168 2.068e-09 "),
        ("[t, y] = ode15s(@(t,y) [y(2)-y(1); y(1)+y(2)-2], [0 1], [0; 2], odeset('Mass', [1 0; 0 0], 'Events', @(t,y) deal(y(1)-0.5, 1, 0))); fprintf('%.4f ', t(end), y(end,:))", "0.3466 0.5000 1.5000 "),
        ("[t, y] = ode23t(@(t,y) [y(2)-y(1); y(1)+y(2)-2], [1 0], [1-exp(-2); 1+exp(-2)], odeset('Mass', [1 0; 0 0], 'RelTol', 1e-6)); fprintf('%.3f ', abs(y(end,:)))", "0.000 2.000 "),
        ("s = ode15i(@(t,y,d) d + 2*y, [0 1], 1, -2); fprintf('%d', abs(deval(s, 0.5) - exp(-1)) < 1e-3)", "1"),
        ("x = linspace(0, 1, 21); t = linspace(0, 2, 5); u = pdepe(0, @(x,t,u,d) deal(pi^2, d, 0), @(x) sin(pi*x), @(a,u,b,v,t) deal(u, 0, pi*exp(-t), 1), x, t); disp(max(abs(u - exp(-t')*sin(pi*x)), [], 'all') < 3e-3)", "   1\n"),
        ("r = linspace(0, 1, 21); u = pdepe(2, @(r,t,u,d) deal(1, d, 0), @(r) sinc(r), @(a,u,b,v,t) deal(0, 1, v, 0), r, [0 0.1 0.2]); disp(max(abs(u(3,:) - exp(-0.2*pi^2)*sinc(r))) < 4e-3)", "   1\n"),
        (SYSTEM + "x = linspace(0, 1, 21); u = pdepe(0, @pde, @(x) [1; 0], @bc, x, [0 0.1 2]); fprintf('%d %d %d ', size(u)), fprintf('%.2f ', u(3, 11, :))", "3 21 2 0.42 0.42 "),
        ("u = pdepe(0, @(x,t,u,d) deal(0, d, -2), @(x) x, @(a,u,b,v,t) deal(u, 0, v-1, 0), linspace(0,1,11), [0 1 2]); fprintf('%.4f', u(3, 6))", "0.2500"),
    ],
)  # fmt: skip
def test_solutions(code, text):
    outcome = Session(provider="host").run("format compact\n" + code)
    assert outcome.error is None, outcome.error
    assert outcome.text == text


@pytest.mark.parametrize(
    ("code", "identifier"),
    [
        ("pdepe(0, @(x,t,u,d) deal(1,d,0), @(x) x, @(a,u,b,v,t) deal(u,0,v,0), [0 1], [0 1 2])", "MATLAB:pdepe:InvalidXMESH"),
        ("pdepe(1, @(x,t,u,d) deal(1,d,0), @(x) x, @(a,u,b,v,t) deal(u,0,v,0), -1:1, [0 1 2])", "MATLAB:pdepe:NegXMESHwithPosM"),
        ("pdepe(0, @(x,t,u,d) deal([1 1],d,0), @(x) x, @(a,u,b,v,t) deal(u,0,v,0), 0:2, [0 1 2])", "MATLAB:pdepe:UnexpectedOutputPDEFUN"),
        ("pdepe(0, @(x,t,u,d) deal(1,d,0), @(x) x, @(a,u,b,v,t) deal([u u],0,v,0), 0:2, [0 1 2])", "MATLAB:pdepe:UnexpectedOutputBCFUN"),
        ("ode15i(@(t,y,d) [d; d], [0 1], 1, 1)", "MATLAB:odearguments:SizeIC"),
        ("pdeval(0, 0:2, 1:3, 5)", "MATLAB:pdeval:XoutOutsideXmesh"),
    ],
)
def test_mistakes(code, identifier):
    assert Session(provider="host").run(code).error.identifier == identifier
