% strategy: kernel
% given: N = 40, T = 60 | N = 30000, T = 30
% Leaky neurons with a reset and a refractory count.
rng(22);
I = 1 + rand(N, 1);
V = zeros(N, 1); wait = zeros(N, 1); spikes = zeros(N, 1);
dt = 0.05;
for t = 1:T
    active = wait <= 0;
    V = V + active .* dt .* (I - V + 0.2 * sin(0.3 * t));
    fired = V >= 0.6;
    V(fired) = 0;
    wait = wait - 1;
    wait(fired) = 3;
    spikes = spikes + fired;
end
rate = spikes / (T * dt);
