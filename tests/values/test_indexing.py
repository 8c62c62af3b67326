"""Reading, writing and deleting elements: shapes, classes, growth, errors, and what may be written in place."""

import numpy as np
import pytest

from runmat_kernel.base.errors import MatlabError
from runmat_kernel.session import Session
from runmat_kernel.values import CellArray, CharArray, StringArray, Tensor
from runmat_kernel.values.convert import class_of
from runmat_kernel.values.indexing import COLON, assign, cell_assign, cell_get, delete, field_get, field_set, index


def T(rows, dtype=float):
    return Tensor(np.array(rows, dtype, order="F", ndmin=2))


def A(value):
    return np.asarray(value.array if hasattr(value, "array") else value)


MASK = T([[True, False, True]], bool)
M = T([[1, 2, 3], [4, 5, 6]])


@pytest.mark.parametrize(
    ("value", "subscripts", "expected"),
    [
        (M, (2.0,), 4),
        (M, (2.0, 3.0), 6),
        (M, (COLON,), [[1], [4], [2], [5], [3], [6]]),
        (M, (1.0, COLON), [[1, 2, 3]]),
        (M, (COLON, T([[3, 1]])), [[3, 1], [6, 4]]),
        (M, (T([[2, 1]]), T([[3, 1]])), [[6, 4], [3, 1]]),
        (M, (T([[1, 2], [3, 4]]),), [[1, 4], [2, 5]]),
        (M, (T([[True, False, True], [False, True, False]], bool),), [[1], [5], [3]]),
        (M, (COLON, MASK), [[1, 3], [4, 6]]),
        (T([[1, 2, 3]]), (T([[3], [1]]),), [[3, 1]]),
        (T([[1], [2], [3]]), (T([[3, 1]]),), [[3], [1]]),
        (T([[1, 2, 3]]), (MASK,), [[1, 3]]),
        (T([[1], [2], [3]]), (MASK,), [[1], [3]]),
        (5.0, (T([[1, 1, 1]]),), [[5, 5, 5]]),
        (M, (range(2, 4),), [[4, 2]]),
        (M, (1.0, range(3, 0, -1)), [[3, 2, 1]]),
        (M, (CharArray.row(":"), 1.0), [[1], [4]]),
    ],
)
def test_index(value, subscripts, expected):
    result = index(value, subscripts)
    assert np.array_equal(A(result), expected)
    if not np.isscalar(expected):
        assert result.shape == np.shape(expected)


def test_shapes_of_empty_results():
    empty = T(np.zeros((0, 0)))
    assert index(T([[1, 2, 3]]), (empty,)).shape == (0, 0)
    assert index(T([[1, 2, 3]]), (T([[False] * 3], bool),)).shape == (1, 0)
    assert index(M, (T([[False] * 3] * 2, bool),)).shape == (0, 1)
    assert index(5.0, (False,)).shape == (0, 0)
    assert index(M, (COLON, empty)).shape == (2, 0)


def test_trailing_dimensions_fold():
    cube = Tensor(np.arange(1.0, 25).reshape((2, 3, 4), order="F"))
    assert index(cube, (2.0, 12.0)) == 24
    assert index(cube, (COLON, COLON, 2.0)).shape == (2, 3)
    assert index(cube, (1.0, COLON)).shape == (1, 12)
    assert index(cube, (1.0, 1.0, COLON)).shape == (1, 1, 4)
    assert index(cube, (1.0, 1.0, 1.0, 1.0)) == 1


@pytest.mark.parametrize(
    ("subscripts", "message"),
    [
        ((0.0,), "Array indices must be positive integers or logical values."),
        ((1.5,), "Array indices must be positive integers or logical values."),
        ((1.0, 0.0), "Index in position 2 is invalid. Array indices must be positive integers or logical values."),
        ((7.0,), "Index exceeds the number of array elements. Index must not exceed 6."),
        ((3.0, 1.0), "Index in position 1 exceeds array bounds. Index must not exceed 2."),
        ((1.0, T([[1, 4]])), "Index in position 2 exceeds array bounds. Index must not exceed 3."),
    ],
)
def test_bad_subscripts(subscripts, message):
    with pytest.raises(MatlabError) as caught:
        index(M, subscripts)
    assert (caught.value.identifier, caught.value.message) == ("MATLAB:badsubscript", message)


