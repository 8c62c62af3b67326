% strategy: kernel
% given: n = 45, d = 15 | n = 40000, d = 15
% Three-term recurrence that hands two carries on.
x = linspace(-1, 1, n);
p0 = ones(1, n); p1 = x;
for k = 1:d-1
    p2 = ((2*k + 1) * x .* p1 - k * p0) / (k + 1);
    p0 = p1;
    p1 = p2;
end
