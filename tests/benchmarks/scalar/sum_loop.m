s = 0;
for i = 1:1000000
    s = s + i^2;
end
fprintf('%.0f\n', s);
