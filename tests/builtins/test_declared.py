"""What is known of a builtin stands in its declaration: no source outside the toolboxes lists names of builtins."""

import ast
from collections.abc import Iterator
from pathlib import Path

import runmat_kernel
from runmat_kernel.builtins.registry import builtins, stating
from runmat_kernel.builtins.spec import Effect, Fact
from runmat_kernel.language.classes.access import OPERATORS
from runmat_kernel.values.classes import DTYPES

PACKAGE = Path(runmat_kernel.__file__).parent
LEAST = 4
SHARE = 0.6
CLASSES = {*DTYPES, "cell", "struct", "string", "table", "timetable", "dictionary", "containers.Map", "categorical", "datetime", "duration"}
"""Names of classes, which are those of the functions that make their values."""
COMPILER = {
    ("accel/split_complex_rules.py", "sqrt"): "how operations on complex numbers are computed from their planes, by the name of the Op",
    ("accel/split_complex_rules.py", "double"): "the same",
    ("codegen/llvm/operations.py", "floor"): "functions of LLVM",
    ("codegen/llvm/scalar.py", "floor"): "operations of scalar code by the names of the loop form, and what LLVM calls them",
    ("codegen/llvm/scalar_ops.py", "sqrt"): "the same",
    ("codegen/wgsl/scan_tiles.py", "sum"): "kinds of scans",
    ("graph/accumulate.py", "sum"): "kinds of reductions and their definition",
    ("graph/complex.py", "sqrt"): "complex functions of kernels, by both planes",
    ("ir/calls.py", "pi"): "constants that a loop form holds as numbers",
    ("ir/calls.py", "sqrt"): "functions whose results leave the real numbers, which scalar code has no second class for",
    ("ir/calls.py", "abs"): "how a loop form is made of calls, whose operations have classes and bounds of their own",
    ("ir/calls.py", "floor"): "the same",
    ("ir/calls.py", "real"): "the same",
    ("ir/ops.py", "exp"): "operations of the loop form",
    ("ir/ops.py", "add"): "the same",
    ("language/classes/native.py", "numel"): "what follows from the size that a class tells of itself",
    ("language/loops/masks.py", "sum"): "the neutral elements of reductions that a kernel masks",
    ("syntax/tokens.py", "properties"): "words of class definitions",
    ("values/times/times.py", "year"): "parts of a date",
}
"""What the compiler itself must know: lists by their source and first word, and why they are no lists of builtins."""
OTHER_NAMES = ("figures", "jupyter")
"""Packages whose lists are of types of graphics objects, of values of properties, and of what completion offers."""


def _words(node: ast.AST) -> list[str]:
    """The texts of a tuple, list, set, of the keys of a dictionary, or of a text that is split."""
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        items = node.elts
    elif isinstance(node, ast.Dict):
        items = [key for key in node.keys if key is not None]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "split":
        text = node.func.value
        return text.value.split() if isinstance(text, ast.Constant) and isinstance(text.value, str) else []
    else:
        return []
    texts = [item.value for item in items if isinstance(item, ast.Constant) and isinstance(item.value, str)]
    return texts if len(texts) == len(items) else []


def _lists(source: str, names: set[str]) -> Iterator[tuple[int, list[str]]]:
    """Line and words of each list of names."""
    for node in ast.walk(ast.parse(source)):
        words = _words(node)
        known = sum(word in names for word in words)
        if known >= LEAST and known >= SHARE * len(words):
            yield node.lineno, words  # type: ignore[attr-defined]


def _names() -> set[str]:
    return {*builtins()} - CLASSES - {*OPERATORS, "uplus", "transpose", "ctranspose"}


def test_no_source_lists_names_of_builtins() -> None:
    names, lists, allowed = _names(), [], set()
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE)
        if place.parts[0] in ("toolboxes", *OTHER_NAMES):
            continue
        for line, words in _lists(path.read_text(encoding="utf-8"), names):
            key = (place.as_posix(), words[0])
            allowed.add(key)
            if key not in COMPILER:
                lists.append(f"{place}:{line}: {' '.join(words)[:100]}")
    assert not lists, "say it in the declarations of these functions (builtins.spec.Fact): \n" + "\n".join(lists)
    assert allowed == set(COMPILER), f"no such list any more: {set(COMPILER) - allowed}"


def test_the_search_for_lists_sees_all_kinds_of_them() -> None:
    names = {"sum", "max", "sort", "find"}
    for source in ("('sum', 'max', 'sort', 'find')", "{'sum': 1, 'max': 2, 'sort': 3, 'find': 4}", "'sum max sort find'.split()"):
        assert list(_lists(source, names)), source
    assert not list(_lists("('sum', 'max', 'sort', 'other')", names))


def test_facts_and_effects_agree() -> None:
    records = builtins().values()
    for record in records:
        if record.facts & (Fact.SIZES | Fact.CONSTANT):
            assert record.pure, record.name
        if record.effect not in (Effect.UNKNOWN, Effect.NONE):
            assert not record.facts & Fact.RECORDED, record.name
    for statement in (*Fact, *Effect):
        if statement is not Effect.UNKNOWN:
            assert stating(statement), f"nobody states {statement}"
