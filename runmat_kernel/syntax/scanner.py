"""Text to Tokens: everything about MATLAB's lexis that depends on context is decided here.

The scanner knows the brackets and blocks that are open, so that the grammar stays small: a quote is a transpose or opens a
text, a blank inside ``[ ]`` separates elements or does not, ``end`` is an index or closes a block, a word at the start of a
statement is a command or not, and a function is closed by ``end`` or by the next function.
"""

from __future__ import annotations

import re

from ..base.errors import MatlabSyntaxError
from ..base.source import Source
from . import mistakes
from .operators import OperatorScanner
from .state import Bracket
from .tokens import CHARS, FIELD, FROM_CLASS, META, NAME, NUMBER, SPACE, STRING, SUPER, Token
from .words import WordScanner

BLANKS = frozenset(" \t\r\f\v\u00a0\ufeff.")


class Scanner(WordScanner, OperatorScanner):
    """The loop over a text, and its comments and literals."""

    __slots__ = ()

    def scan(self) -> list[Token]:
        """All tokens of the source.  Raises MatlabSyntaxError."""
        text = self.source.text
        size = len(text)
        while True:
            if self.position < size and text[self.position] in BLANKS:
                space = SPACE.match(text, self.position)
                if space:
                    self.spaced = True
                    self.position = space.end()
            if self.position >= size:
                break
            self.one(text[self.position])
        self.close_functions()
        return self.tokens

    def one(self, char: str) -> None:
        """Scan the token (or line end, or comment) at the position."""
        if char.isalpha() or char == "_":
            self.word()
        elif char in "0123456789." and (number := NUMBER.match(self.source.text, self.position)):
            self.number(number.end())
        elif char == "\n":
            self.line_end()
        elif char in "%#":
            self.comment()
        elif char == "'" and self.quote_opens_text():
            self.text_literal(CHARS, "CHARS", "'")
        elif char == '"':
            self.text_literal(STRING, "STRING", '"')
        elif (char == "." and self.dot()) or (char == "?" and self.meta_class()):
            pass
        elif char == "!" and self.at_start and not self.brackets:
            self.shell_escape()
        else:
            self.operator(char)
        if char not in "%#":
            self.spaced = False

    # ------------------------------------------------------------------ lines and comments

    def line_end(self) -> None:
        if not self.brackets:
            self.separate(self.position, self.position + 1)
        elif self.brackets[-1].kind in "[{" and self.tokens[-1].type not in ("LSQUARE", "LBRACE", "ROW"):
            self.emit("ROW", self.position, self.position + 1)
        else:
            self.position += 1

    def comment(self) -> None:
        """Skip a comment; ``%{`` alone on its line opens a block comment, which nests."""
        text = self.source.text
        end = text.find("\n", self.position)
        end = len(text) if end < 0 else end
        start = text.rfind("\n", 0, self.position) + 1
        if text[start:end].strip() in ("%{", "#{"):
            end = self.block_comment_end(end)
        self.position = end

    def block_comment_end(self, position: int) -> int:
        """Where the block comment ends whose opening line ends at ``position``."""
        text, depth, opened = self.source.text, 1, self.position
        while position < len(text):
            start = position + 1
            position = text.find("\n", start)
            position = len(text) if position < 0 else position
            line = text[start:position].strip()
            depth += (line in ("%{", "#{")) - (line in ("%}", "#}"))
            if depth == 0:
                return position
        raise self.fail(mistakes.BLOCK_COMMENT, opened, opened + 2, incomplete=True)

    def shell_escape(self) -> None:
        """``!command`` runs a shell command."""
        end = self.source.text.find("\n", self.position)
        end = len(self.source.text) if end < 0 else end
        words = self.source.text[self.position + 1 : end].strip()
        self.emit("COMMAND", self.position, end, value=("_shell", (words,)))

    # ------------------------------------------------------------------ literals and fields

    def number(self, end: int) -> None:
        if NAME.match(self.source.text, end):
            raise self.fail(mistakes.INVALID_EXPRESSION, self.position, end)
        self.literal("NUMBER", end)

    def quote_opens_text(self) -> bool:
        return not self.operand or (self.spaced and bool(self.brackets) and self.brackets[-1].kind in "[{")

    def text_literal(self, pattern: re.Pattern[str], kind: str, quote: str) -> None:
        match = pattern.match(self.source.text, self.position)
        if not match:
            end = self.source.text.find("\n", self.position)
            end = len(self.source.text) if end < 0 else end
            raise self.fail(mistakes.UNTERMINATED[kind], self.position, max(end, self.position + 1))
        self.literal(kind, match.end(), match[1].replace(quote * 2, quote))

    def dot(self) -> bool:
        """Scan ``.name``, ``.name@Super``, ``.(`` or ``.?Class``; False where the dot begins an operator."""
        text = self.source.text
        match = FIELD.match(text, self.position)
        if match:
            inherited = SUPER.match(text, match.end())
            if inherited:
                self.emit("SUPER_FIELD", self.position, inherited.end(), operand=True, value=(match[1], inherited[1]))
            else:
                self.emit("FIELD", self.position, match.end(), operand=True, value=match[1])
            return True
        match = FROM_CLASS.match(text, self.position)
        if match:
            self.emit("FROM_CLASS", self.position, match.end(), value=match[1])
            return True
        if text.startswith(".(", self.position):
            self.brackets.append(Bracket("(", len(self.tokens)))
            self.emit("DOT_PARENTHESIS", self.position, self.position + 2)
            return True
        return False

    def meta_class(self) -> bool:
        """Scan ``?ClassName``."""
        match = META.match(self.source.text, self.position)
        if match:
            self.literal("META", match.end(), match[1])
        return match is not None


def scan(source: Source, variables: frozenset[str] = frozenset()) -> tuple[list[Token], MatlabSyntaxError | None]:
    """The tokens of a source, and the error of a bracket or block that is open at its end.

    ``variables`` are names that cannot begin a command.  Raises MatlabSyntaxError for what no further text can mend.
    """
    scanner = Scanner(source, variables)
    return scanner.scan(), scanner.unfinished
