"""Reads the test blocks of Octave's own sources (``%!assert``, ``%!test`` ...), rewrites them as MATLAB code and runs them.

The sources are no part of this project: Debian's package octave-common 7.3.0 has them below ``/usr/share/octave/7.3.0``, and
``RUNMAT_OCTAVE_SOURCES`` names another folder.  A block is known by its place: ``strings/blanks.m:61``.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from runmat_kernel.base.errors import MatlabError
from runmat_kernel.session import Session

VERSION = "7.3.0"
FUNCTIONS = str(Path(__file__).parent / "octave_functions")
"""Functions of Octave that most blocks need: its assert, which MATLAB has in another sense, and some that are a line of code."""
_TREES = ("m", "etc/tests")
"""Octave's functions, and the tests of its language and of what it has in C++ (``fixed``, ``libinterp``, ``liboctave``)."""
_SUFFIXES = (".m", ".tst", ".cc-tst")
_ESCAPES = {"n": 10, "t": 9, "r": 13, "a": 7, "b": 8, "f": 12, "v": 11, "0": 0}


@dataclass(frozen=True, slots=True)
class Block:
    """A block: its place, its kind (``assert``, ``test``, ``shared``, ``function`` ...) and its text without the marks."""

    place: str
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Difference:
    """Why a block fails here, and the page of MATLAB's documentation that says so (the name of a function), or ``unknown``."""

    reason: str
    page: str


def differences() -> dict[str, Difference]:
    """The blocks that fail here by their places, and by their names the functions of Octave that are absent."""
    lines = (Path(__file__).parent / "octave_differences.tsv").read_text("utf-8").splitlines()[1:]
    return {place: Difference(reason, page) for place, reason, page in (line.split("\t") for line in lines)}


def complaints(errors: dict[str, MatlabError | None], listed: dict[str, Difference]) -> list[str]:
    """What the list gets wrong about the blocks of a file, which ran."""
    found = []
    files = {place.rsplit(":", 1)[0] for place in errors}
    for place in listed:
        if place not in errors and place.rsplit(":", 1)[0] in files:
            found.append(f"{place} is listed, and is no block that runs")
    for place, error in errors.items():
        if error is None and place in listed:
            found.append(f"{place} passes, but is listed: {listed[place].reason}")
        elif error is not None and place not in listed and absent_function(error) not in listed:
            found.append(f"{place} fails, and is not listed: {error.message}")
    return found


def absent_function(error: MatlabError) -> str:
    """The name of the function that a block calls in vain, or an empty text."""
    match = re.match(r"Unrecognized function or variable '(\w+)'|Undefined function '(\w+)'", error.message)
    return (match[1] or match[2]) if match and error.identifier == "MATLAB:UndefinedFunction" else ""


def sources() -> Path | None:
    """The folder of Octave's sources of the version that the list of differences speaks of; None where it is missing."""
    folder = Path(os.environ.get("RUNMAT_OCTAVE_SOURCES", f"/usr/share/octave/{VERSION}"))
    return folder if all((folder / tree).is_dir() for tree in _TREES) else None


def functions(folder: Path) -> set[str]:
    """The names of Octave's functions."""
    texts = (folder / "etc/built-in-docstrings").read_text("utf-8", "replace")
    return {*re.findall(r"^\x1d(\w+)", texts, re.MULTILINE), *(path.stem for path in (folder / "m").rglob("*.m"))}


def files(folder: Path) -> list[tuple[str, Path]]:
    """The files that have blocks, by the names that places begin with."""
    found = []
    for tree in _TREES:
        for path in sorted((folder / tree).rglob("*")):
            name = path.relative_to(folder / tree).as_posix()
            if path.name.endswith(_SUFFIXES) and "deprecated/" not in name and "private/" not in name:
                found.append((name, path))
    return found


def blocks(name: str, path: Path) -> Iterator[Block]:
    """The blocks of a file: a mark with a word at once begins one, a mark with a blank goes on."""
    start, lines = 0, list[str]()
    for number, line in enumerate([*path.read_text("utf-8", "replace").splitlines(), "%!end"], 1):
        if not line.startswith("%!"):
            continue
        if line[2:3].strip() and lines:
            kind = re.match(r"[A-Za-z]*", lines[0]).group()  # type: ignore[union-attr]
            yield Block(f"{name}:{start}", kind, "\n".join([lines[0][len(kind) :], *lines[1:]]))
            lines = []
        if not lines:
            start = number
        lines.append(line[2:])


