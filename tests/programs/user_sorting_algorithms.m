% Source: Octave agrees but for the layout that disp gives numbers.
1;
function v = bubble(v)
    n = numel(v); swapped = true;
    while swapped
        swapped = false;
        for k = 1:n-1
            if v(k) > v(k+1), v([k k+1]) = v([k+1 k]); swapped = true; end
        end
        n = n - 1;
    end
end
function v = quick(v)
    if numel(v) <= 1, return; end
    p = v(1); rest = v(2:end);
    v = [quick(rest(rest < p)), p, quick(rest(rest >= p))];
end
function v = msort(v)
    n = numel(v); if n < 2, return, end
    h = floor(n / 2); a = msort(v(1:h)); b = msort(v(h+1:end));
    v = []; 
    while ~isempty(a) && ~isempty(b)
        if a(1) <= b(1), v(end+1) = a(1); a(1) = []; else, v(end+1) = b(1); b(1) = []; end
    end
    v = [v a b];
end
function [v, steps] = insertion(v)
    steps = 0;
    for k = 2:numel(v)
        x = v(k); j = k - 1;
        while j >= 1 && v(j) > x, v(j+1) = v(j); j = j - 1; steps = steps + 1; end
        v(j+1) = x;
    end
end
function i = bsearch(v, x)
    lo = 1; hi = numel(v); i = 0;
    while lo <= hi
        mid = floor((lo + hi) / 2);
        if v(mid) == x, i = mid; return; elseif v(mid) < x, lo = mid + 1; else, hi = mid - 1; end
    end
end
data = [5 3 9 1 5 -2 8];
fprintf('%d ', bubble(data)); fprintf('\n');
fprintf('%d ', quick(data)); fprintf('\n');
fprintf('%d ', msort(data)); fprintf('\n');
[s, n] = insertion(data); fprintf('%d ', s); fprintf('(%d)\n', n);
fprintf('%d %d\n', bsearch(s, 8), bsearch(s, 4));
fs = {@bubble, @quick, @msort};
disp(all(cellfun(@(f) isequal(f(data), sort(data)), fs)))
