% Source: https://www.mathworks.com/help/matlab/matlab_oop/handle-class-destructors.html, https://www.mathworks.com/help/matlab/matlab_oop/listener-lifecycle.html: when handle objects end, with listeners, dynamic properties and circles.
classdef Hd < handle & dynamicprops
properties, N = 1; end
properties (SetObservable), T = 0; end
events, Ping, end
methods
function o = Hd(n), o.N = n; end
function delete(o), fprintf('bye %d\n', o.N); end
function fail(o), error('a:b', 'failed'); end
end
end
a = Hd(1); clear a
a = Hd(2); p = addprop(a, 'Extra'); clear a
disp('--'), clear p
a = Hd(3); l = addlistener(a, 'Ping', @(s,e) disp('x')); clear a
disp('--'); isvalid(l), clear l
a = Hd(4); try, a.fail, catch e, end, clear a
disp('--'); clear e
a = Hd(5); try, a.Nope, catch e, end, clear a
disp('--'); clear e
a = Hd(6); f = @() a.N; clear a, disp('--'), clear f
a = Hd(7); b = a; clear a, disp('--'), b = 3;
a = Hd(8); a.N, a = Hd(9);
s.h = Hd(10); s = rmfield(s, 'h');
c = {Hd(11)}; c{1} = [];
Hd(12);
disp('--'); x = 3; clear ans
function f13, h = Hd(13); disp('in'), end
f13, disp('out')
a = Hd(14); delete(a), clear a
a = Hd(15); a.T = Hd(16); clear a
v = [Hd(17) Hd(18)]; v(1) = []; disp('--'); clear v
