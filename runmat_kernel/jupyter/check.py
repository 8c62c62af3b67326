"""``runmat check``: what is installed, which adapter there is, what is wrong."""

from __future__ import annotations

import importlib.metadata
import platform
import re
import sys

from ..base.errors import MatlabError
from ..session import Session

_LINE = "{:<24} {}\n"


def report() -> tuple[str, bool]:
    """The text, and whether everything that is needed is there."""
    lines = [_LINE.format("RunMat Kernel", _version("runmat-kernel") or "not installed as a package")]
    lines.append(_LINE.format("Python", f"{platform.python_version()} ({sys.executable})"))
    problems: list[str] = []
    for name in sorted(_required(), key=str.lower):
        version = _version(name)
        if version is None:
            problems.append(f"The package {name} is missing: pip install {name}")
        lines.append(_LINE.format(name, version or "missing"))
    for extra, packages in sorted(_extras().items()):
        absent = [name for name in packages if _version(name) is None]
        state = "installed" if not absent else f"not installed: pip install 'runmat-kernel[{extra}]'"
        lines.append(_LINE.format(f"extra {extra}", state))
    lines.append(_LINE.format("kernel in Jupyter", _kernelspec()))
    lines += _adapter(problems)
    lines += [f"\n{problem}" for problem in problems] or ["\nEverything that is needed is there."]
    return "".join(lines).rstrip() + "\n", not problems


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _requirements() -> list[str]:
    try:
        return importlib.metadata.requires("runmat-kernel") or []
    except importlib.metadata.PackageNotFoundError:
        return []


def _name(requirement: str) -> str:
    match = re.match(r"[A-Za-z0-9._-]+", requirement)
    return match[0] if match else requirement


def _required() -> list[str]:
    return [_name(r) for r in _requirements() if "extra ==" not in r]


def _extras() -> dict[str, list[str]]:
    """The packages of each extra, those that are extras of this package itself left out."""
    extras: dict[str, list[str]] = {}
    for requirement in _requirements():
        match = re.search(r"extra == ['\"](\w+)['\"]", requirement)
        if match and match[1] != "test" and _name(requirement) != "runmat-kernel":
            extras.setdefault(match[1], []).append(_name(requirement))
    return extras


def _kernelspec() -> str:
    from jupyter_client.kernelspec import KernelSpecManager

    return KernelSpecManager().find_kernel_specs().get("runmat") or "not installed: python -m runmat_kernel.jupyter install --user"


def _adapter(problems: list[str]) -> list[str]:
    """What array math runs on; a device that fails is a problem, none is not."""
    from ..reports.residency import notes

    try:
        session = Session()
        lines = [line + "\n" for line in notes(session, open_provider=True)]
        outcome = session.run("x = rand(1, 200000); y = sum(sin(x).^2 + cos(x).^2);")
        session.engine.flush()
        if outcome.error is not None or abs(session.workspace["y"] - 200000) > 1:
            problems.append(f"A small computation failed: {outcome.error or session.workspace['y']}")
        return lines
    except (MatlabError, ValueError) as error:
        problems.append(str(error))
        return []
