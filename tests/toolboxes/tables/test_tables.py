"""Tables in programs: parts, properties, variables, groups, joins, order, missing rows, text."""

# ruff: noqa: E501 (programs on one line)

import pytest

from runmat_kernel.session import Session, execute

from ...builtins.harness import fails, run

PEOPLE = (
    "T = table({'Li';'Bo';'Al';'Mo'},[38;43;38;40],[true;false;true;false],[71;69;64;67],"
    "'VariableNames',{'Name','Age','Smoker','Height'}); "
)


def test_display():
    assert run("format compact; T = table([1;20],[1.5 2;3 4],[\"a\";\"bcd\"],[true;false],'VariableNames',{'n','wide','s','flag'})") == (
        "T =\n  2×4 table\n    n        wide         s      flag \n    __    __________    _____    _____\n"
        '     1    1.5      2    "a"      true \n    20      3      4    "bcd"    false\n'
    )


def test_columns_of_one_variable_are_equally_wide():
    assert run("format compact; T = table([214 83; 98 7],[5 61 340; 12 70 8],'VariableNames',{'p','q'})") == (
        "T =\n  2×2 table\n        p                q        \n    __________    ________________\n"
        "    214     83     5     61    340\n     98      7    12     70      8\n"
    )


def test_display_with_row_names():
    assert run("format compact; T = table([1;2],'VariableNames',{'v'},'RowNames',{'first','b'})") == (
        "T =\n  2×1 table\n             v\n             _\n    first    1\n    b        2\n"
    )


def test_display_of_cells():
    assert run("format compact; T = table({1;[1 2 3]},{'ab';''})") == (
        "T =\n  2×2 table\n      Var1          Var2   \n    _________    __________\n    {[    1]}    {'ab'    }\n    {[1 2 3]}    {0×0 char}\n"
    )


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("T(3,:) = {'Zed',1,false,2}; disp(T.Name{3})", "Zed\n"),
        ("T(end+1,:) = {'New',1,false,2}; fprintf('%d', height(T))", "5"),
        ("T{end+1,'Age'} = 7; fprintf('%d %s', T.Age(end), class(T.Name{5}))", "7 double"),
        ("fprintf('%d ', T{T.Age > 39, {'Age','Height'}})", "43 40 69 67 "),
        ("fprintf('%d ', T.(2)(1), width(T(:,vartype('numeric'))))", "38 2 "),
        ("T.Properties.VariableNames{2} = 'Years'; fprintf('%d', T.Years(2))", "43"),
        ("T.Properties.VariableUnits = {'','yr','','in'}; disp(T.Properties.VariableUnits{4})", "in\n"),
        ("T.Properties.RowNames = T.Name; fprintf('%d', T{'Bo','Age'}, T('Al',:).Height)", "4364"),
        ("[S,i] = sortrows(T,{'Age','Height'},{'ascend','descend'}); fprintf('%d', i)", "1342"),
        ("S = sortrows(T,-2); fprintf('%d', S.Age(1))", "43"),
        ("S = sortrows(T,'Name'); fprintf('%s', S.Name{:})", "AlBoLiMo"),
        ("[~,ia] = unique(T(:,'Age')); fprintf('%d', ia)", "142"),
        ("U = T([1 3],:); [tf,k] = ismember(T,U); fprintf('%d', tf, k)", "10101020"),
        ("D = setdiff(T,T(2,:)); fprintf('%d', height(D))", "3"),
        ("T.Age(2) = NaN; R = rmmissing(T); fprintf('%d', height(R), any(ismissing(T),'all'))", "31"),
        ("T.Age(2) = NaN; R = fillmissing(T,'constant',0,'DataVariables','Age'); fprintf('%d', R.Age(2))", "0"),
        ("V = varfun(@mean,T,'InputVariables',{'Age','Height'}); fprintf('%g ', V.mean_Age, V.mean_Height)", "39.75 67.75 "),
        ("V = varfun(@(x) x(1),T,'InputVariables',@isnumeric); disp(V.Properties.VariableNames)", "    {'Fun_Age'}    {'Fun_Height'}\n"),
        ("G = groupsummary(T,'Smoker',{'mean','max'},'Age'); fprintf('%g ', G.GroupCount, G.mean_Age, G.max_Age)", "2 2 41.5 38 43 38 "),
        ("G = groupsummary(T,{'Age','Smoker'}); fprintf('%g ', G.GroupCount, G.Age)", "2 1 1 38 40 43 "),
        ("G = groupsummary(T,'Smoker',@(x) sum(x),'Age'); fprintf('%g ', G.fun1_Age)", "83 76 "),
        ("G = groupcounts(T,'Age'); fprintf('%g ', G.GroupCount, G.Percent)", "2 1 1 50 25 25 "),
        (
            "R = rowfun(@(a,h) a + h, T,'InputVariables',{'Age','Height'},'OutputVariableNames','sum'); fprintf('%d ', R.sum)",
            "109 112 102 107 ",
        ),
        ("[mx,R] = deal(max(T.Age), T(:,{'Age'})); M = max(R); fprintf('%d %d', mx, M.Age)", "43 43"),
        ("N = T(:,{'Age','Height'}) + 1; fprintf('%d ', N.Age(1), N{2,2})", "39 70 "),
        (
            "A = addvars(T,[1;2;3;4],'After','Name','NewVariableNames','Id'); fprintf('%s ', A.Properties.VariableNames{:})",
            "Name Id Age Smoker Height ",
        ),
        ("A = movevars(T,'Height','Before',1); disp(A.Properties.VariableNames{1})", "Height\n"),
        ("s = table2struct(T(1:2,:)); fprintf('%s %d', s(2).Name, s(1).Age)", "Bo 38"),
        ("T.max = T.Age; fprintf('%d', T.max(1))", "38"),
        ("C = convertvars(T,{'Name'},'string'); disp(class(C.Name))", "string\n"),
        ("[g,id] = findgroups(T.Age); fprintf('%d', g, id)", "1312384043"),
        ("U = [T; T]; fprintf('%d %d', height(U), isequal(U(5:8,:), T))", "8 1"),
        ("s = summary(T); fprintf('%d ', s.Age.Min, s.Smoker.True)", "38 2 "),
        ("for k = 1:height(T), fprintf('%s%d ', T.Name{k}, T.Age(k)), end", "Li38 Bo43 Al38 Mo40 "),
        ("H = head(T,2); fprintf('%d%d', size(H))", "24"),
        ("clear ans; tail((1:20)', 2); fprintf('%d', exist('ans'))", "    19\n    20\n0"),
        ("T = removevars(T,{'Age','Smoker'}); fprintf('%d', width(T))", "2"),
    ],
)
def test_programs(code, text):
    assert run(PEOPLE + code) == text


