% Source: Octave agrees.
function r = tick(), persistent n, if isempty(n), n = 0; end, n = n + 1; r = n; end
function setg(v), global G, G = v; end
function r = getg(), global G, r = G; end
global G
fprintf('%d ', isempty(G)); setg(5); fprintf('%d %d ', G, getg()); G = 7; fprintf('%d ', getg());
fprintf('%d%d%d\n', tick(), tick(), tick());