def run_file(name: str, path: Path, **settings: Any) -> dict[str, MatlabError | None]:
    """The error of each block ``assert`` and ``test`` of a file, None where it passes; variables that blocks share live on.

    Open bugs of Octave and blocks in a syntax that MATLAB has not are left out.  The current folder is an empty one meanwhile.
    """
    with tempfile.TemporaryDirectory() as copy, tempfile.TemporaryDirectory() as empty, contextlib.chdir(empty):
        settings["search_path"] = os.pathsep.join([FUNCTIONS, *_folders(path.parent, Path(copy))])
        return _run_blocks(blocks(name, path), settings)


def _run_blocks(read: Iterable[Block], settings: dict[str, Any]) -> dict[str, MatlabError | None]:
    errors, session, shared, helpers = dict[str, MatlabError | None](), Session(**settings), set[str](), dict[str, str]()
    unset = set[str]()  # shared variables and functions that only Octave's own syntax sets: blocks that use them are left out too
    for block in read:
        own, words = own_syntax(block.text), set(re.findall(r"\w+", block.text))
        if block.kind == "function":
            code = "function" + block.text
            name = re.sub(r"^function\s+([^(=\n]*=)?\s*", "", code).split("(")[0].split("\n")[0].strip()
            helpers[name] = code.rstrip() + "\nend\n"
            unset = unset | {name} if own else unset - {name}
        elif block.kind == "shared":
            head, _, body = block.text.partition("\n")
            shared = set(re.findall(r"\w+", re.split("[%#]", head)[0]))
            unset = shared if own else set()
            session = Session(**settings)
            session.run("".join(f"{name} = []; " for name in shared) + "\n" + as_matlab(body))
        elif own:
            unset |= {name for name in shared if re.search(rf"\b{name}\b\s*(\([^=]*\))?\s*=(?!=)", block.text)}
        elif block.kind in ("assert", "test") and not _is_open_bug(block.text) and unset.isdisjoint(words):
            text = re.sub(r"^\s*<[^>\n]*>", "", block.text)
            errors[block.place] = _run(session, "assert" + text if block.kind == "assert" else text, shared, helpers)
    return errors


def _folders(folder: Path, copy: Path) -> list[str]:
    """A folder of the tests of the language and those below it, rewritten as MATLAB in ``copy``: their functions and classes are files.

    Octave's own functions are none of them.
    """
    if "tests" not in folder.parts:
        return []
    others = {path.parent for path in folder.rglob("*.tst")} - {folder}
    for path in folder.rglob("*.m"):
        if others.isdisjoint(path.parents):
            target = copy / path.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(as_matlab(path.read_text("utf-8", "replace")), "utf-8")
    inner = [path for path in copy.rglob("*") if path.is_dir() and not re.search(r"[/\\][@+]|private", str(path))]
    return [str(path) for path in (copy, *inner)]


def _is_open_bug(text: str) -> bool:
    return re.match(r"\s*<(?!\*)[^>\n]*>", text) is not None


def _run(session: Session, code: str, shared: set[str], helpers: dict[str, str]) -> MatlabError | None:
    needed, words = list[str](), set(re.findall(r"\w+", code))
    while new := [name for name in helpers if name in words and name not in needed]:
        needed += new
        words.update(*(re.findall(r"\w+", helpers[name]) for name in new))
    error = session.run(as_matlab("".join(helpers[name] for name in needed) + code)).error
    for name in set(session.workspace_values) - shared:
        del session.workspace_values[name]
    session.run("close all; lastwarn('', '');")
    return error


# ------------------------------------------------------------------ rewriting

_TOKEN = re.compile(
    r"""(?P<comment>[%\#][^\n]*)|(?P<continuation>\.\.\.[^\n]*\n?)|(?P<quote>'(?:[^'\n]|'')*')|(?P<text>"(?:[^"\\\n]|\\.|\\\n|"")*")"""
    r"""|(?P<word>\w+)|(?P<space>[ \t]+)|(?P<other>\+\+|--|[~!=<>]=|[\s\S])""",
    re.VERBOSE,
)


def as_matlab(code: str) -> str:
    """Octave's spelling as MATLAB's: double quotes make char arrays, # begins comments, ! is ~."""
    return "".join(_as_matlab(kind, text) for kind, text, _ in _tokens(code))


