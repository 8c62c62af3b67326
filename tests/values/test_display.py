"""Display text as MATLAB prints it."""

import numpy as np
import pytest

from runmat_kernel.session import Session
from runmat_kernel.values import CellArray, CharArray, FunctionHandle, StringArray, StructArray, Tensor
from runmat_kernel.values.display import DisplayFormat, disp, display

COMPACT = DisplayFormat(compact=True)
chars = CharArray.row


def T(rows, dtype=float):
    return Tensor(np.array(rows, dtype, order="F", ndmin=2))


def body(value, style="short"):
    return disp(value, DisplayFormat(style, compact=True)).rstrip("\n")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (5.0, "     5"),
        (-5.0, "    -5"),
        (1000.0, "        1000"),
        (999999999.0, "   999999999"),
        (1234567890.0, "   1.2346e+09"),
        (np.pi, "    3.1416"),
        (100.5, "  100.5000"),
        (1000.5, "   1.0005e+03"),
        (0.001, "   1.0000e-03"),
        (0.0012, "    0.0012"),
        (1e100, "  1.0000e+100"),
        (float("nan"), "   NaN"),
        (float("-inf"), "  -Inf"),
        (True, "   1"),
        (3 + 4j, "   3.0000 + 4.0000i"),
        (10 + 20j, "  10.0000 +20.0000i"),
        (1j, "   0.0000 + 1.0000i"),
        (T([1, 2, 3]), "     1     2     3"),
        (T([1, float("nan"), -3]), "     1   NaN    -3"),
        (T([1000, 2]), "        1000           2"),
        (T([1.5, 2.5]), "    1.5000    2.5000"),
        (T([0, 1.5]), "         0    1.5000"),
        (T([-1.5, float("inf")]), "   -1.5000       Inf"),
        (T([1.5, 1000.5]), "   1.0e+03 *\n    0.0015    1.0005"),
        (T([0.001, 0.002]), "   1.0e-03 *\n    1.0000    2.0000"),
        (T([[1.5], [2e6]]), "   1.0e+06 *\n    0.0000\n    2.0000"),
        (T([[1 + 2j, 3 - 4j]], complex), "   1.0000 + 2.0000i   3.0000 - 4.0000i"),
        (T([1, 20], np.int32), "    1   20"),
        (T([-1, 2], np.int8), "   -1    2"),
        (T([[True, False]], bool), "   1   0"),
        (T([1.5], np.float32), "    1.5000"),
    ],
)
def test_short(value, expected):
    assert body(value) == expected


@pytest.mark.parametrize(
    ("style", "value", "expected"),
    [
        ("long", np.pi, "   3.141592653589793"),
        ("long", 100.5, "     1.005000000000000e+02"),
        ("long", T([1 / 3, 2 / 3]), "   0.333333333333333   0.666666666666667"),
        ("long", T([np.pi], np.float32), "   3.1415927"),
        ("shortE", np.pi, "   3.1416e+00"),
        ("shortG", np.pi, "       3.1416"),
        ("longG", np.pi, "          3.14159265358979"),
        ("bank", np.pi, "          3.14"),
        ("shortEng", 31415.9265, "    31.4159e+003"),
        ("shortEng", -999.99999, "    -1.0000e+003"),
        ("longEng", 512.3456789, "    512.345678900000e+000"),
        ("rat", 0.75, "       3/4"),
        ("hex", 1.0, "   3ff0000000000000"),
        ("+", T([1, -2, 0, 3]), "+- +"),
        # Complex numbers: the bits of both parts, the sign of the real one, exponents of three
        ("hex", 1 - 2j, "   3ff0000000000000   c000000000000000i"),
        ("hex", T([1 + 2j], np.complex64), "   3f800000   40000000i"),
        ("+", T([1 + 2j, -3j, -4], complex), "+ -"),
        ("shortEng", 1 + 2000j, "   1.0000e+000 + 2.0000e+003i"),
        ("longEng", 1e6 - 2j, "   1.00000000000000e+006 - 2.00000000000000e+000i"),
    ],
)
def test_styles(style, value, expected):
    assert body(value, style) == expected.rstrip() or body(value, style) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (5.0, "x =\n     5\n"),
        (T(np.zeros((0, 0))), "x =\n     []\n"),
        (T(np.zeros((0, 3))), "x =\n  0×3 empty double matrix\n"),
        (T(np.zeros((1, 0))), "x =\n  1×0 empty double row vector\n"),
        (T([1], np.int8), "x =\n  int8\n   1\n"),
        (T([[1], [2]], np.int8), "x =\n  2×1 int8 column vector\n   1\n   2\n"),
        (T([[True, False]], bool), "x =\n  1×2 logical array\n   1   0\n"),
        (T([1.5], np.float32), "x =\n  single\n    1.5000\n"),
        (chars("abc"), "x =\n    'abc'\n"),
        (chars(""), "x =\n  0×0 empty char array\n"),
        (CharArray.rows(["ab", "cd"]), "x =\n  2×2 char array\n    'ab'\n    'cd'\n"),
        (StringArray.scalar("a"), 'x = \n    "a"\n'),
        (StringArray(np.array([["a", None]], object)), 'x =\n  1×2 string array\n    "a"    <missing>\n'),
        (CellArray.of([1.0, chars("ab"), T([1, 2])]), "x =\n  1×3 cell array\n    {[1]}    {'ab'}    {[1 2]}\n"),
        (CellArray.of([1.0, chars("abc")], (2, 1)), "x =\n  2×1 cell array\n    {[  1]}\n    {'abc'}\n"),
        (CellArray.of([], (0, 0)), "x =\n  0×0 empty cell array\n"),
        (CellArray.of([T(np.zeros((2, 2))), CellArray.of([1.0])]), "x =\n  1×2 cell array\n    {2×2 double}    {1×1 cell}\n"),
        (StructArray.scalar({"a": 1.0, "bcd": chars("hi")}), "x = \n  struct with fields:\n      a: 1\n    bcd: 'hi'\n"),
        (
            StructArray.scalar({"m": T(np.zeros((2, 2))), "v": T([1.5, 2])}),
            "x = \n  struct with fields:\n    m: [2×2 double]\n    v: [1.5000 2]\n",
        ),
        (StructArray(np.array([[{"a": 1.0}, {"a": 2.0}]]), ("a",)), "x = \n  1×2 struct array with fields:\n    a\n"),
        (FunctionHandle("sin", "@sin"), "x =\n  function_handle with value:\n    @sin\n"),
        (T(np.ones((1, 2, 2))), "x(:,:,1) =\n     1     1\nx(:,:,2) =\n     1     1\n"),
    ],
)
def test_display_compact(value, expected):
    assert display("x", value, COMPACT) == expected


