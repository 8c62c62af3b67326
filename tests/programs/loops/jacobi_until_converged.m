% strategy: replay
% given: n = 12, T = 500 | n = 130, T = 40
% The same with a test of convergence that ends the loop.
u = zeros(n); u(1, :) = 1;
done = false;
for k = 1:T
    v = u;
    u(2:end-1, 2:end-1) = (v(1:end-2, 2:end-1) + v(3:end, 2:end-1) + v(2:end-1, 1:end-2) + v(2:end-1, 3:end)) / 4;
    if max(max(abs(u - v))) < 1e-4
        done = true;
        break
    end
end
