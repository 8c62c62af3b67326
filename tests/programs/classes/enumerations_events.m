% Enumeration classes, events and listeners, meta classes. Source: MATLAB's documentation, Operations on enumerations, Events.
classdef Color < int32
  enumeration
    Red (1), Green (2)
    Blue (3)
  end
  methods
    function tf = isWarm(obj), tf = obj == Color.Red; end
  end
end
classdef Day
  enumeration
    Mon, Tue, Wed
  end
end
classdef Acc < handle
  properties (SetObservable, AbortSet)
    v = 0
  end
  events
    Over
    Under
  end
  methods
    function add(obj, x)
      obj.v = obj.v + x;
      if obj.v > 10
        notify(obj, 'Over');
      end
    end
  end
end
c = Color.Red
d = [Day.Mon Day.Wed]
Color.Blue + 1
int32(Color.Green)
Color.Red.isWarm()
isWarm(Color.Blue)
switch Day.Tue
  case Day.Mon
    disp mon
  case 'Tue'
    disp tue
end
switch c
  case {Color.Blue, Color.Red}, disp('hit')
end
char(Day.Wed)
string(d)
Day('Tue')
Color(3)
d == Day.Wed
isequal(Day.Mon, Day.Mon)
[m, n] = enumeration('Day')
try, Day('Xyz'), catch e, disp(e.message), end
a = Acc;
L = addlistener(a, 'Over', @(src, ev) fprintf('over %d %s %s\n', src.v, ev.EventName, class(ev.Source)));
P = addlistener(a, 'v', 'PostSet', @(p, ev) fprintf('set %s to %d\n', p.Name, ev.AffectedObject.v));
a.add(5)
a.add(7)
a.v = 12;
L.Enabled = false;
a.add(1)
delete(P)
a.add(1)
try, notify(a, 'Nope'), catch e, disp(e.message), end
mc = ?Acc;
mc.Name
{mc.PropertyList.Name}
mc.MethodList(1).Name
class(mc)
methods(a)
properties(a)
properties('Day')
events(a)
ismethod(a,'add')
isprop(a,'v')
?Color < ?int32