def test_loose_has_blank_lines():
    assert display("x", 5.0) == "\nx =\n\n     5\n\n"
    assert display("x", T([1], np.int8)) == "\nx =\n\n  int8\n\n   1\n\n"
    assert display("x", T([1.5, 1000.5])) == "\nx =\n\n   1.0e+03 *\n\n    0.0015    1.0005\n\n"
    assert display("x", StructArray.scalar({"a": 1.0})) == "\nx = \n\n  struct with fields:\n\n    a: 1\n\n"


def test_columns_are_split_at_80_characters():
    text = disp(T(np.arange(15.0)), COMPACT).split("\n")
    assert text[0] == "  Columns 1 through 13"
    assert text[2] == "  Columns 14 through 15"
    assert disp(T(np.arange(9.0) / 7), COMPACT).split("\n")[2] == "  Column 9"


def test_huge_arrays_are_cut():
    text = disp(T(np.zeros((3000, 3000))), DisplayFormat(compact=True, limit=1000))
    assert len(text) < 20_000
    assert "3000×3000" in text


def test_disp():
    assert disp(chars("abc")) == "abc\n"
    assert disp(StringArray.scalar("abc")) == "abc\n"
    assert disp(T(np.zeros((0, 3)))) == ""
    assert disp(CellArray.of([1.0])) == "    {[1]}\n"


def test_only_zero_is_shown_without_decimals():
    shown = disp(Tensor(np.array([[2.3e-308, 1.79e308, -5e-324, 0]])))
    assert shown.split() == ["1.0e+308", "*", "0.0000", "1.7900", "-0.0000", "0"]


@pytest.mark.parametrize(
    ("style", "numbers"),
    [
        ("bank", "5670.00 0.33 868.54 2.00"),
        ("shortE", "5.6700e+03 3.3333e-01 8.6854e+02 2.0000e+00"),
        ("longE", "5.67000000000000e+03 3.333333e-01 8.68540000000000e+02 2.000000e+00"),
        ("long", "5670 0.3333333 868.54 2"),
        ("hex", "5670 0.33333 868.54 2"),
    ],
)
def test_numbers_of_tables_follow_the_format(style: str, numbers: str) -> None:
    shown = Session().run(f"format {style}; disp(table([5670; 868.54], single([1/3; 2])))").text
    assert shown.split()[4:] == numbers.split()


@pytest.mark.parametrize(
    ("code", "loose", "compact"),
    [
        ("5", "     5\n\n", "     5\n"),
        ("'text'", "text\n", "text\n"),
        ('"text"', "text\n", "text\n"),
        ('["a" "b"]', '    "a"    "b"\n\n', '    "a"    "b"\n'),
        ("[]", "", ""),
        ("''", "\n", "\n"),
        ("{1}", "    {[1]}\n\n", "    {[1]}\n"),
        ("struct('a', 2)", "    a: 2\n\n", "    a: 2\n"),
        ("cat(3, 1, 2)", "(:,:,1) =\n\n     1\n\n\n(:,:,2) =\n\n     2\n\n", "(:,:,1) =\n     1\n(:,:,2) =\n     2\n"),
        ("table(1)", "    Var1\n    ____\n\n     1  \n\n", "    Var1\n    ____\n     1  \n"),
        (
            "containers.Map",
            "  Map with properties:\n\n        Count: 0\n      KeyType: char\n    ValueType: any\n\n",
            "  Map with properties:\n        Count: 0\n      KeyType: char\n    ValueType: any\n",
        ),
    ],
)
def test_an_empty_line_follows_what_disp_prints_in_format_loose(code: str, loose: str, compact: str) -> None:
    """The page of ``format`` shows the lines between numbers that ``disp`` prints."""
    session = Session(provider="host")
    assert session.run(f"disp({code})").text == loose
    assert session.run(f"format compact, disp({code})").text == compact


def test_objects_end_with_an_empty_line_whether_disp_is_called_by_name_or_for_a_superclass() -> None:
    session = Session(provider="host")
    session.run("classdef Plain\nproperties\na = 1\nend\nend")
    session.run("classdef Told < Plain\nmethods\nfunction disp(o), disp@Plain(o), disp('told'), end\nend\nend")
    assert session.run("disp(Plain)").text == session.run("builtin('disp', Plain)").text == "  Plain with properties:\n\n    a: 1\n\n"
    assert session.run("disp(Told)").text == "  Told with properties:\n\n    a: 1\n\ntold\n"
    assert session.run("format compact, disp(Told)").text == "  Told with properties:\n    a: 1\ntold\n"
