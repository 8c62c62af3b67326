"""Sessions: cells that see each other, outcomes, errors with stacks, interrupts, in-place writes."""

from __future__ import annotations

import _thread
import json
import signal
import threading

import numpy as np
import pytest

from runmat_kernel import MatlabError, Session, execute
from runmat_kernel.syntax.parser import parse


@pytest.fixture
def session():
    made = Session(provider="host")
    made.run("format compact")
    return made


def run(session, text):
    outcome = session.run(text)
    if outcome.error is not None:
        raise outcome.error
    return outcome.text


def test_variables_and_functions_live_on_in_later_cells(session):
    run(session, "function r = twice(x), r = 2 * x; end")
    run(session, "x = 4;")
    assert run(session, "disp(twice(x))") == "     8\n"


def test_a_function_can_be_defined_again(session):
    run(session, "function r = f(), r = 1; end\nfunction r = g(), r = f(); end")
    assert run(session, "disp(g())") == "     1\n"
    run(session, "function r = f(), r = 2; end")
    assert run(session, "disp(g())") == "     2\n"


def test_workspace_values_are_arrays(session):
    run(session, "a = [1 2; 3 4]; b = 5; c = int8([1 2]);")
    assert np.asarray(session.workspace["a"]).tolist() == [[1, 2], [3, 4]]
    assert np.asarray(session.workspace["b"]) == 5
    assert np.asarray(session.workspace["c"]).dtype == np.int8
    assert set(session.workspace) == {"a", "b", "c"}


def test_outcome_is_json_able(session):
    outcome = session.run("x = 1\nerror('a:b', 'c')")
    found = json.loads(json.dumps(outcome.to_dict()))
    assert found["error"]["identifier"] == "a:b"
    assert outcome.text.startswith("x =")


def test_execute_raises_with_identifier():
    assert execute("disp(3)") == "     3\n\n"
    with pytest.raises(MatlabError) as caught:
        execute("x = [1 2 3]; x(7)")
    assert caught.value.identifier == "MATLAB:badsubscript"
    assert "7" in str(caught.value) or "3" in str(caught.value)


def test_output_streams_as_it_is_printed():
    pieces = []
    Session(provider="host", write=pieces.append).run("disp(1)\ndisp(2)")
    assert pieces == ["     1\n\n", "     2\n\n"]


def test_stack_has_matlab_lines(session):
    functions = "function r = outer(x)\n  z = x;\n  r = inner(z);\nend\nfunction r = inner(z)\n  r = z(9);\nend"
    outcome = session.run("x = 1;\ny = outer(x);\n" + functions)
    assert [(f.name, f.line) for f in outcome.error.stack] == [("inner", 8), ("outer", 5), ("", 2)]


def test_line_inside_a_loop_of_a_cell(session):
    outcome = session.run("x = 1;\nfor k = 1:3\n  y = k;\n  if k == 2\n    error('here');\n  end\nend")
    assert [f.line for f in outcome.error.stack] == [5]
    assert session.workspace["k"] == 2.0


def test_undefined_name_suggests(session):
    outcome = session.run("lenght([1 2 3])")
    assert outcome.error.identifier == "MATLAB:UndefinedFunction"
    assert outcome.error.message == "Unrecognized function or variable 'lenght'."
    assert outcome.error.suggestion == "length"


def test_endless_recursion_is_an_error(session):
    outcome = session.run("function r = f(x), r = f(x + 1); end\nf(1)")
    assert outcome.error.identifier == "MATLAB:recursionLimit"
    outcome = session.run("function r = g(x), r = cellfun(@g, {x}); end\ng(1)")
    assert outcome.error.identifier == "MATLAB:recursionLimit"
    assert run(session, "disp(1)") == "     1\n"


def test_interrupt_keeps_finished_statements(session):
    # What a first cell loads takes its time.
    run(session, "while true, break, end")
    # Shells start what runs in the background with interrupts ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Timer(0.3, _thread.interrupt_main).start()
        with pytest.raises(KeyboardInterrupt):
            session.run("a = 1;\nk = 0;\nwhile true\n  k = k + 1;\nend\nb = 2;")
    finally:
        signal.signal(signal.SIGINT, before)
    assert session.workspace["a"] == 1.0
    assert session.workspace["k"] > 0
    assert "b" not in session.workspace
    assert run(session, "disp(a)") == "     1\n"


def test_element_assignment_writes_in_place(session):
    run(session, "x = zeros(1, 1000);")
    before = session.workspace_values["x"].array
    address = before.ctypes.data
    del before
    run(session, "for k = 1:1000\n  x(k) = k;\nend\nx(3) = 7;")
    assert session.workspace_values["x"].array.ctypes.data == address
    assert session.workspace["x"][0, 999] == 1000


