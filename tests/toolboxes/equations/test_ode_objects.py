"""ode objects: problems with parameters, events, mass matrices and tolerances, and the solver that is chosen for them."""

import pytest

from runmat_kernel.session import Session

_DECAY = "F = ode(ODEFcn=@(t,y) -2*y, InitialValue=1); "


@pytest.mark.parametrize(
    "condition",
    [
        "S = solve(F, 0, 1); S.Time(1) == 0 && S.Time(end) == 1 && isequal(size(S.Solution), size(S.Time)) && isa(S, 'ODEResults')",
        "S = solve(F, 2); S.Time(end) == 2",
        "S = solve(F, 0, 1, Refine=1); T = solve(F, 0, 1); numel(S.Time) < numel(T.Time)",
        "F.InitialTime = 1; S = solve(F, 2, 3); abs(S.Solution(1) - exp(-2)) < 1e-3 && abs(S.Solution(end) - exp(-4)) < 1e-3",
        "F.RelativeTolerance = 1e-10; F.AbsoluteTolerance = 1e-12; S = solve(F, 0, 1); abs(S.Solution(end) - exp(-2)) < 1e-9",
        "F.ODEFcn = @(t, y, p) p.a*y; F.Parameters = struct('a', -1); S = solve(F, 0, 1); abs(S.Solution(end) - exp(-1)) < 1e-3",
        "F.ODEFcn = @(t, y) [y(2); -y(1)]; F.InitialValue = [0 1]; S = solve(F, [0 pi/2]); max(abs(S.Solution(:, end)' - [1 0])) < 1e-2",
        "F.EventDefinition = odeEvent(EventFcn=@(t, y) [y - 0.5; y - 0.25]); "
        "S = solve(F, 0, 2); isequal(S.EventIndex, [1 2]) && S.Time(end) == 2",
        "G = F; G.Solver = 'ode23'; strcmp(F.Solver, 'auto') && strcmp(G.Solver, 'ode23')",
        "f = solutionFcn(F, 0, 1); isa(f, 'function_handle') && isequal(size(f([0 0.5 1])), [1 3])",
        "[f, S] = solutionFcn(F, 0, 1); abs(f(S.Time(end)) - S.Solution(end)) < 1e-12",
        "F.ODEFcn = @(t, y) [y(2); -y(1)]; F.InitialValue = [0 1]; f = solutionFcn(F, 0, 1, OutputVariables=2); abs(f(1) - cos(1)) < 1e-3",
        "F.ODEFcn = @(t, y) -1e5*(y - cos(t)); S = solve(F, 0, 1); numel(S.Time) < 500 && abs(S.Solution(end) - cos(1)) < 1e-2",
        "F.ODEFcn = @(t, y, yp) yp + 2*y; F.EquationType = 'fullyimplicit'; S = solve(F, 0, 1); abs(S.Solution(end) - exp(-2)) < 1e-3",
        "F.ODEFcn = @(t, y, yp, p) yp + p*y; F.Parameters = 3; F.EquationType = 'fullyimplicit'; F.InitialSlope = -9; "
        "S = solve(F, 0.5, 1); abs(S.Solution(end) - exp(-3)) < 1e-3",
        "F.ODEFcn = @(t, y, yp) [yp(1) + y(2); y(1) - y(2)]; F.EquationType = 'fullyimplicit'; F.InitialValue = [1; 1]; "
        "f = solutionFcn(F, 0, 1); max(abs(f(1) - exp(-1))) < 1e-3",
        "F.Jacobian = odeJacobian(Jacobian=-2); strcmp(F.SelectedSolver, 'ode15s')",
        "F.ODEFcn = @(t, y) -ones(2, 1); F.InitialValue = [0.5; 9]; F.NonNegativeVariables = 1; "
        "S = solve(F, 0, 2); min(S.Solution(1, :)) >= 0",
    ],
)
def test_ode_objects(condition):
    before, _, last = condition.rpartition("; ")
    outcome = Session(provider="host").run(_DECAY + f"{before}; fprintf('%d', {last})")
    assert outcome.error is None and outcome.text == "1"


@pytest.mark.parametrize(
    ("code", "identifier"),
    [
        ("F.Solver = 'newton';", "MATLAB:ode:InvalidValue"),
        ("F.Nothing = 3;", "MATLAB:noSuchMethodOrField"),
        ("F.EventDefinition = struct('a', 1);", "MATLAB:ode:InvalidValue"),
        ("F.EventDefinition = odeEvent(EventFcn=@(t,y) y, Response='callback'); solve(F, 0, 1)", "MATLAB:ode:CallbackNotSupported"),
        ("solve(F)", "MATLAB:minrhs"),
        ("F.SelectedSolver = 'ode45';", "MATLAB:class:SetProhibited"),
        ("F.Solver = 'ode15i'; solve(F, 0, 1)", "MATLAB:ode:SolverNotSupported"),
    ],
)
def test_refusals(code, identifier):
    assert Session(provider="host").run(_DECAY + code).error.identifier == identifier


def test_display_of_what_is_set():
    shown = Session(provider="host").run(_DECAY + "F.NonNegativeVariables = 1; disp(F)").text
    assert shown == (
        "  ode with properties:\n\n   Problem definition\n               ODEFcn: @(t,y)-2*y\n          InitialTime: 0\n"
        "         InitialValue: 1\n NonNegativeVariables: 1\n         EquationType: standard\n\n   Solver properties\n"
        "    AbsoluteTolerance: 1.0000e-06\n    RelativeTolerance: 1.0000e-03\n               Solver: auto\n"
        "       SelectedSolver: ode45\n\n  Show all properties\n\n"
    )
