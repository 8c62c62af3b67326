% strategy: replay
% given: n = 12, T = 10 | n = 140, T = 6
% Metropolis on a checkerboard: both colours in a short inner loop.
rng(61);
s = 2 * (rand(n) > 0.5) - 1;
[I, J] = ndgrid(1:n);
for t = 1:T
    for color = 0:1
        h = circshift(s, 1, 1) + circshift(s, -1, 1) + circshift(s, 1, 2) + circshift(s, -1, 2);
        flip = rand(n) < exp(-0.8 * s .* h) & mod(I + J, 2) == color;
        s(flip) = -s(flip);
    end
end
magnet = mean(s(:));
