"""Cells in other languages: %%bash, %%python, and those that the front end shows."""

from __future__ import annotations

import ast
import builtins
import shutil
import subprocess
import threading
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from ..base.errors import MatlabError

if TYPE_CHECKING:
    from .kernel import RunMatKernel


def run_bash(kernel: RunMatKernel, argument: str, code: str) -> None:
    """%%bash: run the rest of the cell in a shell; its output appears as it comes."""
    shell = shutil.which("bash") or shutil.which("sh")
    if shell is None:
        raise MatlabError("There is no shell on this system.", "RunMat:magic")
    write, write_error = kernel.matlab.write, kernel.matlab.write_error
    with subprocess.Popen(
        [shell, "-s", *argument.split()], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace"
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        errors = threading.Thread(target=lambda: [write_error(line) for line in process.stderr], daemon=True)  # type: ignore[union-attr]
        errors.start()
        try:
            process.stdin.write(code + "\n")
            process.stdin.close()
            for line in process.stdout:
                write(line)
            errors.join()
        except BrokenPipeError:
            errors.join()
        except KeyboardInterrupt:
            process.kill()
            raise
    if process.returncode:
        raise MatlabError(f"The shell ended with status {process.returncode}.", "RunMat:magic:shell")


def run_python(kernel: RunMatKernel, argument: str, code: str) -> None:
    """%%python: run the rest of the cell as Python.  Variables of the workspace that it names are NumPy arrays, numbers, texts and so on;
    what it assigns becomes a variable, where MATLAB has such a value.  Functions, modules and other objects are kept for later cells."""
    session = kernel.matlab
    space, names = session.python_variables, _names(kernel, code)
    for name in names.read:
        if name in session.workspace:
            space[name] = session.workspace[name]
    # The builtin runs the text and reports its errors: Python is called in one way, from cells and from MATLAB code.
    session.feval("pyrun", (session.value(code),), 0)
    for name in names.bound:
        if name in space and not isinstance(space[name], ModuleType | FunctionType | type):
            try:
                session.workspace[name] = space[name]
            except (TypeError, ValueError):
                continue  # an object that only Python has


class _Names:
    """The names that the statements of a text read, and those that they bind outside functions and classes."""

    def __init__(self, tree: ast.Module) -> None:
        self.read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        self.read -= set(dir(builtins))
        self.bound: set[str] = set()
        self._bind(tree)

    def _bind(self, node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
                self.bound.add(child.id)
            if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda | ast.comprehension):
                self._bind(child)


def _names(kernel: RunMatKernel, code: str) -> _Names:
    try:
        return _Names(ast.parse(code))
    except SyntaxError as error:
        raise MatlabError(f"Python Error: SyntaxError: {error}", "MATLAB:Python:PyException") from None


def _shown(mime: str, what: str) -> Any:
    def show(kernel: RunMatKernel, argument: str, code: str) -> None:
        kernel.screen.show({mime: code, "text/plain": code})

    show.__doc__ = f"%%{what}: show the rest of the cell as {mime}."
    return show


SHOWN = {
    f"%%{name}": _shown(mime, name)
    for name, mime in {
        "html": "text/html", "latex": "text/latex", "markdown": "text/markdown", "javascript": "application/javascript",
        "js": "application/javascript", "svg": "image/svg+xml",
    }.items()
}  # fmt: skip
"""Magics whose text the front end shows."""
OF_IPYTHON = {
    "%%capture": "a semicolon or evalc keeps output away", "%%cmd": "%%bash", "%%debug": "dbstop", "%%perl": "%%bash",
    "%%prun": "profile on", "%%python3": "%%python", "%%ruby": "%%bash", "%%script": "%%bash", "%%sh": "%%bash", "%cd": "cd",
    "%conda": "%%bash", "%debug": "dbstop if error", "%env": "setenv", "%load_ext": "", "%ls": "ls", "%matplotlib": "%plot",
    "%pip": "%%bash", "%precision": "format", "%prun": "profile on", "%pwd": "pwd", "%reset": "clear all", "%run": "run",
    "%who": "who", "%whos": "whos",
}  # fmt: skip
"""Magics of IPython that this kernel does not have, and what does the same here."""
