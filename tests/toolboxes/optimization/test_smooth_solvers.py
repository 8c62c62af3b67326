"""Solvers for smooth functions: steps, limits, output functions, exit flags and multipliers, as their documentation has them."""

import pytest

from runmat_kernel.session import Session, execute

_QUIET = "o = optimset('Display', 'off'); "


def test_the_steps_of_fminunc():
    lines = execute("o = optimoptions(@fminunc, 'Display', 'iter'); fminunc(@sin, 0, o);").splitlines()
    assert lines[1] == " Iteration  Func-count       f(x)        Step-size       optimality"
    assert lines[2] == "     0           2                0                             1"
    assert lines[3] == "     1           4        -0.841471              1           0.54"
    assert lines[-7:-5] == ["Local minimum found.", ""] and "size of the gradient is less than" in lines[-5]


def test_the_first_steps_of_fsolve_and_of_a_fit():
    system = "f = @(x) [exp(-exp(-(x(1)+x(2)))) - x(2)*(1+x(1)^2); x(1)*cos(x(2)) + x(2)*sin(x(1)) - 0.5]; "
    lines = execute(system + "fsolve(f, [0 0], optimset('Display', 'iter'));").splitlines()
    assert lines[1].startswith(" Iteration  Func-count     f(x)          step          optimality")
    assert lines[2].split() == ["0", "3", "0.385335", "0.365"]
    assert "Equation solved." in lines
    fit = execute("lsqcurvefit(@(p, t) p(1)*t, 1, [1 2], [3 6], [], [], optimset('Display', 'iter'));").splitlines()
    assert fit[2].split() == ["0", "2", "20", "10"]


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("x = fsolve(@(x) x - 3, 0);", "\nEquation solved.\n\nfsolve completed because"),
        ("x = fminunc(@(x) x^2, 3);", "\nLocal minimum found.\n\n"),
        ("x = fmincon(@(x) x^2, 3, 1, 1);", "\nLocal minimum found that satisfies the constraints.\n\n"),
        ("x = linprog(1, [], [], [], [], 0);", "\nOptimal solution found.\n\n"),
        ("x = quadprog(1, 1);", "\nMinimum found that satisfies the constraints.\n\n"),
        ("x = fsolve(@(x) x^2 + 1, 1, optimset('Display', 'notify'));", "\nNo solution found.\n\n"),
        ("x = fsolve(@(x) x - 3, 0, optimset('Display', 'notify'));", ""),
        ("x = fmincon(@(x) x^2, 3, 1, 1, [], [], [], [], [], optimset('Display', 'off'));", ""),
    ],
)
def test_solvers_say_why_they_ended(code, shown):
    text = execute(code)
    assert text.startswith(shown) if shown else text == ""


_SOLVERS = [
    ("fminunc", "fminunc(@(x) x^4 + exp(x), 3, o)", 4),
    ("fmincon", "fmincon(@(x) x^4 + exp(x), 3, 1, 9, [], [], [], [], [], o)", 4),
    ("fsolve", "fsolve(@(x) exp(x) - 5, 9, o)", 4),
    ("lsqnonlin", "lsqnonlin(@(x) exp(x) - 5, 9, [], [], o)", 5),
    ("lsqcurvefit", "lsqcurvefit(@(p, t) exp(p*t), 3, [1 2], [2 4], [], [], o)", 5),
]


@pytest.mark.parametrize(("name", "solve", "place"), _SOLVERS)
def test_limits_of_steps_end_a_search(name, solve, place):
    outputs = ", ".join(["~"] * (place - 2) + ["flag", "out"])
    old = f"o = optimset('Display', 'off', 'MaxIter', 2); [{outputs}] = {solve}; fprintf('%d', [flag out.iterations])"
    assert execute(old) == "02"
    new = f"o = optimoptions('{name}'); o.Display = 'off'; o.MaxIterations = 2; [{outputs}] = {solve}; fprintf('%d', [flag out.iterations])"
    assert execute(new) == "02"
    few = f"o = optimset('Display', 'off', 'MaxFunEvals', 6); [{outputs}] = {solve}; fprintf('%d', flag, out.funcCount < 12)"
    assert execute(few) == "01"


