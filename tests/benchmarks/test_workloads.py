"""The benchmark programs at a small size: everyone who is installed agrees with RunMat."""

from __future__ import annotations

import pytest

from . import overhead
from .__main__ import agree
from .runners import available, run_matlab
from .workloads import Workload, workloads


@pytest.mark.parametrize("workload", workloads("small"), ids=lambda w: w.name)
def test_results_agree(workload: Workload) -> None:
    ours = run_matlab(workload, provider="host")
    for name, runner in available():
        other = runner(workload)
        assert agree(workload, ours, other, name), (name, ours.results, other.results)


def test_overhead_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    overhead.main()
    assert capsys.readouterr().out.count("µs") == 2
