% N 100000 5000000
h = zeros(1, 256); u = uint8(0); s = int32(17);
for k = 1:N
  s = mod(s * 75 + 74, int32(65537));
  u = uint8(mod(s, 256)) / 2 + uint8(100);
  h(u + 1) = h(u + 1) + 1;
end
r = sum(h .* (1:256));
