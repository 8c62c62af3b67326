% strategy: kernel
% given: M = 200, T = 8 | M = 66000, T = 8
% Three correlated assets, Cholesky factor written out.
rng(8);
C = [1 0.5 0.2; 0.5 1 0.3; 0.2 0.3 1];
L = chol(C, 'lower');
A = 100 * ones(M, 1); B = 80 * ones(M, 1); D = 120 * ones(M, 1);
dt = 1 / T; q = sqrt(dt);
for t = 1:T
    z1 = randn(M, 1); z2 = randn(M, 1); z3 = randn(M, 1);
    A = A .* exp(-0.5 * 0.2^2 * dt + 0.2 * q * L(1,1) * z1);
    B = B .* exp(-0.5 * 0.3^2 * dt + 0.3 * q * (L(2,1) * z1 + L(2,2) * z2));
    D = D .* exp(-0.5 * 0.1^2 * dt + 0.1 * q * (L(3,1) * z1 + L(3,2) * z2 + L(3,3) * z3));
end
basket = 0.4 * A + 0.35 * B + 0.25 * D;
price = mean(max(basket - 98, 0));
