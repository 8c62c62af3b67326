"""The table of Forms: every shape of kernel, each in a file of its own.  Nothing else asks of which class a body is."""

from __future__ import annotations

from typing import Any

from ..body import KernelBody
from .form import Form, Place, Placed, Results
from .gather import GATHER
from .loop import LOOP
from .pointwise import POINTWISE
from .product import PRODUCT
from .reduction import REDUCTION
from .scan import SCAN
from .sort import SORT
from .stencil import STENCIL
from .transform import TRANSFORM

FORMS: tuple[Form[Any], ...] = (REDUCTION, STENCIL, GATHER, POINTWISE, SCAN, SORT, PRODUCT, TRANSFORM, LOOP)
"""Among the Forms of one class of bodies, those that ask more of a body come first."""

BY_NODE: dict[str, Form[Any]] = {form.node: form for form in FORMS if form.node}
_BY_BODY: dict[type, tuple[Form[Any], ...]] = {form.body: tuple(f for f in FORMS if f.body is form.body) for form in FORMS}


def form_of(body: KernelBody) -> Form[Any]:
    """The Form of a body."""
    return next(form for form in _BY_BODY[type(body)] if form.holds(body))


__all__ = ["BY_NODE", "FORMS", "Form", "Place", "Placed", "Results", "form_of"]
