% strategy: kernel
% given: n = 40, top = 1 | n = 30000, top = 1
% A range whose step is no whole number; its value is what is computed with.
x = linspace(0, 1, n);
y = zeros(1, n);
for h = 0:0.05:top
    y = y + h * exp(-h * x);
end
