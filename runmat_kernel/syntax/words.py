"""Names, keywords and the blocks they open and close."""

from __future__ import annotations

import re

from ..base.source import Span
from . import mistakes
from .commands import command_at, is_command
from .state import LINE_ENDS, Block, State
from .tokens import (
    CLASS_BLOCKS,
    CLOSERS,
    DECLARING,
    HEADERS,
    KEYWORDS,
    MIDDLES,
    NAME,
    OPENERS,
    RESERVED,
    SIMPLE,
    SPACE,
    SUPER,
    Token,
)

ARGUMENTS_LINE = re.compile(r"[ \t]*(\([^)\n]*\))?[ \t\r]*(?:[%#\n;,]|\.\.\.|\Z)")

_LOOPS = frozenset(("for", "parfor", "while", "do", "try", "unwind_protect"))
_MOST_LOOPS, _MOST_BLOCKS = 20, 1000
_BLANKS = re.compile(r"[ \t\r]*")


def _behind(text: str, position: int) -> str:
    """The next two characters behind blanks."""
    match = _BLANKS.match(text, position)
    start = match.end() if match else position
    return text[start : start + 2]


class WordScanner(State):
    """Scans whatever begins with a letter."""

    __slots__ = ()

    def word(self) -> None:
        """A name, a keyword or a whole command."""
        match = NAME.match(self.source.text, self.position)
        if not match:
            raise self.fail(mistakes.INVALID_CHARACTER, self.position)
        word, end = match[0], match.end()
        if self.brackets:
            self.word_in_brackets(word, end)
        elif word in KEYWORDS and not self.names_function(word) and self.keyword(word, end):
            pass
        elif self.at_start and self.contextual(word, end):
            pass
        elif self.begins_command(word, end):
            self.command(word, end)
        else:
            self.name(word, end)

    def names_function(self, word: str) -> bool:
        """Whether ``end`` is the name in ``function r = end(obj, k, n)``, the method that a class overloads, or in its declaration."""
        if word == "end" and self.blocks and self.blocks[-1].kind == "methods":
            follows = _behind(self.source.text, self.position + 3)[:1]
            return follows == "(" and (self.at_start or self.tokens[-1].type == "EQUAL")
        if word != "end" or not self.header or self.tokens[self.statement - 1].type != "FUNCTION":
            return False
        return self.tokens[-1].type in ("FUNCTION", "EQUAL")

    def name(self, word: str, end: int) -> None:
        inherited = SUPER.match(self.source.text, end) if self.source.text.startswith("@", end) else None
        if inherited:
            self.literal("SUPER", inherited.end(), (word, inherited[1]))
            return
        self.literal("NAME", end)
        if self.tokens[self.statement - 1 : self.statement] and self.tokens[self.statement - 1].type in ("GLOBAL", "PERSISTENT"):
            self.assigned.add(word)

    def word_in_brackets(self, word: str, end: int) -> None:
        if word == "end":
            if not any(bracket.indexes for bracket in self.brackets):
                raise self.fail(mistakes.END_OUTSIDE_INDEX, self.position, end)
            self.literal("END_INDEX", end)
        elif word in RESERVED:
            opened = self.tokens[self.brackets[-1].token].span
            raise self.fail(mistakes.UNBALANCED, opened.start, opened.end)
        else:
            self.name(word, end)

    def begins_command(self, word: str, end: int) -> bool:
        if self.operand and self.header:
            self.begin_operand()
        if not self.at_start or word in self.assigned or word in self.known:
            return False
        if self.blocks and self.blocks[-1].kind in DECLARING:
            return False
        return is_command(self.source.text, end)

    def command(self, word: str, end: int) -> None:
        start = self.position
        words, stop = command_at(self.source.text, end)
        kind = "IMPORT" if word == "import" else "COMMAND"
        self.emit(kind, start, stop, value=(word, words))

    # ------------------------------------------------------------------ keywords and blocks

    def keyword(self, word: str, end: int) -> bool:
        """Scan a keyword; False where the word is only a name here (Octave's keywords are names in MATLAB)."""
        if word in CLOSERS or word in ("do", "until", "unwind_protect", "unwind_protect_cleanup"):
            if not (self.at_start or self.header) or not self.is_octave_keyword(word, end):
                return False
        if self.operand and self.header:
            self.separate(self.position, self.position)
        if word == "end" or word in CLOSERS:
            self.close(word, end)
        elif word == "until":
            self.blocks.pop()
            self.emit("UNTIL", self.position, end)
        elif word in OPENERS:
            self.open(word, end)
        elif word in MIDDLES:
            self.divide(word, end)
        else:
            self.emit(SIMPLE[word], self.position, end)
        last = self.tokens[-1].type
        self.header = last in HEADERS
        self.at_start = last in ("ELSE", "TRY", "CATCH", "OTHERWISE", "DO", "UNWIND_PROTECT", "UNWIND_PROTECT_CLEANUP")
        self.statement = len(self.tokens)
        return True

    def is_octave_keyword(self, word: str, end: int) -> bool:
        kind = self.blocks[-1].kind if self.blocks else ""
        rest = _behind(self.source.text, end)
        if word in ("do", "unwind_protect"):
            return rest[:1] in ("\n", "%", "#", ";", ",") or (rest[:1].isalpha() and word == "do")
        if rest[:1] == "=" and rest != "==":
            return False
        if word == "until":
            return kind == "do"
        return word == "unwind_protect_cleanup" or kind in CLOSERS.get(word, ()) or rest[:1] in ("", "\n", ";", ",", "%", "#")

    def open(self, word: str, end: int) -> None:
        if word == "function":
            outer = self.blocks[-1] if self.blocks else None
            if outer and outer.kind not in ("function", "methods"):
                opened = self.tokens[outer.token].span
                raise self.fail(mistakes.MISSING_END, opened.start, opened.end)
        elif self.blocks and self.blocks[-1].kind == "function":
            self.blocks[-1].takes_arguments = False
        self.check_depth(word)
        self.blocks.append(Block(word, len(self.tokens), self.assigned, takes_arguments=word == "function"))
        if word == "function":
            self.assigned = set()
        self.emit(OPENERS[word], self.position, end)

    def check_depth(self, word: str) -> None:
        """Raise where a block is in too many others: Python runs no more loops in each other, and trees are walked by recursion."""
        if len(self.blocks) == _MOST_BLOCKS:
            raise self.fail(mistakes.NESTED_BLOCKS, self.position, self.position + len(word))
        if word in _LOOPS:
            kinds = [block.kind for block in self.blocks]
            inside = kinds[::-1].index("function") if "function" in kinds else len(kinds)
            if sum(kind in _LOOPS for kind in kinds[len(kinds) - inside :]) >= _MOST_LOOPS:
                raise self.fail(mistakes.NESTED_LOOPS, self.position, self.position + len(word))

    def divide(self, word: str, end: int) -> None:
        terminal, owners = MIDDLES[word]
        if not self.blocks or self.blocks[-1].kind not in owners:
            raise self.fail(mistakes.reserved(word), self.position, end)
        self.emit(terminal, self.position, end)
        if word == "catch":
            self.catch_variable()

    def catch_variable(self) -> None:
        """``catch ME`` names a variable where nothing but a separator or comment follows on the line."""
        text = self.source.text
        space = SPACE.match(text, self.position)
        match = NAME.match(text, space.end()) if space and "\n" not in space[0] else None
        if not match or match[0] in KEYWORDS:
            return
        if LINE_ENDS.match(text, match.end()):
            self.emit("CATCH_NAME", match.start(), match.end())
            self.assigned.add(match[0])

    def close(self, word: str, end: int) -> None:
        if not self.blocks:
            raise self.fail(mistakes.reserved(word), self.position, end)
        block = self.blocks[-1]
        if word != "end" and block.kind not in CLOSERS[word]:
            opened = self.tokens[block.token].span
            if block.kind == "function" and word in CLOSERS:
                raise self.fail(mistakes.reserved(word), self.position, end)
            raise self.fail(mistakes.MISSING_END, opened.start, opened.end)
        self.blocks.pop()
        if block.kind == "function":
            self.assigned = block.assigned
            self.function_ends += 1
        self.emit("END", self.position, end)

    def contextual(self, word: str, end: int) -> bool:
        """Scan a word that is a keyword in its place only: ``arguments``, and the blocks of a class."""
        kind = self.blocks[-1].kind if self.blocks else ""
        if kind == "classdef" and word in CLASS_BLOCKS:
            terminal = CLASS_BLOCKS[word]
        elif kind == "function" and self.blocks[-1].takes_arguments:
            if word != "arguments" or not ARGUMENTS_LINE.match(self.source.text, end):
                self.blocks[-1].takes_arguments = False
                return False
            terminal = "ARGUMENTS"
        else:
            return False
        self.blocks.append(Block(word, len(self.tokens), self.assigned))
        self.emit(terminal, self.position, end)
        return True

    def close_functions(self) -> None:
        """At the end of the text: note what is open, and close functions that are written without ``end``."""
        if self.brackets:
            opened = self.tokens[self.brackets[-1].token].span
            self.unfinished = self.fail(mistakes.UNBALANCED, opened.start, opened.end, incomplete=True)
            return
        unclosed = [block for block in self.blocks if block.kind == "function"]
        if len(unclosed) < len(self.blocks) or (unclosed and self.function_ends):
            block = next((b for b in reversed(self.blocks) if b.kind != "function"), self.blocks[-1])
            opened = self.tokens[block.token].span
            mixed = block.kind == "function"
            message = mistakes.MIXED_ENDS if mixed else mistakes.MISSING_END
            self.unfinished = self.fail(message, opened.start, opened.end, incomplete=True)
            return
        for block in reversed(unclosed[1:]):
            span = Span(self.source, self.tokens[block.token - 1].span.end, self.tokens[block.token - 1].span.end)
            self.tokens[block.token : block.token] = [Token("END", span, ""), Token("SEP", span, "")]
        if unclosed:
            last = self.tokens[-1].span.end
            self.tokens.append(Token("END", Span(self.source, last, last), ""))
