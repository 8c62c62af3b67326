% strategy: kernel
% given: n = 30, T = 80 | n = 30000, T = 30
% Epidemics in many regions; a lockdown changes the rate of contact by the day.
beta0 = linspace(0.2, 0.6, n); gamma = 0.1;
S = 0.99 * ones(1, n); I = 0.01 * ones(1, n); R = zeros(1, n);
peak = I; day = zeros(1, n);
for t = 1:T
    if t < 20
        beta = beta0;
    elseif t <= 40
        beta = 0.4 * beta0;
    else
        beta = 0.8 * beta0;
    end
    new = beta .* S .* I;
    S = S - new;
    I = I + new - gamma * I;
    R = R + gamma * I;
    day(I > peak) = t;
    peak = max(peak, I);
end