def test_a_shared_value_is_copied_before_it_is_written(session):
    run(session, "x = [1 2 3]; y = x; y(2) = 9; s.a = x; t = s; t.a(1) = 5; c = {x}; d = c; d{1}(3) = 4;")
    assert np.asarray(session.workspace["x"]).tolist() == [[1, 2, 3]]
    assert run(session, "disp(s.a), disp(t.a), disp(c{1}), disp(d{1})") == (
        "     1     2     3\n     5     2     3\n     1     2     3\n     1     2     4\n"
    )


def test_arguments_are_values(session):
    run(session, "function r = change(x), x(1) = 100; r = x; end\na = [1 2 3]; b = change(a);")
    assert np.asarray(session.workspace["a"]).tolist() == [[1, 2, 3]]
    run(session, "function v = grow(v), for k = 1:3, v(k) = -1; end, end\nc = [4 5 6]; d = grow(c);")
    assert np.asarray(session.workspace["c"]).tolist() == [[4, 5, 6]]


def test_literals_are_not_changed(session):
    run(session, "function r = f(), x = [1 2 3]; r = x(1); x(1) = 50; end")
    assert run(session, "disp(f()), disp(f())") == "     1\n     1\n"


def test_huge_loops_take_no_memory(session):
    assert run(session, "for k = 1:1e12\n  if k > 5, break, end\nend\ndisp(k)") == "     6\n"


def test_syntax_error_runs_nothing(session):
    outcome = session.run("x = 1;\ny = (2 + ;\n")
    assert outcome.error.identifier == "MATLAB:m_invalid_syntax"
    assert "x" not in session.workspace


@pytest.mark.parametrize("code", ["persistent count", "eval('persistent count')"])
def test_persistent_belongs_to_functions(session, code):
    error = session.run(code).error
    assert (error.identifier, error.message) == ("MATLAB:m_invalid_syntax", "A PERSISTENT declaration is only allowed in a function.")


def test_scripts_and_functions_in_files(session, tmp_path):
    (tmp_path / "addone.m").write_text("function r = addone(x)\nr = helper(x);\nfunction r = helper(x)\nr = x + 1;\n")
    (tmp_path / "setup.m").write_text("value = 5;\ni = value + local_one();\nfunction r = local_one()\nr = 1;\nend\n")
    (tmp_path / "+pack").mkdir()
    (tmp_path / "+pack" / "inside.m").write_text("function r = inside(x)\nr = x * 10;\nend\n")
    run(session, f"addpath('{tmp_path}');")
    assert run(session, "disp(addone(1)), disp(pack.inside(2))") == "     2\n    20\n"
    assert run(session, "setup\ndisp(value), disp(i)") == "     5\n     6\n"
    assert run(session, "for k = 1:2\n  setup\n  value = value + k;\nend\ndisp(value)") == "     7\n"
    (tmp_path / "addone.m").write_text("function r = addone(x)\nr = x + 100;\n")
    assert run(session, "disp(addone(1))") == "   101\n"


def test_python_exceptions_do_not_leak(session):
    for text in ("1/0;", "(-8)^(1/3);", "10^400;", "mod(5,0);", "0^-1;", "factorial(200);"):
        assert session.run(text).error is None, text


def test_command_line(capsys, tmp_path):
    from runmat_kernel.__main__ import main

    assert main(["-e", "disp(4)"]) == 0
    assert capsys.readouterr().out == "     4\n\n"
    script = tmp_path / "s.m"
    script.write_text("disp(helper(2))\nerror('x:y', 'bad');\nfunction r = helper(x), r = x; end\n")
    assert main([str(script)]) == 1
    captured = capsys.readouterr()
    assert captured.out == "     2\n\n"
    assert "bad" in captured.err


def test_cell_literals_are_not_changed(session):
    run(
        session, "function r = g(), c = {1, {2, 'x'}, [3 4]}; r = c{2}{1} + c{3}(1); c{1} = 9; c{2}{1} = 50; c{3}(1) = 7; c{end+1} = 1; end"
    )
    assert run(session, "disp(g()), disp(g())") == "     5\n     5\n"
    assert run(session, "c = {}; c{3} = 1; for k = 1:2, d = {1, 'a'}; d{1} = d{1} + k; disp(d{1}), end") == "     2\n     3\n"


