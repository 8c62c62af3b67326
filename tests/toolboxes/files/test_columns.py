"""Columns of texts: literals, delimiters, comments, short lines, empty and absent values, classes."""

import pytest

from runmat_kernel.session import execute

NL = "char(10)"


@pytest.mark.parametrize(
    ("program", "condition"),
    [
        (f"[a, b] = strread(['Tom 100 mi' {NL} 'Dick 90 mi'], '%s %f mi')", "isequal(a, {'Tom'; 'Dick'}) && isequal(b, [100; 90])"),
        (f"a = strread(['/* this is' {NL} 'a comment*/ 1 2 3'], '%f', 'commentstyle', 'c')", "isequal(a, [1; 2; 3])"),
        ("a = strread('Hello World! // said', '%s', 'commentstyle', 'c++')", "isequal(a, {'Hello'; 'World!'})"),
        ("a = strread('[SomeText]', '[%s', 'delimiter', ']')", "isequal(a, {'SomeText'})"),
        ("a = strread('/home/foo/', '%s', 'delimiter', '/', 'MultipleDelimsAsOne', 1)", "isequal(a, {'home'; 'foo'})"),
        (f"[a, b] = strread(['1 2' {NL} '3 4' {NL}], '%f %f\\n')", "isequal(a, [1; 3]) && isequal(b, [2; 4])"),
        ("a = strread('10 a', '%d %s')", "isa(a, 'double')"),
        (f"c = textscan(['1,2' {NL} '3,4,5'], '%f %f %f', 'Delimiter', ',')", "isequaln(c, {[1; 3], [2; 4], [NaN; 5]})"),
        (f"c = textscan(['1,NA' {NL} '3,4'], '%f %d8', 'Delimiter', ',', 'TreatAsEmpty', 'NA')", "isequal(c, {[1; 3], int8([0; 4])})"),
        ("c = textscan('1,\"a, b\",2', '%f %q %f', 'Delimiter', ',')", "isequal(c{2}, {'a, b'}) && c{3} == 2"),
        ("c = textscan('x1;y2', '%*c%f32', 'Delimiter', ';')", "isequal(c{1}, single([1; 2]))"),
        ("c = textscan('1 2 3 4 5', '%f %f', 2)", "isequal(c, {[1; 3], [2; 4]})"),
        (f"c = textscan(['a b, 3' {NL} ' c, 4'], '%s %f', 'Delimiter', ',')", "isequal(c, {{'a b'; 'c'}, [3; 4]})"),
        ("c = textscan('1,2,3', '', 'Delimiter', ',')", "isequal(c, {1, 2, 3})"),
        # what ends a line is no part of its text, also where no character counts as a blank
        (
            "t = sprintf('a b\\r\\nc\\r\\n'); [c, n] = textscan(t, '%s', 'Delimiter', '\\n', 'Whitespace', '');",
            "isequal(c, {{'a b'; 'c'}}) && n == numel(t)",
        ),
        ("c = textscan('1,2;;3,4;;', '%f %s', 'Delimiter', ',', 'EndOfLine', ';;', 'Whitespace', '')", "isequal(c, {[1; 3], {'2'; '4'}})"),
        ("x = ones(2, 0); x(3, :) = 2;", "isequal(size(x), [3 0])"),
        ("x = ones(0, 2); x(3) = 5;", "isequal(x, [0 0 5])"),
        ("x = zeros(2); x([], 3) = 1;", "isequal(x, zeros(2))"),
        ("a = sscanf('0177 08', '%i')", "isequal(a, [127; 0; 8])"),
        ("c = textscan(sprintf('1,2\\n3,'), '%f %f', 'Delimiter', ',');", "isequaln(c, {[1; 3], [2; NaN]})"),
        ("c = textscan(sprintf('1,2,3\\n4,'), '%f %s %f', 'Delimiter', ',');", "isequal(c, {[1; 4], {'2'; ''}, 3})"),
        ("c = textscan('1,2,', '%f', 'Delimiter', ',');", "isequal(c, {[1; 2]})"),
        ("a = sscanf('TT7.mat', '%*[TT]%d%')", "isequal(a, 7)"),
        ("f = [tempname '.mat']; s = sparse([1 0; 0 2]); save(f, 's'); t = load(f); delete(f);", "issparse(t.s) && isequal(t.s, s)"),
        ("warning('off', 'backtrace'); w = warning('query', 'backtrace');", "strcmp(w.state, 'off')"),
        ("m = containers.Map({'a', 'b'}, {1, 2});", "strcmp(m.ValueType, 'double')"),
    ],
)
def test_reading(program, condition):
    execute(f"{program};\nassert({condition});")
