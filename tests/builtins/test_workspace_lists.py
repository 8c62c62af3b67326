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
