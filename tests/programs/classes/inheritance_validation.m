% Multiple inheritance, private properties of the same name, destructors, property validation. Source: MATLAB's documentation, Class hierarchies.
format compact
classdef B3 < B1 & B2
  properties, own = 3, end
  methods
    function obj = B3(a, b, c)
      obj = obj@B1(a);
      obj@B2(b);
      obj.own = c;
    end
    function r = who1(obj), r = [who1@B1(obj) '-B3']; end
  end
end
classdef B1
  properties, p1 = 1, end
  properties (Access = private), sec = 'B1sec', end
  methods
    function obj = B1(a), if nargin, obj.p1 = a; end, end
    function r = who1(obj), r = ['B1:' obj.sec]; end
  end
end
classdef B2
  properties, p2 = 2, end
  methods
    function obj = B2(a), if nargin, obj.p2 = a; end, end
  end
end
classdef Shadow < B1
  properties, sec = 'mine', end
end
classdef Imm
  properties (SetAccess = immutable), k = 1, end
  properties (GetAccess = protected), g = 1, end
  properties (Transient, Hidden), hid = 1, end
  methods
    function o = Imm(k), if nargin, o.k = k; end, end
    function o = chg(o), o.k = 2; end
  end
end
classdef Node < handle
  properties
    val
    next = Node.empty
    kids
  end
  methods
    function o = Node(v), if nargin, o.val = v; end, end
    function append(o, n), o.next = n; end
    function delete(o), fprintf('del %g\n', o.val); end
  end
end
classdef NodeX < Node
  methods
    function o = NodeX(v), o@Node(v); end
    function delete(o), fprintf('delx %g\n', o.val); end
  end
end
classdef Friend
  properties (Access = ?Buddy), f = 5, end
end
classdef Buddy
  methods (Static)
    function r = look(x), r = x.f; end
  end
end
classdef Val
  properties
    a (1,3) double = [1 2 3]
    b (1,:) char = 'abc'
    c {mustBeMember(c, {'x','y'})} = 'x'
    d double {mustBeInteger, mustBeNonnegative} = 4
    e (1,1) logical
    f B1
    g (1,1) B1
    h (:,2) single
    k (1,1) string = "s"
    m (1,1) function_handle = @sin
  end
end
classdef NoCtor < B1
end
x = B3(10, 20, 30)
x.who1()
isa(x, 'B2')
superclasses(x)
s = Shadow; s.who1(), s.sec
m = Imm(7); m.k
try, m.k = 3; catch e, disp(e.message), end
try, m.chg(); catch e, disp(e.message), end
try, m.g, catch e, disp(e.message), end
m
n = Node(1); n.append(Node(2)); n.next.val
n.next.val = 22; n.next.val
n.next.next = Node(3); n.next.next.val
clear n
q = NodeX(9); clear q
objs = [Node(1) Node(2) Node(3)];
objs([objs.val] > 1).val
[objs.val] = deal(5); objs(2).val
[objs(1:2).val] = deal(8, 9); [objs.val]
objs(end+1) = Node(4); numel(objs)
objs(2).kids.x(3) = 7; objs(2).kids.x
objs(1) == objs(1), objs == objs(2)
objs(3) = [];
numel(objs)
clear objs
Buddy.look(Friend)
try, y = Friend; y.f, catch e, disp(e.message), end
v = Val
v.a = 5; v.a
v.b = "hello"; v.b
try, v.c = 'z'; catch e, disp(e.message), end
try, v.d = 1.5; catch e, disp(e.message), end
v.e = 1; class(v.e)
v.h = [1 2; 3 4]; class(v.h)
try, v.h = [1 2 3]; catch e, disp(e.message), end
try, v.f = 5; catch e, disp(e.message), end
try, v.g = 'x'; catch e, disp(e.message), end
z = NoCtor(44); z.p1
try, Imm(1, 2), catch e, disp(e.message), end
try, Node.nope, catch e, disp(e.message), end
try, Node.val, catch e, disp(e.message), end
mp = containers.Map; mp('k') = Node(77); w = mp('k'); w.val
clear mp w
function useit(o), o.val = 100; end
nn = Node(0); useit(nn); nn.val
c = {nn, nn}; c{1} == c{2}
st = struct('o', nn); st.o.val = 5; nn.val
isequal(B1(3), B1(3)), isequal(B1(3), B1(4))
b = B1; b(2,2) = B1(9); size(b), b(1,2).p1
b(:, 1) = []; size(b)
reshape(b, 1, 2);
b'
repmat(B1, 1, 2)
numel(b), ndims(b), length(b), isempty(b), isrow(b)
b(1).p1 = 55; b.p1
t = b(1); t.p1 = 0; b(1).p1
