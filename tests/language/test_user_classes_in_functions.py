"""What functions ask of the objects of programs: sizes that a class tells, comparisons that tests make."""

from __future__ import annotations

import pytest

from runmat_kernel.session import Session

UNBOUNDED = """classdef Unbounded
  properties, extents, end
  methods
    function o = Unbounded(varargin), o.extents = [varargin{:}]; end
    function s = size(o, varargin), s = o.extents; end
  end
end
"""
NEAR = """classdef Near
  properties, v, end
  methods
    function o = Near(v), o.v = v; end
    function r = {method}(a, b), r = abs(double(a) - double(b)) < 1; end
    function r = double(o), r = o.v; end
  end
end
"""
QUESTIONS = {
    "isempty(Unbounded(Inf, 1))": "false", "isempty(Unbounded(Inf, 0))": "true", "cellfun(@isempty, {Unbounded(Inf, 1), Unbounded(0, 0)})":
    "[false true]", "length(Unbounded(3, Inf))": "Inf", "length(Unbounded(0, Inf))": "0", "ndims(Unbounded(1, Inf, 2))": "3",
    "isvector(Unbounded(1, Inf))": "true", "isrow(Unbounded(1, Inf))": "true", "iscolumn(Unbounded(1, Inf))": "false",
    "isscalar(Unbounded(1, 1))": "true", "isscalar(Unbounded(1, Inf))": "false", "ismatrix(Unbounded(1, Inf, 2))": "false",
}  # fmt: skip


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "Unbounded.m").write_text(UNBOUNDED)
    session = Session(provider="host")

    def run(text):
        outcome = session.run(text)
        if outcome.error is not None:
            raise outcome.error
        return outcome.text.strip()

    return run


@pytest.mark.parametrize("question", QUESTIONS)
def test_questions_about_sizes_of_any_kind(run, question):
    assert run(f"disp(isequal({question}, {QUESTIONS[question]}))") == "1"


@pytest.mark.parametrize("method", ["isequal", "isequaln"])
def test_tests_compare_objects_as_their_class_does(run, tmp_path, method):
    (tmp_path / "Near.m").write_text(NEAR.format(method=method))
    run("import matlab.unittest.constraints.IsEqualTo\nt = matlab.unittest.TestCase.forInteractiveUse;")
    for pair, passes in (("Near(1), Near(1.5)", True), ("Near(1), Near(3)", False), ("{1.5}, {Near(1)}", True), ("1.5, Near(1)", True)):
        shown = run(f"verifyEqual(t, {pair})"), run(f"[a, e] = deal({pair}); verifyThat(t, a, IsEqualTo(e))")
        assert ["passed" in text for text in shown] == [passes] * 2, pair


def test_nothing_takes_anything_empty(run):
    assert run("a = 1:3; a(1, []) = zeros(0, 0); a(:, []) = zeros(0, 7); a([], 2) = cell2mat({}); disp(a)") == "1     2     3"
    assert run("c = {1}; c(1, []) = cell(0, 0); b = []; b(1, []) = zeros(0, 0); disp([size(c) size(b)])") == "1     1     0     0"
    assert run("try, a(1, 2) = zeros(0, 0); catch e, disp(e.identifier), end") == "MATLAB:subsassigndimmismatch"
    assert run("try, a(1, []) = [1 2]; catch e, disp(e.identifier), end") == "MATLAB:subsassigndimmismatch"
    assert run("s = speye(2); s(1, []) = zeros(0, 0); disp(nnz(s))") == "2"


def test_globals_are_listed(run):
    run("global shared_one shared_two\nshared_one = 1:3; own = 2;")
    assert run("who global").split() == ["Your", "global", "variables", "are:", "shared_one", "shared_two"]
    assert run("s = whos('global', 'shared_*'); disp([s.global]), disp(s(1).size)").split() == ["1", "1", "1", "3"]
    assert run("function lists, who global, end\nlists").split()[-2:] == ["shared_one", "shared_two"]
