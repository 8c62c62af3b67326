% N 6 10
q = zeros(1, N); r = 0; k = 1;
while k > 0
  q(k) = q(k) + 1;
  while q(k) <= N
    good = true;
    for j = 1:k - 1
      if q(j) == q(k) || abs(q(j) - q(k)) == k - j
        good = false;
        break
      end
    end
    if good
      break
    end
    q(k) = q(k) + 1;
  end
  if q(k) <= N
    if k == N
      r = r + 1;
    else
      k = k + 1; q(k) = 0;
    end
  else
    k = k - 1;
  end
end
