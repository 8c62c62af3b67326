n = 200000;
prime = true(1, n);
prime(1) = false;
for i = 2:floor(sqrt(n))
    if prime(i)
        for j = i * i:i:n
            prime(j) = false;
        end
    end
end
fprintf('%d\n', sum(prime));
