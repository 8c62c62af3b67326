% Source: https://www.mathworks.com/help/matlab/ref/event.listener-class.html, event.proplistener, handle.addlistener
classdef Tank < handle
properties (SetObservable), Level = 1, Name = 'none', end
events, Full, end
methods
function o = Tank(n), if nargin, o.Name = n; end, end
end
end
classdef Valve < handle
events, Full, end
end
t = [Tank('a') Tank('b')];
L = addlistener(t, 'Full', @(s, e) fprintf('%s is full\n', s.Name))
notify(t(2), 'Full')
disp(class(L.Source)), disp(L.Source{2}.Name)
P = addlistener(t(1), {'Level', 'Name'}, 'PostSet', @(p, e) fprintf('%s of %s\n', p.Name, e.AffectedObject.Name));
t(1).Level = 4; t(1).Name = 'c'; t(2).Level = 3;
cellfun(@(p) p.Name, P.Source, 'UniformOutput', false)
P.Object{1}.Name
Q = addlistener(t(2), ["Level" "Name"], 'PreSet', @(p, e) fprintf('before %s\n', p.Name)); t(2).Name = 'd';
R = event.proplistener(t(2), findprop(t(2), 'Level'), 'PostSet', @(p, e) disp('level'))
t(2).Level = 9;
v = Valve; M = event.listener({t(1), v}, 'Full', @(s, e) disp(class(s))); notify(v, 'Full'), notify(t(1), 'Full')
try, addlistener(t(1), {'Level', 'Nope'}, 'PostSet', @(p, e) 1), catch e, disp(e.identifier), end
