"""Integrals that are not known as well as was asked for say so."""

from __future__ import annotations

import pytest

from runmat_kernel import Session


def warned(code: str) -> str:
    outcome = Session(provider="host").run(f"lastwarn(''); q = {code}; [~, id] = lastwarn; fprintf('%s', id);")
    assert outcome.error is None, outcome.error
    return outcome.text.rpartition("\n")[2]


@pytest.mark.parametrize(
    ("code", "identifier"),
    [
        ("integral(@sin, 0, 1e6)", "MATLAB:integral:MaxIntervalCountReached"),
        ("quadgk(@(x) 1 ./ (x - 0.5), 0, 1)", "MATLAB:quadgk:MaxIntervalCountReached"),
        ("integral(@(x) 1 ./ x, 0, 1)", "MATLAB:integral:MaxIntervalCountReached"),
        ("integral(@(x) x * NaN, 0, 1)", "MATLAB:integral:NonFiniteValue"),
    ],
)
def test_doubtful_integrals_warn(code: str, identifier: str) -> None:
    assert warned(code) == identifier


@pytest.mark.parametrize(
    "code",
    [
        "integral(@(x) 1 ./ sqrt(x), 0, 1)", "integral(@(x) double(x > 0.3), 0, 1)", "quadgk(@(x) exp(-x .^ 2), -Inf, Inf)",
        "integral(@(x) log(x) .* (x > 0) ./ (x >= 0), 0, 1e5)", "integral(@(x) exp(-sqrt(x)) ./ sqrt(x), 0, 1e5)",
        "integral(@(x) abs(sin(x)), 0, 100)", "integral(@(x) x * 0, 0, 1)", "integral(@(x) x, single(0), single(2))",
    ],
)  # fmt: skip
def test_good_integrals_do_not(code: str) -> None:
    assert warned(code) == ""


def test_no_point_lies_beyond_the_ends() -> None:
    code = "q = integral(@(x) exp(log(.5) - .5 * log(x) - sqrt(x)), 0, 1e5); fprintf('%d', isreal(q), abs(q - 1) < 1e-12)"
    outcome = Session(provider="host").run(code + "; fprintf('%d', abs(quadgk(@(x) 1 ./ sqrt(1 - x), -3, 1) - 4) < 1e-7)")
    assert (outcome.error, outcome.text) == (None, "111")
