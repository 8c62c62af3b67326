"""Variables that were double scalars and become something else: generated code leaves out tests of type, and has to notice."""

from __future__ import annotations

import pytest

from runmat_kernel.session import Session

CHANGES = {
    "x(1) = [];": "1  0",
    "x(end) = [];": "1  0",
    "x(true) = [];": "1  0",
    "x(:) = [];": "0  0",
    "x(1) = '';": "1  0",
    "x = [];": "0  0",
    "x(2) = 7;": "1  2",
    "x = 'ab';": "1  2",
    "x = {1}; x = x{1};": "1  1",
    "x = struct('a', 5); x = x.a;": "1  1",
    "x = int8(3);": "1  1",
    "if k > 0, x(1) = []; end;": "1  0",
    "try, x(1) = []; catch, end;": "1  0",
    "for j = 1:2, if j == 2, x(1) = []; end, end;": "1  0",
    "k(1) = []; x = k;": "1  0",
}
PLACES = {
    "loop": "for k = 1:3, x = 5; {change} y = x * 2 + 1; end, disp(size(y))",
    "while": "k = 0; while k < 3, k = 3; x = 5; {change} y = x * 2 + 1; end, disp(size(y))",
    "function": "function y = f(k), x = 5; {change} y = x * 2 + 1; end\ny = f(1); disp(size(y))",
    "loop in a function": "function y = f(), for k = 1:3, x = 5; {change} y = x * 2 + 1; end, end\ny = f(); disp(size(y))",
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("change", CHANGES)
def test_what_is_no_scalar_any_longer_is_computed_as_an_array(change: str, place: str) -> None:
    outcome = Session(provider="host").run(PLACES[place].format(change=change))
    assert outcome.error is None, outcome.error
    assert " ".join(outcome.text.split()) == " ".join(CHANGES[change].split())
