% A chain of pointwise functions over N points.  Given: N, class_name.
%% setup
x = cast(linspace(0, 4*pi, N), class_name);
%% compute
y = sin(x) .* exp(-0.1 * x);
z = y .* cos(3 * x) + tanh(0.5 * y);
z = z ./ (1 + z .* z);
result = [mean(z), max(z), min(z)];
