"""Classes for tests that are written in the language itself: constraints, tolerances, diagnostics, fixtures, suites, runners."""

from __future__ import annotations

_TESTS = "matlab.unittest"
_LIST = f"{_TESTS}.constraints"

_CONSTRAINT = """classdef (Abstract) Constraint
methods (Abstract)
tf = satisfiedBy(c, actual)
d = getDiagnosticFor(c, actual)
end
end
"""
_BOOLEAN = f"""classdef (Abstract) BooleanConstraint < {_LIST}.Constraint
methods
function c = and(a, b), c = {_LIST}.Combined(a, b, 'and'); end
function c = or(a, b), c = {_LIST}.Combined(a, b, 'or'); end
function c = not(a), c = {_LIST}.Combined(a, a, 'not'); end
end
end
"""
_COMBINED = f"""classdef Combined < {_LIST}.BooleanConstraint
properties (SetAccess = private), First, Second, Kind, end
methods
function c = Combined(a, b, kind), c.First = a; c.Second = b; c.Kind = kind; end
function tf = satisfiedBy(c, actual)
switch c.Kind
case 'and', tf = satisfiedBy(c.First, actual) && satisfiedBy(c.Second, actual);
case 'or', tf = satisfiedBy(c.First, actual) || satisfiedBy(c.Second, actual);
otherwise, tf = ~satisfiedBy(c.First, actual);
end
end
function d = getDiagnosticFor(c, actual)
if strcmp(c.Kind, 'not')
d = {_TESTS}.diagnostics.StringDiagnostic('The negated constraint was satisfied.');
else
d = {_TESTS}.diagnostics.Diagnostic.join(getDiagnosticFor(c.First, actual), getDiagnosticFor(c.Second, actual));
end
end
end
end
"""
_EQUAL = f"""classdef IsEqualTo < {_LIST}.BooleanConstraint
properties (SetAccess = private), Expected, Tolerance = [], IgnoreCase = false, IgnoreWhitespace = false, IgnoredFields = {{}}, end
methods
function c = IsEqualTo(expected, varargin)
c.Expected = expected;
for k = 1:2:numel(varargin)
switch lower(char(varargin{{k}}))
case 'within', c.Tolerance = varargin{{k + 1}};
case 'ignoringcase', c.IgnoreCase = varargin{{k + 1}};
case 'ignoringwhitespace', c.IgnoreWhitespace = varargin{{k + 1}};
case 'ignoringfields', c.IgnoredFields = cellstr(varargin{{k + 1}});
otherwise, error('MATLAB:InputParser:UnmatchedParameter', '''%s'' is not a recognized parameter.', varargin{{k}});
end
end
end
function tf = satisfiedBy(c, actual), tf = same(c, actual, c.Expected); end
function d = getDiagnosticFor(c, actual)
shown = regexprep(evalc('disp(actual)'), '(?m)^', '    ');
wanted = regexprep(evalc('disp(c.Expected)'), '(?m)^', '    ');
text = sprintf('The values are not equal.\\n\\nActual Value:\\n%s\\nExpected Value:\\n%s', shown, wanted);
d = {_TESTS}.diagnostics.StringDiagnostic(text);
end
end
methods (Access = private)
function tf = same(c, a, e)
if ischar(e) && ischar(a) || isstring(e) && isstring(a)
if c.IgnoreWhitespace, a = regexprep(a, '\\s', ''); e = regexprep(e, '\\s', ''); end
if c.IgnoreCase, a = lower(a); e = lower(e); end
tf = isequaln(a, e);
elseif isobject(e) && (ismethod(e, 'isequaln') || ismethod(e, 'isequal'))
tf = isequaln(a, e) || (~ismethod(e, 'isequaln') && isequal(a, e));
elseif ~strcmp(class(a), class(e)) || ~isequal(size(a), size(e))
tf = false;
elseif iscell(e)
tf = all(cellfun(@(x, y) same(c, x, y), a(:), e(:)));
elseif isstruct(e)
names = setdiff(fieldnames(e), c.IgnoredFields);
tf = isequal(sort(setdiff(fieldnames(a), c.IgnoredFields)), sort(names));
for k = 1:numel(e) * tf
for j = 1:numel(names), tf = tf && same(c, a(k).(names{{j}}), e(k).(names{{j}})); end
end
else
tf = isequaln(a, e) || (isnumeric(e) && ~isempty(c.Tolerance) && satisfiedBy(c.Tolerance, a, e));
end
end
end
end
"""
_TOLERANCE = f"""classdef Tolerance
properties (SetAccess = protected), Values = {{}}, Kind = '', First, Second, end
methods
function t = and(a, b), t = {_LIST}.Tolerance; t.Kind = 'and'; t.First = a; t.Second = b; end
function t = or(a, b), t = {_LIST}.Tolerance; t.Kind = 'or'; t.First = a; t.Second = b; end
function tf = satisfiedBy(t, actual, expected), tf = all(holds(t, actual, expected), 'all'); end
end
methods (Hidden)
function tf = holds(t, a, e)
switch t.Kind
case 'and', tf = holds(t.First, a, e) & holds(t.Second, a, e);
case 'or', tf = holds(t.First, a, e) | holds(t.Second, a, e);
otherwise
near = a == e | (isnan(a) & isnan(e));
at = find(cellfun(@(v) strcmp(class(v), class(e)), t.Values), 1);
if isempty(at), tf = near; return, end
limit = double(t.Values{{at}});
if strcmp(t.Kind, 'relative'), limit = limit .* abs(double(e)); end
tf = near | abs(double(a) - double(e)) <= limit;
end
end
end
end
"""


