% strategy: kernel
% given: M = 250, T = 12 | M = 66000, T = 12
% Down-and-out put, the barrier moves with time; masked assignment.
rng(3);
S = repmat(100, M, 1);
hit = false(M, 1);
dt = 0.5 / T;
for i = 1:T
    S = S .* exp((0.01 - 0.18^2/2) * dt + 0.18 * sqrt(dt) * randn(M, 1));
    barrier = 85 + 2 * i / T;
    hit = hit | S <= barrier;
end
V = max(102 - S, 0);
V(hit) = 0;
price = exp(-0.01 * 0.5) * mean(V);
