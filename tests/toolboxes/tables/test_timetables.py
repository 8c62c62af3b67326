"""Timetables, calendar durations and parts of times in programs."""

# ruff: noqa: E501 (programs on one line)

import pytest

from runmat_kernel.session import Session

from ...builtins.harness import run

WEATHER = (
    "MeasurementTime = datetime({'2015-12-18 08:03:05';'2015-12-18 10:03:17';'2015-12-18 12:03:13'}); "
    "Temp = [37.3;39.1;42.3]; Pressure = [30.1;30.03;29.9]; TT = timetable(MeasurementTime,Temp,Pressure); "
)


def test_display():
    assert run("format compact; " + WEATHER + "TT") == (
        "TT =\n  3×2 timetable\n      MeasurementTime       Temp    Pressure\n    ____________________    ____    ________\n"
        "    18-Dec-2015 08:03:05    37.3      30.1  \n    18-Dec-2015 10:03:17    39.1     30.03  \n    18-Dec-2015 12:03:13    42.3      29.9  \n"
    )


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("fprintf('%g ', TT{'2015-12-18 10:03:17','Temp'}, TT.Temp(TT.MeasurementTime > TT.MeasurementTime(1)))", "39.1 39.1 42.3 "),
        ("S = TT(timerange('2015-12-18 09:00:00','2015-12-18 12:03:13'),:); fprintf('%d', height(S))", "1"),
        ("TT.Wind = [1;2;3]; TT.Temp(2) = 0; fprintf('%g ', width(TT), TT.Temp)", "3 37.3 0 42.3 "),
        ("R = retime(TT,'hourly','linear'); fprintf('%d %.3f %s', height(R), R.Temp(1), char(R.MeasurementTime(1)))", "6 37.254 18-Dec-2015 08:00:00"),
        ("R = retime(TT,'daily','mean'); fprintf('%.4f ', R.Temp, R.Pressure)", "39.5667 30.0100 "),
        ("R = retime(TT,'regular','previous','TimeStep',hours(2)); fprintf('%g ', R.Temp)", "NaN 37.3 39.1 42.3 "),
        ("R = [TT;TT(1,:)]; S = sortrows(R); fprintf('%g ', S.Temp)", "37.3 37.3 39.1 42.3 "),
        ("R = lag(TT,1); fprintf('%g ', R.Temp)", "NaN 37.3 39.1 "),
        ("T = timetable2table(TT); fprintf('%s ', T.Properties.VariableNames{:})", "MeasurementTime Temp Pressure "),
        ("TT = table2timetable(table(MeasurementTime,Temp)); fprintf('%s ', class(TT), TT.Properties.DimensionNames{1})", "timetable MeasurementTime "),
        ("A = timetable(seconds([0;10]),[1;2],'VariableNames',{'x'}); B = timetable(seconds([5;10]),[3;4],'VariableNames',{'x'}); S = synchronize(A,B,'union','linear'); fprintf('%g ', S.x_A, S.x_B)", "1 1.5 2 2 3 4 "),
        ("TT(2,:) = []; fprintf('%d', height(TT))", "2"),
        ("TT.Properties.RowTimes = seconds([1;2;3]); fprintf('%g ', seconds(TT.MeasurementTime))", "1 2 3 "),
        ("M = mean(TT.Temp); V = varfun(@max,TT); fprintf('%.4f %g', M, V.max_Temp(1))", "39.5667 42.3"),
    ],
)  # fmt: skip
def test_timetables(code, text):
    assert run(WEATHER + code) == text


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("disp(calyears(1) + calmonths(2) + caldays(3))", "   1y 2mo 3d\n"),
        ("disp(datetime(2020,1,31) + calmonths(0:2))", "   31-Jan-2020   29-Feb-2020   31-Mar-2020\n"),
        ("t = datetime(2020,1,1):calmonths(1):datetime(2020,12,31); fprintf('%d %s', numel(t), char(t(end)))", "12 01-Dec-2020"),
        ("[y,m,d] = split(between(datetime(2019,11,20),datetime(2021,3,5)),{'years','months','days'}); fprintf('%d ', y, m, d)", "1 3 13 "),
        ("d = [calmonths(1) caldays(5)]; d(2) = calyears(1); disp(d)", "   1mo    1y\n"),
        ("fprintf('%d', calmonths(2) == calmonths([1 2]), iscalendarduration(-caldays(2)))", "011"),
        ("t = datetime(2021,3,14,15,9,26); fprintf('%d ', week(t), quarter(t), day(t,'dayofyear'), day(t,'dayofweek'))", "12 1 73 1 "),
        ("n = month(datetime(2021,3,14),'name'); s = day(datetime(2021,3,14),'shortname'); disp([n{1} s{1}])", "MarchSun\n"),
        ("t = dateshift(datetime(2021,3,14,15,9,26),'start','week'); disp(char(t,'yyyy-MM-dd'))", "2021-03-14\n"),
        ("t = dateshift(datetime(2021,3,14),'end','month',1); disp(char(t))", "30-Apr-2021\n"),
        ("t = dateshift(datetime(2021,3,14),'dayofweek','wednesday'); disp(char(t))", "17-Mar-2021\n"),
        ("t = dateshift(datetime(2021,5,14),'start','quarter'); disp(char(t))", "01-Apr-2021\n"),
        ("t = datetime(2021,1,[5 1 3]); fprintf('%s ', char(min(t)), char(max(t)), char(mean(t)), char(median(t)))", "01-Jan-2021 05-Jan-2021 03-Jan-2021 03-Jan-2021 "),
        ("[m,i] = max(hours([3 9 5])); fprintf('%g %d', hours(m), i)", "9 2"),
        ("d = hours([1 2 4]); fprintf('%g ', hours(quantile(d,[0.25 0.5])), hours(prctile(d,50)), hours(iqr(d)), hours(mad(d,1)), skewness(d) > 0, hour(quantile(datetime(2024,1,1) + d, 0.5)))", "1.25 2 2 2.25 1 1 2 "),
        ("fprintf('%g ', hours(std(hours([1 2 3]))), hours(cumsum(hours([1 2]))), minutes(mod(minutes(70),hours(1))), hours(round(hours(1.6))))", "1 1 3 10 2 "),
        ("t = linspace(datetime(2020,1,1),datetime(2020,1,3),3); disp(char(t(2)))", "02-Jan-2020\n"),
        ("d = duration('01:30:00') + minutes([0 5]); fprintf('%g ', minutes(d))", "90 95 "),
        ("t = datetime(2020,1,1); t(2) = '2020-05-06'; disp(char(t(2)))", "06-May-2020\n"),
        ("y = interp1(datetime(2020,1,[1 3]),[10 30],datetime(2020,1,2)); fprintf('%g', y)", "20"),
        ("fprintf('%d', isweekend(datetime(2021,3,12:14)), datetime(2020,1,1) < '2020-06-01')", "0111"),
    ],
)  # fmt: skip
def test_times(code, text):
    assert run(code) == text


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("U = unique(timetable(seconds([2;1;1]),[5;5;5])); fprintf('%g ', seconds(U.Time))", "1 2 "),
        ("U = unique(timetable(seconds([2;1]),[1;2])); fprintf('%g ', U.Var1)", "2 1 "),
        ("S = setdiff(timetable(seconds([1;2]),[5;5]), timetable(seconds(2),5)); fprintf('%g ', seconds(S.Time))", "1 "),
        ("fprintf('%d', ismember(timetable(seconds([1;2]),[5;5]), timetable(seconds(2),5)))", "01"),
        ("fprintf('%d', height(unique(table({'';'';'a'}))), height(unique(table([\"x\";missing;missing]))))", "23"),
    ],
)
def test_rows_are_the_same_when_their_times_are(code, text):
    outcome = Session().run("format compact\n" + code)
    assert outcome.error is None, outcome.error
    assert outcome.text == text


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("J = innerjoin(timetable(seconds([1;2]),[5;6],'VariableNames',{'k'}), table([6;7],[8;9],'VariableNames',{'k','z'}));", "2 6 8"),
        ("J = join(timetable(seconds([1;2]),[5;6],'VariableNames',{'a'}), timetable(seconds([2;1]),[7;8],'VariableNames',{'b'})); J = J(2,:);", "2 6 7"),
    ],
)  # fmt: skip
def test_joined_timetables_keep_their_times(code, text):
    outcome = Session().run(f"{code} fprintf('%g %g %g', seconds(J.Time), J{{1,1}}, J{{1,2}})")
    assert outcome.error is None, outcome.error
    assert outcome.text == text


