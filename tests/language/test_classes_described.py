"""What meta objects tell of properties, what a property is before it is set, the order of handle objects and how they are found."""

from __future__ import annotations

import pytest

from runmat_kernel.session import Session

EXAMPLE = """
classdef Example < handle
  properties
    Prop (1,:) double {mustBeReal,mustBeGreaterThan(Prop,10)} = 200
    Sized (2,3)
    Named string
    Own {mine}
    Free
  end
end
function mine(x), if x < 0, error('mine:negative', 'Must not be %d.', x), end, end
p = ?Example;
p = p.PropertyList;
"""


@pytest.fixture(scope="module")
def session() -> Session:
    made = Session(provider="host")
    assert made.run(EXAMPLE).error is None
    return made


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        # The example of the page "Metadata Interface to Property Validation"
        ("v = p(1).Validation; fprintf('%s %s ', class(v), v.Class.Name); cellfun(@(f) fprintf('%s ', func2str(f)), v.ValidatorFunctions)",
         "matlab.metadata.Validation double mustBeReal @(Prop)mustBeGreaterThan(Prop,10) "),
        ("s = p(1).Validation.Size; fprintf('%d', numel(s), isa(s(1), 'meta.FixedDimension'), isa(s(2), 'meta.UnrestrictedDimension'))",
         "211"),
        ("s = p(2).Validation.Size; fprintf('%s ', class(s), class(s(1).Length)); fprintf('%d', s.Length)",
         "matlab.metadata.FixedDimension uint64 23"),
        ("v = p(1).Validation; fprintf('%d', v.isValidValue(20), isValidValue(v, [20; 30]), v.isValidValue(3), v.isValidValue({1}))",
         "1100"),
        ("v = p(3).Validation; fprintf('%d', v.isValidValue('a'), v.isValidValue({1}), numel(v.Size), numel(v.ValidatorFunctions))",
         "1000"),
        ("v = p(2).Validation; fprintf('%d ', size(v.Class), size(p(3).Validation.Size))", "0 0 1 0 "),
        ("try, validateValue(p(1).Validation, 3), catch e, fprintf('%s %s', e.identifier, e.message), end",
         "MATLAB:validators:mustBeGreaterThan Error setting property 'Prop' of class 'Example'. Value must be greater than 10."),
        ("f = p(4).Validation.ValidatorFunctions{1}; f(1), try, f(-1), catch e, fprintf('%s', e.message), end", "Must not be -1."),
        ("fprintf('%d', isempty(p(5).Validation))", "1"),
    ],
)  # fmt: skip
def test_validation_of_properties(session: Session, code: str, printed: str) -> None:
    assert session.run(code).text == printed


def test_a_dynamic_property_has_no_attributes_of_its_own() -> None:
    code = "classdef Dyn < dynamicprops\nend\nd = Dyn; q = addprop(d, 'x'); "
    code += "fprintf('%d', q.Dependent, q.Constant, q.Transient, q.Hidden, q.HasDefault)"
    assert Session(provider="host").run(code).text == "00000"


def test_the_classes_that_a_class_calls_inferior() -> None:
    code = "classdef Low\nend\nclassdef (InferiorClasses = {?Low}) High\nend\n"
    code += "m = ?High; fprintf('%s %d', m.InferiorClasses{1}.Name, iscell(metaclass(Low).InferiorClasses))"
    assert Session(provider="host").run(code).text == "Low 1"


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("fprintf('%d', a <= a, a >= a, a < a, a > a)", "1100"),
        ("fprintf('%d', xor(a < b, a > b), (a < b) == (b > a), (a <= b) == ~(a > b))", "111"),
        ("k = [a b a]; fprintf('%d', isequal(k < b, [a < b, false, a < b]), isequal(b > k, k < b))", "11"),
        ("fprintf('%d', a < 5, 5 > a, a == 5, a ~= 5)", "0001"),
        ("fprintf('%d', a < other, a > other, a == other, a ~= other)", "0001"),
        ("n = a < b; b.v = -5; fprintf('%d', n == (a < b))", "1"),
        ("try, [a b] < [a b a]; catch e, fprintf('%s', e.identifier), end", "MATLAB:sizeDimensionsMustMatch"),
    ],
)
def test_handles_have_an_order(code: str, printed: str) -> None:
    """The guidelines of the page ``handle.relationaloperators``."""
    classes = "classdef H < handle\nproperties\nv = 1\nend\nend\nclassdef Other < handle\nend\n"
    assert Session(provider="host").run(f"{classes}a = H; b = H; other = Other; {code}").text == printed


