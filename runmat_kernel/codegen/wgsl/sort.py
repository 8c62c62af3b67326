"""Sorts as shaders: short lines in workgroup memory (``sort_short``), longer ones by their digits (``radix``)."""

from __future__ import annotations

from ..forms.sort import SortBody
from ..target import Target
from .radix import radix_passes
from .shader import Pass
from .sort_short import LONGEST, short_pass


def sort_passes(body: SortBody, target: Target) -> list[Pass]:
    """The dispatches of a sort."""
    if body.space[body.outputs[0].dim] <= LONGEST:
        return [short_pass(body, target)]
    return radix_passes(body, target)
