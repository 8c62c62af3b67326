"""Failures injected where files are written, memory is taken, shaders compiled, a device waited for, and processes started.

``injection`` lists the places from the sources.  A case is a program, a place that it reaches, and a failure there; or a program that
writes a file, and a disk that takes only so many bytes.  Afterwards the program has its result, or an error of the right kind; each
variable is what it was or what it should become; old files are as they were and nothing is left beside them; and the program, run again,
gives its result.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..full_disk import full_disk
from ..writers import WRITERS
from .injection import Failing, failures, install, places

PYTHON = re.compile(r"Traceback|Errno|Error\b:|has no attribute|NoneType|object at 0x|<class|injected")
PLACES = Path(__file__).with_name("fault_places.tsv")
"""Each place of the sources, with a program that reaches it, or why none does."""
LIMITS = (0, 1, 100, 1000, 5000)
"""Bytes that a full disk takes of a file."""


@dataclass(frozen=True, slots=True)
class Program:
    """``code`` runs under a failure, after ``setup``; ``file`` is what it writes, if any."""

    name: str
    setup: str
    code: str
    file: str = ""
    provider: str = "host"
    many: bool = False
    """Whether it makes several changes of the disk, each of which is whole."""
    between: str = ""
    """A file that is there only while it runs."""
    in_place: bool = False
    """Whether its file keeps its place on the disk: an error that comes last leaves the new one."""


_COMPUTED = {
    "pointwise": ("a = rand(300); b = 3;", "b = a .* 2 + sin(a); c = sum(b(:));"),
    "reductions": ("a = rand(300, 200);", "b = mean(a, 2); c = max(a(:)); d = cumsum(a); e = std(a);"),
    "products": ("a = rand(120); b = rand(120, 3);", "c = a * b; d = a' * a; e = norm(c);"),
    "sorting": ("a = rand(2000, 1);", "[b, k] = sort(a); c = unique(round(a * 50)); d = find(a > 0.5);"),
    "parts": ("a = rand(200); b = a;", "b(3:20, :) = 0; b(b > 0.9) = 1; c = b(:, 7); d = [b; a];"),
    "loop": ("a = rand(500, 1); s = 0;", "b = zeros(500, 1); for k = 1:500, b(k) = a(k)^2 + k; s = s + b(k); end"),
    "loop of arrays": ("x = rand(4000, 1); y = x;", "for k = 1:20, y = y + 0.1 * (x - y); x = x .* 0.99; end, c = sum(y);"),
    "loop of columns": ("a = rand(60, 60); t = zeros(60, 1);", "for k = 1:60, t(k) = sum(a(:, k).^2); end"),
    "stencil in a loop": (
        "u = rand(50);",
        "for k = 1:20, u(2:49, 2:49) = (u(1:48, 2:49) + u(3:50, 2:49) + u(2:49, 1:48) + u(2:49, 3:50)) / 4; end",
    ),
    "recurrence": ("x = rand(3000, 1); y = x;", "for k = 2:3000, y(k) = 0.9 * y(k - 1) + x(k); end"),
    "branches in a loop": (
        "a = rand(3000, 1); b = zeros(3000, 1);",
        "for k = 1:3000, if a(k) > 0.5, b(k) = sqrt(a(k)); else, b(k) = -k; end, end",
    ),
    "draws in a loop": ("rng(1); v = zeros(1, 2000);", "for k = 1:2000, v(k) = rand + 1; end"),
    "integers in a loop": ("x = int32(1:500); s = int32(0);", "for k = 1:500, s = s + mod(x(k), int32(7)); end"),
    "products in a loop": ("a = rand(40) / 20; x = rand(40, 1);", "for k = 1:30, x = a * x + 1; end"),
    "while": ("x = rand(3000, 1); n = 0;", "while sum(x) > 100 && n < 50, x = x * 0.8; n = n + 1; end"),
    "random": ("rng(3);", "a = rand(300); b = randn(70000, 1); c = mean(b);"),
    "transform": ("a = rand(64, 64);", "b = abs(fft2(a)); c = conv2(a, ones(3), 'same');"),
    "single": ("a = single(rand(300));", "b = exp(a) ./ (1 + a); c = int32(b * 100); d = any(b(:) > 2);"),
    "complex result": ("a = rand(300) - 0.5;", "b = sqrt(a); c = log(a); d = real(sum(b(:)));"),
    "filters": ("x = rand(2000, 1);", "y = filter(1, [1 -0.5], x); z = cumprod(1 - x / 1e5); m = movmean(x, 5);"),
    "growing": ("a = rand(100);", "b = a; b(end + 1, :) = 1; a(:, [1 3]) = []; c = reshape(a, [], 1); a(a > 0.5) = 0;"),
    "displayed": ("a = rand(300);", "b = a + 1; disp(b(2, 3) > 1), c = b', a(1) = 7;"),
}


def _status_of(call: str) -> str:
    """The statement that makes an error of a failure which a function tells by a number."""
    return f"assert({call} == 0, 'a:b', 'not done');"


_OTHERS = [
    Program("system", "x = 1;", "[s, t] = system('echo hi');"),
    Program("mkdir", "x = 1;", "mkdir q; s = exist('q', 'dir'); rmdir('q'); ", many=True),
    Program("movefile", "save('s.txt', 'big', '-ascii');", "movefile s.txt t.txt; movefile t.txt s.txt;", many=True, between="t.txt"),
    Program("delete", "x = 1;", "save('q.txt', 'x', '-ascii'); delete('q.txt');", many=True, between="q.txt"),
    Program(
        "rename",
        "save('s.txt', 'big', '-ascii');",
        _status_of("rename('s.txt', 't.txt')") + _status_of("rename('t.txt', 's.txt')"),
        many=True,
        between="t.txt",
    ),
    Program("copy of a folder", "mkdir d; save('d/s.txt', 'big', '-ascii');", "copyfile('d', 'e');", "e/s.txt"),
    Program(
        "fprintf", "x = 1;", "k = fopen('q.txt', 'w'); assert(k > 0, 'a:b', 'no file'); fprintf(k, 'abc'); fclose(k); clear k", many=True
    ),
    Program("diary", "x = 1;", "diary('q.txt'); disp(1), diary off", many=True),
    Program(
        "memmapfile",
        "f = fopen('m', 'w'); fwrite(f, 1:9); fclose(f); m = memmapfile('m', 'Writable', true);",
        "m.Data(2) = 7;",
        many=True,
    ),
    Program("hard link", "writematrix(1, f); system('ln a.csv b.csv');", "writematrix(2, f)", "a.csv", in_place=True),
    Program("unlink", "x = 1;", "save('q.txt', 'x', '-ascii'); " + _status_of("unlink('q.txt')"), many=True, between="q.txt"),
    Program("rmdir", "x = 1;", "mkdir q; rmdir('q', 's');", many=True),
    Program("untar of a folder", "mkdir d; save('d/a.txt', 'big', '-ascii'); tar('s.tar', 'd');", "untar('s.tar', 'o')", many=True),
    Program("publish", "writelines(\"disp(1)\", 'a.m');", "publish('a.m');", many=True),
    Program("sound", "x = rand(100, 1);", "sound(x, 8000)"),
    Program("profsave", "x = 1;", "profsave(profile('info'), 'p')", many=True),
    Program("loop compiled", "x = 0;", "for k = 1:30000, x = x + k * 0.5; end"),
]


def programs() -> list[Program]:
    writers = [Program(name, setup, code, file) for name, (setup, file, code) in WRITERS.items() if name not in ("publish", "profsave")]
    computed = [Program(f"{name} ({p})", *codes, provider=p) for name, codes in _COMPUTED.items() for p in ("host", "gpu")]
    mixed = [x for pair in zip(writers, computed, strict=False) for x in pair]
    return [*mixed, *writers[len(computed) :], *computed[len(writers) :], *_OTHERS]


def listed_places() -> dict[str, str]:
    """The places that the list has, with the name of a program, or a reason behind a dash."""
    return dict(line.split("\t") for line in PLACES.read_text("utf-8").splitlines())


@dataclass(slots=True)
class Clean:
    """A run without a failure: variables before and after it, the files after it, and how often it reached each place."""

    before: dict[str, Any]
    after: dict[str, Any]
    files: dict[str, bytes]
    repeats: bool
    """Whether the program can run once more."""
    reached: dict[str, int]


class Campaign:
    seconds = 240.0  # the first case of a process imports the package

    @staticmethod
    def add_arguments(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--provider", choices=("host", "gpu"), help="only programs of this provider")

    def __init__(self, options: argparse.Namespace) -> None:
        self.failing: Failing = install()
        self.kinds = {place.name: place.kind for place in places()}
        self.programs = [p for p in programs() if options.provider in (None, p.provider)]
        self.clean: dict[int, tuple[Clean, list[tuple[str, str, int, Any]]]] = {}

    def case(self, number: int) -> str | None:
        """Program ``number`` modulo their count, and its next place and failure; None where it has no more."""
        k, which = number // len(self.programs), number % len(self.programs)
        program = self.programs[which]
        if which not in self.clean:
            clean = self.run_clean(program)
            self.clean[which] = clean, self._failures(program, clean)
        clean, listed = self.clean[which]
        if k == 0 and (missed := [place for place, name in listed_places().items() if name == program.name and place not in clean.reached]):
            return f"{program.name} does not reach {missed}, as {PLACES.name} has it"
        if k >= len(listed):
            return None
        place, name, call, error = listed[k]
        problem = self._failed(program, clean, place, call, error)
        return f"{program.name}, {place} (call {call}), {name}: {problem}" if problem else None

    def _failures(self, program: Program, clean: Clean) -> list[tuple[str, str, int, Any]]:
        listed = [
            (place, name, call, error)
            for place, count in clean.reached.items()
            for call in sorted({1, count})
            for name, error in failures(self.kinds[place])
        ]
        return [*listed, *[("", f"a disk that takes {size} bytes", 0, size) for size in LIMITS if program.file]]

    # ------------------------------------------------------------------ runs

    def _start(self, program: Program) -> Any:
        from runmat_kernel.session import Session

        # Small arrays and loops are deferred and compiled like large ones, and what an earlier case compiled is compiled again.
        session = Session(
            provider=program.provider,
            defer_elements=1,
            loop_elements=1,
            loop_work=1,
            compile_work=1,
            cache_folder=os.path.abspath(".cache"),
        )
        if program.file:
            Path(program.file).parent.mkdir(exist_ok=True)
            setup = f"rng(1); big = rand(40); f = '{program.file}'; {program.setup}"
            changed = "(f" in program.setup or "(1, f" in program.setup or "), f)" in program.setup
            if not changed:
                Path(program.file).write_bytes(b"old")
            _must(session, setup)
            if not changed:
                Path(program.file).write_bytes(b"old")
        else:
            _must(session, f"rng(1); big = rand(40); {program.setup}")
        return session

    def run_clean(self, program: Program) -> Clean:
        with _folder():
            session = self._start(program)
            before = _variables(session)
            self.failing.reset()
            _must(session, program.code)
            session.engine.flush()
            after = _variables(session)
            files, reached = _files(), dict(self.failing.counts)
            return Clean(before, after, files, session.run(program.code).error is None, reached)

    def _failed(self, program: Program, clean: Clean, place: str, call: int, error: Any) -> str | None:
        with _folder():
            session = self._start(program)
            files = _files()
            if place:
                self.failing.reset(place, call, error)
                outcome = _attempt(session, program.code)
            else:
                with full_disk(error):
                    outcome = _attempt(session, program.code)
            self.failing.reset()
            return outcome if isinstance(outcome, str) else self._checked(program, clean, session, outcome, files)

    def _checked(self, program: Program, clean: Clean, session: Any, outcome: Any, before: dict[str, bytes]) -> str | None:
        files, failed = _files(), outcome.error is not None
        problem = _wrong_error(outcome.error) or _wrong_variables(program, session, clean, failed)
        if not problem and not program.many:
            problem = _wrong_files(program, files, before, clean) if failed else _missing_files(files, clean)
        if problem:
            return problem
        runs_again = not program.many and (failed or clean.repeats)
        again = _attempt(session, f"check__ = 1 + 1; clear check__; {program.code if runs_again else ''}")
        if isinstance(again, str) or again.error is not None:
            return again if isinstance(again, str) else f"next cell: {again.error.message}"
        _must(session, "clear all")  # a video that is open has a file of its own until then
        left = set(_files()) - set(before) - set(clean.files) - {program.between}
        return f"left {sorted(left)}" if left else None


def _wrong_files(program: Program, files: dict[str, bytes], before: dict[str, bytes], clean: Clean) -> str | None:
    """What is not as it was after an error."""
    if program.in_place and files == clean.files:
        return None
    changed = sorted(name for name in {*before, *clean.files} if files.get(name) != before.get(name))
    return f"changed {changed}" if changed else None


def _missing_files(files: dict[str, bytes], clean: Clean) -> str | None:
    missing = sorted(set(clean.files) - set(files))
    return f"no error, and without {missing}" if missing else None


class _folder:
    """A new current folder, deleted afterwards."""

    def __enter__(self) -> None:
        self.before, self.name = os.getcwd(), tempfile.mkdtemp()
        os.chdir(self.name)

    def __exit__(self, *_: object) -> None:
        os.chdir(self.before)
        shutil.rmtree(self.name, ignore_errors=True)


def _must(session: Any, code: str) -> None:
    outcome = session.run(code)
    assert outcome.error is None, f"{code}: {outcome.error}"


def _attempt(session: Any, code: str) -> Any:
    """The Outcome; a text where an exception left the session."""
    try:
        return session.run(code)
    except Exception as error:
        return f"left the session: {type(error).__name__}: {error}"


def _wrong_error(error: Any) -> str | None:
    if error is None:
        return None
    words = re.sub(r"\(injected[^)]*\)", "", error.message)  # the device's own reason
    if error.identifier in ("RunMat:internal", "") or error.identifier.endswith("invalidArguments") or PYTHON.search(words):
        return f"the error {error.identifier}: {error.message}"
    return None


def _variables(session: Any) -> dict[str, Any]:
    """The variables as NumPy arrays, or as what they print."""
    values = {}
    for name in list(session.workspace_values):
        values[name] = _value(session, name)
    return values


def _value(session: Any, name: str) -> Any:
    array = getattr(session.workspace_values[name], "array", session.workspace_values[name])
    if isinstance(array, (float, bool, complex)) or (isinstance(array, np.ndarray) and array.dtype != object):
        return np.array(array)
    return session.run(f"disp({name})").text.replace(os.getcwd(), "")


def _wrong_variables(program: Program, session: Any, clean: Clean, failed: bool) -> str | None:
    for name in clean.after:
        if name not in session.workspace_values:
            if name in clean.before or not failed:
                return f"{name} is gone"
            continue
        try:
            value = _value(session, name)
        except Exception as error:
            return f"{name} cannot be read: {type(error).__name__}: {error}"
        wanted = [clean.after[name], *([clean.before[name]] if failed and name in clean.before else [])]
        if not any(_same(value, one) for one in wanted) and not (failed and _may_be_between(program, clean, name, value)):
            return f"{name} is neither what it was nor what it should be"
    return None


def _may_be_between(program: Program, clean: Clean, name: str, value: Any) -> bool:
    """Whether a variable may have another value where a program ended early: what loops change, and the state of new objects."""
    in_loop = re.search(r"\b(for|while)\b", program.code) is not None
    return in_loop or (isinstance(value, str) and name not in clean.before)


def _same(x: Any, y: Any) -> bool:
    if isinstance(x, str) or isinstance(y, str):
        return isinstance(x, str) and x == y
    return x.shape == y.shape and np.allclose(x, y, rtol=1e-5 if x.dtype.itemsize < 8 else 1e-12, equal_nan=True)


def _files() -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(Path().rglob("*")) if path.is_file() and path.parts[0] != ".cache"}