@pytest.mark.parametrize(
    "attempt",
    [
        "try, b = ~V; catch, c = 1; end",
        "try, b = logical(V + 0); catch, c = 1; end",
        "eval('b = V & 1;', 'c = 1;')",
        "evalc('b = V & 1;', 'c = 1;');",
        "evalin('base', 'b = V & 1;', 'c = 1;')",
        "c = cellfun(@(x) ~x, {V}, 'ErrorHandler', @(varargin) 1);",
        "for k = 1:3, try, if k == 2, continue, end, b = ~V; catch, c = 1; end, end",
        "try, b = int8(-repmat([1 2], 1, 100000)) .^ 2.5; catch, c = 1; end",
        "try, d = V & 1; catch, end, try, b = V & 1; catch, c = 1; end",
    ],
)
def test_errors_of_large_arrays_are_caught_where_they_are_made(attempt):
    session = Session(provider="host")
    outcome = session.run(f"b = 5; c = 0; V = repmat([NaN 1], 1, 100000); {attempt}")
    assert outcome.error is None
    assert (session.workspace["b"], session.workspace["c"]) == (5.0, 1.0)
    assert session.engine.tries == 0


@pytest.mark.parametrize(
    "attempt",
    ["eval('error(''a:b'', ''no'')', '1;')", "evalin('base', 'error(''a:b'', ''no'')', '1;')", "evalc('error(''a:b'', ''no'')', '1;');"],
)
def test_what_a_catch_text_catches_is_the_last_error(session, attempt):
    assert run(session, f"lasterr(''); {attempt}; fprintf('%s', lasterr)") == "no"


def test_outputs_of_eval_are_quiet_behind_a_comment(session):
    assert run(session, "x = eval('1 + 1 % two'); y = eval('[1 2]; % c'); fprintf('%d', x, y)") == "212"
    assert run(session, "function t(), a = 3; [m, k] = eval('max([a 9 1]) % x; y'); fprintf('%d%d', m, k), end\nt()") == "92"


def test_warnings_of_libraries_at_the_end_of_a_cell_are_no_output(recwarn):
    outcome = Session(provider="host").run("x = single(rand(300000, 1));\ny = x * 1e300 + 2;")
    assert outcome.error is None
    assert not [w for w in recwarn if "overflow" in str(w.message)]


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("y = 0; for k = 1:4, eval('y = y + k;'); end, disp(y)", "10"),
        ("for k = 1:3, y = eval('k * 2'); end, disp(y)", "6"),
        ("for k = 1:3, f = str2func('@(x) x + 1'); end, disp(f(1))", "2"),
        ("for k = 1:3, r = evalc('disp(k)'); end, disp(strtrim(r))", "3"),
        ("disp(down(6))\nfunction r = down(n), r = 0; if n > 0, r = 1 + eval('down(n - 1)'); end, end", "6"),
        ("for k = 1:3, eval('for j = 1:2, z(k, j) = j; end'); end, disp(sum(z(:)))", "9"),
        ("for k = 1:3, eval('error(''a:b'', ''c'')', 'n = k;'); end, disp(n)", "3"),
        ("for k = 1:3, eval('global g'); g = k; end, disp(g)", "3"),
        ("global g\ng = 0; for k = 1:3, eval('g = g + 1;'); end, clear g, global g\ndisp(g)", "3"),
    ],
)
def test_texts_that_are_evaluated_again(session, text, printed):
    assert run(session, text).strip() == printed


def test_texts_that_are_evaluated_again_are_read_once(session, monkeypatch):
    read = []
    monkeypatch.setattr("runmat_kernel.session.parse", lambda source, names: read.append(source.text) or parse(source, names))
    run(session, "y = 0; for k = 1:9, eval('y = y + k;'); f = str2func('sin'); end")
    assert read[1:] == ["y = y + k;", "@sin", "y = y + k;"]  # the second time among the name f too


def test_texts_mean_what_their_names_mean_when_they_run(session):
    run(session, "function r = f(), r = 1; end\nfunction r = g(n), if n, sum = [4 5]; end, r = eval('sum(2)'); end")
    assert run(session, "for k = 1:2, x(k) = eval('f()'); end, disp(x)").split() == ["1", "1"]
    run(session, "function r = f(), r = 2; end")
    assert run(session, "for k = 1:2, x(k) = eval('f()'); end, disp(x)").split() == ["2", "2"]
    assert run(session, "fprintf('%d', g(0), g(1), g(0))") == "252"


def test_handles_to_builtins_follow_files_that_are_written(session, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(session, "f = @hypot; fprintf('%d', nargin(f))") == "2"
    written = "fid = fopen('hypot.m', 'w'); fprintf(fid, 'function r = hypot(a), r = 7; end'); fclose(fid);"
    assert run(session, f"{written} f = @hypot; fprintf('%d', nargin(f), nargin('hypot'), f(1))") == "117"
    assert run(session, "delete('hypot.m'); f = @hypot; fprintf('%d', nargin(f), f(3, 4))") == "25"
