"""``who`` and ``whos`` with names, patterns and expressions."""

from __future__ import annotations

import pytest

from runmat_kernel.session import execute

MADE = "a = ones(3); ab = single(1); c = 'x';\n"


@pytest.mark.parametrize(
    ("asked", "names"), [("a*", ["a", "ab"]), ("a c", ["a", "c"]), ("-regexp ^c", ["c"]), ("", ["a", "ab", "c"]), ("none", [])]
)
def test_listed_names(asked: str, names: list[str]) -> None:
    lines = execute(f"{MADE}whos {asked}").splitlines()
    assert [line.split()[0] for line in lines[1:] if line.strip()] == names
    assert [w for line in execute(f"{MADE}who {asked}").splitlines() if ":" not in line for w in line.split()] == names


def test_outputs() -> None:
    assert execute(f"{MADE}S = whos('ab'); disp(S.bytes), disp(S.class), disp(numel(who('a*')))").split() == ["4", "single", "2"]


def test_sizes_stand_with_their_signs_under_each_other() -> None:
    text = execute("X = ones(648,509); caption = repmat('a',2,28); map = sparse(eye(3)); z = zeros(2,2,2)*1i; whos")
    lines = text.splitlines()
    assert lines[0].split() == ["Name", "Size", "Bytes", "Class", "Attributes"] and not lines[1]
    assert [line.split()[0] for line in lines[2:6]] == ["X", "caption", "map", "z"]
    assert [line.index("x", 10) for line in lines[2:5]] == [18, 18, 18]
    assert lines[2].rstrip() == "  X            648x509          2638656  double"
    assert lines[4].split() == ["map", "3x3", "80", "double", "sparse"]


def test_clearvars_of_globals() -> None:
    code = "global p q r\np = 1; q = 2; r = 3; clearvars -global q\na = who('global')'; clearvars -global\nb = who('global')';"
    assert execute(code + " fprintf('%s,', a{:}); fprintf('%d', numel(b), exist('p', 'var'))") == "p,r,00"
