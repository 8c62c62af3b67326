% strategy: ordinary
% given: n = 100, T = 1 | n = 300, T = 1
% One chemical trajectory: branches on random data.
rng(54);
A = 50; B = 0; time = 0;
for k = 1:n
    rates = [0.1 * A, 0.05 * B];
    total = sum(rates);
    time = time - log(rand) / total;
    if rand * total < rates(1)
        A = A - 1; B = B + 1;
    else
        A = A + 1; B = B - 1;
    end
end
