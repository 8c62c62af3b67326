"""Functions, arguments blocks and classes."""

from __future__ import annotations

from runmat_kernel.syntax import ast
from tests.syntax.trees import program, show


def function(text: str) -> ast.Function:
    return program(text).functions[0]


def test_signature():
    made = function("function [a, b] = f(x, ~, varargin)\na = x; b = 2;\nend")
    assert (made.name, made.parameters, made.outputs) == ("f", ("x", "~", "varargin"), ("a", "b"))
    assert show(made.body) == "{a = x; b = 2}"
    assert made.has_end


def test_short_signatures():
    assert function("function f").name == "f"
    assert function("function y = f, y = 1;").outputs == ("y",)
    assert function("function [] = f()\n").outputs == ()
    assert show(function("function y = f(x) y = x; end").body) == "{y = x}"
    assert function("function r = end(obj, k, n)\nr = 1;\nend").name == "end"
    declared = program("classdef c\nmethods\nr = end(obj, k, n)\nend(obj)\nend\nmethods\nend\nend\n").classes[0].methods[0].signatures
    assert [f.name for f in declared] == ["end", "end"]


def test_functions_without_end():
    made = program("function a\nif x\n y;\nend\nfunction b\nz;\n").functions
    assert [(f.name, f.has_end, show(f.body)) for f in made] == [
        ("a", False, "{If {IfBranch x {y}} {}}"),
        ("b", False, "{z}"),
    ]


def test_nested_functions_and_closing_words():
    made = function("function a\n x;\n function b\n  y;\n endfunction\n z;\nendfunction")
    assert [f.name for f in made.nested] == ["b"]
    assert show(made.body) == "{x; z}"


def test_functions_anywhere_in_a_script():
    made = program("x = f(1);\nfunction y = f(x)\n y = x;\nend\nz = 2;")
    assert show(made.statements) == "{x = f(1); z = 2}"
    assert [f.name for f in made.functions] == ["f"]


def test_names_of_one_function_are_no_variables_of_the_next():
    made = program("function a\nhold = 1;\nend\nfunction b\nhold on\nend").functions
    assert show(made[1].body) == "{command hold 'on'!}"


def test_help():
    assert function("function f(x)\n% F  Do it.\n%   More.\n\n% not help\nx\nend").help == " F  Do it.\n   More."
    assert function("% Above.\nfunction f\nx\nend").help == " Above."
    assert function("function f(x, ...\n  y)\n% Below.\nend").help == " Below."
    assert function("function f\n%{\nblock\n%}\nend").help == "block"


def test_octave_defaults():
    made = function("function f(a, b = 1)\nend")
    assert made.defaults[0] is None
    assert show(made.defaults[1]) == "1"


ARGUMENTS = """function r = f(x, opts)
  % help
  arguments (Input)
    x (1,:) double {mustBePositive, mustBeMember(x, [1 2])} = 5 % note
    opts.Tol (1,1) = 1e-3
    opts.?pkg.Cls
  end
  arguments (Output)
    r double
  end
  r = x;
end"""


def test_arguments_blocks():
    made = function(ARGUMENTS)
    given, returned = made.arguments
    assert (given.attributes, returned.attributes) == (("Input",), ("Output",))
    x, tolerance, options = given.declarations
    assert (x.name, x.field, x.sizes, x.matlab_class) == ("x", None, (1, ":"), "double")
    assert [show(v) for v in x.validators] == ["mustBePositive", "mustBeMember(x, [1, 2])"]
    assert show(x.default) == "5"
    assert (tolerance.name, tolerance.field, tolerance.sizes, show(tolerance.default)) == ("opts", "Tol", (1, 1), "0.001")
    assert options.from_class == "pkg.Cls"
    assert show(made.body) == "{r = x}"
    assert made.help == " help"


CLASS = """classdef (Sealed, ConstructOnLoad = true) C < handle & pkg.B
  % Help of C
  properties (SetAccess = private, ~Hidden)
    A (1,1) double {mustBePositive} = 5
    B
    D = {1, 'a'}; E string
  end
  properties
  end
  events
    Changed
    Done
  end
  enumeration
    Red (1), Green (2)
    Blue
  end
  methods
    function obj = C(a)
      obj@handle(a);
      obj.A = a;
    end
    function set.A(obj, v)
      obj.A = v;
    end
    function r = get.A(obj), r = obj.A; end
  end
  methods (Static, Access = {?A, ?B})
    r = make(x, ~)
    [a, b] = two()
    nothing
  end
end
function helper
end
"""


def test_class():
    made = program(CLASS)
    (c,) = made.classes
    assert [f.name for f in made.functions] == ["helper"]
    assert (c.name, c.superclasses, c.help) == ("C", ("handle", "pkg.B"), " Help of C")
    assert [(a.name, a.negated) for a in c.properties[0].attributes] == [("SetAccess", False), ("Hidden", True)]
    assert [(p.name, p.sizes, p.matlab_class) for p in c.properties[0].properties] == [
        ("A", (1, 1), "double"),
        ("B", None, None),
        ("D", None, None),
        ("E", None, "string"),
    ]
    assert c.events[0].names == ("Changed", "Done")
    assert [(m.name, show(m.arguments)) for m in c.enumerations[0].members] == [("Red", "{1}"), ("Green", "{2}"), ("Blue", "{}")]
    assert [(m.name, m.accessor) for m in c.methods[0].methods] == [("C", None), ("A", "set"), ("A", "get")]
    assert show(c.methods[0].methods[0].body) == "{SuperReference obj handle None(a); obj.A = a}"
    assert [(m.name, m.parameters, m.outputs) for m in c.methods[1].signatures] == [
        ("make", ("x", "~"), ("r",)),
        ("two", (), ("a", "b")),
        ("nothing", (), ()),
    ]
