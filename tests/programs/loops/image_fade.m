% strategy: kernel
% given: n = 16, T = 10 | n = 200, T = 10
% Integers that saturate and round at every step.
A = uint8(mod(reshape(0:n*n-1, n, n), 256));
B = A.';
for t = 1:T
    A = A + 7 - B / 16;
    B = uint8(0.9 * double(B)) + uint8(t);
end
