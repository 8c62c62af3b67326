% Exponential moving averages of N channels over T steps, the last state and the peak kept.  Given: N, T, class_name.
%% setup
channel = mod((1:N)' * 0.6180339887498949, 1); moment = mod((1:T) * 0.7548776662466927, 1);
if strcmp(class_name, 'single'), channel = single(channel); moment = single(moment); end
X = mod(channel + moment, 1);
alpha = 0.05;
%% compute
y = zeros(N, 1, class_name);
peak = zeros(N, 1, class_name);
for t = 1:T
    y = y + alpha * (X(:, t) - y);
    peak = max(peak, y);
end
result = [mean(y), mean(peak)];
