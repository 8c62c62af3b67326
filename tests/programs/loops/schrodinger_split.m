% strategy: any
% given: n = 32, T = 10 | n = 1024, T = 10
% Split-step Fourier method of the free particle in a well: complex data and FFTs.
x = linspace(-8, 8 - 16 / n, n);
k = [0:n/2-1, -n/2:-1] * 2 * pi / 16;
psi = exp(-(x - 1).^2); psi = psi / sqrt(sum(abs(psi).^2));
for t = 1:T
    psi = exp(-0.5i * 0.01 * x.^2) .* psi;
    psi = ifft(exp(-0.5i * 0.01 * k.^2) .* fft(psi));
end
prob = abs(psi).^2;
