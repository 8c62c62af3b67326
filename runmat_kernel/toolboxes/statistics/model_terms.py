"""Terms of linear models: Wilkinson's formulas and named models as powers of predictors, and their columns in the design matrix."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ...base.errors import MatlabError
from ...base.records import record

Term = tuple[int, ...]
"""The power of each predictor; all zero for the constant."""
_TOKEN = re.compile(r"\s*([A-Za-z]\w*|\d+|[-+*:^()])")


@record
class Predictor:
    """A variable of a model: ``columns`` makes its numbers, a column for each of ``endings``, which follow the name in coefficients."""

    name: str
    endings: tuple[str, ...]
    columns: Callable[[object], np.ndarray]


def named_terms(model: str, count: int, *, constant: bool = True) -> list[Term]:
    """The terms of 'constant', 'linear', 'interactions', 'purequadratic' or 'quadratic' of as many predictors."""
    one = [tuple(int(k == j) for k in range(count)) for j in range(count)]
    pairs = [tuple(int(k in pair) for k in range(count)) for pair in itertools.combinations(range(count), 2)]
    squares = [tuple(2 * power for power in term) for term in one]
    terms: dict[str, list[Term]] = {
        "constant": [], "linear": one, "interactions": one + pairs, "purequadratic": one + squares, "quadratic": one + pairs + squares,
    }  # fmt: skip
    if model.lower() not in terms:
        raise MatlabError(f"'{model}' is neither a model nor a formula.", "stats:classreg:regr:TermsRegression:BadModel")
    return [(0,) * count] * constant + terms[model.lower()]


def parsed_terms(text: str, names: Sequence[str]) -> list[Term]:
    """The terms of the right side of a formula as ``x1*x2 - x1:x2 + x3^2 - 1``; a constant is included unless it is subtracted."""
    tokens, at = [], 0
    while at < len(text.rstrip()):
        match = _TOKEN.match(text, at)
        if match is None:
            raise _not_understood(text)
        tokens.append(match.group(1))
        at = match.end()
    reader = _Reader(tokens, {name: tuple(int(name == other) for other in names) for name in names}, text)
    terms = reader.whole()
    return sorted(terms, key=lambda term: (sum(term) > 0, sum(term) > 1, sum(term), max(term, default=0) > 1, [-p for p in term]))


def _not_understood(text: str) -> MatlabError:
    return MatlabError(
        f"Unable to understand the character vector or string scalar '{text}'.", "stats:classreg:regr:LinearFormula:BadString"
    )


class _Reader:
    """Reads sums of products of predictors; a set of terms is a dict, which keeps their order."""

    def __init__(self, tokens: list[str], known: Mapping[str, Term], text: str) -> None:
        self.tokens, self.known, self.text = tokens, known, text
        self.nothing: Term = (0,) * len(known)

    def whole(self) -> list[Term]:
        terms = dict.fromkeys([self.nothing])
        sign = "+"
        while True:
            if self.tokens and self.tokens[0] in "+-":
                sign = self.tokens.pop(0)
            part = self.product()
            if part == [()]:  # 0: without the constant
                terms.pop(self.nothing, None)
            elif sign == "+":
                terms.update(dict.fromkeys(part))
            else:
                for term in part:
                    terms.pop(term, None)
            if not self.tokens:
                return list(terms)
            sign = self.tokens.pop(0)
            if sign not in "+-":
                raise _not_understood(self.text)

    def product(self) -> list[Term]:
        terms = self.power()
        while self.tokens and self.tokens[0] in "*:":
            is_crossed = self.tokens.pop(0) == "*"
            other = self.power()
            joined = [tuple(a + b for a, b in zip(left, right, strict=True)) for left in terms for right in other]
            terms = list(dict.fromkeys([*terms, *other, *joined])) if is_crossed else joined
        return terms

    def power(self) -> list[Term]:
        terms = self.single()
        if self.tokens and self.tokens[0] == "^":
            self.tokens.pop(0)
            if not self.tokens or not self.tokens[0].isdigit() or len(terms) != 1:
                raise _not_understood(self.text)
            most = int(self.tokens.pop(0))
            terms = [tuple(k * p for p in terms[0]) for k in range(1, most + 1)]
        return terms

    def single(self) -> list[Term]:
        word = self.tokens.pop(0) if self.tokens else ""
        if word in ("0", "1"):
            return [self.nothing] if word == "1" else [()]
        if word in self.known:
            return [self.known[word]]
        if word.isidentifier():
            raise MatlabError(f"Unrecognized variable name '{word}'.", "stats:classreg:regr:LinearFormula:UnrecognizedVariables")
        raise _not_understood(self.text)


def written(terms: Sequence[Term], names: Sequence[str]) -> str:
    """Terms as a formula: ``1 + x1*x2`` where both variables and their product are there."""
    if not terms:
        return "0"
    mains = {term.index(1) for term in terms if sum(term) == 1}
    crossed = [used for term in terms if len(used := _used(term)) == 2 and max(term) == 1 and set(used) <= mains]
    covered = {k for pair in crossed for k in pair}
    pieces = []
    for term in terms:
        used = _used(term)
        if not used:
            pieces.append("1")
        elif used in crossed:
            pieces.append("*".join(names[k] for k in used))
        elif not (sum(term) == 1 and used[0] in covered):
            pieces.append(":".join(names[k] + (f"^{term[k]}" if term[k] > 1 else "") for k in used))
    return " + ".join(pieces)


def _used(term: Term) -> list[int]:
    """The variables of a term."""
    return [k for k, power in enumerate(term) if power]


def design(terms: Sequence[Term], predictors: Sequence[Predictor], columns: Sequence[np.ndarray], rows: int) -> np.ndarray:
    """The columns of all terms, from those of the predictors."""
    blocks = []
    for term in terms:
        product = np.ones((rows, 1))
        for power, column in zip(term, columns, strict=True):
            if power:
                block = column**power
                product = (block[:, :, None] * product[:, None, :]).transpose(0, 2, 1).reshape(rows, -1)
        blocks.append(product)
    return np.hstack(blocks) if blocks else np.zeros((rows, 0))


def coefficient_names(terms: Sequence[Term], predictors: Sequence[Predictor]) -> list[str]:
    """The names of the columns that ``design`` makes."""
    labels = []
    for term in terms:
        names = [""]
        for power, predictor in zip(term, predictors, strict=True):
            if power:
                parts = [predictor.name + ending + (f"^{power}" if power > 1 else "") for ending in predictor.endings]
                names = [f"{a}:{b}" if a else b for a in names for b in parts]
        labels += names if any(term) else ["(Intercept)"]
    return labels
