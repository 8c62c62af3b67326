% Errors of definitions and of calls. Source: MATLAB's documentation, Class definition syntax.
format compact
classdef NoOut
  methods
    function o = NoOut(x), end
    function f(o), end
    function r = g(o), end
  end
end
classdef M1 < Missing1
end
classdef BadDef
  properties, a = undefined_fn(3), end
end
classdef BadAcc
  methods, function v = get.nope(o), v = 1; end, end
end
classdef Over
  properties, a = 1, end
  methods
    function o = Over(), o = 5; end
  end
end
classdef (Sealed) Se, end
classdef SubSe < Se, end
classdef Pr
  properties, a (1,1) double {mustBePositive} = -1, end
end
try, x = NoOut(1).f(), catch e, disp(e.identifier), disp(e.message), end
try, y = g(NoOut), catch e, disp(e.identifier), disp(e.message), end
try, M1, catch e, disp(e.identifier), disp(e.message), end
try, BadDef, catch e, disp(e.identifier), disp(e.message), end
try, BadAcc, catch e, disp(e.identifier), disp(e.message), end
try, Over, catch e, disp(e.identifier), disp(e.message), end
try, SubSe, catch e, disp(e.identifier), disp(e.message), end
try, Pr, catch e, disp(e.identifier), disp(e.message), end
try, NoOut.f, catch e, disp(e.identifier), disp(e.message), end
try, a = NoOut(1); a(2).q = 3; catch e, disp(e.identifier), disp(e.message), end
try, a = NoOut(1); a{2} = 3; catch e, disp(e.identifier), disp(e.message), end
try, a = NoOut(1); a(:) = []; size(a), catch e, disp(e.identifier), disp(e.message), end
try, enumeration('NoOut'), catch e, disp(e.identifier), disp(e.message), end
try, methods('NoSuch'), catch e, disp(e.identifier), disp(e.message), end
try, addlistener(NoOut(1), 'x', @(varargin) 1), catch e, disp(e.identifier), disp(e.message), end
try, NoOut(1) == NoOut(1), catch e, disp(e.identifier), disp(e.message), end
try, delete(NoOut(1)), catch e, disp(e.identifier), disp(e.message), end
try, o = handle; class(o), catch e, disp(e.identifier), disp(e.message), end
try, feval('NoOut', 1), catch e, disp(e.identifier), disp(e.message), end
try, q = NoOut(1); q.f = 2; catch e, disp(e.identifier), disp(e.message), end
try, plus@NoOut(1, 2), catch e, disp(e.identifier), disp(e.message), end
