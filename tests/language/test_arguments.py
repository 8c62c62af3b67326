"""``arguments`` blocks: https://www.mathworks.com/help/matlab/ref/arguments.html"""

import pytest

from runmat_kernel.session import Session

FUNCTIONS = """
function r = f1(a, b, o)
  arguments
    a (1,:) double {mustBePositive, mustBeLessThan(a, 50)}
    b = numel(a) + 1
    o.Tol (1,1) double = 1e-3
    o.Name string = "x" + b
    o.Opt
  end
  r = {a, b, o, nargin};
end
function varargout = f2(x, y)
  arguments (Repeating)
    x (1,1) double
    y string
  end
  varargout = {x, y, nargin};
end
function c = f3(n)
  arguments
    n (2,3) int8 = 7
  end
  arguments (Output)
    c (1,:) double {mustBeNonempty}
  end
  c = n(:);
  if c(1) > 100, c = []; return, end
end
function f4(x)
  arguments
    x {mustBeShort(x, 3)}
  end
  fprintf('%d;', x);
end
function mustBeShort(x, n)
  if numel(x) > n, error('my:long', 'Value must have at most %d elements.', n), end
end
"""


REPEATED = """
function n = pairs(a, x, y)
  arguments
    a = 1
  end
  arguments (Repeating)
    x (1,1) double
    y (1,:) char
  end
  n = numel(x);
end
function n = many(varargin)
  arguments (Repeating)
    varargin (1,1) double {mustBePositive}
  end
  n = numel(varargin);
end
function [s, varargout] = outputs(v)
  arguments (Output)
    s (1,1) string
  end
  arguments (Output, Repeating)
    varargout (1,1) double {mustBePositive}
  end
  s = numel(v);
  varargout = num2cell(v);
end
"""


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("pairs(1, 2, 'b', 3, 'c')", "2"),
        ("pairs(1, 2, 'b', [3 3], 'c')", "Invalid argument at position 4. Value must be a scalar."),
        ("pairs(1, 2, 'b', 3, {})", "Invalid argument at position 5. Value must be of type char or be convertible to char."),
        ("many(3, 2, 1)", "3"),
        ("many(3, 2, -1)", "Invalid argument at position 3. Value must be positive."),
        ("outputs([1 2])", "2"),
        ("class(second(int8([1 2])))", "double"),
        ("second([1 -2])", "Invalid output argument 'varargout'. Value must be positive."),
    ],
)
def test_values_of_repeating_arguments_are_checked_where_they_stand(call: str, told: str) -> None:
    second = "function b = second(v), [~, ~, b] = outputs(v); end\n"
    session = Session(provider="host")
    assert session.run(f"{REPEATED}{second}try, fprintf('%s', string({call})), catch e, fprintf('%s', e.message), end").text == told


@pytest.mark.parametrize(
    ("program", "printed"),
    [
        ("r = f1([1;2;3]); fprintf('%d %d %d|', size(r{1}), r{2}); fprintf('%g %s %d', r{3}.Tol, r{3}.Name, r{4})", "1 3 4|0.001 x4 1"),
        ("r = f1(1, Tol=2); fprintf('%d %g %s', r{2}, r{3}.Tol, r{3}.Name)", "2 2 x2"),
        ("r = f1(1, 'Name', 'abc'); disp(class(r{3}.Name)), fprintf('%d', isfield(r{3}, 'Opt'), r{4})", "string\n01"),
        ("r = f1(1, 5, 'Opt', {1}, 'Tol', 3); fprintf('%s ', string(fieldnames(r{3})))", "Tol Name Opt "),
        ("[x, y, n] = f2(1, 'a', 2, \"b\"); fprintf('%d %d %s %d', numel(x), x{2}, y{1}, n)", "2 2 a 4"),
        ("x = f2(); fprintf('%d %d', size(x))", "1 0"),
        ("c = f3(); fprintf('%s %d %d %d', class(c), size(c), c(4))", "double 1 6 7"),
        ("f4([1 2])", "1;2;"),
    ],
)
def test_inputs_and_outputs(program: str, printed: str) -> None:
    outcome = Session(provider="host").run(FUNCTIONS + program)
    assert outcome.error is None, outcome.error
    assert outcome.text == printed


@pytest.mark.parametrize(
    ("program", "identifier", "message"),
    [
        ("f1()", "MATLAB:minrhs", "Invalid argument list. Function requires 1 more input(s)."),
        ("f1(-1)", "MATLAB:validators:mustBePositive", "Invalid argument at position 1. Value must be positive."),
        ("f1(60)", "MATLAB:validators:mustBeLessThan", "Invalid argument at position 1. Value must be less than 50."),
        ("f1({1})", "MATLAB:validation:UnableToConvert", "Invalid argument at position 1. Value must be of type double"),
        ("f1(ones(2))", "MATLAB:validation:IncompatibleSize", "Invalid argument at position 1. Value must be a row vector."),
        ("f1(1, 2, 3)", "MATLAB:TooManyInputs", "Too many input arguments."),
        ("f1(1, Tol=[1 2])", "MATLAB:validation:IncompatibleSize", "Invalid name-value argument 'Tol'. Value must be a scalar."),
        ("f1(1, 2, Foo=3)", "MATLAB:functionValidation:UnknownParameter", "Invalid argument name 'Foo'."),
        ("f2(1)", "MATLAB:minrhs", "Invalid argument list."),
        ("x = f3(120);", "MATLAB:validators:mustBeNonempty", "Invalid output argument 'c'."),
        ("f4(1:4)", "my:long", "Invalid argument at position 1. Value must have at most 3 elements."),
    ],
)
def test_errors(program: str, identifier: str, message: str) -> None:
    error = Session(provider="host").run(FUNCTIONS + program).error
    assert error is not None
    assert error.identifier == identifier
    assert error.message.startswith(message)


def test_what_is_declared_is_an_input():
    error = Session(provider="host").run("function r = f(a)\narguments\nb (1,1) double\nend\nr = 1;\nend\nf(2)").error
    assert error.identifier == "MATLAB:m_invalid_syntax"
    assert "'b'" in error.message


def test_inputs_that_are_not_used_have_their_line():
    program = "function f(x, ~, z)\narguments\nx (1,1) double\n~\nz = x + 1\nend\nfprintf('%g %g,', x, z);\nend\nf(1, 5); f(1, 2, 3);"
    outcome = Session(provider="host").run(program)
    assert outcome.error is None and outcome.text == "1 2,1 3,"
    error = Session(provider="host").run("classdef C\nproperties\n~\nend\nend\nC").error
    assert error.identifier == "MATLAB:m_invalid_syntax"
