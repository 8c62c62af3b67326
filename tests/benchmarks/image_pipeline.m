% A batch of pictures: normalise each by its mean and deviation, gain, bias, clamp, gamma, and the mean squared error to the input.
% Given: B pictures of H by W, class_name.
%% setup
frame = reshape(cast(1:B, class_name), [B 1 1]);
column = reshape(cast(1:H, class_name), [1 H 1]);
across = reshape(cast(1:W, class_name), [1 1 W]);
pictures = 0.5 + 0.4 * sin(0.01 * column + frame) .* cos(0.007 * across);
gain = cast(1.1, class_name); bias = cast(-0.05, class_name); gamma = cast(0.8, class_name);
%% compute
mu = mean(pictures, [2 3]);
sigma = sqrt(mean((pictures - mu).^2, [2 3]) + 1e-6);
normal = (pictures - mu) ./ sigma;
out = min(max(0.5 + 0.25 * (normal * gain + bias), 0), 1) .^ gamma;
error_ = mean((out - pictures).^2, 'all');
result = [error_, mean(out, 'all')];
