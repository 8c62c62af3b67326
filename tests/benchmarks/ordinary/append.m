% N 30000 1000000
v = [0 1];
for k = 1:N
  v(end + 1) = mod(v(end) + v(end - 1), 1000003);
end
r = sum(v);
