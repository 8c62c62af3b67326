% strategy: any
% given: n = 12, T = 20 | n = 300, T = 60
% The column of a step from reductions of another array: covariance with a lag.
rng(76);
R = randn(n, T);
c = zeros(1, T - 1);
for lag = 1:T-1
    A = R(:, 1:T-lag); B = R(:, 1+lag:T);
    c(lag) = mean(A(:) .* B(:));
end
