"""``python -m runmat_kernel.jupyter``: start the kernel, or ``install`` its kernelspec."""

from __future__ import annotations

import signal
import sys


def main() -> None:
    if sys.argv[1:2] == ["install"]:
        from .install import install

        print(f"Installed the kernelspec in {install(sys.argv[2:])}")
        return
    # An interrupt of a kernel that only starts has nothing to end; it would end the process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from .launch import main as launch

    launch()


if __name__ == "__main__":
    main()
