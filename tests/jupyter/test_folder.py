"""Python files in the folder of a notebook or a script are not taken for the libraries that the kernel uses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import KernelManager

from runmat_kernel.jupyter.install import kernel_json

from .conftest import Client, stream

ROOT = Path(__file__).resolve().parents[2]
LIBRARIES = [
    "numpy",
    "scipy",
    "matplotlib",
    "random",
    "types",
    "json",
    "pickle",
    "subprocess",
    "ipykernel",
    "h5py",
    "llvmlite",
    "wgpu",
    "PIL",
    "ast",
]
SETTINGS = ["ipython_config", "ipython_kernel_config", "jupyter_config", "sitecustomize", "usercustomize", "startup"]
USE = "x = sum(rand(3)); plot(1:3); save('f.mat', 'x', '-v7.3'); s = jsonencode(1); [~, t] = system('echo child'); fprintf('%s%d', t, 1)"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder full of Python files that say when they run."""
    place = tmp_path / "notebooks"
    place.mkdir()
    for name in [*LIBRARIES, *SETTINGS]:
        (place / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'a').write({name + ' '!r})\n")
    monkeypatch.chdir(place)
    return place


def ran(folder: Path) -> str:
    file = folder.parent / "ran"
    return file.read_text() if file.exists() else ""


def shipped() -> dict[str, object]:
    return json.loads((ROOT / "kernelspec" / "kernel.json").read_text())


EARLIER = {"argv": [sys.executable, "-m", "runmat_kernel.jupyter", "-f", "{connection_file}"]}
"""The kernelspec of earlier versions."""


def forget_types(folder: Path) -> None:
    """Take away the one file that ``python -m`` itself runs before it looks for the module to start."""
    (folder / "types.py").unlink()


@pytest.mark.parametrize("spec", [shipped(), kernel_json(), EARLIER])
def test_kernels_run_no_file_beside_the_notebook(folder: Path, spec: dict[str, object]) -> None:
    if spec is EARLIER:
        forget_types(folder)
    manager = KernelManager(kernel_name="tested")
    manager._kernel_spec = KernelSpec(argv=list(spec["argv"]), display_name="", language="matlab")  # type: ignore[call-overload]
    manager.start_kernel(cwd=str(folder))
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=120)
        _, outputs = Client(manager, client).run(USE)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    assert stream(outputs) == "child\n1" and ran(folder) == ""


@pytest.mark.parametrize("start", [["-m", "runmat_kernel"], ["-P", "-m", "runmat_kernel"], [str(Path(sys.executable).with_name("runmat"))]])
def test_commands_run_no_file_of_the_current_folder(folder: Path, start: list[str]) -> None:
    if start[0] == "-m":
        forget_types(folder)
    run = subprocess.run([sys.executable, *start, "-e", USE], capture_output=True, text=True, check=True)
    assert run.stdout == "child\n1" and ran(folder) == ""


def test_other_programs_keep_their_path(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("import runmat_kernel, sys; print(sys.path[0])")
    run = subprocess.run([sys.executable, "-m", "mine"], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert os.path.samefile(run.stdout.strip(), tmp_path)


def test_settings_of_matplotlib_in_the_folder_change_no_picture(tmp_path: Path) -> None:
    """``text.usetex`` would also start programs."""
    code = "plot(1:3); title('a_b'); h = text(2, 2, 'words'); print('a.png', '-dpng'); fprintf('%g ', h.Extent)"
    results = []
    for name, text in (("plain", ""), ("changed", "text.usetex: True\nfont.size: 40\naxes.facecolor: red\nlines.scale_dashes: False\n")):
        place = tmp_path / name
        place.mkdir()
        (place / "matplotlibrc").write_text(text)
        run = subprocess.run([sys.executable, "-P", "-m", "runmat_kernel", "-e", code], capture_output=True, text=True, cwd=place)
        results.append((run.stdout, run.stderr, (place / "a.png").read_bytes()))
    assert results[0] == results[1] and results[0][1] == ""
