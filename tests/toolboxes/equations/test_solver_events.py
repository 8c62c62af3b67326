"""Events of the solvers of differential equations, with moments that are known."""

import pytest

from runmat_kernel.session import Session, execute

TIGHT = "'RelTol', 1e-8, 'AbsTol', 1e-10"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (
            f"o = odeset({TIGHT}, 'Events', @(t,y,d) deal(y-2, 1, 0)); [t,y,te,ye,ie] = ode15i(@(t,y,d) d-y, [0 3], 1, 1, o);"
            "fprintf('%.5f %.5f %d %d', te - log(2), ye, ie, t(end) == te)",
            "0.00000 2.00000 1 1",
        ),
        (
            f"o = odeset({TIGHT}, 'Events', @(t,y,d) deal([y-2; d-3], [0; 0], [0; -1]));"
            "s = ode15i(@(t,y,d) d-y, [0 3], 1, 1, o); fprintf('%.4f %d %.1f', exp(s.xe), s.ie, s.x(end))",
            "2.0000 1 3.0",
        ),
        (
            "s = dde23(@(t,y,Z) -Z, 1, 1, [0 5], ddeset('Events', @(t,y,Z) deal(y-0.25, 1, 0)));"
            "fprintf('%.6f %.6f %d %d', s.xe, s.ye, s.ie, s.x(end) == s.xe)",
            "0.750000 0.250000 1 1",
        ),
        (
            "s = dde23(@(t,y,Z) -Z, 1, 1, [0 5], ddeset('Events', @(t,y,Z) deal([y; Z], [0; 0], [-1; 0])));"
            "fprintf('%.3f ', s.xe), fprintf('%d', s.ie, s.x(end) == 5)",
            "1.000 2.000 4.346 1221",
        ),
        (
            "s = dde23(@(t,y,Z,a) -a*Z, 1, 1, [0 2], ddeset('Events', @(t,y,Z,a) deal(y-a, 0, 0)), 0.5); fprintf('%.4f', s.xe)",
            "1.0000",
        ),
        (
            f"o = odeset({TIGHT}, 'Mass', [1 0;0 0], 'Events', @(t,y) deal(y(1)-0.5, 1, 0));"
            "[t,y,te] = ode15s(@(t,y) [-y(1); y(1)+y(2)-1], [0 2], [1;0], o); fprintf('%.5f', exp(te))",
            "2.00000",
        ),
        ("s = ode45(@(t,y) y, [0 1], 1); fprintf('%d ', s.stats.nsteps, s.stats.nfailed, s.stats.nfevals)", "10 0 61 "),
    ],
)
def test_events(code, text):
    outcome = Session(provider="host").run(code)
    assert outcome.error is None, outcome.error
    assert outcome.text == text


def test_solutions_are_carried_on_with_their_options_and_events():
    """A ball that leaves the ground at 20 m/s and again at 18 m/s: it comes down after 2 v / g each time."""
    code = """down = @(t, y) deal(y(1), 1, -1); s = ode45(@(t, y) [y(2); -10], [0 9], [0; 20], odeset('Events', down, 'RelTol', 1e-8));
        first = s.xe; e = odextend(s, [], 9, [0; 18]); fprintf('%.6f ', first, e.xe, deval(e, 5, 1), e.x(end));
        fprintf('%d ', e.ie, size(e.ye), e.stats.nsteps + 2 == numel(e.x));
        b = ode15i(@(t, y, yp) yp + y, [0 1], 1, -1); b = odextend(b, [], 2); fprintf('%d %s', abs(b.y(end) - exp(-2)) < 1e-3, b.solver)"""
    assert execute(code) == "4.000000 4.000000 7.600000 13.000000 7.600000 1 1 2 2 1 1 ode15i"
