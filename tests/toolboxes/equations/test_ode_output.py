"""Output functions of the solvers of differential equations."""

from runmat_kernel.session import execute

SEEN = """function s = seen(t, y, flag)
    s = false;
    if isempty(flag), fprintf('%d:%.1f ', numel(t), t(end)); s = t(end) > 0.6; else, fprintf('%s %d ', flag, numel(t)); end
end
"""


def test_output_functions_see_the_points_of_each_step_and_may_stop():
    text = execute(SEEN + "[t, y] = ode45(@(t,y) -y, [0 1], 1, odeset('OutputFcn', @seen)); fprintf('%d', numel(t))")
    assert text == "init 2 4:0.1 4:0.2 4:0.3 4:0.4 4:0.5 4:0.6 4:0.7 done 0 29"


def test_output_functions_see_the_times_and_components_asked_for():
    text = execute(SEEN + "[t, y] = ode45(@(t,y) -y, [0 0.5 1], [1;2], odeset('OutputFcn', @seen, 'OutputSel', 2)); fprintf('%d', size(y))")
    assert text == "init 2 1:0.5 1:1.0 done 0 32"


def test_stock_output_functions_draw():
    code = "ode45(@(t,y) [y(2);-y(1)], [0 1], [1;0], odeset('OutputFcn', @{})); fprintf('%d', numel(findobj(gca, 'Type', 'line')))"
    assert [execute(code.format(name)) for name in ("odeplot", "odephas2")] == ["2", "1"]
