"""The attributes of a prototype (``'like', p``) besides its class: complex numbers and sparse storage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..values.convert import as_array, is_text, text_of
from ..values.objects import Method
from ..values.sparse.matrix import Sparse, as_sparse
from ..values.tensor import Tensor

if TYPE_CHECKING:
    from .call import Call


def wants_complex(prototype: Any) -> bool:
    """Whether a prototype is complex, and so what is made like it."""
    return isinstance(prototype, complex) or bool(getattr(prototype, "is_complex", False))


def with_imaginary_part(array: np.ndarray) -> Any:
    """A complex value of an array, also where every imaginary part is zero."""
    if array.dtype.kind != "c":
        array = array.astype(np.complex64 if array.dtype == np.float32 else np.complex128)
    return complex(array.item()) if array.size == 1 and array.dtype == np.complex128 else Tensor(array)


def as_complex_as(value: Any, prototype: Any) -> Any:
    """The value, complex where the prototype is."""
    return with_imaginary_part(as_array(value)) if wants_complex(prototype) else value


def sparse_when_like_sparse(name: str) -> Method:
    """A function that makes arrays, as a method of sparse matrices: its result is sparse where the word 'like' stands before one."""

    def method(call: Call, *arguments: Any) -> Any:
        *others, last = arguments
        full = [a.full_value() if type(a) is Sparse else a for a in others]
        like = bool(others) and type(last) is Sparse and is_text(others[-1]) and text_of(others[-1]).lower() == "like"
        if not like:
            return call.feval(name, *full, last.full_value() if type(last) is Sparse else last)[0]
        prototype = 1j if last.is_complex else last.matlab_class == "logical" or 1.0
        return as_sparse(call.feval(name, *full, prototype)[0])

    return method
