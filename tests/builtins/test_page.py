"""The reference pages in docs are those that the records give."""

from runmat_kernel.builtins.page import DOCS, pages
from runmat_kernel.builtins.registry import chapters


def test_the_pages_are_current() -> None:
    written = {path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8") for path in (DOCS / "builtins").glob("*.md")}
    written["builtins.md"] = (DOCS / "builtins.md").read_text(encoding="utf-8")
    assert written == pages(), "run: python -m runmat_kernel.builtins.page"


def test_a_function_stands_in_its_own_chapter_alone() -> None:
    names = [record.name for _, records in chapters() for record in records]
    assert len(names) == len(set(names))
