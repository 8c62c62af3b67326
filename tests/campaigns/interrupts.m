%% definitions
function varargout = several(n)
for k = 1:nargout
    varargout{k} = n + k;
end
end
function [a, b] = split(x)
h = floor(numel(x) / 2);
a = x(1:h);
b = x(h + 1:end);
end
function r = count_up(by)
persistent n
if isempty(n)
    n = 0;
end
n = n + by;
r = n;
end
function r = fact(n)
if n < 2
    r = 1;
    return
end
r = n * fact(n - 1);
end
function add_global(by)
global G
G = G + by;
G(end + 1) = by;
end
function put(name, value)
assignin('base', name, value);
end
function r = outer(n)
t = 0;
    function inner(k)
        t = t + k;
    end
for k = 1:n
    inner(k);
end
r = t;
end
function r = cleaned(n)
c = onCleanup(@() numel(1));
r = 0;
for k = 1:n
    r = r + k;
end
end
%% definitions
classdef Box < handle
    properties
        a = 1
        list = {}
        data = zeros(1, 5)
    end
    methods
        function push(box, x)
            box.list{end + 1} = x;
            box.a = box.a + 1;
        end
    end
end
%% definitions
classdef Pair
    properties
        x = 1
        y = [1 2 3]
    end
    methods
        function p = swap(p)
            t = p.x;
            p.x = p.y;
            p.y = t;
        end
    end
end
%% scalar loop
s = 0;
for k = 1:60
    s = s + k;
    t = s * 2;
end
%% while
n = 40;
c = 0;
while n > 1
    n = n - 1;
    c = c + n;
end
%% elements
x = zeros(1, 30);
for k = 1:30
    x(k) = k * k;
end
y = x(end:-1:1);
%% elements of a matrix
A = zeros(6, 6);
for i = 1:6
    for j = 1:6
        A(i, j) = i * 10 + j;
    end
end
%% growth
x = [];
for k = 1:25
    x(end + 1) = k;
    y(k, 1) = x(k);
end
%% deletion
x = 1:30;
while numel(x) > 3
    x(2) = [];
    x(end) = [];
end
c = {1, 2, 3, 4};
c(2) = [];
%% cells
c = {};
for k = 1:20
    c{end + 1} = k;
    c{1} = [c{1} k];
end
%% nested cells
c = {1, {2, {3, 4}}};
for k = 1:15
    c{2}{1} = k;
    c{2}{2}{1} = [k k];
    c{2}{2}{2}(k) = k;
end
%% structures
s = struct('a', 1, 'b', struct('c', [1 2 3]));
for k = 1:15
    s.a = s.a + 1;
    s.b.c(k) = k;
    s.b.d.e = s.a;
end
%% structure arrays
s = struct('v', {});
for k = 1:15
    s(k).v = k;
    s(k).w = {k};
    s(1).w{2} = k;
end
t = [s.v];
%% fields by name
s = struct();
for k = 1:12
    s.(sprintf('f%d', k)) = k;
end
s = rmfield(s, 'f3');
n = fieldnames(s);
%% several outputs
for k = 1:20
    [a, b] = several(k);
    [b, a, c] = several(a);
end
%% several elements
x = zeros(1, 20);
y = zeros(20, 1);
for k = 1:20
    [x(k), y(k)] = several(k);
    [x(end + 1), z.f(k)] = several(k);
end
%% several contents
c = cell(1, 3);
for k = 1:12
    [c{1:3}] = several(k);
    [s.a, s.b, c{2}] = several(k);
end
%% lists of fields
s = struct('a', {1, 2, 3});
for k = 1:10
    [s.a] = several(k);
    [s(1:2).b] = several(-k);
end
%% swap
a = 1;
b = [1 2 3];
for k = 1:20
    [a, b] = deal(b, a);
end
%% logical writes
x = 1:20;
for k = 1:10
    x(x > 15) = k;
    x(mod(x, 2) == 0) = x(1) + 1;
end
%% columns
A = zeros(5, 12);
for k = 1:12
    A(:, k) = (1:5)' * k;
    r(k) = sum(A(:, k));
end
%% pages
A = zeros(2, 2, 3);
for k = 1:6
    A(:, :, k) = k;