def _tolerance(name: str, kind: str) -> str:
    return f"""classdef {name} < {_LIST}.Tolerance
methods
function t = {name}(varargin), t.Values = varargin; t.Kind = '{kind}'; end
end
end
"""


def _check(name: str, parameters: str, condition: str, words: str) -> str:
    """A constraint: the parameters that it is made with, when a value ``a`` satisfies it (``c`` is the constraint), what is said else."""
    names = parameters.split()
    kept = "".join(f"c.{name} = {name}; " for name in names)
    properties = f"properties (SetAccess = private), {', '.join(names)}, end\n" if names else ""
    listed = f"({', '.join(names)})" if names else ""
    return f"""classdef {name} < {_LIST}.BooleanConstraint
{properties}methods
function c = {name}{listed}, {kept}end
function tf = satisfiedBy(c, a), tf = {condition}; end
function d = getDiagnosticFor(c, a), d = {_TESTS}.diagnostics.StringDiagnostic('{words}'); end
end
end
"""


def _classed(name: str, condition: str, words: str) -> str:
    """A constraint on the class of a value, which is given by its name or by a meta.class object."""
    check = _check(name, "Class", condition, words)
    naming = "if isa(c.Class, 'meta.class'), n = c.Class.Name; else, n = char(c.Class); end"
    return check.removesuffix("end\n") + f"methods (Access = private)\nfunction n = name_of(c), {naming}, end\nend\nend\n"


def _doing(name: str, parameters: str, body: str, words: str) -> str:
    """A constraint on what a function does when it is called."""
    check = _check(name, parameters, "tried(c, a)", words)
    return check.removesuffix("end\n") + f"methods (Access = private)\nfunction tf = tried(c, a)\n{body}\nend\nend\nend\n"


def _proxy(name: str, kind: str, part: str) -> str:
    """``EveryElementOf(x)`` in place of the actual value: the constraint is for each of its elements."""
    return f"""classdef {name}
properties (SetAccess = private), ActualValue, end
methods
function p = {name}(actual), p.ActualValue = actual; end
function tf = satisfied(p, constraint), x = p.ActualValue; tf = {kind}(arrayfun(@(k) satisfiedBy(constraint, {part}), 1:numel(x))); end
end
end
"""


