"""Places in the sources where something may fail (files written, memory, processes, a graphics device), and failing there.

``places`` lists them from the syntax trees of the sources.  ``install`` compiles the package so that each of these calls asks first
whether it is to fail: what can be injected is what the list holds.
"""

from __future__ import annotations

import ast
import builtins
import errno
import importlib.machinery
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PACKAGE = "runmat_kernel"
ROOT = Path(__file__).parents[2] / PACKAGE
_FILES = {
    "os": "open replace rename remove unlink mkdir makedirs rmdir chmod chown truncate ftruncate fsync posix_fallocate link symlink utime "
    "fdopen",
    "shutil": "copy copy2 copyfile copyfileobj copytree move rmtree copystat copymode",
    "tempfile": "mkstemp mkdtemp TemporaryDirectory NamedTemporaryFile",
    "wavfile": "write",
    "zipfile": "ZipFile",
    "tarfile": "open",
    "compress": "open",
    "h5py": "File",
    "np": "memmap",
}
"""Functions of modules by which files are written."""
_METHODS = {
    "file": "mkdir write_bytes write_text unlink writestr extractall",
    "process": "Popen",
    "buffer": "create_buffer create_query_set",
    "allocation": "allocate",
    "shader": "create_shader_module create_compute_pipeline create_bind_group create_bind_group_layout create_pipeline_layout free_loops "
    "wgpuDeviceCreateShaderModuleTrusted",
    "device": "write_buffer wgpuCommandEncoderFinish wgpuQueueSubmit create_command_encoder request_device_sync",
    "wait": "_wait sync_wait",
}
"""Methods by their names, of any object."""
_PLAIN = {"savemat": "file", "ZipFile": "file", "open": "file"}
_MEMORY = "empty zeros ones full empty_like zeros_like"
_MEMORY_PACKAGES = ("accel", "providers", "codegen", "plan")
"""Where NumPy's arrays are buffers of kernels; elsewhere each function makes some."""
_NAMED = re.compile(
    "|".join([rf"\b{owner}\.({names.replace(' ', '|')})\(" for owner, names in _FILES.items()])
    + rf"|(?<![.\w])({'|'.join(_PLAIN)})\(|\.({'|'.join([*' '.join(_METHODS.values()).split(), 'submit'])})\("
)


@dataclass(frozen=True, slots=True)
class Place:
    """A call that may fail: ``name`` is its file, function, callee and number there."""

    name: str
    kind: str
    line: int


class Failing:
    """What is counted and what fails: the calls of each place, and the one that raises an error."""

    def __init__(self) -> None:
        self.reset()

    def reset(self, place: str = "", call: int = 1, error: Callable[[], BaseException] | None = None) -> None:
        """Count anew; the call of this number at ``place`` raises what ``error`` makes."""
        self.counts: Counter[str] = Counter()
        self.place, self.call, self.error = place, call, error

    def __call__(self, place: str, function: Callable[..., Any]) -> Callable[..., Any]:
        self.counts[place] += 1
        if place == self.place and self.counts[place] == self.call and self.error is not None:
            raise self.error()
        return function


def _may_have_places(file: str, text: str) -> bool:
    """Whether a source names any of the functions: most do not, and need not be parsed."""
    return file.split("/")[0] in _MEMORY_PACKAGES or _NAMED.search(text) is not None


def places(root: Path = ROOT) -> list[Place]:
    """All places of the sources, in their order."""
    texts = {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in sorted(root.rglob("*.py"))}
    return [place for file, text in texts.items() if _may_have_places(file, text) for place in _Marker(file).of(text)]


