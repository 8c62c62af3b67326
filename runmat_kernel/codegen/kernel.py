"""Kernel: a body with its identity; what a provider is asked to run."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .body import KernelBody
from .forms import Form, form_of


@dataclass(frozen=True, eq=False)
class Kernel:
    """A body, a readable ``title`` (``elementwise sin.exp.plus double``), and the ``kind`` that reports name it by.

    A Kernel equals only itself.
    """

    kind: str
    title: str
    body: KernelBody

    @cached_property
    def form(self) -> Form[Any]:
        """The Form of the body."""
        return form_of(self.body)
