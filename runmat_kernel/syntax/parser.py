"""``parse``: a Source becomes a Program.  Parse tables are made once and kept beside Python's own bytecode."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from lark import Lark
from lark.exceptions import UnexpectedToken, VisitError
from lark.lexer import Lexer

from ..base.errors import MatlabSyntaxError
from ..base.source import Source, Span
from . import ast, mistakes
from .builder import Builder
from .scanner import scan
from .tokens import Token

GRAMMAR = Path(__file__).with_name("grammar.lark")


class TokenFeed(Lexer):
    """The custom lexer of the grammar: hands on the tokens that the scanner made."""

    __future_interface__ = 0

    def __init__(self, lexer_conf: object) -> None:
        pass

    def lex(self, data: list[Token]) -> Iterator[Token]:
        return iter(data)


@cache
def _lark() -> Lark:
    """The LALR parser, from its table file where that is as new as the grammar and this lark."""
    tables = GRAMMAR.parent / "__pycache__"
    options = {"parser": "lalr", "lexer": TokenFeed, "transformer": Builder(), "keep_all_tokens": True, "maybe_placeholders": False}
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
    tokens = scan(source, variables)
    try:
        block = _lark().parse(tokens)
    except UnexpectedToken as error:
        raise _mistake(source, tokens, error) from None
    except VisitError as error:
        raise error.orig_exc from None
    whole = Span(source, 0, len(source.text))
    return ast.Program(
        whole,
        tuple(item for item in block if isinstance(item, ast.Statement)),
        tuple(item for item in block if isinstance(item, ast.Function)),
        tuple(item for item in block if isinstance(item, ast.ClassDefinition)),
    )


def _mistake(source: Source, tokens: list[Token], error: UnexpectedToken) -> MatlabSyntaxError:
    place = next((i for i, token in enumerate(tokens) if token is error.token), len(tokens))
    return mistakes.unexpected(source, error.token, tokens[place - 1] if place else None, frozenset(error.expected))
