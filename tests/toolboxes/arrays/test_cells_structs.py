"""cellfun, arrayfun, struct and friends in programs."""

import pytest

from runmat_kernel.base.errors import MatlabError
from runmat_kernel.session import Session, execute

from ...builtins.harness import run


def test_cellfun_without_outputs_calls_for_the_effect():
    assert run("cellfun(@(x) fprintf('%d,', x), {1, 2, 3})") == "1,2,3,"


def test_cellfun_error_handler_gets_the_failure():
    code = """
function r = fail(x)
  error('a:b', 'bad');
end
c = cellfun(@fail, {1, 2}, 'ErrorHandler', @(e, x) [e.identifier e.message num2str(e.index)], 'UniformOutput', false);
fprintf('%s ', c{:})
"""
    assert run(code) == "a:bbad1 a:bbad2 "


def test_cellfun_keeps_the_error_of_the_function():
    outcome = Session().run("cellfun(@(x) error('my:id', 'mine'), {1});")
    assert (outcome.error.identifier, outcome.error.message) == ("my:id", "mine")


def test_cellfun_result_classes():
    assert run(
        "fprintf('%s ', class(cellfun(@(x) x > 1, {1})), class(cellfun(@(x) 'a', {1, 2})), class(cellfun(@(x) int8(x), {1, 2})))"
    ) == ("logical char int8 ")


def test_arrayfun_over_struct_array_and_indices():
    assert run("s = struct('v', {3, 4}); fprintf('%d ', arrayfun(@(e) e.v, s), arrayfun(@(i) s(i).v * 2, 1:2))") == "3 4 6 8 "


def test_arrayfun_over_empty():
    assert run("disp(size(arrayfun(@(x) x, zeros(0, 3)))); disp(class(arrayfun(@(x) x, [], 'UniformOutput', false)))").split() == [
        "0",
        "3",
        "cell",
    ]


def test_struct_array_from_cells():
    assert run("s = struct('a', {1, 2}, 'b', 'k'); fprintf('%d%s', s(2).a, s(2).b)") == "2k"


def test_setfield_makes_what_is_missing():
    assert run("s = setfield(struct, 'a', {2}, 'b', 5); fprintf('%d', s.a(2).b)") == "5"


def test_num2cell_mat2cell_cell2mat_go_back():
    code = "A = reshape(1:24, 4, 6); fprintf('%d', isequal(cell2mat(num2cell(A)), A), isequal(cell2mat(mat2cell(A, [1 3], [2 2 2])), A))"
    assert run(code) == "11"


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("[1 2 3]", "int8([1 2 3])", 1),
        ("'abc'", "[97 98 99]", 1),
        ('"abc"', "'abc'", 1),
        ("{1, {2, 'x'}}", "{1, {2, 'x'}}", 1),
        ("struct('a', {1, 2})", "struct('a', {1, 3})", 0),
        ("zeros(0, 3)", "[]", 0),
        ("@sin", "@sin", 1),
        ("1:3", "(1:3)'", 0),
        ("NaN", "NaN", 0),
    ],
)
def test_isequal(left, right, same):
    assert run(f"fprintf('%d', isequal({left}, {right}))") == str(same)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("s = substruct('.', 'a', '.', 'b'); z = subsasgn([], s, 5); fprintf('%d', z.a.b)", "5"),
        ("z = struct('q', []); z = setfield(z, 'q', 'r', 4); fprintf('%d', z.q.r)", "4"),
        ("z = subsasgn([], substruct('.', 'b', '{}', {3}), 5); fprintf('%d', size(z.b), z.b{3})", "135"),
        ("z = subsasgn([], substruct('()', {2}, '.', 'b'), 5); fprintf('%d', size(z), z(2).b)", "125"),
        ("q.c = {1 2; 3 4; 5 6}; [q.c{:, end}] = deal(7, 8, 9); fprintf('%d', q.c{:})", "135789"),
        ("q(2).c = {1 2; 3 4}; [q(2).c{end+1, :}] = deal(7, 8); fprintf('%d', q(2).c{:})", "137248"),
        ("c = {5, 6}; [c{3:end}] = deal(1); fprintf('%d', c{:})", "56"),
        ("s.c = {5, 6}; [s.c{3:end}] = deal(1); fprintf('%d', s.c{:})", "56"),
        ("c = {}; [c{1:0}] = deal(1); fprintf('%d', c{:})", "1"),
        (
            "S = speye(4); c = mat2cell(S, [1 3], [2 2]); fprintf('%d', issparse(c{2, 1}), isequal(cell2mat(c), S), issparse(cell2mat(c)))",
            "111",
        ),
        ("x = cell2mat({sparse([1; 0]); [3; 4]}); fprintf('%d', issparse(x), full(x))", "11034"),
    ],
)
def test_parts_that_are_made_on_the_way(code, text):
    assert execute(code) == text


