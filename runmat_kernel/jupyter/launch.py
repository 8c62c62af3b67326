"""Starting the kernel: ``python -m runmat_kernel.jupyter -f connection_file``."""

from __future__ import annotations

from typing import Any

from ipykernel.kernelapp import IPKernelApp

from .kernel import RunMatKernel


class RunMatApp(IPKernelApp):
    """IPKernelApp with this kernel, and without subshells: the session is one thread's."""

    name = "runmat-kernel"
    kernel_class = RunMatKernel

    def init_control(self, context: Any) -> None:
        super().init_control(context)
        self.shell_channel_thread = None

    def init_path(self) -> None:
        """The notebook's folder is not put on Python's path: no file there is a library of the kernel."""

    def init_gui_pylab(self) -> None:
        """Figures are drawn without pyplot: nothing to set up."""

    def init_extensions(self) -> None:
        """IPython extensions do not apply."""

    def init_code(self) -> None:
        """IPython startup files do not apply."""


def main() -> None:
    RunMatApp.launch_instance()
