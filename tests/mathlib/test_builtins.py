"""The functions as builtins: eager, fused on the host, and in a kernel of the device, in both float classes."""

from __future__ import annotations

import numpy as np
import pytest

from runmat_kernel.session import Session
from runmat_kernel.values.convert import as_array, to_value
from tests.fuzz.agree import Strategies

from . import extended
from .functions import ROWS, batches
from .probe import ulps

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
def strategies():
    return Strategies(["eager", "host", "gpu"])


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, names in CASES.items() for name in names])
def test_strategies_agree(strategies, kind, name):
    text = f"x = {POINTS[kind]}; s = single(x); d = {name}(x) + 1; s = {name}(s) + 1;"
    assert strategies.disagreement(text, ["d", "s"]) is None


def test_strategies_of_two_operands_agree(strategies):
    text = "x = [-27 8 -1000 0.5 3]; n = [3 3 3 1 5]; r = nthroot(x, n) + 0; a = atan2d(x, n) + 0; b = atan2d(single(x), single(n)) + 0;"
    assert strategies.disagreement(text, ["r", "a", "b"]) is None


@pytest.mark.parametrize("name", ["erf", "erfc", "erfcx", "erfinv", "erfcinv", "gammaln", "log1p", "log2", "log10"])
@pytest.mark.skipif(not extended.available(), reason="needs a C compiler and 80-bit long doubles")
def test_host_within_four_ulp(name):
    """Complex where some elements ask for it: the others lose nothing."""
    session, row = Session(provider="host", fusion=False), ROWS[name]
    for (x,) in batches(row, np.float64, 2000):
        got = np.asarray(as_array(session.feval(name, [to_value(x.reshape(1, -1))], 1)[0])).ravel()
        real = got.imag == 0
        assert ulps(got.real[real], row.exact(x[real])).max() <= 4
        assert not np.isfinite(row.exact(x[~real])).any()


def test_edges_of_special_functions_on_the_host():
    session = Session(provider="host", fusion=False)
    text = "x = [gammaln([1e-310 1 2 0 Inf]) gamma(-171.75) erfc([-Inf 0 Inf 26.5])"
    text += " erfcx([Inf -30]) erfcinv([0 1 2]) log2(-0) log10([-0 10])];"
    assert session.run(text + " fprintf('%.6g ', x)").text == (
        "713.801 0 0 Inf Inf 7.54184e-311 2 1 0 2.21091e-307 0 Inf Inf 0 -Inf -Inf -Inf 1 "
    )