AT = "A = timetable(hours([0;1;3;3.5]),[1;2;4;5],'VariableNames',{'x'}); "


@pytest.mark.parametrize(("code", "text"), [
    ("T = retime(A,'hourly','linear','EndValues',0); fprintf('%g ', T.x)", "1 2 3 4 0 "),
    ("T = retime(A,hours([-1 2 5]),'nearest','EndValues',-9); fprintf('%g ', T.x)", "-9 4 -9 "),
    ("T = retime(A,'hourly','sum','IncludedEdge','right'); fprintf('%g ', hours(T.Time), T.x)", "0 1 2 3 4 1 2 0 4 5 "),
    ("T = retime(A,hours([1 3]),'sum','IncludedEdge','right'); fprintf('%g ', T.x)", "3 4 "),
    ("A.y = A.x; A.Properties.VariableContinuity = {'continuous','step'}; T = retime(A,'hourly'); fprintf('%g ', T.x, T.y)", "1 2 3 4 6 1 2 2 4 5 "),
    ("A.Properties.TimeStep = minutes(2); fprintf('%g ', minutes(A.Time))", "0 2 4 6 "),
    ("A.Properties.SampleRate = 10; A.Properties.StartTime = seconds(1); fprintf('%g ', seconds(A.Time))", "1 1.1 1.2 1.3 "),
    ("A(hours(9),:) = {7}; A(hours([1 8]),'x') = table([6;8]); fprintf('%g ', hours(A.Time), A.x)", "0 1 3 3.5 9 8 1 6 4 5 7 8 "),
    ("S = stack(timetable(seconds([1;2]),[1;2],[3;4]),1:2); fprintf('%g ', seconds(S.Time))", "1 1 2 2 "),
    ("U = unstack(timetable(seconds([1;1;2]),['a';'b';'a'],[5;6;7]),'Var2','Var1'); fprintf('%g ', seconds(U.Time), U.a, U.b)", "1 2 5 7 6 NaN "),
    ("T = rowfun(@(x) 2*x,A); fprintf('%s %g', class(T), T.Var1(2))", "timetable 4"),
    ("T = varfun(@(x) 2*x,A,'OutputFormat','table'); fprintf('%s', class(T))", "table"),
    ("t = datetime(2020,1,1,[20;23],0,0,'TimeZone','America/New_York'); T = retime(timetable(t,[1;2]),'daily','sum'); fprintf('%d', height(T), T.Var1)", "13"),
])  # fmt: skip
def test_times_that_are_asked_for(code, text):
    assert run(AT + code) == text


