"""Names say what they hold: words that name nothing are not used as plain names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "runmat_kernel"
VAGUE = frozenset(
    ("turn", "turns", "road", "roads", "law", "laws", "away", "stays", "made", "found", "told", "given", "both", "unsure", "unforeseen")
)
MEANT = {
    ("figures/drawing/margins.py", "turn"): "labels are turned",
    ("figures/drawing/tick_rotation.py", "turn"): "labels are turned",
    ("toolboxes/optimization/option_object.py", "given"): "a field of saved objects",
    ("toolboxes/optimization/options.py", "given"): "the same",
    ("toolboxes/optimization/optimization.py", "given"): "the same",
}
"""Where such a word means what it says."""


def names(tree: ast.AST) -> Iterator[str]:
    """The names that code gives: of variables, parameters, attributes, functions, classes and modules."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name.lower()


def test_names_say_what_they_hold() -> None:
    vague = {}
    for path in PACKAGE.rglob("*.py"):
        source = path.relative_to(PACKAGE).as_posix()
        used = {path.stem, *names(ast.parse(path.read_text(encoding="utf-8")))} & VAGUE
        vague[source] = sorted(word for word in used if (source, word) not in MEANT)
    assert {source: words for source, words in vague.items() if words} == {}
