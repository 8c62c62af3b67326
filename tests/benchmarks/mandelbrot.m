% The Mandelbrot set on an N by N grid, T steps, by complex numbers as the formula has them.  Given: N, T, class_name.
%% setup
c = linspace(-2, 0.5, N) + 1i * linspace(-1.25, 1.25, N)';
%% compute
z = zeros(N);
n = zeros(N);
for k = 1:T
    z = z.^2 + c;
    n = n + (abs(z) <= 2);
end
result = [mean(n(:)), mean(n(:).^2)];
