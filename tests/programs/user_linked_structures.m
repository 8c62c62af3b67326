% Source: Octave agrees but for the layout that disp gives numbers.
1;
function list = push(list, value), list = struct('value', value, 'next', {list}); end
function n = len(list), n = 0; while ~isempty(list), n = n + 1; list = list.next; end, end
function t = insert(t, key)
    if isempty(t), t = struct('key', key, 'left', [], 'right', []); return; end
    if key < t.key, t.left = insert(t.left, key); elseif key > t.key, t.right = insert(t.right, key); end
end
function walk(t, depth)
    if isempty(t), return; end
    walk(t.left, depth + 1);
    fprintf('%s%d\n', repmat('  ', 1, depth), t.key);
    walk(t.right, depth + 1);
end
function d = depth(t), if isempty(t), d = 0; else, d = 1 + max(depth(t.left), depth(t.right)); end, end
list = [];
for k = 1:4, list = push(list, k * 10); end
fprintf('%d items, first %d, second %d\n', len(list), list.value, list.next.value);
t = [];
for k = [50 30 70 20 40 60 30], t = insert(t, k); end
walk(t, 0);
fprintf('depth %d\n', depth(t));
queue = {t}; order = [];
while ~isempty(queue)
    node = queue{1}; queue(1) = [];
    order(end+1) = node.key;
    if ~isempty(node.left), queue{end+1} = node.left; end
    if ~isempty(node.right), queue{end+1} = node.right; end
end
fprintf('%d ', order); fprintf('\n');
graph = containers.Map({'a', 'b', 'c'}, {{'b', 'c'}, {'c'}, {}});
seen = {}; stack = {'a'};
while ~isempty(stack)
    n = stack{end}; stack(end) = [];
    if any(strcmp(seen, n)), continue; end
    seen{end+1} = n; stack = [stack, graph(n)];
end
disp(strjoin(seen, '>'))
