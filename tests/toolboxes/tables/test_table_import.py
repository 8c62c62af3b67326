"""Delimited text becomes tables: types that are recognised, options that change them."""

# ruff: noqa: E501

import pytest

from runmat_kernel.session import Session

TEXT = 'id,name,when,value\n1,"a, b",2020-01-02,1.5\n2,c,2021-03-04,\n'


@pytest.fixture
def session(tmp_path, monkeypatch):
    (tmp_path / "d.csv").write_text(TEXT)
    monkeypatch.chdir(tmp_path)
    session = Session(provider="host")
    session.run("format compact")
    return session


def text(session, code):
    outcome = session.run(code)
    assert outcome.error is None, outcome.error
    return outcome.text


def test_types_are_recognised(session):
    assert text(session, "T = readtable('d.csv'); fprintf('%s ', class(T.id), class(T.name), class(T.when))") == "double cell datetime "
    assert text(session, "fprintf('%s|%g|%s', T.name{1}, T.value(2), char(T.when(2)))") == "a, b|NaN|2021-03-04"


def test_options_change_names_types_and_choice(session):
    text(session, "o = detectImportOptions('d.csv');")
    assert text(session, "fprintf('%s ', o.VariableTypes{:})") == "double char datetime double "
    text(
        session,
        "o = setvartype(o, 'id', 'int32'); o.VariableNames{4} = 'v'; o.SelectedVariableNames = {'v', 'id'}; T = readtable('d.csv', o);",
    )
    assert text(session, "fprintf('%s ', T.Properties.VariableNames{:}, class(T.id))") == "v id int32 "
    text(
        session,
        "o = setvaropts(o, 'when', 'Type', 'datetime', 'InputFormat', 'uuuu-dd-MM'); o.SelectedVariableNames = 3; T = readtable('d.csv', o);",
    )
    assert text(session, "fprintf('%d ', month(T.when))") == "2 4 "


def test_names_rows_and_headers(session):
    assert (
        text(
            session,
            "T = readtable('d.csv', 'ReadRowNames', true, 'TextType', 'string'); fprintf('%s ', T.Properties.RowNames{:}, class(T.name))",
        )
        == "1 2 string "
    )
    assert (
        text(
            session,
            "T = readtable('d.csv', 'NumHeaderLines', 1, 'ReadVariableNames', false); fprintf('%d %s', height(T), T.Properties.VariableNames{1})",
        )
        == "2 Var1"
    )


@pytest.mark.parametrize(("code", "identifier"), [
    ("setvartype(detectImportOptions('d.csv'), 'zz', 'double')", "MATLAB:textio:io:UnknownVarName"),
    ("setvartype(3, 'double')", "MATLAB:UndefinedFunction"),
    ("readtable('d.csv', setvartype(detectImportOptions('d.csv'), 'id', 'nonsense'))", "MATLAB:textio:io:UnsupportedType"),
    ("o = detectImportOptions('d.csv'); o.VariableNames = {'a'};", "MATLAB:textio:io:SizeMismatch"),
])  # fmt: skip
def test_errors(session, code, identifier):
    assert session.run(code).error.identifier == identifier


def test_lines_before_and_between_the_data(session, tmp_path):
    (tmp_path / "h.txt").write_text("Report\nof today\n\n% remark\nx y z\n1 2 3\n4 NA 6\n")
    assert (
        text(session, "T = readtable('h.txt', 'CommentStyle', '%'); fprintf('%s ', T.Properties.VariableNames{:}); fprintf('%g ', T{:,:})")
        == "x y z 1 4 2 NaN 3 6 "
    )
    text(session, "o = detectImportOptions('h.txt', 'CommentStyle', '%');")
    assert text(session, "fprintf('%g ', o.DataLines, o.VariableNamesLine)") == "6 Inf 5 "
    assert text(session, "o.DataLines = [7 Inf]; T = readtable('h.txt', o); fprintf('%g ', T{:,:})") == "4 NaN 6 "


