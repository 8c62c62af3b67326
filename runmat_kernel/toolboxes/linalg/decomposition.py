"""decomposition objects: a matrix that is factored once and divides many right-hand sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...values.convert import to_value
from ...values.numerals import DisplayFormat
from ...values.objects import HostObject, property_list
from ...values.text import CharArray


class Decomposition(HostObject):
    """``matrix`` is what was factored, ``kind`` how, ``factors`` what the builtin that made the object keeps of it.

    ``turned`` is true for the conjugate transpose, ``scale`` a number that the matrix is multiplied by.
    """

    __slots__ = ("factors", "kind", "matrix", "scale", "turned")
    matlab_class = "decomposition"

    def __init__(self, matrix: Any, kind: str, factors: Any, turned: bool = False, scale: complex = 1.0) -> None:
        self.matrix, self.kind, self.factors, self.turned, self.scale = matrix, kind, factors, turned, scale

    def properties(self) -> Mapping[str, Any]:
        shape = self.matrix.shape[::-1] if self.turned else self.matrix.shape
        return {
            "MatrixSize": to_value(np.array([shape], np.float64)), "Type": CharArray.row(self.kind),
            "CheckCondition": True, "Datatype": CharArray.row(self.matrix.matlab_class),
            "IsConjugateTransposed": self.turned, "IsReal": not self.matrix.is_complex, "IsSparse": self.sparse, "ScaleFactor": self.scale,
        }  # fmt: skip

    @property
    def sparse(self) -> bool:
        return hasattr(self.matrix, "full_value")

    def disp_text(self, format: DisplayFormat) -> str:
        return property_list(self.matlab_class, self.properties(), format.style)
