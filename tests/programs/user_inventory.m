% Source: https://www.mathworks.com/help/matlab/ref/inputparser.html, validateattributes, cellfun, structfun, narginchk: an inventory.
function item = makeItem(varargin)
p = inputParser; p.FunctionName = 'makeItem'; p.KeepUnmatched = true;
addRequired(p, 'name', @(s) ischar(s) || isstring(s));
addOptional(p, 'price', 1, @(x) validateattributes(x, {'numeric'}, {'scalar', 'positive'}));
addParameter(p, 'tags', {}, @iscell);
addSwitch(p, 'verbose');
parse(p, varargin{:});
item = p.Results;
if item.verbose, fprintf('defaults: %s\n', strjoin(p.UsingDefaults, ',')); disp(p.Unmatched), end
end
items = makeItem('nut', 2.5, 'tags', {'steel', 'm4'});
items(2) = makeItem("bolt", 'verbose', 'color', 'red')
items(end + 1) = makeItem('screw', 4, 'Tags', {'brass'});
total = sum([items.price]), names = string({items.name})
bad = {{'x', -1}, {'x', 'tags', 3}, {5}, {}, {'x', 2, 'tags'}};
for k = 1:numel(bad)
    try, makeItem(bad{k}{:}); catch e, fprintf('%d %s\n  %s\n', k, e.identifier, e.message), end
end
[~, order] = sort([items.price], 'descend'); items = items(order); {items.name}
byTag = containers.Map;
for it = items
    for tag = it.tags
        key = tag{1};
        if ~isKey(byTag, key), byTag(key) = 0; end
        byTag(key) = byTag(key) + it.price;
    end
end
cellfun(@(k) sprintf('%s=%g', k, byTag(k)), keys(byTag), 'UniformOutput', false)
T = struct2table(items(:)); T.price', T.Properties.VariableNames
s = evalc('disp(items(1))'); strtrim(s)
fn = fieldnames(items)'; vals = cellfun(@(f) items(1).(f), fn, 'UniformOutput', false)
r = rmfield(items, {'tags', 'verbose'}); r(1), orderfields(r(2))
isfield(r, {'price', 'tags'}), numel(struct('a', {{}})), size(struct('a', {})), isempty(struct)
q = arrayfun(@(s) setfield(s, 'price', s.price * 2), r); [q.price]
try, arrayfun(@(s) [s.price 1], r), catch e, disp(e.identifier), disp(e.message), end
[a, b] = cellfun(@(x, y) deal(x + y, x * y), {1, 2}, {3, 4})
try, cellfun(@(x, y) x, {1, 2}, {3}), catch e, disp(e.identifier), disp(e.message), end
out = cellfun(@(x) error('my:id', 'no %d', x), {1, 2}, 'ErrorHandler', @(s, x) s.index * 10 + x)
structfun(@(v) v * 2, struct('a', 1, 'b', 2))', structfun(@(v) v * 2, struct('a', 1, 'b', 2), 'UniformOutput', false)
validateattributes(3, {'numeric'}, {'>=', 1, '<=', 5}); try, validateattributes([1 2; 3 4], {'char'}, {}), catch e, disp(e.identifier), disp(e.message), end
try, validateattributes([1 -2], {'double'}, {'vector', 'nonnegative'}, 'fname', 'vec', 2), catch e, disp(e.identifier), disp(e.message), end
try, validatestring('r', {'red', 'green'}), validatestring('x', {'red', 'green'}), catch e, disp(e.identifier), disp(e.message), end
narg(1, 2), try, narg(), catch e, disp(e.identifier), disp(e.message), end, try, narg(1,2,3), catch e, disp(e.identifier), disp(e.message), end
function narg(varargin), narginchk(1, 2), nargoutchk(0, 0), disp(nargin), end
