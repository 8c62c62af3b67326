% strategy: kernel
% given: n = 60, T = 30 | n = 66000, T = 12
% Simulated annealing with a temperature by the step and Metropolis moves.
rng(53);
x = 4 * rand(n, 1) - 2;
E = x.^4 - 2 * x.^2 + 0.3 * x;
accepted = zeros(n, 1);
for k = 1:T
    temperature = 0.9^k;
    trial = x + 0.5 * randn(n, 1);
    Et = trial.^4 - 2 * trial.^2 + 0.3 * trial;
    take = rand(n, 1) < exp(min(-(Et - E) / temperature, 0));
    x = take .* trial + ~take .* x;
    E = take .* Et + ~take .* E;
    accepted = accepted + take;
end
best = min(E);
