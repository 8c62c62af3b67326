% strategy: kernel
% given: n = 50, top = 25 | n = 40000, top = 31
% Odd harmonics by a step of two.
t = linspace(0, 2, n);
s = zeros(size(t));
for k = 1:2:top
    s = s + sin(pi * k * t) / k;
end
s = 4 / pi * s;
