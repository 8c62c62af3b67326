"""Fourier transforms as dispatches: Cooley and Tukey's algorithm with radices of hundreds of points, transformed in workgroup memory.

With N = R1 R2 ... Rm, pass p transforms the digit n_p of the index (the first one steps by N / R1), multiplies the result by twiddles, and
puts it back where the digit was; the last one writes every element where it belongs.  So each element is read and written once in a pass,
and the passes but the last work in place in one array of scratch.  A workgroup takes neighbouring columns, so that memory is read and
written in runs.  Lengths with primes beyond 13 go by Bluestein's convolution of a larger length.  An inverse transform is the forward one
with real and imaginary parts exchanged on both ends.
"""

from __future__ import annotations

import math
from dataclasses import replace
from math import prod

from ...base.records import record
from ..forms.transform import TransformBody
from ..target import Target
from .access import merged, reads
from .butterfly import RADICES, primes, small_radices
from .fourier_pass import Variant, write_pass
from .load import launch_values, structure
from .shader import Pass

_LONGEST = 1 << 28
"""Places and angles are 32-bit numbers: eight times an index must be one."""
_GROUPS = 512
"""Workgroups that keep a device busy: while there are fewer, each takes fewer columns."""


@record
class Sizes:
    """How a workgroup goes about it: the elements that it holds, those that a thread holds, and the most radix of a stage.

    ``columns``: how many neighbouring columns it takes at least, where columns are not contiguous: runs of 32 bytes and more.
    """

    tile: int
    each: int
    radix: int
    columns: int
    threads: int = 256


def sizes(matlab_class: str, target: Target) -> Sizes:
    """The sizes that suit a device.  Software adapters take long to compile long threads."""
    wide = matlab_class == "double"
    room = target.workgroup_bytes * 7 // 8 // (16 if wide else 8)  # what is left out between banks takes an eighth
    tile = 1 << min(room.bit_length() - 1, 10 if target.is_software else 11 if wide else 12)
    each = 8 if wide or target.is_software else 16
    return Sizes(tile, each, each, 4 if wide else 8)


@record
class Step:
    """One pass over (``total``, ``inner``, ``outer``) points: the radices before it, its own, and the product of those after it.

    ``source`` is ``element``, ``chirped``, ``chirp``, ``state`` or ``filtered``, ``sink`` ``state``, ``store`` or ``unchirped``, with
    places in the state in elements; ``chirp_at``: where the transformed chirp is.
    """

    above: tuple[int, ...]
    radix: int
    below: int
    inner: int
    outer: int
    source: str
    sink: str
    source_at: int
    sink_at: int
    chirp_at: int = 0

    @property
    def total(self) -> int:
        return prod(self.above) * self.radix * self.below


def fourier_passes(body: TransformBody, target: Target) -> list[Pass]:
    """The dispatches of a transform."""
    size = sizes(body.matlab_class, target)
    steps, elements = _steps(body, size)
    nbytes = elements * 2 * _bytes(body)
    return [_pass(body, target, step, size, nbytes) for step in steps]


def fourier_refusal(body: TransformBody, target: Target, cap: int) -> str | None:
    """Why a device cannot run a transform, beyond what holds for what is transformed."""
    n = body.form.length
    if body.matlab_class == "double" and not target.f64:
        return "precision: this device has no double precision"
    elements = _steps(body, sizes(body.matlab_class, target))[1]
    longest = n if _smooth(n) else _convolved(n)
    too_large = elements * 2 * _bytes(body) > target.max_binding_bytes or longest >= _LONGEST
    if max(prod(body.space), prod(body.transformed)) > cap or too_large:
        return "what is transformed is larger than one binding of this device holds"
    return None


def _bytes(body: TransformBody) -> int:
    return 8 if body.matlab_class == "double" else 4


def _steps(body: TransformBody, size: Sizes) -> tuple[list[Step], int]:
    """The passes, and the elements of scratch that they need."""
    n = body.form.length
    inner, outer = prod(body.space[: body.form.dim]), prod(body.space[body.form.dim + 1 :])
    return (_direct if _smooth(n) else _bluestein)(n, inner, outer, size)


def _smooth(n: int) -> bool:
    return all(p in RADICES for p in primes(n))


