"""Help for the words of the language itself, and the functions of its operators."""

from __future__ import annotations

from types import MappingProxyType

from ..base.records import record
from .spec import Example


@record
class Keyword:
    """A word of the language: what ``help`` and inspection show of it, as of a builtin."""

    name: str
    summary: str
    usage: tuple[str, ...]
    see_also: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()


_IF = ("if condition", "    statements", "elseif condition", "    statements", "else", "    statements", "end")
_SWITCH = (
    "switch value", "    case choice", "        statements", "    case {choice1, choice2}", "        statements", "    otherwise",
    "        statements", "end",
)  # fmt: skip
_TRY = ("try", "    statements", "catch exception", "    statements", "end")
_ALL = (
    Keyword(
        "for",
        "Repeat statements for each column of values.",
        ("for index = values", "    statements", "end"),
        ("while", "break", "continue", "parfor"),
    ),
    Keyword(
        "parfor",
        "A for loop whose iterations do not depend on each other; it runs in order here.",
        ("parfor index = first:last", "    statements", "end"),
        ("for",),
    ),
    Keyword(
        "while", "Repeat statements while a condition holds.", ("while condition", "    statements", "end"), ("for", "break", "continue")
    ),
    Keyword("break", "Leave the innermost for or while loop.", ("break",), ("continue", "return")),
    Keyword("continue", "Go on with the next iteration of the innermost for or while loop.", ("continue",), ("break",)),
    Keyword("if", "Run statements where a condition holds: all its elements are true, and there are some.", _IF, ("switch", "while")),
    Keyword("elseif", "Another condition of an if, looked at where those before do not hold.", _IF, ("if", "else")),
    Keyword("else", "Statements of an if that run where no condition holds.", _IF, ("if", "elseif")),
    Keyword("switch", "Run the statements of the first case that equals a value: a number, or a text.", _SWITCH, ("if",)),
    Keyword("case", "A choice, or a cell array of choices, of a switch.", _SWITCH, ("switch", "otherwise")),
    Keyword("otherwise", "Statements of a switch that run where no case equals its value.", _SWITCH, ("switch", "case")),
    Keyword("try", "Run statements, and others where they raise an error.", _TRY, ("catch", "error", "rethrow", "MException")),
    Keyword(
        "catch",
        "What runs where statements of a try raise an error; the exception holds its message, identifier and stack.",
        _TRY,
        ("try", "rethrow"),
    ),
    Keyword(
        "function",
        "Define a function; in a cell it can be called from all cells.",
        ("function [out1, out2] = name(in1, in2)", "    statements", "end"),
        ("return", "nargin", "nargout", "arguments"),
    ),
    Keyword(
        "arguments",
        "Say what class and size the arguments of a function have, and their defaults.",
        ("arguments", "    name (size) class {validators} = default", "end"),
        ("function", "mustBePositive"),
    ),
    Keyword("return", "Leave the function, or stop the script or the cell.", ("return",), ("break", "function")),
    Keyword(
        "end",
        "Close a block; in a subscript, the last place along that dimension.",
        ("end", "x(end)", "x(end, 1)"),
        ("for", "if", "function", "numel", "size"),
    ),
    Keyword("global", "Variables that functions and the workspace share.", ("global name1 name2",), ("persistent", "clear")),
    Keyword("persistent", "Variables that a function keeps from call to call.", ("persistent name1 name2",), ("global", "isempty")),
    Keyword(
        "classdef",
        "Define a class, with properties, methods, events and enumerations.",
        ("classdef Name < Superclass", "    properties", "    end", "    methods", "    end", "end"),
        ("properties", "methods", "handle"),
    ),
    Keyword("spmd", "Statements of parallel workers; they run once here.", ("spmd", "    statements", "end"), ("parfor",)),
)
KEYWORDS: MappingProxyType[str, Keyword] = MappingProxyType({word.name: word for word in _ALL})
OPERATORS: MappingProxyType[str, str] = MappingProxyType({
    "+": "plus", "-": "minus", "*": "mtimes", "/": "mrdivide", "\\": "mldivide", "^": "mpower", ".*": "times", "./": "rdivide",
    ".\\": "ldivide", ".^": "power", "'": "ctranspose", ".'": "transpose", "==": "eq", "~=": "ne", "<": "lt", "<=": "le", ">": "gt",
    ">=": "ge", "&": "and", "|": "or", "~": "not", ":": "colon", "[": "horzcat", "[]": "horzcat", ",": "horzcat", ";": "vertcat",
})  # fmt: skip
