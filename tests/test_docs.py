"""What the pages name is there: linked pages, modules of the packages, commands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").glob("*.md"))]
# Subscripts in code look like links (``[1 2 3](2)``), so code is left out.
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s#]+)\)")
ROW = re.compile(r"\| `(\w+)` \|[^|]*\|([^|]*)\|")
COMMAND = re.compile(r"python -m ((?:tests|runmat_kernel)[\w.]*\w)")


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_linked_pages_are_there(page: Path) -> None:
    links = LINK.findall(re.sub(r"`[^`\n]*`", "", text_of(page)))
    assert not [link for link in links if "://" not in link and not (page.parent / link).exists()]


def test_packages_and_their_key_modules_are_there() -> None:
    rows = ROW.findall(text_of(ROOT / "docs" / "architecture.md"))
    package = ROOT / "runmat_kernel"
    packages = {path.name for path in package.iterdir() if (path / "__init__.py").exists()}
    assert packages | {"session"} == {name for name, _ in rows}
    for name, modules in rows:
        for module in re.findall(r"`([a-z_/*.]+)`", modules) if name != "session" else ():
            pattern = module.rstrip("/")
            assert [*(package / name).glob(pattern), *(package / name).glob(pattern + ".py")], f"{name}: {module}"


def test_commands_are_there() -> None:
    sources = [*PAGES, *(ROOT / "tests").rglob("*.py"), *(ROOT / "runmat_kernel").rglob("*.py")]
    for module in {name for page in sources for name in COMMAND.findall(text_of(page))}:
        path = ROOT / module.replace(".", "/")
        main = path / "__main__.py" if path.is_dir() else path.with_suffix(".py")
        assert main.exists() and (path.is_dir() or "__main__" in text_of(main)), module
