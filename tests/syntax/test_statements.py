"""Statements: assignment, control flow, command syntax, Octave's spellings."""

from __future__ import annotations

import pytest

from tests.syntax.trees import statements

STATEMENTS = {
    # printing and separators
    "x = 1": "x = 1!",
    "x = 1;": "x = 1",
    "x, y; z": "x!; y; z!",
    "x = 3;;, y": "x = 3; y!",
    "x = 3 % note\ny = 4;": "x = 3!; y = 4",
    "% only a comment": "",
    "": "",
    # assignment
    "[a, b] = f(x);": "[a, b] = f(x)",
    "[a b] = f;": "[a, b] = f",
    "[a,~,c.d(3)] = f(x{:});": "[a, ~, c.d(3)] = f(x{:})",
    "[~, i] = max(x);": "[~, i] = max(x)",
    "[varargout{1:nargout}] = f(varargin{:});": "[varargout{(1:nargout)}] = f(varargin{:})",
    "[x] == y;": "(== [x] y)",
    "x(i).y{3}(2) = 1;": "x(i).y{3}(2) = 1",
    "x(end+1) = 3;": "x((+ end 1)) = 3",
    "A(:, i) = [];": "delete A(:, i)",
    "s.a(2) = []": "delete s.a(2)!",
    "c{2} = [];": "c{2} = []",
    "x = [];": "x = []",
    "x += 2; x -= y; x *= y+1; x .^= 2": "x = (+ x 2); x = (- x y); x = (* x <(+ y 1)>); x = (.^ x 2)!",
    "x++; x--": "x = (+ x 1); x = (- x 1)!",
    # control flow
    "if (x) y=1; end": "If {IfBranch <x> {y = 1}} {}",
    "if x y=1; end": "If {IfBranch x {y = 1}} {}",
    "if x, y, elseif z, w, else, v, end": "If {IfBranch x {y!}; IfBranch z {w!}} {v!}",
    "if ~isempty(x) && x(1) ~= 3 disp('a'); end": "If {IfBranch (&& (~ isempty(x)) (~= x(1) 3)) {disp('a')}} {}",
    "if (x) [a, b] = f(x); end": "If {IfBranch <x> {[a, b] = f(x)}} {}",
    "if x return, end": "If {IfBranch x {Return}} {}",
    "if (x) hold on; end": "If {IfBranch <x> {command hold 'on'}} {}",
    "if x\n  if y\n  end, end": "If {IfBranch x {If {IfBranch y {}} {}}} {}",
    "for k=1:3 disp(k), end": "For k (1:3) {disp(k)!} False",
    "for (i = 1:n) x; end": "For i (1:n) {x} False",
    "for k = {1,2}; k; end": "For k {1, 2} {k} False",
    "for s.i = [1 3]\n x;\nend": "For s.i [1, 3] {x} False",
    "parfor (i=1:3, 4) x; end": "For i (1:3) {x} True",
    "while x x = x-1; end": "While x {x = (- x 1)}",
    "do x=1; until x > 3": "DoUntil {x = 1} (> x 3)",
    "switch x\n case {1,2}\n y;\n case 'a', z;\n otherwise\n w;\nend": "Switch x {Case {1, 2} {y}; Case 'a' {z}} {w}",
    "switch (x) case 1, y; end": "Switch <x> {Case 1 {y}} {}",
    "try x; catch, y; end": "Try {x} None {y}",
    "try h=f(h); catch ME, disp(1); end": "Try {h = f(h)} ME {disp(1)}",
    "try\n x;\ncatch disp('x');\nend": "Try {x} None {disp('x')}",
    "try\n x;\nend": "Try {x} None {}",
    "try, x; catch ME\n y;\nend": "Try {x} ME {y}",
    "unwind_protect\n x;\nunwind_protect_cleanup\n y;\nend_unwind_protect": "Unwind {x} {y}",
    "spmd\n x;\nend": "Spmd {x}",
    "spmd (4)\n x;\nend": "Spmd {x}",
    "if x, y; endif, while z, w; endwhile, for i=1:2, v; endfor": "If {IfBranch x {y}} {}; While z {w}; For i (1:2) {v} False",
    "if !x, y; end": "If {IfBranch (~ x) {y}} {}",
    "global a b; persistent c": "Global {Declaration a None; Declaration b None}; Persistent {Declaration c None}",
    "import a.b.* c.d": "Import {a.b.*; c.d}",
    # comments
    "%{\nx = 1\n%{\nnested\n%}\n%}\ny": "y!",
    "x # note": "x!",
    "x = 5; %{ not a block\ny": "x = 5; y!",
    # commands
    "clear all; close all; clc": "command clear 'all'; command close 'all'; clc!",
    "format long, format compact": "command format 'long'!; command format 'compact'!",
    "hold on, plot(x)": "command hold 'on'!; plot(x)!",
    "colormap gray(256)": "command colormap 'gray(256)'!",
    "print -deps2 f % note": "command print '-deps2' 'f'!",
    "cd ..": "command cd '..'!",
    "cd ./a": "command cd './a'!",
    "ls *.m": "command ls '*.m'!",
    "disp 'hello world'": "command disp 'hello world'!",
    "save f.mat x": "command save 'f.mat' 'x'!",
    "a -1": "command a '-1'!",
    "a - 1": "(- a 1)!",
    "a -1 + b": "command a '-1' '+' 'b'!",
    "a = 3; a -1": "a = 3; (- a 1)!",
    "a (1)": "a(1)!",
    "a == b": "(== a b)!",
    "a ==b": "command a '==b'!",
    "a =b": "a = b!",
    "a'": "(a ')!",
    "axis([0 1 0 1]), grid on": "axis([0, 1, 0, 1])!; command grid 'on'!",
    "!ls -l": "command _shell 'ls -l'!",
    # words that are keywords only in their place
    "properties = 3; methods(x); events = 1": "properties = 3; methods(x); events = 1!",
    "do = 3; until = 4;": "do = 3; until = 4",
    "arguments = 2;": "arguments = 2",
}


@pytest.mark.parametrize("text", STATEMENTS)
def test_statement(text):
    assert statements(text) == STATEMENTS[text]


def test_known_variables_are_no_commands():
    assert statements("a -1", {"a"}) == "(- a 1)!"
    assert statements("a {1}", {"a"}) == "a{1}!"
