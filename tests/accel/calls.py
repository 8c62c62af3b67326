"""Calling builtins from Python on an Engine, without the language."""

import numpy as np

from runmat_kernel.accel.engine import Engine
from runmat_kernel.base.settings import Settings
from runmat_kernel.builtins.call import Call
from runmat_kernel.builtins.registry import builtins
from runmat_kernel.values.tensor import Tensor
from runmat_kernel.values.text import CharArray

EMPTY = np.zeros((0, 0))


class Caller:
    """``caller("sin", x)`` calls a builtin; arrays become Tensors, str char rows."""

    def __init__(self, **settings):
        self.settings = Settings(**{"provider": "host", "defer_elements": 1, **settings})
        self.engine = Engine(self.settings)
        self.random = None

    def __call__(self, name, *arguments, nargout=1):
        values = [Tensor(a) if isinstance(a, np.ndarray) else CharArray.row(a) if isinstance(a, str) else a for a in arguments]
        return builtins()[name].function(Call(self, name, nargout), *values)

    def report(self):
        return self.engine.take_report()


def elements(value):
    """A Value as an array."""
    return np.asarray(value.array) if hasattr(value, "array") else np.asarray(value).reshape(1, 1)
