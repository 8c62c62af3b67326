% strategy: kernel
% given: N = 20, T = 30 | N = 20000, T = 9
% Every third column from the end, by a negative step.
rng(25);
X = rand(N, T);
acc = zeros(N, 1);
weight = 1;
for t = T:-3:1
    acc = acc + weight * X(:, t);
    weight = weight * 0.7;
end
