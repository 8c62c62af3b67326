"""Dialogs without windows, preferences, archives."""

from runmat_kernel.session import Session


def run(code, *answers):
    left = list(answers)
    outcome = Session(input=lambda prompt: left.pop(0)).run(code)
    assert outcome.error is None, outcome.error
    return outcome.text


def test_questions_are_asked_on_the_console():
    assert run("fprintf('%s', questdlg('Go on?','T','Yes','No','Yes'))", "n") == "No"
    assert run("fprintf('%s', questdlg('Go on?','T','Yes','No','Yes'))", "") == "Yes"
    assert run("a = inputdlg({'x','y'},'T',1,{'1','2'}); fprintf('%s,', a{:})", "5", "") == "5,2,"
    assert run("[k,ok] = listdlg('ListString',{'a','b'}); fprintf('%d %d', k, ok)", "2").endswith("2 1")
    assert run("fprintf('%d', uigetfile('*.m'))", "") == "0"


def test_messages_are_printed():
    assert run("msgbox('done','Title')") == "[Title] done\n"


def test_a_waitbar_leaves_the_current_figure_alone():
    assert run("f = waitbar(0,'x'); plot(1:3); fprintf('%d', isequal(gcf,f)); close(f); fprintf('%d', ishandle(f))") == "00"


def test_zip_round_trip(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("one")
    assert run("zip('z','a.txt'); delete('a.txt'); f = unzip('z.zip','out'); fprintf('%s', fileread(f{1}))") == "one"
