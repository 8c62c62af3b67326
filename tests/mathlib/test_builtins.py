"""The functions as builtins: eager, fused on the host, and in a kernel of the device, in both float classes."""

from __future__ import annotations

import pytest

from tests.fuzz.agree import Roads

CASES = {
    "any": "sind cosd tand secd cscd cotd sinpi cospi sinc cbrt erf erfc gamma sec csc cot sech csch coth atand acot acsch".split(),
    "positive": "gammaln erfcx factorial".split(),
    "unit": "asind acosd erfinv".split(),
}
POINTS = {
    "any": "[linspace(-9, 9, 61) 30 90 180 -45 0 Inf NaN]",
    "positive": "[0:30 Inf]",
    "unit": "[linspace(-1, 1, 41) NaN]",
}


@pytest.fixture(scope="module")
def roads():
    return Roads(["eager", "host", "gpu"])


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, names in CASES.items() for name in names])
def test_roads_agree(roads, kind, name):
    text = f"x = {POINTS[kind]}; s = single(x); d = {name}(x) + 1; s = {name}(s) + 1;"
    assert roads.disagreement(text, ["d", "s"]) is None


def test_roads_of_two_operands_agree(roads):
    text = "x = [-27 8 -1000 0.5 3]; n = [3 3 3 1 5]; r = nthroot(x, n) + 0; a = atan2d(x, n) + 0; b = atan2d(single(x), single(n)) + 0;"
    assert roads.disagreement(text, ["r", "a", "b"]) is None
