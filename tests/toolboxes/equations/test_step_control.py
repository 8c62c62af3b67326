"""Steps of ode45 and ode23: MATLAB's numbers of steps, events, options."""

import pytest

from runmat_kernel.session import Session, execute

VDP = "f = @(t, y) [y(2); (1 - y(1)^2)*y(2) - y(1)]; "


@pytest.mark.parametrize(
    "program",
    [
        VDP + "[t, y] = ode45(f, [0 20], [2 0]); assert(numel(t) == 237)",  # 59 steps, four points each, as MATLAB prints for vdp1
        VDP + "[t, y] = ode45(f, [0 -2], [2 0]); assert(t(end) == -2 && norm(y(end, :) - [-1.205364552835178 0.951542399860817]) < 1e-4)",
        VDP + "[t, y] = ode23(f, [0 2], [2 0]); assert(norm(y(end, :) - [0.32331666704577 -1.83297456798624]) < 1e-3)",
        VDP + "sol = ode45(f, [0 2], [2 0], odeset('NonNegative', 2)); assert(min(sol.y(2, :)) >= 0 && abs(sol.y(1, end) - 2) < 0.1)",
        "sol = ode45(@(t, y) [y(2); -9.8], [0 5], [10 0], odeset('Events', @(t, y) deal(y(1), 1, -1))); "
        "assert(sol.ie == 1 && abs(sol.xe - sqrt(20/9.8)) < 1e-10 && isequal(size(sol.ye), [2 1]))",
        "s = evalc(\"[t, y] = ode45(@(t, y) -y, [0 1], 1, odeset('Stats', 'on'));\"); assert(startsWith(s, '10 successful steps'))",
        "[t, y] = ode45(@(t, y) -y, [0 1], 1, odeset('NormControl', 'on', 'RelTol', 1e-8)); assert(abs(y(end) - exp(-1)) < 1e-7)",
    ],
)
def test_steps(program):
    execute(program)


@pytest.mark.parametrize("solver", ["ode45", "ode23", "ode113", "ode15s", "ode23t", "ode23tb", "ode78", "ode89"])
def test_components_do_not_become_negative_between_steps_either(solver):
    code = f"[t, y] = {solver}(@(t, y) -ones(2, 1), [0 2], [0.5; 9], odeset('NonNegative', 1)); "
    code += "fprintf('%d', min(y(:, 1)) >= 0, abs(y(end) - 7) < 1e-3);"
    code += f"s = {solver}(@(t, y) -1, [0 2], 0.5, odeset('NonNegative', 1)); fprintf('%d', min(deval(s, linspace(0, 2, 99))) >= 0)"
    assert execute(code) == "111"


def test_components_must_not_be_negative_at_the_start():
    error = Session(provider="host").run("ode45(@(t, y) y, [0 1], -1, odeset('NonNegative', 1))").error
    assert error.identifier == "MATLAB:odenonnegative:NonnegativityViolatedAtT0"
