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
