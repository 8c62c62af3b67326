"""Reading a file never runs what is written in it: function handles, figures, objects of classes, text for str2num."""

import os

import pytest

from runmat_kernel.base.errors import MatlabError
from runmat_kernel.session import Session, execute
from runmat_kernel.values.stored import StoredFunction

ATTACKS = [
    "@(x) x; system('touch ran')",
    "@(x) x, system('touch ran')",
    "@(x) x\nsystem('touch ran')",
    "@sin + system('touch ran')",
    "@sin; system('touch ran')",
    "system('touch ran')",
    "sin + system('touch ran')",
    "[system('touch ran')]",
    "@(x) x; function ran, system('touch ran'), end",
    "?ran",
]

FILE = """
text = sprintf('{text}');
f = struct('objectClass__', 'function_handle', 'objectParts__', struct('text', text, 'names', {{{names}}}, 'values', {{{values}}}));
"""

READ = [
    "s = load('f.mat');",
    "load f.mat",
    "whos -file f.mat",
    "w = whos('-file', 'f.mat');",
    "m = matfile('f.mat'); g = m.f; whos(m)",
    "s = importdata('f.mat');",
]


@pytest.fixture
def session(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return Session(provider="host")


def run(session, text):
    outcome = session.run(text)
    if outcome.error is not None:
        raise outcome.error
    return outcome.text


def attack_file(text, kept):
    names, values = ("{'k', 'no name'}", "{1, 2}") if kept else ("{}", "{}")
    doubled = text.replace("'", "''").replace("\n", "\\n")
    return FILE.format(text=doubled, names=names, values=values)


@pytest.mark.parametrize("version", ["-v7", "-v7.3"])
@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("text", ATTACKS)
def test_text_of_a_handle_does_not_run(session, text, kept, version):
    run(session, attack_file(text, kept) + f"save('f.mat', 'f', '{version}'); clear")
    for code in READ:
        run(session, code)
    assert not os.path.exists("ran")
    with pytest.raises(MatlabError):
        run(session, "load f.mat; f(1)")
    assert not os.path.exists("ran")


@pytest.mark.parametrize("text", ATTACKS)
def test_handles_that_matlab_wrote_do_not_run(session, text):
    session.classes.unpacked({"f": StoredFunction(text, {}), "g": StoredFunction(text, {"k": 1.0})})
    assert not os.path.exists("ran")


def test_handles_see_the_values_of_the_file_alone(session):
    loaded = session.classes.unpacked({"f": StoredFunction("@(x) x + k + value", {"k": 1.0, "value": 4.0})})
    assert session.feval(loaded["f"], (2.0,), 1) == (7.0,)


def test_a_handle_whose_text_is_none_fails_when_it_is_called(session):
    text = run(session, attack_file("outer/inner", False) + "save f.mat f; clear; load f.mat; class(f)")
    assert "function_handle" in text and "Could not find appropriate function" in text
    with pytest.raises(MatlabError, match="'outer/inner'"):
        run(session, "f(1)")


@pytest.mark.parametrize("text", ATTACKS)
def test_figures_run_nothing(session, text):
    run(session, "h = plot(1:3); set(h, 'UserData', 5); savefig('a.fig'); close all; s = load('a.fig', '-mat'); r = s.runmat_figure;")
    run(session, attack_file(text, True))
    run(session, "r.children{1}.children{1}.values{1} = f; r.values{1} = f; runmat_figure = r; save('a.mat', 'runmat_figure')")
    os.replace("a.mat", "a.fig")
    run(session, "try, openfig('a.fig'); catch, end")
    assert not os.path.exists("ran")


def test_create_functions_of_a_figure_are_not_called(session):
    run(session, "h = figure; set(h, 'CreateFcn', 'system(''touch ran'');'); savefig(h, 'a.fig'); delete(h); openfig('a.fig');")
    assert not os.path.exists("ran")


@pytest.mark.parametrize("name", ["../other/Spy", "other/Spy", "/other/Spy", "other.Spy"])
def test_names_of_classes_are_no_paths(session, name, tmp_path):
    os.makedirs("other")
    with open("other/Spy.m", "w") as file:
        file.write("classdef Spy\n properties, x = system('touch ran'); end\nend\n")
    name = name if not name.startswith("/") else f"{tmp_path}{name}"
    run(session, f"f = struct('objectClass__', '{name}', 'objectSize__', [1 1], 'objects__', {{{{}}}}); save f.mat f; clear")
    with pytest.raises(MatlabError) as caught:
        run(session, "load f.mat")
    assert caught.value.identifier == "MATLAB:load:classNotFound" and not os.path.exists("ran")


@pytest.mark.parametrize("version", ["-v7", "-v7.3"])
def test_lists_of_a_file_run_no_code_of_classes(session, version):
    hook = "methods (Static), function o = loadobj(o), system('touch ran'); end, end"
    code = f"classdef Told\n properties, x = system('touch ran'); end\n {hook}\nend\n"
    with open("Told.m", "w") as file:
        file.write(code)
    run(session, f"a = Told; b(2, 3) = Told; c = {{a}}; save('f.mat', 'a', 'b', 'c', '{version}')")
    os.remove("ran")
    fresh = Session(provider="host")
    lists = "s = whos('-file', 'f.mat'); m = matfile('f.mat'); t = size(m, 'b'); w = who(m); whos(m); whos -file f.mat\n"
    run(fresh, lists)
    assert run(fresh, "fprintf('%s', s(2).class); fprintf(' %d', s(2).size, t, numel(w))") == "Told 2 3 2 3 3"
    assert not os.path.exists("ran")
    run(fresh, "load f.mat")
    assert os.path.exists("ran")


@pytest.mark.parametrize("text", ATTACKS)
@pytest.mark.parametrize("function", ["str2func", "inline", "vectorize"])
def test_texts_of_functions_are_one_function(function, text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    doubled = text.replace("'", "''").replace("\n", "\\n")
    execute(f"try, f = {function}(sprintf('{doubled}')); catch, end")
    assert not os.path.exists("ran")


def test_functions_keep_their_forms():
    code = "f = str2func('@(x, varargin) x + 1; '); g = str2func('cos'); h = str2func('  @(x) x % note'); fprintf('%g ', f(1), g(0), h(3))"
    assert execute(code) == "2 1 3 "
