"""str2num(..., 'Evaluation', 'restricted'): arithmetic alone, decided on the syntax tree."""

import os

import pytest

from runmat_kernel.session import execute

REFUSED = [
    """'1'+system("touch ran")+1'""",
    "1'+system(\"touch ran\")+1'",
    "1]; system('touch ran'); [2",
    "1], system('touch ran'), [2",
    "ones(system('touch ran'))",
    "exp(system('touch ran'))",
    "exp(1).system",
    "pi.ran",
    "{1}",
    "@() 1",
    "@ran",
    "?ran",
    "x=1",
    "[x]=deal(1)",
    "ran",
    "ran(1)",
    "exp{1}",
    "i(ran)",
    "'text'",
    '"text"',
    "1 % one",
    "!touch ran",
    "]; function ran, end; [",
    "exp(x=1)",
    "1...\n]; ran; [1",
    "datetime",
]

ACCEPTED = [
    ("1 2; 3 4", "[1 2; 3 4]"),
    ("200+2i", "200+2i"),
    ("exp(2)", "exp(2)"),
    ("[1:3]'*pi.^2", "[1:3]'*pi.^2"),
    ("10:-2:1", "10:-2:1"),
    ("true ~true", "[true false]"),
    ("NaN -Inf eps 1e3", "[NaN -Inf eps 1e3]"),
    ("mod(7, 3) == 1 && 2 > 1", "true"),
    ("sqrt((1+2)*3)/i", "sqrt((1+2)*3)/i"),
    ("", "[]"),
    ("0x1F", "0x1F"),
]


@pytest.mark.parametrize("text", REFUSED)
def test_anything_else_is_refused(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ran.m").write_text("function y = ran(varargin), system('touch ran'); y = 1; end\n")
    quoted = text.replace("'", "''").replace("\n", "\\n")
    assert execute(f"[x, ok] = str2num(sprintf('%s', '{quoted}'), 'Evaluation', 'restricted'); fprintf('%d', isempty(x), ok)") == "10"
    assert not os.path.exists("ran")


@pytest.mark.parametrize(("text", "expected"), ACCEPTED)
def test_arithmetic_is_evaluated(text, expected):
    quoted = text.replace("'", "''")
    code = f"[x, ok] = str2num('{quoted}', 'Evaluation', 'restricted'); y = {expected}; fprintf('%d', isequaln(x, y), isa(x, class(y)), ok)"
    assert execute(code) == "111"


@pytest.mark.parametrize("name", ["exp", "pi", "i", "mod"])
def test_files_of_the_same_name_are_not_run(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / f"{name}.m").write_text(f"function y = {name}(varargin), system('touch ran'); y = 1; end\n")
    call = {"exp": "exp(0)", "mod": "mod(5, 2)"}.get(name, name)
    assert execute(f"[x, ok] = str2num('{call}', 'Evaluation', 'restricted'); fprintf('%d', ok)") == "1"
    assert not os.path.exists("ran")
