"""``python -m tests.fuzz --count 1000 --roads eager,host,gpu``: random programs, run on every road, must agree."""

from __future__ import annotations

import argparse
import sys

from .again import LoopsAgain
from .agree import Roads, shrink
from .cells import CellsAgain
from .choices import ChoicesLoops
from .complex_loops import ComplexLoops
from .grammar import Program
from .kinds import Moves
from .loops import LoopProgram
from .pauses import PausesLoops
from .places import PlacesLoops
from .spectra import Spectra
from .stages import StagesLoops

GRAMMARS = {
    "arrays": Program, "kinds": Moves, "loops": LoopProgram, "again": LoopsAgain, "spectra": Spectra, "complex": ComplexLoops,
    "places": PlacesLoops, "choices": ChoicesLoops, "pauses": PausesLoops, "cells": CellsAgain, "stages": StagesLoops,
}  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--roads", default="eager,host")
    parser.add_argument("--stop", type=int, default=5, help="failures to show before stopping")
    parser.add_argument("--grammar", choices=tuple(GRAMMARS), default="arrays")
    options = parser.parse_args()
    grammar = GRAMMARS[options.grammar]
    roads, failures = Roads(options.roads.split(",")), 0
    for seed in range(options.first, options.first + options.count):
        program = grammar(seed)
        found = roads.disagreement(program.text, program.names)
        if found:
            failures += 1
            lines = shrink(program.lines, program.names, roads, program.assemble)
            shortened = roads.disagreement(program.assemble(lines), program.names)
            print(f"seed {seed}: {found}\n  " + "\n  ".join(lines) + f"\n  -> {shortened}", flush=True)
            if failures >= options.stop:
                break
    print(f"{options.count} programs, {failures} disagreements")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
