"""LALR tables of grammar.lark: lark makes them once, then they are read from a file beside Python's own bytecode.

Tables are plain lists and dicts, and a short loop in ``parser`` drives them.  So lark (0.1 s to import) is needed only where the
table file is missing or stale, and a parse takes half the time that lark's own loop takes.
"""

from __future__ import annotations

import marshal
import os
import sys
import zlib
from functools import cache
from pathlib import Path

from ..base.own_files import read_own
from ..base.records import record
from ..base.stored import store

GRAMMAR = Path(__file__).with_name("grammar.lark")


@record
class Tables:
    """``actions[state][symbol]`` is the next state, or ``~rule`` to reduce; ``rules`` are (symbol, size, callback name).

    An empty callback name means that the one child is the value.
    """

    actions: list[dict[str, int]]
    rules: list[tuple[str, int, str]]
    start: int
    end: int


@cache
def tables() -> Tables:
    """The tables of the grammar, from the file where that was made of this very grammar."""
    text = GRAMMAR.read_bytes()
    key = f"{zlib.crc32(text + sys.version.encode() + str(marshal.version).encode()):08x}"
    file = GRAMMAR.parent / "__pycache__" / f"grammar-{key}.tables"
    try:
        # Whoever installed the package could have changed its code as well.
        data = read_own(file, (os.stat(GRAMMAR).st_uid,))
        return Tables(*marshal.loads(data or b""))
    except (OSError, ValueError, EOFError, TypeError):
        lalr = make(text.decode())
        _store(file, lalr)
        return lalr


def _store(file: Path, lalr: Tables) -> None:
    """Write the tables; a folder that cannot be written only costs the time to make them again."""
    try:
        file.parent.mkdir(exist_ok=True)
        store(file, marshal.dumps((lalr.actions, lalr.rules, lalr.start, lalr.end)), mode=0o644)
    except OSError:
        pass


def make(grammar: str, *, debug: bool = False) -> Tables:
    """Tables of a grammar by lark's LALR construction; ``debug`` has lark log the conflicts that it resolves by shifting."""
    from lark import Lark
    from lark.lexer import Lexer
    from lark.parsers.lalr_analysis import Shift

    class NoLexer(Lexer):
        """Stands in for a lexer: tokens come from ``scanner``."""

        def __init__(self, lexer_conf: object) -> None:
            pass

        def lex(self, *data: object):
            raise NotImplementedError

    lark = Lark(grammar, parser="lalr", lexer=NoLexer, keep_all_tokens=True, maybe_placeholders=False, debug=debug)
    table = lark.parser.parser._parse_table
    numbers = {state: number for number, state in enumerate(table.states)}
    rules: list = []
    places: dict = {}
    actions: list[dict[str, int]] = []
    for entries in table.states.values():
        row = {}
        for symbol, (action, argument) in entries.items():
            if action is Shift:
                row[str(symbol)] = numbers[argument]
                continue
            if argument not in places:
                places[argument] = len(rules)
                rules.append(_rule(argument))
            row[str(symbol)] = ~places[argument]
        actions.append(row)
    return Tables(actions, rules, numbers[table.start_states["start"]], numbers[table.end_states["start"]])


def _rule(rule) -> tuple[str, int, str]:
    passes = rule.options.expand1 and not rule.alias and len(rule.expansion) == 1
    return str(rule.origin.name), len(rule.expansion), "" if passes else str(rule.alias or rule.origin.name)
