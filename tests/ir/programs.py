"""Small programs of one loop: what their variables are before it, and the loop; for the tests of ``ir``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from runmat_kernel.ir.build import Observed, build
from runmat_kernel.ir.nodes import Loop
from runmat_kernel.language.loops.machine import observe
from runmat_kernel.session import Session
from runmat_kernel.syntax import ast as m
from runmat_kernel.syntax.ast import Program

_TEXT = """\
% sum
s = 0;
for k = 1:10
  s = s + 1 / k;
end
% collatz
n = 27; c = 0;
while n ~= 1
  if mod(n, 2) == 0
    n = n / 2;
  else
    n = 3 * n + 1;
  end
  c = c + 1;
end
% sieve
p = true(1, 40);
for i = 2:6
  for j = i * i:i:40
    p(j) = false;
  end
end
% first
x = [3 1 4 1 5]; at = 0;
for k = 1:5
  if x(k) == 4
    at = k;
    break
  end
end
% odd
s = 0;
for k = 1:9
  if mod(k, 2) == 0, continue, end
  s = s + k;
end
% growth
v = 1;  v = [1 2];
for k = 1:6
  v(end + 1) = v(end) + v(end - 1);
end
% saturation
u = uint8(250);
for k = 1:9
  u = u + uint8(k) * 1.5;
end
% singles
s = single(0);
for k = 1:20
  s = s + 0.1;
end
% complex
z = 0; c = -0.4 + 0.6i; k = 0;
while abs(z) < 2 && k < 30
  z = z ^ 2 + c;
  k = k + 1;
end
% switch
a = 0; b = 0;
for k = 1:7
  switch mod(k, 3)
    case 0
      a = a + 1;
    case {1, 2}
      b = b - k;
  end
end
% sort
x = [5 2 8 1 9];
for i = 1:5
  for j = 1:5 - i
    if x(j) > x(j + 1)
      t = x(j); x(j) = x(j + 1); x(j + 1) = t;
    end
  end
end
% matrix
A = magic(4); s = 0;
for i = 1:4
  for j = 1:size(A, 2)
    A(i, j) = A(i, j) * i - j; s = s + A(end, j);
  end
end
% fractions
s = 0;
for t = 0:0.1:1
  s = s + t * t;
end
% backwards
s = '';  n = 0; s = 'hello';
for k = 5:-2:1
  n = 2 * n + (s(k) - 'a');
end
% recursion
s = 0;
for k = 1:8
  s = s + fib(k);
end
function f = fib(n)
  if n < 2
    f = n;
  else
    f = fib(n - 1) + fib(n - 2);
  end
end
% two outputs
a = 7; b = 3;
while b > 0
  [a, b] = step(a, b);
end
function [x, y] = step(a, b)
  x = b; y = rem(a, b);
end
"""


def _read() -> dict[str, tuple[str, str]]:
    """The programs by the names above them."""
    found = {}
    for part in re.split(r"^% ", _TEXT, flags=re.MULTILINE)[1:]:
        name, before, text = part.rstrip("\n").split("\n", 2)
        found[name] = before, text
    return found


PROGRAMS = _read()
"""By name: the statements before a loop, and the loop with the functions that it calls."""


class Names:
    """What names mean where nothing is changed: functions of the program, else MATLAB's."""

    def __init__(self, program: Program) -> None:
        self.functions = {f.name: f for f in program.functions}

    def is_builtin(self, name: str) -> bool:
        return True

    def user(self, name: str) -> tuple[m.Function, Names] | None:
        return (self.functions[name], self) if name in self.functions else None


@dataclass
class Prepared:
    """A program that was run up to its loop, and the loop."""

    session: Session
    text: str
    node: m.For | m.While
    loop: Loop


def prepared(name: str) -> Prepared:
    from runmat_kernel.base.source import Source
    from runmat_kernel.syntax.parser import parse

    before, text = PROGRAMS[name]
    session = Session(provider="host", loops=False)
    assert session.run(before).error is None
    program = parse(Source("test", text))
    node = program.statements[0]
    assert isinstance(node, (m.For, m.While))
    observed: dict[str, Observed] = {}
    for key, value in session.workspace_values.items():
        seen = observe(value)
        assert seen is not None
        observed[key] = Observed(seen.matlab_class, seen.is_array, seen.is_complex, "end + 1) =" in text and key == "v", seen.whole)
    whole = None if isinstance(node, m.While) else "0.1" not in text.partition("\n")[0]
    return Prepared(session, text, node, build(node, observed, Names(program), whole))
