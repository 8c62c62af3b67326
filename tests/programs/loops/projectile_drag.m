% strategy: kernel
% given: n = 30, T = 400 | n = 20000, T = 60
% Shots at many angles; a shot that has landed stays where it is.
angle = linspace(10, 80, n) * pi / 180;
vx = 30 * cos(angle); vy = 30 * sin(angle);
x = zeros(1, n); y = zeros(1, n); time = zeros(1, n);
dt = 0.01;
for t = 1:T
    fly = y >= 0;
    speed = sqrt(vx.^2 + vy.^2);
    x = x + fly .* vx * dt;
    y = y + fly .* vy * dt;
    vx = vx - fly .* 0.02 .* speed .* vx * dt;
    vy = vy - fly .* (9.81 + 0.02 * speed .* vy) * dt;
    time = time + fly * dt;
end
