% strategy: kernel
% given: n = 20, T = 24 | n = 30000, T = 24
% A forcing that depends on the season.
x = linspace(0, 1, n);
for month = 1:T
    switch mod(month - 1, 12) + 1
        case {12, 1, 2}
            x = 0.9 * x;
        case {6, 7, 8}
            x = x + 0.1;
        otherwise
            x = x .* (1 - 0.01 * month);
    end
end
