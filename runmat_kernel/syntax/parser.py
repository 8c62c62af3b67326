"""``parse``: a Source becomes a Program.  Parse tables are made once and kept beside Python's own bytecode."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..base.errors import MatlabSyntaxError
from ..base.source import Source, Span
from . import ast, mistakes
from .builder import Builder
from .scanner import scan
from .tokens import Token

if TYPE_CHECKING:
    from lark import Lark

GRAMMAR = Path(__file__).with_name("grammar.lark")


@cache
def _lark() -> Lark:
    """The LALR parser, from its table file where that was made of this grammar by this lark.

    lark is imported here, so that a session starts without it.
    """
    from lark import Lark

    from .feed import TokenFeed

    tables = GRAMMAR.parent / "__pycache__"
    options: dict[str, Any] = {"parser": "lalr", "lexer": TokenFeed, "transformer": Builder(), "keep_all_tokens": True}
    options["maybe_placeholders"] = False
    try:
        tables.mkdir(exist_ok=True)
        (tables / "grammar.probe").touch()
    except OSError:
        return Lark(GRAMMAR.read_text("utf-8"), **options)
    return Lark(GRAMMAR.read_text("utf-8"), cache=str(tables / "grammar.tables"), **options)


def parse(source: Source, variables: frozenset[str] = frozenset()) -> ast.Program:
    """The Program of a cell, script, function file or class file.

    ``variables`` are names known to be variables: such a word never begins a command (``x -1``).
    Raises MatlabSyntaxError, whose ``incomplete`` says that more text could mend the program.
    """
    lark = _lark()
    from lark.exceptions import UnexpectedToken

    tokens = scan(source, variables)
    try:
        block: Any = lark.parse(tokens)  # type: ignore[arg-type]
    except UnexpectedToken as error:
        raise _mistake(source, tokens, error) from None
    whole = Span(source, 0, len(source.text))
    return ast.Program(
        whole,
        tuple(item for item in block if isinstance(item, ast.Statement)),
        tuple(item for item in block if isinstance(item, ast.Function)),
        tuple(item for item in block if isinstance(item, ast.ClassDefinition)),
    )


def _mistake(source: Source, tokens: list[Token], error: Any) -> MatlabSyntaxError:
    place = next((i for i, token in enumerate(tokens) if token is error.token), len(tokens))
    return mistakes.unexpected(source, error.token, tokens[place - 1] if place else None, frozenset(error.expected))
