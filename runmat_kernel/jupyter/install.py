"""``python -m runmat_kernel.jupyter install``: put the kernelspec where Jupyter looks, with this interpreter's path in it."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

NAME, DISPLAY_NAME = "runmat", "RunMat (MATLAB syntax)"


def spec_folder() -> Path | None:
    """The kernelspec shipped with the package: in the source tree, or where the wheel put it."""
    beside = Path(__file__).resolve().parents[2] / "kernelspec"
    installed = Path(sys.prefix) / "share" / "jupyter" / "kernels" / NAME
    return next((folder for folder in (beside, installed) if (folder / "kernel.json").exists()), None)


def kernel_json(display_name: str = DISPLAY_NAME) -> dict[str, object]:
    """The contents of kernel.json for this interpreter.  With ``-P`` the notebook's folder is not on Python's path."""
    return {
        "argv": [sys.executable, "-P", "-m", "runmat_kernel.jupyter", "-f", "{connection_file}"],
        "display_name": display_name,
        "language": "matlab",
        "interrupt_mode": "signal",
        "metadata": {"debugger": True, "supported_encryption": ["curve"]},
    }


def install(arguments: Sequence[str]) -> str:
    """Install the kernelspec as the arguments say; the folder it went to."""
    parser = argparse.ArgumentParser(prog="python -m runmat_kernel.jupyter install", description=__doc__)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--user", action="store_true", help="for this user")
    where.add_argument("--sys-prefix", action="store_true", help="into this environment (the default)")
    where.add_argument("--prefix", help="below this folder")
    parser.add_argument("--name", default=NAME)
    parser.add_argument("--display-name", default=DISPLAY_NAME)
    options = parser.parse_args(arguments)
    from jupyter_client.kernelspec import KernelSpecManager

    with tempfile.TemporaryDirectory() as folder:
        source = spec_folder()
        if source is not None:
            for logo in source.glob("logo-*"):
                shutil.copy(logo, folder)
        Path(folder, "kernel.json").write_text(json.dumps(kernel_json(options.display_name), indent=1))
        os.chmod(folder, 0o755)
        prefix = options.prefix or (None if options.user else sys.prefix)
        return KernelSpecManager().install_kernel_spec(folder, options.name, user=options.user, prefix=prefix)
