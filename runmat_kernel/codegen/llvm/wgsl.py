"""WGSL as trees: the functions, structures and constants of mathlib, and the statements of elements.

The part of WGSL that they use: no attributes, pointers or switches, loops ``while`` and ``for`` that count by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from .values import generic_parts

_TOKEN = re.compile(
    r"\s+|//[^\n]*"
    r"|(?P<number>0x[0-9a-fA-F]+(?:lu|li|u|i)?|(?:\d+\.\d*(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)(?:lf|f)?|\d+(?:lu|li|lf|u|i|f)?)"
    r"|(?P<name>(?:(?:vec[234]|array|bitcast|var)<[^()<>]*>|[A-Za-z_]\w*))"
    r"|(?P<sign>->|\+\+|[-+*|^&]=|[<>=!]=|<<|>>|&&|\|\||[-+*/%<>=!~&|^(){}\[\],;:.])"
)
_LEVELS = {
    "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 6, ">": 6, "<=": 6, ">=": 6,
    "<<": 7, ">>": 7, "+": 8, "-": 8, "*": 9, "/": 9, "%": 9,
}  # fmt: skip


@dataclass(slots=True)
class Tree:
    """``kind`` and what it has: subtrees, and words as they stand in the text.

    Expressions: ``name``, ``number``, ``call`` (name, operands), ``unary`` (sign, operand), ``binary`` (sign, left, right), ``member``
    (whole, name), ``item`` (whole, place).  Statements: ``let`` and ``var`` (name, type or None, value or None), ``assign`` (name, member
    or None, sign, value), ``return`` (value), ``if`` (condition, block, block or None), ``while`` (condition, block), ``for`` (name, first,
    condition, block), ``block``.  Declarations: ``fn`` (name, parameters as pairs, type, block), ``struct`` (name, pairs), ``const`` (name,
    value).
    """

    kind: str
    parts: tuple

    def trees(self) -> Iterator[Tree]:
        """This tree and all below it."""
        yield self
        for part in self.parts:
            for tree in part if isinstance(part, tuple) else (part,):
                if isinstance(tree, Tree):
                    yield from tree.trees()


class _Parser:
    def __init__(self, text: str) -> None:
        self.tokens = [(m.lastgroup, m.group()) for m in _TOKEN.finditer(text) if m.lastgroup]
        self.tokens.append(("end", ""))
        self.at = 0

    @property
    def next(self) -> str:
        return self.tokens[self.at][1]

    def take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1][1]

    def expect(self, sign: str) -> None:
        if self.take() != sign:
            near = " ".join(text for _, text in self.tokens[max(0, self.at - 6) : self.at + 3])
            raise NotImplementedError(f"'{sign}' is expected in: {near}")

    def accept(self, sign: str) -> bool:
        accepted = self.next == sign
        self.at += accepted
        return accepted

    # ------------------------------------------------------------------ declarations

    def declarations(self) -> list[Tree]:
        trees = []
        while self.next:
            word, name = self.take(), self.take()
            if word == "fn":
                self.expect("(")
                parameters = self._pairs(")")
                self.expect("->")
                trees.append(Tree("fn", (name, parameters, self.take(), self.block())))
            elif word == "struct":
                self.expect("{")
                trees.append(Tree("struct", (name, self._pairs("}"))))
            else:
                if self.accept(":"):
                    self.take()
                self.expect("=")
                trees.append(Tree("const", (name, self.expression())))
                self.expect(";")
        return trees

    def _pairs(self, end: str) -> tuple[tuple[str, str], ...]:
        pairs = []
        while not self.accept(end):
            name = self.take()
            self.expect(":")
            pairs.append((name, self.take()))
            self.accept(",")
        return tuple(pairs)

    # ------------------------------------------------------------------ statements

    def block(self) -> Tree:
        self.expect("{")
        statements: list[Tree] = []
        left = False
        while not self.accept("}"):
            statement = self._statement()
            if not left:  # nothing behind a return is reached
                statements += statement.parts if statement.kind == "block" else (statement,)
                left = bool(statements) and statements[-1].kind == "return"
        return Tree("block", tuple(statements))

    def _statement(self) -> Tree:
        word = self.take()
        if word == "if":
            condition, then = self.expression(), self.block()
            other = None
            if self.accept("else"):
                other = Tree("block", (self._statement(),)) if self.next == "if" else self.block()
            if condition.parts == ("true",):
                return then
            if condition.parts == ("false",):
                return other or Tree("block", ())
            return Tree("if", (condition, then, other))
        if word == "while":
            return Tree("while", (self.expression(), self.block()))
        if word == "for":
            return self._counting()
        if word in ("let", "var"):
            name = self.take()
            kind = self.take() if self.accept(":") else None
            tree = Tree(word, (name, kind, self.expression() if self.accept("=") else None))
        elif word == "return":
            tree = Tree("return", (self.expression(),))
        else:
            member = self.take() if self.accept(".") else None
            tree = Tree("assign", (word, member, self.take(), self.expression()))
        self.expect(";")
        return tree

    def _counting(self) -> Tree:
        self.expect("(")
        self.expect("var")
        name = self.take()
        self.expect("=")
        first = self.expression()
        self.expect(";")
        condition = self.expression()
        self.expect(";")
        self.expect(name)
        self.expect("++")
        self.expect(")")
        return Tree("for", (name, first, condition, self.block()))

    # ------------------------------------------------------------------ expressions

    def expression(self, level: int = 1) -> Tree:
        left = self._unary()
        while (own := _LEVELS.get(self.next, 0)) >= level:
            sign = self.take()
            left = Tree("binary", (sign, left, self.expression(own + 1)))
        return left

    def _unary(self) -> Tree:
        if self.next in ("-", "!", "~"):
            return Tree("unary", (self.take(), self._unary()))
        tree = self._primary()
        while True:
            if self.accept("."):
                tree = Tree("member", (tree, self.take()))
            elif self.accept("["):
                tree = Tree("item", (tree, self.expression()))
                self.expect("]")
            else:
                return tree

    def _primary(self) -> Tree:
        kind, text = self.tokens[self.at]
        self.at += 1
        if text == "(":
            tree = self.expression()
            self.expect(")")
            return tree
        if kind == "number":
            return Tree("number", (text,))
        if kind != "name":
            raise NotImplementedError(f"'{text}' begins no expression")
        if not self.accept("("):
            return Tree("name", (text,))
        operands = []
        while not self.accept(")"):
            operands.append(self.expression())
            self.accept(",")
        return Tree("call", (text, tuple(operands)))


@cache
def _declarations(text: str) -> list[Tree]:
    return _Parser(text).declarations()


def statements(lines: str) -> Tree:
    """Statements as one block."""
    return _Parser("{" + lines + "}").block()


def expression(text: str) -> Tree:
    return _Parser(text).expression()


@dataclass(slots=True)
class Library:
    """The declarations of texts, by name."""

    functions: dict[str, Tree] = field(default_factory=dict)
    structures: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    constants: dict[str, Tree] = field(default_factory=dict)

    def add(self, text: str) -> None:
        for item in _declarations(text):
            name = item.parts[0]
            if item.kind == "fn":
                self.functions[name] = item
            elif item.kind == "struct":
                self.structures[name] = item.parts[1]
            else:
                self.constants[name] = item.parts[1]

    def parts(self, kind: str) -> tuple[tuple[str, str], ...] | None:
        """Names and types of the parts of a structure, a vector or an array; None for scalars."""
        return self.structures.get(kind) or generic_parts(kind)


def returns_early(function: Tree) -> bool:
    """Whether some elements may leave a function before its end."""
    return any(tree.kind == "return" for statement in function.parts[3].parts if statement.kind != "return" for tree in statement.trees())


def calls(tree: Tree) -> set[str]:
    """The names of the functions that a tree calls."""
    return {part.parts[0] for part in tree.trees() if part.kind == "call"}
