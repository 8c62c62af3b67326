% strategy: ordinary
% given: n = 500, bins = 10 | n = 3000, bins = 16
% Counts with an index that is data.
rng(40);
x = rand(1, n);
counts = zeros(1, bins);
for i = 1:n
    b = floor(x(i) * bins) + 1;
    counts(b) = counts(b) + 1;
end
