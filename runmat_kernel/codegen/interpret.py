"""The definition of kernels: their computation on whole NumPy arrays, by their Forms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .body import KernelBody
from .forms import Results, form_of


def interpret(body: KernelBody, inputs: Sequence[np.ndarray], parameters: Sequence[Any], outputs: Sequence[np.ndarray] = ()) -> Results:
    """Run a body on host arrays (column-major, of the inputs' own shapes) and scalar parameters.

    ``outputs`` are the arrays of a loop that its iterations write parts of: they are changed.
    """
    return form_of(body).define(body, inputs, parameters, outputs)
