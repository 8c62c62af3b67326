"""Programs with loops, by the strategy that each takes."""

from __future__ import annotations

IN_KERNEL = {
    "geometric brownian motion": "rng(1); S = 100 * ones(70000, 1); for t = 1:12, z = randn(70000, 1); S = S .* exp(1e-3 + 0.02 * z); end",
    "two draws of two classes": (
        "rng(2); n = 80000; v = zeros(n, 1, 'single'); w = zeros(n, 1, 'single');"
        " for t = 1:6, v = v + randn(n, 1, 'single'); w = max(w, v .* rand(n, 1, 'single')); end, u = rand(70000, 1);"
    ),
    "heston": (
        "rng(3); n = 70000; S = 100 * ones(n, 1); V = 0.04 * ones(n, 1); dt = 1 / 50;"
        " for t = 1:10, z1 = randn(n, 1); z2 = 0.3 * z1 + sqrt(1 - 0.09) * randn(n, 1); Vp = max(V, 0);"
        " S = S .* exp((0.03 - Vp / 2) * dt + sqrt(Vp * dt) .* z1); V = V + 1.5 * (0.04 - Vp) * dt + 0.3 * sqrt(Vp * dt) .* z2; end"
    ),
    "columns": "X = reshape(mod(1:60000, 97), 3000, 20); y = zeros(3000, 1); for t = 1:20, y = 0.9 * y + 0.1 * X(:, t); end",
    "columns of an odd height": (
        "X = reshape(mod(1:60020, 97), 3001, 20); y = zeros(3001, 1); for t = 1:20, y = 0.9 * y + 0.1 * X(:, t); end"
    ),
    "rows backwards": "X = reshape(mod(1:60000, 97), 20, 3000); y = zeros(1, 3000); for t = 20:-1:1, y = 0.9 * y + 0.1 * X(t, :); end",
    "every third column": "X = reshape(mod(1:60000, 97), 2000, 30); y = ones(2000, 1); for t = 2:3:29, y = y .* X(:, t) / 50; end",
    "elements of a vector": "w = cos(1:30); x = linspace(0, 1, 20000); y = 0 * x; for t = 1:30, y = y + w(t) * x .^ 2; end",
    "recurrence on what was written": (
        "X = reshape(mod(1:40000, 97), 2000, 20); Y = zeros(2000, 20); Y(:, 1) = X(:, 1);"
        " for t = 2:20, Y(:, t) = 0.9 * Y(:, t - 1) + 0.1 * X(:, t); end"
    ),
    "second order": (
        "X = reshape(mod(1:40000, 97), 2000, 20); Y = X / 7; for t = 3:20, Y(:, t) = X(:, t) + 1.2 * Y(:, t - 1) - 0.5 * Y(:, t - 2); end"
    ),
    "rows written": "X = reshape(mod(1:40000, 97), 20, 2000); Y = X; for t = 2:20, Y(t, :) = Y(t - 1, :) / 2 + X(t, :); end",
    "all columns written": "x = (1:3000)' / 7; Y = zeros(3000, 25, 'single'); for t = 1:25, x = x * 0.99; Y(:, t) = x + t; end",
    "written ahead of what is read": "X = reshape(mod(1:40000, 97), 2000, 20); for t = 1:19, X(:, t) = X(:, t + 1) - X(:, t); end",
    "a running scalar": "x = linspace(0, 1, 20000); s = 0; y = 0 * x; for t = 1:30, s = 0.9 * s + t; y = y + exp(-s / 10) * x; end",
    "branches on the iteration": (
        "x = linspace(0, 1, 20000); y = 0 * x; a = 1;"
        " for t = 1:30, if mod(t, 3) == 0, y = y + x; a = t; elseif t > 20 && t < 28, y = y .* x; else, y = y - 1; end, end"
    ),
    "a first iteration of its own": "x = linspace(0, 1, 20000); y = 0; for t = 1:30, y = y + x * t; end",
    "anonymous functions": (
        "f = @(y, h) y .* (1 - y) * h; x = linspace(0, 1, 20000); y = x;"
        " for t = 1:30, k1 = f(y, .1); k2 = f(y + .5 * k1, .1); y = y + k2; end"
    ),
    "functions of the cell": (
        "y = linspace(0, 1, 20000); for t = 1:30, [y, q] = both(y, t); end\nfunction [a, b] = both(a, t)\n b = a / t; a = a + b; end"
    ),
    "mandelbrot": (
        "[a, b] = meshgrid(linspace(-2, 1, 160), linspace(-1, 1, 150)); x = a; y = b; n = zeros(size(a));"
        " for k = 1:40, t = x .^ 2 - y .^ 2 + a; y = 2 * x .* y + b; x = t; n = n + (x .^ 2 + y .^ 2 < 4); end"
    ),
    "an inner loop": "x = linspace(0, 1, 20000); y = x; for t = 1:10, for k = 1:3, y = y + x / (t + k); end, end",
    "an inner loop over fractions": "x = linspace(0, 1, 20000); for t = 1:10, for k = -1:0.4:1, x = x + k; end, end",
    "swapped": "a = linspace(0, 1, 20000); b = 1 - a; for t = 1:7, c = a; a = b; b = c / 2; end",
    "logical and integer arrays": (
        "x = linspace(0, 1, 20000); m = x > 0.5; k = zeros(1, 20000, 'int32'); for t = 1:9, m = xor(m, x * t > 2); k = k + int32(m); end"
    ),
    "a matrix and a row": "A = ones(150, 160); r = 1:160; for t = 1:8, A = A .* r / 80 + t; end",
    "a matrix of an odd height and a row": "A = ones(151, 160); r = 1:160; for t = 1:8, A = A .* r / 80 + t; end",
    "steps that are not whole": "x = linspace(0, 1, 20000); y = x; for h = 0:0.1:0.9, y = y + h * x; end",
    "elements by a mask": (
        "rng(1); x = rand(1, 70000); k = zeros(1, 70000); b = x > 2; for t = 1:9, m = x > 0.3; x(m) = x(m) * 2 - 1 / t; x(~m) = 0.5;"
        " k(m) = t; b(m) = false; end"
    ),
    "a mask behind another name": (
        "x = linspace(0, 1, 20000); s = 0 * x; for t = 1:9, y = x; m = x > 0.4; x(m) = 0; s = s + y; x = x + 0.01; end"
    ),
    "random integers": "rng(5); x = zeros(300); for t = 1:6, x = x + randi([-2 5], 300); end",
    "numbers of the sequential stream": (
        "rng(1); x = zeros(5000, 1); s = 0; for t = 1:20, x = x + randn(5000, 1) * rand; u = rand(5000, 1); if mod(t, 3) == 0,"
        " x = x .* rand(5000, 1); end, s = s + randn; x = x + s * u; end, r = rand(1, 5);"
    ),
    "several results at once": "a = linspace(1, 2, 20000); b = 3 - a; for t = 1:6, [a, b] = deal((a + b) / 2, sqrt(a .* b)); end",
    "a while loop that counts": "x = linspace(0, 1, 20000); k = 1; while k <= 12, x = x + 0.1 * sin(k * x); k = k + 1; end",
    "a while loop over time": "x = linspace(0, 1, 20000); t = 0; while t < 2, x = x + 0.1 * sin(t * x); t = t + 0.1; end",
    "a break in the middle": (
        "x = linspace(0, 1, 20000); k = 0; while true, x = x + 0.1 * sin(k * x); k = k + 1; if k >= 15, break, end, x = x * 0.9; end"
    ),
    "a break at the index": (
        "x = linspace(0, 1, 20000); for k = 1:30, x = x + 0.1 * sin(k * x); if k == 12, done = 1; break, end, y = x * 2; end"
    ),
    "iterations that are cut short": (
        "x = linspace(0, 1, 20000); y = x; for k = 1:30, y = y * 0.9; if mod(k, 3) == 0, x = x / 2; if k > 20, continue, end, x = x + 1;"
        " end, x = x + 0.1 * sin(k * x); y = y + x; end"
    ),
    "columns of a matrix": "A = reshape(mod(1:60000, 97), 3000, 20); s = zeros(3000, 1); for c = A, s = 0.9 * s + c; end",
    "whole numbers of a class": "x = linspace(0, 1, 20000); for k = int32(9):int32(-2):int32(1), x = x + double(k); end",
    "logical values": "x = linspace(0, 1, 20000); for k = [true false true true false], x = x * 0.5 + k; end",
    "branches on a running scalar": (
        "x = linspace(0, 1, 20000); s = 0; for k = 1:20, s = mod(s * 3 + 1, 7); if s > 3, x = x + s; else, x = x / 2; end, end"
    ),
    "cases of the index": (
        "x = linspace(0, 1, 20000);"
        " for k = 1:12, switch mod(k, 3), case 0, x = x + 1; case {1, 5}, x = x * 2; otherwise, x = x / 3; end, end"
    ),
    "an inner while loop": "x = linspace(0, 1, 20000); for k = 1:12, j = 0; while j < 3, x = x + j; j = j + 1; end, end",
    "functions that return early": (
        "x = linspace(0, 1, 20000); for k = 1:12, x = g(x, k); end\n"
        "function y = g(x, k)\n y = x; if k > 6, y = y * 2; return, end\n y = y + 1;\nend"
    ),
    "a first iteration that is written otherwise": (
        "X = ones(4000, 20) / 3; Y = zeros(4000, 20); for k = 1:20, if k == 1, Y(:, k) = X(:, k);"
        " else, Y(:, k) = 0.9 * Y(:, k - 1) + X(:, k); end, end"
    ),
    "columns written now and then": (
        "Y = rand(3000, 30); x = linspace(0, 1, 3000)'; z = 0 * x; for t = 2:30, x = x * 1.01; if mod(t, 3) == 0, Y(:, t) = x;"
        " elseif mod(t, 5) == 0, Y(:, t) = 7; end, if mod(t, 2) == 1, z = z + Y(:, t - 1); end, end"
    ),
    "set in some iterations only": (
        "x = linspace(0, 1, 20000); y = 0; for t = 1:12, if mod(t, 3) == 0, continue, end, z = x * t; y = y + z; end"
    ),
    "times that are written down": (
        "X = zeros(3000, 40); X(:, 1) = (1:3000)' / 3000; t = NaN(1, 40); t(1) = 0; n = zeros(1, 40, 'int16'); e = false(40, 1);"
        " for k = 1:39, t(k + 1) = t(k) + 0.1; n(k) = 1.5 * k; e(k) = mod(k, 2) == 1; X(:, k + 1) = X(:, k) + 0.1 * sin(t(k)); end"
    ),
    "a recurrence of single elements": (
        "f = zeros(1, 31, 'int8'); f(1) = 3; x = linspace(0, 1, 20000);"
        " for k = 2:31, f(k) = f(k - 1) * int8(2); if mod(k, 3) == 0, f(k) = k; end, x = x * 0.9 + double(f(k)); end"
    ),
    "numbers written where a mask is": (
        "x = uint8(mod(1:20000, 256)); v = linspace(-300, 300, 20000);"
        " for k = 1:9, x = x + 10; x(x == 255) = 3; m = x > 100; x(m) = v(m); x(x < k) = k * 1.5; end"
    ),
    "numbers of the class of an array": "rng(1); x = zeros(20000, 1, 'single'); for k = 1:5, x = x + rand(20000, 1, 'like', x); end",
    "fields that change": (
        "s.b = linspace(0, 1, 20000); s.t = 0; s.n = 'x'; u = s; c = 5; e = struct(); for k = 1:9,"
        " if k > 90, c = 2; e.q = 1; end, s.z = s.b * k; if k > 3, s.t = s.t + 0.1; end,"
        " s.a = k; s.b = s.b * 0.9 + s.z / 50 + s.t; end, o = strjoin(fieldnames(s)', '') + 0; b = s.b + s.z + s.a; t = u.b;"
        " n = isempty(fieldnames(e)); clear s u e"
    ),
    "branches that are never taken": (
        "x = linspace(0, 1, 20000); verbose = false; c = {}; for k = 1:9, x = x * 0.9; if verbose, fprintf('%d', k), c{end + 1} = x; end,"
        " if k > 100, error('too many'), elseif numel(x) > 3e4, x(1) = []; end, end, c = numel(c);"
    ),
    "fields and cells that stay the same": (
        "p.a = 0.5; p.more = struct('w', {1, 2, 3, 4}); c = {2, 'x', linspace(0, 1, 20000)}; x = linspace(0, 1, 20000);"
        " for t = 1:4, x = p.a * x + p.more(t).w * c{end} / c{1} + p.more(2).w; end, clear p c"
    ),
    "a structure given to a function": (
        "p.a = 0.5; p.name = 'fast'; x = linspace(0, 1, 20000); for t = 1:9, x = g(x, p, t); end, clear p\n"
        "function x = g(x, p, t)\n if isfield(p, 'a') && strcmp(p.name, 'fast'), x = x * p.a + t; else, x = 0 * x; end\nend"
    ),
    "arguments that are not given": (
        "x = linspace(0, 1, 20000); for t = 1:9, x = g(x, t) + g(x, t, 2) / 8; end\n"
        "function x = g(x, t, c)\n if nargin < 3 && nargout == 1, c = 0.5; end\n x = x * c / t;\nend"
    ),
    "a handle that is left behind": (
        "x = linspace(0, 1, 20000); a = 2; for t = 1:9, f = @(z) z / a + t; g = @(z) f(z) + 1; x = g(x); end,"
        " y = [f(3) g(3) f(1)]; u = double(func2str(f)); n = nargin(f);"
    ),
    "the index changed inside": "x = linspace(0, 1, 20000); y = x; for t = 1:9, t = t * 2; y = y + t * x; end",
}
REPLAYED = {
    "sums": "x = linspace(0, 1, 20000); for t = 1:8, x = x - mean(x) / t; end",
    "products": ("A = mod(reshape(1:22500, 150, 150), 17) / 900; v = ones(150, 1); for t = 1:9, w = A * v; v = w / max(w); end"),
    "several sizes": "a = linspace(0, 1, 20000); b = linspace(0, 1, 30000)'; for t = 1:8, a = a * 1.5; b = b + a(1) * 0 + t; end",
    "rows written into columns": "x = linspace(0, 1, 20000); Y = zeros(20000, 9); for t = 1:9, x = x * 0.9 + t; Y(:, t) = x; end",
    "a running mean": "x = linspace(0, 1, 20000); f = zeros(1, 9); for t = 2:9, f(t) = f(t - 1) / 2 + mean(x); x = x * 0.9; end",
    "sums written": "x = linspace(0, 1, 20000)'; m = zeros(1, 12); for t = 1:12, x = x * 0.9; m(t) = sum(x) / t; end",
    "gradient descent": (
        "X = [ones(20000, 1) cos(1:20000)' sin(1:20000)']; y = X * [1; -2; .5]; w = zeros(3, 1);"
        " for k = 1:15, e = X * w - y; w = w - 0.2 * (X' * e) / 20000; end"
    ),
    "norms": "A = mod(reshape(1:40000, 200, 200), 17); v = ones(200, 1); for t = 1:9, w = A * v; v = w / norm(w); end",
    "scalars of arrays": "x = linspace(0, 1, 20000); m = 0.1; for t = 1:9, g = exp(-(x - m) .^ 2); m = sum(g .* x) / sum(g); end",
    "random numbers": "rng(1); x = zeros(70000, 1); for t = 1:5, z = randn(70000, 1); x = x + (z - mean(z)) * t; end",
}
ON_A_DEVICE = {
    "neighbours that are joined": (
        "x = sin(1:40000); m = x > 0; for t = 1:6, x = 0.5 * ([x(2:end), x(1)] + [x(end), x(1:end-1)]);"
        " m = xor([m(end), m(1:end-1)], [false, m(2:end)]); end"
    ),
    "rows and columns that are joined": (
        "A = mod(reshape(1:40000, 200, 200), 17) / 17;"
        " for t = 1:6, A = [A(2:end, :); A(1, :) / t]; A = [A(:, 1:100) * 0.5, A(:, 101:200)]; end"
    ),
    "single elements": (
        "x = linspace(0, 1, 40000)'; for t = 1:9, x(3) = x(4) + t; if t > 4, x(5) = x(5) * 2; end, x(end) = t; x(7:9) = sum(x) / 1e5; end"
    ),
    "a class of its own": "x = zeros(40000, 1, 'single'); y = linspace(0, 1, 40000)'; for t = 1:6, y = y * 1.1; x(2:end) = y(1:end-1); end",
}
STOPPED = {
    "a test of convergence": "x = linspace(0, 1, 40000); for k = 1:100, y = cos(x); if norm(x - y) < 1e-2, break; end, x = y; end",
    "as long as it changes": (
        "x = linspace(0, 1, 40000); err = Inf; k = 0; while err > 1e-3 && k < 100, y = cos(x); err = norm(y - x); x = y; k = k + 1; end"
    ),
    "one of two tests": (
        "x = linspace(0, 1, 40000); k = 0; while true, y = cos(x); k = k + 1;"
        " if max(abs(y - x)) < 1e-30 || k >= 80, done = k; break, end, x = y; end"
    ),
    "a test that never holds": "x = linspace(0, 1, 40000); for k = 1:10, y = cos(x); if norm(x - y) < 1e-30, break; end, x = y; end",
    "a test now and then": (
        "x = linspace(0, 1, 40000); for k = 1:100, y = cos(x); if mod(k, 5) == 0, if norm(x - y) < 1e-2, break; end, end, x = y; end"
    ),
    "an error if there are too many": (
        "x = linspace(0, 1, 40000); it = 0; d = 1;"
        " while d > 1e-6, it = it + 1; if it > 1000, error('too many'); end, y = cos(x); d = norm(y - x); x = y; end"
    ),
    "a test of all elements": "x = linspace(0, 1, 40000); for k = 1:100, y = cos(x); if abs(x - y) < 1e-3, break; end, x = y; end",
    "random numbers up to the test": (
        "rng(1); x = zeros(70000, 1); for k = 1:40, x = x + randn(70000, 1); if max(x) > 10, break, end, end, y = rand(3, 1);"
    ),
    "numbers in order up to the test": (
        "rng(1); x = zeros(40000, 1); for k = 1:40, x = x + randn(40000, 1); if max(x) > 10, break, end, end, y = rand(3, 1);"
    ),
    "what was written up to the test": (
        "x = linspace(0, 1, 40000)'; m = zeros(1, 60);"
        " for k = 1:60, y = cos(x); m(k) = sum(y); if norm(x - y) < 1e-1, break; end, x = y; end"
    ),
}
TURN_BY_TURN = {
    "norms that overflow": "v = 1e200 * ones(20000, 1); for t = 1:9, v = v * 2; n = norm(v); v = v / n * 1e200; end",
    "branches on elements that are numbers": "x = linspace(0, 1, 20000); for t = 1:8, if x(3), x = x + 0.1; else, x = x * 2; end, end",
    "the real domain": "x = linspace(-1, 1, 20000); y = x; for t = 1:5, y = sqrt(y - .1); end",
    "random numbers behind a test": (
        "rng(1); x = zeros(20000, 1); s = 0; for t = 1:20, s = mod(s * 3 + 1, 7); b = s > 3 && rand > 0.5; x = x + b; end, r = rand;"
    ),
    "random numbers behind a test of arrays": (
        "rng(1); x = ones(70000, 1); while max(x) > 0.2 || max(rand(70000, 1)) < 0.1, x = x * 0.9; end, r = rand(70000, 1);"
    ),
    "nested functions": (
        "x = run(20000);\nfunction x = run(n)\n x = linspace(0, 1, n); for t = 1:9, x = abs(x); end\n"
        " function z = abs(z)\n z = z / 2 - 1;\n end\nend"
    ),
    "handles of nested functions": (
        "x = run(20000);\nfunction x = run(n)\n x = linspace(0, 1, n); for t = 1:9, f = @abs; x = f(x); end\n"
        " function z = abs(z)\n z = z / 2 - 1;\n end\nend"
    ),
    "anonymous functions of nested functions": (
        "x = run(20000);\nfunction x = run(n)\n x = linspace(0, 1, n); f = @(x) abs(x); for t = 1:9, x = f(x); end\n"
        " function z = abs(z)\n z = z / 2 - 1;\n end\nend"
    ),
    "a handle that keeps what changes": "x = linspace(0, 1, 20000); for t = 1:5, f = @(z) x + z; x = f(t); end, y = f(1);",
    "uneven places": "X = reshape(1:60000, 3000, 20); y = zeros(3000, 1); for t = 1:10, y = y + 1; X(:, t * (1 + mod(t, 2))) = y; end",
}
ERRORS = {
    "out of bounds": "X = ones(4000, 5); y = zeros(4000, 1); for t = 1:8, y = y + X(:, t); end",
    "sizes": "x = linspace(0, 1, 20000); for t = 1:8, x = x + (1:3); end",
    "a function that becomes a variable": "x = linspace(0, 1, 20000); for t = 1:8, y = exp(x); exp = 2; x = x / 2; end",
    "an argument that is missing": (
        "x = linspace(0, 1, 20000); for t = 1:8, x = g(x); end\nfunction x = g(x, gamma)\n x = x + gamma;\nend"
    ),
}
