% strategy: replay
% given: n = 20, iterations = 200 | n = 150, iterations = 200
% Stops when every point has escaped: a break on data.
[x, y] = meshgrid(linspace(-1.5, 1.52, n));
count = zeros(n);
alive = true(n);
for k = 1:iterations
    t = x.^2 - y.^2 + 0.5;
    y = 2 * x .* y + 0.3;
    x = t;
    alive = alive & (x.^2 + y.^2 < 16);
    if ~any(alive(:))
        break
    end
    count = count + alive;
    x(~alive) = 0; y(~alive) = 0;
end
