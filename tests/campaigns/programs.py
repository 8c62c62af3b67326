"""Random programs of arrays, loops and calls: whoever computes them, the variables and errors are those of eager evaluation."""

from __future__ import annotations

import argparse

from runmat_kernel.accel import masked_elements
from runmat_kernel.toolboxes.data_analysis import device_ranks as ranks

from ..fuzz.again import LoopsAgain
from ..fuzz.agree import Strategies, shrink
from ..fuzz.cells import CellsAgain
from ..fuzz.choices import ChoicesLoops
from ..fuzz.complex_loops import ComplexLoops
from ..fuzz.device_calls import Calls
from ..fuzz.grammar import Program
from ..fuzz.kinds import Moves
from ..fuzz.loops import LoopProgram
from ..fuzz.pauses import PausesLoops
from ..fuzz.places import PlacesLoops
from ..fuzz.spectra import Spectra
from ..fuzz.stages import StagesLoops

GRAMMARS = {
    "arrays": Program, "kinds": Moves, "loops": LoopProgram, "again": LoopsAgain, "spectra": Spectra, "complex": ComplexLoops,
    "places": PlacesLoops, "choices": ChoicesLoops, "pauses": PausesLoops, "cells": CellsAgain, "stages": StagesLoops,
}  # fmt: skip
LARGE_LENGTHS = {Program: (1, 2, 64, 300, 700), LoopProgram: (3_000, 20_000, 100_000)}
"""Lengths of arrays that are deferred, and taken into kernels, with the settings that users have."""


class Campaign:
    """Case by case another grammar."""

    seconds = 300.0

    @staticmethod
    def add_arguments(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--grammar", choices=("all", "calls", *GRAMMARS), default="all")
        parser.add_argument("--strategies", default="host,compiled,gpu", help="what is compared with eager evaluation")
        parser.add_argument("--large", action="store_true", help="large arrays, with the settings that users have")

    def __init__(self, options: argparse.Namespace) -> None:
        self.large = options.large
        self.names = [*(() if options.large else ("calls",)), *GRAMMARS] if options.grammar == "all" else [options.grammar]
        strategies = ["host default", "gpu default"] if options.large else options.strategies.split(",")
        self.strategies = Strategies(["eager", *strategies])
        self.grammars = {name: _large(grammar) for name, grammar in GRAMMARS.items()} if options.large else GRAMMARS
        # Small arrays stay where they are, as large ones do.
        masked_elements.LEAST_ELEMENTS, ranks._LARGER = 2, 1
        self.calls = Calls()

    def case(self, number: int) -> str | None:
        seed, place = divmod(number, len(self.names))
        name = self.names[place]
        if name == "calls":
            return self.calls.disagreement(seed)
        program = self.grammars[name](seed)
        difference = self.strategies.disagreement(program.text, program.names)
        if difference is None:
            return None
        lines = program.lines if self.large else shrink(program.lines, program.names, self.strategies, program.assemble)
        return f"{name}, seed {seed}: {difference}\n  " + "\n  ".join(lines)


def _large(grammar: type[Program]) -> type[Program]:
    """The grammar with arrays that are large."""
    lengths = next(lengths for base, lengths in LARGE_LENGTHS.items() if issubclass(grammar, base))
    return type(grammar.__name__, (grammar,), {"lengths": lengths})