def test_changed_titles_are_kept_and_told(session, tmp_path):
    (tmp_path / "t.csv").write_text("Height (cm),x\n1,2\n")
    said = text(session, "T = readtable('t.csv');")
    assert said.startswith("Warning: Column headers from the file were modified")
    assert (
        text(session, "fprintf('%s|%s', T.Properties.VariableNames{1}, T.Properties.VariableDescriptions{1})") == "Height_cm_|Height (cm)"
    )
    assert (
        text(session, "T = readtable('t.csv', 'VariableNamingRule', 'preserve'); fprintf('%s', T.Properties.VariableNames{1})")
        == "Height (cm)"
    )


def test_missing_values_durations_and_timetables(session, tmp_path):
    (tmp_path / "m.csv").write_text("t,d,v\n2020-01-01 10:00:00,1:30:00,-99\n2020-01-01 11:00:00,0:10:30,4\n")
    assert (
        text(session, "T = readtable('m.csv', 'TreatAsMissing', '-99'); fprintf('%s %g %d', class(T.d), minutes(T.d(2)), isnan(T.v(1)))")
        == "duration 10.5 1"
    )
    assert text(session, "TT = readtimetable('m.csv'); fprintf('%s', class(TT)); fprintf(' %d', hour(TT.t))") == "timetable 10 11"


MIXED = 'a,b,c,d\n1,2.5,x y,2020-01-02\n,NA,"q,r",\n\n5,bad, z ,2021-02-03,extra\n'


@pytest.fixture
def mixed(session, tmp_path):
    (tmp_path / "m.csv").write_text(MIXED)
    text(session, "o = delimitedTextImportOptions('NumVariables', 4, 'DataLines', 2, 'VariableNames', {'a','b','c','d'});")
    text(session, "o.VariableTypes = {'double','double','char','datetime'}; o.ExtraColumnsRule = 'ignore';")
    return session


@pytest.mark.parametrize(("change", "code", "printed"), [
    ("", "fprintf('%g ', T.a, T.b)", "1 NaN 5 2.5 NaN NaN "),
    ("o = setvaropts(o, {'a','b'}, 'FillValue', -1);", "fprintf('%g ', T.a, T.b)", "1 -1 5 2.5 -1 -1 "),
    ("o = setvaropts(o, 'd', 'FillValue', datetime(1999,1,1));", "fprintf('%g ', year(T.d))", "2020 1999 2021 "),
    ("o.MissingRule = 'omitrow';", "fprintf('%g ', T.a)", "1 5 "),
    ("o.MissingRule = 'omitvar';", "fprintf('%s ', T.Properties.VariableNames{:})", "c "),
    ("o.ImportErrorRule = 'omitrow';", "fprintf('%g ', T.a)", "1 NaN "),
    ("o.MissingRule = 'omitrow'; o.ImportErrorRule = 'omitrow';", "fprintf('%g ', T.a)", "1 "),
    ("o.EmptyLineRule = 'read';", "fprintf('%d', height(T))", "4"),
    ("o.ExtraColumnsRule = 'addvars';", "fprintf('%s', T.ExtraVar1{3})", "extra"),
    ("o = setvaropts(o, 'c', 'WhitespaceRule', 'preserve', 'QuoteRule', 'keep');", "fprintf('[%s]', T.c{2:3})", '["q,r"][ z ]'),
    ("o = setvaropts(o, 'c', 'Type', 'string', 'TreatAsMissing', 'z');", "fprintf('%d', ismissing(T.c))", "001"),
    ("o = setvaropts(o, 'b', 'TreatAsMissing', 'bad'); o.MissingRule = 'omitrow';", "fprintf('%g ', T.a)", "1 "),
    ("o = setvaropts(o, 'c', 'Suffixes', 'y', 'Prefixes', {'x','q'});", "fprintf('[%s]', T.c{:})", "[ ][,r][z]"),
])  # fmt: skip
def test_rules_and_settings_of_variables_are_followed(mixed, change, code, printed):
    assert text(mixed, f"{change} T = readtable('m.csv', o); {code}") == printed