@pytest.mark.parametrize("value", [CellArray(np.array([[1.0, 2.0, 3.0]], object)), CellArray(np.array([[1.0, 2.0], [3.0, 4.0]], object))])
@pytest.mark.parametrize("subscripts", [(0.0,), (-1.0,), (1.5,), (5.0,), (1.0, 0.0), (float("nan"),)])
def test_bad_subscripts_in_braces(value, subscripts):
    with pytest.raises(MatlabError) as caught:
        cell_get(value, subscripts)
    assert caught.value.identifier == "MATLAB:badsubscript"


@pytest.mark.parametrize(
    ("value", "subscripts", "rhs", "expected"),
    [
        (T([[1, 2, 3]]), (2.0,), 9.0, [[1, 9, 3]]),
        (T([[1, 2, 3]]), (5.0,), 9.0, [[1, 2, 3, 0, 9]]),
        (T([[1], [2]]), (4.0,), 9.0, [[1], [2], [0], [9]]),
        (None, (3.0,), 1.0, [[0, 0, 1]]),
        (None, (COLON, 2.0), T([[1], [2]]), [[0, 1], [0, 2]]),
        (None, (2.0, COLON), T([[1, 2]]), [[0, 0], [1, 2]]),
        (7.0, (2.0, 2.0), 1.0, [[7, 0], [0, 1]]),
        (M, (COLON, 1.0), T([[8, 9]]), [[8, 2, 3], [9, 5, 6]]),
        (M, (COLON,), 0.0, [[0, 0, 0], [0, 0, 0]]),
        (M, (T([[True, False, True], [False, True, False]], bool),), 0.0, [[0, 2, 0], [4, 0, 6]]),
        (M, (T([[2, 1]]), T([[1, 2]])), T([[1, 2], [3, 4]]), [[3, 4, 3], [1, 2, 6]]),
        (M, (2.0, 4.0), 1.0, [[1, 2, 3, 0], [4, 5, 6, 1]]),
    ],
)
def test_assign(value, subscripts, rhs, expected):
    before = None if value is None else A(value).copy()
    assert np.array_equal(A(assign(value, subscripts, rhs)), expected)
    assert value is None or np.array_equal(A(value), before)


@pytest.mark.parametrize(
    ("value", "rhs", "cls", "second"),
    [
        (T([[1, 2]]), T([[7]], np.int8), "double", 7),
        (T([[1, 2]], np.int8), 300.7, "int8", 127),
        (T([[1, 2]], np.float32), 2.5, "single", 2.5),
        (T([[True, False]], bool), 5.0, "logical", True),
        (T([[1, 2]]), CharArray.row("a"), "double", 97),
        (T([[1, 2]]), 1 + 2j, "double", 1 + 2j),
        (CharArray.row("ab"), 67.0, "char", 67),
        (T([[1, 2]]), StringArray.scalar("12"), "double", 12),
    ],
)
def test_the_class_of_the_left_side_is_kept(value, rhs, cls, second):
    result = assign(value, (2.0,), rhs)
    assert class_of(result) == cls
    assert A(result)[0, 1] == second


def test_empty_takes_the_class_of_the_right_side():
    empty = T(np.zeros((0, 0)))
    assert class_of(assign(empty, (2.0,), T([[3]], np.int8))) == "int8"
    assert class_of(assign(empty, (2.0,), CharArray.row("x"))) == "char"
    assert class_of(assign(empty, (2.0,), CellArray.of([1.0]))) == "cell"


