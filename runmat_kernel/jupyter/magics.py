"""Magics: lines that begin with % and a known name.  Every other line that begins with % is a MATLAB comment."""

from __future__ import annotations

import dataclasses
import re
import shlex
import time
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ..base.errors import MatlabError
from ..base.records import record
from ..base.stored import store
from ..reports.model import seconds
from .languages import OF_IPYTHON, SHOWN, run_bash, run_python

if TYPE_CHECKING:
    from .kernel import RunMatKernel

# Gives the content of an error message, or None.
Magic = Callable[["RunMatKernel", str, str], dict[str, Any] | None]
_RUNS = re.compile(r"\s*-([rn])\s*(\d+)(?:\s+|$)")
_LINE = re.compile(r"(%%?\w+)(?:;|[ \t]+(.*))?$")


@record
class Piece:
    """A part of a cell: MATLAB ``code`` (padded so that its line numbers are the cell's), or a ``magic`` with its ``argument``.

    The ``code`` of a magic is the rest of the cell where the magic takes that: padded if it is MATLAB, as it stands if it is text.
    """

    code: str = ""
    magic: str = ""
    argument: str = ""


def split(cell: str) -> Iterator[Piece]:
    """The pieces of a cell in order.  ``%time``-like and ``%%`` magics count on the first line only, reports between any two statements."""
    lines = cell.split("\n")
    first = next((i for i, line in enumerate(lines) if line.strip()), None)
    if first is not None:
        match = _LINE.match(lines[first].rstrip())
        if match and match[1] in TEXT_CELL:
            yield Piece("\n".join(lines[first + 1 :]), match[1], match[2] or "")
            return
        if match and (match[1] in WHOLE_CELL or match[1] in FIRST_LINE):
            rest = "\n" * (first + 1) + "\n".join(lines[first + 1 :])
            if match[1] in WHOLE_CELL:
                yield Piece(rest, match[1], match[2] or "")
                return
            yield Piece("", match[1], match[2] or "")
            yield from split(rest)
            return
    yield from between_statements(cell)


def between_statements(cell: str) -> Iterator[Piece]:
    """The pieces of a text in order, where only magics count that may stand between any two statements."""
    lines = cell.split("\n")
    start = 0
    for i, line in enumerate(lines):
        match = _LINE.match(line.rstrip())
        if match and match[1] in ANYWHERE and _is_whole(lines[start:i]):
            if any(text.strip() for text in lines[start:i]):
                yield Piece("\n" * start + "\n".join(lines[start:i]))
            yield Piece("", match[1], match[2] or "")
            start = i + 1
    if any(text.strip() for text in lines[start:]):
        yield Piece("\n" * start + "\n".join(lines[start:]))


def warning_of(cell: str) -> str:
    """A hint for a first line that looks like a magic and is a comment; '' where there is none.

    ``%% Title`` begins a section in MATLAB, so only a word right behind the signs counts.
    """
    first = next((line.rstrip() for line in cell.split("\n") if line.strip()), "")
    match = _LINE.match(first)
    if match is None or match[1] in MAGICS:
        return ""
    instead = OF_IPYTHON.get(match[1])
    if instead is None and not (match[1].startswith("%%") and match[1].islower() and match[2] is None):
        return ""
    advice = f" Here {instead} does this." if instead else " %lsmagic lists the magics of this kernel."
    return f"Warning: {match[1]} is no magic of this kernel: the line is a comment.{advice}\n"


def _is_whole(lines: list[str]) -> bool:
    """Whether nothing is left open after these lines: inside a block or a block comment a magic is a comment."""
    from ..syntax.completeness import FINISHED, status

    return status("\n".join([*lines, *FINISHED]))[0] != "incomplete"


def awaits_more(cell: str) -> bool | None:
    """Whether a console should ask for more lines of a cell that begins with a magic; None where MATLAB's syntax decides."""
    from ..syntax.completeness import breaks_behind, status

    match = _LINE.match(cell.lstrip().partition("\n")[0].rstrip())
    if match is None or match[1] not in MAGICS:
        return None
    if match[1] in TEXT_CELL or match[1] in WHOLE_CELL:
        return breaks_behind(cell) < 2 or (match[1] in WHOLE_CELL and status(cell)[0] == "incomplete")
    return False if "\n" not in cell.strip() else None


