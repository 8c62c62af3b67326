% N 200 2000
r = 0;
for k = 1:N
  r = r + fib(mod(k, 18));
end
function f = fib(n)
  if n < 2
    f = n;
  else
    f = fib(n - 1) + fib(n - 2);
  end
end
