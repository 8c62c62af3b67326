% strategy: kernel
% given: n = 21, T = 25 | n = 150, T = 8
% Which root of z^3 = 1 a start reaches; real arithmetic, nothing happens where it has converged.
[x, y] = meshgrid(linspace(-1.51, 1.53, n), linspace(-1.52, 1.55, n));
steps = zeros(n);
for k = 1:T
    r2 = x.^2 - y.^2; i2 = 2 * x .* y;
    fr = x .* r2 - y .* i2 - 1; fi = x .* i2 + y .* r2;
    far = fr.^2 + fi.^2 > 1e-12;
    d = 3 * (r2.^2 + i2.^2);
    x = x - far .* (fr .* r2 + fi .* i2) ./ d;
    y = y - far .* (fi .* r2 - fr .* i2) ./ d;
    steps = steps + far;
end
root = 1 + (y > 0.5) + 2 * (y < -0.5);
