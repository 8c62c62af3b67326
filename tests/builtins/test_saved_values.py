"""What save writes, load gives back in the same class: strings, maps, dictionaries, function handles, alone and inside others."""

import pytest

from runmat_kernel.session import execute

CASES = [
    ('"hello"', '"hello"'),
    ('["a" "b"; missing ""]', '["a" "b"; missing ""]'),
    ("strings(0, 3)", "strings(0, 3)"),
    ('{"x", {1, "y"}}', '{"x", {1, "y"}}'),
    ('struct("q", "w")', 'struct("q", "w")'),
    ('table([1; 2], ["p"; "q"])', 'table([1; 2], ["p"; "q"])'),
]


@pytest.mark.parametrize(("value", "expected"), CASES)
def test_same_again(value, expected, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = f"x = {value}; save('f.mat', 'x'); clear x; load('f.mat'); fprintf('%d', isequaln(x, {expected}))"
    assert execute(code) == "1"


def test_maps(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = (
        "m = containers.Map({'a', 'b'}, {1, \"two\"}); n = containers.Map('KeyType', 'double', 'ValueType', 'any'); n(5) = 7;"
        'd = dictionary(["u" "v"], [1 2]); e = dictionary(1, {[1 2]}); save f.mat; clear; load f.mat;'
        "fprintf('%d', m('a'), m('b') == \"two\", n(5), d(\"v\"), e{1}, isConfigured(e))"
    )
    assert execute(code) == "1172121"


def test_handles_keep_their_values(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = "k = 3; s.f = @(x) x*k; s.g = @abs; save('f.mat', '-struct', 's'); clear; load f.mat; fprintf('%d', f(2), g(-4))"
    assert execute(code) == "64"
