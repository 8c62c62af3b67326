"""Functions that move elements do so with arrays of objects of every kind."""

import pytest

from runmat_kernel.session import Session, execute

KINDS = {
    "graphics": ("a = plot(1:2,[1 2;3 4;5 6]')'; for k = 1:3, a(k).LineWidth = k; end;", "arrayfun(@(x) x.LineWidth, {})"),
    "polygons": ("a = [nsidedpoly(3) nsidedpoly(4) nsidedpoly(5)];", "numsides({}) - 2"),
    "calendar durations": ("a = calmonths(1:3);", "split({}, 'months')"),
    "datetimes": ("a = datetime(2020,1:3,1);", "month({})"),
    "categories": ("a = categorical([1 2 3]);", "double({})"),
}
"""An array of three elements, and what tells them apart (1 to 3)."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("change", "size", "order"),
    [
        ("fliplr(a)", "1 3", "3 2 1"),
        ("flip(a)", "1 3", "3 2 1"),
        ("flipud(a')", "3 1", "3 2 1"),
        ("circshift(a,1)", "1 3", "3 1 2"),
        ("reshape(a,3,1)", "3 1", "1 2 3"),
        ("permute(a,[2 1])", "3 1", "1 2 3"),
        ("rot90(a)", "3 1", "3 2 1"),
        ("repmat(a,2,1)", "2 3", "1 1 2 2 3 3"),
        ("repelem(a,2)", "1 6", "1 1 2 2 3 3"),
        ("getfield(mat2cell(a,1,[1 2]),{2}); b = b{1}", "1 2", "2 3"),
    ],
)
def test_elements_move(kind, change, size, order):
    made, told = KINDS[kind]
    code = f"{made} b = {change}; n = {told.format('b')}; fprintf('%d ', size(b), n(:)); disp(isequal(class(a), class(b)))"
    outcome = Session(provider="host").run(code)
    assert outcome.error is None, outcome.error
    assert outcome.text.split() == [*size.split(), *order.split(), "1"]


def test_a_legend_of_lines_in_reverse_order():
    code = "h = plot(1:2,[1 2;3 4]'); set(flipud(h),{'LineWidth'},{5;6}); fprintf('%d ', h.LineWidth)"
    assert Session(provider="host").run(code).text == "6 5 "


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("c = mat2cell(table((1:3)',(4:6)'),[1 2],[1 1]); fprintf('%d ', c{2,2}.Var2)", "5 6 "),
        ("c = num2cell(datetime(2020,1,[1 2;3 4]),1); fprintf('%d ', day(c{2}))", "2 4 "),
        ("c = mat2cell(seconds(1:3),1,[2 1]); fprintf('%d ', seconds(c{1}))", "1 2 "),
        ("x = cat(3,datetime(2020,1,1:2),[],datetime(2020,1,3:4)); fprintf('%d ', size(x), day(x))", "1 2 2 1 2 3 4 "),
        ("z = cat(4,seconds(1),seconds(2)); w = cat(3,z,z+seconds(2)); fprintf('%d ', size(w), seconds(w(:)))", "1 1 2 2 1 3 2 4 "),
        ("h = plot(1:2,[1 2;3 4]); c = cat(3,h,flipud(h)); fprintf('%d ', size(c), c(2,1,2) == h(1))", "2 1 2 1 "),
    ],
)
def test_blocks_of_any_class(code, text):
    outcome = Session(provider="host").run(code)
    assert outcome.error is None, outcome.error
    assert outcome.text == text


def test_arrays_of_objects_begin_at_any_place():
    code = (
        "p(2) = polyshape([0 0 1 1], [1 0 0 1]); h(3) = plot(1:3); s = []; s(2, 1) = polyshape; q(2) = calmonths(1); h(3).LineWidth = 4;"
        "fprintf('%d ', size(p), p(1).NumRegions, size(h), h(3).LineWidth, size(s), size(q), isgraphics(h))"
    )
    assert execute(code) == "1 2 0 1 3 4 2 1 1 2 0 0 1 "


def test_mat2cell_divides_objects_with_a_size_and_subscripts_of_their_own():
    source = """classdef Points
  properties, x, end
  methods
    function o = Points(x), o.x = x; end
    function varargout = size(o, varargin), [varargout{1:nargout}] = size(o.x, varargin{:}); end
    function r = subsref(o, s)
      if strcmp(s(1).type, '()'), o.x = subsref(o.x, s(1)); r = o; else, r = builtin('subsref', o, s); end
    end
  end
end
c = mat2cell(Points([4 5 6]), 1, [1 2]); a = c{2}; fprintf('%s %d%d %d%d', class(a), size(c), a.x)"""
    assert execute(source) == "Points 12 56"