def test_row_times_of_two_classes_do_not_go_together():
    outcome = Session().run(AT + "synchronize(A, timetable(datetime(2020,1,1),5))")
    assert outcome.error.identifier == "MATLAB:timetable:synchronize:MixedTimes"


def test_summary_tells_of_row_times():
    text = run(AT + "summary(A)")
    assert "Row Times:\n\n    Time: duration\n" in text
    assert "Statistics for applicable variables and row times:\n" in text


JOINED = (
    "A = timetable(seconds([1;2;3]),[1;2;3],'VariableNames',{'x'}); B = timetable(seconds([2;3;4]),[20;30;40],'VariableNames',{'y'}); "
    "C = table(seconds([2;5]),[7;8],'VariableNames',{'Time','z'}); "
)


@pytest.mark.parametrize(("code", "text"), [
    ("T = outerjoin(A,B); fprintf('%g ', seconds(T.Time), T.x, T.y)", "1 2 3 4 1 2 3 NaN NaN 20 30 40 "),
    ("[T,~,j] = outerjoin(A,B,'Keys','Time','Type','left'); fprintf('%g ', seconds(T.Time), T.y, j)", "1 2 3 NaN 20 30 0 1 2 "),
    ("T = innerjoin(A,C); fprintf('%g ', seconds(T.Time), T.x, T.z)", "2 2 7 "),
    ("T = outerjoin(A,C); fprintf('%g ', seconds(T.Time), T.x, T.z, width(T))", "1 2 3 5 1 2 3 NaN NaN 7 NaN 8 2 "),
    ("A.k = [1;2;9]; B.k = [2;1;5]; T = outerjoin(A,B,'Keys','k'); fprintf('%g ', seconds(T.Time), T.y)", "1 2 NaN 3 30 20 40 NaN "),
    ("T = innerjoin(table([1;2],'RowNames',{'a','b'}),table([3;4],'RowNames',{'b','a'},'VariableNames',{'q'}),'Keys','Row'); "
     "fprintf('%g%s ', T.q(1), T.Properties.RowNames{1})", "4a "),
])  # fmt: skip
def test_joins_by_row_times(code, text):
    assert run(JOINED + code) == text


