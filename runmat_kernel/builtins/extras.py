"""Libraries that are extras: the error of a function whose library is not installed."""

from __future__ import annotations

from ..base.errors import MatlabError


def missing(subject: str, package: str, extra: str) -> MatlabError:
    """The error that says how to get a library: ``subject`` is what needs it, in the plural, ``extra`` its name in pyproject.toml."""
    message = f"{subject} need the package {package}, which is not installed: pip install 'runmat-kernel[{extra}]'."
    return MatlabError(message, f"RunMat:{extra}:notAvailable")
