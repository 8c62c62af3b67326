"""Python from MATLAB code: what MATLAB's documentation of the interface to Python says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from runmat_kernel.session import Session

VALUES = [
    # calls, keywords, conversion of results
    ("py.math.sqrt(16)", "4"),
    ("class(py.math.radians(90))", "'double'"),
    ("py.abs(-3)", "3"),
    ("py.operator.lt(1, 2)", "true"),
    ("py.cmath.sqrt(-1)", "1i"),
    ("class(py.len({1, 2}))", "'py.int'"),
    ("double(py.len({1, 2}))", "2"),
    ("char(py.str.upper('abc'))", "'ABC'"),
    ("py.max([3 9 4])", "9"),
    ("double(py.int('101', pyargs('base', int32(2))))", "5"),
    ("double(py.int('101', base=int32(2)))", "5"),
    ("char(py.os.path.join('a', 'b'))", "'a/b'"),
    ("class(py.os.getcwd)", "'py.str'"),
    ("class(py.sys.path)", "'py.list'"),
    ("char(py.datetime.date(int32(2020), int32(3), int32(4)))", "'2020-03-04'"),
    ("py.datetime.datetime.fromisoformat('2024-05-06T07:08:09')", "datetime(2024,5,6,7,8,9)"),
    ("double(py.datetime.date(int32(2020), int32(3), int32(4)).year)", "2020"),
    ("string(py.textwrap.wrap('aa bb cc', pyargs('width', int32(5))))", '["aa bb","cc"]'),
    ("char(py.json.dumps(struct('a', 1)))", "'{\"a\": 1.0}'"),
    ("double(py.json.loads('[1, 2, 3]'))", "[1 2 3]"),
    ("string(py.xml.sax.saxutils.escape('a<b'))", '"a&lt;b"'),
    ("py.math.fsum([0.1 0.2 0.3])", "0.6"),
    ("py.math.pi", "pi"),
    # arguments: scalars
    ("class(py.operator.pos(py.int(int8(3))))", "'py.int'"),
    ("string(py.repr(1))", '"1.0"'),
    ('string(py.repr(single(1.5)))', '"1.5"'),
    ('string(py.repr(int32(7)))', '"7"'),
    ('string(py.repr(uint64(18446744073709551615)))', '"18446744073709551615"'),
    ('string(py.repr(true))', '"True"'),
    ('string(py.repr(1+2i))', '"(1+2j)"'),
    ('string(py.repr(NaN))', '"nan"'),
    ('string(py.repr(-Inf))', '"-inf"'),
    ("string(py.repr('text'))", '"\'text\'"'),
    ('string(py.repr("text"))', '"\'text\'"'),
    ("string(py.repr(''))", '"\'\'"'),
    ("char(py.list({string(missing), 'Value'}))", "'[None, ''Value'']'"),
    ("string(py.repr({1, 'a'}))", '"(1.0, \'a\')"'),
    ('string(py.repr({}))', '"()"'),
    ('string(py.repr(["a" "b"]))', '"[\'a\', \'b\']"'),
    ("string(py.repr(struct('a', 1, 'b', 'x')))", '"{\'a\': 1.0, \'b\': \'x\'}"'),
    ('string(py.repr(dictionary("k", 2)))', '"{\'k\': 2.0}"'),
    ("char(py.str(datetime(2020,1,2,3,4,5)))", "'2020-01-02 03:04:05'"),
    ("char(py.str(seconds(90)))", "'0:01:30'"),
    # arguments: arrays
    ("class(py.numpy.array([1 2 3]))", "'py.numpy.ndarray'"),
    ("cellfun(@double, cell(py.numpy.shape([1 2 3])))", "3"),
    ("cellfun(@double, cell(py.numpy.shape([1 2 3]')))", "[3 1]"),
    ("cellfun(@double, cell(py.numpy.shape(ones(2, 3, 4))))", "[2 3 4]"),
    ("char(py.numpy.asarray(int16([1 2])).dtype.name)", "'int16'"),
    ("char(py.numpy.asarray(single([1 2])).dtype.name)", "'float32'"),
    ("char(py.numpy.asarray([true false]).dtype.name)", "'bool'"),
    ("char(py.numpy.asarray([1i 2]).dtype.name)", "'complex128'"),
    ("x = [3 1 2]; y = x; z = py.numpy.sort(x); double(z)", "[1 2 3]"),
    ("x = [3 1 2]; py.numpy.sort(x); x", "[3 1 2]"),
    ("py.numpy.sum(magic(4))", "136"),
    ("double(py.numpy.matmul(magic(2), [5 6]'))", "magic(2) * [5 6]'"),
    ("char(py.numpy.asarray([datetime(2020,1,1) NaT]).dtype.name)", "'datetime64[us]'"),
    # conversions
    ("double(py.numpy.array(magic(3)))", "magic(3)"),
    ("int8(py.numpy.array([1.5 300 -2.5]))", "int8([2 127 -3])"),
    ("single(py.numpy.arange(3))", "single([0 1 2])"),
    ("logical(py.list({1, 0}))", "[true false]"),
    ("uint8(py.bytes('ab', 'utf8'))", "uint8('ab')"),
    ("double(py.array.array('d', [1 2 3]))", "[1 2 3]"),
    ("double(py.list({1, int8(2), true}))", "[1 2 1]"),
    ("int64(py.int('9007199254740993'))", "int64(9007199254740993)"),
    ("uint64(py.int('18446744073709551615'))", "intmax('uint64')"),
    ("string(py.list({'a', 'b'}))", '["a" "b"]'),
    ("string(py.str('x'))", '"x"'),
    ("cell(py.tuple({1, 'a'})); ans{1}", "1"),
    ("class(cell(py.list({'a'})))", "'cell'"),
    ("s = struct(py.dict(soup=3.57, bread=2)); s.bread", "2"),
    ("d = dictionary(py.dict(soup=3.5, bread=2)); d(\"soup\")", "3.5"),
    ("datetime(py.datetime.date(int32(2020), int32(3), int32(4)))", "datetime(2020,3,4)"),
    ("datetime(py.numpy.arange('2022-12-30', '2023-01-01', pyargs('dtype', 'datetime64[D]')))", "datetime(2022,12,30:31)"),
    ("duration(py.datetime.timedelta(1))", "days(1)"),
    # containers
    ("li = py.list({1, 2, 3, 4}); double(li(2:3))", "[2 3]"),
    ("li = py.list({1, 2, 3, 4}); double(li(4:-2:1))", "[4 2]"),
    ("li = py.list({1, 2, 3, 4}); double(li(4:-1:1))", "4:-1:1"),
    ("li = py.list({1, 2, 3, 4}); double(li(end))", "4"),
    ("li = py.list({1, 2, 3, 4}); li{end}", "4"),
    ("li = py.list({1, 2, 3, 4}); li{2} = 7; double(li)", "[1 7 3 4]"),
    ("li = py.list({1, 2}); other = li; li.append(3); length(other)", "3"),
    ("li = py.list({1, 2}); append(li, 3); size(li)", "[1 3]"),
    ("s = py.str('myfile'); char(s(2:end))", "'yfile'"),
    ("p = py.dict(name='John', billing=127); p{'billing'}", "127"),
    ("p = py.dict(name='John'); p{'age'} = 3; p{'age'}", "3"),
    ("n = 0; for e = py.list({1, 2, 5}), n = n + e{1}; end; n", "8"),
    ("m = py.dict(a=1, b=2); t = 0; for k = py.list(keys(m)), t = t + m{k{1}}; end; t", "3"),
    ("numel(cell(py.list(py.range(int32(5)))))", "5"),
    ("string(py.list(py.map(@py.str, {1, 2})))", '["1.0" "2.0"]'),
    ("isempty(py.list)", "true"),
    # operators
    ("double(py.list({1}) + py.list({2}))", "[1 2]"),
    ("double(py.int(int32(3)) + 1)", "4"),
    ("py.len({1}) == 1", "true"),
    ("py.len({1}) < 1", "false"),
    ("double(py.numpy.array([1 2 3]) * 2)", "[2 4 6]"),
    ("double(-py.numpy.array([1 2 3]))", "[-1 -2 -3]"),
    ("double(py.list({0}) * int32(3))", "[0 0 0]"),
    ("isequal(py.list({1, 2}), py.list({1, 2}))", "true"),
    ("isequal(py.numpy.array([1 2]), py.numpy.array([1 2 3]))", "false"),
    ("isequal(py.numpy.array([1 1]), py.numpy.array(1))", "false"),
    ("isa(py.list, 'py.list')", "true"),
    ("isa(py.collections.OrderedDict, 'py.dict')", "true"),
    # attributes, handles, modules
    ("np = py.importlib.import_module('numpy'); np.linalg.norm([3 4])", "5"),
    ("f = @py.math.sqrt; f(9)", "3"),
    ("f = @(x) py.math.pow(x, 2); f(3)", "9"),
    ("py.functools.reduce(@(a, b) a + 2*b, {1, 2, 3})", "11"),
    ("cellfun(@(c) py.math.sqrt(c), {4, 9})", "[2 3]"),
    ("q = py.fractions.Fraction(int32(1), int32(3)); double(q.denominator)", "3"),
    ("o = py.types.SimpleNamespace(a=1); o.a = 5; o.b = 'x'; {o.a, char(o.b)}", "{5, 'x'}"),
    ("round(py.scipy.optimize.minimize_scalar(@(x) (x - 2)^2).x, 6)", "2"),
    # pyrun, pyrunfile
    ("pyrun(\"a = 3.5\"); pyrun(\"b = a + 1\", \"b\")", "4.5"),
    ("[a, b] = pyrun([\"a = x\", \"b = x * 2\"], [\"a\" \"b\"], x=4); [a b]", "[4 8]"),
    ("f = pyrun(\"f = lambda x: x + 1\", \"f\"); f(2)", "3"),
    ("pyenv().Status", '"Loaded"'),
]  # fmt: skip


@pytest.fixture(scope="module")
def session() -> Session:
    return Session(provider="host")


@pytest.mark.parametrize(("code", "expected"), VALUES, ids=[code for code, _ in VALUES])
def test_values(session: Session, code: str, expected: str) -> None:
    before, last = re.match(r"(.*; )?((?:[^;\[{]|\[[^\]]*\]|\{[^}]*\})*)$", code).groups(default="")
    outcome = session.run(f"{before}got_ = {last}; want_ = {expected}; disp(isequal(got_, want_) && strcmp(class(got_), class(want_)))")
    assert outcome.error is None, outcome.error
    assert outcome.text.strip() == "1", session.run("got_, want_").text


ERRORS = [
    ("py.list('x', 'y', 1)", "MATLAB:Python:PyException", "Python Error: TypeError: list expected at most 1 argument, got 3"),
    ("py.no_such.f(1)", "MATLAB:undefinedVarOrClass", "Unable to resolve the name 'py.no_such.f'."),
    ("py.math.no_such(1)", "MATLAB:undefinedVarOrClass", "Unable to resolve the name 'py.math.no_such'."),
    ("f = @py.no_such.f; f(1)", "MATLAB:UndefinedFunction", ""),
    ("py.len(['ab'; 'cd'])", "MATLAB:Python:UnsupportedInputConversion",
     "Conversion of MATLAB 'char' to Python is only supported for 1-N vectors."),
    ("py.len({1 2; 3 4})", "MATLAB:Python:UnsupportedInputConversion",
     "Conversion of MATLAB 'cell' to Python is only supported for 1-N vectors."),
    ("py.len(struct('a', {1, 2}))", "MATLAB:Python:UnsupportedInputConversion", ""),
    ("py.len(sparse(1))", "MATLAB:Python:UnsupportedInputConversion", "Conversion of MATLAB 'double' to Python is not supported."),
    ("double(py.list({3.0, 'MATLAB'}))", "MATLAB:Python:ConversionFailed",
     "Conversion of Python element at position 2 to type 'double' failed. All Python elements must be convertible"),
    ("double(py.dict)", "MATLAB:Python:ConversionFailed", ""),
    ("struct(py.list)", "MATLAB:Python:ConversionFailed", ""),
    ("struct(py.dict(pyargs('2020-1', 1)))", "MATLAB:Python:ConversionFailed", ""),
    ("li = py.list({1}); li(2)", "MATLAB:badsubscript", "Index exceeds the number of array elements. Index must not exceed 1."),
    ("li = py.list({1, 2, 3, 4}); li([1 2 4])", "MATLAB:index:unsupported", ""),
    ("li = py.list({1, 2}); li(logical([1 0]))", "MATLAB:index:unsupported", ""),
    ("li = py.list({1, 2, 3}); li([2 2])", "MATLAB:index:unsupported", ""),
    ("li = py.list({1, 2, 3}); li{3:-1:1} = 5", "MATLAB:index:assignmentToTemporary", ""),
    ("py.sys.exit(int32(3))", "MATLAB:Python:PyException", "Python Error: SystemExit: 3"),
    ("d = py.dict(a=1); d{'b'}", "MATLAB:Python:PyException", "Python Error: KeyError: 'b'"),
    ("x = py.int(int32(1)); x.no_such", "MATLAB:noSuchMethodOrField", ""),
    ("p = py.os.path.split(pwd); py.operator.setitem(p, int32(1), 'temp')", "MATLAB:Python:PyException",
     "Python Error: TypeError: 'tuple' object does not support item assignment"),
    ("x = [3 1 2]; pyrun(\"v.sort()\", v=x)", "MATLAB:Python:PyException", ""),
    ("pyrun(\"def f(:\")", "MATLAB:Python:PyException", ""),
]  # fmt: skip


@pytest.mark.parametrize(("code", "identifier", "message"), ERRORS, ids=[code for code, _, _ in ERRORS])
def test_errors(session: Session, code: str, identifier: str, message: str) -> None:
    error = session.run(code).error
    assert error is not None and error.identifier == identifier, error
    assert error.message.startswith(message)


DISPLAYS = [
    ("x = py.str('ab')", "x = \n\n  Python str with no properties.\n\n    ab\n\n"),
    ("x = py.list({1, 2})",
     "x = \n\n  Python list with values:\n\n    [1.0, 2.0]\n\n    Use string, double or cell function to convert to a MATLAB array.\n\n"),
    ("x = py.complex(pyargs('real', 1, 'imag', 2))",
     "x = \n\n  Python complex with properties:\n\n    imag: 2\n    real: 1\n\n    (1+2j)\n\n"),
    ("x = py.float(NaN)", "x = \n\n  Python float with properties:\n\n    imag: 0\n    real: NaN\n\n    nan\n\n"),
    ("x = py.numpy.array([1 2; 3 4])",
     "x = \n\n  Python ndarray:\n\n     1     2\n     3     4\n\n    Use details function to view the properties of the Python object.\n\n"
     "    Use double function to convert to a MATLAB array.\n\n"),
    ("c = {py.len({1})}", "c =\n\n  1×1 cell array\n\n    {1×1 py.int}\n\n"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "text"), DISPLAYS, ids=[code for code, _ in DISPLAYS])
def test_displays(session: Session, code: str, text: str) -> None:
    assert session.run(code).text.strip("\n") == text.strip("\n")


def test_exceptions_are_objects(session: Session) -> None:
    code = "try, py.list('x','y',1), catch e, end; disp(class(e)); disp(isa(e, 'MException')); disp(class(e.ExceptionObject))"
    assert session.run(code).text.split() == ["matlab.exception.PyException", "1", "py.tuple"]


def test_printed_text_comes_in_order(session: Session) -> None:
    text = session.run("disp(1); py.print('a', 'b', pyargs('sep', ',')); pyrun(\"print('c')\"); disp(2); py.map(@disp, {3});").text
    assert text.split() == ["1", "a,b", "c", "2"]


def test_a_handle_that_python_calls_may_print_and_fail(session: Session) -> None:
    outcome = session.run("py.list(py.map(@(x) fprintf('%d ', x), {1, 2}));")
    assert outcome.error is None and outcome.text == "1 2 "
    outcome = session.run("py.list(py.map(@(x) no_such_function(x), {4}));")
    assert outcome.error is not None and outcome.error.identifier == "MATLAB:UndefinedFunction"


def test_files_run_with_arguments_in_a_namespace_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "greeting.py").write_text("import sys\nprint(sys.argv[1:])\nx = a * 2\n")
    session = Session(provider="host")
    text = session.run("x = pyrunfile(\"greeting.py 'hello world' 2\", \"x\", a=4); disp(x)").text
    assert text.split("\n")[:2] == ["['hello world', '2']", "     8"]
    assert session.run("pyrun(\"y = x\")").error.message == "Python Error: NameError: name 'x' is not defined"


def test_modules_beside_the_notebook_need_a_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "beside_the_notebook.py").write_text("def f(x):\n    return x + 1.0\n")
    session = Session(provider="host")
    assert session.run("py.beside_the_notebook.f(1)").error.identifier == "MATLAB:undefinedVarOrClass"
    outcome = session.run("if count(py.sys.path, pwd) == 0, insert(py.sys.path, int32(0), pwd); end; disp(py.beside_the_notebook.f(1))")
    try:
        assert outcome.error is None and outcome.text.strip() == "2"
    finally:
        session.run("py.sys.path.remove(pwd)")


def test_an_interrupt_leaves_python_code() -> None:
    session = Session(provider="host")
    with pytest.raises(KeyboardInterrupt):
        session.run("pyrun(\"raise KeyboardInterrupt\")")
    assert session.run("disp(1)").text.strip() == "1"


def test_variables_named_py_come_first(session: Session) -> None:
    assert Session(provider="host").run("py.a = 3; disp(py.a)").text.strip() == "3"


def test_tables_are_data_frames() -> None:
    pytest.importorskip("pandas")
    session = Session(provider="host")
    outcome = session.run(
        "T = table([1;2], [\"a\";\"b\"], [true;false], 'VariableNames', {'n','s','t'}); d = py.pandas.DataFrame(T); U = table(d);"
        "disp(isequal(T, U)); disp(double(d.shape{1})); m = d.mean(numeric_only=true); disp(double(m.n))"
    )
    assert outcome.error is None, outcome.error
    assert outcome.text.split() == ["1", "2", "1.5000"]


def test_help_is_that_of_python(session: Session) -> None:
    assert "Return the square root of x." in session.run("help py.math.sqrt").text
    assert session.function_help("py.no_such.f") is None
