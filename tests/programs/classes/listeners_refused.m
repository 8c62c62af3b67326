% What notify, addlistener and listeners refuse, and which listener comes first. Source: measured in R2025b by the public project carpenterjl/JGraph (MatlabParity).
classdef Bell < handle
  properties (SetObservable), Tone = 1, end
  properties, Quiet = 1, end
  events, Rung, end
end
b = Bell;
said(@() notify(b, 'Rung', 7))
said(@() notify(b, 'rung'))
said(@() notify(b, 'ObjectBeingDestroyed'))
said(@() addlistener(b, 'Rung', 'disp(1)'))
said(@() addlistener(b, 'Nothing', @(~, ~) 0))
said(@() addlistener(b, 'Quiet', 'PostSet', @(~, ~) 0))
said(@() addlistener(b, 'Tone', 'AfterSet', @(~, ~) 0))
said(@() addlistener(b, 'Pitch', 'PostSet', @(~, ~) 0))
first = addlistener(b, 'Rung', @(~, ~) disp('first'));
second = addlistener(b, 'Rung', @(~, ~) disp('second'));
notify(b, 'Rung')
first.Enabled = 0; class(first.Enabled)
notify(b, 'Rung')
try, first.Enabled = [true false]; catch e, disp(e.message), end
try, first.Recursive = 'no'; catch e, disp(e.message), end
try, first.Callback = 4; catch e, disp(e.message), end
gone = addlistener(b, 'ObjectBeingDestroyed', @(source, event) fprintf('%s %d\n', event.EventName, isvalid(source)));
delete(b)
said(@() addlistener(b, 'Rung', @(~, ~) 0))
function said(f)
  try, f(); catch e, disp(e.message), end
end
