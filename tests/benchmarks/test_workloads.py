"""The benchmark programs at a small size: everyone who is installed agrees with RunMat."""

from __future__ import annotations

import pytest

from .__main__ import agree
from .runners import available, run_matlab
from .workloads import Workload, workloads


@pytest.mark.parametrize("workload", workloads("small"), ids=lambda w: w.name)
def test_results_agree(workload: Workload) -> None:
    ours = run_matlab(workload, provider="host")
    for name, runner in available():
        other = runner(workload)
        assert agree(workload, ours, other, name), (name, ours.results, other.results)
