% Source: https://www.mathworks.com/help/matlab/matlab_oop/handle-class-destructors.html, listener-lifecycle.html, converting-objects-to-another-class.html
classdef Node < handle
properties, N, Next, end
events, Hit, end
methods
function o = Node(n), o.N = n; addlistener(o, 'Hit', @(s, e) o.hit(n)); end
function hit(o, k), fprintf('hit %d %d\n', o.N, k); end
function delete(o), fprintf('bye %d\n', o.N); end
end
end
classdef Fixed
properties, A = 1; end
end
a = Node(1); notify(a, 'Hit'), clear a, disp('--')
b = Node(2); c = Node(2); b.Next = c; c.Next = b; l = addlistener(b, 'Hit', @(s, e) disp(s.N)); notify(b, 'Hit'), l.Source{1}.N
clear b, disp('c holds b'), clear c, disp('--'), isvalid(l)
p = Fixed; try, [p 5], catch e, disp(e.identifier), disp(e.message), end
try, p(2) = 'x'; catch e, disp(e.message), end