JOIN = "L = table({'a';'b';'c'},[1;2;3],'VariableNames',{'key','x'}); R = table({'c';'a';'d'},[30;10;40],'VariableNames',{'key','x'}); "


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (
            "T = innerjoin(L,R,'Keys','key'); disp(T.Properties.VariableNames); fprintf('%d ', T.x_R)",
            "    {'key'}    {'x_L'}    {'x_R'}\n10 30 ",
        ),
        (
            "T = outerjoin(L,R,'Keys','key','MergeKeys',true); fprintf('%s', T.key{:}); fprintf(' %g', T.x_L, T.x_R)",
            "abcd 1 2 3 NaN 10 NaN 30 40",
        ),
        ("T = outerjoin(L,R,'Keys','key','Type','left'); fprintf('%s,', T.key_R{:})", "a,,c,"),
        ("T = join(L([1 3],:),R,'Keys','key'); fprintf('%d ', T.x_R)", "10 30 "),
        ("T = innerjoin(L,R,'LeftKeys','key','RightKeys','key','RightVariables','x'); fprintf('%d', width(T))", "3"),
    ],
)
def test_joins(code, text):
    assert run(JOIN + code) == text


def test_stack_and_unstack():
    wide = "U = table([1;2],[10;20],[30;40],'VariableNames',{'id','jan','feb'}); "
    assert (
        run(wide + "S = stack(U,{'jan','feb'},'NewDataVariableName','v','IndexVariableName','month'); fprintf('%d ', S.v)")
        == "10 30 20 40 "
    )
    assert (
        run(wide + "S = stack(U,2:3,'NewDataVariableName','v','IndexVariableName','m'); W = unstack(S,'v','m'); disp(isequal(W,U))")
        == "   1\n"
    )


