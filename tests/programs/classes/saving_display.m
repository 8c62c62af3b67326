% CustomDisplay, saveobj and loadobj, help. Source: MATLAB's documentation, Custom object display, Saving and loading objects.
format compact
classdef PG < matlab.mixin.CustomDisplay
  properties, a = 1, b = 'q', c = [1 2 3], end
  methods (Access = protected)
    function g = getPropertyGroups(o)
      g(1) = matlab.mixin.util.PropertyGroup({'a','c'}, 'First');
      s.x = 5;
      g(2) = matlab.mixin.util.PropertyGroup(s);
    end
    function f = getFooter(o), f = 'the end'; end
  end
end
classdef PS < matlab.mixin.CustomDisplay
  properties, a = 1, end
  methods (Access = protected)
    function displayScalarObject(o), fprintf('scalar %d\n', o.a); displayScalarObject@matlab.mixin.CustomDisplay(o); end
    function h = getHeader(o)
      if isscalar(o), h = ['  PS:' newline]; else, h = getHeader@matlab.mixin.CustomDisplay(o); end
    end
  end
end
classdef Sv
  properties, x = 1, y, end
  properties (Transient), t = 5, end
  methods
    function s = saveobj(o), s.xx = o.x * 10; end
  end
  methods (Static)
    function o = loadobj(s), o = Sv; o.x = s.xx / 10; o.y = 'loaded'; end
  end
end
classdef Hn < handle
  % HN a node
  %  more help
  properties, other, v = 0, end
end
classdef En
  enumeration, A, B, end
end
PG
PS
[PS PS]
f = [tempname '.mat'];
s = Sv; s.x = 4; h = Hn; h.other = h; h.v = 9; e = [En.A En.B]; c = {h, struct('q', h)};
save(f, 's', 'h', 'e', 'c'); clear s h e c
load(f); delete(f);
s, h.v, h.other == h, e, c{1} == c{2}.q
help Hn
exist('Hn')
l = event.listener(h, 'ObjectBeingDestroyed', @(~,~) disp('bye'));
class(l)
delete(h)
