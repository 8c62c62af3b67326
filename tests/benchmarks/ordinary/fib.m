% N 14 25
r = 0;
for k = 1:N
  r = r + fib(k);
end
function f = fib(n)
  if n < 2
    f = n;
  else
    f = fib(n - 1) + fib(n - 2);
  end
end