def _words(argument: str) -> list[str]:
    """The words of a magic's argument, quoted ones whole."""
    try:
        return shlex.split(argument)
    except ValueError as error:
        raise MatlabError(f"{error}: {argument}", "RunMat:magic") from None


def fusion_report(kernel: RunMatKernel, argument: str, code: str) -> None:
    """%fusion_report [all|N] [--wgsl] [--text]: what the last cell (every cell that fused, cell N) fused, where it ran and why."""
    from ..reports import html, text

    words = _words(argument)
    wanted = [w for w in words if not w.startswith("-")]
    if len(wanted) > 1 or not {w for w in words if w.startswith("-")} <= {"--wgsl", "--text"}:
        raise MatlabError("Usage: %fusion_report [all|N] [--wgsl] [--text]", "RunMat:magic")
    reports = kernel.reports.kept
    if wanted and wanted[0] == "all":
        chosen = [(number, report) for number, report in reports.items() if not report.is_empty] or list(reports.items())[-1:]
    elif wanted:
        chosen = [(number, report) for number, report in reports.items() if str(number) == wanted[0]]
    else:
        chosen = list(reports.items())[-1:]
    if not chosen:
        kernel.matlab.write("No cell has run yet.\n" if not reports else f"No report of cell {wanted[0]}.\n")
        return
    titled = [(f"Cell {number}", report) for number, report in chosen]
    plain = "\n".join(text.render(report, title) for title, report in titled)
    if "--text" in words:
        kernel.matlab.write(plain)
        return
    kernel.screen.show({"text/plain": plain, "text/html": html.render(titled, wgsl="--wgsl" in words)})


def residency(kernel: RunMatKernel, argument: str, code: str) -> None:
    """%residency [NAME ...]: the variables with class, size, bytes, and whether they are on the host, on the device, or pending."""
    from ..reports import residency as table

    wanted = _words(argument)
    rows = [row for row in table.rows(kernel.matlab) if not wanted or row["name"] in wanted]
    if unknown := [name for name in wanted if name not in {row["name"] for row in rows}]:
        raise MatlabError(f"No variable is named {unknown[0]}.", "RunMat:magic")
    notes = table.notes(kernel.matlab)
    kernel.screen.show({"text/plain": table.text(rows, notes), "text/html": table.html(rows, notes)})


def gpu(kernel: RunMatKernel, argument: str, code: str) -> None:
    """%gpu [calibrate]: the providers and the adapter in use; measured anew for placement."""
    from ..reports import residency as table

    if argument.strip() not in ("", "calibrate"):
        raise MatlabError("Usage: %gpu [calibrate]", "RunMat:magic")
    if argument.strip():
        figures = dataclasses.asdict(kernel.matlab.engine.calibrate())
        kernel.matlab.write("".join(f"{name.replace('_', ' ')}: {value:.3g}\n" for name, value in figures.items()))

    kernel.matlab.write("\n".join(table.notes(kernel.matlab, open_provider=True)) + "\n")


def time_cell(kernel: RunMatKernel, argument: str, code: str) -> dict[str, Any] | None:
    """%time CODE, or %%time before a cell: run once and print the wall time, everything deferred included, reports not."""
    spent = 0.0
    for piece in between_statements(_timed(argument, code, "%time")):
        started = time.perf_counter()
        failed = kernel.run_piece(piece)
        kernel.matlab.release()
        if not piece.magic:
            spent += time.perf_counter() - started
        if failed is not None:
            return failed
    kernel.matlab.write(f"Wall time: {seconds(spent)}\n")
    return None


