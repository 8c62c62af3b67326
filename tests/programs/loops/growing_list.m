% strategy: ordinary
% given: n = 200, m = 1 | n = 3000, m = 1
% A vector that grows, and a value of the loop before that the next one tests.
v = [];
last = 0;
for i = 1:n
    x = mod(last * 7 + i, 11);
    if x > 5
        v(end + 1) = x; %#ok<AGROW>
    end
    last = x;
end
total = sum(v);
