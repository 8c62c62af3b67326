"""Inspection (Shift-Tab): help of functions from their records, class and size of variables."""

from __future__ import annotations

import inspect as inspect_module
import re
from collections.abc import Iterator
from html import escape
from typing import Any

from ..base.errors import MatlabError
from ..builtins.help import help_text as builtin_help
from ..builtins.keywords import KEYWORDS, Keyword
from ..builtins.registry import builtins
from ..builtins.spec import Builtin
from ..language.classes.instances import ObjectValue
from ..language.frames import Workspace
from ..syntax.completeness import context
from ..values.convert import class_of, numel_of, shape_of
from ..values.display import display
from .completion_members import member
from .magics import MAGICS

_WORD = re.compile(r"[A-Za-z_]\w*")
_SHOWN_ELEMENTS = 400


def inspect(session: Any, text: str, cursor: int) -> dict[str, str] | None:
    """A MIME bundle about the name at the cursor, or about the function whose arguments are being typed; None if unknown."""
    cursor = min(max(cursor, 0), len(text))
    for name in _candidates(text, cursor):
        page = describe(session, name)
        if page is not None:
            return page
    return None


def describe(session: Any, name: str) -> dict[str, str] | None:
    """A MIME bundle about a magic, a variable or a field of one, a function of the session or of a file, or a builtin."""
    workspace: Workspace = session.workspace_values
    if name in MAGICS:
        text = inspect_module.getdoc(MAGICS[name]) or name
        return {"text/plain": text, "text/html": f"<pre>{escape(text)}</pre>"}
    chain = tuple(name.split("."))
    if chain[0] in workspace:
        value = member(session, chain, exact=True)
        return _variable(session, name, value) if value is not None else _method(session, chain) or _of_elements(session, chain)
    user = session.session_functions.get(name)
    if user is not None:
        return _user_function(name, user)
    if (method := _method(session, chain)) is not None:
        return method
    help_text = session.function_help(name)
    if help_text:
        return {"text/plain": help_text, "text/html": f"<pre>{escape(help_text)}</pre>"}
    record = builtins().get(name) or KEYWORDS.get(name)
    return _builtin(record) if record is not None else None


def _of_elements(session: Any, chain: tuple[str, ...]) -> dict[str, str] | None:
    """That a name is a field of the elements of an array: which element is meant, and so the value, is not known."""
    if member(session, chain) is None:
        return None
    owner = member(session, chain[:-1])
    size = "×".join(map(str, shape_of(owner)))
    text = f"{'.'.join(chain)}: of the elements of {'.'.join(chain[:-1])}, {size} {class_of(owner)}"
    return {"text/plain": text, "text/html": escape(text)}


def _method(session: Any, chain: tuple[str, ...]) -> dict[str, str] | None:
    """The help of a method, given as ``object.method`` or ``Class.method``."""
    if len(chain) < 2:
        return None
    owner = member(session, chain[:-1])
    try:
        info = owner.cls if isinstance(owner, ObjectValue) else session.classes.get(".".join(chain[:-1]))
    except MatlabError:
        return None
    method = info.methods.get(chain[-1]) if info is not None else None
    if method is None:
        return None
    node = getattr(method.source, "node", None)
    plain = "\n\n".join(filter(None, (f"{method.name}: method of {info.name}", getattr(node, "help", ""))))
    return {"text/plain": plain, "text/html": f"<pre>{escape(plain)}</pre>"}


def _candidates(text: str, cursor: int) -> Iterator[str]:
    """The names that may be meant, the nearest first: the word at the cursor with what it is a field of, then the call around it."""
    for match in _WORD.finditer(text):
        if match.start() <= cursor <= match.end():
            at = context(text, match.end())
            if at.kind == "field":
                yield ".".join((*at.chain, match[0]))
            else:
                yield from _as_magic(text, match)
                yield match[0]
    if call := context(text, cursor).call:
        yield call


def _as_magic(text: str, match: re.Match[str]) -> Iterator[str]:
    """The word with its percent signs, where it begins a line with them."""
    before = text[: match.start()].rpartition("\n")[2]
    if before in ("%", "%%"):
        yield before + match[0]


def _variable(session: Any, name: str, value: Any) -> dict[str, str]:
    """Class and size; the value too where it is small and costs nothing to look at."""
    size = "×".join(map(str, shape_of(value)))
    head = f"{name}: {size} {class_of(value)}"
    where = getattr(value, "on_host", True)
    body = display(name, value, session.display_format) if where and numel_of(value) <= _SHOWN_ELEMENTS else ""
    plain = head + ("\n\n" + body if body else "" if where else "\n(not on the host: its elements are pending or on the device)")
    return {"text/plain": plain, "text/html": f"<b>{escape(name)}</b>: {escape(size)} {escape(class_of(value))}<pre>{escape(body)}</pre>"}


def _user_function(name: str, user: Any) -> dict[str, str]:
    """Where a function of a cell was defined, its first line, and its help comment."""
    source = getattr(getattr(user, "unit", None), "source", None)
    first = re.search(rf"\bfunction\b[^\n;%]*\b{re.escape(name)}\b[^\n;%]*", source.text) if source is not None else None
    plain = f"{name}: function defined in {source.name}" if source is not None else f"{name}: function of this session"
    plain = "\n\n".join(filter(None, (plain, first[0].strip() if first else "", user.node.help)))
    return {"text/plain": plain, "text/html": f"<pre>{escape(plain)}</pre>"}


def _builtin(record: Builtin | Keyword) -> dict[str, str]:
    usage = "\n".join(escape(line) for line in record.usage)
    examples = "\n".join(f"{escape(e.code)}    <span style='opacity:.6'>% {escape(e.gives)}</span>" for e in record.examples)
    html = f"<b>{escape(record.name)}</b> &ndash; {escape(record.summary)}<pre>{usage}</pre>"
    html += f"<b>Examples</b><pre>{examples}</pre>" if examples else ""
    html += f"See also {escape(', '.join(record.see_also))}" if record.see_also else ""
    return {"text/plain": builtin_help(record), "text/html": html}
