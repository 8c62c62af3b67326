% Source: https://www.mathworks.com/help/matlab/ref/global.html, persistent; Octave agrees.
function bump(), global COUNT, COUNT = COUNT + 1; end
function r = tick(varargin)
    persistent n last
    if isempty(n), n = 0; last = 'none'; end
    if nargin, n = varargin{1}; last = 'set'; end
    n = n + 1; r = {n, last};
end
function r = reads(), r = exist('COUNT', 'var'); end
function r = fact(n), persistent cache, if isempty(cache), cache = containers.Map('KeyType', 'double', 'ValueType', 'double'); end
    if n <= 1, r = 1; elseif isKey(cache, n), r = cache(n); else, r = n * fact(n - 1); cache(n) = r; end, end
global COUNT
isempty(COUNT)
COUNT = 5; bump, bump(); COUNT
reads(), tick(), tick(10), tick(), fact(5), fact(6)
clear COUNT, exist('COUNT', 'var')
global COUNT, COUNT
clear all, tick()
clear global COUNT, exist('COUNT', 'var')
x = 1; f = @() x; x = 2; f()
clear all, exist('x', 'var')
y = 1; z = 2; clear y z, who
a1 = 1; a2 = 2; b1 = 3; clear a*, exist('a1', 'var'), exist('b1', 'var'), clearvars -except b1, b1
