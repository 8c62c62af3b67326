"""Figures of placement: measured, kept on disk, and used by the next engine."""

from dataclasses import replace

from runmat_kernel.accel import calibration
from runmat_kernel.accel.calibration import FILE, load, measure_host, save
from runmat_kernel.accel.engine import Engine
from runmat_kernel.base.settings import Settings
from runmat_kernel.plan.placement import Figures


def test_figures_are_kept_for_each_adapter(tmp_path):
    path = tmp_path / "cache" / FILE
    first, second = replace(Figures(), device_launch_seconds=1e-3), replace(Figures(), host_flops_per_second=5e9)
    save(path, "one", first)
    save(path, "two", second)
    assert load(path, "one") == first
    assert load(path, "two") == second
    assert load(path, "three") == Figures()


def test_a_damaged_file_gives_the_defaults(tmp_path):
    path = tmp_path / "calibration.json"
    path.write_text("{not json")
    assert load(path, "one") == Figures()
    path.write_text('{"one": {"host_flops_per_second": -1, "unknown": 3}}')
    assert load(path, "one") == Figures()


def test_the_host_is_measured(monkeypatch):
    monkeypatch.setattr(calibration, "_ELEMENTS", 1 << 16)
    found = measure_host(Engine(Settings(provider="host", defer_elements=1)))
    assert found.host_bytes_per_second > 0
    assert found.host_flops_per_second > 0
    assert found.device_bytes_per_second == Figures().device_bytes_per_second
