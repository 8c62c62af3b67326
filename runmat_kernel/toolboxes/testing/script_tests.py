"""Tests that are scripts: each section (``%%``) of the file is a test; the code before the first section runs before each test."""

from __future__ import annotations

import re
from typing import Any

from ...base.records import record
from ...values import CharArray
from ...values.convert import text_of
from ...values.functions import FunctionHandle
from ...values.testing import Suite, Test, Tests

_SECTION = re.compile(r"\s*%%(\s.*)?$")
_FUNCTION = re.compile(r"\s*function\b")


@record
class _Section:
    """A test: its title and its first and last line."""

    title: str
    first: int
    last: int


def script_tests(call: Any, name: str, path: str, text: str) -> Tests:
    """The tests of a script file, each run in a workspace of its own."""
    lines = text.splitlines()
    code = next((k for k, line in enumerate(lines) if _FUNCTION.match(line)), len(lines))
    sections = _sections(lines[:code], name)
    before = sections[0].first if sections else 0
    suite = Suite(name)
    tests, titles = [], set()
    for k, section in enumerate(sections):
        words = text_of(call.feval("matlab.lang.makeValidName", CharArray.row(section.title or f"Test{k + 1}"))[0])
        title = words if words not in titles else f"Test{k + 1}"
        titles.add(title)
        kept = {*range(before), *range(section.first, section.last), *range(code, len(lines))}
        lines_of_test = [line if n in kept else "" for n, line in enumerate(lines)]
        tests.append(Test(suite, title, _running(call.session, path, "\n".join(lines_of_test) + "\n")))
    return Tests(tests)


def _sections(lines: list[str], name: str) -> list[_Section]:
    """The sections with code in them; a script without titles is one test of its name."""
    starts = [(k, match[1]) for k, line in enumerate(lines) if (match := _SECTION.match(line))]
    ends = ([k for k, _ in starts[1:]] + [len(lines)])[: len(starts)]
    sections = [_Section((title or "").strip(), k, end) for (k, title), end in zip(starts, ends, strict=True) if _has_code(lines[k:end])]
    return sections or [_Section(name, 0, len(lines))]


def _has_code(lines: list[str]) -> bool:
    return any(line.strip() and not line.lstrip().startswith("%") for line in lines)


def _running(session: Any, path: str, text: str) -> FunctionHandle:
    """A handle that runs a test.  The lines of its text are those of the file, so that errors name them."""

    def target(nargout: int, case: Any) -> tuple[Any, ...]:
        session.run_apart(text, path)
        return ()

    return FunctionHandle("script", "script", target)
