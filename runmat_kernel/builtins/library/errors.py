"""Errors and warnings: error, warning, MException and what asks about them."""

from __future__ import annotations

from ...values.objects import HostObject


class MException(HostObject):
    __slots__ = ("error",)
    matlab_class = "MException"

    def __init__(self, error) -> None:
        self.error = error
