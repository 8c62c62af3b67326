"""Programs with loops run as kernels and iteration by iteration, and what differs."""

from __future__ import annotations

from typing import Any

import numpy as np

from runmat_kernel.session import Session

from ..adapters import no_adapter


def run(program: str, **settings: Any) -> tuple[dict[str, Any], dict[str, Any], Any]:
    """The variables after a program, its report, and its error."""
    session = Session(**settings)
    outcome = session.run(program)
    values = {
        name: np.array(v.array) if hasattr(v, "array") else v
        for name, v in session.workspace_values.items()
        if hasattr(v, "array") or type(v) in (float, bool)
    }
    return values, outcome.report.to_dict(), outcome.error


def strategies(report: dict[str, Any]) -> list[str]:
    return [g["kind"] for g in report["groups"]]


def same(found: dict[str, Any], expected: dict[str, Any]) -> None:
    assert set(found) == set(expected)
    for name, value in expected.items():
        a, b = np.asarray(found[name]), np.asarray(value)
        assert a.dtype == b.dtype and a.shape == b.shape, name
        assert np.array_equal(a, b, equal_nan=a.dtype.kind in "fc"), name


def as_by_iterations(program: str, provider: str, *, single_atol: float = 1e-12) -> dict[str, Any]:
    """The report of a program whose loops are taken whole where they can be, once all it leaves is found to be as by ordinary
    iterations."""
    expected, _, wanted = run(program, provider="host", loops=False, fusion=False)
    found, report, error = run(program, provider=provider, loops=True, loop_elements=1, loop_work=1, defer_elements=1)
    if provider == "gpu" and any("No GPU" in n for n in report["notices"]):
        no_adapter(report["notices"])
    assert (error and (error.identifier, error.message)) == (wanted and (wanted.identifier, wanted.message))
    assert set(found) == set(expected)
    for key, value in expected.items():
        a, b = np.atleast_2d(found[key]), np.atleast_2d(value)
        assert a.dtype == b.dtype and a.shape == b.shape, key
        if a.dtype != object:
            single = a.dtype == np.float32
            np.testing.assert_allclose(a, b, rtol=2e-5 if single else 1e-10, atol=single_atol if single else 1e-12, err_msg=key)
    return report


def by_iterations(report: dict[str, Any]) -> list[str]:
    """What was said of loops that ran iteration by iteration."""
    return [r["reason"] for r in report["refusals"] if "iteration by iteration" in r["reason"]]
