"""The reference page in docs is the one that the records give."""

from pathlib import Path

from runmat_kernel.builtins.page import page
from runmat_kernel.builtins.registry import chapters

PAGE = Path(__file__).resolve().parents[2] / "docs" / "builtins.md"


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m runmat_kernel.builtins.page > docs/builtins.md"


def test_a_function_stands_in_its_own_chapter_alone() -> None:
    names = [record.name for _, found in chapters() for record in found]
    assert len(names) == len(set(names))
