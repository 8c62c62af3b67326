"""Programs of unusual size or depth, as generators of code write them: each a text, and what ``y`` is behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Huge:
    """A program: it sets ``y`` to ``value``; where ``value`` is None it may also end in an error of MATLAB's kind."""

    text: str
    value: float | None = None


def _nested(head: str, n: int, body: str, tail: str = "end") -> str:
    return "\n".join([head.replace("#", str(k)) for k in range(n)] + [body] + [tail] * n)


def _lines(template: str, n: int) -> str:
    return "\n".join(template.replace("#", str(k)) for k in range(n))


def _function_file(n: int, body: str = "y = x + 1;") -> str:
    return "y = f7(1);\n" + _lines(f"function y = f#(x)\n{body}\nend", n)


def _class(n: int) -> str:
    return "classdef Big\nproperties\n" + _lines("p# = #", n) + "\nend\nend\n"


SHAPES: dict[str, Callable[[], Huge]] = {
    # lists
    "numbers in a row": lambda: Huge("x = [" + " ".join(map(str, range(1_000_000))) + "]; y = numel(x);", 1e6),
    "numbers in a column": lambda: Huge("x = [" + "\n".join(map(str, range(300_000))) + "]; y = numel(x);", 3e5),
    "signed numbers in a matrix": lambda: Huge("x = [" + ";".join(["-1.5, 2e-3, 1i"] * 100_000) + "]; y = numel(x);", 3e5),
    "names in a row": lambda: Huge("a = 2; x = [" + " ".join(["a"] * 100_000) + "]; y = sum(x);", 2e5),
    "calls in a row": lambda: Huge("x = [" + ", ".join(["max(1, 2)"] * 20_000) + "]; y = sum(x);", 4e4),
    "texts in a cell": lambda: Huge("x = {" + ", ".join(f"'t{k}'" for k in range(200_000)) + "}; y = numel(x);", 2e5),
    "rows of names": lambda: Huge("a = 1; x = [" + "; ".join(["a a"] * 20_000) + "]; y = sum(x(:));", 4e4),
    "names in a cell": lambda: Huge("a = 1; x = {" + ", ".join(["a"] * 50_000) + "}; y = numel(x);", 5e4),
    "strings in an array": lambda: Huge("x = [" + " ".join(['"ab"'] * 100_000) + "]; y = numel(x);", 1e5),
    "arguments": lambda: Huge("x = horzcat(" + ",".join(["1"] * 100_000) + "); y = sum(x);", 1e5),
    "outputs": lambda: Huge("c = num2cell(ones(1, 5000)); [" + ",".join(f"v{k}" for k in range(5000)) + "] = c{:}; y = v4999;", 1),
    "subscripts": lambda: Huge("x = 7; y = x(" + ",".join(["1"] * 10_000) + ");", 7),
    # statements
    "statements": lambda: Huge("y = 0;\n" + _lines("y = y + 1;", 50_000), 5e4),
    "statements of one line": lambda: Huge("y = 0;" + "y = y + 1;" * 20_000, 2e4),
    "statements of names": lambda: Huge(_lines("v# = #;", 20_000) + "\ny = v19999;", 19_999),
    "statements of calls": lambda: Huge("x = zeros(1, 9);\n" + _lines("x(mod(#, 9) + 1) = sin(#);", 15_000) + "\ny = numel(x);", 9),
    "statements in a loop": lambda: Huge("y = 0; for k = 1:2\n" + _lines("y = y + k;", 20_000) + "\nend", 6e4),
    "statements in a function": lambda: Huge("y = f(1);\nfunction y = f(y)\n" + _lines("y = y + 1;", 30_000) + "\nend", 30_001),
    "statements of arrays": lambda: Huge("x = ones(1, 500); y = 0;\n" + _lines("x = x .* 2 - 1;", 5_000) + "\ny = sum(x);", 500),
    "fields": lambda: Huge(_lines("s.f# = #;", 10_000) + "\ny = s.f9999;", 9_999),
    "printed statements": lambda: Huge(_lines("y = #", 5_000), 4_999),
    "ifs": lambda: Huge("y = 0;\n" + _lines("if y == #, y = # + 1; end", 10_000), 1e4),
    "loops": lambda: Huge("y = 0;\n" + _lines("for k = 1:2, y = y + k; end", 2_000), 6e3),
    "tries": lambda: Huge("y = 0;\n" + _lines("try, y = y + 1; catch e, end", 5_000), 5e3),
    "anonymous functions": lambda: Huge(_lines("g# = @(x) x + #;", 3_000) + "\ny = g2999(1);", 3_000),
    "commands": lambda: Huge(_lines("format long", 5_000) + "\nformat\ny = 1;", 1),
    "deletions": lambda: Huge("x = ones(1, 5000);\n" + _lines("x(1) = [];", 4_000) + "\ny = numel(x);", 1_000),
    # branches
    "elseif": lambda: Huge("x = 4999; if x < 0, y = 0;\n" + _lines("elseif x == #, y = #;", 5_000) + "\nend", 4_999),
    "elseif with else": lambda: Huge("x = -1; if x == -2, y = 0;\n" + _lines("elseif x == #, y = #;", 5_000) + "\nelse, y = 5; end", 5),
    "elseif in a function": lambda: Huge(
        "y = f(4999);\nfunction y = f(x)\nif x < 0, y = 0;\n" + _lines("elseif x == #, y = #;", 5_000) + "\nend\nend", 4_999
    ),
    "elseif in a loop": lambda: Huge(
        "y = 0; for k = 1:2\nif k < 0, y = 0;\n" + _lines("elseif k == # + 2, y = #;", 3_000) + "\nend\nend", 0
    ),
    "cases": lambda: Huge("switch 9999\n" + _lines("case #, y = #;", 10_000) + "\nend", 9_999),
    "cases of texts": lambda: Huge("switch 't9999'\n" + _lines("case {'t#', 'u#'}, y = #;", 10_000) + "\notherwise, y = -1; end", 9_999),
    "else with if": lambda: Huge("x = 999;\n" + _nested("if x == #, y = #; else", 1_000, "y = -1;"), 999),
    # chains
    "sum": lambda: Huge("y = " + "+".join(["1"] * 100_000) + ";", 1e5),
    "sum of names": lambda: Huge("a = 1; y = " + " + ".join(["a"] * 100_000) + ";", 1e5),
    "sum of calls": lambda: Huge("y = " + " + ".join(["max(1, 2)"] * 10_000) + ";", 2e4),
    "sum of arrays": lambda: Huge("a = ones(3); y = " + " + ".join(["a"] * 20_000) + "; y = y(1);", 2e4),
    "sum of large arrays": lambda: Huge("a = ones(300); y = " + " + ".join(["a"] * 2_000) + "; y = y(1);", 2e3),
    "sum in a loop": lambda: Huge("y = 0; a = 1; for k = 1:9\ny = y + " + " + ".join(["a"] * 2_000) + ";\nend", 18e3),
    "sum in a function": lambda: Huge("y = f(1);\nfunction y = f(a)\ny = " + " + ".join(["a"] * 50_000) + ";\nend", 5e4),
    "sum in an anonymous function": lambda: Huge("g = @(a) " + " + ".join(["a"] * 20_000) + "; y = g(1);", 2e4),
    "products": lambda: Huge("a = 1; y = " + ".*".join(["a"] * 50_000) + ";", 1),
    "mixed powers": lambda: Huge("a = 1; y = 2" + "^a^-a" * 500 + ";", 2),
    "powers": lambda: Huge("a = 1; y = " + "^".join(["a"] * 20_000) + ";", 1),
    "ands": lambda: Huge("a = true; y = double(" + " && ".join(["a"] * 50_000) + ");", 1),
    "ors of comparisons": lambda: Huge("a = 3; if " + " || ".join(["a == 4"] * 20_000) + ", y = 0; else, y = 1; end", 1),
    "elementwise ors in a condition": lambda: Huge("a = 3; if " + " | ".join(["a == 4"] * 20_000) + ", y = 0; else, y = 1; end", 1),
    "comparisons": lambda: Huge("a = 1; y = double(" + " == ".join(["a"] * 20_000) + ");", 1),
    "colons": lambda: Huge("x = " + ":".join(["1"] * 5_000) + "; y = 1;", 1),
    "mixed operators": lambda: Huge("a = 1; y = " + " + ".join(["a * a - a"] * 20_000) + ";", None),
    "signs": lambda: Huge("y = " + "-" * 10_000 + "1;", 1),
    "negations": lambda: Huge("x = 1; y = double(" + "~" * 10_000 + "x);", 1),
    "negations of a condition": lambda: Huge("x = 1; y = 0; if " + "~" * 10_001 + "x, y = 2; end", 0),
    "transposes": lambda: Huge("x = 5; y = x" + "'" * 10_000 + ";", 5),
    "text sums": lambda: Huge('s = ' + " + ".join(['"ab"'] * 10_000) + "; y = strlength(s);", 2e4),
    # depth
    "parentheses": lambda: Huge("y = " + "(" * 10_000 + "1" + ")" * 10_000 + ";"),
    "brackets": lambda: Huge("y = " + "[" * 10_000 + "1" + "]" * 10_000 + ";"),
    "cells": lambda: Huge("x = " + "{" * 10_000 + "1" + "}" * 10_000 + "; y = 1;"),
    "calls": lambda: Huge("y = " + "abs(" * 10_000 + "1" + ")" * 10_000 + ";"),
    "150 parentheses with sums": lambda: Huge("y = " + "(1+" * 150 + "1" + ")" * 150 + ";", 151),
    "150 brackets of names": lambda: Huge("a = 1; y = " + "[" * 150 + "a" + "]" * 150 + ";", 1),
    "150 cells of names": lambda: Huge("a = 1; x = " + "{" * 150 + "a" + "}" * 150 + "; y = 1;", 1),
    "150 calls of own functions": lambda: Huge("y = " + "f(" * 150 + "1" + ")" * 150 + ";\nfunction y = f(x), y = x + 1; end", 151),
    "150 subscripts in subscripts": lambda: Huge("x = [1 2]; y = " + "x(" * 150 + "1" + ")" * 150 + ";", 1),
    "150 subscripts with end": lambda: Huge("x = 1:9; y = " + "x(end - 8 * " * 150 + "1" + ")" * 150 + ";", 1),
    "chained fields": lambda: Huge("s.a = 1; y = s" + ".a" * 10_000 + ";", None),
    "assigned fields": lambda: Huge("s" + ".a" * 2_000 + " = 1; y = 1;", 1),
    "chained parentheses": lambda: Huge("x = 1; y = x" + "(1)" * 10_000 + ";", None),
    "chained braces": lambda: Huge("x = {1}; y = x" + "{1}" * 10_000 + ";", None),
    "assigned braces": lambda: Huge("x" + "{1}" * 2_000 + " = 1; y = 1;", 1),
    "for": lambda: Huge("y = 0;\n" + _nested("for i# = 1:1", 300, "y = y + 1;")),
    "while": lambda: Huge("y = 0;\n" + _nested("while y < 1", 300, "y = y + 1;"), None),
    "if": lambda: Huge("y = 0;\n" + _nested("if y < 1", 1_000, "y = y + 1;"), 1),
    "switch": lambda: Huge("y = 0;\n" + _nested("switch y, case 0", 300, "y = y + 1;"), 1),
    "try": lambda: Huge("y = 0;\n" + _nested("try", 300, "y = y + 1;"), None),
    "for in a function": lambda: Huge("y = f(0);\nfunction y = f(y)\n" + _nested("for i# = 1:1", 60, "y = y + 1;") + "\nend", None),
    "fors of 15": lambda: Huge("y = 0;\n" + _nested("for i# = 1:1", 15, "y = y + 1;"), 1),
    "anonymous functions in each other": lambda: Huge("g = " + "@(x) " * 300 + "x; y = 1;", 1),
    "anonymous functions of anonymous functions": lambda: Huge("g = " + "@(x) " * 5_000 + "x; y = 1;"),
    "nested ifs": lambda: Huge("y = 0;\n" + _nested("if y < 1", 5_000, "y = y + 1;")),
    "loops in each other that set one name": lambda: Huge(
        "y = 0; i = 1; a = 1;\n" + _nested("for i = 1:1, a = i; ", 18, "y = y + 1;", "i = 'x'; end"), 1
    ),
    "nested functions": lambda: Huge("y = f0(1);\n" + _nested("function y = f#(x)\ny = 1;", 100, "y = 1;"), None),
    "open parentheses": lambda: Huge("y = " + "(" * 50_000),
    "open brackets": lambda: Huge("y = " + "[" * 50_000),
    "open braces": lambda: Huge("y = " + "{ " * 50_000),
    "open calls": lambda: Huge("y = " + "f(" * 50_000),
    "open fors": lambda: Huge("for k = 1:2\n" * 10_000),
    "ends": lambda: Huge("end\n" * 10_000),
    # text
    "long char": lambda: Huge("x = '" + "a''" * 2_000_000 + "'; y = numel(x);", 4e6),
    "long string": lambda: Huge('x = "' + "b" * 5_000_000 + '"; y = strlength(x);', 5e6),
    "long comment": lambda: Huge("% " + "c" * 5_000_000 + "\ny = 1;", 1),
    "comments": lambda: Huge("% d\n" * 100_000 + "y = 1;", 1),
    "comments behind statements": lambda: Huge("y = 1; % d\n" * 20_000, 1),
    "block comment": lambda: Huge("%{\n" + "line\n" * 100_000 + "%}\ny = 1;", 1),
    "block comments in each other": lambda: Huge("%{\n" * 20_000 + "%}\n" * 20_000 + "y = 1;", 1),
    "block comments": lambda: Huge("%{\nc\n%}\n" * 20_000 + "y = 1;", 1),
    "open block comment": lambda: Huge("%{\n" * 50_000),
    "blank lines": lambda: Huge("\n" * 500_000 + "y = 1;", 1),
    "blanks": lambda: Huge("y =" + " " * 2_000_000 + "1;", 1),
    "continued lines": lambda: Huge("y = 1" + " + ...\n1" * 10_000 + ";", 10_001),
    "empty continued lines": lambda: Huge("y = ...\n" + "...\n" * 20_000 + "1;", 1),
    "long name": lambda: Huge("a" * 1_000_000 + " = 1; y = 1;", None),
    "long number": lambda: Huge("y = 1" + "0" * 100_000 + ";", None),
    "long decimal": lambda: Huge("y = 1." + "3" * 100_000 + ";", None),
    "quotes": lambda: Huge("'" * 100_001),
    "long command": lambda: Huge("disp " + "a " * 20_000, None),
    "long format": lambda: Huge("y = numel(sprintf('" + "%d" * 100_000 + "', 1));", None),
    "semicolons": lambda: Huge(";" * 100_000 + "y = 1;", 1),
    "commas in a matrix": lambda: Huge("x = [" + ";" * 100_000 + "1]; y = x;", 1),
    "carriage returns": lambda: Huge("\r" * 100_000 + "y = 1;", None),
    "NUL": lambda: Huge("y = 1;" + "\0" * 100_000, None),
    # definitions
    "functions": lambda: Huge(_function_file(5_000), 2),
    "functions without end": lambda: Huge("function y = f0(x)\ny = 1;\n" + _lines("function y = f#(x)\ny = 2;", 5_000), None),
    "parameters": lambda: Huge("y = f(1);\nfunction y = f(" + ", ".join(f"a{k}" for k in range(5_000)) + ")\ny = a0;\nend", 1),
    "functions that call on": lambda: Huge(_lines("function y = f#(x)\ny = f#(x) + 1;\nend", 2_000) + "\ny = 1;", None),
    "properties": lambda: Huge(_class(5_000), None),
    "methods": lambda: Huge("classdef Big\nmethods\n" + _lines("function y = m#(o), y = 1; end", 3_000) + "\nend\nend\n", None),
    "enumeration": lambda: Huge("classdef Big\nenumeration\n" + _lines("e#", 3_000) + "\nend\nend\n", None),
    "globals": lambda: Huge("global" + "".join(f" g{k}" for k in range(5_000)) + "\ny = 1;", 1),
    "declared arguments": lambda: Huge(
        "y = f(1);\nfunction y = f(x, o)\narguments\nx\n" + _lines("o.p# (1,1) double = #", 1_000) + "\nend\ny = o.p999;\nend", 999
    ),
    # text that is evaluated
    "eval of statements": lambda: Huge("y = 0; eval(repmat('y = y + 1;', 1, 10000));", 1e4),
    "eval of a sum": lambda: Huge("y = eval(['0' repmat('+1', 1, 20000)]);", 2e4),
    "str2func of a sum": lambda: Huge("g = str2func(['@() 0' repmat('+1', 1, 10000)]); y = g();", 1e4),
    "str2num of numbers": lambda: Huge("y = numel(str2num(repmat('1 ', 1, 100000)));", 1e5),
    "eval in eval": lambda: Huge("t = 'y = 1;'; for k = 1:8, t = ['eval(''' strrep(t, '''', '''''') ''');']; end, eval(t)", 1),
}  # fmt: skip
"""Name -> the program, made when it is asked for."""
