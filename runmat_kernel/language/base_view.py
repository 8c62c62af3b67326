"""The workspace of a session as the frame of a caller."""

from __future__ import annotations

from typing import Any

from .frames import FrameView


class BaseView(FrameView):
    """The session's workspace where no MATLAB code is running."""

    def __init__(self, session: Any) -> None:
        self.frame = None  # type: ignore[assignment]
        self.unit = None
        self.workspace = session.workspace_values
        self._globals = session.globals

    @property
    def name(self) -> str:
        return ""

    def nargin(self) -> None:
        return None

    def nargout(self) -> None:
        return None

    def locals(self) -> dict[str, Any]:
        return {}

    def variables(self) -> dict[str, Any]:
        assert self.workspace is not None
        return {**self.workspace, **{n: self._globals[n] for n in self.workspace.global_names if n in self._globals}}

    def set(self, name: str, value: Any) -> None:
        assert self.workspace is not None
        (self._globals if name in self.workspace.global_names else self.workspace)[name] = value

    def delete(self, name: str) -> None:
        assert self.workspace is not None
        self.workspace.pop(name, None)
        self.workspace.global_names.discard(name)
