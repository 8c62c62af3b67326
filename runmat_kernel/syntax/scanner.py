"""Text to Tokens: everything about MATLAB's lexis that depends on context is decided here.

The scanner knows the brackets and blocks that are open, so that the grammar stays small: a quote is a transpose or opens a
text, a blank inside ``[ ]`` separates elements or does not, ``end`` is an index or closes a block, a word at the start of a
statement is a command or not, and a function is closed by ``end`` or by the next function.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..base.errors import MatlabSyntaxError
from ..base.source import Source, Span
from . import mistakes
from .commands import command_at, is_command
from .tokens import (
    CHARS,
    CLASS_BLOCKS,
    CLOSERS,
    DECLARING,
    FIELD,
    FROM_CLASS,
    HEADERS,
    KEYWORDS,
    META,
    MIDDLES,
    NAME,
    NUMBER,
    OPENERS,
    OPERATOR,
    OPERATOR_TERMINALS,
    REFERENCE,
    RESERVED,
    SIMPLE,
    SPACE,
    SPELLINGS,
    STRING,
    SUPER,
    Token,
)

ARGUMENTS_LINE = re.compile(r"[ \t]*(\([^)\n]*\))?[ \t\r]*(?:[%#\n;,]|\.\.\.|\Z)")
BLANKS = frozenset(" \t\r\f\v\u00a0\ufeff.")
LINE_ENDS = re.compile(r"[ \t\r]*(?:[\n;,%#]|\Z)")
UPDATES = frozenset({"+", "-", "*", "/", "\\", "^", "&", "|", ".*", "./", ".\\", ".^"})
TARGETS_FOLLOW = re.compile(SPACE.pattern.removesuffix("+") + "*=(?!=)")


@dataclass(slots=True)
class Bracket:
    """An open bracket: ``(``, ``[``, ``{`` or ``i`` for the brace of an index; ``token`` is its place in the token list."""

    kind: str
    token: int
    is_parameters: bool = False
    opens_statement: bool = False
    indexes: bool = False


@dataclass(slots=True)
class Block:
    """An open block: its keyword, the place of its token, and the names assigned before it (for functions)."""

    kind: str
    token: int
    assigned: set[str]
    takes_arguments: bool = False


@dataclass(slots=True)
class Scanner:
    """One pass over a Source.  ``known`` are names that are variables already: these are never commands."""

    source: Source
    known: frozenset[str] = frozenset()
    tokens: list[Token] = field(default_factory=list)
    position: int = 0
    brackets: list[Bracket] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    assigned: set[str] = field(default_factory=set)
    function_ends: int = 0
    at_start: bool = True
    statement: int = 0
    operand: bool = False
    spaced: bool = False
    header: bool = False
    unfinished: MatlabSyntaxError | None = None

    # ------------------------------------------------------------------ the loop

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
        elif char.isdigit() or (char == "." and self.source.text[self.position + 1 : self.position + 2].isdigit()):
            self.number()
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

    # ------------------------------------------------------------------ emitting

    def emit(self, kind: str, start: int, end: int, *, operand: bool = False, value: object = None) -> Token:
        """Append a token and move behind it."""
        token = Token(kind, Span(self.source, start, end), self.source.text[start:end], value)
        self.tokens.append(token)
        self.position = end
        self.operand = operand
        self.at_start = False
        return token

    def literal(self, kind: str, end: int, value: object = None) -> None:
        """Emit an operand that reaches to ``end``; what a blank before it means is decided first."""
        self.begin_operand()
        self.emit(kind, self.position, end, operand=True, value=value)

    def begin_operand(self) -> None:
        """An operand starts here: after another operand this is the next element, or the statement behind a header."""
        if not self.operand:
            return
        if self.brackets:
            if self.spaced and self.brackets[-1].kind in "[{":
                self.emit("COMMA", self.position, self.position)
        elif self.header:
            self.separate(self.position, self.position)

    def separate(self, start: int, end: int) -> None:
        """End of a statement: a separator, of which runs are one; the first decides about printing."""
        if not (self.tokens and self.tokens[-1].type == "SEP"):
            self.emit("SEP", start, end)
        self.position = max(end, self.position)
        if self.header and self.blocks and self.blocks[-1].kind == "function":
            self.assigned.update(t.text for t in self.tokens[self.blocks[-1].token :] if t.type == "NAME")
        self.at_start, self.operand, self.header = True, False, False
        self.statement = len(self.tokens)

    def fail(self, message: str, start: int, end: int | None = None, *, incomplete: bool = False) -> MatlabSyntaxError:
        return MatlabSyntaxError(message, Span(self.source, start, start + 1 if end is None else end), incomplete=incomplete)

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
        self.emit("COMMAND", self.position, end, value=("system", (words,)))

    # ------------------------------------------------------------------ literals and fields

    def number(self) -> None:
        text = self.source.text
        match = NUMBER.match(text, self.position)
        end = match.end()
        if NAME.match(text, end):
            raise self.fail(mistakes.INVALID_EXPRESSION, self.position, end)
        self.literal("NUMBER", end)

    def quote_opens_text(self) -> bool:
        return not self.operand or (self.spaced and bool(self.brackets) and self.brackets[-1].kind in "[{")

    def text_literal(self, pattern, kind: str, quote: str) -> None:
        match = pattern.match(self.source.text, self.position)
        if not match:
            end = self.source.text.find("\n", self.position)
            end = len(self.source.text) if end < 0 else end
            raise self.fail(mistakes.UNTERMINATED[kind], self.position, max(end, self.position + 1))
        self.literal(kind, match.end(), match[1].replace(quote * 2, quote))

    def dot(self) -> bool:
        """Scan ``.name``, ``.(`` or ``.?Class``; False where the dot begins an operator."""
        text = self.source.text
        match = FIELD.match(text, self.position)
        if match:
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

    # ------------------------------------------------------------------ words

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
        """Whether ``end`` is the name in ``function r = end(obj, k, n)``, the method that a class overloads."""
        if word != "end" or not self.header or self.tokens[self.statement - 1].type != "FUNCTION":
            return False
        return self.tokens[-1].type in ("FUNCTION", "EQUAL")

    def name(self, word: str, end: int) -> None:
        inherited = SUPER.match(self.source.text, end)
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
        self.at_start = last in ("ELSE", "TRY", "CATCH", "OTHERWISE", "DO", "UNWIND_PROTECT", "UNWIND_PROTECT_CLEANUP", "SPMD")
        self.statement = len(self.tokens)
        return True

    def is_octave_keyword(self, word: str, end: int) -> bool:
        kind = self.blocks[-1].kind if self.blocks else ""
        rest = self.source.text[end:].lstrip(" \t\r")[:2]
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
        self.blocks.append(Block(word, len(self.tokens), self.assigned, takes_arguments=word == "function"))
        if word == "function":
            self.assigned = set()
        self.emit(OPENERS[word], self.position, end)

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

    # ------------------------------------------------------------------ operators and brackets

    def operator(self, char: str) -> None:
        text = self.source.text
        match = OPERATOR.match(text, self.position)
        if not match:
            quote = char in mistakes.TYPOGRAPHIC
            raise self.fail(mistakes.TYPOGRAPHIC_QUOTE if quote else mistakes.INVALID_CHARACTER, self.position)
        operator, end = match[0], match.end()
        if operator in "([{":
            self.open_bracket(operator)
        elif operator in ")]}":
            self.close_bracket(operator)
        elif operator in ",;":
            self.comma_or_semicolon(operator)
        elif operator == "@":
            self.at()
        elif operator in ("++", "--") or (operator[-1] == "=" and operator[:-1] in UPDATES):
            self.update(operator)
        else:
            self.plain_operator(operator, end)

    def plain_operator(self, operator: str, end: int) -> None:
        terminal = OPERATOR_TERMINALS.get(operator, "BINARY")
        if operator in ("+", "-") and self.operand and self.spaced and self.brackets and self.brackets[-1].kind in "[{":
            if self.source.text[end : end + 1] not in (" ", "\t", "\r", "\n", "") and not self.source.text.startswith("...", end):
                self.begin_operand()
        elif terminal == "NOT":
            self.begin_operand()
        elif terminal == "EQUAL":
            self.assignment()
        self.emit(terminal, self.position, end, operand=terminal == "TRANSPOSE", value=SPELLINGS.get(operator, operator))

    def assignment(self) -> None:
        """Note the name to the left of ``=`` (or ``+=``): from here on it is a variable."""
        if (not self.brackets or self.header) and self.statement < len(self.tokens):
            target = self.tokens[-1] if self.brackets else self.tokens[self.statement]
            if target.type == "NAME":
                self.assigned.add(target.text)

    def update(self, operator: str) -> None:
        """``+=`` and its like, ``++`` and ``--``: Octave's, at the level of statements; else two operators."""
        start, end = self.position, self.position + len(operator)
        if operator[-1] == "=" and not self.brackets:
            self.assignment()
            self.emit("UPDATE", start, end, value=operator[:-1])
        elif operator[-1] != "=" and not self.brackets and (self.at_start or (self.operand and LINE_ENDS.match(self.source.text, end))):
            self.emit("INCREMENT", start, end, value=operator[0])
        elif operator[-1] == "=":
            self.plain_operator(operator[:-1], end - 1)
        else:
            self.plain_operator(operator[0], start + 1)

    def comma_or_semicolon(self, operator: str) -> None:
        if not self.brackets:
            self.separate(self.position, self.position + 1)
        elif operator == "," or self.brackets[-1].kind in "(i":
            self.emit("COMMA" if operator == "," else "SEP", self.position, self.position + 1)
        elif self.tokens[-1].type == "ROW":
            self.position += 1
        else:
            self.emit("ROW", self.position, self.position + 1)

    def at(self) -> None:
        """``@name`` or the ``@`` of an anonymous function."""
        match = REFERENCE.match(self.source.text, self.position)
        if match:
            self.literal("REFERENCE", match.end(), match[1])
        else:
            self.begin_operand()
            self.emit("AT", self.position, self.position + 1)

    def open_bracket(self, char: str) -> None:
        parameters = char == "(" and bool(self.tokens) and self.tokens[-1].type == "AT"
        in_list = self.spaced and bool(self.brackets) and self.brackets[-1].kind in "[{"
        declares = not self.brackets and bool(self.blocks) and self.blocks[-1].kind in DECLARING and not self.assigns()
        indexes = self.operand and not in_list and char != "[" and not (char == "{" and declares)
        if char == "[" or in_list:
            self.begin_operand()
        starts = self.at_start or (bool(self.tokens) and self.tokens[-1].type == "FUNCTION")
        terminal = {"(": "LPAR", "[": "LSQUARE", "{": "INDEX_BRACE" if indexes else "LBRACE"}[char]
        self.brackets.append(Bracket("i" if terminal == "INDEX_BRACE" else char, len(self.tokens), parameters, starts, indexes))
        self.emit(terminal, self.position, self.position + 1)

    def assigns(self) -> bool:
        return any(token.type == "EQUAL" for token in self.tokens[self.statement :])

    def close_bracket(self, char: str) -> None:
        expected = {")": "(", "]": "[", "}": "{i"}[char]
        if not self.brackets or self.brackets[-1].kind not in expected:
            raise self.fail(mistakes.UNBALANCED, self.position)
        bracket = self.brackets.pop()
        terminal = {")": "RPAR", "]": "RSQUARE", "}": "RBRACE"}[char]
        self.emit(terminal, self.position, self.position + 1, operand=not bracket.is_parameters)
        if char == "]" and bracket.opens_statement and not self.brackets and TARGETS_FOLLOW.match(self.source.text, self.position):
            self.tokens[bracket.token].type = "TARGETS"
            self.assigned.update(token.text for token in self.tokens[bracket.token :] if token.type == "NAME")


def scan(source: Source, variables: frozenset[str] = frozenset()) -> tuple[list[Token], MatlabSyntaxError | None]:
    """The tokens of a source, and the error of a bracket or block that is open at its end.

    ``variables`` are names that cannot begin a command.  Raises MatlabSyntaxError for what no further text can mend.
    """
    scanner = Scanner(source, variables)
    return scanner.scan(), scanner.unfinished