end
A(:, :, 2) = [];
%% text
t = '';
for k = 1:20
    t = [t char(64 + k)];
    t(1) = 'z';
end
q = string(t);
q(2) = "b";
%% classes of numbers
x = int8(0);
y = single(1);
z = true;
for k = 1:25
    x = x + 20;
    y = y * 2;
    z(k) = mod(k, 2) == 1;
    w(k) = uint8(k);
end
%% complex
z = 0;
v = zeros(1, 5);
for k = 1:15
    z = z * 1i + k;
    v(mod(k, 5) + 1) = z;
end
%% branches
r = 0;
for k = 1:30
    if mod(k, 3) == 0
        r = r + 1;
    elseif mod(k, 5) == 0
        r = r + 10;
    else
        r = r - 1;
    end
    switch mod(k, 4)
        case {0, 1}
            r = r * 2;
        otherwise
            r = mod(r, 1000);
    end
end
%% break and continue
r = 0;
for k = 1:40
    if mod(k, 2)
        continue
    end
    r = r + k;
    if r > 200
        break
    end
end
%% errors that are caught
n = 0;
for k = 1:12
    try
        n = n + 1;
        x(n) = n;
        error('a:b', 'no %d', k);
        n = 1000;
    catch e
        m = e.message;
        n = n + 1;
    end
end
%% errors in the middle of several targets
n = 0;
x = 1;
for k = 1:10
    try
        [x(k), n(0)] = several(k);
    catch
        n = n + 1;
    end
    [a, x(1)] = several(k);
end
%% functions
r = 0;
for k = 1:8
    r = r + fact(k);
    q = outer(k);
end
%% persistent
clear count_up
r = [];
for k = 1:12
    r(k) = count_up(k);
end
%% globals
global G
G = 1;
for k = 1:12
    add_global(k);
    n = numel(G);
end
%% from outside
n = 1;
for k = 1:12
    put('n', k * 10);
    r(k) = n;
    put('x', [k k]);
    evalin('base', 'y = x + n;');
end
%% evaluated text
x = 0;
for k = 1:8
    eval('x = x + k;');
    eval(sprintf('v%d = x;', k));
end
clear v2
%% handles
f = @(x) x + 1;
r = 0;
for k = 1:15
    r = f(r);
    g{k} = @() k;
end
h = cellfun(@(q) q(), g);
%% mapped
c = num2cell(1:15);
a = cellfun(@(x) x * 2, c);
b = arrayfun(@(x) {x}, a);
s = structfun(@(x) x + 1, struct('p', 1, 'q', 2));
%% handle objects
b = Box;
for k = 1:12
    b.a = k;
    b.data(k) = k;
    b.list{k} = [k k];
end
q = b;
q.a = 100;
%% values of a class
p = Pair;
for k = 1:12
    p.y(k) = k;
    p.x = p.x + k;
end
p = swap(p);
%% maps
m = containers.Map('KeyType', 'double', 'ValueType', 'any');
for k = 1:12
    m(k) = k * k;
end
m = remove(m, 3);
n = m.Count;
%% cleaned
for k = 1:6
    r = cleaned(k);
end
%% array math
x = (1:64)';
y = x;
for k = 1:10
    y = y + x;
    z = y - k;
end
t = sum(y);
%% a loop over arrays
x = ones(40, 1);
Y = zeros(40, 12);
for k = 1:12
    Y(:, k) = x;
    x = x + 2;
end
m = max(Y(:));
%% a test of arrays
x = ones(40, 1) * 64;
n = 0;
while sum(x) > 40
    x = x / 2;
    n = n + 1;
end
%% nested loops of arrays
u = zeros(1, 32);
for t = 1:6
    for i = 2:31
        u(i) = u(i - 1) + u(i + 1) + t;
    end
    v = u;
end
%% accumulation
x = 1:50;
c = zeros(1, 50);
s = 0;
for k = 1:50
    s = s + x(k);
    c(k) = s;
end
%% sparse
S = sparse(5, 5);
for k = 1:5
    S(k, k) = k;
end
S(2, :) = [];
n = nnz(S);
%% tables
T = table((1:3)', {'a'; 'b'; 'c'}, 'VariableNames', {'n', 't'});
for k = 1:3
    T.n(k) = k * 10;
    T.u = T.n + 1;
end
T(2, :) = [];
