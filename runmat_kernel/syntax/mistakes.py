"""Syntax errors worded as MATLAB words them, found by examples, and shown with their line and a caret."""

from __future__ import annotations

from ..base.errors import MatlabSyntaxError
from ..base.source import Source, Span
from .tokens import KEYWORDS, Token

INVALID_EXPRESSION = (
    "Invalid expression. Check for missing multiplication operator, missing or unbalanced delimiters, or other syntax error. "
    "To construct matrices, use brackets instead of parentheses."
)
NESTED_LOOPS = "Loops and try statements are nested too deeply."
NESTED_BLOCKS = "Control statements are nested too deeply."
TOO_DEEP = "Brackets, calls or functions are nested too deeply."
UNBALANCED = (
    "Invalid expression. When calling a function or indexing a variable, use parentheses. Otherwise, check for mismatched delimiters."
)
EQUAL_SIGN = "Incorrect use of '=' operator. To assign a value to a variable, use '='. To compare values for equality, use '=='."
PARENTHESES_LAST = "Indexing with parentheses '()' must appear as the last operation of a valid indexing expression."
INVALID_OPERATOR = "Invalid use of operator."
INCOMPLETE = "Expression or statement is incomplete or incorrect."
MISSING_END = "At least one END is missing. The statement beginning here does not have a matching end."
MIXED_ENDS = (
    "The function beginning here has no matching end, but another function in this text has one. "
    "Close either all functions with 'end' or none."
)
INVALID_CHARACTER = "Invalid text character. Check for unsupported symbol, invisible character, or pasting of non-ASCII characters."
TYPOGRAPHIC_QUOTE = (
    "Invalid text character. Check for unsupported symbol, invisible character, or pasting of non-ASCII characters. "
    "This is a typographic quote: use ' or \" instead."
)
BLOCK_COMMENT = "The block comment beginning here does not have a matching %}."
PERSISTENT_PLACE = "A PERSISTENT declaration is only allowed in a function."
END_OUTSIDE_INDEX = "The end operator must be used within an array index expression."
LITERAL_TOO_LARGE = "Hexadecimal or binary value cannot be represented in the specified type."
INVALID_SIZE = "Dimension specification must be positive integers or ':' characters."
FUNCTION_PLACE = "Function definition not supported in this context. Create functions in code file."
UNTERMINATED = {
    "CHARS": "Character vector is not terminated properly.",
    "STRING": "String is not terminated properly.",
}
TYPOGRAPHIC = frozenset("\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00b4\u2032\u2033")

_CLOSING = frozenset({"RPAR", "RSQUARE", "RBRACE"})
_OPERATORS = frozenset({"BINARY", "PLUS_MINUS", "COLON", "LESS", "AMPERSAND", "NOT", "UPDATE", "INCREMENT", "TRANSPOSE"})
_ENDS = frozenset({"SEP", "$END", "END", "ROW"})


def reserved(word: str) -> str:
    """The message for a keyword where none can be."""
    return f'Illegal use of reserved keyword "{word}".'


def unexpected(source: Source, token: Token, previous: Token | None, expected: frozenset[str]) -> MatlabSyntaxError:
    """The error for a token that the grammar has no use for; ``expected`` are the terminals that it would take."""
    at_end = token.type == "$END"
    span = Span(source, len(source.text), len(source.text)) if at_end else token.span
    if token.type == "EQUAL":
        return MatlabSyntaxError(EQUAL_SIGN, span)
    if token.type in _ENDS and previous is not None and previous.type in _OPERATORS | {"EQUAL", "COMMA", "AT"}:
        return MatlabSyntaxError(INCOMPLETE, previous.span)
    if token.text in KEYWORDS:
        return MatlabSyntaxError(reserved(token.text), span)
    if token.type in _OPERATORS:
        return MatlabSyntaxError(INVALID_OPERATOR, span)
    if token.type in _CLOSING and "RPAR" not in expected:
        return MatlabSyntaxError(UNBALANCED, span)
    if at_end or token.type == "SEP":
        return MatlabSyntaxError(INCOMPLETE, previous.span if previous is not None else span)
    return MatlabSyntaxError(INVALID_EXPRESSION, span)


def render(error: MatlabSyntaxError) -> str:
    """The message, the place, the line and a caret below the first wrong character."""
    span = error.span
    if span is None:
        return f"Error: {error.message}"
    line, column = span.source.position(span.start)
    text = span.source.line_text(line)
    lead = "".join("\t" if char == "\t" else " " for char in text[: column - 1])
    width = max(1, min(span.end - span.start, len(text) - column + 1))
    return f"{text}\n{lead}{'^' * width}\nError: File: {span.source.name} Line: {line} Column: {column}\n{error.message}"