@pytest.mark.parametrize(("name", "solve", "place"), _SOLVERS)
def test_output_functions_see_every_step_and_may_end_it(name, solve, place):
    function = "function stop = seen(x, v, state)\n fprintf('%s%d ', state, v.iteration); stop = v.iteration == 1;\nend\n"
    outputs = ", ".join(["~"] * (place - 2) + ["flag"])
    code = function + f"o = optimset('Display', 'off', 'OutputFcn', @seen); [{outputs}] = {solve}; fprintf('%d', flag)"
    assert execute(code) == "init0 iter0 iter1 done1 -1"


@pytest.mark.parametrize(
    "condition",
    [
        # the multipliers of a solution make up for the slope there
        "[x,v,f,t,L,g] = fmincon(@(x) sum(x.^2), [3 3], [-1 -1], -2, [], [], [], [], [], o); norm(g' + L.ineqlin*[-1 -1]) < 1e-4 && f == 1",
        "[x,v,f,t,L] = fmincon(@(x) x, 3, [], [], [], [], 1, 9, [], o); abs(L.lower - 1) < 1e-4 && L.upper == 0 && abs(x - 1) < 1e-9",
        "[x,v,f,t,L] = fmincon(@(x) sum(x.^2), [3 3], [], [], [], [], [], [], @(x) deal(1 - x(1), x(2) - 2), o); "
        "norm(x - [1 2]) < 1e-5 && abs(L.ineqnonlin - 2) < 1e-3 && abs(L.eqnonlin + 4) < 1e-3",
        "[~,~,f] = fmincon(@(x) x^2, 0, [1; -1], [-1; -1], [], [], [], [], [], o); f == -2",
        "[x,v,f,t,g,H] = fminunc(@(x) 3*x(1)^2 + 2*x(1)*x(2) + x(2)^2, [1 1], o); norm(H - [6 2;2 2]) < 1e-3 && norm(g) < 1e-5",
        # a program's own slopes
        "o = optimset(o, 'GradObj', 'on'); [x,v,f,t] = fminunc(@(x) deal(x^2, 2*x), 3, o); abs(x) < 1e-6 && t.funcCount < 6",
        "o = optimset(o, 'Jacobian', 'on'); [x,v,f,t] = fsolve(@(x) deal(x - 3, 1), 1, o); x == 3 && t.funcCount < 5",
        "o = optimset(o, 'GradConstr', 'on'); x = fmincon(@(x) x^2, 3, [], [], [], [], [], [], @(x) deal(1-x, [], -1, []), o); "
        "abs(x-1) < 1e-6",
        # problem structures, and the exit flags of programs without a solution
        "p = struct('objective', @(x) x - 3, 'x0', 0, 'solver', 'fsolve', 'options', o); fsolve(p) == 3",
        "p = struct('objective', @(x) (x-3)^2, 'x0', 0, 'lb', 4, 'solver', 'fmincon', 'options', o); abs(fmincon(p) - 4) < 1e-6",
        "p = struct('f', 1, 'lb', 2, 'options', o); linprog(p) == 2",
        "[~,~,f] = linprog(1, [], [], [], [], [], [], o); f == -3",
        "[~,~,f] = linprog(1, [1;-1], [-1;-1], [], [], [], [], o); f == -2",
        "[~,~,f] = quadprog(-1, 0, [], [], [], [], -1, 1, [], o); f == -6",
        "[x,~,f] = quadprog(1, -1, 1, 0.5, [], [], [], [], [], o); abs(x - 0.5) < 1e-9 && f == 1",
        "abs(lsqnonlin(@(x) x - 3, [0], [], 2, o) - 2) < 1e-8",
        "abs(lsqcurvefit(@(p,t) p*t, 1, [1 2 3], [2;4;6], [], [], o) - 2) < 1e-8",
        "o = optimoptions('fmincon', 'TolCon', 1e-3); o.ConstraintTolerance == 1e-3 && o.MaxIterations == 1000",
        "o = optimoptions('fminunc', 'GradObj', 'on'); o.SpecifyObjectiveGradient",
        "o = optimoptions('fsolve', 'MaxIter', 7); p = optimoptions(o, 'Display', 'off'); p.MaxIterations == 7 && strcmp(p.Display, 'off')",
        "isequal(fminunc(@(x, a) (x - a)^2, 0, o, 4) - 4 < 1e-5, true)",
    ],
)
def test_what_solvers_give(condition):
    *before, last = condition.split("; ")
    outcome = Session(provider="host").run(_QUIET + "; ".join([*before, f"fprintf('%d', {last})"]))
    assert outcome.error is None and outcome.text == "1"