def _tokens(code: str) -> Iterator[tuple[str | None, str, str]]:
    """Kind and text of each token, and the brackets around it."""
    brackets, before, position = "", "\n", 0
    while position < len(code):
        token = _TOKEN.match(code, position)
        assert token is not None
        kind, text = token.lastgroup, token.group()
        spaced = position > 0 and code[position - 1] in " \t"
        if kind == "quote" and re.match(r"[\w)\]}'.]", before[-1]) and not (spaced and brackets[-1:] in ("[", "{")):
            kind, text = "other", "'"  # transposed
        position += len(text)
        if kind == "other" and text in ")]}":
            brackets = brackets[:-1]
        yield kind, text, brackets
        if kind == "other" and text in "([{":
            brackets += text
        if kind not in ("space", "comment", "continuation"):
            before = text


_KEYWORDS = frozenset("if elseif while until switch case for parfor return break continue else do try catch otherwise end".split())
_CLOSED = {"index": "result", "group": "result", "cell": "result", "matrix": "result", "element": "word", "header": "start"}
"""What a bracket was, and what it is when it closes: MATLAB indexes no ``result`` by parentheses."""


def own_syntax(code: str) -> bool:
    """Whether a block has what MATLAB's syntax has not: ``a = b = c``, ``if ((a = b))``, ``f(x)(y)``, ``y(x++)``, ``1_000``."""
    opened, before, assigned = list[str](), "start", False
    tokens = [(kind, text) for kind, text, _ in _tokens(code) if kind not in ("comment", "continuation")]
    tokens = [*tokens, ("other", "\n")]
    for position, (kind, text) in enumerate(tokens[:-1]):
        following = next(follower for name, follower in tokens[position + 1 :] if name != "space")
        spaced = position > 0 and tokens[position - 1][0] == "space"
        apart = spaced and opened[-1:] in (["matrix"], ["cell"])
        if kind == "space":
            continue
        if _is_own(text, "start" if apart else before, opened, assigned, following):
            return True
        if kind == "other" and text in "([{":
            opened.append(_bracket(text, "start" if apart else before))
            before = "start"
        elif kind == "other" and text in ")]}" and opened:
            before = _CLOSED[opened.pop()]
        else:
            assigned = (assigned or text == "=") and (bool(opened) or text not in (";", ",", "\n"))
            before = _operand(kind, text)
    return False


def _operand(kind: str | None, text: str) -> str:
    """A ``word`` may be indexed, a ``result`` may not; after the ``header`` of a statement and at a ``start`` an operand begins."""
    if kind == "word":
        return "header" if text in _KEYWORDS else "word"
    return "result" if kind in ("quote", "text") or text == "'" else {"@": "header", ".": "field"}.get(text, "start")


def _bracket(text: str, before: str) -> str:
    if before == "word" or (before == "result" and text != "["):
        return {"(": "index", "{": "element", "[": "matrix"}[text]
    name = {"header": "header", "field": "element"}.get(before, "group")
    return {"(": name, "{": "cell", "[": "matrix"}[text]


def _is_own(text: str, before: str, opened: list[str], assigned: bool, following: str) -> bool:
    if text in ("(", "{"):
        return before == "result"
    if text == "=":
        return assigned or opened[-1:] in (["index"], ["group"], ["cell"])
    if text in ("++", "--") and (opened or assigned):
        return following in (")", ",", ";", "\n") or (before == "start" and re.match("[A-Za-z]", following) is not None)
    return re.match(r"\d+_", text) is not None


def _as_matlab(kind: str | None, text: str) -> str:
    if kind == "comment":
        return "%" + text[1:]
    if kind == "text":
        return _char_expression(text[1:-1])
    return text.replace("!", "~") if kind == "other" else text


def _char_expression(literal: str) -> str:
    """A char array with the characters of a literal in double quotes."""
    parts = list[str]()
    for part in re.findall(r'\\x[0-9a-fA-F]{1,2}|\\[0-7]{1,3}|\\\n|\\.|""|[^\\"]+', literal):
        code = _escape(part)
        if part != "\\\n":
            parts.append(f"char({code})" if code is not None else "'" + part.replace('""', '"').replace("'", "''") + "'")
    return parts[0] if len(parts) == 1 else "[" + ", ".join(parts) + "]" if parts else "''"


def _escape(part: str) -> int | None:
    if part[0] != "\\" or len(part) < 2:
        return None
    if part[1] == "x":
        return int(part[2:], 16)
    return int(part[1:], 8) if part[1:].isdigit() and part != "\\0" else _ESCAPES.get(part[1], ord(part[1]))
