"""``parse``: a Source becomes a Program."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..base.errors import MatlabSyntaxError
from ..base.garbage import uncollected
from ..base.source import Source, Span
from . import ast, mistakes
from .builder import Builder
from .scanner import scan
from .tables import tables
from .tokens import Token


def parse(source: Source, variables: frozenset[str] = frozenset()) -> ast.Program:
    """The Program of a cell, script, function file or class file.

    ``variables`` are names known to be variables: such a word never begins a command (``x -1``).
    Raises MatlabSyntaxError, whose ``incomplete`` says that more text could mend the program.
    """
    with uncollected():
        block = _run(source, *scan(source, variables))  # no name for the tokens: they are gone before garbage is searched for again
    return ast.Program(
        Span(source, 0, len(source.text)),
        tuple(item for item in block if isinstance(item, ast.Statement)),
        tuple(item for item in block if isinstance(item, ast.Function)),
        tuple(item for item in block if isinstance(item, ast.ClassDefinition)),
    )


@cache
def _callbacks() -> list:
    """The Builder's method for each rule, None where the child is the value."""
    builder = Builder()
    return [(symbol, size, getattr(builder, name) if name else None) for symbol, size, name in tables().rules]


def _run(source: Source, tokens: list[Token], unfinished: MatlabSyntaxError | None) -> Any:
    """Shift and reduce by the tables; the stack is explicit, so nesting has no limit.  Returns the value of ``start``."""
    grammar, rules = tables(), _callbacks()
    actions, end = grammar.actions, grammar.end
    states, values = [grammar.start], []
    tokens.append(Token("$END", Span(source, len(source.text), len(source.text)), ""))
    for place, token in enumerate(tokens):
        kind = token.type
        if unfinished is not None and kind == "$END":
            raise unfinished
        while (action := actions[states[-1]].get(kind)) is not None:
            if action >= 0:
                states.append(action)
                values.append(token)
                break
            symbol, size, build = rules[~action]
            if build is None:
                states[-1] = actions[states[-2]][symbol]
                continue
            if size:
                children = values[-size:]
                del values[-size:], states[-size:]
            else:
                children = []
            values.append(build(children))
            state = actions[states[-1]][symbol]
            if state == end:
                return values[0]
            states.append(state)
        else:
            raise _mistake(source, tokens, place, frozenset(actions[states[-1]]), unfinished)
    raise AssertionError("the end token is always reduced or refused")


def _mistake(
    source: Source, tokens: list[Token], place: int, expected: frozenset[str], unfinished: MatlabSyntaxError | None
) -> MatlabSyntaxError:
    """The error at a token; behind a bracket that never closes, the bracket is to blame."""
    if unfinished is not None and unfinished.message == mistakes.UNBALANCED:
        if unfinished.span is not None and unfinished.span.start < tokens[place].span.start:
            return unfinished
    return mistakes.unexpected(source, tokens[place], tokens[place - 1] if place else None, expected)
