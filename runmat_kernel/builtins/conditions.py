"""Conditions of ``findobj``: names with values, -regexp, -property and -function, joined by -and, -or, -xor, -not; cells are brackets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from ..base.errors import MatlabError
from ..values import CellArray
from ..values.convert import as_array, is_text, numel_of, text_of
from ..values.equality import equal

Test = Callable[[Any], bool]


class Questions:
    """The questions of conditions to elements.

    ``more`` are words that take one text (``-class``), with the test of an element and that text.
    """

    more: ClassVar[Mapping[str, Callable[[Any, str], bool]]] = {}

    def __init__(self, session: Any) -> None:
        self.session = session

    def property(self, element: Any, name: str) -> Any:
        """A property by its name; None where the element has none of that name."""
        raise NotImplementedError

    def value(self, element: Any) -> Any:
        """The element as functions get it."""
        return element

    def same(self, own: Any, wanted: Any) -> bool:
        return equal(own, wanted)


def conditions(questions: Questions, items: list[Any]) -> Test:
    """``test(element)`` of all conditions in ``items``, which is emptied; raises MatlabError where one is incomplete."""
    return _Reader(questions, items).conditions()


class _Reader:
    def __init__(self, questions: Questions, items: list[Any]) -> None:
        self.questions, self.items = questions, items

    def _word(self) -> str:
        item = self.items[0] if self.items else None
        return text_of(item).lower() if item is not None and type(item) is not CellArray and is_text(item) else ""

    def _take(self) -> Any:
        if not self.items:
            raise MatlabError("Incomplete property name and value pair.", "MATLAB:findobj:IncompletePair", function="findobj")
        return self.items.pop(0)

    def conditions(self) -> Test:
        condition = self._joined()
        while self._word() in ("-or", "-xor"):
            exclusive, left, right = text_of(self._take()).lower() == "-xor", condition, self._joined()
            condition = self._either(left, right, exclusive)
        return condition

    @staticmethod
    def _either(left: Test, right: Test, exclusive: bool) -> Test:
        return (lambda element: left(element) != right(element)) if exclusive else (lambda element: left(element) or right(element))

    def _joined(self) -> Test:
        tests = []
        while self.items and self._word() not in ("-or", "-xor"):
            if self._word() == "-and":
                self._take()
            tests.append(self._one())
        return lambda element: all(test(element) for test in tests)

    def _one(self) -> Test:
        word, first = self._word(), self._take()
        if type(first) is CellArray:
            return conditions(self.questions, list(first.array.ravel(order="F")))
        if word == "-not":
            inner = self._one()
            return lambda element: not inner(element)
        if word == "-regexp":
            return self._like(text_of(self._take()), self._take())
        if word == "-property":
            name = text_of(self._take())
            return lambda element: self.questions.property(element, name) is not None
        if word == "-function":
            item = self._take()
            return self._true_of(self._take(), text_of(item)) if is_text(item) else self._true_of(item, None)
        if word in self.questions.more:
            more, asked = self.questions.more[word], text_of(self._take())
            return lambda element: more(element, asked)
        if not is_text(first):
            text = "Parameter must be a string scalar or character vector."
            raise MatlabError(text, "MATLAB:findobj:InvalidParameter", function="findobj")
        return self._has(text_of(first), self._take())

    def _has(self, name: str, value: Any) -> Test:
        def test(element: Any) -> bool:
            own = self.questions.property(element, name)
            return own is not None and self.questions.same(own, value)

        return test

    def _like(self, name: str, pattern: Any) -> Test:
        session = self.questions.session

        def test(element: Any) -> bool:
            own = self.questions.property(element, name)
            return own is not None and is_text(own) and numel_of(session.feval("regexp", (own, pattern, session.value("start")), 1)[0]) > 0

        return test

    def _true_of(self, function: Any, name: str | None) -> Test:
        def test(element: Any) -> bool:
            own = self.questions.value(element) if name is None else self.questions.property(element, name)
            return own is not None and bool(as_array(self.questions.session.feval(function, (own,), 1)[0]).all())

        return test
