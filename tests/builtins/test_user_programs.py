"""What programs of users brought to light: each stays right."""

import pytest

from runmat_kernel.session import execute

PRINTED = [
    ("T = table([1;2], {'a';'b'}, [\"x\";\"y\"], 'VariableNames', {'n','c','s'}); S = T(T.n > 5, :); disp(size(S)), t = evalc('S'); "
     "fprintf('%d%d', contains(t, '0×3 empty table'), contains(t, 'n    c    s'))", "     0     3\n11"),
    ("a = table([1;2], [3;4]); b = 2*a/4; fprintf('%g ', b{:,:})", "0.5 1 1.5 2 "),
    ("x = 1; T = table(x, pi, true); fprintf('%s ', T.Properties.VariableNames{:})", "x Var2 Var3 "),
    ("x = 1; h = @table; T = h(x, pi); fprintf('%s ', T.Properties.VariableNames{:})", "x Var2 "),
    ("T = table([1;2;3]); T.n(3,1) = 7; T.c{3,1} = 'x'; fprintf('%g ', T.n), fprintf('%s%d', T.c{3}, numel(T.c))", "0 0 7 x3"),
    ("C = splitapply(@(x,y) {[x y]}, table([1;2;3], [4;5;6]), [1;2;1]); fprintf('%d', C{1})", "1346"),
    ("T = table([1e5;123456], int32([123456789;1]), [99999;0.1]); t = evalc('T'); "
     "fprintf('%d', contains(t, '1.2346e+05') + contains(t, '123456789') + contains(t, '99999'))", "3"),
    ("T = table(1, 'VariableNames', {'q'}); p = T.Properties; p.Description = 'd'; T.Properties = p; fprintf('%s %s %s', class(p), "
     "T.Properties.Description, T.Properties.VariableTypes)", "matlab.tabular.TableProperties d double"),
    ("T = table(1); t = evalc('T.Properties'); fprintf('%d', contains(t, 'TableProperties with properties:'))", "1"),
    ("s.a = [\"x\" \"yy\"]; t = evalc('s'); fprintf('%d', contains(t, 'a: [\"x\"    \"yy\"]'))", "1"),
    ("t = datetime(1e9, 'ConvertFrom', 'epochtime', 'Epoch', '2000-01-01'); fprintf('%d', year(t))", "2031"),
    ("t = datetime(0, 'ConvertFrom', 'ntfs'); fprintf('%s', string(t, 'uuuu-MM-dd'))", "1601-01-01"),
    ("y = detrend([1 2 3 7 8 9], 1, 4, 'Continuous', false); fprintf('%d', all(abs(y) < 1e-12))", "1"),
    ("y = detrend([1 NaN 3 4], 'omitnan'); fprintf('%d', isnan(y))", "0100"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "text"), PRINTED)
def test_printed(code, text):
    assert execute("format compact\n" + code) == text
