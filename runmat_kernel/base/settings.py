"""Every threshold and switch, with its unit and reason.  The only module that reads the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

PROVIDERS = ("auto", "host", "gpu", "null")
_WORDS = {bool: "0 or 1", int: "a whole number", str: "text"}


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a Session.  Each field can be given as an argument, or as the environment variable RUNMAT_<FIELD>
    (``search_path``: MATLABPATH)."""

    provider: str = "auto"
    """'auto' (a GPU where there is one and it wins), 'host', 'gpu' (also a software adapter; the host without one), 'null' (plans for a GPU
    and computes nothing: for reports without a driver)."""

    fusion: bool = True
    """Whether array operations are deferred at all; False is eager NumPy, the reference."""

    defer_elements: int = 16_384
    """Arrays of fewer elements are computed at once: recording costs about as much as computing 16k elements."""

    debug_fusion: bool = False
    """Print every Refusal as it happens (RUNMAT_DEBUG_FUSION=1)."""

    max_pending_nodes: int = 256
    """Operations recorded before a flush is made anyway: a longer kernel gains nothing, and drivers take long to compile it."""

    loops: bool = True
    """Whether loops of the program are traced and run as kernels; False runs every iteration by itself."""

    loop_elements: int = 1_024
    """Elements of the arrays that a loop must work on to be traced: below, iterations cost less than tracing."""

    loop_work: int = 1 << 16
    """Elements times iterations from which on a loop is traced."""

    host_memory_bytes: int = 0
    """Largest array that may be asked for, in bytes; 0 means the memory this machine has."""

    threads: int = 0
    """Threads of the host provider; 0 means one per core this process may use."""

    compile_work: int = 1 << 22
    """Elements times iterations from which on a loop on the host is compiled, where LLVM is installed: it takes 0.1 s, once."""

    hot_milliseconds: int = 40
    """Milliseconds of ordinary iterations from which on a loop over single numbers becomes machine code; 0 for at once."""

    cache_folder: str = ""
    """Where measured figures of adapters and compiled loops are kept; empty for the user's cache folder."""

    search_path: str = ""
    """Folders on the search path of functions at the start, separated as the system does it; the variable is MATLAB's own."""

    strict: bool = False
    """Whether a Python exception in a builtin leaves the session as an InternalError, for tests; users get an error of MATLAB."""

    display_elements: int = 20_000
    """Elements printed of a huge array before the display is cut, so that a browser survives."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value, kind = getattr(self, field.name), type(field.default)
            fits = value in (0, 1) if kind is bool else isinstance(value, (str, os.PathLike) if kind is str else kind)
            if not fits:
                raise ValueError(f"{field.name} is {value!r}, which is not {_WORDS[kind]}")
            if kind is int and value < 0:
                raise ValueError(f"{field.name} is {value}, which is negative")
        if self.provider not in PROVIDERS:
            raise ValueError(f"provider is {self.provider!r}, which is none of {', '.join(PROVIDERS)}")

    @property
    def cache(self) -> Path:
        """``cache_folder``, or the user's."""
        return Path(self.cache_folder) if self.cache_folder else Path.home() / ".cache" / "runmat-kernel"

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None, **overrides: Any) -> Settings:
        """The defaults, changed by RUNMAT_* variables, changed by what is given.  Raises ValueError that names a bad setting, or the
        variable that it comes from."""
        environ = os.environ if environ is None else environ
        changes: dict[str, Any] = {}
        for field in fields(cls):
            variable = _variable(field.name)
            text = environ.get(variable)
            if text is None or field.name in overrides:
                continue
            changes[field.name] = _parse(variable, text, type(field.default))
            try:
                cls(**{field.name: changes[field.name]})
            except ValueError as error:
                raise ValueError(str(error).replace(field.name, variable, 1)) from None
        changes.update(overrides)
        unknown = set(changes) - {field.name for field in fields(cls)}
        if unknown:
            raise ValueError(f"unknown setting {sorted(unknown)[0]!r}")
        return replace(cls(), **changes)


def _variable(name: str) -> str:
    return "MATLABPATH" if name == "search_path" else "RUNMAT_" + name.upper()


def _parse(variable: str, text: str, kind: type) -> Any:
    try:
        if kind is bool:
            return {"1": True, "true": True, "on": True, "0": False, "false": False, "off": False, "": False}[text.lower()]
        return kind(text)
    except (KeyError, ValueError):
        raise ValueError(f"{variable} is {text!r}, which is not {_WORDS[kind]}") from None
