"""Where a group runs: host or device, with both estimates in seconds and the reason in words."""

from __future__ import annotations

from ..base.records import record
from .group import Group


@record
class Figures:
    """Speeds of machines, in SI units.  The defaults are cautious ones for a discrete GPU and a laptop's cores."""

    host_launch_seconds: float = 30e-6
    host_bytes_per_second: float = 10e9
    host_flops_per_second: float = 1.5e9
    """Pointwise operations a second of one core; scaled by the threads."""
    device_launch_seconds: float = 80e-6
    device_bytes_per_second: float = 300e9
    device_flops_per_second: float = 2e12
    device_double_flops_per_second: float = 2e11
    host_product_flops_per_second: float = 2e10
    """Of one core in a product of double matrices; single ones run at twice that."""
    device_product_flops_per_second: float = 1e13
    device_double_product_flops_per_second: float = 1e12
    upload_bytes_per_second: float = 5e9
    download_bytes_per_second: float = 3e9


@record
class Placement:
    """``place`` is 'host' or 'device'; ``estimates`` the seconds expected of each."""

    place: str
    reason: str
    estimates: dict[str, float]


def host_seconds(group: Group, nbytes: int, threads: int, figures: Figures, gather_bytes: int = 0) -> float:
    """Computing on the host, and first gathering what is on the device only."""
    product, matlab_class = group.kernel.form.product_work(group.kernel.body)
    product_rate = figures.host_product_flops_per_second * (1 if matlab_class == "double" else 2)
    seconds = product / (product_rate * threads) + (group.flops - product) / (figures.host_flops_per_second * threads)
    work = max(nbytes / figures.host_bytes_per_second, seconds)
    return figures.host_launch_seconds + work + gather_bytes / figures.download_bytes_per_second


def device_seconds(group: Group, nbytes: int, upload_bytes: int, figures: Figures) -> float:
    """Computing on the device, and first uploading what is not there."""
    body = group.kernel.body
    double = any(i.compute_class == "double" for i in body.instructions)
    rate = figures.device_double_flops_per_second if double else figures.device_flops_per_second
    product, matlab_class = group.kernel.form.product_work(body)
    product_rate = figures.device_double_product_flops_per_second if matlab_class == "double" else figures.device_product_flops_per_second
    work = max(nbytes / figures.device_bytes_per_second, product / product_rate + (group.flops - product) / rate)
    return figures.device_launch_seconds + work + upload_bytes / figures.upload_bytes_per_second


def place(
    group: Group, forced: bool, nbytes: int, upload_bytes: int, gather_bytes: int, threads: int, figures: Figures, refusal: str | None
) -> Placement:
    """Choose.  ``forced``: the device was asked for, however slow it is; ``refusal``: why the device does not take the kernel; the byte
    counts are of arrays that would have to move first."""
    on_host = host_seconds(group, nbytes, threads, figures, gather_bytes)
    if refusal is not None:
        return Placement("host", refusal, {"host": on_host})
    on_device = device_seconds(group, nbytes, upload_bytes, figures)
    estimates = {"host": on_host, "device": on_device}
    if forced:
        return Placement("device", "the GPU was asked for", estimates)
    if on_device < on_host:
        why = "the arrays are on the device" if not upload_bytes else "the device is faster, upload included"
        return Placement("device", f"{why}: {_text(on_device)} against {_text(on_host)} on the host", estimates)
    why = "the arrays are small" if nbytes < 1 << 22 else "moving the arrays would take longer than it saves"
    return Placement("host", f"{why}: {_text(on_host)} against {_text(on_device)} on the device", estimates)


def _text(seconds: float) -> str:
    return f"{seconds * 1e6:.0f} µs" if seconds < 1e-3 else f"{seconds * 1e3:.1f} ms"
