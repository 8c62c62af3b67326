% strategy: kernel
% given: n = 25, floor10 = 2 | n = 30000, floor10 = 3
% Gradient flow in a double well whose tilt cools down; ends when it is cold.
x = linspace(-2, 2, n);
temperature = 10; rounds = 0;
while true
    x = x - 0.02 * (x.^3 - x + 0.1 * temperature);
    temperature = 0.9 * temperature;
    rounds = rounds + 1;
    if temperature < floor10 / 10, break, end
    x = max(min(x, 3), -3);
end