class _Marker(ast.NodeTransformer):
    """Finds the places of a module, and lets each ask before it calls."""

    def __init__(self, file: str) -> None:
        self.file, self.inside = file, [""]
        self.numbers: Counter[str] = Counter()
        self.places: list[Place] = []

    def of(self, text: str) -> list[Place]:
        self.visit(ast.parse(text))
        return self.places

    def _within(self, node: Any) -> ast.AST:
        self.inside.append(node.name)
        self.generic_visit(node)
        self.inside.pop()
        return node  # type: ignore[no-any-return]

    visit_FunctionDef = visit_ClassDef = _within

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        kind = _kind(node, self.file)
        if kind is None:
            return node
        name = f"{self.file} {'.'.join(self.inside[1:])} {ast.unparse(node.func)}"
        self.numbers[name] += 1
        name = f"{name} {self.numbers[name]}" if self.numbers[name] > 1 else name
        self.places.append(Place(name, kind, node.lineno))
        asked = ast.Call(ast.Name("__failing__", ast.Load()), [ast.Constant(name), node.func], [])
        node.func = ast.fix_missing_locations(ast.copy_location(asked, node.func))
        return node


def _kind(node: ast.Call, file: str) -> str | None:
    function = node.func
    if isinstance(function, ast.Name):
        kind = _PLAIN.get(function.id)
        return None if function.id == "open" and not _writes(node) else kind
    if not isinstance(function, ast.Attribute):
        return None
    owner = function.value.id if isinstance(function.value, ast.Name) else ""
    if function.attr in _FILES.get(owner, "").split():
        return None if function.attr in ("open", "File", "ZipFile", "memmap") and owner != "os" and not _writes(node) else "file"
    if owner == "np" and function.attr in _MEMORY.split():
        return "memory" if file.split("/")[0] in _MEMORY_PACKAGES else None
    if function.attr == "submit":
        return "device" if ast.unparse(function.value).endswith(("commands", "queue")) else None
    return next((kind for kind, names in _METHODS.items() if function.attr in names.split()), None)


def _writes(node: ast.Call) -> bool:
    """Whether a call opens for writing, as far as its arguments tell."""
    values = [*node.args[1:], *[k.value for k in node.keywords]]
    words = [a.value for a in values if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    given = [a for a in node.args[1:2] if not isinstance(a, ast.Constant)] + [
        k for k in node.keywords if k.arg == "mode" and not isinstance(k.value, ast.Constant)
    ]
    return bool(given) or any(set(word) & set("wax+") for word in words if len(word) <= 4)


class _Loader(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        file, text = Path(path).relative_to(ROOT).as_posix(), self.get_data(path).decode("utf-8")
        if not _may_have_places(file, text):
            return super().get_code(fullname)
        tree = _Marker(file).visit(ast.parse(text))
        return compile(tree, path, "exec", dont_inherit=True)


class _Finder(importlib.machinery.PathFinder):
    @classmethod
    def find_spec(cls, fullname: str, path: Any = None, target: Any = None) -> Any:
        if fullname != PACKAGE and not fullname.startswith(PACKAGE + "."):
            return None
        spec = super().find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            spec.loader = _Loader(fullname, spec.origin or "")
        return spec


def install() -> Failing:
    """Compile the package with its places marked, from now on; before its first import."""
    assert PACKAGE not in sys.modules, "the package is imported already"
    failing = Failing()
    builtins.__failing__ = failing  # type: ignore[attr-defined]
    sys.meta_path.insert(0, _Finder)
    return failing


def failures(kind: str) -> Iterator[tuple[str, Callable[[], BaseException]]]:
    """What may happen at a place of a kind: its name, and the error that it raises."""
    if kind in ("file", "process"):
        for number in (errno.ENOSPC, errno.EIO, errno.EACCES) if kind == "file" else (errno.EAGAIN, errno.ENOENT):
            yield errno.errorcode[number], lambda number=number: OSError(number, os.strerror(number))
    if kind in ("file", "memory", "process", "buffer"):
        yield "no memory", lambda: MemoryError("injected")
    if kind in ("buffer", "shader", "device"):
        import wgpu

        yield "device memory", lambda: wgpu.GPUOutOfMemoryError("injected: not enough memory")
        yield "validation", lambda: wgpu.GPUValidationError("injected: validation failed")
        yield "lost", lambda: wgpu.GPUInternalError("injected: the device is lost")
    if kind == "allocation":
        from runmat_kernel.providers.provider import OutOfMemory

        yield "no memory", lambda: OutOfMemory(1)
    if kind == "wait":
        from runmat_kernel.providers.provider import DeviceLost

        yield "lost", lambda: DeviceLost("injected")  # also what drivers make of a kernel that takes too long
