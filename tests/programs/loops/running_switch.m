% strategy: kernel
% given: n = 20, T = 50 | n = 30000, T = 40
% A scalar that runs along decides between two updates: a thermostat with hysteresis.
heat = false; reading = 18;
room = linspace(15, 20, n);
for t = 1:T
    if heat
        reading = reading + 0.7;
        room = room + 0.5;
        if reading > 21, heat = false; end
    else
        reading = reading - 0.4;
        room = room - 0.1 * (room - 10);
        if reading < 17, heat = true; end
    end
end
