"""The list of Octave's blocks that fail here: its form, and (where Octave's sources are) a few files of the blocks themselves.

``python -m tests.campaigns octave --count 2000`` runs all of them.
"""

from __future__ import annotations

import os
import zlib

import pytest

from runmat_kernel.builtins.registry import builtins
from tests import octave_blocks

LISTED = octave_blocks.differences()


def test_places_are_blocks_or_functions() -> None:
    assert [place for place in LISTED if ":" not in place and not place.isidentifier()] == []


def test_pages_are_functions() -> None:
    """A page is that of a function; where none decides, it is unknown."""
    assert {d.page for d in LISTED.values()} - set(builtins()) - {"unknown"} == set()


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


@pytest.mark.skipif(octave_blocks.sources() is None, reason="Octave's sources are not here")
def test_some_blocks_are_as_listed() -> None:
    """Five files, others each day of the month; the campaign runs all."""
    folder = octave_blocks.sources()
    assert folder is not None
    day = int(os.environ.get("RUNMAT_OCTAVE_DAY", "1"))
    files = [file for file in octave_blocks.files(folder) if (zlib.crc32(file[0].encode()) + day) % 200 == 0]
    assert files
    found = [text for name, path in files for text in octave_blocks.complaints(octave_blocks.run_file(name, path), LISTED)]
    assert found == []
