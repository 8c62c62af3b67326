% strategy: replay
% given: n = 50, T = 50 | n = 30000, T = 12
% Upwind transport around a ring.
u = double((1:n) < n / 3);
for k = 1:T
    u = u - 0.5 * (u - circshift(u, 1));
end
mass = sum(u);
