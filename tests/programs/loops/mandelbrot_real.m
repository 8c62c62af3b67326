% strategy: kernel
% given: n = 24, iterations = 40 | n = 200, iterations = 30
% Escape counts with real and imaginary parts apart.
[cx, cy] = meshgrid(linspace(-2.05, 0.55, n), linspace(-1.2, 1.21, n));
zx = zeros(n); zy = zeros(n); count = zeros(n);
for k = 1:iterations
    inside = zx.^2 + zy.^2 <= 4;
    new = zx.^2 - zy.^2 + cx;
    zy = inside .* (2 * zx .* zy + cy) + ~inside .* zy;
    zx = inside .* new + ~inside .* zx;
    count = count + inside;
end
area = mean(count(:) == iterations);
