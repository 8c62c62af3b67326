% Heat equation on a square of N points a side, T explicit steps, border held.  Given: N, T, class_name.
%% setup
x = linspace(0, 1, N);
if strcmp(class_name, 'single'), x = single(x); end
U0 = sin(3 * x') .* cos(2 * x);
%% compute
U = U0;
for t = 1:T
    U(2:end-1, 2:end-1) = U(2:end-1, 2:end-1) + 0.2 * (U(1:end-2, 2:end-1) + U(3:end, 2:end-1) ...
        + U(2:end-1, 1:end-2) + U(2:end-1, 3:end) - 4 * U(2:end-1, 2:end-1));
end
result = [mean(U(:)), max(U(:))];
