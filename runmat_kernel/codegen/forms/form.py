"""Form: a shape of kernel, with all that planner, providers and reports ask of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from ...base.records import record
from ..body import KernelBody
from ..target import Target

if TYPE_CHECKING:
    from ..split import Part
    from ..wgsl.shader import Binding, Pass

AnyBody = TypeVar("AnyBody", bound=KernelBody)
Arrays = Sequence[np.ndarray]
Place = Callable[["Binding"], tuple[str, int, int]]


@record
class Results:
    """The results of a kernel: arrays in the order of its outputs.  ``flagged``: an element left the real domain."""

    arrays: tuple[np.ndarray, ...]
    flagged: bool


@record
class Placed:
    """A pass, and where each of its bindings is found in a call: (role, index, chunk), the roles being input, output, state and flag."""

    source: Pass
    place: Place


class Form(Generic[AnyBody]):
    """A shape of kernel.  There is one instance of each class, in the table ``forms.FORMS``.

    ``body`` is the class of its bodies; Forms of the same class are told apart by ``holds``.  ``node`` is the kind of the graph's nodes
    that are computed by a kernel of this Form alone; it is empty where pointwise nodes and reductions are taken together.
    ``llvm(body, strides, name)`` gives the text of an LLVM module and its Signature; it is a sentence where there is no such writer.
    """

    name: str
    body: type[AnyBody]
    node: str = ""
    ordinary: bool = False
    """Whether its bodies are ordinary ones."""
    llvm: Callable[..., Any] | str = "NumPy computes arrays outside of loops, whose bits they keep with and without fusion"

    def holds(self, body: AnyBody) -> bool:
        """Whether a body of the Form's class is of this Form."""
        return True

    def define(self, body: AnyBody, inputs: Arrays, parameters: Sequence[Any], outputs: Arrays = ()) -> Results:
        """The definition: what a kernel computes, on whole column-major arrays.  ``outputs`` are the
        arrays that a loop writes parts of: they are changed."""
        raise NotImplementedError

    def narrowed(self, body: AnyBody) -> AnyBody:
        """The body, with the double parameters that only single arithmetic takes as singles (see ``body.narrowed``)."""
        raise NotImplementedError

    def own_limits(self, body: AnyBody, target: Target, cap: int) -> str | None:
        """Why a device cannot run a body, beyond what holds for every body; None when it can.  ``cap``: elements of a binding."""
        return None

    def limits(self, body: AnyBody, target: Target, cap: int) -> str | None:
        """Why a device cannot run a body, in a user's words; None when it can."""
        from ..wgsl.limits import class_limits, size_limits

        return self.own_limits(body, target, cap) or class_limits(body, target) or size_limits(body, target, cap)

    def dispatches(self, body: AnyBody, target: Target, cap: int) -> list[Placed]:
        """The WGSL of a body that is within the limits: its passes in order, cut so that each binds one chunk of every array."""
        raise NotImplementedError

    def layout(self, body: AnyBody, number: int, target: Target, cap: int) -> tuple[tuple[int, ...] | None, int] | None:
        """How input ``number`` has to lie: the shape by which it is cut (None: its own), and the elements of a chunk (0: all of them).
        None where it may lie in any chunks."""
        return None

    def split(self, body: AnyBody) -> tuple[Part, ...] | None:
        """Smaller bodies that compute the same one after the other, so that a driver compiles them side by side; None: leave it whole."""
        return None

    def spares(self, body: AnyBody, target: Target, cap: int) -> list[int]:
        """The carried values that need arrays beside a call's outputs, because several dispatches pass them on."""
        return []

    def divided(self, body: AnyBody, target: Target) -> bool:
        """Whether a body is run by several dispatches because it takes long."""
        return False

    def product_work(self, body: AnyBody) -> tuple[float, str]:
        """Operations of a matrix product in a body, which machines do at rates of their own, and the class of its elements."""
        return 0.0, "double"

    def iterated_work(self, body: AnyBody) -> float:
        """Operations of a body that repeats itself; 0 where all work follows from the arrays that are read and written."""
        return 0.0


__all__ = ["Arrays", "Form", "Place", "Placed", "Results"]