TYPED = """
classdef Typed
  properties
    d datetime
    row (1,:) datetime
    t table
    c categorical
    u (2,1) duration
    n (1,1) datetime
    o (1,3) categorical
    m (1,1) containers.Map
    k dictionary
    l calendarDuration
  end
end
q = Typed;
"""


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("fprintf('%s%d%d ', class(q.d), size(q.d), class(q.row), size(q.row))", "datetime00 datetime10 "),
        ("fprintf('%s%d%d ', class(q.t), size(q.t), class(q.c), size(q.c), class(q.l), size(q.l))",
         "table00 categorical00 calendarDuration00 "),
        ("fprintf('%s ', string(q.u), string(isnat(q.n)), string(all(ismissing(q.o))), string(size(q.o)))",
         "00:00:00 00:00:00 true true 1 3 "),
        ("fprintf('%s%d ', class(q.m), q.m.Count, class(q.k), isConfigured(q.k))", "containers.Map0 dictionary0 "),
        ("q.d(2) = datetime(2020, 1, 5); q.t.x = [1; 2]; q.k('a') = 3; fprintf('%d ', day(q.d(2)), isnat(q.d(1)), height(q.t), q.k('a'))",
         "5 1 2 3 "),
    ],
)  # fmt: skip
def test_properties_of_a_class_begin_as_empty_or_as_what_the_class_has_for_no_value(code: str, printed: str) -> None:
    """The page "Property Class and Size Validation": an empty object of the class, or elements of the size that is declared."""
    outcome = Session(provider="host").run(TYPED + code)
    assert outcome.error is None and outcome.text == printed


FOUND = """
classdef Found < handle
  properties, n = 0, t = '', end
  properties (Access = private), own = 1, end
  events, Changed, end
  methods
    function o = Found(n, t), if nargin, o.n = n; o.t = t; end, end
    function r = big(o), r = o.n > 2; end
  end
end
h = [Found(1,'ab') Found(2,'cd') Found(3,'abc') Found(4,'x')];
f = @(varargin) fprintf('%d', findobj(h, varargin{:}).n);
"""


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("f('n', 2)", "2"),
        ("f('-not', 'n', 2)", "134"),
        ("f('-regexp', 't', '^ab')", "13"),
        ("f('n', 1, '-or', 'n', 4), f('n', 1, '-xor', 't', 'ab'), f({'n', 1, '-or', 'n', 2}, 't', 'cd')", "142"),
        ("f('-function', @(o) o.big), f('-function', 'n', @(v) v < 2)", "341"),
        ("f('-property', 't'), f('-property', 'own'), f('own', 1)", "1234"),
        ("f('-method', 'big', 'n', 4), f('-method', 'small'), f('-event', 'Changed', 'n', 1), f('-event', 'None')", "41"),
        ("f('-class', 'Found', 'n', 1), f('-class', 'handle'), f('-isa', 'handle', 'n', 2)", "12"),
        ("f('-depth', 0, 'n', 3), f()", "31234"),
        ("fprintf('%d ', size(findobj([h h])), size(findobj(h, 'n', 9)))", "4 1 0 1 "),
        ("try, findobj(h, 'n'), catch e, fprintf('%s', e.identifier), end", "MATLAB:findobj:IncompletePair"),
    ],
)
def test_handles_are_found_by_conditions(code: str, printed: str) -> None:
    outcome = Session(provider="host").run(FOUND + code)
    assert outcome.error is None and outcome.text == printed
