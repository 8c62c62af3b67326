% What is said to code without access: lists of classes, superclasses' own members, mixins. Source: measured in R2025b by the public project carpenterjl/JGraph (MatlabParity).
classdef Safe < handle
  properties (Access = private), Key = 7, end
  properties (SetAccess = private), Seen = 1, end
  properties (Access = protected), Inner = 2, end
  events (NotifyAccess = private), Opened, end
  events (ListenAccess = private), Closed, end
  methods, function r = turn(o), r = o.Key + bolt(o); end, end
  methods (Access = private), function r = bolt(o), r = o.Key; end, end
  methods (Access = protected), function r = hinge(o), r = o.Inner; end, end
  methods (Hidden), function r = unseen(o), r = 1; end, end
end
classdef Vault < Safe
  methods
    function r = look(o), r = o.Key; end
    function change(o), o.Key = 1; end
    function r = force(o), r = bolt(o); end
  end
end
classdef (AllowedSubclasses = {?Heir}) Family < handle
end
classdef Heir < Family
end
classdef Stranger < Family
end
classdef Knob < matlab.mixin.SetGet
  properties, Level = 1, end
  properties (Access = private), Wire = 2, end
end
s = Safe; v = Vault; k = Knob;
try, s.Key = 1; catch e, disp(e.message), end
try, s.Inner = 1; catch e, disp(e.message), end
try, s.Seen = 2; catch e, disp(e.message), end
told(@() v.look()), told(@() v.Key), told(@() v.Inner), told(@() v.force()), told(@() hinge(v))
try, v.change(), catch e, disp(e.identifier), disp(e.message), end
v.turn()
[ismethod(s, 'turn') ismethod(s, 'bolt') ismethod(s, 'unseen')]
told(@() notify(s, 'Opened')), told(@() addlistener(s, 'Closed', @(~, ~) 0))
class(Heir), told(@() Stranger)
told(@() set(k, 'Wire', 1)), told(@() set(k, 'Colour', 1)), told(@() get(k, 'Colour'))
told(@() get(s, 'Seen')), told(@() copy(s))
function told(f)
  try, f(); catch e, disp(e.identifier), disp(e.message), end
end
