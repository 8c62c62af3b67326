"""Source: mutated programs, and programs of unusual size or depth, end in a result or an error of the language.

Every fiftieth case is one of the shapes of ``tests/fuzz/huge.py``, which may take five seconds of processor time; ``--shapes`` runs nothing
else, one case each.  The others are programs of the repository and examples of the builtins, changed piece by piece.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
import time

import numpy as np

from runmat_kernel.session import Session

from ..fuzz import mutate
from ..fuzz.huge import SHAPES

LIMIT = 5.0
"""Seconds of processor time for a huge program."""
_EVERY = 50
_WORDS_OF_PYTHON = ("Internal error", "cannot be evaluated", "recursion limit", "Traceback")


class Campaign:
    seconds = 120.0

    @staticmethod
    def add_arguments(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--shapes", action="store_true", help=f"huge programs only: case k is shape k of {len(SHAPES)}")

    def __init__(self, options: argparse.Namespace) -> None:
        import scipy.integrate
        import scipy.interpolate
        import scipy.io
        import scipy.optimize
        import scipy.signal
        import scipy.stats  # noqa: F401 (an import that a time limit cuts short leaves half a module behind)

        self.shapes = list(SHAPES)
        self.only_shapes = options.shapes
        self.mutants = mutate.Mutants()
        os.chdir(tempfile.mkdtemp())
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        Session(provider="host").run("x = 1; for k = 1:3, x = x + k; end, x = sin(zeros(2)) * ones(2); x(1) = {};")  # what is read once

    def case(self, number: int) -> str | None:
        if self.only_shapes or number % _EVERY == _EVERY - 1:
            return self._shape(self.shapes[(number if self.only_shapes else number // _EVERY) % len(self.shapes)])
        program = self.mutants.program(number)
        fault = mutate.fault(program)
        return None if fault is None else f"{fault}\n{program}"

    def _shape(self, name: str) -> str | None:
        program = SHAPES[name]()
        session, start = Session(provider="host"), time.process_time()
        error = session.run(program.text).error
        took = time.process_time() - start
        if took > LIMIT:
            return f"{name}: took {took:.1f} s"
        if error is not None and (program.value is not None or any(word in error.message for word in _WORDS_OF_PYTHON)):
            return f"{name}: {error.identifier} {error.message}"
        if program.value is not None and np.ravel(np.asarray(session.workspace["y"])).tolist() != [program.value]:
            return f"{name}: y is {session.workspace['y']}"
        return None
