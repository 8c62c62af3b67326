"""Random loops over single numbers: machine code gives the values, classes, printed text and errors of ordinary execution."""

from __future__ import annotations

import argparse

from ..fuzz.scalars import ScalarProgram, Twice


class Campaign:
    """Each case is one program, run in two sessions that go on."""

    seconds = 120.0

    @staticmethod
    def add_arguments(parser: argparse.ArgumentParser) -> None:
        del parser

    def __init__(self, options: argparse.Namespace) -> None:
        del options
        self.twice = Twice()

    def case(self, number: int) -> str | None:
        program = ScalarProgram(number)
        difference = self.twice.disagreement(program.text)
        return f"{difference}\n{program.text}" if difference else None