def timeit(kernel: RunMatKernel, argument: str, code: str) -> dict[str, Any] | None:
    """%timeit [-r RUNS] [-n TIMES] CODE, or %%timeit before a cell: best and mean of several runs (each of so many times), output
    suppressed, results forced."""
    counts = {"r": 0, "n": 1}
    while match := _RUNS.match(argument):
        counts[match[1]] = max(1, int(match[2]))
        argument = argument[match.end() :]
    pieces = list(between_statements(_timed(argument, code, "%timeit [-r runs] [-n times]")))
    timed, reports = [piece for piece in pieces if not piece.magic], [piece for piece in pieces if piece.magic]
    runs, each = counts["r"], counts["n"]
    times: list[float] = []
    before = kernel.reports.current
    muted, kernel.matlab.muted = kernel.matlab.muted, True
    try:
        while len(times) < (runs or 3) or (not runs and sum(times) < 1.0 and len(times) < 1000):
            started = time.perf_counter()
            for _ in range(each):
                kernel.reports.current = before  # the last time is what is told of
                if (failed := _first_failure(kernel, timed)) is not None:
                    return failed
            times.append((time.perf_counter() - started) / each)
    finally:
        kernel.matlab.muted = muted
    mean = sum(times) / len(times)
    kernel.matlab.write(f"best {seconds(min(times))}, mean {seconds(mean)} of {len(times)} runs\n")
    return _first_failure(kernel, reports)


def _first_failure(kernel: RunMatKernel, pieces: list[Piece]) -> dict[str, Any] | None:
    """Run pieces until one fails; the content of its error message, or None."""
    return next((failed for piece in pieces if (failed := kernel.run_piece(piece)) is not None), None)


def _timed(argument: str, code: str, name: str) -> str:
    """The code to time: the rest of the line, the rest of the cell, or both, with the lines where they stand in the cell."""
    if not (argument + code).strip():
        raise MatlabError(f"Usage: {name} code", "RunMat:magic")
    return argument + code if argument else code


def write_file(kernel: RunMatKernel, argument: str, code: str) -> None:
    """%%file NAME (or %%writefile): write the rest of the cell to a file; -a appends."""
    words = _words(argument)
    names = [w for w in words if w != "-a"]
    if len(names) != 1:
        raise MatlabError("Usage: %%file [-a] name", "RunMat:magic")
    try:
        store(names[0], (code if code.endswith("\n") else code + "\n").encode(), append="-a" in words)
    except OSError as error:
        raise MatlabError(f"Cannot write '{names[0]}': {error.strerror}.", "RunMat:magic") from None
    kernel.matlab.forget_lookups()
    kernel.matlab.write(f"Wrote {names[0]}\n")


def plot_format(kernel: RunMatKernel, argument: str, code: str) -> None:
    """%plot png|svg [scale]: the format of inline figures; scale is device pixels to one of the figure's (png)."""
    words = argument.split()
    number = re.fullmatch(r"\d*\.?\d+", words[1]) if len(words) == 2 else None
    if not words or words[0] not in ("png", "svg") or len(words) > 2 or (len(words) == 2 and not (number and float(words[1]))):
        raise MatlabError("Usage: %plot png|svg [scale]", "RunMat:magic")
    kernel.screen.figure_format = words[0]
    if number:
        kernel.screen.figure_scale = float(words[1])


def list_magics(kernel: RunMatKernel, argument: str, code: str) -> None:
    """%lsmagic: the magics."""
    lines = [" ".join((magic.__doc__ or "").split()) for magic in dict.fromkeys(MAGICS.values())]
    kernel.matlab.write("\n".join(lines) + "\nEvery other line that begins with % is a comment.\n")


ANYWHERE: Mapping[str, Magic] = MappingProxyType({
    "%fusion_report": fusion_report, "%residency": residency, "%gpu": gpu, "%lsmagic": list_magics,
})  # fmt: skip
FIRST_LINE: Mapping[str, Magic] = MappingProxyType({"%plot": plot_format, "%time": time_cell, "%timeit": timeit})
WHOLE_CELL: Mapping[str, Magic] = MappingProxyType({"%%time": time_cell, "%%timeit": timeit})
TEXT_CELL: Mapping[str, Magic] = MappingProxyType({
    "%%file": write_file, "%%writefile": write_file, "%%bash": run_bash, "%%python": run_python, **SHOWN,
})  # fmt: skip
MAGICS: Mapping[str, Magic] = MappingProxyType({**ANYWHERE, **FIRST_LINE, **WHOLE_CELL, **TEXT_CELL})
