"""memmapfile: parts of files as arrays and structures, written through."""

import pytest

from runmat_kernel.session import Session

_FILE = "f = tempname; i = fopen(f, 'w'); fwrite(i, 1:12, 'int16'); fclose(i); "


@pytest.mark.parametrize(
    "condition",
    [
        "m = memmapfile(f); isequal(size(m.Data), [24 1]) && isa(m.Data, 'uint8') && isinf(m.Repeat) && ~m.Writable",
        "m = memmapfile(f, 'Format', 'int16', 'Repeat', 3); isequal(m.Data', int16([1 2 3]))",
        "m = memmapfile(f, 'Format', {'int16', [2 2], 'a'; 'int16', [1 2], 'b'}); "
        "isequal(m.Data(2).b, int16([11 12])) && numel(m.Data) == 2",
        "m = memmapfile(f, 'Format', {'int16', [3 4], 'x'}, 'Writable', true); m.Data.x(2, 3) = 99; "
        "n = memmapfile(f, 'Format', 'int16'); n.Data(8) == 99",
        "m = memmapfile(f); m.Format = 'int16'; m.Offset = 4; m.Data(1) == 3",
        "m = memmapfile(f, 'Format', 'int16', 'Writable', true); n = m; n.Data(:) = 7; all(m.Data == 7)",
    ],
)
def test_files_as_arrays(condition):
    before, _, last = condition.rpartition("; ")
    outcome = Session(provider="host").run(_FILE + f"{before}; fprintf('%d', {last}); delete(f)")
    assert outcome.error is None and outcome.text == "1"


@pytest.mark.parametrize(
    ("code", "identifier"),
    [
        ("m = memmapfile(f, 'Format', {'int16', 4, 'x'});", "invalidFormat"),
        ("m = memmapfile(f, 'Offset', -1);", "invalidOffset"),
        ("m = memmapfile(f, 'Repeat', 100); m.Data", "fileTooSmall"),
        ("m = memmapfile(f, 'Writable', true); m.Data(30) = 1;", "illegalSubscriptedAssignment"),
    ],
)
def test_refusals(code, identifier):
    assert Session(provider="host").run(_FILE + code).error.identifier == f"MATLAB:memmapfile:{identifier}"