@pytest.mark.parametrize("basis", ["'daily','mean'", "'hourly','previous'", "'monthly',@max", "'regular','linear','TimeStep',days(1)"])
def test_a_timetable_without_rows_stays_so_at_other_times(basis):
    code = f"T = timetable(datetime(2020,1,[1;2]),[1;2],'VariableNames',{{'x'}}); R = retime(T([],:),{basis}); fprintf('%d', size(R))"
    assert run(code) == "01"


@pytest.mark.parametrize(("code", "text"), [
    ("B = varfun(@mean, TT, 'GroupingVariables', 'G'); fprintf('%s %g %g %g %g', class(B), seconds(B.Time), B.mean_V)", "timetable 1 3 15 35"),
    ("B = rowfun(@sum, TT, 'GroupingVariables', 'G', 'InputVariables', 'V'); fprintf('%s %g %g', class(B), seconds(B.Time))", "timetable 1 3"),
    ("B = varfun(@mean, TT, 'GroupingVariables', 'G', 'OutputFormat', 'table'); fprintf('%s', class(B))", "table"),
    ("B = varfun(@mean, TT); fprintf('%s %g %g', class(B), seconds(B.Time), B.mean_V)", "timetable 1 25"),
    ("B = varfun(@(x) [min(x); max(x)], TT, 'GroupingVariables', 'G'); fprintf('%g ', seconds(B.Time), B.Fun_V)", "1 1 3 3 10 20 30 40 "),
    ("B = varfun(@mean, TT, 'GroupingVariables', 'Time', 'InputVariables', 'V'); fprintf('%s ', B.Properties.VariableNames{:})", "GroupCount mean_V "),
])  # fmt: skip
def test_groups_of_timetables_have_the_times_of_their_first_rows(code, text):
    assert run("TT = timetable(seconds([1;2;3;4]), [10;20;30;40], [1;1;2;2], 'VariableNames', {'V','G'}); " + code) == text


def test_tables_do_not_become_timetables():
    outcome = Session(provider="host").run("varfun(@mean, table([1;2]), 'OutputFormat', 'timetable')")
    assert outcome.error.identifier == "MATLAB:table:varfun:InvalidOutputFormat"
