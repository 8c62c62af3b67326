"""The order of the packages, who may import which library, and what starting up must not load."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from runmat_kernel.toolboxes import LOWER_ROOMS

ROOT = Path(__file__).resolve().parents[1] / "runmat_kernel"
ORDER = {
    "base": 0, "sample_data": 0, "syntax": 1, "values": 1, "graph": 2, "ir": 3, "codegen": 4, "plan": 5, "providers": 6, "accel": 7,
    "figures": 8, "builtins": 9, "toolboxes": 10, "language": 11, "reports": 12, "session": 13, "jupyter": 14,
}  # fmt: skip
OWNERS = {
    "wgpu": "providers/gpu", "matplotlib": "figures", "mpl_toolkits": "figures", "lark": "syntax", "ipykernel": "jupyter",
    "jupyter_client": "jupyter", "jupyter_core": "jupyter", "PIL": "toolboxes", "contourpy": "figures", "h5py": "toolboxes",
    "llvmlite": "providers/native", "shapely": "toolboxes/geometry/overlay.py",
    "openpyxl": "toolboxes/files/formats/sheets.py",
}  # fmt: skip
INSIDE_FUNCTIONS = ("scipy", "matplotlib", "mpl_toolkits", "PIL", "contourpy", "h5py", "llvmlite", "shapely", "openpyxl")
THROUGH_REGISTRY = ("language", "reports", "session", "jupyter")
"""Packages that find functions through ``builtins.registry`` and import no toolbox."""
LAZY = (*INSIDE_FUNCTIONS, "wgpu")


def modules() -> Iterator[Path]:
    yield from sorted(ROOT.rglob("*.py"))


def imports(path: Path, *, typing: bool = False) -> Iterator[tuple[str, bool]]:
    """Absolute module names that a file imports, and whether at module level; with ``typing`` those for type checking too."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    package = ("runmat_kernel", *path.relative_to(ROOT).parts[:-1])

    def visit(node: ast.AST, top: bool) -> Iterator[tuple[str, bool]]:
        for child in ast.iter_child_nodes(node):
            if not typing and isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
                continue
            inner = top and not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
            if isinstance(child, ast.Import):
                yield from ((alias.name, top) for alias in child.names)
            elif isinstance(child, ast.ImportFrom):
                base = package[: len(package) - child.level + 1] if child.level else ()
                name = ".".join([*base, *([child.module] if child.module else [])])
                yield name, top
                if child.module is None:
                    yield from ((f"{name}.{alias.name}", top) for alias in child.names)
            else:
                yield from visit(child, inner)

    yield from visit(tree, True)


def rank(module: str) -> int | None:
    parts = module.split(".")
    return ORDER.get(parts[1]) if parts[0] == "runmat_kernel" and len(parts) > 1 else None


@pytest.mark.parametrize("path", list(modules()), ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_go_downwards(path: Path) -> None:
    parts = path.relative_to(ROOT).parts
    own = ORDER.get(parts[0].removesuffix(".py"))
    if own is None:
        return
    upward = [name for name, _ in imports(path) if (other := rank(name)) is not None and other > own]
    assert not upward


@pytest.mark.parametrize(
    "path",
    [p for p in modules() if p.relative_to(ROOT).parts[0].removesuffix(".py") in THROUGH_REGISTRY],
    ids=lambda p: str(p.relative_to(ROOT)),
)
def test_the_language_finds_functions_through_the_registry(path: Path) -> None:
    """Imports inside functions and for type checking count too: these packages do not know any toolbox."""
    assert not [name for name, _ in imports(path, typing=True) if name.startswith("runmat_kernel.toolboxes")]


def room_of(module: str) -> str | None:
    parts = module.split(".")
    return parts[2] if parts[:2] == ["runmat_kernel", "toolboxes"] and (ROOT / "/".join(parts[1:3])).is_dir() and len(parts) > 2 else None


def height(room: str) -> int:
    return LOWER_ROOMS.index(room) if room in LOWER_ROOMS else len(LOWER_ROOMS)


@pytest.mark.parametrize("path", list(modules()), ids=lambda p: str(p.relative_to(ROOT)))
def test_toolboxes_import_lower_rooms(path: Path) -> None:
    name = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts)
    own = room_of(name)
    if own is None:
        return
    others = {other for module, _ in imports(path) if (other := room_of(module)) and other != own}
    assert not {other for other in others if height(other) >= height(own)}


@pytest.mark.parametrize("package", ["accel", "providers"])
def test_modules_of_a_package_import_each_other_one_way(package: str) -> None:
    """Imports for type checking count too: what a module asks of one above it stands in a protocol."""
    above: dict[str, set[str]] = {}
    for path in (ROOT / package).rglob("*.py"):
        name = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__")
        needed = {other for other, _ in imports(path, typing=True) if other.startswith(f"runmat_kernel.{package}")}
        above[name] = {other for other in needed if not name.startswith(f"{other}.")}
    while above:
        lowest = [name for name, needed in above.items() if not needed & above.keys()]
        assert lowest, f"a circle among {sorted(above)}"
        for name in lowest:
            del above[name]


def test_folders_hold_few_modules() -> None:
    counts = {folder: len(list(folder.glob("*.py"))) for folder in {path.parent for path in modules()}}
    assert {folder.relative_to(ROOT).as_posix(): count for folder, count in counts.items() if count > 45} == {}


@pytest.mark.parametrize("path", list(modules()), ids=lambda p: str(p.relative_to(ROOT)))
def test_libraries_have_one_owner(path: Path) -> None:
    where = path.relative_to(ROOT).as_posix()
    for name, top in imports(path):
        library = name.split(".")[0]
        owner = OWNERS.get(library)
        assert owner is None or where.startswith(owner), f"{where} imports {name}"
        assert library not in INSIDE_FUNCTIONS or not top, f"{where} imports {name} at module level"


@pytest.mark.parametrize(
    "statement", ["import runmat_kernel", "import runmat_kernel.session; runmat_kernel.session.Session().run('x = 1 + 1; disp(x)')"]
)
def test_starting_up_is_light(statement: str) -> None:
    """A session, and running simple code in it, loads neither scipy nor matplotlib nor wgpu."""
    code = f"{statement}\nimport sys\nprint([m for m in {LAZY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT.parent, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().splitlines()[-1] == "[]"


def test_kernel_starts_light() -> None:
    code = f"import runmat_kernel.jupyter.launch\nimport sys\nprint([m for m in {LAZY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT.parent, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().splitlines()[-1] == "[]"
