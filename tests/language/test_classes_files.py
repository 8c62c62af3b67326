"""Classes in files: class files, packages, class folders, old-style classes, edited files."""

from __future__ import annotations

import os

import pytest

from runmat_kernel.session import Session

FILES = {
    "Acct.m": """classdef Acct < handle
  properties
    bal = 0
    hist = []
  end
  methods
    function deposit(obj, x)
      obj.bal = helper(obj.bal, x);
      obj.hist(end+1) = x;
    end
    function fail(obj)
      error('my:id', 'failing %d', obj.bal);
    end
  end
end
function r = helper(a, b)
r = a + b;
end
""",
    "+pk/Cl.m": """classdef Cl
  properties (Constant)
    K = pk.f(3)
  end
  properties
    v
  end
  methods
    function o = Cl(v), if nargin, o.v = v; end, end
    function o = twice(o), o.v = 2*o.v; end
  end
  methods (Static)
    function r = make(x), r = pk.Cl(x); end
  end
end
""",
    "+pk/f.m": "function r = f(x)\nr = x*100;\nend\n",
    "@Foldy/Foldy.m": """classdef Foldy
  properties
    q = 5
  end
  methods
    r = outside(obj, x)
  end
  methods (Access = private)
    r = priv(obj)
  end
end
""",
    "@Foldy/outside.m": "function r = outside(obj, x)\nr = obj.q + x + priv(obj) + loc(1);\nend\nfunction y = loc(x)\ny = x/1000;\nend\n",
    "@Foldy/priv.m": "function r = priv(obj)\nr = 1000*obj.q;\nend\n",
    "@oldc/oldc.m": "function o = oldc(a)\ns.a = a;\ns.b = 2;\no = class(s, 'oldc');\n",
    "@oldc/plus.m": "function r = plus(x, y)\nr = oldc(x.a + y.a);\n",
    "@oldc/geta.m": "function r = geta(x)\nr = x.a;\n",
    "@oldc/seta.m": "function x = seta(x, v)\nx.a = v;\n",
    "@oldc/display.m": 'function display(x)\nfprintf("oldc %g\\n", x.a);\n',
    "@oldc/b.m": "function r = b(x, v)\nif nargin < 2, r = x.b; else, x.b = v; r = x; end\n",
    "@double/shade.m": "function r = shade(varargin)\nr = 'double';\n",
    "@int8/shade.m": "function r = shade(varargin)\nr = ['int8 ' hid()];\n",
    "@int8/private/hid.m": "function r = hid()\nr = 'hidden';\n",
    "@cell/numel.m": "function r = numel(c)\nr = -builtin('numel', c);\n",
    "shade.m": "function r = shade(varargin)\nr = 'none';\n",
    "@child/child.m": "function o = child(a, c)\np = oldc(a);\ns.c = c;\no = class(s, 'child', p);\n",
    "@child/getc.m": "function r = getc(x)\nr = x.c + geta(x.oldc);\n",
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


def test_class_file_with_local_function(run):
    assert run("a = Acct; a.deposit(5); deposit(a, 7); fprintf('%d ', a.hist, a.bal)") == "5 7 12"
    assert run("try, a.fail(), catch e, fprintf('%s|%s|%d', e.message, e.stack(1).name, e.stack(1).line), end") == "failing 12|Acct/fail|12"


def test_package(run):
    assert run("c = pk.Cl(4); c = c.twice(); fprintf('%d %d %s', c.v, pk.Cl.K, class(pk.Cl.make(9)))") == "8 300 pk.Cl"
    assert run("import pk.Cl\nx = Cl(3); fprintf('%d', x.v)") == "3"


def test_class_folder(run):
    assert run("f = Foldy; fprintf('%.3f', f.outside(1))") == "5006.001"
    assert run("try, f.priv(), catch e, disp(e.identifier), end") == "MATLAB:class:MethodRestricted"


def test_old_style(run):
    assert run("o = oldc(3)") == "oldc 3"
    assert run("p = o + oldc(4)") == "oldc 7"
    assert run("p = seta(p, 50); fprintf('%d %s %d', geta(p), class(p), isobject(p))") == "50 oldc 1"
    assert "only permitted within its methods" in run("try, p.a, catch e, disp(e.message), end")
    assert run("p = b(p, 9); fprintf('%d', b(p))") == "9"  # a method with the name of a field


def test_constructors_in_class_folders_are_found_by_name(run):
    assert run("fprintf('%d ', exist('Foldy'), exist('Foldy', 'file'), exist('Fold'))") == "2 2 0"
    assert run("which Foldy").endswith(os.path.join("@Foldy", "Foldy.m"))


def test_old_style_inheritance(run):
    assert run("k = child(7, 1); fprintf('%d %d', getc(k), geta(k))") == "8 7"
    assert run("k = seta(k, 8); fprintf('%d %d', geta(k), isa(k, 'oldc'))") == "8 1"


def test_methods_of_built_in_classes(run):
    calls = "shade(1), shade(1, int8(1)), shade('a'), shade(), feval(@shade, true, 1)"
    assert run(f"fprintf('%s,', {calls})") == "double,int8 hidden,none,none,double,"
    assert run("fprintf('%d %d', numel({1, 2}), numel([1 2]))") == "-2 2"


def test_edited_file(run, tmp_path):
    assert run("fprintf('%d', pk.Cl.K)") == "300"
    path = tmp_path / "+pk" / "Cl.m"
    path.write_text(FILES["+pk/Cl.m"].replace("pk.f(3)", "7"))
    os.utime(path, ns=(0, 0))
    assert run("fprintf('%d', pk.Cl.K)") == "7"


def test_a_function_dispatches_when_it_calls_its_own_name(run, tmp_path):
    """The function of a file is found after the methods of its name; local and private functions before them."""
    (tmp_path / "geta.m").write_text("function r = geta(x)\nif isnumeric(x), x = oldc(x); end\nr = geta(x);\nend\n")
    (tmp_path / "within.m").write_text("function r = within(x)\nr = seta(x);\nend\nfunction r = seta(x)\nr = class(x);\nend\n")
    assert run("fprintf('%d', geta(41))") == "41"
    assert run("fprintf('%s', within(oldc(1)))") == "oldc"


def test_private_functions_of_a_class_folder_come_before_the_methods_of_their_arguments(run, tmp_path):
    (tmp_path / "@Asks" / "private").mkdir(parents=True)
    (tmp_path / "@Asks" / "Asks.m").write_text("classdef Asks\nmethods\nfunction r = here(o), r = told(Has); end\nr = there(o)\nend\nend\n")
    (tmp_path / "@Asks" / "there.m").write_text("function r = there(o)\nr = told(Has);\nend\n")
    (tmp_path / "@Asks" / "private" / "told.m").write_text("function r = told(h)\nr = ['private ' more(h)];\nend\n")
    (tmp_path / "@Asks" / "private" / "more.m").write_text("function r = more(h)\nr = 'both';\nend\n")
    (tmp_path / "@Has").mkdir()
    (tmp_path / "@Has" / "Has.m").write_text(
        "classdef Has\nmethods\nfunction r = told(h), r = 'method'; end\nfunction r = more(h), r = 'no'; end\nend\nend\n"
    )
    assert run("a = Asks; h = Has; fprintf('%s,', told(h), a.here, here(a), a.there)") == "method,private both,private both,private both,"


def test_deletion_is_an_assignment_to_classes_with_subsasgn(run, tmp_path):
    """``x(3) = []`` and ``x.a(2) = []`` are calls of ``subsasgn`` with all steps and an empty matrix."""
    (tmp_path / "@told").mkdir()
    (tmp_path / "@told" / "told.m").write_text("function o = told(a)\ns.a = a;\no = class(s, 'told');\n")
    (tmp_path / "@told" / "subsasgn.m").write_text(
        "function x = subsasgn(x, s, v)\nfprintf('%s ', s.type);\nfprintf('%d%d ', size(v));\nx.a = subsasgn(x.a, s(end), v);\n"
    )
    (tmp_path / "@told" / "shown.m").write_text("function shown(x)\nfprintf('%d', x.a)\n")
    assert run("t = told(1:4); t(3) = []; shown(t)") == "() 00 124"
    assert run("t.a(1) = []; shown(t)") == ". () 00 24"


def test_methods_of_classes_that_arguments_bring_in(run, tmp_path):
    """A class that is seen for the first time while the arguments are computed has its methods before functions of their name."""
    (tmp_path / "@late").mkdir()
    (tmp_path / "@late" / "late.m").write_text("function o = late()\no = class(struct('a', 4), 'late');\n")
    (tmp_path / "@late" / "told.m").write_text("function r = told(x, varargin)\nr = x.a;\n")
    (tmp_path / "told.m").write_text("function r = told(varargin)\nr = told(made(), varargin{:});\n")
    (tmp_path / "made.m").write_text("function o = made()\no = late();\n")
    (tmp_path / "asks.m").write_text("function asks()\nfprintf('%d', told(made()))\n")
    assert run("asks") == "4"
    assert run("fprintf('%d', told())") == "4"


FAMILY = {
    "Many.m": """classdef Many
  properties, a = 1:4, end
  methods
    function o = Many(x)
      if nargin, o.a = x; end
    end
    function r = told(o, varargin), r = 'method'; end
    function o = subsref(o, s)
      if strcmp(s(1).type, '()'), o.a = o.a(s(1).subs{:}); else, o = builtin('subsref', o, s); end
    end
  end
end
""",
    "More.m": """classdef More < Many
  methods (Static)
    function r = part(m), r = m([2 3]); end
  end
  methods
    function r = whole(o), r = numel(o(1).a); end
  end
end
""",
    "Group.m": """classdef Group
  methods
    function m = Many(g), m = Many([7 8 9]); end
  end
end
""",
    "told.m": "function r = told(varargin)\nr = 'function';\nend\n",
}


def test_objects_of_related_classes(run, tmp_path):
    """Which method is meant where several classes meet."""
    for name, text in FAMILY.items():
        (tmp_path / name).write_text(text)
    # subsref is passed over for objects of the running method's own class, not for those of its superclass
    assert run("p = More.part(Many); fprintf('%d ', p.a); fprintf('%d', whole(More))") == "2 3 4"
    # the first object decides: where its class has no such method, the function is called
    assert run("fprintf('%s ', told(Group, Many), told(Many, Group), told(1, Many))") == "function method method"
    # arrayfun goes over the elements that a class says it has
    (tmp_path / "Paged.m").write_text(
        FAMILY["Many.m"].replace("Many", "Paged").replace("told(o, varargin), r = 'method';", "size(o), r = size(o.a);")
    )
    assert run("fprintf('%d ', arrayfun(@(p, k) p.a * k, Paged([1 2; 3 4]), [1 10; 100 1]))") == "1 300 20 4"
    # a method of a class's name makes its objects
    assert run("m = Many(Group); fprintf('%d', m.a)") == "789"


def test_the_definition_comes_before_files_of_the_folder(run, tmp_path):
    (tmp_path / "@Twice").mkdir()
    (tmp_path / "@Twice" / "Twice.m").write_text("classdef Twice\n  methods\n    function r = who(o), r = 1; end\n  end\nend\n")
    (tmp_path / "@Twice" / "who.m").write_text("function r = who(o), r = 2; end\n")
    assert run("fprintf('%d', who(Twice))") == "1"


def test_a_broken_method_leaves_the_class(run, tmp_path):
    """A file of a class folder that is not MATLAB fails where its method is called."""
    (tmp_path / "@Part").mkdir()
    (tmp_path / "@Part" / "Part.m").write_text("classdef Part\n  properties, a = 1, end\nend\n")
    (tmp_path / "@Part" / "good.m").write_text("function r = good(o), r = o.a + 1; end\n")
    (tmp_path / "@Part" / "bad.m").write_text("function r = bad(o)\nr = 'it''s' + ) 1;\nend\n")
    assert run("p = Part; fprintf('%d', good(p))") == "2"
    assert run("try, bad(p), catch e, fprintf('%s %s', e.identifier, e.message), end").startswith(
        "MATLAB:m_invalid_syntax Error: File: bad.m Line: 2 Column: "
    )
    (tmp_path / "@Part" / "bad.m").write_text("function r = bad(o)\nr = 7 + o.a;\nend\n")
    assert run("clear classes; fprintf('%d', bad(Part))") == "8"


LISTED = """classdef Listed
  properties, v = {}, end
  methods
    function o = Listed(varargin), o.v = varargin; end
    function varargout = subsref(o, s)
      switch s(1).type
        case '{}', [varargout{1:nargout}] = o.v{s(1).subs{:}};
        case '()', o.v = o.v(s(1).subs{1}); varargout{1} = o;
        otherwise, varargout{1} = o.(s(1).subs);
      end
    end
    function o = subsasgn(o, s, b), o.v(s(1).subs{1}) = b.v; end
    function varargout = size(o, varargin)
      [varargout{1:max(nargout, 1)}] = size(o.v', varargin{:});
    end
  end
end
"""


def test_subsref_gives_as_many_contents_as_its_subscripts_mean(run, tmp_path):
    """``{x{[3 1]}}`` asks ``subsref`` for two values where the class says nothing else (``numel(x, [3 1])``)."""
    (tmp_path / "Listed.m").write_text(LISTED)
    assert run("x = Listed(5, 6, 7); c = {x{[3 1]}}; fprintf('%d', c{:}, x{2})") == "756"
    assert run("c = {x{logical([1 0 1])}}; fprintf('%d', c{:})") == "57"


CHAINED = """classdef Chained
  methods
    function r = subsref(o, s)
      if any(strcmp({s.subs}, 'self')), r = o; else, r = [s.type]; end
    end
    function r = numel(o, varargin), r = 1; end
  end
end
"""


def test_subsref_takes_whole_chains_of_variables_that_are_surely_set(run, tmp_path):
    """In loops and functions a name is known to be a variable; its chain is still one call of ``subsref``."""
    (tmp_path / "Chained.m").write_text(CHAINED)
    (tmp_path / "of_chains.m").write_text(
        "function r = of_chains\nx = Chained; c = {x}; t.f = x;\n"
        "r = {x.a.b{0}, x.a.b, x{1}.a, x.a{2}, c{1}.a.b, t.f.a{1}, x.a.b{1}.c, x.a(3).b, [x.a.b{:}]};\n"
        "[p, q] = deal(x.a.b, x.a{1}.b); r = [r, {p, q}]; x = x.a.self; r{end+1} = class(x);\n"
    )
    expected = "..{} .. {}. .{} .. .{} ..{}. .(). ..{} .. .{}. Chained"
    assert run("r = of_chains; fprintf('%s', strjoin(r))") == expected
    assert run("for k = 1:2, x = Chained; r = x.a.b{k}; y.z = x; q = y.z.a.b{k}; end, fprintf('%s %s', r, q)") == "..{} ..{}"


def test_tables_have_objects_for_columns_that_say_their_size(run, tmp_path):
    """Rows of an object whose class has ``size`` and ``subsref`` are taken and put by them."""
    (tmp_path / "Listed.m").write_text(LISTED)
    assert run("x = Listed(5, 6, 7); T = table([1; 2; 3], x, 'VariableNames', {'n', 'x'}); fprintf('%d', size(T))") == "32"
    assert run("U = T([3 1], :); fprintf('%s', class(U.x)), c = {U.x{[1 2]}}; fprintf('%d', c{:})") == "Listed75"
    assert run("T(2, :) = U(1, :); c = {T.x{1:3}}; fprintf('%d', c{:}), fprintf('%d', contains(evalc('T'), 'Listed'))") == "5771"
    assert run("try, T.y = Listed(1, 2); catch e, fprintf('%s', e.identifier), end") == "MATLAB:table:RowDimensionMismatch"


def test_methods_of_operators_know_the_names_of_operands(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "Told.m").write_text(
        "classdef Told\nmethods\nfunction r = plus(a, b), r = ['<' inputname(1) '|' inputname(2) '>']; end\n"
        "function r = le(a, b), r = ['<' inputname(1) '|' inputname(2) '>']; end\nend\nend\n"
    )
    text = (
        Session()
        .run(
            "a = Told; b = Told; disp(a + b)\ndisp([b+3, 'x']); % a+b\nc = {a <= b}; disp(c{1})\ndisp(plus(b, a))\ns.f = a;\ndisp(s.f + b)"
        )
        .text
    )
    assert text.split() == ["<a|b>", "<b|>x", "<a|b>", "<b|a>", "<|b>"]
