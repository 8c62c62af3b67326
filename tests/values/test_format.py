"""The printf engine and numbers as text."""

import math

import numpy as np
import pytest

from runmat_kernel.base.errors import MatlabError
from runmat_kernel.values import CellArray, CharArray, StringArray, Tensor
from runmat_kernel.values.concat import cat, horzcat, vertcat
from runmat_kernel.values.convert import class_of
from runmat_kernel.values.format import number_text, parse_format, sprintf, text_number

chars = CharArray.row


def T(rows, dtype=float):
    return Tensor(np.array(rows, dtype, order="F", ndmin=2))


@pytest.mark.parametrize(
    ("format", "values", "expected"),
    [
        ("%d, ", [T([1, 2, 3])], "1, 2, 3, "),
        ("%d and %d\\n", [1.0, 2.0, 3.0], "1 and 2\n3 and "),
        ("%s=%d|", [chars("x"), 5.0], "x=5|"),
        ("%d", [1.5], "1.500000e+00"),
        ("%#o|%#5o|%#o|%#x", [8.0, 9.0, 0.0, 255.0], "010|  011|0|0xff"),
        ("%.2d", [1.5], "1.50e+00"),
        ("%d", [chars("abc")], "979899"),
        ("%s", [65.0], "A"),
        ("%s", [3.5], "3.500000e+00"),
        ("[%s][%s]", [chars(""), chars("b")], "[][b]"),
        ("%d|", [T(np.zeros((0, 0)))], "|"),
        ("%d|%d|", [T(np.zeros((0, 0))), 5.0], "5|"),
        ("hello\\t%%", [1.0], "hello\t%"),
        ("%*d|%-5d|%+d", [4.0, 1.0, 2.0, 3.0], "   1|2    |+3"),
        ("%5.1f|%05d", [math.inf, math.nan], "  Inf|  NaN"),
        ("%d", [T([2**63 - 1], np.int64)], "9223372036854775807"),
        ("%c%c%c", [chars("abc")], "abc"),
        ("%s-", [StringArray(np.array([["a", "bc"]], object))], "a-bc-"),
        ("%x %o %E", [255.0, 8.0, 1e5], "ff 10 1.000000E+05"),
        ("%d", [True], "1"),
        ("%f", [1 + 2j], "1.000000"),
        ("\\x41\\101\\\\", [], "AA\\"),
        ("100%", [], "100"),
        ("50%\\nmore", [], "50"),
        ("%d%y, %d", [1.0, 2.0], "1"),
        ("%ld %lf %hu", [1.0, 2.5, 3.0], "1 2.500000 3"),
        ("is 5% larger", [], "is 5"),
        ("a \\x99999 %s", [1.0], "a "),
        ("%d%", [5.0], "5"),
        ("C:\\Pictures\\n", [], "C:"),
        ("%d in \\Data\\%s", [5.0, chars("x")], "5 in "),
        ("%s and ", [chars("a"), chars("b")], "a and b and "),
        ("%a %a %A", [1.0, -10.0, 0.5], "0x1p+0 -0x1.4p+3 0X1P-1"),
    ],
)
def test_sprintf(format, values, expected):
    assert sprintf(format, values) == expected


def test_cells_cannot_be_printed():
    with pytest.raises(MatlabError, match="not defined for 'cell' inputs"):
        sprintf("%d", [CellArray.of([1.0])])


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (math.pi, "3.1416"),
        (1e10, "10000000000"),
        (1e-5, "1e-05"),
        (123456.789, "123456.789"),
        (0.1 + 0.2, "0.3"),
        (1 + 2j, "1+2i"),
        (True, "true"),
    ],
)
def test_number_text(number, text):
    assert number_text(number) == text


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1e3", 1000),
        ("1,000.5", 1000.5),
        ("-inf", -math.inf),
        ("1+2i", 1 + 2j),
        ("i", 1j),
        ("2i+1", 1 + 2j),
        ("1d3", 1000),
        ("+ 3", 3),
        (" .5 ", 0.5),
    ],
)
def test_text_number(text, number):
    assert text_number(text) == number


@pytest.mark.parametrize("text", ["", "abc", "1 2", "1e", "--1", "1+", "0x10"])
def test_text_that_is_no_number(text):
    assert math.isnan(text_number(text))


@pytest.mark.parametrize(
    ("values", "cls", "array"),
    [
        ([1.0, 2.0], "double", [[1, 2]]),
        ([chars("ab"), 67.0], "char", [[97, 98, 67]]),
        ([T([1], np.int8), 300.0], "int8", [[1, 127]]),
        ([T([1], np.int8), T([300], np.int16)], "int8", [[1, 127]]),
        ([T([1.5], np.float32), 2.0], "single", [[1.5, 2]]),
        ([True, 2.0], "double", [[1, 2]]),
        ([True, False], "logical", [[True, False]]),
        ([1.0, 2j], "double", [[1, 2j]]),
        ([T(np.zeros((0, 0))), 3.0, T(np.zeros((1, 0)))], "double", 3),
        ([StringArray.scalar("a"), chars("b")], "string", [["a", "b"]]),
        ([StringArray.scalar("a"), 5.0], "string", [["a", "5"]]),
        ([CellArray.of([1.0]), 2.0, T(np.zeros((0, 0)))], "cell", [[1.0, 2.0]]),
    ],
)
def test_horzcat(values, cls, array):
    result = horzcat(values)
    assert class_of(result) == cls
    assert np.array_equal(np.asarray(getattr(result, "array", result)), array)


def test_vertcat_and_cat():
    assert vertcat([T([1, 2]), T([3, 4])]).array.tolist() == [[1, 2], [3, 4]]
    assert vertcat([T(np.zeros((1, 0))), T([1, 2])]).shape == (1, 2)
    assert cat(3, [T([1, 2]), T([3, 4])]).shape == (1, 2, 2)
    assert vertcat([chars("ab"), chars("cd")]).lines() == ["ab", "cd"]


@pytest.mark.parametrize("values", [[T([1, 2]), T([1, 2, 3])], [chars("ab"), chars("abc")]])
def test_vertcat_of_different_widths(values):
    with pytest.raises(MatlabError, match="Dimensions of arrays being concatenated are not consistent") as caught:
        vertcat(values)
    assert caught.value.identifier == "MATLAB:catenate:dimensionMismatch"


@pytest.mark.parametrize("template", ["%d,", "%5d|%-8.3f|", "%+g %05d ", "%e\\n", "%.3d %i ", "100%% %G "])
def test_many_numbers_are_written_as_one_at_a_time(template):
    numbers = [1.0, -2.0, 3.0, 1e10, -0.0, 2.0**60, 255.0, 7.0]
    count = sum(type(piece) is not str for piece in parse_format(template))
    one_by_one = "".join(sprintf(template, numbers[k : k + count]) for k in range(0, len(numbers), count))
    assert sprintf(template, [Tensor(np.array([numbers]))]) == one_by_one
    assert sprintf("%d %g;", [Tensor(np.array([[1.5, np.nan, 2.0]]))]) == "1.500000e+00 NaN;2 "