@pytest.mark.parametrize(("change", "identifier"), [
    ("o.MissingRule = 'error';", "MATLAB:textio:io:MissingRuleError"),
    ("o.ImportErrorRule = 'error';", "MATLAB:textio:io:ImportErrorRuleError"),
    ("o.ExtraColumnsRule = 'error';", "MATLAB:textio:io:ExtraColumnsRuleError"),
    ("o.EmptyLineRule = 'error';", "MATLAB:textio:io:EmptyLineRuleError"),
    ("o = setvaropts(o, 'a', 'EmptyFieldRule', 'error');", "MATLAB:textio:io:EmptyFieldRuleError"),
    ("o = setvaropts(o, 'a', 'WhitespaceRule', 'trim');", "MATLAB:textio:io:UnknownParameter"),
])  # fmt: skip
def test_rules_that_refuse(mixed, change, identifier):
    assert mixed.run(f"{change} T = readtable('m.csv', o);").error.identifier == identifier


def test_numbers_and_truth_as_variables_write_them(session, tmp_path):
    (tmp_path / "n.txt").write_text("x;y;z\n1.234,5;$7;yes\n2,5;-8 kg;no\n")
    text(session, "o = detectImportOptions('n.txt'); o.VariableTypes = {'double','double','logical'};")
    text(
        session, "o = setvaropts(o, 'x', 'DecimalSeparator', ',', 'ThousandsSeparator', '.'); o = setvaropts(o, 2, 'TrimNonNumeric', true);"
    )
    text(session, "o = setvaropts(o, 'z', 'TrueSymbols', 'yes', 'FalseSymbols', 'no'); T = readtable('n.txt', o);")
    assert text(session, "fprintf('%g ', T.x, T.y, T.z)") == "1234.5 2.5 7 -8 1 0 "


def test_options_show_their_groups(session):
    shown = text(session, "o = detectImportOptions('d.csv')").splitlines()
    assert shown[1] == "  DelimitedTextImportOptions with properties:"
    assert "   Format Properties:" in shown and "                    Delimiter: {','}" in shown
    assert "                VariableNames: {'id', 'name', 'when', 'value'}" in shown
    assert "                    DataLines: [2 Inf]" in shown


def test_sheets_have_options_of_their_own(session):
    text(session, "writecell({'n','v';1,2;3,[]}, 'w.xlsx'); o = detectImportOptions('w.xlsx'); T = readtable('w.xlsx', o);")
    assert text(session, "fprintf('%s ', class(o), o.DataRange, T.Properties.VariableNames{:}); fprintf('%g ', T{:,:})") == (
        "matlab.io.spreadsheet.SpreadsheetImportOptions A2 n v 1 3 2 NaN "
    )
    text(session, "o = spreadsheetImportOptions('NumVariables', 2, 'DataRange', 'A2:B2', 'VariableTypes', {'double','string'});")
    assert text(session, "T = readtable('w.xlsx', o); fprintf('%g %s', T.Var1, T.Var2)") == "1 2"


def test_row_times_are_made_as_asked(session, tmp_path):
    (tmp_path / "r.txt").write_text("1,2\n3,4\n")
    assert text(session, "TT = readtimetable('r.txt', 'TimeStep', seconds(2)); fprintf('%g ', seconds(TT.Time), width(TT))") == "0 2 2 "
    assert (
        text(session, "TT = readtimetable('r.txt', 'SampleRate', 2, 'StartTime', seconds(5)); fprintf('%g ', seconds(TT.Time))") == "5 5.5 "
    )


def test_what_is_empty_can_be_written(session):
    text(
        session,
        "writematrix(zeros(0,3), 'e.csv'); writecell(cell(0,2), 'e.csv'); csvwrite('e.csv', zeros(0,3)); writecell({1,[]}, 'e.xlsx');",
    )
    text(session, "T = rmmissing(table(zeros(0,2), strings(0,1), cell(0,1), NaT(0,1)));")
    assert text(session, "fprintf('%d', size(T), size(rats([])), size(ismissing(T)))") == "040004"


def test_lines_of_units_and_descriptions(session, tmp_path):
    (tmp_path / "u.csv").write_text("len,mass\nm,kg\nhow long,how heavy\n1,2\n3,4\n")
    text(session, "o = delimitedTextImportOptions('VariableNames', {'l','m'}, 'VariableTypes', {'double','double'}, 'DataLines', 4);")
    text(session, "o.VariableUnitsLine = 2; o.VariableDescriptionsLine = 3; T = readtable('u.csv', o);")
    printed = text(session, "fprintf('%s ', T.Properties.VariableUnits{:}, T.Properties.VariableDescriptions{:}); fprintf('%g ', T.l)")
    assert printed == "m kg how long how heavy 1 3 "


