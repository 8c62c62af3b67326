% Source: Octave agrees but for the layout that disp gives numbers.
1;
function x = gauss(A, b)
    n = size(A, 1);
    M = [A, b(:)];
    for k = 1:n-1
        [~, p] = max(abs(M(k:n, k)));
        p = p + k - 1;
        if M(p, k) == 0, error('gauss:singular', 'Matrix is singular at column %d.', k); end
        if p ~= k, M([k p], :) = M([p k], :); end
        for r = k+1:n
            f = M(r, k) / M(k, k);
            M(r, k:end) = M(r, k:end) - f * M(k, k:end);
        end
    end
    x = zeros(n, 1);
    for k = n:-1:1
        x(k) = (M(k, end) - M(k, k+1:n) * x(k+1:n)) / M(k, k);
    end
end
A = [2 1 -1; -3 -1 2; -2 1 2]; b = [8; -11; -3];
x = gauss(A, b);
fprintf('%.4f\n', x);
fprintf('residual %.1e\n', max(abs(A * x - b)) > 1e-10);
try
    gauss([1 2; 2 4], [1; 2]); gauss(zeros(2), [1; 2]);
catch err
    disp(err.identifier); disp(err.message);
end
