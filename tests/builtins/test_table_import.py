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
    text(session, "o = setvartype(o, 'id', 'int32'); o.VariableNames{4} = 'v'; o.SelectedVariableNames = {'v', 'id'}; T = readtable('d.csv', o);")
    assert text(session, "fprintf('%s ', T.Properties.VariableNames{:}, class(T.id))") == "v id int32 "
    text(session, "o = setvaropts(o, 'when', 'Type', 'datetime', 'InputFormat', 'uuuu-dd-MM'); o.SelectedVariableNames = 3; T = readtable('d.csv', o);")
    assert text(session, "fprintf('%d ', month(T.when))") == "2 4 "


def test_names_rows_and_headers(session):
    assert text(session, "T = readtable('d.csv', 'ReadRowNames', true, 'TextType', 'string'); fprintf('%s ', T.Properties.RowNames{:}, class(T.name))") == "1 2 string "
    assert text(session, "T = readtable('d.csv', 'NumHeaderLines', 1, 'ReadVariableNames', false); fprintf('%d %s', height(T), T.Properties.VariableNames{1})") == "2 Var1"


@pytest.mark.parametrize(("code", "identifier"), [
    ("setvartype(detectImportOptions('d.csv'), 'zz', 'double')", "MATLAB:textio:io:UnknownVarName"),
    ("setvartype(3, 'double')", "MATLAB:UndefinedFunction"),
    ("readtable('d.csv', setvartype(detectImportOptions('d.csv'), 'id', 'nonsense'))", "MATLAB:textio:io:UnsupportedType"),
    ("o = detectImportOptions('d.csv'); o.VariableNames = {'a'};", "MATLAB:textio:io:SizeMismatch"),
])  # fmt: skip
def test_errors(session, code, identifier):
    assert session.run(code).error.identifier == identifier
