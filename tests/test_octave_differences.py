"""The list of Octave's blocks that fail here: its form, and (where Octave's sources are) the blocks themselves.

``python -m tests.campaigns octave --count 2000 --deferred`` runs them with every array on a device.
"""

from __future__ import annotations

import pytest

from runmat_kernel.builtins.registry import builtins
from tests import octave_blocks

LISTED = octave_blocks.differences()


def test_places_are_blocks_or_functions() -> None:
    assert [place for place in LISTED if ":" not in place and not place.isidentifier()] == []


def test_pages_are_functions() -> None:
    """A page is that of a function, which may be the absent one; where none decides, it is unknown."""
    pages = {d.page for place, d in LISTED.items() if d.page != place}
    assert pages - set(builtins()) - {"unknown"} == set()


def test_absent_functions_are_absent() -> None:
    assert [name for name in LISTED if name.isidentifier() and name in builtins()] == []


def test_reasons_say_something() -> None:
    assert [place for place, difference in LISTED.items() if len(difference.reason) < 5] == []


@pytest.mark.parametrize(
    ("code", "matlab"),
    [
        ('x = "a\\tb"; # tab', "x = ['a', char(9), 'b']; % tab"),
        ('f ("it\'s")', "f ('it\'\'s')"),
        ("if (! x) a' * [b' 'c'] endif", "if (~ x) a' * [b' 'c'] endif"),
        ("x != y", "x ~= y"),
        ("'# no comment'", "'# no comment'"),
    ],
)
def test_octave_as_matlab(code: str, matlab: str) -> None:
    assert octave_blocks.as_matlab(code) == matlab


@pytest.mark.parametrize(
    "code",
    ["a = b = c", "if ((a = b)) x, end", "f(x)(y)", "f (x) (y)", "{1}(1)", "c(1){2}", "'abc'(1)", "y(x++)", "a = ++b;", "1_000"],
)
def test_octaves_own_syntax(code: str) -> None:
    assert octave_blocks.own_syntax(code)


@pytest.mark.parametrize(
    "code",
    [
        "x=1; y=2", "for (i = 1:3) (x), end", "x++;", "c{1}(2)", "c{1}{2}", "[f(1) (2)]", "[a' (b)]", "@(x) (x+1)", "if (a) (b), end",
        "x.('a')(3) = 2", "a == b", "a' * (b)", "% f(x)(y)\nz = 1", "[x, y] = f(1); z = 3", "assert (p.n, 3)\nq = g (p, 2);",
    ],
)  # fmt: skip
def test_syntax_of_both(code: str) -> None:
    assert not octave_blocks.own_syntax(code)


def test_blocks_that_use_what_octaves_syntax_sets_are_left_out(tmp_path) -> None:
    file = tmp_path / "sample.tst"
    file.write_text(
        "%!shared a, b\n%! a = b = 3;\n%!assert (a, 3)\n%!assert (1, 1)\n%!shared c\n%! c = 2;\n%!assert (c, 2)\n%!test\n%! c = f(1)(2);\n"
        "%!assert (c, 2)\n%!function y = g (x = 2)\n%! y = x;\n%!endfunction\n%!assert (g (1), 1)\n"
    )
    assert list(octave_blocks.run_file("sample.tst", file)) == ["sample.tst:4", "sample.tst:7"]


def test_blocks_run_in_order_and_share_variables(tmp_path) -> None:
    file = tmp_path / "sample.tst"
    file.write_text(
        "%!shared x\n%! x = 3;\n%!assert (x, 3)\n%!test\n%! x = twice (x);\n%! y = 1;\n%!assert (x == 6 && ! exist (\"y\"))\n"
        "%!function z = twice (x)\n%!  z = 2 * x;\n%!endfunction\n"
        "%!assert (twice (1), 5)\n%!test <12345>\n%! error (\"open\")\n%!error no\n"
    )
    errors = octave_blocks.run_file("sample.tst", file)
    assert list(errors) == ["sample.tst:3", "sample.tst:4", "sample.tst:7", "sample.tst:11"]
    error = errors["sample.tst:4"]
    assert error is not None and octave_blocks.absent_function(error) == "twice"
    assert errors["sample.tst:3"] is None and errors["sample.tst:11"] is not None
    why = octave_blocks.Difference("some reason", "unknown")
    listed = {"sample.tst:3": why, "twice": why}
    found = octave_blocks.complaints(errors, listed)
    assert [text.split(",")[0] for text in found] == ["sample.tst:3 passes", "sample.tst:7 fails", "sample.tst:11 fails"]


needs_sources = pytest.mark.skipif(octave_blocks.sources() is None, reason="Octave's sources are not here")


@needs_sources
def test_absent_functions_are_functions_of_octave() -> None:
    folder = octave_blocks.sources()
    assert folder is not None
    assert {name for name in LISTED if name.isidentifier()} - octave_blocks.functions(folder) == set()


@needs_sources
def test_blocks_are_as_listed() -> None:
    """All blocks: those that are listed fail, and no others; each absent function is missed by one."""
    folder = octave_blocks.sources()
    assert folder is not None
    found, missed = list[str](), set[str]()
    for name, path in octave_blocks.files(folder):
        errors = octave_blocks.run_file(name, path)
        found += octave_blocks.complaints(errors, LISTED)
        missed |= {octave_blocks.absent_function(error) for error in errors.values() if error is not None}
    found += [f"{name} is listed, and no block misses it" for name in LISTED if name.isidentifier() and name not in missed]
    assert found == []
