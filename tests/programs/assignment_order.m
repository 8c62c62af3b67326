% In which order a target's subscripts and the value are evaluated. Source: measured in R2025b by the public project carpenterjl/JGraph (MatlabParity).
global seen kept
seen = ''; x = [4 5 6]; x(place()) = value(); disp(seen)
seen = ''; x(place(), 1) = value(); disp(seen)
seen = ''; m = dictionary(1, 2); m(place()) = value(); disp(seen)
seen = ''; c = {4, 5}; c{place()} = value(); disp(seen), disp(c)
seen = ''; s.f = [4 5 6]; s.f(place()) = value(); disp(seen), disp(s.f)
seen = ''; s.(field()) = value(); disp(seen)
seen = ''; s.f = [4 5]; c{1} = s; c{1}.f(place()) = value(); disp(seen), disp(c{1}.f)
seen = ''; t = struct('f', {4, 5}); t(place()).f = value(); disp(seen), disp([t.f])
seen = ''; d = datetime(2021, 3, 1:3); d.Day(place()) = value(); disp(seen), disp(day(d))
seen = ''; T = table([4; 5]); T.Var1(place()) = value(); disp(seen), disp(T.Var1')
% What end means is settled before the value, except for x(end), where the value has grown the array already.
kept = [4 5]; kept(end + 1) = grown(); disp(kept)
kept = {[4 5]}; kept{1}(end) = grown_inside(); disp(kept{1})
function k = place(), global seen, seen = [seen 'place ']; k = 2; end
function v = value(), global seen, seen = [seen 'value ']; v = 9; end
function n = field(), global seen, seen = [seen 'name ']; n = 'f'; end
function v = grown(), global kept, kept(end + 1) = 70; v = 9; end
function v = grown_inside(), global kept, kept{1}(end + 1) = 70; v = 9; end
