"""Tokens and the lexical tables: keywords, their closing spellings, and the regular expressions of the scanner."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ..base.source import Span


@dataclass(slots=True)
class Token:
    """A terminal of the grammar with the Span of its text; ``value`` is what a literal or a command means.

    Not frozen: a ``[`` becomes ``TARGETS`` when its ``]`` turns out to be followed by ``=``.
    """

    type: str
    span: Span
    text: str
    value: Any = None


OPENERS = {
    "if": "IF",
    "while": "WHILE",
    "for": "FOR",
    "parfor": "FOR",
    "switch": "SWITCH",
    "try": "TRY",
    "do": "DO",
    "unwind_protect": "UNWIND_PROTECT",
    "spmd": "SPMD",
    "function": "FUNCTION",
    "classdef": "CLASSDEF",
}
"""Keywords that open a block, and their terminals."""

MIDDLES = {
    "else": ("ELSE", ("if",)),
    "elseif": ("ELSEIF", ("if",)),
    "case": ("CASE", ("switch",)),
    "otherwise": ("OTHERWISE", ("switch",)),
    "catch": ("CATCH", ("try",)),
    "unwind_protect_cleanup": ("UNWIND_PROTECT_CLEANUP", ("unwind_protect",)),
}
"""Keywords that divide a block: terminal and the openers they belong to."""

CLOSERS = {
    "endif": ("if",),
    "endwhile": ("while",),
    "endfor": ("for", "parfor"),
    "endparfor": ("parfor",),
    "endswitch": ("switch",),
    "end_try_catch": ("try",),
    "end_unwind_protect": ("unwind_protect",),
    "endspmd": ("spmd",),
    "endfunction": ("function",),
    "endclassdef": ("classdef",),
    "endproperties": ("properties",),
    "endmethods": ("methods",),
    "endevents": ("events",),
    "endenumeration": ("enumeration",),
    "endarguments": ("arguments",),
}
"""Octave's closing words and what each closes; ``end`` closes all."""

SIMPLE = {"break": "BREAK", "continue": "CONTINUE", "return": "RETURN", "global": "GLOBAL", "persistent": "PERSISTENT"}

CLASS_BLOCKS = {"properties": "PROPERTIES", "methods": "METHODS", "events": "EVENTS", "enumeration": "ENUMERATION"}
"""Words that open a block inside classdef, and are plain names elsewhere."""

DECLARING = frozenset({"properties", "events", "enumeration", "arguments", "methods", "classdef"})
"""Blocks that hold declarations: command syntax does not exist there."""

HEADERS = frozenset({"IF", "ELSEIF", "WHILE", "FOR", "SWITCH", "CASE", "FUNCTION", "UNTIL", "SPMD"})
"""Keywords whose line begins with an expression or signature that a statement may follow without a separator."""

KEYWORDS = frozenset({*OPENERS, *MIDDLES, *CLOSERS, *SIMPLE, "end", "until"})

RESERVED = frozenset(
    {
        *("break case catch classdef continue else elseif end for function global if otherwise").split(),
        *("parfor persistent return spmd switch try while").split(),
    }
)
"""The words that MATLAB's ``iskeyword`` lists."""


def is_name(text: str) -> bool:
    """Whether a text can name a variable."""
    return re.fullmatch(r"[A-Za-z]\w{0,62}", text, re.ASCII) is not None and text not in RESERVED


SPACE = re.compile(r"(?:[ \t\r\f\v\u00a0\ufeff]+|\.\.\.[^\n]*(?:\n|\Z))+")
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
NUMBER = re.compile(
    r"0[xX][0-9a-fA-F]+(?:[us](?:8|16|32|64))?(?![0-9A-Za-z_])|0[bB][01]+(?:[us](?:8|16|32|64))?(?![0-9A-Za-z_])"
    r"|(?:[0-9]+(?:\.(?![*/\\^'])(?!\.\.)[0-9]*)?|\.[0-9]+)(?:[eEdD][+-]?[0-9]+)?[ijIJ]?"
)
NUMBERS = re.compile(r"([0-9.eEdDijIJ+\-,; \t\r\n]{1000,}+)\]")
"""The inside of a long matrix in which numbers may be all there is."""
FIELD = re.compile(r"\.[ \t]*([A-Za-z_][A-Za-z0-9_]*)")
FROM_CLASS = re.compile(r"\.\?[ \t]*([A-Za-z_][\w.]*)")
CHARS = re.compile(r"'((?:[^'\n]|'')*)'")
STRING = re.compile(r'"((?:[^"\n]|"")*)"')
REFERENCE = re.compile(r"@[ \t]*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)")
SUPER = re.compile(r"@([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)")
META = re.compile(r"\?[ \t]*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)")
OPERATOR = re.compile(
    r"(?:\.?[*/\\^]|[+\-&|])=(?!=)|\.\*\*|\.\*|\./|\.\\|\.\^|\.'|\*\*|==|~=|!=|<=|>=|&&|\|\||\+\+|--|[+\-*/\\^<>&|=~!:;,()\[\]{}'@]"
)
OPERATOR_TERMINALS = {
    "<": "LESS",
    "&": "AMPERSAND",
    "+": "PLUS_MINUS",
    "-": "PLUS_MINUS",
    ":": "COLON",
    "=": "EQUAL",
    "~": "NOT",
    "!": "NOT",
    "'": "TRANSPOSE",
    ".'": "TRANSPOSE",
}
"""Terminals of operators; every other operator is BINARY."""

SPELLINGS = {"!=": "~=", "**": "^", ".**": ".^", "!": "~"}
"""Octave's spellings and MATLAB's."""
