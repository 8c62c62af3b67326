% Source: Octave agrees but for the layout that disp gives numbers.
1;
function [x, n] = newton(f, df, x, tol)
    n = 0;
    while abs(f(x)) > tol && n < 50, x = x - f(x) / df(x); n = n + 1; end
end
function [c, it] = bisect(f, a, b, tol)
    it = 0;
    if sign(f(a)) == sign(f(b)), error('bisect:bracket', 'No sign change on [%g, %g].', a, b); end
    while (b - a) / 2 > tol
        c = (a + b) / 2; it = it + 1;
        if f(c) == 0, return; elseif sign(f(c)) == sign(f(a)), a = c; else, b = c; end
    end
    c = (a + b) / 2;
end
function s = simpson(f, a, b, n)
    if mod(n, 2), error('simpson:odd', 'n must be even'); end
    x = linspace(a, b, n + 1); y = f(x); h = (b - a) / n;
    s = h / 3 * (y(1) + 4 * sum(y(2:2:end-1)) + 2 * sum(y(3:2:end-2)) + y(end));
end
function [t, y] = euler(f, t0, t1, y0, n)
    h = (t1 - t0) / n; t = t0:h:t1; y = zeros(size(t)); y(1) = y0;
    for k = 1:n, y(k+1) = y(k) + h * f(t(k), y(k)); end
end
[r, n] = newton(@(x) x^2 - 2, @(x) 2*x, 1, 1e-12); fprintf('%.10f %d\n', r, n);
[r, n] = bisect(@(x) cos(x) - x, 0, 1, 1e-6); fprintf('%.5f %d\n', r, n);
try, bisect(@(x) x^2 + 1, 0, 1, 1e-3); catch e, fprintf('%s: %s\n', e.identifier, e.message); end
fprintf('%.8f\n', simpson(@(x) sin(x), 0, pi, 20));
[t, y] = euler(@(t, y) -2 * y, 0, 1, 1, 100); fprintf('%.6f %d\n', y(end), numel(t));
fprintf('%.6f\n', fzero(@(x) x^3 - 2, [0 2]));
p = polyfit(1:4, [1 4 9 16], 2); fprintf('%.3f ', abs(p) .* (abs(p) > 1e-8)); fprintf('\n');
fprintf('%.4f\n', quadgk(@(x) exp(-x.^2), -Inf, Inf)^2);
