"""Compiles the text of an LLVM module to a function in memory, and keeps machine code in the user's cache folder."""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from ...base.own_files import make_folder, read_own
from ...base.stored import store

FUNCTION = "iterations"
"""The name of the function of every module."""
_MOST_FILES = 256
_DIGEST = hashlib.sha256


@cache
def _library() -> tuple[Any, str, str] | None:
    """LLVM, and the name and features of this processor; None without llvmlite, or where ``fma`` would be a call."""
    try:
        import llvmlite.binding as llvm
    except ImportError:
        return None
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    features = llvm.get_host_cpu_features()
    if not features.get("fma") and not features.get("neon"):
        return None
    return llvm, llvm.get_host_cpu_name(), features.flatten()


def _machine() -> Any:
    """A description of this machine; each engine takes one and frees it."""
    llvm, processor, features = _library()  # type: ignore[misc]
    return llvm.Target.from_default_triple().create_target_machine(cpu=processor, features=features, opt=2, jit=True)


def is_available() -> bool:
    """Whether this machine compiles; the first call loads the library (0.1 s)."""
    return _library() is not None


def is_loaded() -> bool:
    """Whether the library was loaded already."""
    return _library.cache_info().currsize > 0


class Compiled:
    """A function of one address in memory; Python's other threads go on while it runs."""

    def __init__(self, text: str, folder: Path | None, *, scalar: bool = False) -> None:
        """The function ``FUNCTION`` of a module in LLVM's language; ``folder`` keeps the machine code of earlier ones.

        ``scalar``: it computes single numbers, of which LLVM may make vectors."""
        llvm, *processor = _library()  # type: ignore[misc]
        depends = repr((llvm.llvm_version_info, *processor, scalar, text))
        file = folder / f"{_DIGEST(depends.encode()).hexdigest()}.o" if folder is not None else None
        code = _kept(file) if file is not None else None
        if code is None:
            code = _machine_code(text, scalar)
            if file is not None:
                _keep(file, code)
        # the engine holds the memory in which the function lies
        self.engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine())
        self.engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self.engine.finalize_object()
        address = self.engine.get_function_address(FUNCTION)
        self.run: Callable[[int], None] = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(address)


def _machine_code(text: str, scalar: bool) -> bytes:
    llvm, *_ = _library()  # type: ignore[misc]
    machine = _machine()
    module = llvm.parse_assembly(text)
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    # The code works on vectors already: to look for more of them would take half of the time.
    tuning = llvm.create_pipeline_tuning_options(speed_level=2 if scalar else 1)
    tuning.loop_vectorization = tuning.slp_vectorization = tuning.loop_unrolling = scalar
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    return machine.emit_object(module)


def _kept(file: Path) -> bytes | None:
    """The machine code in a file, behind its digest; None where it is not whole, or where another user could have written it."""
    try:
        held = read_own(file)
    except OSError:
        return None
    if held is None:
        return None
    size = _DIGEST().digest_size
    return held[size:] if _DIGEST(held[size:]).digest() == held[:size] else None


def _keep(file: Path, code: bytes) -> None:
    """Write a file that is whole wherever another process reads it; the oldest ones go.  A folder that cannot be written keeps nothing."""
    try:
        make_folder(file.parent)
        store(file, _DIGEST(code).digest() + code, mode=0o600)
        files = sorted(file.parent.glob("*.o"), key=lambda f: f.stat().st_mtime)
        for old in files[:-_MOST_FILES]:
            old.unlink(missing_ok=True)
    except OSError:
        return
