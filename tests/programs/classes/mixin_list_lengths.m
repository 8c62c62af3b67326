% Source: https://www.mathworks.com/help/matlab/matlab_oop/customize-object-indexing.html: list lengths decide how many values an expression has.
classdef Dot < matlab.mixin.indexing.RedefinesDot & matlab.mixin.indexing.RedefinesBrace
 properties (Access=private), S = struct('k',{{1,2}}), B = {10,20,30}, end
 methods (Access=protected)
  function varargout = dotReference(o, op), [varargout{1:nargout}] = o.S.(op); end
  function o = dotAssign(o, op, varargin), [o.S.(op)] = varargin{:}; end
  function n = dotListLength(o, op, ctx), n = listLength(o.S, op, ctx); end
  function varargout = braceReference(o, op), [varargout{1:nargout}] = o.B.(op); end
  function o = braceAssign(o, op, varargin), [o.B.(op)] = varargin{:}; end
  function n = braceListLength(o, op, ctx), n = listLength(o.B, op, ctx); end
 end
end
d = Dot; d.x = 5; d.y.z(3) = 7; d.x, d.y.z, c = {d{1:2}}, numel({d{:}}), max(d{2:3}), [d{1:2}] = deal(5,6); {d{:}}, {d.k{:}}, d.k{2}
d{2}, d{1:2}