def test_errors():
    assert fails(PEOPLE + "T.Nope") == "MATLAB:table:UnrecognizedVarName"
    assert fails(PEOPLE + "T(1)") == "MATLAB:table:NDSubscript"
    assert fails(PEOPLE + "T{:,:}") == "MATLAB:table:ExtractDataIncompatibleTypeError"
    assert fails(PEOPLE + "T.New = [1;2];") == "MATLAB:table:RowDimensionMismatch"
    assert fails(PEOPLE + "T.Properties.VariableNames{1} = 'Age';") == "MATLAB:table:DuplicateVarNames"
    assert fails(JOIN + "join(L,R,'Keys','key')") == "MATLAB:table:join:LeftKeyValueNotFound"
    assert fails("s.(1) = 2;") == "MATLAB:mustBeFieldName"


def test_files_and_json(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = "T = table(categorical({'a';'b'}),datetime(2020,1,[1;2]),{1;'x'},'VariableNames',{'k','t','my var'},'RowNames',{'p','q'}); "
    code = "s.T = T; c = {hours(2), calmonths(1)}; save('f.mat','s','c'); clear s c; load('f.mat'); fprintf('%d %s', isequal(s.T,T), class(c{2}))"
    assert run(made + code) == "1 calendarDuration"
    times = "TT = timetable(seconds([1;2]),[5;6]); save('g.mat','TT'); U = TT; clear TT; load('g.mat'); fprintf('%d', isequal(TT,U))"
    assert run(times) == "1"
    assert run("fprintf('%s', jsonencode(table([1;2],{'a';'b'},'VariableNames',{'n','s'})))") == '[{"n":1,"s":"a"},{"n":2,"s":"b"}]'
    assert run("fprintf('%s', jsonencode(categorical({'a','b'})))") == '["a","b"]'


def test_subscripts_beyond_a_table_are_errors_of_tables():
    from runmat_kernel import Session

    session = Session(provider="host")
    errors = [session.run(f"T = table([1;2], [3;4]); {code}").error.message for code in ("T(5,:)", "T{3,1}", "T(:,4)")]
    assert errors == ["Row index exceeds table dimensions."] * 2 + ["Variable index exceeds table dimensions."]


PIVOTED = 'T = table(["F";"M";"F";"M";"F"],["NY";"LA";"LA";"NY";"NY"],[30;40;50;60;70],VariableNames=["Sex","City","Age"]); '


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ('P = pivot(T,Columns="Sex",Rows="City"); disp([P.F P.M])', "     1     1\n     2     1\n"),
        ('P = pivot(T,Columns="Sex",Rows="City",DataVariable="Age",Method="max"); disp([P.F P.M])', "    50    40\n    70    60\n"),
        ('P = pivot(T,Columns=["City" "Sex"],DataVariable="Age"); disp([P.NY.F P.LA.M])', "   100    40\n"),
        ('P = pivot(T,Columns=["City" "Sex"],DataVariable="Age",OutputFormat="flat"); disp([P.NY_F P.LA_M])', "   100    40\n"),
        ('P = pivot(T,Rows="City",Method="percentage"); disp(P.percentage)', "    40\n    60\n"),
        ('P = pivot(T,Rows="City",Columns="Sex",RowLabelPlacement="rownames"); disp(P{"NY","F"})', "     2\n"),
        ('T(6,:) = {"F","SF",80}; P = pivot(T,Rows="City",Columns="Sex",DataVariable="Age",Method="mean"); disp(P.M)', "    40\n    60\n   NaN\n"),
    ],
)  # fmt: skip
def test_pivot(code, text):
    outcome = Session().run("format compact\n" + PIVOTED + code)
    assert outcome.error is None, outcome.error
    assert outcome.text == text


