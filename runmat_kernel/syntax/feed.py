"""The custom lexer of the grammar.  In a module of its own, because it needs lark, which is imported at the first parse."""

from __future__ import annotations

from collections.abc import Iterator

from lark.lexer import Lexer

from .tokens import Token


class TokenFeed(Lexer):
    """Hands on the tokens that the scanner made: the parser is given a token list in place of a text."""

    __future_interface__ = 0

    def __init__(self, lexer_conf: object) -> None:
        pass

    def lex(self, data: list[Token]) -> Iterator[Token]:  # type: ignore[override]
        return iter(data)
