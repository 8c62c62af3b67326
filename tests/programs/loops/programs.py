"""The programs of this folder and the strategies by which they are run."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from runmat_kernel.base.settings import Settings
from runmat_kernel.session import Session
from runmat_kernel.values.convert import as_array, class_of

HERE = Path(__file__).parent
ORDINARY = {"provider": "host", "fusion": False, "loops": False}
STRATEGIES = {
    "host": {"provider": "host", "defer_elements": 1, "loops": True, "loop_elements": 1, "loop_work": 1},
    "gpu": {"provider": "gpu", "defer_elements": 1, "loops": True, "loop_elements": 1, "loop_work": 1},
}


RELATIVE = {"double": 1e-9, "single": 2e-4}


@dataclass(frozen=True, slots=True)
class LoopProgram:
    """A program, the strategy its loop must take (``kernel``, ``replay``, ``ordinary`` or ``any``), and the sizes to run it at."""

    name: str
    text: str
    strategy: str
    sizes: tuple[dict[str, int], ...]

    def source(self, size: dict[str, int]) -> str:
        """The text with its given values in front, on the first line so that line numbers stay."""
        return "".join(f"{name} = {value}; " for name, value in size.items()) + self.text


def read(path: Path) -> LoopProgram:
    """The program of a file, whose first two lines are ``% strategy: ...`` and ``% given: M = 2, T = 3 | M = 20, T = 30``."""
    text = path.read_text("utf-8")
    strategy = re.match(r"% strategy: (\w+)\n", text)
    given = re.search(r"^% given: (.*)$", text, re.MULTILINE)
    assert strategy and given, path
    sizes = [{name: int(value) for name, value in re.findall(r"(\w+) = (\d+)", part)} for part in given[1].split("|")]
    return LoopProgram(path.stem, text, strategy[1], tuple(sizes))


PROGRAMS = tuple(read(path) for path in sorted(HERE.glob("*.m")))


def session(given: dict[str, Any]) -> Session:
    """A session with those of the settings that there are."""
    known = {field.name for field in fields(Settings)}
    return Session(**{name: value for name, value in given.items() if name in known})


def variables(engine: Session) -> dict[str, Any]:
    """What a program left, but for functions."""
    return {name: value for name, value in engine.workspace_values.items() if class_of(value) != "function_handle"}


def difference(a: Any, b: Any) -> str | None:
    """How two values differ: in class, size, or at the first element beyond the tolerance of their class; None where they agree."""
    x, y = as_array(a), as_array(b)
    if class_of(a) != class_of(b) or x.shape != y.shape or x.dtype.kind != y.dtype.kind:
        return f"{x.shape} {class_of(a)} against {y.shape} {class_of(b)}"
    relative = RELATIVE.get(class_of(a), 0.0)
    finite = np.abs(x[np.isfinite(x)]).max(initial=0.0) if relative else 0.0
    far = ~np.isclose(x, y, rtol=relative, atol=relative * max(min(finite, 1.0), 1e-3), equal_nan=True).ravel(order="F")
    if not far.any():
        return None
    at = int(np.flatnonzero(far)[0])
    return f"element {at + 1}: {x.ravel(order='F')[at]!r} against {y.ravel(order='F')[at]!r}"


def strategy_taken(outcome: Any) -> str:
    """``kernel`` where a kernel holds the loop, ``ordinary`` where a loop ran iteration by iteration, else ``replay``."""
    report = outcome.report.to_dict()
    if any(refusal["reason"].startswith("the loop runs iteration by iteration") for refusal in report["refusals"]):
        return "ordinary"
    return "kernel" if any(group["kind"] == "loop" for group in report["groups"]) else "replay"