@pytest.mark.parametrize(
    ("value", "subscripts", "rhs", "identifier"),
    [
        (M, (T([[1, 2]]),), T([[1, 2, 3]]), "MATLAB:matrix:singleSubscriptNumelMismatch"),
        (M, (1.0, T([[1, 2]])), T([[1, 2, 3]]), "MATLAB:subsassigndimmismatch"),
        (M, (9.0,), 1.0, "MATLAB:indexed_matrix_cannot_be_resized"),
        (M, (1.0,), CellArray.of([1.0]), "MATLAB:UnableToConvert"),
        (CellArray.of([1.0]), (1.0,), 5.0, "MATLAB:UnableToConvert"),
        (T([[True]], bool), (1.0,), float("nan"), "MATLAB:nologicalnan"),
    ],
)
def test_assignment_errors(value, subscripts, rhs, identifier):
    with pytest.raises(MatlabError) as caught:
        assign(value, subscripts, rhs)
    assert caught.value.identifier == identifier


def test_size_mismatch_names_both_sizes():
    with pytest.raises(MatlabError, match="left side is 1-by-2 and the size of the right side is 1-by-3"):
        assign(M, (1.0, T([[1, 2]])), T([[1, 2, 3]]))


def test_in_place_only_when_nobody_else_sees_the_memory():
    x = Tensor(np.zeros((1, 9), order="F"))
    memory = x.array.ctypes.data
    assert assign(x, (2.0,), 5.0, in_place=True) is x
    assert assign(x, (1.0, range(3, 5)), T([[1, 2]]), in_place=True) is x
    assert x.array.ctypes.data == memory
    column = index(x, (COLON,))
    changed = assign(x, (1.0,), 7.0, in_place=True)
    assert column.array[0, 0] == 0
    assert changed.array[0, 0] == 7
    kept = changed.array
    again = assign(changed, (1.0, 1.0), 8.0, in_place=True)
    assert kept[0, 0] == 7
    assert again.array[0, 0] == 8


def test_appending_is_amortised():
    x = Tensor(np.zeros((1, 8), order="F"))
    moves, last = 0, None
    for i in range(9, 2001):
        x = assign(x, (float(i),), float(i), in_place=True)
        address = x.array.ctypes.data
        moves += address != last
        last = address
    assert x.shape == (1, 2000)
    assert x.array[0, -1] == 2000
    assert moves < 25


@pytest.mark.parametrize(
    ("value", "subscripts", "expected"),
    [
        (T([[1, 2, 3]]), (2.0,), [[1, 3]]),
        (T([[1], [2], [3]]), (MASK,), [[2]]),
        (M, (COLON, 2.0), [[1, 3], [4, 6]]),
        (M, (1.0, COLON), [[4, 5, 6]]),
        (M, (T([[1, 2]]), 3.0), [[1, 2], [4, 5]]),
        (M, (2.0,), [[1, 2, 5, 3, 6]]),
        (M, (T(np.zeros((0, 0))),), [[1, 2, 3], [4, 5, 6]]),
    ],
)
def test_delete(value, subscripts, expected):
    assert np.array_equal(np.atleast_2d(A(delete(value, subscripts))), expected)


def test_delete_errors():
    with pytest.raises(MatlabError, match="only one non-colon index"):
        delete(M, (1.0, 2.0))
    with pytest.raises(MatlabError, match="out of range for deletion"):
        delete(M, (7.0,))


def test_cells():
    c = cell_assign(None, (3.0,), CharArray.row("hi"))
    assert c.shape == (1, 3)
    assert cell_get(c, (1.0,))[0].shape == (0, 0)
    assert cell_get(c, (3.0,))[0].text == "hi"
    assert len(cell_get(c, (COLON,))) == 3
    c2 = cell_assign(c, (1.0, 1.0), M)
    assert cell_get(c2, (1.0,))[0] is M
    assert delete(c2, (T([[1, 2]]),)).shape == (1, 1)
    for i in range(4, 50):
        c = cell_assign(c, (float(i),), float(i), in_place=True)
    assert cell_get(c, (49.0,)) == [49.0]
    view = index(c, (COLON,))
    d = cell_assign(c, (1.0,), 1.0, in_place=True)
    assert view.array[0, 0] is not d.array[0, 0]


