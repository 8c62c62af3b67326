% strategy: kernel
% given: n = 30, T = 40 | n = 40000, T = 30
% Rotation by arctangents, sign by sign.
angle = linspace(-1.5, 1.5, n);
x = ones(1, n); y = zeros(1, n); z = angle; gain = 1;
for k = 0:T-1
    d = sign(z) + (z == 0);
    t = 2^-k;
    [x, y] = deal(x - d .* y * t, y + d .* x * t);
    z = z - d * atan(t);
    gain = gain * sqrt(1 + t^2);
end
c = x / gain; s = y / gain;
