% strategy: kernel
% given: n = 50, T = 40 | n = 40000, T = 30
% Many growth rates at once, with the Lyapunov exponent.
r = linspace(2.5, 3.5, n);
x = 0.3 * ones(1, n);
lyapunov = zeros(1, n);
for t = 1:T
    lyapunov = lyapunov + log(abs(r .* (1 - 2 * x)) + 1e-300);
    x = r .* x .* (1 - x);
end
lyapunov = lyapunov / T;
