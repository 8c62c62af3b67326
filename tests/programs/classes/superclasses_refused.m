% Superclasses that do not go together. Source: measured in R2025b by the public project carpenterjl/JGraph (MatlabParity); HandleCompatible from MATLAB's documentation.
classdef Thing
  properties, Name = 'n', end
  methods, function r = say(o), r = 'thing'; end, end
  methods (Sealed), function r = fixed(o), r = 'fixed'; end, end
end
classdef Held < handle
  methods, function r = say(o), r = 'held'; end, end
end
classdef Other < handle
  methods, function r = say(o), r = 'other'; end, end
end
classdef (HandleCompatible) Loose
  methods, function r = both(o), r = class(o); end, end
end
classdef Mixed < Held & Thing
end
classdef Twice < Held & Other
end
classdef Settled < Held & Other
  methods, function r = say(o), r = [say@Held(o) ' and ' say@Other(o)]; end, end
end
classdef Again < Thing
  properties, Name = 'm', end
end
classdef Breaks < Thing
  methods, function r = fixed(o), r = 'broken'; end, end
end
classdef Joined < Held & Loose & matlab.mixin.CustomDisplay
end
told(@() Mixed), told(@() Twice), told(@() Again), told(@() Breaks)
say(Settled), j = Joined; both(j), isa(j, 'handle')
m = ?Loose; m.HandleCompatible
function told(f)
  try, f(); catch e, disp(e.identifier), disp(e.message), end
end
