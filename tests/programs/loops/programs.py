"""The programs of this folder and the roads on which they are run."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from runmat_kernel.base.settings import Settings
from runmat_kernel.session import Session

HERE = Path(__file__).parent
ORDINARY = {"provider": "host", "fusion": False, "loops": False}
ROADS = {
    "host": {"provider": "host", "defer_elements": 1, "loops": True, "loop_elements": 1, "loop_work": 1},
    "gpu": {"provider": "gpu", "defer_elements": 1, "loops": True, "loop_elements": 1, "loop_work": 1},
}


@dataclass(frozen=True, slots=True)
class LoopProgram:
    """A program, the road its loop must take (``kernel``, ``replay``, ``ordinary`` or ``any``), and the sizes to run it at."""

    name: str
    text: str
    road: str
    sizes: tuple[dict[str, int], ...]

    def source(self, size: dict[str, int]) -> str:
        """The text with its given values in front, on the first line so that line numbers stay."""
        return "".join(f"{name} = {value}; " for name, value in size.items()) + self.text


def read(path: Path) -> LoopProgram:
    """The program of a file, whose first two lines are ``% road: ...`` and ``% given: M = 2, T = 3 | M = 20, T = 30``."""
    text = path.read_text("utf-8")
    road = re.match(r"% road: (\w+)\n", text)
    given = re.search(r"^% given: (.*)$", text, re.MULTILINE)
    assert road and given, path
    sizes = [{name: int(value) for name, value in re.findall(r"(\w+) = (\d+)", part)} for part in given[1].split("|")]
    return LoopProgram(path.stem, text, road[1], tuple(sizes))


PROGRAMS = tuple(read(path) for path in sorted(HERE.glob("*.m")))


def session(given: dict[str, Any]) -> Session:
    """A session with those of the settings that there are."""
    known = {field.name for field in fields(Settings)}
    return Session(**{name: value for name, value in given.items() if name in known})