def test_columns_of_every_class_are_joined_row_by_row():
    made = "T = table([1;2],{'a';'b'},categorical({'x';'y'}),datetime(2020,1,[1;2]),hours([1;2]),calmonths([1;2]),[\"a\";\"b\"],sparse([1;0]));"
    row = "{3,'c','zz',datetime(2021,1,1),hours(3),calmonths(3),\"r\",4}"
    asked = "fprintf('%s ', strjoin(string(U.Var3)', ','), string(U.Var6(3)), string(sum(U.Var8)), strjoin(U.Var7', ''))"
    assert run(f"{made} U = [T; T(1,:)]; {asked}").split() == ["x,y,x", "1mo", "2", "aba"]
    assert run(f"{made} U = [T; {row}]; {asked}").split() == ["x,y,zz", "3mo", "5", "abr"]
    assert run("T = table([1;2],sparse([3;4])); T{4,1} = 5; disp(full(T.Var2)')").split() == ["3", "4", "0", "0"]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("T = table([1;2;3],[4;6;8]); disp(cumsum(T).Var2'), S = cumsum(T, 2); disp(S{:,2}'), disp(any(T > 5).Var1)", "     4    10    18\n     5     8    11\n   0\n"),
        ("S = setxor(table([1;2],[4;6]), table([1;9],[4;9])); disp(S{:,:}), [G,ID] = findgroups(table([1;1;2],[7;7;7])); disp(G'), disp(height(ID))", "     2     6\n     9     9\n     1     1     2\n     2\n"),
        ("[N,C,S] = normalize(table([1;2;3]), 'DataVariables', 1, 'ReplaceValues', false); disp(N.Var1_normalized'), disp([C.Var1 S.Var1])", "    -1     0     1\n     2     1\n"),
        ("T = table([1;NaN;NaN],[NaN;NaN;3]); disp(height(rmmissing(T, 'MinNumMissing', 2))), disp(width(rmmissing(table([1;NaN],[1;2]), 2)))", "     2\n     1\n"),
        ("[F,TF] = fillmissing(table([1;NaN],{'';'x'}), 'constant', {5,'q'}); fprintf('%d %s ', F.Var1(2), F.Var2{1}), fprintf('%d', TF)", "5 q 0110"),
        ("F = fillmissing(table([1;NaN],[NaN;4]), 'previous', 'DataVariables', 'Var1', 'ReplaceValues', false); fprintf('%d ', F.Var1_filled, width(F))", "1 1 3 "),
        ("F = filloutliers(table([1;2;1;2;50;1],[3;3;3;3;3;99]), 'linear', 'DataVariables', 'Var1'); fprintf('%g ', F.Var1, F.Var2(6))", "1 2 1 2 1.5 1 99 "),
        ("disp(isoutlier(table([1;2;1;2;50;1],[3;3;3;3;3;99]), 'OutputFormat', 'tabular').Var1')", "   0   0   0   0   1   0\n"),
        ("disp(ismissing(table([NaN;-9;Inf],{'a';'NA';''}), {'NA',-9})), disp(ismissing(table([1;NaN]), 'OutputFormat', 'tabular').Var1')", "   0   0\n   1   1\n   0   0\n   0   1\n"),
        ("S = standardizeMissing(table([1;-9]), -9, 'ReplaceValues', false); disp(S.Var1_standardized'), disp(isnat(standardizeMissing(datetime(2020,1,1:2), datetime(2020,1,2))))", "     1   NaN\n   0   1\n"),
        ("T = table([1;2],'variablenames',{'q'}); disp(T.q'), TT = timetable('Size',[2 1],'VariableTypes',{'double'},'TimeStep',seconds(3)); disp(seconds(TT.Time'))", "     1     2\n     0     3\n"),
        ("TT = max(timetable(seconds([1;2]),[5;6],[7;2]), [], 2); disp(class(TT)), disp(TT{:,1}')", "timetable\n     7     6\n"),
    ],
)  # fmt: skip
def test_functions_of_arrays_take_tables(code, text):
    assert run(code) == text


