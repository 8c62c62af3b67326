% N 100000 3000000
p = true(1, N); p(1) = false;
for i = 2:floor(sqrt(N))
  if p(i)
    for j = i * i:i:N
      p(j) = false;
    end
  end
end
r = sum(p);
