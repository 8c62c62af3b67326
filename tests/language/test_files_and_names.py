"""Functions and scripts in files: private folders, packages, imports, the path, and files that change."""

import os

import pytest

from runmat_kernel.session import Session, render


@pytest.fixture
def folder(tmp_path, monkeypatch):
    here = tmp_path / "here"
    for name, text in {
        "here/pub.m": "function r = pub()\n r = hid() + 1;\nend\n",
        "here/private/hid.m": "function r = hid()\n r = 41;\nend\n",
        "here/+pkg/pf.m": "function r = pf(x)\n r = x * 2;\nend\n",
        "here/+pkg/+sub/deep.m": "function r = deep()\n r = pkg.pf(4);\nend\n",
        "here/+pkg/Kind.m": "classdef Kind\nmethods (Static)\nfunction r = up(x), r = x + 1; end\nend\nend\n",
        "here/scr.m": "scr_a = 5;\nscr_b = helper(scr_a);\nfunction r = helper(x), r = x + 1; end\n",
        "here/edited.m": "function r = edited()\n r = 1;\nend\n",
        "here/nest_global.m": "function f = nest_global(v)\n global g_\n g_ = v;\n f = @in;\n function r = in(v)\n"
        "  if nargin, g_ = v; end\n  r = g_;\n end\nend\n",
        "here/nest_kept.m": "function f = nest_kept(v)\n persistent p\n p = v;\n f = @in;\n function r = in(v)\n"
        "  if nargin, p = v; end\n  r = p;\n end\nend\n",
        "here/nest_script.m": "function scr_a = nest_script()\n scr_a = 0;\n in();\n function in()\n  scr;\n end\nend\n",
        "here/fails.m": "function fails()\n\n error('two:out', 'in file');\nend\n",
        "there/oth.m": "function r = oth()\n r = 7;\nend\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(here)
    return here


@pytest.mark.parametrize(
    ("program", "printed"),
    [
        ("fprintf('%d', pub())", "42"),
        ("fprintf('%d', pkg.pf(3), pkg.sub.deep())", "68"),
        ("import pkg.pf\nfprintf('%d', pf(5))", "10"),
        ("import pkg.sub.*\nfprintf('%d', deep())", "8"),
        ("import pkg.Kind\nk = Kind; fprintf('%s %d %d', class(k), isa(k, 'pkg.Kind'), Kind.up(1))", "pkg.Kind 1 2"),
        ("import pkg.Kind.up\nfprintf('%d', up(2))", "3"),
        ("fprintf('%d', q_())\nfunction y = q_(), import pkg.pf\ny = pf(5); end", "10"),
        ("fprintf('%d', q_())\nfunction y = q_(), g = @(x) pf(x); y = g(4); if false, import pkg.pf, end, end", "8"),
        ("q_, r_\nfunction q_(), import pkg.pf\npf(5); end\nfunction r_(), try, pf(1), catch e, fprintf('no'), end, end", "no"),
        ("import pkg.pf\nr_\nfunction r_(), try, pf(1), catch e, fprintf('no'), end, end", "no"),
        ("f = @pkg.pf; fprintf('%d %s', f(2), func2str(f))", "4 pkg.pf"),
        ("fprintf('%d', cellfun(@pkg.pf, {1, 2}), feval('pkg.pf', 3))", "246"),
        ("scr, fprintf('%d %d', scr_a, scr_b)", "5 6"),
        ("for k = 1:2, scr; fprintf('%d ', scr_b + k), end", "7 8 "),
        ("function q_(), scr; fprintf('%d', scr_b), end\nq_()", "6"),
        ("f = nest_global(1); h = nest_global(2); fprintf('%d ', f(), f(5), h())", "2 5 5 "),
        ("f = nest_kept(1); h = nest_kept(2); fprintf('%d ', f(), f(5), h())", "2 5 5 "),
        ("fprintf('%d', nest_script())", "5"),
        ("run('scr.m'), fprintf('%d', scr_a)", "5"),
        ("addpath('../there'); fprintf('%d %d', oth(), exist('oth'))", "7 2"),
        ("addpath('..', '../there', '-end', '-frozen'); fprintf('%d', oth())", "7"),
        ("addpath([\"..\" \"../there\"]); p = path; q = rmpath('../there'); fprintf('%d %d', strcmp(p, q), exist('oth'))", "1 0"),
        ("fprintf('%d %d', nargin('pkg.pf'), nargout('pub'))", "1 1"),
        ("pub = 3; fprintf('%d ', pub); clear pub; fprintf('%d', pub())", "3 42"),
    ],
)
def test_names_in_files(folder, program, printed):
    outcome = Session(provider="host").run(program)
    assert outcome.error is None, outcome.error
    assert outcome.text == printed


def test_private_functions_are_seen_from_their_parent_folder_only(folder):
    assert Session(provider="host").run("hid()").error.identifier == "MATLAB:UndefinedFunction"


def _two_folders(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "which_one.m").write_text(f"function r = which_one()\n r = '{name}';\nend\n")
        (tmp_path / name / "asks.m").write_text("function asks()\n disp(which_one)\nend\n")
        (tmp_path / name / "told.m").write_text(f"disp(which_one), kept = '{name}';\n")


def test_the_path_decides_before_the_folder_of_the_caller(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    _two_folders(tmp_path)
    (tmp_path / "two" / "asks.m").unlink()
    assert Session().run("addpath one, addpath two, asks, rmpath two, asks").text.split() == ["two", "one"]


def test_what_names_mean_follows_the_current_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    _two_folders(tmp_path)
    assert Session().run("for k = 1:2, cd one, disp(which_one), asks, cd ../two, disp(which_one), asks, cd .., end").text.split() == (
        ["one", "one", "two", "two"] * 2
    )


def test_scripts_are_run_in_their_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    _two_folders(tmp_path)
    session = Session()
    session.run("cd one")
    code = "run ../two/told, disp(kept), disp(which_one), addpath('../two'), cd .., run told"
    shown = session.run(code + ", try, run nosuch, catch e, disp(e.identifier), end").text
    assert shown.split() == ["two", "two", "one", "two", "MATLAB:run:FileNotFound"]
    assert os.getcwd() == str(tmp_path)


def test_the_search_path_starts_with_the_folders_of_matlabpath(folder, tmp_path, monkeypatch):
    there = str(tmp_path / "there")
    monkeypatch.setenv("MATLABPATH", os.pathsep.join([there, str(tmp_path / "nowhere"), there, ""]))
    outcome = Session(provider="host").run("fprintf('%d ', oth(), pub()); addpath('..'); restoredefaultpath; disp(path)")
    assert outcome.error is None and outcome.text == f"7 42 {there}\n"


def test_an_edited_file_is_read_again(folder):
    session = Session(provider="host")
    assert session.run("fprintf('%d', edited())").text == "1"
    (folder / "edited.m").write_text("function r = edited()\n r = 22;\nend\n")
    assert session.run("fprintf('%d', edited())").text == "22"
    (folder / "later.m").write_text("function r = later()\n r = 3;\nend\n")
    assert session.run("fprintf('%d', later())").text == "3"
    (folder / "later.m").unlink()
    assert session.run("later()").error.identifier == "MATLAB:UndefinedFunction"


def test_errors_in_files_name_the_file_and_line(folder):
    error = Session(provider="host").run("fails()").error
    assert (error.stack[0].name, error.stack[0].line) == ("fails", 3)
    assert render(error).startswith("Error using fails (line 3)\nin file")


def test_endless_recursion_leaves_a_living_session():
    session = Session(provider="host")
    error = session.run("function r_(n), r_(n + 1); end\nr_(1)").error
    assert error.identifier == "MATLAB:recursionLimit"
    assert render(error).count("Error in r_") == 1
    assert session.run("fprintf('%d', 1)").text == "1"


@pytest.mark.parametrize(
    ("program", "printed"),
    [
        ("eval('global g'); g = 5; fprintf('%d', getg())", "5"),
        ("function t(), eval('global g'); g = 7; fprintf('%d %d', getg(), g); end\nt()", "7 7"),
        ("global g\ng = 1; clear g, g = 2; global g\nfprintf('%d', g)", "1"),
        ("global g\ng = 1; clear global g\nfprintf('%d', isempty(getg())); g = 2; fprintf('%d', isempty(getg()))", "11"),
        ("function t(), global g, g = 3; clear g; g = 4; fprintf('%d %d', g, getg()); end\nt()", "4 3"),
    ],
)
def test_globals_declared_or_cleared_while_code_runs(program, printed):
    outcome = Session(provider="host").run(program + "\nfunction r = getg(), global g, r = g; end")
    assert (outcome.error, outcome.text) == (None, printed)


@pytest.mark.parametrize(
    ("program", "printed"),
    [
        ("function t(), persistent a b, a = 1; b = 2; fprintf('%g ', a + b, -a, a', b^2, a / b, a > b), end\nt()", "3 -1 1 4 0.5 0 "),
        ("function t(), global g, g = 2; k = 0; while g < 5, g = g + 1; k = k + g; end, fprintf('%g', k * g), end\nt()", "60"),
        ("function t(), global g, g = 1; touch(); fprintf('%g ', g + 1), if g > 0, fprintf('all'), end, end\nt()", "2 3 4 all"),
        ("function t(), persistent p, for p = 1:3, q = p * 2; end, fprintf('%g', q - p), end\nt()", "3"),
    ],
)
def test_arithmetic_on_globals_and_persistents_that_were_just_set(program, printed):
    outcome = Session(provider="host").run(program + "\nfunction touch(), global g, g = [1 2 3]; end")
    assert (outcome.error, outcome.text) == (None, printed)


def test_handles_know_the_inputs_of_what_their_names_mean_now(folder):
    session = Session(provider="host")
    assert session.run("fprintf('%d %d', nargin(@edited), nargin(@cosd))").text == "0 1"
    (folder / "edited.m").write_text("function r = edited(a, b)\n r = 1;\nend\n")
    assert session.run("function r = cosd(a, b, c), r = a; end").error is None
    assert session.run("fprintf('%d %d', nargin(@edited), nargin(@cosd))").text == "2 3"


def test_handles_in_loops_search_the_path_once(monkeypatch):
    session = Session(provider="host")
    searched = []
    find = session.path.find
    monkeypatch.setattr(session.path, "find", lambda name, folder=None: searched.append(name) or find(name, folder))
    assert session.run("for k = 1:40, q = cellfun(@numel, {1, 'ab'}); end, disp(q)").error is None
    assert searched.count("numel") <= 3