_WARNED = """kept = warning; [text, id] = lastwarn; lastwarn('', '');
a(); [said, found] = lastwarn; warning(kept); lastwarn(text, id);"""

_CHECKS = (
    _check("IsTrue", "", "islogical(a) && isscalar(a) && a", 'The value must evaluate to "true".'),
    _check("IsFalse", "", "islogical(a) && isscalar(a) && ~a", 'The value must evaluate to "false".'),
    _check("IsEmpty", "", "isempty(a)", "The value must be empty."),
    _check("IsScalar", "", "isscalar(a)", "The value must be scalar."),
    _check("IsReal", "", "isreal(a)", "The value must be real."),
    _check("IsFinite", "", "all(isfinite(a), 'all')", "All elements of the value must be finite."),
    _check("IsNaN", "", "all(isnan(a), 'all')", "All elements of the value must be NaN."),
    _check("IsSparse", "", "issparse(a)", "The value must be sparse."),
    _check("IsAnything", "", "true", ""),
    _check("IsFile", "", "all(isfile(a))", "The file must exist."),
    _check("IsFolder", "", "all(isfolder(a))", "The folder must exist."),
    _check("HasInf", "", "any(isinf(a), 'all')", "At least one element must be Inf or -Inf."),
    _check("HasNaN", "", "any(isnan(a), 'all')", "At least one element must be NaN."),
    _check("HasUniqueElements", "", "numel(unique(a)) == numel(a)", "All elements must be unique."),
    _check("HasSize", "Size", "isequal(size(a), reshape(c.Size, 1, []))", "The value had an incorrect size."),
    _check("HasLength", "Length", "length(a) == c.Length", "The value had an incorrect length."),
    _check("HasElementCount", "Count", "numel(a) == c.Count", "The value had an incorrect number of elements."),
    _check("HasField", "Field", "isstruct(a) && all(isfield(a, c.Field))", "The structure must have the field."),
    _check("IsGreaterThan", "FloorValue", "all(a > c.FloorValue, 'all')", "Each element must be greater than the minimum value."),
    _check("IsGreaterThanOrEqualTo", "FloorValue", "all(a >= c.FloorValue, 'all')",
           "Each element must be greater than or equal to the minimum value."),
    _check("IsLessThan", "CeilingValue", "all(a < c.CeilingValue, 'all')", "Each element must be less than the maximum value."),
    _check("IsLessThanOrEqualTo", "CeilingValue", "all(a <= c.CeilingValue, 'all')",
           "Each element must be less than or equal to the maximum value."),
    _classed("IsOfClass", "isequal(class(a), name_of(c))", "The class of the value is incorrect."),
    _classed("IsInstanceOf", "isa(a, name_of(c))", "The value must be an instance of the class."),
    _check("IsSameHandleAs", "ExpectedHandle", "isequal(size(a), size(c.ExpectedHandle)) && all(a == c.ExpectedHandle, 'all')",
           "The values must refer to the same handle."),
    _check("ContainsSubstring", "Substring", "contains(a, c.Substring)", "The text must contain the substring."),
    _check("IsSubstringOf", "Superstring", "contains(c.Superstring, a)", "The text must be part of the other text."),
    _check("StartsWithSubstring", "Prefix", "startsWith(a, c.Prefix)", "The text must start with the substring."),
    _check("EndsWithSubstring", "Suffix", "endsWith(a, c.Suffix)", "The text must end with the substring."),
    _check("Matches", "Expression", "~isempty(regexp(a, c.Expression, 'once'))", "The text must match the regular expression."),
    _check("IsSupersetOf", "ExpectedSubset", "all(ismember(c.ExpectedSubset, a), 'all')", "The value must contain all expected elements."),
    _check("IsSubsetOf", "ExpectedSuperset", "all(ismember(a, c.ExpectedSuperset), 'all')", "The value has other elements too."),
    _check("IsSameSetAs", "ExpectedSet", "all(ismember(a, c.ExpectedSet), 'all') && all(ismember(c.ExpectedSet, a), 'all')",
           "The value must have the same elements as the expected set."),
    _doing("ReturnsTrue", "", "r = a(); tf = islogical(r) && isscalar(r) && r;", "The function handle must return true."),
    _doing("Throws", "ExpectedException", """tf = false;
try, a(); catch e
if isa(c.ExpectedException, 'meta.class'), tf = isa(e, c.ExpectedException.Name); else, tf = strcmp(e.identifier, c.ExpectedException); end
end""", "The function did not throw the expected exception."),
    _doing("IssuesWarnings", "ExpectedWarnings", _WARNED + "\ntf = any(strcmp(found, c.ExpectedWarnings));",
           "The function did not issue the expected warnings."),
    _doing("IssuesNoWarnings", "", _WARNED + "\ntf = isempty(said);", "The function issued warnings."),
)  # fmt: skip
_PROXIES = (
    _proxy("EveryElementOf", "all", "x(k)"), _proxy("AnyElementOf", "any", "x(k)"),
    _proxy("EveryCellOf", "all", "x{k}"), _proxy("AnyCellOf", "any", "x{k}"),
)  # fmt: skip

