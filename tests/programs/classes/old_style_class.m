% Source: https://www.mathworks.com/help/matlab/matlab_oop/class-files... (classes without classdef: @folder, class(s,'name'), superiorto)
root = tempname; mkdir(root); mkdir(fullfile(root, '@money')); addpath(root);
function put(root, name, text)
    f = fopen(fullfile(root, '@money', [name '.m']), 'w'); fprintf(f, '%s\n', text{:}); fclose(f);
end
put(root, 'money', {'function m = money(amount, unit)', 'if nargin == 0, amount = 0; unit = ''EUR''; end', ...
    'if isa(amount, ''money''), m = amount; return, end', 's.amount = amount; s.unit = unit;', 'm = class(s, ''money'');', 'superiorto(''double'');'});
put(root, 'plus', {'function r = plus(a, b)', 'if isa(a, ''double''), r = b; r.amount = r.amount + a; return, end', ...
    'r = a; if isa(b, ''money''), b = b.amount; end', 'r.amount = r.amount + b;'});
put(root, 'display', {'function display(m)', 'fprintf(''%s: %g %s\n'', inputname(1), m.amount, m.unit);'});
put(root, 'get', {'function v = get(m, name)', 'v = m.(name);'});
put(root, 'set', {'function m = set(m, name, v)', 'm.(name) = v;'});
put(root, 'subsref', {'function v = subsref(m, s)', 'if strcmp(s(1).type, ''.''), v = m.(s(1).subs); else, v = m.amount(s(1).subs{:}); end'});
put(root, 'eq', {'function t = eq(a, b)', 't = a.amount == b.amount;'});
put(root, 'double', {'function d = double(m)', 'd = m.amount;'});
rehash
a = money(5, 'USD')
b = a + 3
c = 2 + a
get(b, 'amount')
b = set(b, 'amount', 100);
b
a.unit
a(1)
a == money(5, 'EUR')
double(b)
isobject(a), class(a), isa(a, 'money'), isstruct(a)
d = money
ismethod(a, 'plus')
try, a.nofield, catch e, disp('no field'), end
try, class(struct('a', 1), 'money'), catch e, disp('not outside'), end
x = [1 2 3]; x(end + 1) = double(a);
x
rmpath(root); rmdir(root, 's');
