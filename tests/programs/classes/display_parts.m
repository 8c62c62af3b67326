% Parts of a custom display, made by the static methods of matlab.mixin.CustomDisplay. Source: MATLAB's documentation of these methods.
classdef Part < handle & matlab.mixin.CustomDisplay
  properties, Maker = 'Acme', Weight = 2.5, end
  methods (Access = protected)
    function displayScalarObject(o)
      disp([matlab.mixin.CustomDisplay.getClassNameForHeader(o) sprintf(' by %s\n', o.Maker)])
      matlab.mixin.CustomDisplay.displayPropertyGroups(o, getPropertyGroups(o))
    end
    function displayNonScalarObject(o)
      disp([matlab.mixin.CustomDisplay.convertDimensionsToString(o) ' of ' matlab.mixin.CustomDisplay.getClassNameForHeader(o)])
    end
    function displayEmptyObject(o), disp(matlab.mixin.CustomDisplay.getSimpleHeader(o)), end
    function displayScalarHandleToDeletedObject(o)
      disp([matlab.mixin.CustomDisplay.getDeletedHandleText ' ' matlab.mixin.CustomDisplay.getClassNameForHeader(o) '!'])
    end
  end
end
classdef Headed < matlab.mixin.CustomDisplay
  properties, a = 1, end
  methods (Access = protected)
    function h = getHeader(o), h = sprintf('%s here\n', matlab.mixin.CustomDisplay.getClassNameForHeader(o)); end
    function f = getFooter(o), f = 'below'; end
  end
end
p = Part
[p Part]
Part.empty(0, 2)
try, matlab.mixin.CustomDisplay.getSimpleHeader(p), catch e, disp(e.identifier), end
delete(p)
p
Headed
