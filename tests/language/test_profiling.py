"""profile: calls and times of MATLAB functions."""

import gc
import sys

import pytest

from runmat_kernel.session import Session


@pytest.fixture
def session():
    session = Session()
    yield session
    session.profiler.stop()


def table(session):
    return {f.name: f for f in session.profiler.functions}


FUNCTIONS = """
function r = fib(n)
  if n < 2, r = n; else, r = fib(n - 1) + fib(n - 2); end
end
function y = outer(k)
  y = 0;
  for i = 1:k, y = y + inner(i); end
end
function z = inner(x), z = 2 * x; end
function fails(), error('a:b', 'c'); end
"""


def test_calls_are_counted_and_times_add_up(session):
    session.run(FUNCTIONS)
    assert session.run("profile on").error is None
    session.run("outer(3); outer(4); fib(6); h = @(t) inner(t) + 1; h(2); try, fails(); catch, end")
    assert session.run("profile off").error is None
    found = table(session)
    assert {name: f.calls for name, f in found.items()} == {"outer": 2, "inner": 8, "fib": 25, "@(t)inner(t)+1": 1, "fails": 1}
    assert found["fib"].recursive and not found["inner"].recursive
    assert {f.name: n for f, (n, _) in found["outer"].children.items()} == {"inner": 7}
    assert {f.name: n for f, n in found["inner"].parents.items()} == {"outer": 7, "@(t)inner(t)+1": 1}
    assert found["outer"].total >= found["outer"].own + found["outer"].children[found["inner"]][1] - 1e-9
    assert found["fib"].total == pytest.approx(found["fib"].own)


def test_functions_in_loops_that_run_as_kernels_are_counted(session):
    session.run(FUNCTIONS + "\nfunction x = step(x), x = x + 1; end")
    session.run("profile on; x = zeros(1, 4000); for k = 1:120, x = step(x); end, profile off")
    assert table(session)["step"].calls == 120
    assert session.settings.loops


def test_off_leaves_nothing_behind_and_resume_adds(session):
    session.run(FUNCTIONS)
    session.run("profile on; inner(1); profile off; inner(1); profile resume; inner(1); profile off")
    assert sys.getprofile() is None
    assert table(session)["inner"].calls == 2
    session.run("profile on; profile off")
    assert table(session) == {}


def test_history_and_info(session):
    session.run(FUNCTIONS)
    text = session.run("profile on -history; outer(1); p = profile('info'); disp(p.FunctionHistory)").text
    assert text.split() == ["0", "0", "1", "1", "1", "2", "2", "1"]
    assert session.run("disp(class(p.FunctionTable(2).Parents)); disp(p.FunctionTable(1).Children.NumCalls)").text.split() == [
        "struct",
        "1",
    ]


def test_files_name_their_functions(session, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.m").write_text("function y = mine(x)\n y = part(x);\nend\nfunction y = part(x)\n y = x;\nend\n")
    (tmp_path / "steps.m").write_text("q = mine(3);\n")
    session.run("profile on; steps; profile off; p = profile('info');")
    text = session.run("for f = p.FunctionTable', disp([f.FunctionName ' ' f.Type]), end").text
    assert text.splitlines() == ["steps M-script", "mine M-function", "part M-subfunction"]


def test_the_summary_is_a_table(session):
    session.run(FUNCTIONS)
    lines = session.run("profile on; outer(2); profile viewer").text.splitlines()
    assert lines[1].startswith("Profile Summary (Total time:")
    rows = [line.split() for line in lines[5:] if line]
    assert [(row[0], row[1]) for row in rows] == [("outer", "1"), ("inner", "2")]


def test_a_profiler_ends_with_its_session():
    session = Session()
    assert session.run("profile on; c = onCleanup(@() profile('off')); error('a:b', 'c')").error.identifier == "a:b"
    assert sys.getprofile() is not None
    del session
    gc.collect()
    (lambda: 0)()  # the next event
    assert sys.getprofile() is None


def test_the_profiler_of_another_session_takes_the_place(session):
    other = Session()
    other.run("profile on")
    session.run(FUNCTIONS + "\nprofile on")
    other.run("profile off")
    session.run("inner(1); profile off")
    assert sys.getprofile() is None
    assert table(session)["inner"].calls == 1 and table(other) == {}
