"""Shaders for Bodies: ``elementwise_pass`` and ``reduction_passes`` choose forms and launch values; text is written on demand."""

from .accumulate import supported
from .element import missing_form
from .elementwise import elementwise_pass
from .reduction import Piece, reduction_passes
from .shader import Binding, Pass, Shader

__all__ = ["Binding", "Pass", "Piece", "Shader", "elementwise_pass", "missing_form", "reduction_passes", "supported"]
