"""Foreign: the tests in a folder of other people's code, one file in a process of its own; what stops is grouped by its cause.

Files are class and function tests (``runtests``), xUnit and MOxUnit suites, and plain scripts; other functions are run where their names
begin or end in "test".  ``--folder`` names the code, which stays where it is; without it a few files of our own are run.  A finding may be
a defect here, a test that needs what is not installed, or one that fails in MATLAB too.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from runmat_kernel.session import Session

OWN = Path(__file__).parent / "own_tests"
_SUITE = re.compile(r"^[ \t]*initTestSuite[ \t;]*$", re.MULTILINE)
_RUNTESTS = """
r = runtests('{path}');
for k = 1:numel(r), if r(k).Failed || r(k).Incomplete, error('foreign:failed', 'test failed'); end, end
"""
_SUITE_RUN = """
h = {name}();
for k = 1:numel(h), n = func2str(h{{k}}); if strncmpi(n, 'test', 4), feval(h{{k}}); end, end
"""
_ASSERTIONS = {
    "assertTrue": "(c, varargin)\nassert(all(c(:)), 'xunit:assertTrue', 'not true');",
    "assertFalse": "(c, varargin)\nassert(~any(c(:)), 'xunit:assertFalse', 'not false');",
    "assertEqual": "(a, b, varargin)\nassert(isequaln(a, b) && strcmp(class(a), class(b)), 'xunit:assertEqual', 'not equal');",
    "assertElementsAlmostEqual": "(a, b, varargin)\nassert(all(abs(a(:) - b(:)) <= 1e-8 * max(1, abs(b(:)))), 'xunit:near', 'no');",
    "assertVectorsAlmostEqual": "(a, b, varargin)\nassert(norm(a(:) - b(:)) <= 1e-8 * max(1, norm(b(:))), 'xunit:almost', 'not equal');",
    "assertExceptionThrown": "(f, id, varargin)\ntry, f(); catch e\n"
    "assert(nargin < 2 || ~ischar(id) || strcmp(e.identifier, id) || isequal(id, '*'), 'xunit:other', e.message); return, end\n"
    "error('xunit:none', 'nothing was thrown');",
}
"""What suites of xUnit and MOxUnit call, in short."""


class Campaign:
    seconds = 180.0

    @staticmethod
    def add_arguments(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--folder", type=Path, default=OWN, help="folder of .m files")

    def __init__(self, options: argparse.Namespace) -> None:
        self.folder: Path = options.folder.resolve()
        self.files = sorted(path for path in self.folder.rglob("*.m") if program_of(path) is not None)

    def case(self, number: int) -> str | None:
        if number >= len(self.files):
            return None
        path = self.files[number]
        command = [sys.executable, "-m", __name__, str(path), str(self.folder)]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL, check=False)
        shown = path.relative_to(self.folder)
        if done.returncode < 0:
            return f"crash by signal {-done.returncode}: {shown}"
        return f"{done.stdout.strip()}: {shown}" if done.stdout.strip() else None

    @staticmethod
    def summary(descriptions: list[str]) -> str:
        """The causes, the most frequent first."""
        causes = Counter(re.sub(r"\d+", "N", text.rpartition(": ")[0]) for text in descriptions)
        return "\n".join(f"{count:5} {cause}" for cause, count in causes.most_common())


def program_of(path: Path) -> str | None:
    """The program that runs the tests of a file, or None where it has none."""
    text = path.read_text("utf-8", errors="replace")
    code = re.sub(r"^\s*(%.*)?\n", "", text, flags=re.MULTILINE).lstrip()
    quoted = str(path).replace("'", "''")
    if code.startswith("classdef"):
        return _RUNTESTS.format(path=quoted) if "matlab.unittest.TestCase" in code else None
    if not code.startswith("function"):
        return f"run('{quoted}')"
    if "functiontests(" in code:
        return _RUNTESTS.format(path=quoted)
    if _SUITE.search(text):
        return _SUITE_RUN.format(name=path.stem)
    return f"{path.stem}()" if re.match(r"test|.*test$", path.stem, re.IGNORECASE) else None


def cause_of(path: Path, folder: Path) -> str | None:
    """Run the tests of a file; what stopped them."""
    program = program_of(path)
    assert program is not None
    with tempfile.TemporaryDirectory() as work:
        for name, body in _ASSERTIONS.items():
            Path(work, name + ".m").write_text(f"function {name}{body}\nend\n", "utf-8")
        text = path.read_text("utf-8", errors="replace")
        os.chdir(path.parent)
        if _SUITE.search(text):  # a copy whose suite is its local functions
            Path(work, path.name).write_text(_SUITE.sub("test_suite = localfunctions();", text), "utf-8")
            os.chdir(work)
        session = Session(provider="host")
        quoted = str(folder).replace("'", "''")
        session.run(f"addpath(genpath('{quoted}')); addpath('{work}');")
        outcome = session.run(program)
    if outcome.error is None:
        return None
    if outcome.error.identifier != "foreign:failed":
        return f"{outcome.error.identifier} {outcome.error.message.splitlines()[0]}"
    errors = re.findall(r"^\s*(?:Error using .*|Error ID:\s*|.*Undefined function.*|.*verif\w+ failed.*)$", outcome.text, re.MULTILINE)
    return "failed: " + (errors[0].strip() if errors else "a verification")


if __name__ == "__main__":
    print(cause_of(Path(sys.argv[1]), Path(sys.argv[2])) or "")
