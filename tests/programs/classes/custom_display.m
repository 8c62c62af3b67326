% Source: https://www.mathworks.com/help/matlab/matlab_oop/overloading-disp-for-a-class..., matlab.mixin.CustomDisplay
classdef Money
    properties
        Amount = 0
        Unit = 'EUR'
    end
    methods
        function m = Money(a, u)
            if nargin > 0, m.Amount = a; end
            if nargin > 1, m.Unit = u; end
        end
        function disp(m)
            if isscalar(m), fprintf('   %.2f %s\n', m.Amount, m.Unit);
            else, fprintf('   %d amounts\n', numel(m));
            end
        end
        function r = plus(a, b)
            if isnumeric(b), b = Money(b, a.Unit); elseif isnumeric(a), a = Money(a, b.Unit); end
            if ~strcmp(a.Unit, b.Unit), error('Money:unit', 'Cannot add %s and %s.', a.Unit, b.Unit); end
            r = Money(a.Amount + b.Amount, a.Unit);
        end
        function r = times(a, k), r = Money(a.Amount * k, a.Unit); end
        function r = mtimes(a, k), if isnumeric(a), [a, k] = deal(k, a); end, r = a .* k; end
        function tf = lt(a, b), tf = a.Amount < b.Amount; end
        function tf = eq(a, b), tf = [a.Amount] == [b.Amount]; end
        function [s, i] = sort(m), [~, i] = sort([m.Amount]); s = m(i); end
        function s = string(m), s = compose("%.2f %s", m.Amount, string(m.Unit)); end
        function r = sum(m), r = Money(builtin('sum', [m.Amount]), m(1).Unit); end
        function r = abs(m), r = Money(abs(m.Amount), m.Unit); end
    end
end
a = Money(5)
b = Money(7.5, 'EUR');
a + b
a + 1
2 + b
3 * a
a .* 2
a < b, a == b
m = [b, a, Money(1)]
[s, i] = sort(m);
i
s(1)
sum(m)
try, a + Money(1, 'USD'), catch e, disp(e.message), end
try, a - b, catch e, disp(e.message), end
abs(Money(-3))
c = {a, 1}
t.m = a;
t
disp(a)
string(b)
x = Money.empty
size(x)
m(2).Amount = 100;
[m.Amount]
