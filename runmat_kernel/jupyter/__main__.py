"""``python -m runmat_kernel.jupyter``: start the kernel, or ``install`` its kernelspec."""

from __future__ import annotations

import sys


def main() -> None:
    if sys.argv[1:2] == ["install"]:
        from .install import install

        print(f"Installed the kernelspec in {install(sys.argv[2:])}")
        return
    from .launch import main as launch

    launch()


if __name__ == "__main__":
    main()