_DIAGNOSTIC = """classdef Diagnostic < matlab.mixin.Heterogeneous & handle
properties, DiagnosticText = '', DiagnosticResult = '', end
methods
function diagnose(d), end
end
methods (Static)
function d = join(varargin)
d = matlab.unittest.diagnostics.StringDiagnostic('');
for k = 1:nargin
item = varargin{k};
if ischar(item) || isstring(item), item = matlab.unittest.diagnostics.StringDiagnostic(item); end
diagnose(item);
d.Text = strtrim([d.Text newline item.DiagnosticText]);
end
end
end
end
"""
_STRING = f"""classdef StringDiagnostic < {_TESTS}.diagnostics.Diagnostic
properties (Hidden), Text = '', end
methods
function d = StringDiagnostic(text), d.Text = char(text); end
function diagnose(d), d.DiagnosticText = d.Text; d.DiagnosticResult = d.Text; end
end
end
"""
_FUNCTION = f"""classdef FunctionHandleDiagnostic < {_TESTS}.diagnostics.Diagnostic
properties (SetAccess = private), Fcn, end
methods
function d = FunctionHandleDiagnostic(f), d.Fcn = f; end
function diagnose(d), d.DiagnosticText = evalc('d.Fcn()'); d.DiagnosticResult = d.DiagnosticText; end
end
end
"""
_FIXTURE = """classdef (Abstract) Fixture < handle
properties (SetAccess = protected), SetupDescription = '', TeardownDescription = '', end
properties (Access = private), Pending = {}, end
methods
function setup(f), end
function teardown(f), end
function addTeardown(f, action, varargin), f.Pending{end + 1} = [{action}, varargin]; end
function other = applyFixture(f, other), setup(other); addTeardown(f, @() undo(other)); end
end
methods (Hidden)
function undo(f)
teardown(f);
while ~isempty(f.Pending)
last = f.Pending{end};
f.Pending(end) = [];
feval(last{:});
end
end
end
methods (Access = protected)
function tf = isCompatible(f, other), tf = isequal(class(f), class(other)); end
end
end
"""


def _fixture(name: str, constructor: str, setup: str) -> str:
    return f"""classdef {name} < {_TESTS}.fixtures.Fixture
properties (SetAccess = private), Folder = '', end
properties (Access = private), Given = {{}}, end
methods
function f = {name}(varargin), f.Given = varargin; {constructor} end
function setup(f)
{setup}
end
end
end
"""


