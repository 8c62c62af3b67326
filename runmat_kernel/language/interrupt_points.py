"""Where an interrupt would leave something half done: an assignment to elements or to several targets, or a module that is loaded."""

from __future__ import annotations

from types import FrameType

HOLD = "$hold"
"""A local variable of generated code that is True while an assignment to several targets stores its values."""
_WRITING = (
    "runmat_kernel.values.assignment",
    "runmat_kernel.values.contents",
    "runmat_kernel.values.blocks",
    "runmat_kernel.language.writing",
    "runmat_kernel.language.writing_paths",
    "runmat_kernel.language.classes.members",
    "runmat_kernel.language.frames",
    "runmat_kernel.language.recursion",
)
_ENGINE = ("runmat_kernel.accel", "runmat_kernel.providers", "runmat_kernel.plan")
"""Modules that compute before they write: the engine may be interrupted there."""
_OWN = ("runmat_kernel", "importlib", "_frozen_importlib", "zipimport")
_LOADING = "<frozen importlib"


def is_unfinished(frame: FrameType | None) -> bool:
    """Whether the code that runs, from the innermost frame on, is in the middle of an assignment, frees a value, or loads a module.

    Modules of this package may be left half loaded: they are loaded anew.  Libraries with compiled parts cannot be.
    """
    in_program = foreign = in_engine = False
    while frame is not None:
        name = frame.f_globals.get("__name__") or ""
        if frame.f_code.co_name == "__del__":  # it would be lost, and an onCleanup be cut short
            return True
        if "$unit" in frame.f_globals:
            in_program = True
            if frame.f_locals.get(HOLD):
                return True
        elif not in_program and not in_engine and name in _WRITING:
            return True
        in_engine = in_engine or name.startswith(_ENGINE)
        if not in_program:
            foreign = foreign or not name.startswith(_OWN)
            if foreign and frame.f_code.co_filename.startswith(_LOADING):
                return True
        frame = frame.f_back
    return False