@pytest.mark.parametrize(
    ("code", "identifier"), [("table(1)'", "MATLAB:UndefinedFunction"), ("mean(table(1),'all')", "MATLAB:table:mean:InvalidDim")]
)
def test_what_tables_have_not(code, identifier):
    assert fails(code) == identifier


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("T = table([1;2;3],[4;5;6]); disp(flipud(T).Var1'), disp(strjoin(fliplr(T).Properties.VariableNames)), disp(circshift(T,1).Var2')", "     3     2     1\nVar2 Var1\n     6     4     5\n"),
        ("T = table([1;2],'RowNames',{'p';'q'}); R = repelem(T,[1;2],2); disp(R.Var1_1'), disp(strjoin(R.Properties.RowNames)), disp(repelem(T,2,1).Var1')", "     1     2     2\np q q_1\n     1     1     2     2\n"),
        ("[B, i] = topkrows(table([1;9;4;7]), 2, 'Var1'); disp(B.Var1'), disp(i')", "     9     7\n     2     4\n"),
        ("T = table([1;2],[3;4],'RowNames',{'p';'q'}); R = repmat(T,2,2); disp(size(R)), disp(strjoin(R.Properties.RowNames)), disp(strjoin(R.Properties.VariableNames))", "     4     4\np q p_1 q_1\nVar1 Var2 Var1_1 Var2_1\n"),
        ("TT = flipud(timetable(seconds([1;2]),[3;4])); disp(seconds(TT.Time')), disp(issorted(TT)), disp(issorted(sortrows(TT)))", "     2     1\n   0\n   1\n"),
        ("TT = timetable(datetime(2020,1,[1;1;2])+hours([0;1;0]),[1;2;4],'VariableNames',{'x'}); G = groupsummary(TT,'Time','day','sum','x'); disp(G.sum_x'), disp(height(varfun(@sum,TT,'GroupingVariables','Time')))", "     3     4\n     3\n"),
        ("V = varfun(@(v) v*v, table([1;2]), 'ErrorHandler', @(e,varargin) strcat(e.identifier, e.name)); disp(V{1,1}), R = rowfun(@(x) x*[1 2]*x*[1 2], table([7;8]), 'ErrorHandler', @(e,x) 10*e.index+x); disp(R.Var1')", "MATLAB:innerdimVar1\n    17    28\n"),
        ("T = table([1;2],{'a';'b'}); disp(varfun(@isnumeric, T, 'Output','uni')), disp(rowfun(@(a) 2*a, T, 'Inp','Var1','OutputFormat','unif')')", "   1   0\n     2     4\n"),
        ("T = table([1;2]); try, varfun(@sum, T, 'Colour','red'), catch e, disp(e.identifier), end, try, varfun(@sum, T, 'OutputFormat','t'), catch e, disp(e.identifier), end", "MATLAB:table:parseArgs:BadParamName\nMATLAB:table:varfun:InvalidOutputFormat\n"),
        ("f = [tempname '.csv']; TT = timetable(datetime(2020,1,2)+hours([0;3]),[1;2]); writetimetable(TT,f); R = readtimetable(f); delete(f); disp(isequal(R.Time,TT.Time))", "   1\n"),
        ("disp(isa(table(1),'tabular')), [a,b] = bounds(datetime(2020,1,1:3)); disp(day([a b]))", "   1\n     1     3\n"),
    ],
)  # fmt: skip
def test_rows_of_tables_move(code, text):
    assert run(code) == text


@pytest.mark.parametrize("code", ["permute(table(1),[2 1])", "reshape(table(1,2),2,1)", "rot90(table(1))"])
def test_tables_have_no_other_shape(code):
    assert fails(code) == "MATLAB:UndefinedFunction"


@pytest.mark.parametrize(("code", "text"), [
    ("join(L, R, 'Keys', 'k', 'KeepOneCopy', 'a')", "k a c d "),
    ("join(L, R, 'Keys', 'k')", "k a_L c a_R d "),
    ("pivot(L, Rows='k', Columns='c', ColumnsBinMethod=[4 5 6], IncludedEdge='right')", "k [4, 5] (5, 6] "),
])  # fmt: skip
def test_options_of_joins_and_pivots_count(code, text):
    session = Session(provider="host")
    session.run("L = table([1;2],[3;4],[5;6],'VariableNames',{'k','a','c'}); R = table([2;1],[7;8],[9;10],'VariableNames',{'k','a','d'});")
    outcome = session.run(f"T = {code}; fprintf('%s ', T.Properties.VariableNames{{:}})")
    assert outcome.error is None and outcome.text == text


def test_rows_are_written_under_new_names():
    session = Session(provider="host")
    session.run(
        "T = table([1;2],{'a';'b'},'VariableNames',{'n','c'},'RowNames',{'p','q'}); T('r',:) = {3,{'c'}}; T(\"s\",'n') = {4}; T{'t','n'} = 5;"
    )
    session.run("T({'q','u'},'n') = table([20;6]);")
    outcome = session.run("fprintf('%s ', T.Properties.RowNames{:}); fprintf('%g ', T.n); fprintf('%d', numel(T.c))")
    assert outcome.error is None and outcome.text == "p q r s t u 1 20 3 4 5 6 6"
    assert session.run("T('w',:)").error.identifier == "MATLAB:table:UnrecognizedRowName"


