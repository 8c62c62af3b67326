"""Which function a name means: methods, constructors, properties, static methods, imports, private functions and files of one name."""

from __future__ import annotations

import pytest

from runmat_kernel.session import Session

FILES = {
    "Shape.m": """classdef Shape
  properties, v = 1, end
  methods
    function o = Shape(v), if nargin, o.v = v; end, end
    function r = Disc(o), r = 'converted'; end
    function r = surface(o), r = o.v * 10; end
    function r = extent(o), r = 'method'; end
  end
  methods (Static)
    function r = kind(x), r = 'static'; end
  end
end
""",
    "Disc.m": """classdef Disc < Shape
  methods
    function o = Disc(x), if nargin && isa(x, 'Shape'), o.v = x.v + 1; end, end
  end
end
""",
    "kind.m": "function r = kind(x), r = 'file'; end\n",
    "extent.m": "function r = extent(x), r = 'file'; end\n",
    "of_surface.m": "function r = of_surface(), r = surface(Shape(4)); end\n",
    "of_extent.m": "function r = of_extent(), r = extent([Shape(4), Shape(5)]); end\n",
    "of_factory.m": "function r = of_factory(), r = extent(factory()); end\nfunction o = factory(), o = Shape(5); end\n",
    "@Span/Span.m": "classdef Span\n properties, ends = [3 4], label = 'k', end\nend\n",
    "@Span/ends.m": "function [a, b] = ends(o), a = o.ends(1); b = counted(o); end\n",
    "@Span/label.m": "function r = label(o), r = ['method ' o.label]; end\n",
    "@Span/private/counted.m": "function r = counted(o), r = numel(o.ends); end\n",
    "@label/label.m": "classdef label\n methods\n  function o = label(varargin), error('constructor'), end\n end\nend\n",
    "@older/older.m": "function o = older(), o = class(struct('a', 5), 'older');\n",
    "@older/newer.m": "function r = newer(o), r = 'converted';\n",
    "@newer/newer.m": "function o = newer(varargin), o = class(struct('b', 6), 'newer', older());\n",
    "+pk/extent.m": "function r = extent(x), r = 'package'; end\n",
    "+pk/hidden.m": "function r = hidden(x), r = 'package'; end\n",
    "private/hidden.m": "function r = hidden(x), r = 'private'; end\n",
    "by_name.m": "function r = by_name(x), import pk.extent\nr = extent(x); end\nfunction r = extent(x), r = 'local'; end\n",
    "by_package.m": "function r = by_package(x), import pk.*\nr = [extent(x) ' ' hidden(x)]; end\n"
    "function r = extent(x), r = 'local'; end\n",
    "by_folder.m": "function r = by_folder(x), r = hidden(x); end\n",
}


@pytest.fixture
def run(tmp_path, monkeypatch):
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    session = Session(provider="host")

    def run(text):
        outcome = session.run(text)
        if outcome.error is not None:
            raise outcome.error
        return outcome.text.strip()

    return run


def test_a_constructor_hides_the_inherited_method_of_its_name(run):
    assert run("s = Shape(5); d = Disc(Disc(s)); disp(class(Disc(s)))") == "char"  # Shape converts itself
    assert run("d = Disc; e = Disc(d); fprintf('%s %d', class(e), e.v)") == "Disc 2"
    assert run("fprintf('%s %s', newer(older), class(newer(newer)))") == "converted newer"


def test_a_method_may_have_the_name_of_a_property(run):
    """Dots mean the property, calls the method, whatever class has the name."""
    assert run("s = Span; [a, b] = ends(s); fprintf('%d %d %d %d', a, b, s.ends)") == "3 2 3 4"
    assert run("fprintf('%s, %s', label(s), s.label)") == "method k, k"


@pytest.mark.parametrize(("call", "expected"), [("of_surface", "40"), ("of_extent", "method"), ("of_factory", "method")])
def test_methods_of_classes_that_are_first_seen_in_the_call(run, call, expected):
    assert run(f"disp({call}())") == expected


def test_arguments_are_computed_before_an_unknown_function_is_missed(run):
    assert run("function r = asks, r = no_such_function(input_of()); end\nfunction r = input_of, error('in:argument', 'first'), end") == ""
    assert run("try, asks, catch e, disp(e.identifier), end") == "in:argument"
    assert run("try, no_such_function(Shape), catch e, disp(e.identifier), end") == "MATLAB:UndefinedFunction"


def test_static_methods_are_no_methods_of_arguments(run):
    assert run("s = Shape; disp([kind(s) ' ' Shape.kind(s) ' ' s.kind(s)])") == "file static static"


def test_imports(run):
    """Names that are imported come first of all; imported packages come behind local functions and before private ones and methods."""
    assert run("fprintf('%s, %s, %s', by_name(Shape), by_package(1), by_folder(1))") == "package, local package, private"
    assert run("disp(extent(1))") == "file"
    assert run("import pk.extent\nfprintf('%s %s', extent(1), extent(Shape))") == "package package"
