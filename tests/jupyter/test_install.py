"""The kernelspec: what is shipped, and what the install command writes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from runmat_kernel.jupyter.install import install

ROOT = Path(__file__).resolve().parents[2]


def test_shipped_spec_starts_with_plain_python() -> None:
    spec = json.loads((ROOT / "kernelspec" / "kernel.json").read_text())
    assert spec["argv"][:2] == ["python", "-P"] and "{connection_file}" in spec["argv"]
    assert {p.name for p in (ROOT / "kernelspec").glob("logo-*")} == {"logo-32x32.png", "logo-64x64.png", "logo-svg.svg"}


def test_install_writes_this_interpreter(tmp_path: Path) -> None:
    folder = Path(install(["--prefix", str(tmp_path), "--display-name", "Mine"]))
    spec = json.loads((folder / "kernel.json").read_text())
    assert spec["argv"][:2] == [sys.executable, "-P"] and spec["display_name"] == "Mine"
    assert (folder / "logo-svg.svg").exists() and folder.parent == tmp_path / "share" / "jupyter" / "kernels"


def test_warming_up_loads_what_first_cells_figures_and_solvers_need() -> None:
    code = (
        "import sys; from runmat_kernel.jupyter.warmup import pieces\n"
        "steps = pieces(lambda: None); assert 'numpy' not in sys.modules\n"
        "for step in steps: step()\n"
        "assert {'runmat_kernel.session', 'runmat_kernel.figures.drawing.render', 'matplotlib.figure', 'scipy.linalg', 'scipy.integrate'}"
        " <= set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_telling_of_the_kernel_loads_no_debugger() -> None:
    """Where ipykernel's debugger is loaded, it writes a warning over the prompt of a console."""
    code = (
        "import sys; from runmat_kernel.jupyter.kernel import RunMatKernel; "
        "info = RunMatKernel.kernel_info.fget(RunMatKernel.__new__(RunMatKernel)); "
        "assert info['protocol_version'][0] == '5' and info['banner'], info; assert 'debugpy' not in sys.modules"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, capture_output=True, text=True)
    assert run.stderr == ""