@pytest.mark.parametrize(("code", "text"), [
    ("G = groupsummary(T,{'c','d'},{'none','quarter'}); fprintf('%s %s|', string(G.c(2)), string(G.quarter_d(2)))", "b Q1 2020|"),
    ("G = groupsummary(T,{'h','i'},{hours([0 2 4]),[0 2 4]},'sum','i'); fprintf('%g ', G.GroupCount, G.sum_i)", "1 2 1 5 "),
    ("G = groupsummary(T,'d',calmonths(2)); fprintf('%g ', G.GroupCount)", "2 1 "),
    ("G = groupsummary(T,'h',hours(2)); fprintf('%g ', G.GroupCount)", "1 2 "),
    ("G = groupcounts(T,{'c','i'},'IncludeEmptyGroups',true); fprintf('%g ', G.GroupCount, G.i)", "0 1 0 1 0 1 1 2 3 1 2 3 "),
    ("T.c(1) = missing; G = groupsummary(T,'c',{'sum','max'},'i','IncludeEmptyGroups',true); fprintf('%g ', G.GroupCount, G.sum_i, G.max_i)", "1 1 1 2 3 1 2 3 1 "),
    ("T.c = categorical({'p';'p';'p'},{'p','q'}); G = groupsummary(T,'c',{'sum','mean'},'i','IncludeEmptyGroups',true); fprintf('%g ', G.sum_i, G.mean_i)", "6 0 2 NaN "),
    ("P = pivot(T,Rows='c',Columns='i',IncludeEmptyGroups=true); fprintf('%g ', P{:,2:end})", "0 1 1 0 0 1 "),
    ("T.c = categorical({'p';'p';'p'},{'p','q'}); P = pivot(T,Rows='c',DataVariable='i',IncludeEmptyGroups=true); fprintf('%g ', P.sum_i)", "6 0 "),
    ("m = splitapply(@(d) max(d),T.d,[1;2;1]); fprintf('%g ', month(m))", "3 1 "),
    ("m = splitapply(@(x) x(1),T.c,[1;2;1]); fprintf('%s ', string(m))", "b a "),
    ("J = innerjoin(table({'a';'b'},[7;8],'VariableNames',{'k','z'}),table([\"b\";\"c\"],[5;6],'VariableNames',{'k','w'})); fprintf('%g ', J.z, J.w)", "8 5 "),
    ("c = discretize(hours([1 4]),hours([0 2 4]),'categorical','IncludedEdge','right'); fprintf('%s|', string(c))", "[0 hr, 2 hr]|(2 hr, 4 hr]|"),
])  # fmt: skip
def test_groups_by_times_and_bins(code, text):
    session = Session(provider="host")
    session.run("T = table(categorical({'b';'a';'b'}),datetime(2020,[3;1;2],1),hours([1;2;3]),[1;2;3],'VariableNames',{'c','d','h','i'});")
    outcome = session.run(code)
    assert outcome.error is None and outcome.text == text


def test_names_of_variables_are_written_as_strings():
    session = Session(provider="host")
    outcome = session.run(
        'T = table([1;2]); T.Properties.RowNames = ["p" "q"]; T.Properties.VariableNames = "x"; fprintf(\'%g\', T{"q","x"})'
    )
    assert outcome.error is None and outcome.text == "2"
    assert session.run("T.Properties.RowNames = [1 2];").error is not None
    session.run('T = table(1,2,3); T.Properties.VariableNames(1) = "UTC"; T.Properties.VariableNames(2:3) = ["a" "b"];')
    session.run("T.Properties.VariableUnits(2) = \"m\"; c = {'x','y'}; c(2) = \"z\";")
    outcome = session.run("fprintf('%s ', T.Properties.VariableNames{:}, T.Properties.VariableUnits{2}, class(c{2}), c{2})")
    assert outcome.error is None and outcome.text == "UTC a b m string z "


@pytest.mark.parametrize("code", [
    "T(end+1,:) = {9,{'w'}};", "T = [T; {9,{'w'}}];", "T = [T; cell2table({9,{'w'}},'VariableNames',{'V','C'})];", "T(3,:) = {9,'w'};",
])  # fmt: skip
def test_a_cell_in_a_row_of_cells_gives_its_contents(code):
    assert run("T = table([1;2],{'x';'y'},'VariableNames',{'V','C'});" + code + "fprintf('%s', T.C{:}, class(T.C{3}))") == "xywchar"


def test_wider_cells_stay_in_a_row_of_cells():
    assert run("T = table([1;2],{'x';'y'}); T(3,:) = {9,{1,2}}; disp(size(T.Var2{3}))") == "     1     2\n"
    assert run("T = cell2table({1,{1,2};2,{3,4}}); disp(size(T.Var2))") == "     2     2\n"


