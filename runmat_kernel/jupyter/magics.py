"""Magics: lines that begin with % and a known name.  Every other line that begins with % is a MATLAB comment."""

from __future__ import annotations

import dataclasses
import re
import shlex
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from ..base.errors import MatlabError
from ..reports.model import seconds

if TYPE_CHECKING:
    from .kernel import RunMatKernel

Magic = Callable[["RunMatKernel", str, str], str | None]
_LINE = re.compile(r"(%%?\w+)(?:[ \t]+(.*))?$")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a cell: MATLAB ``code`` (padded so that its line numbers are the cell's), or a ``magic`` with its ``argument``."""

    code: str = ""
    magic: str = ""
    argument: str = ""


def split(cell: str) -> Iterator[Piece]:
    """The pieces of a cell in order.  ``%time``-like and ``%%`` magics count on the first line only, reports anywhere."""
    lines = cell.split("\n")
    first = next((i for i, line in enumerate(lines) if line.strip()), None)
    if first is not None:
        match = _LINE.match(lines[first].rstrip())
        if match and match[1] in MAGICS and (match[1] in WHOLE_CELL or match[1] in FIRST_LINE):
            rest = "\n" * (first + 1) + "\n".join(lines[first + 1 :])
            if match[1] in WHOLE_CELL:
                yield Piece(rest, match[1], match[2] or "")
                return
            yield Piece("", match[1], match[2] or "")
            yield from split(rest)
            return
    start = 0
    for i, line in enumerate(lines):
        match = _LINE.match(line.rstrip())
        if match and match[1] in ANYWHERE:
            if any(text.strip() for text in lines[start:i]):
                yield Piece("\n" * start + "\n".join(lines[start:i]))
            yield Piece("", match[1], match[2] or "")
            start = i + 1
    if any(text.strip() for text in lines[start:]):
        yield Piece("\n" * start + "\n".join(lines[start:]))


def fusion_report(kernel: RunMatKernel, argument: str, code: str) -> None:
    """%fusion_report [all|N] [--wgsl] [--text]: what the last cell (all cells, cell N) fused, where it ran and why."""
    from ..reports import html, text

    words = shlex.split(argument)
    wanted = [w for w in words if not w.startswith("-")]
    reports = kernel.reports
    if wanted and wanted[0] == "all":
        chosen = list(reports.items())
    elif wanted:
        chosen = [(number, report) for number, report in reports.items() if str(number) == wanted[0]]
    else:
        chosen = list(reports.items())[-1:]
    if not chosen:
        kernel.matlab.write("No cell has run yet.\n" if not wanted else f"No report of cell {wanted[0]}.\n")
        return
    titled = [(f"Cell {number}", report) for number, report in chosen]
    plain = "\n".join(text.render(report, title) for title, report in titled)
    if "--text" in words:
        kernel.matlab.write(plain)
        return
    kernel.show({"text/plain": plain, "text/html": html.render(titled, wgsl="--wgsl" in words)})


def residency(kernel: RunMatKernel, argument: str, code: str) -> None:
    """%residency: the variables with class, size, bytes, and whether they are on the host, on the device, or pending."""
    from ..reports import residency as table

    rows = table.rows(kernel.matlab)
    notes = table.notes(kernel.matlab)
    kernel.show({"text/plain": table.text(rows, notes), "text/html": table.html(rows, notes)})


def gpu(kernel: RunMatKernel, argument: str, code: str) -> None:
    """%gpu [calibrate]: the providers and the adapter in use; measured anew for placement."""
    from ..reports import residency as table

    if argument.strip() == "calibrate":
        figures = dataclasses.asdict(kernel.matlab.engine.calibrate())
        kernel.matlab.write("".join(f"{name.replace('_', ' ')}: {value:.3g}\n" for name, value in figures.items()))

    kernel.matlab.write("\n".join(table.notes(kernel.matlab, open_provider=True)) + "\n")


def time_cell(kernel: RunMatKernel, argument: str, code: str) -> str | None:
    """%time CODE, or %%time before a cell: run once and print the wall time, everything deferred included."""
    started = time.perf_counter()
    failed = kernel.run_code(argument + "\n" + code if argument else code)
    kernel.matlab.release()
    if failed is None:
        kernel.matlab.write(f"Wall time: {seconds(time.perf_counter() - started)}\n")
    return failed


def timeit(kernel: RunMatKernel, argument: str, code: str) -> str | None:
    """%timeit CODE, or %%timeit before a cell: best and mean of several runs, output suppressed, results forced."""
    text = f"{argument}\n{code}" if argument else code
    times: list[float] = []
    kernel.matlab.muted = True
    try:
        while len(times) < 3 or (sum(times) < 1.0 and len(times) < 1000):
            started = time.perf_counter()
            outcome = kernel.matlab.run(text)
            times.append(time.perf_counter() - started)
            if outcome.error is not None:
                break
    finally:
        kernel.matlab.muted = False
    if outcome.error is not None:
        return kernel.run_code(text)
    mean = sum(times) / len(times)
    kernel.matlab.write(f"best {seconds(min(times))}, mean {seconds(mean)} of {len(times)} runs\n")
    return None


def write_file(kernel: RunMatKernel, argument: str, code: str) -> None:
    """%%file NAME (or %%writefile): write the rest of the cell to a file; -a appends."""
    words = shlex.split(argument)
    names = [w for w in words if w != "-a"]
    if len(names) != 1:
        raise MatlabError("Usage: %%file [-a] name", "RunMat:magic")
    try:
        with open(names[0], "a" if "-a" in words else "w", encoding="utf-8") as file:
            file.write(code.lstrip("\n") if code.endswith("\n") else code.lstrip("\n") + "\n")
    except OSError as error:
        raise MatlabError(f"Cannot write '{names[0]}': {error.strerror}.", "RunMat:magic") from None
    kernel.matlab.forget_lookups()
    kernel.matlab.write(f"Wrote {names[0]}\n")


def plot_format(kernel: RunMatKernel, argument: str, code: str) -> None:
    """%plot png|svg [scale]: the format of inline figures; scale is device pixels to one of the figure's (png)."""
    words = argument.split()
    if not words or words[0] not in ("png", "svg") or len(words) > 2:
        raise MatlabError("Usage: %plot png|svg [scale]", "RunMat:magic")
    kernel.figure_format = words[0]
    if len(words) == 2:
        kernel.figure_scale = float(words[1])


def show_html(kernel: RunMatKernel, argument: str, code: str) -> None:
    """%%html: show the rest of the cell as HTML."""
    kernel.show({"text/html": code, "text/plain": code})


def list_magics(kernel: RunMatKernel, argument: str, code: str) -> None:
    """%lsmagic: the magics."""
    lines = [(magic.__doc__ or "").split("\n")[0] for magic in dict.fromkeys(MAGICS.values())]
    kernel.matlab.write("\n".join(lines) + "\nEvery other line that begins with % is a comment.\n")


ANYWHERE: Mapping[str, Magic] = MappingProxyType({
    "%fusion_report": fusion_report, "%residency": residency, "%gpu": gpu, "%lsmagic": list_magics,
})  # fmt: skip
FIRST_LINE: Mapping[str, Magic] = MappingProxyType({"%plot": plot_format, "%time": time_cell, "%timeit": timeit})
WHOLE_CELL: Mapping[str, Magic] = MappingProxyType({
    "%%time": time_cell, "%%timeit": timeit, "%%file": write_file, "%%writefile": write_file, "%%html": show_html,
})  # fmt: skip
MAGICS: Mapping[str, Magic] = MappingProxyType({**ANYWHERE, **FIRST_LINE, **WHOLE_CELL})