def test_encodings_are_followed(session, tmp_path):
    (tmp_path / "l.csv").write_bytes("n,t\n1,é\n\n2,ü \n".encode("latin-1"))
    assert text(session, "T = readtable('l.csv', 'Encoding', 'ISO-8859-1'); fprintf('%s', T.t{:})") == "éü"
    text(session, "o = detectImportOptions('l.csv', 'Encoding', 'ISO-8859-1'); C = readcell('l.csv', 'Encoding', 'ISO-8859-1');")
    assert text(session, "T = readtable('l.csv', o); fprintf('%s', T.t{1}, C{3,2})") == "éü"
    code = "s = readlines('l.csv', 'Encoding', 'ISO-8859-1', 'EmptyLineRule', 'skip', 'WhitespaceRule', 'trim'); fprintf('%s|', s)"
    assert text(session, code) == "n,t|1,é|2,ü|"
    assert session.run("readtable('l.csv', 'Encoding', 'nonsense')").error.identifier == "MATLAB:textio:textio:UnsupportedEncoding"


def test_numbers_of_every_class_are_written(session):
    code = (
        "writetable(table(uint64(18446744073709551615), single(0.1), 1+2i, true, NaN, 'VariableNames', {'a b','c','d','e','f'}), 'w.csv');"
    )
    text(session, code + " t = fileread('w.csv'); writematrix(single([0.1 2]), 'm.csv'); u = fileread('m.csv');")
    assert text(session, "fprintf('%s%s', t, u)") == "a b,c,d,e,f\n18446744073709551615,0.1,1+2i,1,NaN\n0.1,2\n"


def test_a_column_alone_may_have_a_title_with_blanks(session, tmp_path):
    (tmp_path / "o.csv").write_text("my var\n1\n2\n")
    text(session, "T = readtable('o.csv', 'VariableNamingRule', 'preserve');")
    assert text(session, "fprintf('%s|%g|%g', T.Properties.VariableNames{:}, T{:,1})") == "my var|1|2"


def test_one_row_is_read_as_any_other(session, tmp_path):
    (tmp_path / "one.csv").write_text("t,d,s,l\n2024-01-02,01:02:03,abc,true\n")
    assert (
        text(session, "T = readtable('one.csv'); fprintf('%s ', class(T.t), class(T.d), class(T.s)); fprintf('%g', seconds(T.d))")
        == "datetime duration cell 3723"
    )
    assert (
        text(
            session,
            "o = setvartype(detectImportOptions('one.csv'),'l','logical'); T = readtable('one.csv',o); fprintf('%s%d', class(T.l), ~T.l)",
        )
        == "logical0"
    )


def test_a_range_of_a_text_file_is_followed(session, tmp_path):
    (tmp_path / "r.csv").write_text("a,b,c\n1,2,3\n4,5,6\n7,8,9\n")
    assert (
        text(session, "T = readtable('r.csv','Range','A1:B3'); disp(T{:,:}), fprintf('%s', T.Properties.VariableNames{:})")
        == "     1     2\n     4     5\nab"
    )
    assert text(session, "disp(readtable('r.csv','Range','B2').Variables)") == "     2     3\n     5     6\n     8     9\n"
    assert text(session, "[x,y] = readvars('r.csv','Range','A3:B4'); disp([x y])") == "     4     5\n     7     8\n"


def test_times_that_stay_texts_are_strings_where_texts_are(session):
    assert text(session, "T = readtable('d.csv','TextType','string','DatetimeType','text'); fprintf('%s', class(T.when))") == "string"


def test_columns_of_cells_beside_each_other_are_written(session):
    code = "writetable(table([1;3],{'a','b';'c','d,e'}),'m.csv'); fprintf('%s', fileread('m.csv'))"
    assert text(session, code) == 'Var1,Var2_1,Var2_2\n1,a,b\n3,c,"d,e"\n'