def test_rows_with_names_are_joined_by_them():
    code = "A = table([1;2],'RowNames',{'p','q'}); B = table([3;4],'VariableNames',{'w'},'RowNames',{'q','p'}); "
    assert run(code + "T = [A B]; disp(T.w')") == "     4     3\n"
    assert run(code + "T = [table([7;8],'VariableNames',{'z'}) B]; disp(T{'p','w'})") == "     4\n"
    assert (
        Session().run(code + "[A table([5;6],'VariableNames',{'v'},'RowNames',{'q','r'})]").error.identifier
        == "MATLAB:table:horzcat:UnequalRowNames"
    )


@pytest.mark.parametrize(("code", "identifier"), [
    ("table(1,2,'RowNames',{'a','b'})", "MATLAB:table:IncorrectNumberOfRowNames"),
    ("array2table([1;2],'RowNames',{'a'})", "MATLAB:table:IncorrectNumberOfRowNames"),
    ("table([1;2],'RowNames',{'a','a'})", "MATLAB:table:DuplicateRowNames"),
    ("T = table([1;2]); T.Properties.RowNames = {'a',''}", "MATLAB:table:EmptyRowNames"),
    ("T = table([1;2]); T.Properties.DimensionNames = {'A'}", "MATLAB:table:IncorrectNumberOfDimNames"),
    ("T = table([1;2]); T.Properties.VariableUnits = {'m','s'}", "MATLAB:table:IncorrectNumberOfUnits"),
])  # fmt: skip
def test_names_that_do_not_fit_are_refused(code, identifier):
    assert Session().run(code).error.identifier == identifier


@pytest.mark.parametrize(("code", "text"), [
    ("T.Properties.VariableNames{'x'} = 'X'; fprintf('%s', T.Properties.VariableNames{:})", "Xy"),
    ("T.Properties.VariableNames({'y','x'}) = {'q','p'}; fprintf('%s', T.Properties.VariableNames{:})", "pq"),
    ("T.Properties.VariableUnits{'y'} = 'm'; fprintf('%d%s', numel(T.Properties.VariableUnits), T.Properties.VariableUnits{'y'})", "2m"),
    ("T.Properties.VariableDescriptions(2) = \"why\"; fprintf('<%s>', T.Properties.VariableDescriptions{:})", "<><why>"),
])  # fmt: skip
def test_lists_about_variables_know_their_names(code, text):
    assert run("T = table([1;2],[3;4],'VariableNames',{'x','y'});" + code) == text


@pytest.mark.parametrize(("code", "text"), [
    ("T = table; T(2,:) = {1,'x'}; fprintf('%d', size(T), T.Var1)", "2201"),
    ("T = table; for i = 1:2, T(i,:) = table(i,i^2,'VariableNames',{'n','s'}); end, fprintf('%d', T.n, T.s)", "1214"),
    ("T = table; T(:,1) = {1;2}; fprintf('%d', T.Var1)", "12"),
    ("T = [table, table([1;2],'VariableNames',{'z'})]; fprintf('%d', T.z)", "12"),
])  # fmt: skip
def test_a_table_of_nothing_takes_the_size_of_what_is_written(code, text):
    assert run(code) == text


def test_a_row_of_another_width_is_refused():
    assert Session().run("T = table(1,2); T(1,:) = {1,2,3}").error.identifier == "MATLAB:table:WidthMismatch"


def test_totals_of_pivoted_tables_are_the_method_over_everything():
    code = (
        "T = table(categorical({'a'; 'b'; 'a'}), [1; 2; 1], [10; 20; 60], 'VariableNames', {'c', 'n', 'v'});"
        "P = pivot(T, Rows='c', Columns='n', DataVariable='v', Method='mean', IncludeTotals=true);"
        "disp(char(join(string(P.c)))), disp(P.Overall_mean'), Q = pivot(T, Rows='n', IncludeTotals=true); disp(class(Q.n)), disp(Q.count')"
    )
    assert execute(code).split() == ["a", "b", "Overall_mean", "35", "20", "30", "string", "2", "1", "3"]


