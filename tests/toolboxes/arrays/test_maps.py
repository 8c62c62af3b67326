"""containers.Map and dictionary in programs: sharing, display, errors."""

import pytest

from runmat_kernel.session import Session

from ...builtins.harness import run


def failure(code):
    outcome = Session().run(code)
    assert outcome.error is not None
    return outcome.error.identifier, outcome.error.message


def test_copies_share_one_map():
    assert run("a = containers.Map; b = a; b('x') = 1; fprintf('%d', a.Count, isKey(a, 'x'), a == b)") == "111"


def test_function_changes_the_callers_map():
    code = "function put(m)\n m('k') = 7;\nend\nm = containers.Map; put(m); fprintf('%d', m('k'))"
    assert run(code) == "7"


def test_map_inside_struct_and_cell():
    assert run("s.m = containers.Map; s.m('a') = 2; c = {s.m}; fprintf('%d %d', c{1}('a'), s.m.Count)") == "2 1"


def test_keys_are_sorted():
    assert run("m = containers.Map({'b', 'C', 'a'}, {1, 2, 3}); k = keys(m); fprintf('%s ', k{:})") == "C a b "
    assert run("m = containers.Map([10 2 -1], {1, 2, 3}); k = keys(m); fprintf('%d ', k{:})") == "-1 2 10 "


def test_methods_by_dot():
    assert run("m = containers.Map({'a', 'b'}, {1, 'x'}); k = m.keys(); fprintf('%s', k{:}); v = m.values({'b'}); disp(v{1})") == "abx\n"


def test_remove_is_seen_by_all_copies():
    assert run("m = containers.Map([1 2 3], [4 5 6]); n = m; remove(n, {1, 3}); fprintf('%d', m.Count, m(2))") == "15"


def test_concatenation_makes_a_new_map():
    assert run("a = containers.Map('x', 1); b = containers.Map('y', 2); c = [a; b]; c('z') = 3; fprintf('%d', a.Count, c.Count)") == "13"


def test_length_numel_isempty():
    assert (
        run("m = containers.Map; fprintf('%d', isempty(m)); m('q') = 1; fprintf('%d', length(m), numel(m), isempty(m), isobject(m))")
        == "11101"
    )


def test_display():
    text = run("format compact; m = containers.Map('KeyType', 'double', 'ValueType', 'any')")
    assert text == "m = \n  Map with properties:\n        Count: 0\n      KeyType: double\n    ValueType: any\n"


@pytest.mark.parametrize(
    ("code", "identifier"),
    [
        ("m = containers.Map; m('x')", "MATLAB:Containers:Map:NoKey"),
        ("m = containers.Map; remove(m, 'x')", "MATLAB:Containers:Map:NoKey"),
        ("m = containers.Map; values(m, {'x'})", "MATLAB:Containers:Map:NoKey"),
        ("m = containers.Map([1 2], [3 4]); m('x')", "MATLAB:Containers:TypeMismatch"),
        ("m = containers.Map('KeyType', 'char', 'ValueType', 'double'); m('a') = 'text';", "MATLAB:Containers:TypeMismatch"),
        ("m = containers.Map; m.NoSuchThing", "MATLAB:noSuchMethodOrField"),
        ("m = containers.Map; m.Count = 3;", "MATLAB:class:SetProhibited"),
        ("keys(3)", "MATLAB:UndefinedFunction"),
    ],
)
def test_errors(code, identifier):
    assert failure(code)[0] == identifier


def test_dictionary_is_a_value():
    assert run('d = dictionary("a", 1); e = d; e("b") = 2; fprintf("%d", numEntries(d), numEntries(e), isKey(d, "b"), e("b"))') == "1202"


def test_dictionary_keeps_insertion_order():
    assert run('d = dictionary(["z" "a"], [1 2]); k = keys(d); fprintf("%s", k(1), k(2))') == "za"


@pytest.mark.parametrize(("code", "text"), [
    ('d = dictionary(datetime(2020,1,1:2), ["x" "y"]); fprintf("%d%s", numEntries(d), d(datetime(2020,1,2)))', "2y"),
    ('d = dictionary(seconds([1 60]), [1 2]); fprintf("%d", d(minutes(1)))', "2"),
    ('d = dictionary(categorical(["a" "b"]), [1 2]); fprintf("%d", d(categorical("b")), d("a"))', "21"),
    ('d = dictionary(["x" "y"], datetime(2020,1,1:2)); v = values(d); fprintf("%d", day(d("y")), size(v), day(d(["y";"x"])))', "22121"),
    ('d = dictionary(["a" "b"], calmonths([1 2])); fprintf("%d", calmonths(d("b")))', "2"),
    ('d = dictionary(@sin, 1); fprintf("%d", isKey(d, @sin), isKey(d, @cos))', "10"),
])  # fmt: skip
def test_times_and_categories_are_keys_and_values_one_by_one(code, text):
    assert run(code) == text


@pytest.mark.parametrize(("code", "text"), [
    ('d = dictionary("a", "b"); d("c") = 1; fprintf("%s", d("c"))', "1"),
    ("d = dictionary([1 2], [5 6]); d(int8(9)) = single(3); fprintf('%d %s', d(int8(9)), class(d(2)))", "3 double"),
    ('d = dictionary("a", int8(5)); d("b") = 300; fprintf("%d %s", d("b"), class(d("b")))', "127 int8"),
    ('d = dictionary([1 2], ["a" "b"]); fprintf("%d", isKey(d, ["1" "2" "3"]))', "110"),
    ("d = dictionary(1, true); d(2) = 7; fprintf('%d %s', d(2), class(d(2)))", "1 logical"),
    ('d = dictionary("a", 1); fprintf("%d", d({\'a\'}))', "1"),
])  # fmt: skip
def test_entries_are_converted_to_the_classes_of_the_dictionary(code, text):
    assert run(code) == text


def test_what_cannot_be_converted_is_refused():
    assert failure('d = dictionary({1}, 2); d("a")')[0] == "MATLAB:dictionary:WrongKeyType"
    assert failure('d = dictionary("a", 2); d("b") = struct')[0] == "MATLAB:dictionary:WrongValueType"
    assert failure("d = dictionary(1, 2); d(:)")[0] == "MATLAB:dictionary:ScalarKeyNotFound"


def test_keys_that_are_not_there_are_passed_over_where_entries_are_deleted():
    assert run("d = dictionary([4 5], [6 7]); d(9) = []; d([5 8]) = []; fprintf('%d ', keys(d), numEntries(d))") == "4 1 "
    assert failure("d = dictionary(4, 6); remove(d, 9)")[0] == "MATLAB:dictionary:ScalarKeyNotFound"


def test_braces_need_values_that_are_cells():
    assert failure("d = dictionary('k', 4); d{'k'}")[1] == (
        "Using curly braces on a dictionary with 'double' value type is not supported. The dictionary value type must be 'cell'."
    )


def test_keys_are_removed_together_or_not_at_all():
    code = (
        "m = containers.Map({'a', 'b', 'c'}, [1 2 3]); try, remove(m, {'a', 'x'}); catch e, fprintf('%s ', e.identifier), end;"
        " fprintf('%d ', m.Count); n = remove(m, {'c', 'a'}); fprintf('%d %s', m.Count, strjoin(keys(n), ','))"
    )
    assert Session(provider="host").run(code).text == "MATLAB:Containers:Map:NoKey 3 1 b"
