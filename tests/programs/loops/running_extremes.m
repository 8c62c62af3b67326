% strategy: kernel
% given: N = 30, T = 20 | N = 20000, T = 12
% Running maximum, minimum, drawdown and the step of the peak.
rng(19);
X = cumsum(randn(N, T), 2);
hi = X(:, 1); lo = X(:, 1); when = ones(N, 1); draw = zeros(N, 1);
for t = 2:T
    x = X(:, t);
    newer = x > hi;
    when(newer) = t;
    hi = max(hi, x);
    lo = min(lo, x);
    draw = max(draw, hi - x);
end
span = hi - lo;
