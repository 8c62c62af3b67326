"""A kernelspec of this checkout for the tests, and a running kernel with its client."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from jupyter_client.manager import KernelManager

ROOT = Path(__file__).resolve().parents[2]
KERNEL = "runmat-under-test"


@pytest.fixture(scope="session", autouse=True)
def kernelspec(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Jupyter folders of their own, with a kernelspec that runs this checkout with this interpreter."""
    folder = tmp_path_factory.mktemp("jupyter")
    spec = folder / "kernels" / KERNEL
    spec.mkdir(parents=True)
    argv = [sys.executable, "-P", "-m", "runmat_kernel.jupyter", "-f", "{connection_file}"]
    (spec / "kernel.json").write_text(json.dumps({"argv": argv, "display_name": "test", "language": "matlab", "interrupt_mode": "signal"}))
    saved = dict(os.environ)
    os.environ.update(JUPYTER_PATH=str(folder), JUPYTER_DATA_DIR=str(folder / "data"), RUNMAT_PROVIDER="host")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), *filter(None, [saved.get("PYTHONPATH")])])
    yield
    os.environ.clear()
    os.environ.update(saved)


class Client:
    """Runs cells and collects what came back."""

    def __init__(self, manager: KernelManager, client: Any) -> None:
        self.manager, self.client = manager, client

    def run(self, code: str, timeout: float = 60, **options: Any) -> tuple[dict[str, Any], list[tuple[str, dict[str, Any]]]]:
        """The reply, and the outputs as (message type, content)."""
        return self.collect(self.client.execute(code, **options), timeout)

    def begin(self, code: str) -> str:
        """Start a cell; its identifier once it runs."""
        identifier = self.client.execute(code)
        while True:
            message = self.client.get_iopub_msg(timeout=60)
            if message["parent_header"].get("msg_id") == identifier and message["msg_type"] == "execute_input":
                return identifier

    def collect(self, identifier: str, timeout: float = 60) -> tuple[dict[str, Any], list[tuple[str, dict[str, Any]]]]:
        outputs = []
        while True:
            message = self.client.get_iopub_msg(timeout=timeout)
            if message["parent_header"].get("msg_id") != identifier:
                continue
            kind, content = message["msg_type"], message["content"]
            if kind == "status" and content["execution_state"] == "idle":
                break
            if kind not in ("status", "execute_input"):
                outputs.append((kind, content))
        while True:
            reply = self.client.get_shell_msg(timeout=timeout)
            if reply["parent_header"].get("msg_id") == identifier:
                return reply["content"], outputs

    def request(self, send: Any, *arguments: Any, **options: Any) -> dict[str, Any]:
        identifier = send(*arguments, **options)
        while True:
            reply = self.client.get_shell_msg(timeout=30)
            if reply["parent_header"].get("msg_id") == identifier:
                return reply["content"]


@contextmanager
def running(**options: Any) -> Iterator[Client]:
    """A kernel process and its client; ``options`` are those of ``KernelManager.start_kernel``."""
    manager = KernelManager(kernel_name=KERNEL)
    manager.start_kernel(**options)
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=120)
    try:
        yield Client(manager, client)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


@pytest.fixture(scope="module")
def kernel(kernelspec: None) -> Iterator[Client]:
    with running() as client:
        yield client


def stream(outputs: list[tuple[str, dict[str, Any]]], name: str = "stdout") -> str:
    return "".join(content["text"] for kind, content in outputs if kind == "stream" and content["name"] == name)