_TWO = "T = table([1; 2], {'a'; 'b'}); "


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("T(1:2, 1) = {7}; fprintf('%g ', T.Var1)", "7 7 "),
        ("U = table([1; 2], [3; 4]); U(1, :) = table(9); fprintf('%g ', U{:, :})", "9 2 9 4 "),
        ("U = table([1; 2], [3; 4]); U(:, :) = {0}; fprintf('%g ', U{:, :})", "0 0 0 0 "),
        ("T(:, :) = []; fprintf('%d ', size(T))", "0 2 "),
        ("U = [T {3; 4}]; fprintf('%s ', U.Properties.VariableNames{:}); fprintf('%g ', U.Var3)", "Var1 Var2 Var3 3 4 "),
        ("TT = [timetable(seconds([1; 2]), [1; 2]); table([3; 4])]; fprintf('%g ', seconds(TT.Time), TT.Var1)", "1 2 NaN NaN 1 2 3 4 "),
        ("U = addvars(T, [5; 6], 'Before', 2); fprintf('%s ', U.Properties.VariableNames{:})", "Var1 Var2_1 Var2 "),
        ("U = addvars(T, T.Var1 * 2); fprintf('%s ', U.Properties.VariableNames{:})", "Var1 Var2 Var3 "),
        ("V = varfun(@(x) x, table(1, 'RowNames', {'r'})); fprintf('%d', isempty(V.Properties.RowNames))", "1"),
    ],
)
def test_what_is_written_into_and_set_beside_tables(code: str, printed: str) -> None:
    assert run(_TWO + code) == printed


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("T(1, :) = {5};", "Conversion to cell from double is not possible."),
        ("T(1, :) = {5, 7};", "Conversion to cell from double is not possible."),
        ('T(1, :) = {5, "s"};', "value of type 'string' is not convertible to 'cell'."),
        ("T(1:2, :) = table(9, {'z'});", "the number of rows must match the height of the table."),
        ("T(1:2, :) = {7, 'x'};", "the number of rows must match the height of the table."),
        ("T(1:2, :) = {7; 8};", "The number of table variables in an assignment must match."),
        ("T(3) = [];", "To select rows, use t(i,:)."),
        ("[table([1; 2]); table({'a'; 'b'})]", "'Var1' because it is a cell array in one table and not a cell array in another."),
        ("[T; 5]", "All input arguments must be tables or cell arrays."),
        ("table2array(T)", "the table variables 'Var1' and 'Var2', because their types are double and cell."),
        ("addvars(T, [1; 2; 3])", "the number of rows must match the height of the table."),
        ("varfun(@(x) [x x], table(1), 'OutputFormat', 'uniform')", "non-scalar value when applied to the variable 'Var1'."),
        ("rowfun(@(x) [x x], table(1), 'OutputFormat', 'uniform')", "non-scalar value when applied to the 1st row."),
    ],
)
def test_what_tables_refuse_leaves_them_alone(code: str, words: str) -> None:
    session = Session()
    assert session.run(_TWO + code).error.message.endswith(words)
    assert session.run("fprintf('%d %g %s', height(T), T.Var1(1), T.Var2{1})").text == "2 1 a"


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("G = groupsummary(table([Inf;NaN;1;Inf;NaN],(1:5)'),'Var1','sum'); fprintf('%g ', G.Var1, G.sum_Var2)", "1 Inf NaN 3 5 7 "),
        ("U = unique(table([Inf;NaN;-Inf;Inf;NaN])); fprintf('%g ', U.Var1)", "-Inf Inf NaN NaN "),
        ("J = innerjoin(table([Inf;NaN],[1;2]), table([NaN;Inf],[3;4]), 'Keys', 1); fprintf('%g ', J{:, :})", "Inf 1 4 "),
        ("fprintf('%g ', findgroups([Inf NaN 1 Inf -Inf]), findgroups([2;2;1],[0.5;-1;7]))", "3 NaN 2 3 1 3 2 1 "),
        ("[g, a] = findgroups([7 1e9 7 -3 1e9]); fprintf('%g ', g, a)", "2 3 2 1 3 -3 7 1e+09 "),
    ],
)
def test_infinite_keys_are_not_missing_ones(code, printed):
    assert run(code) == printed


@pytest.mark.parametrize("rest", ["...\n        second", "... a comment\n second", "...\n ...\n second ...\n "])
def test_variables_on_continued_lines_name_columns(rest):
    code = f"first = 1; second = 2; third = 3; T = table(first, {rest}, third); fprintf('%s ', T.Properties.VariableNames{{:}})"
    assert run(code) == "first second third "
