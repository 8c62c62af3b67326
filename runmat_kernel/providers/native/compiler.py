"""LLVM: from the text of a module to a function in memory."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any


@cache
def _parts() -> tuple[Any, Any, Any] | None:
    """The library, the machine, and the engine that keeps what was compiled; None without llvmlite, or where ``fma`` would be a call."""
    try:
        import llvmlite.binding as llvm
    except ImportError:
        return None
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    features = llvm.get_host_cpu_features()
    if not features.get("fma") and not features.get("neon"):
        return None
    target = llvm.Target.from_default_triple()
    machine = target.create_target_machine(cpu=llvm.get_host_cpu_name(), features=features.flatten(), opt=2, jit=True)
    return llvm, machine, llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)


def is_available() -> bool:
    """Whether this machine compiles; the first call loads the library (0.1 s)."""
    return _parts() is not None


def compiled(text: str, name: str) -> Callable[[int], None]:
    """A function of one address, ``name``, of a module in LLVM's language.  Python's other threads go on while it runs."""
    parts = _parts()
    assert parts is not None
    llvm, machine, engine = parts
    module = llvm.parse_assembly(text)
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    # The code works on vectors already: to look for more of them would take half of the time.
    tuning = llvm.create_pipeline_tuning_options(speed_level=1)
    tuning.loop_vectorization = tuning.slp_vectorization = tuning.loop_unrolling = False
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    engine.add_module(module)
    engine.finalize_object()
    return ctypes.CFUNCTYPE(None, ctypes.c_void_p)(engine.get_function_address(name))