def test_structs():
    s = field_set(None, "a", 1.0)
    s = field_set(s, "b", 2.0, in_place=True)
    assert s.fields == ("a", "b")
    t = assign(s, (3.0,), field_set(field_set(None, "b", 5.0), "a", 4.0))
    assert t.shape == (1, 3)
    assert [x if type(x) is float else x.shape for x in field_get(t, "a")] == [1.0, (0, 0), 4.0]
    with pytest.raises(MatlabError, match='Unrecognized field name "q"'):
        field_get(s, "q")
    with pytest.raises(MatlabError, match="Scalar structure required"):
        field_set(t, "a", 1.0)
    with pytest.raises(MatlabError, match="dissimilar"):
        assign(s, (1.0,), field_set(None, "c", 5.0))
    copy = index(s, (COLON,))
    field_set(s, "a", 99.0, in_place=True)
    assert field_get(copy, "a") == [1.0]


def test_scalars_stored_in_place_are_converted():
    x = Tensor(np.zeros((1, 3), np.int8, order="F"))
    for i, (given, stored) in enumerate([(300.0, 127), (-2.5, -3), (float("nan"), 0)]):
        assert assign(x, (float(i + 1),), given, in_place=True) is x
        assert x.array[0, i] == stored
    mask = Tensor(np.zeros((1, 2), bool, order="F"))
    assert assign(mask, (1.0,), 5.0, in_place=True) is mask
    assert mask.array.tolist() == [[True, False]]
    big = Tensor(np.zeros((1, 1), np.int64, order="F"))
    assert assign(big, (1.0,), 2.0**53, in_place=True).array[0, 0] == 2**53
    assert assign(big, (1.0,), 1e30, in_place=True).array[0, 0] == 2**63 - 1


def test_a_grown_vector_is_not_changed_through_its_copies():
    x = Tensor(np.arange(8.0).reshape(1, 8))
    x = assign(x, (9.0,), 8.0, in_place=True)
    copy = index(x, (COLON,))
    x = assign(x, (10.0,), 9.0, in_place=True)
    y = assign(x, (1.0,), 99.0, in_place=True)
    assert copy.array[0, 0] == 0
    assert copy.shape == (9, 1)
    assert y.array[0, 0] == 99


@pytest.mark.parametrize(
    ("subscripts", "size", "expected"),
    [
        ((COLON, COLON, 1.0), (1, 5), (1, 5)),
        ((COLON, COLON, 2.0), (1, 5), (1, 5, 2)),
        ((COLON, 1.0, COLON), (1, 3), (1, 1, 3)),
        ((1.0, COLON, COLON), (2, 3), (1, 2, 3)),
        ((COLON, COLON, 1.0, 2.0), (1, 3), (1, 3, 1, 2)),
        ((COLON, COLON, COLON), (1, 4), (1, 4)),
        ((1.0, COLON, COLON), (1, 4), (1, 1, 4)),
        ((COLON, 2.0), (1, 3), (3, 2)),
    ],
)
def test_colons_of_nothing_take_the_sizes_of_the_right_side_in_order(subscripts, size, expected):
    """A row in a page stays a row: as many colons as dimensions take all of them, also those of one element."""
    assert assign(None, subscripts, Tensor(np.ones(size))).shape == expected


@pytest.mark.parametrize("subscripts", [(1.0,), (2.0, COLON), (COLON,), (T([1, 2]), T([1, 3])), (4.0, 4.0)])
def test_a_complex_number_without_imaginary_part_leaves_an_array_real(subscripts):
    found = assign(T([[1, 2, 3], [4, 5, 6], [7, 8, 9]]), subscripts, Tensor(np.array([[9 + 0j]])))
    assert A(found).dtype == float and (A(found) == 9).any()


@pytest.mark.parametrize(
    "code", ["x = 1; x(5e19) = 2;", "x = 1; x(2, 5e18) = 2;", "c = {}; c{5e19} = 2;", "s.a = 1; s(5e19).a = 2;", "t = 'a'; t(5e19) = 'b';"]
)
def test_places_beyond_all_memory(code: str) -> None:
    error = Session(provider="host").run(code).error
    assert error is not None and error.identifier == "MATLAB:pmaxsize"
