% strategy: kernel
% given: N = 30, T = 20 | N = 20000, T = 12
% Mean, variance and third moment in one pass.
rng(20);
X = 5 + 2 * rand(N, T).^2;
mu = zeros(N, 1); M2 = mu; M3 = mu;
for n = 1:T
    d = X(:, n) - mu;
    dn = d / n;
    M3 = M3 + d .* dn .* dn * (n - 1) * (n - 2) - 3 * dn .* M2;
    M2 = M2 + d .* dn * (n - 1);
    mu = mu + dn;
end
variance = M2 / (T - 1);
skew = sqrt(T) * M3 ./ M2.^1.5;
