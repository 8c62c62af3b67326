% Scalars of times, categories and enumerations show themselves inside structs and cells. Source: MATLAB's documentation, struct, Enumerations, OnOffSwitchState.
format compact
classdef Phase
  enumeration, Idle, Busy, end
end
s.when = datetime(2020, 1, 2);
s.length = seconds(3);
s.kind = categorical({'a'});
s.phase = Phase.Busy;
s.phases = [Phase.Idle Phase.Busy];
s.toggle = matlab.lang.OnOffSwitchState('on');
s
c = {datetime(2020, 1, 2), minutes(2), Phase.Idle, matlab.lang.OnOffSwitchState.off}
s.toggle == true, s.toggle == 'on'
if s.toggle, disp('switched on'), end
nargin(@(x, y) x), nargin(@(varargin) 1), nargout(@(x) x)