def _convolved(n: int) -> int:
    """The length of the convolution by which ``n`` points are transformed."""
    least = 2 * n - 1
    return min(c << max(0, -(-least // c) - 1).bit_length() for c in (1, 3, 5, 9))


def radices(n: int, inner: int, size: Sizes) -> list[int]:
    """The radices of the passes of a length: one where a workgroup holds whole columns, else as few and as even as possible."""
    if n <= size.tile // min(inner, size.columns):
        return [n]
    most, parts = size.tile // size.columns, sorted(primes(n), reverse=True)
    count = max(2, math.ceil(math.log(n) / math.log(most) - 1e-9))
    while True:
        products = [1] * count
        for p in parts:
            products[products.index(min(products))] *= p
        if max(products) <= most:
            return sorted(products)
        count += 1


def _chain(points: tuple[int, int, int], size: Sizes, source: str, sink: str, start: int, work: int, end: int) -> list[Step]:
    """The passes of one transform of (length, inner, outer) points: they read at ``start``, work at ``work``, and write to ``end``."""
    n, inner, outer = points
    steps, parts = [], radices(n, inner, size)
    for k, radix in enumerate(parts):
        below, last = prod(parts[k + 1 :]), k == len(parts) - 1
        ends = (source if k == 0 else "state", sink if last else "state", work if k else start, end if last else work)
        steps.append(Step(tuple(parts[:k]), radix, below, inner, outer, *ends))
    return steps


def _direct(n: int, inner: int, outer: int, size: Sizes) -> tuple[list[Step], int]:
    """The passes of a transform of a smooth length, and the elements of scratch that they need."""
    steps = _chain((n, inner, outer), size, "element", "store", 0, 0, 0)
    return steps, n * inner * outer if len(steps) > 1 else 0


def _bluestein(n: int, inner: int, outer: int, size: Sizes) -> tuple[list[Step], int]:
    """The passes of a transform of any length: the transform of the chirp, that of the chirped elements, their product, and back."""
    m = _convolved(n)
    count = m * inner * outer
    chirp = 2 * count
    first = _chain((m, 1, 1), size, "chirp", "state", 0, 0, chirp)
    second = _chain((m, inner, outer), size, "chirped", "state", 0, 0, count)
    third = _chain((m, inner, outer), size, "filtered", "unchirped", count, 0, 0)
    third[0] = replace(third[0], chirp_at=chirp)
    return [*first, *second, *third], chirp + m


def _pass(body: TransformBody, target: Target, step: Step, size: Sizes, nbytes: int) -> Pass:
    columns = step.total // step.radix * step.inner * step.outer
    form = _form(body, target, step, size, columns)
    element, n = body.element, body.form.length
    space = merged(element, element.space, element.inputs, tuple(i.offset for i in element.inputs))
    access = reads(element, space, 1)
    key: tuple = ("fourier", form, body.matlab_class, target.i64)
    values: dict[str, int | float] = {
        **{"inner": step.inner, "columns": columns, "length": n, "points": body.space[body.form.dim]},
        **{"source": step.source_at, "sink": step.sink_at, "chirps": step.chirp_at},
        **{"turn": math.pi / 8 / n, "scale": _scale(body, step)},
    }
    if step.source in ("element", "chirped"):
        key = (*key, structure(element), tuple(r.form for r in access), len(space.dimensions), body.form.inverse)
        values |= launch_values(space, access) | {"base": 0}
    if step.sink in ("store", "unchirped"):
        key = (*key, body.outputs, len(element.stores), len(body.space))
        values |= {f"s{d}": size for d, size in enumerate(body.transformed)}
    return Pass(key, lambda: write_pass(body, target, form, space, access), values, -(-columns // form.width), nbytes)


def _form(body: TransformBody, target: Target, step: Step, size: Sizes, columns: int) -> Variant:
    width = max(1, 1 << (size.tile // step.radix).bit_length() - 1)
    while width > size.columns and columns // width < _GROUPS:
        width //= 2
    threads = min(size.threads, -(-step.radix * width // size.each // 32) * 32)
    work = sum(i.op.cost for i in body.element.instructions) * size.each if step.source in ("element", "chirped") else 0
    form = Variant(
        radix=step.radix, width=width, threads=threads, stages=small_radices(step.radix, size.radix), above=step.above, below=step.below,
        source=step.source, sink=step.sink, flat=step.inner == 1, runs=step.inner >= min(width, size.columns),
        padded=body.form.length > body.space[body.form.dim], looped=work >= target.heavy_operations,
        banks=128 // (2 * _bytes(body)),
    )  # fmt: skip
    fits = width == 1 or form.tile * 2 * _bytes(body) <= target.workgroup_bytes
    return form if fits else replace(form, width=width // 2)


def _scale(body: TransformBody, step: Step) -> float:
    """The factor of the results."""
    inverse = body.form.length if body.form.inverse else 1
    return 1.0 / (inverse * (step.total if step.sink == "unchirped" else 1))