_MADE = "f.Folder = tempname; mkdir(f.Folder);"
_FIXTURES = (
    _fixture("PathFixture", "f.Folder = char(varargin{1});", """list = cellstr(f.Given{1});
for k = 2:2:numel(f.Given)
if startsWith(lower(f.Given{k}), 'includ') && f.Given{k + 1}, list = cellfun(@genpath, list, 'UniformOutput', false); end
end
kept = path; addpath(list{:}); f.addTeardown(@() path(kept));"""),
    _fixture("CurrentFolderFixture", "f.Folder = char(varargin{1});", "before = cd(f.Folder); f.addTeardown(@() cd(before));"),
    _fixture("TemporaryFolderFixture", "", _MADE + " f.addTeardown(@() rmdir(f.Folder, 's'));"),
    _fixture("WorkingFolderFixture", "", _MADE + """ f.addTeardown(@() rmdir(f.Folder, 's'));
before = cd(f.Folder); f.addTeardown(@() cd(before));"""),
    _fixture("SuppressedWarningsFixture", "", """kept = warning; f.addTeardown(@() warning(kept));
for id = reshape(cellstr(f.Given{1}), 1, []), warning('off', id{1}); end"""),
    _fixture("EnvironmentVariableFixture", "", """before = getenv(f.Given{1}); f.addTeardown(@() setenv(f.Given{1}, before));
setenv(f.Given{1}, f.Given{2});"""),
)  # fmt: skip

_SUITE = """classdef TestSuite
methods (Static)
function s = fromClass(class, varargin), s = testsuite(class.Name, varargin{:}); end
function s = fromFile(file, varargin), s = testsuite(file, varargin{:}); end
function s = fromFolder(folder, varargin), s = testsuite(folder, varargin{:}); end
function s = fromMethod(class, method, varargin), s = testsuite(class.Name, 'ProcedureName', method, varargin{:}); end
function s = fromName(name, varargin), s = testsuite(name, varargin{:}); end
function s = fromNamespace(name, varargin), s = matlab.unittest.TestSuite.fromPackage(name, varargin{:}); end
function s = fromPackage(name, varargin)
varargin(1:2:end) = regexprep(varargin(1:2:end), '(?i)^Including\\w+$', 'IncludingSubfolders');
places = [{pwd}, strsplit(path, pathsep)];
places = fullfile(places, ['+' strrep(char(name), '.', [filesep '+'])]);
places = places(find(isfolder(places), 1));
if isempty(places), error('MATLAB:unittest:TestSuite:NonExistentPackage', 'There is no package ''%s''.', name); end
s = testsuite(places, varargin{:});
end
end
end
"""
_RUNNER = """classdef TestRunner < handle
properties (Access = private), Silent = false, end
methods (Static)
function r = withTextOutput(varargin), r = matlab.unittest.TestRunner; end
function r = withDefaultPlugins(varargin), r = matlab.unittest.TestRunner; end
function r = withNoPlugins(), r = matlab.unittest.TestRunner; r.Silent = true; end
end
methods
function results = run(r, suite)
if r.Silent, results = runtests(suite, 'OutputDetail', 0); else, results = runtests(suite); end
end
function results = runInParallel(r, suite), results = run(r, suite); end
end
end
"""
_VERBOSITY = "classdef Verbosity < uint8\nenumeration\nNone (0), Terse (1), Concise (2), Detailed (3), Verbose (4)\nend\nend\n"


def _named(package: str, *sources: str) -> dict[str, str]:
    """Sources by the full names of their classes."""
    heads = [source.partition("\n")[0].partition(" <")[0] for source in sources]
    return {f"{package}.{head.rpartition(' ')[2]}": source for head, source in zip(heads, sources, strict=True)}


SOURCES = {
    **_named(_LIST, _CONSTRAINT, _BOOLEAN, _COMBINED, _EQUAL, _TOLERANCE, *_CHECKS, *_PROXIES),
    **_named(_LIST, _tolerance("AbsoluteTolerance", "absolute"), _tolerance("RelativeTolerance", "relative")),
    **_named(f"{_TESTS}.diagnostics", _DIAGNOSTIC, _STRING, _FUNCTION),
    **_named(f"{_TESTS}.fixtures", _FIXTURE, *_FIXTURES),
    **_named(_TESTS, _SUITE, _RUNNER, _VERBOSITY),
}