@pytest.mark.parametrize(("code", "text"), [
    ("d = arrayfun(@(k) datetime(2020,1,k), [1;5]); fprintf('%d', size(d), day(d))", "2115"),
    ("s = arrayfun(@(k) seconds(k), [1 2;3 4]); fprintf('%d', size(s), seconds(s))", "221324"),
    ("c = cellfun(@(t) categorical(string(t)), {'a','b','a'}); fprintf('%d', size(c), sum(c == 'a'))", "132"),
    ("d = structfun(@(v) days(v), struct('a',1,'b',2)); fprintf('%d', size(d), days(d))", "2112"),
    ("s = arrayfun(@(k) matlab.lang.OnOffSwitchState(k), [true false]); fprintf('%s ', string(s))", "on off "),
    ("p = arrayfun(@(k) line([0 k],[0 1]), 1:2); fprintf('%d', size(p), p(2).XData)", "1202"),
])  # fmt: skip
def test_outputs_of_classes_with_arrays_are_put_together(code, text):
    assert execute(code) == text


def test_objects_that_a_function_makes_become_an_array():
    code = "classdef Bead_\nproperties\nN\nend\nmethods\nfunction b = Bead_(n)\nif nargin, b.N = n; end\nend\nend\nend\n"
    assert execute(code + "b = arrayfun(@(k) Bead_(k), [1 2;3 4]); fprintf('%d', size(b), b(2,1).N, [b.N])") == "2231324"


@pytest.mark.parametrize(("code", "text"), [
    ("t = setfield(struct('a',{1,2}), {1}, 'q', 3); fprintf('%d', isempty(t(2).q), t(1).q, t(2).a, isfield(t, 'q'))", "1321"),
    ("t = setfield(struct('a',{1,2},'b',7), {3}, 'a', 9); fprintf('%d', size(t), t(3).a, isempty(t(3).b), t(1).b)", "13917"),
    ("t = setfield(struct('a',{1,2}), {2}, 'b', 'c', {2}, 5); fprintf('%d', isempty(t(1).b), t(2).b.c)", "105"),
    ("t = subsasgn(struct('a',{1,2}), substruct('()',{2},'.','z'), 4); fprintf('%d', isempty(t(1).z), t(2).z)", "14"),
])  # fmt: skip
def test_new_fields_of_one_element_are_of_all(code, text):
    assert execute(code) == text


@pytest.mark.parametrize("empty", ["{}", "cell(0, 3)", "''", "[]", "int8([])"])
def test_a_field_makes_a_structure_of_what_is_empty(empty):
    code = f"a = {empty}; a.x = 1; b = {empty}; b.y(2).z = 3; s.c = {empty}; s.c.d = 4; q = {{{empty}}}; q{{1}}.e = 5;"
    assert execute(code + "fprintf('%d', a.x, numel(b.y), b.y(2).z, s.c.d, q{1}.e)") == "12345"


def test_a_field_makes_no_structure_of_elements():
    for value in ("{1}", "'a'", "5", '""'):
        with pytest.raises(MatlabError) as raised:
            execute(f"a = {value}; a.x = 1;")
        assert raised.value.identifier == "MATLAB:structAssToNonStruct"


@pytest.mark.parametrize(("code", "printed"), [
    ("s = struct('a', {1, 2, 3}); r = s; c = {7, 8, 9}; [s.a] = c{:}; disp([r.a s.a])", "     1     2     3     7     8     9\n"),
    ("s = struct('a', {1, 2, 3}); r = s(2); [s.a] = deal(4); [s(1:2).b] = deal(5, 6); disp([r.a s.a s.b])",
     "     2     4     4     4     5     6\n"),
    ("x.t = struct('a', {1, 2}); y = x.t; [x.t.a] = deal(4, 5); disp([y.a x.t.a])", "     1     2     4     5\n"),
    ("c = {struct('a', {1, 2})}; d = c; [c{1}.a] = deal(3, 4); disp([d{1}.a c{1}.a])", "     1     2     3     4\n"),
    ("[z(1:3).a] = deal(1, 2, 3); w = z; [w.a] = deal(0); disp([z.a w.a])", "     1     2     3     0     0     0\n"),
])  # fmt: skip
def test_fields_of_all_elements_are_set_and_copies_stay(code, printed):
    assert run(code) == printed
