"""Times in bins of the calendar: groups of tables, discretize with its edges."""

from __future__ import annotations

from runmat_kernel.session import execute

MADE = "d = datetime(2024,[1 2 2 5],[5 28 29 10],10,30,0)'; T = table(d,[1;2;3;4],'VariableNames',{'Date','Value'});\n"


def test_groups_of_quarters_and_weeks() -> None:
    text = execute(f"{MADE}G = groupsummary(T,'Date','quarter','mean'), W = groupsummary(T,'Date','week')")
    assert "quarter_Date    GroupCount    mean_Value" in text
    assert "Q1 2024" in text and "Q2 2024" in text
    assert "[25-Feb-2024, 03-Mar-2024)" in text


def test_edges_are_times() -> None:
    text = execute(f"{MADE}[y,e] = discretize(d,'month'); disp(y'), disp(numel(e)), disp(char(e(end),'yyyy-MM-dd'))")
    assert text.split() == ["1", "2", "2", "5", "6", "2024-06-01"]


def test_the_binned_variable_stands_behind_the_others() -> None:
    text = execute(f"{MADE}G = groupfilter(T,'Date','month',@(v) numel(v) > 1,'Value'); disp(G.Properties.VariableNames), disp(G.Value')")
    assert text.split() == ["{'Date'}", "{'Value'}", "{'month_Date'}", "2", "3"]


def test_fractions_stand_by_their_strokes() -> None:
    lines = execute("format rat\nx = [1/2 -11/180; 1 1/3]").splitlines()
    assert [line for line in lines if "/" in line] == ["       1/2          -11/180", "       1              1/3"]
    assert execute("format rat\nx = [0.1*3*10 -2+1e-12 1/3]").split() == ["x", "=", "3", "-2", "1/3"]
