"""Comms: channels that front ends open to a kernel.  This kernel offers none, and says so without noise."""

from __future__ import annotations

from typing import Any

from ipykernel.comm import CommManager as _CommManager


class CommManager(_CommManager):
    """A comm to an unknown target is closed at once; ipykernel's manager prints a traceback besides."""

    def comm_open(self, stream: Any, ident: Any, msg: dict[str, Any]) -> None:
        content = msg["content"]
        if content.get("target_name") in self.targets:
            super().comm_open(stream, ident, msg)
            return
        kernel: Any = self.parent
        kernel.send_response(kernel.iopub_socket, "comm_close", {"comm_id": content.get("comm_id", ""), "data": {}})
