"""Runs Octave's own test blocks, a file of them in each case: those that fail are listed with the reason, and no others."""

from __future__ import annotations

import argparse
import zlib

from tests import octave_blocks

_LAST_DIGITS = frozenset({
    "libinterp/corefcn/cellfun.cc-tst:273", "linear-algebra/normest1.m:292", "sparse/spfun.m:96", "sparse/spfun.m:97", "sparse/spfun.m:98",
    "sparse/spfun.m:99", "specfun/gammainc.m:468", "statistics/corrcoef.m:260",
})  # fmt: skip
"""Blocks that want two ways of computing to agree to the last digit.  On a device exp and atan2 may be another of the numbers within 2 ulp
(``docs/accuracy.md``) than on the host, where single numbers are computed, and sums are in another order."""
_SHORT = 60
"""Blocks of a file that is run where few cases are asked for."""


class Campaign:
    """Files in an order by hash; the seed says where to begin.  Needs Octave's sources (``tests/octave_blocks.py`` says which)."""

    seconds = 900.0

    @staticmethod
    def add_arguments(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--deferred", action="store_true", help="every array is deferred, and computed by the GPU provider")

    def __init__(self, options: argparse.Namespace):
        folder = octave_blocks.sources()
        files = octave_blocks.files(folder) if folder is not None else []
        if options.count < len(files) // 10:
            files = [(name, path) for name, path in files if len(list(octave_blocks.blocks(name, path))) <= _SHORT]
        self.files = sorted(files, key=lambda file: zlib.crc32(file[0].encode()))
        self.listed = octave_blocks.differences()
        self.settings = {"provider": "gpu", "defer_elements": 2} if options.deferred else {}

    def case(self, number: int) -> str | None:
        if not self.files:
            return None
        errors = octave_blocks.run_file(*self.files[number % len(self.files)], **self.settings)
        if self.settings:
            errors = {place: error for place, error in errors.items() if place not in _LAST_DIGITS}
        return "\n".join(octave_blocks.complaints(errors, self.listed)) or None
